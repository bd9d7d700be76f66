//! Offered orders: who acts, at what, and of which kind.

use tabletop::agenda::Decision;
use tabletop::game::Game;
use tabletop_counters::{Kind, Offer, Target};
use tabletop_hexes::hex::Hex;

use crate::game::{View, Wsr};
use crate::ids::{HqId, Subject, UnitId};
use crate::order::{Caller, Choice, Entry, Order};

/// Every legal order at a decision, in the order of the listing.
pub fn offers(view: View<'_>, decision: Decision<Wsr>) -> Vec<Offer<Wsr>> {
    let offer = |order: Order, text: String| {
        let acts = acts(view, decision.choice, &order);
        Offer { order, text, by: acts.by, at: acts.at, kind: acts.kind }
    };
    Wsr::answers(view, decision).into_iter().map(|answer| offer(answer.order, answer.text)).collect()
}

/// Who acts, at what, and how.
struct Acts {
    by: Vec<Subject>,
    at: Option<Target<Wsr>>,
    kind: Kind,
}

impl Acts {
    fn new(kind: Kind, by: Vec<Subject>, at: impl Into<Option<Target<Wsr>>>) -> Self {
        Self { by, at: at.into(), kind }
    }

    /// Answer of the whole side.
    fn answer(kind: Kind) -> Self {
        Self::new(kind, Vec::new(), None)
    }
}

fn hex(hex: Hex) -> Target<Wsr> {
    Target::Hex(hex)
}

fn counter(counter: impl Into<Subject>) -> Target<Wsr> {
    Target::Counter(counter.into())
}

/// Some counters, and those that may act with them.
fn with<T: Into<Subject>>(first: impl Into<Subject>, more: impl IntoIterator<Item = T>) -> Vec<Subject> {
    std::iter::once(first.into()).chain(more.into_iter().map(Into::into)).collect()
}

fn marching(units: &[UnitId], hq: Option<HqId>) -> Vec<Subject> {
    units.iter().copied().map(Subject::Unit).chain(hq.map(Subject::Hq)).collect()
}

fn caller(caller: Caller) -> Subject {
    match caller {
        Caller::Unit(unit) => unit.into(),
        Caller::Hq(hq) => hq.into(),
    }
}

fn moves(entry: Entry) -> Kind {
    match entry {
        Entry::Walk => Kind::Move,
        Entry::Assault | Entry::Overrun => Kind::Attack,
    }
}

/// Who acts by an order, at what.
fn acts(view: View<'_>, choice: Choice, order: &Order) -> Acts {
    match order {
        Order::Deploy { unit, hex: at } => Acts::new(Kind::Place, vec![(*unit).into()], hex(*at)),
        Order::DeployHq { hq, hex: at } => Acts::new(Kind::Place, vec![(*hq).into()], hex(*at)),
        Order::Fire { unit, target, lead, .. } => Acts::new(Kind::Fire, with(*unit, *lead), counter(*target)),
        Order::Bombard { unit, hex: at, spotter, lead } => {
            let mut by = with(*unit, *lead);
            by.extend(spotter.map(caller));
            Acts::new(Kind::Fire, by, hex(*at))
        }
        Order::March { units, hq, to, entry } => Acts::new(moves(*entry), marching(units, *hq), hex(*to)),
        Order::GoOn { to, entry } => {
            let by = view.play.march.as_ref().map(|march| marching(&march.units, march.hq));
            Acts::new(moves(*entry), by.unwrap_or_default(), hex(*to))
        }
        Order::Load { carrier, unit } => Acts::new(Kind::Other, vec![(*carrier).into()], counter(*unit)),
        Order::Unload { carrier } => Acts::new(Kind::Other, vec![(*carrier).into()], None),
        Order::Clear { unit, hex: at } => Acts::new(Kind::Other, vec![(*unit).into()], hex(*at)),
        Order::Call { caller: by, hex: at, .. } => Acts::new(Kind::Fire, vec![caller(*by)], hex(*at)),
        Order::Lend { unit } => {
            let lends = view.play.fight.as_ref().and_then(|fight| view.play.hq_in(fight.hex, unit.side));
            Acts::new(Kind::Other, lends.map(Subject::Hq).into_iter().collect(), counter(*unit))
        }
        Order::Retreat { to } => {
            let by = match choice {
                Choice::Retreat { unit } => vec![unit.into()],
                _ => Vec::new(),
            };
            Acts::new(Kind::Move, by, hex(*to))
        }
        Order::AirStrike { hex: at } | Order::Misdirect { hex: at } => {
            Acts::new(Kind::Fire, Vec::new(), hex(*at))
        }
        Order::FlakFire { unit } => {
            let at = view.play.strike.as_ref().map(|strike| hex(strike.hex));
            Acts::new(Kind::Fire, vec![(*unit).into()], at)
        }
        Order::Raise { unit } | Order::Refresh { unit } => Acts::new(Kind::Other, vec![(*unit).into()], None),
        Order::ReplaceHq { hex: at } => Acts::new(Kind::Place, Vec::new(), hex(*at)),
        Order::RestoreCommand { hex: at } => Acts::new(Kind::Other, Vec::new(), hex(*at)),
        Order::LayMines => {
            let at = view.play.march.as_ref().and_then(|march| march.hex).map(hex);
            Acts::new(Kind::Answer, Vec::new(), at)
        }
        Order::Reroll { .. } | Order::TurnDie { .. } | Order::ReturnMarker => Acts::answer(Kind::Answer),
        Order::KeepLeadership
        | Order::KeepMines
        | Order::HoldFire
        | Order::KeepOrder
        | Order::KeepDice
        | Order::KeepMarker => Acts::answer(Kind::Answer),
        Order::Stop => {
            let by = view.play.march.as_ref().map(|march| marching(&march.units, march.hq));
            Acts::new(Kind::End, by.unwrap_or_default(), None)
        }
        Order::Done => Acts::answer(Kind::End),
    }
}
