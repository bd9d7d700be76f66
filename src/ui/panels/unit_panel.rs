//! The selected unit, or the one under the pointer: what it may do, its condition, its card.

use bevy_egui::egui::{
    Align2, Color32, CornerRadius, FontId, Rect, RectAlign, RichText, Sense, Tooltip, Ui, pos2, vec2,
};

use super::column_layout::Importance;
use super::condition::{activity_words, condition_ui};
use super::head::Head;
use super::{PanelContext, by_word, style};
use crate::game::engine::components::Posture;
use crate::game::engine::view::{UnitView, View};
use crate::game::leadership::test_terms;
use crate::rules::card::{Card, Handling, Role, Weapon};
use crate::ui::looks::words::{Words, explain};

/// Height of the row of characteristics, pixels.
const ROW: f32 = 31.0;

pub(super) fn head(cx: &PanelContext) -> Option<Head> {
    let view = cx.shown.view(&cx.opened);
    let unit = view.unit(cx.selection.unit.or(cx.hovered.unit())?)?;
    Some(Head {
        title: format!("{} {}", unit.id, unit.start.name),
        side: Some(unit.id.side),
        says: activity_words(&view, &unit, cx.shown.stayed()),
        ink: style::INK,
        importance: Importance::Context,
    })
}

pub(super) fn body_ui(ui: &mut Ui, cx: &mut PanelContext) {
    let view = cx.shown.view(&cx.opened);
    let unit = cx.selection.unit.or(cx.hovered.unit()).and_then(|id| view.unit(id));
    let Some(unit) = unit else { return };
    let mut open = None;
    ui.scope(|ui| condition_ui(ui, &view, &unit, &mut open));
    ui.add_space(2.0);
    characteristics_ui(ui, unit.card, &now(&view, &unit));
    weapons_ui(ui, unit.card);
    special_ui(ui, unit.card);
    role_ui(ui, &unit);
    by_word::unit_ui(ui, cx, unit.id);
    if open.is_some() {
        cx.screen.rule = open;
    }
}

fn role_ui(ui: &mut Ui, unit: &UnitView) {
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

/// The eleven characteristics in one line, each name over its value. What a name means is said beside the card, over no other
/// value.
fn characteristics_ui(ui: &mut Ui, card: &Card, now: &Now) {
    let c = &card.characteristics;
    let all = [
        ("Mv", c.movement, "Movement, inches"),
        ("Aw", c.awareness, "Awareness, inches"),
        ("Ev", c.evasion, "Evasion"),
        ("Ar", c.armour, "Armour"),
        ("To", c.toughness, "Toughness"),
        ("Ld", c.leadership, "Leadership: dice in a test"),
        ("Nv", c.nerve, "Nerve: a die must not exceed it"),
        ("BS", c.ballistic_skill, "Ballistic skill"),
        ("Th", c.throwing, "Throwing"),
        ("WS", c.weapon_skill, "Weapon skill"),
        ("Str", c.strength, "Strength"),
    ];
    let (row, response) = ui.allocate_exact_size(vec2(ui.available_width(), ROW), Sense::hover());
    let width = row.width() / all.len() as f32;
    for (index, (short, value, long)) in all.into_iter().enumerate() {
        let left = row.left() + width * index as f32;
        let cell = Rect::from_min_size(pos2(left, row.top()), vec2(width, ROW));
        let changed = now.iter().find(|(name, _)| *name == short).map(|(_, now)| *now);
        let ink = if changed.is_some() { style::ACCENT } else { Color32::WHITE };
        let hint = changed.map_or(long.to_owned(), |_| format!("{long}; {value} on the card"));
        let hovered = ui.interact(cell, response.id.with(short), Sense::hover());
        let painter = ui.painter();
        if hovered.hovered() {
            painter.rect_filled(cell, CornerRadius::same(3), style::LINE);
        }
        let (middle, name_font, font) =
            (cell.center().x, FontId::proportional(10.5), FontId::proportional(14.0));
        painter.text(pos2(middle, row.top() + 1.0), Align2::CENTER_TOP, short, name_font, style::FAINT);
        let text = changed.unwrap_or(value).to_string();
        painter.text(pos2(middle, row.bottom() - 1.0), Align2::CENTER_BOTTOM, text, font, ink);
        if changed.is_none() {
            explain(ui, &hovered, short);
            continue;
        }
        let mut tip = Tooltip::for_enabled(&hovered);
        tip.popup = tip.popup.anchor(row.expand(9.0)).align(RectAlign::LEFT_START);
        tip.show(|ui| ui.label(hint));
    }
}

fn weapons_ui(ui: &mut Ui, card: &Card) {
    for weapon in &card.weapons {
        ui.label(RichText::new(weapon_words(card, weapon)).small());
    }
}

fn weapon_words(card: &Card, weapon: &Weapon) -> String {
    let handling = match weapon.handling {
        Handling::TwoHanded => String::new(),
        Handling::OneHanded => ", needs one hand".to_owned(),
        Handling::Melee => ", in close combat".to_owned(),
        Handling::Thrown => format!(", thrown up to {}\"", card.characteristics.throwing),
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
    ui.add(Words::new(RichText::new(names.join(", ")).italics().small()));
}
