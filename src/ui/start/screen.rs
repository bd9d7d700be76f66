//! How the start screen is laid out: the menu, beside it what the page lists, beside that the card of what is chosen; and the keys.

use std::path::{Path, PathBuf};

use bevy::prelude::*;
use bevy_egui::EguiContexts;
use bevy_egui::egui::epaint::{Mesh as Paint, Vertex, WHITE_UV};
use bevy_egui::egui::{
    self, Align2, Color32, CornerRadius, FontId, Key, Pos2, Rect, RichText, ScrollArea, Sense, Stroke,
    StrokeKind, Ui, UiBuilder, Vec2, pos2, vec2,
};

use super::focus::{Column, Deed, Step};
use super::hex_plan;
use super::opening::Word;
use super::{StartContext, cards, kind_word};
use crate::game::narration::words;
use crate::ui::library::levels::{Level, Levels};
use crate::ui::library::one_line;
use crate::ui::library::pictures::PictureOf;
use crate::ui::library::shelf::{Content, SAVED_GAMES, SavedGame, Shelf};
use crate::ui::library::sketch::Sketch;
use crate::ui::panels::style;
use crate::ui::session::hex_plan::HexPlan;
use crate::ui::session::open_game::Notice;
use crate::ui::session::stage::StartPage;
use crate::ui::session::window_options::OtherLevel;

/// Widths, logical pixels: of the menu, the list and the card, in a small window and in a large one.
const MENU: [f32; 2] = [178.0, 230.0];
const LIST: [f32; 2] = [264.0, 300.0];
const CARD: [f32; 2] = [440.0, 700.0];
/// A window of this width has room for the wide ones.
const WIDE: f32 = 1300.0;
const GAP: f32 = 14.0;
const MARGIN: f32 = 20.0;
/// Height of the line of hints, and of the tallest card.
const FOOT: f32 = 30.0;
const TALLEST: f32 = 780.0;

/// The ground of lists and cards: what lives behind it shines through a little.
fn ground() -> Color32 {
    Color32::from_rgba_unmultiplied(20, 23, 29, 238)
}

/// Where the parts lie.
struct Places {
    menu: Rect,
    list: Rect,
    card: Rect,
    foot: Rect,
}

impl Places {
    fn of(room: Rect, has_list: bool) -> Self {
        let share = ((room.width() - 960.0) / (WIDE - 960.0)).clamp(0.0, 1.0);
        let between = |[small, large]: [f32; 2]| small + share * (large - small);
        let height = (room.height() - 2.0 * MARGIN - FOOT).min(TALLEST);
        let top = room.top() + MARGIN + ((room.height() - 2.0 * MARGIN - FOOT - height) / 3.0).max(0.0);
        let column = |left: f32, width: f32| Rect::from_min_size(pos2(left, top), vec2(width, height));
        let left = room.left() + MARGIN + 26.0 * share;
        let menu = column(left, between(MENU));
        let list = column(menu.right() + GAP, if has_list { between(LIST) } else { 0.0 });
        let card_left = if has_list { list.right() + GAP } else { list.left() };
        let card = column(card_left, between(CARD).min(room.right() - MARGIN - card_left));
        let foot = Rect::from_min_max(
            pos2(menu.left(), menu.bottom() + 6.0),
            pos2(room.right() - MARGIN, room.bottom() - 6.0),
        );
        Self { menu, list, card, foot }
    }
}

pub(super) fn screen(mut contexts: EguiContexts, mut cx: StartContext) -> Result {
    let context = contexts.ctx_mut()?.clone();
    cx.pictures.receive(&context);
    let offer = cx.offer();
    cx.start.focus.keep_within(&offer);
    for step in steps(&context, &mut cx) {
        cx.step(step, &offer);
    }
    // No widget takes the keys.
    context.memory_mut(|memory| {
        if let Some(focused) = memory.focused() {
            memory.surrender_focus(focused);
        }
    });
    cx.start.places.clear();
    cx.start.hint = None;
    let room = context.viewport_rect();
    egui::Area::new("start".into()).order(egui::Order::Middle).fixed_pos(room.min).show(&context, |ui| {
        // Nothing of the mouse reaches the table.
        ui.allocate_rect(room, Sense::click_and_drag());
        shade(ui, room);
        let page = cx.start.focus.page;
        let has_list =
            matches!(page, StartPage::Battles | StartPage::Saves | StartPage::Own | StartPage::Others);
        let places = Places::of(room, has_list);
        in_rect(ui, places.menu, |ui| menu_ui(ui, &mut cx, &offer.pages));
        if has_list {
            panel(ui, places.list, cx.start.focus.column == Column::List, |ui| list_ui(ui, &mut cx));
        }
        panel(ui, places.card, cx.start.focus.column == Column::Card, |ui| cards::card_ui(ui, &mut cx));
        match cx.doorway.word.clone().filter(|_| cx.doorway.is_busy()) {
            Some(Word::Busy(text)) => busy_ui(ui, &text, room),
            _ => foot_ui(ui, &cx, places.foot),
        }
    });
    cx.report();
    Ok(())
}

