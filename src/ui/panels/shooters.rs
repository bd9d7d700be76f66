//! Split fire: what single models of the draft do, and controls for the picked ones.

use std::collections::BTreeSet;

use bevy_egui::egui::{Color32, RichText, Ui};

use super::column_layout::Importance;
use super::head::Head;
use super::{PanelContext, style};
use crate::game::engine::view::View;
use crate::game::narration::words::counted;
use crate::game::phases::shooting::kinds::Fires;
use crate::rules::action::Action;
use crate::rules::card::Handling;
use crate::rules::ids::ModelId;
use crate::ui::drafts::draft::Draft;
use crate::ui::drafts::fire::{FireTarget, ModelFire};
use crate::ui::looks::target_look;

/// Most models that are listed.
const MAX_LISTED: usize = 6;

pub(super) fn head(cx: &PanelContext) -> Option<Head> {
    let draft = cx.drafting.0.as_ref()?;
    let fires = draft.action().is_some_and(Action::divides_fire);
    let nothing = draft.fire.targets().next().is_none() && draft.fire.picked.is_empty();
    if !fires || nothing {
        return None;
    }
    let own = draft.fire.overrides().count();
    let (says, importance) = if !draft.fire.picked.is_empty() {
        let names: Vec<String> = draft.fire.picked.iter().map(|model| model.number.to_string()).collect();
        (format!("Picked: {}. Click an enemy to fire at.", names.join(", ")), Importance::Asked)
    } else if own > 0 {
        (format!("{} on their own", counted(own, "model")), Importance::Context)
    } else {
        ("Models may have targets of their own".to_owned(), Importance::Hint)
    };
    Some(Head { title: "Split fire".to_owned(), side: None, says, ink: Color32::WHITE, importance })
}

pub(super) fn body_ui(ui: &mut Ui, cx: &mut PanelContext) {
    let Some(draft) = &cx.drafting.0 else { return };
    let view = cx.opened.game.battle().view();
    let mut changed = draft.clone();
    if draft.fire.picked.is_empty() {
        let hint = "Shift: click models or drag a box to pick them; drag from one to an enemy to fire at it. \
                    Picked models may take another target, another weapon or snap fire.";
        ui.label(RichText::new(hint).small().color(style::FAINT));
    } else {
        picked_ui(ui, &view, &mut changed);
    }
    own_ui(ui, &mut changed);
    if changed != *draft {
        cx.drafting.0 = Some(changed);
    }
}

/// What the picked models may do.
fn picked_ui(ui: &mut Ui, view: &View, draft: &mut Draft) {
    let picked: Vec<ModelId> = draft.fire.picked.iter().copied().collect();
    let first = picked.first().map(|model| draft.fire.of(*model)).unwrap_or_default();
    let mut all = |change: &dyn Fn(&mut ModelFire)| {
        for model in &picked {
            draft.fire.change(*model, change);
        }
    };
    let open_fire = draft_opens_fire(view, &picked);
    ui.horizontal_wrapped(|ui| {
        let snaps = first.fires == Fires::Snap;
        let snap = ui.add_enabled(open_fire, bevy_egui::egui::Button::selectable(snaps, "Snap fire"));
        let snap =
            snap.on_hover_text("ACT-1: fewer dice, but it reaches farther than awareness (VIS-4, VIS-5)");
        if snap.clicked() {
            let fires = if snaps { Fires::InFull } else { Fires::Snap };
            all(&|own| own.fires = fires);
        }
        if ui.selectable_label(first.at == FireTarget::None, "Hold fire").clicked() {
            all(&|own| own.at = FireTarget::None);
        }
        if ui.button("Like the others").clicked() {
            all(&|own| *own = ModelFire::default());
        }
    });
    let weapons = weapons(view, &picked);
    if weapons.len() > 1 {
        ui.horizontal_wrapped(|ui| {
            for (name, handling) in weapons {
                let chosen = first.weapon.as_deref() == Some(name.as_str());
                let hint = match handling {
                    Handling::Thrown => {
                        "SHO-10: at a visible model within Th; Alt and click throws at a point"
                    }
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

/// Whether the ruleset knows snap fire instead of full fire; the battle's check decides the rest.
///
/// Rule: ACT-1 (may instead snap fire).
fn draft_opens_fire(view: &View, picked: &[ModelId]) -> bool {
    !picked.is_empty() && view.setup().ruleset.actions.open_fire_snap_fire
}

/// The weapons that all of these models carry, except those for melee.
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

/// The models that do something else, each with a button to undo that.
fn own_ui(ui: &mut Ui, draft: &mut Draft) {
    let targets: Vec<_> = draft.fire.targets().collect();
    let own: Vec<(ModelId, ModelFire)> =
        draft.fire.overrides().map(|(model, own)| (*model, own.clone())).collect();
    for (model, one) in own.iter().take(MAX_LISTED) {
        let at = draft.fire.target_of(*model);
        let index = at.and_then(|at| targets.iter().position(|target| *target == at));
        let ink = index.map_or(style::FAINT, target_look::ink);
        ui.horizontal(|ui| {
            if ui.small_button("✖").on_hover_text("Like the others").clicked() {
                draft.fire.change(*model, |own| *own = ModelFire::default());
            }
            ui.label(RichText::new(own_words(*model, one, at)).small().color(ink));
        });
    }
    if own.len() > MAX_LISTED {
        ui.label(RichText::new(format!("and {} more", own.len() - MAX_LISTED)).small().color(style::FAINT));
    }
}

fn own_words(model: ModelId, own: &ModelFire, at: Option<crate::rules::ids::UnitId>) -> String {
    let at = match (own.throw_at, at) {
        (Some(point), _) => format!("throws at {point}"),
        (None, Some(at)) => format!("at {at}"),
        (None, None) => "holds fire".to_owned(),
    };
    let weapon = own.weapon.as_ref().map_or(String::new(), |weapon| format!(", {weapon}"));
    let snap = if own.fires == Fires::Snap { ", snap fire" } else { "" };
    format!("{model} {at}{weapon}{snap}")
}
