//! Shows thrown dice: has every throw worked out when it begins, and moves the dice along their recordings.

use std::sync::Arc;

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use bevy::tasks::{AsyncComputeTaskPool, Task, block_on, poll_once};
use bevy::window::RequestRedraw;
use bevy_egui::egui;

use super::die::{turn_to, uppermost};
use super::die_mesh::die_mesh;
use super::landing::{Part, Place, Standing};
use super::picture::{Picture, Seen};
use super::throw::{DiePose, Recording};
use super::work::{Ground, Job, TableGround, Thrown};
use crate::game::engine::view::View;
use crate::rules::ids::{Side, UnitId};
use crate::table::piece::Piece;
use crate::ui::axes;
use crate::ui::camera::viewport::WindowLayout;
use crate::ui::camera::{CameraRig, ModelEyes, TableCamera};
use crate::ui::frame::frame_order::CameraSystems;
use crate::ui::frame::paint_layers::PaintLayers;
use crate::ui::looks::side_look;
use crate::ui::miniatures::materials::Materials;
use crate::ui::physics::colliders;
use crate::ui::physics::ray_index::RayIndex;
use crate::ui::playback::subtitle::Subtitle;
use crate::ui::playback::throw_plan::{PlannedThrow, Volley};
use crate::ui::playback::{Playback, PlaybackAdvance};
use crate::ui::session::events::{UiEvent, emit};
use crate::ui::session::open_game::{GameChanged, GameSystems, OpenGame};
use crate::ui::session::shown_battle::ShownBattle;

/// Seconds that dice stay after they have come to rest; those that decide by themselves.
const LINGER_SECONDS: f32 = 2.5;
const DECISION_SECONDS: f32 = 1.6;
/// Seconds after which those that stay have been read.
const READ_SECONDS: f32 = 1.2;
/// Seconds before a throw begins at which it is worked out.
pub(super) const AHEAD_SECONDS: f32 = 0.3;

/// The dice that are thrown, one throw after the other.
#[derive(Resource, Default)]
pub(in crate::ui) struct DiceThrow {
    throws: Vec<ShownThrow>,
    at_work: Option<(usize, Task<Option<Thrown>>)>,
    /// Landing place of the latest throw of a chain.
    last: Option<(usize, Place)>,
    /// Seconds since what is played back began.
    elapsed: f32,
    seed: u64,
}

/// A throw of what is played back.
struct ShownThrow {
    planned: PlannedThrow,
    stage: Stage,
}

/// Progress of a throw.
enum Stage {
    /// It is still to be worked out.
    Ahead,
    /// It is being worked out.
    AtWork,
    /// Its dice are on the table; none if they decide by themselves, for those are painted.
    Thrown(Thrown, Vec<Entity>),
    /// It has gone, or is not shown.
    Over,
}

/// The throw that is seen.
pub(in crate::ui) struct SeenThrow<'a> {
    /// The throws of its chain up to it.
    pub chain: Vec<&'a Volley>,
    /// Its own dice.
    pub volley: &'a Volley,
    /// Share of it that is over, from 0 to 1; at 1 its dice lie.
    pub share: f32,
    /// Seconds since its dice lie; below 0 before.
    rests: f32,
    /// Course of its dice.
    pub thrown: &'a Thrown,
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
        .add_systems(
            Update,
            (go_on, have_worked_out, receive, show).chain().after(PlaybackAdvance).after(CameraSystems),
        );
}

impl SeenThrow<'_> {
    /// Whether its dice lie still.
    pub fn lies(&self) -> bool {
        self.share >= 1.0
    }

    /// Whether its dice have been read: those that decide by themselves until they go, others for a moment.
    pub fn is_read(&self) -> bool {
        !self.volley.is_decisive() && self.rests >= READ_SECONDS
    }

    /// Every die as it is now: its transform, and whether it succeeds.
    pub fn dice(&self) -> impl Iterator<Item = (Transform, Option<bool>)> {
        self.volley.dice.iter().enumerate().map(|(index, die)| {
            let met = die.roll.needs.met_by(die.face);
            (self.thrown.transform(index, die.face, self.share), met)
        })
    }
}

