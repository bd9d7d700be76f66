//! What has happened, in sentences, the newest at the bottom.

use bevy::prelude::{DetectChanges, Resource};
use bevy_egui::egui::{
    self, Color32, CornerRadius, RichText, ScrollArea, Sense, Stroke, StrokeKind, Ui, vec2,
};

use super::{Desk, style};
use crate::game::play::Game;
use crate::game::record::history::Branch;
use crate::rules::ids::{Side, UnitId};
use crate::ui::side_look;
use crate::ui::words::{Rolls, Sentence, Weight, sentences};

/// The log as it stands; told anew only when the battle has moved.
#[derive(Resource, Default)]
pub(super) struct Told(Vec<Chapter>);

/// What is told of one entry of the history.
struct Chapter {
    /// Whether another branch begins with it.
    turning: Turning,
    sentences: Vec<Sentence>,
    /// How wide it was shown last, and how high it was then.
    size: Option<egui::Vec2>,
}

#[derive(PartialEq, Eq)]
enum Turning {
    Away,
    Straight,
}

impl Told {
    /// Told from the history, so it is right after loading and undoing.
    pub fn tell(&mut self, game: &Game) {
        let mut branch = Branch::Played;
        let chapters = game.history().line().into_iter().map(|entry| {
            let turning = if entry.branch == branch { Turning::Straight } else { Turning::Away };
            branch = entry.branch;
            Chapter { turning, sentences: sentences(game.setup(), &entry.outcome.facts), size: None }
        });
        let silent = |chapter: &Chapter| chapter.turning == Turning::Straight && chapter.sentences.is_empty();
        self.0 = chapters.filter(|chapter| !silent(chapter)).collect();
    }
}

pub(super) fn log_ui(ui: &mut Ui, desk: &mut Desk) {
    ui.label(style::caption("What has happened"));
    if desk.opened.is_changed() {
        desk.told.tell(&desk.opened.game);
    }
    let mut clicked = None;
    let area = ScrollArea::vertical().auto_shrink([false, false]).stick_to_bottom(true);
    area.show_viewport(ui, |ui, seen| {
        ui.spacing_mut().item_spacing.y = 4.0;
        let (top, width) = (ui.cursor().top(), ui.available_width());
        for chapter in &mut desk.told.0 {
            let from = ui.cursor().top() - top;
            // What is scrolled away takes its room and nothing else.
            if let Some(size) = chapter.size.filter(|size| size.x == width)
                && (from > seen.max.y || from + size.y < seen.min.y)
            {
                ui.allocate_space(size);
                continue;
            }
            let shown = ui.vertical(|ui| chapter_ui(ui, chapter));
            clicked = shown.inner.or(clicked);
            chapter.size = Some(vec2(width, shown.response.rect.height()));
        }
    });
    if clicked.is_some() {
        desk.selection.unit = clicked;
    }
}

/// One entry; the unit whose sentence was clicked.
fn chapter_ui(ui: &mut Ui, chapter: &Chapter) -> Option<UnitId> {
    if chapter.turning == Turning::Away {
        branch_ui(ui);
    }
    let clicked = chapter.sentences.iter().filter(|sentence| sentence_ui(ui, sentence));
    clicked.last().and_then(|sentence| sentence.unit)
}

fn branch_ui(ui: &mut Ui) {
    let text = RichText::new("— from here on: what if? —").color(Color32::from_rgb(200, 164, 240));
    ui.vertical_centered(|ui| ui.label(text));
}

/// A sentence; whether it was clicked.
fn sentence_ui(ui: &mut Ui, sentence: &Sentence) -> bool {
    match (sentence.weight, sentence.unit) {
        (Weight::Heading, _) => {
            ui.add_space(4.0);
            ui.label(RichText::new(&sentence.text).strong().color(style::ACCENT));
            ui.separator();
            false
        }
        (Weight::Line, None) => {
            ui.label(&sentence.text);
            rolls_ui(ui, &sentence.rolls, None);
            false
        }
        (Weight::Line, Some(unit)) => {
            let row = ui.horizontal(|ui| {
                super::top_bar::badge_ui(ui, unit.side, 7.0);
                let words = egui::Label::new(&sentence.text).wrap().sense(Sense::click());
                ui.add(words).on_hover_text("Select the unit").clicked()
            });
            rolls_ui(ui, &sentence.rolls, Some(unit.side));
            row.inner
        }
    }
}

/// The dice of a sentence; those of one side stand without its letter.
fn rolls_ui(ui: &mut Ui, rolls: &Rolls, side: Option<Side>) {
    match (rolls, side) {
        (Rolls::None, _) | (Rolls::AtMost { .. }, None) => {}
        (Rolls::RollOff(rolls), _) => roll_off_ui(ui, rolls),
        (Rolls::AtMost { faces, limit }, Some(side)) if !faces.is_empty() => {
            ui.horizontal_wrapped(|ui| {
                for face in faces {
                    let succeeded = face <= limit;
                    ui.add_enabled_ui(succeeded, |ui| die_ui(ui, side, *face));
                }
            });
        }
        (Rolls::AtMost { .. }, Some(_)) => {}
    }
}

/// The faces of a roll-off, roll by roll.
fn roll_off_ui(ui: &mut Ui, rolls: &[[u8; 2]]) {
    ui.horizontal_wrapped(|ui| {
        for (nth, faces) in rolls.iter().enumerate() {
            if nth > 0 {
                ui.label(RichText::new("level, again:").small().color(style::FAINT));
            }
            for side in Side::BOTH {
                ui.label(RichText::new(side.to_string()).small().color(side_look::light_ink(side)));
                die_ui(ui, side, faces[side.index()]);
            }
        }
    });
}

/// A die in a side's colour; pale where it did not succeed.
fn die_ui(ui: &mut Ui, side: Side, face: u8) {
    let (room, response) = ui.allocate_exact_size(vec2(22.0, 22.0), Sense::hover());
    let painter = ui.painter();
    painter.rect_filled(room, CornerRadius::same(4), Color32::from_rgb(240, 236, 224));
    let rim = Stroke::new(1.5_f32, side_look::ink(side));
    painter.rect_stroke(room, CornerRadius::same(4), rim, StrokeKind::Inside);
    for [x, y] in pips(face) {
        let at = room.center() + vec2(x, y) * 5.8;
        painter.circle_filled(at, 2.0, Color32::from_rgb(40, 36, 30));
    }
    response.on_hover_text(format!("side {side} rolled {face}"));
}

/// Where the pips of a face are, from the middle.
fn pips(face: u8) -> Vec<[f32; 2]> {
    let mut pips = Vec::new();
    if face % 2 == 1 {
        pips.push([0.0, 0.0]);
    }
    if face >= 2 {
        pips.extend([[-1.0, -1.0], [1.0, 1.0]]);
    }
    if face >= 4 {
        pips.extend([[-1.0, 1.0], [1.0, -1.0]]);
    }
    if face >= 6 {
        pips.extend([[-1.0, 0.0], [1.0, 0.0]]);
    }
    pips
}
