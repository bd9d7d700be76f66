//! Forecast of close combats before a die is rolled: the next round exactly, the whole of each by fighting it many times with the battle's
//! own steps, every question answered as usual.

mod tally;
pub mod words;

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::Serialize;

use super::dispatch::answers;
use super::engine::agenda::{Agenda, Choice, Decision};
use super::engine::battle::{Battle, BattleError, Outcome, SubmitError};
use super::engine::command::{Command, Order};
use super::engine::components::{InCombat, Pose};
use super::engine::dice::{Dice, Source};
use super::engine::fact::Fact;
use super::engine::refusal::Refusal;
use super::engine::snapshot::Snapshot;
use super::engine::view::View;
use super::kinds::Step;
use super::phases::close_combat::declare::{declared, usual_salvos};
use super::phases::close_combat::groups::{CombatGroup, groups_if, units_in};
use super::phases::close_combat::kinds::{Fight, Link, Order as CombatOrder, Step as CombatStep};
use super::phases::close_combat::round::aimed;
use super::phases::fall_back;
use super::phases::fall_back::retreat::Retreat;
use super::phases::shooting::kinds::AimedShot;
use super::phases::shooting::odds::{Odds, odds_of};
use super::phases::shooting::poses_after_moves;
use super::phases::turn::kinds::Step as TurnStep;
use crate::level::setup::Setup;
use crate::rules::close_combat::CombatMove;
use crate::rules::falling_back::Occasion;
use crate::rules::ids::{ModelId, Side, UnitId};
use crate::rules::turn::Phase;
use tally::ForecastTally;

/// Number of sample fights unless the caller gives one.
pub const SAMPLES: u32 = 1_000;

/// Any fixed seed: the same question has the same answer.
const SAMPLE_SEED: u64 = 20_130_223;

/// Most questions that one sample may be asked: more would be a circle.
const MAX_QUESTIONS: usize = 1_000;

/// Subject of a forecast: the battle as it is, or as it would be after a move.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Question {
    /// Poses of the models that would have moved.
    pub moved: Vec<(ModelId, Pose)>,
    /// The unit that would have moved by an action.
    pub mover: Option<UnitId>,
    /// Answer to the question that the battle asks now, a command that `check` accepts; `None`: the usual answer.
    pub answer: Option<Command>,
}

/// Forecast of the close combats of a turn.
#[derive(Clone, Debug, PartialEq)]
pub struct Forecast {
    /// Each combat that there would be, by the lowest id of its attackers.
    pub combats: Vec<CombatForecast>,
    /// Number of times that they were fought.
    pub samples: u32,
    /// The largest standard error that a chance can have.
    pub error: f64,
}

/// Forecast of one close combat.
#[derive(Clone, Debug, PartialEq)]
pub struct CombatForecast {
    /// Units that would be in it, with their models.
    pub group: CombatGroup,
    /// The salvos of its next round, exactly: of its first, without the defensive fire before it.
    pub round: Vec<SalvoForecast>,
    /// The units in it, by their ids.
    pub units: Vec<UnitForecast>,
    /// The chance that A or B wins it.
    pub wins: [f64; 2],
}

/// Effect of one unit's salvo on another in the next round.
#[derive(Clone, Debug, PartialEq)]
pub struct SalvoForecast {
    /// Striking unit.
    pub unit: UnitId,
    /// The target.
    pub at: UnitId,
    /// The chances.
    pub odds: Odds,
}

/// Possible fates of a unit in a close combat.
#[derive(Clone, Debug, PartialEq)]
pub struct UnitForecast {
    /// The unit.
    pub unit: UnitId,
    /// The chance of each number of models lost in the fight, from none.
    pub lost: Vec<f64>,
    /// The chance of each way in which the fight ends for it.
    pub fates: EndChances,
    /// Retreat if it were forced out of the combat as things stand.
    pub retreat: Option<Retreat>,
}

/// The chances of how a fight ends for a unit; together with "it stays" they make 1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct EndChances {
    /// It is wiped out in the fight.
    pub wiped_out: f64,
    /// It is forced out too weak to move, and destroyed. Rule: FB-1.
    pub destroyed: f64,
    /// It is forced out and routs. Rule: ROU-1.
    pub routs: f64,
    /// It is forced out and falls back or runs for cover.
    pub falls_back: f64,
}

