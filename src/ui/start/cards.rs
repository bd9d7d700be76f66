//! The card of what is chosen: a battle with who plays it, a saved game, a level with its faults, the demo, the settings.

use bevy_egui::egui::{
    self, Color32, ComboBox, CornerRadius, Rect, RichText, ScrollArea, Sense, Stroke, StrokeKind, Ui,
    UiBuilder, pos2, vec2,
};

use super::choices::{Rolls, Table};
use super::focus::{Column, Deed};
use super::hex_plan;
use super::screen::{in_rect, place};
use super::{More, OWN_LEVELS, StartContext};
use crate::game::adviser::{STRENGTHS, shown_name};
use crate::game::narration::words;
use crate::level::fault::Fault;
use crate::rules::ids::Side;
use crate::ui::library::levels::LevelCard;
use crate::ui::library::one_line;
use crate::ui::library::pictures::PictureOf;
use crate::ui::library::shelf::{Content, SaveCard, SavedGame};
use crate::ui::looks::side_look;
use crate::ui::panels::setting_rows::SettingRow;
use crate::ui::panels::style;
use crate::ui::session::stage::StartPage;

pub(super) fn card_ui(ui: &mut Ui, cx: &mut StartContext) {
    match cx.start.focus.page {
        StartPage::Continue => {
            if let Some(game) = cx.shelf.newest().cloned() {
                saved_ui(ui, cx, &game, Deed::Continue);
            }
        }
        StartPage::Saves => {
            match cx.start.focus.save.as_ref().and_then(|path| cx.shelf.find(path)).cloned() {
                Some(game) => saved_ui(ui, cx, &game, Deed::Load),
                None => drop(ui.label(RichText::new("Saved games are listed here.").color(style::FAINT))),
            }
        }
        StartPage::Battles | StartPage::Own => level_ui(ui, cx),
        StartPage::Demo => {
            title_ui(ui, "Watch a demo");
            ui.label("Two computer players fight the battle behind this screen, then one after the other.");
            ui.label(
                RichText::new("A key or click, and then a second one, takes over the side that is to decide; Esc comes back here.")
                    .color(style::FAINT),
            );
            ui.add_space(10.0);
            main_ui(ui, cx, "Watch (Enter)", Deed::Watch, 150.0);
        }
        StartPage::Settings => settings_ui(ui, cx),
        StartPage::Others => other_ui(ui, cx),
        StartPage::Quit => {
            title_ui(ui, "Quit");
            ui.label("Every game is recorded as it is played: Continue goes on with it next time.");
            ui.add_space(10.0);
            main_ui(ui, cx, "Quit (Enter)", Deed::Quit, 150.0);
        }
    }
}

/// Height that the texts of a level of another game take, pixels.
const OTHER_TEXTS: f32 = 240.0;

/// A level of another game, which opens in a window of its own.
fn other_ui(ui: &mut Ui, cx: &mut StartContext) {
    let chosen = cx.start.focus.chosen();
    let other = cx.start.options.others.iter().find(|other| Some(other.source.as_path()) == chosen).cloned();
    let Some(other) = other else { return };
    let height = (ui.available_width() * 0.56).min(ui.available_height() - OTHER_TEXTS).max(0.0);
    let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), height), Sense::hover());
    hex_plan::paint(ui.painter(), rect, &other.plan);
    title_ui(ui, &other.title);
    ui.label(RichText::new(&other.game).color(style::ACCENT));
    for goal in &other.goals {
        ui.label(goal);
    }
    ui.label(RichText::new(&other.about).color(style::FAINT));
    ui.label(RichText::new("It opens in a window of its own, in place of this one.").color(style::FAINT));
    ui.add_space(10.0);
    main_ui(ui, cx, "Begin (Enter)", Deed::Begin, 150.0);
}

fn title_ui(ui: &mut Ui, text: &str) {
    ui.label(RichText::new(text).size(25.0).strong().color(Color32::WHITE));
}

/// The height of a side's row, of another row and of the foot of a card, pixels; and the space between rows.
const SIDE_ROW: f32 = 48.0;
const ROW: f32 = 30.0;
const FOOT: f32 = 54.0;
const BETWEEN: f32 = 3.0;
/// The height of the row of the ruleset, which has room for three lines about it.
const RULESET_ROW: f32 = 46.0;
/// A card of this width has room for who plays a side beside its force, and for wide words.
const WIDE_CARD: f32 = 560.0;
/// The width of a row's word, in a narrow card and in a wide one.
const ROW_WORD: [f32; 2] = [66.0, 110.0];

