//! Answers that a standing order gives.

use tabletop::agenda::Decision;
use tabletop::ids::Side;
use tabletop_counters::{Kind, Offer, OnHexes, Scene};

use crate::map_ui::session::StandingOrder;

/// Who is said to have given an answer by a standing order.
pub const STANDING: &str = "standing order";

/// The answer to a question about fire that a standing order gives, and the chance with which the best shot harms somebody; `None`
/// where the player wants to be asked.
pub fn answer_by_standing_order<G: OnHexes>(
    view: G::View<'_>,
    decision: Decision<G>,
    offers: &[Offer<G>],
    standing: StandingOrder,
) -> Option<(usize, f64)> {
    let mut answers = offers.iter().enumerate().filter(|(_, offer)| offer.kind == Kind::Answer);
    let (holds, _) = answers.next()?;
    let only_fire = offers.iter().all(|offer| matches!(offer.kind, Kind::Fire | Kind::Answer));
    if standing.min == 0 || !only_fire || answers.next().is_some() {
        return None;
    }
    let scene = G::scene(view);
    let fires = offers.iter().filter(|offer| offer.kind == Kind::Fire);
    let best = fires.map(|offer| harm(view, decision, offer, &scene)).fold(0.0, f64::max);
    (!standing.asks(best)).then_some((holds, best))
}

/// Chance between 0 and 1 that an order harms an enemy.
fn harm<G: OnHexes>(view: G::View<'_>, decision: Decision<G>, offer: &Offer<G>, scene: &Scene<G>) -> f64 {
    let Some(foresight) = G::foresight(view, decision, &offer.order) else { return 1.0 };
    let of_enemy = |id: G::Subject| side_of(scene, id) != Some(decision.player);
    let enemies = foresight.chances.iter().filter(|chance| of_enemy(chance.counter));
    let harms = enemies.map(|chance| chance.fates.first().map_or(0.0, |(_, unharmed)| 1.0 - unharmed));
    harms.fold(0.0, f64::max)
}

fn side_of<G: OnHexes>(scene: &Scene<G>, id: G::Subject) -> Option<Side> {
    scene.counter(id).map(|counter| counter.side)
}
