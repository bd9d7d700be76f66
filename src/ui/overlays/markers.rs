//! Hit-dice and nerve and suppression markers beside every unit that has any: a pip for each hit, a token for
//! each marker.

use bevy::ecs::system::SystemParamItem;
use bevy::prelude::Res;
use bevy_egui::egui::{
    Align2, Color32, CornerRadius, FontId, Pos2, Rect, Stroke, StrokeKind, Vec2, pos2, vec2,
};

use super::overlay::{Overlay, OverlayFrame};
use super::overlay_painter::OverlayPainter;
use crate::game::engine::view::{ModelView, UnitView, View};
use crate::rules::leadership::is_shaken;
use crate::ui::axes;
use crate::ui::open_game::OpenGame;
use crate::ui::pips::pips;
use crate::ui::playback::Playback;
use crate::ui::shown_battle::ShownBattle;
use crate::ui::side_look;

/// Side of a die, and width of a token, pixels.
const DIE: f32 = 25.0;
const TOKEN: f32 = 19.0;

/// Between things in a row, and round them.
const GAP: f32 = 4.0;

/// Pips on a die.
const PIPS: u8 = 6;

const IVORY: Color32 = Color32::from_rgb(243, 236, 216);
const SHAKEN: Color32 = Color32::from_rgb(214, 62, 54);
const NERVE: Token =
    Token { letter: "N", fill: Color32::from_rgb(116, 72, 160), rim: Color32::from_rgb(214, 190, 240) };
const SUPPRESSION: Token =
    Token { letter: "S", fill: Color32::from_rgb(176, 92, 24), rim: Color32::from_rgb(255, 214, 160) };

/// How a kind of marker looks.
struct Token {
    letter: &'static str,
    fill: Color32,
    rim: Color32,
}

/// The markers of all units.
pub(super) struct Markers;

impl Overlay for Markers {
    type Inputs = (Res<'static, OpenGame>, Res<'static, ShownBattle>, Res<'static, Playback>);

    fn is_shown((_, _, playback): &SystemParamItem<Self::Inputs>) -> bool {
        !playback.plays()
    }

    fn paint(frame: &mut OverlayFrame, (opened, shown, _): &SystemParamItem<Self::Inputs>) {
        paint(&frame.painter, &shown.view(opened));
    }
}

/// Paints the markers of each unit where they cover fewest models.
fn paint(painter: &OverlayPainter, view: &View) {
    let is_marked = |unit: &UnitView| unit.morale.hit_die > 0 || tokens(unit).next().is_some();
    let units: Vec<UnitView> =
        view.units().filter(is_marked).filter(|unit| view.standing(unit.id).next().is_some()).collect();
    if units.is_empty() {
        return;
    }
    let all = view.units().flat_map(|unit| view.standing(unit.id));
    let mut taken: Vec<Rect> = all.filter_map(|model| seen(painter, model)).collect();
    for unit in units {
        let models = view.standing(unit.id).filter_map(|model| seen(painter, model));
        let Some(around) = models.reduce(Rect::union) else { continue };
        let clip = painter.egui.clip_rect();
        if !clip.intersects(around) {
            continue;
        }
        let size = size(&unit);
        let room = places(around, size).into_iter().filter(|place| clip.contains_rect(*place));
        let covered = |place: &Rect| taken.iter().filter(|other| other.intersects(*place)).count();
        let best = room.min_by_key(covered).unwrap_or(Rect::from_center_size(around.center(), size));
        row(painter, view, &unit, best);
        taken.push(best);
    }
}

/// The part of the picture that a model covers.
fn seen(painter: &OverlayPainter, model: ModelView) -> Option<Rect> {
    let (foot, base) = (axes::place_in_scene(model.pose.at), model.card.base);
    let low = painter.scene(foot)?;
    let top = painter.scene(foot + bevy::math::Vec3::Y * base.height.inches() as f32)?;
    let aside = painter.scene(foot + bevy::math::Vec3::X * base.radius() as f32)?;
    Some(Rect::from_two_pos(low, top).expand((aside - low).length()))
}

/// Right, left, over and under a unit.
fn places(around: Rect, size: Vec2) -> [Rect; 4] {
    let away = 3.0;
    [
        pos2(around.right() + away + size.x / 2.0, around.center().y),
        pos2(around.left() - away - size.x / 2.0, around.center().y),
        pos2(around.center().x, around.top() - away - size.y / 2.0),
        pos2(around.center().x, around.bottom() + away + size.y / 2.0),
    ]
    .map(|middle| Rect::from_center_size(middle, size))
}

fn dice(unit: &UnitView) -> u8 {
    unit.morale.hit_die.div_ceil(PIPS)
}

/// One for each of its markers.
///
/// Rule: LD-2, ACT-7.
fn tokens(unit: &UnitView) -> impl Iterator<Item = &'static Token> {
    let of = |token: &'static Token, count: u8| std::iter::repeat_n(token, usize::from(count));
    of(&SUPPRESSION, unit.morale.suppression_markers).chain(of(&NERVE, unit.morale.nerve_markers))
}

