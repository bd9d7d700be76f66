//! The areas over the table that ask for something; what the battle asks has a card in the column.

use bevy_egui::egui::{AreaState, Context, Id, LayerId, Order, Rect};

/// The area that asks a player for the faces of dice.
pub(in crate::ui) const DICE: &str = "dice";

/// The card of the first turn.
pub(in crate::ui) const FIRST_TURN: &str = "first turn";

/// Where it is kept what is being said over the table: the line at its foot, the banner across it.
const SAID: &str = "said over table";

/// Notes where something is said over the table, for this frame and the next.
pub(in crate::ui) fn note_said(context: &Context, said: Vec<Rect>) {
    context.data_mut(|data| data.insert_temp(Id::new(SAID), said));
}

/// Where something is said over the table.
pub(in crate::ui) fn said_over_table(context: &Context) -> Vec<Rect> {
    context.data(|data| data.get_temp(Id::new(SAID))).unwrap_or_default()
}

/// Those of some areas that are open now.
pub(in crate::ui) fn open_areas(context: &Context, ids: &[&'static str]) -> Vec<Rect> {
    let shown =
        |id: &Id| context.memory(|memory| memory.areas().is_visible(&LayerId::new(Order::Middle, *id)));
    let areas = ids.iter().map(|id| Id::new(*id)).filter(shown);
    areas.filter_map(|id| Some(AreaState::load(context, id)?.rect())).collect()
}
