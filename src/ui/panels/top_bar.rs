//! The top bar: round, turn, phase, and the buttons that are always there.

use bevy_egui::egui::{
    self, Align, Align2, Color32, CornerRadius, FontId, Layout, Response, RichText, Sense, Shape, TextStyle,
    Ui, pos2, vec2,
};

use super::{PanelContext, style};
use crate::game::engine::record::history::EntryId;
use crate::game::narration::words;
use crate::rules::ids::Side;
use crate::rules::turn::{Phase, Turn};
use crate::ui::camera::GoToView;
use crate::ui::library::shelf::SAVED_GAMES;
use crate::ui::looks::side_look;
use crate::ui::session::open_game::GameRequest;
use crate::ui::session::page_request::PageRequest;
use crate::ui::session::saved_games::suggested_name;
use crate::ui::session::screen::{Dialog, Sheet};
use crate::ui::session::stage::StartPage;
use crate::ui::timeline::{Ask, TimelineKey};

/// The phases of a player's turn in order.
const PHASES: [Phase; 4] = [Phase::Starting, Phase::Action, Phase::Reaction, Phase::CloseCombat];

pub(super) fn top_bar_ui(ui: &mut Ui, cx: &mut PanelContext) {
    let room = ui.available_width() - turn_width(ui, cx);
    ui.horizontal_centered(|ui| {
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            buttons_ui(ui, cx, room);
            // The turn gets the space that the buttons leave.
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| turn_ui(ui, cx));
        });
    });
}

/// A side's badge in a line of text.
pub(super) fn badge_ui(ui: &mut Ui, side: Side, radius: f32) {
    let (rect, _) = ui.allocate_exact_size(vec2(2.0 * radius, 2.0 * radius), Sense::hover());
    side_look::badge(ui.painter(), rect.center(), radius, side);
}

fn turn_ui(ui: &mut Ui, cx: &mut PanelContext) {
    if cx.dice.asks_for_opening() {
        strong(ui, "The opening");
        return;
    }
    let battle = cx.opened.game.battle();
    let (view, setup) = (battle.view(), cx.opened.game.setup());
    // While a phase is played back the battle is already past it, and so it is before the first that begins.
    let turn = cx.playback.turn().unwrap_or_else(|| cx.shown.view(&cx.opened).turn());
    match turn.phase {
        Phase::Deployment => drop(strong(ui, "Deployment")),
        Phase::Over => {
            marked(ui, cx, "The battle is over");
            if !cx.playback.runs()
                && ui.button("Result").on_hover_text("How it ended, and its story (I)").clicked()
            {
                cx.screen.dialog = Some(Dialog::Result);
            }
        }
        _ => marked(ui, cx, &format!("Round {} of {}", turn.round, view.rounds())),
    }
    let decides = battle.decision().filter(|_| !cx.playback.runs());
    let side = decides.map_or(turn.side, |decision| decision.player);
    if turn.phase != Phase::Over {
        ui.add_space(6.0);
        badge_ui(ui, side, 11.0);
        let name = RichText::new(setup.force_name(side)).strong().color(side_look::light_ink(side));
        // The phase keeps its room.
        let room = ui.available_width() - if PHASES.contains(&turn.phase) { PHASE_WIDTH } else { 0.0 };
        ui.scope(|ui| {
            ui.set_max_width(room.max(0.0));
            ui.add(egui::Label::new(name).truncate())
                .on_hover_text(format!("Side {side}: {} bases", side_look::shape_word(side)));
        });
    }
    if cx.opened.game.is_try_out() {
        try_out_ui(ui, cx);
    }
    if PHASES.contains(&turn.phase) {
        ui.add_space(6.0);
        phases_ui(ui, turn);
    }
}

fn strong(ui: &mut Ui, text: &str) -> Response {
    ui.label(RichText::new(text).heading().color(Color32::WHITE))
}

