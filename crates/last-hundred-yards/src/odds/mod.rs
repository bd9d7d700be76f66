//! Odds, exactly: what may come of an order before its dice are rolled, from what the asker knows.

pub mod assault;
mod fire;
mod recovery;

use serde::Serialize;
use tabletop::ids::Side;
use tabletop_hexes::hex::Hex;

use crate::assault::eligible::drops_out;
use crate::chapters::declaring;
use crate::gate::Mistake;
use crate::ids::UnitId;
use crate::order::Order;
use crate::play::Fight;
use crate::view::View;
pub use assault::AssaultOdds;
pub(crate) use fire::fire_odds;
pub use fire::{FireOdds, FireUnit};
pub use recovery::RecoveryOdds;
use recovery::recovery_odds;
pub use tabletop::text::percent::percent;

/// Odds of an order.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Odds {
    /// Small-arms fire.
    Fire(FireOdds),
    /// A recovery die.
    Recovery(RecoveryOdds),
    /// An assault, if no reaction changes it.
    Assault(Box<AssaultOdds>),
}

impl Odds {
    /// In a sentence.
    pub fn sentence(&self) -> &str {
        match self {
            Self::Fire(odds) => &odds.sentence,
            Self::Recovery(odds) => &odds.sentence,
            Self::Assault(odds) => &odds.sentence,
        }
    }
}

/// Odds of an order of a side, as the viewer knows the battle; `None` where no dice decide. The moment is not judged: it is as if
/// the units might act now.
///
/// # Errors
/// The mistake for which the order would be refused.
pub(crate) fn odds(view: View<'_>, player: Side, order: &Order) -> Result<Option<Odds>, Mistake> {
    Ok(match order {
        Order::Fire { unit, hex } => Some(Odds::Fire(fire_odds(view, *unit, *hex)?)),
        Order::Recover { unit } => Some(Odds::Recovery(recovery_odds(view, *unit)?)),
        Order::Assault { units, hex, from } => {
            let _ = declaring::plan(view, player, units, *hex, *from)?;
            Some(Odds::Assault(Box::new(declared_odds(view, player, units, *hex, *from))))
        }
        Order::PressHome => pressed_odds(view, player).map(|odds| Odds::Assault(Box::new(odds))),
        Order::Deploy { .. }
        | Order::Activate { .. }
        | Order::EndActivations
        | Order::Maneuver { .. }
        | Order::Withdraw { .. }
        | Order::Feint
        | Order::Count { .. }
        | Order::Target { .. }
        | Order::Retreat { .. }
        | Order::Advance { .. }
        | Order::Stay
        | Order::Done => None,
    })
}

/// An assault by attackers, each with the hex that it comes from, as the viewer knows it; and whether it is on somebody concealed.
///
/// Rule: LHY-DRM-5 (what the attacker knows.)
pub(crate) fn to_declare(view: View<'_>, by: Side, attackers: Vec<(UnitId, Hex)>, hex: Hex) -> (Fight, bool) {
    let fight = Fight {
        by,
        hex,
        defenders: view.known_in(hex, by.other()),
        coordinated: crate::run::are_coordinated(view.setup, &view.play.acting, &attackers),
        attackers,
        progress: crate::assault::progress::Progress::default(),
    };
    (fight, view.hides(hex, by.other()))
}

/// Odds of an assault that is to be declared, with those who are under its arrow already.
///
/// Rule: LHY-DRM-5 (what the attacker knows.)
pub(crate) fn declared_odds(view: View<'_>, by: Side, units: &[UnitId], hex: Hex, from: Hex) -> AssaultOdds {
    let arrow = view.play.arrow(hex).into_iter().flat_map(|arrow| arrow.attackers.iter().copied());
    let attackers: Vec<(UnitId, Hex)> = arrow.chain(units.iter().map(|unit| (*unit, from))).collect();
    let (fight, hidden) = to_declare(view, by, attackers, hex);
    known_odds(view, &fight, hidden)
}

/// Odds of the assault that comes next, with those who are left of its attackers.
///
/// Rule: LHY-ASB-5, LHY-DRM-5 (what the attacker knows.)
fn pressed_odds(view: View<'_>, by: Side) -> Option<AssaultOdds> {
    let View { setup, play, .. } = view;
    let arrow = play.arrows.first().filter(|arrow| arrow.by == by)?;
    let stays = |unit: UnitId| play.hex_of(unit).is_some() && !drops_out(play.state(unit));
    let attackers: Vec<(UnitId, Hex)> =
        arrow.attackers.iter().copied().filter(|(unit, _)| stays(*unit)).collect();
    if attackers.is_empty() {
        return None;
    }
    let (mut fight, hidden) = to_declare(view, by, attackers, arrow.hex);
    fight.coordinated = crate::run::are_coordinated(setup, &arrow.together, &fight.attackers);
    Some(known_odds(view, &fight, hidden))
}

/// Odds of an assault on those of its defenders whom the viewer knows.
fn known_odds(view: View<'_>, fight: &Fight, hidden: bool) -> AssaultOdds {
    let hex = fight.hex;
    let mut odds = view.play.with_declared(view.setup, fight, hidden, assault::assault_odds);
    if hidden {
        odds.sentence = match fight.defenders.is_empty() {
            true => format!("Nobody in {hex} is known: the true sum comes with the die (LHY-DRM-5)"),
            false => format!("{}; incomplete: others there are concealed (LHY-DRM-5)", odds.sentence),
        };
    }
    odds
}
