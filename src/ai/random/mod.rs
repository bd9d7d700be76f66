//! A player of random legal commands that plays to win: it goes for objectives and enemies, fires when it can, charges
//! when it is near, and takes every answer now and then. The same seed plays the same game.

mod acting;
mod deploying;
mod targets;

use crate::game::dispatch::answers;
use crate::game::engine::agenda::{Choice, Decision};
use crate::game::engine::battle::Battle;
use crate::game::engine::command::{Command, Order};
use crate::game::phases::close_combat::kinds::Choice as CombatChoice;
use crate::game::phases::deployment::usual::usual_order;
use crate::game::phases::fall_back::kinds as fall_back;
use crate::game::phases::moving::kinds as moving;
use crate::game::phases::shooting::kinds as shooting;
use crate::game::phases::shooting::snap_fire::snap_firers;
use crate::game::phases::shooting::targets_after_running;
use crate::rules::action::Action;
use crate::rules::close_combat::CombatMove;
use crate::rules::ids::{Side, UnitId};

use crate::level::chance::Chance;

/// How often an order is changed that would be refused, before a plain one is given.
const TRIES: usize = 14;

/// The same where units, objectives and obstacles are placed; after that, the usual place.
const PLACING_TRIES: usize = 200;

/// Of those tries, one asks the planner for a move, which takes longer but goes round obstacles.
const PLANNED_TRY: usize = 4;

/// Whether this is the try that asks the planner, by the share of the tries that are used up.
fn plans(used: f64) -> bool {
    (used * TRIES as f64).round() as usize == PLANNED_TRY
}

/// A player of both sides.
pub struct RandomPlayer {
    chance: Chance,
    /// How many of its orders `check` refused.
    pub refused: usize,
}

impl RandomPlayer {
    /// A player from a seed.
    pub fn new(seed: u64) -> Self {
        Self { chance: Chance::new(seed), refused: 0 }
    }

    /// A command that `check` accepts; `None` once the battle is over, and where it finds none.
    pub fn command(&mut self, battle: &Battle) -> Option<Command> {
        let decision = battle.decision()?;
        let tries = if matches!(decision.choice, Choice::Deployment(_)) { PLACING_TRIES } else { TRIES };
        for index in 0..tries {
            let share = index as f64 / tries as f64;
            let Some(order) = self.order(battle, decision, share) else { continue };
            let command = Command { player: decision.player, order };
            if battle.check(&command).is_ok() {
                return Some(command);
            }
            self.refused += 1;
        }
        let order = self.plain(battle, decision)?;
        Some(Command { player: decision.player, order })
    }

    /// An order that is likely to be legal; the more so, the greater the share of the tries that are used up.
    fn order(&mut self, battle: &Battle, decision: Decision, used: f64) -> Option<Order> {
        let Decision { player, choice } = decision;
        match choice {
            Choice::Deployment(choice) => self.deploy(battle, player, choice),
            Choice::Turn(_) => self.act(battle, player, used),
            Choice::FallBack(fall_back::Choice::FallBack { unit, .. }) => {
                Some(self.fall_back(battle.view(), unit).into())
            }
            Choice::Moving(moving::Choice::Run { unit }) if plans(used) => {
                self.planned(battle, unit, Action::AtTheDouble)
            }
            Choice::Moving(moving::Choice::Run { unit }) => self.run(battle.view(), unit, used),
            Choice::Moving(moving::Choice::MoveAfterFiring { unit }) => {
                self.advance(battle.view(), unit, used).map(Into::into)
            }
            Choice::Shooting(shooting::Choice::SnapFire { at, .. }) => {
                let units: Vec<UnitId> = snap_firers(battle.view(), at).collect();
                let unit = self.chance.pick(&units).filter(|_| !self.chance.one_in(5));
                Some(match unit {
                    Some(unit) => shooting::SnapFire { unit, by: None }.into(),
                    None => shooting::Order::HoldFire.into(),
                })
            }
            Choice::Shooting(shooting::Choice::FireAfterRunning { unit, turning }) => {
                let view = battle.view();
                let targets: Vec<UnitId> = targets_after_running(view, view.unit(unit)?, turning).collect();
                let at = self.chance.pick(&targets).filter(|_| !self.chance.one_in(6));
                Some(match at {
                    Some(at) => {
                        let fire = shooting::FireAt { at, by: None };
                        shooting::FireAfterRunning { unit, fire }.into()
                    }
                    None => shooting::Order::HoldFire.into(),
                })
            }
            Choice::CloseCombat(choice) => self.fight(battle, player, choice, used),
            // Nobody says what happened at a table that the program plays at.
            Choice::Word(_) => None,
        }
    }

    /// An answer of close combat: mostly the first, which attacks; the winner now and then goes somewhere.
    fn fight(&mut self, battle: &Battle, player: Side, choice: CombatChoice, used: f64) -> Option<Order> {
        if let CombatChoice::Move { unit, by: CombatMove::WinnerConsolidation, .. } = choice
            && self.chance.one_in(2)
        {
            return self.consolidate(battle.view(), unit, used);
        }
        let mut listed = answers(battle.view(), Decision { player, choice: choice.into() });
        let index = if self.chance.one_in(4) { self.chance.below(listed.len()) } else { 0 };
        Some(listed.swap_remove(index).order)
    }

    /// What is always legal, where there is such.
    fn plain(&self, battle: &Battle, decision: Decision) -> Option<Order> {
        match decision.choice {
            Choice::Turn(_) => Some(self.plain_action(battle.view(), decision.player)),
            Choice::FallBack(fall_back::Choice::FallBack { unit, .. }) => {
                Some(fall_back::FallBack::of(unit).into())
            }
            Choice::Moving(moving::Choice::Run { unit }) => {
                Some(moving::AtTheDouble { unit, moves: Vec::new() }.into())
            }
            Choice::Moving(moving::Choice::MoveAfterFiring { unit }) => Some(acting::stay(unit)),
            Choice::Shooting(_) => Some(shooting::Order::HoldFire.into()),
            Choice::Deployment(choice) => usual_order(battle.view(), decision.player, choice).map(Into::into),
            Choice::CloseCombat(_) => answers(battle.view(), decision).pop().map(|answer| answer.order),
            Choice::Word(_) => None,
        }
    }
}
