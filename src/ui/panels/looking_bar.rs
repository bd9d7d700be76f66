//! The bar at the foot while an earlier moment is looked at: which one, what happened, and where to go from there. Orders have no
//! place in it.

use bevy_egui::egui::{self, Align, Layout, Response, RichText, Ui};

use super::{PanelContext, style};
use crate::ui::looks::time_look::LOOKING_BACK;
use crate::ui::session::events::{UiEvent, emit, is_heard};
use crate::ui::timeline::ribbon::{Stride, Way};
use crate::ui::timeline::{Ask, TimelineKey, what, when};

/// Under this width, pixels, switches are named by a word.
const NARROW: f32 = 1240.0;

/// Steps to the left and right of the button that plays: what they show, what they do, and how to say that.
const BEFORE: [(&str, TimelineKey, &str); 4] = [
    ("⏮", TimelineKey::First, "To the beginning (Shift+Home)"),
    ("⏪", TimelineKey::Step(Stride::Turn, Way::Back), "One turn back (Shift+F7)"),
    ("◀◀", TimelineKey::Step(Stride::Order, Way::Back), "One order of a unit back (Shift+F5)"),
    ("◀", TimelineKey::Step(Stride::Command, Way::Back), "One command with its dice back (F5)"),
];
const AFTER: [(&str, TimelineKey, &str); 4] = [
    ("▶", TimelineKey::Step(Stride::Command, Way::On), "One command with its dice on (F6)"),
    ("▶▶", TimelineKey::Step(Stride::Order, Way::On), "One order of a unit on (Shift+F6)"),
    ("⏩", TimelineKey::Step(Stride::Turn, Way::On), "One turn on (Shift+F8)"),
    ("⏭", TimelineKey::Last, "To the last that has been played (Shift+End)"),
];

/// Says what is looked at, and offers the ways from there.
pub(super) fn looking_bar_ui(ui: &mut Ui, cx: &mut PanelContext) {
    let position = cx.timeline.position(&cx.opened);
    let when = when(&cx.opened, &cx.timeline, position);
    let what = cx.timeline.ribbon.steps.get(position).map_or_else(String::new, |step| what(&cx.opened, step));
    ui.horizontal(|ui| {
        let title = RichText::new("Looking back").strong().color(LOOKING_BACK);
        ui.label(title).on_hover_text("No order is taken, and the game waits until you go back to it.");
        ui.label(RichText::new(when).strong());
        ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
            let first = what.split_inclusive(". ").next().unwrap_or_default().trim_end();
            let text = RichText::new(first).small().color(style::FAINT);
            ui.add(egui::Label::new(text).truncate()).on_hover_text(&what);
        });
    });
    let mut buttons = Vec::new();
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        ui.spacing_mut().button_padding.x = 6.0;
        steps_ui(ui, cx, &BEFORE, &mut buttons);
        let (word, hint) = if cx.timeline.plays() {
            ("⏸", "Stop (F4)")
        } else {
            ("Play", "Play the passage from here (F4)")
        };
        let button = egui::Button::new(word).min_size(egui::vec2(44.0, 0.0));
        let play = ui.add(button).on_hover_text(hint);
        ask(cx, &play, TimelineKey::Play);
        buttons.push(("Play".to_owned(), play));
        steps_ui(ui, cx, &AFTER, &mut buttons);
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| ways_ui(ui, cx, &mut buttons));
    });
    if is_heard() {
        let places = buttons.into_iter().map(|(name, button)| (name, button.rect.center().into())).collect();
        let event = UiEvent::LookingBarShows { buttons: places };
        let id = egui::Id::new("looking bar");
        if ui.data(|data| data.get_temp::<String>(id)).as_deref() != Some(&format!("{event:?}")) {
            ui.data_mut(|data| data.insert_temp(id, format!("{event:?}")));
            emit(&event);
        }
    }
}

fn steps_ui(
    ui: &mut Ui,
    cx: &mut PanelContext,
    steps: &[(&str, TimelineKey, &str)],
    buttons: &mut Vec<(String, Response)>,
) {
    for (word, key, hint) in steps {
        let button = ui.button(*word).on_hover_text(*hint);
        ask(cx, &button, *key);
        buttons.push((format!("{key:?}"), button));
    }
}

/// Right to left: the ways out, and the switches.
fn ways_ui(ui: &mut Ui, cx: &mut PanelContext, buttons: &mut Vec<(String, Response)>) {
    let narrow = ui.ctx().viewport_rect().width() < NARROW;
    let back = if narrow { "Back (F3)" } else { "Back to the game (F3)" };
    let back = ui.add(style::main_button(back)).on_hover_text("To where the game stands (F3, Esc)");
    ask(cx, &back, TimelineKey::Back);
    let (word, hint) = match cx.timeline.tries_out {
        true => ("Try from here", "Play on from here with other dice; none of it is kept (Shift+F4)"),
        false => ("Play on from here", "What came after it stays as another branch (Shift+F4)"),
    };
    let play_on = ui.button(word).on_hover_text(hint);
    ask(cx, &play_on, TimelineKey::PlayOn);
    let branches = (!cx.timeline.ribbon.branches.is_empty()).then(|| {
        let button = ui.button(if narrow { "Branch" } else { "Next branch" });
        let button = button.on_hover_text("To the end of the next branch (F11)");
        ask(cx, &button, TimelineKey::NextBranch);
        button
    });
    let level = ui.button(if narrow { "Level" } else { "As a level" });
    let level = level.on_hover_text(
        "Save this moment as a level of your own: it waits on the start screen (Ctrl+Shift+S)",
    );
    ask(cx, &level, TimelineKey::SaveMoment);
    let (mut hidden, mut tried) = (cx.timeline.hides_rest, cx.timeline.tries_out);
    let hide = ui.checkbox(&mut hidden, if narrow { "Hide" } else { "Hide the rest" });
    let hide = hide.on_hover_text("Hide what comes after this moment, on the ribbon and in the log (Insert)");
    ask(cx, &hide, TimelineKey::HideRest);
    let without = ui.checkbox(&mut tried, if narrow { "No trace" } else { "Leave no trace" });
    let without = without
        .on_hover_text("What you play from an earlier moment is only tried out, and forgotten when you come back (Shift+Insert)");
    ask(cx, &without, TimelineKey::TryOuts);
    buttons.extend([
        ("Back".to_owned(), back),
        ("PlayOn".to_owned(), play_on),
        ("SaveMoment".to_owned(), level),
        ("HideRest".to_owned(), hide),
        ("TryOuts".to_owned(), without),
    ]);
    buttons.extend(branches.map(|button| ("NextBranch".to_owned(), button)));
}

fn ask(cx: &mut PanelContext, button: &Response, key: TimelineKey) {
    if button.clicked() {
        cx.timeline.ask(Ask::Key(key));
    }
}
