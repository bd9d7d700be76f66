//! The ribbon of a retreat preview along the leader's path, and a ghost for every model where it would end.

use bevy::ecs::change_detection::Tick;
use bevy::ecs::system::SystemParamItem;
use bevy::light::NotShadowCaster;
use bevy::prelude::*;

use crate::game::phases::fall_back::retreat::{ModelEnd, RetreatOutcome};
use crate::ui::axes;
use crate::ui::drafts::draft::{Draft, Drafting};
use crate::ui::looks::drawn_path::Trail;
use crate::ui::looks::side_look;
use crate::ui::miniatures::geometry_builder::GeometryBuilder;
use crate::ui::miniatures::materials::Materials;
use crate::ui::overlays::overlay::{MeshLook, MeshOverlay, OverlayMeshes};
use crate::ui::playback::Playback;
use crate::ui::questions::retreat::{Preview, RetreatPreviewQuery};
use crate::ui::scene::models::Figures;
use crate::ui::session::open_game::OpenGame;

/// The ribbon of the preview that is shown.
pub(in crate::ui::overlays) struct Ribbon;

/// A ghost of the preview.
#[derive(Component, Clone, Copy, Debug)]
struct PreviewGhost;

/// Height of the ribbon over the ground, inches.
const RIBBON_LIFT_INCHES: f32 = 0.065;

/// Distance between two chevrons, inches.
const SPACING: f32 = 1.5;

impl MeshOverlay for Ribbon {
    type Inputs = (Res<'static, RetreatPreviewQuery>, Res<'static, Playback>);
    type Key = Tick;

    fn key((previews, playback): &SystemParamItem<Self::Inputs>) -> Option<Self::Key> {
        shown(previews, playback).map(|_| previews.last_changed())
    }

    fn build(
        meshes: &mut OverlayMeshes,
        _: &Self::Key,
        (previews, playback): &mut SystemParamItem<Self::Inputs>,
    ) {
        if let Some(preview) = shown(previews, playback) {
            let colour = side_look::colour(preview.retreat.unit.side);
            meshes.add(ribbon_of(preview, colour), MeshLook::Translucent);
        }
    }
}

/// The preview that is shown. While facts are played back, models are not yet where it begins.
fn shown<'a>(previews: &'a RetreatPreviewQuery, playback: &Playback) -> Option<&'a Preview> {
    previews.of_one().filter(|_| !playback.plays())
}

pub(in crate::ui::overlays) fn plugin(app: &mut App) {
    app.add_systems(PostUpdate, place_ghosts.before(TransformSystems::Propagate));
}

/// Puts a ghost where each model of the preview would end.
fn place_ghosts(
    mut commands: Commands,
    previews: Res<RetreatPreviewQuery>,
    opened: Res<OpenGame>,
    figures: Res<Figures>,
    materials: Res<Materials>,
    (playback, drafting, mut last): (Res<Playback>, Res<Drafting>, Local<(bool, bool)>),
    old: Query<Entity, With<PreviewGhost>>,
) {
    // A draft of a fall back has ghosts of its own.
    let is_drafted = drafting.0.as_ref().is_some_and(Draft::falls_back);
    let now = (playback.plays(), is_drafted);
    let is_other = std::mem::replace(&mut *last, now) != now;
    if !previews.is_changed() && !opened.is_changed() && !is_other {
        return;
    }
    for entity in &old {
        commands.entity(entity).despawn();
    }
    let Some(preview) = shown(&previews, &playback).filter(|_| !is_drafted) else { return };
    for (run, track) in preview.retreat.outcome.retreats().iter().zip(&preview.tracks) {
        let stays = track.trail.segments.is_empty();
        if stays || matches!(run.end, ModelEnd::Lost { .. } | ModelEnd::Leaves) {
            continue;
        }
        let Some(figure) = figures.of(run.model) else { continue };
        let at = Transform::from_translation(axes::place_in_scene(track.end) + Vec3::Y * 0.015)
            .with_rotation(axes::turn(track.facing.degrees()));
        let look = (Mesh3d(figure), MeshMaterial3d(materials.ghost_foreseen.clone()));
        commands.spawn((PreviewGhost, look, at, NotShadowCaster));
    }
}

/// The leader's path, as wide as its base: faint up to its minimum move, strong from there on, with chevrons,
/// bars at both limits and an arrowhead; dashed where the path goes on beyond its end.
fn ribbon_of(preview: &Preview, colour: Color) -> GeometryBuilder {
    let mut geometry = GeometryBuilder::default();
    let Some(track) = preview.tracks.first() else { return geometry };
    let marks: Vec<f32> = preview.marks().into_iter().map(|(mark, _)| mark as f32).collect();
    let half = preview.width as f32 / 2.0;
    let path = points(&track.trail);
    let bright = colour.mix(&Color::WHITE, 0.35);
    // A rout or a run has no minimum move.
    let (faint, strong) = match (&preview.retreat.outcome, marks.first()) {
        (RetreatOutcome::FallBack { .. }, Some(min)) => cut(&path, *min),
        _ => (Vec::new(), path.clone()),
    };
    strip(&mut geometry, &faint, half, bright.with_alpha(0.36));
    strip(&mut geometry, &strong, half, bright.with_alpha(0.68));
    let white = Color::WHITE.with_alpha(0.85);
    let length = length_of(&path);
    let mut at = SPACING;
    while at < length - 0.8 {
        chevron(&mut geometry, &path, at, half * 0.62, white.with_alpha(0.6));
        at += SPACING;
    }
    if length > 1.0 {
        chevron(&mut geometry, &path, length, half * 1.5, white);
    }
    let beyond = points(&preview.beyond);
    let mut on = 0.0;
    while on < length_of(&beyond) {
        let (_, rest) = cut(&beyond, on);
        let (dash, _) = cut(&rest, 0.55);
        strip(&mut geometry, &dash, half * 0.5, bright.with_alpha(0.34));
        on += 1.0;
    }
    let whole: Vec<Vec3> = path.iter().chain(&beyond).copied().collect();
    for limit in marks {
        if limit <= length_of(&whole) + 0.01 {
            bar(&mut geometry, &whole, limit.min(length_of(&whole)), half * 1.45, white);
        }
    }
    geometry
}

