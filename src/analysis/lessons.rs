//! Orders that might have been given instead: where they cost more than a computer player's would have.

use std::sync::Arc;

use serde::Serialize;
use tabletop::matches::MatchError;

use super::analyst::expected_after;
use super::worth::Worth;
use super::{Analysis, Moment, Points};
use crate::ai::ComputerPlayer;
use crate::game::engine::WarStrike;
use crate::game::engine::agenda::Choice;
use crate::game::engine::battle::Battle;
use crate::game::engine::command::Command;
use crate::game::engine::dice::Dice;
use crate::game::engine::play::Match;
use crate::game::engine::record::history::EntryId;
use crate::game::engine::snapshot::Snapshot;
use crate::game::phases::turn::kinds::Choice as TurnChoice;
use crate::level::judgement_file::Judgement;
use crate::level::setup::Setup;
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
    /// Side that gave it.
    pub by: Side,
    /// Gain expected of the other order over that one, to the side that decided.
    pub gain: Points,
    /// Value expected after the order that was given, to A.
    pub given: Points,
    /// Value expected after the other, to A.
    pub other: Points,
    /// The difference by what it comes from, for A.
    pub from: Worth,
    /// The other order, in a few words.
    pub does: String,
    /// Reason for it.
    pub why: String,
    /// The command.
    pub command: Command,
}

/// Somebody who knows better, asked about one order after the other.
pub struct Tutor {
    player: ComputerPlayer,
    battle: Battle,
    judgement: Judgement,
}

impl Tutor {
    /// One who plays by a style.
    ///
    /// # Errors
    /// The battle cannot be set up: a bug.
    pub fn new(
        setup: &Arc<Setup>,
        styles: Styles,
        judgement: Judgement,
    ) -> Result<Self, MatchError<WarStrike>> {
        let player = ComputerPlayer::new(setup, styles, SEED)?;
        let (battle, _) = Battle::new(Arc::clone(setup), Dice::seeded(0))?;
        Ok(Self { player, battle, judgement })
    }

    /// The order that he would have given in a state, if it is clearly better than the command of a moment.
    ///
    /// # Errors
    /// The record cannot be played: a bug.
    pub fn lesson(
        &mut self,
        before: &Snapshot,
        given: &Command,
        moment: &Moment,
    ) -> Result<Option<Lesson>, MatchError<WarStrike>> {
        let Self { player, battle, judgement } = self;
        let Some(expected) = moment.expected else { return Ok(None) };
        battle.restore(before)?;
        let acts = battle.decision().is_some_and(|decision| decision.choice == Choice::Turn(TurnChoice::Act));
        if !acts {
            return Ok(None);
        }
        let (side, total) = (given.player, crate::ai::points(battle.view(), given.player));
        let Some(chosen) = player.choose(battle).filter(|chosen| chosen.command != *given) else {
            return Ok(None);
        };
        let now = Worth::nearest(Worth::parts_of(battle, judgement));
        let foreseen = expected_after(battle, before, &chosen.command, judgement)?.worth;
        let other = foreseen.total();
        let gain = (other - expected).for_side(side);
        let is_better = gain >= Points::nearest(MARGIN * total);
        Ok(is_better.then(|| Lesson {
            entry: moment.entry,
            by: side,
            gain,
            given: expected,
            other,
            from: foreseen - now - moment.order_from,
            does: chosen.does,
            why: chosen.why,
            command: chosen.command,
        }))
    }
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
    let mut tutor = Tutor::new(game.setup(), styles, *judgement)?;
    let (mut scratch, _) = Battle::new(Arc::clone(game.setup()), Dice::seeded(0))?;
    let mut found = Vec::new();
    game.play_again(&mut scratch, |_, passed| {
        let (Some(before), Some(given)) = (passed.before, &passed.entry.command) else { return Ok(()) };
        if let Some(moment) = analysis.moments.iter().find(|moment| moment.entry == passed.entry.id) {
            found.extend(tutor.lesson(before, given, moment)?);
        }
        Ok::<(), MatchError<WarStrike>>(())
    })?;
    found.sort_by_key(|lesson| std::cmp::Reverse(lesson.gain));
    Ok(found)
}
