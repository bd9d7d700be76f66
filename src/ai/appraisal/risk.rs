//! What the enemy's next fire may do to a unit.

use super::{Harm, Term, TermKind, harm};
use crate::ai::proposals::Proposal;
use crate::game::engine::view::{UnitView, View};
use crate::game::phases::shooting::odds::odds;
use crate::rules::ids::UnitId;
use crate::rules::salvo::Manner;

/// An enemy fires at one unit of several: this much of what it could do counts.
const SHARED: f64 = 0.5;

/// An enemy that is suppressed now may have rallied by then.
const SUPPRESSED_ENEMY: f64 = 0.35;

/// How much of an enemy's fire is spared if it is suppressed first.
const SPOILED: f64 = 0.6;

/// What an enemy unit may do to a unit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Threat {
    /// The enemy.
    pub by: UnitId,
    /// What its fire would do.
    pub harm: Harm,
    /// The chance that it comes.
    pub chance: f64,
}

/// Who may fire at a unit where it stands, the worst first.
pub fn threats(view: View, unit: UnitView) -> Vec<Threat> {
    let enemies = view.units().filter(|enemy| enemy.id.side != unit.id.side);
    let of = |enemy: UnitView| {
        view.standing(enemy.id).next()?;
        let odds = odds(view, enemy.id, unit.id, Manner::OpenFire).ok()?;
        let harm = harm(view, unit.id, &odds)?;
        let chance = if enemy.morale.suppressed() { SUPPRESSED_ENEMY * SHARED } else { SHARED };
        (harm.points > 0.0).then_some(Threat { by: enemy.id, harm, chance })
    };
    let mut threats: Vec<Threat> = enemies.filter_map(of).collect();
    threats.sort_by(|a, b| b.expected().total_cmp(&a.expected()).then(a.by.cmp(&b.by)));
    threats
}

impl Threat {
    /// Points in the mean.
    pub fn expected(&self) -> f64 {
        self.chance * self.harm.points
    }

    /// What is left of its chance after a proposal's own fire at it.
    fn spoiled_by(&self, proposal: &Proposal) -> f64 {
        let fire = proposal.fire.filter(|fire| fire.at == self.by);
        fire.map_or(1.0, |fire| 1.0 - SPOILED * fire.suppressed)
    }
}

pub(super) fn term(threats: &[Threat], proposal: &Proposal) -> Option<Term> {
    let points: f64 = threats.iter().map(|threat| threat.expected() * threat.spoiled_by(proposal)).sum();
    let worst = threats.first()?;
    let lost: f64 = threats.iter().map(|threat| threat.chance * threat.harm.lost).sum();
    let watched = match threats.len() {
        1 => format!("{} may fire at it there", worst.by),
        many => format!("{} and {} more may fire at it there", worst.by, many - 1),
    };
    let says = format!("{watched}: {lost:.1} lost to be expected");
    Some(Term { kind: TermKind::Risk, points: -points, says })
}
