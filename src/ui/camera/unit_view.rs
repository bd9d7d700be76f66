//! Views of units: keys that look at one, or through its eyes.

use bevy::prelude::*;

use super::{GoToView, ModelEyes};
use crate::game::engine::view::{ModelView, View};
use crate::rules::ids::{ModelId, UnitId};
use crate::ui::axes;
use crate::ui::drafts::selection::{HoveredModel, UnitInQuestion};
use crate::ui::session::open_game::OpenGame;

/// What is shown round the models of a unit that is looked at, inches.
const FRAMED_INCHES: f32 = 3.0;

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
            let points = hovered.unit().or(unit.get()).map(|unit| points_round(view, [unit], FRAMED_INCHES));
            match points.filter(|points| !points.is_empty()) {
                Some(points) => drop(views.write(GoToView::Frame(points))),
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

/// The tops of the models of some units, and the table round them by a margin, inches.
pub(in crate::ui) fn points_round(
    view: View,
    units: impl IntoIterator<Item = UnitId>,
    margin: f32,
) -> Vec<Vec3> {
    let models = units.into_iter().flat_map(|unit| view.standing(unit).collect::<Vec<_>>());
    let round = |model: ModelView| {
        let foot = axes::place_in_scene(model.pose.at);
        let sides = [Vec3::X, Vec3::NEG_X, Vec3::Z, Vec3::NEG_Z].map(|side| foot + side * margin);
        let top = foot + Vec3::Y * model.card.base.height.inches() as f32;
        sides.into_iter().chain([top])
    };
    models.flat_map(round).collect()
}
