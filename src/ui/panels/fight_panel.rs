//! The fight in play: who takes part and in what state, and blow by blow what happens, with its dice.

use bevy_egui::egui::{
    self, Align2, Color32, CornerRadius, Frame, Margin, Order, RichText, Stroke, Ui, vec2,
};

use super::die::die_ui;
use super::top_bar::badge_ui;
use super::{PanelContext, style};
use crate::game::engine::components::CombatPart;
use crate::game::engine::view::{UnitView, View};
use crate::game::narration::words::counted;
use crate::game::phases::close_combat::groups::{enemies_of, in_contact, units_in};
use crate::rules::ids::Side;
use crate::ui::camera::SIDE_COLUMN;
use crate::ui::looks::combat_look::INK as COMBAT;
use crate::ui::looks::side_look;
use crate::ui::playback::{FightStage, Success};
use crate::ui::turn_flow::asked_areas::FIGHT;

/// Width of the panel, pixels.
const PANEL_WIDTH_PX: f32 = 640.0;

/// Distance from the foot of the table's picture, pixels.
const FOOT: f32 = 12.0;

/// Most dice in a row.
const MAX_DICE: usize = 18;

/// Shows the combat that is played back, else the one that a player is asked about.
pub(super) fn fight_ui(context: &egui::Context, cx: &mut PanelContext, foot: f32) {
    let stage = cx.playback.fight_stage();
    let view = cx.shown.view(&cx.opened);
    let asked = cx.opened.prompt().and_then(|prompt| view.unit(prompt.about?.unit())?.activity.combat);
    let is_asked = asked.filter(|_| !cx.playback.runs()).map(|combat| combat.number);
    let number = stage.and_then(|stage| stage.combat).map(|(combat, _)| combat).or(is_asked);
    if stage.is_none() && is_asked.is_none() {
        return;
    }
    let frame = Frame::new()
        .fill(Color32::from_rgb(24, 27, 33))
        .stroke(Stroke::new(2.0_f32, COMBAT))
        .corner_radius(CornerRadius::same(8))
        .inner_margin(Margin::symmetric(14, 9));
    let room = context.viewport_rect();
    egui::Area::new(FIGHT.into())
        .order(Order::Middle)
        .anchor(Align2::CENTER_BOTTOM, vec2(-SIDE_COLUMN / 2.0, -foot - FOOT))
        .show(context, |ui| {
            frame.show(ui, |ui| {
                ui.set_width(PANEL_WIDTH_PX.min(room.width() - SIDE_COLUMN - 60.0));
                ui.spacing_mut().item_spacing = vec2(8.0, 3.0);
                title_ui(ui, number, stage);
                sides_ui(ui, cx, number, stage);
                if let Some(stage) = stage {
                    ui.separator();
                    stage_ui(ui, stage);
                }
            });
        });
}

fn title_ui(ui: &mut Ui, number: Option<u8>, stage: Option<&FightStage>) {
    ui.horizontal(|ui| {
        let title = match (stage.and_then(|stage| stage.combat), number) {
            (Some((combat, round)), _) => format!("Close combat {combat} · round {round}"),
            (None, Some(combat)) => format!("Close combat {combat}"),
            (None, None) => "Close combat".to_owned(),
        };
        ui.label(RichText::new(title).size(18.0).strong().color(COMBAT));
        if stage.is_some() {
            ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                let keys = "any key: next · Esc: skip all";
                ui.label(RichText::new(keys).color(style::FAINT));
            });
        }
    });
}

/// The units of both sides in two columns.
fn sides_ui(ui: &mut Ui, cx: &PanelContext, number: Option<u8>, stage: Option<&FightStage>) {
    let view = cx.shown.view(&cx.opened);
    // Those that have left it meanwhile are named as long as it is shown.
    let fighting: Vec<UnitView> = match stage {
        Some(stage) => stage.fighting.iter().filter_map(|unit| view.unit(*unit)).collect(),
        None => number.into_iter().flat_map(|number| units_in(view, number)).collect(),
    };
    ui.columns(2, |columns| {
        for (column, side) in columns.iter_mut().zip(Side::BOTH) {
            for unit in fighting.iter().filter(|unit| unit.id.side == side) {
                unit_ui(column, view, *unit);
            }
        }
    });
}

fn unit_ui(ui: &mut Ui, view: View, unit: UnitView) {
    ui.horizontal(|ui| {
        badge_ui(ui, unit.id.side, 7.0);
        let name = RichText::new(&unit.start.name).strong().color(side_look::light_ink(unit.id.side));
        ui.add(egui::Label::new(name).truncate());
    });
    ui.label(RichText::new(state(view, unit)).small().color(Color32::WHITE));
}

/// "4 of 10 · 3 in the fight · 2 in contact · suppressed, 2 hits · nerve −1".
fn state(view: View, unit: UnitView) -> String {
    let enemies = enemies_of(view, unit.id);
    let standing = || view.standing(unit.id);
    let fight = standing().filter(|model| model.condition.combat != CombatPart::None).count();
    let touches = standing()
        .filter(|model| enemies.iter().any(|enemy| in_contact(view, (*model, model.pose.at), *enemy)))
        .count();
    let mut parts = vec![format!("{} of {}", standing().count(), unit.start.models.len())];
    if unit.activity.combat.is_none() {
        parts.push("no longer in the fight".to_owned());
    }
    if fight > 0 {
        parts.push(format!("{fight} in the fight"));
    }
    if touches > 0 {
        parts.push(format!("{touches} in contact"));
    }
    if unit.morale.suppressed() {
        parts.push(format!("suppressed, {}", counted(usize::from(unit.morale.hit_die), "hit")));
    }
    if unit.morale.nerve_markers > 0 {
        parts.push(format!("nerve −{}", unit.morale.nerve_markers));
    }
    parts.join(" · ")
}

/// What happens now, and its dice.
fn stage_ui(ui: &mut Ui, stage: &FightStage) {
    for line in &stage.lines {
        ui.label(RichText::new(line).color(Color32::WHITE));
    }
    for row in &stage.dice {
        ui.horizontal(|ui| {
            for (face, success) in row.faces.iter().take(MAX_DICE) {
                ui.add_enabled_ui(*success == Success::Yes, |ui| die_ui(ui, row.side, *face));
            }
            let more = row.faces.len().saturating_sub(MAX_DICE);
            let more = if more > 0 { format!("and {more} more · ") } else { String::new() };
            ui.label(RichText::new(format!("{more}{}", row.what)).small().color(style::FAINT));
        });
    }
}
