//! Groups of counters that act together, and the orders that they may be given.

use tabletop::game::Game;
use tabletop_counters::{Kind, Offer, Target};
use tabletop_hexes::hex::Hex;

/// Whether all of some counters are among others.
fn are_among<S: PartialEq>(some: &[S], others: &[S]) -> bool {
    some.iter().all(|one| others.contains(one))
}

/// Whether two groups are of the same counters.
pub fn is_same<S: PartialEq>(one: &[S], other: &[S]) -> bool {
    one.len() == other.len() && are_among(one, other)
}

/// Whether an order is one of a whole group, which moves as one.
fn is_of_whole_group(kind: Kind) -> bool {
    match kind {
        Kind::Move | Kind::Attack | Kind::Place | Kind::Activate => true,
        Kind::Fire | Kind::Other | Kind::Answer | Kind::End => false,
    }
}

/// The groups that a counter may act in: alone where it can do anything alone, then those that move together, the smallest first.
pub fn groups_with<G: Game>(offers: &[Offer<G>], counter: G::Subject) -> Vec<Vec<G::Subject>> {
    let alone = vec![counter];
    let mut groups: Vec<Vec<G::Subject>> = Vec::new();
    if offers.iter().any(|offer| offer.by == alone) {
        groups.push(alone);
    }
    for offer in offers.iter().filter(|offer| offer.by.contains(&counter) && is_of_whole_group(offer.kind)) {
        if !groups.iter().any(|group| is_same(group, &offer.by)) {
            groups.push(offer.by.clone());
        }
    }
    groups.sort_by_key(Vec::len);
    groups
}

/// The counters that every order concerns: chosen without a click. `None` where there are several to choose from.
pub fn only_group<G: Game>(offers: &[Offer<G>]) -> Option<Vec<G::Subject>> {
    let places = is_placing(offers);
    let concerns = |offer: &&Offer<G>| !places || offer.kind == Kind::Place;
    let by = || offers.iter().filter(concerns);
    let mut all: Vec<G::Subject> = by().flat_map(|offer| offer.by.iter().copied()).collect();
    all.sort();
    all.dedup();
    let whole = by().find(|offer| is_same(&offer.by, &all));
    whole.filter(|_| !all.is_empty()).map(|offer| offer.by.clone())
}

/// The group after a click on a counter: the smallest with it; clicked again, the next larger one, round and round.
pub fn next_group<G: Game>(
    offers: &[Offer<G>],
    chosen: &[G::Subject],
    clicked: G::Subject,
) -> Option<Vec<G::Subject>> {
    let groups = groups_with(offers, clicked);
    let at = groups.iter().position(|group| is_same(group, chosen));
    let next = at.map_or(0, |at| (at + 1) % groups.len().max(1));
    groups.into_iter().nth(next)
}

/// The group with a counter more, or less if it has it; `None` where no group that acts together has all of them.
pub fn with_another<G: Game>(
    offers: &[Offer<G>],
    chosen: &[G::Subject],
    clicked: G::Subject,
) -> Option<Vec<G::Subject>> {
    let mut wanted: Vec<G::Subject> = chosen.iter().copied().filter(|one| *one != clicked).collect();
    if wanted.len() == chosen.len() {
        wanted.push(clicked);
    }
    if wanted.is_empty() {
        return Some(wanted);
    }
    // In the order in which the game lists them: the first of a group may matter.
    offers.iter().map(|offer| &offer.by).find(|by| is_same(by, &wanted)).cloned()
}

/// Whether an order may be given with a group chosen: all of the group act by it, and nobody else moves. Orders of nobody in
/// particular always may.
pub fn suits<G: Game>(offer: &Offer<G>, group: &[G::Subject]) -> bool {
    let acts = match is_of_whole_group(offer.kind) {
        true => is_same(group, &offer.by),
        false => !group.is_empty() && are_among(group, &offer.by),
    };
    offer.by.is_empty() || acts
}

