//! The light on what happens: who acts, on which way, at whom he aims, and where a camera that follows it looks.

use std::collections::BTreeMap;

use bevy::prelude::Resource;
use bevy_egui::egui::{Painter, Pos2};
use tabletop::ids::Side;
use tabletop::sentence::Weight;
use tabletop_counters::{Counter, Kind, OnHexes, Scene, Target};
use tabletop_hexes::hex::Hex;

use super::scene::{LookAt, MapProjector};
use super::session::{Act, Beat, Lit, LitKind, Shown, Table};
use crate::ui::looks::side_look;
use crate::ui::overlays::foot_line::arrow_between;

/// The light on what happens, and what it keeps from one beat to the next.
#[derive(Resource)]
pub(super) struct Spotlight<G: OnHexes> {
    /// The battle that it follows.
    battle: u64,
    /// Hex of each counter in it.
    places: BTreeMap<G::Subject, Hex>,
    /// Counters that have been seen, those that are out of the game too: sentences name them.
    known: BTreeMap<G::Subject, Counter<G>>,
    /// Counters on their way, and its hexes.
    movers: Vec<G::Subject>,
    trail: Vec<Hex>,
    /// The last target that each counter aimed at: some games roll its dice later.
    aims: BTreeMap<G::Subject, Aim<G>>,
    /// Arrows of what is shown now.
    arrows: Vec<Arrow<G>>,
    /// Lights of what is shown now.
    pub lit: Lit<G>,
}

/// An aim.
#[derive(Clone)]
struct Aim<G: OnHexes> {
    by: Vec<G::Subject>,
    at: Target<G>,
    kind: LitKind,
}

/// An arrow from a counter to a target, in the colour of a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Arrow<G: OnHexes> {
    from: End<G>,
    to: End<G>,
    side: Side,
}

/// An end of an arrow: a hex, and the counter in it that is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct End<G: OnHexes> {
    hex: Hex,
    counter: Option<G::Subject>,
}

impl<G: OnHexes> Default for Spotlight<G> {
    fn default() -> Self {
        Self {
            battle: 0,
            places: BTreeMap::new(),
            known: BTreeMap::new(),
            movers: Vec::new(),
            trail: Vec::new(),
            aims: BTreeMap::new(),
            arrows: Vec::new(),
            lit: Lit::default(),
        }
    }
}

impl<G: OnHexes> Spotlight<G> {
    /// Nothing happens.
    pub fn clear(&mut self) {
        (self.arrows, self.movers, self.trail) = (Vec::new(), Vec::new(), Vec::new());
        self.lit = Lit::default();
    }

    /// Follows counters that are elsewhere; whether any is.
    fn follow(&mut self, shown: &Shown<G>) -> bool {
        if self.battle != shown.battle {
            *self = Self { battle: shown.battle, ..Self::default() };
        }
        let places: BTreeMap<G::Subject, Hex> =
            shown.scene.counters.iter().filter_map(|counter| Some((counter.id, counter.hex?))).collect();
        let goes = |(id, hex): (&G::Subject, &Hex)| {
            let from = self.places.get(id).filter(|from| *from != hex)?;
            Some((*id, *from, *hex))
        };
        let moves: Vec<(G::Subject, Hex, Hex)> = places.iter().filter_map(goes).collect();
        self.places = places;
        let Some((_, from, to)) = moves.first().copied() else { return false };
        let movers: Vec<G::Subject> = moves.iter().map(|(id, ..)| *id).collect();
        if movers != self.movers || self.trail.last() != Some(&from) {
            (self.movers, self.trail) = (movers, vec![from]);
        }
        self.trail.push(to);
        true
    }

    /// The scene with the counters that are out of the game.
    pub fn known(&mut self, scene: &Scene<G>) -> Scene<G> {
        self.known.extend(scene.counters.iter().map(|counter| (counter.id, counter.clone())));
        Scene { counters: self.known.values().cloned().collect(), ..scene.clone() }
    }

    /// Hex of a pile in which the target lies under others: it is opened.
    pub fn pile(&self, scene: &Scene<G>) -> Option<Hex> {
        let ends = self.arrows.iter().map(|arrow| arrow.to);
        let is_under = |end: &End<G>| {
            let stack = scene.stack(end.hex);
            end.counter.is_some_and(|id| stack.first() != Some(&id) && stack.contains(&id))
        };
        ends.into_iter().find(is_under).map(|end| end.hex)
    }

    /// Remembers at whom a command aims.
    fn note(&mut self, act: Option<&Act<G>>) {
        let Some(act) = act.filter(|act| act.is_aimed()) else { return };
        let Some(at) = act.at else { return };
        let kind = if act.kind == Kind::Attack { LitKind::Attack } else { LitKind::Fire };
        for id in &act.by {
            self.aims.insert(*id, Aim { by: act.by.clone(), at, kind });
        }
    }