/// Forecasts the close combats of this turn.
///
/// Rule: CC-1, CC-3, CC-5, CC-6, CC-7, CC-8 (to the end of the combat).
///
/// # Errors
/// A bug in the battle's steps.
pub fn forecast(
    setup: &Arc<Setup>,
    snapshot: &Snapshot,
    question: &Question,
    samples: u32,
) -> Result<Forecast, BattleError> {
    let (mut battle, _) = Battle::new(Arc::clone(setup), Dice::seeded(SAMPLE_SEED))?;
    let asked = hypothetical(snapshot, question);
    battle.restore(&asked)?;
    let ends = question.poses(battle.view());
    battle.restore(&with_poses(&asked, &ends))?;
    let begun_combats = begun_combats(battle.view());
    let mut combats = present_combats(battle.view(), question, unit_forecast);
    if combats.is_empty() {
        return Ok(Forecast { combats, samples: 0, error: 0.0 });
    }
    for index in 0..combats.len() {
        exact_round(&mut battle, (&asked, question), index, &mut combats)?;
    }
    let begun = before_fighting(&asked);
    let mut tally = ForecastTally::default();
    for sample in 0..samples {
        battle.restore(&begun)?;
        *battle.dice_mut() = Dice::seeded(SAMPLE_SEED + u64::from(sample));
        tally.add(begun_combats.clone(), &fight_out(&mut battle, question.answer.as_ref())?);
    }
    tally.write(samples, &mut combats);
    Ok(Forecast { combats, samples, error: 0.5 / f64::from(samples.max(1)).sqrt() })
}

impl Question {
    /// Final poses of the models that would have moved, and of those that the answer moves in a combat.
    ///
    /// Rule: CC-4, CC-5 (may move), CC-9.
    pub fn poses(&self, view: View) -> Vec<(ModelId, Pose)> {
        let mut poses = self.moved.clone();
        let order = self.answer.as_ref().map(|answer| &answer.order);
        if let Some(Order::CloseCombat(CombatOrder::MoveInCombat(order))) = order {
            poses.extend(poses_after_moves(view, &order.moves));
        }
        poses
    }
}

/// The next round alone of each close combat that there would be, exactly: much quicker than [`forecast`]. What becomes of
/// the units is left open.
///
/// Rule: CC-1, CC-5, CC-6.
///
/// # Errors
/// A bug in the battle's steps.
pub fn forecast_round(
    setup: &Arc<Setup>,
    snapshot: &Snapshot,
    question: &Question,
) -> Result<Vec<CombatForecast>, BattleError> {
    let (mut battle, _) = Battle::new(Arc::clone(setup), Dice::seeded(SAMPLE_SEED))?;
    let asked = hypothetical(snapshot, question);
    battle.restore(&asked)?;
    let ends = question.poses(battle.view());
    battle.restore(&with_poses(&asked, &ends))?;
    let open =
        |_: View, unit| UnitForecast { unit, lost: Vec::new(), fates: EndChances::default(), retreat: None };
    let mut combats = present_combats(battle.view(), question, open);
    for index in 0..combats.len() {
        exact_round(&mut battle, (&asked, question), index, &mut combats)?;
    }
    Ok(combats)
}

/// Odds of a unit's own salvos of the present round with this order.
///
/// Rule: CC-5, CC-6 (its player's choice).
///
/// # Errors
/// Refusal of an order that the rules forbid.
pub fn odds_of_fight(view: View, order: &Fight) -> Result<Vec<(UnitId, Odds)>, Refusal> {
    let Some(unit) = view.unit(order.unit) else { return Ok(Vec::new()) };
    let salvos = declared(view, unit, order)?;
    let aimed = salvos.into_iter().filter_map(|salvo| aimed(view, salvo.unit, salvo.at, salvo.shots));
    aimed.map(|salvo| Ok((salvo.at, odds_of(view, order.unit, &salvo)?))).collect()
}

