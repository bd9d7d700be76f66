//! Words on the map, beside hexes and above counters.

use bevy::prelude::*;
use bevy_egui::egui::{
    Align2, Color32, CornerRadius, FontId, LayerId, Painter, Pos2, Stroke, StrokeKind, vec2,
};
use bevy_egui::{EguiContexts, egui};
use tabletop_counters::{OnHexes, Target};
use tabletop_hexes::hex::Hex;

use super::links::without_paragraphs;
use crate::map_ui::scene::MapProjector;
use crate::map_ui::session::{Free, Lit, Shown, Table};
use crate::map_ui::spotlight::Spotlight;
use crate::ui::panels::style;

/// Heights of words that are only a number, and of sentences, pixels.
const NUMBER: f32 = 13.0;
const WORDS: f32 = 14.0;

/// Longer labels have a box of their own; a sentence on the map has so many letters at most.
const SHORT: usize = 4;
const LONGEST: usize = 60;

/// Paints the words of what is lit, or of what happens, with its arrows.
pub fn labels<G: OnHexes>(
    mut contexts: EguiContexts,
    (table, lit, shown): (Res<Table<G>>, Res<Lit<G>>, Res<Shown<G>>),
    spotlight: Res<Spotlight<G>>,
    free: Res<Free>,
    projector: MapProjector<G>,
) -> Result {
    if table.curtain().is_some() {
        return Ok(());
    }
    let context = contexts.ctx_mut()?;
    let [min, max] = [free.0.min, free.0.max].map(|at| Pos2::new(at.x, at.y));
    let layer = LayerId::new(egui::Order::Background, "labels".into());
    let painter = context.layer_painter(layer).with_clip_rect(egui::Rect { min, max });
    spotlight.paint(&painter, &projector);
    let counters: Vec<(Hex, Rect)> = counters(&shown, &projector);
    for (target, words) in &lit.labels {
        let Some(at) = projector.above(*target) else { continue };
        let is_number = words.chars().count() <= SHORT;
        if let (Target::Hex(hex), true) = (target, is_number)
            && is_covered(*hex, at, &counters)
        {
            continue;
        }
        let at = Pos2::new(at.x, at.y);
        match is_number {
            true => number(&painter, at, words),
            false => sentence(&painter, at, words, matches!(target, Target::Counter(_))),
        }
    }
    if let Some((at, words)) = happening(&table, &shown, &projector) {
        sentence(&painter, Pos2::new(at.x, at.y), &words, true);
    }
    Ok(())
}

/// The places at which counters are seen, each with its hex.
fn counters<G: OnHexes>(shown: &Shown<G>, projector: &MapProjector<G>) -> Vec<(Hex, Rect)> {
    let of = |(hex, stack): &(Hex, Vec<G::Subject>)| {
        let hex = *hex;
        stack.iter().filter_map(|id| Some((hex, projector.counter(*id)?))).collect::<Vec<_>>()
    };
    shown.scene.stacks.iter().flat_map(of).collect()
}

/// True if a counter of another hex, fanned out or standing before it, covers the middle of a hex: a number there would be read as
/// one of the counter's.
fn is_covered(hex: Hex, at: Vec2, counters: &[(Hex, Rect)]) -> bool {
    counters.iter().any(|(of, place)| *of != hex && place.contains(at))
}

/// The present event, without its paragraph, and its place: eyes stay on the map while it is shown.
fn happening<G: OnHexes>(
    table: &Table<G>,
    shown: &Shown<G>,
    projector: &MapProjector<G>,
) -> Option<(Vec2, String)> {
    let beat = table.beat()?;
    let (about, text) = beat.sentences.iter().find_map(|one| Some((one.about?, &one.text)))?;
    // What happens to a hex is written over whoever lies there.
    let hex = || {
        let hex = G::hex_of(table.view(), about)?;
        let top = shown.scene.stack(hex).first().and_then(|top| projector.above(Target::Counter(*top)));
        top.or_else(|| projector.above(Target::Hex(hex)))
    };
    let at = projector.above(Target::Counter(about)).or_else(hex)?;
    Some((at, tabletop_shell::notes::shortened(&without_paragraphs::<G>(text), LONGEST)))
}

/// A short word in the middle of its hex.
fn number(painter: &Painter, at: Pos2, words: &str) {
    let font = FontId::proportional(NUMBER);
    for way in [vec2(1.0, 1.0), vec2(-1.0, 1.0), vec2(1.0, -1.0), vec2(-1.0, -1.0)] {
        let shade = Color32::from_black_alpha(190);
        painter.text(at + way, Align2::CENTER_CENTER, words, font.clone(), shade);
    }
    painter.text(at, Align2::CENTER_CENTER, words, font, Color32::WHITE);
}

/// A sentence in a box: above a counter, in the middle of a hex.
fn sentence(painter: &Painter, at: Pos2, words: &str, is_above: bool) {
    let galley = painter.layout_no_wrap(words.to_owned(), FontId::proportional(WORDS), Color32::WHITE);
    let size = galley.size() + vec2(12.0, 6.0);
    let middle = if is_above { at - vec2(0.0, size.y / 2.0 + 6.0) } else { at };
    let room = painter.clip_rect().shrink(4.0);
    let mut place = egui::Rect::from_center_size(middle, size);
    // Words at the edge of the map are moved in.
    let shift = |low: f32, high: f32, from: f32, to: f32| (from - low).max(0.0) - (high - to).max(0.0);
    let x = shift(place.left(), place.right(), room.left(), room.right());
    let y = shift(place.top(), place.bottom(), room.top(), room.bottom());
    place = place.translate(vec2(x, y));
    painter.rect_filled(place, CornerRadius::same(5), style::GROUND.gamma_multiply(0.93));
    painter.rect_stroke(
        place,
        CornerRadius::same(5),
        Stroke::new(1.0_f32, style::ACCENT),
        StrokeKind::Inside,
    );
    painter.galley(place.min + vec2(6.0, 3.0), galley, Color32::WHITE);
}
