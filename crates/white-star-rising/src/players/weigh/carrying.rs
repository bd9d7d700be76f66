//! Transports: who is taken aboard, and where he is set down.

use super::looks::{Look, Seen};
use super::{Terms, Weighed};
use crate::order::Order;

/// Impulses that nobody waits for.
const NEVER: u32 = 40;

/// Movement factors that taking somebody aboard or setting him down costs.
fn load_cost(look: &Look<'_>) -> u32 {
    u32::from(look.view.setup.rules.numbers.load_cost)
}

/// Impulses that a way takes.
fn impulses(steps: u32, moves: u32) -> u32 {
    if moves == 0 { NEVER } else { steps.div_ceil(moves) }
}

/// Impulses that a unit comes sooner to a goal if it is carried there.
fn saved(look: &Look<'_>, carrier: &Seen<'_>, unit: &Seen<'_>) -> u32 {
    if has_arrived(look, unit, unit.place) {
        return 0;
    }
    let Some(steps) = look.steps_to_goal(unit.hex) else { return 0 };
    let [walks, rides] = [unit, carrier].map(|of| u32::from(of.counter.moves));
    impulses(steps, walks).saturating_sub(impulses(steps + 2 * load_cost(look), rides))
}

/// A transport could take a unit aboard.
fn fits(look: &Look<'_>, carrier: &Seen<'_>, unit: &Seen<'_>) -> bool {
    let rests = |of: &Seen<'_>| !of.state.done && !of.state.disrupted;
    carrier.counter.transport
        && !unit.counter.hard
        && rests(carrier)
        && rests(unit)
        && look.view.play.passenger(carrier.id).is_none()
}

/// To take a unit aboard, or to be taken: where that brings it to a goal an impulse sooner.
///
/// Rule: WSR-TRA-1, WSR-TRA-3.
pub fn loads(look: &Look<'_>, unit: &Seen<'_>) -> Vec<Weighed> {
    let beside = look.able().filter(|other| other.place == unit.place && other.id != unit.id);
    let pairs = beside.flat_map(|other| [(*unit, other), (other, *unit)]);
    let pairs =
        pairs.filter(|(carrier, other)| fits(look, carrier, other) && saved(look, carrier, other) > 0);
    pairs
        .map(|(carrier, other)| {
            let steps = look.steps_to_goal(unit.hex).unwrap_or(0);
            let rides = u32::from(carrier.counter.moves).saturating_sub(load_cost(look)).min(steps);
            // Both come so far in this impulse, and the unit the impulses sooner that it would walk.
            let later = (saved(look, &carrier, &other) - 1) * u32::from(other.counter.moves);
            let goals = look.urgency() * look.weights.near * f64::from(2 * rides + later.min(steps));
            let order = Order::Load { carrier: carrier.id, unit: other.id };
            Weighed::new(order, Terms { goals, ..Terms::default() })
        })
        .collect()
}

/// The unit that a transport carries, as if it stood where the transport does.
pub fn load<'a>(look: &Look<'a>, carrier: &Seen<'_>) -> Option<Seen<'a>> {
    let id = look.view.play.passenger(carrier.id).filter(|_| carrier.counter.transport)?;
    let (state, counter) = (look.view.play.unit(id)?, look.tables.counter(id)?);
    Some(Seen { id, state, hex: carrier.hex, place: carrier.place, counter })
}

/// A unit that is carried has arrived: its next move reaches a goal, or it has a target and moves badly.
fn has_arrived(look: &Look<'_>, unit: &Seen<'_>, place: usize) -> bool {
    let steps = look.steps_to_goal(look.tables.places[place].hex);
    let near = steps.is_none_or(|steps| steps <= u32::from(unit.counter.moves) + 1);
    near || unit.counter.moves < 3 && look.threat(unit, place) >= look.weights.fires_from
}

