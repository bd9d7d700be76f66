//! A tag, laid out and painted.

use std::sync::Arc;

use bevy_egui::egui::{Color32, CornerRadius, FontId, Galley, Rect, Stroke, StrokeKind, Vec2, pos2, vec2};

use super::Seen;
use super::marks::{self, Mark};
use super::type_sign;
use crate::game::narration::words;
use crate::game::unit_summary::{Acted, UnitCondition, UnitSummary};
use crate::ui::looks::side_look;
use crate::ui::overlays::overlay_painter::{OverlayPainter, PLATE};

/// Height of a tag, radius of its badge, and between its parts, at the usual size; pixels.
const TAG_HEIGHT_PX: f32 = 18.0;
const BADGE_RADIUS_PX: f32 = 10.0;
const PART_GAP_PX: f32 = 4.0;

/// The size of a name in a show, in a picture of this height.
const NAMED_SCALE: f32 = 1.25;
const NAMED_HEIGHT_PX: f32 = 800.0;

/// Detail of a tag, the least first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Detail {
    Marks,
    Id,
    Strength,
    Name,
    /// The number of models alone: in a show ids say nothing.
    Count,
    /// The name without the id, in a show.
    Alone,
    /// The name alone, larger, as in the line that tells the events.
    Named,
    State,
}

impl Detail {
    /// It, and what is said where there is too little room for that.
    pub fn and_shorter(self) -> impl Iterator<Item = Self> {
        let shorter: &[Self] = match self {
            Self::Marks => &[Self::Marks],
            Self::Id => &[Self::Id],
            Self::Strength => &[Self::Strength, Self::Id],
            Self::Name => &[Self::Name, Self::Strength, Self::Id],
            Self::Count => &[Self::Count],
            Self::Alone => &[Self::Alone, Self::Count],
            Self::Named => &[Self::Named, Self::Alone, Self::Count],
            Self::State => &[Self::State, Self::Strength, Self::Id],
        };
        shorter.iter().copied()
    }
}

/// A tag, laid out.
pub(super) struct Tag {
    text: Option<Arc<Galley>>,
    marks: Vec<Mark>,
    pub size: Vec2,
    scale: f32,
    pub rim: Option<Color32>,
    pub plate: Color32,
}

impl Tag {
    /// `None` where there is nothing to show.
    pub fn new(painter: &OverlayPainter, seen: &Seen, detail: Detail) -> Option<Self> {
        let unit = &seen.summary;
        let scale = match detail {
            Detail::State => seen.scale.max(1.0),
            Detail::Named => {
                NAMED_SCALE * (painter.egui.clip_rect().height() / NAMED_HEIGHT_PX).clamp(0.7, 2.0)
            }
            Detail::Marks | Detail::Id | Detail::Strength | Detail::Name | Detail::Count | Detail::Alone => {
                seen.scale
            }
        };
        let mut marks = marks::marks(unit);
        match detail {
            // Words say the rest.
            Detail::State => marks.retain(|mark| *mark == Mark::Acted),
            // There is room for one: the most urgent.
            Detail::Id => marks.truncate(1),
            Detail::Marks
            | Detail::Strength
            | Detail::Name
            | Detail::Count
            | Detail::Alone
            | Detail::Named => {}
        }
        if detail == Detail::Marks && marks.is_empty() {
            return None;
        }
        let is_done = unit.acted == Acted::Done && detail != Detail::State;
        let ink = if is_done { Color32::from_rgb(186, 192, 200) } else { Color32::WHITE };
        let font = FontId::proportional(12.5 * scale);
        let text = words(seen, detail).map(|text| painter.egui.layout_no_wrap(text, font, ink));
        let badge = if text.is_some() { 2.0 * BADGE_RADIUS_PX * scale } else { 0.0 };
        let wide = text.as_ref().map_or(0.0, |text| text.size().x + 2.0 * PART_GAP_PX * scale);
        let size =
            vec2(badge + wide + marks::width(&marks, scale) + PART_GAP_PX * scale, TAG_HEIGHT_PX * scale);
        // Who may still act has a rim.
        let rim = (unit.acted == Acted::ToAct).then(|| side_look::ink(unit.unit.side));
        let plate = if is_done { PLATE.gamma_multiply(0.72) } else { PLATE };
        Some(Self { text, marks, size, scale, rim, plate })
    }

