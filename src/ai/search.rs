//! Portfolio search: each style of a portfolio says what it would do, each answer is played on to the end of the enemy's
//! next turn, and the one that turns out best on average is taken.
//!
//! Greedy portfolio search after Churchill and Buro (2013), with the answers of whole styles in place of unit scripts. Every
//! answer is played on with the same dice, so that luck does not decide between them.

use std::sync::Arc;

use super::appraisal::worth;
use super::chosen::{ALTERNATIVES, Alternative, Chosen};
use super::computer_player::ComputerPlayer;
use super::values::OBJECTIVE;
use crate::game::engine::agenda::{Choice, Decision};
use crate::game::engine::battle::{Battle, BattleError};
use crate::game::engine::command::Command;
use crate::game::engine::dice::Dice;
use crate::game::engine::snapshot::Snapshot;
use crate::game::engine::view::{UnitView, View};
use crate::game::score::score;
use crate::level::setup::Setup;
use crate::level::style_file::{Searching, Style};
use crate::level::styles::Styles;
use crate::rules::ids::Side;

/// Any fixed seed: the same position has the same answer.
const SEED: u64 = 20_130_223;

/// Player turns that are played on, the present one included.
const TURNS: usize = 2;

/// Most commands of one such play: more would be a circle.
const MAX_COMMANDS: usize = 600;

/// Every choice is played on so often; after that one is given up that lies behind by more than this share of its side's points.
const SAMPLES_OF_ALL: u32 = 2;
const HOPELESS: f64 = 0.12;

/// What counts of a force at the end of the play: in part what the mission would give for it, which goes by steps, and for the
/// rest every model, less if its unit is suppressed or has nerve markers.
const TALLY: f64 = 0.5;
const SHAKEN: f64 = 0.15;
const NERVE_MARKER: f64 = 0.03;

/// How many times a side's points victory counts at the end of the play.
const VICTORY: f64 = 2.0;

/// One choice.
pub(super) struct Search<'a> {
    pub(super) searching: &'a Searching,
    pub(super) players: &'a mut Players,
    pub(super) scratch: &'a mut Battle,
}

/// The players of a portfolio, and the one that plays on. They stay from one choice to the next, and with them what they
/// remember.
pub(super) struct Players {
    portfolio: Vec<ComputerPlayer>,
    plays_on: Box<ComputerPlayer>,
}

impl Players {
    /// Those whom a style names that searches; `None` if it names one that is not there.
    ///
    /// # Errors
    /// A bug: a battle of the setup does not begin.
    pub(super) fn of(
        setup: &Arc<Setup>,
        styles: &Styles,
        searching: &Searching,
    ) -> Result<Option<Self>, BattleError> {
        let player = |style: &String| {
            let own = |chosen: &Style| Styles { chosen: chosen.clone(), named: Vec::new() };
            styles.named(style).map(|chosen| ComputerPlayer::new(setup, own(chosen), SEED)).transpose()
        };
        let portfolio = searching.portfolio.iter().filter_map(|style| player(style).transpose());
        let portfolio = portfolio.collect::<Result<Vec<_>, _>>()?;
        let plays_on = player(&searching.plays_on)?;
        Ok(plays_on.map(|plays_on| Self { portfolio, plays_on: Box::new(plays_on) }))
    }
}

impl Search<'_> {
    /// The best choice; without alternatives the first one.
    pub(super) fn choose(self, battle: &Battle, decision: Decision) -> Option<Chosen> {
        let Self { searching, players: Players { portfolio, plays_on }, scratch } = self;
        if matches!(decision.choice, Choice::Deployment(_)) {
            return portfolio.first_mut()?.choose(battle);
        }
        let mut choices: Vec<(Chosen, &mut ComputerPlayer)> = Vec::new();
        for player in portfolio {
            let Some(chosen) = player.choose(battle) else { continue };
            if !choices.iter().any(|(other, _)| other.command == chosen.command) {
                choices.push((chosen, player));
            }
        }
        if choices.len() < 2 {
            return choices.pop().map(|(chosen, _)| chosen);
        }
        let start = battle.snapshot();
        let hopeless = HOPELESS * points(battle.view(), decision.player);
        let mut plays = vec![Mean::default(); choices.len()];
        for sample in 0..searching.samples {
            let best = plays.iter().map(|play| play.value()).fold(f64::NEG_INFINITY, f64::max);
            let is_open = |play: &Mean| sample < SAMPLES_OF_ALL || play.value() > best - hopeless;
            let open: Vec<usize> = (0..plays.len()).filter(|index| is_open(&plays[*index])).collect();
            if open.len() < 2 {
                break;
            }
            for index in open {
                let (chosen, player) = &mut choices[index];
                let dice = Dice::seeded(SEED + u64::from(sample));
                let players = [&mut **player, &mut **plays_on];
                let ends = play_on(scratch, players, &start, dice, &chosen.command, decision.player);
                plays[index].add(ends);
            }
        }
        let values: Vec<f64> = plays.iter().map(Mean::value).collect();
        let choices: Vec<Chosen> = choices.into_iter().map(|(chosen, _)| chosen).collect();
        best_of_played(choices, &values)
    }
}

