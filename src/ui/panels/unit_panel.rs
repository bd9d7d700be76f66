//! The selected unit: its card and its condition.

use bevy_egui::egui::{self, Color32, Grid, RichText, Ui};

use super::condition::condition_ui;
use super::top_bar::badge_ui;
use super::{PanelContext, style};
use crate::game::engine::components::Posture;
use crate::game::engine::view::{UnitView, View};
use crate::game::leadership::test_terms;
use crate::rules::card::{Card, Handling, Role, Weapon};
use crate::ui::looks::words::explain;

pub(super) fn unit_panel_ui(ui: &mut Ui, cx: &mut PanelContext) {
    let Some(id) = cx.selection.unit.or(cx.hovered.unit()) else { return };
    let view = cx.shown.view(&cx.opened);
    let Some(unit) = view.unit(id) else { return };
    let mut open = None;
    style::boxed().show(ui, |ui| {
        ui.set_width(ui.available_width());
        name_ui(ui, &unit);
        ui.scope(|ui| condition_ui(ui, &view, &unit, &mut open));
        ui.add_space(4.0);
        characteristics_ui(ui, unit.card, &now(&view, &unit));
        weapons_ui(ui, unit.card);
        special_ui(ui, unit.card);
    });
    ui.add_space(8.0);
    if open.is_some() {
        cx.screen.rule = open;
    }
}

fn name_ui(ui: &mut Ui, unit: &UnitView) {
    ui.horizontal(|ui| {
        badge_ui(ui, unit.id.side, 11.0);
        ui.label(RichText::new(unit.id.to_string()).color(style::FAINT));
        let name = RichText::new(&unit.start.name).heading().color(Color32::WHITE);
        ui.add(egui::Label::new(name).truncate());
    });
    let role = match unit.card.role {
        Role::Squad => "squad",
        Role::Command => "command unit",
        Role::Officer => "officer",
        Role::Hero => "hero",
    };
    let text = format!("{} · {role} · {} points", unit.card.name, unit.card.points);
    ui.label(RichText::new(text).small().color(style::FAINT));
}

/// The present value of characteristics that differ from the card.
type Now = Vec<(&'static str, u8)>;

/// Rule: LD-2, LD-3, ACT-5.
fn now(view: &View, unit: &UnitView) -> Now {
    let (card, rules) = (unit.card.characteristics, &view.setup().ruleset.actions);
    let mut now = Vec::new();
    if unit.morale.nerve_markers > 0 {
        now.push(("Nv", unit.morale.nerve(card.nerve)));
    }
    let dice = test_terms(*view, *unit).dice;
    if dice != card.leadership && view.standing(unit.id).next().is_some() {
        now.push(("Ld", dice));
    }
    if unit.activity.posture == Posture::Down {
        now.push(("Ev", card.evasion + rules.get_down_evasion));
        now.push(("To", card.toughness + rules.get_down_toughness));
    }
    now
}

/// The eleven characteristics: short names above values.
fn characteristics_ui(ui: &mut Ui, card: &Card, now: &Now) {
    let c = &card.characteristics;
    let rows = [
        [
            ("Mv", c.movement, "Movement, inches"),
            ("Aw", c.awareness, "Awareness, inches"),
            ("Ev", c.evasion, "Evasion"),
            ("Ar", c.armour, "Armour"),
            ("To", c.toughness, "Toughness"),
            ("Ld", c.leadership, "Leadership: dice in a test"),
        ],
        [
            ("Nv", c.nerve, "Nerve: a die must not exceed it"),
            ("BS", c.ballistic_skill, "Ballistic skill"),
            ("Th", c.throwing, "Throwing"),
            ("WS", c.weapon_skill, "Weapon skill"),
            ("Str", c.strength, "Strength"),
            ("", 0, ""),
        ],
    ];
    Grid::new("characteristics").num_columns(6).min_col_width(38.0).spacing(egui::vec2(6.0, 2.0)).show(
        ui,
        |ui| {
            for row in rows {
                for (short, ..) in row {
                    let name = ui.label(RichText::new(short).small().color(style::FAINT));
                    explain(ui, &name, short);
                }
                ui.end_row();
                for (short, value, long) in row {
                    let changed = now.iter().find(|(name, _)| *name == short).map(|(_, now)| *now);
                    let text =
                        if short.is_empty() { String::new() } else { changed.unwrap_or(value).to_string() };
                    let ink = if changed.is_some() { style::ACCENT } else { Color32::WHITE };
                    let shown = ui.label(RichText::new(text).strong().color(ink));
                    match changed {
                        Some(_) => drop(shown.on_hover_text(format!("{long}; {value} on the card"))),
                        None => explain(ui, &shown, short),
                    }
                }
                ui.end_row();
            }
        },
    );
}

fn weapons_ui(ui: &mut Ui, card: &Card) {
    for weapon in &card.weapons {
        ui.label(RichText::new(weapon_words(weapon)).small());
    }
}

fn weapon_words(weapon: &Weapon) -> String {
    let handling = match weapon.handling {
        Handling::TwoHanded => "",
        Handling::OneHanded => ", one-handed",
        Handling::Melee => ", melee",
        Handling::Thrown => ", thrown as far as Th",
    };
    let range = match weapon.handling {
        Handling::Melee | Handling::Thrown => String::new(),
        _ => format!("range {}\", ", weapon.range),
    };
    let Weapon { name, rate, penetration, strength, .. } = weapon;
    format!("{name}: {range}rate {rate}, penetration {penetration}, strength {strength}{handling}")
}

fn special_ui(ui: &mut Ui, card: &Card) {
    if card.special.is_empty() {
        return;
    }
    let names: Vec<String> = card.special.iter().map(ToString::to_string).collect();
    ui.label(RichText::new(names.join(", ")).italics().small());
}