/// What is said of a game that is being played in another window.
const OPEN_ELSEWHERE: &str = "Another window has this game open and records it. Opened here, it goes on from here in a file of its own.";

/// The room of a card above its last part, and of that part: it stands where it is, however long the texts above it are.
fn with_foot(ui: &Ui, foot: f32) -> [Rect; 2] {
    let room = ui.max_rect();
    let (above, below) = room.split_top_bottom_at_y((room.bottom() - foot).max(room.top()));
    [above, below]
}

/// The foot of a card: what Enter does, beside it what something means.
fn foot_ui(ui: &mut Ui, cx: &mut StartContext, buttons: &[(&str, Deed)], otherwise: &str) {
    let hint = cx.start.hint.clone().unwrap_or_else(|| otherwise.to_owned());
    let room = ui.available_rect_before_wrap();
    let room = room.with_min_y(room.bottom() - FOOT + 8.0);
    let mut left = room.left();
    let width = if buttons.len() > 1 { 124.0 } else { 150.0 };
    for (text, deed) in buttons {
        let place = Rect::from_min_size(pos2(left, room.top()), vec2(width, room.height()));
        in_rect(ui, place, |ui| match deed {
            Deed::Report => report_ui(ui, cx, text, width),
            Deed::Continue | Deed::Begin | Deed::Load | Deed::Watch | Deed::Quit | Deed::Change { .. } => {
                main_ui(ui, cx, text, *deed, width);
            }
        });
        left = place.right() + 8.0;
    }
    left += 6.0;
    let beside = room.with_min_x(left);
    let galley =
        ui.painter().layout(hint, egui::FontId::proportional(12.5), style::FAINT, beside.width().max(60.0));
    let top = if !buttons.is_empty() { (16.0 - galley.size().y / 2.0).max(-4.0) } else { 0.0 };
    ui.painter().galley(beside.min + vec2(0.0, top), galley, style::FAINT);
}

/// Tells at the card's foot what a thing under the pointer means.
fn note_hint(cx: &mut StartContext, response: &egui::Response, hint: &str) {
    if response.hovered() {
        cx.start.hint = Some(hint.to_owned());
    }
}

/// The button for what Enter does.
fn main_ui(ui: &mut Ui, cx: &mut StartContext, text: &str, deed: Deed, width: f32) {
    let button = ui.add(style::main_button(text).min_size(vec2(width, 32.0)));
    place(cx, "do", button.rect);
    if button.clicked() {
        cx.act(deed);
    }
}

/// The button for the report of a save.
fn report_ui(ui: &mut Ui, cx: &mut StartContext, text: &str, width: f32) {
    let button = ui.add(egui::Button::new(text).min_size(vec2(width, 32.0)));
    place(cx, "report", button.rect);
    note_hint(cx, &button, "Writes this battle as one page to send, beside its save.");
    if button.clicked() {
        cx.act(Deed::Report);
    }
}

/// "42 models".
pub(super) fn size_word(card: &LevelCard) -> String {
    let models: usize = card.sides.iter().filter_map(|[_, size]| models_in(size)).sum();
    format!("{models} models")
}

fn models_in(size: &str) -> Option<usize> {
    let part = size.split(", ").find(|part| part.contains("model"))?;
    part.split(' ').next()?.parse().ok()
}

/// "Round 3 of 6" of what is said at length.
pub(super) fn short_turn(turn: &str) -> String {
    turn.split(", ").next().unwrap_or(turn).to_owned()
}

fn saved_ui(ui: &mut Ui, cx: &mut StartContext, game: &SavedGame, deed: Deed) {
    let [above, below] = with_foot(ui, FOOT);
    in_rect(ui, above, |ui| {
        ScrollArea::vertical().auto_shrink([false, false]).show(ui, |ui| {
            ui.set_max_height(above.height());
            saved_content_ui(ui, cx, game, above.height());
        });
    });
    let (button, what) = match deed {
        Deed::Continue if !game.is_open_elsewhere => {
            ("Continue (Enter)", "Goes on in the same recording, with the same players.")
        }
        _ => ("Open (Enter)", "The save stays as it is; you play on in a file of its own."),
    };
    if !matches!(game.content, Content::Faulty(_)) {
        let buttons = [(button, deed), ("Report (Ctrl+R)", Deed::Report)];
        in_rect(ui, below, |ui| foot_ui(ui, cx, &buttons, what));
    }
}

