//! What fire does to its target, in points.

use super::leader::cost_of_leader;
use super::{Term, TermKind, per_model};
use crate::game::engine::view::View;
use crate::game::leadership::terms_in_combat;
use crate::game::phases::shooting::odds::Odds;
use crate::level::judgement_file::FireWorth;
use crate::rules::basics::Strength;
use crate::rules::falling_back::{Forced, Occasion, forced};
use crate::rules::ids::UnitId;

/// From this chance on a salvo is said to finish its target.
const FINISHES: f64 = 0.25;

/// From this chance on its leader is said to fall.
const NAMES_LEADER: f64 = 0.4;

/// A leader who falls less often is nobody's aim.
const FELLS_LEADER: f64 = 0.05;

/// What a salvo may be expected to do.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Harm {
    /// To which unit.
    pub at: UnitId,
    /// Expected hits.
    pub hits: f64,
    /// Expected number of models lost.
    pub lost: f64,
    /// The chance that it is suppressed by this salvo.
    pub suppressed: f64,
    /// The chance that its leader falls.
    pub leader_lost: f64,
    /// The chance that it is still suppressed after its next test, and falls back.
    pub falls_back: f64,
    /// The expected share of its models that are left.
    pub left: f64,
    /// The chance that nothing is left of it: shot down, or forced back with less than a quarter.
    pub finished: f64,
    /// All of it, in points.
    pub points: f64,
}

/// What a salvo with these chances does to its target.
///
/// Rule: FB-1 (what its strength forces it to).
pub fn harm(view: View, at: UnitId, odds: &Odds, worth: &FireWorth) -> Option<Harm> {
    let target = view.unit(at)?;
    let each = per_model(target);
    let forced = |strength| forced(strength, Occasion::Action, &view.setup().ruleset.basics);
    let strength = view.strength(at);
    let after = |lost: usize| {
        let standing = strength.standing.saturating_sub(u32::try_from(lost).unwrap_or(u32::MAX));
        Strength { standing, ..strength }
    };
    let flight =
        |strength: Strength| flight_cost(forced(strength), worth) * each * f64::from(strength.standing);
    let (hits, lost, falls_back) = (mean(&odds.hits), mean(&odds.lost), odds.stays_suppressed);
    let cases = || odds.lost.iter().enumerate().map(|(lost, chance)| (after(lost), *chance));
    let fled: f64 = cases().map(|(left, chance)| chance * flight(left)).sum::<f64>() * falls_back;
    let gone = |left: Strength| match left.standing {
        0 => 1.0,
        _ if forced(left) == Forced::Destroyed => falls_back,
        _ => 0.0,
    };
    let finished = cases().map(|(left, chance)| chance * gone(left)).sum();
    let (suppressed, before) = match target.morale.suppressed() {
        // What it has coming to it already is not this salvo's doing.
        true => (0.0, (1.0 - terms_in_combat(view, target).chance()) * flight(strength)),
        false => (odds.will.suppressed, 0.0),
    };
    let standing = (f64::from(strength.standing) - lost).max(0.0);
    let left = each * standing;
    let leader_lost = odds.leader_lost;
    let leaderless = match leader_lost >= FELLS_LEADER {
        true => leader_lost * cost_of_leader(view, target, standing, worth),
        false => 0.0,
    };
    let points = lost * each + worth.suppresses * suppressed * left + (fled - before).max(0.0) + leaderless;
    let left = 1.0 - lost / f64::from(strength.standing.max(1));
    Some(Harm { at, hits, lost, suppressed, leader_lost, falls_back, left, finished, points })
}

/// What share of a unit's points it costs to be forced back so.
fn flight_cost(forced: Forced, worth: &FireWorth) -> f64 {
    match forced {
        Forced::MoveOrFire => worth.forces_back,
        Forced::Move => worth.forces_back_weak,
        Forced::Destroyed => 1.0,
    }
}

impl Harm {
    /// What a charge would do that is only estimated: nobody looks where the unit would fall back to after it.
    pub(super) fn of_charge(at: UnitId, hits: f64, points: f64) -> Self {
        let (lost, suppressed, leader_lost, falls_back, left, finished) = (0.0, 0.0, 0.0, 0.0, 1.0, 0.0);
        Self { at, hits, lost, suppressed, leader_lost, falls_back, left, finished, points }
    }

    /// The reason to fire so.
    pub fn term(&self) -> Term {
        Term { kind: TermKind::Harm, points: self.points, says: self.words(), amount: self.lost }
    }

    /// What may be expected of it.
    pub fn words(&self) -> String {
        let Self { at, hits, lost, suppressed, leader_lost, finished, .. } = self;
        let percent = |chance: f64| (100.0 * chance).round();
        let hits = format!("{hits:.1} hits on {at} on average");
        if *leader_lost >= NAMES_LEADER && *finished < FINISHES {
            let falls = percent(*leader_lost);
            return format!("{hits} ({lost:.1} models lost, its leader with a chance of {falls} %)");
        }
        match (*finished >= FINISHES, *suppressed >= 0.005) {
            (true, _) => format!("{hits} (finishes it with a chance of {} %)", percent(*finished)),
            (false, true) => {
                format!(
                    "{hits} ({lost:.1} models lost, suppressed with a chance of {} %)",
                    percent(*suppressed)
                )
            }
            (false, false) => format!("{hits} ({lost:.1} models lost)"),
        }
    }
}

/// The mean of a number whose chances are listed from 0.
fn mean(chances: &[f64]) -> f64 {
    chances.iter().enumerate().map(|(number, chance)| number as f64 * chance).sum()
}