impl DiceThrow {
    /// The throw that is seen now, once it has been worked out.
    pub fn seen(&self) -> Option<SeenThrow<'_>> {
        let index = self.latest(self.elapsed)?;
        let ShownThrow { planned, stage: Stage::Thrown(thrown, _) } = &self.throws[index] else {
            return None;
        };
        let of_chain = self.throws[..=index].iter().filter(|throw| throw.planned.chain == planned.chain);
        Some(SeenThrow {
            chain: of_chain.map(|throw| &throw.planned.volley).collect(),
            volley: &planned.volley,
            share: planned.share(self.elapsed)?,
            rests: self.elapsed - planned.end(),
            thrown,
        })
    }

    /// The volleys of what is played back now, in their order.
    pub fn volleys(&self) -> impl Iterator<Item = &Volley> {
        self.throws.iter().map(|throw| &throw.planned.volley)
    }

    /// Number of dice on the table, or in the air over it.
    pub fn dice(&self) -> usize {
        self.throws.iter().map(ShownThrow::dice).sum()
    }

    /// Whether a throw is still being worked out.
    pub fn is_at_work(&self) -> bool {
        self.at_work.is_some()
    }

    /// Asks for some throws.
    pub(super) fn throw(&mut self, planned: Vec<PlannedThrow>, seed: u64) {
        self.throws =
            planned.into_iter().map(|planned| ShownThrow { planned, stage: Stage::Ahead }).collect();
        self.elapsed = 0.0;
        self.seed = seed;
        self.last = None;
    }

    /// Number of dice in the air or still tumbling.
    pub(super) fn rolling(&self) -> usize {
        let rolls = |throw: &&ShownThrow| throw.planned.share(self.elapsed).is_some_and(|share| share < 1.0);
        self.throws.iter().filter(rolls).map(ShownThrow::dice).sum()
    }

    /// Takes all dice off the table.
    pub fn clear(&mut self, commands: &mut Commands) {
        for throw in self.throws.drain(..) {
            throw.stage.end(commands);
        }
        self.at_work = None;
        self.elapsed = 0.0;
    }

    /// The last throw that has begun after so many seconds, if it has not gone.
    fn latest(&self, elapsed: f32) -> Option<usize> {
        let index = self.throws.iter().rposition(|throw| throw.planned.start() <= elapsed)?;
        (elapsed < self.gone(index)).then_some(index)
    }

    /// Time at which the dice of a throw have gone: before the next come, or once they have been seen long enough.
    fn gone(&self, index: usize) -> f32 {
        let planned = &self.throws[index].planned;
        let lingers = if planned.volley.is_decisive() { DECISION_SECONDS } else { LINGER_SECONDS };
        let next = self.throws.get(index + 1).map_or(f32::INFINITY, |next| next.planned.start());
        next.min(planned.end() + lingers)
    }

    /// The throw that has to be worked out now: what is seen before what is about to come.
    fn wanted(&self) -> Option<usize> {
        let due = [self.elapsed, self.elapsed + AHEAD_SECONDS].map(|at| self.latest(at));
        due.into_iter().flatten().find(|index| matches!(self.throws[*index].stage, Stage::Ahead))
    }

    /// The middle of the units that roll the dice of a throw and of what goes on with it, in the scene.
    fn event(&self, index: usize, view: View) -> Option<Vec3> {
        let chain = self.throws[index].planned.chain;
        let of_chain = self.throws.iter().filter(|throw| throw.planned.chain == chain);
        let rollers = of_chain.filter_map(|throw| throw.planned.volley.roller()?.subject);
        let mut units: Vec<UnitId> = rollers.map(|subject| subject.unit()).collect();
        units.sort_unstable();
        units.dedup();
        mean(
            units.into_iter().filter_map(|unit| {
                mean(view.standing(unit).map(|model| axes::place_in_scene(model.pose.at)))
            }),
        )
    }
}

impl ShownThrow {
    fn dice(&self) -> usize {
        match &self.stage {
            Stage::Thrown(_, dice) => dice.len(),
            Stage::Ahead | Stage::AtWork | Stage::Over => 0,
        }
    }
}

impl Stage {
    fn end(self, commands: &mut Commands) {
        if let Self::Thrown(_, dice) = self {
            for die in dice {
                commands.entity(die).despawn();
            }
        }
    }
}

/// The mean of some points; `None` of none.
fn mean(points: impl Iterator<Item = Vec3>) -> Option<Vec3> {
    let (mut sum, mut count) = (Vec3::ZERO, 0.0);
    for point in points {
        sum += point;
        count += 1.0;
    }
    (count > 0.0).then(|| sum / count)
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

/// Clears the table of dice, and takes the throws of what is played back now.
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
    if !planned.is_empty() {
        thrown.throw(planned, opened.state().entry.0 as u64);
    }
}

/// Follows the playback. Dice that have been seen long enough go.
fn go_on(
    mut commands: Commands,
    time: Res<Time<Real>>,
    playback: Res<Playback>,
    mut thrown: ResMut<DiceThrow>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    if thrown.throws.is_empty() {
        return;
    }
    redraw.write(RequestRedraw);
    let by_itself = time.delta_secs().min(0.1) * f32::from(u8::from(!playback.runs()));
    thrown.elapsed = playback.elapsed().max(thrown.elapsed + by_itself);
    let elapsed = thrown.elapsed;
    if (0..thrown.throws.len()).all(|index| elapsed > thrown.gone(index)) {
        thrown.clear(&mut commands);
        return;
    }
    for index in 0..thrown.throws.len() {
        if elapsed > thrown.gone(index) && !matches!(thrown.throws[index].stage, Stage::Over | Stage::AtWork)
        {
            std::mem::replace(&mut thrown.throws[index].stage, Stage::Over).end(&mut commands);
        }
    }
}

