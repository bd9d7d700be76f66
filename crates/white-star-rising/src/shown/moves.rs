//! Ways of a group, its steps, and its move foretold.

use tabletop::agenda::Decision;
use tabletop::game::Game;
use tabletop::ids::Side;
use tabletop::refusal::Refusal;
use tabletop_counters::{Danger, Prospect, Step, Way};
use tabletop_hexes::hex::Hex;

use super::foresight::of_odds;
use crate::chapters::movement::{Pace, plan_step};
use crate::game::{View, Wsr};
use crate::gate::{Mistake, judge};
use crate::ids::{HqId, Subject, UnitId};
use crate::listing::entries;
use crate::odds::{Forecast, Step as ForecastStep, entering, forecast, moved};
use crate::order::{Choice, Entry, Order};
use crate::survey::{ReachedHex, reach};

/// Units from the top of their stack, and the (s)HQ that goes with them.
pub(super) struct Group {
    pub units: Vec<UnitId>,
    pub hq: Option<HqId>,
}

impl Group {
    /// The units and the (s)HQ among some counters. One that would be left alone goes along.
    ///
    /// Rule: WSR-HQ-1.
    pub fn of(view: View<'_>, counters: &[Subject]) -> Result<Self, Refusal<Wsr>> {
        let (mut units, mut hq) = (Vec::new(), None);
        for counter in counters {
            match counter {
                Subject::Unit(unit) => units.push(*unit),
                Subject::Hq(named) => hq = Some(*named),
                Subject::Hex(_) => return Err(Refusal::new(Mistake::NotThere).about(*counter)),
            }
        }
        let first = match (units.first(), hq) {
            (Some(first), _) => *first,
            (None, Some(hq)) => return Err(Refusal::new(Mistake::LeftAlone { hq }).about(hq)),
            (None, None) => return Err(Refusal::new(Mistake::NotThere)),
        };
        if let Some(hex) = view.play.hex_of(first) {
            let stack = view.play.in_hex(hex, first.side);
            units.sort_by_key(|unit| stack.iter().position(|known| known == unit));
            if stack.iter().all(|unit| units.contains(unit)) {
                hq = hq.or(view.play.hq_in(hex, first.side));
            }
        }
        Ok(Self { units, hq })
    }

    /// Whether it is the one that moves just now.
    fn is_under_way(&self, view: View<'_>) -> bool {
        view.play.march.as_ref().is_some_and(|march| march.units == self.units)
    }

    fn may_move(&self, view: View<'_>, decision: Decision<Wsr>) -> Result<(), Refusal<Wsr>> {
        let able = match decision.choice {
            Choice::Operations => self.units.iter().all(|unit| unit.side == decision.player),
            Choice::GoOn => self.is_under_way(view),
            _ => return Err(Wsr::not_now(view, decision)),
        };
        match (able, self.units.first()) {
            (false, Some(first)) => Err(Refusal::new(Mistake::NotThere).about(*first)),
            _ => Ok(()),
        }
    }
}

const ENTRIES: [Entry; 3] = [Entry::Walk, Entry::Assault, Entry::Overrun];

/// To players.
pub(super) fn manner(entry: Entry) -> &'static str {
    match entry {
        Entry::Walk => "move",
        Entry::Assault => "assault",
        Entry::Overrun => "overrun",
    }
}

/// Every way of a group.
///
/// Rule: WSR-MOV-1.
pub fn ways(view: View<'_>, decision: Decision<Wsr>, counters: &[Subject]) -> Result<Vec<Way>, Refusal<Wsr>> {
    let group = Group::of(view, counters)?;
    group.may_move(view, decision)?;
    let reached = reach(view, &group.units, group.hq)?;
    Ok(reached.hexes.into_iter().map(|reached| way(view, &group, reached)).collect())
}

fn way(view: View<'_>, group: &Group, ReachedHex { hex, entry, spent, path }: ReachedHex) -> Way {
    let parts = group.units.iter().zip(&spent).map(|(unit, spent)| {
        let moves = view.setup.card(*unit).moves;
        match group.units.len() {
            1 => format!("{spent} of {moves}"),
            _ => format!("{unit} {spent} of {moves}"),
        }
    });
    let cost = format!("{} movement factors", parts.collect::<Vec<_>>().join(", "));
    Way { hex, path, is_attack: entry != Entry::Walk, manner: manner(entry).to_owned(), cost }
}

/// The ways along hexes that a player has drawn: one for each manner of entering the last.
///
/// Rule: WSR-MOV-1, WSR-MOV-4.
pub fn ways_along(
    view: View<'_>,
    decision: Decision<Wsr>,
    counters: &[Subject],
    path: &[Hex],
) -> Result<Vec<Way>, Refusal<Wsr>> {
    let group = Group::of(view, counters)?;
    group.may_move(view, decision)?;
    let first = *group.units.first().ok_or_else(|| Refusal::new(Mistake::NotThere))?;
    let refused = |mistake| Refusal::new(mistake).about(first);
    let march = view.play.march.as_ref().filter(|_| group.is_under_way(view));
    let here = march.map_or_else(|| view.play.hex_of(first), |march| march.hex);
    let mut from = here.ok_or_else(|| refused(Mistake::NotThere))?;
    let mut spent = march.map_or_else(|| vec![0; group.units.len()], |march| march.spent.clone());
    let (end, before) = path.split_last().ok_or_else(|| refused(Mistake::NotThere))?;
    let step = |from, spent: &[u8], to, entry| {
        let pace = Pace { units: &group.units, spent, hq: group.hq, from, to, entry };
        plan_step(view.setup, view.play, pace).map_err(refused)
    };
    for to in before {
        spent = step(from, &spent, *to, Entry::Walk)?;
        from = *to;
    }
    let mut ways = Vec::new();
    let mut last = None;
    for entry in entries(view, *end, decision.player) {
        match step(from, &spent, *end, *entry) {
            Ok(spent) => {
                ways.push(way(
                    view,
                    &group,
                    ReachedHex { hex: *end, entry: *entry, spent, path: path.to_vec() },
                ));
            }
            Err(refusal) => last = last.or(Some(refusal)),
        }
    }
    match last.filter(|_| ways.is_empty()) {
        Some(refusal) => Err(refusal),
        None => Ok(ways),
    }
}