/// The steps of the keys since the last frame; the size of texts is changed at once.
fn steps(context: &egui::Context, cx: &mut StartContext) -> Vec<Step> {
    context.input(|input| {
        let mut steps = Vec::new();
        for event in &input.events {
            let egui::Event::Key { key, pressed: true, modifiers, .. } = event else { continue };
            if modifiers.command {
                match key {
                    Key::Plus | Key::Equals => cx.settings.text = cx.settings.text.larger(),
                    Key::Minus => cx.settings.text = cx.settings.text.smaller(),
                    Key::Num0 => cx.settings.text = Default::default(),
                    Key::R => steps.push(Step::Report),
                    _ => {}
                }
                continue;
            }
            steps.extend(match key {
                Key::ArrowUp => Some(Step::Up),
                Key::ArrowDown => Some(Step::Down),
                Key::ArrowLeft => Some(Step::Left),
                Key::ArrowRight => Some(Step::Right),
                Key::Enter | Key::Space => Some(Step::Enter),
                Key::Escape | Key::Backspace => Some(Step::Back),
                Key::Tab if modifiers.shift => Some(Step::Back),
                Key::Tab => Some(Step::Right),
                // Ctrl may be up again before a slow frame looks.
                Key::R => Some(Step::Report),
                _ => None,
            });
        }
        steps
    })
}

/// Darkens the table, most where the menu is.
fn shade(ui: &Ui, room: Rect) {
    let vertex = |pos: Pos2, dark: u8| Vertex {
        pos,
        uv: WHITE_UV,
        color: Color32::from_rgba_unmultiplied(8, 9, 12, dark),
    };
    let vertices = vec![
        vertex(room.left_top(), 225),
        vertex(room.right_top(), 96),
        vertex(room.right_bottom(), 120),
        vertex(room.left_bottom(), 235),
    ];
    ui.painter().add(egui::Shape::mesh(Paint {
        indices: vec![0, 1, 2, 0, 2, 3],
        vertices,
        ..Paint::default()
    }));
}

/// Shows something in a part of the screen.
pub(super) fn in_rect<R>(ui: &mut Ui, rect: Rect, content: impl FnOnce(&mut Ui) -> R) -> R {
    ui.scope_builder(UiBuilder::new().max_rect(rect), |ui| {
        ui.set_clip_rect(rect.expand(2.0));
        content(ui)
    })
    .inner
}

/// A panel; with a bright rim where it has the focus.
fn panel(ui: &mut Ui, rect: Rect, is_focused: bool, content: impl FnOnce(&mut Ui)) {
    let rim =
        if is_focused { Stroke::new(1.4_f32, style::ACCENT) } else { Stroke::new(1.0_f32, style::LINE) };
    ui.painter().rect_filled(rect, CornerRadius::same(8), ground());
    ui.painter().rect_stroke(rect, CornerRadius::same(8), rim, StrokeKind::Inside);
    in_rect(ui, rect.shrink(10.0), content);
}

