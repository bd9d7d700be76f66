//! Falling back and routing, chapter 6.

mod choice;
mod edge;
mod flee;
mod followers;
mod leader;
mod order;
pub mod outline;
mod relevant_enemies;
pub mod retreat;
mod rout;
mod safe;
mod search;
mod tell;
pub mod threat;

use crate::game::engine::view::{ModelView, UnitView, View};
use crate::rules::basics::gap;
use crate::rules::falling_back::{self, Forced, Occasion, forced};
use crate::rules::ids::UnitId;
use crate::rules::movement::allowance::MoveTerms;
use crate::rules::ruleset::FallBackProcedure;
use crate::rules::sight::SightState;
use retreat::{Retreat, RetreatOutcome};

pub(in crate::game) use order::{after_failed_test, check, check_asked, plugin};

/// What a unit would do if it were forced to fall back now; `None` if no model of it stands.
///
/// Rule: FB-1, FB-4, ROU-1, OFB-1, OFB-2, OFB-3.
pub fn retreat(view: View, unit: UnitId, occasion: Occasion) -> Option<Retreat> {
    let strength = view.strength(unit);
    let rules = &view.setup().ruleset;
    let forced = forced(strength, occasion, &rules.basics);
    let leader = view.leader(unit)?;
    let course = match (forced, rules.falling_back.procedure) {
        (Forced::Destroyed, _) => RetreatOutcome::Destroyed,
        (_, FallBackProcedure::SafePosition) => leader::course(view, leader)?,
        (Forced::MoveOrFire, FallBackProcedure::Outline) => RetreatOutcome::FireOrCrawl,
        (Forced::Move, FallBackProcedure::Outline) => outline::course(view, leader)?,
    };
    Some(Retreat { unit, strength, forced, leader: leader.id, course })
}

/// The clearest state in which a model that falls back is covered.
///
/// Rule: FB-2, OFB-3.
fn covered(view: View) -> SightState {
    match view.setup().ruleset.falling_back.procedure {
        FallBackProcedure::SafePosition => SightState::Obscured,
        FallBackProcedure::Outline => SightState::Concealed,
    }
}

/// The models of a unit, leader first, then by distance from it.
///
/// Rule: ROU-1.
fn by_nearness<'a>(view: View<'a>, leader: ModelView<'a>) -> Vec<ModelView<'a>> {
    let mut models: Vec<ModelView> = view.standing(leader.id.unit).collect();
    models.sort_by(|a, b| {
        let rank = |model: &ModelView| (model.id != leader.id, gap(model.disc(), leader.disc()));
        let ((a_follows, a_gap), (b_follows, b_gap)) = (rank(a), rank(b));
        a_follows.cmp(&b_follows).then(a_gap.total_cmp(&b_gap)).then(a.id.cmp(&b.id))
    });
    models
}

/// The terms of moves that the player chooses: those of the followers in a fall back, or of the whole unit if it
/// crawls instead of firing.
///
/// Rule: FB-5, OFB-1.
pub fn terms_led(view: View, unit: UnitView) -> MoveTerms {
    let (movement, rules) = (unit.card.characteristics.movement, &view.setup().ruleset);
    let crawls = rules.falling_back.procedure == FallBackProcedure::Outline
        && outline::forced_to(view, unit) == Forced::MoveOrFire;
    if crawls { falling_back::crawl_terms(movement, rules) } else { falling_back::terms(movement, rules) }
}

/// The terms of moves when a unit falls back.
///
/// Rule: FB-2, FB-3.
pub fn terms(view: View, unit: UnitId) -> Option<MoveTerms> {
    let movement = view.unit(unit)?.card.characteristics.movement;
    Some(falling_back::terms(movement, &view.setup().ruleset))
}
