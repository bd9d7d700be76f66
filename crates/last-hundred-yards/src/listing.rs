//! Every legal answer to a decision, in a fixed order, as the player who decides knows the battle.

use std::ops::ControlFlow::{self, Continue};

use tabletop::agenda::Decision;
use tabletop::ids::Side;
use tabletop_hexes::hex::Hex;

use crate::assault::machine::{ChoiceKind, Next, next};
use crate::chapters::movement::{Moment, Ways, comes_by, maneuver_ends, own_ways, withdrawal_ends};
use crate::chapters::{declaring, feint};
use crate::game::Lhy;
use crate::gate::{is_legal, may_act, may_fire, may_recover, next_to_deploy, platoons, ready_to_maneuver};
use crate::ids::UnitId;
use crate::order::{Choice, Order};
use crate::view::View;

/// Takes one order after the other, and may stop.
type Each<'a> = &'a mut dyn FnMut(Order) -> ControlFlow<()>;

/// All legal answers.
pub fn orders(view: View<'_>, decision: Decision<Lhy>) -> Vec<Order> {
    let mut found = Vec::new();
    let _ = each_order(view, decision, &mut |order| {
        found.push(order);
        Continue(())
    });
    found
}

/// Whether a legal answer is of a kind.
pub fn any_order(view: View<'_>, decision: Decision<Lhy>, is_wanted: impl Fn(&Order) -> bool) -> bool {
    let found = each_order(view, decision, &mut |order| match is_wanted(&order) {
        true => ControlFlow::Break(()),
        false => Continue(()),
    });
    found.is_break()
}

fn each_order(view: View<'_>, decision: Decision<Lhy>, each: Each<'_>) -> ControlFlow<()> {
    let (player, choice) = (decision.player, decision.choice);
    let view = view.seen_by(player);
    match choice {
        Choice::SetUp => set_ups(view, player, &mut legal(view, decision, each)),
        Choice::Activate => activations(view, player, &mut legal(view, decision, each)),
        Choice::Act => acts(view, decision, Moment::Action, each),
        Choice::React => acts(view, decision, Moment::Reaction, each),
        Choice::InAssault { kind: ChoiceKind::Feint } => give(feint::answers(view.setup, view.play), each),
        Choice::InAssault { .. } => answers(view, each),
    }
}

/// Lets only legal orders through.
fn legal<'a>(
    view: View<'a>,
    Decision { player, choice }: Decision<Lhy>,
    each: Each<'a>,
) -> impl FnMut(Order) -> ControlFlow<()> + 'a {
    move |order| match is_legal(view, player, &order, choice) {
        true => each(order),
        false => Continue(()),
    }
}

fn give(orders: impl IntoIterator<Item = Order>, each: Each<'_>) -> ControlFlow<()> {
    orders.into_iter().try_for_each(each)
}

fn set_ups(view: View<'_>, player: Side, each: Each<'_>) -> ControlFlow<()> {
    let [from, to] = view.setup.force(player).columns;
    let hexes = view.setup.level.map.hexes().filter(|hex| (from..=to).contains(&hex.column()));
    match next_to_deploy(view) {
        Some(unit) => give(hexes.map(|hex| Order::Deploy { unit, hex }), each),
        None => Continue(()),
    }
}

fn activations(view: View<'_>, player: Side, each: Each<'_>) -> ControlFlow<()> {
    let names = platoons(view, player);
    for (index, name) in names.iter().enumerate() {
        each(Order::Activate { platoons: vec![name.clone()] })?;
        for other in &names[index + 1..] {
            each(Order::Activate { platoons: vec![name.clone(), other.clone()] })?;
        }
    }
    each(Order::EndActivations)
}

/// Units of a side that may act now, by id.
pub fn able(view: View<'_>, player: Side, moment: Moment) -> Vec<UnitId> {
    let own = view.play.units.keys().copied().filter(|unit| view.setup.side(*unit) == player);
    own.filter(|unit| may_act(view, player, *unit, moment).is_ok()).collect()
}

/// Actions and reactions of the units that may act: each is judged as the gate does, without asking again who may.
fn acts(view: View<'_>, decision: Decision<Lhy>, moment: Moment, each: Each<'_>) -> ControlFlow<()> {
    let View { setup, play, .. } = view;
    let player = decision.player;
    let able = able(view, player, moment);
    let enemies: Vec<Hex> = play.hexes_of(setup, player.other()).into_iter().collect();
    for unit in able.iter().copied() {
        let targets = enemies.iter().copied().filter(|hex| may_fire(view, unit, *hex).is_ok());
        give(targets.map(|hex| Order::Fire { unit, hex }), each)?;
        give(may_recover(view, unit).is_ok().then_some(Order::Recover { unit }), each)?;
        if let Some(ways) =
            ready_to_maneuver(view, unit).ok().and_then(|()| own_ways(setup, play, unit, moment))
        {
            give(maneuver_ends(setup, play, unit, &ways).map(|to| Order::Maneuver { unit, to }), each)?;
        }
        give(withdrawal_ends(setup, play, unit).into_iter().map(|to| Order::Withdraw { unit, to }), each)?;
    }
    if moment == Moment::Action {
        for hex in enemies {
            assaults(view, player, &able, hex, each)?;
        }
    }
    each(Order::Done)
}

/// Assaults on a hex by each hexside: of all who can come, and of each alone; more units reinforce them later.
fn assaults(view: View<'_>, player: Side, able: &[UnitId], hex: Hex, each: Each<'_>) -> ControlFlow<()> {
    let near = |unit: &UnitId| {
        let range = declaring::range(view.setup, view, *unit);
        view.play.hex_of(*unit).is_some_and(|at| at.distance(hex) <= u32::from(range))
    };
    let ready = |unit: UnitId| declaring::ready_ways(view, unit).map(|ways| (unit, ways));
    let near: Vec<(UnitId, Ways)> = able.iter().copied().filter(near).filter_map(ready).collect();
    for from in view.setup.level.map.neighbours(hex) {
        let comes = |(unit, ways): &&(UnitId, Ways)| comes_by(view.setup, *unit, ways, hex, from);
        let comers: Vec<UnitId> = near.iter().filter(comes).map(|(unit, _)| *unit).collect();
        let way_of = |unit: UnitId| {
            let (_, ways) = near.iter().find(|(other, _)| *other == unit)?;
            Some(ways.path_to(view.setup, from))
        };
        let is_legal = |units: &[UnitId]| declaring::plan_by(view, player, units, hex, from, way_of).is_ok();
        let all = (comers.len() > 1 && is_legal(&comers)).then(|| comers.clone());
        give(all.map(|units| Order::Assault { units, hex, from }), each)?;
        let alone = comers.iter().filter(|unit| is_legal(&[**unit]));
        give(alone.map(|unit| Order::Assault { units: vec![*unit], hex, from }), each)?;
    }
    Continue(())
}

/// Answers that an assault under way wants.
fn answers(view: View<'_>, each: Each<'_>) -> ControlFlow<()> {
    let Some(fight) = view.play.fights.last() else { return Continue(()) };
    let wanted = view.play.with_case(view.setup, fight, false, |case, now| match next(case, now) {
        Next::Choice(choice) => choice.answers,
        Next::Facts(_) | Next::Die(_) | Next::Second { .. } | Next::Over => Vec::new(),
    });
    give(wanted.into_iter().map(Order::of_answer), each)
}