/// The battle with models where they would stand.
fn with_poses(snapshot: &Snapshot, poses: &[(ModelId, Pose)]) -> Snapshot {
    let mut moved = snapshot.clone();
    for (id, pose) in poses {
        moved.models.iter_mut().filter(|model| model.id == *id).for_each(|model| model.pose = *pose);
    }
    moved
}

/// The battle after the moves that are asked about.
fn hypothetical(snapshot: &Snapshot, question: &Question) -> Snapshot {
    let mut moved = with_poses(snapshot, &question.moved);
    let moves = |unit: UnitId| Some(unit) == question.mover;
    moved.units.iter_mut().filter(|unit| moves(unit.id)).for_each(|unit| unit.activity.has_moved = true);
    moved
}

/// The combats being fought, each by its number with its first attacker; none before the Close-Combat phase.
fn begun_combats(view: View) -> BTreeMap<u8, UnitId> {
    if view.turn().phase != Phase::CloseCombat {
        return BTreeMap::new();
    }
    let attackers = view.units().filter(|unit| unit.id.side == view.turn().side);
    let numbered = attackers.filter_map(|unit| Some((unit.activity.combat?.number, unit.id)));
    // Of several the first by id, which comes last.
    numbered.collect::<Vec<_>>().into_iter().rev().collect()
}

/// The combats as they stand: those begun, in the Close-Combat phase, else those that the turn would lead to.
fn present_combats(
    view: View,
    question: &Question,
    forecast: impl Fn(View, UnitId) -> UnitForecast,
) -> Vec<CombatForecast> {
    let of = |group: CombatGroup| {
        let ids = group.attackers.iter().chain(&group.defenders);
        let mut units: Vec<UnitForecast> = ids.map(|unit| forecast(view, *unit)).collect();
        units.sort_by_key(|unit| unit.unit);
        CombatForecast { group, round: Vec::new(), units, wins: [0.0; 2] }
    };
    let groups = groups_if(view, &[], question.mover);
    match view.turn().phase {
        Phase::CloseCombat => begun_combats(view)
            .into_keys()
            .filter_map(|number| begun_group(view, number, &groups))
            .map(of)
            .collect(),
        _ => groups.into_iter().map(of).collect(),
    }
}

/// A combat that is being fought, with the links there are now; `None` if one side has nobody left in it.
fn begun_group(view: View, number: u8, groups: &[CombatGroup]) -> Option<CombatGroup> {
    let units: Vec<UnitId> = units_in(view, number).map(|unit| unit.id).collect();
    let is_in = |link: &&Link| units.contains(&link.attacker.unit) && units.contains(&link.defender.unit);
    let links = groups.iter().flat_map(|group| &group.links).filter(is_in).copied().collect();
    let (attackers, defenders): (Vec<UnitId>, Vec<UnitId>) =
        units.iter().partition(|unit| unit.side == view.turn().side);
    (!attackers.is_empty() && !defenders.is_empty()).then_some(CombatGroup { attackers, defenders, links })
}

fn unit_forecast(view: View, unit: UnitId) -> UnitForecast {
    let retreat = fall_back::retreat(view, unit, Occasion::CloseCombat);
    let models = view.standing(unit).count();
    UnitForecast { unit, lost: vec![0.0; models + 1], fates: EndChances::default(), retreat }
}

/// A snapshot from which the turn goes on to its combats by itself.
fn before_fighting(snapshot: &Snapshot) -> Snapshot {
    match snapshot.turn.phase {
        Phase::Reaction | Phase::CloseCombat => snapshot.clone(),
        _ => with_step(snapshot, Phase::Action, TurnStep::NextPhase),
    }
}

fn with_step(snapshot: &Snapshot, phase: Phase, step: impl Into<Step>) -> Snapshot {
    let mut begun = snapshot.clone();
    begun.turn.phase = phase;
    begun.agenda = Agenda::default();
    begun.agenda.push(step);
    begun
}

