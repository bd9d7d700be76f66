//! The card: the step, what to do now, and the way back, on and out.

use bevy::prelude::*;
use bevy_egui::EguiContexts;
use bevy_egui::egui::{
    self, Align, AreaState, Color32, CornerRadius, Frame, Id, Layout, Margin, Order, Response, RichText, Ui,
    pos2,
};

use super::Stage;
use super::corner::{Corner, corner};
use super::ghost_hand::Demonstration;
use super::ghost_shot::{GhostShot, Shot};
use super::set_up::{SetUp, set_up};
use super::steps::{Lesson, Step};
use crate::game::narration::words;
use crate::rules::action::Action;
use crate::rules::ids::{Side, UnitId};
use crate::ui::axes::place_in_scene;
use crate::ui::background::background_query::BackgroundQuery;
use crate::ui::camera::viewport::TableViewport;
use crate::ui::camera::{Projector, TableCamera};
use crate::ui::drafts::orders::still_to_act;
use crate::ui::input::keyboard::Keyboard;
use crate::ui::looks::side_look;
use crate::ui::looks::words::Words;
use crate::ui::playback::Playback;
use crate::ui::session::events::{UiEvent, emit};
use crate::ui::session::open_game::OpenGame;
use crate::ui::session::settings::{FirstTurn, Settings};
use crate::ui::turn_flow::asked_areas::{DICE, FIRST_TURN, open_areas, said_over_table};

/// How wide the card is, pixels.
const WIDTH: f32 = 310.0;
/// How high it is taken to be before it has been laid out.
const HEIGHT: f32 = 104.0;

const FILL: Color32 = Color32::from_rgb(24, 27, 33);
const ACCENT: Color32 = Color32::from_rgb(214, 174, 88);
const FAINT: Color32 = Color32::from_rgb(146, 156, 170);
const WELL: Color32 = Color32::from_rgb(126, 231, 135);

/// What the player asks of the card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Wish {
    Back,
    Skip,
    Again,
    Off,
}

/// The systems' params of a card.
pub(super) fn show_card(
    mut contexts: EguiContexts,
    stage: Stage,
    viewport: TableViewport,
    camera: Single<(&Camera, &GlobalTransform), With<TableCamera>>,
    (keyboard, playback, shots): (Res<Keyboard>, Res<Playback>, Res<BackgroundQuery<GhostShot>>),
    mut lesson: ResMut<Lesson>,
    mut demonstration: ResMut<Demonstration>,
    mut last: Local<(Option<usize>, Option<UiEvent>)>,
    mut commands: Commands,
) -> Result {
    let set_up = set_up(&stage.opened, stage.shown.view(&stage.opened));
    if !stage.is_set() || (lesson.learner.is_none() && set_up.is_none()) {
        return Ok(());
    }
    // What the other side has done is shown first; only the last step is about that.
    let watches = matches!(lesson.step(), Some(Step::Watch) | None);
    let turn = stage.shown.view(&stage.opened).turn();
    if set_up.is_none() && !watches && playback.runs() && lesson.learner != Some(turn.side) {
        return Ok(());
    }
    // Whether fire is the first step is known once a target has been looked for.
    let looks = set_up.is_none() && lesson.may_put_fire_off();
    if looks && shots.asked().is_some() && shots.settled().is_none() && last.1.is_none() {
        return Ok(());
    }
    if looks && shots.settled().is_some_and(|(_, shot)| shot.is_none()) {
        lesson.put_fire_off();
    }
    let context = contexts.ctx_mut()?;
    let (last_corner, reported) = &mut *last;
    let at = place(context, &stage, &viewport, *camera, *last_corner);
    *last_corner = Some(at.index);
    let folded = at.covers > 0;
    let frame = Frame::new()
        .fill(FILL)
        .stroke(egui::Stroke::new(1.4_f32, ACCENT))
        .corner_radius(CornerRadius::same(7))
        .inner_margin(Margin::symmetric(12, 8));
    let mut buttons = Vec::new();
    egui::Area::new(FIRST_TURN.into()).order(Order::Middle).fixed_pos(at.at).constrain(false).show(
        context,
        |ui| {
            frame.show(ui, |ui| {
                ui.set_width(WIDTH - 24.0);
                ui.spacing_mut().item_spacing.y = 4.0;
                head_ui(ui, &lesson, set_up.is_some(), &mut buttons);
                match set_up {
                    _ if folded => {}
                    Some(set_up) => set_up_ui(ui, set_up),
                    None => {
                        let says = says(&stage.opened, &lesson, shots.settled().map(|(_, shot)| *shot));
                        body_ui(ui, &lesson, &with_keys(&says, &keyboard), &mut buttons);
                    }
                }
            });
        },
    );
    let event = UiEvent::FirstTurnShows {
        step: match set_up {
            Some(set_up) => Some(set_up.title.to_owned()),
            None => lesson.step().map(|step| step.title().to_owned()),
        },
        done: Step::ALL
            .into_iter()
            .filter(|step| lesson.is_done(*step))
            .map(|step| step.title().to_owned())
            .collect(),
        folded,
        buttons: buttons
            .iter()
            .map(|(wish, button)| (format!("{wish:?}"), button.rect.center().into()))
            .collect(),
    };
    if reported.as_ref() != Some(&event) {
        emit(&event);
        *reported = Some(event);
    }
    let wish = buttons.into_iter().find(|(_, button)| button.clicked()).map(|(wish, _)| wish);
    match wish {
        None => {}
        Some(Wish::Off) => commands.queue(|world: &mut World| {
            world.resource_mut::<Settings>().first_turn = FirstTurn::Off;
        }),
        Some(wish) => {
            match wish {
                Wish::Back => lesson.back(),
                Wish::Skip => lesson.skip(),
                Wish::Again | Wish::Off => lesson.again(),
            }
            demonstration.begin_again();
        }
    }
    Ok(())
}

