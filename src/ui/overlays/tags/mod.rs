//! The tags of units: the sign of the type in the side's colour and shape, id, strength and markers; the name where the
//! player wants it, and the state in words under the pointer and at the selected unit.
//!
//! A tag covers no other tag and, where there is room, no models. A unit that is on its way has none. Without tags only the markers are shown, at the leader's
//! base. Tags and marks are smaller than men who are seen from near.

mod in_words;
mod marks;
mod placement;
mod type_sign;

use std::sync::Arc;

use bevy::ecs::system::{SystemParam, SystemParamItem};
use bevy::prelude::Res;
use bevy_egui::egui::{
    Color32, CornerRadius, FontId, Galley, Pos2, Rect, Stroke, StrokeKind, Vec2, pos2, vec2,
};

use super::losses::label_rects;
use super::overlay::{Overlay, OverlayFrame};
use super::overlay_painter::{OverlayPainter, PLATE};
use crate::game::engine::view::{ModelView, UnitView, View};
use crate::game::narration::words;
use crate::game::unit_summary::{Acted, UnitCondition, UnitSummary, summary};
use crate::rules::ids::UnitId;
use crate::rules::measures::Place;
use crate::ui::axes;
use crate::ui::casualties::Casualties;
use crate::ui::input::Selection;
use crate::ui::open_game::OpenGame;
use crate::ui::playback::Playback;
use crate::ui::settings::Settings;
use crate::ui::shown_battle::ShownBattle;
use crate::ui::side_look;
use crate::ui::tags::Tags;
use crate::ui::view_resource::PaintLayer;
use in_words::InWords;
pub(super) use in_words::plugin;
use marks::Mark;
pub(in crate::ui) use marks::check_mark;
use placement::{Covered, Wanted, line_to, place};

/// Height of a tag, radius of its badge, and between its parts, at the usual size; pixels.
const HEIGHT: f32 = 18.0;
const BADGE: f32 = 10.0;
const GAP: f32 = 4.0;

/// Where an inch takes so many pixels, tags have their usual size; farther away they are smaller, and nearer by larger.
const INCH: f32 = 20.0;
const SCALES: [f32; 2] = [0.9, 1.2];

/// The rim of a selected unit.
const SELECTED: Color32 = Color32::from_rgb(255, 237, 115);

/// The tags of all units.
pub(super) struct UnitTags;

/// What the tags depend on.
#[derive(SystemParam)]
pub(super) struct Inputs<'w> {
    opened: Res<'w, OpenGame>,
    shown: Res<'w, ShownBattle>,
    settings: Res<'w, Settings>,
    selection: Res<'w, Selection>,
    in_words: Res<'w, InWords>,
    playback: Res<'w, Playback>,
    casualties: Res<'w, Casualties>,
}

impl Inputs<'_> {
    /// How much the tag of a unit says.
    fn detail(&self, unit: UnitId) -> Detail {
        match self.settings.tags {
            _ if self.in_words.has(unit) => Detail::State,
            Tags::Signs => Detail::Strength,
            Tags::Names => Detail::Name,
            Tags::Off => Detail::Marks,
        }
    }
}

impl Overlay for UnitTags {
    const LAYER: PaintLayer = PaintLayer::Marks;

    type Inputs = Inputs<'static>;

