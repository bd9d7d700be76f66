//! What the fire that is looked at would come to: dice, hits, losses, what it does to the target's
//! will; and where nobody can fire, why.

use bevy_egui::egui::{self, Align2, Color32, CornerRadius, FontId, Rect, RichText, Sense, Ui, pos2, vec2};

use super::{Desk, style};
use crate::game::engine::refusal::Refusal;
use crate::game::engine::view::View;
use crate::game::narration::words;
use crate::game::phases::shooting::odds::Odds;
use crate::game::phases::shooting::ordered::OrderedFire as Fire;
use crate::rules::ids::UnitId;
use crate::ui::overlays::sentence;
use crate::ui::reckoning::OddsReport;
use crate::ui::reckoning::words::{all_dice, at_least_one, dice, found, mean, shot, states};
use crate::ui::rule_link::rule_link;
use crate::ui::target_look;
use crate::ui::watch::words::per_cent;

/// Most reasons told where nobody can fire.
const REASONS: usize = 3;

/// Room at the right of a bar for its paragraph.
const RULE: f32 = 54.0;

/// Whether there is room for a bar for every chance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Room {
    /// There is.
    Enough,
    /// Several targets share it.
    Little,
}

/// The odds of the draft's fire, or of what a click on the unit under the mouse would make of it.
pub(super) fn odds_panel_ui(ui: &mut Ui, desk: &mut Desk) {
    let Some((asked, _)) = desk.reckoning.found() else { return };
    let Some((fire, told)) = desk.reckoning.looked_at() else { return };
    let view = desk.opened.game.battle().view();
    let mut open = None;
    style::boxed().show(ui, |ui| {
        ui.set_width(ui.available_width());
        ui.spacing_mut().item_spacing = vec2(6.0, 3.0);
        ui.label(style::caption(if asked.hovered.is_some() {
            "A click would order"
        } else {
            "What it may do"
        }));
        card_ui(ui, &view, fire, told, &mut open);
    });
    ui.add_space(8.0);
    if open.is_some() {
        desk.screen.rule = open;
    }
}

fn card_ui(ui: &mut Ui, view: &View, fire: &Fire, told: &OddsReport, open: &mut Option<String>) {
    match &told.odds {
        Err(refusal) => {
            ui.label(RichText::new(format!("{} cannot fire so", fire.unit())).strong().color(style::WRONG));
            if told.barred.is_empty() {
                refusal_ui(ui, refusal, None, open);
            }
        }
        Ok(targets) => {
            for (nth, (at, odds)) in targets.iter().enumerate() {
                if nth > 0 {
                    ui.separator();
                }
                let room = if targets.len() > 1 { Room::Little } else { Room::Enough };
                target_ui(ui, view, (fire.unit(), *at), odds, (nth, room), open);
            }
            splits_ui(ui, fire, told, open);
        }
    }
    for (refusal, count) in told.barred.iter().take(REASONS) {
        refusal_ui(ui, refusal, Some(*count), open);
    }
}

/// Why, and of how many models.
fn refusal_ui(ui: &mut Ui, refusal: &Refusal, count: Option<usize>, open: &mut Option<String>) {
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 5.0;
        rule_link(ui, &refusal.rule.to_string(), open);
        let text = match count {
            None | Some(1) => sentence(&refusal.text),
            Some(many) => format!("{many} models, such as: {}", sentence(&refusal.text)),
        };
        ui.colored_label(Color32::WHITE, text);
    });
}

/// The test that targets after the first ask for.
fn splits_ui(ui: &mut Ui, fire: &Fire, told: &OddsReport, open: &mut Option<String>) {
    let Some(chance) = told.splits else { return };
    ui.separator();
    ui.horizontal_wrapped(|ui| {
        if let Fire::AtUnits { way, .. } = fire {
            rule_link(ui, way.manner.rule(), open);
        }
        let text = format!(
            "Each target after the first needs a leadership test: {} to pass. Who fails fires at the first.",
            per_cent(chance)
        );
        ui.colored_label(Color32::WHITE, text);
    });
}

