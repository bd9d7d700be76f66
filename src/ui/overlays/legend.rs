//! What the shading and the lines on the table mean, in its upper corner.

use bevy_egui::egui::{
    Align2, Color32, CornerRadius, FontId, Rect, Shape, Stroke, StrokeKind, Vec2, pos2, vec2,
};

use super::aware::{self, Wide};
use super::lens::{OverlayPainter, PLATE};
use super::reach::{Led, Shades};
use crate::game::engine::view::View;
use crate::game::terms::terms_of;
use crate::rules::action::Action;
use crate::rules::ids::UnitId;
use crate::rules::measures::Thou;
use crate::rules::sight::{SightState, awareness as reaches};
use crate::ui::move_planner::MovePlans;
use crate::ui::sight_look;
use crate::ui::watch::Found;

/// Side of a sample of the shading, pixels.
const SAMPLE: f32 = 14.0;

/// Width of a sample of a line.
const LENGTH: f32 = 40.0;

/// Height of a line.
const LINE: f32 = 20.0;

/// A sample and what it means.
pub(super) type Row = (Sample, String);

/// Something that is drawn over the table.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Sample {
    /// A shade of what is within reach.
    Reach(Led),
    /// A line of sight.
    Sight(SightState),
    /// A line from someone who sees nothing.
    Faint(SightState),
    /// The ring of awareness.
    Ring,
    /// The wide one.
    WideRing,
    /// A cell of the exposure map.
    Cell(SightState),
    /// Nothing: words alone.
    None,
}

/// Names the shades that are shown for a move by an action.
pub(super) fn reach(view: &View, plans: &MovePlans, shades: &Shades, action: Action) -> Vec<Row> {
    let Some((model, _)) = plans.reach() else { return Vec::new() };
    let Some(unit) = view.unit(model.unit) else { return Vec::new() };
    let Some(terms) = terms_of(*view, unit, action) else { return Vec::new() };
    let text = |led| match led {
        Led::Round => format!("{}: within reach of {model}, {}\"", unit.start.name, terms.allowance),
        Led::Through => format!("only over difficult ground, {}\" (GO-3)", terms.on_difficult),
    };
    shades.0.iter().map(|led| (Sample::Reach(*led), text(*led))).collect()
}

/// Names the rings of awareness of a unit.
pub(super) fn awareness(view: &View, unit: UnitId, wide: Wide) -> Vec<Row> {
    let Some(unit) = view.unit(unit) else { return Vec::new() };
    let (aw, rules) = (unit.card.characteristics.awareness, &view.setup().ruleset.sight);
    let mut rows =
        vec![(Sample::Ring, format!("Aw of {}: {}\" (VIS-4)", unit.id, reaches(aw, Thou(0), rules)))];
    if wide == Wide::Some {
        let far = reaches(aw, aware::FAR_DOWN, rules);
        rows.push((Sample::WideRing, format!("{far}\" where a target is exposed (VIS-3)")));
    }
    rows
}

/// Names the states of the lines that are shown.
pub(super) fn states(found: &Found) -> Vec<Row> {
    let shown = |state: &SightState| found.lines.iter().any(|line| line.seen.judged.state == *state);
    let text = |state| format!("{}: {}", sight_look::word(state), sight_look::pattern(state));
    let states = sight_look::STATES.into_iter().filter(shown);
    states.map(|state| (Sample::Sight(state), text(state))).collect()
}

