//! What lies under the pointer, large, in a corner of the map: the ground, every counter of the stack with its states in words, and
//! why nothing can be done there.

use bevy::prelude::*;
use bevy_egui::egui::{
    Align2, Area, Color32, CornerRadius, Image as Picture, Margin, Pos2, RichText, Stroke, Ui,
};
use bevy_egui::{EguiContexts, EguiTextureHandle, egui};
use tabletop_counters::{Counter, OnHexes};
use tabletop_hexes::hex::Hex;

use super::counter::{ink, states};
use crate::game::narration::words::capitalised;
use crate::map_ui::choosing::Choosing;
use crate::map_ui::scene::{Face, Press};
use crate::map_ui::session::{Free, Hands, Pointed, Shown, Table};
use crate::map_ui::settings::MapSettings;
use crate::ui::panels::style;

/// Width of the panel, and the sides of a counter in it: of one or two, and of more; pixels.
const WIDTH: f32 = 300.0;
const LARGE: f32 = 104.0;
const SMALLER: f32 = 76.0;

/// Most counters for which all that is printed is explained, in a map of this height and in a lower one; pixels.
const EXPLAINED: usize = 2;
const EXPLAINED_LOW: usize = 1;
const LOW: f32 = 640.0;

/// Space between the panel and the edge of the map, pixels.
const EDGE: f32 = 8.0;

/// What the panel reads.
#[derive(bevy::ecs::system::SystemParam)]
pub struct Reads<'w, G: OnHexes> {
    table: Res<'w, Table<G>>,
    shown: Res<'w, Shown<G>>,
    choosing: Res<'w, Choosing<G>>,
    pointed: Res<'w, Pointed<G>>,
    press: Res<'w, Press>,
    free: Res<'w, Free>,
    hands: Res<'w, Hands>,
    settings: Res<'w, MapSettings>,
}

/// Shows the panel in the corner that is farther from the pointer.
pub fn under<G: OnHexes>(mut contexts: EguiContexts, reads: Reads<G>) -> Result {
    let is_free = reads.table.curtain().is_none() && reads.table.hand().is_none() && !reads.hands.lifted;
    let Some(hex) = reads.pointed.hex.filter(|_| is_free && !reads.settings.hides_stack) else {
        return Ok(());
    };
    let counters: Vec<(&Counter<G>, Option<egui::TextureId>)> = stack(&reads.shown, hex)
        .map(|counter| {
            let picture = reads.press.picture(&Face::of(counter));
            (counter, picture.map(|picture| contexts.add_image(EguiTextureHandle::Weak(picture.id()))))
        })
        .collect();
    let context = contexts.ctx_mut()?;
    let Some(pointer) = context.input(|input| input.pointer.hover_pos()) else { return Ok(()) };
    let room = reads.free.0;
    let is_left = pointer.x < room.center().x;
    let (x, pivot) = match is_left {
        true => (room.max.x - EDGE, Align2::RIGHT_BOTTOM),
        false => (room.min.x + EDGE, Align2::LEFT_BOTTOM),
    };
    let frame = egui::Frame::new()
        .fill(style::GROUND.gamma_multiply(0.94))
        .stroke(Stroke::new(1.0_f32, style::LINE))
        .corner_radius(CornerRadius::same(6))
        .inner_margin(Margin::symmetric(10, 8));
    Area::new(egui::Id::new(("under the pointer", is_left)))
        .order(egui::Order::Middle)
        .interactable(false)
        .fixed_pos(Pos2::new(x, room.max.y - EDGE))
        .pivot(pivot)
        .show(context, |ui| {
            frame.show(ui, |ui| {
                ui.set_width(WIDTH.min(room.width() / 2.0 - 2.0 * EDGE));
                ui.spacing_mut().item_spacing.y = 3.0;
                why_not_ui(ui, &reads.choosing, hex);
                let is_low = room.height() < LOW;
                let side = if counters.len() <= EXPLAINED { LARGE } else { SMALLER };
                let is_explained = counters.len() <= if is_low { EXPLAINED_LOW } else { EXPLAINED };
                for (counter, picture) in &counters {
                    counter_ui(ui, counter, (*picture, side), is_explained);
                }
                let has_room = counters.is_empty() || is_explained && !is_low;
                ground_ui(ui, &reads.shown, hex, has_room);
            });
        });
    Ok(())
}

/// Counters of a hex, from the top.
fn stack<G: OnHexes>(shown: &Shown<G>, hex: Hex) -> impl Iterator<Item = &Counter<G>> {
    shown.scene.stack(hex).iter().filter_map(|id| shown.scene.counter(*id))
}

/// Why a click there does nothing, and whether it is seen.
fn why_not_ui<G: OnHexes>(ui: &mut Ui, choosing: &Choosing<G>, hex: Hex) {
    let Some(aim) = choosing.aim.as_ref().filter(|aim| aim.hex == hex && choosing.pinned.is_none()) else {
        return;
    };
    if let Some(why) = &aim.why_not {
        ui.label(RichText::new(capitalised(why)).color(style::ACCENT));
    } else if let Some((words, _)) = aim.sight.as_ref().filter(|_| aim.picks.is_empty()) {
        ui.label(RichText::new(words).small().color(style::FAINT));
    }
}

/// A counter: its face, its states, and where there is room what is printed on it.
fn counter_ui<G: OnHexes>(
    ui: &mut Ui,
    counter: &Counter<G>,
    (picture, side): (Option<egui::TextureId>, f32),
    is_explained: bool,
) {
    ui.horizontal_top(|ui| {
        if let Some(picture) = picture {
            ui.add(Picture::new((picture, egui::vec2(side, side))).corner_radius(CornerRadius::same(5)));
        }
        ui.vertical(|ui| {
            let title = format!("{} {}", counter.id, counter.name);
            ui.label(RichText::new(title).strong().color(Color32::WHITE));
            let states = states(counter);
            let words = if states.is_empty() { "in good order".to_owned() } else { states.join(", ") };
            let is_well = states.is_empty();
            ui.label(RichText::new(words).color(if is_well { style::FAINT } else { style::ACCENT }));
            if is_explained {
                for printed in &counter.printed {
                    let text = format!("{}  {}", printed.text, short(&printed.meaning));
                    ui.label(RichText::new(text).small().color(ink(printed.tone)));
                }
            }
        });
    });
}

/// The beginning of a meaning: up to its paragraph.
fn short(meaning: &str) -> &str {
    meaning.split(" (").next().unwrap_or(meaning)
}

/// The ground with its effects, and the markers on it.
fn ground_ui<G: OnHexes>(ui: &mut Ui, shown: &Shown<G>, hex: Hex, has_room: bool) {
    for marker in shown.scene.markers.iter().filter(|marker| marker.hex == hex) {
        ui.label(RichText::new(&marker.meaning).small().color(style::INK));
    }
    let Some(ground) = shown.land.ground(hex) else { return };
    let name = shown.land.names.iter().find(|(at, _)| *at == hex).map(|(_, name)| format!(", {name}"));
    let level = if ground.level > 0 { format!(", level {}", ground.level) } else { String::new() };
    let text = format!("{hex}{}: {}{level}", name.unwrap_or_default(), ground.name);
    ui.label(RichText::new(text).color(style::INK));
    if has_room {
        let boundaries = shown.land.boundaries_of(hex);
        let boundaries = boundaries.map(|(boundary, beyond)| format!("Toward {beyond}: {}", boundary.text));
        for line in ground.effects.iter().cloned().chain(boundaries) {
            ui.label(RichText::new(line).small().color(style::FAINT));
        }
    }
}