fn menu_ui(ui: &mut Ui, cx: &mut StartContext, pages: &[StartPage]) {
    ui.spacing_mut().item_spacing.y = 3.0;
    ui.label(RichText::new("WarStrike").size(34.0).strong().color(Color32::WHITE));
    let rule = ui.allocate_exact_size(vec2(64.0, 3.0), Sense::hover()).0;
    ui.painter().rect_filled(rule, CornerRadius::same(1), style::ACCENT);
    ui.add_space(18.0);
    for page in pages {
        let (word, about) = menu_words(*page, cx);
        let height = if about.is_empty() { 38.0 } else { 56.0 };
        let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), height), Sense::click());
        let is_here = cx.start.focus.page == *page;
        let has_focus = is_here && cx.start.focus.column == Column::Menu;
        let painter = ui.painter();
        if is_here {
            let fill = if has_focus { Color32::from_rgba_unmultiplied(214, 174, 88, 46) } else { ground() };
            painter.rect_filled(rect, CornerRadius::same(5), fill);
            let bar = Rect::from_min_size(rect.min, vec2(4.0, rect.height()));
            painter.rect_filled(bar, CornerRadius::same(2), style::ACCENT);
        }
        let ink = if is_here || response.hovered() { Color32::WHITE } else { style::INK };
        let at = if about.is_empty() { rect.center().y } else { rect.top() + 18.0 };
        painter.text(
            pos2(rect.left() + 14.0, at),
            Align2::LEFT_CENTER,
            word,
            FontId::proportional(19.0),
            ink,
        );
        if !about.is_empty() {
            let job = one_line(&about, 12.5, style::FAINT, rect.width() - 20.0);
            let galley = painter.layout_job(job);
            painter.galley(pos2(rect.left() + 14.0, rect.top() + 32.0), galley, style::FAINT);
        }
        place(cx, &format!("menu {page:?}"), rect);
        if response.clicked() {
            cx.start.focus.page = *page;
            cx.start.focus.column = Column::Menu;
            match page {
                StartPage::Continue => cx.act(Deed::Continue),
                StartPage::Demo => cx.act(Deed::Watch),
                StartPage::Quit => cx.act(Deed::Quit),
                _ => {}
            }
        }
    }
}

/// What an entry of the menu says, and what it adds in small letters.
fn menu_words(page: StartPage, cx: &StartContext) -> (&'static str, String) {
    match page {
        StartPage::Continue => {
            let newest = cx.shelf.newest();
            let about = newest.map(|game| match game.card() {
                Some(card) => format!("{} · {}", card.level, game.age()),
                None => game.age(),
            });
            ("Continue", about.unwrap_or_default())
        }
        StartPage::Battles => ("New battle", String::new()),
        StartPage::Saves => (SAVED_GAMES, String::new()),
        StartPage::Own => ("Your own levels", String::new()),
        StartPage::Demo => ("Watch a demo", String::new()),
        StartPage::Settings => ("Settings", String::new()),
        StartPage::Others => ("Other games", String::new()),
        StartPage::Quit => ("Quit", String::new()),
    }
}

/// A row of a list.
struct Row {
    source: PathBuf,
    title: String,
    lines: Vec<(String, Color32)>,
    picture: Option<PictureOf>,
    /// The plan of a level of another game.
    plan: Option<HexPlan>,
}

/// The sketch of a level, or of a save.
fn sketch_of<'a>(levels: &'a Levels, shelf: &'a Shelf, source: &Path) -> Option<&'a Sketch> {
    let level = levels.find(source).and_then(|level| level.content.as_ref().ok());
    let save = || shelf.find(source).and_then(SavedGame::card);
    level.map(|card| &card.sketch).or_else(|| save().map(|card| &card.sketch))
}

fn list_ui(ui: &mut Ui, cx: &mut StartContext) {
    let rows = rows(cx);
    if rows.is_empty() {
        let text = match cx.start.focus.page {
            StartPage::Saves => "There are no saved games yet. Every game is recorded as it is played.",
            StartPage::Own if cx.levels.is_reading() => "Looking …",
            StartPage::Own => "There are none yet.",
            _ => "Reading the levels …",
        };
        ui.label(
            RichText::new(
                cx.shelf.fault.as_deref().filter(|_| cx.start.focus.page == StartPage::Saves).unwrap_or(text),
            )
            .color(style::FAINT),
        );
        return;
    }
    let chosen = cx.start.focus.chosen().map(Path::to_path_buf);
    let moved = cx.start.reported.0.as_ref().map(|(_, item)| item.clone());
    ScrollArea::vertical().auto_shrink([false, false]).show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 4.0;
        for (index, row) in rows.iter().enumerate() {
            let is_chosen = chosen.as_deref() == Some(row.source.as_path());
            let response = row_ui(ui, cx, row, is_chosen);
            if is_chosen && moved.as_deref() != Some(&row.source.display().to_string()) {
                response.scroll_to_me(None);
            }
            if ui.clip_rect().contains_rect(response.rect.shrink(8.0)) {
                place(cx, &format!("list {index}"), response.rect);
            }
            if response.clicked() {
                cx.start.focus.choose(&row.source);
                cx.start.focus.column = Column::List;
                cx.doorway.word = None;
            }
            if response.double_clicked() {
                let page = cx.start.focus.page;
                cx.act(if page == StartPage::Saves { Deed::Load } else { Deed::Begin });
            }
        }
    });
}

