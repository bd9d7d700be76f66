//! Shows facts as movement: models walk their true paths, then turn.
//!
//! The battle is already further: playback only delays what is seen, and any
//! key or click ends it.

use std::collections::BTreeMap;

use bevy::prelude::*;
use bevy::window::RequestRedraw;

use super::axes;
use super::open_game::{Answered, OpenGame, Turned};
use crate::game::fact::Fact;
use crate::rules::ids::ModelId;
use crate::rules::measures::Place;

/// Inches a model is shown to walk in a second.
const PACE: f32 = 9.0;

/// Longest that one command is shown, seconds.
const LONGEST: f32 = 1.4;

/// Seconds a turn on the spot takes.
const TURNING: f32 = 0.25;

/// The models that are shown where they no longer stand.
#[derive(Resource, Default)]
pub(super) struct Playback {
    walks: BTreeMap<ModelId, Walk>,
    elapsed: f32,
    /// Where the models were shown last, before the facts came.
    last: BTreeMap<ModelId, f64>,
}

/// One model's way.
#[derive(Clone, Debug)]
struct Walk {
    corners: Vec<Vec3>,
    length: f32,
    pace: f32,
    from: f64,
    to: f64,
    now: Option<Transform>,
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
        walks.insert(id, walk_along(corners, facings.get(&id).copied().unwrap_or(to), to));
    }
    walks
}

fn walk_along(path: &[Place], from: f64, to: f64) -> Walk {
    let corners: Vec<Vec3> = path.iter().map(|corner| axes::place_in_scene(*corner)).collect();
    let length = corners.windows(2).map(|leg| leg[0].distance(leg[1])).sum::<f32>();
    Walk { corners, length, pace: PACE.max(length / LONGEST), from, to, now: None }
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
        elapsed < walk.length / walk.pace + TURNING
    });
}

impl Walk {
    /// Where the model is shown after so many seconds.
    fn at(&self, elapsed: f32) -> Transform {
        let walked = (elapsed * self.pace).min(self.length);
        let turned = ((elapsed - self.length / self.pace) / TURNING).clamp(0.0, 1.0);
        // The short way round.
        let turn = (self.to - self.from + 540.0).rem_euclid(360.0) - 180.0;
        let facing = self.from + turn * f64::from(turned);
        Transform::from_translation(self.point(walked)).with_rotation(axes::turn(facing))
    }

    fn point(&self, mut walked: f32) -> Vec3 {
        for leg in self.corners.windows(2) {
            let length = leg[0].distance(leg[1]);
            if walked <= length && length > 0.0 {
                return leg[0].lerp(leg[1], walked / length);
            }
            walked -= length;
        }
        self.corners.last().copied().unwrap_or_default()
    }
}
