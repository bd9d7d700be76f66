//! What might have been done instead: orders that cost more than a computer player's would have.

use std::sync::Arc;

use serde::Serialize;
use tabletop::matches::MatchError;

use super::{Analysis, Points, expected_after};
use crate::ai::ComputerPlayer;
use crate::game::engine::WarStrike;
use crate::game::engine::agenda::Choice;
use crate::game::engine::battle::Battle;
use crate::game::engine::command::Command;
use crate::game::engine::dice::Dice;
use crate::game::engine::play::Match;
use crate::game::engine::record::history::EntryId;
use crate::game::phases::turn::kinds::Choice as TurnChoice;
use crate::level::judgement_file::Judgement;
use crate::level::styles::Styles;
use crate::rules::ids::Side;

/// The share of its side's points by which another order must be worth more.
const MARGIN: f64 = 0.02;

/// Any fixed seed: styles that weigh draw no dice.
const SEED: u64 = 20_130_223;

/// An order to which another would have been preferable.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Lesson {
    /// The entry of the order that was given: the position to look at is the one before it.
    pub entry: EntryId,
    /// Who gave it.
    pub by: Side,
    /// How much more the other order is expected to be worth, to the side that decided.
    pub gain: Points,
    /// The other order, in a few words.
    pub does: String,
    /// Why.
    pub why: String,
    /// The command.
    pub command: Command,
}

/// The orders of a game on which a style would clearly improve, those that cost most first.
///
/// # Errors
/// The record cannot be played: a bug.
pub fn lessons(
    game: &Match,
    analysis: &Analysis,
    styles: Styles,
    judgement: &Judgement,
) -> Result<Vec<Lesson>, MatchError<WarStrike>> {
    let mut player = ComputerPlayer::new(game.setup(), styles, SEED)?;
    let (mut scratch, _) = Battle::new(Arc::clone(game.setup()), Dice::seeded(0))?;
    let mut found = Vec::new();
    game.play_again(&mut scratch, |battle, passed| {
        let (Some(before), Some(given)) = (passed.before, &passed.entry.command) else { return Ok(()) };
        let moment = analysis.moments.iter().find(|moment| moment.entry == passed.entry.id);
        let Some(expected) = moment.and_then(|moment| moment.expected) else { return Ok(()) };
        battle.restore(before)?;
        let acts = battle.decision().is_some_and(|decision| decision.choice == Choice::Turn(TurnChoice::Act));
        if !acts {
            return Ok(());
        }
        let (side, total) = (given.player, crate::ai::points(battle.view(), given.player));
        let Some(chosen) = player.choose(battle).filter(|chosen| chosen.command != *given) else {
            return Ok(());
        };
        let other = Points::nearest(expected_after(battle, before, &chosen.command, judgement)?.mean);
        let gain = (other - expected).for_side(side);
        if gain >= Points::nearest(MARGIN * total) {
            let (does, why, command) = (chosen.does, chosen.why, chosen.command);
            found.push(Lesson { entry: passed.entry.id, by: side, gain, does, why, command });
        }
        Ok::<(), MatchError<WarStrike>>(())
    })?;
    found.sort_by_key(|lesson| std::cmp::Reverse(lesson.gain));
    Ok(found)
}
