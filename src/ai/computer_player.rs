//! A computer player: one decision, one command, and why.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::answers::{self, fallback_answer};
use super::appraisal::{Appraiser, TermKind};
use super::chosen::{Chosen, Weighed, best_of};
use super::glance;
use super::proposals::{Proposal, Proposer};
use super::random::RandomPlayer;
use super::search::Players;
use crate::game::adviser::{Advice, Adviser};
use crate::game::dispatch::answers as listed_answers;
use crate::game::engine::WarStrike;
use crate::game::engine::agenda::{Choice, Decision};
use crate::game::engine::battle::{Battle, BattleError};
use crate::game::engine::command::Command;
use crate::game::engine::dice::Dice;
use crate::game::engine::snapshot::Snapshot;
use crate::game::engine::view::{UnitView, View};
use crate::game::leadership::has_to_fall_back;
use crate::game::phases::fall_back::kinds::{Choice as FallBack, FallBack as FallBackOrder};
use crate::game::phases::moving::kinds::Choice as Moving;
use crate::game::phases::turn::kinds::{Choice as Turn, Order as TurnOrder};
use crate::game::phases::turn::may_still_act;
use crate::level::setup::Setup;
use crate::level::style_file::{Look, Method, Style, Weighing};
use crate::level::styles::Styles;
use crate::rules::action::Action;
use crate::rules::basics::gap;
use crate::rules::ids::{Side, UnitId};

/// A player that answers every decision of a battle by a style.
pub struct ComputerPlayer {
    styles: Styles,
    random: RandomPlayer,
    /// A battle of the same setup, in which orders are tried.
    scratch: Battle,
    remembered: Remembered,
    /// The styles that a searching style asks.
    others: Option<Players>,
}

/// What was thought of units that have not changed since.
#[derive(Default)]
struct Remembered {
    at: Option<Snapshot>,
    units: BTreeMap<UnitId, Vec<Weighed>>,
}

impl ComputerPlayer {
    /// A player of battles with a setup. The seed matters to the random style alone.
    ///
    /// # Errors
    /// A bug: a battle of the setup does not begin.
    pub fn new(setup: &Arc<Setup>, styles: Styles, seed: u64) -> Result<Self, BattleError> {
        let (scratch, _) = Battle::new(Arc::clone(setup), Dice::seeded(seed))?;
        let others = match &styles.chosen.method {
            Method::Search(searching) => Players::of(setup, &styles, searching)?,
            Method::Random | Method::Weigh(_) => None,
        };
        let (random, remembered) = (RandomPlayer::new(seed), Remembered::default());
        Ok(Self { styles, random, scratch, remembered, others })
    }

    /// Plays another game of the same setup, as a new player would.
    pub fn begin_again(&mut self, seed: u64) {
        self.random = RandomPlayer::new(seed);
        self.remembered = Remembered::default();
        if let Some(others) = &mut self.others {
            others.begin_again();
        }
    }

    /// Its style.
    pub fn style(&self) -> &Style {
        &self.styles.chosen
    }

    /// What it does now; `None` once the battle is over, and where it finds no legal answer.
    pub fn choose(&mut self, battle: &Battle) -> Option<Chosen> {
        let decision = battle.decision()?;
        match self.styles.chosen.method.clone() {
            Method::Random => self.random.command(battle).map(|command| Chosen::plain(command, "")),
            Method::Weigh(weighing) => self.weigh(battle, decision, &weighing),
            Method::Search(searching) => self.others.as_mut()?.choose(&searching, battle, decision),
        }
    }

    /// By what each proposal is worth at a look. Every decision has its proposals, each is checked once, and there is no
    /// second attempt: what is left where none is legal is an answer that the rules list, or the random player's.
    fn weigh(&mut self, battle: &Battle, decision: Decision, weighing: &Weighing) -> Option<Chosen> {
        if let Some(chosen) = at_a_glance(battle, decision, weighing) {
            return Some(chosen);
        }
        let found = match decision.choice {
            Choice::Turn(Turn::Act) => {
                self.forget_what_changed(battle);
                self.act(battle, decision.player, weighing)
            }
            choice => {
                let mut proposals = self.proposals(battle, decision, choice, weighing);
                proposals.retain(|proposal| battle.check(&proposal.command).is_ok());
                let unit = UnitId { side: decision.player, number: 0 };
                best_of(&[(unit, weigh_all(battle, weighing, proposals))])
            }
        };
        let found = found.filter(|chosen| battle.check(&chosen.command).is_ok());
        let mut last_resort = || fallback_answer(battle, decision).or_else(|| self.random.command(battle));
        found.or_else(|| last_resort().map(|command| Chosen::plain(command, "")))
    }

