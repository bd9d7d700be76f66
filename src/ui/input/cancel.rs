//! Esc: closes the foremost thing that is open; else cancels; else deselects.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

use crate::ui::camera::ModelEyes;
use crate::ui::drafts::draft::Drafting;
use crate::ui::drafts::placing::Placing;
use crate::ui::drafts::ruler::Ruler;
use crate::ui::drafts::selection::Selection;
use crate::ui::questions::retreat::RetreatPreview;
use crate::ui::questions::sight::SightOverlay;
use crate::ui::session::events::{UiEvent, emit};
use crate::ui::session::hand_dice::{DiceRequest, HandDice};
use crate::ui::session::open_game::{GameRequest, OpenGame};
use crate::ui::session::screen::{Screen, Sheet};
use crate::ui::session::toggled_overlays::ToggledOverlays;
use crate::ui::tips::OpenTips;

/// The key.
#[derive(Event, Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct CancelKey;

/// What can be open.
#[derive(SystemParam)]
pub(super) struct Cancelled<'w> {
    opened: ResMut<'w, OpenGame>,
    dice: Res<'w, HandDice>,
    drafting: ResMut<'w, Drafting>,
    placing: ResMut<'w, Placing>,
    selection: ResMut<'w, Selection>,
    screen: ResMut<'w, Screen>,
    ruler: ResMut<'w, Ruler>,
    sight_overlay: ResMut<'w, SightOverlay>,
    retreat_preview: ResMut<'w, RetreatPreview>,
    overlays: ResMut<'w, ToggledOverlays>,
    eyes: ResMut<'w, ModelEyes>,
    tips: ResMut<'w, OpenTips>,
    requests: MessageWriter<'w, GameRequest>,
}

pub(super) fn on_cancel_key(_: On<CancelKey>, mut cancelled: Cancelled) {
    cancelled.cancel();
}

impl Cancelled<'_> {
    fn cancel(&mut self) {
        let picked = self.drafting.0.as_mut().map(|draft| &mut draft.fire.picked);
        if self.tips.close_pinned() {
            // The foremost of all.
        } else if self.screen.dialog.is_some() {
            self.screen.dialog = None;
        } else if self.screen.note == Sheet::Shown {
            self.screen.note = Sheet::Hidden;
        } else if self.dice.0.is_some() {
            self.requests.write(GameRequest::Dice(DiceRequest::Cancel));
        } else if self.eyes.0.is_some() {
            self.eyes.0 = None;
        } else if let Some(picked) = picked.filter(|picked| !picked.is_empty()) {
            picked.clear();
        } else if self.placing.token.is_some() && self.placing.clear() {
            emit(&UiEvent::DraftDropped);
        } else if self.ruler.is_out() {
            *self.ruler = Ruler::Away;
        } else if self.sight_overlay.direction.is_some() && self.drafting.0.is_none() {
            self.sight_overlay.hide();
        } else if self.sight_overlay.map.is_some() && self.drafting.0.is_none() {
            self.sight_overlay.map = None;
        } else if self.retreat_preview.shown.is_some() && self.drafting.0.is_none() {
            self.retreat_preview.shown = None;
        } else if self.drafting.0.is_some() {
            self.drafting.0 = None;
            emit(&UiEvent::DraftDropped);
        } else if !self.overlays.is_empty() {
            self.overlays.clear();
        } else if self.opened.notice.is_some() {
            self.opened.notice = None;
        } else if self.screen.rule.is_some() {
            self.screen.rule = None;
        } else if self.opened.is_looking() {
            self.requests.write(GameRequest::LookAt(self.opened.game.history().home()));
        } else if self.screen.gains == Sheet::Shown {
            self.screen.gains = Sheet::Hidden;
        } else if self.selection.unit.is_some() {
            self.selection.unit = None;
        } else if self.drafting.0.is_none() && self.placing.token.is_none() {
            emit(&UiEvent::KeyIgnored { why: "Nothing is open or selected.".to_owned() });
        }
    }
}
