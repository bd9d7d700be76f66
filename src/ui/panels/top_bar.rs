//! The top bar: round, turn, phase, and the buttons that are always there.

use bevy_egui::egui::{self, Align, Color32, CornerRadius, Frame, Layout, Margin, RichText, Sense, Ui, vec2};

use super::{PanelContext, style};
use crate::game::engine::record::history::EntryId;
use crate::game::narration::words;
use crate::rules::ids::Side;
use crate::rules::turn::{Phase, Turn};
use crate::ui::camera::GoToView;
use crate::ui::looks::side_look;
use crate::ui::session::events::{UiEvent, emit};
use crate::ui::session::open_game::GameRequest;
use crate::ui::session::saved_games::suggested_name;
use crate::ui::session::screen::{Dialog, Sheet};
use crate::ui::session::stage::StartPage;

/// The phases of a player's turn in order.
const PHASES: [Phase; 4] = [Phase::Starting, Phase::Action, Phase::Reaction, Phase::CloseCombat];

pub(super) fn top_bar_ui(ui: &mut Ui, cx: &mut PanelContext) {
    ui.horizontal_centered(|ui| {
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            buttons_ui(ui, cx);
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
        Phase::Deployment => strong(ui, "Deployment"),
        Phase::Over => {
            strong(ui, "The battle is over");
            if !cx.playback.runs()
                && ui.button("Result").on_hover_text("How it ended, and its story (I)").clicked()
            {
                cx.screen.dialog = Some(Dialog::Result);
            }
        }
        _ => strong(ui, &format!("Round {} of {}", turn.round, view.rounds())),
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
    if cx.opened.game.is_what_if() {
        what_if_ui(ui);
    }
    if PHASES.contains(&turn.phase) {
        ui.add_space(6.0);
        phases_ui(ui, turn);
    }
}

fn strong(ui: &mut Ui, text: &str) {
    ui.label(RichText::new(text).heading().color(Color32::WHITE));
}

/// A narrower window, pixels, leaves buttons out for which there are keys.
const NARROW: f32 = 1060.0;

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

/// The mark of a branch whose dice were seen before.
fn what_if_ui(ui: &mut Ui) {
    let plate = Frame::new()
        .fill(Color32::from_rgb(94, 62, 132))
        .corner_radius(CornerRadius::same(4))
        .inner_margin(Margin::symmetric(8, 3));
    let shown = plate.show(ui, |ui| ui.label(RichText::new("What if?").strong().color(Color32::WHITE)));
    shown.response.on_hover_text(
        "You undid dice that had been rolled. What follows is an experiment, not the battle as it was played.",
    );
}

/// Laid out from right to left.
fn buttons_ui(ui: &mut Ui, cx: &mut PanelContext) {
    if cx.opened.leads_to_start
        && ui
            .button("☰")
            .on_hover_text("To the start screen; this game is recorded and waits there (F10)")
            .clicked()
    {
        cx.requests.write(GameRequest::ToStart(StartPage::Continue));
    }
    if ui.button("Help").on_hover_text("Keys, gestures and marks (F1)").clicked() {
        cx.screen.dialog = Some(Dialog::Help);
    }
    if ui.button("Load").on_hover_text("Load a saved game (Ctrl+O)").clicked() {
        cx.screen.dialog = Some(Dialog::Load);
    }
    if ui.button("Save").on_hover_text("Save the game under a name (Ctrl+S)").clicked() {
        cx.screen.dialog = Some(Dialog::Save { name: suggested_name(&cx.opened) });
    }
    ui.separator();
    let history = cx.opened.game.history();
    let waits_for_dice = cx.dice.0.is_some();
    let (undo, redo) = (history.undo_target().is_some(), history.redo_target().is_some());
    let hint = |what: &str, keys: &str, entry: Option<EntryId>| {
        let summary = entry.and_then(|entry| cx.opened.summary_of(entry));
        format!("{what} ({keys}){}", summary.map_or(String::new(), |text| format!(": {text}")))
    };
    let undo_hint = hint("Undo", "Ctrl+Z", undo.then(|| history.present().id));
    let redo_hint = hint("Redo", "Ctrl+Y", history.redo_target());
    let mut step = |ui: &mut Ui, enabled: bool, word: &str, hint: &str, request: GameRequest| {
        if ui.add_enabled(enabled && !waits_for_dice, egui::Button::new(word)).on_hover_text(hint).clicked() {
            cx.requests.write(request);
        }
    };
    step(ui, redo, "Redo", &redo_hint, GameRequest::Redo);
    step(ui, undo, "Undo", &undo_hint, GameRequest::Undo);
    ui.separator();
    views_ui(ui, cx);
}

fn views_ui(ui: &mut Ui, cx: &mut PanelContext) {
    if ui
        .selectable_label(cx.sight_overlay.direction.is_some(), "Sight")
        .on_hover_text("What the selected unit sees (V); who sees it (Shift+V)")
        .clicked()
    {
        cx.sight_overlay.toggle(None);
    }
    if ui.ctx().viewport_rect().width() >= NARROW
        && ui
            .selectable_label(cx.screen.computers == Sheet::Shown, "Computer")
            .on_hover_text("Who plays each side, and what a computer player would do here (Y)")
            .clicked()
    {
        cx.screen.computers.toggle();
    }
    if ui.ctx().viewport_rect().width() >= NARROW
        && ui
            .selectable_label(cx.ruler.is_out(), "Ruler")
            .on_hover_text("Measure: click one thing, then another (R)")
            .clicked()
    {
        cx.ruler.toggle();
    }
    if ui
        .button(cx.cutaway.words())
        .on_hover_text("Look into buildings, level by level, and under trees (C, Page Up, Page Down)")
        .clicked()
    {
        cx.cutaway.look_further();
    }
    let is_narrow = ui.ctx().viewport_rect().width() < NARROW;
    let follows = cx.settings.camera_follows;
    if !is_narrow
        && ui
            .selectable_label(follows, "Follow")
            .on_hover_text("Swing the view to the side whose turn begins (Shift+H)")
            .clicked()
    {
        cx.settings.camera_follows = !follows;
        emit(&UiEvent::CameraFollows { follows: !follows });
    }
    if ui.button("Top view").on_hover_text("The whole table from above (T)").clicked() {
        cx.views.write(GoToView::Top);
    }
    if ui.button("Table view").on_hover_text("The whole table (H)").clicked() {
        cx.views.write(GoToView::Home);
    }
}
