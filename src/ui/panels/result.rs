//! The end of a battle: who has won and by what rule, what is left, its story, and luck.

use bevy_egui::egui::{Color32, Grid, Id, Key, Response, RichText, ScrollArea, Ui};

use super::at_rest::come_to_rest;
use super::top_bar::badge_ui;
use super::{PanelContext, decision, style};
use crate::game::engine::components::Fate;
use crate::game::engine::view::View;
use crate::game::narration::story::{RoundStory, story};
use crate::game::narration::{score, words};
use crate::game::score::score as score_of;
use crate::rules::ids::Side;
use crate::rules::victory::Ending;
use crate::ui::library::shelf::SAVED_GAMES;
use crate::ui::looks::rule_link::linked_text;
use crate::ui::looks::side_look;
use crate::ui::overlays::sentence;
use crate::ui::session::events::{UiEvent, emit};
use crate::ui::session::open_game::GameRequest;
use crate::ui::session::page_request::PageRequest;
use crate::ui::session::saved_games::suggested_name;
use crate::ui::session::screen::{Dialog, Sheet};
use crate::ui::session::stage::StartPage;
use crate::ui::timeline::{Ask, TimelineKey};

/// Width of the dialog, and greatest height of the story, pixels.
const DIALOG_WIDTH_PX: f32 = 620.0;
const STORY_HEIGHT: f32 = 230.0;

pub(super) fn result_ui(ui: &mut Ui, cx: &mut PanelContext) {
    ui.set_width(DIALOG_WIDTH_PX.min(ui.ctx().viewport_rect().width() - 80.0));
    let (game, setup) = (&cx.opened.game, cx.opened.game.setup().clone());
    let view = game.battle().view();
    let Some(result) = view.result().cloned() else { return };
    let mut open = None;
    ui.horizontal(|ui| {
        let (title, ink) = match result.winner {
            Some(side) => {
                badge_ui(ui, side, 17.0);
                (format!("{} wins", words::force(&setup, side)), side_look::light_ink(side))
            }
            None if result.reason == Ending::LastRound => ("The drill is over".to_owned(), Color32::WHITE),
            None if result.reason == Ending::PlayersWord => ("Nobody wins".to_owned(), Color32::WHITE),
            None => ("A draw".to_owned(), Color32::WHITE),
        };
        ui.label(RichText::new(title).size(28.0).strong().color(ink));
    });
    let after = words::counted(usize::from(result.rounds), "round");
    linked_text(ui, &format!("After {after}. {}", score::result(&setup, &result)), &mut open);
    ui.add_space(6.0);
    tally_ui(ui, cx, view);
    ui.add_space(6.0);
    decision::result_ui(ui, cx);
    ui.add_space(6.0);
    ui.label(style::caption("The story"));
    let height = STORY_HEIGHT.min(ui.ctx().viewport_rect().height() - 500.0).max(70.0);
    ScrollArea::vertical().max_height(height).auto_shrink([false, true]).show(ui, |ui| {
        for round in story(&setup, game.history()) {
            round_ui(ui, &round);
        }
    });
    ui.add_space(8.0);
    buttons_ui(ui, cx);
    if open.is_some() {
        cx.screen.rule = open;
        cx.screen.dialog = None;
    }
}

/// What each side holds, has left and has lost, and its luck.
///
/// Rule: MIS-6.
fn tally_ui(ui: &mut Ui, cx: &PanelContext, view: View) {
    let score = score_of(view);
    Grid::new("tally").num_columns(3).spacing([26.0, 4.0]).striped(true).show(ui, |ui| {
        ui.label("");
        for side in Side::BOTH {
            ui.horizontal(|ui| {
                badge_ui(ui, side, 8.0);
                let name = RichText::new(view.setup().force_name(side)).strong();
                ui.label(name.color(side_look::light_ink(side)));
            });
        }
        ui.end_row();
        let row = |ui: &mut Ui, title: &str, of: &dyn Fn(Side) -> String| {
            ui.label(RichText::new(title).color(style::FAINT));
            for side in Side::BOTH {
                ui.label(of(side));
            }
            ui.end_row();
        };
        row(ui, "Objectives", &|side| {
            let ids = &score.result.tally[side.index()].objectives;
            let names: Vec<String> =
                ids.iter().map(|id| words::objective_on_table(view.setup(), id)).collect();
            if names.is_empty() { "none".to_owned() } else { names.join(", ") }
        });
        row(ui, "Points left", &|side| score.result.tally[side.index()].points.to_string());
        row(ui, "Units left", &|side| {
            let force = &score.forces[side.index()];
            format!("{} of {}", force.left, force.units)
        });
        row(ui, "Models lost", &|side| {
            let models = view.units().filter(|unit| unit.id.side == side);
            let fates: Vec<Fate> =
                models.flat_map(|unit| view.models(unit.id)).map(|model| model.condition.fate).collect();
            format!("{} of {}", fates.iter().filter(|fate| **fate == Fate::Lost).count(), fates.len())
        });
        if cx.shown.luck().iter().any(|luck| luck.all.dice > 0) {
            row(ui, "Luck", &|side| match cx.shown.luck().iter().find(|luck| luck.side == side) {
                Some(luck) => {
                    let what = if luck.all.successes == 1 { "success" } else { "successes" };
                    format!("{} {what}, {:.1} expected", luck.all.successes, luck.all.expected)
                }
                None => String::new(),
            });
        }
    });
}