    fn paint(frame: &mut OverlayFrame, inputs: &SystemParamItem<Self::Inputs>) {
        let (painter, view) = (&frame.painter, inputs.shown.view(&inputs.opened));
        let on_the_way = inputs.playback.units_on_the_way();
        let at_rest = view.units().filter(|unit| !on_the_way.contains(&unit.id));
        let units: Vec<Seen> = at_rest.filter_map(|unit| Seen::new(painter, &view, unit)).collect();
        let men = units.iter().flat_map(|unit| unit.men.iter().copied());
        let models: Vec<Rect> = men.chain(flags(painter, &view)).collect();
        let clip = painter.egui.clip_rect().shrink(3.0);
        let in_view = units.iter().filter(|seen| seen.men.iter().any(|man| clip.intersects(*man)));
        let mut tags: Vec<(&Seen, Tag)> = in_view
            .filter_map(|seen| {
                let selected = inputs.selection.unit == Some(seen.summary.unit);
                let tag = Tag::new(painter, seen, inputs.detail(seen.summary.unit))?;
                Some((seen, Tag { rim: if selected { Some(SELECTED) } else { tag.rim }, ..tag }))
            })
            .collect();
        // The state in words needs most room, and is what the player looks at now.
        tags.sort_by_key(|(seen, tag)| (tag.detail != Detail::State, seen.summary.unit));
        let mut taken = label_rects(painter, &inputs.casualties, &inputs.playback);
        for (seen, tag) in &tags {
            let rect = match tag.detail {
                Detail::Marks => at_base(seen, tag.size),
                _ => {
                    let wanted = Wanted { around: seen.around, own: &seen.men, size: tag.size };
                    place(&wanted, &Covered { clip, models: &models, taken: &taken })
                }
            };
            taken.push(rect.expand(1.5));
            tag.paint(painter, rect, seen);
        }
    }
}

/// A unit as the picture shows it.
struct Seen {
    summary: UnitSummary,
    name: String,
    figure: crate::rules::card::Figure,
    /// Each of its men, and all together.
    men: Vec<Rect>,
    around: Rect,
    /// The leader's base.
    foot: Pos2,
    /// How large its tag is, by how near it is.
    scale: f32,
}

impl Seen {
    /// `None` of a unit that is not in the picture.
    fn new(painter: &OverlayPainter, view: &View, unit: UnitView) -> Option<Self> {
        let men: Vec<Rect> = view.standing(unit.id).filter_map(|model| seen(painter, model)).collect();
        let around = men.iter().copied().reduce(Rect::union)?;
        let leader = view.leader(unit.id)?;
        let foot = painter.scene(axes::place_in_scene(leader.pose.at))?;
        let aside = painter.scene(axes::place_in_scene(leader.pose.at) + *painter.from.right())?;
        let scale = (foot.distance(aside) / INCH).clamp(SCALES[0], SCALES[1]);
        let (name, figure) = (unit.start.name.clone(), unit.card.figure);
        Some(Self { summary: summary(*view, unit), name, figure, men, around, foot, scale })
    }
}

/// The part of the picture that a model covers.
fn seen(painter: &OverlayPainter, model: ModelView) -> Option<Rect> {
    let (foot, base) = (axes::place_in_scene(model.pose.at), model.card.base);
    let low = painter.scene(foot)?;
    let top = painter.scene(foot + bevy::math::Vec3::Y * base.height.inches() as f32)?;
    let aside = painter.scene(foot + painter.from.right() * base.radius() as f32)?;
    Some(Rect::from_two_pos(low, top).expand((aside - low).length()))
}

/// The flags of objectives, with what is written over them.
fn flags(painter: &OverlayPainter, view: &View) -> Vec<Rect> {
    let corners = |at: Place, across: f32, up: f32| {
        painter.scene(axes::place_in_scene(at) + bevy::math::Vec3::new(across, up, 0.0))
    };
    let flag = |at: Place| Some(Rect::from_two_pos(corners(at, -0.6, 0.0)?, corners(at, 1.0, 2.0)?));
    view.objectives().iter().filter_map(|one| flag(one.at)).collect()
}

/// Markers alone lie at the leader's base.
fn at_base(seen: &Seen, size: Vec2) -> Rect {
    Rect::from_center_size(seen.foot + vec2(0.0, size.y / 2.0 + 3.0), size)
}

/// How much a tag says, the least first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Detail {
    Marks,
    Strength,
    Name,
    State,
}

