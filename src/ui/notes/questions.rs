//! The three questions at the end of a battle, for the author of the rules. They are asked once, after the result; whoever puts
//! them away has answered, and finds them again in the result.

use bevy::prelude::*;
use bevy_egui::EguiContexts;
use bevy_egui::egui::{self, Align2, Key, Modifiers, Response, RichText, TextEdit, Ui};

use crate::notes::{Answers, Line, QUESTIONS};
use crate::ui::panels::style;
use crate::ui::session::events::{UiEvent, emit};
use crate::ui::session::open_game::{Notice, OpenGame};
use crate::ui::session::open_notes::OpenNotes;
use crate::ui::session::screen::{Dialog, Screen};
use crate::ui::session::settings::{Playtest, Settings};
use crate::ui::session::stage::Stage;

/// An answer has at most so many characters.
const LONGEST: usize = 1000;

/// The dialog while it is open.
#[derive(Default)]
pub(super) struct Sheet {
    texts: Option<[String; 3]>,
    fault: Option<String>,
    reported: Option<UiEvent>,
}

/// Asks once the result has been put away: not where the battle is looked at again, played again or left.
pub(super) fn ask_at_the_end(
    mut screen: ResMut<Screen>,
    opened: Res<OpenGame>,
    notes: Res<OpenNotes>,
    settings: Res<Settings>,
    stage: Res<Stage>,
    mut before: Local<[Option<Dialog>; 2]>,
) {
    let [earlier, last] = &mut *before;
    let was_put_away = *earlier == Some(Dialog::Result) && last.is_none() && screen.dialog.is_none();
    *earlier = std::mem::replace(last, screen.dialog.clone());
    let asks = settings.playtest == Playtest::Recorded && notes.decided && notes.answers().is_none();
    let is_over = opened.game.battle().view().result().is_some() && !opened.is_looking();
    if was_put_away && asks && is_over && !stage.is_start() {
        screen.dialog = Some(Dialog::Questions);
    }
}

pub(super) fn show_questions(
    mut contexts: EguiContexts,
    mut opened: ResMut<OpenGame>,
    mut notes: ResMut<OpenNotes>,
    mut screen: ResMut<Screen>,
    mut sheet: Local<Sheet>,
) -> Result {
    if screen.dialog != Some(Dialog::Questions) {
        if let Some(texts) = sheet.texts.take() {
            // Put away: not asked again, and nothing that was written is lost.
            if let Err(why) = keep(&mut opened, &mut notes, texts) {
                opened.notice = Some(Notice::Failed(why));
            }
            *sheet = Sheet::default();
        }
        return Ok(());
    }
    let context = contexts.ctx_mut()?;
    let is_new = sheet.texts.is_none();
    let mut texts = sheet.texts.take().or_else(|| notes.answers().cloned()).unwrap_or_default();
    let (mut open, mut keeps, mut fields) = (true, false, Vec::new());
    egui::Window::new("Three questions for the author of the rules")
        .collapsible(false)
        .resizable(false)
        .anchor(Align2::CENTER_CENTER, egui::vec2(0.0, 0.0))
        .open(&mut open)
        .show(context, |ui| {
            ui.set_width(520.0_f32.min(ui.ctx().viewport_rect().width() - 80.0));
            fields = fields_ui(ui, &mut texts);
            if let Some(fault) = &sheet.fault {
                ui.label(RichText::new(fault).color(style::WRONG));
            }
            ui.add_space(6.0);
            ui.horizontal(|ui| {
                keeps = ui.add(style::main_button("Keep (Enter)")).clicked();
                let hint = "Esc puts them away. They lie beside the save; Shift+F12 packs everything for the author.";
                ui.label(RichText::new(hint).small().color(style::FAINT));
            });
        });
    if is_new && let Some(first) = fields.first() {
        first.request_focus();
    }
    report(&fields, &mut sheet);
    keeps |= context.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Enter));
    match keeps.then(|| keep(&mut opened, &mut notes, texts.clone())) {
        Some(Ok(())) => {
            *sheet = Sheet::default();
            screen.dialog = None;
            opened.notice =
                Some(Notice::Done("Your answers are kept beside the save. Thank you.".to_owned()));
        }
        Some(Err(why)) => (sheet.texts, sheet.fault) = (Some(texts), Some(why)),
        None => sheet.texts = Some(texts),
    }
    if !open {
        screen.dialog = None;
    }
    Ok(())
}

fn fields_ui(ui: &mut Ui, texts: &mut [String; 3]) -> Vec<Response> {
    let mut fields = Vec::new();
    for (question, text) in QUESTIONS.iter().zip(texts) {
        ui.label(RichText::new(*question).strong());
        let edit = TextEdit::singleline(text).char_limit(LONGEST).desired_width(f32::INFINITY);
        fields.push(ui.add(edit.hint_text("Nothing, or a line")));
        ui.add_space(4.0);
    }
    fields
}

/// Keeps the answers; those that are as they were need not be.
fn keep(opened: &mut OpenGame, notes: &mut OpenNotes, texts: [String; 3]) -> Result<(), String> {
    let texts = texts.map(|text| text.trim().to_owned());
    if notes.answers() == Some(&texts) {
        return Ok(());
    }
    let (id, entry) = (notes.next_id(), opened.game.kept_at());
    emit(&UiEvent::QuestionsAnswered { answers: texts.clone().into() });
    notes
        .keep(opened, Line::Answers(Answers { id, entry, texts }))
        .map_err(|why| format!("The answers were not kept: {why}"))
}

fn report(fields: &[Response], sheet: &mut Sheet) {
    let event =
        UiEvent::QuestionsShow { fields: fields.iter().map(|field| field.rect.center().into()).collect() };
    if sheet.reported.as_ref() != Some(&event) {
        emit(&event);
        sheet.reported = Some(event);
    }
}
