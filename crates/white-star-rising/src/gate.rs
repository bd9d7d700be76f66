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
use crate::play::{Fight, March, Place, Play};
use crate::setup::WsrSetup;

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

type Judged = Option<Result<(), Mistake>>;

/// Judges an order as the answer to a choice; `None` where it is no answer to it.
pub fn judge(
    view: View<'_>,
    player: Side,
    order: &Order,
    choice: Choice,
) -> Option<Result<(), Refusal<Wsr>>> {
    let judged = judged(view, player, order, choice);
    judged.map(|judged| judged.map_err(|mistake| Refusal::new(mistake).about_any(subject(order))))
}

/// Rule: WSR-TURN-5 (operations), WSR-FAT-1 (uses of fate.)
fn judged(view: View<'_>, player: Side, order: &Order, choice: Choice) -> Judged {
    let View { setup, play, .. } = view;
    let (dice, marker) = (setup.rules.numbers.fate_die, setup.rules.numbers.fate_marker);
    let own = |unit: UnitId| if unit.side == player { Ok(()) } else { Err(Mistake::NotThere) };
    let answers = |asked: Choice| (choice == asked).then_some(());
    match order {
        Order::Deploy { unit, hex } => answers(Choice::SetUp).map(|()| may_deploy(view, player, *unit, *hex)),
        Order::DeployHq { hq, hex } => {
            answers(Choice::SetUp).map(|()| may_deploy_hq(view, player, *hq, *hex))
        }
        Order::Fire { unit, target, weapon, lead, price } => {
            let shot = Shot { unit: *unit, target: *target, weapon: *weapon, lead: *lead, price: *price };
            judge_fire(view, player, shot, choice)
        }
        Order::Bombard { unit, hex, spotter, lead } => {
            let aimed = may_aim(view, player, *unit, choice, |march| match march.hex == Some(*hex) {
                true => Ok(()),
                false => Err(Mistake::NobodyThere { hex: *hex }),
            })?;
            Some(aimed.and_then(|moment| {
                plan_mortar(setup, play, moment, *unit, *hex, *spotter, *lead).map(|_| ())
            }))
        }
        Order::HoldFire => {
            let passing = choice == Choice::Opportunity && play.march.is_some();
            (passing || choice == Choice::Flak).then_some(Ok(()))
        }
        Order::March { units, hq, to, entry } => answers(Choice::Operations).map(|()| {
            let from = may_begin(play, player, units, *hq)?;
            let spent = vec![0; units.len()];
            let pace = Pace { units, spent: &spent, hq: *hq, from, to: *to, entry: *entry };
            plan_step(setup, play, pace).map(|_| ())
        }),
        Order::GoOn { to, entry } => going_on(play, choice).map(|(march, ..)| {
            let from = march.hex.ok_or(Mistake::NotThere)?;
            plan_step(setup, play, march.pace(from, *to, *entry)).map(|_| ())
        }),
        Order::Stop => going_on(play, choice).map(|(march, first, _)| may_stop(view, march, first.side)),
        Order::Load { carrier, unit } => carries(play, player, *carrier, choice)
            .map(|spent| may_load(setup, play, *carrier, *unit, spent?)),
        Order::Unload { carrier } => carries(play, player, *carrier, choice)
            .map(|spent| may_unload(setup, play, *carrier, spent?).map(|_| ())),
        Order::Clear { unit, hex } => answers(Choice::Operations)
            .map(|()| own(*unit).and_then(|()| may_clear(setup, play, *unit, *hex).map(|_| ()))),
        Order::Call { caller, hex, mission } => answers(Choice::Operations)
            .map(|()| may_call_mission(setup, play, player, *caller, *hex, *mission)),
        Order::Raise { unit } => judge_raising(play, player, *unit, choice),
        Order::KeepOrder => matches!(choice, Choice::Arrange { .. }).then_some(Ok(())),
        Order::LayMines => {
            let march = play.march.as_ref().filter(|_| choice == Choice::Mines)?;
            Some(if may_lay(play, march, player) { Ok(()) } else { Err(Mistake::CannotLay) })
        }
        Order::KeepMines => (choice == Choice::Mines && play.march.is_some()).then_some(Ok(())),
        Order::Lend { unit } => lending(play, choice).map(|fight| {
            let able = crate::run::lenders(setup, play, fight, player).contains(unit);
            if able { Ok(()) } else { Err(Mistake::NotThere) }
        }),
        Order::KeepLeadership => lending(play, choice).map(|_| Ok(())),
        Order::Retreat { to } => judge_retreat(view, *to, choice),
        Order::AirStrike { hex } => {
            answers(Choice::AirTarget).map(|()| air::may_aim(setup, play, player, *hex))
        }
        Order::FlakFire { unit } => {
            let strike = play.strike.as_ref().filter(|_| choice == Choice::Flak)?;
            Some(air::flak(setup, play, strike, *unit).map(|_| ()).ok_or(Mistake::CannotFlak))
        }
        Order::Misdirect { hex } => {
            let strike = play.strike.as_ref().filter(|_| choice == Choice::Misdirect)?;
            let beside = setup.level.map.contains(*hex) && hex.distance(strike.hex) == 1;
            Some(if beside { Ok(()) } else { Err(Mistake::OffMap { hex: *hex }) })
        }
        Order::ReplaceHq { hex } => answers(Choice::ReplaceHq).map(|()| may_replace(view, player, *hex)),
        Order::Reroll { die } => {
            answers(Choice::Fate).and_then(|()| fate::judge_die(setup, play, player, *die, None))
        }
        Order::TurnDie { die, face } => {
            answers(Choice::Fate).and_then(|()| fate::judge_die(setup, play, player, *die, Some(*face)))
        }
        Order::KeepDice => (choice == Choice::Fate && play.pending.open.is_some()).then_some(Ok(())),
        Order::ReturnMarker => {
            matches!(choice, Choice::Return { .. }).then(|| fate::can_pay(setup, play, player, marker))
        }
        Order::KeepMarker => matches!(choice, Choice::Return { .. }).then_some(Ok(())),
        Order::RestoreCommand { hex } => answers(Choice::Operations).map(|()| {
            let lost = |unit: &UnitId| play.unit(*unit).is_some_and(|unit| unit.out_of_command);
            let any = play.in_hex(*hex, player).iter().any(lost);
            let found = if any { Ok(()) } else { Err(Mistake::NothingLost { hex: *hex }) };
            found.and_then(|()| fate::can_pay(setup, play, player, dice))
        }),
        Order::Refresh { unit } => answers(Choice::Operations).map(|()| {
            own(*unit)?;
            let done = play.unit(*unit).is_some_and(|unit| unit.done) && play.hex_of(*unit).is_some();
            let found = if done { Ok(()) } else { Err(Mistake::NotDone { unit: *unit }) };
            found.and_then(|()| fate::can_pay(setup, play, player, marker))
        }),
        Order::Done => answers(Choice::Operations).map(Ok),
    }
}

