//! Placement of a whole unit around its leader's end: greedy construction with restarts, then
//! maximum bipartite matching of models to slots (Kuhn's augmenting paths), then a chain of
//! models to one that is far away.

use super::unit_placement::{End, PartialPlacement, UnitPlacement};
use crate::table::plane::distance;
use crate::table::shape::Point;

/// The order in which models that cannot take their own slot are placed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum PlacingOrder {
    /// By distance from the leader.
    NearestFirst,
    /// By the distance of the model's slot beyond its reach.
    LargestShortfallFirst,
}

/// Limit on the attempts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Effort {
    /// Everything.
    Full,
    /// One greedy placement, and one restart.
    Quick,
}

/// Number of restarts of the greedy placement with the model that failed moved to the front.
const MAX_RESTARTS: usize = 4;

/// Number of the farthest models for which a chain from the leader is tried.
const MAX_BRIDGES: usize = 3;

/// Samples on the line to a point when looking for the farthest end toward it.
const SAMPLES_TOWARD: u32 = 20;

impl UnitPlacement<'_, '_> {
    /// The first placement that `accept` takes: each model as near to its target as it can be.
    ///
    /// Rule: COH-1, COH-2, MOV-4.
    pub(super) fn arrange<T>(
        &self,
        leader: End,
        targets: &[Point],
        effort: Effort,
        mut accept: impl FnMut(&[End]) -> Option<T>,
    ) -> Option<T> {
        let slot = |index: usize| match index {
            0 => Some(leader.clone()),
            _ => self.best_end(index, targets[index]),
        };
        let slots: PartialPlacement = (0..self.models.len()).map(slot).collect();
        let mut attempt = |slots: &PartialPlacement, targets: &[Point], order| {
            accept(&self.place_with_restarts(slots, targets, order, effort)?)
        };
        if let Some(done) = attempt(&slots, targets, PlacingOrder::NearestFirst) {
            return Some(done);
        }
        if effort == Effort::Quick {
            return None;
        }
        let (reassigned, new_targets) = self.reassign_slots(&slots, targets);
        let attempts = [
            (&reassigned, &new_targets[..], PlacingOrder::NearestFirst),
            (&slots, targets, PlacingOrder::LargestShortfallFirst),
        ];
        if let Some(done) =
            attempts.into_iter().find_map(|(slots, targets, order)| attempt(slots, targets, order))
        {
            return Some(done);
        }
        self.bridge_ends(&slots, targets).into_iter().find_map(|(last, end)| {
            let (bridged, new_targets) = self.bridge_to(&slots, targets, last, end)?;
            attempt(&bridged, &new_targets, PlacingOrder::NearestFirst)
        })
    }

    /// Places greedily; when a model finds no place, starts again with that model first.
    fn place_with_restarts(
        &self,
        slots: &PartialPlacement,
        targets: &[Point],
        order: PlacingOrder,
        effort: Effort,
    ) -> Option<Vec<End>> {
        let mut waiting = self.placing_order(targets, order);
        let restarts = if effort == Effort::Full { MAX_RESTARTS } else { 1 };
        for urgent in 0..=restarts {
            match self.place_greedily(slots, targets, waiting.clone(), urgent) {
                Ok(ends) => return Some(ends),
                Err(stuck) => {
                    waiting.retain(|index| *index != stuck);
                    waiting.insert(0, stuck);
                }
            }
        }
        None
    }

