//! An assault under way as part of a battle: its case and standing, made from the battle each time.

use serde::{Deserialize, Serialize};
use tabletop::ids::Side;
use tabletop_hexes::hex::Hex;

use super::apply::breaks_through;
use super::{Place, Play};
use crate::assault::case::{Case, Circumstances, Condition, Entry, Fighter, Land, Others, Site};
use crate::assault::fact::Fact;
use crate::assault::progress::{Progress, Standing};
use crate::card::Card;
use crate::chapters::ground::is_cover;
use crate::chapters::movement::step_cost;
use crate::data::ruleset::Terrain;
use crate::data::table::Role;
use crate::ids::UnitId;
use crate::setup::LhySetup;

/// An assault under way.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fight {
    pub by: Side,
    pub hex: Hex,
    /// Attackers, each with the hex that it comes from.
    pub attackers: Vec<(UnitId, Hex)>,
    pub defenders: Vec<UnitId>,
    /// The attackers are of two Russian platoons that were activated together.
    pub coordinated: bool,
    pub progress: Progress,
}

impl Fight {
    /// The side that has a role.
    pub fn side(&self, role: Role) -> Side {
        match role {
            Role::Attacker => self.by,
            Role::Defender => self.by.other(),
        }
    }

    /// A unit takes part.
    pub fn has(&self, unit: UnitId) -> bool {
        self.defenders.contains(&unit) || self.attackers.iter().any(|(attacker, _)| *attacker == unit)
    }
}

/// The land around an assault.
struct Around<'a> {
    setup: &'a LhySetup,
    play: &'a Play,
    fight: &'a Fight,
}

impl<'a> Around<'a> {
    fn cards(&self, units: impl Iterator<Item = UnitId>) -> Others<'a> {
        units.map(|unit| (self.setup.card(unit), self.play.state(unit))).collect()
    }
}

impl Land for Around<'_> {
    fn neighbours(&self, hex: Hex) -> Vec<Hex> {
        self.setup.level.map.neighbours(hex).collect()
    }

    fn terrain(&self, hex: Hex) -> &Terrain {
        self.setup.terrain(hex)
    }

    fn cost(&self, card: &Card, from: Hex, to: Hex) -> Option<u8> {
        step_cost(self.setup, card, from, to)
    }

    fn has_wall(&self, from: Hex, to: Hex) -> bool {
        self.setup.between(from, to).is_some_and(|side| side.wall)
    }

    fn has_road(&self, from: Hex, to: Hex) -> bool {
        self.setup.level.map.has_road(from, to)
    }

    fn others(&self, hex: Hex, role: Role) -> Others<'_> {
        let there = self.play.in_hex(self.setup, hex, self.fight.side(role));
        self.cards(there.into_iter().filter(|unit| !self.fight.has(*unit)))
    }

    fn declared(&self, hex: Hex, role: Role) -> Others<'_> {
        let side = self.fight.side(role);
        let arrow = self.play.arrow(hex).filter(|arrow| arrow.by == side);
        self.cards(arrow.into_iter().flat_map(|arrow| arrow.attackers.iter().map(|(unit, _)| *unit)))
    }
}

/// The hexside by which an attacker comes.
fn entry(setup: &LhySetup, from: Hex, hex: Hex) -> Entry {
    Entry {
        from,
        uphill: setup.terrain(hex).level > setup.terrain(from).level,
        wall: setup.between(from, hex).is_some_and(|side| side.wall),
    }
}

/// The ground of an assault hex.
///
/// Rule: LHY-VDA-4 (in or next to cover terrain.)
fn site(setup: &LhySetup, hex: Hex) -> Site<'_> {
    let beside = || setup.level.map.neighbours(hex);
    let near = is_cover(setup, hex)
        || beside().any(|other| is_cover(setup, other))
        || beside().any(|other| setup.between(hex, other).is_some_and(|side| side.cover));
    Site { terrain: setup.terrain(hex), improved: setup.level.improved.contains(&hex), near_cover: near }
}

