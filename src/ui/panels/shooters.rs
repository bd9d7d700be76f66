//! What single models of the draft fire at, and with what: the picked ones, and those that have
//! something of their own.

use std::collections::BTreeSet;

use bevy_egui::egui::{Color32, RichText, Ui};

use super::{Desk, style};
use crate::game::engine::view::View;
use crate::game::phases::shooting::kinds::Fires;
use crate::rules::action::Action;
use crate::rules::card::Handling;
use crate::rules::ids::ModelId;
use crate::ui::input::draft::Draft;
use crate::ui::input::fire::{At, Own};
use crate::ui::target_look;

/// Most models told one by one.
const TOLD: usize = 6;

pub(super) fn shooters_ui(ui: &mut Ui, desk: &mut Desk) {
    let Some(draft) = &desk.drafting.0 else { return };
    let fires = matches!(draft.action(), Some(Action::OpenFire | Action::Advance));
    let nothing = draft.fire.targets().next().is_none() && draft.fire.picked.is_empty();
    if !fires || nothing {
        return;
    }
    let view = desk.opened.game.battle().view();
    let mut changed = draft.clone();
    style::boxed().show(ui, |ui| {
        ui.set_width(ui.available_width());
        ui.spacing_mut().item_spacing.y = 3.0;
        ui.label(style::caption("Who fires otherwise"));
        if draft.fire.picked.is_empty() {
            let hint = "Shift: click models or drag a box to pick them; drag from one to an enemy. \
                        Picked models take the next target, another weapon, snap fire.";
            ui.label(RichText::new(hint).small().color(style::FAINT));
        } else {
            picked_ui(ui, &view, &mut changed);
        }
        own_ui(ui, &mut changed);
    });
    ui.add_space(8.0);
    if changed != *draft {
        desk.drafting.0 = Some(changed);
    }
}

/// What the picked models may do.
fn picked_ui(ui: &mut Ui, view: &View, draft: &mut Draft) {
    let picked: Vec<ModelId> = draft.fire.picked.iter().copied().collect();
    let names: Vec<String> = picked.iter().map(|model| model.number.to_string()).collect();
    let text = format!("Picked: {}. Click an enemy to fire at.", names.join(", "));
    ui.label(RichText::new(text).strong().color(Color32::WHITE));
    let first = picked.first().map(|model| draft.fire.of(*model)).unwrap_or_default();
    let mut all = |change: &dyn Fn(&mut Own)| {
        for model in &picked {
            draft.fire.change(*model, change);
        }
    };
    let open_fire = draft_opens_fire(view, &picked);
    ui.horizontal_wrapped(|ui| {
        let snaps = first.fires == Fires::Snap;
        let snap = ui.add_enabled(open_fire, bevy_egui::egui::Button::selectable(snaps, "Snap fire"));
        let snap = snap.on_hover_text("ACT-1: fewer dice, but aware farther (VIS-4, VIS-5)");
        if snap.clicked() {
            let fires = if snaps { Fires::InFull } else { Fires::Snap };
            all(&|own| own.fires = fires);
        }
        if ui.selectable_label(first.at == At::Nobody, "Hold fire").clicked() {
            all(&|own| own.at = At::Nobody);
        }
        if ui.button("As the others").clicked() {
            all(&|own| *own = Own::default());
        }
    });
    let weapons = weapons(view, &picked);
    if weapons.len() > 1 {
        ui.horizontal_wrapped(|ui| {
            for (name, handling) in weapons {
                let chosen = first.weapon.as_deref() == Some(name.as_str());
                let hint = match handling {
                    Handling::Thrown => "SHO-10: at a seen model within Th; Alt + click throws at that point",
                    _ => "SHO-8",
                };
                if ui.selectable_label(chosen, &name).on_hover_text(hint).clicked() {
                    let weapon = (!chosen).then(|| name.clone());
                    all(&|own| (own.weapon, own.throw_at) = (weapon.clone(), None));
                }
            }
        });
    }
}

/// Whether snap fire in place of full fire is known to the rules in use; the battle's check says the rest.
///
/// Rule: ACT-1 (may instead snap fire).
fn draft_opens_fire(view: &View, picked: &[ModelId]) -> bool {
    !picked.is_empty() && view.setup().ruleset.actions.open_fire_snap_fire
}

/// The weapons that all of some models carry, but those for melee.
fn weapons(view: &View, models: &[ModelId]) -> Vec<(String, Handling)> {
    let carried = |model: &ModelId| -> BTreeSet<String> {
        let card = view.model(*model).map(|model| model.card);
        card.into_iter()
            .flat_map(|card| card.carried(model.number))
            .map(|weapon| weapon.name.clone())
            .collect()
    };
    let Some(first) = models.first().and_then(|model| view.model(*model)) else { return Vec::new() };
    let all = |name: &str| models.iter().all(|model| carried(model).contains(name));
    let weapons = first.card.carried(first.id.number).filter(|weapon| weapon.handling != Handling::Melee);
    weapons.filter(|weapon| all(&weapon.name)).map(|weapon| (weapon.name.clone(), weapon.handling)).collect()
}

/// The models that have something of their own, each with a way back.
fn own_ui(ui: &mut Ui, draft: &mut Draft) {
    let targets: Vec<_> = draft.fire.targets().collect();
    let own: Vec<(ModelId, Own)> = draft.fire.own().map(|(model, own)| (*model, own.clone())).collect();
    for (model, one) in own.iter().take(TOLD) {
        let at = draft.fire.target_of(*model);
        let nth = at.and_then(|at| targets.iter().position(|target| *target == at));
        let ink = nth.map_or(style::FAINT, target_look::ink);
        ui.horizontal(|ui| {
            if ui.small_button("✖").on_hover_text("As the others").clicked() {
                draft.fire.change(*model, |own| *own = Own::default());
            }
            ui.label(RichText::new(own_words(*model, one, at)).small().color(ink));
        });
    }
    if own.len() > TOLD {
        ui.label(RichText::new(format!("and {} more", own.len() - TOLD)).small().color(style::FAINT));
    }
}

fn own_words(model: ModelId, own: &Own, at: Option<crate::rules::ids::UnitId>) -> String {
    let at = match (own.throw_at, at) {
        (Some(point), _) => format!("throws at {point}"),
        (None, Some(at)) => format!("at {at}"),
        (None, None) => "holds fire".to_owned(),
    };
    let weapon = own.weapon.as_ref().map_or(String::new(), |weapon| format!(", {weapon}"));
    let snap = if own.fires == Fires::Snap { ", snap fire" } else { "" };
    format!("{model} {at}{weapon}{snap}")
}
