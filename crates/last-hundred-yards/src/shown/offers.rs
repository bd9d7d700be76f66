//! Offered orders: who acts, at what, and of which kind.

use tabletop::agenda::Decision;
use tabletop::game::Game;
use tabletop_counters::{Kind, Offer, Target};

use crate::assault::machine::ChoiceKind;
use crate::game::Lhy;
use crate::ids::{Subject, UnitId};
use crate::order::{Choice, Order};
use crate::view::View;

/// Every legal order at a decision, in the order of the listing.
pub fn offers(view: View<'_>, decision: Decision<Lhy>) -> Vec<Offer<Lhy>> {
    let offer = |order: Order, text: String| {
        let (kind, by, at) = acts(decision.choice, &order);
        Offer { order, text, by, at, kind }
    };
    Lhy::answers(view, decision).into_iter().map(|answer| offer(answer.order, answer.text)).collect()
}

type Acts = (Kind, Vec<Subject>, Option<Target<Lhy>>);

fn subjects(units: &[UnitId]) -> Vec<Subject> {
    units.iter().copied().map(Subject::Unit).collect()
}

/// Who acts by an order, at what, and how.
fn acts(choice: Choice, order: &Order) -> Acts {
    let hex = |hex| Some(Target::Hex(hex));
    match order {
        Order::Deploy { unit, hex: at } => (Kind::Place, subjects(&[*unit]), hex(*at)),
        Order::Maneuver { unit, to } | Order::Withdraw { unit, to } => {
            (Kind::Move, subjects(&[*unit]), hex(*to))
        }
        Order::Fire { unit, hex: at } => (Kind::Fire, subjects(&[*unit]), hex(*at)),
        Order::Recover { unit } => (Kind::Other, subjects(&[*unit]), None),
        Order::Assault { units, hex: at, .. } => (Kind::Attack, subjects(units), hex(*at)),
        Order::Advance { unit, to } => (Kind::Move, subjects(&[*unit]), hex(*to)),
        Order::Retreat { to } => {
            let by = match choice {
                Choice::InAssault { kind: ChoiceKind::Retreat { unit } } => subjects(&[unit]),
                Choice::InAssault { kind: ChoiceKind::Count | ChoiceKind::Target | ChoiceKind::Advance }
                | Choice::SetUp
                | Choice::Activate
                | Choice::Act
                | Choice::React => Vec::new(),
            };
            (Kind::Move, by, hex(*to))
        }
        Order::Target { vehicle } => (Kind::Answer, Vec::new(), Some(Target::Counter((*vehicle).into()))),
        Order::Activate { .. } | Order::Count { .. } => (Kind::Answer, Vec::new(), None),
        Order::EndActivations | Order::Stay | Order::Done => (Kind::End, Vec::new(), None),
    }
}
