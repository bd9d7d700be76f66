//! What a proposal is worth: terms in points of the forces' cards, each with the words that explain it.

mod approach;
mod combat;
mod harm;
mod leader;
mod nerve;
mod objectives;
mod retreat;
mod risk;
mod support;

use std::cell::{OnceCell, RefCell};
use std::rc::Rc;

use serde::Serialize;

use crate::game::engine::battle::Battle;
use crate::game::engine::components::Pose;
use crate::game::engine::view::{UnitView, View};
use crate::level::style_file::{Weighing, Weights};
use crate::rules::ids::{ModelId, Side, UnitId};

pub(super) use combat::round_term;
pub use harm::{Harm, harm};
pub(super) use leader::max_tests_lost;
pub use objectives::{stake, stake_at_first};
pub(super) use retreat::way_back;
pub use risk::{EnemyThreat, threats};

use super::estimate::{Errand, Estimator};
use super::proposals::{JudgedBy, Proposal};

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
    /// Nerve markers, and officers near the units they inspire.
    Nerve,
    /// Fire for the sake of other units.
    Support,
}

impl TermKind {
    /// All of them.
    pub const ALL: [Self; 8] = [
        Self::Harm,
        Self::Risk,
        Self::Objectives,
        Self::Approach,
        Self::Combat,
        Self::Retreat,
        Self::Nerve,
        Self::Support,
    ];

    /// What a style makes of it.
    fn weight(self, weights: &Weights) -> f64 {
        match self {
            Self::Harm => weights.harm,
            Self::Risk => weights.risk,
            Self::Objectives => weights.objectives,
            Self::Approach => weights.approach,
            Self::Combat => weights.combat,
            Self::Retreat => weights.retreat,
            Self::Nerve => weights.nerve,
            Self::Support => weights.support,
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
    /// What a player would compare: models lost for harm and close combat, hits for risk, a chance, inches.
    pub amount: f64,
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
        self.terms.iter().filter(|term| term.kind == kind).fold(0.0, |sum, term| sum + term.points)
    }

    /// The sum of what a player would compare; 0 without the term.
    pub fn amount(&self, kind: TermKind) -> f64 {
        self.terms.iter().filter(|term| term.kind == kind).fold(0.0, |sum, term| sum + term.amount)
    }

    fn of(mut terms: Vec<Term>, weights: &Weights) -> Self {
        let weighed = |term: &Term| term.kind.weight(weights) * term.points;
        terms.retain(|term| weighed(term).abs() >= NOTICED_POINTS);
        terms.sort_by(|a, b| weighed(b).abs().total_cmp(&weighed(a).abs()).then(a.kind.cmp(&b.kind)));
        Self { value: terms.iter().map(weighed).sum(), terms }
    }
}

/// Terms of fewer points are not worth a word.
const NOTICED_POINTS: f64 = 0.05;

/// What proposals of a battle are worth to a style.
pub struct Appraiser<'a> {
    battle: &'a Battle,
    weighing: &'a Weighing,
    /// The places judged so far: several proposals may lead to the same.
    judged: RefCell<Vec<Rc<JudgedPlace>>>,
    /// What the units of a side have still to do, once fire is judged.
    errands: [OnceCell<Vec<Errand>>; 2],
}

/// What a unit's place means, whatever it does there.
struct JudgedPlace {
    unit: UnitId,
    poses: Vec<(ModelId, Pose)>,
    /// Who may fire at it.
    threats: Vec<EnemyThreat>,
    /// What it is worth for objectives, nearness and close combat.
    terms: Vec<Term>,
}

impl<'a> Appraiser<'a> {
    /// For a battle at rest.
    pub fn new(battle: &'a Battle, weighing: &'a Weighing) -> Self {
        Self { battle, weighing, judged: RefCell::default(), errands: Default::default() }
    }

    /// What a proposal is worth, without where the unit would fall back to, which takes longest to find.
    pub fn appraise(&self, proposal: &Proposal) -> Appraisal {
        let now = self.battle.view();
        let mut terms = proposal.known.clone();
        terms.extend(proposal.fire.iter().map(Harm::term));
        let Weighing { weights, judgement, .. } = self.weighing;
        if weights.objectives > 0.0 {
            let (side, judged) = (proposal.unit.side, &judgement.objectives);
            terms
                .extend(proposal.fire.iter().filter_map(|fire| objectives::of_fire(now, side, fire, judged)));
        }
        if weights.support > 0.0 && proposal.judged_by == JudgedBy::Place && !proposal.fire.is_empty() {
            terms.extend(support::term(now, proposal.unit, self.errands(proposal.unit.side), &proposal.fire));
        }
        if proposal.judged_by == JudgedBy::Place {
            self.judge_place(proposal, &mut terms);
        }
        Appraisal::of(terms, weights)
    }

