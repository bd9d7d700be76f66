//! The gate: whether a player may give an order now, and the mistake where not. It knows what the player knows, so that no refusal
//! tells more.

use tabletop::ids::Side;
use tabletop::refusal::Refusal;
use tabletop_hexes::hex::Hex;

use crate::assault::machine::{Answer, ChoiceKind, chosen};
use crate::card::{Card, Kind};
use crate::chapters::movement::{Moment, may_withdraw, plan_maneuver, withdrawals};
use crate::chapters::{declaring, feint, fire, ground, recovery};
use crate::game::Lhy;
use crate::ids::{Subject, UnitId};
use crate::order::{Choice, Order};
use crate::play::Place;
use crate::view::View;

tabletop::reasons! { Reason, Mistake, words(about, value, limit);
    /// The order is no answer to what is asked.
    NotNow => NotNow { player: Side }: "LHY-TURN-2", "side {player} has another choice to make";
    /// The other player chooses.
    NotYourDecision => NotYourDecision { asked: Side }: "LHY-TURN-2", "side {asked} chooses now";
    /// The battle is over.
    Over => Over: "LHY-SCN-1", "the battle is over";
    /// A unit or hex is not where the order has it.
    NotThere =>
        NotThere: "LHY-TURN-2", "{about} cannot do that";
        NotYours: "LHY-TURN-2", "{about} is no unit of yours";
        EnemyThere { hex: Hex }: "LHY-FRM-5", "an enemy is in hex {hex}";
        NobodyThere { hex: Hex }: "LHY-SAF-1", "no enemy is in hex {hex}";
        NoEnemy { hex: Hex }: "LHY-ASB-2", "no enemy is in hex {hex}";
        OffMap { hex: Hex }: "LHY-FRM-1", "hex {hex} is not on the map";
    /// A platoon cannot be activated.
    Platoon =>
        NoPlatoon { name: String }: "LHY-TURN-2", "side has no platoon \"{name}\" that could act";
        PlatoonDone { name: String }: "LHY-TURN-2", "platoon \"{name}\" has been activated this turn";
        NotTogether: "LHY-DRM-11", "two platoons are activated together by Russians alone";
        NotActive: "LHY-TURN-2", "{about} is not of a platoon that acts now";
    /// The state of a unit forbids it.
    State =>
        Acted: "LHY-TURN-2", "{about} has had its action this turn";
        Disrupted: "LHY-STA-1", "{about} is Disrupted";
        Regrouping: "LHY-REG-2", "{about} is Regrouping";
        OnlyNeighbours { hex: Hex }: "LHY-REG-2", "{about} is Regrouping and fires at neighbours alone, not at hex {hex}";
        Shocked: "LHY-STA-3", "{about} is Shocked";
        Aboard: "LHY-UNL-1", "{about} is carried";
        NothingToRecover: "LHY-REC-1", "{about} is neither Disrupted nor Regrouping";
        SawNothing: "LHY-TURN-2", "{about} has seen nothing";
        UnderAssault { hex: Hex }: "LHY-ASB-3", "{about} cannot do that under assault in hex {hex}";
    /// Nobody sees the target.
    NotSeen => NotSeen { hex: Hex, blocker: Hex }: "LHY-SAF-1", "{blocker} hides hex {hex}";
    /// The fire is not allowed.
    Fire =>
        OutOfRange { hex: Hex, distance: u32, range: u8 }: "LHY-SAF-1", "hex {hex} is {distance} away; the range is {range}";
        NoFire: "LHY-SAF-1", "{about} has no small-arms value";
        OnlyVehicles { hex: Hex }: "LHY-SAF-2", "nobody on foot is in hex {hex}";
    /// The movement is not allowed.
    Movement =>
        TooFar { hex: Hex, points: u8 }: "LHY-MAN-1", "{about} has {points} points, which do not take it to hex {hex}";
        CannotMove: "LHY-MAN-1", "{about} cannot move";
        CannotWithdraw: "LHY-REC-2", "{about} cannot withdraw: units on foot do, but no towed gun";
        NoWithdrawal { hex: Hex }: "LHY-REC-2", "hex {hex} is no way back for {about}";
        Full { hex: Hex }: "LHY-FRM-5", "hex {hex} has no room";
        Outside { hex: Hex }: "LHY-SCN-1", "hex {hex} is outside the columns for setting up";
        Barred { hex: Hex }: "LHY-MAN-1", "{about} cannot enter hex {hex}";
    /// The assault cannot be declared.
    Assault =>
        TooFarToAssault { unit: UnitId, hex: Hex, range: u8 }: "LHY-ASB-1", "{unit} assaults from {range} hexes at most, and hex {hex} is farther";
        NoWayToAssault { unit: UnitId, from: Hex, hex: Hex }: "LHY-ASB-1", "{unit} has not the points to come by {from} into hex {hex}";
        NotBeside { from: Hex, hex: Hex }: "LHY-ASB-2", "hex {from} is not next to hex {hex}";
        NoUnits: "LHY-ASB-2", "an assault needs units";
        UnderArrow { hex: Hex }: "LHY-ASB-2", "hex {hex} is under assault: it is only reinforced, by the platoon of a combat unit there";
        NoFeint: "LHY-ASB-5", "nobody on foot may stay out of that assault now";
        CannotCount: "LHY-LIM-2", "those are not units that may count together";
        NoVehicle { hex: Hex }: "LHY-VDA-1", "that is no vehicle of the enemy in hex {hex}";
        NoRetreat { unit: UnitId, hex: Hex }: "LHY-RET-6", "{unit} has no way to retreat to hex {hex}";
        NoAdvance { hex: Hex }: "LHY-ADV-1", "{about} cannot advance into hex {hex}";
        Ineligible { unit: UnitId, rule: &'static str, why: String }: rule, "{unit} {why}";
}

/// Subject of an order.
pub fn subject(order: &Order) -> Option<Subject> {
    Some(match order {
        Order::Deploy { unit, .. }
        | Order::Maneuver { unit, .. }
        | Order::Fire { unit, .. }
        | Order::Recover { unit }
        | Order::Withdraw { unit, .. } => (*unit).into(),
        Order::Assault { units, .. } | Order::Count { units } => (*units.first()?).into(),
        Order::Target { vehicle } => (*vehicle).into(),
        Order::Retreat { to } => (*to).into(),
        Order::Advance { unit, .. } => (*unit).into(),
        Order::Activate { .. }
        | Order::EndActivations
        | Order::PressHome
        | Order::Feint
        | Order::Stay
        | Order::Done => return None,
    })
}

type Judged = Option<Result<(), Mistake>>;

/// Judges an order as the answer to a choice; `None` where it is no answer to it.
pub fn judge(
    view: View<'_>,
    player: Side,
    order: &Order,
    choice: Choice,
) -> Option<Result<(), Refusal<Lhy>>> {
    let judged = judged(view.seen_by(player), player, order, choice);
    judged.map(|judged| judged.map_err(|mistake| Refusal::new(mistake).about_any(subject(order))))
}

/// Rule: LHY-TURN-2.
fn judged(view: View<'_>, player: Side, order: &Order, choice: Choice) -> Judged {
    let moment = match choice {
        Choice::Act => Some(Moment::Action),
        Choice::React => Some(Moment::Reaction),
        Choice::SetUp | Choice::Activate | Choice::InAssault { .. } => None,
    };
    let feints = choice == Choice::InAssault { kind: ChoiceKind::Feint };
    let able = |unit: UnitId, moment: Moment| may_act(view, player, unit, moment);
    match order {
        Order::Deploy { unit, hex } => {
            (choice == Choice::SetUp).then(|| may_deploy(view, player, *unit, *hex))
        }
        Order::Activate { platoons } => {
            (choice == Choice::Activate).then(|| may_activate(view, player, platoons))
        }
        Order::EndActivations => (choice == Choice::Activate).then_some(Ok(())),
        Order::Maneuver { unit, to } => moment.map(|moment| {
            able(*unit, moment)?;
            ready_to_maneuver(view, *unit)?;
            plan_maneuver(view.setup, view.play, *unit, *to, moment).map(|_| ())
        }),
        Order::Fire { unit, hex } => {
            moment.map(|moment| able(*unit, moment).and_then(|()| may_fire(view, *unit, *hex)))
        }
        Order::Recover { unit } => {
            moment.map(|moment| able(*unit, moment).and_then(|()| may_recover(view, *unit)))
        }
        Order::Withdraw { to, .. } if feints => {
            Some(may_feint(view, order, Mistake::NoWithdrawal { hex: *to }))
        }
        Order::Withdraw { unit, to } => {
            moment.map(|moment| able(*unit, moment).and_then(|()| may_withdraw_to(view, *unit, *to)))
        }
        Order::Assault { units, hex, from } => (choice == Choice::Act).then(|| {
            units.iter().try_for_each(|unit| able(*unit, Moment::Action))?;
            declaring::plan(view, player, units, *hex, *from).map(|_| ())
        }),
        Order::PressHome | Order::Feint => feints.then(|| may_feint(view, order, Mistake::NoFeint)),
        Order::Count { .. }
        | Order::Target { .. }
        | Order::Retreat { .. }
        | Order::Advance { .. }
        | Order::Stay => judge_in_assault(view, choice, order),
        Order::Done if feints => Some(may_feint(view, order, Mistake::NoFeint)),
        Order::Done => moment.map(|_| Ok(())),
    }
}

/// The unit that is set up next.
pub fn next_to_deploy(view: View<'_>) -> Option<UnitId> {
    view.play.units.iter().find(|(_, unit)| unit.place == Place::Reserve).map(|(id, _)| *id)
}

/// Rule: LHY-SCN-1 (set-up.)
fn may_deploy(view: View<'_>, player: Side, unit: UnitId, hex: Hex) -> Result<(), Mistake> {
    let View { setup, play, .. } = view;
    if next_to_deploy(view) != Some(unit) {
        return Err(Mistake::NotThere);
    }
    let [from, to] = setup.force(player).columns;
    let inside = (from..=to).contains(&hex.column()) && setup.level.map.contains(hex);
    if !inside {
        return Err(Mistake::Outside { hex });
    }
    let terrain = setup.terrain(hex);
    let cost = if setup.card(unit).kind.is_vehicle() { terrain.vehicle } else { terrain.foot };
    if cost == 0 {
        return Err(Mistake::Barred { hex });
    }
    ground::has_room(setup, play, &[unit], player, hex)
}

/// Platoons of a side with a unit on the map.
pub fn platoons(view: View<'_>, side: Side) -> Vec<String> {
    let View { setup, play, .. } = view;
    let on_map = play.units.keys().filter(|id| setup.side(**id) == side && play.hex_of(**id).is_some());
    let mut names: Vec<String> = on_map.map(|id| setup.card(*id).platoon.clone()).collect();
    names.sort();
    names.dedup();
    names
}

/// Rule: LHY-TURN-2, LHY-DRM-11 (Russians activate two platoons together.)
fn may_activate(view: View<'_>, player: Side, names: &[String]) -> Result<(), Mistake> {
    let there = platoons(view, player);
    for name in names {
        if !there.contains(name) {
            return Err(Mistake::NoPlatoon { name: name.clone() });
        }
        if view.play.activated.contains(name) {
            return Err(Mistake::PlatoonDone { name: name.clone() });
        }
    }
    let russian = |name: &String| {
        let mut own = view.setup.cards.iter().filter(|(side, card)| *side == player && card.platoon == *name);
        own.all(|(_, card)| card.nation == crate::card::Nation::Russian)
    };
    match names {
        [_] => Ok(()),
        [one, other] if one < other && names.iter().all(russian) => Ok(()),
        _ => Err(Mistake::NotTogether),
    }
}

/// Checks that a unit may act now at all.
///
/// Rule: LHY-TURN-2.
pub fn may_act(view: View<'_>, player: Side, unit: UnitId, moment: Moment) -> Result<(), Mistake> {
    let View { setup, play, .. } = view;
    let hex = play.hex_of(unit).ok_or(Mistake::NotThere)?;
    let state = play.unit(unit).ok_or(Mistake::NotThere)?;
    if !setup.has(unit) || setup.side(unit) != player {
        return Err(Mistake::NotYours);
    }
    if state.acted {
        return Err(Mistake::Acted);
    }
    match moment {
        Moment::Action if !play.acting.contains(&setup.card(unit).platoon) => Err(Mistake::NotActive),
        Moment::Reaction if !saw(view, hex) => Err(Mistake::SawNothing),
        Moment::Action | Moment::Reaction => Ok(()),
    }
}

/// Something that the active side did is seen from a hex.
///
/// Rule: LHY-TURN-2 (who saw something.)
fn saw(view: View<'_>, hex: Hex) -> bool {
    view.play.noticed.iter().any(|noticed| view.setup.sights.sight(hex, *noticed).is_clear())
}

/// The hex of a unit, if an assault on it is declared.
fn assaulted(view: View<'_>, unit: UnitId) -> Option<Hex> {
    let hex = view.play.hex_of(unit)?;
    view.play.arrow(hex).filter(|arrow| arrow.by != view.setup.side(unit)).map(|arrow| arrow.hex)
}

/// Checks that the state of a unit lets it maneuver.
///
/// Rule: LHY-STA-1, LHY-STA-3, LHY-REG-2, LHY-ASB-3.
pub fn ready_to_maneuver(view: View<'_>, unit: UnitId) -> Result<(), Mistake> {
    let state = view.play.state(unit);
    if state.shocked {
        return Err(Mistake::Shocked);
    }
    if state.disrupted {
        return Err(Mistake::Disrupted);
    }
    if state.regrouping {
        return Err(Mistake::Regrouping);
    }
    match assaulted(view, unit).filter(|_| !view.setup.card(unit).kind.is_vehicle()) {
        Some(hex) => Err(Mistake::UnderAssault { hex }),
        None => Ok(()),
    }
}

/// Rule: LHY-SAF-1, LHY-ASB-3.
pub fn may_fire(view: View<'_>, unit: UnitId, hex: Hex) -> Result<(), Mistake> {
    let shot = fire::plan(view, unit, hex)?;
    let card = view.setup.card(unit);
    match assaulted(view, unit) {
        Some(own) if is_bound(card) => Err(Mistake::UnderAssault { hex: own }),
        Some(own) if shot.from.distance(hex) > 1 => Err(Mistake::UnderAssault { hex: own }),
        _ => Ok(()),
    }
}

/// Units that neither fire nor recover under assault: vehicles drive away, and towed guns do nothing.
///
/// Rule: LHY-ASB-3.
fn is_bound(card: &Card) -> bool {
    card.kind.is_vehicle() || card.kind == Kind::TowedGun
}

/// Rule: LHY-REC-1, LHY-ASB-3.
pub fn may_recover(view: View<'_>, unit: UnitId) -> Result<(), Mistake> {
    if view.play.is_aboard(unit) {
        return Err(Mistake::Aboard);
    }
    match assaulted(view, unit).filter(|_| is_bound(view.setup.card(unit))) {
        Some(hex) => Err(Mistake::UnderAssault { hex }),
        None => recovery::plan(view.setup, view.play, unit).map(|_| ()),
    }
}

/// Rule: LHY-REC-2, LHY-STA-3.
fn may_withdraw_to(view: View<'_>, unit: UnitId, to: Hex) -> Result<(), Mistake> {
    if !may_withdraw(view.setup.card(unit)) {
        return Err(Mistake::CannotWithdraw);
    }
    match withdrawals(view.setup, view.play, unit).contains_key(&to) {
        true => Ok(()),
        false => Err(Mistake::NoWithdrawal { hex: to }),
    }
}

/// Checks an answer to a feint: it is listed.
///
/// Rule: LHY-ASB-5.
fn may_feint(view: View<'_>, order: &Order, mistake: Mistake) -> Result<(), Mistake> {
    let is_listed = feint::answers(view.setup, view.play).contains(order);
    if is_listed { Ok(()) } else { Err(mistake) }
}

/// Rule: LHY-RES-6, LHY-LIM-2, LHY-VDA-1, LHY-RET-1, LHY-ADV-1.
fn judge_in_assault(view: View<'_>, choice: Choice, order: &Order) -> Judged {
    let Choice::InAssault { kind } = choice else { return None };
    let answer = order.answer()?;
    let fits = matches!(
        (kind, &answer),
        (ChoiceKind::Count, Answer::Count(_))
            | (ChoiceKind::Target, Answer::Target(_))
            | (ChoiceKind::Retreat { .. }, Answer::Retreat(_))
            | (ChoiceKind::Advance, Answer::Advance(..) | Answer::Stay)
    );
    let fight = view.play.fights.last().filter(|_| fits)?;
    let chosen = view.play.with_case(view.setup, fight, false, |case, now| chosen(case, now, &answer));
    Some(chosen.map(|_| ()).map_err(|_| match (kind, answer) {
        (ChoiceKind::Count, _) => Mistake::CannotCount,
        (ChoiceKind::Target, _) => Mistake::NoVehicle { hex: fight.hex },
        (ChoiceKind::Retreat { unit }, Answer::Retreat(hex)) => Mistake::NoRetreat { unit, hex },
        (_, Answer::Advance(_, hex)) => Mistake::NoAdvance { hex },
        (_, Answer::Stay | Answer::Count(_) | Answer::Target(_) | Answer::Retreat(_)) => Mistake::NotThere,
    }))
}

/// The same for a whole decision.
pub fn is_legal(view: View<'_>, player: Side, order: &Order, choice: Choice) -> bool {
    matches!(judge(view, player, order, choice), Some(Ok(())))
}
