//! Shows facts as movement: models walk their true paths, then turn; salvos fly, and models fall.
//!
//! The battle is already further: playback only delays what is seen, and any
//! key or click ends it.

mod salvo;
mod walk;

use std::collections::BTreeMap;

use bevy::prelude::*;
use bevy::window::RequestRedraw;

use super::egui_throttle::AppThrottleExt;
use super::open_game::{GameChanged, GameSystems, OpenGame};
use crate::game::engine::fact::Fact;
use crate::game::engine::fact::UnitFact;
use crate::game::phases::shooting;
use crate::rules::ids::ModelId;
use crate::rules::measures::Place;
use crate::ui::scene::models::transform_of;
use salvo::{Fall, tracers};
pub(super) use salvo::{Fate, Tracer};
use walk::Walk;

/// The models that are shown where they no longer stand.
#[derive(Resource, Default)]
pub(super) struct Playback {
    show: Show,
    elapsed: f32,
    /// Where the models were shown last, before the facts came.
    last: BTreeMap<ModelId, f64>,
}

/// What is being shown.
#[derive(Default)]
struct Show {
    walks: BTreeMap<ModelId, Walk>,
    tracers: Vec<Tracer>,
    falls: BTreeMap<ModelId, Fall>,
}

impl Show {
    fn is_over(&self) -> bool {
        self.walks.is_empty() && self.tracers.is_empty() && self.falls.is_empty()
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_view_resource::<Playback>()
        .add_systems(PreUpdate, start_walks.after(GameSystems))
        .add_systems(Update, (skip, walk).chain().before(super::scene::models::pose_models));
}

impl Playback {
    /// Where a model is shown, if not where it stands, or though it has fallen.
    pub fn shown(&self, model: ModelId) -> Option<Transform> {
        // Who falls on his way is seen to go it first.
        let walks = self.show.walks.get(&model).and_then(|walk| walk.now);
        walks.or_else(|| Some(self.show.falls.get(&model)?.at(self.elapsed)))
    }

    /// The shots in the air, and how far each is on its way.
    pub fn tracers(&self) -> impl Iterator<Item = (&Tracer, f32)> {
        let elapsed = self.elapsed;
        self.show.tracers.iter().filter_map(move |tracer| Some((tracer, tracer.share(elapsed)?)))
    }

    /// Whether anything is being shown.
    pub fn plays(&self) -> bool {
        !self.show.is_over()
    }
}

/// Takes up what happened; anything still shown of before is cut short.
fn start_walks(
    mut turned: MessageReader<GameChanged>,
    opened: Res<OpenGame>,
    mut playback: ResMut<Playback>,
) {
    for turned in turned.read() {
        playback.show = Show::default();
        playback.elapsed = 0.0;
        if let GameChanged::Facts(facts) = turned {
            let facings = playback.last.clone();
            playback.show = show(&opened, facts, &facings);
        }
        playback.last = facings_now(&opened);
    }
}

fn facings_now(opened: &OpenGame) -> BTreeMap<ModelId, f64> {
    let view = opened.game.battle().view();
    let standing = view.units().flat_map(|unit| view.standing(unit.id));
    standing.map(|model| (model.id, model.facing().degrees())).collect()
}

/// One after the other: walks side by side, then each salvo with those who fall to it.
fn show(opened: &OpenGame, facts: &[Fact], facings: &BTreeMap<ModelId, f64>) -> Show {
    let view = opened.game.battle().view();
    let mut show = Show::default();
    let (mut began, mut ends) = (0.0_f32, 0.0_f32);
    for fact in facts {
        match fact {
            Fact::Shooting(shooting::kinds::Fact::SalvoFired { .. }) => {
                let (tracers, end) = tracers(&view, fact, ends);
                show.tracers.extend(tracers);
                (began, ends) = (end, end);
            }
            Fact::Unit(UnitFact::ModelLost { model, why, .. }) => {
                // Lost to fire it falls when the salvo is over; lost in flight, where its own way ends.
                let begins = why.and(show.walks.get(model)).map_or(ends, Walk::end);
                let fall = view.model(*model).map(|model| Fall::of(transform_of(model.pose, false), begins));
                show.falls.extend(fall.map(|fall| (*model, fall)));
            }
            Fact::Unit(UnitFact::ModelMoved { model, path, .. }) => {
                let walk = walk_of(opened, *model, path, facings);
                let walk = walk.map(|walk| walk.from(began));
                ends = ends.max(walk.as_ref().map_or(0.0, Walk::end));
                show.walks.extend(walk.map(|walk| (*model, walk)));
            }
            Fact::Unit(UnitFact::ModelTurned { model, .. }) if !show.walks.contains_key(model) => {
                let walk = walk_of(opened, *model, &[], facings);
                let walk = walk.map(|walk| walk.from(began));
                ends = ends.max(walk.as_ref().map_or(0.0, Walk::end));
                show.walks.extend(walk.map(|walk| (*model, walk)));
            }
            _ => {}
        }
    }
    show
}

/// A model's way along a path, or its turn where it stands.
fn walk_of(opened: &OpenGame, id: ModelId, path: &[Place], facings: &BTreeMap<ModelId, f64>) -> Option<Walk> {
    let view = opened.game.battle().view();
    let model = view.model(id)?;
    let to = model.facing().degrees();
    let stays = [model.pose.at];
    let corners = if path.is_empty() { &stays[..] } else { path };
    let facings = [facings.get(&id).copied().unwrap_or(to), to];
    Some(Walk::along(view.terrain(), model.mover(), corners, facings))
}

/// Any click or key shows at once how things stand.
fn skip(
    keys: Res<ButtonInput<KeyCode>>,
    buttons: Res<ButtonInput<MouseButton>>,
    mut playback: ResMut<Playback>,
) {
    let pressed = keys.get_just_pressed().next().is_some() || buttons.just_pressed(MouseButton::Left);
    if playback.plays() && playback.elapsed > 0.0 && pressed {
        playback.show = Show::default();
    }
}

fn walk(time: Res<Time<Real>>, mut playback: ResMut<Playback>, mut redraw: MessageWriter<RequestRedraw>) {
    if !playback.plays() {
        return;
    }
    redraw.write(RequestRedraw);
    // A slow picture must not swallow the whole walk.
    playback.elapsed += time.delta_secs().min(0.25);
    let elapsed = playback.elapsed;
    let show = &mut playback.show;
    show.walks.retain(|_, walk| {
        walk.now = Some(walk.at(elapsed));
        walk.lasts(elapsed)
    });
    show.tracers.retain(|tracer| tracer.lasts(elapsed));
    show.falls.retain(|_, fall| fall.lasts(elapsed));
}
