//! Panels, lines and words are laid out anew only when something they show may have
//! changed; in between the picture gets what was painted last.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use bevy::window::{RequestRedraw, WindowEvent};
use bevy_egui::egui::{ClippedPrimitive, Event, Modifiers};
use bevy_egui::{
    EguiContext, EguiInput, EguiPostUpdateSet, EguiPreUpdateSet, EguiRenderOutput, PrimaryEguiContext,
};

use super::cutaway::Cutaway;
use super::fire_odds::FireOdds;
use super::hand_dice::HandDice;
use super::input::choices::Choices;
use super::input::draft::Drafting;
use super::input::draft_check::DraftCheck;
use super::input::ruler::{Pointed, Ruler};
use super::input::{Screen, Selection};
use super::move_planner::MovePlans;
use super::open_game::OpenGame;
use super::playback::Playback;
use super::preview::{RetreatPreview, RetreatPreviewQuery};
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
pub(super) struct EguiThrottle {
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

impl EguiThrottle {
    /// Whether the last picture was laid out anew.
    pub fn was_due(&self) -> bool {
        self.due > 0
    }
}

/// Whether the hand did anything, or what it acts on may be another: where neither is so,
/// input need not be looked at.
pub(super) fn input_pending(
    mut events: MessageReader<WindowEvent>,
    throttle: Res<EguiThrottle>,
    time: Res<Time<Real>>,
    opened: Res<OpenGame>,
    drafting: Res<Drafting>,
) -> bool {
    events.read().count() > 0
        || throttle.due > 0
        || throttle.age + time.delta_secs() > STALE
        || opened.is_changed()
        || drafting.is_changed()
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<EguiThrottle>()
        .configure_sets(PreUpdate, EguiPreUpdateSet::ProcessInput.run_if(input_pending))
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

fn is_due(throttle: Res<EguiThrottle>) -> bool {
    throttle.was_due()
}

/// All that is shown over and around the table.
#[derive(SystemParam)]
struct Shown<'w> {
    opened: Res<'w, OpenGame>,
    hand: Res<'w, HandDice>,
    selection: Res<'w, Selection>,
    drafting: Res<'w, Drafting>,
    draft_check: Res<'w, DraftCheck>,
    playback: Res<'w, Playback>,
    plans: Res<'w, MovePlans>,
    cutaway: Res<'w, Cutaway>,
    screen: Res<'w, Screen>,
    ruler: Res<'w, Ruler>,
    pointed: Res<'w, Pointed>,
    watch: Res<'w, SightOverlay>,
    sights: Res<'w, SightQuery>,
    map: Res<'w, Map>,
    retreat_preview: Res<'w, RetreatPreview>,
    previews: Res<'w, RetreatPreviewQuery>,
    fire_odds: Res<'w, FireOdds>,
    choices: Res<'w, Choices>,
}

impl Shown<'_> {
    fn is_changed(&self) -> bool {
        self.opened.is_changed()
            || self.hand.is_changed()
            || self.selection.is_changed()
            || self.drafting.is_changed()
            || self.draft_check.is_changed()
            || self.playback.is_changed()
            || self.plans.is_changed()
            || self.cutaway.is_changed()
            || self.screen.is_changed()
            || self.ruler.is_changed()
            || self.pointed.is_changed()
            || self.watch.is_changed()
            || self.sights.is_changed()
            || self.map.is_changed()
            || self.retreat_preview.is_changed()
            || self.previews.is_changed()
            || self.fire_odds.is_changed()
            || self.choices.is_changed()
    }
}

fn look_for_news(
    shown: Shown,
    time: Res<Time<Real>>,
    canvas: Canvas,
    camera: Single<&GlobalTransform, With<TableCamera>>,
    mut panels: Single<(&mut EguiContext, &mut EguiInput), With<PrimaryEguiContext>>,
    mut throttle: ResMut<EguiThrottle>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    let (context, input) = &mut *panels;
    // These are told in every picture, and would have every picture asked for anew.
    input.events.retain(|event| match event {
        Event::ModifiersChanged(now) => throttle.modifiers.replace(*now) != Some(*now),
        _ => true,
    });
    let seen = Some((**camera, canvas.size()));
    let age = throttle.age + time.delta_secs();
    let news = shown.is_changed()
        || throttle.seen != seen
        || !input.events.is_empty()
        || context.get_mut().has_requested_repaint();
    throttle.due = if news { SETTLING } else { throttle.due.saturating_sub(1) };
    if shown.previews.is_changed() {
        // Its card finds its place only in the second picture, and no hand may stir till then.
        redraw.write(RequestRedraw);
    }
    if age > STALE {
        throttle.due = throttle.due.max(1);
    }
    throttle.age = if throttle.due > 0 { 0.0 } else { age };
    throttle.seen = seen;
}

/// The renderer takes what was painted away with it; it gets the same again.
fn keep(
    mut throttle: ResMut<EguiThrottle>,
    mut output: Single<&mut EguiRenderOutput, With<PrimaryEguiContext>>,
) {
    if throttle.due > 0 {
        throttle.painted.clone_from(&output.paint_jobs);
    } else {
        output.paint_jobs.clone_from(&throttle.painted);
    }
}