    /// Grows the unit from its leader. Each step places one model: one of the first `urgent` ones
    /// if any of them finds a place, else one that can take its own slot, else the next one at
    /// the nearest legal place.
    ///
    /// # Errors
    /// A model that found no place.
    fn place_greedily(
        &self,
        slots: &PartialPlacement,
        targets: &[Point],
        mut waiting: Vec<usize>,
        urgent: usize,
    ) -> Result<Vec<End>, usize> {
        let mut found: PartialPlacement = vec![None; slots.len()];
        found[0] = slots[0].clone();
        let mut urgent: Vec<usize> = waiting[..urgent.min(waiting.len())].to_vec();
        while let Some(first) = waiting.first().copied() {
            let own_slot = |index: usize| {
                let fits = |slot: &&End| {
                    self.is_in_coherency(index, slot.at, &found) && !self.is_occupied(index, slot.at, &found)
                };
                slots[index].as_ref().filter(fits).cloned()
            };
            let nearest = |index: usize| Some((index, self.nearest_end(index, targets[index], &found)?));
            let next = urgent.iter().find_map(|index| Some((*index, own_slot(*index)?)));
            let next = next.or_else(|| urgent.iter().find_map(|index| nearest(*index)));
            let next = next.or_else(|| waiting.iter().find_map(|index| Some((*index, own_slot(*index)?))));
            let next = next.or_else(|| waiting.iter().find_map(|index| nearest(*index)));
            let (index, end) = next.ok_or(first)?;
            found[index] = Some(end);
            waiting.retain(|other| *other != index);
            urgent.retain(|other| *other != index);
        }
        found.into_iter().collect::<Option<Vec<End>>>().ok_or(0)
    }

    /// All models but the leader, in the order in which they are placed.
    fn placing_order(&self, targets: &[Point], order: PlacingOrder) -> Vec<usize> {
        let mut followers: Vec<usize> = (1..targets.len()).collect();
        match order {
            PlacingOrder::NearestFirst => {}
            PlacingOrder::LargestShortfallFirst => {
                followers.sort_by(|a, b| self.shortfall(*b, targets).total_cmp(&self.shortfall(*a, targets)))
            }
        }
        followers
    }

    /// The distance from a model to its target beyond its allowance; negative within reach.
    fn shortfall(&self, index: usize, targets: &[Point]) -> f64 {
        distance(self.models[index].pose.at.ground(), targets[index]) - self.max_move
    }

    /// Reassigns the slots so that as many models as possible have one.
    fn reassign_slots(&self, slots: &PartialPlacement, targets: &[Point]) -> (PartialPlacement, Vec<Point>) {
        let mut matching = BipartiteMatching::new(slots);
        let mut end_at_slot = |index: usize, slot: usize| self.best_end(index, targets[slot]);
        for index in 1..slots.len() {
            if slots[index].is_none() {
                matching.augment(index, &mut end_at_slot, &mut vec![false; slots.len()]);
            }
        }
        let (mut reassigned, mut new_targets) = (slots.clone(), targets.to_vec());
        let mut free_slots: Vec<usize> =
            (1..slots.len()).filter(|slot| matching.occupants[*slot].is_none()).collect();
        for index in 1..slots.len() {
            let slot = matching.occupants.iter().position(|occupant| *occupant == Some(index));
            reassigned[index] = slot.and_then(|slot| matching.edges[index][slot].clone().flatten());
            if let Some(slot) = slot.or_else(|| free_slots.pop()) {
                new_targets[index] = targets[slot];
            }
        }
        (reassigned, new_targets)
    }

    /// The models with the largest shortfall or farthest from the leader, each with two ends: as
    /// near to the leader as it gets, and its own slot. Where the others have to reach such a
    /// model, the nearest place is not always the best.
    fn bridge_ends(&self, slots: &PartialPlacement, targets: &[Point]) -> Vec<(usize, End)> {
        let Some(leader) = slots[0].as_ref().map(|end| end.at.ground()) else { return Vec::new() };
        let rank = |index: usize| {
            let has_no_slot = slots[index].is_none();
            let distance = match has_no_slot {
                true => self.shortfall(index, targets),
                false => distance(self.models[index].pose.at.ground(), leader),
            };
            (has_no_slot, distance)
        };
        let mut farthest: Vec<usize> = (1..slots.len()).collect();
        farthest.sort_by(|a, b| {
            let ((a_slotless, a_distance), (b_slotless, b_distance)) = (rank(*a), rank(*b));
            b_slotless.cmp(&a_slotless).then_with(|| b_distance.total_cmp(&a_distance))
        });
        farthest.truncate(MAX_BRIDGES);
        let ends = |index: usize| [self.farthest_end_toward(index, leader), slots[index].clone()];
        let ends = farthest
            .into_iter()
            .flat_map(|index| ends(index).into_iter().flatten().map(move |end| (index, end)));
        ends.collect()
    }