/// The window as it is when a throw begins; a battle without a window has no such things.
#[derive(SystemParam)]
struct Window<'w, 's> {
    camera:
        Option<Single<'w, 's, (&'static Camera, &'static Transform, &'static CameraRig), With<TableCamera>>>,
    eyes: Option<Res<'w, ModelEyes>>,
    layers: Option<Res<'w, PaintLayers>>,
    layout: Option<Res<'w, WindowLayout>>,
    subtitle: Option<Res<'w, Subtitle>>,
    playback: Res<'w, Playback>,
}

impl Window<'_, '_> {
    fn picture(&self) -> Option<Picture> {
        let (camera, from, rig) = **self.camera.as_ref()?;
        let now = Seen::new(camera, *from)?;
        let looks = self.eyes.as_ref().is_some_and(|eyes| eyes.0.is_some());
        let goal = rig.goal();
        let at_rest = Transform::from_translation(goal.eye()).with_rotation(goal.rotation());
        let at_rest = if looks { now } else { Seen::new(camera, at_rest)? };
        Some(Picture { now, at_rest, covers: self.covers(now.free) })
    }

    /// Areas over the picture: cards and questions, the line at its foot, a caption.
    fn covers(&self, free: Rect) -> Vec<Rect> {
        let corner = |at: egui::Pos2| Vec2::new(at.x, at.y);
        let areas = self.layers.iter().flat_map(|layers| layers.areas_over_table());
        let mut covers: Vec<Rect> =
            areas.map(|rect| Rect { min: corner(rect.min), max: corner(rect.max) }).collect();
        let layout = self.layout.as_deref().copied().unwrap_or_default();
        let height = free.height();
        let foot = match (layout, self.subtitle.as_ref().is_some_and(|line| line.0.is_some())) {
            (WindowLayout::Show, _) => FOOT_OF_SHOW * height,
            (_, true) => FOOT,
            (_, false) => 0.0,
        };
        if foot > 0.0 {
            covers.push(Rect { min: Vec2::new(free.min.x, free.max.y - foot), max: free.max });
        }
        if let Some((caption, _)) = self.playback.caption().filter(|_| layout == WindowLayout::WithPanels) {
            let top = free.min.y + BANNER_TOP * height;
            let lines = caption.lines.len() as f32;
            let below = top + BANNER[0] + BANNER[1] * lines;
            covers.push(Rect::new(free.min.x, top, free.max.x, below.min(free.max.y)));
        }
        covers
    }
}

/// The line at the foot of the picture: pixels, and in a show as a share of its height.
const FOOT: f32 = 64.0;
const FOOT_OF_SHOW: f32 = 0.13;
/// A caption: where it begins, as a share of the picture's height, the height of one without lines, and of each line.
const BANNER_TOP: f32 = 0.33;
const BANNER: [f32; 2] = [94.0, 25.0];

/// Colliders of the terrain that is open.
type KnownTerrain = (Arc<[Piece]>, Arc<RayIndex<Part>>);

fn terrain_of(view: View, known: &mut Option<KnownTerrain>) -> Arc<RayIndex<Part>> {
    let terrain = view.terrain();
    if let Some((pieces, index)) = known
        && Arc::ptr_eq(pieces, &terrain.pieces)
    {
        return Arc::clone(index);
    }
    let solid = terrain.prisms().map(|prism| (Part::Solid, prism));
    let trees = terrain.trees().map(|prism| (Part::Tree, prism));
    let parts = solid.chain(trees).flat_map(|(part, prism)| {
        colliders::of_prism(prism).into_iter().map(move |collider| (part, collider))
    });
    let index = Arc::new(RayIndex::new(parts));
    *known = Some((Arc::clone(&terrain.pieces), Arc::clone(&index)));
    index
}

/// Has a throw worked out that begins: for the view that the player has now, with everything where it is shown now.
fn have_worked_out(
    window: Window,
    opened: Res<OpenGame>,
    battle: Res<ShownBattle>,
    mut thrown: ResMut<DiceThrow>,
    mut known: Local<Option<KnownTerrain>>,
) {
    if thrown.throws.is_empty() || thrown.is_at_work() {
        return;
    }
    let Some(index) = thrown.wanted() else { return };
    let (volley, chain) = {
        let planned = &thrown.throws[index].planned;
        (&planned.volley, planned.chain)
    };
    let dice = volley.dice.len();
    let ground = if volley.is_decisive() {
        Ground::Floor
    } else {
        let view = battle.view(&opened);
        let units = view
            .units()
            .map(|unit| view.standing(unit.id).map(|model| colliders::of_model(&model)).collect::<Vec<_>>());
        let [width, depth] = view.terrain().size;
        let standing = Standing {
            terrain: terrain_of(view, &mut known),
            units: units.collect(),
            half: Vec2::new(width as f32, depth as f32) / 2.0,
        };
        let event = thrown.event(index, view);
        let last = thrown.last.filter(|(of, _)| *of == chain).map(|(_, place)| place);
        Ground::Table(Box::new(TableGround { picture: window.picture(), standing, event, last }))
    };
    let job = Job { dice, ground, seed: thrown.seed * 100_000 + index as u64 * 100 };
    thrown.throws[index].stage = Stage::AtWork;
    thrown.at_work = Some((index, AsyncComputeTaskPool::get().spawn(async move { job.run() })));
}

/// Takes a throw once it has been worked out, and spawns its dice.
fn receive(
    mut commands: Commands,
    mut thrown: ResMut<DiceThrow>,
    meshes: Res<DieMeshes>,
    materials: Res<Materials>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    let Some((index, task)) = &mut thrown.bypass_change_detection().at_work else { return };
    redraw.write(RequestRedraw);
    let index = *index;
    let Some(done) = block_on(poll_once(task)) else { return };
    thrown.at_work = None;
    let chain = thrown.throws[index].planned.chain;
    let Some(done) = done else {
        warn!("dice found no rest");
        thrown.throws[index].stage = Stage::Over;
        return;
    };
    let volley = &thrown.throws[index].planned.volley;
    if let Some(seen) = done.seen {
        let lie = [seen.min.to_array(), seen.max.to_array()];
        emit(&UiEvent::DiceThrown { purpose: volley.purpose.to_owned(), dice: volley.dice.len(), lie });
    }
    let spawn = |die: &crate::game::engine::dice::Draw| {
        let mesh = &meshes.sides[die.roll.by.side as usize][0];
        let look = (Mesh3d(mesh.clone()), MeshMaterial3d(materials.solid.clone()));
        commands.spawn((Die, look, Transform::default(), Visibility::Hidden)).id()
    };
    let dice = if volley.is_decisive() { Vec::new() } else { volley.dice.iter().map(spawn).collect() };
    if !volley.is_decisive() {
        thrown.last = Some((chain, done.place));
    }
    thrown.throws[index].stage = Stage::Thrown(done, dice);
}

/// Moves the dice on with the playback.
fn show(
    meshes: Res<DieMeshes>,
    thrown: Res<DiceThrow>,
    mut dice: Query<(&mut Transform, &mut Visibility, &mut Mesh3d), With<Die>>,
) {
    let elapsed = thrown.elapsed;
    for throw in &thrown.throws {
        let Stage::Thrown(done, entities) = &throw.stage else { continue };
        let share = throw.planned.share(elapsed);
        let is_at_rest = share.is_some_and(|share| share >= 1.0);
        for (index, (&entity, die)) in entities.iter().zip(&throw.planned.volley.dice).enumerate() {
            let Ok((mut transform, mut visibility, mut mesh)) = dice.get_mut(entity) else { continue };
            let seen = if share.is_some() { Visibility::Inherited } else { Visibility::Hidden };
            visibility.set_if_neq(seen);
            transform.set_if_neq(done.transform(index, die.face, share.unwrap_or(0.0)));
            let is_dim = is_at_rest && die.roll.needs.met_by(die.face) == Some(false);
            let mesh_of = &meshes.sides[die.roll.by.side as usize][usize::from(is_dim)];
            mesh.set_if_neq(Mesh3d(mesh_of.clone()));
        }
    }
}

impl Thrown {
    /// The transform of a die after a share of the throw, from 0 to 1; in the end its `face` is uppermost.
    pub(super) fn transform(&self, die: usize, face: u8, share: f32) -> Transform {
        let pose = pose_at(&self.recording, die, share);
        let (slot, _) = uppermost(self.recording.rest()[die].rotation);
        Transform {
            translation: pose.at,
            rotation: pose.rotation * turn_to(face, slot, die as u8),
            scale: Vec3::splat(self.place.edge),
        }
    }
}

/// Pose of a die after a share of its throw, from 0 to 1.
fn pose_at(recording: &Recording, die: usize, share: f32) -> DiePose {
    let last = recording.frames.len() - 1;
    let at = share.clamp(0.0, 1.0) * last as f32;
    let frame = (at.floor() as usize).min(last);
    let [from, to] = [frame, (frame + 1).min(last)].map(|frame| recording.frames[frame][die]);
    let share = at - frame as f32;
    DiePose { at: from.at.lerp(to.at, share), rotation: from.rotation.slerp(to.rotation, share) }
}
