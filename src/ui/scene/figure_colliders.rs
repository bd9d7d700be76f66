//! Model under the pointer.

use bevy::prelude::*;

use crate::game::engine::components::Posture;
use crate::game::engine::view::View;
use crate::rules::ids::ModelId;
use crate::ui::frame::frame_order::NoteFigures;
use crate::ui::physics::colliders::{self, Collider};
use crate::ui::physics::ray_index::RayIndex;
use crate::ui::scene::models::{FiguresMoved, ModelFigure};
use crate::ui::session::open_game::OpenGame;

/// The colliders of all figures that are shown and stand, where they are shown.
#[derive(Resource, Default)]
pub(in crate::ui) struct FigureColliders(RayIndex<ModelId>);

impl FigureColliders {
    /// The first model that a ray meets, of those that count, and how far along the ray, inches.
    pub fn under(&self, ray: Ray3d, counts: impl Fn(ModelId) -> bool) -> Option<(ModelId, f32)> {
        self.0.first_hit(ray, |model| counts(*model)).map(|(model, distance)| (*model, distance))
    }

    /// All of them.
    pub fn all(&self) -> impl Iterator<Item = &(ModelId, Collider)> {
        self.0.iter()
    }
}

pub(in crate::ui) fn plugin(app: &mut App) {
    // After the models have been posed: the next frame's input asks the colliders.
    app.init_resource::<FigureColliders>().add_systems(PostUpdate, follow_figures.after(NoteFigures));
}

/// Height of a drawn figure, as a share of its full height: one that is down lies flat.
fn drawn_height(view: &View, model: ModelId) -> f32 {
    let is_down = view.unit(model.unit).is_some_and(|unit| unit.activity.posture == Posture::Down);
    if is_down { 0.52 } else { 1.0 }
}

/// Builds the colliders of the figures again when any of these has moved, appeared or gone.
fn follow_figures(
    opened: Res<OpenGame>,
    figures: Query<(&ModelFigure, &Transform, &Visibility)>,
    moved: Res<FiguresMoved>,
    mut colliders: ResMut<FigureColliders>,
) {
    if !moved.0 && !opened.is_changed() {
        return;
    }
    let view = opened.game.battle().view();
    let shown = figures.iter().filter(|(.., visibility)| **visibility != Visibility::Hidden);
    let parts = shown.filter_map(|(figure, transform, _)| {
        let model = view.model(figure.0).filter(|model| model.stands())?;
        let shown = transform.with_scale(Vec3::new(1.0, drawn_height(&view, figure.0), 1.0));
        Some((figure.0, colliders::of_figure(&shown, &model.card.base)))
    });
    colliders.0 = RayIndex::new(parts);
}
