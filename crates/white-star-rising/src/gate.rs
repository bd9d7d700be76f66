//! The gate: whether a player may give an order now, and the mistake where not.

use tabletop::agenda::Decision;
use tabletop::ids::Side;
use tabletop::refusal::Refusal;
use tabletop_hexes::hex::Hex;

use crate::chapters::fire::{Moment, Shot, plan_fire};
use crate::chapters::hex_fire::{may_call_mission, plan_mortar};
use crate::chapters::mines::{may_clear, may_lay};
use crate::chapters::movement::{Pace, has_room, is_overfull, may_begin, may_load, may_unload, plan_step};
use crate::chapters::{air, assault};
use crate::fate;
use crate::game::{View, Wsr};
use crate::ids::{HqId, Subject, UnitId};
use crate::order::{Choice, Order};
use crate::play::{Place, Play};

tabletop::reasons! { Reason, Mistake, words(about, value, limit);
    /// The order is no answer to what is asked.
    NotNow => NotNow { player: Side }: "WSR-TURN-5", "side {player} has another choice to make";
    /// The other player chooses.
    NotYourDecision => NotYourDecision { asked: Side }: "WSR-TURN-2", "side {asked} chooses now";
    /// The battle is over.
    Over => Over: "WSR-SCN-4", "the battle is over";
    /// A unit or hex is not where the order has it.
    NotThere =>
        NotThere: "WSR-TURN-5", "{about} cannot do that";
        NoTarget { target: UnitId }: "WSR-FIR-2", "{target} is no enemy on the map";
        EnemyThere { hex: Hex }: "WSR-MOV-4", "an enemy is in hex {hex}";
        NobodyThere { hex: Hex }: "WSR-MOV-4", "no enemy is in hex {hex}";
        OffMap { hex: Hex }: "WSR-BAS-3", "hex {hex} is not on the map";
    /// The state of a unit forbids it.
    State =>
        Disrupted: "WSR-DIS-1", "{about} is disrupted";
        OpsComplete: "WSR-MRK-1", "{about} has Ops Complete";
        OutOfCommand: "WSR-CMD-2", "{about} is Out of Command";
    /// Nobody sees the target.
    NotSeen =>
        NotSeen { hex: Hex, blocker: Hex }: "WSR-LOS-4", "{blocker} hides hex {hex}";
        SeenByNobody { hex: Hex }: "WSR-CAS-1", "no unit sees hex {hex}";
        NeedsNoSpotter { hex: Hex }: "WSR-MTR-4", "{about} sees hex {hex} itself";
    /// The target is too far.
    OutOfRange => OutOfRange { hex: Hex, distance: u32, range: u8 }: "WSR-FIR-4", "hex {hex} is {distance} away; the range is {range}";
    /// The weapon does not suit.
    WrongWeapon =>
        WrongWeapon { target: UnitId }: "WSR-FIR-2", "{about} has no such fire against {target}";
        NoMortar: "WSR-MTR-1", "{about} is no mortar";
    /// The headquarters cannot do that.
    Headquarters =>
        NoLeader { hq: HqId }: "WSR-HQ-10", "{hq} is in another hex";
        HasLent { hq: HqId }: "WSR-HQ-10", "{hq} has lent its leadership in this impulse";
        LeftAlone { hq: HqId }: "WSR-HQ-1", "{hq} would be left alone";
        SecondHq { hex: Hex }: "WSR-HQ-3", "a headquarters is in hex {hex}";
        NoReplacement { hex: Hex }: "WSR-HQ-9", "the HQ cannot come back in hex {hex}";
    /// The hex is full.
    Full =>
        Full { hex: Hex }: "WSR-BAS-8", "hex {hex} has no room";
        NoStack { unit: UnitId }: "WSR-BAS-9", "no stack of {unit} has just formed";
    /// The movement is not allowed.
    Movement =>
        Barred { unit: UnitId, hex: Hex }: "WSR-MOV-2", "{unit} cannot enter hex {hex}";
        TooFar { unit: UnitId, hex: Hex, cost: u8, left: u8 }: "WSR-MOV-1", "hex {hex} costs {unit} {cost}; it has {left} left";
        Deterred { unit: UnitId, enemy: UnitId }: "WSR-DIS-2", "{unit} is disrupted and would come too close to {enemy}";
        MustLeave { hex: Hex }: "WSR-OVR-6", "an enemy is in hex {hex}: the overrun goes on";
        CannotPay { cost: u8, left: u8 }: "WSR-TRA-1", "this costs {cost}; {about} has {left} left";
        CannotCarry { unit: UnitId }: "WSR-TRA-3", "{about} cannot carry {unit}";
        Outside { hex: Hex }: "WSR-SCN-2", "hex {hex} is outside the columns for setting up";
    /// The unit cannot attack so.
    Attack =>
        CannotAssault { unit: UnitId }: "WSR-ASL-1", "{unit} may not start an assault";
        CannotOverrun { unit: UnitId }: "WSR-OVR-1", "{unit} cannot overrun";
        HardTarget { enemy: UnitId }: "WSR-OVR-1", "{enemy} is a hard target";
        NoOverrunHere { hex: Hex }: "WSR-OVR-1", "the terrain of hex {hex} lets nobody overrun";
        CannotLeave { unit: UnitId, hex: Hex }: "WSR-OVR-1", "{unit} could not leave hex {hex} again";
        NotNextTo { unit: UnitId, hex: Hex }: "WSR-ADD-1", "{unit} did not begin the impulse next to hex {hex}";
        NoRetreat { hex: Hex }: "WSR-ASL-12", "hex {hex} is no way to retreat";
    /// Artillery cannot be called so.
    Artillery =>
        CannotCall: "WSR-ART-1", "nobody there may call artillery";
        CalledEnough { limit: u8 }: "WSR-ART-1", "that was {limit} missions already";
        NoMissions: "WSR-ART-1", "no mission is left this turn";
        NoSmoke: "WSR-ART-7", "this artillery has no smoke";
    /// Mines cannot be laid or cleared so.
    Mines =>
        CannotLay: "WSR-MIN-1", "mines cannot be laid there now";
        CannotClear { hex: Hex }: "WSR-MIN-4", "{about} cannot clear mines in hex {hex}";
        NoMines { hex: Hex }: "WSR-MIN-4", "no mines are next to {about} in hex {hex}";
    /// Fate cannot be spent so.
    Fate =>
        NoFate { cost: u8, left: u8 }: "WSR-FAT-1", "this costs {cost} fate points; {left} are left";
        NoDie { die: u8 }: "WSR-FAT-1", "no die {die} was rolled";
        NoTurn { from: u8, to: u8 }: "WSR-FAT-1", "a {from} cannot be turned to {to}";
        NothingLost { hex: Hex }: "WSR-FAT-1", "nobody in hex {hex} is Out of Command";
        NotDone { unit: UnitId }: "WSR-FAT-1", "{unit} has no Ops Complete";
    /// Flak cannot fire.
    Flak => CannotFlak: "WSR-CAS-2", "{about} cannot fire at the aircraft";
}

