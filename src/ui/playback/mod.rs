//! Playback of facts as animation: models walk their paths and turn, salvos fly, models fall.
//!
//! The battle has moved on already: playback only delays what is shown, and any key or click ends it.

mod salvo;
mod throws;
mod walk;

use std::collections::BTreeMap;

use bevy::prelude::*;
use bevy::window::RequestRedraw;

use super::open_game::{GameChanged, GameSystems, OpenGame};
use super::view_resource::AppViewExt;
use crate::game::engine::dice::Draw;
use crate::game::engine::fact::Fact;
use crate::game::engine::fact::UnitFact;
use crate::game::phases::shooting;
use crate::rules::ids::ModelId;
use crate::rules::measures::Place;
use crate::ui::scene::models::transform_of;
use salvo::{Fall, tracers};
pub(super) use salvo::{Fate, Tracer};
pub(super) use throws::PlannedThrow;
use throws::{DiceAhead, plan};
use walk::Walk;

/// The animation of the latest facts.
#[derive(Resource, Default)]
pub(super) struct Playback {
    animations: Animations,
    elapsed: f32,
    /// The facings of the models before those facts, degrees.
    facings: BTreeMap<ModelId, f64>,
}

/// The animations.
#[derive(Default)]
struct Animations {
    walks: BTreeMap<ModelId, Walk>,
    tracers: Vec<Tracer>,
    falls: BTreeMap<ModelId, Fall>,
    throws: Vec<PlannedThrow>,
    /// When everything is over.
    end: f32,
}

impl Animations {
    fn is_over(&self) -> bool {
        self.walks.is_empty() && self.tracers.is_empty() && self.falls.is_empty()
    }
}

/// What has happened is ready to be played back.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct PlaybackSystems;

pub(super) fn plugin(app: &mut App) {
    app.init_view_resource::<Playback>()
        .add_systems(PreUpdate, start_playback.in_set(PlaybackSystems).after(GameSystems))
        .add_systems(Update, (skip, advance).chain().before(super::scene::models::pose_models));
}

impl Playback {
    /// Where a model is shown while it is animated, also if it has fallen.
    pub fn shown(&self, model: ModelId) -> Option<Transform> {
        // A model that falls on its path walks it first.
        let walks = self.animations.walks.get(&model).and_then(|walk| walk.now);
        walks.or_else(|| Some(self.animations.falls.get(&model)?.at(self.elapsed)))
    }

    /// The shots in the air, each with its progress from 0 to 1.
    pub fn tracers(&self) -> impl Iterator<Item = (&Tracer, f32)> {
        let elapsed = self.elapsed;
        self.animations.tracers.iter().filter_map(move |tracer| Some((tracer, tracer.share(elapsed)?)))
    }

    /// The throws of dice, in their order.
    pub fn throws(&self) -> &[PlannedThrow] {
        &self.animations.throws
    }

    /// Seconds since it began.
    pub fn elapsed(&self) -> f32 {
        self.elapsed
    }

    /// Whether anything is being shown.
    pub fn plays(&self) -> bool {
        !self.animations.is_over() || self.elapsed < self.animations.end
    }
}

/// Starts the animation of new facts; what is left of the one before is cut short.
fn start_playback(
    mut changes: MessageReader<GameChanged>,
    opened: Res<OpenGame>,
    mut playback: ResMut<Playback>,
) {
    for change in changes.read() {
        playback.animations = Animations::default();
        playback.elapsed = 0.0;
        if let GameChanged::Played { facts, draws } = change {
            let facings = playback.facings.clone();
            playback.animations = animations_of(&opened, facts, draws, &facings);
        }
        playback.facings = facings_now(&opened);
    }
}

fn facings_now(opened: &OpenGame) -> BTreeMap<ModelId, f64> {
    let view = opened.game.battle().view();
    let standing = view.units().flat_map(|unit| view.standing(unit.id));
    standing.map(|model| (model.id, model.facing().degrees())).collect()
}