/// A snapshot in which one combat alone is about to be fought from its beginning.
///
/// Rule: CC-2, CC-4.
fn at_its_beginning(snapshot: &Snapshot, group: &CombatGroup) -> Snapshot {
    let mut alone = with_step(snapshot, Phase::CloseCombat, CombatStep::BeginRound { combat: 1, round: 1 });
    for attacker in group.attackers.iter().rev() {
        let by = CombatMove::AttackerConsolidation;
        alone.agenda.push(CombatStep::OfferCombatMove { unit: *attacker, by, round: 0 });
    }
    for unit in &mut alone.units {
        let is_in = group.attackers.contains(&unit.id) || group.defenders.contains(&unit.id);
        unit.activity.combat = is_in.then_some(InCombat { number: 1, has_tested: false });
    }
    alone
}

/// The salvos of the next round of a combat: it goes on without dice until the first die is rolled. Of several that are being
/// fought the first goes on from where it is (CC-2); the others have not begun.
fn exact_round(
    battle: &mut Battle,
    (snapshot, question): (&Snapshot, &Question),
    index: usize,
    combats: &mut [CombatForecast],
) -> Result<(), BattleError> {
    let Some(combat) = combats.get_mut(index) else { return Ok(()) };
    let goes_on = snapshot.turn.phase == Phase::CloseCombat && index == 0;
    let (start, answer) = match goes_on {
        true => (snapshot.clone(), question.answer.as_ref()),
        false => (at_its_beginning(snapshot, &combat.group), None),
    };
    battle.restore(&start)?;
    *battle.dice_mut() = Dice::seeded(SAMPLE_SEED);
    battle.dice_mut().set_source(Source::Fed(Vec::new().into()));
    match fight_out(battle, answer) {
        Ok(_) => return Ok(()),
        Err(BattleError::DiceWanted(wanted)) if wanted.context.is_some() => {}
        Err(BattleError::DiceWanted(_)) => return Ok(()),
        Err(error) => return Err(error),
    }
    let view = battle.view();
    for unit in &combat.units {
        let Some(from) = view.unit(unit.unit) else { continue };
        for salvo in usual_salvos(view, from) {
            let Some(aimed) = aimed(view, salvo.unit, salvo.at, salvo.shots) else { continue };
            if let Ok(odds) = odds_of(view, salvo.unit, &aimed) {
                combat.round.push(SalvoForecast { unit: salvo.unit, at: salvo.at, odds });
            }
        }
    }
    Ok(())
}

/// Plays on until the turn's combats are over, from the answer to the question that is asked first; all that happened.
fn fight_out(battle: &mut Battle, first: Option<&Command>) -> Result<Vec<Fact>, BattleError> {
    let (mut facts, mut first) = (Vec::new(), first.cloned());
    if battle.decision().is_none() {
        facts.extend(battle.go_on()?.facts);
    }
    for _ in 0..MAX_QUESTIONS {
        let fights = matches!(battle.view().turn().phase, Phase::Reaction | Phase::CloseCombat);
        let Some(decision) = battle.decision().filter(|_| fights) else { return Ok(facts) };
        let command = first.take().unwrap_or_else(|| usual_answer(battle.view(), decision));
        let Outcome { facts: more, .. } = battle.submit(&command).map_err(|error| match error {
            SubmitError::Refused(refusal) => BattleError::Step(refusal.to_string()),
            SubmitError::Broken(broken) => broken,
        })?;
        facts.extend(more);
    }
    Err(BattleError::Endless)
}

/// Answer to a question unless the player gives another.
fn usual_answer(view: View, decision: Decision) -> Command {
    let mut answers = answers(view, decision);
    // Whoever is forced to fall back does as the rules say, which is the last of its answers.
    let usual = if matches!(decision.choice, Choice::FallBack(_)) { answers.len() - 1 } else { 0 };
    Command { player: decision.player, order: answers.swap_remove(usual).order }
}

impl CombatForecast {
    /// The chance that nobody wins it.
    pub fn undecided(&self) -> f64 {
        1.0 - self.wins.iter().sum::<f64>()
    }

    /// The chance that a side wins it.
    pub fn wins(&self, side: Side) -> f64 {
        self.wins[side.index()]
    }
}

impl SalvoForecast {
    /// Its blows and shots.
    pub fn shots(&self) -> &[AimedShot] {
        &self.odds.shots
    }
}
