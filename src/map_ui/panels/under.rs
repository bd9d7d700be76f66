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
use super::desk::{Panels, Sheet};
use crate::game::narration::words::capitalised;
use crate::map_ui::choosing::Choosing;
use crate::map_ui::scene::{Face, MapProjector, Press};
use crate::map_ui::session::{Free, Hands, Lit, Pointed, Shown, Stage, Table};
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

/// Space between the panel and the edge of the map, and round the pointer; pixels.
const EDGE: f32 = 8.0;
const POINTER: f32 = 24.0;

/// Size of the panel before it was first shown, pixels.
const USUAL: Vec2 = Vec2::new(320.0, 240.0);

/// Weights of a counter in the way, of a lit one, and of a lit hex.
const COUNTER: f32 = 1.0;
const LIT_COUNTER: f32 = 2.0;
const LIT: f32 = 1.0;
/// Weight of a counter under the pointer.
const UNDER: f32 = 100.0;

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
    panels: Res<'w, Panels>,
    lit: Res<'w, Lit<G>>,
}

impl<G: OnHexes> Reads<'_, G> {
    /// True while the map is before the player: no curtain, dice, sheet or card lies over it, and no counters are lifted off it.
    fn is_free(&self) -> bool {
        let is_playing = self.table.stage == Stage::Playing && self.panels.sheet == Sheet::None;
        let is_open = self.table.curtain().is_none() && self.table.hand().is_none();
        is_playing && is_open && !self.hands.lifted && !self.settings.hides_stack
    }
}

/// Shows the panel in the corner in which it hides the least of what the player looks at.
pub fn under<G: OnHexes>(
    mut contexts: EguiContexts,
    reads: Reads<G>,
    projector: MapProjector<G>,
    mut size: Local<Option<Vec2>>,
) -> Result {
    let Some(hex) = reads.pointed.hex.filter(|_| reads.is_free()) else { return Ok(()) };
    let counters: Vec<(&Counter<G>, Option<egui::TextureId>)> = stack(&reads.shown, hex)
        .map(|counter| {
            let picture = reads.press.picture(&Face::of(counter));
            (counter, picture.map(|picture| contexts.add_image(EguiTextureHandle::Weak(picture.id()))))
        })
        .collect();
    let context = contexts.ctx_mut()?;
    let Some(pointer) = context.input(|input| input.pointer.hover_pos()) else { return Ok(()) };
    let room = reads.free.0;
    let pointer = Vec2::new(pointer.x, pointer.y);
    let own: Vec<Rect> = counters.iter().filter_map(|(counter, _)| projector.counter(counter.id)).collect();
    let sights = sights(&reads, &projector);
    let corner = best_corner(room, size.unwrap_or(USUAL), (pointer, &own), &sights);
    let [x, y] = [corner.x, corner.y].map(|at| at > 0.0);
    let pivot = match (x, y) {
        (false, false) => Align2::LEFT_TOP,
        (false, true) => Align2::LEFT_BOTTOM,
        (true, false) => Align2::RIGHT_TOP,
        (true, true) => Align2::RIGHT_BOTTOM,
    };
    let at = room.center() + corner * (room.half_size() - EDGE);
    let frame = egui::Frame::new()
        .fill(style::GROUND.gamma_multiply(0.94))
        .stroke(Stroke::new(1.0_f32, style::LINE))
        .corner_radius(CornerRadius::same(6))
        .inner_margin(Margin::symmetric(10, 8));
    let shown = Area::new(egui::Id::new(("under the pointer", x, y)))
        .order(egui::Order::Middle)
        .interactable(false)
        .fixed_pos(Pos2::new(at.x, at.y))
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
    let drawn = shown.response.rect.size();
    let drawn = Vec2::new(drawn.x, drawn.y);
    if *size != Some(drawn) {
        // It may belong into another corner.
        context.request_repaint();
    }
    *size = Some(drawn);
    Ok(())
}

/// Everything the player looks at: chosen counters and what they may do first, then every other counter; places with their weights.
fn sights<G: OnHexes>(reads: &Reads<G>, projector: &MapProjector<G>) -> Vec<(Vec2, f32)> {
    let of_hex = |hex: &Hex| Some((projector.hex(*hex)?, LIT));
    let hexes = reads.lit.hexes.iter().map(|(hex, _)| hex).chain(&reads.lit.path).filter_map(of_hex);
    let of_counter = |id: G::Subject, weight: f32| Some((projector.counter(id)?.center(), weight));
    let lit = reads.lit.counters.iter().filter_map(|(id, _)| of_counter(*id, LIT_COUNTER));
    let all = reads.shown.scene.counters.iter().filter_map(|counter| of_counter(counter.id, COUNTER));
    hexes.chain(lit).chain(all).collect()
}

