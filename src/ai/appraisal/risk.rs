//! What the enemy's next fire, or its charge, may do to a unit.

use super::{Harm, Term, TermKind, harm};
use crate::ai::estimate::Estimator;
use crate::ai::proposals::Proposal;
use crate::ai::values::is_last_turn;
use crate::game::engine::view::{UnitView, View};
use crate::game::phases::shooting::odds::odds;
use crate::game::phases::shooting::snap_fire::may_snap_fire;
use crate::level::judgement_file::{Judgement, RiskWorth};
use crate::rules::ids::UnitId;
use crate::rules::salvo::Manner;

/// What an enemy unit may do to a unit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EnemyThreat {
    /// The enemy.
    pub by: UnitId,
    /// What its fire would do.
    pub harm: Harm,
    /// The chance that it comes.
    pub chance: f64,
    /// Whether it charges in place of firing.
    pub charges: bool,
}

/// Who may fire at a unit where it stands or charge it, the worst first; of an enemy that may do both, the worse.
pub fn threats(view: View, unit: UnitView, judgement: &Judgement) -> Vec<EnemyThreat> {
    let worth = &judgement.risk;
    let enemies = view.units().filter(|enemy| enemy.id.side != unit.id.side);
    let charges = Estimator::new(view, judgement).charges_at(unit.id);
    let of = |enemy: UnitView| {
        view.standing(enemy.id).next()?;
        let fire = odds(view, enemy.id, unit.id, Manner::OpenFire).ok();
        let fire = fire
            .and_then(|odds| harm(view, unit.id, &odds, &judgement.fire))
            .filter(|harm| harm.points > 0.0);
        let charge = charges.iter().find(|charge| charge.by == enemy.id);
        let charge = charge.filter(|charge| fire.is_none_or(|fire| fire.points < charge.points));
        let chance = if enemy.morale.suppressed() { worth.suppressed * worth.shared } else { worth.shared };
        let harm = match (charge, fire) {
            (Some(charge), _) => Harm::of_charge(unit.id, charge.hits, charge.points),
            (None, fire) => fire?,
        };
        Some(EnemyThreat { by: enemy.id, harm, chance, charges: charge.is_some() })
    };
    let mut threats: Vec<EnemyThreat> = enemies.filter_map(of).collect();
    threats.sort_by(|a, b| b.expected().total_cmp(&a.expected()).then(a.by.cmp(&b.by)));
    threats
}

impl EnemyThreat {
    /// Expected points.
    pub fn expected(&self) -> f64 {
        self.chance * self.harm.points
    }

    /// What is left of its chance after a proposal's own fire at it.
    fn spoiled_by(&self, proposal: &Proposal, worth: &RiskWorth) -> f64 {
        let fire = proposal.fire.iter().find(|fire| fire.at == self.by);
        fire.map_or(1.0, |fire| fire.left * (1.0 - worth.spares * fire.falls_back) * (1.0 - fire.finished))
    }
}

/// Who may snap fire at a unit that runs: the worse of before it moves and after.
///
/// Rule: RE-1.
pub fn snap_fire(now: View, then: View, unit: UnitView, judgement: &Judgement) -> Vec<EnemyThreat> {
    let ready =
        now.units().filter(|enemy| enemy.id.side != unit.id.side && may_snap_fire(now, *enemy).is_ok());
    let of = |enemy: UnitView| {
        let harm_in = |view: View| {
            harm(view, unit.id, &odds(view, enemy.id, unit.id, Manner::SnapFire).ok()?, &judgement.fire)
        };
        let worst =
            [now, then].into_iter().filter_map(harm_in).max_by(|a, b| a.points.total_cmp(&b.points))?;
        let chance = judgement.risk.snap_fires;
        (worst.points > 0.0).then_some(EnemyThreat { by: enemy.id, harm: worst, chance, charges: false })
    };
    ready.filter_map(of).collect()
}

/// The chance that snap fire suppresses a unit that runs, and that it is still suppressed when that counts: in the last turn for
/// certain, before it if the unit fails its test.
///
/// Rule: RE-1, TURN-4, MIS-6.
pub(super) fn stays_suppressed(now: View, unit: UnitView, snap_fire: &[EnemyThreat]) -> f64 {
    let is_last = is_last_turn(now);
    let of = |threat: &EnemyThreat| {
        threat.chance * if is_last { threat.harm.suppressed } else { threat.harm.falls_back }
    };
    if unit.morale.suppressed() {
        1.0
    } else {
        1.0 - snap_fire.iter().map(|one| 1.0 - of(one)).product::<f64>()
    }
}

pub(super) fn term(threats: &[EnemyThreat], proposal: &Proposal, worth: &RiskWorth) -> Option<Term> {
    let share = |threat: &EnemyThreat| threat.chance * threat.spoiled_by(proposal, worth);
    let points: f64 = threats.iter().map(|threat| share(threat) * threat.harm.points).sum();
    let hits: f64 = threats.iter().map(|threat| share(threat) * threat.harm.hits).sum();
    let mut by: Vec<UnitId> = Vec::new();
    threats.iter().for_each(|threat| {
        if !by.contains(&threat.by) {
            by.push(threat.by)
        }
    });
    let charging = threats.iter().find(|threat| threat.charges).map(|threat| threat.by);
    let does = if charging.is_some() { "reach" } else { "fire at" };
    let watched = match (by.as_slice(), charging) {
        ([], _) => return None,
        ([only], Some(_)) => format!("{only} can charge it there"),
        ([only], None) => format!("only {only} can fire at it there"),
        ([one, other], _) => format!("{one} and {other} can {does} it there"),
        ([worst, others @ ..], _) => format!("{worst} and {} others can {does} it there", others.len()),
    };
    let says = format!("{watched}, {hits:.1} hits on it on average");
    Some(Term { kind: TermKind::Risk, points: -points, says, amount: hits })
}