/// The round; on a branch whose dice were seen before it is marked as that, where it stands: nothing else in the bar moves.
fn marked(ui: &mut Ui, cx: &PanelContext, text: &str) {
    let behind = ui.painter().add(Shape::Noop);
    let label = strong(ui, text);
    if !cx.opened.game.is_what_if() || cx.opened.game.is_try_out() {
        return;
    }
    let plate = label.rect.expand2(vec2(5.0, 1.0)).with_max_y(label.rect.bottom() + BELOW_PX);
    ui.painter().set(behind, Shape::rect_filled(plate, CornerRadius::same(4), WHAT_IF));
    let small = FontId::proportional(BELOW_PX - 1.5);
    let foot = pos2(label.rect.center().x, plate.bottom() - 1.0);
    ui.painter().text(foot, Align2::CENTER_BOTTOM, "what if?", small, Color32::WHITE);
    label.on_hover_text(
        "You took back dice that had been rolled. What follows is an experiment, not the battle as it was played. F11 shows \
         that, and Shift+F4 plays on there.",
    );
}

/// Height of the mark below the round, pixels.
const BELOW_PX: f32 = 12.5;

/// The colour of what is not the battle as it was played.
const WHAT_IF: Color32 = Color32::from_rgb(94, 62, 132);

/// The width that one phase needs, pixels, and all four.
const PHASE_WIDTH: f32 = 118.0;
const ALL_PHASES_WIDTH: f32 = 300.0;

/// The four phases, the present one highlighted; in a small window only that one.
fn phases_ui(ui: &mut Ui, turn: Turn) {
    ui.spacing_mut().item_spacing.x = 3.0;
    let narrow = ui.available_width() < ALL_PHASES_WIDTH;
    for phase in PHASES.into_iter().filter(|phase| !narrow || *phase == turn.phase) {
        let now = phase == turn.phase;
        let (fill, ink) =
            if now { (style::ACCENT, Color32::from_rgb(28, 24, 14)) } else { (style::BOX, style::FAINT) };
        let text = RichText::new(words::phase(phase)).color(ink).size(12.5);
        let text = if now { text.strong() } else { text };
        // A plate of the height of the buttons beside it; nothing happens on a click.
        ui.add(egui::Button::new(text).fill(fill).sense(Sense::hover()));
    }
    ui.spacing_mut().item_spacing.x = 8.0;
}

/// The mark of what is only tried out; a click ends it.
fn try_out_ui(ui: &mut Ui, cx: &mut PanelContext) {
    let text = RichText::new("Trying out").strong().color(Color32::WHITE);
    let shown = ui.add(egui::Button::new(text).fill(WHAT_IF));
    let hint =
        "It rolls other dice than the battle will, and none of it is kept. Click, or F3: end it and go back.";
    if shown.on_hover_text(hint).clicked() {
        cx.timeline.ask(Ask::Key(TimelineKey::EndTryOut));
    }
}

/// The least width that the turn has, pixels: its round, whose it is, and its phase.
fn turn_width(ui: &Ui, cx: &PanelContext) -> f32 {
    let turn = cx.playback.turn().unwrap_or_else(|| cx.shown.view(&cx.opened).turn());
    let name = cx.opened.game.setup().force_name(turn.side).to_owned();
    let words = text_width(ui, "Round 10 of 10", TextStyle::Heading) + text_width(ui, &name, TextStyle::Body);
    (words + 60.0 + PHASE_WIDTH).min(MAX_TURN_WIDTH)
}

/// A longer name is cut, pixels.
const MAX_TURN_WIDTH: f32 = 470.0;

fn text_width(ui: &Ui, text: &str, style: TextStyle) -> f32 {
    let font = style.resolve(ui.style());
    ui.painter().layout_no_wrap(text.to_owned(), font, Color32::WHITE).size().x
}

/// What a button of the bar does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Does {
    TableView,
    TopView,
    Cutaway,
    Sight,
    Ruler,
    Computers,
    Undo,
    Redo,
    Save,
    Load,
    Report,
    Settings,
    Help,
    Start,
}

