//! Views of units: keys that look at one, or through its eyes.

use bevy::prelude::*;

use super::{GoToView, ModelEyes, ShotSubject};
use crate::rules::ids::{ModelId, UnitId};
use crate::ui::drafts::selection::{HoveredModel, UnitInQuestion};
use crate::ui::session::events::{UiEvent, emit};
use crate::ui::session::open_game::OpenGame;

/// Keys that go to a view.
#[derive(Event, Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::ui) enum ViewKey {
    /// The whole table from above.
    Above,
    /// The whole table at an angle.
    Slant,
    /// The unit under the pointer, or the one in question.
    Unit,
    /// Through the eyes of the model under the pointer, or of the leader of the unit in question; or no longer.
    Eyes,
}

pub(super) fn on_view_key(
    key: On<ViewKey>,
    mut opened: ResMut<OpenGame>,
    unit: UnitInQuestion,
    hovered: Res<HoveredModel>,
    mut eyes: ResMut<ModelEyes>,
    mut views: MessageWriter<GoToView>,
) {
    let view = opened.game.battle().view();
    match *key {
        ViewKey::Above => drop(views.write(GoToView::Top)),
        ViewKey::Slant => drop(views.write(GoToView::Home)),
        ViewKey::Unit => {
            let is_there = |unit: &UnitId| view.standing(*unit).next().is_some();
            match hovered.unit().or(unit.get()).filter(is_there) {
                Some(unit) => {
                    emit(&UiEvent::LooksAt { unit });
                    views.write(GoToView::Look(ShotSubject::Units(vec![unit])));
                }
                None => opened.ignore_key("Select a unit first, or point at one."),
            }
        }
        ViewKey::Eyes if eyes.0.is_some() => eyes.0 = None,
        ViewKey::Eyes => {
            let leader = || Some(view.leader(unit.get()?)?.id);
            let stands = |model: &ModelId| view.model(*model).is_some_and(|model| model.stands());
            match hovered.0.or_else(leader).filter(stands) {
                Some(model) => eyes.0 = Some(model),
                None => opened.ignore_key("Point at a model first, or select a unit."),
            }
        }
    }
}
