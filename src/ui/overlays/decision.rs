//! Few dice that decide by themselves, large in the middle of the picture: what is needed above them, and what comes of it
//! below once they lie.
//!
//! They are painted, so that they are sharp, in light and over everything at every level of the picture's quality.

use std::sync::Arc;

use bevy::ecs::system::SystemParamItem;
use bevy::math::{Quat, Vec3};
use bevy::prelude::Transform;
use bevy_egui::egui::{
    Color32, CornerRadius, FontId, Galley, Mesh, Painter, Pos2, Rect, Shape, Stroke, StrokeKind, Vec2, pos2,
    vec2,
};

use super::dice_counts::{Inputs, own_models};
use super::overlay::{Overlay, OverlayFrame};
use super::show_score::SCORE;
use super::signs::{Usual, place_somewhere};
use crate::game::narration::names::{Ids, parts};
use crate::rules::ids::Side;
use crate::ui::dice::{DiceThrow, FacetOf, SeenThrow, die_facets};
use crate::ui::looks::side_look;
use crate::ui::playback::throw_plan::{Decision, decision};

/// The dice and what is said about them.
pub(super) struct DecisionOverlay;

/// The edge of a die, as a share of the picture's height; pixels at least and at most.
const EDGE_SHARE: f32 = 0.105;
const EDGE: [f32; 2] = [46.0, 150.0];
/// The height of the felt that they lie on, in edges, and how much wider it is than they.
const FELT: f32 = 2.15;
const BESIDE: f32 = 1.5;
/// Sizes of the text.
const WHO_SIZE: f32 = 14.0;
const TEXT_SIZE: f32 = 21.0;

const PLATE: Color32 = Color32::from_rgb(13, 15, 19);
const FELT_INK: Color32 = Color32::from_rgb(27, 33, 36);
const WELL: Color32 = Color32::from_rgb(126, 214, 122);
const BADLY: Color32 = Color32::from_rgb(240, 112, 96);

/// Pitch of the view of the dice, radians, and its distance, in edges.
const PITCH: f32 = 1.08;
const DISTANCE: f32 = 11.0;
/// Toward the lamp.
const LAMP: Vec3 = Vec3::new(-0.42, 0.78, 0.46);

impl Overlay for DecisionOverlay {
    type Inputs = Inputs<'static>;

    fn is_shown(inputs: &SystemParamItem<Self::Inputs>) -> bool {
        is_decision(&inputs.thrown)
    }

    fn paint(frame: &mut OverlayFrame, inputs: &SystemParamItem<Self::Inputs>) {
        let Some(seen) = inputs.thrown.seen() else { return };
        let mut said = decision(inputs.opened.game.setup(), seen.volley);
        if inputs.is_show() {
            let parts = parts(inputs.opened.game.setup(), &said.who, Ids::Hidden);
            said.who = parts.into_iter().map(|part| part.text).collect();
        }
        let scale = inputs.scale(frame);
        let egui = frame.painter.egui.clone();
        let card = Card::of(&egui, &said, &seen, scale);
        let room = egui.clip_rect().shrink(6.0);
        let middle = Rect::from_center_size(room.center(), Vec2::ZERO);
        let mut covers = inputs.covers(frame);
        covers.extend(frame.signs.place_of(SCORE));
        // Whoever tests is seen beside the dice.
        covers.extend(own_models(frame, inputs).into_iter().filter(|man| room.intersects(*man)));
        let plate = in_the_middle(middle, card.size, room, &covers);
        card.paint(&egui, plate, &said, &seen);
    }
}

fn is_decision(thrown: &DiceThrow) -> bool {
    thrown.seen().is_some_and(|seen| seen.volley.is_decisive())
}

/// In the middle of the picture, or as near to it as it covers nothing.
fn in_the_middle(middle: Rect, size: Vec2, room: Rect, covers: &[Rect]) -> Rect {
    let there = Rect::from_center_size(middle.center(), size);
    let is_free = covers.iter().all(|cover| !cover.intersects(there));
    if is_free && room.contains_rect(there) {
        there
    } else {
        place_somewhere(middle, size, Usual::On, room, covers)
    }
}

