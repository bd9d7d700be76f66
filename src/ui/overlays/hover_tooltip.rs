//! The line about the spot under the pointer: pieces of terrain, their going, and how high it is. While Alt is held it also
//! says which paragraphs that follows, and where exactly the spot is.

use bevy::ecs::system::SystemParamItem;
use bevy::prelude::{ButtonInput, KeyCode, Res};
use bevy_egui::egui::{Color32, vec2};

use super::overlay::{Audience, Depth, Overlay, OverlayFrame};
use super::overlay_painter::OverlayPainter;
use crate::game::engine::view::View;
use crate::game::narration::words;
use crate::rules::ids::UnitId;
use crate::rules::measures::Thou;
use crate::rules::movement::going::{Gait, Going};
use crate::ui::drafts::ruler::UnderPointer;
use crate::ui::drafts::selection::Selection;
use crate::ui::looks::{going_look, terrain_names};
use crate::ui::session::open_game::OpenGame;

/// The line, in the lower left corner of the table.
pub(super) struct HoverTooltip;

impl Overlay for HoverTooltip {
    const FOR: Audience = Audience::Players;
    const DEPTH: Depth = Depth::OverCards;

    type Inputs = (
        Res<'static, OpenGame>,
        Res<'static, UnderPointer>,
        Res<'static, Selection>,
        Res<'static, ButtonInput<KeyCode>>,
    );

    fn paint(frame: &mut OverlayFrame, (opened, pointed, selection, keys): &SystemParamItem<Self::Inputs>) {
        let is_exact = keys.any_pressed([KeyCode::AltLeft, KeyCode::AltRight]);
        let detail = if is_exact { Detail::Exact } else { Detail::Plain };
        paint(&frame.painter, &opened.game.battle().view(), pointed, (selection.unit, detail));
    }
}

/// Detail of the line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Detail {
    /// Everything that a player needs.
    Plain,
    /// Coordinates and paragraphs as well.
    Exact,
}

/// Paints the line; the going is that of a unit.
fn paint(
    painter: &OverlayPainter,
    view: &View,
    pointed: &UnderPointer,
    (unit, detail): (Option<UnitId>, Detail),
) {
    let Some((at, height)) = pointed.spot else { return };
    let beside = matches!(view.terrain().overhang(at, 0.0), Some(over) if over > 0.0);
    if beside {
        return;
    }
    let gait = unit.and_then(|unit| view.unit(unit)).map_or(Gait::Walker, |unit| Gait::of(unit.card));
    let (going, text) = ground(view, at, height, (gait, detail));
    let [x, y] = at;
    let place = match detail {
        Detail::Plain => String::new(),
        Detail::Exact => format!("{x:.1}, {y:.1}  ·  "),
    };
    let corner = painter.egui.clip_rect().left_bottom() + vec2(8.0, -8.0);
    let text = format!("{place}{}{}", sentence_case(&text), height_text(height));
    painter.foot_text(corner, &text, Color32::WHITE, going_look::ink(going));
}

/// With a capital.
fn sentence_case(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(|letter| letter.to_uppercase().to_string()).unwrap_or_default();
    first + letters.as_str()
}

fn height_text(height: Thou) -> String {
    if height.0 == 0 { String::new() } else { format!(", {height}\" high") }
}

/// The hardest going at a spot, and every piece there with its own.
fn ground(view: &View, at: [f64; 2], height: Thou, (gait, detail): (Gait, Detail)) -> (Going, String) {
    let terrain = view.terrain();
    let on_ground = height == terrain.ground_height(at);
    if !on_ground && let Some((piece, level)) = terrain.level_at(at, height) {
        let piece = &terrain.pieces[piece];
        return (
            Going::Clear,
            format!("{}: {}", words::piece(&piece.id), terrain_names::level(&piece.kind, level)),
        );
    }
    let by = |rule: &str| match detail {
        Detail::Plain => String::new(),
        Detail::Exact => format!(" ({rule})"),
    };
    let mut all = Going::Clear;
    let mut pieces = Vec::new();
    for (index, (going, rule)) in terrain.going_at(at, gait) {
        all = going_look::both(all, going);
        let piece = &terrain.pieces[index];
        let (name, kind) = (words::piece(&piece.id), terrain_names::kind(&piece.kind));
        // Where the name says what it is, once is enough.
        let what = if name.ends_with(&kind) { name } else { format!("{name}, {kind}") };
        pieces.push(format!("{what}: {}{}", going_look::word(going), by(rule)));
    }
    if pieces.is_empty() { (all, format!("open ground{}", by("GO-1"))) } else { (all, pieces.join("  ·  ")) }
}
