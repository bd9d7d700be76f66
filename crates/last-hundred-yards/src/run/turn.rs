//! Set-up, initiative, activations, reactions, and the end of a turn.

use tabletop::agenda::Decision;
use tabletop::dice::Needs;
use tabletop::ids::Side;

use crate::card::Kind;
use crate::chapters::movement::holds;
use crate::fact::Fact;
use crate::game::LhyState;
use crate::gate::platoons;
use crate::ids::UnitId;
use crate::listing::any_order;
use crate::order::{Choice, Order, Step};
use crate::play::{Place, Play};
use crate::resolve::{Stepped, die};
use crate::setup::LhySetup;
use crate::view::View;

/// Rule: LHY-SCN-1.
pub fn set_up(state: &mut LhyState) {
    let waiting = state.play.units.iter().find(|(_, unit)| unit.place == Place::Reserve).map(|(id, _)| *id);
    match waiting {
        Some(unit) => {
            state.agenda.ask(Decision { player: state.setup.side(unit), choice: Choice::SetUp });
        }
        None => state.agenda.push(Step::BeginTurn),
    }
}

/// A side may have the initiative: it has a leader or an AFV.
///
/// Rule: LHY-TURN-1.
pub fn may_lead(setup: &LhySetup, play: &Play, side: Side) -> bool {
    let leads = |unit: &UnitId| matches!(setup.card(*unit).kind, Kind::Leader | Kind::Afv);
    play.units.keys().any(|unit| setup.side(*unit) == side && leads(unit) && play.hex_of(*unit).is_some())
}

/// Rule: LHY-TURN-1, LHY-TURN-2.
pub fn begin(state: &mut LhyState) -> Stepped {
    state.facts.push(Fact::TurnBegan { turn: state.play.turn + 1 });
    let had = state.play.active;
    let may = Side::BOTH.map(|side| may_lead(&state.setup, &state.play, side));
    let active = match may {
        [true, false] => forfeit(state, Side::B),
        [false, true] => forfeit(state, Side::A),
        // Without a leader on either side the initiative stays where it is.
        [false, false] => had,
        [true, true] => {
            let mut faces = [0; 2];
            for side in Side::BOTH {
                faces[side.index()] = die(state, "initiative", side, None, Needs::Nothing)?;
            }
            let mut totals = faces;
            totals[had.index()] += state.setup.rules.numbers.initiative_bonus;
            let [own, other] = [had, had.other()].map(|side| totals[side.index()]);
            let active = if other > own { had.other() } else { had };
            state.facts.push(Fact::InitiativeRolled { faces, totals, active });
            active
        }
    };
    for step in [
        Step::LapseTime,
        Step::JudgeGoals,
        Step::NextAssault,
        Step::ResolveShot,
        Step::AskActivate,
        Step::EndShock(active),
    ] {
        state.agenda.push(step);
    }
    Ok(())
}

fn forfeit(state: &mut LhyState, by: Side) -> Side {
    state.facts.push(Fact::InitiativeForfeited { by, active: by.other() });
    by.other()
}

/// Rule: LHY-STA-3.
pub fn end_shock(state: &mut LhyState, side: Side) -> Stepped {
    let shocked: Vec<UnitId> = state
        .play
        .on_map(&state.setup, side)
        .filter(|(_, unit, _)| unit.state.shocked)
        .map(|(id, ..)| id)
        .collect();
    let limit = state.setup.rules.numbers.shock_ends;
    for unit in shocked {
        let face = die(state, "end of shock", side, Some(unit), Needs::AtMost(limit))?;
        state.facts.push(Fact::ShockRolled { unit, face, ended: face <= limit });
    }
    Ok(())
}

/// Asks for the next platoon, until each has been activated.
///
/// Rule: LHY-TURN-2.
pub fn ask_activate(state: &mut LhyState) {
    let player = state.play.active;
    let view = View::of(&state.setup, &state.play);
    let left = platoons(view, player).into_iter().any(|name| !state.play.activated.contains(&name));
    match left {
        true => state.agenda.ask(Decision { player, choice: Choice::Activate }),
        false => state.agenda.push(Step::BeginReactions),
    }
}

/// Rule: LHY-TURN-2, LHY-ASB-3.
pub fn begin_reactions(state: &mut LhyState) {
    let player = state.play.active.other();
    let decision = Decision { player, choice: Choice::React };
    let view = View::of(&state.setup, &state.play);
    if any_order(view, decision, |order| *order != Order::Done) {
        state.facts.push(Fact::ReactionsBegan { side: player });
        state.agenda.push(Step::AskReact);
    }
}

/// The attacker wins as soon as he alone is in every goal; a side that has nobody left has lost.
///
/// Rule: LHY-SCN-1.
pub fn judge_goals(state: &mut LhyState) {
    let (setup, play) = (&state.setup, &state.play);
    let attacker = setup.level.attacker;
    let taken = setup.level.goals.iter().all(|goal| holds(setup, play, attacker, *goal));
    let alive = Side::BOTH.map(|side| play.is_alive(setup, side));
    let winner = match alive {
        [true, false] => Some(Side::A),
        [false, true] => Some(Side::B),
        [false, false] => Some(attacker.other()),
        [true, true] => taken.then_some(attacker),
    };
    if taken {
        state.facts.push(Fact::GoalsTaken { by: attacker });
    }
    state.facts.extend(winner.map(|winner| Fact::Over { winner }));
}

/// Rule: LHY-TURN-3, LHY-SCN-1.
pub fn lapse(state: &mut LhyState) -> Stepped {
    let face = die(state, "time lapse", state.play.active, None, Needs::Nothing)?;
    let minutes = lapse_of(&state.setup, face);
    let total = state.play.minutes.saturating_add(minutes);
    state.facts.push(Fact::TimeLapsed { face, minutes, total });
    if total >= state.setup.level.minutes {
        state.facts.push(Fact::Over { winner: state.setup.level.attacker.other() });
    } else {
        state.agenda.push(Step::BeginTurn);
    }
    Ok(())
}

/// Minutes that a face makes lapse.
///
/// Rule: LHY-TURN-3.
pub fn lapse_of(setup: &LhySetup, face: u8) -> u8 {
    let numbers = &setup.rules.numbers;
    let highest = [numbers.lapse_two, numbers.lapse_three, numbers.lapse_four];
    numbers.lapse_shortest + highest.iter().filter(|highest| face > **highest).count() as u8
}