/// The buttons from left to right; those with a low number stay where not all have room, the others are behind "More".
const BUTTONS: [(Does, u8); 14] = [
    (Does::TableView, 5),
    (Does::TopView, 10),
    (Does::Cutaway, 9),
    (Does::Sight, 8),
    (Does::Ruler, 11),
    (Does::Computers, 4),
    (Does::Undo, 1),
    (Does::Redo, 3),
    (Does::Save, 6),
    (Does::Load, 7),
    (Does::Report, 12),
    (Does::Settings, 0),
    (Does::Help, 2),
    (Does::Start, 2),
];

/// Which of some widths fit into a room, those with the lowest numbers first; if not all do, one more width has to fit.
fn fitting(widths: &[(f32, u8)], room: f32, more: f32) -> Vec<bool> {
    let all: f32 = widths.iter().map(|(width, _)| width).sum();
    if all <= room {
        return vec![true; widths.len()];
    }
    let mut order: Vec<usize> = (0..widths.len()).collect();
    order.sort_by_key(|index| widths[*index].1);
    let mut left = room - more;
    let mut fits = vec![false; widths.len()];
    for index in order {
        left -= widths[index].0;
        if left < 0.0 {
            break;
        }
        fits[index] = true;
    }
    fits
}

/// Laid out from right to left.
fn buttons_ui(ui: &mut Ui, cx: &mut PanelContext, room: f32) {
    let spacing = ui.spacing().item_spacing.x;
    let padding = 2.0 * ui.spacing().button_padding.x + spacing;
    let leads_to_start = cx.opened.leads_to_start;
    let buttons = BUTTONS.into_iter().filter(|(does, _)| *does != Does::Start || leads_to_start);
    let buttons: Vec<(Does, u8)> = buttons.collect();
    let widths: Vec<(f32, u8)> = buttons
        .iter()
        .map(|(does, order)| {
            (text_width(ui, &word(cx, *does), TextStyle::Button) + padding + group_gap(*does), *order)
        })
        .collect();
    let more = text_width(ui, MORE, TextStyle::Button) + padding;
    let fits = fitting(&widths, room, more);
    if fits.contains(&false) {
        // Menus are in the order in which the bar would show them.
        let rest: Vec<Does> =
            buttons.iter().zip(&fits).filter(|(_, fits)| !**fits).map(|((does, _), _)| *does).collect();
        let menu = ui.menu_button(MORE, |ui| {
            for does in rest {
                button_ui(ui, cx, does);
            }
        });
        menu.response.on_hover_text("What has no room here");
    }
    for ((does, _), fits) in buttons.iter().zip(fits).rev() {
        if fits {
            button_ui(ui, cx, *does);
            if group_gap(*does) > 0.0 {
                ui.add_space(group_gap(*does));
            }
        }
    }
}

/// Behind it are the buttons that have no room.
const MORE: &str = "More";

/// The space left of a button that begins a group, pixels.
fn group_gap(does: Does) -> f32 {
    if matches!(does, Does::Undo | Does::Save) { 10.0 } else { 0.0 }
}

fn word(cx: &PanelContext, does: Does) -> String {
    match does {
        Does::TableView => "Table view",
        Does::TopView => "Top view",
        Does::Cutaway => return cx.cutaway.words(),
        Does::Sight => "Sight",
        Does::Ruler => "Ruler",
        Does::Computers => "Computer",
        Does::Undo => "Undo",
        Does::Redo => "Redo",
        Does::Save => "Save",
        Does::Load => SAVED_GAMES,
        Does::Report => "Report",
        Does::Settings => "⚙",
        Does::Help => "Help",
        Does::Start => "☰",
    }
    .to_owned()
}

