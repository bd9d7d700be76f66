//! Shows thrown dice: asks for the throws of what is played back, and moves the dice along their recordings.

use bevy::prelude::*;
use bevy::tasks::{AsyncComputeTaskPool, Task, block_on, poll_once};
use bevy::window::RequestRedraw;

use super::die::{turn_to, uppermost};
use super::die_mesh::die_mesh;
use super::landing::landing;
use super::throw::{DiePose, Recording, Throw, simulate};
use crate::game::engine::view::View;
use crate::rules::ids::Side;
use crate::ui::looks::side_look;
use crate::ui::miniatures::materials::Materials;
use crate::ui::physics::colliders::{self, Collider};
use crate::ui::playback::Playback;
use crate::ui::playback::throw_plan::{PlannedThrow, Volley};
use crate::ui::session::open_game::{GameChanged, GameSystems, OpenGame};

/// Seconds that dice stay on the table after the last has come to rest.
const LINGER_SECONDS: f32 = 2.5;
/// The edge of a die, inches; smaller where many are thrown.
const EDGE: f32 = 0.75;
const SMALL_EDGE: f32 = 0.55;
/// More dice than these are small.
const FEW: usize = 24;
/// Obstacles farther than this from the place aimed at are left out, inches: no die rolls so far.
const FAR: f32 = 16.0;
/// Seeds tried before a volley is not shown rolling.
const TRIES: u64 = 8;

/// The dice on the table.
#[derive(Resource, Default)]
pub(in crate::ui) struct DiceThrow {
    throws: Vec<ShownThrow>,
    at_work: Option<Task<Vec<Option<Recording>>>>,
    /// Seconds since what is played back began.
    elapsed: f32,
}

/// A volley on the table.
struct ShownThrow {
    planned: PlannedThrow,
    edge: f32,
    recording: Option<Recording>,
    dice: Vec<Entity>,
}

/// A die on the table.
#[derive(Component)]
pub(super) struct Die;

/// The meshes of dice.
#[derive(Resource)]
pub(super) struct DieMeshes {
    sides: [[Handle<Mesh>; 2]; 2],
}

pub(in crate::ui) fn plugin(app: &mut App) {
    app.init_resource::<DiceThrow>()
        .add_systems(Startup, build_meshes)
        .add_systems(PreUpdate, begin.after(GameSystems).after(crate::ui::playback::PlaybackSystems))
        .add_systems(Update, (receive, show).chain());
}

impl DiceThrow {
    /// The volleys whose dice lie still, each with the middle of where they lie in the scene.
    pub fn at_rest(&self) -> impl Iterator<Item = (&Volley, Vec3)> {
        self.throws.iter().filter(|throw| self.elapsed >= throw.planned.end()).filter_map(|throw| {
            let last = throw.recording.as_ref()?.frames.last()?;
            let sum: Vec3 = last.iter().map(|die| die.at).sum();
            Some((&throw.planned.volley, sum / last.len().max(1) as f32))
        })
    }

    /// The volleys of what is played back now, in their order.
    pub fn volleys(&self) -> impl Iterator<Item = &Volley> {
        self.throws.iter().map(|throw| &throw.planned.volley)
    }

    /// How many dice are on the table, or in the air over it.
    pub fn dice(&self) -> usize {
        self.throws.iter().map(|throw| throw.dice.len()).sum()
    }

    /// Whether throws are still being simulated.
    pub fn is_at_work(&self) -> bool {
        self.at_work.is_some()
    }
}

fn build_meshes(mut commands: Commands, mut meshes: ResMut<Assets<Mesh>>) {
    let mut of = |side: Side| {
        let body = side_look::colour(side);
        let bright = meshes.add(die_mesh(body, Color::WHITE));
        let dim = meshes
            .add(die_mesh(body.mix(&Color::srgb(0.22, 0.22, 0.23), 0.75), Color::srgb(0.62, 0.62, 0.62)));
        [bright, dim]
    };
    let sides = [of(Side::A), of(Side::B)];
    commands.insert_resource(DieMeshes { sides });
}