fn saved_content_ui(ui: &mut Ui, cx: &mut StartContext, game: &SavedGame, height: f32) {
    let width = ui.available_width();
    let size = vec2(width, (width * 0.5).min(height * 0.52));
    let room = ui.allocate_exact_size(size, Sense::hover()).0;
    let painter = ui.painter().clone();
    let sketch = game.card().map(|card| card.sketch.clone());
    cx.pictures.paint(&painter, room, game.picture().as_ref(), sketch.as_ref());
    ui.add_space(4.0);
    match &game.content {
        Content::Unread => {
            title_ui(ui, &game.name());
            ui.label(RichText::new("Reading it …").color(style::FAINT));
        }
        Content::Read(card) => read_ui(ui, cx, game, card),
        Content::Faulty(why) => {
            title_ui(ui, &game.name());
            ui.label(RichText::new("This save cannot be opened:").color(style::WRONG));
            ui.label(why);
            ui.label(
                RichText::new(format!("{} stays as it is.", game.path.display())).small().color(style::FAINT),
            );
        }
    }
}

fn read_ui(ui: &mut Ui, cx: &StartContext, game: &SavedGame, card: &SaveCard) {
    title_ui(ui, &card.level);
    ui.label(RichText::new(&card.turn).color(style::ACCENT));
    for line in &card.score {
        ui.label(line);
    }
    let players = cx.choices.players_of(&game.path);
    let of = |side: Side| player_name(cx, players.sides[side.index()].as_deref());
    let who = format!(
        "{} played by {}, {} by {}",
        card.forces[0],
        lower(&of(Side::A)),
        card.forces[1],
        lower(&of(Side::B))
    );
    ui.label(RichText::new(who).color(style::FAINT));
    if game.is_open_elsewhere {
        ui.label(RichText::new(OPEN_ELSEWHERE).color(style::WRONG));
    }
    let commands = words::counted(card.commands, "command");
    ui.label(
        RichText::new(format!("{} · {commands} · {}", game.name(), game.age())).small().color(style::FAINT),
    );
    if let Some(damage) = &card.damage {
        let text = format!("Damaged at {damage}. Everything before that is there.");
        ui.label(RichText::new(text).color(style::WRONG));
    }
}

fn lower(name: &str) -> String {
    if name == "You" { "you".to_owned() } else { format!("the computer ({})", name.to_lowercase()) }
}

/// How a player is called.
fn player_name(cx: &StartContext, style: Option<&str>) -> String {
    let Some(id) = style else { return "You".to_owned() };
    let known = cx.curtain.computers.styles.iter().find(|style| style.id == id);
    known.map_or(id, shown_name).to_owned()
}

fn level_ui(ui: &mut Ui, cx: &mut StartContext) {
    let level = cx.start.focus.chosen().and_then(|source| cx.levels.find(source)).cloned();
    let Some(level) = level else {
        if cx.start.focus.page == StartPage::Own {
            own_folder_ui(ui, cx);
        } else {
            title_ui(ui, &cx.start.focus.battle.display().to_string());
            ui.label(RichText::new("Reading it …").color(style::FAINT));
        }
        return;
    };
    let card = match &level.content {
        Ok(card) => card.clone(),
        Err(faults) => {
            title_ui(ui, &level.title());
            faults_ui(ui, faults);
            return;
        }
    };
    let shows_more = cx.shows_more();
    let rows = if shows_more { RULESET_ROW + 2.0 * ROW + 2.0 * BETWEEN } else { ROW };
    let [above, below] = with_foot(ui, 2.0 * SIDE_ROW + rows + 3.0 * BETWEEN + FOOT);
    in_rect(ui, above, |ui| about_ui(ui, cx, &level.source, &card, above.height()));
    in_rect(ui, below, |ui| {
        ui.spacing_mut().item_spacing.y = BETWEEN;
        for side in Side::BOTH {
            side_ui(ui, cx, side, &card);
        }
        if shows_more {
            row_ui(ui, cx, (2, RULESET_ROW), "Ruleset", |ui, cx| ruleset_ui(ui, cx, &card));
            row_ui(ui, cx, (3, ROW), "Dice", dice_ui);
            row_ui(ui, cx, (4, ROW), "Table", table_ui);
        } else {
            row_ui(ui, cx, (2, ROW), "Rules", |ui, cx| usual_ui(ui, cx, &card));
        }
        let hint = hint_of_row(cx, &card);
        foot_ui(ui, cx, &[("Begin (Enter)", Deed::Begin)], &hint);
    });
}

