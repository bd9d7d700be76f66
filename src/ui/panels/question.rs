//! The question in the middle of an action: the player who decides, the answers, and what each may bring.

use bevy_egui::egui::{self, Align, Color32, CornerRadius, Frame, Layout, Margin, RichText, Ui};

use super::column_layout::Importance;
use super::head::Head;
use super::{PanelContext, style};
use crate::game::narration::words;
use crate::game::phases::shooting::ordered::ordered_fire;
use crate::game::phases::shooting::throw::own_in_blast;
use crate::game::prompt::{Answer, Form, Prompt};
use crate::ui::background::computing::Task;
use crate::ui::camera::{GoToView, ShotSubject};
use crate::ui::drafts::draft::Draft;
use crate::ui::drafts::{orders, placing};
use crate::ui::looks::rule_link::rule_link;
use crate::ui::looks::words::Words;
use crate::ui::questions::fire_odds::OddsReport;
use crate::ui::questions::fire_odds::text::{all_dice, at_least_one, mean};
use crate::ui::questions::sight::text::per_cent;
use crate::ui::session::open_game::GameRequest;

/// What the battle asks in the middle of an action. An answer may need dice: they come first; so does what led to the question.
fn asked(cx: &PanelContext) -> Option<Prompt> {
    if cx.dice.0.is_some() || cx.playback.runs() || placing::asked(&cx.opened).is_some() {
        return None;
    }
    cx.opened.prompt().filter(Prompt::is_question)
}

/// The player who decides, and the question.
pub(super) fn head(cx: &PanelContext) -> Option<Head> {
    let prompt = asked(cx)?;
    let title = format!("{} decides", words::force(cx.opened.game.setup(), prompt.player));
    let says = prompt.question.unwrap_or_default();
    let (side, importance) = (Some(prompt.player), Importance::Decides);
    Some(Head { title, side, says, ink: Color32::WHITE, importance })
}

/// The answers.
pub(super) fn body_ui(ui: &mut Ui, cx: &mut PanelContext) {
    let Some(prompt) = asked(cx) else { return };
    about_ui(ui, cx, &prompt);
    match prompt.form {
        Form::MoveUnit { .. } => move_ui(ui, cx, &prompt),
        Form::Options | Form::PlaceUnit | Form::ActivateUnit => options_ui(ui, cx, &prompt),
    }
}

/// The rule by which it is asked, in whose turn, and of which unit.
fn about_ui(ui: &mut Ui, cx: &mut PanelContext, prompt: &Prompt) {
    let setup = cx.opened.game.setup().clone();
    let view = cx.opened.game.battle().view();
    let turn = view.turn();
    let unit = prompt.about.map(|about| about.unit()).filter(|unit| view.leader(*unit).is_some());
    let mut open = None;
    ui.horizontal_wrapped(|ui| {
        rule_link(ui, prompt.rule.0, &mut open);
        if prompt.player != turn.side {
            let other = format!("in the turn of {}", words::force(&setup, turn.side));
            ui.label(RichText::new(other).small().color(style::FAINT));
        }
        if let Some(unit) = unit
            && ui.small_button("Show").on_hover_text("Look at the unit").clicked()
        {
            cx.views.write(GoToView::Look(ShotSubject::Units(vec![unit])));
        }
    });
    if open.is_some() {
        cx.screen.rule = open;
    }
}

/// The unit is dragged; a button for each answer that needs no move.
fn move_ui(ui: &mut Ui, cx: &mut PanelContext, prompt: &Prompt) {
    let is_drawn = cx.drafting.0.as_ref().is_some_and(Draft::moves);
    let how = match is_drawn {
        true => "Drag the unit to change where it goes, or:",
        false => "Drag the unit to where it should go and confirm with Enter, or:",
    };
    as_drawn_ui(ui, cx);
    ui.label(RichText::new(how).color(style::FAINT));
    for answer in cx.choices.answers.clone() {
        if ui.add(egui::Button::new(&answer.text).wrap()).clicked() {
            submit(cx, prompt, answer);
        }
    }
}

fn submit(cx: &mut PanelContext, prompt: &Prompt, answer: Answer) {
    cx.requests.write(GameRequest::Submit(vec![orders::command(prompt.player, answer)]));
}

/// Whether the answer can be given as it is drawn on the table: then it is given here, and the bar at the foot has no button for it.
pub(super) fn is_drawn(cx: &PanelContext) -> bool {
    asked(cx).is_some() && cx.drafting.0.is_some() && cx.draft_check.0.is_some()
}

/// The button that gives the answer as it is drawn. Of all answers to a question it alone is gold, and only if the player has drawn
/// something.
fn as_drawn_ui(ui: &mut Ui, cx: &mut PanelContext) {
    let Some(judged) = cx.draft_check.0.as_ref().filter(|_| is_drawn(cx)) else { return };
    let (allowed, command) = (judged.answer.is_ok(), judged.command.clone());
    let button = match drawn(cx.drafting.0.as_ref().is_some_and(Draft::moves)) {
        (word, Gold::Yes) => style::main_button(word),
        (word, Gold::No) => egui::Button::new(word),
    };
    if ui.add_enabled(allowed, button).clicked() {
        cx.requests.write(GameRequest::Submit(vec![command]));
    }
}

/// Whether a button stands out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Gold {
    Yes,
    No,
}