    /// The answers to any question but which unit acts.
    fn proposals(
        &mut self,
        battle: &Battle,
        decision: Decision,
        choice: Choice,
        weighing: &Weighing,
    ) -> Vec<Proposal> {
        let (view, judgement) = (battle.view(), &weighing.judgement);
        let proposer = Proposer { battle, weighing, scratch: &mut self.scratch };
        let ends = |unit, action| view.unit(unit).map(|unit| proposer.ends(unit, action));
        match choice {
            Choice::Turn(Turn::Act) => Some(Vec::new()),
            Choice::Turn(Turn::Recover { .. }) => Some(answers::recovery::proposals(view, decision)),
            Choice::Moving(Moving::Run { unit }) => ends(unit, Action::AtTheDouble),
            Choice::Moving(Moving::MoveAfterFiring { unit }) => ends(unit, Action::Advance),
            Choice::Shooting(choice) => Some(answers::fire(view, decision, choice, judgement)),
            Choice::FallBack(FallBack::FallBack { unit, occasion }) => {
                view.unit(unit).map(|unit| proposer.fall_back(unit, occasion))
            }
            Choice::CloseCombat(choice) => {
                Some(answers::combat::proposals(battle, decision, choice, judgement))
            }
            Choice::Deployment(choice) => {
                Some(answers::deployment::proposals(battle, decision.player, choice, judgement))
            }
            // What happened at a real table is for its players to say.
            Choice::Word(_) => None,
        }
        .unwrap_or_default()
    }

    /// The best action of the units that may still act; the end of the phase if none may.
    fn act(&mut self, battle: &Battle, player: Side, weighing: &Weighing) -> Option<Chosen> {
        let fresh: Vec<UnitView> = fresh(battle.view(), player);
        if fresh.is_empty() {
            return Some(Chosen::plain(
                Command::new(player, TurnOrder::EndPhase),
                format!("{player} ends the phase"),
            ));
        }
        let all: Vec<(UnitId, Vec<Weighed>)> =
            fresh.into_iter().map(|unit| (unit.id, self.weighed(battle, unit, weighing))).collect();
        best_of(&all)
    }

    /// What a unit may do, with what it is worth.
    fn weighed(&mut self, battle: &Battle, unit: UnitView, weighing: &Weighing) -> Vec<Weighed> {
        let known = self.remembered.units.remove(&unit.id);
        let known = known.filter(|known| known.iter().all(|one| battle.check(&one.proposal.command).is_ok()));
        let weighed = known.unwrap_or_else(|| {
            let proposals = self.proposer(battle, weighing).actions(unit);
            weigh_all(battle, weighing, proposals)
        });
        self.remembered.units.insert(unit.id, weighed.clone());
        weighed
    }

    /// What it does if this unit is the next to act; to any other question, its answer.
    pub(super) fn choose_for(&mut self, battle: &Battle, unit: Option<UnitId>) -> Option<Chosen> {
        let asked = battle.decision()?.choice == Choice::Turn(Turn::Act);
        let (Method::Weigh(weighing), Some(unit)) = (
            self.styles.chosen.method.clone(),
            unit.filter(|_| asked).and_then(|unit| battle.view().unit(unit)),
        ) else {
            return self.choose(battle);
        };
        if weighing.look == Look::Glance {
            return self.choose(battle);
        }
        self.forget_what_changed(battle);
        let weighed = self.weighed(battle, unit, &weighing);
        best_of(&[(unit.id, weighed)]).filter(|chosen| battle.check(&chosen.command).is_ok())
    }

    fn proposer<'a>(&'a mut self, battle: &'a Battle, weighing: &'a Weighing) -> Proposer<'a> {
        Proposer { battle, weighing, scratch: &mut self.scratch }
    }

    /// Drops what was thought of a unit if it has changed since, or something that matters to it has: any enemy that it
    /// could reach or that could reach it, or a friend near by.
    fn forget_what_changed(&mut self, battle: &Battle) {
        let now = battle.snapshot();
        let view = battle.view();
        match self.remembered.at.take() {
            Some(before) if before.turn == now.turn => {
                let changed = changed_units(&before, &now);
                self.remembered.units.retain(|unit, weighed| {
                    let helps = supports(weighed);
                    !changed.iter().any(|other| helps || matters(view, *unit, *other))
                });
            }
            _ => self.remembered.units.clear(),
        }
        self.remembered.at = Some(now);
    }
}