fn size(unit: &UnitView) -> Vec2 {
    let wide = f32::from(dice(unit)) * (DIE + GAP) + tokens(unit).count() as f32 * (TOKEN + GAP);
    vec2(wide + GAP, DIE + 2.0 * GAP)
}

/// The unit's dice, then its markers.
///
/// Rule: SUP-1, SUP-3, LD-2, ACT-7.
fn row(painter: &OverlayPainter, view: &View, unit: &UnitView, room: Rect) {
    let shaken = is_shaken(unit.morale, unit.card, &view.setup().ruleset.leadership);
    let rim = if shaken { SHAKEN } else { side_look::ink(unit.id.side) };
    let round = CornerRadius::same(6);
    painter.egui.rect_filled(room, round, Color32::from_rgba_unmultiplied(18, 21, 26, 205));
    let width = if shaken { 2.4_f32 } else { 1.2 };
    painter.egui.rect_stroke(room, round, Stroke::new(width, rim), StrokeKind::Inside);
    let mut at = room.left_center() + vec2(GAP, 0.0);
    let mut left = unit.morale.hit_die;
    while left > 0 {
        die(painter, at + vec2(DIE / 2.0, 0.0), left.min(PIPS), if shaken { SHAKEN } else { IVORY });
        at.x += DIE + GAP;
        left -= left.min(PIPS);
    }
    for token in tokens(unit) {
        token.paint(painter, at + vec2(TOKEN / 2.0, 0.0));
        at.x += TOKEN + GAP;
    }
    if shaken {
        let ink = Color32::from_rgb(255, 190, 184);
        painter.small_text(room.center_top() - vec2(0.0, 1.0), Align2::CENTER_BOTTOM, "shaken", ink);
    }
}

/// A die as it lies on the table.
fn die(painter: &OverlayPainter, middle: Pos2, count: u8, colour: Color32) {
    let (face, round) = (Rect::from_center_size(middle, Vec2::splat(DIE)), CornerRadius::same(5));
    painter.egui.rect_filled(face, round, colour);
    let edge = Stroke::new(1.0_f32, Color32::from_black_alpha(120));
    painter.egui.rect_stroke(face, round, edge, StrokeKind::Inside);
    let ink = if colour == IVORY { Color32::from_rgb(30, 30, 34) } else { Color32::WHITE };
    for [x, y] in pips(count) {
        painter.egui.circle_filled(middle + vec2(*x, *y) * DIE * 0.27, DIE * 0.095, ink);
    }
}

impl Token {
    fn paint(&self, painter: &OverlayPainter, middle: Pos2) {
        painter.egui.circle(middle, TOKEN / 2.0, self.fill, Stroke::new(1.3_f32, self.rim));
        let font = FontId::proportional(12.0);
        painter.egui.text(middle, Align2::CENTER_CENTER, self.letter, font, Color32::WHITE);
    }
}
