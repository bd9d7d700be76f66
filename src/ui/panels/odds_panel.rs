//! The odds panel: dice, hits, losses and effect on the target's morale of the fire that the player considers; or
//! why no model can fire.

use bevy_egui::egui::{self, Align2, Color32, CornerRadius, FontId, Rect, RichText, Sense, Ui, pos2, vec2};

use super::column_layout::Importance;
use super::head::Head;
use super::{PanelContext, combat_panel, style};
use crate::game::engine::refusal::Refusal;
use crate::game::engine::view::View;
use crate::game::narration::{foresight, words};
use crate::game::phases::shooting::odds::Odds;
use crate::game::phases::shooting::ordered::OrderedFire as Fire;
use crate::game::phases::shooting::throw::own_in_blast;
use crate::rules::ids::UnitId;
use crate::ui::background::computing::Task;
use crate::ui::looks::rule_link::{linked_text, rule_link};
use crate::ui::looks::target_look;
use crate::ui::overlays::sentence;
use crate::ui::questions::fire_odds::OddsReport;
use crate::ui::questions::fire_odds::text::{all_dice, at_least_one, dice, found, mean, shot, states};
use crate::ui::questions::sight::text::per_cent;

/// Most reasons shown if no model can fire.
const MAX_REASONS: usize = 3;

/// Width on the right of a bar for its rule id.
const RULE_WIDTH: f32 = 54.0;

/// How much is shown of each target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Detail {
    /// A bar for every chance.
    Full,
    /// One line: several targets share the panel.
    Brief,
}

/// The odds of the draft's fire, or of what a click on the unit under the pointer would order.
pub(super) fn head(cx: &PanelContext) -> Option<Head> {
    let (asked, _) = cx.fire_odds.found()?;
    let (fire, report) = cx.fire_odds.considered()?;
    let view = cx.opened.game.battle().view();
    let setup = view.setup();
    let (says, ink) = match &report.odds {
        Err(_) => (format!("{} cannot fire like this", words::unit(setup, fire.unit())), style::WRONG),
        Ok(targets) => {
            let one = |(at, odds): &(UnitId, Odds)| {
                let is_suppressed = view.unit(*at).is_some_and(|unit| unit.morale.suppressed());
                foresight::fire(setup, fire.unit(), *at, odds, is_suppressed)
            };
            let first = targets.first().map(one).unwrap_or_default();
            let more = match targets.len() {
                0 | 1 => String::new(),
                many => format!("; {} more", words::counted(many - 1, "target")),
            };
            (format!("{first}{more}"), Color32::WHITE)
        }
    };
    // An order that is refused fires nothing, whatever its odds would be.
    let refused = combat_panel::refused(cx).filter(|_| asked.hovered.is_none() && report.odds.is_ok());
    let (says, ink) = match refused {
        Some(refused) => (refused, style::WRONG),
        None => (says, ink),
    };
    let (title, importance) = match asked.hovered {
        Some(_) => ("If you click", Importance::Asked),
        None => ("Fire", Importance::Decides),
    };
    Some(Head { title: title.to_owned(), side: Some(fire.unit().side), says, ink, importance })
}

pub(super) fn body_ui(ui: &mut Ui, cx: &mut PanelContext) {
    let Some((fire, report)) = cx.fire_odds.considered() else { return };
    let view = cx.opened.game.battle().view();
    let mut open = None;
    ui.spacing_mut().item_spacing = vec2(6.0, 3.0);
    card_ui(ui, &view, fire, report, &mut open);
    if cx.computing.shows(Task::Odds) {
        ui.label(RichText::new(Task::Odds.text()).small().color(style::FAINT));
    }
    if open.is_some() {
        cx.screen.rule = open;
    }
}

