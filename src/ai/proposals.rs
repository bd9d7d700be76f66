//! What a unit may do next: whole commands, each with where it would leave the unit.

#![deny(clippy::wildcard_enum_match_arm)]

mod advance;
mod angle;
mod fall_back;
mod fire;
mod runs;

use std::collections::BTreeMap;

use super::appraisal::{EnemyThreat, Harm, Term, threats};
use super::estimate::Estimator;
use super::goals::{enemies, range};
use crate::game::engine::battle::Battle;
use crate::game::engine::command::{Command, Order};
use crate::game::engine::components::Pose;
use crate::game::engine::view::UnitView;
use crate::game::leadership::has_to_fall_back;
use crate::game::phases::get_down::kinds::GetDown;
use crate::game::phases::moving::kinds::Order as Moving;
use crate::level::style_file::Weighing;
use crate::rules::action::Action;
use crate::rules::falling_back::Occasion;
use crate::rules::ids::{ModelId, UnitId};

/// A command, and what it would lead to as far as no die decides.
#[derive(Clone, Debug, PartialEq)]
pub struct Proposal {
    /// The unit that acts.
    pub unit: UnitId,
    /// What it does.
    pub command: Command,
    /// In a few words: "fires at B2", "goes to mill".
    pub words: String,
    /// Where its models would stand and look.
    pub poses: Vec<(ModelId, Pose)>,
    /// What its fire would do, at each of its targets.
    pub fire: Vec<Harm>,
    /// Who may fire at it afterwards, where the places alone do not tell.
    pub threats: Option<Vec<EnemyThreat>>,
    /// How many nerve markers go.
    pub relieves: u8,
    /// Reasons that whoever made the proposal knows.
    pub known: Vec<Term>,
    /// What else it is judged by.
    pub judged_by: JudgedBy,
}

/// What a proposal is judged by, besides its fire and what is known of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JudgedBy {
    /// Where it leaves the unit.
    Place,
    /// Nothing: it leaves everybody where they are.
    Itself,
}

impl Proposal {
    /// Whether it takes any model elsewhere.
    pub fn moves(&self) -> bool {
        !self.poses.is_empty()
    }

    /// Whether it is a run, at which enemies may snap fire.
    pub fn runs(&self) -> bool {
        matches!(self.command.order, Order::Moving(Moving::AnnounceDouble(_) | Moving::AtTheDouble(_)))
    }

    pub(super) fn new(unit: UnitId, order: impl Into<Order>, words: impl Into<String>) -> Self {
        Self {
            unit,
            command: Command::new(unit.side, order),
            words: words.into(),
            poses: Vec::new(),
            fire: Vec::new(),
            threats: None,
            relieves: 0,
            known: Vec::new(),
            judged_by: JudgedBy::Place,
        }
    }

    /// An answer that is judged by what is known of it alone.
    pub(super) fn answer(
        unit: UnitId,
        order: impl Into<Order>,
        words: impl Into<String>,
        known: Vec<Term>,
    ) -> Self {
        Self { known, judged_by: JudgedBy::Itself, ..Self::new(unit, order, words) }
    }

    /// The action that it takes; `None` for answers.
    fn action(&self) -> Option<Action> {
        self.command.order.action()
    }
}

/// Makes proposals for the units of a battle at rest.
pub(super) struct Proposer<'a> {
    pub(super) battle: &'a Battle,
    pub(super) weighing: &'a Weighing,
    /// A battle of the same setup, to try orders on that change more than places.
    pub(super) scratch: &'a mut Battle,
}

/// Enemies that a unit may think of firing at, with the gaps to them.
pub(super) type Targets = BTreeMap<UnitId, f64>;

impl Proposer<'_> {
    /// What a unit may do as its action; staying where it is comes first, or the fall back that it must make.
    pub(super) fn actions(&mut self, unit: UnitView) -> Vec<Proposal> {
        let battle = self.battle;
        if has_to_fall_back(battle.view(), unit) {
            return self.fall_back(unit, Occasion::Action);
        }
        let targets = self.targets(unit);
        let mut found = vec![self.stay(unit, &targets)];
        found.extend(self.open_fire(unit, &targets));
        found.extend(self.moves(unit, Action::Advance, &targets));
        found.extend(self.get_down(unit));
        found.extend(self.runs(unit));
        found.retain(|proposal| self.is_allowed(proposal));
        found
    }

    /// Where a unit may go that has been told to move by an action; staying comes first.
    pub(super) fn ends(&self, unit: UnitView, action: Action) -> Vec<Proposal> {
        let stay =
            Order::of_move(action, unit.id, Vec::new()).map(|order| Proposal::new(unit.id, order, "stays"));
        let mut found: Vec<Proposal> = stay.into_iter().collect();
        found.extend(self.moves(unit, action, &Targets::new()));
        found
    }

    /// Whether the style takes it, and the battle would accept it.
    fn is_allowed(&self, proposal: &Proposal) -> bool {
        let forbidden = |action| self.weighing.forbids.contains(&action);
        !proposal.action().is_some_and(forbidden) && self.battle.check(&proposal.command).is_ok()
    }

    /// The enemies that a unit may think of firing at, with their gaps: the nearest of those within range of a step, and those that
    /// watch what others of its side have still to do.
    fn targets(&self, unit: UnitView) -> Targets {
        let view = self.battle.view();
        let range = range(view, unit.id) + f64::from(unit.card.characteristics.movement);
        let mut near = enemies(view, unit.id);
        near.retain(|(_, gap)| *gap <= range);
        let others = near.split_off(near.len().min(self.weighing.targets));
        if !others.is_empty() && self.weighing.weights.support > 0.0 {
            let estimator = Estimator::new(view, &self.weighing.judgement);
            near.extend(others.into_iter().filter(|(enemy, _)| estimator.is_on_watch(*enemy, unit.id)));
        }
        near.into_iter().collect()
    }

    /// Getting down, with what may then be fired at it.
    fn get_down(&mut self, unit: UnitView) -> Option<Proposal> {
        let order = GetDown { unit: unit.id, turns: Vec::new() };
        let proposal = Proposal::new(unit.id, order, "gets down");
        self.scratch.restore(&self.battle.snapshot()).ok()?;
        self.scratch.submit(&proposal.command).ok()?;
        let view = self.scratch.view();
        let threats = threats(view, view.unit(unit.id)?, &self.weighing.judgement);
        Some(Proposal { threats: Some(threats), relieves: 1, ..proposal })
    }
}
