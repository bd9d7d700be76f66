//! The model's eye: the view from where a model's eyes are.

use std::f32::consts::FRAC_PI_2;

use bevy::camera::visibility::RenderLayers;
use bevy::prelude::*;

use super::glide::{glide, nearest_turn};
use super::pose::rotation;
use crate::rules::ids::ModelId;
use crate::ui::axes;
use crate::ui::drafts::draft::Drafting;
use crate::ui::scene::models::ModelFigure;
use crate::ui::session::events::{UiEvent, emit};
use crate::ui::session::open_game::OpenGame;

/// Half the angle the eyes see from top to bottom, as a slope: at first, and at the closest and widest look.
const WIDE: f32 = 0.55;
const SLOPES: [f32; 2] = [0.08, 0.8];
/// Steepest look up or down, radians.
const HIGHEST: f32 = 1.3;

/// The model through whose eyes the table is seen; without one, it is seen from outside.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::ui) struct ModelEyes(pub Option<ModelId>);

/// View of the eyes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct EyeView {
    /// Their position in the scene.
    pub at: Vec3,
    /// As [`super::pose::CameraPose`] has it; a look upward has a pitch below 0.
    pub yaw: f32,
    pub pitch: f32,
    /// Half the angle from top to bottom, as a slope.
    pub slope: f32,
}

impl EyeView {
    /// Straight ahead, for a model that faces so many degrees counter-clockwise from the table's +x.
    pub fn ahead(at: Vec3, facing: f64) -> Self {
        Self { at, yaw: facing.to_radians() as f32 - FRAC_PI_2, pitch: 0.0, slope: WIDE }
    }

    /// Turned by angles, radians, as far as a neck goes up and down.
    pub fn turned(self, [yaw, pitch]: [f32; 2]) -> Self {
        Self { yaw: self.yaw + yaw, pitch: (self.pitch + pitch).clamp(-HIGHEST, HIGHEST), ..self }
    }

    /// Closer by a factor below 1, or wider.
    pub fn closer(self, factor: f32) -> Self {
        Self { slope: (self.slope * factor).clamp(SLOPES[0], SLOPES[1]), ..self }
    }

    /// A share of the way to another look.
    pub fn toward(self, goal: Self, share: f32) -> Self {
        let yaw = nearest_turn(goal.yaw, self.yaw);
        Self {
            at: goal.at,
            yaw: glide(yaw, goal.yaw, share),
            pitch: glide(self.pitch, goal.pitch, share),
            slope: glide(self.slope, goal.slope, share),
        }
    }

    pub fn transform(&self) -> Transform {
        Transform::from_translation(self.at).with_rotation(rotation(self.yaw, self.pitch))
    }
}

/// The eyes of a model as it stands, or as its ghost would: where they are in the scene, and its facing, degrees.
///
/// Rule: VIS-1.
pub(super) fn eyes_of(opened: &OpenGame, drafting: &Drafting, model: ModelId) -> Option<(Vec3, f64)> {
    let view = opened.game.battle().view();
    let model = view.model(model).filter(|model| model.stands())?;
    let drafted = drafting.0.iter().flat_map(|draft| &draft.models).find(|one| one.model == model.id);
    let at = drafted.and_then(|one| one.end().ok()).unwrap_or(model.pose.at);
    let body = model.sight_body_at(at);
    let height = body.foot.z.inches() + body.eyes.inches();
    Some((axes::in_scene(body.foot.ground(), height), model.facing().degrees()))
}

/// Eyes close once their model has fallen or another game is opened.
pub(super) fn close_eyes(opened: Res<OpenGame>, mut eyes: ResMut<ModelEyes>) {
    let Some(model) = eyes.0.filter(|_| opened.is_changed()) else { return };
    let view = opened.game.battle().view();
    if !view.model(model).is_some_and(|model| model.stands()) {
        eyes.0 = None;
    }
}

/// A figure does not stand in its own view.
pub(super) fn hide_the_looker(
    mut commands: Commands,
    eyes: Res<ModelEyes>,
    figures: Query<(Entity, &ModelFigure, Has<RenderLayers>)>,
    mut hidden: Local<Option<ModelId>>,
) {
    if *hidden == eyes.0 {
        return;
    }
    emit(&eyes.0.map_or(UiEvent::EyesClosed, |model| UiEvent::ThroughEyes { model }));
    *hidden = eyes.0;
    for (entity, figure, is_hidden) in &figures {
        let looks = eyes.0 == Some(figure.0);
        if looks && !is_hidden {
            commands.entity(entity).insert(RenderLayers::none());
        } else if !looks && is_hidden {
            commands.entity(entity).remove::<RenderLayers>();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The eyes look the way the figure does.
    #[test]
    fn eyes_look_along_the_facing() {
        for facing in [0.0, 90.0, 200.0, -45.0] {
            let look = EyeView::ahead(Vec3::Y, facing);
            let [ahead, faced] = [look.transform().forward().as_vec3(), axes::turn(facing) * Vec3::X];
            assert!(ahead.distance(faced) < 1e-5, "{facing}: {ahead} and {faced}");
        }
    }

    #[test]
    fn a_neck_and_an_eye_have_their_limits() {
        let look = EyeView::ahead(Vec3::Y, 0.0);
        assert_eq!(look.turned([0.0, 9.0]).pitch, HIGHEST);
        assert_eq!(look.turned([0.0, -9.0]).pitch, -HIGHEST);
        assert_eq!([look.closer(0.01).slope, look.closer(100.0).slope], SLOPES);
        assert!((look.turned([2.0, 0.3]).yaw - look.yaw - 2.0).abs() < 1e-6);
    }
}
