//! placeholder
use crate::game::engine::view::{ModelView, View};
use crate::rules::basics::gap;
use crate::rules::measures::Place;

pub fn is_linked(view: View, a: ModelView, b: ModelView) -> bool {
    is_linked_at(view, (a, a.pose.at), (b, b.pose.at))
}

pub fn is_linked_at(view: View, a: (ModelView, Place), b: (ModelView, Place)) -> bool {
    view.allowance().at_most(gap(a.0.disc_at(a.1), b.0.disc_at(b.1)), view.setup().ruleset.close_combat.reach)
}
