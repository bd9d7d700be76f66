//! Tips: the words of the rulebook are marked wherever the window writes them, and say what they mean beside the thing, on
//! hover, nested up to three deep, pinned with Shift.
//!
//! `looks/words.rs` writes a text with its terms and rule ids marked: whoever writes a sentence for a player uses it. `stack.rs`
//! says which tips are open, `place.rs` where they go, `tip.rs` what is in one. Knows no panel and no battle.

mod place;
mod sign;
mod stack;
mod tip;

use bevy::prelude::*;
use bevy::window::RequestRedraw;
use bevy_egui::{EguiContexts, EguiPrimaryContextPass, egui};

use crate::ui::frame::frame_order::PanelSystems;
use crate::ui::frame::paint_layers::{OverlayPass, PaintLayers};
use crate::ui::looks::words;
use crate::ui::session::events::{MarkedWord, UiEvent, emit};
use crate::ui::session::screen::Screen;

/// Which tips are open, for whoever closes the foremost thing.
#[derive(Resource, Debug, Default)]
pub(in crate::ui) struct OpenTips {
    /// Those that are pinned: over the panels, and over the table.
    pinned: [usize; 2],
    /// Whether the foremost is to go.
    close: bool,
    /// The marked words there, for programs that drive the window.
    marked: [Vec<MarkedWord>; 2],
}

impl OpenTips {
    /// Closes the foremost if any is pinned, and says whether one was.
    pub fn close_pinned(&mut self) -> bool {
        self.close = self.pinned != [0, 0];
        self.close
    }
}

/// The two contexts in which there are tips: index of [`OpenTips::pinned`].
const PANELS: usize = 0;
const TABLE: usize = 1;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<OpenTips>()
        .add_systems(EguiPrimaryContextPass, over_panels.after(PanelSystems))
        .add_systems(OverlayPass, over_table);
}

fn over_panels(
    mut contexts: EguiContexts,
    keys: Res<ButtonInput<KeyCode>>,
    mut screen: ResMut<Screen>,
    mut open: ResMut<OpenTips>,
    redraw: MessageWriter<RequestRedraw>,
) -> Result {
    show(contexts.ctx_mut()?, (PANELS, pressed_shift(&keys)), &mut screen, &mut open, redraw);
    Ok(())
}

fn over_table(
    layers: Res<PaintLayers>,
    keys: Res<ButtonInput<KeyCode>>,
    mut screen: ResMut<Screen>,
    mut open: ResMut<OpenTips>,
    redraw: MessageWriter<RequestRedraw>,
) {
    show(&layers.table, (TABLE, pressed_shift(&keys)), &mut screen, &mut open, redraw);
}

/// Whether Shift went down: egui knows only whether it is down, and a short press may be over before a frame is drawn.
fn pressed_shift(keys: &ButtonInput<KeyCode>) -> bool {
    keys.any_just_pressed([KeyCode::ShiftLeft, KeyCode::ShiftRight])
}

/// Shows the tips of one context, and opens the rule that was clicked in it.
fn show(
    context: &egui::Context,
    (place, shift): (usize, bool),
    screen: &mut ResMut<Screen>,
    open: &mut ResMut<OpenTips>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    // Over the panels before over the table.
    let is_foremost = place == PANELS || open.pinned[PANELS] == 0;
    let close = open.close && is_foremost && open.pinned[place] > 0;
    let shown = tip::tips_ui(context, shift, close);
    if let Some(rule) = words::take_opened(context) {
        emit(&UiEvent::RuleOpened { id: rule.clone() });
        screen.rule = Some(rule);
    }
    if open.pinned[place] != shown.pinned {
        open.pinned[place] = shown.pinned;
    }
    if close {
        open.close = false;
    }
    let marks = words::moved_marks(context);
    if let Some(words) = marks.news {
        let open = open.bypass_change_detection();
        open.marked[place] = words;
        emit(&UiEvent::WordsMarked { words: open.marked.concat() });
    }
    if shown.changes || marks.move_still {
        redraw.write(RequestRedraw);
    }
}