/// The order of the first step of a way.
///
/// Rule: WSR-MOV-1, WSR-MOV-4.
pub fn step(
    view: View<'_>,
    decision: Decision<Wsr>,
    counters: &[Subject],
    way: &Way,
) -> Result<Order, Refusal<Wsr>> {
    let group = Group::of(view, counters)?;
    group.may_move(view, decision)?;
    let to = *way.path.first().ok_or_else(|| Refusal::new(Mistake::NotThere))?;
    let named = ENTRIES.into_iter().find(|entry| manner(*entry) == way.manner);
    let entry = named.filter(|_| way.path.len() == 1).unwrap_or(Entry::Walk);
    let order = match decision.choice {
        Choice::GoOn => Order::GoOn { to, entry },
        _ => Order::March { units: group.units, hq: group.hq, to, entry },
    };
    match judge(view, decision.player, &order, decision.choice) {
        Some(judged) => judged.map(|()| order),
        None => Err(Wsr::not_now(view, decision)),
    }
}

/// The move of a group along a path, and the fight at its end if enemies are there.
///
/// Rule: WSR-OPP-1, WSR-OPP-4, WSR-MIN-2.
pub fn prospect(view: View<'_>, counters: &[Subject], path: &[Hex]) -> Result<Prospect<Wsr>, Refusal<Wsr>> {
    let group = Group::of(view, counters)?;
    let enemy = group.units.first().map_or(Side::A, |unit| unit.side.other());
    let (walk, attacked) = match path.split_last() {
        Some((last, before)) if view.play.has_units(*last, enemy) => (before, Some(*last)),
        _ => (path, None),
    };
    let found = forecast(view, &group.units, group.hq, walk)?;
    let attacks = match (attacked, &found.refused) {
        (Some(hex), None) => fights(view, &group, &found, hex)?,
        _ => Fights::default(),
    };
    let Forecast { sentence, steps, arrives, there, here, refused } = found;
    let sentence = match attacks.sentences.is_empty() {
        true => sentence,
        false => format!("{sentence}. {}", attacks.sentences.join(". ")),
    };
    Ok(Prospect {
        sentence,
        steps: steps.into_iter().map(shown_step).collect(),
        arrives,
        here,
        there,
        refused: refused.or(attacks.refused),
        attacks: attacks.all,
    })
}

fn shown_step(step: ForecastStep) -> Step<Wsr> {
    let mines = (step.mines < 1.0).then(|| Danger {
        counter: step.hex.into(),
        harms: 1.0 - step.mines,
        is_expected: true,
    });
    let fires = step.fires.into_iter().map(|fire| Danger {
        counter: fire.unit.into(),
        harms: fire.harms,
        is_expected: fire.expected,
    });
    Step { hex: step.hex, arrives: step.arrives, dangers: mines.into_iter().chain(fires).collect() }
}

/// Fights that a group may begin at the end of its walk.
#[derive(Default)]
struct Fights {
    all: Vec<(String, tabletop_counters::Foresight<Wsr>)>,
    sentences: Vec<String>,
    /// Why there is none.
    refused: Option<String>,
}

fn fights(view: View<'_>, group: &Group, found: &Forecast, hex: Hex) -> Result<Fights, Refusal<Wsr>> {
    let first = *group.units.first().ok_or_else(|| Refusal::new(Mistake::NotThere))?;
    let march = view.play.march.as_ref().filter(|_| group.is_under_way(view));
    let spent = match (found.steps.last(), march) {
        (Some(step), _) => step.spent.clone(),
        (None, Some(march)) => march.spent.clone(),
        (None, None) => vec![0; group.units.len()],
    };
    let end = found.steps.last().map(|step| step.hex);
    let play = end.map(|end| moved(view, &group.units, group.hq, end, false));
    let view = View { play: play.as_ref().unwrap_or(view.play), ..view };
    let from = view.play.hex_of(first).ok_or_else(|| Refusal::new(Mistake::NotThere).about(first))?;
    let mut fights = Fights::default();
    for entry in [Entry::Assault, Entry::Overrun] {
        let pace = Pace { units: &group.units, spent: &spent, hq: group.hq, from, to: hex, entry };
        match plan_step(view.setup, view.play, pace) {
            Ok(_) => {
                if let Some(odds) = entering(view, entry, &group.units, group.hq, hex) {
                    fights.sentences.push(odds.sentence.clone());
                    fights.all.push((manner(entry).to_owned(), of_odds(&odds)));
                }
            }
            Err(mistake) if entry == Entry::Assault => {
                fights.refused = Some(Refusal::<Wsr>::new(mistake).about(first).to_string());
            }
            Err(_) => {}
        }
    }
    if !fights.all.is_empty() {
        fights.refused = None;
    }
    Ok(fights)
}