fn round_ui(ui: &mut Ui, round: &RoundStory) {
    ui.horizontal_top(|ui| {
        ui.label(RichText::new(format!("Round {}", round.round)).strong().color(style::ACCENT));
        ui.vertical(|ui| {
            ui.spacing_mut().item_spacing.y = 1.0;
            for line in &round.lines {
                ui.label(sentence(line));
            }
        });
    });
}

/// Reports where the buttons are that look at the battle again, answer the questions and write the report.
fn report(ui: &Ui, buttons: [(&str, &Response); 4]) {
    let buttons = buttons.map(|(name, button)| (name.to_owned(), button.rect.center().into()));
    if let Some(buttons) = come_to_rest(ui, Id::new("looks again"), buttons.into()) {
        emit(&UiEvent::ResultButtons { buttons });
    }
}

fn buttons_ui(ui: &mut Ui, cx: &mut PanelContext) {
    ui.horizontal_wrapped(|ui| {
        if ui.add(style::main_button("Look at the table (Esc)")).clicked() {
            cx.screen.dialog = None;
        }
        let again = ui.button("Look at the battle again");
        let again = again.on_hover_text("From its beginning, on the time line below the table (Shift+Home)");
        if again.clicked() {
            cx.screen.dialog = None;
            cx.timeline.ask(Ask::Key(TimelineKey::First));
        }
        let why = ui.button("Dice or decision?");
        let why = why.on_hover_text("What orders and dice gained, and the turning points (Shift+F3)");
        if why.clicked() {
            cx.screen.dialog = None;
            cx.screen.gains = Sheet::Shown;
        }
        let asks = ui.button("Three questions …");
        let asks = asks.on_hover_text("What felt broken, what sent you to the rules, what would you change?");
        if asks.clicked() {
            cx.screen.dialog = Some(Dialog::Questions);
        }
        let page = ui.button("Battle report (Ctrl+R)");
        let page = page.on_hover_text("The whole battle as one page to send, written beside its save");
        if page.clicked() || ui.input(|input| input.key_pressed(Key::R)) {
            cx.pages.write(PageRequest::Report);
        }
        report(
            ui,
            [("LookAgain", &again), ("DiceOrDecision", &why), ("Questions", &asks), ("Report", &page)],
        );
        if ui.button("Save …").clicked() {
            cx.screen.dialog = Some(Dialog::Save { name: suggested_name(&cx.opened) });
        }
        if cx.opened.leads_to_start {
            let hint = "Choose another level, and who plays it (this game is recorded)";
            if ui.button("Another battle").on_hover_text(hint).clicked() {
                cx.requests.write(GameRequest::ToStart(StartPage::Battles));
            }
            let hint = "Saved games, your own levels, the demo (F10)";
            if ui.button("To the start screen").on_hover_text(hint).clicked() {
                cx.requests.write(GameRequest::ToStart(StartPage::Continue));
            }
        } else if ui.button(format!("{SAVED_GAMES} …")).clicked() {
            cx.screen.dialog = Some(Dialog::Load);
        }
        if ui.button("Play again").on_hover_text("The same level with new dice").clicked() {
            cx.screen.dialog = None;
            cx.requests.write(GameRequest::PlayAgain);
        }
        if ui.button("Quit").on_hover_text("Close the window; the game is recorded").clicked() {
            cx.requests.write(GameRequest::Quit);
        }
    });
}
