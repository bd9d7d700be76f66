//! Signs: whatever is written over the table, such as tags, names and lengths.
//!
//! No sign covers another. Overlays only ask for their signs while they paint; when all have, one routine gives each its
//! place, the most important first, and paints them over all lines. Where there is no room a sign is shortened, else left out.

mod face;
mod placement;

use std::collections::BTreeMap;

use bevy_egui::egui::{Color32, Pos2, Rect, Stroke, Vec2};

pub(super) use face::Face;
pub(super) use placement::{Covered, FAR_PX, Usual, place_somewhere, unfold};

use super::overlay_painter::{OverlayPainter, PaintedText};
use crate::rules::ids::UnitId;
use crate::ui::turn_flow::asked_areas::DICE;
use placement::{Over, Request, hides_anybody, is_taken, line_to, place};

/// From the rim of the picture to the nearest sign, pixels.
const MARGIN_PX: f32 = 4.0;

/// The cards that lie over the table, and the panels that do.
pub(super) const CARDS: [&str; 3] = ["fall back", "sight", "combat"];
pub(super) const PANELS: [&str; 1] = [DICE];

/// Importance of a sign. The most important has its place first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Rank {
    /// Signs of one spot that do not change: losses, objectives.
    Fixed,
    /// Signs about the order that a player gives.
    Order,
    /// The tag of the unit that is looked at.
    Selected,
    /// Those of other units.
    Tag,
    /// The answer to what a player asked.
    Answer,
    /// Signs that explain a part of it.
    Detail,
}

/// A sign that is wanted.
pub(super) struct Sign {
    rank: Rank,
    /// Its subject in the picture.
    around: Rect,
    /// Men that it hides only if it must.
    own: Vec<Rect>,
    usual: Usual,
    /// Reach from its subject, pixels.
    reach: f32,
    /// Ways to write it, the longest first.
    faces: Vec<Face>,
    /// End of the line that leads to its subject if the sign does not lie beside that, and its colour.
    line: Option<(Pos2, Color32)>,
    tag_of: Option<UnitId>,
    name: Option<&'static str>,
}

impl Sign {
    /// A sign about a part of the picture.
    pub fn about(around: Rect, usual: Usual, face: Face) -> Self {
        let faces = vec![face];
        let (rank, reach) = (Rank::Answer, FAR_PX);
        Self { rank, around, own: Vec::new(), usual, reach, faces, line: None, tag_of: None, name: None }
    }

    /// A sign about a mark of so many pixels around a point.
    pub fn at(point: Pos2, radius: f32, usual: Usual, face: Face) -> Self {
        Self::about(Rect::from_center_size(point, Vec2::splat(2.0 * radius)), usual, face)
    }

    pub fn rank(self, rank: Rank) -> Self {
        Self { rank, ..self }
    }

    /// It is left out rather than so far away.
    pub fn within(self, reach: f32) -> Self {
        Self { reach, ..self }
    }

    /// It is shown wherever there is room.
    pub fn anywhere(self) -> Self {
        self.within(f32::INFINITY)
    }

    /// Adds a shorter form for places without more room.
    pub fn or(mut self, shorter: Face) -> Self {
        self.faces.push(shorter);
        self
    }

    /// A line leads from it to a point.
    pub fn with_line(self, to: Pos2, ink: Color32) -> Self {
        Self { line: Some((to, ink)), ..self }
    }

    /// It is the tag of a unit with these men.
    pub fn tag_of(self, unit: UnitId, men: Vec<Rect>) -> Self {
        Self { tag_of: Some(unit), own: men, ..self }
    }

    /// The place that it gets can be asked for by a name.
    pub fn named(self, name: &'static str) -> Self {
        Self { name: Some(name), ..self }
    }
}

/// The signs of a frame.
#[derive(Default)]
pub(super) struct SignBoard {
    wanted: Vec<Sign>,
    /// Models that signs hide only if they must.
    models: Vec<Rect>,
    taken: Vec<Rect>,
    tags: BTreeMap<UnitId, Rect>,
    /// Areas of tags, unfolded ones as well, in the order in which they are painted.
    handles: Vec<(UnitId, Rect)>,
    named: BTreeMap<&'static str, Rect>,
    painted: Vec<PaintedText>,
}

impl SignBoard {
    /// Begins a frame.
    pub fn clear(&mut self) {
        *self = Self::default();
    }

    /// Asks for a sign.
    pub fn add(&mut self, sign: Sign) {
        self.wanted.push(sign);
    }

    /// Names what signs should not hide.
    pub fn spare(&mut self, models: impl IntoIterator<Item = Rect>) {
        self.models.extend(models);
    }

    /// Keeps signs away from what is painted already.
    pub fn keep_clear(&mut self, rect: Rect) {
        self.taken.push(rect);
    }

