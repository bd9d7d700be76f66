//! The fight in play: what happens blow by blow, with its dice; then who takes part and in what state.

use bevy_egui::egui::{self, Color32, RichText, Ui, vec2};

use super::column_layout::Importance;
use super::die::die_ui;
use super::head::Head;
use super::top_bar::badge_ui;
use super::{PanelContext, style};
use crate::game::engine::components::CombatPart;
use crate::game::engine::view::{UnitView, View};
use crate::game::narration::words::counted;
use crate::game::phases::close_combat::groups::{enemies_of, in_contact, units_in};
use crate::rules::ids::Side;
use crate::rules::leadership::is_shaken;
use crate::ui::looks::side_look;
use crate::ui::playback::{FightStage, Success};

/// Most dice of a row that are shown; they wrap.
const MAX_DICE: usize = 30;

/// The combat that a player is asked about.
fn asked(cx: &PanelContext) -> Option<u8> {
    let view = cx.shown.view(&cx.opened);
    let prompt = cx.opened.prompt().filter(|_| !cx.playback.runs())?;
    Some(view.unit(prompt.about?.unit())?.activity.combat?.number)
}

/// The combat that is played back, else the one that a player is asked about.
pub(super) fn head(cx: &PanelContext) -> Option<Head> {
    let stage = cx.playback.fight_stage();
    let number = stage.and_then(|stage| stage.combat).map(|(combat, _)| combat).or_else(|| asked(cx));
    if stage.is_none() && number.is_none() {
        return None;
    }
    let title = match (stage.and_then(|stage| stage.combat), number) {
        (Some((combat, round)), _) => format!("Close combat {combat} · round {round}"),
        (None, Some(combat)) => format!("Close combat {combat}"),
        (None, None) => "Close combat".to_owned(),
    };
    let says = match stage {
        Some(stage) => stage.says(cx.playback.elapsed()).first().cloned().unwrap_or_default(),
        None => {
            let of = |side| sides(cx, number, stage).into_iter().filter(move |unit| unit.id.side == side);
            let [a, b] = Side::BOTH
                .map(|side| of(side).map(|unit| unit.start.name.clone()).collect::<Vec<_>>().join(", "));
            format!("{a} against {b}")
        }
    };
    Some(Head { title, side: None, says, ink: Color32::WHITE, importance: Importance::Decides })
}

/// Those that take part; those that have left meanwhile are named as long as the fight is shown.
fn sides<'a>(cx: &'a PanelContext, number: Option<u8>, stage: Option<&FightStage>) -> Vec<UnitView<'a>> {
    let view = cx.shown.view(&cx.opened);
    match stage {
        Some(stage) => stage.fighting.iter().filter_map(|unit| view.unit(*unit)).collect(),
        None => number.into_iter().flat_map(|number| units_in(view, number)).collect(),
    }
}

pub(super) fn body_ui(ui: &mut Ui, cx: &mut PanelContext) {
    let stage = cx.playback.fight_stage();
    if let Some(stage) = stage {
        stage_ui(ui, stage, cx.playback.elapsed());
    }
    let view = cx.shown.view(&cx.opened);
    let fighting = sides(cx, if stage.is_none() { asked(cx) } else { None }, stage);
    ui.separator();
    for unit in fighting {
        unit_ui(ui, view, unit);
    }
    if stage.is_some() {
        let keys = RichText::new("any key: next · Esc: skip all").small().color(style::FAINT);
        ui.label(keys);
    }
}

fn unit_ui(ui: &mut Ui, view: View, unit: UnitView) {
    ui.horizontal(|ui| {
        badge_ui(ui, unit.id.side, 7.0);
        let name = RichText::new(&unit.start.name).strong().color(side_look::light_ink(unit.id.side));
        ui.add(egui::Label::new(name).truncate());
    });
    ui.label(RichText::new(state(view, unit)).small().color(style::INK));
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
        let shaken = is_shaken(unit.morale, unit.card, &view.setup().ruleset.leadership);
        let state = if shaken { "suppressed and shaken" } else { "suppressed" };
        parts.push(format!("{state}, {}", counted(usize::from(unit.morale.hit_die), "hit")));
    }
    if unit.morale.nerve_markers > 0 {
        parts.push(format!("nerve −{}", unit.morale.nerve_markers));
    }
    parts.join(" · ")
}

/// Events so far, after the first sentence, and the dice that lie.
fn stage_ui(ui: &mut Ui, stage: &FightStage, elapsed: f32) {
    for line in stage.says(elapsed).iter().skip(1) {
        ui.label(RichText::new(line).color(Color32::WHITE));
    }
    for row in stage.dice_by(elapsed) {
        let more = row.faces.len().saturating_sub(MAX_DICE);
        let more = if more > 0 { format!(" (and {more} more dice)") } else { String::new() };
        ui.label(RichText::new(format!("{}{more}", row.what)).small().color(style::FAINT));
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing = vec2(4.0, 4.0);
            for (face, success) in row.faces.iter().take(MAX_DICE) {
                ui.add_enabled_ui(*success == Success::Yes, |ui| die_ui(ui, row.side, *face));
            }
        });
    }
}