fn hint(cx: &PanelContext, does: Does) -> String {
    let history = cx.opened.game.history();
    let step = |what: &str, keys: &str, entry: Option<EntryId>| {
        let summary = entry.and_then(|entry| cx.opened.summary_of(entry));
        format!("{what} ({keys}){}", summary.map_or(String::new(), |text| format!(": {text}")))
    };
    match does {
        Does::TableView => "The whole table (H)".to_owned(),
        Does::TopView => "The whole table from above (T)".to_owned(),
        Does::Cutaway => {
            "Look into buildings, level by level, and under trees (C, Page Up, Page Down)".to_owned()
        }
        Does::Sight => "What the selected unit sees (V); who sees it (Shift+V)".to_owned(),
        Does::Ruler => "Measure: click one thing, then another (R)".to_owned(),
        Does::Computers => "Who plays each side, and what a computer player would do here (Y)".to_owned(),
        Does::Undo => step("Undo", "Ctrl+Z", history.undo_target().map(|_| history.present().id)),
        Does::Redo => step("Redo", "Ctrl+Y", history.redo_target()),
        Does::Save => "Save the game under a name (Ctrl+S)".to_owned(),
        Does::Load => "The saved games, to open one (Ctrl+O)".to_owned(),
        Does::Report => "Write the battle so far as a page to send, beside its save (Ctrl+R)".to_owned(),
        Does::Settings => "Settings (F9)".to_owned(),
        Does::Help => "Keys, gestures and marks (F1)".to_owned(),
        Does::Start => "To the start screen; this game is recorded and waits there (F10)".to_owned(),
    }
}

fn button_ui(ui: &mut Ui, cx: &mut PanelContext, does: Does) {
    let is_on = match does {
        Does::Sight => Some(cx.sight_overlay.direction.is_some()),
        Does::Ruler => Some(cx.ruler.is_out()),
        Does::Computers => Some(cx.screen.computers == Sheet::Shown),
        _ => None,
    };
    let history = cx.opened.game.history();
    let waits_for_dice = cx.dice.0.is_some();
    let enabled = match does {
        Does::Undo => history.undo_target().is_some() && !waits_for_dice,
        Does::Redo => history.redo_target().is_some() && !waits_for_dice,
        _ => true,
    };
    let word = word(cx, does);
    // Only what is on is lit: all others look alike.
    let button = match is_on {
        Some(true) => egui::Button::selectable(true, word),
        Some(false) | None => egui::Button::new(word),
    };
    if ui.add_enabled(enabled, button).on_hover_text(hint(cx, does)).clicked() {
        click(cx, does);
    }
}

fn click(cx: &mut PanelContext, does: Does) {
    match does {
        Does::TableView => drop(cx.views.write(GoToView::Home)),
        Does::TopView => drop(cx.views.write(GoToView::Top)),
        Does::Cutaway => cx.cutaway.look_further(),
        Does::Sight => cx.sight_overlay.toggle(None),
        Does::Ruler => cx.ruler.toggle(),
        Does::Computers => cx.screen.computers.toggle(),
        Does::Undo => drop(cx.requests.write(GameRequest::Undo)),
        Does::Redo => drop(cx.requests.write(GameRequest::Redo)),
        Does::Save => cx.screen.dialog = Some(Dialog::Save { name: suggested_name(&cx.opened) }),
        Does::Load => cx.screen.dialog = Some(Dialog::Load),
        Does::Report => drop(cx.pages.write(PageRequest::Report)),
        Does::Settings if cx.screen.dialog == Some(Dialog::Settings) => cx.screen.dialog = None,
        Does::Settings => cx.screen.dialog = Some(Dialog::Settings),
        Does::Help => cx.screen.dialog = Some(Dialog::Help),
        Does::Start => drop(cx.requests.write(GameRequest::ToStart(StartPage::Continue))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What has no room is behind "More", which has its own; the least important go first.
    #[test]
    fn no_button_vanishes() {
        let widths = [(80.0, 2), (60.0, 1), (100.0, 0), (50.0, 3)];
        for (room, expected, reason) in [
            (290.0, [true, true, true, true], "all fit"),
            (289.0, [false, true, true, false], "with \"More\" only two"),
            (300.0, [true; 4], "no \"More\" is needed"),
            (160.0, [false, false, true, false], "one"),
            (40.0, [false; 4], "none but \"More\""),
        ] {
            assert_eq!(fitting(&widths, room, 50.0), expected, "{reason}");
        }
    }
}
