//! The card of a close combat that is foreseen: who wins, the next round, the whole fight, the ways out.

use bevy_egui::egui::{Align2, Color32, CornerRadius, FontId, Rect, RichText, Sense, TextStyle, Ui, vec2};

use super::{Asked, text};
use crate::game::combat_forecast::{CombatForecast, Forecast, UnitForecast};
use crate::game::engine::view::View;
use crate::game::narration::foresight;
use crate::rules::ids::{Side, UnitId};
use crate::rules::turn::Phase;
use crate::ui::looks::combat_look::INK as COMBAT;
use crate::ui::looks::rule_link::linked_text;
use crate::ui::looks::side_look;
use crate::ui::questions::sight::text::per_cent;

const FAINT: Color32 = Color32::from_rgb(170, 178, 190);

/// Height of the bar of who wins, pixels, and the least width of a part that has its number.
const BAR: f32 = 20.0;
const NUMBERED: f32 = 34.0;

/// Most units that have room for their names.
const ROOMY: usize = 3;

/// Most combats that are shown in full.
const MAX_COMBATS: usize = 2;

/// Subject of the card, in a few words.
pub(in crate::ui) fn title(view: &View, asked: &Asked) -> &'static str {
    match (asked.mover(), view.turn().phase) {
        (Some(_), _) => "Close combat after this move",
        (None, Phase::CloseCombat) if asked.is_of_combat_move() => "The fight after this move",
        (None, Phase::CloseCombat) => "The fight as it stands",
        (None, _) => "Close combat as things stand",
    }
}

/// Chances of the combat, in a sentence.
pub(in crate::ui) fn says(view: &View, asked: &Asked, forecast: &Forecast) -> String {
    let Some(combat) = forecast.combats.first() else { return String::new() };
    foresight::combat(view.setup(), &combat.group, combat.wins, asked.mover())
}

/// The numbers below that sentence, in a box of the caller's.
pub(in crate::ui) fn card_ui(ui: &mut Ui, view: &View, forecast: &Forecast, open: &mut Option<String>) {
    ui.spacing_mut().item_spacing = vec2(6.0, 3.0);
    for (index, combat) in forecast.combats.iter().take(MAX_COMBATS).enumerate() {
        if index > 0 {
            ui.separator();
        }
        combat_ui(ui, view, combat, forecast, open);
    }
    if forecast.combats.len() > MAX_COMBATS {
        let more = forecast.combats.len() - MAX_COMBATS;
        ui.label(RichText::new(format!("and {more} more combats")).color(FAINT));
    }
    ui.scope(|ui| {
        ui.style_mut().override_text_style = Some(TextStyle::Small);
        linked_text(ui, "Who fights: CC-1; how: CC-5; how it ends: CC-8", open);
    });
}

fn combat_ui(
    ui: &mut Ui,
    view: &View,
    combat: &CombatForecast,
    forecast: &Forecast,
    open: &mut Option<String>,
) {
    let setup = view.setup();
    // Of many units the ways out are on the table only, and a line has to do for each.
    let is_crowded = combat.units.len() > ROOMY;
    bar_ui(ui, combat);
    ui.label(RichText::new(text::side(setup, &combat.group.attackers)).strong().color(COMBAT));
    let against = format!("against {}", text::side(setup, &combat.group.defenders));
    ui.label(RichText::new(against).color(Color32::WHITE));
    if !combat.round.is_empty() {
        ui.label(RichText::new("The next round, exact odds").small().color(FAINT));
        for salvo in combat.round.iter().filter(|_| is_crowded) {
            let [_, what] = text::salvo(setup, salvo);
            let line = format!("{} ▶ {}   {what}", salvo.unit, salvo.at);
            ui.label(RichText::new(line).small().color(side_look::light_ink(salvo.unit.side)));
        }
        for salvo in combat.round.iter().filter(|_| !is_crowded) {
            let [who, what] = text::salvo(setup, salvo);
            ui.label(RichText::new(who).color(side_look::light_ink(salvo.unit.side)));
            ui.label(RichText::new(format!("    {what}")).small().color(Color32::WHITE));
        }
    }
    ui.label(RichText::new(text::sampled(forecast.samples, forecast.error)).small().color(FAINT));
    for unit in &combat.units {
        match is_crowded {
            true => {
                let line = format!("{} {}", unit.unit, text::fate(unit));
                ui.label(RichText::new(line).small().color(side_look::light_ink(unit.unit.side)));
            }
            false => unit_ui(ui, view, unit, open),
        }
    }
}

fn unit_ui(ui: &mut Ui, view: &View, unit: &UnitForecast, open: &mut Option<String>) {
    let id: UnitId = unit.unit;
    let name = format!("{} ({id})", text::name(view.setup(), id));
    ui.label(RichText::new(name).color(side_look::light_ink(id.side)));
    ui.scope(|ui| {
        ui.style_mut().override_text_style = Some(TextStyle::Small);
        ui.label(RichText::new(format!("    {}", text::fate(unit))).color(Color32::WHITE));
        if let Some(retreat) = &unit.retreat {
            linked_text(ui, &format!("    {}", text::way_out(retreat)), open);
        }
    });
}

/// Labels for the parts of the bar.
const WINS: [&str; 3] = ["A wins", "undecided", "B wins"];

/// Chances of each side to win: a bar in the colours of the sides, undecided in the middle.
fn bar_ui(ui: &mut Ui, combat: &CombatForecast) {
    let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), BAR), Sense::hover());
    let [a, b] = Side::BOTH.map(side_look::ink);
    let mut left = rect.left();
    for (chance, ink, who) in text::wins(combat)
        .into_iter()
        .zip([a, Color32::from_gray(90), b])
        .zip(WINS)
        .map(|((chance, ink), who)| (chance, ink, who))
    {
        let width = rect.width() * chance as f32;
        let part = Rect::from_min_size(bevy_egui::egui::pos2(left, rect.top()), vec2(width, BAR));
        ui.painter().rect_filled(part, CornerRadius::same(2), ink.gamma_multiply(0.8));
        let number = per_cent(chance);
        let words = if width > 2.4 * NUMBERED { format!("{who} {number}") } else { number };
        if width > NUMBERED {
            let font = FontId::proportional(12.0);
            ui.painter().text(part.center(), Align2::CENTER_CENTER, words, font, Color32::WHITE);
        }
        left += width;
    }
    // A part that is too narrow for its word has it here.
    ui.label(RichText::new(wins_words(text::wins(combat))).small().color(FAINT));
}

/// "A wins 73 % · undecided 20 % · B wins 7 %".
fn wins_words(wins: [f64; 3]) -> String {
    let parts = WINS.iter().zip(wins).map(|(who, chance)| format!("{who} {}", per_cent(chance)));
    parts.collect::<Vec<_>>().join(" · ")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The grey part of the bar has its word.
    #[test]
    fn every_part_of_the_bar_is_said() {
        assert_eq!(wins_words([0.73, 0.2, 0.07]), "A wins 73 % · undecided 20 % · B wins 7 %");
    }
}