/// What the value of the row that has the focus means.
fn hint_of_row(cx: &StartContext, card: &LevelCard) -> String {
    if cx.start.focus.column != Column::Card {
        return String::new();
    }
    match cx.start.focus.row {
        2 if !cx.shows_more() => CHANGE_HINT.to_owned(),
        row @ (0 | 1) => {
            let style = cx.choices.players.sides[row].as_deref();
            format!("{}: {}", player_name(cx, style), hint_of(cx, style))
        }
        2 => ruleset_in_words(cx, cx.choices.ruleset.as_deref().unwrap_or(&card.ruleset)).1,
        4 => TABLES
            .iter()
            .find(|(table, ..)| *table == cx.choices.players.table)
            .map_or("", |table| table.2)
            .to_owned(),
        _ => DICE
            .iter()
            .find(|(rolls, ..)| *rolls == cx.choices.players.dice)
            .map_or("", |dice| dice.2)
            .to_owned(),
    }
}

/// The picture of a battle, its name, and what it is about as far as there is room.
fn about_ui(ui: &mut Ui, cx: &mut StartContext, source: &std::path::Path, card: &LevelCard, height: f32) {
    let width = ui.available_width();
    let text = |ui: &Ui, about: &str| {
        let job = egui::text::LayoutJob::single_section(
            about.to_owned(),
            egui::TextFormat {
                font_id: egui::FontId::proportional(15.0),
                italics: true,
                color: style::INK,
                ..Default::default()
            },
        );
        let job = egui::text::LayoutJob { wrap: egui::text::TextWrapping::wrap_at_width(width), ..job };
        ui.painter().layout_job(job)
    };
    // The same picture for all battles: what is left is for the words.
    let picture = (width * 0.5).min((height - 102.0).max(height * 0.4));
    let (room, _) = ui.allocate_exact_size(vec2(width, picture), Sense::hover());
    let of = PictureOf { key: card.key.clone(), source: source.to_owned() };
    let painter = ui.painter().clone();
    cx.pictures.paint(&painter, room, Some(&of), Some(&card.sketch));
    ui.spacing_mut().item_spacing.y = BETWEEN;
    ui.horizontal(|ui| {
        title_ui(ui, &card.title);
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            ui.label(RichText::new(&card.mission).color(style::ACCENT));
        });
    });
    let left = ui.available_height();
    let whole = text(ui, &card.about);
    let galley = if whole.size().y <= left { whole } else { text(ui, &card.sentence) };
    ScrollArea::vertical().auto_shrink([false, false]).show(ui, |ui| {
        let (rect, _) = ui.allocate_exact_size(galley.size(), Sense::hover());
        ui.painter().galley(rect.min, galley, style::INK);
    });
}

/// A row of a card: its word at the left, what there is to choose at the right.
fn row_ui(
    ui: &mut Ui,
    cx: &mut StartContext,
    (row, height): (usize, f32),
    word: &str,
    content: impl FnOnce(&mut Ui, &mut StartContext),
) {
    framed_ui(ui, cx, row, height, |ui, cx| {
        let width = ROW_WORD[usize::from(ui.available_width() > WIDE_CARD)];
        style::row_word(ui, width, RichText::new(word).color(style::FAINT));
        content(ui, cx);
    });
}

