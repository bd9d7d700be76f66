//! Plans for whole units: the battle accepts them, they keep what they report, and no random search does
//! better.

mod oracle;
mod plans;
mod round_a_wood;

use warstrike::game::engine::command::Command;
use warstrike::game::engine::play::Match;
use warstrike::game::engine::refusal::{Reason, Refusal};
use warstrike::game::engine::view::ModelView;
use warstrike::game::phases::shooting;
use warstrike::rules::action::Action;
use warstrike::rules::ids::UnitId;
use warstrike::rules::measures::Place;

use super::chance::Chance;

const ACTIONS: [Action; 3] = [Action::Advance, Action::AtTheDouble, Action::OpenFire];

fn unit(id: &str) -> UnitId {
    id.parse().unwrap()
}

/// Checks a command, except that a run has to be announced first (RE-1).
fn check_but_announcing(game: &Match, command: &Command) -> Result<(), Refusal> {
    match game.battle().check(command) {
        Err(refusal) if refusal.reason() == Reason::Shooting(shooting::kinds::Reason::NotAnnounced) => Ok(()),
        checked => checked,
    }
}

/// A place over a point, at the height closest to another place's where a model can stand.
fn place_near(game: &Match, x: f64, y: f64, near: Place) -> Place {
    let view = game.battle().view();
    let at = Place::from_inches(x, y, 0.0).unwrap();
    Place { z: view.terrain().height_near(at.ground(), near.z), ..at }
}

/// A random place up to a distance from a model, uniform in direction and distance.
fn somewhere(game: &Match, model: ModelView, max_distance: f64, chance: &mut Chance) -> Place {
    let (angle, distance) = (chance.share() * std::f64::consts::TAU, chance.share() * max_distance);
    let [x, y] = model.pose.at.ground();
    place_near(game, x + distance * libm::cos(angle), y + distance * libm::sin(angle), model.pose.at)
}
