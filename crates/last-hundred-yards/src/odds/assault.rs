//! Odds of an assault, exactly: the machine of the rules, given every face of every die.
//!
//! Nothing is simulated and no rule is written twice: the odds ask [`next`] what an assault needs, give it each face, and put
//! together ways that came to the same. Choices are answered by a named policy.

mod endings;
mod fates;
#[cfg(test)]
mod oracle_tests;
mod readings;
#[cfg(test)]
mod tests;

use serde::Serialize;
use tabletop::text::percent::percent;
use tabletop_hexes::hex::Hex;

use crate::assault::case::{Case, Land, Others};
use crate::assault::fact::{AtOnce, Line};
use crate::assault::machine::{FACES, Next, by_default, next};
use crate::assault::modifier::modifier;
use crate::assault::progress::{Standing, Step};
use crate::assault::scene::Scene;
use crate::assault::steps::start::row_of;
use crate::assault::ways::KnownWays;
use crate::card::Card;
use crate::chapters::signed;
use crate::data::ruleset::Terrain;
use crate::data::table::{Role, Row};
use crate::ids::UnitId;

use fates::fates;
pub use readings::{Reading, readings};

/// Policy by which the odds answer choices of the players.
pub const POLICY: &str = "every player gives the first answer: who counts by assault value, then Cohesion; the vehicle that is easiest \
     to destroy; a retreat away from enemies, short, into cover; nobody advances";

/// Odds of an assault. Chances are between 0 and 1.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct AssaultOdds {
    /// In a sentence.
    pub sentence: String,
    /// Policy by which choices are answered.
    pub policy: &'static str,
    /// Set if it needs no die: why.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at_once: Option<AtOnce>,
    /// The modifier; `None` if it needs no die.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub modifier: Option<ModifierOdds>,
    /// Faces that lead to each row of the table; empty if it needs no die.
    pub rows: Vec<RowOdds>,
    /// Every fighter, attackers first.
    pub units: Vec<UnitOdds>,
    /// Fates of the sides: the attacker, then the defender.
    pub sides: [SideOdds; 2],
    /// Nobody is left in the hex.
    pub empty: f64,
}

/// The modifier of the assault die.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ModifierOdds {
    /// Its lines.
    pub lines: Vec<Line>,
    /// Their sum.
    pub sum: i8,
    /// The sum held between its limits.
    pub drm: i8,
    /// Concealed defenders are not known: the true sum comes with the die.
    pub incomplete: bool,
}

/// Chance of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct RowOdds {
    /// Lowest total of the row; the last has none.
    pub from: Option<i8>,
    /// Faces of ten that lead there.
    pub faces: u8,
}

/// Fates of a unit. Chances of markers and steps are those of a unit that is left.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct UnitOdds {
    /// The unit.
    pub unit: UnitId,
    /// It is removed.
    pub lost: f64,
    /// It has lost a step.
    pub reduced: f64,
    /// It becomes Disrupted.
    pub disrupted: f64,
    /// It becomes Regrouping.
    pub regrouping: f64,
    /// It retreats and is left.
    pub retreats: f64,
    /// It is left as it was, but for its place.
    pub unharmed: f64,
}

/// Fates of a side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct SideOdds {
    /// It has the hex in the end.
    pub keeps: f64,
    /// Units of it retreat and are left.
    pub retreats: f64,
    /// It may advance, if a unit of it can.
    pub advances: f64,
    /// Nobody of it is left.
    pub wiped: f64,
}

/// Odds of an assault from where it stands.
///
/// Rule: LHY-RES-8, LHY-DRM-5 (incomplete.)
pub fn assault_odds(case: &Case<'_>, start: &Standing) -> AssaultOdds {
    let mut odds = chances(case, start);
    odds.sentence = say(case, &odds);
    odds
}

/// The same without a sentence.
///
/// Rule: LHY-RES-8, LHY-DRM-5 (incomplete.)
pub fn chances(case: &Case<'_>, start: &Standing) -> AssaultOdds {
    let land = Remembering { land: case.land, known: KnownWays::default() };
    let case = &Case { land: &land, fighters: case.fighters.clone(), ..*case };
    let (modifier, at_once) = before_the_die(case, start);
    let fates = fates(case, start);
    AssaultOdds {
        sentence: String::new(),
        policy: POLICY,
        at_once,
        rows: modifier.as_ref().map(|of| rows(&case.rules.table, of.drm)).unwrap_or_default(),
        modifier,
        units: fates.units,
        sides: fates.sides,
        empty: fates.empty,
    }
}

