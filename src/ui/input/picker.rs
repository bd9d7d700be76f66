//! Picking: the panel, the point of the table, the model or the unit under a pixel, by rays cast at the colliders.
//!
//! A unit is its models, its tag and its block, whatever the pointer does to it: [`Picker::pointed_at`] is the one answer.

use std::cell::LazyCell;

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use bevy_egui::egui;

use super::blocks::{Base, model_in_block};
use crate::game::engine::view::View;
use crate::rules::ids::ModelId;
use crate::rules::measures::Thou;
use crate::ui::axes;
use crate::ui::camera::viewport::TableViewport;
use crate::ui::camera::{ModelEyes, Projector, TableCamera};
use crate::ui::drafts::draft::Draft;
use crate::ui::drafts::draft_model::DraftModel;
use crate::ui::drafts::tag_places::TagPlaces;
use crate::ui::frame::paint_layers::PaintLayers;
use crate::ui::physics::colliders;
use crate::ui::physics::ray_index::RayIndex;
use crate::ui::scene::cutaway::Cutaway;
use crate::ui::scene::figure_colliders::FigureColliders;
use crate::ui::scene::surfaces::TableSurfaces;
use crate::ui::session::open_game::OpenGame;
use crate::ui::session::settings::{Outlines, Settings};
use crate::ui::session::shown_battle::ShownBattle;

/// Finds what lies under a pixel.
#[derive(SystemParam)]
pub(super) struct Picker<'w, 's> {
    viewport: TableViewport<'w, 's>,
    camera: Single<'w, 's, (&'static Camera, &'static GlobalTransform), With<TableCamera>>,
    opened: Res<'w, OpenGame>,
    cutaway: Res<'w, Cutaway>,
    surfaces: Res<'w, TableSurfaces>,
    figures: Res<'w, FigureColliders>,
    eyes: Res<'w, ModelEyes>,
    layers: Res<'w, PaintLayers>,
    settings: Res<'w, Settings>,
    shown: Res<'w, ShownBattle>,
    tags: Res<'w, TagPlaces>,
    time: Res<'w, Time<Real>>,
}

/// What the pointer is on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::ui) struct Pointed {
    /// The model there; of a tag the leader, of a block the nearest.
    pub model: ModelId,
    pub part: Part,
}

/// By which of its parts a unit is pointed at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::ui) enum Part {
    /// One of its models.
    Model,
    /// What is written beside it.
    Tag,
    /// The ground between its models and just around them.
    Block,
}

impl Pointed {
    /// The model, if the pointer is on it itself.
    pub fn exactly(self) -> Option<ModelId> {
        (self.part == Part::Model).then_some(self.model)
    }
}

impl Picker<'_, '_> {
    /// The pointer's pixel; `None` outside the window.
    pub fn cursor(&self) -> Option<Vec2> {
        self.viewport.cursor()
    }

    /// Whether the table is shown at a pixel, with no panel or dialog over it.
    pub fn is_free(&self, pixel: Vec2) -> bool {
        self.viewport.free().contains(pixel) && !self.layers.covers_table(egui::pos2(pixel.x, pixel.y))
    }

    fn ray(&self, pixel: Vec2) -> Option<Ray3d> {
        let (camera, from) = *self.camera;
        camera.viewport_to_world(from, pixel).ok()
    }

    /// The point of the surface there, inches, and its height: a floor that is shown, a hill, the table top. It may
    /// lie outside the table.
    pub fn spot(&self, pixel: Vec2) -> Option<([f64; 2], Thou)> {
        let terrain = self.opened.game.battle().view().terrain();
        self.surfaces.spot(self.ray(pixel)?, terrain, &self.cutaway)
    }

    /// The point there, without its height.
    pub fn table_at(&self, pixel: Vec2) -> Option<[f64; 2]> {
        self.spot(pixel).map(|(point, _)| point)
    }

