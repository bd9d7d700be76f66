//! The lens: what the camera is given at each level of quality, where it is focused, and what film adds at the end.
//!
//! `lamp.wgsl` sees the level by the camera's way of filtering shadows, by its film curve, and by whether it measures how
//! hidden corners are.

use bevy::anti_alias::smaa::{Smaa, SmaaPreset, smaa};
use bevy::asset::embedded_asset;
use bevy::core_pipeline::Core3dSystems;
use bevy::core_pipeline::fullscreen_material::{FullscreenMaterial, FullscreenMaterialPlugin};
use bevy::core_pipeline::prepass::{DepthPrepass, NormalPrepass};
use bevy::core_pipeline::tonemapping::Tonemapping;
use bevy::ecs::schedule::ScheduleConfigs;
use bevy::ecs::system::BoxedSystem;
use bevy::light::{DirectionalLightShadowMap, ShadowFilteringMethod};
use bevy::pbr::{ScreenSpaceAmbientOcclusion, ScreenSpaceAmbientOcclusionQualityLevel};
use bevy::post_process::dof::{DepthOfField, DepthOfFieldMode};
use bevy::prelude::*;
use bevy::render::extract_component::ExtractComponent;
use bevy::render::render_resource::ShaderType;
use bevy::shader::ShaderRef;

use crate::ui::camera::{ModelEyes, TableCamera};
use crate::ui::drafts::draft::Drafting;
use crate::ui::drafts::ruler::Ruler;
use crate::ui::quality::PictureQuality;
use crate::ui::session::quality_level::Quality;

/// Height of the sensor, inches: that of 35 mm film, so that blur is what a camera over a real table gives.
const SENSOR_HEIGHT: f32 = 24.0 / 25.4;

/// Aperture of the lens.
#[derive(Resource, Clone, Copy, Debug, PartialEq)]
pub(crate) struct Aperture {
    /// As photographers count it: the wider, the less.
    pub f_stops: f32,
}

impl Default for Aperture {
    fn default() -> Self {
        Self { f_stops: 6.3 }
    }
}

/// The widest blur, pixels.
const WIDEST_BLUR: f32 = 40.0;

/// The height over the table at which the picture is sharpest: that of a figure's chest, inches.
const FOCUS_HEIGHT: f32 = 0.7;

/// A close shot: nearer than this, inches.
const CLOSE: f32 = 40.0;

/// Rendering at a level of quality.
#[derive(Clone, Copy)]
pub(crate) struct Rendering {
    /// Texels along a side of the lamp's shadow map.
    shadow_texels: usize,
    shadows: ShadowFilteringMethod,
    curve: Tonemapping,
    msaa: Msaa,
    smooth_edges: Option<SmaaPreset>,
    corners: Corners,
    blur: Option<DepthOfFieldMode>,
    film: Option<Film>,
}

/// Whether corners are darker that light does not reach as well.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Corners {
    Plain,
    Occluded,
}

impl Rendering {
    /// Rendering of a level.
    pub fn of(quality: Quality) -> Self {
        let software = Self {
            shadow_texels: 1024,
            shadows: ShadowFilteringMethod::Hardware2x2,
            curve: Tonemapping::None,
            msaa: Msaa::Off,
            smooth_edges: None,
            corners: Corners::Plain,
            blur: None,
            film: None,
        };
        let low = Self {
            shadow_texels: 2048,
            shadows: ShadowFilteringMethod::Gaussian,
            curve: Tonemapping::TonyMcMapface,
            smooth_edges: Some(SmaaPreset::Low),
            film: Some(Film::new(0.22, 0.0)),
            ..software
        };
        let good = Self {
            shadow_texels: 4096,
            shadows: ShadowFilteringMethod::Temporal,
            msaa: Msaa::Sample4,
            smooth_edges: None,
            blur: Some(DepthOfFieldMode::Gaussian),
            film: Some(Film::new(0.30, 0.010)),
            ..low
        };
        let fine = Self {
            msaa: Msaa::Off,
            smooth_edges: Some(SmaaPreset::Ultra),
            corners: Corners::Occluded,
            blur: Some(DepthOfFieldMode::Bokeh),
            film: Some(Film::new(0.34, 0.014)),
            ..good
        };
        match quality {
            Quality::Software => software,
            Quality::Low => low,
            Quality::Good => good,
            Quality::Fine => fine,
        }
    }
}

