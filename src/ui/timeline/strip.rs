//! The ribbon, and the mouse on it.

mod painting;

use bevy::prelude::Vec2;
use bevy_egui::egui::{
    Color32, CursorIcon, Event, MouseWheelUnit, Rect, Response, RichText, Sense, Stroke, Ui,
};

use super::ribbon::{MarkKind, Ribbon, Way};
use super::{Ask, Stride, Timeline, TimelineKey, marks_in_words, what, when};
use crate::ui::playback::Playback;
use crate::ui::session::events::{UiEvent, emit, is_heard};
use crate::ui::session::open_game::OpenGame;
use crate::ui::session::open_notes::OpenNotes;
use painting::{NOTE, beside_places, entry_beside, middle, paint};

/// Space left and right of the band, pixels.
pub(super) const MARGIN: f32 = 14.0;
/// Scrolling of a touch pad for one step, pixels.
const PIXELS_PER_STEP: f32 = 30.0;

pub(super) const GROUND: Color32 = Color32::from_rgb(19, 22, 27);

/// Places of positions on the band.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Scale {
    pub left: f32,
    pub right: f32,
    pub last: usize,
}

impl Scale {
    pub fn x(&self, position: usize) -> f32 {
        let share = position as f32 / self.last.max(1) as f32;
        self.left + share.min(1.0) * (self.right - self.left)
    }

    /// The same beside the line, where a branch may be longer: no farther than the foot of the ribbon goes.
    fn beside(&self, position: usize) -> f32 {
        let share = position as f32 / self.last.max(1) as f32;
        (self.left + share * (self.right - self.left)).min(self.right + MARGIN - 2.0)
    }

    pub fn position(&self, x: f32) -> usize {
        let share = (x - self.left) / (self.right - self.left).max(1.0);
        (share.clamp(0.0, 1.0) * self.last as f32).round() as usize
    }
}

/// Paints the ribbon and hears the mouse on it.
pub(in crate::ui) fn strip_ui(
    ui: &mut Ui,
    timeline: &mut Timeline,
    (opened, playback): (&OpenGame, &Playback),
    notes: &OpenNotes,
) {
    let room = ui.available_rect_before_wrap();
    let response = ui.allocate_rect(room, Sense::click_and_drag());
    let is_open = opened.is_looking() || response.hovered() || response.dragged();
    let last = frozen_while_dragged(ui, &response, timeline.shown_to(opened)).min(timeline.ribbon.last());
    let scale = Scale { left: room.left() + MARGIN, right: room.right() - MARGIN, last };
    paint(ui.painter(), room, scale, (timeline, opened, playback), is_open);
    let pointed = response.hover_pos().filter(|at| room.contains(*at));
    let pointed = pointed.map(|at| pointed_position(&timeline.ribbon, scale, at.x));
    if let Some(position) = pointed.filter(|_| !response.dragged()) {
        let line = Stroke::new(1.0_f32, Color32::from_white_alpha(120));
        ui.painter().vline(scale.x(position), room.y_range(), line);
    }
    hear(ui, &response, scale, timeline, opened);
    if let Some(position) = pointed {
        response.on_hover_ui_at_pointer(|ui| hint_ui(ui, timeline, (opened, notes), position));
    }
    report(room, scale, timeline, opened);
}

/// While the ribbon is dragged nothing moves under the pointer.
fn frozen_while_dragged(ui: &Ui, response: &Response, last: usize) -> usize {
    let id = response.id.with("last");
    if (response.dragged() && !response.drag_started()) || response.drag_stopped() {
        return ui.data(|data| data.get_temp(id)).unwrap_or(last);
    }
    ui.data_mut(|data| data.insert_temp(id, last));
    last
}

/// A press or a drag looks at what is under the pointer, the wheel steps.
pub(super) fn hear(ui: &Ui, response: &Response, scale: Scale, timeline: &mut Timeline, opened: &OpenGame) {
    if response.hovered() {
        ui.ctx().set_cursor_icon(CursorIcon::PointingHand);
    }
    // In a slow frame the last move and the release come together.
    let held = response.is_pointer_button_down_on() || response.dragged();
    let pressed = held || response.drag_stopped() || response.clicked();
    let beside =
        response.interact_pointer_pos().and_then(|at| entry_beside(timeline, scale, response.rect, at));
    if let Some(entry) = beside.filter(|_| response.clicked()) {
        timeline.ask(Ask::LookAt(entry));
        return;
    }
    if let Some(at) = response.interact_pointer_pos().filter(|_| pressed && beside.is_none()) {
        let position = match response.dragged() && !response.drag_stopped() {
            true => scale.position(at.x),
            false => pointed_position(&timeline.ribbon, scale, at.x),
        };
        let entry = timeline.ribbon.steps.get(position).map(|step| step.entry);
        if let Some(entry) = entry.filter(|entry| *entry != opened.game.history().present().id) {
            timeline.ask(Ask::LookAt(entry));
        }
        return;
    }
    if response.hovered() {
        hear_wheel(ui, response, timeline, opened);
    }
}