/// The least height of a row of a list, and what it keeps free above and below its texts, pixels.
const ROW: f32 = 74.0;
const ROW_MARGIN: f32 = 8.0;
/// Between the lines of a row, pixels.
const LINE_GAP: f32 = 2.0;
/// Sizes of the picture in a row, in a narrow list and in a wide one, pixels.
const THUMBS: [(f32, f32); 2] = [(72.0, 45.0), (96.0, 60.0)];

fn row_ui(ui: &mut Ui, cx: &mut StartContext, row: &Row, is_chosen: bool) -> egui::Response {
    let is_wide = ui.available_width() > LIST[0] + 10.0;
    let size = Vec2::from(THUMBS[usize::from(is_wide)]);
    let room = ui.available_width() - size.x - 21.0;
    // What is too long for its line goes on in the next.
    let layout = |text: &str, size: f32, ink: Color32| {
        (ui.painter().layout(text.to_owned(), FontId::proportional(size), ink, room), ink)
    };
    let lines = row.lines.iter().map(|(text, ink)| layout(text, 12.0, *ink));
    let texts: Vec<_> = std::iter::once(layout(&row.title, 15.0, Color32::WHITE)).chain(lines).collect();
    let height: f32 = texts.iter().map(|(text, _)| text.size().y + LINE_GAP).sum();
    let height = (height - LINE_GAP + 2.0 * ROW_MARGIN).max(ROW);
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), height), Sense::click());
    if !ui.is_rect_visible(rect) {
        return response;
    }
    let painter = ui.painter().clone();
    let fill = match (is_chosen, response.hovered()) {
        (true, _) => Color32::from_rgb(62, 54, 36),
        (false, true) => Color32::from_rgb(46, 52, 63),
        (false, false) => style::BOX,
    };
    painter.rect_filled(rect, CornerRadius::same(6), fill);
    if is_chosen {
        painter.rect_stroke(
            rect,
            CornerRadius::same(6),
            Stroke::new(1.4_f32, style::ACCENT),
            StrokeKind::Inside,
        );
    }
    let thumb = Rect::from_min_size(rect.min + vec2(6.0, 7.0), size);
    match &row.plan {
        Some(plan) => hex_plan::paint(&painter, thumb, plan),
        None => {
            let sketch = sketch_of(&cx.levels, &cx.shelf, &row.source);
            cx.pictures.paint(&painter, thumb, row.picture.as_ref(), sketch);
        }
    }
    let mut top = rect.top() + ROW_MARGIN;
    for (text, ink) in texts {
        let height = text.size().y;
        painter.galley(pos2(thumb.right() + 9.0, top), text, ink);
        top += height + LINE_GAP;
    }
    response
}

fn rows(cx: &StartContext) -> Vec<Row> {
    let levels = match cx.start.focus.page {
        StartPage::Saves => return saved_rows(cx),
        StartPage::Others => return other_rows(cx),
        StartPage::Own => &cx.levels.own,
        _ => &cx.levels.shipped,
    };
    let row = |level: &Level| {
        let (lines, picture) = match &level.content {
            Ok(card) => {
                let kind = kind_word(card.kind);
                let second = if kind.is_empty() { cards::size_word(card) } else { kind.to_owned() };
                let lines = vec![(card.mission.clone(), style::ACCENT), (second, style::FAINT)];
                let of = PictureOf { key: card.key.clone(), source: level.source.clone() };
                (lines, Some(of))
            }
            Err(faults) => {
                let count = words::counted(faults.len(), "mistake");
                (vec![(count, style::WRONG)], None)
            }
        };
        Row { source: level.source.clone(), title: level.title(), lines, picture, plan: None }
    };
    levels.iter().map(row).collect()
}

fn other_rows(cx: &StartContext) -> Vec<Row> {
    let row = |other: &OtherLevel| Row {
        source: other.source.clone(),
        title: other.title.clone(),
        lines: vec![(other.game.clone(), style::ACCENT)],
        picture: None,
        plan: Some(other.plan.clone()),
    };
    cx.start.options.others.iter().map(row).collect()
}