/// Effects of film on the picture; `film.wgsl` draws them.
#[derive(Component, ExtractComponent, ShaderType, Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Film {
    middle: Vec2,
    half_size: Vec2,
    vignette: f32,
    grain: f32,
}

impl Film {
    fn new(vignette: f32, grain: f32) -> Self {
        Self { vignette, grain, ..default() }
    }
}

impl FullscreenMaterial for Film {
    fn fragment_shader() -> ShaderRef {
        "embedded://warstrike/ui/lighting/film.wgsl".into()
    }

    fn schedule_configs(system: ScheduleConfigs<BoxedSystem>) -> ScheduleConfigs<BoxedSystem> {
        system.in_set(Core3dSystems::PostProcess).after(smaa)
    }
}

pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<Aperture>()
        .add_plugins(equipment)
        .add_systems(PostUpdate, focus.after(TransformSystems::Propagate));
}

/// All that a level of quality gives the camera, but for what depends on where it is focused.
pub(crate) fn equipment(app: &mut App) {
    embedded_asset!(app, "film.wgsl");
    app.add_plugins(FullscreenMaterialPlugin::<Film>::default())
        .add_systems(PreUpdate, equip_camera.run_if(resource_exists_and_changed::<PictureQuality>))
        .add_systems(PostUpdate, fit_film.after(TransformSystems::Propagate));
}

/// Gives the camera what the level draws, and takes the rest away.
fn equip_camera(
    mut commands: Commands,
    quality: Res<PictureQuality>,
    camera: Single<Entity, With<TableCamera>>,
    mut map: ResMut<DirectionalLightShadowMap>,
    mut drawn: Local<Option<Quality>>,
) {
    let level = quality.level();
    if drawn.replace(level) == Some(level) {
        return;
    }
    let wanted = Rendering::of(level);
    map.size = wanted.shadow_texels;
    let mut camera = commands.entity(*camera);
    camera.insert((wanted.shadows, wanted.curve, wanted.msaa));
    camera.remove::<(Smaa, ScreenSpaceAmbientOcclusion, DepthPrepass, NormalPrepass, DepthOfField, Film)>();
    if let Some(preset) = wanted.smooth_edges {
        camera.insert(Smaa { preset });
    }
    if wanted.corners == Corners::Occluded {
        let quality_level = ScreenSpaceAmbientOcclusionQualityLevel::High;
        camera.insert(ScreenSpaceAmbientOcclusion { quality_level, ..default() });
    }
    if let Some(film) = wanted.film {
        camera.insert(film);
    }
}

/// Focuses on what is in the middle of the picture. Below the best level only close shots have a blur, and none while
/// somebody measures or moves; through a model's eyes there is none at all.
fn focus(
    mut commands: Commands,
    (quality, aperture): (Res<PictureQuality>, Res<Aperture>),
    (ruler, drafting, eyes): (Res<Ruler>, Res<Drafting>, Res<ModelEyes>),
    mut camera: Single<(Entity, &GlobalTransform, Option<&mut DepthOfField>), With<TableCamera>>,
) {
    let (entity, from, lens) = &mut *camera;
    let level = quality.level();
    let distance = focal_distance(from);
    let works = ruler.is_out() || drafting.0.is_some();
    let blurs = eyes.0.is_none() && (level == Quality::Fine || distance < CLOSE && !works);
    match (Rendering::of(level).blur.filter(|_| blurs), lens) {
        (Some(_), Some(lens)) => {
            if (lens.focal_distance - distance).abs() > 0.01 {
                lens.focal_distance = distance;
            }
        }
        (Some(mode), None) => {
            commands.entity(*entity).insert(DepthOfField {
                mode,
                focal_distance: distance,
                sensor_height: SENSOR_HEIGHT,
                aperture_f_stops: aperture.f_stops,
                max_circle_of_confusion_diameter: WIDEST_BLUR,
                max_depth: 300.0,
            });
        }
        (None, Some(_)) => {
            commands.entity(*entity).remove::<DepthOfField>();
        }
        (None, None) => {}
    }
}

