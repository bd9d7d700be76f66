//! What lies under the mouse: its height, its pieces of terrain, their going.

use bevy_egui::egui::{Align2, Color32, vec2};

use super::lens::OverlayPainter;
use crate::game::engine::view::View;
use crate::rules::ids::UnitId;
use crate::rules::measures::Thou;
use crate::rules::movement::going::{Gait, Going};
use crate::ui::input::ruler::UnderPointer;
use crate::ui::{going_look, terrain_words};

/// Paints a line of words in the corner of the table's picture.
pub(super) fn paint(lens: &OverlayPainter, view: &View, pointed: &UnderPointer, unit: Option<UnitId>) {
    let Some((at, height)) = pointed.spot else { return };
    let [x, y] = at;
    let beside = matches!(view.terrain().overhang(at, 0.0), Some(over) if over > 0.0);
    if beside {
        return;
    }
    let gait = unit.and_then(|unit| view.unit(unit)).map_or(Gait::Walker, |unit| Gait::of(unit.card));
    let (going, mut text) = ground(view, at, height, gait);
    text = format!("{x:.1}, {y:.1}{}  ·  {text}", height_words(height));
    let corner = lens.painter.clip_rect().left_bottom() + vec2(8.0, -8.0);
    lens.words(corner, Align2::LEFT_BOTTOM, &text, Color32::WHITE, Some(going_look::ink(going)));
}

fn height_words(height: Thou) -> String {
    if height.0 == 0 { String::new() } else { format!(", {height}\" high") }
}

/// The hardest going there, and every piece with its own.
fn ground(view: &View, at: [f64; 2], height: Thou, gait: Gait) -> (Going, String) {
    let terrain = view.terrain();
    let on_ground = height == terrain.ground_height(at);
    if !on_ground && let Some((piece, level)) = terrain.level_at(at, height) {
        let piece = &terrain.pieces[piece];
        return (Going::Clear, format!("{}: {}", piece.id, terrain_words::level(&piece.kind, level)));
    }
    let mut all = Going::Clear;
    let mut told = Vec::new();
    for (index, (going, rule)) in terrain.going_at(at, gait) {
        all = going_look::both(all, going);
        let piece = &terrain.pieces[index];
        let word = going_look::word(going);
        told.push(format!("{}: {}, {word} ({rule})", piece.id, terrain_words::kind(&piece.kind)));
    }
    if told.is_empty() { (all, "open ground, clear (GO-1)".to_owned()) } else { (all, told.join("  ·  ")) }
}
