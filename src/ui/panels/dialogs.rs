//! The dialogs: save, load, help.

use bevy_egui::egui::{
    self, Align2, Color32, CornerRadius, FontId, Key, Rect, RichText, ScrollArea, Sense, Ui, pos2, vec2,
};

use super::{PanelContext, by_word, help, result, style};
use crate::ui::library::one_line;
use crate::ui::library::shelf::{Content, SAVED_GAMES, SavedGame};
use crate::ui::session::events::{UiEvent, emit};
use crate::ui::session::open_game::GameRequest;
use crate::ui::session::page_request::PageRequest;
use crate::ui::session::screen::Dialog;

/// Shows the open dialog, if there is one.
pub(super) fn dialogs_ui(context: &egui::Context, cx: &mut PanelContext) {
    if cx.screen.dialog != Some(Dialog::Load) {
        context.data_mut(|data| data.remove::<LoadList>(egui::Id::new(LOAD_LIST)));
    }
    let Some(dialog) = cx.screen.dialog.clone() else { return };
    let title = match dialog {
        Dialog::Save { .. } => "Save the game",
        Dialog::Load => SAVED_GAMES,
        Dialog::Help => "Help",
        Dialog::Result => "The battle is over",
        Dialog::Tell => "What happened on the table",
        // Behind the gear, not in the middle of the table; and the questions of `notes`.
        Dialog::Settings | Dialog::Questions => return,
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
            Dialog::Tell => by_word::tell_ui(ui, cx),
            Dialog::Settings | Dialog::Questions => {}
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
    let output = egui::TextEdit::singleline(&mut name).desired_width(f32::INFINITY).show(ui);
    let (field, mut state) = (output.response.response, output.state);
    if !field.has_focus() && !field.lost_focus() {
        field.request_focus();
    }
    if field.gained_focus() {
        // What is typed first replaces the suggested name.
        let all = egui::text::CCursorRange::two(
            egui::text::CCursor::new(0),
            egui::text::CCursor::new(name.chars().count()),
        );
        state.cursor.set_char_range(Some(all));
        state.store(ui.ctx(), field.id);
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

const LOAD_LIST: &str = "load list";

/// The list of saves: what is highlighted in it, and whether it was open in the last frame.
#[derive(Clone, Debug, Default)]
struct LoadList {
    is_open: bool,
    row: usize,
}

fn load_ui(ui: &mut Ui, cx: &mut PanelContext) {
    ui.set_width(460.0);
    let id = egui::Id::new(LOAD_LIST);
    let mut list: LoadList = ui.data(|data| data.get_temp(id).unwrap_or_default());
    if !list.is_open {
        list = LoadList { is_open: true, row: 0 };
        cx.shelf.refresh(&cx.opened.saves, &cx.opened.own.cache);
    }
    cx.pictures.receive(ui.ctx());
    if cx.shelf.is_reading() || cx.pictures.is_drawing() {
        ui.ctx().request_repaint_after(std::time::Duration::from_millis(150));
    }
    if let Some(fault) = &cx.shelf.fault {
        ui.colored_label(style::WRONG, fault);
        return;
    }
    let games = cx.shelf.games.clone();
    if games.is_empty() {
        ui.label(format!("There are no saves in {} yet.", cx.opened.saves.display()));
        return;
    }
    let pressed = |key: Key| ui.input(|input| input.key_pressed(key));
    let (up, down, entered) = (pressed(Key::ArrowUp), pressed(Key::ArrowDown), pressed(Key::Enter));
    // With Ctrl or without: nothing is typed here, and Ctrl may be up again before a slow frame looks.
    let reported = pressed(Key::R);
    list.row = (list.row + usize::from(down)).saturating_sub(usize::from(up)).min(games.len() - 1);
    let mut chosen = games.get(list.row).filter(|_| entered).map(|game| game.path.clone());
    let mut asked = games.get(list.row).filter(|_| reported).map(|game| game.path.clone());
    ScrollArea::vertical().max_height(380.0).show(ui, |ui| {
        for (index, game) in games.iter().enumerate() {
            let row = save_row_ui(ui, cx, game, index == list.row);
            if index == list.row && (up || down) {
                row.scroll_to_me(None);
            }
            if report_button_ui(ui, game, row.rect) {
                asked = Some(game.path.clone());
            } else if row.clicked() {
                chosen = Some(game.path.clone());
            }
        }
    });
    let keys = "↑ ↓ choose    Enter open    Ctrl+R battle report    Esc back";
    ui.label(RichText::new(keys).small().color(style::FAINT));
    if let Some(path) = asked {
        cx.pages.write(PageRequest::ReportOf(path));
    }
    if let Some(path) = chosen {
        cx.requests.write(GameRequest::Load(path));
        cx.screen.dialog = None;
    }
    ui.data_mut(|data| data.insert_temp(id, list));
}

/// The button in the row of a save that can be read, for its report; whether it was clicked.
fn report_button_ui(ui: &mut Ui, game: &SavedGame, row: Rect) -> bool {
    if game.card().is_none() || !ui.is_rect_visible(row) {
        return false;
    }
    let room = Rect::from_min_size(row.right_bottom() - vec2(66.0, 25.0), vec2(60.0, 20.0));
    let button = ui.put(room, egui::Button::new(RichText::new("Report").size(12.0)));
    button.on_hover_text("Write this battle as a page to send, beside its save (Ctrl+R)").clicked()
}

/// A save: its picture, its level, how far it was played and how long ago; what is wrong with it.
fn save_row_ui(ui: &mut Ui, cx: &mut PanelContext, game: &SavedGame, is_chosen: bool) -> egui::Response {
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), 62.0), Sense::click());
    if !ui.is_rect_visible(rect) {
        return response;
    }
    let fill = match (is_chosen, response.hovered()) {
        (true, _) => Color32::from_rgb(62, 54, 36),
        (false, true) => Color32::from_rgb(46, 52, 63),
        (false, false) => style::BOX,
    };
    let painter = ui.painter().clone();
    painter.rect_filled(rect, CornerRadius::same(5), fill);
    let thumb = Rect::from_min_size(rect.min + vec2(6.0, 6.0), vec2(80.0, 50.0));
    let (picture, sketch) = (game.picture(), game.card().map(|card| card.sketch.clone()));
    cx.pictures.paint(&painter, thumb, picture.as_ref(), sketch.as_ref());
    let (title, line, ink) = match &game.content {
        Content::Unread => (game.name(), "reading …".to_owned(), style::FAINT),
        Content::Faulty(why) => (game.name(), format!("cannot be opened: {why}"), style::WRONG),
        Content::Read(card) => match &card.damage {
            Some(_) => (card.level.clone(), format!("{}; damaged at its end", card.turn), style::WRONG),
            None => (card.level.clone(), card.turn.clone(), style::INK),
        },
    };
    let score = game.card().map_or(String::new(), |card| card.score.join(" · "));
    let place = format!("{} · {}", game.name(), game.age());
    let left = thumb.right() + 10.0;
    let room = rect.right() - left - 8.0;
    // The button of the report stands at the end of the last line.
    let beside = room - 64.0;
    let lines =
        [(title, 14.5, Color32::WHITE, room), (line, 12.0, ink, room), (score, 12.0, style::FAINT, beside)];
    let mut top = rect.top() + 5.0;
    for (text, size, ink, room) in lines {
        painter.galley(pos2(left, top), painter.layout_job(one_line(&text, size, ink, room)), ink);
        top += size + 5.0;
    }
    let font = FontId::proportional(11.5);
    painter.text(rect.right_top() + vec2(-8.0, 6.0), Align2::RIGHT_TOP, place, font, style::FAINT);
    response
}