/// The room of a row; framed where it has the focus.
fn framed_ui(
    ui: &mut Ui,
    cx: &mut StartContext,
    row: usize,
    height: f32,
    content: impl FnOnce(&mut Ui, &mut StartContext),
) {
    let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), height), Sense::hover());
    if cx.start.focus.column == Column::Card && cx.start.focus.row == row {
        ui.painter().rect_filled(rect, CornerRadius::same(5), Color32::from_rgb(52, 46, 32));
        ui.painter().rect_stroke(
            rect,
            CornerRadius::same(5),
            Stroke::new(1.2_f32, style::ACCENT),
            StrokeKind::Inside,
        );
    }
    let inner = rect.shrink2(vec2(6.0, 2.0));
    ui.scope_builder(UiBuilder::new().max_rect(inner), |ui| {
        ui.horizontal_centered(|ui| {
            ui.spacing_mut().item_spacing.x = 3.0;
            ui.spacing_mut().button_padding = vec2(7.0, 3.0);
            content(ui, cx);
        });
    });
}

/// The width of all that can play a side, pixels.
const PLAYERS: f32 = 262.0;

/// A side: its force, and who plays it.
fn side_ui(ui: &mut Ui, cx: &mut StartContext, side: Side, card: &LevelCard) {
    let [force, size] = &card.sides[side.index()];
    let row = side.index();
    framed_ui(ui, cx, row, SIDE_ROW, |ui, cx| {
        let is_wide = ui.available_width() > WIDE_CARD;
        let room = ui.available_rect_before_wrap();
        // Beside each other, or who plays it below its force.
        let (of_force, of_players) = match is_wide {
            true => room.split_left_right_at_x(room.right() - PLAYERS),
            false => {
                let (above, below) = room.split_top_bottom_at_y(room.top() + 21.0);
                (above, below.with_min_x(below.left() + 17.0))
            }
        };
        let response = ui.allocate_rect(of_force, Sense::hover());
        let painter = ui.painter();
        let ink = side_look::light_ink(side);
        side_look::badge(painter, pos2(of_force.left() + 9.0, of_force.center().y), 8.0, side);
        let left = of_force.left() + 24.0;
        let name = painter.layout_job(one_line(force, 15.0, ink, of_force.right() - left));
        let beside = left + name.size().x + 10.0;
        let from = if is_wide { left } else { beside };
        let small = painter.layout_job(one_line(size, 12.0, style::FAINT, of_force.right() - from));
        if is_wide {
            painter.galley(pos2(left, of_force.top() + 3.0), name, Color32::WHITE);
            painter.galley(pos2(left, of_force.top() + 23.0), small, Color32::WHITE);
        } else {
            painter.galley(pos2(left, of_force.top() + 1.0), name, Color32::WHITE);
            painter.galley(pos2(beside, of_force.top() + 4.0), small, Color32::WHITE);
        }
        note_hint(cx, &response, &format!("{force}: {size}"));
        ui.scope_builder(UiBuilder::new().max_rect(of_players), |ui| {
            ui.horizontal_centered(|ui| players_ui(ui, cx, side));
        });
    });
}

/// Who plays a side: a person, the computer by its strength, or by its character.
fn players_ui(ui: &mut Ui, cx: &mut StartContext, side: Side) {
    let now = cx.choices.players.sides[side.index()].clone();
    let mut chosen = now.clone();
    let styles = cx.players();
    let (plain, characters): (Vec<_>, Vec<_>) = styles
        .into_iter()
        .partition(|style| style.as_ref().is_none_or(|id| STRENGTHS.iter().any(|(strong, _)| strong == id)));
    for style in plain {
        let name = player_name(cx, style.as_deref());
        let hint = hint_of(cx, style.as_deref());
        let button = ui.selectable_label(now == style, RichText::new(&name).size(13.0));
        note_hint(cx, &button, &format!("{name}: {hint}"));
        place(cx, &format!("{side} {name}"), button.rect);
        if button.clicked() {
            chosen = style;
        }
    }
    let is_character = characters.contains(&now);
    let shown = if is_character { player_name(cx, now.as_deref()) } else { "Other".to_owned() };
    ComboBox::from_id_salt(("character", side.index()))
        .width(70.0)
        .selected_text(RichText::new(shown).size(13.0))
        .show_ui(ui, |ui| {
            for style in characters {
                let (name, hint) = (player_name(cx, style.as_deref()), hint_of(cx, style.as_deref()));
                let choice = ui.selectable_label(now == style, &name);
                note_hint(cx, &choice, &format!("{name}: {hint}"));
                if choice.clicked() {
                    chosen = style;
                }
            }
        });
    if chosen != now {
        cx.choices.players.sides[side.index()] = chosen;
        cx.choices.players.leave_real_table();
    }
}