/// The corner for the card: folded up it needs less room, but it is placed as if it were whole.
fn place(
    context: &egui::Context,
    stage: &Stage,
    viewport: &TableViewport,
    (camera, from): (&Camera, &GlobalTransform),
    last: Option<usize>,
) -> Corner {
    let known = Id::new("height of the first turn");
    let laid_out =
        AreaState::load(context, Id::new(FIRST_TURN)).and_then(|area| area.size).map(|size| size.y);
    let height = context.data_mut(|data| {
        let height: &mut f32 = data.get_temp_mut_or(known, HEIGHT);
        // The height of the whole card, not of one that is folded up.
        *height = laid_out.filter(|now| *now > HEIGHT * 0.6).unwrap_or(*height);
        *height
    });
    let picture = viewport.free();
    let picture =
        egui::Rect::from_min_max(pos2(picture.min.x, picture.min.y), pos2(picture.max.x, picture.max.y));
    let view = stage.shown.view(&stage.opened);
    let models = Side::BOTH.into_iter().flat_map(|side| view.standing_of(side));
    let projector = Projector::new(camera, from);
    let seen = models.filter_map(|model| projector?.pixel(place_in_scene(model.pose.at)));
    let seen: Vec<egui::Pos2> = seen.map(|pixel| pos2(pixel.x, pixel.y)).collect();
    let mut open = open_areas(context, &[DICE]);
    open.extend(said_over_table(context));
    corner(egui::vec2(WIDTH, height), picture, &seen, &open, last)
}

/// How far it is, and the buttons.
fn head_ui(ui: &mut Ui, lesson: &Lesson, before: bool, buttons: &mut Vec<(Wish, Response)>) {
    ui.horizontal(|ui| {
        let title = if before { "BEFORE YOUR FIRST TURN" } else { "YOUR FIRST TURN" };
        ui.label(RichText::new(title).small().color(FAINT));
        for step in Step::ALL {
            let (rect, dot) = ui.allocate_exact_size(egui::vec2(9.0, 9.0), egui::Sense::hover());
            let is_shown = !before && lesson.step() == Some(step);
            let ink = match lesson.is_done(step) {
                true => WELL,
                false if is_shown => ACCENT,
                false => FAINT.gamma_multiply(0.5),
            };
            ui.painter().circle_filled(rect.center(), if is_shown { 4.5 } else { 3.2 }, ink);
            dot.on_hover_text(step.title());
        }
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            ui.spacing_mut().item_spacing.x = 3.0;
            let off = ui.small_button("✖").on_hover_text("Hide it for good; F1 brings it back");
            buttons.push((Wish::Off, off));
            if before {
                return;
            }
            let on = ui.add_enabled(lesson.step().is_some(), egui::Button::new("›").small());
            buttons.push((Wish::Skip, on.on_hover_text("Skip this step")));
            let back = ui.add_enabled(lesson.has_before(), egui::Button::new("‹").small());
            buttons.push((Wish::Back, back.on_hover_text("Back to the step before")));
        });
    });
}

/// What to do while the battle is set up.
fn set_up_ui(ui: &mut Ui, set_up: SetUp) {
    ui.label(RichText::new(set_up.title).strong().size(15.0).color(Color32::WHITE));
    ui.add(Words::new(set_up.says));
}