/// Card as painted, laid out.
struct Card {
    size: Vec2,
    /// Of a die, pixels.
    edge: f32,
    /// The picture of the dice once they lie, from where the middle of their tray is.
    lie: Rect,
    scale: f32,
    who: Arc<Galley>,
    needed: Arc<Galley>,
    outcome: Arc<Galley>,
}

impl Card {
    fn of(egui: &Painter, said: &Decision, seen: &SeenThrow, scale: f32) -> Self {
        let room = egui.clip_rect();
        let edge = (room.height() * EDGE_SHARE).clamp(EDGE[0], EDGE[1]);
        let wrap = (room.width() * 0.8).max(160.0);
        let text = |text: &str, size: f32, ink: Color32| {
            egui.layout(text.to_owned(), FontId::proportional(size * scale), ink, wrap)
        };
        let side = seen.volley.roller().map_or(Side::A, |by| by.side);
        let who = text(&said.who, WHO_SIZE, side_look::light_ink(side));
        let needed = text(&said.needed, TEXT_SIZE, Color32::WHITE);
        let ink = match said.passed {
            Some(true) => WELL,
            Some(false) => BADLY,
            None => Color32::WHITE,
        };
        let outcome = text(&said.outcome, TEXT_SIZE, ink);
        let lie = pixels_of(seen.thrown.at_rest().flatten(), edge);
        let dice = ((seen.thrown.width() + BESIDE) * edge).max(lie.width() + 0.6 * edge);
        let width = [who.size().x, needed.size().x, outcome.size().x, dice].into_iter().fold(0.0, f32::max);
        let height = who.size().y + needed.size().y + outcome.size().y + felt_height(lie, edge);
        let size = vec2(width, height) + vec2(36.0, 34.0) * scale;
        Self { size, edge, lie, scale, who, needed, outcome }
    }

    fn paint(&self, egui: &Painter, plate: Rect, said: &Decision, seen: &SeenThrow) {
        let scale = self.scale;
        let side = seen.volley.roller().map_or(Side::A, |by| by.side);
        let round = CornerRadius::same((9.0 * scale) as u8);
        egui.rect_filled(plate, round, PLATE);
        let rim = match said.passed.filter(|_| seen.lies()) {
            Some(true) => WELL,
            Some(false) => BADLY,
            None => side_look::ink(side),
        };
        egui.rect_stroke(plate, round, Stroke::new(2.0 * scale, rim), StrokeKind::Inside);
        let centre = plate.center().x;
        let mut y = plate.top() + 9.0 * scale;
        for line in [&self.who, &self.needed] {
            egui.galley(pos2(centre - line.size().x / 2.0, y), Arc::clone(line), Color32::WHITE);
            y += line.size().y;
        }
        let top = y + 7.0 * scale;
        let felt = Rect::from_min_size(
            pos2(plate.left() + 12.0 * scale, top),
            vec2(plate.width() - 24.0 * scale, felt_height(self.lie, self.edge)),
        );
        egui.rect_filled(felt, round, FELT_INK);
        // As in a tray: in flight, too, they lie over no words.
        let inside = egui.with_clip_rect(felt.intersect(egui.clip_rect()));
        // Wherever in their tray they come to lie, they are seen whole.
        let middle = felt.center() - self.lie.center().to_vec2();
        DicePainter { egui: &inside, middle, edge: self.edge }.paint(seen);
        if seen.lies() {
            let at = pos2(centre - self.outcome.size().x / 2.0, felt.bottom() + 6.0 * scale);
            egui.galley(at, Arc::clone(&self.outcome), Color32::WHITE);
        }
    }
}

/// The height of the felt: dice that lie far apart need more of it.
fn felt_height(lie: Rect, edge: f32) -> f32 {
    (FELT * edge).max(lie.height() + 0.4 * edge)
}

/// The picture of some points from where the middle of the tray is, with dice of so many pixels.
fn pixels_of(points: impl Iterator<Item = Vec3>, edge: f32) -> Rect {
    let pixels: Vec<Pos2> = points.map(|at| pixel(Pos2::ZERO, edge, at)).collect();
    if pixels.is_empty() {
        Rect::from_center_size(Pos2::ZERO, Vec2::ZERO)
    } else {
        Rect::from_points(&pixels)
    }
}