    /// Its text, without its marks.
    pub fn words(&self) -> &str {
        self.text.as_ref().map_or("marks", |text| text.text())
    }

    pub fn paint(&self, painter: &OverlayPainter, rect: Rect, seen: &Seen) {
        let (egui, unit, scale) = (painter.egui, &seen.summary, self.scale);
        let ink = side_look::ink(unit.unit.side);
        let round = CornerRadius::same((rect.height() / 2.0) as u8);
        let plate =
            rect.with_min_x(rect.left() + if self.text.is_some() { BADGE_RADIUS_PX * scale } else { 0.0 });
        egui.rect_filled(plate, round, self.plate);
        if let Some(rim) = self.rim {
            egui.rect_stroke(plate, round, Stroke::new(1.2_f32, rim), StrokeKind::Inside);
        }
        let mut left = rect.left_center() + vec2(PART_GAP_PX * scale, 0.0);
        if let Some(text) = &self.text {
            left.x = rect.left() + (2.0 * BADGE_RADIUS_PX + PART_GAP_PX) * scale;
            strength(painter, [left.x, left.x + text.size().x], rect.bottom() - 2.6 * scale, unit, ink);
            let top = left.y - text.size().y / 2.0 - 1.0 * scale;
            egui.galley(pos2(left.x, top), text.clone(), Color32::WHITE);
            left.x += text.size().x + PART_GAP_PX * scale;
            let centre = pos2(rect.left() + BADGE_RADIUS_PX * scale, rect.center().y);
            type_sign::badge(egui, centre, BADGE_RADIUS_PX * scale, unit.unit.side, seen.figure);
        }
        marks::paint(egui, left, &self.marks, scale);
    }
}

/// The share of models that is left, as a line under the text; none where all are.
fn strength(painter: &OverlayPainter, [left, right]: [f32; 2], y: f32, unit: &UnitSummary, ink: Color32) {
    if unit.left < unit.models {
        let end = left + (right - left) * unit.left as f32 / unit.models as f32;
        painter.egui.hline(left..=right, y, Stroke::new(1.6_f32, Color32::from_rgb(70, 76, 86)));
        painter.egui.hline(left..=end, y, Stroke::new(1.6_f32, ink));
    }
}

/// Text of a tag.
fn words(seen: &Seen, detail: Detail) -> Option<String> {
    let (unit, name) = (&seen.summary, &seen.name);
    let left = if unit.left < unit.models {
        format!("{}/{}", unit.left, unit.models)
    } else {
        unit.left.to_string()
    };
    match detail {
        Detail::Marks => None,
        Detail::Id => Some(unit.unit.to_string()),
        Detail::Strength if unit.models == 1 => Some(unit.unit.to_string()),
        Detail::Strength => Some(format!("{} · {left}", unit.unit)),
        Detail::Name => Some(format!("{} {name} · {left}", unit.unit)),
        Detail::Count => Some(left),
        Detail::Alone | Detail::Named => Some(format!("{name} · {left}")),
        Detail::State => Some(state_in_words(unit, name)),
    }
}

/// The name of the unit, its state, how many models are left, and its markers.
fn state_in_words(unit: &UnitSummary, name: &str) -> String {
    let state = match unit.state {
        UnitCondition::Clear => String::new(),
        state => format!("{} · ", state.word()),
    };
    let mut text = format!("{} {name} · {state}{} of {}", unit.unit, unit.left, unit.models);
    if unit.hits > 0 {
        text += &format!(" · {}", words::counted(usize::from(unit.hits), "hit"));
    }
    if unit.nerve_markers > 0 {
        text += &format!(" · nerve −{}", unit.nerve_markers);
    }
    text
}
