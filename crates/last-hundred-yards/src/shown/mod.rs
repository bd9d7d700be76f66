//! The battle as a window shows it: land, counters and markers, offered orders, ways, prospects, other readings.
//!
//! Everything here asks the routines that also serve the command line; nothing decides a rule.

mod counters;
mod foresight;
mod land;
mod moves;
mod offers;
mod scene;

use tabletop::agenda::Decision;
use tabletop::refusal::Refusal;
use tabletop_counters::{Foresight, Land, Offer, OnHexes, Prospect, Reading, Scene, Way};
use tabletop_hexes::hex::Hex;

use crate::game::Lhy;
use crate::ids::Subject;
use crate::order::Order;
use crate::setup::LhySetup;
use crate::survey::sight_between;
use crate::view::View;

impl OnHexes for Lhy {
    fn land(setup: &LhySetup) -> Land {
        land::land(setup)
    }

    fn scene(view: View<'_>) -> Scene<Self> {
        scene::scene(view)
    }

    fn hex_of(view: View<'_>, subject: Subject) -> Option<Hex> {
        match subject {
            Subject::Hex(hex) => view.setup.level.map.contains(hex).then_some(hex),
            Subject::Unit(unit) if view.knows(unit) => view.play.hex_of(unit),
            Subject::Unit(_) => None,
        }
    }

    fn offers(view: View<'_>, decision: Decision<Self>) -> Vec<Offer<Self>> {
        offers::offers(view, decision)
    }

    fn ways(view: View<'_>, decision: Decision<Self>, group: &[Subject]) -> Result<Vec<Way>, Refusal<Self>> {
        moves::ways(view, decision, group)
    }

    fn step(
        view: View<'_>,
        decision: Decision<Self>,
        group: &[Subject],
        way: &Way,
    ) -> Result<Order, Refusal<Self>> {
        moves::step(view, decision, group, way)
    }

    fn prospect(view: View<'_>, group: &[Subject], path: &[Hex]) -> Result<Prospect<Self>, Refusal<Self>> {
        moves::prospect(view, group, path)
    }

    fn foresight(view: View<'_>, decision: Decision<Self>, order: &Order) -> Option<Foresight<Self>> {
        foresight::foresight(view, decision, order)
    }

    fn readings(view: View<'_>, decision: Decision<Self>, order: &Order) -> Vec<Reading<Self>> {
        foresight::other_readings(view, decision, order)
    }

    fn sight(view: View<'_>, from: Hex, to: Hex) -> Result<(String, Option<Hex>), Refusal<Self>> {
        sight_between(view, from, to).map(|answer| (answer.sentence, answer.blocker)).map_err(Refusal::new)
    }
}
