//! The line over the table in which a note is written, with the paragraph beside it.

use bevy::prelude::*;
use bevy_egui::EguiContexts;
use bevy_egui::egui::{
    self, Align, Align2, Color32, CornerRadius, Event, Frame, Key, Layout, Margin, Modifiers, Order,
    RichText, Stroke, TextEdit, Ui,
};

use super::at_hand::titled;
use super::entry::NoteEntry;
use crate::notes::shortened;
use crate::ui::camera::{SIDE_COLUMN, TOP_BAR};
use crate::ui::panels::style;
use crate::ui::session::events::{UiEvent, emit};
use crate::ui::session::open_game::OpenGame;
use crate::ui::session::open_notes::OpenNotes;
use crate::ui::session::screen::{Screen, Sheet};
use crate::ui::session::stage::Stage;

/// The widest the line is, pixels.
const WIDTH: f32 = 640.0;

/// A line has at most so many characters.
const LONGEST: usize = 400;

/// A title on a button has at most so many characters.
const TITLE: usize = 34;

/// Requests of the line.
#[derive(Default)]
struct Asked {
    keep: bool,
    chosen: Option<Option<usize>>,
}

pub(super) fn show_line(
    mut contexts: EguiContexts,
    mut entry: ResMut<NoteEntry>,
    mut opened: ResMut<OpenGame>,
    mut notes: ResMut<OpenNotes>,
    mut screen: ResMut<Screen>,
    stage: Res<Stage>,
    mut reported: Local<Option<UiEvent>>,
) -> Result {
    if screen.note == Sheet::Hidden || stage.is_start() {
        if entry.shot.is_some() {
            entry.drop_note();
            emit(&UiEvent::NoteDropped);
            give_keys_back(contexts.ctx_mut()?, &mut screen);
        }
        screen.bypass_change_detection().note = Sheet::Hidden;
        *reported = None;
        return Ok(());
    }
    let context = contexts.ctx_mut()?;
    let entry = entry.bypass_change_detection();
    if !entry.shot.as_ref().is_some_and(super::shot::Shot::has_been_taken) {
        take_typed(context, entry);
        return Ok(());
    }
    let asked = line_ui(context, entry);
    report(entry, &mut reported);
    if let Some(chosen) = asked.chosen {
        entry.chosen = chosen;
    }
    if asked.keep {
        entry.keep(&mut opened, &mut notes, &mut screen);
        if screen.note == Sheet::Hidden {
            give_keys_back(context, &mut screen);
        }
    }
    Ok(())
}

/// The next key is the table's: without this it would still go to the line, which nobody sees any more.
fn give_keys_back(context: &egui::Context, screen: &mut Screen) {
    context.memory_mut(|memory| memory.focused().into_iter().for_each(|id| memory.surrender_focus(id)));
    screen.typing = false;
}

/// Letters typed before the line has the keys belong into it.
fn take_typed(context: &egui::Context, entry: &mut NoteEntry) {
    let typed = context.input(|input| {
        let text = |event: &Event| if let Event::Text(text) = event { Some(text.clone()) } else { None };
        input.events.iter().filter_map(text).collect::<String>()
    });
    // The key itself writes a comma.
    entry.text.push_str(if entry.text.is_empty() { typed.trim_start_matches(',') } else { &typed });
}

fn line_ui(context: &egui::Context, entry: &mut NoteEntry) -> Asked {
    let frame = Frame::new()
        .fill(style::GROUND)
        .stroke(Stroke::new(1.4_f32, style::ACCENT))
        .corner_radius(CornerRadius::same(7))
        .inner_margin(Margin::symmetric(14, 10));
    let width = WIDTH.min(context.viewport_rect().width() - SIDE_COLUMN - 60.0);
    let mut asked = Asked::default();
    let offset = egui::vec2(-SIDE_COLUMN / 2.0, TOP_BAR + 12.0);
    egui::Area::new("note".into()).order(Order::Foreground).anchor(Align2::CENTER_TOP, offset).show(
        context,
        |ui| {
            frame.show(ui, |ui| {
                ui.set_width(width);
                head_ui(ui, entry.when());
                asked.keep = text_ui(ui, entry);
                rules_ui(ui, entry, &mut asked);
                if let Some(fault) = &entry.fault {
                    ui.label(RichText::new(fault).color(style::WRONG));
                }
            });
        },
    );
    asked
}

fn head_ui(ui: &mut Ui, when: &str) {
    ui.horizontal(|ui| {
        ui.label(RichText::new("Note").strong().color(style::ACCENT));
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            ui.label(RichText::new("Enter keeps it · Esc drops it").small().color(style::FAINT));
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                let when = RichText::new(when).small().color(style::FAINT);
                ui.add(egui::Label::new(when).truncate());
            });
        });
    });
}

/// The line itself; whether Enter was pressed in it.
fn text_ui(ui: &mut Ui, entry: &mut NoteEntry) -> bool {
    let pressed = |ui: &mut Ui, key: Key| ui.input_mut(|input| input.consume_key(Modifiers::NONE, key));
    if pressed(ui, Key::ArrowDown) {
        entry.choose(false);
    }
    if pressed(ui, Key::ArrowUp) {
        entry.choose(true);
    }
    let keeps = pressed(ui, Key::Enter);
    let hint = "What is odd here, or unclear, or dull?";
    let edit = TextEdit::singleline(&mut entry.text)
        .hint_text(hint)
        .char_limit(LONGEST)
        .font(egui::FontId::proportional(16.0))
        .desired_width(f32::INFINITY);
    let mut output = edit.show(ui);
    if output.response.changed() {
        entry.fault = None;
        entry.find_named();
    }
    if !output.response.has_focus() {
        take_typed(ui.ctx(), entry);
        entry.find_named();
        output.response.request_focus();
        // Behind what was typed before the line was there.
        let end = egui::text::CCursor::new(entry.text.chars().count());
        output.state.cursor.set_char_range(Some(egui::text::CCursorRange::one(end)));
        output.state.store(ui.ctx(), output.response.id);
    }
    keeps
}

/// The paragraphs to choose from.
fn rules_ui(ui: &mut Ui, entry: &NoteEntry, asked: &mut Asked) {
    ui.horizontal_wrapped(|ui| {
        ui.label(RichText::new("About").small().color(style::FAINT));
        let rules = entry.rules.iter().map(|rule| shortened(&titled(rule), TITLE));
        let all = rules.enumerate().map(|(index, title)| (Some(index), title));
        for (choice, title) in all.chain([(None, "no paragraph".to_owned())]) {
            let is_chosen = entry.chosen == choice;
            let ink = if is_chosen { Color32::from_rgb(28, 24, 14) } else { style::INK };
            let fill = if is_chosen { style::ACCENT } else { style::BOX };
            let button = egui::Button::new(RichText::new(title).small().color(ink)).fill(fill);
            if ui.add(button).on_hover_text("Up and Down go through the paragraphs").clicked() {
                asked.chosen = Some(choice);
            }
        }
    });
}

fn report(entry: &NoteEntry, reported: &mut Option<UiEvent>) {
    let event = UiEvent::NoteShows {
        text: entry.text.clone(),
        rules: entry.rules.clone(),
        chosen: entry.chosen.and_then(|chosen| entry.rules.get(chosen)).cloned(),
    };
    if reported.as_ref() != Some(&event) {
        emit(&event);
        *reported = Some(event);
    }
}