/// Clears the table of dice, and asks for the throws of what is played back now.
fn begin(
    mut commands: Commands,
    mut changes: MessageReader<GameChanged>,
    opened: Res<OpenGame>,
    playback: Res<Playback>,
    mut thrown: ResMut<DiceThrow>,
) {
    if changes.read().count() == 0 {
        return;
    }
    thrown.clear(&mut commands);
    let planned = playback.throws().to_vec();
    if planned.is_empty() {
        return;
    }
    thrown.throw(opened.game.battle().view(), planned, opened.state().entry.0 as u64);
}

/// The throws to simulate, one after the other: dice that lie already are in the way of the next.
struct Work {
    colliders: Vec<Collider>,
    size: Vec2,
    throws: Vec<(usize, f32, super::landing::Landing)>,
    seed: u64,
}

impl Work {
    fn new(view: View, planned: &[PlannedThrow], seed: u64) -> Self {
        let mut colliders = colliders::of_terrain(view.terrain());
        let models = view.units().flat_map(|unit| view.standing(unit.id));
        colliders.extend(models.map(|model| colliders::of_model(&model)));
        let mut taken = Vec::new();
        let mut throws = Vec::new();
        for planned in planned {
            let count = planned.volley.faces.len();
            let landing = landing(view, planned.volley.roll.by, &colliders, &taken);
            taken.push(landing.to);
            throws.push((count, edge(count), landing));
        }
        let [width, depth] = view.terrain().size;
        Self { colliders, size: Vec2::new(width as f32, depth as f32), throws, seed }
    }

    fn simulate(mut self) -> Vec<Option<Recording>> {
        let throws = std::mem::take(&mut self.throws);
        throws
            .into_iter()
            .enumerate()
            .map(|(index, (dice, edge, landing))| {
                let near = self.colliders.iter().filter(|collider| collider.is_near(landing.to, FAR));
                let obstacles: Vec<Collider> = near.cloned().collect();
                let throw = |seed: u64| Throw {
                    dice,
                    edge,
                    bounds: [-self.size / 2.0, self.size / 2.0],
                    from: landing.from,
                    to: landing.to,
                    obstacles: &obstacles,
                    seed,
                };
                let seed = self.seed * 1000 + index as u64 * TRIES;
                let recording = (seed..seed + TRIES).find_map(|seed| simulate(&throw(seed)));
                let lying = recording.iter().flat_map(|recording| recording.frames.last()).flatten();
                let lying: Vec<Collider> =
                    lying.map(|die| colliders::of_box(die.at, die.rotation, edge)).collect();
                self.colliders.extend(lying);
                recording
            })
            .collect()
    }
}

fn edge(dice: usize) -> f32 {
    if dice > FEW { SMALL_EDGE } else { EDGE }
}

impl DiceThrow {
    /// Asks for the throws of some volleys.
    pub(super) fn throw(&mut self, view: View, planned: Vec<PlannedThrow>, seed: u64) {
        let work = Work::new(view, &planned, seed);
        self.elapsed = 0.0;
        let shown = |planned: PlannedThrow| ShownThrow {
            edge: edge(planned.volley.faces.len()),
            planned,
            recording: None,
            dice: Vec::new(),
        };
        self.throws = planned.into_iter().map(shown).collect();
        self.at_work = Some(AsyncComputeTaskPool::get().spawn(async move { work.simulate() }));
    }

    /// How many dice are in the air or still tumble.
    pub(super) fn rolling(&self) -> usize {
        let rolls = |throw: &&ShownThrow| throw.planned.share(self.elapsed).is_some_and(|share| share < 1.0);
        self.throws.iter().filter(rolls).map(|throw| throw.dice.len()).sum()
    }

    pub(super) fn clear(&mut self, commands: &mut Commands) {
        for die in self.throws.drain(..).flat_map(|throw| throw.dice) {
            commands.entity(die).despawn();
        }
        self.at_work = None;
        self.elapsed = 0.0;
    }

