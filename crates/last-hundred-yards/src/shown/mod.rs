//! The battle as a window shows it: land, counters and markers, offered orders, ways, prospects, other readings.
//!
//! Everything here asks the routines that also serve the command line; nothing decides a rule. What the viewer does not know is in no
//! answer.

mod cards;
mod counters;
mod land;
mod offers;
mod scene;
mod standings;
mod ways;

use tabletop::agenda::Decision;
use tabletop::refusal::Refusal;
use tabletop_counters::{Foresight, Land, Offer, OnHexes, Prospect, Reading, Scene, Way};
use tabletop_hexes::hex::Hex;

use crate::game::Lhy;
use crate::ids::Subject;
use crate::order::Order;
use crate::setup::LhySetup;
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
            Subject::Unit(unit) => view.play.hex_of(unit).filter(|_| view.knows(unit)),
        }
    }

    fn offers(view: View<'_>, decision: Decision<Self>) -> Vec<Offer<Self>> {
        offers::offers(view, decision)
    }

    fn ways(view: View<'_>, decision: Decision<Self>, group: &[Subject]) -> Result<Vec<Way>, Refusal<Self>> {
        ways::ways(view, decision, group)
    }

    fn step(
        view: View<'_>,
        decision: Decision<Self>,
        group: &[Subject],
        way: &Way,
    ) -> Result<Order, Refusal<Self>> {
        ways::step(view, decision, group, way)
    }

    fn prospect(view: View<'_>, group: &[Subject], path: &[Hex]) -> Result<Prospect<Self>, Refusal<Self>> {
        ways::prospect(view, group, path)
    }

    fn foresight(_: View<'_>, _: Decision<Self>, _: &Order) -> Option<Foresight<Self>> {
        None
    }

    fn readings(_: View<'_>, _: Decision<Self>, _: &Order) -> Vec<Reading<Self>> {
        Vec::new()
    }

    fn sight(view: View<'_>, from: Hex, to: Hex) -> Result<(String, Option<Hex>), Refusal<Self>> {
        ways::sight(view, from, to)
    }
}
