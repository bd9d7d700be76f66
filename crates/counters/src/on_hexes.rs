//! Interface of a game that is played on hexes in the window.

use tabletop::agenda::Decision;
use tabletop::refusal::Refusal;
use tabletop_hexes::hex::Hex;
use tabletop_shell::Hosted;

use crate::foresight::{Foresight, Prospect, Reading};
use crate::land::Land;
use crate::offer::{Offer, Target, Way};
use crate::scene::Scene;

/// A game that the window shows on a map of hexes.
///
/// Views are those of [`State::view_for`]: what a player may not know is in no answer.
///
/// [`State::view_for`]: tabletop::game::State::view_for
pub trait OnHexes: Hosted {
    /// A player may know what the other may not: two people at one screen hand it over then.
    const HIDES: bool = true;

    /// The ground of a level.
    fn land(setup: &Self::Setup) -> Land;

    /// All that lies on the map.
    fn scene(view: Self::View<'_>) -> Scene<Self>;

    /// Hex of a subject: of a counter its own or its carrier's.
    fn hex_of(view: Self::View<'_>, subject: Self::Subject) -> Option<Hex>;

    /// Every legal order at a decision, in the order in which [`Game::answers`] lists them.
    ///
    /// [`Game::answers`]: tabletop::game::Game::answers
    fn offers(view: Self::View<'_>, decision: Decision<Self>) -> Vec<Offer<Self>>;

    /// Every hex that a group of counters can move to, by the cheapest way. A headquarters that may not stay behind alone goes with
    /// the group.
    ///
    /// # Errors
    /// The refusal, if the group may not move at all.
    fn ways(
        view: Self::View<'_>,
        decision: Decision<Self>,
        group: &[Self::Subject],
    ) -> Result<Vec<Way>, Refusal<Self>>;

    /// The ways of a group along hexes that a player has drawn, its own not among them: one for each manner of entering the last.
    /// Unless a game says more, they have no cost, and the manner is that of the close combat at their end.
    ///
    /// # Errors
    /// In words, with the paragraph: a step is not allowed.
    fn ways_along(
        view: Self::View<'_>,
        decision: Decision<Self>,
        group: &[Self::Subject],
        path: &[Hex],
    ) -> Result<Vec<Way>, String> {
        let _ = decision;
        let prospect = Self::prospect(view, group, path)
            .map_err(|refusal| format!("{} ({})", refusal.text(), refusal.rule()))?;
        if let Some(refused) = prospect.refused {
            return Err(refused);
        }
        let Some(hex) = path.last().copied() else { return Ok(Vec::new()) };
        let way = |is_attack, manner: &str| Way {
            hex,
            path: path.to_vec(),
            is_attack,
            manner: manner.to_owned(),
            cost: String::new(),
        };
        match prospect.attacks.is_empty() {
            true => Ok(vec![way(false, "move")]),
            false => Ok(prospect.attacks.iter().map(|(manner, _)| way(true, manner)).collect()),
        }
    }

    /// The order by which a group takes the first step of a way: a move of one hex, or one that goes on with a move under way.
    ///
    /// # Errors
    /// The refusal.
    fn step(
        view: Self::View<'_>,
        decision: Decision<Self>,
        group: &[Self::Subject],
        way: &Way,
    ) -> Result<Self::Order, Refusal<Self>>;

    /// Foretells the move of a group along a path.
    ///
    /// # Errors
    /// The refusal, if it may not move at all.
    fn prospect(
        view: Self::View<'_>,
        group: &[Self::Subject],
        path: &[Hex],
    ) -> Result<Prospect<Self>, Refusal<Self>>;

    /// Prospects of a legal order; `None` where no dice decide what becomes of anybody.
    fn foresight(
        view: Self::View<'_>,
        decision: Decision<Self>,
        order: &Self::Order,
    ) -> Option<Foresight<Self>>;

    /// The order under the other readings that change its prospects, the most different first.
    fn readings(view: Self::View<'_>, decision: Decision<Self>, order: &Self::Order) -> Vec<Reading<Self>>;

    /// Reasons why a group can do nothing at a target: the orders that come nearest, in a word each, "fire", and what the gate says of
    /// them. Empty where nothing comes near.
    fn why_not(
        view: Self::View<'_>,
        decision: Decision<Self>,
        group: &[Self::Subject],
        target: Target<Self>,
    ) -> Vec<(String, Refusal<Self>)> {
        let _ = (view, decision, group, target);
        Vec::new()
    }

    /// Sight between two hexes in a sentence, and the hex that blocks it.
    ///
    /// # Errors
    /// A hex is off the map.
    fn sight(view: Self::View<'_>, from: Hex, to: Hex) -> Result<(String, Option<Hex>), Refusal<Self>>;
}
