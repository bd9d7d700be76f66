//! The dialogs: save, load, help.

use std::path::{Path, PathBuf};

use bevy_egui::egui::{self, Align2, Key, RichText, ScrollArea, Ui};

use super::{PanelContext, help, result, style};
use crate::game::narration::words;
use crate::ui::session::events::{UiEvent, emit};
use crate::ui::session::open_game::{GameRequest, OpenGame};
use crate::ui::session::screen::Dialog;

/// Shows the open dialog, if there is one.
pub(super) fn dialogs_ui(context: &egui::Context, cx: &mut PanelContext) {
    let Some(dialog) = cx.screen.dialog.clone() else { return };
    let title = match dialog {
        Dialog::Save { .. } => "Save the game",
        Dialog::Load => "Load a game",
        Dialog::Help => "Help",
        Dialog::Result => "The battle is over",
        // Behind the gear, not in the middle of the table.
        Dialog::Settings => return,
    };
    let mut open = true;
    egui::Window::new(title)
        .collapsible(false)
        .resizable(false)
        .anchor(Align2::CENTER_CENTER, egui::vec2(0.0, 0.0))
        .open(&mut open)
        .show(context, |ui| match dialog {
            Dialog::Save { name } => save_ui(ui, cx, name),
            Dialog::Load => load_ui(ui, cx),
            Dialog::Help => help::help_ui(ui, cx),
            Dialog::Result => result::result_ui(ui, cx),
            Dialog::Settings => {}
        });
    if !open {
        cx.screen.dialog = None;
    }
}

/// What is wrong with the name of a save: it must name one file of the folder.
fn fault_of(name: &str) -> Option<&'static str> {
    let plain = |letter: char| letter.is_alphanumeric() || " -_.,'()".contains(letter);
    if name.trim().is_empty() {
        Some("Enter a name.")
    } else if name.len() > 100 {
        Some("That name is too long.")
    } else if name.starts_with('.') || !name.chars().all(plain) {
        Some("A name may have letters, digits, spaces and - _ . , ' ( ), and must not begin with a dot.")
    } else {
        None
    }
}

fn save_ui(ui: &mut Ui, cx: &mut PanelContext, mut name: String) {
    ui.set_width(380.0);
    ui.label("Name");
    let field = ui.add(egui::TextEdit::singleline(&mut name).desired_width(f32::INFINITY));
    if !field.has_focus() && !field.lost_focus() {
        field.request_focus();
    }
    if field.gained_focus() {
        emit(&UiEvent::SaveDialogReady);
    }
    let path = cx.opened.save_path(name.trim());
    let fault = fault_of(&name);
    let word = match fault {
        Some(fault) => RichText::new(fault).color(style::WRONG),
        None if path.exists() => {
            RichText::new("A save with this name exists: it will be replaced.").color(style::ACCENT)
        }
        None => RichText::new(format!("Saves to {}", path.display())).color(style::FAINT),
    };
    ui.label(word.small());
    let entered = ui.input(|input| input.key_pressed(Key::Enter));
    let saved = ui.add_enabled(fault.is_none(), style::main_button("Save (Enter)")).clicked();
    if fault.is_none() && (saved || entered) {
        cx.requests.write(GameRequest::Save(path));
        cx.screen.dialog = None;
    } else if cx.screen.dialog.is_some() {
        cx.screen.dialog = Some(Dialog::Save { name });
    }
}

fn load_ui(ui: &mut Ui, cx: &mut PanelContext) {
    ui.set_width(420.0);
    let saves = match cx.opened.list_saves() {
        Ok(saves) => saves,
        Err(error) => {
            let text = format!("The folder {} cannot be read: {error}", cx.opened.saves.display());
            ui.colored_label(style::WRONG, text);
            return;
        }
    };
    if saves.is_empty() {
        ui.label(format!("There are no saves in {} yet.", cx.opened.saves.display()));
        return;
    }
    let mut chosen = None;
    ScrollArea::vertical().max_height(360.0).show(ui, |ui| {
        for path in saves {
            save_row_ui(ui, &cx.opened, path, &mut chosen);
        }
    });
    if let Some(path) = chosen {
        cx.requests.write(GameRequest::Load(path));
        cx.screen.dialog = None;
    }
}

fn save_row_ui(ui: &mut Ui, opened: &OpenGame, path: PathBuf, chosen: &mut Option<PathBuf>) {
    let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let present = opened.file.as_ref() == Some(&path);
    let button = egui::Button::selectable(present, name)
        .right_text(RichText::new(written(&path)).color(style::FAINT))
        .min_size(egui::vec2(ui.available_width(), 28.0));
    if ui.add(button).clicked() {
        *chosen = Some(path);
    }
}

/// How long ago a file was written, roughly.
fn written(path: &Path) -> String {
    let age = path.metadata().and_then(|file| file.modified()).ok().and_then(|at| at.elapsed().ok());
    let Some(minutes) = age.map(|age| age.as_secs() / 60) else { return String::new() };
    let ago = |count: u64, what: &str| format!("{} ago", words::counted(count as usize, what));
    match minutes {
        0 => "just now".to_owned(),
        1..60 => ago(minutes, "minute"),
        60..1440 => ago(minutes / 60, "hour"),
        _ => ago(minutes / 1440, "day"),
    }
}