    /// What the units of a side have still to do.
    fn errands(&self, side: Side) -> &[Errand] {
        self.errands[side.index()].get_or_init(|| {
            Estimator::new(self.battle.view(), &self.weighing.judgement).errands(side).to_vec()
        })
    }

    /// The terms of where a unit would stand.
    fn judge_place(&self, proposal: &Proposal, terms: &mut Vec<Term>) {
        let (now, Weighing { weights, judgement, .. }) = (self.battle.view(), self.weighing);
        let view = now.with_poses(&proposal.poses);
        let Some(unit) = view.unit(proposal.unit) else { return };
        let place = self.judged(proposal, unit, view);
        let snap_fire = match proposal.runs() && (weights.risk > 0.0 || weights.objectives > 0.0) {
            true => risk::snap_fire(now, view, unit, judgement),
            false => Vec::new(),
        };
        if weights.objectives > 0.0 && !snap_fire.is_empty() {
            let chance = risk::stays_suppressed(now, unit, &snap_fire);
            terms.extend(objectives::if_suppressed(view, unit, chance, &judgement.objectives));
        }
        if weights.risk > 0.0 {
            let mut threats = proposal.threats.clone().unwrap_or_else(|| place.threats.clone());
            threats.extend(snap_fire);
            terms.extend(risk::term(&threats, proposal, &judgement.risk));
        }
        terms.extend(place.terms.iter().cloned());
        if weights.nerve > 0.0 {
            terms.extend(nerve::term(now, view, unit, proposal.relieves, &judgement.nerve));
        }
    }

    /// What the place means to which a proposal leads, judged once.
    fn judged(&self, proposal: &Proposal, unit: UnitView, view: View) -> Rc<JudgedPlace> {
        let is_same = |place: &&Rc<JudgedPlace>| place.unit == unit.id && place.poses == proposal.poses;
        if let Some(known) = self.judged.borrow().iter().find(is_same) {
            return Rc::clone(known);
        }
        let Weighing { weights, judgement, .. } = self.weighing;
        let mut terms = Vec::new();
        if weights.objectives > 0.0 {
            terms.extend(objectives::term(view, unit, &judgement.objectives));
        }
        if weights.approach > 0.0 {
            terms.extend(approach::term(view, unit, &judgement.approach));
        }
        if weights.combat > 0.0 && proposal.moves() {
            terms.extend(combat::term(self.battle, unit.id, &proposal.poses, judgement));
        }
        // What counts for nothing need not be known.
        let is_watched = weights.risk > 0.0 || weights.retreat > 0.0;
        let threats = if is_watched { threats(view, unit, judgement) } else { Vec::new() };
        let place = Rc::new(JudgedPlace { unit: unit.id, poses: proposal.poses.clone(), threats, terms });
        self.judged.borrow_mut().push(Rc::clone(&place));
        place
    }

    /// The same with where the unit would fall back to from there.
    pub fn look_back(&self, proposal: &Proposal, appraisal: Appraisal) -> Appraisal {
        let Weighing { weights, judgement, .. } = self.weighing;
        if weights.retreat == 0.0 || proposal.judged_by != JudgedBy::Place {
            return appraisal;
        }
        let now = self.battle.view();
        let view = now.with_poses(&proposal.poses);
        let Some(unit) = view.unit(proposal.unit) else { return appraisal };
        let threats =
            proposal.threats.clone().unwrap_or_else(|| self.judged(proposal, unit, view).threats.clone());
        let mut terms = appraisal.terms;
        terms.extend(retreat::term(view, unit, &threats, &judgement.retreat));
        Appraisal::of(terms, weights)
    }
}

/// Points of what is left of a unit.
pub(super) fn worth(view: View, unit: UnitView) -> f64 {
    per_model(unit) * view.standing(unit.id).count() as f64
}

/// Points of one of its models.
pub(super) fn per_model(unit: UnitView) -> f64 {
    f64::from(unit.card.points) / f64::from(unit.card.models.max(1))
}
