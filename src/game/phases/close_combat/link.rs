//! Enemy models in reach of each other for close combat: the links that make a combat.

use crate::game::engine::view::{ModelView, View};
use crate::rules::basics::gap;
use crate::rules::measures::Place;
use crate::rules::movement::bodies::Body;

/// Whether two enemy models are in reach of each other for close combat.
///
/// Rule: CC-1 (linked).
pub fn is_linked(view: View, a: ModelView, b: ModelView) -> bool {
    is_linked_at(view, (a, a.pose.at), (b, b.pose.at))
}

/// The same where either may stand elsewhere: while it is dragged, or before it moves.
///
/// They are in reach if their gap is, and either one can see the other or there is a way that one of the two could take
/// ([`linking_path`](crate::table::terrain::Terrain::linking_path)). All other models block the way where they stand. The
/// order of the two does not matter.
///
/// Rule: CC-1 (linked), BAS-1, BAS-10, VIS-1.
pub fn is_linked_at(view: View, a: (ModelView, Place), b: (ModelView, Place)) -> bool {
    let pair = if a.0.id <= b.0.id { [a, b] } else { [b, a] };
    let (rules, allowance) = (&view.setup().ruleset.close_combat, view.allowance());
    let terrain = view.terrain();
    let bases = pair.map(|(model, at)| model.disc_at(at));
    if !allowance.at_most(gap(bases[0], bases[1]), rules.reach) {
        return false;
    }
    let [one, other] = pair.map(|(model, at)| model.sight_body_at(at));
    if terrain.can_see(&one, &other) {
        return true;
    }
    let others = view.units().flat_map(|unit| view.standing(unit.id));
    let others = others.filter(|model| pair.iter().all(|(end, _)| end.id != model.id));
    let others: Vec<Body> = others.map(|model| model.body_at(model.pose.at)).collect();
    let max_length = allowance.farthest(rules.linking_path);
    let joins = |mover| terrain.linking_path(bases, mover, &others, max_length).is_some();
    let [mover, second] = pair.map(|(model, _)| model.mover());
    // The way has no width: models of one height and gait have the same ways.
    let is_alike = mover.height == second.height && mover.gait == second.gait;
    joins(mover) || !is_alike && joins(second)
}