/// The step and what to do now; at the end, the farewell.
fn body_ui(ui: &mut Ui, lesson: &Lesson, says: &str, buttons: &mut Vec<(Wish, Response)>) {
    let Some(step) = lesson.step() else {
        ui.label(RichText::new("That was a turn.").strong().color(Color32::WHITE));
        ui.add(Words::new("The brief says how to win; F1 has every key and every word of the rules."));
        let close = egui::Button::new(RichText::new("Close").strong().color(FILL)).fill(ACCENT);
        buttons.push((Wish::Off, ui.add(close)));
        return;
    };
    ui.horizontal(|ui| {
        let number = format!("{} of {}", step.place() + 1, Step::ALL.len());
        ui.label(RichText::new(number).color(ACCENT));
        ui.label(RichText::new(step.title()).strong().size(15.0).color(Color32::WHITE));
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let again = ui
                .small_button("Again")
                .on_hover_text("Shows it once more, and waits until you have done it");
            buttons.push((Wish::Again, again));
            if lesson.is_done(step) {
                ui.label(RichText::new("✔ done").small().color(WELL));
            }
        });
    });
    ui.add(Words::new(says.to_owned()));
}

/// Advice as things stand: a step that is done asks for nothing, and who may fire is known once a shot has been looked for.
fn says(opened: &OpenGame, lesson: &Lesson, shot: Option<Option<Shot>>) -> String {
    let Some(step) = lesson.step() else { return String::new() };
    let is_over = opened.asks_to_act() && still_to_act(opened).is_empty();
    match (step, shot) {
        _ if lesson.is_done(step) => "You have done this. › goes on to the next step.".to_owned(),
        (Step::End, _) if is_over => "Every unit has acted: press End.".to_owned(),
        (Step::Move | Step::Fire, _) if is_over => {
            "Every unit has acted: press End. You come back to this in your next turn.".to_owned()
        }
        (Step::Fire, Some(Some(shot))) => of_shot(shot, |unit| words::unit(opened.game.setup(), unit)),
        (Step::Fire, Some(None)) => {
            "Nobody has a target from where he stands: move up, or go on with ›.".to_owned()
        }
        _ => step.says().replace("{own}", &own(lesson.learner)),
    }
}

/// How a shot is made, action by action: the one that is taught is named, with its key.
fn of_shot(shot: Shot, name: impl Fn(UnitId) -> String) -> String {
    let (from, at) = (name(shot.from), name(shot.at));
    match shot.by {
        Action::OpenFire => {
            format!(
                "Click {from}, press {{3}} for Open Fire, and click {at}: its card shows your odds. Enter fires."
            )
        }
        Action::FallBack => {
            format!(
                "{from} is suppressed: click it, then {at}, and Enter: it stays and snap fires in place of falling back."
            )
        }
        Action::Advance | Action::AtTheDouble | Action::OnMyTarget | Action::GetDown => {
            format!(
                "Click {from}, then {at}: its card shows your odds. Enter fires at half rate, without a move."
            )
        }
    }
}

/// Whose units they are, as tags and cards below the table write it: "A, blue".
fn own(learner: Option<Side>) -> String {
    learner.map_or("yours".to_owned(), |side| format!("{side}, {}", side_look::colour_word(side)))
}

/// A step's sentence with the keys that are printed on a keyboard.
fn with_keys(text: &str, keyboard: &Keyboard) -> String {
    let keys = [("{X}", KeyCode::KeyX), ("{B}", KeyCode::KeyB), ("{3}", KeyCode::Digit3)];
    keys.iter().fold(text.to_owned(), |text, (name, key)| {
        text.replace(name, &keyboard.label(*key).unwrap_or_else(|| name.trim_matches(['{', '}']).to_owned()))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ui::drafts::offered_actions::ACTIONS;

    /// Every step says what to do in one short piece, with the keys of the keyboard at hand.
    #[test]
    fn every_step_says_what_to_do() {
        for step in Step::ALL {
            let text = with_keys(step.says(), &Keyboard::default()).replace("{own}", &own(Some(Side::A)));
            assert!(!text.contains('{') && text.chars().count() < 150, "{text}");
        }
    }

    /// Rule: ACT-1, ACT-2, FB-1. The full rate is taught by the name and the key of its action; its key is that of the bar.
    #[test]
    fn fire_is_taught_by_the_action_that_allows_it() {
        let (from, at) = ("A1".parse().unwrap(), "B1".parse().unwrap());
        let said =
            |by| with_keys(&of_shot(Shot { from, at, by }, |unit| unit.to_string()), &Keyboard::default());
        assert!(said(Action::OpenFire).contains("press 3 for Open Fire"), "{}", said(Action::OpenFire));
        assert_eq!(ACTIONS.iter().position(|action| *action == Action::OpenFire), Some(2));
        assert!(said(Action::Advance).contains("half rate"));
        assert!(said(Action::FallBack).contains("stays and snap fires"));
    }
}