/// From the axes of the scene to those of the lens: x to the right, y up, z toward the viewer.
fn turned(at: Vec3) -> Vec3 {
    Quat::from_rotation_x(PITCH) * at
}

/// The pixel of a point, with the middle of the tray at one and dice of so many pixels.
fn pixel(middle: Pos2, edge: f32, at: Vec3) -> Pos2 {
    let seen = turned(at);
    let nearer = DISTANCE / (DISTANCE - seen.z).max(1.0);
    middle + vec2(seen.x, -seen.y) * edge * nearer
}

/// Paints dice as a lens sees them from above, at a slant.
struct DicePainter<'a> {
    egui: &'a Painter,
    /// The pixel of the middle of the felt.
    middle: Pos2,
    /// Pixels of an edge there.
    edge: f32,
}

impl DicePainter<'_> {
    fn paint(&self, seen: &SeenThrow) {
        let mut dice: Vec<(Transform, Color32)> = seen
            .dice()
            .zip(&seen.volley.dice)
            .map(|((at, met), die)| {
                let ink = side_look::ink(die.roll.by.side);
                let is_dim = seen.lies() && met == Some(false) && seen.volley.successes() != Some(0);
                (at, if is_dim { ink.lerp_to_gamma(Color32::from_rgb(60, 62, 66), 0.7) } else { ink })
            })
            .collect();
        // The farthest first.
        let depth = |die: &(Transform, Color32)| turned(die.0.translation).z;
        dice.sort_by(|a, b| depth(a).total_cmp(&depth(b)));
        for (at, _) in &dice {
            self.shadow(at.translation);
        }
        for (at, ink) in dice {
            self.die(at, ink);
        }
    }

    fn pixel(&self, at: Vec3) -> Pos2 {
        pixel(self.middle, self.edge, at)
    }

    /// Soft, under the die.
    fn shadow(&self, at: Vec3) {
        let height = (at.y - 0.5).max(0.0);
        let radius = 0.78 + 0.12 * height;
        let dark = (150.0 / (1.0 + height)) as u8;
        let under = Vec3::new(at.x, 0.0, at.z);
        let mut mesh = Mesh::default();
        mesh.colored_vertex(self.pixel(under), Color32::from_black_alpha(dark));
        let count = 28_u32;
        for corner in 0..count {
            let angle = std::f32::consts::TAU * corner as f32 / count as f32;
            let (sine, cosine) = (bevy::math::ops::sin(angle), bevy::math::ops::cos(angle));
            let rim = under + Vec3::new(cosine, 0.0, sine) * radius;
            mesh.colored_vertex(self.pixel(rim), Color32::TRANSPARENT);
            mesh.add_triangle(0, 1 + corner, 1 + (corner + 1) % count);
        }
        self.egui.add(Shape::mesh(mesh));
    }

    fn die(&self, at: Transform, ink: Color32) {
        let facets = die_facets();
        let place = |corner: &Vec3| at.transform_point(*corner);
        let pixels: Vec<Pos2> =
            facets.iter().flat_map(|facet| &facet.corners).map(|corner| self.pixel(place(corner))).collect();
        // Its outline is smooth, and hides the seams between its facets.
        self.egui.add(Shape::convex_polygon(
            hull(pixels),
            shaded(ink, 0.55),
            Stroke::new(1.6_f32, shaded(ink, 0.35)),
        ));
        let eye = Quat::from_rotation_x(-PITCH) * Vec3::Z * DISTANCE;
        for facet in &facets {
            let (first, normal) = (place(&facet.corners[0]), at.rotation * facet.normal);
            if normal.dot(eye - first) <= 0.0 {
                continue;
            }
            let corners: Vec<Pos2> = facet.corners.iter().map(|corner| self.pixel(place(corner))).collect();
            match facet.of {
                FacetOf::Body => {
                    let colour = shaded(ink, light(normal));
                    let mut mesh = Mesh::default();
                    for corner in &corners {
                        mesh.colored_vertex(*corner, colour);
                    }
                    for next in 2..corners.len() as u32 {
                        mesh.add_triangle(0, next - 1, next);
                    }
                    self.egui.add(Shape::mesh(mesh));
                }
                FacetOf::Pip => {
                    let colour = shaded(Color32::from_rgb(250, 248, 240), light(normal).max(0.8));
                    self.egui.add(Shape::convex_polygon(corners, colour, Stroke::NONE));
                }
            }
        }
    }
}

