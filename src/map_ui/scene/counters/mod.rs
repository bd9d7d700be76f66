//! Counters on the map: thick slabs that lean toward the camera, in piles; they glide where the scene has them, and what has
//! fallen is taken off.

mod distance;
mod layout;
mod slab;
mod spot;

use std::collections::BTreeMap;

use bevy::prelude::*;
use bevy::window::RequestRedraw;
use tabletop::game::Game;
use tabletop_hexes::hex::Hex;

use self::distance::Prints;
use self::layout::{Arrangement, piles, spots};
use self::spot::{Lean, Spot};
pub(super) use self::spot::{SIDE, THICK};
use super::board::Board;
use super::camera::ViewAngles;
use super::fanned::Fan;
use super::ground::Heart;
use super::lights;
use super::print::{Face, Press, Print};
use super::stage::Built;
use crate::map_ui::session::{Hands, Lit, LitKind, Shown};
use crate::ui::miniatures::materials::Materials;
use crate::ui::miniatures::surface::Surface;
use crate::ui::session::settings::Settings;
use crate::ui::session::show_pace::Motion;

/// A counter on the map.
#[derive(Component, Clone, Copy, Debug)]
pub struct CounterModel<G: Game>(pub G::Subject);

/// The way of a counter from where it was to where it belongs.
#[derive(Component, Clone, Copy, Debug)]
pub(super) struct Glide {
    from: Spot,
    to: Spot,
    elapsed: f32,
    seconds: f32,
    end: End,
}

/// What comes at the end of a way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    Rests,
    TakenOff,
}

/// A frame of light on a counter.
#[derive(Component)]
struct Light;

/// Counters on the map, and what they share.
#[derive(Resource)]
pub(super) struct Counters<G: Game> {
    entities: BTreeMap<G::Subject, Entity>,
    /// Hex of each pile, from the top.
    pub piles: BTreeMap<Hex, Vec<G::Subject>>,
    slab: Handle<Mesh>,
    frames: BTreeMap<LitKind, Handle<Mesh>>,
    /// What is laid out.
    laid: Option<(u64, u64, Arrangement, Print)>,
    lean: Lean,
}

impl<G: Game> Counters<G> {
    /// The model of a counter.
    pub fn entity(&self, id: G::Subject) -> Option<Entity> {
        self.entities.get(&id).copied()
    }
}

/// Seconds of the shortest way, and of each inch more; and the longest.
const SHORTEST: f32 = 0.22;
const PER_INCH: f32 = 0.045;
const LONGEST: f32 = 0.75;
/// Seconds in which a counter is taken off, and how high it is lifted.
const TAKEN_OFF: f32 = 0.8;
const OFF_HEIGHT: f32 = 3.2;

pub(super) fn plugin<G: Game>(app: &mut App) {
    app.init_resource::<Press>().init_resource::<Prints>().add_systems(Startup, set_up::<G>).add_systems(
        Update,
        (distance::judge, lay_out::<G>, light_up::<G>, hide_hearts::<G>, glide::<G>)
            .chain()
            .after(super::stage::build::<G>),
    );
}

fn set_up<G: Game>(mut commands: Commands, mut meshes: ResMut<Assets<Mesh>>) {
    let frames = lights::KINDS.map(|kind| (kind, meshes.add(slab::frame(lights::colour(kind)))));
    commands.insert_resource(Counters::<G> {
        entities: BTreeMap::new(),
        piles: BTreeMap::new(),
        slab: meshes.add(slab::slab()),
        frames: frames.into_iter().collect(),
        laid: None,
        lean: Lean::default(),
    });
}

/// Gives every counter its place and its face whenever the scene or the hands have changed.
fn lay_out<G: Game>(
    mut commands: Commands,
    (shown, board, hands, fan): (Res<Shown<G>>, Option<Res<Board>>, Res<Hands>, Res<Fan>),
    (settings, prints): (Option<Res<Settings>>, Res<Prints>),
    (mut counters, mut press): (ResMut<Counters<G>>, ResMut<Press>),
    (mut images, mut surfaces): (ResMut<Assets<Image>>, ResMut<Assets<Surface>>),
    mut models: Query<(&mut Glide, &mut MeshMaterial3d<Surface>)>,
) {
    let Some(board) = board else { return };
    let arrangement = Arrangement { lifted: hands.lifted, fan: hands.fan.or(fan.0) };
    let wanted = (shown.battle, shown.version, arrangement, prints.0);
    let before = counters.laid;
    if before == Some(wanted) {
        return;
    }
    counters.laid = Some(wanted);
    let is_new = before.is_none_or(|(battle, ..)| battle != shown.battle);
    if is_new {
        for entity in std::mem::take(&mut counters.entities).into_values() {
            commands.entity(entity).despawn();
        }
        press.clear();
    }
    let at_once =
        is_new || !shown.travels || settings.is_some_and(|settings| settings.motion == Motion::Reduced);
    counters.piles = piles(&shown.scene);
    let spots = spots(&board, &shown.scene, arrangement);
    for counter in &shown.scene.counters {
        let Some((_, spot)) = spots.get(&counter.id) else { continue };
        // The whole print is shown large beside the pointer.
        let whole = press.print(&Face::of(counter), &mut images, &mut surfaces);
        let look = match prints.0 {
            Print::Full => whole,
            Print::Bold => press.print(&Face::of(counter).bold(), &mut images, &mut surfaces),
        };
        match counters.entity(counter.id).and_then(|entity| models.get_mut(entity).ok()) {
            Some((mut glide, mut material)) => {
                if material.0 != look {
                    material.0 = look;
                }
                glide.go(*spot, at_once);
            }
            None => {
                let glide = if at_once { Glide::resting(*spot) } else { Glide::arriving(*spot) };
                let at = glide.spot().placed(counters.lean);
                let drawn = (Mesh3d(counters.slab.clone()), MeshMaterial3d(look), at);
                let spawned = commands.spawn((CounterModel::<G>(counter.id), glide, drawn)).id();
                counters.entities.insert(counter.id, spawned);
            }
        }
    }
    let gone: Vec<G::Subject> =
        counters.entities.keys().filter(|id| !spots.contains_key(id)).copied().collect();
    for id in gone {
        let Some(entity) = counters.entities.remove(&id) else { continue };
        match models.get_mut(entity) {
            Ok((mut glide, _)) if !at_once => glide.leave(),
            _ => commands.entity(entity).despawn(),
        }
    }
}

