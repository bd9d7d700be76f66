//! The legend, at the edge of the picture where it hides fewest models: what the shading and lines on it mean.

use bevy::ecs::change_detection::{DetectChanges, Tick};
use bevy::ecs::system::SystemParamItem;
use bevy::prelude::Res;
use bevy_egui::egui::{Align2, Color32, Context, CornerRadius, FontId, Id, Pos2, Rect, Vec2, vec2};

use super::overlay::{Audience, Overlay, OverlayFrame};
use super::overlay_painter::{OverlayPainter, PLATE, PaintedText};
use super::signs::{CARDS, PANELS};
use crate::game::engine::view::View;
use crate::rules::ids::Side;
use crate::ui::axes::place_in_scene;
use crate::ui::camera::Projector;
use crate::ui::session::open_game::OpenGame;
use crate::ui::session::shown_battle::ShownBattle;
use crate::ui::turn_flow::asked_areas::open_areas;

/// Side of a sample of shading, pixels.
const SQUARE: f32 = 14.0;

/// Width of a sample of a line, pixels.
const LINE_WIDTH: f32 = 40.0;

/// Height of a row, pixels.
const ROW: f32 = 20.0;

/// Paints a sample into a rectangle.
type PaintSample = Box<dyn Fn(&OverlayPainter, Rect) + Send + Sync>;

/// A row of the legend: a sample of what is drawn, and what it means.
pub(super) struct Row {
    sample: Option<(f32, PaintSample)>,
    text: String,
}

impl Row {
    /// A row without a sample.
    pub fn text(text: impl Into<String>) -> Self {
        Self { sample: None, text: text.into() }
    }

    /// A row with a square sample of some shading.
    pub fn shading(
        text: impl Into<String>,
        paint: impl Fn(&OverlayPainter, Rect) + Send + Sync + 'static,
    ) -> Self {
        Self { sample: Some((SQUARE, Box::new(paint))), text: text.into() }
    }

    /// A row with a sample of a line.
    pub fn line(
        text: impl Into<String>,
        paint: impl Fn(&OverlayPainter, Rect) + Send + Sync + 'static,
    ) -> Self {
        Self { sample: Some((LINE_WIDTH, Box::new(paint))), text: text.into() }
    }
}

/// The rows that all other overlays have added.
pub(super) struct Legend;

impl Overlay for Legend {
    const FOR: Audience = Audience::Players;
    type Inputs = (Res<'static, OpenGame>, Res<'static, ShownBattle>);

    fn paint(frame: &mut OverlayFrame, (opened, shown): &SystemParamItem<Self::Inputs>) {
        let rows = std::mem::take(frame.legend);
        let shown = (shown.view(opened), [opened.last_changed(), shown.last_changed()]);
        if let Some(at) = paint(&frame.painter, [frame.context, frame.panels], shown, &rows) {
            let words = rows.iter().map(|row| row.text.as_str()).collect::<Vec<_>>().join("; ");
            frame.signs.note(PaintedText { words, at });
        }
    }
}

/// The legend moves only where that uncovers all models, or so many more.
const MOVES_FOR: usize = 3;

/// A battle, and when it last changed.
type DatedView<'a> = (View<'a>, [Tick; 2]);

/// The place of the legend, by its index, and what it was chosen for. A draft that is dragged changes nothing of that.
#[derive(Clone, PartialEq)]
struct Placed {
    size: Vec2,
    clip: Rect,
    projector: Projector,
    battle: [Tick; 2],
    others: Vec<Rect>,
    place: usize,
}

/// Place of the legend, where it covers nothing else that is open, and fewest models; it stays there until another place is clearly better.
fn free_place(
    painter: &OverlayPainter,
    [context, panels]: [&Context; 2],
    (view, battle): DatedView,
    size: Vec2,
) -> Pos2 {
    let clip = painter.egui.clip_rect();
    let others = [open_areas(context, &CARDS), open_areas(panels, &PANELS)].concat();
    let memory = Id::new("place of the legend");
    let last = context.data(|data| data.get_temp::<Placed>(memory));
    let here = last.as_ref().map(|last| last.place);
    let placed =
        |place| Placed { size, clip, projector: *painter.projector, battle, others: others.clone(), place };
    let places = places(clip, size);
    if let Some(place) = here.filter(|place| last == Some(placed(*place))) {
        return places[place].min;
    }
    let models = Side::BOTH.into_iter().flat_map(|side| view.standing_of(side));
    let seen: Vec<Pos2> = models.filter_map(|model| painter.scene(place_in_scene(model.pose.at))).collect();
    let cost: Vec<usize> = places.iter().map(|plate| cost(*plate, &seen, &others)).collect();
    let best = (0..places.len()).min_by_key(|place| cost[*place]).unwrap_or(0);
    let here = here.unwrap_or(best);
    let is_better = cost[best] + MOVES_FOR <= cost[here] || (cost[best] == 0 && cost[here] > 0);
    let chosen = if is_better { best } else { here };
    context.data_mut(|data| data.insert_temp(memory, placed(chosen)));
    places[chosen].min
}