fn card_ui(ui: &mut Ui, view: &View, fire: &Fire, report: &OddsReport, open: &mut Option<String>) {
    match &report.odds {
        Err(refusal) => {
            if report.barred.is_empty() {
                refusal_ui(ui, refusal, None, open);
            }
        }
        Ok(targets) => {
            for (index, (at, odds)) in targets.iter().enumerate() {
                if index > 0 {
                    ui.separator();
                }
                let detail = if targets.len() > 1 { Detail::Brief } else { Detail::Full };
                target_ui(ui, view, (fire.unit(), *at), odds, (index, detail), open);
            }
            splits_ui(ui, fire, report, open);
        }
    }
    for (refusal, count) in report.barred.iter().take(MAX_REASONS) {
        refusal_ui(ui, refusal, Some(*count), open);
    }
}

/// Why, and how many models it bars.
fn refusal_ui(ui: &mut Ui, refusal: &Refusal, count: Option<usize>, open: &mut Option<String>) {
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 5.0;
        rule_link(ui, &refusal.rule().to_string(), open);
        let text = match count {
            None | Some(1) => sentence(&refusal.text()),
            Some(many) => format!("{many} models, for example: {}", sentence(&refusal.text())),
        };
        ui.colored_label(Color32::WHITE, text);
    });
}

/// The test that every target after the first needs.
fn splits_ui(ui: &mut Ui, fire: &Fire, report: &OddsReport, open: &mut Option<String>) {
    let Some(chance) = report.splits else { return };
    ui.separator();
    ui.horizontal_wrapped(|ui| {
        if let Fire::AtUnits { mode, .. } = fire {
            rule_link(ui, mode.manner.rule(), open);
        }
        let text = format!(
            "Each target after the first needs a leadership test ({} to pass). On a failure its shooters fire at the first.",
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
    (index, detail): (usize, Detail),
    open: &mut Option<String>,
) {
    let setup = view.setup();
    if detail == Detail::Brief {
        let title = format!("{from}  ▶  {}", words::unit(setup, at));
        ui.label(RichText::new(title).strong().color(target_look::ink(index)));
    }
    if odds.shots.is_empty() {
        ui.colored_label(style::WRONG, "No model can fire at it");
        return;
    }
    let standing = view.standing(from).count();
    let who = format!("{} of {standing} models fire {} dice", odds.shots.len(), all_dice(odds));
    ui.label(RichText::new(who).color(Color32::WHITE));
    ui.horizontal_wrapped(|ui| {
        let all: Vec<String> = odds.shots.iter().map(shot).collect();
        ui.label(RichText::new(dice(odds)).color(Color32::WHITE)).on_hover_text(all.join("\n"));
        ui.style_mut().override_text_style = Some(egui::TextStyle::Small);
        rule_link(ui, "SHO-3", open);
    });
    warning_ui(ui, view, odds, open);
    let covered = odds.shots.iter().filter(|shot| shot.hard_cover.is_some()).count();
    let cover = if covered > 0 { format!(" · {covered} behind hard cover (SHO-9)") } else { String::new() };
    ui.label(RichText::new(format!("{}{cover}", states(odds))).small().color(style::FAINT));
    ui.label(
        RichText::new(format!(
            "On average {:.1} hits, {:.1} models lost",
            mean(&odds.hits),
            mean(&odds.lost)
        ))
        .color(Color32::WHITE),
    );
    if detail == Detail::Brief {
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
        bar_ui(ui, what, chance, target_look::ink(index), rule, open);
    }
    if let Some(how) = found(odds) {
        ui.label(RichText::new(how).small().color(style::FAINT));
    }
}

/// Warns of throws that may hit the throwers' own side.
fn warning_ui(ui: &mut Ui, view: &View, odds: &Odds, open: &mut Option<String>) {
    if let Some(warning) = own_in_blast(*view, &odds.shots).warning() {
        ui.scope(|ui| {
            ui.visuals_mut().override_text_color = Some(style::WRONG);
            linked_text(ui, &warning, open);
        });
    }
}

/// A chance as text, a bar and a number.
fn bar_ui(ui: &mut Ui, what: &str, chance: f64, ink: Color32, rule: &str, open: &mut Option<String>) {
    ui.horizontal(|ui| {
        let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width() - RULE_WIDTH, 15.0), Sense::hover());
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