fn hint_of(cx: &StartContext, style: Option<&str>) -> String {
    let Some(id) = style else { return "A person at this table".to_owned() };
    let known = cx.curtain.computers.styles.iter().find(|style| style.id == id);
    known.map_or(String::new(), |style| style.about.clone())
}

/// Hint of the button that opens the rows of ruleset, dice and table.
const CHANGE_HINT: &str =
    "Another ruleset, real dice, or a game at a real table. Nothing here has to be chosen.";

/// Ruleset, dice and table as usual, in one line, and what opens them.
fn usual_ui(ui: &mut Ui, cx: &mut StartContext, card: &LevelCard) {
    let ruleset = ruleset_in_words(cx, &card.ruleset).0;
    let room = ui.available_rect_before_wrap();
    let button = egui::Button::new(RichText::new("Change…").size(13.0));
    let (words, change) = room.split_left_right_at_x(room.right() - 78.0);
    let usual = format!("{ruleset} rules; the program rolls the dice, at this table");
    let line = ui.painter().layout_job(one_line(&usual, 13.0, style::INK, words.width() - 6.0));
    ui.painter().galley(pos2(words.left(), words.center().y - line.size().y / 2.0), line, style::INK);
    let button = ui.put(change, button);
    note_hint(cx, &button, CHANGE_HINT);
    place(cx, "change", button.rect);
    if button.clicked() {
        cx.start.more = More::Open;
    }
}

fn ruleset_ui(ui: &mut Ui, cx: &mut StartContext, card: &LevelCard) {
    let now = cx.choices.ruleset.clone();
    let played = now.clone().unwrap_or_else(|| card.ruleset.clone());
    let (shown, hint) = ruleset_in_words(cx, &played);
    let mut chosen = now.clone();
    let is_wide = ui.available_width() > WIDE_CARD - ROW_WORD[1];
    let width = if is_wide { 150.0 } else { 126.0 };
    ComboBox::from_id_salt("ruleset").width(width).selected_text(RichText::new(&shown).size(13.0)).show_ui(
        ui,
        |ui| {
            for ruleset in cx.rulesets() {
                let (name, hint) = ruleset_in_words(cx, ruleset.as_deref().unwrap_or(&card.ruleset));
                let name = if ruleset.is_none() { format!("{name} (the level's own)") } else { name };
                let choice = ui.selectable_label(now == ruleset, name);
                note_hint(cx, &choice, &hint);
                if choice.clicked() {
                    chosen = ruleset;
                }
            }
        },
    );
    let room = ui.available_width();
    // Whole, in as many lines as the row has room for; longer ones at the foot of the card.
    let mut job = one_line(&hint, 11.5, style::FAINT, room - 6.0);
    (job.wrap.max_rows, job.wrap.break_anywhere) = (3, false);
    let line = ui.painter().layout_job(job);
    let (rect, response) = ui.allocate_exact_size(vec2(room, RULESET_ROW - 4.0), Sense::hover());
    let top = rect.center().y - line.size().y / 2.0;
    ui.painter().galley(pos2(rect.left() + 5.0, top), line, style::FAINT);
    note_hint(cx, &response, &hint);
    if chosen != now {
        cx.choices.ruleset = chosen;
    }
}

/// What a ruleset is called, and what it says of itself.
fn ruleset_in_words(cx: &StartContext, source: &str) -> (String, String) {
    let known = cx.levels.rulesets.iter().find(|known| known.source == source);
    known
        .map_or_else(|| (source.to_owned(), String::new()), |known| (known.name.clone(), known.about.clone()))
}

/// Who may roll, what that is called and what it means.
const DICE: [(Rolls, &str, &str); 2] = [
    (Rolls::Thrown, "program", "The program throws all dice on the table."),
    (Rolls::ByHand, "by hand", "You roll real dice: the program says which, and you enter the faces."),
];

fn dice_ui(ui: &mut Ui, cx: &mut StartContext) {
    let now = cx.choices.players.dice;
    for (rolls, name, hint) in DICE {
        let button = ui.selectable_label(now == rolls, RichText::new(name).size(13.0));
        note_hint(cx, &button, hint);
        place(cx, &format!("dice {name}"), button.rect);
        if button.clicked() {
            cx.choices.players.dice = rolls;
            cx.choices.players.leave_real_table();
        }
    }
}