    /// The aim of a beat: that of its command, or an earlier one that its sentence speaks of.
    fn aim(&self, act: Option<&Act<G>>, beat: &Beat<G>) -> Option<&Aim<G>> {
        if let Some(act) = act.filter(|act| act.is_aimed()) {
            return act.by.first().and_then(|id| self.aims.get(id));
        }
        let mut about = beat.sentences.iter().filter_map(|sentence| Some((sentence, sentence.about?)));
        about.find_map(|(sentence, about)| {
            let aim = self.aims.get(&about)?;
            let target = match aim.at {
                Target::Hex(hex) => hex.to_string(),
                Target::Counter(id) => id.to_string(),
            };
            sentence.text.contains(&target).then_some(aim)
        })
    }

    /// Turns to what is shown now; the beat, if something happens.
    pub fn turn_to<'a>(&mut self, table: &'a Table<G>, shown: &Shown<G>) -> Option<&'a Beat<G>> {
        let moved = self.follow(shown);
        let beat = table.beat()?;
        self.note(table.act());
        self.lit = self.light(table, &shown.scene, beat, moved);
        Some(beat)
    }

    /// Lights of a beat; keeps its arrows.
    fn light(&mut self, table: &Table<G>, scene: &Scene<G>, beat: &Beat<G>, moved: bool) -> Lit<G> {
        let act = table.act();
        let aim = self.aim(act, beat).cloned();
        if aim.is_some() && !moved || beat.sentences.iter().any(|one| one.weight == Weight::Heading) {
            (self.movers, self.trail) = (Vec::new(), Vec::new());
        }
        let mut lit = Lit { path: self.trail.clone(), ..Lit::default() };
        let by: Vec<G::Subject> = aim
            .as_ref()
            .map_or_else(|| act.map(|act| act.by.clone()).unwrap_or_default(), |aim| aim.by.clone());
        let about = beat.sentences.iter().filter_map(|one| one.about);
        lit.counters.extend(about.filter(|id| !by.contains(id)).map(|id| (id, LitKind::Hint)));
        lit.counters.extend(by.iter().map(|id| (*id, LitKind::Chosen)));
        self.arrows.clear();
        let Some(aim) = aim else { return lit };
        let to = match aim.at {
            Target::Hex(hex) => {
                lit.hexes.push((hex, aim.kind));
                Some(End { hex, counter: None })
            }
            Target::Counter(id) => {
                lit.counters.push((id, aim.kind));
                self.places.get(&id).map(|hex| End { hex: *hex, counter: Some(id) })
            }
        };
        let sides = by.iter().filter_map(|id| scene.counter(*id)).map(|counter| counter.side);
        let side = sides.into_iter().next().or(act.map(|act| act.side));
        let (Some(to), Some(side)) = (to, side) else { return lit };
        for id in by {
            let Some(hex) = G::hex_of(table.view(), id) else { continue };
            if self.arrows.iter().all(|arrow| arrow.from.hex != hex) {
                self.arrows.push(Arrow { from: End { hex, counter: Some(id) }, to, side });
            }
        }
        lit
    }

    /// Where a camera that follows it looks.
    pub fn view(&self, act: Option<&Act<G>>, beat: &Beat<G>) -> Option<LookAt> {
        let begins_turn = beat.sentences.iter().any(|sentence| sentence.weight == Weight::Heading);
        if begins_turn || act.is_some_and(|act| act.kind == Kind::Place) {
            return Some(LookAt::Battle);
        }
        let of_arrows = self.aimed();
        let of_lights = self.lit.counters.iter().filter_map(|(id, _)| self.places.get(id).copied());
        let mut hexes: Vec<Hex> = of_arrows.chain(of_lights).chain(self.trail.iter().copied()).collect();
        hexes.sort();
        hexes.dedup();
        (!hexes.is_empty()).then_some(LookAt::Shot(hexes))
    }

    /// Hexes at which arrows begin and end.
    pub fn aimed(&self) -> impl Iterator<Item = Hex> {
        self.arrows.iter().flat_map(|arrow| [arrow.from.hex, arrow.to.hex])
    }

    /// Paints its arrows.
    pub fn paint(&self, painter: &Painter, projector: &MapProjector<G>) {
        let place = |end: End<G>| {
            let counter = end.counter.and_then(|id| projector.counter(id)).map(|at| at.center());
            counter.or_else(|| projector.hex(end.hex))
        };
        for arrow in &self.arrows {
            if let (Some(from), Some(to)) = (place(arrow.from), place(arrow.to)) {
                let ends = [from, to].map(|at| Pos2::new(at.x, at.y));
                arrow_between(painter, ends, side_look::light_ink(arrow.side));
            }
        }
    }
}
