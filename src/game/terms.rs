//! Terms of an action for the paths of a unit's models.

use super::engine::view::{UnitView, View};
use crate::rules::action::Action;
use crate::rules::falling_back::{self, Forced, Occasion, forced};
use crate::rules::movement::allowance::{MoveTerms, move_terms};
use crate::rules::ruleset::FallBackProcedure;

/// The terms on which a player leads a unit's models by an action; `None` for actions without a move.
///
/// Rule: ACT-1, ACT-2, ACT-4, FB-5, OFB-1.
pub fn terms_of(view: View, unit: UnitView, action: Action) -> Option<MoveTerms> {
    if action == Action::FallBack {
        return Some(terms_of_falling_back(view, unit));
    }
    move_terms(action, unit.card.characteristics.movement, &view.setup().ruleset)
}

/// The terms for models that follow in a fall back, or for a whole unit that crawls in place of firing.
///
/// Rule: FB-5, OFB-1.
fn terms_of_falling_back(view: View, unit: UnitView) -> MoveTerms {
    let (movement, rules) = (unit.card.characteristics.movement, &view.setup().ruleset);
    let crawls = rules.falling_back.procedure == FallBackProcedure::Outline
        && forced(view.strength(unit.id), Occasion::Action, &rules.basics) == Forced::MoveOrFire;
    if crawls { falling_back::crawl_terms(movement, rules) } else { falling_back::terms(movement, rules) }
}
