//! Panels, lines and words are laid out anew only when something they show may have
//! changed; in between the picture gets what was painted last.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use bevy::window::{RequestRedraw, WindowEvent};
use bevy_egui::egui::{ClippedPrimitive, Event, Modifiers};
use bevy_egui::{
    EguiContext, EguiInput, EguiPostUpdateSet, EguiPreUpdateSet, EguiRenderOutput, PrimaryEguiContext,
};

use super::counsel::MovePlans;
use super::cutaway::Cutaway;
use super::hand_dice::HandDice;
use super::input::choices::Choices;
use super::input::draft::Drafting;
use super::input::ruler::{Pointed, Ruler};
use super::input::verdict::DraftCheck;
use super::input::{Screen, Selection};
use super::open_game::OpenGame;
use super::playback::Playback;
use super::preview::{RetreatPreview, RetreatPreviewQuery};
use super::reckoning::FireOdds;
use super::scene::camera::TableCamera;
use super::scene::canvas::Canvas;
use super::watch::{Map, SightOverlay, SightQuery};

/// Pictures laid out after the last news: some parts find their size only in the second.
const SETTLING: u32 = 2;

/// Longest that anything stays as it was laid out, seconds: what is told only for a while
/// goes by the clock.
const STALE: f32 = 0.5;

/// Whether this picture is laid out anew, and what was painted last.
#[derive(Resource, Default)]
pub(super) struct Repaint {
    /// Pictures still to be laid out.
    due: u32,
    /// Seconds since the last.
    age: f32,
    /// Where the camera stood, and the size of the window.
    seen: Option<(GlobalTransform, Vec2)>,
    /// Shift, Ctrl and the like, as they were told last.
    modifiers: Option<Modifiers>,
    painted: Vec<ClippedPrimitive>,
}

impl Repaint {
    /// Whether the last picture was laid out anew.
    pub fn was_due(&self) -> bool {
        self.due > 0
    }
}

/// Whether the hand did anything, or what it acts on may be another: where neither is so,
/// input need not be looked at.
pub(super) fn is_stirred(
    mut events: MessageReader<WindowEvent>,
    repaint: Res<Repaint>,
    time: Res<Time<Real>>,
    opened: Res<OpenGame>,
    drafting: Res<Drafting>,
) -> bool {
    events.read().count() > 0
        || repaint.due > 0
        || repaint.age + time.delta_secs() > STALE
        || opened.is_changed()
        || drafting.is_changed()
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Repaint>()
        .configure_sets(PreUpdate, EguiPreUpdateSet::ProcessInput.run_if(is_stirred))
        .configure_sets(
            PostUpdate,
            (EguiPostUpdateSet::EndPass, EguiPostUpdateSet::ProcessOutput).run_if(is_due),
        )
        .add_systems(
            PostUpdate,
            look_for_news.after(TransformSystems::Propagate).before(EguiPostUpdateSet::EndPass),
        )
        .add_systems(Last, keep);
}

fn is_due(repaint: Res<Repaint>) -> bool {
    repaint.was_due()
}

/// All that is shown over and around the table.
#[derive(SystemParam)]
struct Shown<'w> {
    opened: Res<'w, OpenGame>,
    hand: Res<'w, HandDice>,
    selection: Res<'w, Selection>,
    drafting: Res<'w, Drafting>,
    verdict: Res<'w, DraftCheck>,
    playback: Res<'w, Playback>,
    counsel: Res<'w, MovePlans>,
    cutaway: Res<'w, Cutaway>,
    screen: Res<'w, Screen>,
    ruler: Res<'w, Ruler>,
    pointed: Res<'w, Pointed>,
    watch: Res<'w, SightOverlay>,
    sights: Res<'w, SightQuery>,
    map: Res<'w, Map>,
    foresight: Res<'w, RetreatPreview>,
    previews: Res<'w, RetreatPreviewQuery>,
    reckoning: Res<'w, FireOdds>,
    choices: Res<'w, Choices>,
}

impl Shown<'_> {
    fn is_changed(&self) -> bool {
        self.opened.is_changed()
            || self.hand.is_changed()
            || self.selection.is_changed()
            || self.drafting.is_changed()
            || self.verdict.is_changed()
            || self.playback.is_changed()
            || self.counsel.is_changed()
            || self.cutaway.is_changed()
            || self.screen.is_changed()
            || self.ruler.is_changed()
            || self.pointed.is_changed()
            || self.watch.is_changed()
            || self.sights.is_changed()
            || self.map.is_changed()
            || self.foresight.is_changed()
            || self.previews.is_changed()
            || self.reckoning.is_changed()
            || self.choices.is_changed()
    }
}

fn look_for_news(
    shown: Shown,
    time: Res<Time<Real>>,
    canvas: Canvas,
    camera: Single<&GlobalTransform, With<TableCamera>>,
    mut panels: Single<(&mut EguiContext, &mut EguiInput), With<PrimaryEguiContext>>,
    mut repaint: ResMut<Repaint>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    let (context, input) = &mut *panels;
    // These are told in every picture, and would have every picture asked for anew.
    input.events.retain(|event| match event {
        Event::ModifiersChanged(now) => repaint.modifiers.replace(*now) != Some(*now),
        _ => true,
    });
    let seen = Some((**camera, canvas.size()));
    let age = repaint.age + time.delta_secs();
    let news = shown.is_changed()
        || repaint.seen != seen
        || !input.events.is_empty()
        || context.get_mut().has_requested_repaint();
    repaint.due = if news { SETTLING } else { repaint.due.saturating_sub(1) };
    if shown.previews.is_changed() {
        // Its card finds its place only in the second picture, and no hand may stir till then.
        redraw.write(RequestRedraw);
    }
    if age > STALE {
        repaint.due = repaint.due.max(1);
    }
    repaint.age = if repaint.due > 0 { 0.0 } else { age };
    repaint.seen = seen;
}

/// The renderer takes what was painted away with it; it gets the same again.
fn keep(mut repaint: ResMut<Repaint>, mut output: Single<&mut EguiRenderOutput, With<PrimaryEguiContext>>) {
    if repaint.due > 0 {
        repaint.painted.clone_from(&output.paint_jobs);
    } else {
        output.paint_jobs.clone_from(&repaint.painted);
    }
}