/// Looks as many commands back or on as the wheel was turned.
fn hear_wheel(ui: &Ui, response: &Response, timeline: &mut Timeline, opened: &OpenGame) {
    let id = response.id.with("wheel");
    let scrolled = ui.input(|input| {
        let of = |event: &Event| match event {
            Event::MouseWheel { unit: MouseWheelUnit::Point, delta, .. } => {
                (delta.y - delta.x) / PIXELS_PER_STEP
            }
            Event::MouseWheel { delta, .. } => delta.y - delta.x,
            _ => 0.0,
        };
        input.events.iter().map(of).sum::<f32>()
    });
    if scrolled == 0.0 {
        return;
    }
    let remainder: f32 = ui.data(|data| data.get_temp(id)).unwrap_or(0.0) + scrolled;
    ui.data_mut(|data| data.insert_temp(id, remainder.fract()));
    let way = if remainder > 0.0 { Way::Back } else { Way::On };
    let steps = remainder.trunc().abs() as usize;
    let here = timeline.position(opened);
    let to = match way {
        Way::Back => here.saturating_sub(steps),
        Way::On => (here + steps).min(timeline.ribbon.last()),
    };
    if let Some(step) = timeline.ribbon.steps.get(to).filter(|_| to != here) {
        let entry = step.entry;
        timeline.ask(Ask::LookAt(entry));
    } else if steps > 0 {
        timeline.ask(Ask::Key(TimelineKey::Step(Stride::Command, way)));
    }
}

/// Reach of a note for the pointer, pixels.
const NOTE_REACH: f32 = 6.0;

/// The position that a pixel means: that of a note close by, else the nearest.
fn pointed_position(ribbon: &Ribbon, scale: Scale, x: f32) -> usize {
    let steps = ribbon.steps.iter().enumerate().take(scale.last + 1);
    let noted = steps.filter(|(_, step)| step.marks.iter().any(|mark| mark.kind == MarkKind::Note));
    let away = |position: usize| (scale.x(position) - x).abs();
    let near = noted.map(|(position, _)| position).filter(|position| away(*position) <= NOTE_REACH);
    near.min_by(|a, b| away(*a).total_cmp(&away(*b))).unwrap_or_else(|| scale.position(x))
}

pub(super) fn hint_ui(
    ui: &mut Ui,
    timeline: &Timeline,
    (opened, notes): (&OpenGame, &OpenNotes),
    position: usize,
) {
    ui.set_max_width(420.0);
    let Some(step) = timeline.ribbon.steps.get(position) else { return };
    ui.strong(when(opened, timeline, position));
    let what = what(opened, step);
    if !what.is_empty() {
        ui.label(what);
    }
    for mark in marks_in_words(opened, step) {
        ui.small(format!("{mark}."));
    }
    for note in notes.notes_at(step.entry) {
        let rule = note.rule.as_ref().map_or(String::new(), |rule| format!(" ({rule})"));
        ui.label(RichText::new(format!("“{}”{rule}", note.text)).color(NOTE));
    }
    if !opened.is_looking() {
        ui.small("Click, drag or turn the wheel to look back.");
    }
}

/// Reports what is shown, and where.
fn report(room: Rect, scale: Scale, timeline: &mut Timeline, opened: &OpenGame) {
    if !is_heard() {
        return;
    }
    let history = opened.game.history();
    let middle = middle(room, &timeline.ribbon);
    let at = |position: usize| -> [f32; 2] { Vec2::new(scale.x(position), middle).into() };
    let marked = timeline.ribbon.steps.iter().enumerate().filter(|(_, step)| !step.marks.is_empty());
    let event = UiEvent::TimelineShows {
        entry: history.present().id.0,
        home: history.home().0,
        line: timeline.ribbon.steps.iter().take(scale.last + 1).map(|step| step.entry.0).collect(),
        branches: timeline.ribbon.branches.len(),
        beside: beside_places(timeline, scale, room),
        looking: opened.is_looking(),
        try_out: opened.game.is_try_out(),
        plays: timeline.plays(),
        ends: [at(0), at(scale.last)],
        marks: marked.map(|(position, step)| (step.entry.0, at(position))).collect(),
    };
    if timeline.reported.as_ref() != Some(&event) {
        emit(&event);
        timeline.reported = Some(event);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every position is found again where it is painted, also on a ribbon with one.
    #[test]
    fn a_position_is_found_where_it_is_painted() {
        for last in [0, 1, 7, 300] {
            let scale = Scale { left: 14.0, right: 616.0, last };
            for position in 0..=last {
                assert_eq!(scale.position(scale.x(position)), position, "of {last}");
            }
            assert_eq!((scale.position(-50.0), scale.position(9000.0)), (0, last));
        }
    }
}