/// Brightness of a surface with this normal.
fn light(normal: Vec3) -> f32 {
    0.46 + 0.68 * normal.dot(LAMP.normalize()).max(0.0)
}

/// A colour in a light; more than all of it turns it white.
fn shaded(ink: Color32, light: f32) -> Color32 {
    let [r, g, b, _] = ink.to_array();
    let one = |value: u8| {
        let value = f32::from(value) * light;
        (value + (light - 1.0).max(0.0) * (255.0 - value)).clamp(0.0, 255.0) as u8
    };
    Color32::from_rgb(one(r), one(g), one(b))
}

/// The convex outline of some points.
fn hull(mut points: Vec<Pos2>) -> Vec<Pos2> {
    points.sort_by(|a, b| a.x.total_cmp(&b.x).then(a.y.total_cmp(&b.y)));
    let turns = |a: Pos2, b: Pos2, c: Pos2| (b - a).x * (c - a).y - (b - a).y * (c - a).x;
    let half = |points: &mut dyn Iterator<Item = Pos2>| {
        let mut chain: Vec<Pos2> = Vec::new();
        for point in points {
            while let [.., a, b] = chain[..]
                && turns(a, b, point) <= 0.0
            {
                chain.pop();
            }
            chain.push(point);
        }
        chain.pop();
        chain
    };
    let mut outline = half(&mut points.iter().copied());
    outline.extend(half(&mut points.iter().rev().copied()));
    outline
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_outline_holds_all_points() {
        let points: Vec<Pos2> = (0..40)
            .map(|index| {
                let angle = index as f32 * 2.4;
                pos2(angle.cos(), angle.sin()) * (1.0 + (index % 5) as f32)
            })
            .collect();
        let outline = hull(points.clone());
        assert!((3..=12).contains(&outline.len()), "{outline:?}");
        for (from, to) in outline.iter().zip(outline.iter().cycle().skip(1)) {
            for point in &points {
                let turn = (*to - *from).x * (*point - *from).y - (*to - *from).y * (*point - *from).x;
                assert!(turn > -1e-3, "{point} lies outside {from} {to}");
            }
        }
    }

    /// Dice that come to lie at the rim of their tray are on the felt whole.
    #[test]
    fn dice_lie_on_the_felt_whole() {
        let cube = |x: f32, z: f32| {
            let corners =
                [-0.5_f32, 0.5].into_iter().flat_map(move |dx| [-0.5_f32, 0.5].map(move |dz| (dx, dz)));
            corners.flat_map(move |(dx, dz)| [0.0, 1.0].map(move |y| Vec3::new(x + dx, y, z + dz)))
        };
        for places in [[(0.0, 0.0), (1.2, 0.0)], [(-1.6, 1.5), (1.6, -1.5)], [(0.0, 1.9), (0.0, 0.4)]] {
            let edge = 60.0;
            let lie = pixels_of(places.into_iter().flat_map(|(x, z)| cube(x, z)), edge);
            let felt = Rect::from_center_size(
                pos2(400.0, 300.0),
                vec2(lie.width() + 0.6 * edge, felt_height(lie, edge)),
            );
            let middle = felt.center() - lie.center().to_vec2();
            for corner in places.into_iter().flat_map(|(x, z)| cube(x, z)) {
                assert!(felt.contains(pixel(middle, edge, corner)), "{places:?}: {corner}");
            }
        }
    }

    /// In the middle, unless a question lies there: then beside it, in the picture.
    #[test]
    fn it_makes_way_for_a_question() {
        let room = Rect::from_min_max(pos2(0.0, 52.0), pos2(1110.0, 760.0));
        let middle = Rect::from_center_size(room.center(), Vec2::ZERO);
        let size = vec2(300.0, 250.0);
        let free = in_the_middle(middle, size, room, &[]);
        assert_eq!(free.center(), room.center());
        let question = Rect::from_min_size(pos2(300.0, 60.0), vec2(500.0, 300.0));
        let beside = in_the_middle(middle, size, room, &[question]);
        assert!(room.contains_rect(beside) && !beside.intersects(question), "{beside}");
    }
}
