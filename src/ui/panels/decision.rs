//! Dice or decision: what orders and dice gained, the turning points, and what could have been ordered instead.

use bevy_egui::egui::{self, Color32, RichText, Sense, Ui};

use super::column_layout::Importance;
use super::head::Head;
use super::{PanelContext, style};
use crate::analysis::{
    LuckWord, Moment, Part, headline, in_short, reason, verdict_on_dice, when, words_of_lesson,
};
use crate::game::narration::words;
use crate::rules::ids::Side;
use crate::ui::looks::side_look;
use crate::ui::overlays::sentence;
use crate::ui::session::events::{UiEvent, emit, is_heard};
use crate::ui::session::screen::Sheet;
use crate::ui::timeline::gains::Learning;
use crate::ui::timeline::gains::curve::{ORDINARY, dice_ink};
use crate::ui::timeline::{Ask, TimelineKey};

/// Of what the points are.
const POINTS: &str = "Points as on the cards of both forces, as computer players judge: units and models that are left, their \
                      nerve, and objectives held or near.";

pub(super) fn close(cx: &mut PanelContext) {
    cx.screen.gains = Sheet::Hidden;
}

pub(super) fn head(cx: &PanelContext) -> Option<Head> {
    if cx.screen.gains == Sheet::Hidden {
        return None;
    }
    let gains = &cx.gains;
    let (says, ink) = match (gains.learning(), gains.failure()) {
        (Some(learning), _) => (question(cx, learning), Color32::WHITE),
        (None, Some(why)) => (sentence(why), style::WRONG),
        (None, None) if gains.is_whole() => {
            (in_short(cx.opened.game.setup(), gains.analysis()), Color32::WHITE)
        }
        (None, None) => {
            let [done, all] = gains.progress();
            (format!("Working it out: {done} of {all} commands …"), style::FAINT)
        }
    };
    // What is drawn of a better order has cards of its own: this one says what it is.
    let importance = if gains.learning().is_some() { Importance::Decides } else { Importance::Asked };
    Some(Head { title: "Dice or decision".to_owned(), side: None, says, ink, importance })
}

fn question(cx: &PanelContext, learning: &Learning) -> String {
    let name = words::force(cx.opened.game.setup(), learning.lesson.by);
    match learning.is_revealed {
        false => format!("{name} is to act. What would you order?"),
        true => sentence(&learning.lesson.does),
    }
}

pub(super) fn body_ui(ui: &mut Ui, cx: &mut PanelContext) {
    let mut places = Places::default();
    match cx.gains.learning().cloned() {
        Some(learning) => learning_ui(ui, cx, &learning, &mut places),
        None => gains_ui(ui, cx, &mut places),
    }
    report(ui, cx, places);
}

/// Where things are that can be clicked.
#[derive(Default)]
struct Places {
    rows: Vec<(usize, [f32; 2])>,
    buttons: Vec<(String, [f32; 2])>,
}

impl Places {
    fn button(&mut self, name: &str, response: &egui::Response) -> bool {
        self.buttons.push((name.to_owned(), response.rect.center().into()));
        response.clicked()
    }
}

/// The luck with its interval, the turning points, the way to learn.
fn gains_ui(ui: &mut Ui, cx: &mut PanelContext, places: &mut Places) {
    let dice = cx.gains.analysis().dice();
    let ink = if dice.luck() == LuckWord::Ordinary { ORDINARY } else { style::INK };
    if cx.gains.is_whole() {
        let verdict = verdict_on_dice(cx.opened.game.setup(), dice);
        ui.label(RichText::new(verdict).color(ink)).on_hover_text(POINTS);
    }
    learn_ui(ui, cx, places);
    for (part, title, ink) in [
        (Part::Order, "Orders that changed most", Color32::WHITE),
        (Part::Dice, "Dice that changed most", dice_ink(&cx.gains)),
    ] {
        let turning: Vec<Moment> = cx.gains.analysis().turning_points(part).into_iter().cloned().collect();
        if turning.is_empty() {
            continue;
        }
        ui.add_space(3.0);
        ui.label(RichText::new(title).small().strong().color(ink));
        for moment in &turning {
            row_ui(ui, cx, (moment, part), places);
        }
    }
}

/// A turning point: a click goes there. What it is said for follows where it is looked at, and on hover.
fn row_ui(ui: &mut Ui, cx: &mut PanelContext, (moment, part): (&Moment, Part), places: &mut Places) {
    let setup = cx.opened.game.setup().clone();
    let is_here = cx.opened.is_looking() && cx.opened.game.history().present().id == moment.entry;
    let gainer = if moment.gain(part).as_f64() >= 0.0 { Side::A } else { Side::B };
    let shown = ui.scope(|ui| {
        ui.spacing_mut().item_spacing.y = 0.0;
        ui.horizontal(|ui| {
            let headline = headline(&setup, moment, part);
            ui.label(RichText::new(headline).strong().color(side_look::light_ink(gainer)));
            ui.label(RichText::new(when(moment.turn)).small().color(style::FAINT));
        });
        ui.add(egui::Label::new(RichText::new(&moment.says).small().color(style::INK)).wrap());
        if is_here {
            ui.add(egui::Label::new(RichText::new(reason(moment, part)).small().color(style::ACCENT)).wrap());
        }
    });
    let rect = shown.response.rect.with_max_x(ui.max_rect().right());
    let row = ui.interact(rect, ui.id().with((moment.entry.0, part == Part::Order)), Sense::click());
    if row.hovered() {
        ui.ctx().set_cursor_icon(egui::CursorIcon::PointingHand);
        ui.painter().rect_filled(rect, 3.0, Color32::from_white_alpha(12));
    }
    places.rows.push((moment.entry.0, rect.center().into()));
    if row.on_hover_text(format!("{}\nClick to look at it.", reason(moment, part))).clicked() {
        cx.timeline.ask(Ask::LookAt(moment.entry));
    }
}

