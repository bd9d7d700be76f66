//! What the pointer is on, and what would come of a click there.

use tabletop::agenda::Decision;
use tabletop_counters::{Foresight, Offer, OnHexes, Prospect, Reading, Scene, Target, Way};
use tabletop_hexes::hex::Hex;

use super::groups::{answers_with, is_question, orders_at};
use crate::map_ui::session::{Pointed, SightLine};

/// A target that the pointer is on, or that the player has pinned.
#[derive(Clone, Debug)]
pub struct Aim<G: OnHexes> {
    /// What it is.
    pub at: Target<G>,
    /// Its hex.
    pub hex: Hex,
    /// Orders there, by their numbers among the offers.
    pub orders: Vec<usize>,
    /// The one that is explained, by its place among them.
    pub shown: usize,
    /// Prospects of that one.
    pub foresight: Option<Foresight<G>>,
    /// The same under other readings.
    pub readings: Vec<Reading<G>>,
    /// The group's way there.
    pub way: Option<Way>,
    /// Its forecast.
    pub prospect: Option<Prospect<G>>,
    /// Line of sight there, in words and on the map.
    pub sight: Option<(String, SightLine)>,
    /// Why a click does nothing.
    pub why_not: Option<String>,
}

/// What aims are made of.
pub struct Choices<'a, G: OnHexes> {
    /// The battle as the player sees it.
    pub view: G::View<'a>,
    /// What is asked.
    pub decision: Decision<G>,
    /// The same on the map.
    pub scene: &'a Scene<G>,
    /// The legal orders.
    pub offers: &'a [Offer<G>],
    /// The chosen counters.
    pub group: &'a [G::Subject],
    /// Their ways.
    pub ways: &'a [Way],
}

impl<G: OnHexes> Aim<G> {
    /// The target under the pointer; nothing beside the map, and on the group itself.
    pub fn at(pointed: Pointed<G>, choices: &Choices<'_, G>) -> Option<Self> {
        let counter = pointed.counter.filter(|counter| !choices.group.contains(counter));
        let hex = pointed.hex.or_else(|| G::hex_of(choices.view, pointed.counter?))?;
        let question = is_question(choices.offers);
        let in_hex = choices.scene.stack(hex);
        let orders = match (question, counter) {
            (true, Some(counter)) => answers_with(choices.offers, counter),
            _ => Vec::new(),
        };
        let orders = match orders.is_empty() {
            true => orders_at(choices.offers, choices.group, counter, Some(hex), in_hex),
            false => orders,
        };
        let at = counter.map_or(Target::Hex(hex), Target::Counter);
        let way = choices.ways.iter().find(|way| way.hex == hex).cloned();
        let mut aim = Self {
            at,
            hex,
            orders,
            shown: 0,
            foresight: None,
            readings: Vec::new(),
            way,
            prospect: None,
            sight: None,
            why_not: None,
        };
        // An own counter is chosen by a click: its hex is no target then.
        let is_own = counter.and_then(|counter| choices.scene.counter(counter));
        let is_own = is_own.is_some_and(|counter| counter.side == choices.decision.player);
        if is_own && !question {
            aim.orders.clear();
        }
        aim.look_ahead(choices);
        Some(aim)
    }

    /// Explains another of its orders.
    pub fn show(&mut self, place: usize, choices: &Choices<'_, G>) {
        self.shown = place;
        self.look_ahead(choices);
    }

    /// The order that a click gives, where it gives one.
    pub fn order(&self) -> Option<usize> {
        self.orders.get(self.shown).copied()
    }

    fn look_ahead(&mut self, choices: &Choices<'_, G>) {
        let Choices { view, decision, offers, group, .. } = *choices;
        (self.foresight, self.readings) = (None, Vec::new());
        if let Some(offer) = self.order().and_then(|index| offers.get(index)) {
            self.foresight = G::foresight(view, decision, &offer.order);
            self.readings = G::readings(view, decision, &offer.order);
        } else if let Some(way) = &self.way {
            match G::prospect(view, group, &way.path) {
                Ok(prospect) => self.prospect = Some(prospect),
                Err(refusal) => self.why_not = Some(format!("{} ({})", refusal.text(), refusal.rule())),
            }
        } else {
            self.explain_refusal(choices);
        }
        let from = group.first().and_then(|first| G::hex_of(view, *first)).filter(|from| *from != self.hex);
        self.sight = from.and_then(|from| {
            let (words, blocker) = G::sight(view, from, self.hex).ok()?;
            Some((words, (from, self.hex, blocker)))
        });
    }

    /// Why the group can neither go there nor do anything there.
    fn explain_refusal(&mut self, choices: &Choices<'_, G>) {
        let Choices { view, decision, group, scene, .. } = *choices;
        let Some(first) = group.first() else { return };
        let Some(from) = G::hex_of(view, *first).filter(|from| *from != self.hex) else { return };
        let is_enemy = |id: &G::Subject| {
            scene.counter(*id).is_some_and(|counter| counter.side != decision.player)
        };
        // Of an enemy, the sight line says why; of ground, the movement.
        if scene.stack(self.hex).iter().any(is_enemy) {
            return;
        }
        let path = straight_path(from, self.hex);
        match G::prospect(view, group, &path) {
            Ok(prospect) => self.why_not = prospect.refused,
            Err(refusal) => self.why_not = Some(format!("{} ({})", refusal.text(), refusal.rule())),
        }
    }
}

/// Hexes on a straight way to a hex, the end last.
fn straight_path(from: Hex, to: Hex) -> Vec<Hex> {
    let nearer = |hex: &Hex| hex.neighbours().min_by_key(|next| (next.distance(to), *next));
    std::iter::successors(Some(from), |hex| if *hex == to { None } else { nearer(hex) }).skip(1).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_straight_path_ends_where_it_should() {
        let hex = |text: &str| text.parse::<Hex>().unwrap();
        for (from, to) in [("0405", "0405"), ("0405", "0406"), ("0101", "0705"), ("0903", "0208")] {
            let (from, to) = (hex(from), hex(to));
            let path = straight_path(from, to);
            assert_eq!(path.len() as u32, from.distance(to));
            assert_eq!(path.last().copied().unwrap_or(from), to);
        }
    }
}