    /// When the last volley has come to rest, in seconds of the playback.
    fn end(&self) -> f32 {
        self.throws.iter().map(|throw| throw.planned.end()).fold(0.0, f32::max)
    }
}

/// Takes the recordings once they are made, and spawns their dice.
fn receive(
    mut commands: Commands,
    mut thrown: ResMut<DiceThrow>,
    meshes: Res<DieMeshes>,
    materials: Res<Materials>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    let Some(task) = &mut thrown.bypass_change_detection().at_work else { return };
    redraw.write(RequestRedraw);
    let Some(recordings) = block_on(poll_once(task)) else { return };
    thrown.at_work = None;
    for (throw, recording) in thrown.throws.iter_mut().zip(recordings) {
        let mesh = &meshes.sides[throw.planned.volley.roll.by.side as usize][0];
        let dice = recording.iter().flat_map(|recording| recording.frames.first()).flatten();
        throw.dice = dice
            .map(|_| {
                let look = (Mesh3d(mesh.clone()), MeshMaterial3d(materials.solid.clone()));
                commands.spawn((Die, look, Transform::default(), Visibility::Hidden)).id()
            })
            .collect();
        throw.recording = recording;
    }
}

/// Moves the dice on with the playback; when they have lain long enough, they go.
fn show(
    mut commands: Commands,
    time: Res<Time<Real>>,
    playback: Res<Playback>,
    meshes: Res<DieMeshes>,
    mut thrown: ResMut<DiceThrow>,
    mut dice: Query<(&mut Transform, &mut Visibility, &mut Mesh3d), With<Die>>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    if thrown.throws.is_empty() {
        return;
    }
    redraw.write(RequestRedraw);
    let before = thrown.elapsed;
    thrown.elapsed = f32::max(
        playback.elapsed(),
        before + time.delta_secs().min(0.1) * f32::from(u8::from(!playback.runs())),
    );
    if thrown.elapsed > thrown.end() + LINGER_SECONDS {
        thrown.clear(&mut commands);
        return;
    }
    let elapsed = thrown.elapsed;
    for throw in &thrown.throws {
        let Some(recording) = &throw.recording else { continue };
        let share = throw.planned.share(elapsed);
        let is_at_rest = share.is_some_and(|share| share >= 1.0);
        for (index, &die) in throw.dice.iter().enumerate() {
            let Ok((mut transform, mut visibility, mut mesh)) = dice.get_mut(die) else { continue };
            let seen = if share.is_some() { Visibility::Inherited } else { Visibility::Hidden };
            visibility.set_if_neq(seen);
            let pose = pose_at(recording, index, share.unwrap_or(0.0));
            let face = throw.planned.volley.faces[index];
            transform.set_if_neq(shown(recording, index, face, pose, throw.edge));
            let roll = throw.planned.volley.roll;
            let is_dim = is_at_rest && roll.needs.met_by(face) == Some(false);
            mesh.set_if_neq(Mesh3d(meshes.sides[roll.by.side as usize][usize::from(is_dim)].clone()));
        }
    }
}

/// Where a die is after a share of its throw, from 0 to 1.
fn pose_at(recording: &Recording, die: usize, share: f32) -> DiePose {
    let last = recording.frames.len() - 1;
    let at = share.clamp(0.0, 1.0) * last as f32;
    let frame = (at.floor() as usize).min(last);
    let [from, to] = [frame, (frame + 1).min(last)].map(|frame| recording.frames[frame][die]);
    let share = at - frame as f32;
    DiePose { at: from.at.lerp(to.at, share), rotation: from.rotation.slerp(to.rotation, share) }
}

/// The transform of a die whose `face` comes up at the end of its throw.
fn shown(recording: &Recording, die: usize, face: u8, pose: DiePose, edge: f32) -> Transform {
    let rest = recording.frames[recording.frames.len() - 1][die];
    let (slot, _) = uppermost(rest.rotation);
    Transform {
        translation: pose.at,
        rotation: pose.rotation * turn_to(face, slot, die as u8),
        scale: Vec3::splat(edge),
    }
}