/// A tag, laid out.
struct Tag {
    detail: Detail,
    text: Option<Arc<Galley>>,
    marks: Vec<Mark>,
    size: Vec2,
    scale: f32,
    rim: Option<Color32>,
    fade: f32,
}

impl Tag {
    /// `None` where there is nothing to show.
    fn new(painter: &OverlayPainter, seen: &Seen, detail: Detail) -> Option<Self> {
        let unit = &seen.summary;
        let scale = if detail == Detail::State { 1.0 } else { seen.scale };
        let mut marks = marks::marks(unit);
        if detail == Detail::State {
            // Words say the rest.
            marks.retain(|mark| *mark == Mark::Acted);
        }
        if detail == Detail::Marks && marks.is_empty() {
            return None;
        }
        let is_done = unit.acted == Acted::Done && detail != Detail::State;
        let ink = if is_done { Color32::from_rgb(186, 192, 200) } else { Color32::WHITE };
        let font = FontId::proportional(12.5 * scale);
        let text = text(seen, detail).map(|text| painter.egui.layout_no_wrap(text, font, ink));
        let badge = if text.is_some() { 2.0 * BADGE * scale } else { 0.0 };
        let wide = text.as_ref().map_or(0.0, |text| text.size().x + 2.0 * GAP * scale);
        let size = vec2(badge + wide + marks::width(&marks, scale) + GAP * scale, HEIGHT * scale);
        // Who may still act has a rim.
        let rim = (unit.acted == Acted::ToAct).then(|| side_look::ink(unit.unit.side));
        Some(Self { detail, text, marks, size, scale, rim, fade: if is_done { 0.72 } else { 1.0 } })
    }

    fn paint(&self, painter: &OverlayPainter, rect: Rect, seen: &Seen) {
        let (egui, unit, scale) = (painter.egui, &seen.summary, self.scale);
        let ink = side_look::ink(unit.unit.side);
        if let Some(line) = line_to(rect, seen.around, seen.foot).filter(|_| self.text.is_some()) {
            egui.line_segment(line, Stroke::new(3.0_f32, Color32::from_black_alpha(130)));
            egui.line_segment(line, Stroke::new(1.3_f32, side_look::light_ink(unit.unit.side)));
            egui.circle_filled(line[1], 2.4, side_look::light_ink(unit.unit.side));
        }
        let round = CornerRadius::same((rect.height() / 2.0) as u8);
        let plate = rect.with_min_x(rect.left() + if self.text.is_some() { BADGE * scale } else { 0.0 });
        egui.rect_filled(plate, round, PLATE.gamma_multiply(self.fade));
        if let Some(rim) = self.rim {
            egui.rect_stroke(plate, round, Stroke::new(1.2_f32, rim), StrokeKind::Inside);
        }
        let mut left = rect.left_center() + vec2(GAP * scale, 0.0);
        if let Some(text) = &self.text {
            left.x = rect.left() + (2.0 * BADGE + GAP) * scale;
            strength(painter, [left.x, left.x + text.size().x], rect.bottom() - 2.6 * scale, unit, ink);
            let top = left.y - text.size().y / 2.0 - 1.0 * scale;
            egui.galley(pos2(left.x, top), text.clone(), Color32::WHITE);
            left.x += text.size().x + GAP * scale;
            let centre = pos2(rect.left() + BADGE * scale, rect.center().y);
            type_sign::badge(egui, centre, BADGE * scale, unit.unit.side, seen.figure);
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

/// What a tag says.
fn text(seen: &Seen, detail: Detail) -> Option<String> {
    let (unit, name) = (&seen.summary, &seen.name);
    let left = if unit.left < unit.models {
        format!("{}/{}", unit.left, unit.models)
    } else {
        unit.left.to_string()
    };
    match detail {
        Detail::Marks => None,
        Detail::Strength if unit.models == 1 => Some(unit.unit.to_string()),
        Detail::Strength => Some(format!("{} · {left}", unit.unit)),
        Detail::Name => Some(format!("{} {name} · {left}", unit.unit)),
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
