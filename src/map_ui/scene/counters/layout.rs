//! Which counter lies where: piles of a scene, each from the top, with those that are carried below their carriers.

use std::collections::BTreeMap;

use tabletop::game::Game;
use tabletop_counters::Scene;
use tabletop_hexes::hex::Hex;

use super::spot::Spot;
use crate::map_ui::scene::board::Board;

/// Piles of all hexes with counters, each from the top.
pub(super) fn piles<G: Game>(scene: &Scene<G>) -> BTreeMap<Hex, Vec<G::Subject>> {
    let mut piles: BTreeMap<Hex, Vec<G::Subject>> = BTreeMap::new();
    let lie = |id: G::Subject| scene.counter(id).is_some();
    for (hex, stack) in &scene.stacks {
        piles.entry(*hex).or_default().extend(stack.iter().copied().filter(|id| lie(*id)));
    }
    // A counter of no stack lies on top.
    for counter in &scene.counters {
        if let Some(hex) = counter.hex {
            let pile = piles.entry(hex).or_default();
            if !pile.contains(&counter.id) {
                pile.insert(0, counter.id);
            }
        }
    }
    for counter in &scene.counters {
        let Some(carrier) = counter.aboard else { continue };
        for pile in piles.values_mut() {
            if let Some(at) =
                pile.iter().position(|id| *id == carrier).filter(|_| !pile.contains(&counter.id))
            {
                pile.insert(at + 1, counter.id);
            }
        }
    }
    piles
}

/// Layout of the counters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Arrangement {
    pub lifted: bool,
    pub fan: Option<Hex>,
}

/// A pile with those of the uppermost's side first, and the number of them and of the others.
fn side_by_side<G: Game>(scene: &Scene<G>, pile: &[G::Subject]) -> (Vec<G::Subject>, [usize; 2]) {
    let side = |id: &G::Subject| scene.counter(*id).map(|counter| counter.side);
    let first = pile.first().and_then(side);
    let (mut sorted, others): (Vec<_>, Vec<_>) = pile.iter().copied().partition(|id| side(id) == first);
    let rows = [sorted.len(), others.len()];
    sorted.extend(others);
    (sorted, rows)
}

/// Spots of all counters on the map. Where both sides fight for a hex, they lie side against side.
pub(super) fn spots<G: Game>(
    board: &Board,
    scene: &Scene<G>,
    arrangement: Arrangement,
) -> BTreeMap<G::Subject, (Hex, Spot)> {
    let mut spots = BTreeMap::new();
    for (hex, pile) in piles(scene) {
        let ground = board.seat(hex);
        let (pile, rows) = side_by_side(scene, &pile);
        let is_open = arrangement.fan == Some(hex) || rows[1] > 0;
        for (above, id) in pile.iter().enumerate() {
            let count = pile.len();
            let spot = match arrangement {
                Arrangement { lifted: true, .. } => Spot::lifted(ground, count, above),
                Arrangement { .. } if rows[1] > 0 => Spot::in_fight(ground, rows, above),
                Arrangement { fan: Some(fan), .. } if fan == hex && count > 1 => {
                    Spot::in_fan(ground, count, above)
                }
                Arrangement { .. } => Spot::in_pile(ground, count, above),
            };
            let is_spent = scene.counter(*id).is_some_and(|counter| counter.is_spent);
            spots.insert(*id, (hex, if is_spent && !is_open { spot.spent() } else { spot }));
        }
    }
    spots
}
