//! The tooltip of the spot under the pointer: position, height, pieces of terrain and their going.

use bevy::ecs::system::SystemParamItem;
use bevy::prelude::Res;
use bevy_egui::egui::{Color32, vec2};

use super::overlay::{Audience, Depth, Overlay, OverlayFrame};
use super::overlay_painter::OverlayPainter;
use crate::game::engine::view::View;
use crate::rules::ids::UnitId;
use crate::rules::measures::Thou;
use crate::rules::movement::going::{Gait, Going};
use crate::ui::drafts::ruler::UnderPointer;
use crate::ui::drafts::selection::Selection;
use crate::ui::looks::{going_look, terrain_names};
use crate::ui::session::open_game::OpenGame;

/// The tooltip, in the lower left corner of the table.
pub(super) struct HoverTooltip;

impl Overlay for HoverTooltip {
    const FOR: Audience = Audience::Players;
    const DEPTH: Depth = Depth::OverCards;

    type Inputs = (Res<'static, OpenGame>, Res<'static, UnderPointer>, Res<'static, Selection>);

    fn paint(frame: &mut OverlayFrame, (opened, pointed, selection): &SystemParamItem<Self::Inputs>) {
        paint(&frame.painter, &opened.game.battle().view(), pointed, selection.unit);
    }
}

/// Paints the tooltip; the going is that of a unit.
fn paint(painter: &OverlayPainter, view: &View, pointed: &UnderPointer, unit: Option<UnitId>) {
    let Some((at, height)) = pointed.spot else { return };
    let [x, y] = at;
    let beside = matches!(view.terrain().overhang(at, 0.0), Some(over) if over > 0.0);
    if beside {
        return;
    }
    let gait = unit.and_then(|unit| view.unit(unit)).map_or(Gait::Walker, |unit| Gait::of(unit.card));
    let (going, text) = ground(view, at, height, gait);
    let place = format!("{x:.1}, {y:.1}{}", height_text(height));
    let corner = painter.egui.clip_rect().left_bottom() + vec2(8.0, -8.0);
    painter.texts(corner, [&place, &text], Color32::WHITE, going_look::ink(going));
}

fn height_text(height: Thou) -> String {
    if height.0 == 0 { String::new() } else { format!(", {height}\" high") }
}

/// The hardest going at a spot, and every piece there with its own.
fn ground(view: &View, at: [f64; 2], height: Thou, gait: Gait) -> (Going, String) {
    let terrain = view.terrain();
    let on_ground = height == terrain.ground_height(at);
    if !on_ground && let Some((piece, level)) = terrain.level_at(at, height) {
        let piece = &terrain.pieces[piece];
        return (Going::Clear, format!("{}: {}", piece.id, terrain_names::level(&piece.kind, level)));
    }
    let mut all = Going::Clear;
    let mut pieces = Vec::new();
    for (index, (going, rule)) in terrain.going_at(at, gait) {
        all = going_look::both(all, going);
        let piece = &terrain.pieces[index];
        let word = going_look::word(going);
        pieces.push(format!("{}: {}, {word} ({rule})", piece.id, terrain_names::kind(&piece.kind)));
    }
    if pieces.is_empty() {
        (all, "open ground, clear (GO-1)".to_owned())
    } else {
        (all, pieces.join("  ·  "))
    }
}
