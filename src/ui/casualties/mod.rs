//! The fallen: how they fall, and the trays of losses that they are cleared to.
//!
//! A fall is simulated to its end beforehand, on a thread (`body.rs`), and played back. Where the fallen lie afterwards
//! follows from the battle as far as it has been shown (`tray.rs`), so that it is right after a load and an undo.

mod body;
mod tray;

use std::collections::BTreeMap;

use bevy::prelude::*;
use bevy::tasks::{AsyncComputeTaskPool, Task, block_on, poll_once};
use bevy::window::RequestRedraw;
use bevy_rapier3d::rapier::prelude::{Pose, SharedShape};

use super::axes;
use super::physics::colliders::{self, Collider};
use super::playback::{FallStage, PlannedFall, Playback, PlaybackAdvance, PlaybackSystems};
use crate::game::engine::view::ModelView;
use crate::rules::ids::{ModelId, Side};
use crate::ui::miniatures::figures::BASE_HEIGHT;
use crate::ui::playback::pose::PoseFigures;
use crate::ui::session::events::{UiEvent, emit};
use crate::ui::session::open_game::{GameChanged, GameSystems, OpenGame};
use crate::ui::session::shown_battle::ShownBattle;
use body::{Body, BodyPose, simulate};
pub(super) use tray::TrayRow;
use tray::Trays;

/// Obstacles farther than this from a body are left out, inches.
const FAR: f32 = 7.0;

/// How high a body is lifted over its way to the tray, as a share of that way, and inches at most.
const LIFT: [f32; 2] = [0.25, 4.0];

/// The fallen.
#[derive(Resource, Default)]
pub(super) struct Casualties {
    /// The falls that are played back, frame by frame.
    recordings: BTreeMap<ModelId, Vec<BodyPose>>,
    at_work: Option<Task<BTreeMap<ModelId, Vec<BodyPose>>>>,
    trays: Trays,
    /// How many lie in each tray, as reported last.
    reported: [usize; 2],
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Casualties>()
        .add_systems(PreUpdate, begin.after(GameSystems).after(PlaybackSystems))
        .add_systems(Update, receive.before(PlaybackAdvance))
        .add_systems(Update, fill_trays.after(PlaybackAdvance).before(PoseFigures));
}

impl Casualties {
    /// Whether falls are still being simulated.
    pub fn is_at_work(&self) -> bool {
        self.at_work.is_some()
    }

    /// Where a model is shown in its fall.
    pub fn falling(&self, fall: &PlannedFall, elapsed: f32) -> Transform {
        let at = |share: f32| match self.recordings.get(&fall.model) {
            Some(frames) => pose_at(frames, share),
            None => fall.upright,
        };
        match fall.stage(elapsed) {
            FallStage::Stands => fall.upright,
            FallStage::Falls(share) => at(share),
            FallStage::Lies => at(1.0),
            FallStage::Clears(share) => {
                let (from, to) = (at(1.0), self.in_tray(fall.model).unwrap_or(at(1.0)));
                carried([from, to], share)
            }
        }
    }

    /// Where a model lies that has been lost.
    pub fn in_tray(&self, model: ModelId) -> Option<Transform> {
        self.trays.places.get(&model).copied()
    }

    /// The rows of the fallen, each with how many of it lie there already.
    pub fn rows<'a>(&'a self, playback: &'a Playback) -> impl Iterator<Item = (&'a TrayRow, usize)> {
        let lies = |model: &&ModelId| playback.fall(**model).is_none();
        let counted = move |row: &'a TrayRow| (row, row.models.iter().filter(lies).count());
        self.trays.rows.iter().map(counted).filter(|(_, count)| *count > 0)
    }
}

fn pose_at(frames: &[BodyPose], share: f32) -> Transform {
    let last = frames.len().saturating_sub(1);
    let at = share.clamp(0.0, 1.0) * last as f32;
    let frame = (at.floor() as usize).min(last);
    let [from, to] = [frame, (frame + 1).min(last)].map(|frame| frames[frame]);
    let share = at - frame as f32;
    Transform::from_translation(from.0.lerp(to.0, share)).with_rotation(from.1.slerp(to.1, share))
}

/// On the way from where a body lies to its place in the tray.
fn carried([from, to]: [Transform; 2], share: f32) -> Transform {
    let smooth = share * share * (3.0 - 2.0 * share);
    let lift = (LIFT[0] * from.translation.distance(to.translation)).min(LIFT[1]);
    let up = Vec3::Y * lift * 4.0 * smooth * (1.0 - smooth);
    Transform::from_translation(from.translation.lerp(to.translation, smooth) + up)
        .with_rotation(from.rotation.slerp(to.rotation, smooth))
}

