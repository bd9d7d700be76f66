//! The notice at the foot of the table: what was done, what is not allowed, what failed.

use bevy_egui::egui::{self, Align2, Color32, CornerRadius, Frame, Margin, RichText, Stroke};

use super::{PanelContext, by_word, style};
use crate::ui::camera::{ACTION_BAR, SIDE_COLUMN, above_units, unit_strip};
use crate::ui::looks::rule_link::rule_link;
use crate::ui::looks::words::Words;
use crate::ui::overlays::sentence;
use crate::ui::session::events::{UiEvent, emit};
use crate::ui::session::open_game::Notice;
use crate::ui::session::screen::BriefSheet;

/// How long a notice stays that needs no attention.
const PASSING_NOTICE_SECONDS: f64 = 5.0;

/// How long it takes to read a character. Longer texts stay longer.
const SECONDS_PER_CHARACTER: f64 = 0.06;

/// The text of the notice that passes, and the time at which it appeared.
const PASSING_NOTICE: &str = "passing notice";

pub(super) fn notice_ui(context: &egui::Context, cx: &mut PanelContext) {
    report(context, cx.opened.notice.as_ref());
    let Some(notice) = &cx.opened.notice else { return forget_clock(context) };
    let passes = matches!(notice, Notice::Done(_) | Notice::Hint(_) | Notice::Picture(_));
    if passes && cx.screen.brief != BriefSheet::Hidden {
        // It would cover what the brief says, and be gone before that has been read.
        return forget_clock(context);
    }
    let (title, text, ink) = match notice {
        Notice::Done(text) => ("Done", text.clone(), style::WELL),
        Notice::Hint(text) => ("No effect", text.clone(), style::ACCENT),
        Notice::Working(text) => ("One moment", text.clone(), style::ACCENT),
        Notice::Picture(text) => ("Picture", text.clone(), style::ACCENT),
        Notice::Refused(refusal) => {
            (by_word::refused_title(&cx.opened), sentence(&refusal.text()), style::WRONG)
        }
        Notice::Failed(text) => ("That did not work", text.clone(), style::WRONG),
    };
    let rule = match notice {
        Notice::Refused(refusal) => Some(refusal.rule().to_string()),
        _ => None,
    };
    let answered = matches!(notice, Notice::Refused(_) | Notice::Hint(_));
    let passes = passes && has_been_read(context, &text);
    let frame = Frame::new()
        .fill(Color32::from_rgb(24, 27, 33))
        .stroke(Stroke::new(1.4_f32, ink))
        .corner_radius(CornerRadius::same(7))
        .inner_margin(Margin::symmetric(14, 10));
    let (mut dismissed, mut open) = (false, None);
    let window = context.viewport_rect().size();
    let strip = unit_strip(bevy::math::Vec2::new(window.x, window.y)).1;
    let below = above_units(cx.settings.time_line, cx.screen.gains);
    let area = egui::Area::new("notice".into())
        .anchor(Align2::CENTER_BOTTOM, egui::vec2(-SIDE_COLUMN / 2.0, -ACTION_BAR - strip - below - 14.0))
        .show(context, |ui| {
            frame.show(ui, |ui| {
                ui.set_max_width(520.0);
                ui.horizontal(|ui| {
                    ui.label(RichText::new(title).strong().color(ink));
                    if let Some(rule) = &rule {
                        rule_link(ui, rule, &mut open);
                    }
                    dismissed = ui.small_button("✖").on_hover_text("Dismiss (Esc)").clicked();
                });
                ui.add(Words::new(text));
                if answered {
                    by_word::happened_ui(ui, cx, &mut dismissed);
                }
            });
        });
    if open.is_some() {
        cx.screen.rule = open;
    }
    // What is done next answers it.
    let elsewhere = context.input(|input| {
        let at = input.pointer.interact_pos();
        input.pointer.any_click() && at.is_some_and(|at| !area.response.rect.contains(at))
    });
    if dismissed || passes || (answered && elsewhere) {
        cx.opened.notice = None;
        forget_clock(context);
    }
}

/// Reports a notice as it appears, and that there is none any more.
fn report(context: &egui::Context, notice: Option<&Notice>) {
    let text = match notice {
        None => String::new(),
        Some(Notice::Refused(refusal)) => refusal.text(),
        Some(
            Notice::Done(text)
            | Notice::Hint(text)
            | Notice::Working(text)
            | Notice::Picture(text)
            | Notice::Failed(text),
        ) => text.clone(),
    };
    let id = egui::Id::new("reported notice");
    let reported: String = context.data(|data| data.get_temp(id)).unwrap_or_default();
    if text != reported {
        emit(&UiEvent::NoticeShown { text: text.clone() });
        context.data_mut(|data| data.insert_temp(id, text));
    }
}

/// Whether a notice has been there long enough; the clock starts with the first call for its text.
fn has_been_read(context: &egui::Context, text: &str) -> bool {
    let now = context.input(|input| input.time);
    let since = context.data_mut(|data| {
        let shown: &mut (String, f64) =
            data.get_temp_mut_or_insert_with(PASSING_NOTICE.into(), || (text.to_owned(), now));
        if shown.0 != text {
            *shown = (text.to_owned(), now);
        }
        shown.1
    });
    now - since > PASSING_NOTICE_SECONDS.max(SECONDS_PER_CHARACTER * text.chars().count() as f64)
}

/// The next notice has its own time, even if it says the same.
fn forget_clock(context: &egui::Context) {
    context.data_mut(|data| data.remove::<(String, f64)>(PASSING_NOTICE.into()));
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A notice that replaces another, or follows one that something else took away, is seen as long as any.
    #[test]
    fn every_notice_has_its_own_time() {
        let context = egui::Context::default();
        let long = "long ".repeat(40);
        for (time, text, expected, reason) in [
            (0.0, Some("saved"), false, "it appears"),
            (4.0, Some("loaded"), false, "another appears"),
            (8.0, Some("loaded"), false, "four seconds later"),
            (9.5, Some("loaded"), true, "after five seconds"),
            (10.0, None, false, "none"),
            (20.0, Some("loaded"), false, "the same again"),
            (30.0, Some(long.as_str()), false, "a long one appears"),
            (41.0, Some(long.as_str()), false, "two hundred characters take twelve seconds"),
            (43.0, Some(long.as_str()), true, "then it has been read"),
        ] {
            let mut found = false;
            let input = egui::RawInput { time: Some(time), ..egui::RawInput::default() };
            let output = context.run_ui(input, |ui| match text {
                Some(text) => found = has_been_read(ui.ctx(), text),
                None => forget_clock(ui.ctx()),
            });
            output.drop_without_applying_deltas();
            assert_eq!(found, expected, "{reason}");
        }
    }
}
