//! Offered orders: who acts, at what, and of which kind.

use tabletop::agenda::Decision;
use tabletop::game::Game;
use tabletop_counters::{Kind, Offer, Target};

use crate::game::Lhy;
use crate::ids::Subject;
use crate::order::Order;
use crate::view::View;

/// Every legal order at a decision, in the order of the listing.
pub fn offers(view: View<'_>, decision: Decision<Lhy>) -> Vec<Offer<Lhy>> {
    let offer = |order: Order, text: String| {
        let (kind, by, at) = acts(view, decision, &order);
        Offer { order, text, by, at, kind }
    };
    Lhy::answers(view, decision).into_iter().map(|answer| offer(answer.order, answer.text)).collect()
}

/// Who acts by an order, at what.
fn acts(view: View<'_>, decision: Decision<Lhy>, order: &Order) -> (Kind, Vec<Subject>, Option<Target<Lhy>>) {
    let hex = |hex| Some(Target::Hex(hex));
    match order {
        Order::Deploy { unit, hex: at } => (Kind::Place, vec![(*unit).into()], hex(*at)),
        Order::Activate { platoons } => {
            let of_them = |unit: &&crate::ids::UnitId| {
                view.setup.side(**unit) == decision.player
                    && platoons.contains(&view.setup.card(**unit).platoon)
                    && view.play.hex_of(**unit).is_some()
            };
            (Kind::Activate, view.play.units.keys().filter(of_them).copied().map(Into::into).collect(), None)
        }
        Order::Maneuver { unit, to } | Order::Withdraw { unit, to } => {
            (Kind::Move, vec![(*unit).into()], hex(*to))
        }
        Order::Fire { unit, hex: at } => (Kind::Fire, vec![(*unit).into()], hex(*at)),
        Order::Recover { unit } => (Kind::Other, vec![(*unit).into()], None),
        Order::Assault { units, hex: at, .. } => {
            (Kind::Attack, units.iter().copied().map(Into::into).collect(), hex(*at))
        }
        Order::EndActivations | Order::Done => (Kind::End, Vec::new(), None),
    }
}