fn saved_rows(cx: &StartContext) -> Vec<Row> {
    let row = |game: &SavedGame| {
        // A recording is named after the time at which it began.
        let when = match game.is_recording() {
            true => game.age(),
            false => format!("{} · {}", game.name(), game.age()),
        };
        let (title, mut lines) = match &game.content {
            Content::Unread => (game.name(), vec![("reading …".to_owned(), style::FAINT)]),
            Content::Read(card) => {
                let ink = if card.is_over { style::FAINT } else { style::ACCENT };
                (card.level.clone(), vec![(cards::short_turn(&card.turn), ink)])
            }
            Content::Faulty(_) => (game.name(), vec![("cannot be opened".to_owned(), style::WRONG)]),
        };
        if game.card().is_some_and(|card| card.damage.is_some()) {
            lines.push(("damaged at its end".to_owned(), style::WRONG));
        }
        if game.is_open_elsewhere {
            lines.push(("open in another window".to_owned(), style::WRONG));
        }
        lines.push((when, style::FAINT));
        Row { source: game.path.clone(), title, lines, picture: game.picture(), plan: None }
    };
    cx.shelf.games.iter().map(row).collect()
}

/// Notes where something that can be clicked lies.
pub(super) fn place(cx: &mut StartContext, name: &str, rect: Rect) {
    let at = rect.center();
    cx.start.places.insert(name.to_owned(), [at.x as i32, at.y as i32]);
}

/// Notice that something takes a moment, large in the middle: nothing else can be done meanwhile.
fn busy_ui(ui: &Ui, text: &str, room: Rect) {
    let painter = ui.painter();
    painter.rect_filled(room, CornerRadius::ZERO, Color32::from_black_alpha(140));
    let galley = painter.layout_no_wrap(text.to_owned(), FontId::proportional(24.0), Color32::WHITE);
    let plate = Rect::from_center_size(room.center(), galley.size() + vec2(64.0, 40.0));
    painter.rect_filled(plate, CornerRadius::same(9), Color32::from_rgb(24, 27, 33));
    painter.rect_stroke(
        plate,
        CornerRadius::same(9),
        Stroke::new(1.6_f32, style::ACCENT),
        StrokeKind::Inside,
    );
    painter.galley(plate.center() - galley.size() / 2.0, galley, Color32::WHITE);
}

/// What the keys do here, and what is said.
fn foot_ui(ui: &mut Ui, cx: &StartContext, room: Rect) {
    let painter = ui.painter();
    let notice = match &cx.opened.notice {
        Some(Notice::Failed(text)) => Some(Word::Fault(text.clone())),
        Some(Notice::Done(text) | Notice::Working(text) | Notice::Hint(text)) => {
            Some(Word::Busy(text.clone()))
        }
        Some(Notice::Refused(_) | Notice::Picture(_)) | None => None,
    };
    let keys = match (cx.start.focus.column, cx.start.focus.page) {
        (Column::Menu, StartPage::Continue) => "Up, Down choose    Enter do it    Ctrl+R battle report",
        (Column::Menu, StartPage::Demo | StartPage::Quit) => "Up, Down choose    Enter do it",
        (Column::Menu, _) => "Up, Down choose    Enter or Right go there",
        (Column::List, StartPage::Saves) => {
            "Up, Down choose    Enter open    Ctrl+R battle report    Esc back"
        }
        (Column::List, _) => "Up, Down choose    Enter begin    Right who plays, ruleset, dice    Esc back",
        (Column::Card, StartPage::Settings) => "Up, Down choose    Left, Right change    Esc back",
        (Column::Card, _) => "Up, Down choose    Left, Right change    Enter begin    Esc back",
    };
    let Some(word) = cx.doorway.word.clone().or(notice) else {
        // What is said stands where the keys are named: it covers nothing that can be clicked.
        painter.text(room.left_center(), Align2::LEFT_CENTER, keys, FontId::proportional(13.0), style::FAINT);
        return;
    };
    let (text, ink, rim) = match word {
        Word::Busy(text) => (text, Color32::WHITE, style::ACCENT),
        Word::Fault(text) => (text, style::WRONG, style::WRONG),
    };
    let galley = painter.layout(text, FontId::proportional(14.0), ink, room.width() - 24.0);
    let size = galley.size() + vec2(24.0, 12.0);
    let at = Rect::from_min_size(
        pos2(room.left(), (room.center().y - size.y / 2.0).min(room.bottom() - size.y)),
        size,
    );
    painter.rect_filled(at, CornerRadius::same(7), Color32::from_rgb(24, 27, 33));
    painter.rect_stroke(at, CornerRadius::same(7), Stroke::new(1.4_f32, rim), StrokeKind::Inside);
    painter.galley(at.min + vec2(12.0, 8.0), galley, ink);
}
