//! Beside thrown dice: what they are rolled for, and how many succeed, after the throws of the same chain that were read before.
//!
//! It covers no dice, no signs that were painted before, and nothing that lies over the table.

use bevy::ecs::system::SystemParamItem;
use bevy::math::Vec3;
use bevy_egui::egui::text::{LayoutJob, TextFormat};
use bevy_egui::egui::{Align, Color32, CornerRadius, FontId, Pos2, Rect, Stroke, StrokeKind, vec2};

use super::overlay::{Overlay, OverlayFrame};
use super::overlay_painter::{PLATE, PaintedText};
use super::signs::{Usual, place_somewhere};
use super::{caption, subtitle};
use crate::game::engine::view::ModelView;
use crate::rules::ids::Side;
use crate::ui::axes;
use crate::ui::camera::viewport::WindowLayout;
use crate::ui::dice::{DiceThrow, SeenThrow};
use crate::ui::frame::inputs::inputs;
use crate::ui::frame::paint_layers::PaintLayers;
use crate::ui::looks::side_look;
use crate::ui::playback::Playback;
use crate::ui::playback::subtitle::Subtitle;
use crate::ui::playback::throw_plan::{Part, chain_parts};
use crate::ui::session::open_game::OpenGame;
use crate::ui::session::shown_battle::ShownBattle;

inputs! {
    /// Inputs of the text at dice.
    pub(super) struct Inputs {
        pub(super) thrown: DiceThrow, pub(super) opened: OpenGame, subtitle: Subtitle, pub(super) layout: WindowLayout,
        playback: Playback, layers: PaintLayers, shown: ShownBattle,
    }
}

impl Inputs<'_> {
    /// Areas over the picture: the line at its foot, a caption, cards and questions.
    pub(super) fn covers(&self, frame: &OverlayFrame) -> Vec<Rect> {
        let egui = frame.painter.egui;
        let mut covers: Vec<Rect> = subtitle::plate(egui, &self.subtitle, *self.layout).into_iter().collect();
        if let Some((shown, _)) = self.playback.caption().filter(|_| *self.layout != WindowLayout::Show) {
            covers.push(caption::plate(egui, shown));
        }
        covers.extend(self.layers.areas_over_table());
        covers
    }

    /// Whether units go by their names alone: in a show no tag has an id.
    pub(super) fn is_show(&self) -> bool {
        *self.layout == WindowLayout::Show
    }

    /// Whether a show announces fire: dice that still lie there are of the one before.
    fn announces_other_fire(&self) -> bool {
        let aims = self.subtitle.0.as_ref().is_some_and(|line| line.arrow.is_some());
        *self.layout == WindowLayout::Show && aims && !self.playback.runs()
    }

    /// Scale of the text against its size beside panels: a show has all of the window.
    pub(super) fn scale(&self, frame: &OverlayFrame) -> f32 {
        let height = frame.painter.egui.clip_rect().height();
        match *self.layout {
            WindowLayout::Show => (height / SHOW_HEIGHT).clamp(0.7, 2.4) * 1.15,
            WindowLayout::WithPanels | WindowLayout::TableOnly => (height / SHOW_HEIGHT).clamp(1.0, 1.6),
        }
    }
}

/// The height of a picture for which the sizes of the text are meant, pixels.
const SHOW_HEIGHT: f32 = 800.0;

/// Sizes of the text: the throw that is seen, and those before it.
const NOW_SIZE: f32 = 16.0;
const EARLIER_SIZE: f32 = 13.0;
const FAINT: Color32 = Color32::from_rgb(186, 194, 205);

/// The label of the throw that is seen.
pub(super) struct DiceCounts;

impl Overlay for DiceCounts {
    type Inputs = Inputs<'static>;

    fn is_shown(inputs: &SystemParamItem<Self::Inputs>) -> bool {
        inputs.thrown.seen().is_some_and(|seen| !seen.volley.is_decisive()) && !inputs.announces_other_fire()
    }

    fn paint(frame: &mut OverlayFrame, inputs: &SystemParamItem<Self::Inputs>) {
        let Some(seen) = inputs.thrown.seen() else { return };
        let dice = dice_rects(frame, &seen);
        let Some(around) = dice.iter().copied().reduce(Rect::union) else { return };
        let egui = frame.painter.egui;
        let scale = inputs.scale(frame);
        let room = egui.clip_rect().shrink(4.0);
        if !room.intersects(around) {
            // The player looks elsewhere.
            return;
        }
        let text = egui.layout_job(job(&seen, scale, room.width() * 0.7));
        let padding = vec2(9.0, 5.0) * scale;
        let size = text.size() + 2.0 * padding;
        let mut taken = inputs.covers(frame);
        taken.extend(dice.iter().map(|die| die.expand(2.0)));
        taken.extend(frame.signs.taken_besides(None));
        taken.extend(models(frame, inputs));
        let plate = place_somewhere(around, size, Usual::Below, room, &taken);
        // Tags and other signs lie clear of the dice and of this.
        dice.into_iter().for_each(|die| frame.signs.keep_clear(die));
        frame.signs.note(PaintedText { words: text.text().to_owned(), at: plate });
        let ink = seen.volley.roller().map_or(FAINT, |by| side_look::ink(by.side));
        egui.rect_filled(plate, CornerRadius::same(5), PLATE);
        egui.rect_stroke(plate, CornerRadius::same(5), Stroke::new(1.4 * scale, ink), StrokeKind::Inside);
        egui.galley(plate.min + padding, text, Color32::WHITE);
    }
}

