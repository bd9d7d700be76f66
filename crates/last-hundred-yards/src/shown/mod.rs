//! The battle as a window shows it: land, counters and markers, offered orders, ways, prospects, other readings.
//!
//! Everything here asks the routines that also serve the command line; nothing decides a rule. What the viewer does not know is in no
//! answer.

mod cards;
mod counters;
mod foresight;
mod land;
mod offers;
mod readings;
mod scene;
mod standings;
mod ways;
mod why_not;

use tabletop::agenda::Decision;
use tabletop::refusal::Refusal;
use tabletop_counters::{Foresight, Land, Offer, OnHexes, Prospect, Reading, Scene, Target, Way};
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
            Subject::Unit(unit) => view.play.hex_of(unit).filter(|_| view.knows(unit)),
        }
    }

    fn offers(view: View<'_>, decision: Decision<Self>) -> Vec<Offer<Self>> {
        offers::offers(view, decision)
    }

    fn ways(view: View<'_>, decision: Decision<Self>, group: &[Subject]) -> Result<Vec<Way>, Refusal<Self>> {
        ways::ways(view, decision, group)
    }

    fn ways_along(
        view: View<'_>,
        decision: Decision<Self>,
        group: &[Subject],
        path: &[Hex],
    ) -> Result<Vec<Way>, String> {
        ways::ways_along(view, decision, group, path)
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
        let answer = sight_between(view, from, to).map_err(Refusal::new)?;
        Ok((answer.sentence, answer.blocker))
    }
}
