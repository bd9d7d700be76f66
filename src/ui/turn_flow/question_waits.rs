//! A question of the battle is put to its player once what led to it has been shown: the battle is past all that the window
//! still plays back. Until then its panel, its draft and its keys wait.

use bevy::prelude::*;

use crate::ui::playback::Playback;
use crate::ui::session::events::{UiEvent, emit};
use crate::ui::session::open_game::{BattleState, OpenGame};

pub(in crate::ui) fn plugin(app: &mut App) {
    app.add_systems(PostUpdate, report_question);
}

/// Whether the battle asks a question in the middle of an action that its player does not see yet.
pub(in crate::ui) fn question_waits(opened: &OpenGame, playback: &Playback) -> bool {
    playback.runs() && opened.prompt().is_some_and(|prompt| prompt.is_question())
}

/// Reports each question as it is put to its player.
fn report_question(opened: Res<OpenGame>, playback: Res<Playback>, mut asked: Local<Option<BattleState>>) {
    if playback.runs() || *asked == Some(opened.state()) {
        return;
    }
    *asked = Some(opened.state());
    if opened.prompt().is_some_and(|prompt| prompt.is_question())
        && let Some(decision) = opened.game.battle().decision()
    {
        emit(&UiEvent::asked(decision));
    }
}