/// The corner of a room, -1 or 1 to the right and down, in which a panel of a size hides the least; never the pointer, and what lies
/// under that only where it must.
fn best_corner(room: Rect, size: Vec2, (pointer, under): (Vec2, &[Rect]), sights: &[(Vec2, f32)]) -> Vec2 {
    // The lower corners come first, and of two alike the one farther from the pointer.
    let aside = if pointer.x < room.center().x { 1.0 } else { -1.0 };
    let corners = [(aside, 1.0), (-aside, 1.0), (aside, -1.0), (-aside, -1.0)].map(Vec2::from);
    let hidden = |corner: &Vec2| {
        let middle = room.center() + *corner * (room.half_size() - EDGE - size / 2.0);
        let place = Rect::from_center_size(middle, size + 2.0 * EDGE);
        let on_pointer = if place.inflate(POINTER).contains(pointer) { f32::INFINITY } else { 0.0 };
        let covered = under.iter().filter(|counter| !place.intersect(**counter).is_empty()).count();
        let of = |(at, weight): &(Vec2, f32)| if place.contains(*at) { *weight } else { 0.0 };
        on_pointer + UNDER * covered as f32 + sights.iter().map(of).sum::<f32>()
    };
    let hides = corners.map(|corner| (hidden(&corner), corner));
    let first = hides[0];
    hides.into_iter().fold(first, |best, next| if next.0 < best.0 { next } else { best }).1
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
                for mark in &counter.marks {
                    let text = format!("{}  {}", mark.sign, short(&mark.meaning));
                    ui.label(RichText::new(text).small().color(ink(mark.tone)));
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

#[cfg(test)]
mod tests {
    use super::*;

    const ROOM: Rect = Rect { min: Vec2::new(0.0, 44.0), max: Vec2::new(940.0, 766.0) };
    const SIZE: Vec2 = Vec2::new(320.0, 400.0);

    /// The panel goes where nothing is, even on the pointer's side, and never under the pointer.
    #[test]
    fn the_panel_hides_as_little_as_it_can() {
        let corner = |pointer, sights: &[(Vec2, f32)]| best_corner(ROOM, SIZE, (pointer, &[]), sights);
        let [left, right] = [Vec2::new(200.0, 200.0), Vec2::new(700.0, 200.0)];
        assert_eq!(corner(left, &[]), Vec2::new(1.0, 1.0), "far from the pointer");
        assert_eq!(corner(right, &[]), Vec2::new(-1.0, 1.0));
        let own = [(Vec2::new(150.0, 600.0), LIT_COUNTER)];
        assert_eq!(corner(right, &own), Vec2::new(1.0, 1.0), "an own counter lies in the left corner");
        let both = [own[0], (Vec2::new(800.0, 600.0), LIT_COUNTER)];
        assert_eq!(corner(right, &both), Vec2::new(-1.0, -1.0), "both lower corners are taken");
        let (pointer, under) = (Vec2::new(500.0, 500.0), Rect::new(480.0, 380.0, 640.0, 480.0));
        let everybody: Vec<(Vec2, f32)> = (0..9).map(|_| (Vec2::new(100.0, 400.0), LIT_COUNTER)).collect();
        let aside = best_corner(ROOM, SIZE, (pointer, &[under]), &everybody);
        assert_eq!(aside, Vec2::new(-1.0, 1.0), "what lies under the pointer is worth more than others");
        let everywhere: Vec<(Vec2, f32)> = (0..10)
            .flat_map(|x| (0..8).map(move |y| (Vec2::new(94.0 * x as f32, 100.0 * y as f32), 1.0)))
            .collect();
        for pointer in [left, right, Vec2::new(800.0, 700.0), Vec2::new(100.0, 700.0)] {
            let at = corner(pointer, &everywhere);
            let middle = ROOM.center() + at * (ROOM.half_size() - EDGE - SIZE / 2.0);
            assert!(!Rect::from_center_size(middle, SIZE).contains(pointer), "{pointer} {at}");
        }
    }
}