/// What a style does that decides at a glance; `None` where nothing it thinks of is legal. A unit that must fall back goes first.
fn at_a_glance(battle: &Battle, decision: Decision, weighing: &Weighing) -> Option<Chosen> {
    if weighing.look == Look::Close {
        return None;
    }
    let (view, player) = (battle.view(), decision.player);
    let falls_back = |unit| (Command::new(player, FallBackOrder::of(unit)), format!("{unit} falls back"));
    let (command, does) = match decision.choice {
        Choice::Turn(Turn::Act) => {
            let fresh = fresh(view, player);
            match fresh.iter().find(|unit| has_to_fall_back(view, **unit)) {
                _ if fresh.is_empty() => {
                    (Command::new(player, TurnOrder::EndPhase), format!("{player} ends the phase"))
                }
                Some(unit) => falls_back(unit.id),
                None => glance::act(battle, weighing, &fresh)?,
            }
        }
        Choice::Moving(Moving::Run { unit }) => {
            glance::end(battle, weighing, view.unit(unit)?, Action::AtTheDouble)?
        }
        Choice::Moving(Moving::MoveAfterFiring { unit }) => {
            glance::end(battle, weighing, view.unit(unit)?, Action::Advance)?
        }
        Choice::FallBack(FallBack::FallBack { unit, .. }) => falls_back(unit),
        Choice::Turn(Turn::Recover { .. }) => {
            let first = answers::recovery::proposals(view, decision).into_iter().next()?;
            (first.command, first.words)
        }
        // The first of what is listed attacks.
        Choice::CloseCombat(_) => {
            let first = listed_answers(view, decision).into_iter().next()?;
            (Command::new(player, first.order), first.text)
        }
        // Set-up decides games and takes little of them; of fire that interrupts, what does most is worked out.
        Choice::Deployment(_) | Choice::Shooting(_) | Choice::Word(_) => return None,
    };
    battle.check(&command).is_ok().then(|| Chosen::plain(command, does))
}

impl Adviser<WarStrike> for ComputerPlayer {
    fn advise(&mut self, battle: &Battle) -> Option<Advice> {
        let chosen = self.choose(battle)?;
        Some(Advice::of(chosen, &self.style().id))
    }
}

/// Units whose state differs, or that of a model of theirs.
fn changed_units(before: &Snapshot, now: &Snapshot) -> Vec<UnitId> {
    let units = before.units.iter().zip(&now.units).filter(|(a, b)| a != b).map(|(unit, _)| unit.id);
    let models =
        before.models.iter().zip(&now.models).filter(|(a, b)| a != b).map(|(model, _)| model.id.unit);
    let mut changed: Vec<UnitId> = units.chain(models).collect();
    changed.sort();
    changed.dedup();
    changed
}

/// How near a friend is that may stand in the way or share a goal, inches.
const NEAR_BY_INCHES: f64 = 10.0;

/// Whether some of what a unit may do is worth something to the others of its side, as they stand now.
fn supports(weighed: &[Weighed]) -> bool {
    weighed.iter().any(|one| one.appraisal.terms.iter().any(|term| term.kind == TermKind::Support))
}

/// Whether a change of one unit may change what another does.
fn matters(view: View, unit: UnitId, changed: UnitId) -> bool {
    if unit == changed || unit.side != changed.side {
        return true;
    }
    let (Some(one), Some(other)) = (view.leader(unit), view.leader(changed)) else { return true };
    // A friend that has closed with the enemy may need its fire, however far away.
    let enemies = view.units().filter(|enemy| enemy.id.side != unit.side);
    let mut leaders = enemies.filter_map(|enemy| view.leader(enemy.id));
    gap(one.disc(), other.disc()) <= NEAR_BY_INCHES
        || leaders.any(|enemy| gap(enemy.disc(), other.disc()) <= NEAR_BY_INCHES)
}

/// Who may still act; of these only those that have arrived, which act first.
///
/// Rule: MIS-3 (arrivals first).
fn fresh(view: View<'_>, player: Side) -> Vec<UnitView<'_>> {
    let fresh = view.units().filter(|unit| unit.id.side == player && may_still_act(view, *unit));
    let (arrived, others): (Vec<_>, Vec<_>) = fresh.partition(|unit| view.arrivals().contains(&unit.id));
    if arrived.is_empty() { others } else { arrived }
}

/// Each proposal with its worth, in the order given.
fn weigh_all(battle: &Battle, weighing: &Weighing, proposals: Vec<Proposal>) -> Vec<Weighed> {
    let appraiser = Appraiser::new(battle, weighing);
    let weigh = |proposal: Proposal| Weighed { appraisal: appraiser.appraise(&proposal), proposal };
    let mut weighed: Vec<Weighed> = proposals.into_iter().map(weigh).collect();
    // Where it would fall back to takes longest to find, and never makes a proposal better: it is asked until the best is
    // one for which it is known.
    let mut looked = vec![false; weighed.len()];
    let value = |weighed: &[Weighed], index: usize| weighed[index].appraisal.value;
    while let Some(best) = (0..weighed.len())
        .reduce(|best, next| if value(&weighed, next) > value(&weighed, best) { next } else { best })
        .filter(|best| !looked[*best])
    {
        let Weighed { proposal, appraisal } = &weighed[best];
        weighed[best].appraisal = appraiser.look_back(proposal, appraisal.clone());
        looked[best] = true;
    }
    weighed
}
