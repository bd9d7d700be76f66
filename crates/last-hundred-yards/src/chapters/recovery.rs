//! Recovery.

use tabletop_hexes::hex::Hex;

use super::{Term, cohesion, sum};
use crate::card::Kind;
use crate::fact::Recovery;
use crate::gate::Mistake;
use crate::ids::UnitId;
use crate::play::Play;
use crate::setup::LhySetup;

/// A recovery die: who recovers by it, the sum that is added, and the Cohesion that it is held against.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    pub units: Vec<UnitId>,
    pub terms: Vec<Term>,
    pub limit: u8,
    pub disrupted: bool,
}

/// Rule: LHY-REC-1.
pub fn plan(setup: &LhySetup, play: &Play, unit: UnitId) -> Result<Plan, Mistake> {
    let (state, side) = (play.state(unit), setup.side(unit));
    let hex = play.hex_of(unit).ok_or(Mistake::NotThere)?;
    if !state.disrupted && !state.regrouping {
        return Err(Mistake::NothingToRecover);
    }
    let here = play.in_hex(setup, hex, side);
    let units = match state.disrupted {
        true => vec![unit],
        false => here.iter().copied().filter(|other| play.state(*other).regrouping).collect(),
    };
    let combat: Vec<UnitId> =
        units.iter().copied().filter(|other| setup.card(*other).kind.is_combat()).collect();
    let pool = if combat.is_empty() { &units } else { &combat };
    let limit = pool.iter().map(|other| cohesion(setup, play, *other)).max().unwrap_or(0);
    let terms = terms(setup, play, unit, hex, &units);
    Ok(Plan { units, terms, limit, disrupted: state.disrupted })
}

/// Rule: LHY-REC-1 (what is added.)
fn terms(setup: &LhySetup, play: &Play, unit: UnitId, hex: Hex, units: &[UnitId]) -> Vec<Term> {
    let numbers = &setup.rules.numbers;
    let (card, side) = (setup.card(unit), setup.side(unit));
    let leads = |other: &UnitId| {
        let leader = setup.card(*other);
        leader.kind == Kind::Leader
            && leader.platoon == card.platoon
            && !units.contains(other)
            && !play.state(*other).disrupted
    };
    let led = play.in_hex(setup, hex, side).iter().any(leads);
    let suppressed = play.shots.iter().any(|shot| shot.hex == hex && setup.side(shot.unit) != side);
    let steadfast = card.nation.is_steadfast() && play.state(unit).regrouping;
    let term = |holds: bool, label: &str, amount: i8| holds.then(|| Term::new("LHY-REC-1", label, amount));
    [
        term(led, "with its leader", -(numbers.rally_leader as i8)),
        term(card.elite, "elite", -(numbers.rally_elite as i8)),
        term(suppressed, "under fire", numbers.rally_suppressed as i8),
        term(steadfast, "Japanese or Russian from Regrouping", numbers.rally_steadfast as i8),
    ]
    .into_iter()
    .flatten()
    .collect()
}

impl Plan {
    /// Outcome of a face.
    ///
    /// Rule: LHY-REC-1 (a natural 10, and who rallies.)
    pub fn outcome(&self, setup: &LhySetup, unit: UnitId, face: u8) -> Recovery {
        let total = face as i8 + sum(&self.terms);
        let numbers = &setup.rules.numbers;
        let leader = setup.card(unit).kind == Kind::Leader;
        let natural = face == numbers.heroic_face;
        match (self.disrupted, natural) {
            (true, true) if leader => Recovery::Rallied,
            (true, true) => Recovery::Recovered,
            (true, false) if total <= numbers.rally_at as i8 => Recovery::Rallied,
            (true, false) if total <= self.limit as i8 => Recovery::Recovered,
            (false, true) => Recovery::Rallied,
            (false, false) if total <= self.limit as i8 => Recovery::Rallied,
            (_, false) => Recovery::Failed,
        }
    }

    /// Units that become Heroic by a face: infantry with an enemy near.
    ///
    /// Rule: LHY-STA-4 (how it arises.)
    pub fn hero(&self, setup: &LhySetup, play: &Play, unit: UnitId, face: u8) -> Option<UnitId> {
        let numbers = &setup.rules.numbers;
        let is_infantry =
            |unit: &UnitId| matches!(setup.card(*unit).kind, Kind::Squad | Kind::Section | Kind::MachineGun);
        let hex = play.hex_of(unit)?;
        let enemies = play.hexes_of(setup, setup.side(unit).other());
        let near = enemies.iter().any(|enemy| enemy.distance(hex) <= u32::from(numbers.heroic_range));
        let able = self.units.iter().copied().find(is_infantry);
        able.filter(|_| near && face == numbers.heroic_face)
    }
}
