//! Plans for whole units: that the battle takes them, what they keep, and that no random search
//! does better.

mod oracle;
mod plans;

use warstrike::game::engine::command::Command;
use warstrike::game::engine::play::Game;
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

/// What speaks against a command but that its run has to be announced first (RE-1).
fn check_but_announcing(game: &Game, command: &Command) -> Result<(), Refusal> {
    match game.battle().check(command) {
        Err(refusal) if refusal.reason == Reason::Shooting(shooting::kinds::Reason::NotAnnounced) => Ok(()),
        checked => checked,
    }
}

/// A point over or near the table at a height at which a model can stand there, near another's.
fn place_near(game: &Game, x: f64, y: f64, near: Place) -> Place {
    let view = game.battle().view();
    let at = Place::from_inches(x, y, 0.0).unwrap();
    Place { z: view.terrain().height_near(at.ground(), near.z), ..at }
}

/// A place at most so far from a model in any direction, as likely near as far.
fn somewhere(game: &Game, model: ModelView, most: f64, chance: &mut Chance) -> Place {
    let (angle, far) = (chance.share() * std::f64::consts::TAU, chance.share() * most);
    let [x, y] = model.pose.at.ground();
    place_near(game, x + far * libm::cos(angle), y + far * libm::sin(angle), model.pose.at)
}
