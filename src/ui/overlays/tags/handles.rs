//! Notes where the tags lie, for the pointer: a tag is as good a handle of its unit as a model.

use bevy::prelude::*;
use bevy_egui::EguiPostUpdateSet;

use crate::rules::ids::UnitId;
use crate::ui::drafts::tag_places::TagPlaces;
use crate::ui::overlays::Overlays;
use crate::ui::session::events::{UiEvent, emit, is_heard};

pub(super) fn plugin(app: &mut App) {
    app.add_systems(PostUpdate, note.after(EguiPostUpdateSet::EndPass));
}

/// Reports the tags once they have rested for a frame.
fn note(
    overlays: Res<Overlays>,
    time: Res<Time<Real>>,
    mut places: ResMut<TagPlaces>,
    mut reported: Local<Vec<(UnitId, Rect)>>,
) {
    let rect = |rect: bevy_egui::egui::Rect| {
        Rect::from_corners(Vec2::new(rect.min.x, rect.min.y), Vec2::new(rect.max.x, rect.max.y))
    };
    let handles = overlays.tag_handles().iter();
    let now: Vec<(UnitId, Rect)> = handles.map(|(unit, at)| (*unit, rect(*at))).collect();
    let rests = places.painted == now;
    if !rests {
        places.note(now, time.elapsed());
    }
    if is_heard() && rests && *reported != places.painted {
        reported.clone_from(&places.painted);
        let tags = reported.iter().map(|(unit, rect)| (*unit, rect.center().round().to_array())).collect();
        emit(&UiEvent::TagsLie { tags });
    }
}