/// Subject of an order.
pub fn subject(order: &Order) -> Option<Subject> {
    Some(match order {
        Order::Deploy { unit, .. }
        | Order::Fire { unit, .. }
        | Order::Bombard { unit, .. }
        | Order::Clear { unit, .. }
        | Order::Lend { unit }
        | Order::Raise { unit }
        | Order::Refresh { unit }
        | Order::FlakFire { unit } => (*unit).into(),
        Order::March { units, .. } => (*units.first()?).into(),
        Order::Load { carrier, .. } | Order::Unload { carrier } => (*carrier).into(),
        Order::DeployHq { hq, .. } => (*hq).into(),
        Order::GoOn { to, .. } | Order::Retreat { to } => (*to).into(),
        Order::Call { hex, .. }
        | Order::AirStrike { hex }
        | Order::Misdirect { hex }
        | Order::ReplaceHq { hex }
        | Order::RestoreCommand { hex } => (*hex).into(),
        Order::Stop
        | Order::KeepLeadership
        | Order::LayMines
        | Order::KeepMines
        | Order::HoldFire
        | Order::KeepOrder
        | Order::Reroll { .. }
        | Order::TurnDie { .. }
        | Order::KeepDice
        | Order::ReturnMarker
        | Order::KeepMarker
        | Order::Done => return None,
    })
}

