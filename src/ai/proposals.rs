//! What a unit may do next: whole commands, each with where it would leave the unit.

mod goals;
mod moves;

use std::collections::BTreeMap;

use super::appraisal::{Harm, Threat, harm_of_fire, threats};
use crate::game::engine::agenda::{Choice, Decision};
use crate::game::engine::battle::Battle;
use crate::game::engine::command::{Command, Order};
use crate::game::engine::components::Pose;
use crate::game::engine::view::{UnitView, View};
use crate::game::leadership::has_to_fall_back;
use crate::game::phases::fall_back::kinds::FallBack;
use crate::game::phases::get_down::kinds::GetDown;
use crate::game::phases::moving::kinds::{
    AdvanceUnit, AnnounceDouble, Choice as Moving, ModelMove, OpenFire, Order as AnyMoving, Sequence,
};
use crate::game::phases::shooting::kinds::FireAt;
use crate::game::phases::shooting::poses_after_moves;
use crate::level::style_file::Weighing;
use crate::rules::action::Action;
use crate::rules::basics::gap;
use crate::rules::ids::{ModelId, UnitId};
use crate::rules::salvo::Manner;

use goals::{Goal, goals};
use moves::UnitMoves;

/// How many runs of a unit are thought of.
const RUNS: usize = 3;

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
    /// What its fire would do.
    pub fire: Option<Harm>,
    /// Who may fire at it afterwards, where the places alone do not tell.
    pub threats: Option<Vec<Threat>>,
}

impl Proposal {
    /// Whether it takes any model elsewhere.
    pub fn moves(&self) -> bool {
        !self.poses.is_empty()
    }

    fn new(unit: UnitId, order: impl Into<Order>, words: impl Into<String>) -> Self {
        let command = Command::new(unit.side, order);
        Self { unit, command, words: words.into(), poses: Vec::new(), fire: None, threats: None }
    }
}

/// Makes proposals for the units of a battle at rest.
pub(super) struct Proposer<'a> {
    pub(super) battle: &'a Battle,
    pub(super) weighing: &'a Weighing,
    /// A battle of the same setup, to try orders on that change more than places.
    pub(super) scratch: &'a mut Battle,
}

impl Proposer<'_> {
    /// What a unit may do as its action; staying where it is comes first, unless it must fall back.
    pub(super) fn actions(&mut self, unit: UnitView) -> Vec<Proposal> {
        let (battle, id) = (self.battle, unit.id);
        if has_to_fall_back(battle.view(), unit) {
            return vec![Proposal::new(id, FallBack::of(id), "falls back")];
        }
        let targets = self.targets(unit);
        let mut found = vec![self.with_fire(unit, Vec::new(), "stays", &targets)];
        found.extend(self.open_fire(unit, &targets));
        found.extend(self.moves(unit, Action::Advance, &targets));
        found.extend(self.get_down(unit));
        found.extend(self.announce(unit));
        found.retain(|proposal| self.is_allowed(proposal));
        found
    }

    /// Where a unit may go that has been told to move by an action; staying comes first.
    pub(super) fn ends(&mut self, unit: UnitView, action: Action) -> Vec<Proposal> {
        let targets = BTreeMap::new();
        let stay =
            Order::of_move(action, unit.id, Vec::new()).map(|order| Proposal::new(unit.id, order, "stays"));
        let mut found: Vec<Proposal> = stay.into_iter().collect();
        found.extend(self.moves(unit, action, &targets));
        found
    }

    /// Whether the style takes it, and the battle would accept it.
    fn is_allowed(&self, proposal: &Proposal) -> bool {
        let forbidden = |action| self.weighing.forbids.contains(&action);
        let action = match &proposal.command.order {
            Order::GetDown(_) => Some(Action::GetDown),
            Order::Moving(AnyMoving::AnnounceDouble(_)) => Some(Action::AtTheDouble),
            order => order.unit_move().map(|moved| moved.action),
        };
        !action.is_some_and(forbidden) && self.battle.check(&proposal.command).is_ok()
    }

    /// The enemies that a unit may think of firing at: those within range of a step, the nearest first, with their gaps.
    fn targets(&self, unit: UnitView) -> BTreeMap<UnitId, f64> {
        let view = self.battle.view();
        let range = range(view, unit.id) + f64::from(unit.card.characteristics.movement);
        let mut near = enemies(view, unit.id);
        near.retain(|(_, gap)| *gap <= range);
        near.into_iter().take(self.weighing.targets).collect()
    }

    fn open_fire(&self, unit: UnitView, targets: &BTreeMap<UnitId, f64>) -> Vec<Proposal> {
        let view = self.battle.view();
        let at = |target: &UnitId| {
            let fire = FireAt { at: *target, by: None };
            let harm = harm_of_fire(view, &[], unit, &fire, Manner::OpenFire)?;
            let order = OpenFire { unit: unit.id, moves: Vec::new(), fire: vec![fire] };
            let proposal = Proposal::new(unit.id, AnyMoving::from(order), format!("fires at {target}"));
            Some(Proposal { fire: Some(harm), ..proposal })
        };
        targets.keys().filter_map(at).collect()
    }

    /// Moves by an action to the goals that the style thinks of.
    fn moves(&self, unit: UnitView, action: Action, targets: &BTreeMap<UnitId, f64>) -> Vec<Proposal> {
        let battle = self.battle;
        let mover = UnitMoves::new(battle, unit, action);
        let goals = goals(battle.view(), unit, action, self.weighing.places);
        let mut found: Vec<Proposal> = Vec::new();
        for Goal { at, words, hides } in goals {
            let Some(moves) = mover.to(at) else { continue };
            let proposal = match action {
                Action::Advance => self.with_fire(unit, moves, &words, targets),
                _ => {
                    let poses = poses_after_moves(battle.view(), &moves);
                    let Some(order) = Order::of_move(action, unit.id, moves) else { continue };
                    Proposal { poses, ..Proposal::new(unit.id, order, words.clone()) }
                }
            };
            if found.iter().any(|other| other.poses == proposal.poses) {
                continue;
            }
            if hides && !targets.is_empty() {
                found.extend(self.fire_and_hide(unit, &proposal, &words, targets));
            }
            found.push(proposal);
        }
        found
    }

    /// An Advance that fires at the target for which it does the most harm from its end, if at any.
    fn with_fire(
        &self,
        unit: UnitView,
        moves: Vec<ModelMove>,
        words: &str,
        targets: &BTreeMap<UnitId, f64>,
    ) -> Proposal {
        let view = self.battle.view();
        let poses = poses_after_moves(view, &moves);
        let order =
            |fire| AdvanceUnit { unit: unit.id, moves: moves.clone(), fire, sequence: Sequence::MoveFirst };
        if let Some((fire, harm)) = best_fire(view, &poses, unit, targets) {
            let words = format!("{words}, fires at {}", fire.at);
            let with = Proposal::new(unit.id, AnyMoving::from(order(vec![fire])), words);
            if self.battle.check(&with.command).is_ok() {
                return Proposal { poses, fire: Some(harm), ..with };
            }
        }
        Proposal { poses, ..Proposal::new(unit.id, AnyMoving::from(order(Vec::new())), words) }
    }

    /// An Advance that fires before it goes out of sight.
    fn fire_and_hide(
        &self,
        unit: UnitView,
        hidden: &Proposal,
        words: &str,
        targets: &BTreeMap<UnitId, f64>,
    ) -> Option<Proposal> {
        let (fire, harm) = best_fire(self.battle.view(), &[], unit, targets)?;
        let words = format!("fires at {}, then {words}", fire.at);
        let order =
            AdvanceUnit { unit: unit.id, moves: Vec::new(), fire: vec![fire], sequence: Sequence::FireFirst };
        let proposal = Proposal::new(unit.id, AnyMoving::from(order), words);
        Some(Proposal { poses: hidden.poses.clone(), fire: Some(harm), ..proposal })
    }

    /// Getting down, with what may then be fired at it.
    fn get_down(&mut self, unit: UnitView) -> Option<Proposal> {
        let order = GetDown { unit: unit.id, turns: Vec::new() };
        let proposal = Proposal::new(unit.id, order, "gets down");
        self.scratch.restore(&self.battle.snapshot()).ok()?;
        self.scratch.submit(&proposal.command).ok()?;
        let view = self.scratch.view();
        let threats = threats(view, view.unit(unit.id)?);
        Some(Proposal { threats: Some(threats), ..proposal })
    }

    /// Runs toward the nearest goals, each for where it would end if nothing were in the way.
    fn announce(&self, unit: UnitView) -> Vec<Proposal> {
        let view = self.battle.view();
        let order = AnyMoving::from(AnnounceDouble { unit: unit.id });
        let runs =
            goals(view, unit, Action::AtTheDouble, self.weighing.places).into_iter().filter_map(|goal| {
                let moves = moves::straight(view, unit, Action::AtTheDouble, goal.at)?;
                let proposal = Proposal::new(unit.id, order.clone(), format!("runs: {}", goal.words));
                Some(Proposal { poses: poses_after_moves(view, &moves), ..proposal })
            });
        runs.take(RUNS).collect()
    }
}