fn in_columns(setup: &WsrSetup, hex: Hex) -> Result<(), Mistake> {
    let [from, to] = setup.level.columns;
    let inside = (from..=to).contains(&hex.column()) && setup.level.map.contains(hex);
    if inside { Ok(()) } else { Err(Mistake::Outside { hex }) }
}

/// The unit that is set up next.
fn next_to_deploy(play: &Play) -> Option<UnitId> {
    play.units.iter().find(|(_, unit)| unit.place == Place::Reserve).map(|(id, _)| *id)
}

/// Rule: WSR-SCN-2.
fn may_deploy(view: View<'_>, player: Side, unit: UnitId, hex: Hex) -> Result<(), Mistake> {
    let View { setup, play, .. } = view;
    if next_to_deploy(play) != Some(unit) {
        return Err(Mistake::NotThere);
    }
    let barred = setup.terrain(hex).costs[setup.card(unit).going as usize] == 0;
    in_columns(setup, hex)?;
    if barred {
        return Err(Mistake::Barred { unit, hex });
    }
    has_room(setup, play, 1, None, hex, player)
}

/// Rule: WSR-SCN-2 (headquarters, after the units.)
fn may_deploy_hq(view: View<'_>, player: Side, hq: HqId, hex: Hex) -> Result<(), Mistake> {
    let View { setup, play, .. } = view;
    let waits = play.hqs.iter().find(|(_, hq)| hq.place == Place::Reserve).map(|(id, _)| *id);
    if next_to_deploy(play).is_some() || waits != Some(hq) {
        return Err(Mistake::NotThere);
    }
    in_columns(setup, hex)?;
    if play.in_hex(hex, player).is_empty() {
        return Err(Mistake::LeftAlone { hq });
    }
    has_room(setup, play, 0, Some(hq), hex, player)
}

/// The moment at which a unit may aim in answer to a choice: as an operation, or at a stack that moves, of which `meets` says whether it
/// is aimed at.
///
/// Rule: WSR-OPP-1, WSR-OPP-3, WSR-OPP-4.
fn may_aim(
    View { play, .. }: View<'_>,
    player: Side,
    unit: UnitId,
    choice: Choice,
    meets: impl FnOnce(&March) -> Result<(), Mistake>,
) -> Option<Result<Moment, Mistake>> {
    if choice == Choice::Operations {
        return Some(if unit.side == player { Ok(Moment::OwnImpulse) } else { Err(Mistake::NotThere) });
    }
    let march = play.march.as_ref().filter(|_| choice == Choice::Opportunity)?;
    let able = unit.side == player && play.hex_of(unit) != march.hex;
    let able = if able { Ok(()) } else { Err(Mistake::NotThere) };
    Some(able.and_then(|()| meets(march)).map(|()| Moment::Opportunity))
}

