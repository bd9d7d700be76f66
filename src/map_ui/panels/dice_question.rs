//! The question at the foot of the map while dice are rolled by hand: which dice, what for, and where their faces are laid.

use bevy_egui::egui::{self, Align2, Button, Color32, CornerRadius, Frame, Margin, RichText, Stroke, Ui};
use tabletop::dice::{Die, Needs};
use tabletop::sentence::passages;
use tabletop_counters::OnHexes;

use super::desk::Desk;
use crate::map_ui::session::{DiceAct, HandRoll};
use crate::ui::looks::side_look;
use crate::ui::panels::laid_dice::{faces_ui, laid_ui};
use crate::ui::panels::style;

/// Width of the question, and room under it, points.
const WIDTH: f32 = 480.0;
const MARGIN: f32 = 8.0;

/// How many of the sentences before the roll are shown again.
const SENTENCES: usize = 3;

/// Shows the question, where dice are asked for.
pub fn dice_ui<G: OnHexes>(context: &egui::Context, desk: &mut Desk<'_, G>, room: bevy::math::Rect) {
    let Some(hand) = desk.table.hand().cloned() else { return };
    let frame = Frame::new()
        .fill(Color32::from_rgb(24, 27, 33))
        .stroke(Stroke::new(1.4_f32, style::ACCENT))
        .corner_radius(CornerRadius::same(7))
        .inner_margin(Margin::symmetric(16, 12));
    egui::Area::new("dice by hand".into())
        .pivot(Align2::CENTER_BOTTOM)
        .fixed_pos(egui::pos2(room.center().x, room.max.y - MARGIN))
        .show(context, |ui| {
            frame.show(ui, |ui| {
                ui.set_width(WIDTH.min(room.width() - 4.0 * MARGIN));
                head_ui(ui, desk, &hand);
                ui.add_space(4.0);
                laid_ui(ui, &hand.laid);
                ui.add_space(4.0);
                if let Some(face) = faces_ui(ui, &hand.laid) {
                    desk.table.do_with_dice(DiceAct::Lay(face));
                }
                ui.add_space(4.0);
                acts_ui(ui, desk, &hand);
            });
        });
}

/// Who rolls how many dice, what for, what each needs; and what the command has brought about so far.
fn head_ui<G: OnHexes>(ui: &mut Ui, desk: &mut Desk<'_, G>, hand: &HandRoll<G>) {
    let wanted = hand.laid.wanted.wanted;
    let side = wanted.roll.by.side;
    ui.horizontal_wrapped(|ui| {
        let (rect, _) = ui.allocate_exact_size(egui::vec2(18.0, 18.0), egui::Sense::hover());
        side_look::badge(ui.painter(), rect.center(), 8.0, side);
        let who = wanted.roll.by.subject.map_or_else(|| desk.table.name(side), |subject| subject.to_string());
        desk.links.label(ui, RichText::new(who).strong());
        ui.label(RichText::new(wanted.roll.purpose).color(style::FAINT));
    });
    let text = demand(wanted.count, wanted.roll.die, wanted.roll.needs);
    ui.label(RichText::new(text).heading().color(Color32::WHITE));
    let all: Vec<String> = passages::<G>(&**desk.table.game().setup(), &hand.laid.wanted.facts)
        .into_iter()
        .flat_map(|passage| passage.sentences)
        .map(|sentence| format!("{}.", sentence.text))
        .collect();
    for sentence in &all[all.len().saturating_sub(SENTENCES)..] {
        desk.links.label(ui, RichText::new(sentence).small().color(style::FAINT));
    }
}

/// Instruction to the players: "Roll 2 dice: each needs 5 or more".
fn demand(count: u32, die: Die, needs: Needs) -> String {
    let sided = if die == Die::SIX { String::new() } else { format!(" with {} sides", die.sides()) };
    let dice = if count == 1 { format!("a die{sided}") } else { format!("{count} dice{sided}") };
    let who = if count == 1 { "it" } else { "each" };
    match needs {
        Needs::Nothing => format!("Roll {dice}"),
        Needs::AtLeast(face) => format!("Roll {dice}: {who} needs {face} or more"),
        Needs::AtMost(face) => format!("Roll {dice}: {who} needs {face} or less"),
    }
}

/// What else can be done.
fn acts_ui<G: OnHexes>(ui: &mut Ui, desk: &mut Desk<'_, G>, hand: &HandRoll<G>) {
    let is_whole = hand.laid.missing() == 0;
    let go_on = match is_whole {
        true => style::main_button("Go on (Enter)"),
        false => Button::new("Go on (Enter)"),
    };
    let acts = [
        (is_whole, go_on, "All dice are laid: let them count", DiceAct::GoOn),
        (
            !hand.laid.faces.is_empty(),
            Button::new("Remove last die"),
            "Take the last die back (Backspace)",
            DiceAct::RemoveLast,
        ),
        (
            !is_whole,
            Button::new("Program rolls these"),
            "The program rolls the dice that are missing (Space)",
            DiceAct::RollMissing,
        ),
        (
            hand.is_own(),
            Button::new("Take back (Esc)"),
            "The order is taken back; nothing has happened",
            DiceAct::TakeBack,
        ),
    ];
    ui.horizontal_wrapped(|ui| {
        for (is_enabled, button, hint, act) in acts {
            if ui.add_enabled(is_enabled, button).on_hover_text(hint).clicked() {
                desk.table.do_with_dice(act);
            }
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dice_are_asked_for_in_words() {
        let ten = Die::new(10).unwrap();
        for (count, die, needs, expected) in [
            (1, Die::SIX, Needs::AtLeast(5), "Roll a die: it needs 5 or more"),
            (3, Die::SIX, Needs::AtMost(2), "Roll 3 dice: each needs 2 or less"),
            (2, ten, Needs::Nothing, "Roll 2 dice with 10 sides"),
        ] {
            assert_eq!(demand(count, die, needs), expected);
        }
    }
}
