//! What the battle says of the draft: asked after every change, through the same
//! check that the battle itself uses.

use bevy::prelude::*;

use super::draft::{Draft, Drafting, Purpose};
use super::drafted::Drafted;
use crate::game::command::Command;
use crate::game::refusal::Refusal;
use crate::ui::open_game::{Notice, OpenGame};

/// What the battle says of the draft.
#[derive(Resource, Default, Debug)]
pub(in crate::ui) struct Verdict(pub Option<Judged>);

/// A draft as a command, and the battle's answer.
#[derive(Debug)]
pub(in crate::ui) struct Judged {
    /// The command the draft would become.
    pub command: Command,
    /// What the battle says.
    pub answer: Result<(), Refusal>,
    /// Longest path of the draft, inches.
    pub longest: f64,
    /// What the unit's card lets it move by an Advance, inches.
    pub movement: f64,
}

/// Asks the battle about the draft whenever it has changed. What was said of the
/// draft before no longer holds.
pub(super) fn judge(mut opened: ResMut<OpenGame>, drafting: Res<Drafting>, mut verdict: ResMut<Verdict>) {
    if !drafting.is_changed() && !opened.is_changed() {
        return;
    }
    if drafting.is_changed() && matches!(opened.notice, Some(Notice::Refused(_))) {
        opened.notice = None;
    }
    verdict.0 = drafting.0.as_ref().and_then(|draft| judged(&opened, draft));
}

fn judged(opened: &OpenGame, draft: &Draft) -> Option<Judged> {
    let battle = opened.game.battle();
    let command = draft.command().ok()?;
    let unit = battle.view().unit(draft.unit)?;
    let longest = match draft.purpose {
        Purpose::Advance => draft.models.iter().map(Drafted::length).fold(0.0, f64::max),
        Purpose::Deploy => 0.0,
    };
    let movement = f64::from(unit.card.characteristics.movement);
    Some(Judged { answer: battle.check(&command), command, longest, movement })
}