/// The fire from some places that does the most harm.
fn best_fire(
    view: View,
    poses: &[(ModelId, Pose)],
    unit: UnitView,
    targets: &BTreeMap<UnitId, f64>,
) -> Option<(FireAt, Harm)> {
    let harm = |target: &UnitId| {
        let fire = FireAt { at: *target, by: None };
        let harm = harm_of_fire(view, poses, unit, &fire, Manner::Advance)?;
        (harm.points > 0.0).then_some((fire, harm))
    };
    targets.keys().filter_map(harm).max_by(|a, b| a.1.points.total_cmp(&b.1.points).then(b.0.at.cmp(&a.0.at)))
}

/// Every enemy unit on the table with the gap to it, the nearest first.
pub(super) fn enemies(view: View, unit: UnitId) -> Vec<(UnitId, f64)> {
    let own: Vec<_> = view.standing(unit).map(|model| model.disc()).collect();
    let enemies = view.units().filter(|enemy| enemy.id.side != unit.side);
    let gap_to = |enemy: UnitView| {
        let gaps =
            view.standing(enemy.id).flat_map(|model| own.iter().map(move |disc| gap(model.disc(), *disc)));
        Some((enemy.id, gaps.min_by(f64::total_cmp)?))
    };
    let mut found: Vec<(UnitId, f64)> = enemies.filter_map(gap_to).collect();
    found.sort_by(|a, b| a.1.total_cmp(&b.1).then(a.0.cmp(&b.0)));
    found
}

/// The longest range of a unit's weapons, inches; 0 without one.
pub(super) fn range(view: View, unit: UnitId) -> f64 {
    let ranges = view.standing(unit).filter_map(|model| model.card.firing_range(model.id.number));
    ranges.fold(0.0, f64::max)
}

/// The unit that a decision is about, if it moves one.
pub(super) fn mover(view: View<'_>, decision: Decision) -> Option<(UnitView<'_>, Action)> {
    let (unit, action) = match decision.choice {
        Choice::Moving(Moving::Run { unit }) => (unit, Action::AtTheDouble),
        Choice::Moving(Moving::MoveAfterFiring { unit }) => (unit, Action::Advance),
        _ => return None,
    };
    Some((view.unit(unit)?, action))
}
