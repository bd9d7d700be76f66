//! What a proposal is worth: terms in points of the forces' cards, each with the words that explain it.

mod combat;
mod harm;
mod objectives;
mod retreat;
mod risk;

use serde::Serialize;

use crate::game::engine::battle::Battle;
use crate::game::engine::view::{UnitView, View};
use crate::game::phases::shooting::aim::{FireMode, Stance};
use crate::game::phases::shooting::kinds::FireAt;
use crate::game::phases::shooting::odds::odds_of_fire;
use crate::level::style_file::Weights;
use crate::rules::basics::gap;
use crate::rules::ids::UnitId;
use crate::rules::salvo::Manner;

pub use harm::{Harm, harm};
pub use risk::{Threat, threats};

use super::proposals::Proposal;

/// What a term speaks of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum TermKind {
    /// Harm that its fire does.
    Harm,
    /// Harm that the enemy's next fire does to it.
    Risk,
    /// Objectives held, and the way to them.
    Objectives,
    /// Nearness to the enemy.
    Approach,
    /// Close combat.
    Combat,
    /// Where it would fall back from there.
    Retreat,
}

impl TermKind {
    /// What a style makes of it.
    fn weight(self, weights: &Weights) -> f64 {
        match self {
            Self::Harm => weights.harm,
            Self::Risk => weights.risk,
            Self::Objectives => weights.objectives,
            Self::Approach => weights.approach,
            Self::Combat => weights.combat,
            Self::Retreat => weights.retreat,
        }
    }
}

/// One reason for or against a proposal.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Term {
    /// What it speaks of.
    pub kind: TermKind,
    /// In points, before the style weighs it; negative against.
    pub points: f64,
    /// In words.
    pub says: String,
}

/// What a proposal is worth.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Appraisal {
    /// Points, weighed.
    pub value: f64,
    /// Its terms, those that weigh most first.
    pub terms: Vec<Term>,
}

impl Appraisal {
    /// The points of a term; 0 without it.
    pub fn points(&self, kind: TermKind) -> f64 {
        self.terms.iter().filter(|term| term.kind == kind).map(|term| term.points).sum()
    }

    fn of(mut terms: Vec<Term>, weights: &Weights) -> Self {
        let weighed = |term: &Term| term.kind.weight(weights) * term.points;
        terms.retain(|term| weighed(term).abs() >= NOTICED);
        terms.sort_by(|a, b| weighed(b).abs().total_cmp(&weighed(a).abs()).then(a.kind.cmp(&b.kind)));
        Self { value: terms.iter().map(weighed).sum(), terms }
    }
}

/// Terms of fewer points are not worth a word.
const NOTICED: f64 = 0.05;

/// How near the enemy counts, inches, and what share of a unit's points being next to it is worth.
const APPROACH_FROM: f64 = 36.0;
const APPROACH_WORTH: f64 = 0.3;

/// What proposals of a battle are worth to a style.
pub struct Appraiser<'a> {
    battle: &'a Battle,
    weights: &'a Weights,
}

impl<'a> Appraiser<'a> {
    /// For a battle at rest.
    pub fn new(battle: &'a Battle, weights: &'a Weights) -> Self {
        Self { battle, weights }
    }

    /// What a proposal is worth, without where the unit would fall back to, which takes longest to find.
    pub fn appraise(&self, proposal: &Proposal) -> Appraisal {
        let (now, weights) = (self.battle.view(), self.weights);
        let view = now.with_poses(&proposal.poses);
        let Some(unit) = view.unit(proposal.unit) else { return Appraisal::default() };
        let mut terms = Vec::with_capacity(6);
        terms.extend(proposal.fire.as_ref().map(Harm::term));
        if weights.risk > 0.0 {
            let threats = proposal.threats.clone().unwrap_or_else(|| threats(view, unit));
            terms.extend(risk::term(&threats, proposal));
        }
        if weights.objectives > 0.0 {
            terms.extend(objectives::term(view, unit));
        }
        if weights.approach > 0.0 {
            terms.extend(approach(view, unit));
        }
        if weights.combat > 0.0 && proposal.moves() {
            terms.extend(combat::term(self.battle, unit.id, &proposal.poses));
        }
        Appraisal::of(terms, weights)
    }

    /// The same with where the unit would fall back to from there.
    pub fn look_back(&self, proposal: &Proposal, appraisal: Appraisal) -> Appraisal {
        if self.weights.retreat == 0.0 {
            return appraisal;
        }
        let now = self.battle.view();
        let view = now.with_poses(&proposal.poses);
        let Some(unit) = view.unit(proposal.unit) else { return appraisal };
        let threats = proposal.threats.clone().unwrap_or_else(|| threats(view, unit));
        let mut terms = appraisal.terms;
        terms.extend(retreat::term(view, unit, &threats));
        Appraisal::of(terms, self.weights)
    }
}

/// Nearness to the nearest enemy.
fn approach(view: View, unit: UnitView) -> Option<Term> {
    let nearest = nearest_enemy(view, unit.id)?;
    let nearness = (1.0 - nearest / APPROACH_FROM).max(0.0);
    let points = APPROACH_WORTH * worth(view, unit) * nearness;
    Some(Term { kind: TermKind::Approach, points, says: format!("{nearest:.0}″ from the enemy") })
}

/// The gap between a unit and the nearest enemy, inches.
pub(super) fn nearest_enemy(view: View, unit: UnitId) -> Option<f64> {
    let enemies: Vec<_> = view.standing_of(unit.side.other()).map(|model| model.disc()).collect();
    let gaps =
        view.standing(unit).flat_map(|model| enemies.iter().map(move |enemy| gap(model.disc(), *enemy)));
    gaps.min_by(f64::total_cmp)
}

/// Points of what is left of a unit.
pub(super) fn worth(view: View, unit: UnitView) -> f64 {
    per_model(unit) * view.standing(unit.id).count() as f64
}

/// Points of one of its models.
pub(super) fn per_model(unit: UnitView) -> f64 {
    f64::from(unit.card.points) / f64::from(unit.card.models.max(1))
}

/// What a unit's fire would do from where an order takes it; `None` where it is not allowed.
pub(super) fn harm_of_fire(
    view: View,
    stance: &Stance,
    unit: UnitView,
    fire: &FireAt,
    manner: Manner,
) -> Option<Harm> {
    let mode = FireMode::of(unit, manner);
    let odds = odds_of_fire(view, stance, unit.id, std::slice::from_ref(fire), mode).ok()?;
    let (at, odds) = odds.into_iter().next()?;
    harm(view, at, &odds)
}