    /// The unit there, by one of its models, its tag or its block; `spot` is the point of the table under the pixel. The ghosts
    /// of a draft come first.
    pub fn pointed_at(
        &self,
        pixel: Vec2,
        spot: Option<([f64; 2], Thou)>,
        draft: Option<&Draft>,
    ) -> Option<Pointed> {
        let by = |part: Part| move |model: ModelId| Pointed { model, part };
        let model = self.model_at(pixel, draft).map(by(Part::Model));
        let tag = || {
            self.tags
                .at(pixel, self.time.elapsed())
                .and_then(|unit| self.view().leader(unit))
                .map(|leader| leader.id)
        };
        let beside =
            || self.tags.beside(pixel).and_then(|unit| self.view().leader(unit)).map(|leader| leader.id);
        let block = || self.model_of_block(spot?, draft);
        let on = model.or_else(|| tag().map(by(Part::Tag))).or_else(|| block().map(by(Part::Block)));
        on.or_else(|| beside().map(by(Part::Tag)))
    }

    /// The battle as it is shown.
    fn view(&self) -> View<'_> {
        self.shown.view(&self.opened)
    }

    /// The nearest model of the block at a spot; that of a draft comes first.
    fn model_of_block(&self, (at, height): ([f64; 2], Thou), draft: Option<&Draft>) -> Option<ModelId> {
        let (view, height) = (self.view(), height.inches());
        let radius = draft.and_then(|draft| Some(view.unit(draft.unit)?.card.base.radius()));
        let ghost = |model: &DraftModel| {
            let (id, at, height) = (model.model, model.at, model.height.inches());
            Some(Base { model: id, at, height, radius: radius? })
        };
        let ghosts = draft.into_iter().flat_map(|draft| draft.models.iter().filter_map(ghost));
        let standing = || {
            let models = view.units().flat_map(|unit| view.standing(unit.id));
            // A model does not see itself.
            models.filter(|model| self.eyes.0 != Some(model.id)).map(|model| Base {
                model: model.id,
                at: model.pose.at.ground(),
                height: model.pose.at.z.inches(),
                radius: model.card.base.radius(),
            })
        };
        model_in_block(ghosts, at, height).or_else(|| model_in_block(standing(), at, height))
    }

    /// The model there; the ghosts of a draft come first. A figure behind a wall or under a roof counts if its outline is shown:
    /// what one sees can be pointed at.
    fn model_at(&self, pixel: Vec2, draft: Option<&Draft>) -> Option<ModelId> {
        let ray = self.ray(pixel)?;
        // Under most pixels there is no model.
        let surface = || self.surfaces.under(ray, &self.cutaway).map_or(f32::MAX, |hit| hit.distance);
        let ground = LazyCell::new(surface);
        let is_before = |(_, distance): &(ModelId, f32)| *distance <= *ground;
        let ghost = draft.and_then(|draft| self.ghost_under(ray, draft)).filter(is_before);
        // A model does not see itself.
        let shows_through = self.settings.outlines == Outlines::Shown;
        let is_seen = |hit: &(ModelId, f32)| shows_through || is_before(hit);
        let figure = || self.figures.under(ray, |model| self.eyes.0 != Some(model)).filter(is_seen);
        ghost.or_else(figure).map(|(model, _)| model)
    }

    /// The first ghost of a draft that a ray meets, and how far along the ray, inches.
    fn ghost_under(&self, ray: Ray3d, draft: &Draft) -> Option<(ModelId, f32)> {
        let base = self.opened.game.battle().view().unit(draft.unit)?.card.base;
        let ghost = |model: &DraftModel| {
            let foot = Transform::from_translation(axes::in_scene(model.at, model.height.inches()));
            (model.model, colliders::of_figure(&foot, &base))
        };
        let ghosts = RayIndex::new(draft.models.iter().map(ghost));
        ghosts.first_hit(ray, |_| true).map(|(model, distance)| (*model, distance))
    }

    /// The pixel of a point above the table.
    pub fn pixel_of(&self, at: [f64; 2], height: Thou) -> Option<Vec2> {
        let (camera, from) = *self.camera;
        Projector::new(camera, from)?.pixel(axes::in_scene(at, height.inches()))
    }

    /// The game.
    pub fn opened(&self) -> &OpenGame {
        &self.opened
    }
}