/// Where the battle may be played, what that is called and what it means.
const TABLES: [(Table, &str, &str); 2] = [
    (Table::Screen, "this one", "The battle is played here, by the rules."),
    (
        Table::Real,
        "a real one",
        "Record a game at a real table: tap where the miniatures stand, type the dice. It judges what it is asked to, and keeps \
         time line, report and log.",
    ),
];

fn table_ui(ui: &mut Ui, cx: &mut StartContext) {
    let now = cx.choices.players.table;
    for (table, name, hint) in TABLES {
        let button = ui.selectable_label(now == table, RichText::new(name).size(13.0));
        note_hint(cx, &button, hint);
        place(cx, &format!("table {name}"), button.rect);
        if button.clicked() {
            cx.choices.players.sit_at(table);
        }
    }
}

/// What is wrong with a level, line by line.
fn faults_ui(ui: &mut Ui, faults: &[Fault]) {
    let count = words::counted(faults.len(), "mistake");
    ui.label(RichText::new(format!("This level cannot be played yet: {count}.")).color(style::WRONG));
    ui.add_space(6.0);
    ScrollArea::vertical().auto_shrink([false, false]).show(ui, |ui| {
        for Fault { file, line, column, what, expected } in faults {
            let name =
                std::path::Path::new(file).file_name().unwrap_or_default().to_string_lossy().into_owned();
            ui.label(
                RichText::new(format!("{name}, line {line}, column {column}")).strong().color(style::ACCENT),
            );
            ui.label(what);
            if !expected.is_empty() {
                ui.label(RichText::new(format!("Expected: {expected}")).color(style::FAINT));
            }
            ui.add_space(6.0);
        }
    });
}

fn own_folder_ui(ui: &mut Ui, cx: &StartContext) {
    let shipped = cx.start.data.root().join("levels");
    title_ui(ui, "Your own levels");
    ui.label("Levels are text files. Put yours into this folder:");
    let folder = cx.opened.saves.join(OWN_LEVELS);
    ui.label(RichText::new(folder.display().to_string()).color(style::ACCENT));
    ui.label("or into the folder levels where you start the program.");
    ui.label(
        RichText::new("Copy one that comes with the program, and change it; mistakes are listed here:")
            .color(style::FAINT),
    );
    ui.label(RichText::new(shipped.display().to_string()).color(style::FAINT));
}

fn settings_ui(ui: &mut Ui, cx: &mut StartContext) {
    title_ui(ui, "Settings");
    ui.add_space(4.0);
    for (index, row) in SettingRow::ALL.into_iter().enumerate() {
        let (word, hint) = row.words();
        row_ui(ui, cx, (index, ROW), word, |ui, cx| {
            let (values, now) = row.values(&cx.settings, &cx.quality);
            if values.len() > 6 {
                stepper_ui(ui, cx, row, &values, now);
                return;
            }
            for (value, name) in values.iter().enumerate() {
                let button = ui.selectable_label(value == now, RichText::new(name).size(13.0));
                note_hint(cx, &button, hint);
                place(cx, &format!("{word} {name}"), button.rect);
                if button.clicked() && value != now {
                    row.set(value, &mut cx.settings, &mut cx.quality);
                }
            }
        });
    }
    let row = SettingRow::ALL[cx.start.focus.row.min(SettingRow::ALL.len() - 1)];
    let hint = if cx.start.focus.column == Column::Card { row.words().1 } else { "" };
    let [_, below] = with_foot(ui, FOOT);
    in_rect(ui, below, |ui| foot_ui(ui, cx, &[], hint));
}

/// A row with too many values to show them all.
fn stepper_ui(ui: &mut Ui, cx: &mut StartContext, row: SettingRow, values: &[String], now: usize) {
    let mut next = now;
    if ui.add_enabled(now > 0, egui::Button::new("−")).clicked() {
        next = now - 1;
    }
    ui.add_sized(vec2(64.0, 20.0), egui::Label::new(RichText::new(&values[now]).strong()));
    if ui.add_enabled(now + 1 < values.len(), egui::Button::new("+")).clicked() {
        next = now + 1;
    }
    if next != now {
        row.set(next, &mut cx.settings, &mut cx.quality);
    }
}