/// Areas of the picture where the dice of a throw come to lie.
fn dice_rects(frame: &OverlayFrame, seen: &SeenThrow) -> Vec<Rect> {
    let rect = |corners: [Vec3; 8]| {
        let pixels: Option<Vec<Pos2>> =
            corners.into_iter().map(|corner| frame.painter.scene(corner)).collect();
        Some(Rect::from_points(&pixels?))
    };
    seen.thrown.at_rest().filter_map(rect).collect()
}

/// The models in the picture, from their feet to their heads.
fn models(frame: &OverlayFrame, inputs: &Inputs) -> Vec<Rect> {
    let view = inputs.shown.view(&inputs.opened);
    rects(frame, Side::BOTH.into_iter().flat_map(|side| view.standing_of(side)))
}

/// The models of the unit whose dice are seen.
pub(super) fn own_models(frame: &OverlayFrame, inputs: &Inputs) -> Vec<Rect> {
    let view = inputs.shown.view(&inputs.opened);
    let roller = inputs.thrown.seen().and_then(|seen| seen.volley.roller()?.subject);
    roller.map_or_else(Vec::new, |roller| rects(frame, view.standing(roller.unit())))
}

fn rects<'a>(frame: &OverlayFrame, models: impl Iterator<Item = ModelView<'a>>) -> Vec<Rect> {
    let painter = &frame.painter;
    let rect = |model: ModelView| {
        let (foot, base) = (axes::place_in_scene(model.pose.at), model.card.base);
        let head = foot + Vec3::Y * base.height.inches() as f32;
        let [low, high, side] =
            [foot, head, foot + painter.right * base.radius() as f32].map(|at| painter.scene(at));
        let (low, high) = (low?, high?);
        Some(Rect::from_two_pos(low, high).expand(low.distance(side?)))
    };
    models.filter_map(rect).collect()
}

/// Such as "to hit 5 of 12 › Armour saves: 3 of 5  needs 4+".
fn job(seen: &SeenThrow, scale: f32, wrap: f32) -> LayoutJob {
    let format = |size: f32, color: Color32| TextFormat {
        font_id: FontId::proportional(size * scale),
        color,
        valign: Align::Center,
        ..TextFormat::default()
    };
    let mut job = LayoutJob::default();
    job.wrap.max_width = wrap;
    for part in chain_parts(&seen.chain, seen.lies()) {
        match part {
            Part::Earlier(text) => job.append(&format!("{text} › "), 0.0, format(EARLIER_SIZE, FAINT)),
            Part::Now(text) => job.append(&text, 0.0, format(NOW_SIZE, Color32::WHITE)),
            Part::Needs(text) => job.append(&text, 8.0 * scale, format(EARLIER_SIZE, FAINT)),
        }
    }
    job
}

#[cfg(test)]
mod tests {
    use bevy_egui::egui::{Vec2, pos2};
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    use super::*;

    /// In windows of any size, with dice anywhere, tags all over and panels open: a label lies in the picture, and over nothing.
    #[test]
    fn a_label_covers_neither_dice_nor_tags_nor_panels() {
        let mut moved = 0;
        for seed in 0..400 {
            let mut rng = ChaCha8Rng::seed_from_u64(seed);
            let window = vec2(rng.random_range(630.0..3500.0), rng.random_range(440.0..2000.0));
            let room = Rect::from_min_size(pos2(0.0, 52.0), window).shrink(4.0);
            let mut somewhere = |size: Vec2| {
                let spare = room.size() - size;
                let share = vec2(rng.random_range(0.0..1.0), rng.random_range(0.0..1.0));
                Rect::from_min_size(room.min + spare * share, size)
            };
            let around = somewhere(vec2(120.0, 80.0));
            let dice: Vec<Rect> = (0..12)
                .map(|die| {
                    let at = around.min + vec2((die % 4) as f32 * 31.0, (die / 4) as f32 * 28.0);
                    Rect::from_min_size(at, vec2(22.0, 22.0))
                })
                .collect();
            let mut taken: Vec<Rect> = (0..14).map(|_| somewhere(vec2(90.0, 20.0))).collect();
            taken.push(somewhere(vec2(300.0, 160.0)));
            taken.extend(dice);
            let plate = place_somewhere(around, vec2(250.0, 28.0), Usual::Below, room, &taken);
            assert!(room.expand(0.01).contains_rect(plate), "{seed}: {plate} leaves {room}");
            for other in &taken {
                let both = other.intersect(plate);
                assert!(!both.is_positive(), "{seed}: {plate} covers {other}");
            }
            let gap = (plate.center().y - around.bottom() - 14.0).abs();
            moved += usize::from(gap > 6.0);
        }
        assert!((20..400).contains(&moved), "it has to make way now and then: {moved}");
    }
}