/// Judges an order as the answer to a choice; `None` where it is no answer to it.
pub fn judge(
    view: View<'_>,
    player: Side,
    order: &Order,
    choice: Choice,
) -> Option<Result<(), Refusal<Wsr>>> {
    let judged = match choice {
        Choice::SetUp => judge_set_up(view, player, order),
        Choice::Operations => judge_operation(view, player, order),
        Choice::GoOn => judge_going_on(view, order),
        Choice::Mines => judge_mines(view, player, order),
        Choice::Opportunity => judge_opportunity(view, player, order),
        Choice::Lend => judge_lending(view, player, order),
        Choice::Retreat { unit } => judge_retreat(view, unit, order),
        Choice::AirTarget | Choice::Flak | Choice::Misdirect => judge_air(view, player, order, choice),
        Choice::Arrange { hex } => judge_arranging(view, player, hex, order),
        Choice::ReplaceHq => judge_replacing(view, player, order),
        Choice::Fate => fate::judge_dice(view.setup, view.play, player, order),
        Choice::Return { .. } => judge_returning(view, player, order),
    };
    judged.map(|judged| judged.map_err(|mistake| Refusal::new(mistake).about_any(subject(order))))
}

type Judged = Option<Result<(), Mistake>>;

/// Rule: WSR-SCN-2.
fn judge_set_up(View { setup, play, .. }: View<'_>, player: Side, order: &Order) -> Judged {
    let in_columns = |hex: Hex| {
        let [from, to] = setup.level.columns;
        let inside = (from..=to).contains(&hex.column()) && setup.level.map.contains(hex);
        if inside { Ok(()) } else { Err(Mistake::Outside { hex }) }
    };
    let next = play.units.iter().find(|(_, unit)| unit.place == Place::Reserve).map(|(id, _)| *id);
    match order {
        Order::Deploy { unit, hex } if next == Some(*unit) => {
            let going = setup.card(*unit).going as usize;
            let barred = setup.terrain(*hex).costs[going] == 0;
            let open = if barred { Err(Mistake::Barred { unit: *unit, hex: *hex }) } else { Ok(()) };
            Some(in_columns(*hex).and(open).and_then(|()| has_room(setup, play, 1, None, *hex, player)))
        }
        Order::DeployHq { hq, hex } if next.is_none() => {
            let waits = play.hqs.iter().find(|(_, hq)| hq.place == Place::Reserve).map(|(id, _)| *id);
            if waits != Some(*hq) {
                return Some(Err(Mistake::NotThere));
            }
            let joined = !play.in_hex(*hex, player).is_empty();
            let alone = if joined { Ok(()) } else { Err(Mistake::LeftAlone { hq: *hq }) };
            Some(in_columns(*hex).and(alone).and_then(|()| has_room(setup, play, 0, Some(*hq), *hex, player)))
        }
        Order::Raise { unit } if unit.side == player => Some(may_raise(play, *unit)),
        Order::Raise { .. } | Order::Deploy { .. } | Order::DeployHq { .. } => Some(Err(Mistake::NotThere)),
        _ => None,
    }
}