    /// Puts one model at an end far from the leader, and moves the targets of others onto the line
    /// between the two, one link apart.
    fn bridge_to(
        &self,
        slots: &PartialPlacement,
        targets: &[Point],
        last: usize,
        end: End,
    ) -> Option<(PartialPlacement, Vec<Point>)> {
        let leader = slots[0].as_ref()?.at.ground();
        let (from, to) = (leader, end.at.ground());
        let (dx, dy) = (to[0] - from[0], to[1] - from[1]);
        let links = (distance(from, to) / self.max_link()).ceil().max(1.0);
        let (mut bridged, mut new_targets) = (slots.clone(), targets.to_vec());
        bridged[last] = Some(end);
        new_targets[last] = to;
        let mut free: Vec<usize> = (1..slots.len()).filter(|index| *index != last).collect();
        for link in 1..links as usize {
            let share = link as f64 / links;
            let at = [from[0] + share * dx, from[1] + share * dy];
            let distance_to_link = |index: &usize| distance(self.models[*index].pose.at.ground(), at);
            let next = (0..free.len())
                .min_by(|a, b| distance_to_link(&free[*a]).total_cmp(&distance_to_link(&free[*b])))?;
            let index = free.swap_remove(next);
            bridged[index] = self.best_end(index, at);
            new_targets[index] = at;
        }
        Some((bridged, new_targets))
    }

    /// The end nearest to a point, of samples on the straight line from the model to it.
    fn farthest_end_toward(&self, index: usize, toward: Point) -> Option<End> {
        let [x, y] = self.models[index].pose.at.ground();
        let whole = distance([x, y], toward).max(1e-9);
        (0..=SAMPLES_TOWARD).find_map(|step| {
            let share =
                (self.max_move / whole).min(1.0) * (1.0 - f64::from(step) / f64::from(SAMPLES_TOWARD));
            self.best_end(index, [x + share * (toward[0] - x), y + share * (toward[1] - y)])
        })
    }
}

/// A matching of models to slots that augmenting paths grow to a maximum one (H. W. Kuhn, "The
/// Hungarian method for the assignment problem", 1955).
struct BipartiteMatching {
    /// By model and slot, the model's end there if it has one; the outer `None` is not computed yet.
    edges: Vec<Vec<Option<Option<End>>>>,
    /// By slot, the model matched to it.
    occupants: Vec<Option<usize>>,
}

impl BipartiteMatching {
    /// Starts with every model that has an end in its own slot.
    fn new(slots: &PartialPlacement) -> Self {
        let mut edges = vec![vec![None; slots.len()]; slots.len()];
        for (index, slot) in slots.iter().enumerate() {
            edges[index][index] = Some(slot.clone());
        }
        let occupants = slots.iter().enumerate().map(|(index, slot)| slot.is_some().then_some(index));
        Self { edges, occupants: occupants.collect() }
    }

    /// Looks for an augmenting path from a model; `true` if the model now has a slot.
    fn augment(
        &mut self,
        index: usize,
        end_at_slot: &mut impl FnMut(usize, usize) -> Option<End>,
        visited: &mut [bool],
    ) -> bool {
        for slot in 1..self.occupants.len() {
            let edge = &mut self.edges[index][slot];
            if visited[slot] || edge.get_or_insert_with(|| end_at_slot(index, slot)).is_none() {
                continue;
            }
            visited[slot] = true;
            if self.occupants[slot].is_none_or(|other| self.augment(other, end_at_slot, visited)) {
                self.occupants[slot] = Some(index);
                return true;
            }
        }
        false
    }
}