impl Play {
    /// The condition of a unit in an assault.
    fn condition(&self, unit: UnitId) -> Condition {
        let aboard = match self.unit(unit).map(|unit| unit.place) {
            Some(Place::Aboard(carrier)) => Some(carrier),
            Some(Place::On(_) | Place::Reserve | Place::Gone) | None => None,
        };
        Condition {
            state: self.state(unit),
            at: self.hex_of(unit),
            aboard,
            advanced: self.unit(unit).is_some_and(|unit| unit.advanced),
        }
    }

    /// Asks something of an assault as it stands; `hidden` says that the asker does not know every defender.
    pub fn with_case<T>(
        &self,
        setup: &LhySetup,
        fight: &Fight,
        hidden: bool,
        ask: impl FnOnce(&Case<'_>, &Standing) -> T,
    ) -> T {
        self.case_of(setup, fight, hidden, |unit, _| self.condition(unit), ask)
    }

    /// The same of an assault that is to be declared, as if the attackers had come into the hex.
    pub fn with_declared<T>(
        &self,
        setup: &LhySetup,
        fight: &Fight,
        hidden: bool,
        ask: impl FnOnce(&Case<'_>, &Standing) -> T,
    ) -> T {
        let come = |id: UnitId, from: Option<Hex>| {
            let mut condition = self.condition(id);
            if let Some(from) = from {
                condition.state.sunken = breaks_through(setup, id, from, fight.hex);
                condition.state.in_motion = setup.card(id).kind.is_vehicle();
                condition.at = Some(fight.hex);
            }
            condition
        };
        self.case_of(setup, fight, hidden, come, ask)
    }

    fn case_of<T>(
        &self,
        setup: &LhySetup,
        fight: &Fight,
        hidden: bool,
        condition: impl Fn(UnitId, Option<Hex>) -> Condition,
        ask: impl FnOnce(&Case<'_>, &Standing) -> T,
    ) -> T {
        let attackers = fight.attackers.iter().map(|(unit, from)| (*unit, Some(*from)));
        let defenders = fight.defenders.iter().map(|unit| (*unit, None));
        let all = attackers.chain(defenders).map(|(unit, from)| {
            let role = if from.is_some() { Role::Attacker } else { Role::Defender };
            let entry = from.map(|from| entry(setup, from, fight.hex));
            (Fighter { card: setup.card(unit), role, entry }, condition(unit, from))
        });
        let (fighters, units) = Case::ordered(all.collect());
        let circumstances = Circumstances {
            night: setup.level.night,
            after_september_1943: setup.level.late,
            coordinated: fight.coordinated,
            hidden,
        };
        let land = Around { setup, play: self, fight };
        let case = Case {
            rules: &setup.rules,
            hex: fight.hex,
            site: site(setup, fight.hex),
            circumstances,
            fighters,
            land: &land,
        };
        ask(&case, &Standing { progress: fight.progress.clone(), units })
    }

    /// Makes a fact of the assault that is under way true.
    pub fn apply_assault(&mut self, fact: &Fact) {
        if let Some(fight) = self.fights.last_mut() {
            fight.progress.apply(fact);
        }
        let Some(id) = fact.unit() else { return };
        let before = self.condition(id);
        let mut after = before;
        after.apply(fact);
        match (after.at, after.aboard) {
            (None, _) if before.at.is_some() => self.eliminate(id),
            (Some(hex), None) => self.change(id, |unit| unit.place = Place::On(hex)),
            (Some(_) | None, _) => {}
        }
        self.change(id, |unit| {
            unit.state = after.state;
            unit.advanced = after.advanced;
            unit.moved |= before.at != after.at;
        });
        if let Fact::Advanced { unit, to, ahead: crate::assault::case::Ahead::Reinforces } = fact {
            let from = before.at.unwrap_or(*to);
            let arrow = self.arrows.iter_mut().find(|arrow| arrow.hex == *to);
            arrow.into_iter().for_each(|arrow| arrow.attackers.push((*unit, from)));
        }
    }
}