/// Rule: WSR-TURN-5.
fn judge_operation(View { setup, play, .. }: View<'_>, player: Side, order: &Order) -> Judged {
    let own = |unit: UnitId| if unit.side == player { Ok(()) } else { Err(Mistake::NotThere) };
    Some(match order {
        Order::Fire { unit, target, weapon, lead, price } => own(*unit).and_then(|()| {
            let shot = Shot { unit: *unit, target: *target, weapon: *weapon, lead: *lead, price: *price };
            plan_fire(setup, play, Moment::OwnImpulse, shot).map(|_| ())
        }),
        Order::Bombard { unit, hex, spotter, lead } => own(*unit).and_then(|()| {
            plan_mortar(setup, play, Moment::OwnImpulse, *unit, *hex, *spotter, *lead).map(|_| ())
        }),
        Order::March { units, hq, to, entry } => may_begin(play, player, units, *hq).and_then(|from| {
            let spent = vec![0; units.len()];
            let pace = Pace { units, spent: &spent, hq: *hq, from, to: *to, entry: *entry };
            plan_step(setup, play, pace).map(|_| ())
        }),
        Order::Load { carrier, unit } => {
            let alone = play.hex_of(*carrier).and_then(|hex| play.hq_in(hex, player));
            may_begin(play, player, &[*carrier], alone)
                .and_then(|_| may_load(setup, play, *carrier, *unit, 0))
        }
        Order::Unload { carrier } => {
            let alone = play.hex_of(*carrier).and_then(|hex| play.hq_in(hex, player));
            may_begin(play, player, &[*carrier], alone)
                .and_then(|_| may_unload(setup, play, *carrier, 0).map(|_| ()))
        }
        Order::Clear { unit, hex } => {
            own(*unit).and_then(|()| may_clear(setup, play, *unit, *hex).map(|_| ()))
        }
        Order::Call { caller, hex, mission } => {
            may_call_mission(setup, play, player, *caller, *hex, *mission)
        }
        Order::Raise { unit } => own(*unit).and_then(|()| may_raise(play, *unit)),
        Order::RestoreCommand { hex } => {
            let lost = |unit: &UnitId| play.unit(*unit).is_some_and(|unit| unit.out_of_command);
            let any = play.in_hex(*hex, player).iter().any(lost);
            let found = if any { Ok(()) } else { Err(Mistake::NothingLost { hex: *hex }) };
            found.and_then(|()| fate::can_pay(setup, play, player, order))
        }
        Order::Refresh { unit } => own(*unit).and_then(|()| {
            let done = play.unit(*unit).is_some_and(|unit| unit.done) && play.hex_of(*unit).is_some();
            let found = if done { Ok(()) } else { Err(Mistake::NotDone { unit: *unit }) };
            found.and_then(|()| fate::can_pay(setup, play, player, order))
        }),
        Order::Done => Ok(()),
        _ => return None,
    })
}

/// Checks that a unit may come to the top of its stack.
///
/// Rule: WSR-BAS-9.
fn may_raise(play: &Play, unit: UnitId) -> Result<(), Mistake> {
    let formed = play.hex_of(unit).filter(|hex| play.formed.contains(hex));
    match formed.map(|hex| play.in_hex(hex, unit.side)) {
        Some(stack) if stack.len() > 1 && stack[0] != unit => Ok(()),
        _ => Err(Mistake::NoStack { unit }),
    }
}

fn judge_arranging(View { play, .. }: View<'_>, player: Side, hex: Hex, order: &Order) -> Judged {
    match order {
        Order::Raise { unit } if unit.side == player && play.hex_of(*unit) == Some(hex) => {
            Some(may_raise(play, *unit))
        }
        Order::Raise { unit } => Some(Err(Mistake::NoStack { unit: *unit })),
        Order::KeepOrder => Some(Ok(())),
        _ => None,
    }
}

/// Rule: WSR-HQ-9.
fn judge_replacing(View { setup, play, .. }: View<'_>, player: Side, order: &Order) -> Judged {
    let Order::ReplaceHq { hex } = order else { return None };
    let able = crate::run::replacements(setup, play, player).contains(hex);
    Some(if able { Ok(()) } else { Err(Mistake::NoReplacement { hex: *hex }) })
}

/// Rule: WSR-FAT-1.
fn judge_returning(View { setup, play, .. }: View<'_>, player: Side, order: &Order) -> Judged {
    match order {
        Order::ReturnMarker => Some(fate::can_pay(setup, play, player, order)),
        Order::KeepMarker => Some(Ok(())),
        _ => None,
    }
}

/// Rule: WSR-MOV-1, WSR-OVR-6.
fn judge_going_on(View { setup, play, .. }: View<'_>, order: &Order) -> Judged {
    let march = play.march.as_ref()?;
    let carrier = march.units.first().copied()?;
    let alone = march.units.len() == 1;
    let spent = march.spent.first().copied()?;
    Some(match order {
        Order::GoOn { to, entry } => {
            let from = march.hex.ok_or(Mistake::NotThere);
            from.and_then(|from| plan_step(setup, play, march.pace(from, *to, *entry)).map(|_| ()))
        }
        Order::Stop => match march.hex {
            Some(hex) if play.has_units(hex, carrier.side.other()) => Err(Mistake::MustLeave { hex }),
            Some(hex) if is_overfull(setup, play, hex, carrier.side) => Err(Mistake::Full { hex }),
            _ => Ok(()),
        },
        Order::Load { carrier: by, unit } if alone && *by == carrier => {
            may_load(setup, play, carrier, *unit, spent)
        }
        Order::Unload { carrier: by } if alone && *by == carrier => {
            may_unload(setup, play, carrier, spent).map(|_| ())
        }
        _ => return None,
    })
}