/// Worth of setting the unit of a transport down in a place that it reaches with so many factors spent.
pub fn setting_down(look: &Look<'_>, carrier: &Seen<'_>, load: &Seen<'_>, place: usize, spent: u8) -> f64 {
    let left = u32::from(carrier.counter.moves.saturating_sub(spent));
    let able = left >= load_cost(look) && has_arrived(look, load, place);
    // It then comes to the goal by itself, one hex more than it moves.
    let steps = f64::from(load.counter.moves) + 1.0;
    if able { look.urgency() * look.weights.near * steps } else { 0.0 }
}

/// To set down whom a transport carries, where he has arrived.
///
/// Rule: WSR-TRA-2.
pub fn unload(look: &Look<'_>, carrier: &Seen<'_>, spent: u8) -> Option<Weighed> {
    let load = load(look, carrier)?;
    let value = setting_down(look, carrier, &load, carrier.place, spent);
    let terms = Terms { goals: value, ..Terms::default() };
    (value > 0.0).then(|| Weighed::new(Order::Unload { carrier: carrier.id }, terms))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use tabletop::agenda::Decision;
    use tabletop::ids::Side;

    use super::super::Weighing;
    use super::*;
    use crate::fact::Fact;
    use crate::order::{Choice, Entry};
    use crate::players::sensible;
    use crate::players::tables::Tables;
    use crate::tests::scene::Scene;

    fn best(scene: &Scene, choice: Choice) -> Order {
        let player = Weighing::new(sensible(), Arc::new(Tables::new(scene.view().setup)));
        let decision = Decision { player: Side::A, choice };
        player.ranked(scene.view(), decision, None).remove(0).order
    }

    fn loads(placed: &[(&str, &str)]) -> bool {
        let scene = Scene::new(Side::A, placed);
        matches!(best(&scene, Choice::Operations), Order::Load { .. })
    }

    /// Infantry rides where that saves an impulse, and not to goals that are near or when it has nobody to ride with.
    #[test]
    fn units_are_taken_aboard_where_they_come_sooner() {
        for (placed, expected, why) in [
            (&[("A4", "0105"), ("A6", "0105")][..], true, "7 hexes: three impulses on foot, two aboard"),
            (&[("A4", "0205"), ("A6", "0205")], false, "6 hexes: two impulses either way"),
            (&[("A4", "0105"), ("A6", "0106")], false, "not together"),
            (&[("A4", "0105"), ("A1", "0105")], false, "no transport"),
        ] {
            assert_eq!(loads(placed), expected, "{why}");
        }
    }

    /// A loaded transport goes where it can set its unit down near a goal, and does so there.
    #[test]
    fn units_are_set_down_near_a_goal() {
        // Every goal has its guard.
        let guards = [("B3", "0804"), ("B4", "0904"), ("B5", "0805"), ("B6", "0905")];
        let placed = [&[("A4", "0305"), ("A6", "0305")], &guards[..]].concat();
        let mut scene = Scene::new(Side::A, &placed);
        let (carrier, unit) = ("A6".parse().unwrap(), "A4".parse().unwrap());
        scene.make(Fact::MarchBegan { units: vec![carrier], hq: None });
        scene.make(Fact::Loaded { carrier, unit });
        scene.make(Fact::MarchEnded);
        scene.make(Fact::ImpulseBegan { side: Side::A });
        let mut order = best(&scene, Choice::Operations);
        assert!(matches!(order, Order::March { entry: Entry::Walk, .. }), "{order:?}");
        for _ in 0..7 {
            scene.give(Side::A, order, &[]);
            scene.pass();
            order = best(&scene, Choice::GoOn);
            if matches!(order, Order::Unload { .. }) {
                break;
            }
        }
        assert_eq!(order, Order::Unload { carrier }, "{:?}", scene.state.play.march);
        let at = scene.state.play.hex_of(carrier).unwrap();
        assert!(
            at.distance("0804".parse().unwrap()) <= 4 || at.distance("0805".parse().unwrap()) <= 4,
            "{at}"
        );
    }
}
