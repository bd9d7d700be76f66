//! A way of several hexes that a group takes step by step, until something happens to it.

use tabletop::agenda::Decision;
use tabletop::ids::Side;
use tabletop::refusal::Refusal;
use tabletop_counters::{Counter, OnHexes, Scene, Way};
use tabletop_hexes::hex::Hex;

/// A planned way.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan<G: OnHexes> {
    /// Player who moves.
    pub player: Side,
    /// Counters that move.
    pub group: Vec<G::Subject>,
    /// Hexes still to be entered, the end last.
    pub rest: Vec<Hex>,
    /// Whether it ends in close combat, and the manner of entering its end.
    is_attack: bool,
    manner: String,
    /// States of the counters when they set off.
    states: Vec<State>,
}

/// What a counter on its way may not change, or the rest of the way is for the player to decide again.
#[derive(Clone, Debug, PartialEq, Eq)]
struct State {
    name: String,
    is_reduced: bool,
    marks: Vec<String>,
}

impl State {
    fn of<G: OnHexes>(counter: &Counter<G>) -> Self {
        Self {
            name: counter.id.to_string(),
            is_reduced: counter.is_reduced,
            marks: counter.marks.iter().map(|mark| mark.word.clone()).collect(),
        }
    }
}

/// What comes next of a plan.
#[derive(Clone, Debug, PartialEq)]
pub enum Next<G: OnHexes> {
    /// This order.
    Order(G::Order),
    /// The player is asked something else first.
    Wait,
    /// It has come to its end.
    Done,
    /// Something has happened to the group: "A2 is disrupted".
    Disturbed(String),
    /// The next step is refused.
    Refused(Box<Refusal<G>>),
}

impl<G: OnHexes> Plan<G> {
    /// Plans a group's way, with the counters as they are.
    pub fn new(player: Side, group: &[G::Subject], way: &Way, scene: &Scene<G>) -> Self {
        let states = group.iter().filter_map(|id| scene.counter(*id)).map(State::of).collect();
        let Way { path, is_attack, manner, .. } = way.clone();
        Self { player, group: group.to_vec(), rest: path, is_attack, manner, states }
    }

    /// What comes next; the first hex of the rest has been entered where the group stands in it.
    pub fn next(&mut self, view: G::View<'_>, decision: Decision<G>, scene: &Scene<G>) -> Next<G> {
        if decision.player != self.player {
            return Next::Wait;
        }
        if let Some(what) = self.disturbance(scene) {
            return Next::Disturbed(what);
        }
        let here = self.group.first().and_then(|first| G::hex_of(view, *first));
        if let Some(entered) = self.rest.iter().position(|hex| Some(*hex) == here) {
            self.rest.drain(..=entered);
        }
        let Some(end) = self.rest.last().copied() else { return Next::Done };
        let (path, manner, cost) = (self.rest.clone(), self.manner.clone(), String::new());
        let way = Way { hex: end, path, is_attack: self.is_attack, manner, cost };
        match G::step(view, decision, &self.group, &way) {
            Ok(order) => Next::Order(order),
            Err(_) if !may_move::<G>(view, decision, &self.group) => Next::Wait,
            Err(refusal) => Next::Refused(Box::new(refusal)),
        }
    }

    /// What has happened to the group, in words.
    fn disturbance(&self, scene: &Scene<G>) -> Option<String> {
        self.states.iter().find_map(|state| {
            let now = scene.counters.iter().find(|counter| counter.id.to_string() == state.name);
            let Some(now) = now else { return Some(format!("{} is lost", state.name)) };
            let new = now.marks.iter().find(|mark| !state.marks.contains(&mark.word));
            if let Some(mark) = new {
                return Some(format!("{} is {}", state.name, mark.word));
            }
            (now.is_reduced && !state.is_reduced).then(|| format!("{} is reduced", state.name))
        })
    }
}

/// Whether a group may move at a decision, at all.
fn may_move<G: OnHexes>(view: G::View<'_>, decision: Decision<G>, group: &[G::Subject]) -> bool {
    G::ways(view, decision, group).is_ok_and(|ways| !ways.is_empty())
}