/// Paints rows under each other.
pub(super) fn paint(lens: &OverlayPainter, rows: &[Row]) {
    if rows.is_empty() {
        return;
    }
    let font = FontId::proportional(12.5);
    let laid = |text: &String| lens.painter.layout_no_wrap(text.clone(), font.clone(), Color32::WHITE);
    let words: Vec<_> = rows.iter().map(|(sample, text)| (*sample, laid(text))).collect();
    let widest = words.iter().map(|(_, words)| words.size().x).fold(0.0, f32::max);
    let wide = words.iter().map(|(sample, _)| sample.width()).fold(0.0, f32::max);
    let corner = lens.painter.clip_rect().left_top() + vec2(8.0, 8.0);
    let size = vec2(widest + wide + 24.0, LINE * words.len() as f32 + 8.0);
    lens.painter.rect_filled(Rect::from_min_size(corner, size), CornerRadius::same(5), PLATE);
    for (index, (sample, words)) in words.into_iter().enumerate() {
        let row = corner + vec2(8.0, 4.0 + LINE * index as f32);
        let room = Rect::from_min_size(row + vec2(0.0, (LINE - SAMPLE) / 2.0), vec2(sample.width(), SAMPLE));
        sample.paint(lens, room);
        let aside = if sample == Sample::None { 0.0 } else { wide + 8.0 };
        let at = row + vec2(aside, LINE / 2.0);
        let at = Align2::LEFT_CENTER.anchor_size(at, words.size()).min;
        lens.painter.galley(at, words, Color32::WHITE);
    }
}

impl Sample {
    fn width(self) -> f32 {
        match self {
            Self::Reach(_) | Self::Cell(_) => SAMPLE,
            Self::None => 0.0,
            Self::Sight(_) | Self::Faint(_) | Self::Ring | Self::WideRing => LENGTH,
        }
    }

    /// As on the table.
    fn paint(self, lens: &OverlayPainter, room: Rect) {
        let ends = [room.left_center(), room.right_center()];
        let ring = Stroke::new(1.6_f32, aware::INK);
        match self {
            Self::Reach(led) => shade(lens, room, led),
            Self::None => {}
            Self::Cell(state) => cell(lens, room, state),
            Self::Ring => drop(lens.painter.line_segment(ends, ring)),
            Self::WideRing => lens.painter.extend(Shape::dashed_line(&ends, ring, 5.0, 5.0)),
            Self::Faint(state) => {
                let faint = Stroke::new(1.5_f32, sight_look::ink(state));
                lens.painter.extend(Shape::dashed_line(&ends, faint, 2.0, 6.0));
            }
            Self::Sight(SightState::Hidden) => {
                let ink = sight_look::ink(SightState::Hidden);
                let middle = room.center();
                sight_look::line(lens.painter, [ends[0], middle], SightState::Hidden, 1.7);
                let bar = [middle - Vec2::new(0.0, 6.0), middle + Vec2::new(0.0, 6.0)];
                lens.painter.line_segment(bar, Stroke::new(3.0_f32, ink));
            }
            Self::Sight(state) => sight_look::line(lens.painter, ends, state, 1.7),
        }
    }
}

/// A cell of the exposure map: whole, in stripes, a dot.
fn cell(lens: &OverlayPainter, room: Rect, state: SightState) {
    let (ink, side) = (sight_look::ink(state).gamma_multiply(0.8), room.height());
    let of = |low: f32, high: f32| {
        let min = room.min + vec2(0.0, low * side);
        Rect::from_min_max(min, pos2(room.right(), room.top() + high * side))
    };
    let parts = match state {
        SightState::Clear => vec![room],
        SightState::Obscured => vec![of(0.11, 0.39), of(0.61, 0.89)],
        SightState::Concealed | SightState::Hidden => {
            vec![Rect::from_center_size(room.center(), Vec2::splat(0.44 * side))]
        }
    };
    for part in parts {
        lens.painter.rect_filled(part, CornerRadius::ZERO, ink);
    }
}

/// A shade: plain, or in stripes.
fn shade(lens: &OverlayPainter, room: Rect, led: Led) {
    let ink = led.ink();
    match led {
        Led::Round => drop(lens.painter.rect_filled(room, CornerRadius::ZERO, ink.gamma_multiply(0.45))),
        Led::Through => {
            for row in [0.15, 0.5, 0.85] {
                let y = room.top() + row * room.height();
                let stroke = Stroke::new(2.4_f32, ink.gamma_multiply(0.8));
                lens.painter.line_segment([pos2(room.left(), y), pos2(room.right(), y)], stroke);
            }
        }
    }
    lens.painter.rect_stroke(room, CornerRadius::ZERO, Stroke::new(1.0_f32, ink), StrokeKind::Inside);
}