/// The animations of some facts: walks at the same time, then one salvo after another with the models it kills.
fn animations_of(
    opened: &OpenGame,
    facts: &[Fact],
    draws: &[Draw],
    facings: &BTreeMap<ModelId, f64>,
) -> Animations {
    let view = opened.game.battle().view();
    let mut animations = Animations::default();
    let mut dice = DiceAhead::new(draws);
    let throws = &mut animations.throws;
    let mut ends = plan(throws, &dice.before_hits(), 0.0);
    let mut began = ends;
    for fact in facts {
        match fact {
            Fact::Shooting(shooting::kinds::Fact::SalvoFired { volleys, .. }) => {
                let aimed = plan(&mut animations.throws, &dice.hits(volleys), ends);
                let (tracers, end) = tracers(&view, fact, aimed);
                animations.tracers.extend(tracers);
                ends = plan(&mut animations.throws, &dice.before_hits(), end);
                began = ends;
            }
            Fact::Unit(UnitFact::ModelLost { model, why, .. }) => {
                // Lost to fire, it falls when the salvo is over; lost in a rout, at the end of its path.
                let begins = why.and(animations.walks.get(model)).map_or(ends, Walk::end);
                let fall = view.model(*model).map(|model| Fall::of(transform_of(model.pose, false), begins));
                animations.falls.extend(fall.map(|fall| (*model, fall)));
            }
            Fact::Unit(UnitFact::ModelMoved { model, path, .. }) => {
                let walk = walk_of(opened, *model, path, facings);
                let walk = walk.map(|walk| walk.from(began));
                ends = ends.max(walk.as_ref().map_or(0.0, Walk::end));
                animations.walks.extend(walk.map(|walk| (*model, walk)));
            }
            Fact::Unit(UnitFact::ModelTurned { model, .. }) if !animations.walks.contains_key(model) => {
                let walk = walk_of(opened, *model, &[], facings);
                let walk = walk.map(|walk| walk.from(began));
                ends = ends.max(walk.as_ref().map_or(0.0, Walk::end));
                animations.walks.extend(walk.map(|walk| (*model, walk)));
            }
            _ => {}
        }
    }
    animations.end = ends;
    animations
}

/// The walk of a model along a path, or its turn on the spot.
fn walk_of(opened: &OpenGame, id: ModelId, path: &[Place], facings: &BTreeMap<ModelId, f64>) -> Option<Walk> {
    let view = opened.game.battle().view();
    let model = view.model(id)?;
    let to = model.facing().degrees();
    let stays = [model.pose.at];
    let corners = if path.is_empty() { &stays[..] } else { path };
    let facings = [facings.get(&id).copied().unwrap_or(to), to];
    Some(Walk::along(view.terrain(), model.mover(), corners, facings))
}

/// Any click or key ends the animation.
fn skip(
    keys: Res<ButtonInput<KeyCode>>,
    buttons: Res<ButtonInput<MouseButton>>,
    mut playback: ResMut<Playback>,
) {
    let pressed = keys.get_just_pressed().next().is_some() || buttons.just_pressed(MouseButton::Left);
    if playback.plays() && playback.elapsed > 0.0 && pressed {
        let throws = std::mem::take(&mut playback.animations.throws);
        playback.elapsed = playback.animations.end;
        playback.animations = Animations { throws, ..Animations::default() };
    }
}

/// Moves the animations on by the time of a frame.
fn advance(time: Res<Time<Real>>, mut playback: ResMut<Playback>, mut redraw: MessageWriter<RequestRedraw>) {
    if !playback.plays() {
        return;
    }
    redraw.write(RequestRedraw);
    // A slow frame must not swallow the whole walk.
    playback.elapsed += time.delta_secs().min(0.25);
    let elapsed = playback.elapsed;
    let animations = &mut playback.animations;
    animations.walks.retain(|_, walk| {
        walk.now = Some(walk.at(elapsed));
        walk.lasts(elapsed)
    });
    animations.tracers.retain(|tracer| tracer.lasts(elapsed));
    animations.falls.retain(|_, fall| fall.lasts(elapsed));
}