/// The orders of a group against a counter or hex, by their numbers: those that name it exactly come first.
pub fn orders_at<G: Game>(
    offers: &[Offer<G>],
    group: &[G::Subject],
    counter: Option<G::Subject>,
    hex: Option<Hex>,
    in_hex: &[G::Subject],
) -> Vec<usize> {
    // Moves that have no button are anybody's.
    let are_anybodys = has_map_moves(offers);
    let rank = |offer: &Offer<G>| match offer.at? {
        Target::Counter(target) if Some(target) == counter => Some(0),
        Target::Hex(target) if Some(target) == hex => Some(1),
        Target::Counter(target) if counter.is_none() && in_hex.contains(&target) => Some(2),
        Target::Counter(_) | Target::Hex(_) => None,
    };
    let mut found: Vec<(u8, usize, usize)> = offers
        .iter()
        .enumerate()
        .filter(|(_, offer)| are_anybodys || suits(offer, group))
        // Those in which nobody else takes part come first.
        .filter_map(|(index, offer)| Some((rank(offer)?, offer.by.len(), index)))
        .collect();
    found.sort();
    found.into_iter().map(|(.., index)| index).collect()
}

/// The orders that a counter gives or takes where a question is answered, by their numbers.
pub fn answers_with<G: Game>(offers: &[Offer<G>], counter: G::Subject) -> Vec<usize> {
    let names = |offer: &Offer<G>| offer.at == Some(Target::Counter(counter)) || offer.by.contains(&counter);
    offers.iter().enumerate().filter(|(_, offer)| names(offer)).map(|(index, _)| index).collect()
}

/// The answers of a question that a counter is asked about gives by itself, without a target, by their numbers.
pub fn acts_of<G: Game>(offers: &[Offer<G>], counter: G::Subject) -> Vec<usize> {
    let acts = |offer: &Offer<G>| offer.at.is_none() && offer.by.contains(&counter);
    offers.iter().enumerate().filter(|(_, offer)| acts(offer)).map(|(index, _)| index).collect()
}

/// Whether a decision is about a counter that is set up.
pub fn is_placing<G: Game>(offers: &[Offer<G>]) -> bool {
    offers.iter().any(|offer| offer.kind == Kind::Place)
}

/// Whether a decision is a question, all of whose answers can be listed: nobody is set up, and nothing goes on until the player
/// ends it.
pub fn is_question<G: Game>(offers: &[Offer<G>]) -> bool {
    !offers.iter().any(|offer| matches!(offer.kind, Kind::Place | Kind::End))
}

/// Most moves that are listed among the answers of a question.
const LISTED_MOVES: usize = 6;

/// Whether a question offers so many moves that they are chosen on the map alone, where their hexes are lit.
pub fn has_map_moves<G: Game>(offers: &[Offer<G>]) -> bool {
    is_question(offers) && offers.iter().filter(|offer| offer.kind == Kind::Move).count() > LISTED_MOVES
}

/// The orders that have a button, by their numbers: all answers of a question, unless they are many moves; else what the group does without a target on the
/// map, and what ends it.
pub fn buttons<G: Game>(offers: &[Offer<G>], group: &[G::Subject]) -> Vec<usize> {
    let (question, places) = (is_question(offers), is_placing(offers));
    let are_listed = question && !has_map_moves(offers);
    let has_button = |offer: &Offer<G>| match offer.kind {
        Kind::Activate | Kind::Answer | Kind::End => true,
        Kind::Other => question || places || suits(offer, group),
        Kind::Move => are_listed,
        Kind::Place | Kind::Fire | Kind::Attack => question,
    };
    let mut found: Vec<usize> =
        offers.iter().enumerate().filter(|(_, offer)| has_button(offer)).map(|(index, _)| index).collect();
    // What ends it stands last.
    found.sort_by_key(|index| offers[*index].kind == Kind::End);
    found
}

/// The order that Enter gives: the last answer of a question, in most the one that changes nothing; or what ends a move under way.
pub fn on_enter<G: Game>(offers: &[Offer<G>]) -> Option<usize> {
    let keeps = offers.iter().rposition(|offer| offer.kind == Kind::Answer);
    keeps.or_else(|| offers.iter().position(|offer| offer.kind == Kind::End && !offer.by.is_empty()))
}

/// The order that Space gives: what ends the impulse.
pub fn ending<G: Game>(offers: &[Offer<G>]) -> Option<usize> {
    offers.iter().position(|offer| offer.kind == Kind::End)
}