/// Distance to the middle of the picture, inches.
fn focal_distance(from: &GlobalTransform) -> f32 {
    let down = -from.forward().y;
    if down < 0.02 { CLOSE } else { (from.translation().y - FOCUS_HEIGHT).max(0.5) / down }
}

/// Tells the film where in the window the picture lies.
fn fit_film(mut camera: Single<(&Camera, Option<&mut Film>), With<TableCamera>>) {
    let (camera, film) = &mut *camera;
    if let (Some(viewport), Some(film)) = (camera.viewport.as_ref(), film) {
        let half_size = viewport.physical_size.as_vec2() / 2.0;
        let fitted = Film { middle: viewport.physical_position.as_vec2() + half_size, half_size, ..**film };
        film.set_if_neq(fitted);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A level adds to the one below it, and takes nothing away; the cheapest has neither post passes nor a film curve
    /// that reads a table.
    #[test]
    fn levels_choose_what_they_say() {
        let [software, low, good, fine] = Quality::ALL.map(|(quality, _)| Rendering::of(quality));
        assert_eq!((software.curve, software.msaa), (Tonemapping::None, Msaa::Off));
        assert!(software.smooth_edges.is_none() && software.film.is_none() && software.blur.is_none());
        for (level, shadows) in [
            (software, ShadowFilteringMethod::Hardware2x2),
            (low, ShadowFilteringMethod::Gaussian),
            (good, ShadowFilteringMethod::Temporal),
            (fine, ShadowFilteringMethod::Temporal),
        ] {
            assert_eq!(level.shadows, shadows);
            // The engine measures corners only without multisampling.
            assert!(level.corners == Corners::Plain || level.msaa == Msaa::Off);
        }
        assert_eq!([low, good, fine].map(|level| level.curve), [Tonemapping::TonyMcMapface; 3]);
        assert_eq!(
            [low.blur, good.blur, fine.blur],
            [None, Some(DepthOfFieldMode::Gaussian), Some(DepthOfFieldMode::Bokeh)]
        );
        assert_eq!(
            [software, low, good, fine].map(|level| level.corners == Corners::Occluded),
            [false, false, false, true]
        );
        assert!(software.shadow_texels < low.shadow_texels && low.shadow_texels < good.shadow_texels);
        assert_eq!(good.shadow_texels, fine.shadow_texels);
        let grain = |level: Rendering| level.film.map_or(0.0, |film| film.grain);
        assert!(grain(low) == 0.0 && grain(good) > 0.0 && grain(fine) >= grain(good));
    }

    /// Straight down it is the height over a figure's chest; a level look has no table in its middle.
    #[test]
    fn the_lens_is_focused_on_the_middle_of_the_picture() {
        for (eye, at, expected, case) in [
            (Vec3::new(0.0, 30.7, 0.0), Vec3::ZERO, 30.0, "straight down"),
            (Vec3::new(0.0, 10.7, 10.0), Vec3::new(0.0, 0.7, 0.0), 200.0_f32.sqrt(), "at a slant"),
            (Vec3::new(0.0, 2.0, 0.0), Vec3::new(9.0, 2.0, 0.0), CLOSE, "level"),
        ] {
            let from = Transform::from_translation(eye).looking_at(at, Vec3::NEG_Z + Vec3::Y * 0.1);
            let distance = focal_distance(&GlobalTransform::from(from));
            assert!((distance - expected).abs() < 0.01, "{case}: {distance}");
        }
    }
}
