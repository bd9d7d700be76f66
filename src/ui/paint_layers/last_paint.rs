//! What was painted last, layer by layer. The renderer takes the triangles of a frame away with it; here it gives them back, so
//! that a layer that has not been laid out again is shown again without a copy.

use bevy::prelude::*;
use bevy::render::{ExtractSchedule, MainWorld, Render, RenderApp, RenderSystems};
use bevy_egui::egui::ClippedPrimitive;
use bevy_egui::render::extract_egui_camera_view_system;
use bevy_egui::{EguiPostUpdateSet, EguiRenderOutput, PrimaryEguiContext};

use super::PaintLayers;
use super::overlay_pass::take_textures;
use crate::ui::frame_order::WhileAwake;
use crate::ui::view_resource::PaintLayer;

/// The triangles of the last frame, one layer after the other.
#[derive(Resource, Default)]
struct LastPaint {
    jobs: Vec<ClippedPrimitive>,
    /// How many belong to each layer.
    counts: [usize; PaintLayer::ALL.len()],
}

pub(super) fn plugin(app: &mut App) {
    let after_all = (EguiPostUpdateSet::ProcessOutput, super::overlay_pass::lay_out_overlays);
    app.add_systems(
        PostUpdate,
        collect
            .in_set(WhileAwake)
            .after(after_all.0)
            .after(after_all.1)
            .before(EguiPostUpdateSet::PostProcessOutput),
    );
    if let Some(render) = app.get_sub_app_mut(RenderApp) {
        render
            .init_resource::<LastPaint>()
            .add_systems(ExtractSchedule, put_together.before(extract_egui_camera_view_system))
            .add_systems(Render, give_back.in_set(RenderSystems::Cleanup));
    }
}

/// Takes what the panels have painted, and passes the overlays' fonts on.
fn collect(
    mut layers: ResMut<PaintLayers>,
    mut output: Single<&mut EguiRenderOutput, With<PrimaryEguiContext>>,
) {
    if layers.is_due(PaintLayer::Panels) {
        layers.layer_mut(PaintLayer::Panels).fresh = Some(std::mem::take(&mut output.paint_jobs));
    }
    if layers.were_due() {
        output.textures_delta.append(take_textures(&mut layers));
    }
}

/// Puts the frame together from what is new and what was painted last.
fn put_together(
    mut main: ResMut<MainWorld>,
    mut last: ResMut<LastPaint>,
    mut panels: Local<Option<QueryState<&'static mut EguiRenderOutput, With<PrimaryEguiContext>>>>,
) {
    let Some(mut layers) = main.get_resource_mut::<PaintLayers>() else { return };
    let fresh = PaintLayer::ALL.map(|layer| layers.layer_mut(layer).fresh.take());
    // A window without any size draws nothing, and gives nothing back.
    let is_lost = last.jobs.len() != last.counts.iter().sum::<usize>();
    if is_lost {
        layers.layers.iter_mut().for_each(|layer| layer.is_stale = true);
    }
    let jobs = last.renew(fresh);
    let panels = panels.get_or_insert_with(|| main.query_filtered());
    if let Ok(mut output) = panels.single_mut(&mut main) {
        output.paint_jobs = jobs;
    }
}

impl LastPaint {
    /// Gives the last triangles away, with those of some layers replaced.
    fn renew(
        &mut self,
        fresh: [Option<Vec<ClippedPrimitive>>; PaintLayer::ALL.len()],
    ) -> Vec<ClippedPrimitive> {
        let mut old = std::mem::take(&mut self.jobs);
        if fresh.iter().all(Option::is_none) {
            return old;
        }
        let mut old = old.drain(..);
        let mut jobs = Vec::new();
        for (count, fresh) in self.counts.iter_mut().zip(fresh) {
            let kept = old.by_ref().take(*count);
            match fresh {
                None => jobs.extend(kept),
                Some(new) => {
                    kept.for_each(drop);
                    *count = new.len();
                    jobs.extend(new);
                }
            }
        }
        jobs
    }
}

/// Keeps what has been drawn.
fn give_back(mut last: ResMut<LastPaint>, mut drawn: Query<&mut EguiRenderOutput>) {
    for mut output in &mut drawn {
        last.jobs = std::mem::take(&mut output.paint_jobs);
    }
}

#[cfg(test)]
mod tests {
    use bevy_egui::egui::epaint::{Mesh, Primitive};
    use bevy_egui::egui::{Rect, TextureId, pos2, vec2};

    use super::*;

    fn job(number: u64) -> ClippedPrimitive {
        let mesh = Mesh::with_texture(TextureId::User(number));
        let clip_rect = Rect::from_min_size(pos2(0.0, 0.0), vec2(1.0, 1.0));
        ClippedPrimitive { clip_rect, primitive: Primitive::Mesh(mesh) }
    }

    fn numbers(jobs: &[ClippedPrimitive]) -> Vec<u64> {
        let number = |job: &ClippedPrimitive| match &job.primitive {
            Primitive::Mesh(Mesh { texture_id: TextureId::User(number), .. }) => *number,
            _ => 0,
        };
        jobs.iter().map(number).collect()
    }

    /// Layers stay in their order, whichever of them is painted again.
    #[test]
    fn what_is_new_takes_the_place_of_what_was_there() {
        let mut last = LastPaint::default();
        let mut frame = |fresh: [Option<&[u64]>; PaintLayer::ALL.len()]| {
            let fresh = fresh.map(|layer| layer.map(|jobs| jobs.iter().map(|&number| job(number)).collect()));
            let jobs = last.renew(fresh);
            let shown = numbers(&jobs);
            last.jobs = jobs;
            shown
        };
        assert_eq!(frame([Some(&[1, 2]), Some(&[]), None, None, Some(&[5])]), [1, 2, 5]);
        assert_eq!(frame([None; 5]), [1, 2, 5]);
        assert_eq!(frame([None, Some(&[3, 4]), None, None, None]), [1, 2, 3, 4, 5]);
        assert_eq!(frame([Some(&[7]), None, None, None, Some(&[8, 9])]), [7, 3, 4, 8, 9]);
        assert_eq!(frame([None, Some(&[]), None, None, None]), [7, 8, 9]);
    }
}