fn judge_fire(view: View<'_>, player: Side, shot: Shot, choice: Choice) -> Judged {
    let aimed = may_aim(view, player, shot.unit, choice, |march| match march.units.contains(&shot.target) {
        true => Ok(()),
        false => Err(Mistake::NoTarget { target: shot.target }),
    })?;
    Some(aimed.and_then(|moment| plan_fire(view.setup, view.play, moment, shot).map(|_| ())))
}

/// The move that goes on by the answer to a choice, its first unit, and the factors that this has spent.
///
/// Rule: WSR-MOV-1.
fn going_on(play: &Play, choice: Choice) -> Option<(&March, UnitId, u8)> {
    let march = play.march.as_ref().filter(|_| choice == Choice::GoOn)?;
    Some((march, *march.units.first()?, *march.spent.first()?))
}

/// Rule: WSR-OVR-6, WSR-BAS-8.
fn may_stop(View { setup, play, .. }: View<'_>, march: &March, side: Side) -> Result<(), Mistake> {
    let Some(hex) = march.hex else { return Ok(()) };
    if play.has_units(hex, side.other()) {
        return Err(Mistake::MustLeave { hex });
    }
    if is_overfull(setup, play, hex, side) { Err(Mistake::Full { hex }) } else { Ok(()) }
}

/// Factors that a transport has spent when it loads or unloads: as an operation, or as it moves alone.
fn carries(play: &Play, player: Side, carrier: UnitId, choice: Choice) -> Option<Result<u8, Mistake>> {
    if choice == Choice::Operations {
        let alone = play.hex_of(carrier).and_then(|hex| play.hq_in(hex, player));
        return Some(may_begin(play, player, &[carrier], alone).map(|_| 0));
    }
    let (march, _, spent) = going_on(play, choice)?;
    (march.units == [carrier]).then_some(Ok(spent))
}

/// Checks that a unit may come to the top of its stack.
///
/// Rule: WSR-BAS-9.
fn may_raise(play: &Play, unit: UnitId) -> Result<(), Mistake> {
    let formed = play.hex_of(unit).filter(|hex| play.formed.contains(hex));
    match formed.map(|hex| play.in_hex(hex, unit.side)) {
        Some(stack) if stack.len() > 1 && stack[0] != unit => Ok(()),
        Some(_) | None => Err(Mistake::NoStack { unit }),
    }
}

fn judge_raising(play: &Play, player: Side, unit: UnitId, choice: Choice) -> Judged {
    let (asked, foreign) = match choice {
        Choice::SetUp | Choice::Operations => (unit.side == player, Mistake::NotThere),
        Choice::Arrange { hex } => {
            (unit.side == player && play.hex_of(unit) == Some(hex), Mistake::NoStack { unit })
        }
        Choice::GoOn
        | Choice::Mines
        | Choice::Opportunity
        | Choice::Lend
        | Choice::Retreat { .. }
        | Choice::AirTarget
        | Choice::Flak
        | Choice::Misdirect
        | Choice::ReplaceHq
        | Choice::Fate
        | Choice::Return { .. } => return None,
    };
    Some(if asked { may_raise(play, unit) } else { Err(foreign) })
}

/// Rule: WSR-HQ-9.
fn may_replace(View { setup, play, .. }: View<'_>, player: Side, hex: Hex) -> Result<(), Mistake> {
    let able = crate::run::replacements(setup, play, player).contains(&hex);
    if able { Ok(()) } else { Err(Mistake::NoReplacement { hex }) }
}

/// The fight in which a choice asks for leadership.
///
/// Rule: WSR-ASL-5, WSR-HQ-10.
fn lending(play: &Play, choice: Choice) -> Option<&Fight> {
    play.fight.as_ref().filter(|_| choice == Choice::Lend)
}

fn judge_retreat(View { setup, play, .. }: View<'_>, to: Hex, choice: Choice) -> Judged {
    let Choice::Retreat { unit } = choice else { return None };
    let free = assault::retreats(setup, play, play.fight.as_ref()?, unit).contains(&to);
    Some(if free { Ok(()) } else { Err(Mistake::NoRetreat { hex: to }) })
}

/// The same for a whole decision.
pub fn is_legal(view: View<'_>, decision: Decision<Wsr>, order: &Order) -> bool {
    matches!(judge(view, decision.player, order, decision.choice), Some(Ok(())))
}