fn target_ui(
    ui: &mut Ui,
    view: &View,
    (from, at): (UnitId, UnitId),
    odds: &Odds,
    (nth, room): (usize, Room),
    open: &mut Option<String>,
) {
    let setup = view.setup();
    let title = format!("{from}  ▶  {}", words::unit(setup, at));
    ui.label(RichText::new(title).strong().color(target_look::ink(nth)));
    if odds.shots.is_empty() {
        ui.colored_label(style::WRONG, "Nobody can fire at it");
        return;
    }
    let standing = view.standing(from).count();
    let who = format!("{} of {standing} models fire {} dice", odds.shots.len(), all_dice(odds));
    ui.label(RichText::new(who).color(Color32::WHITE));
    ui.horizontal_wrapped(|ui| {
        rule_link(ui, "SHO-3", open);
        let all: Vec<String> = odds.shots.iter().map(shot).collect();
        ui.label(RichText::new(dice(odds)).color(Color32::WHITE)).on_hover_text(all.join("\n"));
    });
    let covered = odds.shots.iter().filter(|shot| shot.hard_cover.is_some()).count();
    let cover = if covered > 0 { format!(" · {covered} at hard cover (SHO-9)") } else { String::new() };
    ui.label(RichText::new(format!("{}{cover}", states(odds))).small().color(style::FAINT));
    ui.label(
        RichText::new(format!(
            "{:.1} hits, {:.1} models lost in the mean",
            mean(&odds.hits),
            mean(&odds.lost)
        ))
        .strong()
        .color(Color32::WHITE),
    );
    if room == Room::Little {
        let text = format!(
            "suppressed {}, shaken {}, nerve marker {}, fails its next test {}",
            per_cent(odds.will.suppressed),
            per_cent(odds.will.shaken),
            per_cent(at_least_one(&odds.will.markers)),
            per_cent(odds.stays_suppressed),
        );
        ui.label(RichText::new(text).small());
        return;
    }
    let rows = [
        ("loses a model", at_least_one(&odds.lost), "SHO-6"),
        ("loses its leader", odds.leader_lost, "LD-3"),
        ("suppressed", odds.will.suppressed, "SUP-2"),
        ("shaken", odds.will.shaken, "SUP-3"),
        ("nerve marker", at_least_one(&odds.will.markers), "NRV-2"),
        ("fails its next test", odds.stays_suppressed, "TURN-4"),
    ];
    for (what, chance, rule) in rows.into_iter().filter(|row| row.1 > 0.0 || row.2 == "SUP-3") {
        bar_ui(ui, what, chance, target_look::ink(nth), rule, open);
    }
    if let Some(how) = found(odds) {
        ui.label(RichText::new(how).small().color(style::FAINT));
    }
}

/// A chance as words, a bar and a number.
fn bar_ui(ui: &mut Ui, what: &str, chance: f64, ink: Color32, rule: &str, open: &mut Option<String>) {
    ui.horizontal(|ui| {
        let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width() - RULE, 15.0), Sense::hover());
        let painter = ui.painter();
        painter.rect_filled(rect, CornerRadius::same(3), Color32::from_white_alpha(16));
        let full =
            Rect::from_min_max(rect.min, pos2(rect.left() + rect.width() * chance as f32, rect.bottom()));
        painter.rect_filled(full, CornerRadius::same(3), ink.gamma_multiply(0.42));
        let font = FontId::proportional(12.0);
        painter.text(
            rect.left_center() + vec2(6.0, 0.0),
            Align2::LEFT_CENTER,
            what,
            font.clone(),
            Color32::WHITE,
        );
        let number = per_cent(chance);
        painter.text(
            rect.right_center() - vec2(6.0, 0.0),
            Align2::RIGHT_CENTER,
            number,
            font,
            Color32::WHITE,
        );
        ui.style_mut().override_text_style = Some(egui::TextStyle::Small);
        rule_link(ui, rule, open);
    });
}
