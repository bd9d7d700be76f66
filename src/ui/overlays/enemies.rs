//! While a unit is moved: how near its models may come to each enemy.

use bevy::light::NotShadowCaster;
use bevy::prelude::MeshBuilder as _;
use bevy::prelude::*;

use crate::game::engine::view::View;
use crate::rules::ids::ModelId;
use crate::rules::measures::Place;
use crate::ui::axes;
use crate::ui::cutaway::Cutaway;
use crate::ui::input::draft::{Draft, Drafting};
use crate::ui::open_game::OpenGame;
use crate::ui::scene::paint::Paint;
use crate::ui::scene::sketch::GeometryBuilder;

/// The ring around an enemy.
#[derive(Component, Clone, Copy, Debug)]
struct ExclusionRing(ModelId);

/// From farther than this, inches, an enemy needs no ring.
const NEAR: f64 = 7.0;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(PostUpdate, fence_enemies.before(TransformSystems::Propagate));
}

/// An enemy near the draft, and how wide its ring is.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Fenced {
    model: ModelId,
    at: Place,
    radius: f64,
}

fn fence_enemies(
    mut commands: Commands,
    drafting: Res<Drafting>,
    opened: Res<OpenGame>,
    cutaway: Res<Cutaway>,
    paint: Res<Paint>,
    mut meshes: ResMut<Assets<Mesh>>,
    old: Query<(Entity, &ExclusionRing)>,
) {
    if !drafting.is_changed() && !opened.is_changed() {
        return;
    }
    let view = opened.game.battle().view();
    let moved = drafting.0.as_ref().filter(|draft| draft.action().is_some());
    let wanted = moved.map(|draft| near_enemies(&view, &cutaway, draft)).unwrap_or_default();
    let there: Vec<ModelId> = old.iter().map(|(_, fence)| fence.0).collect();
    if there.len() == 2 * wanted.len() && wanted.iter().all(|fenced| there.contains(&fenced.model)) {
        return;
    }
    for (entity, _) in &old {
        commands.entity(entity).despawn();
    }
    let mut made: Vec<(f64, [Handle<Mesh>; 2])> = Vec::new();
    for Fenced { model, at, radius } in wanted {
        let known = made.iter().find(|(of, _)| *of == radius).map(|(_, meshes)| meshes.clone());
        let [ring, disc] = known.unwrap_or_else(|| {
            let new = fence(radius).map(|sketch| meshes.add(sketch.finish()));
            made.push((radius, new.clone()));
            new
        });
        let at = Transform::from_translation(axes::place_in_scene(at) + Vec3::Y * 0.07);
        commands.spawn((
            ExclusionRing(model),
            Mesh3d(ring),
            MeshMaterial3d(paint.mark.clone()),
            at,
            NotShadowCaster,
        ));
        commands.spawn((
            ExclusionRing(model),
            Mesh3d(disc),
            MeshMaterial3d(paint.veil.clone()),
            at,
            NotShadowCaster,
        ));
    }
}

/// Enemies that are seen and near where a model would end.
fn near_enemies(view: &View, cutaway: &Cutaway, draft: &Draft) -> Vec<Fenced> {
    let gap = view.setup().ruleset.movement.enemy_gap;
    let ends: Vec<Place> = draft.models.iter().filter_map(|model| model.end().ok()).collect();
    let enemies = view.units().filter(|unit| unit.id.side != draft.unit.side);
    enemies
        .flat_map(|unit| view.standing(unit.id))
        .filter(|model| ends.iter().any(|end| end.ground_distance(model.pose.at) < NEAR))
        .filter(|model| cutaway.shows_at(view.terrain(), model.pose.at))
        .map(|model| Fenced { model: model.id, at: model.pose.at, radius: model.card.base.radius() + gap })
        .collect()
}

/// A thin red ring, and a veil inside it.
fn fence(radius: f64) -> [GeometryBuilder; 2] {
    let radius = radius as f32;
    let flat = Transform::from_rotation(Quat::from_rotation_x(-std::f32::consts::FRAC_PI_2));
    let (mut ring, mut disc) = (GeometryBuilder::default(), GeometryBuilder::default());
    let rim = Annulus::new(radius - 0.07, radius).mesh().resolution(56).build();
    ring.add(rim, flat, Color::srgb(0.95, 0.36, 0.30));
    let inside = Circle::new(radius).mesh().resolution(56).build();
    disc.add(inside, flat, Color::srgba(0.95, 0.30, 0.25, 0.07));
    [ring, disc]
}