/// The way to what could have been ordered instead.
fn learn_ui(ui: &mut Ui, cx: &mut PanelContext, places: &mut Places) {
    let (count, looks_on) = (cx.gains.lessons().len(), cx.gains.is_looking_for_lessons());
    let number = words::counted(count, "order");
    let text = match (count, looks_on) {
        (0, true) => "Looking for orders that could have been better …".to_owned(),
        (0, false) => "No order could clearly have been better.".to_owned(),
        (_, true) => format!("{number} could have been better so far …"),
        (_, false) => format!("{number} could have been better."),
    };
    ui.label(RichText::new(text).small().color(style::FAINT));
    // It is there before anything has been found, so that nothing moves under the pointer.
    let hint = "The position before the order that cost most; what came after it is left out (Shift+F2)";
    let learn = ui.add_enabled(count > 0, egui::Button::new("Learn from it")).on_hover_text(hint);
    if places.button("Learn", &learn) {
        let _has_some = cx.gains.learn(&mut cx.timeline, &cx.opened);
    }
}

/// The position before an order that could have been better; the better one when it is asked for.
fn learning_ui(ui: &mut Ui, cx: &mut PanelContext, learning: &Learning, places: &mut Places) {
    let lesson = &learning.lesson;
    if learning.is_revealed {
        ui.label(RichText::new(words_of_lesson(lesson)).color(style::INK)).on_hover_text(POINTS);
        let given = cx.gains.analysis().moments.iter().find(|moment| moment.entry == lesson.entry);
        let given = given.map_or_else(String::new, |moment| format!("What was ordered: {}", moment.says));
        ui.label(RichText::new(given).small().color(style::FAINT));
    } else {
        let gain = format!(
            "One order is worth {} points more than the one that was given.",
            lesson.gain.as_f64().round()
        );
        ui.label(RichText::new(gain).color(style::INK)).on_hover_text(POINTS);
        ui.label(RichText::new("What came after is left out.").small().color(style::FAINT));
    }
    ui.horizontal_wrapped(|ui| {
        if !learning.is_revealed {
            let show = ui
                .add(style::main_button("Show it"))
                .on_hover_text("The better order, drawn on the table (Shift+F2)");
            if places.button("Reveal", &show) {
                cx.gains.reveal();
            }
        }
        let hint = "Play on from here; what came after stays as another branch (Shift+F4)";
        if places.button("PlayOn", &ui.button("Try it").on_hover_text(hint)) {
            cx.timeline.ask(Ask::Key(TimelineKey::PlayOn));
        }
        let place = cx.gains.lessons().iter().position(|one| one.entry == lesson.entry).unwrap_or(0);
        let next = cx.gains.lessons().get(place + 1).cloned();
        if let Some(next) = next {
            let hint = "The next position before an order that could have been better";
            if places.button("Next", &ui.button("Next").on_hover_text(hint)) {
                cx.gains.learn_from(next, &mut cx.timeline, &cx.opened);
            }
        }
        if places.button("Back", &ui.button("Back").on_hover_text("To where the game stands (F3)")) {
            cx.timeline.ask(Ask::Key(TimelineKey::Back));
        }
    });
}

/// Reports what is shown, and where.
fn report(ui: &Ui, cx: &PanelContext, places: Places) {
    if !is_heard() {
        return;
    }
    let [done, of] = cx.gains.progress();
    let learning = cx.gains.learning();
    let event = UiEvent::GainsShow {
        done,
        of,
        lessons: cx.gains.lessons().len(),
        rows: places.rows,
        buttons: places.buttons,
        before: learning.map(|learning| learning.lesson.entry.0),
        better: learning.filter(|learning| learning.is_revealed).map(|learning| learning.lesson.does.clone()),
    };
    let id = egui::Id::new("dice or decision");
    let text = format!("{event:?}");
    if ui.data(|data| data.get_temp::<String>(id)).as_deref() != Some(&text) {
        ui.data_mut(|data| data.insert_temp(id, text));
        emit(&event);
    }
}

/// What the result says of it: the sentence, or how far it has come.
pub(super) fn result_ui(ui: &mut Ui, cx: &PanelContext) {
    if cx.gains.failure().is_some() {
        return;
    }
    let text = match cx.gains.is_whole() {
        true => in_short(cx.opened.game.setup(), cx.gains.analysis()),
        false => {
            let [done, all] = cx.gains.progress();
            format!("Dice or decision? It is being worked out: {done} of {all} commands.")
        }
    };
    let ink = if cx.gains.is_whole() { style::INK } else { style::FAINT };
    ui.add(egui::Label::new(RichText::new(text).color(ink)).wrap()).on_hover_text(POINTS);
}
