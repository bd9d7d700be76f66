//! Exclusion rings: how near the models of a draft may come to each enemy.

use bevy::ecs::system::SystemParamItem;
use bevy::prelude::MeshBuilder as _;
use bevy::prelude::*;

use super::overlay::{MeshLook, MeshOverlay, OverlayMeshes};
use crate::game::engine::view::View;
use crate::rules::ids::ModelId;
use crate::rules::measures::Place;
use crate::table::outline::{are_near, bounds_of};
use crate::ui::axes;
use crate::ui::drafts::draft::{Draft, Drafting};
use crate::ui::miniatures::geometry_builder::GeometryBuilder;
use crate::ui::scene::cutaway::Cutaway;
use crate::ui::session::open_game::OpenGame;

/// The rings around enemies near the draft.
pub(super) struct ExclusionRings;

/// An enemy farther away than this has no ring, inches.
const MAX_DISTANCE: f64 = 7.0;

/// An enemy near the draft, and the radius of its ring, inches.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Exclusion {
    model: ModelId,
    at: Place,
    radius: f64,
}

impl MeshOverlay for ExclusionRings {
    type Inputs = (Res<'static, OpenGame>, Res<'static, Drafting>, Res<'static, Cutaway>);
    type Key = Vec<Exclusion>;

    fn key((opened, drafting, cutaway): &SystemParamItem<Self::Inputs>) -> Option<Self::Key> {
        let draft = drafting.0.as_ref().filter(|draft| draft.action().is_some())?;
        Some(near_enemies(&opened.game.battle().view(), cutaway, draft))
    }

    fn build(meshes: &mut OverlayMeshes, enemies: &Self::Key, _: &mut SystemParamItem<Self::Inputs>) {
        for Exclusion { at, radius, .. } in enemies {
            let at = Transform::from_translation(axes::place_in_scene(*at) + Vec3::Y * 0.07);
            let [ring, disc] = ring_and_disc(*radius);
            meshes.add_at(ring, MeshLook::Opaque, at);
            meshes.add_at(disc, MeshLook::Translucent, at);
        }
    }
}

/// The visible enemies near the end of any model.
fn near_enemies(view: &View, cutaway: &Cutaway, draft: &Draft) -> Vec<Exclusion> {
    let gap = view.enemy_gap();
    let ends: Vec<Place> = draft.models.iter().filter_map(|model| model.end().ok()).collect();
    let around = bounds_of(&ends.iter().map(|end| end.ground()).collect::<Vec<_>>());
    // Most enemies are far from all ends.
    let is_near = |at: Place| are_near(around, [at.ground(); 2], MAX_DISTANCE);
    let enemies = view.units().filter(|unit| unit.id.side != draft.unit.side);
    enemies
        .flat_map(|unit| view.standing(unit.id))
        .filter(|model| is_near(model.pose.at))
        .filter(|model| ends.iter().any(|end| end.ground_distance(model.pose.at) < MAX_DISTANCE))
        .filter(|model| cutaway.shows_at(view.terrain(), model.pose.at))
        .map(|model| Exclusion { model: model.id, at: model.pose.at, radius: model.card.base.radius() + gap })
        .collect()
}

/// A thin red ring, and a translucent disc inside it.
fn ring_and_disc(radius: f64) -> [GeometryBuilder; 2] {
    let radius = radius as f32;
    let flat = Transform::from_rotation(Quat::from_rotation_x(-std::f32::consts::FRAC_PI_2));
    let (mut ring, mut disc) = (GeometryBuilder::default(), GeometryBuilder::default());
    let rim = Annulus::new(radius - 0.07, radius).mesh().resolution(56).build();
    ring.add(rim, flat, Color::srgb(0.95, 0.36, 0.30));
    let inside = Circle::new(radius).mesh().resolution(56).build();
    disc.add(inside, flat, Color::srgba(0.95, 0.30, 0.25, 0.07));
    [ring, disc]
}