/// The modifier of the assault die, or the case that needs none: cheap beside the odds.
///
/// Rule: LHY-DRM-1, LHY-IMM-1.
pub fn modifier_of(case: &Case<'_>, start: &Standing) -> (Option<i8>, Option<AtOnce>) {
    let (modifier, at_once) = before_the_die(case, start);
    (modifier.map(|of| of.drm), at_once)
}

/// A land that keeps the ways of retreats: the odds ask for the same ones again and again.
struct Remembering<'a> {
    land: &'a dyn Land,
    known: KnownWays,
}

impl Land for Remembering<'_> {
    fn neighbours(&self, hex: Hex) -> Vec<Hex> {
        self.land.neighbours(hex)
    }

    fn terrain(&self, hex: Hex) -> &Terrain {
        self.land.terrain(hex)
    }

    fn cost(&self, card: &Card, from: Hex, to: Hex) -> Option<u8> {
        self.land.cost(card, from, to)
    }

    fn has_wall(&self, from: Hex, to: Hex) -> bool {
        self.land.has_wall(from, to)
    }

    fn has_road(&self, from: Hex, to: Hex) -> bool {
        self.land.has_road(from, to)
    }

    fn others(&self, hex: Hex, role: Role) -> Others<'_> {
        self.land.others(hex, role)
    }

    fn declared(&self, hex: Hex, role: Role) -> Others<'_> {
        self.land.declared(hex, role)
    }

    fn known_ways(&self) -> Option<&KnownWays> {
        Some(&self.known)
    }
}

/// Faces of the assault die that lead to each row.
///
/// Rule: LHY-RES-8.
pub fn rows(table: &[Row], drm: i8) -> Vec<RowOdds> {
    let mut rows: Vec<RowOdds> = table.iter().map(|row| RowOdds { from: row.from, faces: 0 }).collect();
    for face in 1..=FACES {
        if let Some(index) = row_of(table, face as i8 + drm) {
            rows[index].faces += 1;
        }
    }
    rows
}

/// Plays it by default up to the assault die, for the modifier, or to the case that needs none.
fn before_the_die(case: &Case<'_>, start: &Standing) -> (Option<ModifierOdds>, Option<AtOnce>) {
    let mut now = start.clone();
    while now.progress.step <= Step::Die && now.progress.drm.is_none() && now.progress.at_once.is_none() {
        if now.progress.step == Step::Die {
            let of = modifier(Scene { case, now: &now });
            let odds = ModifierOdds { lines: of.lines, sum: of.sum, drm: of.drm, incomplete: of.incomplete };
            return (Some(odds), None);
        }
        let facts = match next(case, &now) {
            Next::Facts(facts) => facts,
            Next::Choice(choice) => by_default(case, &now, &choice).unwrap_or_default(),
            Next::Die(_) | Next::Second { .. } | Next::Over => return (None, None),
        };
        now.apply(case, &facts);
    }
    (None, now.progress.at_once)
}

fn say(case: &Case<'_>, odds: &AssaultOdds) -> String {
    let how = match (&odds.modifier, odds.at_once) {
        (Some(of), _) => format!("At {} the assault", signed(of.drm)),
        (None, Some(_)) => "Without a die the assault".to_owned(),
        (None, None) => "The assault".to_owned(),
    };
    let harm = odds.units.iter().filter(|unit| unit.lost + unit.reduced + unit.disrupted > 0.0).map(|unit| {
        let parts = [("lost", unit.lost), ("reduced", unit.reduced), ("Disrupted", unit.disrupted)];
        let said: Vec<String> = parts
            .into_iter()
            .filter(|(_, chance)| *chance > 0.0)
            .map(|(what, chance)| format!("{what} {}", percent(chance)))
            .collect();
        format!("{}: {}", unit.unit, said.join(", "))
    });
    let [attacker, defender] = &odds.sides;
    let takes = format!(
        "{how} takes {} with {}; the defender keeps it with {}",
        case.hex,
        percent(attacker.keeps),
        percent(defender.keeps)
    );
    [takes].into_iter().chain(harm).collect::<Vec<_>>().join("; ")
}
