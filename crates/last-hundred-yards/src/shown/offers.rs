//! Offered orders: who acts, at what, and of which kind.

use tabletop::agenda::Decision;
use tabletop::game::Game;
use tabletop::prompt::Answer;
use tabletop_counters::{Kind, Offer, Target};

use crate::assault::machine::ChoiceKind;
use crate::game::Lhy;
use crate::ids::Subject;
use crate::order::{Choice, Order};
use crate::view::View;

/// Every legal order at a decision, in the order of the listing.
pub fn offers(view: View<'_>, decision: Decision<Lhy>) -> Vec<Offer<Lhy>> {
    let offer = |(place, answer): (usize, Answer<Lhy>)| {
        let (kind, by, at) = acts(view, decision, &answer.order);
        // The first way to count is the default: the one that Enter gives.
        let kind =
            if matches!(answer.order, Order::Count { .. }) && place == 0 { Kind::Answer } else { kind };
        Offer { order: answer.order, text: answer.text, by, at, kind }
    };
    Lhy::answers(view, decision).into_iter().enumerate().map(offer).collect()
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
        Order::Count { .. } => (Kind::Other, Vec::new(), None),
        Order::Target { vehicle } => (Kind::Fire, Vec::new(), Some(Target::Counter((*vehicle).into()))),
        Order::Retreat { to } => {
            let by = match decision.choice {
                Choice::InAssault { kind: ChoiceKind::Retreat { unit } } => vec![unit.into()],
                Choice::InAssault {
                    kind: ChoiceKind::Feint | ChoiceKind::Count | ChoiceKind::Target | ChoiceKind::Advance,
                }
                | Choice::SetUp
                | Choice::Activate
                | Choice::Act
                | Choice::React => Vec::new(),
            };
            (Kind::Move, by, hex(*to))
        }
        Order::Advance { unit, to } => (Kind::Move, vec![(*unit).into()], hex(*to)),
        Order::PressHome => {
            let next = view.play.arrows.first().map(|arrow| Target::Hex(arrow.hex));
            (Kind::Answer, Vec::new(), next)
        }
        Order::Stay => (Kind::Answer, Vec::new(), None),
        Order::Feint => (Kind::Other, Vec::new(), None),
        // No key ends the side's turn by mistake.
        Order::EndActivations => (Kind::Other, Vec::new(), None),
        Order::Done => (Kind::End, Vec::new(), None),
    }
}
