//! When the brief and the result of a battle are shown by themselves: as it opens, and as it ends.

use bevy::prelude::*;

use crate::game::narration::score;
use crate::ui::playback::Playback;
use crate::ui::session::events::{UiEvent, emit};
use crate::ui::session::hand_dice::HandDice;
use crate::ui::session::open_game::{GameChanged, GameSystems, OpenGame};
use crate::ui::session::screen::{BriefSheet, Dialog, Screen};

/// Whether a result waits until playback has shown how it came about.
#[derive(Resource, Default, PartialEq, Eq)]
enum AwaitedResult {
    #[default]
    None,
    Due,
}

pub(in crate::ui) fn plugin(app: &mut App) {
    app.init_resource::<AwaitedResult>()
        .add_systems(PreUpdate, note_changes.after(GameSystems))
        .add_systems(Update, show_result);
}

/// A battle that begins has its brief. One that has ended, also by redoing, has its result.
fn note_changes(
    mut changes: MessageReader<GameChanged>,
    opened: Res<OpenGame>,
    dice: Res<HandDice>,
    mut screen: ResMut<Screen>,
    mut awaited: ResMut<AwaitedResult>,
) {
    for change in changes.read() {
        // Whoever looks back knows how it ended.
        if matches!(change, GameChanged::Looked | GameChanged::Replayed { .. }) {
            continue;
        }
        let is_over = opened.game.battle().view().result().is_some();
        *awaited = if is_over { AwaitedResult::Due } else { AwaitedResult::None };
        if !is_over && screen.dialog == Some(Dialog::Result) {
            screen.dialog = None;
        }
        let begins = matches!(change, GameChanged::Opened) && opened.game.history().line().len() == 1;
        if begins && !is_over && !dice.asks_for_opening() {
            screen.brief = BriefSheet::Opening;
            emit(&UiEvent::BriefShown { title: opened.game.setup().level.name.clone() });
        }
    }
}

fn show_result(
    opened: Res<OpenGame>,
    playback: Res<Playback>,
    mut screen: ResMut<Screen>,
    mut awaited: ResMut<AwaitedResult>,
) {
    if *awaited == AwaitedResult::None || playback.runs() || screen.dialog.is_some() {
        return;
    }
    *awaited = AwaitedResult::None;
    let Some(result) = opened.game.battle().view().result() else { return };
    screen.dialog = Some(Dialog::Result);
    let text = score::result(opened.game.setup(), result);
    emit(&UiEvent::ResultShown { winner: result.winner, text });
}