    /// Notes a text that an overlay has painted itself: no sign covers it.
    pub fn note(&mut self, painted: PaintedText) {
        self.taken.push(painted.at);
        self.painted.push(painted);
    }

    /// Notes what an overlay has painted itself, by a name.
    pub fn note_named(&mut self, name: &'static str, painted: PaintedText) {
        self.named.insert(name, painted.at);
        self.note(painted);
    }

    /// Area of a unit's tag.
    pub fn tag(&self, unit: UnitId) -> Option<Rect> {
        self.tags.get(&unit).copied()
    }

    /// Notes where a tag lies that an overlay paints itself.
    pub fn note_handle(&mut self, unit: UnitId, rect: Rect) {
        self.handles.push((unit, rect));
    }

    /// All places where tags lie, those over others last.
    pub fn handles(&self) -> &[(UnitId, Rect)] {
        &self.handles
    }

    /// Area of the sign with this name.
    pub fn place_of(&self, name: &str) -> Option<Rect> {
        self.named.get(name).copied()
    }

    /// Everything that signs lie clear of, without one rectangle.
    pub fn taken_besides(&self, own: Option<Rect>) -> Vec<Rect> {
        self.taken.iter().copied().filter(|rect| Some(*rect) != own).collect()
    }

    /// Models, ghosts and flags that signs spare.
    pub fn spared(&self) -> &[Rect] {
        &self.models
    }

    /// Texts painted in the last frame.
    pub fn painted(&self) -> &[PaintedText] {
        &self.painted
    }

    /// Gives every sign its place, and paints those that have one.
    pub fn show_all(&mut self, painter: &OverlayPainter) {
        let mut wanted = std::mem::take(&mut self.wanted);
        // In one rank those that were asked for first come first.
        wanted.sort_by_key(|sign| sign.rank);
        let placed: Vec<(Face, Rect, Option<[Pos2; 2]>, Color32)> =
            wanted.into_iter().filter_map(|sign| self.take_place(painter, sign)).collect();
        for (.., line, ink) in &placed {
            if let Some(line) = line {
                paint_line(painter, *line, *ink);
            }
        }
        for (face, rect, ..) in placed {
            face.paint(painter, rect);
        }
    }

    /// Paints a sign now, clear of all that are there.
    pub fn show_now(&mut self, painter: &OverlayPainter, sign: Sign) {
        if let Some((face, rect, line, ink)) = self.take_place(painter, sign) {
            if let Some(line) = line {
                paint_line(painter, line, ink);
            }
            face.paint(painter, rect);
        }
    }

    /// The place of a sign, how it is written there, and its line.
    fn take_place(
        &mut self,
        painter: &OverlayPainter,
        sign: Sign,
    ) -> Option<(Face, Rect, Option<[Pos2; 2]>, Color32)> {
        let clip = painter.egui.clip_rect().shrink(MARGIN_PX);
        if !clip.intersects(sign.around) {
            return None;
        }
        let Sign { rank, around, own, usual, reach, faces, line, tag_of, name } = sign;
        let covered = Covered { clip, models: &self.models, taken: &self.taken };
        // What only explains a part of an answer is not worth a model that it would hide.
        let over = if rank == Rank::Detail { Over::Nobody } else { Over::Few };
        let mut places: Vec<(Face, Rect)> = faces
            .into_iter()
            .filter_map(|face| {
                let request = Request { around, own: &own, size: face.size, usual, reach, over };
                place(&request, &covered).map(|rect| (face, rect))
            })
            .collect();
        // The longest that hides nobody; where each hides somebody, the longest.
        let clear = places.iter().position(|(_, rect)| !hides_anybody(*rect, &self.models));
        if places.is_empty() {
            return None;
        }
        let (face, rect) = places.swap_remove(clear.unwrap_or(0));
        debug_assert!(!is_taken(rect, &self.taken), "{:?} covers another sign", face.words);
        self.taken.push(rect);
        if let Some(unit) = tag_of {
            self.tags.insert(unit, rect);
            self.note_handle(unit, rect);
        }
        if let Some(name) = name {
            self.named.insert(name, rect);
        }
        self.painted.push(PaintedText { words: face.words.clone(), at: rect });
        let (to, ink) = line.unzip();
        let line = to.and_then(|to| line_to(rect, around, to));
        Some((face, rect, line, ink.unwrap_or_default()))
    }
}

/// A thin line with a dark border, and a dot at its end.
fn paint_line(painter: &OverlayPainter, line: [Pos2; 2], ink: Color32) {
    painter.egui.line_segment(line, Stroke::new(3.0_f32, Color32::from_black_alpha(130)));
    painter.egui.line_segment(line, Stroke::new(1.3_f32, ink));
    painter.egui.circle_filled(line[1], 2.4, ink);
}