/// Words of the button that gives the answer as it is drawn, and whether it stands out: with nothing drawn, it is to stay.
const fn drawn(moves: bool) -> (&'static str, Gold) {
    if moves { ("Go as drawn (Enter)", Gold::Yes) } else { ("Stay where it is (Enter)", Gold::No) }
}

/// A row for each answer that has a number; last, a button for the one that has none, such as to hold fire.
fn options_ui(ui: &mut Ui, cx: &mut PanelContext, prompt: &Prompt) {
    let (mut numbered, mut other) = orders::numbered(cx.choices.answers.clone());
    if orders::asked_combat_move(&cx.opened).is_some() && is_drawn(cx) {
        as_drawn_ui(ui, cx);
        let moves = cx.drafting.0.as_ref().is_some_and(Draft::moves);
        let how = match moves {
            true => "Drag its ghosts to change where it goes (with Ctrl just one), or:",
            false => "Or drag the unit to where it should go (with Ctrl just one model).",
        };
        ui.label(RichText::new(how).color(style::FAINT));
        // The usual move is what is drawn at first, and with nothing drawn it stays: one button for one answer.
        numbered.clear();
        other = other.filter(|_| moves);
    }
    let first = numbered.first().map(|(index, _)| *index);
    let mut hovered = None;
    for (row_index, (index, answer)) in numbered.into_iter().enumerate() {
        let row = Frame::new()
            .fill(style::BOX)
            .corner_radius(CornerRadius::same(5))
            .inner_margin(Margin::symmetric(8, 5));
        let shown = row.show(ui, |ui| {
            ui.set_width(ui.available_width());
            ui.horizontal(|ui| option_ui(ui, cx, prompt, (index, answer), row_index + 1));
        });
        if ui.rect_contains_pointer(shown.response.rect) {
            hovered = Some(index);
        }
    }
    if let Some(answer) = other {
        // A row of its own height, however high the panel was before.
        ui.horizontal(|ui| {
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                if ui.button(format!("{} (N)", answer.text)).clicked() {
                    submit(cx, prompt, answer);
                }
            });
        });
    }
    let shown = hovered.or(first);
    if cx.screen.option != shown {
        cx.screen.option = shown;
    }
}

/// One answer with its odds and its button.
fn option_ui(
    ui: &mut Ui,
    cx: &mut PanelContext,
    prompt: &Prompt,
    (index, answer): (usize, Answer),
    key: usize,
) {
    ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
        let odds = odds_of(cx, index);
        let verb = if is_fire(cx, &answer) { "Fire" } else { "Choose" };
        if ui.button(format!("{verb} ({key})")).clicked() {
            submit(cx, prompt, answer.clone());
        }
        ui.with_layout(Layout::top_down(Align::LEFT), |ui| {
            ui.spacing_mut().item_spacing.y = 1.0;
            ui.add(Words::new(RichText::new(&answer.text).strong().color(Color32::WHITE)));
            if is_fire(cx, &answer) {
                // Until the hint is due an empty line keeps the place.
                let waiting = if cx.computing.shows(Task::Odds) { Task::Odds.text() } else { "" };
                ui.label(RichText::new(odds.unwrap_or_else(|| waiting.to_owned())).color(style::INK));
                if let Some(warning) = warning_of(cx, index) {
                    ui.label(RichText::new(warning).color(style::WRONG));
                }
            }
        });
    });
}

/// Whether an answer fires.
fn is_fire(cx: &PanelContext, answer: &Answer) -> bool {
    let battle = cx.opened.game.battle();
    battle
        .decision()
        .is_some_and(|decision| ordered_fire(battle.view(), &answer.order, decision.choice).is_some())
}

/// The odds of an answer that fires, in words, once they are there.
fn odds_of(cx: &PanelContext, index: usize) -> Option<String> {
    let (_, answers) = cx.fire_odds.found()?;
    answers.options.iter().find(|(of, _)| *of == index).map(|(_, report)| odds_words(report))
}

/// Warns of an answer whose throws may hit the own side.
fn warning_of(cx: &PanelContext, index: usize) -> Option<String> {
    let (_, answers) = cx.fire_odds.found()?;
    let (_, report) = answers.options.iter().find(|(of, _)| *of == index)?;
    let shots = report.odds.as_ref().ok()?.iter().flat_map(|(_, odds)| odds.shots.iter().cloned());
    own_in_blast(cx.opened.game.battle().view(), &shots.collect::<Vec<_>>()).warning()
}

/// Odds of one answer in a line.
fn odds_words(report: &OddsReport) -> String {
    match &report.odds {
        Err(refusal) => refusal.to_string(),
        Ok(all) => all.first().map_or(String::new(), |(_, odds)| {
            format!(
                "{}, {:.1} hits, {:.1} lost · suppressed {}, shaken {}, nerve {}",
                words::dice_count(all_dice(odds) as usize),
                mean(&odds.hits),
                mean(&odds.lost),
                per_cent(odds.will.suppressed),
                per_cent(odds.will.shaken),
                per_cent(at_least_one(&odds.will.markers)),
            )
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gold_is_what_the_player_has_drawn() {
        assert!(matches!(drawn(true), ("Go as drawn (Enter)", Gold::Yes)));
        assert!(matches!(drawn(false), ("Stay where it is (Enter)", Gold::No)));
    }
}