/// The base of a model that stands. Bodies fall past the figure on it: against a row of men as broad as their bases
/// they would be held upright.
fn base(model: &ModelView) -> Collider {
    let (half, radius) = (BASE_HEIGHT as f32 / 2.0, model.card.base.radius() as f32);
    let middle = axes::place_in_scene(model.pose.at) + Vec3::Y * half;
    let pose = Pose::from_parts(middle, Quat::IDENTITY);
    Collider::new(SharedShape::cylinder(half, radius), pose)
}

/// The falls to simulate.
struct Work {
    colliders: Vec<Collider>,
    /// Those that begin at the same time fall together.
    falls: Vec<Vec<(ModelId, Body)>>,
    seed: u64,
}

impl Work {
    fn new(opened: &OpenGame, falls: &[PlannedFall]) -> Self {
        let view = opened.game.battle().view();
        let mut colliders = colliders::of_terrain(view.terrain());
        let models = view.units().flat_map(|unit| view.standing(unit.id));
        colliders.extend(models.map(|model| base(&model)));
        let together = |a: &PlannedFall, b: &PlannedFall| (a.start() - b.start()).abs() < 1e-3;
        let body = |fall: &PlannedFall| {
            let base = view.model(fall.model)?.card.base;
            let (height, radius) = (base.height.inches() as f32, base.radius() as f32);
            let (foot, rotation) = (fall.upright.translation, fall.upright.rotation);
            Some((fall.model, Body { foot, rotation, height, radius, push: fall.push }))
        };
        let falls = falls.chunk_by(together).map(|group| group.iter().filter_map(body).collect()).collect();
        Self { colliders, falls, seed: opened.state().entry.0 as u64 }
    }

    fn simulate(self) -> BTreeMap<ModelId, Vec<BodyPose>> {
        let mut recordings = BTreeMap::new();
        for (index, group) in self.falls.iter().enumerate() {
            let feet = || group.iter().map(|(_, body)| Vec2::new(body.foot.x, body.foot.z));
            let near = |one: &&Collider| feet().any(|foot| one.is_near(foot, FAR));
            let obstacles: Vec<Collider> = self.colliders.iter().filter(near).cloned().collect();
            let bodies: Vec<Body> = group.iter().map(|(_, body)| *body).collect();
            let frames = simulate(&bodies, &obstacles, self.seed * 1000 + index as u64);
            recordings.extend(group.iter().map(|(model, _)| *model).zip(frames));
        }
        recordings
    }
}

/// Drops the falls before, and asks for those of what is played back now.
fn begin(
    mut changes: MessageReader<GameChanged>,
    opened: Res<OpenGame>,
    mut playback: ResMut<Playback>,
    mut casualties: ResMut<Casualties>,
) {
    if changes.read().count() == 0 {
        return;
    }
    casualties.recordings.clear();
    casualties.at_work = None;
    if playback.falls().is_empty() {
        return;
    }
    let work = Work::new(&opened, playback.falls());
    casualties.at_work = Some(AsyncComputeTaskPool::get().spawn(async move { work.simulate() }));
    playback.await_falls(true);
}

/// Takes the falls once they are simulated.
fn receive(
    mut casualties: ResMut<Casualties>,
    mut playback: ResMut<Playback>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    let Some(task) = &mut casualties.bypass_change_detection().at_work else { return };
    redraw.write(RequestRedraw);
    let Some(recordings) = block_on(poll_once(task)) else { return };
    casualties.at_work = None;
    casualties.recordings = recordings;
    playback.await_falls(false);
}

/// Keeps the trays as the battle is shown.
fn fill_trays(
    opened: Res<OpenGame>,
    (shown, playback): (Res<ShownBattle>, Res<Playback>),
    mut casualties: ResMut<Casualties>,
) {
    if !opened.is_changed() && !shown.is_changed() && !playback.is_changed() {
        return;
    }
    if opened.is_changed() || shown.is_changed() {
        let trays = Trays::of(shown.view(&opened), &casualties.trays);
        if trays != casualties.trays {
            casualties.trays = trays;
        }
    }
    let count = |side: Side| {
        let rows = casualties.rows(&playback).filter(|(row, _)| row.unit.side == side);
        rows.map(|(_, count)| count).sum::<usize>()
    };
    let now = Side::BOTH.map(count);
    let before = casualties.reported;
    if now != before {
        casualties.reported = now;
        for (side, models) in
            Side::BOTH.into_iter().zip(now).filter(|(side, now)| before[side.index()] != *now)
        {
            emit(&UiEvent::LossesShown { side, models });
        }
    }
}