/// How a choice ends on average. A play in which the battle breaks counts as one that ends even.
#[derive(Clone, Copy, Default)]
struct Mean {
    sum: f64,
    plays: u32,
}

impl Mean {
    fn add(&mut self, ends: Option<f64>) {
        self.sum += ends.unwrap_or(0.0);
        self.plays += 1;
    }

    fn value(&self) -> f64 {
        self.sum / f64::from(self.plays.max(1))
    }
}

/// So many points worse, in words.
fn worse(points: f64) -> String {
    match points.round() as i64 {
        0 => "no better".to_owned(),
        1 => "1 point worse".to_owned(),
        points => format!("{points} points worse"),
    }
}

/// The choice that ends best, with the others as its alternatives.
fn best_of_played(mut choices: Vec<Chosen>, values: &[f64]) -> Option<Chosen> {
    let best =
        (0..values.len()).reduce(|best, next| if values[next] > values[best] { next } else { best })?;
    let mut others: Vec<Alternative> = (0..values.len())
        .filter(|index| *index != best)
        .map(|index| Alternative {
            does: choices[index].does.clone(),
            command: choices[index].command.clone(),
            less: values[best] - values[index],
            lacks: format!("played on, it ends {}", worse(values[best] - values[index])),
        })
        .collect();
    others.sort_by(|a, b| a.less.total_cmp(&b.less));
    let mut chosen = choices.swap_remove(best);
    if let Some(next) = others.first() {
        chosen.why = format!(
            "{}. Played on to the end of the enemy's turn, {} ends {}",
            chosen.why,
            quoted(&next.does),
            worse(next.less)
        );
    }
    // Those that were not played on come last, as the style that made the choice rates them.
    let more = chosen
        .alternatives
        .into_iter()
        .filter(|own| !others.iter().any(|other| other.command == own.command));
    let more: Vec<Alternative> = more.collect();
    others.extend(more);
    others.truncate(ALTERNATIVES);
    chosen.alternatives = others;
    Some(chosen)
}

/// What is done, as a thing to speak of.
fn quoted(does: &str) -> String {
    format!("\"{does}\"")
}

/// What a side has after a command, its moves by the player who gave it, and the rest of the play by another for both sides;
/// `None` if the battle breaks.
fn play_on(
    scratch: &mut Battle,
    [own, quick]: [&mut ComputerPlayer; 2],
    start: &Snapshot,
    dice: Dice,
    command: &Command,
    side: Side,
) -> Option<f64> {
    scratch.restore(start).ok()?;
    *scratch.dice_mut() = dice;
    scratch.play(command).ok()?;
    let mut turn = (start.turn.round, start.turn.side);
    let (mut turns, mut carried_out) = (1, false);
    for _ in 0..MAX_COMMANDS {
        let now = scratch.view().turn();
        if (now.round, now.side) != turn {
            turn = (now.round, now.side);
            turns += 1;
        }
        if turns > TURNS {
            break;
        }
        let decision = scratch.decision();
        carried_out |= !decision.is_some_and(|decision| is_in_its_middle(decision.choice));
        let asks_own = !carried_out && decision.is_some_and(|decision| decision.player == side);
        let player = if asks_own { &mut *own } else { &mut *quick };
        let Some(chosen) = player.choose(scratch) else { break };
        scratch.play(&chosen.command).ok()?;
    }
    Some(standing(scratch, side))
}

/// Whether a choice interrupts an action.
fn is_in_its_middle(choice: Choice) -> bool {
    matches!(choice, Choice::Moving(_) | Choice::Shooting(_))
}

/// What share of its points a unit is worth for the nerve that it has left.
fn fit(unit: UnitView) -> f64 {
    let shaken = if unit.morale.suppressed() { SHAKEN } else { 0.0 };
    (1.0 - shaken - NERVE_MARKER * f64::from(unit.morale.nerve_markers)).max(0.0)
}

/// The points that a side began with.
fn points(view: View, side: Side) -> f64 {
    view.units().filter(|unit| unit.id.side == side).map(|unit| f64::from(unit.card.points)).sum()
}

/// How a battle stands for a side, in points.
fn standing(battle: &Battle, side: Side) -> f64 {
    let view = battle.view();
    let score = score(view);
    let of = |side: Side| {
        let own = view.units().filter(|unit| unit.id.side == side);
        let left: f64 = own.map(|unit| fit(unit) * worth(view, unit)).sum();
        let tally = f64::from(score.result.tally[side.index()].points);
        let objectives = OBJECTIVE * points(view, side) * score.held(side) as f64;
        TALLY * tally + (1.0 - TALLY) * left + objectives
    };
    let victory = match (view.result(), score.result.winner) {
        (Some(_), Some(winner)) if winner == side => VICTORY * points(view, side),
        (Some(_), Some(_)) => -VICTORY * points(view, side),
        _ => 0.0,
    };
    of(side) - of(side.other()) + victory
}
