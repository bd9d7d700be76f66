//! Shows facts as movement: models walk their true paths, then turn.
//!
//! The battle is already further: playback only delays what is seen, and any
//! key or click ends it.

mod walk;

use std::collections::BTreeMap;

use bevy::prelude::*;
use bevy::window::RequestRedraw;

use super::open_game::{Answered, OpenGame, Turned};
use crate::game::fact::Fact;
use crate::rules::ids::ModelId;
use crate::rules::measures::Place;
use walk::Walk;

/// The models that are shown where they no longer stand.
#[derive(Resource, Default)]
pub(super) struct Playback {
    walks: BTreeMap<ModelId, Walk>,
    elapsed: f32,
    /// Where the models were shown last, before the facts came.
    last: BTreeMap<ModelId, f64>,
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Playback>()
        .add_systems(PreUpdate, start_walks.after(Answered))
        .add_systems(Update, (skip, walk).chain().before(super::scene::models::pose_models));
}

impl Playback {
    /// Where a model is shown, if not where it stands.
    pub fn shown(&self, model: ModelId) -> Option<Transform> {
        self.walks.get(&model)?.now
    }

    /// Whether anything is being shown.
    pub fn plays(&self) -> bool {
        !self.walks.is_empty()
    }
}

/// Takes up what happened; anything still shown of before is cut short.
fn start_walks(mut turned: MessageReader<Turned>, opened: Res<OpenGame>, mut playback: ResMut<Playback>) {
    for turned in turned.read() {
        playback.walks.clear();
        playback.elapsed = 0.0;
        if let Turned::Facts(facts) = turned {
            let facings = playback.last.clone();
            playback.walks = walks(&opened, facts, &facings);
        }
        playback.last = facings_now(&opened);
    }
}

fn facings_now(opened: &OpenGame) -> BTreeMap<ModelId, f64> {
    let view = opened.game.battle().view();
    let standing = view.units().flat_map(|unit| view.standing(unit.id));
    standing.map(|model| (model.id, model.facing().degrees())).collect()
}

fn walks(opened: &OpenGame, facts: &[Fact], facings: &BTreeMap<ModelId, f64>) -> BTreeMap<ModelId, Walk> {
    let view = opened.game.battle().view();
    let mut walks = BTreeMap::new();
    for fact in facts {
        let (id, path) = match fact {
            Fact::ModelMoved { model, path, .. } => (*model, path.as_slice()),
            Fact::ModelTurned { model, .. } if !walks.contains_key(model) => (*model, &[] as &[Place]),
            _ => continue,
        };
        let Some(model) = view.model(id) else { continue };
        let to = model.facing().degrees();
        let stays = [model.pose.at];
        let corners = if path.is_empty() { &stays[..] } else { path };
        let facings = [facings.get(&id).copied().unwrap_or(to), to];
        walks.insert(id, Walk::along(view.terrain(), model.mover(), corners, facings));
    }
    walks
}

/// Any click or key shows at once how things stand.
fn skip(
    keys: Res<ButtonInput<KeyCode>>,
    buttons: Res<ButtonInput<MouseButton>>,
    mut playback: ResMut<Playback>,
) {
    let pressed = keys.get_just_pressed().next().is_some() || buttons.just_pressed(MouseButton::Left);
    if playback.plays() && playback.elapsed > 0.0 && pressed {
        playback.walks.clear();
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
    playback.walks.retain(|_, walk| {
        walk.now = Some(walk.at(elapsed));
        walk.lasts(elapsed)
    });
}
