//! The selected unit: its card and how it stands.

use bevy_egui::egui::{self, Color32, Grid, RichText, Ui};

use super::top_bar::badge_ui;
use super::{Desk, style};
use crate::game::components::Posture;
use crate::game::turn::may_still_act;
use crate::game::view::{UnitView, View};
use crate::rules::card::{Card, Handling, Role, SpecialRule, Weapon};
use crate::rules::turn::Phase;
use crate::ui::words;

pub(super) fn unit_panel_ui(ui: &mut Ui, desk: &Desk) {
    let hovered = desk.selection.hovered.map(|model| model.unit);
    let Some(id) = desk.selection.unit.or(hovered) else { return };
    let view = desk.opened.game.battle().view();
    let Some(unit) = view.unit(id) else { return };
    style::boxed().show(ui, |ui| {
        ui.set_width(ui.available_width());
        name_ui(ui, &unit);
        state_ui(ui, &view, &unit);
        ui.add_space(4.0);
        characteristics_ui(ui, unit.card);
        weapons_ui(ui, unit.card);
        special_ui(ui, unit.card);
    });
    ui.add_space(8.0);
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

fn state_ui(ui: &mut Ui, view: &View, unit: &UnitView) {
    let left = view.standing(unit.id).count();
    ui.label(format!("{left} of {} models on the table", unit.start.models.len()));
    let (hits, markers) = (unit.morale.hit_die, unit.morale.nerve_markers);
    if hits > 0 {
        ui.colored_label(style::WRONG, format!("Suppressed: hit-die {hits}"));
    }
    if markers > 0 {
        let nerve = unit.card.characteristics.nerve;
        let now = nerve.saturating_sub(markers);
        ui.colored_label(style::ACCENT, format!("Nerve markers: {markers} (nerve {now} of {nerve})"));
    }
    if unit.activity.posture == Posture::Down {
        ui.label("Down, until it acts again");
    }
    ui.label(RichText::new(activity_words(view, unit)).color(style::FAINT));
}

/// What it has done, and whether it may still act.
fn activity_words(view: &View, unit: &UnitView) -> String {
    let last = unit.activity.last_action.map(words::action);
    let turn = view.turn();
    if view.waits(unit.id) {
        return "Waits to be placed".to_owned();
    }
    if turn.phase == Phase::Action && turn.side == unit.id.side {
        return match (may_still_act(*view, *unit), last) {
            (true, _) => "May act this turn".to_owned(),
            (false, Some(last)) if unit.activity.acted => format!("Has acted this turn: {last}"),
            (false, _) => "May not act this turn".to_owned(),
        };
    }
    last.map_or("Has not acted yet".to_owned(), |last| format!("Last action: {last}"))
}

/// The eleven, short names over values.
fn characteristics_ui(ui: &mut Ui, card: &Card) {
    let c = &card.characteristics;
    let rows = [
        [
            ("Mv", c.movement, "Movement, inches"),
            ("Aw", c.awareness, "Awareness, inches"),
            ("Ev", c.evasion, "Evasion"),
            ("Ar", c.armour, "Armour"),
            ("To", c.toughness, "Toughness"),
            ("Ld", c.leadership, "Leadership: dice of a test"),
        ],
        [
            ("Nv", c.nerve, "Nerve: what one die must not exceed"),
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
                for (short, _, long) in row {
                    ui.label(RichText::new(short).small().color(style::FAINT)).on_hover_text(long);
                }
                ui.end_row();
                for (short, value, long) in row {
                    let text = if short.is_empty() { String::new() } else { value.to_string() };
                    ui.label(RichText::new(text).strong().color(Color32::WHITE)).on_hover_text(long);
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
    let names: Vec<String> = card
        .special
        .iter()
        .map(|rule| match rule {
            SpecialRule::Inspiring => "Inspiring".to_owned(),
            SpecialRule::Steadfast => "Steadfast".to_owned(),
            SpecialRule::Leaper => "Leaper".to_owned(),
            SpecialRule::Spread(n) => format!("Spread ({n}\")"),
            SpecialRule::LimitedVision => "Limited Vision".to_owned(),
        })
        .collect();
    ui.label(RichText::new(names.join(", ")).italics().small());
}