/// The points of a trail, a little over the table, without vertical steps.
pub(super) fn points(trail: &Trail) -> Vec<Vec3> {
    let mut points: Vec<Vec3> = Vec::new();
    for point in trail.points() {
        let point = point + Vec3::Y * RIBBON_LIFT_INCHES;
        match points.last_mut() {
            // At a step, the higher point counts.
            Some(last) if level(point - *last).length() < 1e-3 => last.y = last.y.max(point.y),
            _ => points.push(point),
        }
    }
    points
}

/// A vector without its height.
fn level(vector: Vec3) -> Vec3 {
    Vec3::new(vector.x, 0.0, vector.z)
}

/// Length over the table, inches.
pub(super) fn length_of(points: &[Vec3]) -> f32 {
    points.windows(2).map(|ends| level(ends[1] - ends[0]).length()).sum()
}

/// Cuts a path in two after so many inches.
pub(super) fn cut(points: &[Vec3], after: f32) -> (Vec<Vec3>, Vec<Vec3>) {
    let (mut first, mut rest, mut left) = (Vec::new(), Vec::new(), after.max(0.0));
    for (index, point) in points.iter().enumerate() {
        if !rest.is_empty() {
            rest.push(*point);
            continue;
        }
        if index > 0 {
            let from = points[index - 1];
            let length = level(*point - from).length();
            if length > left {
                let at = from + (*point - from) * (left / length);
                first.push(at);
                rest.extend([at, *point]);
                continue;
            }
            left -= length;
        }
        first.push(*point);
    }
    (first, rest)
}

/// The point of a path after so many inches, and its direction there.
pub(super) fn at(points: &[Vec3], after: f32) -> Option<(Vec3, Vec3)> {
    let (first, _) = cut(points, after);
    let to = *first.last()?;
    let from = first.iter().rev().find(|point| level(**point - to).length() > 1e-3);
    let along = from.map_or_else(|| points.get(1).map(|next| *next - to), |from| Some(to - *from))?;
    Some((to, level(along).normalize_or_zero()))
}

/// To the left of a direction, seen from above.
fn left(along: Vec3) -> Vec3 {
    Vec3::new(along.z, 0.0, -along.x)
}

/// A strip along points, `half` wide to each side.
fn strip(geometry: &mut GeometryBuilder, points: &[Vec3], half: f32, colour: Color) {
    let aside: Vec<Vec3> = (0..points.len())
        .map(|index| {
            let direction = |from: usize, to: usize| {
                let ends = points.get(from).zip(points.get(to));
                ends.map_or(Vec3::ZERO, |(from, to)| level(*to - *from).normalize_or_zero())
            };
            let (before, after) = (direction(index.wrapping_sub(1), index), direction(index, index + 1));
            let middle = (before + after).normalize_or_zero();
            let one = if before == Vec3::ZERO { after } else { before };
            // At a corner the strip keeps its width, but a sharp corner is blunted.
            left(middle) * half / middle.dot(one).max(0.45)
        })
        .collect();
    for index in 1..points.len() {
        let [from, to] = [index - 1, index];
        let corners = [
            points[from] - aside[from],
            points[to] - aside[to],
            points[to] + aside[to],
            points[from] + aside[from],
        ];
        geometry.flat(corners, colour);
    }
}

/// A chevron in the direction of a path.
fn chevron(geometry: &mut GeometryBuilder, path: &[Vec3], after: f32, size: f32, colour: Color) {
    let Some((tip, along)) = at(path, after) else { return };
    let back = tip - along * size * 0.9;
    let lift = Vec3::Y * 0.012;
    for aside in [left(along), -left(along)] {
        strip(geometry, &[back + aside * size + lift, tip + lift], (size * 0.12).max(0.035), colour);
    }
}

/// A bar across a path.
fn bar(geometry: &mut GeometryBuilder, path: &[Vec3], after: f32, half: f32, colour: Color) {
    let Some((middle, along)) = at(path, after) else { return };
    let lift = Vec3::Y * 0.014;
    strip(geometry, &[middle - left(along) * half + lift, middle + left(along) * half + lift], 0.05, colour);
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Both parts together are as long as the whole, and meet where it was cut.
    #[test]
    fn a_way_is_cut_where_it_should_be() {
        let way = [Vec3::ZERO, Vec3::new(3.0, 0.5, 0.0), Vec3::new(3.0, 0.5, 4.0)];
        for (after, first, rest) in [(0.0, 2, 3), (2.0, 2, 3), (5.0, 3, 2), (7.0, 3, 0), (9.0, 3, 0)] {
            let (one, other) = cut(&way, after);
            assert_eq!((one.len(), other.len()), (first, rest), "after {after}");
            assert!((length_of(&one) + length_of(&other) - 7.0).abs() < 1e-5, "after {after}");
            assert!((length_of(&one) - after.min(7.0)).abs() < 1e-5, "after {after}");
        }
        let (there, along) = at(&way, 5.0).unwrap();
        assert!(there.distance(Vec3::new(3.0, 0.5, 2.0)) < 1e-5 && along.distance(Vec3::Z) < 1e-5);
        let (there, along) = at(&way, 0.0).unwrap();
        assert!(there == Vec3::ZERO && along.distance(Vec3::X) < 1e-5, "{along}");
    }
}