fn judge_mines(View { play, .. }: View<'_>, player: Side, order: &Order) -> Judged {
    let march = play.march.as_ref()?;
    match order {
        Order::LayMines if may_lay(play, march, player) => Some(Ok(())),
        Order::LayMines => Some(Err(Mistake::CannotLay)),
        Order::KeepMines => Some(Ok(())),
        _ => None,
    }
}

/// Rule: WSR-OPP-1, WSR-OPP-3, WSR-OPP-4.
fn judge_opportunity(View { setup, play, .. }: View<'_>, player: Side, order: &Order) -> Judged {
    let march = play.march.as_ref()?;
    let outside = |unit: UnitId| {
        let able = unit.side == player && play.hex_of(unit) != march.hex;
        if able { Ok(()) } else { Err(Mistake::NotThere) }
    };
    Some(match order {
        Order::Fire { unit, target, weapon, lead, price } => outside(*unit).and_then(|()| {
            if !march.units.contains(target) {
                return Err(Mistake::NoTarget { target: *target });
            }
            let shot = Shot { unit: *unit, target: *target, weapon: *weapon, lead: *lead, price: *price };
            plan_fire(setup, play, Moment::Opportunity, shot).map(|_| ())
        }),
        Order::Bombard { unit, hex, spotter, lead } => outside(*unit).and_then(|()| {
            if march.hex != Some(*hex) {
                return Err(Mistake::NobodyThere { hex: *hex });
            }
            plan_mortar(setup, play, Moment::Opportunity, *unit, *hex, *spotter, *lead).map(|_| ())
        }),
        Order::HoldFire => Ok(()),
        _ => return None,
    })
}

/// Rule: WSR-ASL-5, WSR-HQ-10.
fn judge_lending(View { setup, play, .. }: View<'_>, player: Side, order: &Order) -> Judged {
    let fight = play.fight.as_ref()?;
    match order {
        Order::Lend { unit } => {
            let able = crate::run::lenders(setup, play, fight, player).contains(unit);
            Some(if able { Ok(()) } else { Err(Mistake::NotThere) })
        }
        Order::KeepLeadership => Some(Ok(())),
        _ => None,
    }
}

fn judge_retreat(View { setup, play, .. }: View<'_>, unit: UnitId, order: &Order) -> Judged {
    let fight = play.fight.as_ref()?;
    let Order::Retreat { to } = order else { return None };
    let free = assault::retreats(setup, play, fight, unit).contains(to);
    Some(if free { Ok(()) } else { Err(Mistake::NoRetreat { hex: *to }) })
}

fn judge_air(View { setup, play, .. }: View<'_>, player: Side, order: &Order, choice: Choice) -> Judged {
    Some(match (choice, order) {
        (Choice::AirTarget, Order::AirStrike { hex }) => air::may_aim(setup, play, player, *hex),
        (Choice::Flak, Order::FlakFire { unit }) => {
            let strike = play.strike.as_ref()?;
            air::flak(setup, play, strike, *unit).map(|_| ()).ok_or(Mistake::CannotFlak)
        }
        (Choice::Flak, Order::HoldFire) => Ok(()),
        (Choice::Misdirect, Order::Misdirect { hex }) => {
            let strike = play.strike.as_ref()?;
            let beside = setup.level.map.contains(*hex) && hex.distance(strike.hex) == 1;
            if beside { Ok(()) } else { Err(Mistake::OffMap { hex: *hex }) }
        }
        _ => return None,
    })
}

/// The same for a whole decision.
pub fn is_legal(view: View<'_>, decision: Decision<Wsr>, order: &Order) -> bool {
    matches!(judge(view, decision.player, order, decision.choice), Some(Ok(())))
}