/// Along the edges of the picture: corners first, then between them.
fn places(clip: Rect, size: Vec2) -> Vec<Rect> {
    // Below there is the text about the ground.
    let room = clip.shrink(8.0).with_max_y(clip.bottom() - 42.0);
    let free = (room.size() - size).max(Vec2::ZERO);
    let shares =
        [(0.0, 0.0), (1.0, 0.0), (0.0, 1.0), (1.0, 1.0), (0.0, 0.5), (1.0, 0.5), (0.5, 0.0), (0.5, 1.0)];
    let between = [(0.0, 0.25), (1.0, 0.25), (0.0, 0.75), (1.0, 0.75)];
    let all = shares.into_iter().chain(between);
    all.map(|(x, y)| Rect::from_min_size(room.min + vec2(x * free.x, y * free.y), size)).collect()
}

/// Number of models that a plate covers; anything else that is open counts for more than all of them.
fn cost(plate: Rect, models: &[Pos2], others: &[Rect]) -> usize {
    // A tag stands over its unit.
    let around = plate.expand2(vec2(10.0, 6.0)).with_max_y(plate.bottom() + 30.0);
    let covered = models.iter().filter(|at| around.contains(**at)).count();
    covered + others.iter().filter(|other| plate.intersects(**other)).count() * (models.len() + 1)
}

/// Paints the rows; returns the plate, if there are any.
fn paint(painter: &OverlayPainter, contexts: [&Context; 2], shown: DatedView, rows: &[Row]) -> Option<Rect> {
    if rows.is_empty() {
        return None;
    }
    let font = FontId::proportional(12.5);
    let texts: Vec<_> = rows
        .iter()
        .map(|row| painter.egui.layout_no_wrap(row.text.clone(), font.clone(), Color32::WHITE))
        .collect();
    let widest_text = texts.iter().map(|text| text.size().x).fold(0.0, f32::max);
    let width = |row: &Row| row.sample.as_ref().map_or(0.0, |(width, _)| *width);
    let widest_sample = rows.iter().map(width).fold(0.0, f32::max);
    let size = vec2(widest_text + widest_sample + 24.0, ROW * rows.len() as f32 + 8.0);
    let corner = free_place(painter, contexts, shown, size);
    let plate = Rect::from_min_size(corner, size);
    painter.egui.rect_filled(plate, CornerRadius::same(5), PLATE);
    for (index, (row, text)) in rows.iter().zip(texts).enumerate() {
        let start = corner + vec2(8.0, 4.0 + ROW * index as f32);
        let mut indent = 0.0;
        if let Some((width, paint_sample)) = &row.sample {
            let top = start + vec2(0.0, (ROW - SQUARE) / 2.0);
            paint_sample(painter, Rect::from_min_size(top, vec2(*width, SQUARE)));
            indent = widest_sample + 8.0;
        }
        let middle = start + vec2(indent, ROW / 2.0);
        let at = Align2::LEFT_CENTER.anchor_size(middle, text.size()).min;
        painter.egui.galley(at, text, Color32::WHITE);
    }
    Some(plate)
}

#[cfg(test)]
mod tests {
    use bevy_egui::egui::pos2;

    use super::*;

    /// Men in all four corners, as when two sides stand ready: the legend goes between them; it covers no question.
    #[test]
    fn the_legend_goes_where_nobody_stands() {
        let clip = Rect::from_min_max(pos2(0.0, 50.0), pos2(630.0, 490.0));
        let size = vec2(300.0, 128.0);
        let row = |x: f32, y: f32| (0..10).map(move |index| pos2(x + 14.0 * index as f32, y));
        let models: Vec<Pos2> = [(150.0, 120.0), (420.0, 120.0), (150.0, 440.0), (420.0, 440.0)]
            .into_iter()
            .flat_map(|(x, y)| row(x, y))
            .collect();
        let places = places(clip, size);
        assert!(places.iter().all(|place| clip.contains_rect(*place)), "{places:?}");
        let free: Vec<usize> = places.iter().map(|place| cost(*place, &models, &[])).collect();
        assert!(free[..4].iter().all(|covered| *covered >= 10) && free.contains(&0), "{free:?}");
        let question = Rect::from_min_size(pos2(0.0, 200.0), vec2(200.0, 100.0));
        let asked: Vec<usize> = places.iter().map(|place| cost(*place, &models, &[question])).collect();
        let best = (0..places.len()).min_by_key(|place| asked[*place]).unwrap();
        assert!(!places[best].intersects(question) && asked[best] == 0, "{asked:?}");
    }
}