impl Glide {
    fn resting(at: Spot) -> Self {
        Self { from: at, to: at, elapsed: 0.0, seconds: 0.0, end: End::Rests }
    }

    /// Set down from above.
    fn arriving(to: Spot) -> Self {
        let from = Spot { base: to.base + Vec3::Y * 2.0, ..to };
        Self { from, to, elapsed: 0.0, seconds: 0.4, end: End::Rests }
    }

    /// Present place.
    fn spot(&self) -> Spot {
        if self.rests() {
            return self.to;
        }
        let share = self.elapsed / self.seconds;
        self.from.toward(self.to, share * share * (3.0 - 2.0 * share))
    }

    fn rests(&self) -> bool {
        self.elapsed >= self.seconds
    }

    fn go(&mut self, to: Spot, at_once: bool) {
        if self.to == to {
            return;
        }
        let from = self.spot();
        let way = from.base.distance(to.base) + from.shift.distance(to.shift);
        let seconds = if at_once { 0.0 } else { (SHORTEST + PER_INCH * way).min(LONGEST) };
        *self = Self { from, to, elapsed: 0.0, seconds, end: End::Rests };
    }

    /// Lifted off, turned over, and away.
    fn leave(&mut self) {
        let from = self.spot();
        let to = Spot { base: from.base + Vec3::Y * OFF_HEIGHT, scale: 0.02, turn: from.turn + 2.6, ..from };
        *self = Self { from, to, elapsed: 0.0, seconds: TAKEN_OFF, end: End::TakenOff };
    }
}

/// Moves counters on by the time of a frame, and leans all of them as the camera turns.
fn glide<G: Game>(
    mut commands: Commands,
    time: Res<Time<Real>>,
    angles: Res<ViewAngles>,
    mut counters: ResMut<Counters<G>>,
    mut models: Query<(Entity, Ref<CounterModel<G>>, &mut Glide, &mut Transform)>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    let lean = Lean::toward(angles.yaw, angles.pitch);
    let turns = counters.lean != lean;
    if turns {
        counters.lean = lean;
    }
    let seconds = time.delta_secs().min(0.1);
    for (entity, model, mut glide, mut at) in &mut models {
        let goes = !glide.rests() || glide.is_changed() || model.is_added();
        if !goes && !turns {
            continue;
        }
        if !glide.rests() {
            glide.elapsed += seconds;
            redraw.write(RequestRedraw);
        }
        if glide.rests() && glide.end == End::TakenOff {
            commands.entity(entity).despawn();
            continue;
        }
        at.set_if_neq(glide.spot().placed(lean));
    }
}

/// Puts frames of light on the counters that are lit.
fn light_up<G: Game>(
    mut commands: Commands,
    (lit, counters, materials): (Res<Lit<G>>, Res<Counters<G>>, Res<Materials>),
    shown: Res<Shown<G>>,
    old: Query<Entity, With<Light>>,
    mut known: Local<(u64, Vec<(G::Subject, LitKind)>)>,
) {
    if !lit.is_changed() && !shown.is_changed() || *known == (shown.version, lit.counters.clone()) {
        return;
    }
    *known = (shown.version, lit.counters.clone());
    for light in &old {
        commands.entity(light).despawn();
    }
    for (id, kind) in &lit.counters {
        if let (Some(entity), Some(frame)) = (counters.entity(*id), counters.frames.get(kind)) {
            let drawn = (Mesh3d(frame.clone()), MeshMaterial3d(materials.mark.clone()));
            commands.spawn((Light, drawn, bevy::light::NotShadowCaster, ChildOf(entity)));
        }
    }
}

/// What stands in the middle of a hex makes room for counters.
fn hide_hearts<G: Game>(
    (counters, hands, built): (Res<Counters<G>>, Res<Hands>, Res<Built>),
    mut hearts: Query<(&Heart, &mut Visibility)>,
) {
    if !counters.is_changed() && !hands.is_changed() && !built.is_changed() {
        return;
    }
    for (heart, mut visibility) in &mut hearts {
        let is_taken = counters.piles.contains_key(&heart.0) && !hands.lifted;
        let wanted = if is_taken { Visibility::Hidden } else { Visibility::Inherited };
        visibility.set_if_neq(wanted);
    }
}
