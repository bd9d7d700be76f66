//! Where things of a panel lie, for those who listen to events.

use bevy_egui::egui::{Id, Ui};

use crate::ui::session::events::is_heard;

/// Names and middles of things that can be clicked; pixels.
pub(super) type Places = Vec<(String, [f32; 2])>;

/// What was seen of some places.
#[derive(Clone, Debug, Default, PartialEq)]
struct Seen {
    places: Places,
    is_reported: bool,
}

/// The places, if they are where they were a frame ago and have not been reported there: a dialog in the middle of the window moves
/// once its size is known.
pub(super) fn come_to_rest(ui: &Ui, id: Id, places: Places) -> Option<Places> {
    if !is_heard() {
        return None;
    }
    let before: Seen = ui.data(|data| data.get_temp(id)).unwrap_or_default();
    let rests = before.places == places;
    if !rests {
        ui.ctx().request_repaint();
    }
    let seen = Seen { places: places.clone(), is_reported: rests };
    ui.data_mut(|data| data.insert_temp(id, seen));
    (rests && !before.is_reported).then_some(places)
}
