//! Portfolio search: each style of a portfolio says what it would do, each answer is played on to the end of the enemy's
//! next turn, and the one that turns out best on average is taken.
//!
//! Greedy portfolio search after Churchill and Buro (2013), with the answers of whole styles in place of unit scripts. Every
//! answer is played on with the same dice, so that luck does not decide between them.

use super::chosen::{ALTERNATIVES, Alternative, Chosen};
use super::computer_player::ComputerPlayer;
use crate::game::engine::agenda::{Choice, Decision};
use crate::game::engine::battle::Battle;
use crate::game::engine::command::Command;
use crate::game::engine::dice::Dice;
use crate::game::engine::snapshot::Snapshot;
use crate::game::score::score;
use crate::level::style_file::Searching;
use crate::level::styles::Styles;
use crate::rules::ids::Side;

/// Any fixed seed: the same position has the same answer.
const SEED: u64 = 20_130_223;

/// Player turns that are played on, the present one included.
const TURNS: usize = 2;

/// Most commands of one such play: more would be a circle.
const MAX_COMMANDS: usize = 600;

/// An objective counts this share of a side's points at the end of the play, and victory this many times them.
const OBJECTIVE: f64 = 1.0 / 6.0;
const VICTORY: f64 = 2.0;

/// One choice.
pub(super) struct Search<'a> {
    pub(super) styles: &'a Styles,
    pub(super) searching: &'a Searching,
    pub(super) scratch: &'a mut Battle,
}

impl Search<'_> {
    /// The best choice; without alternatives the first one.
    pub(super) fn choose(self, battle: &Battle, decision: Decision) -> Option<Chosen> {
        if matches!(decision.choice, Choice::Deployment(_)) {
            return self.player(battle, self.searching.portfolio.first()?)?.choose(battle);
        }
        let mut choices: Vec<(Chosen, ComputerPlayer)> = Vec::new();
        for style in &self.searching.portfolio {
            let Some(mut player) = self.player(battle, style) else { continue };
            let Some(chosen) = player.choose(battle) else { continue };
            if !choices.iter().any(|(other, _)| other.command == chosen.command) {
                choices.push((chosen, player));
            }
        }
        if choices.len() < 2 {
            return choices.pop().map(|(chosen, _)| chosen);
        }
        let mut quick = self.player(battle, &self.searching.plays_on)?;
        let start = battle.snapshot();
        let Self { searching, scratch, .. } = self;
        let mut mean = |command: &Command, player: &mut ComputerPlayer| {
            let plays = (0..searching.samples).filter_map(|sample| {
                let dice = Dice::seeded(SEED + u64::from(sample));
                play_on(scratch, [player, &mut quick], &start, dice, command, decision.player)
            });
            plays.sum::<f64>() / f64::from(searching.samples)
        };
        let values: Vec<f64> =
            choices.iter_mut().map(|(chosen, player)| mean(&chosen.command, player)).collect();
        let mut choices: Vec<Chosen> = choices.into_iter().map(|(chosen, _)| chosen).collect();
        let best =
            (0..values.len()).reduce(|best, next| if values[next] > values[best] { next } else { best })?;
        let mut others: Vec<Alternative> = (0..values.len())
            .filter(|index| *index != best)
            .map(|index| Alternative {
                does: choices[index].does.clone(),
                command: choices[index].command.clone(),
                less: values[best] - values[index],
                lacks: format!("played on, it ends {:.0} points worse", values[best] - values[index]),
            })
            .collect();
        others.sort_by(|a, b| a.less.total_cmp(&b.less));
        let mut chosen = choices.swap_remove(best);
        if let Some(next) = others.first() {
            chosen.why = format!(
                "{}. Played on to the end of the enemy's turn, {} ends {:.0} points worse",
                chosen.why,
                quoted(&next.does),
                next.less
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

    fn player(&self, battle: &Battle, style: &str) -> Option<ComputerPlayer> {
        let chosen = self.styles.named(style)?.clone();
        ComputerPlayer::new(battle.setup(), Styles { chosen, named: Vec::new() }, SEED).ok()
    }
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

/// How a battle stands for a side, in points.
fn standing(battle: &Battle, side: Side) -> f64 {
    let view = battle.view();
    let score = score(view);
    let all = |side: Side| -> f64 {
        view.units().filter(|unit| unit.id.side == side).map(|unit| f64::from(unit.card.points)).sum()
    };
    let of = |side: Side| {
        let points = f64::from(score.result.tally[side.index()].points);
        points + OBJECTIVE * all(side) * score.held(side) as f64
    };
    let victory = match (view.result(), score.result.winner) {
        (Some(_), Some(winner)) if winner == side => VICTORY * all(side),
        (Some(_), Some(_)) => -VICTORY * all(side),
        _ => 0.0,
    };
    of(side) - of(side.other()) + victory
}
