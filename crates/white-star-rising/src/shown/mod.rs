//! The battle as a window shows it: land, counters and markers, offered orders, ways, prospects, other readings.
//!
//! Everything here asks the routines that also serve the command line; nothing decides a rule.

mod cards;
mod counters;
mod foresight;
mod land;
mod moves;
mod offers;
mod readings;
mod scene;
mod standings;
mod why_not;

use tabletop::agenda::Decision;
use tabletop::refusal::Refusal;
use tabletop_counters::{Foresight, Land, Offer, OnHexes, Prospect, Reading, Scene, Target, Way};
use tabletop_hexes::hex::Hex;

use crate::game::{View, Wsr};
use crate::ids::Subject;
use crate::order::Order;
use crate::play::Place;
use crate::setup::WsrSetup;
use crate::survey::sight_between;

impl OnHexes for Wsr {
    // All that a side hides is how many mines it has left: no reason to look away.
    const HIDES: bool = false;

    fn land(setup: &WsrSetup) -> Land {
        land::land(setup)
    }

    fn scene(view: View<'_>) -> Scene<Self> {
        scene::scene(view)
    }

    fn hex_of(view: View<'_>, subject: Subject) -> Option<Hex> {
        match subject {
            Subject::Hex(hex) => view.setup.level.map.contains(hex).then_some(hex),
            Subject::Hq(hq) => view.play.hq_hex(hq),
            Subject::Unit(unit) => match view.play.unit(unit)?.place {
                Place::Aboard(carrier) => view.play.hex_of(carrier),
                Place::On(hex) => Some(hex),
                Place::Reserve | Place::Gone => None,
            },
        }
    }

    fn offers(view: View<'_>, decision: Decision<Self>) -> Vec<Offer<Self>> {
        offers::offers(view, decision)
    }

    fn ways(view: View<'_>, decision: Decision<Self>, group: &[Subject]) -> Result<Vec<Way>, Refusal<Self>> {
        moves::ways(view, decision, group)
    }

    fn ways_along(
        view: View<'_>,
        decision: Decision<Self>,
        group: &[Subject],
        path: &[Hex],
    ) -> Result<Vec<Way>, String> {
        let refused = |refusal: Refusal<Self>| format!("{} ({})", refusal.text(), refusal.rule());
        moves::ways_along(view, decision, group, path).map_err(refused)
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
        readings::readings(view, decision, order)
    }

    fn why_not(
        view: View<'_>,
        decision: Decision<Self>,
        group: &[Subject],
        target: Target<Self>,
    ) -> Vec<(String, Refusal<Self>)> {
        why_not::why_not(view, decision, group, target)
    }

    fn sight(view: View<'_>, from: Hex, to: Hex) -> Result<(String, Option<Hex>), Refusal<Self>> {
        sight_between(view, from, to).map(|answer| (answer.sentence, answer.blocker))
    }
}
