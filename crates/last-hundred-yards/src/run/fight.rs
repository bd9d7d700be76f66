//! Assaults: each as it was declared, to its end.

use tabletop_hexes::hex::Hex;

use crate::assault::eligible::drops_out;
use crate::assault::fact::Fact as AssaultFact;
use crate::assault::machine::{Choice as Wanted, ChoiceKind, Die, Next, next, rolled};
use crate::card::Nation;
use crate::chapters::feint;
use crate::fact::Fact;
use crate::game::LhyState;
use crate::ids::UnitId;
use crate::order::{Choice, Order, Step};
use crate::play::{Arrow, Fight, Play};
use crate::resolve::{Stepped, bug, die};
use crate::setup::LhySetup;
use tabletop::agenda::Decision;

/// Begins the next assault that was declared, if both sides have somebody left; its player may make it a feint before.
///
/// Rule: LHY-ASB-4, LHY-ASB-5.
pub fn begin_next(state: &mut LhyState) -> Stepped {
    let Some(arrow) = state.play.arrows.first().cloned() else { return Ok(()) };
    state.agenda.push(Step::NextAssault);
    let stays = |unit: &UnitId| state.play.hex_of(*unit).is_some() && !drops_out(state.play.state(*unit));
    let attackers: Vec<(UnitId, Hex)> =
        arrow.attackers.iter().copied().filter(|(unit, _)| stays(unit)).collect();
    let defenders = defenders(state, &arrow);
    if !defenders.is_empty() && !feint::answers(&state.setup, &state.play).is_empty() {
        let choice = Choice::InAssault { kind: ChoiceKind::Feint };
        state.agenda.ask(Decision { player: arrow.by, choice });
        return Ok(());
    }
    if attackers.is_empty() || defenders.is_empty() {
        state.facts.push(Fact::AssaultDropped { hex: arrow.hex });
        return Ok(());
    }
    let coordinated = are_coordinated(&state.setup, &arrow.together, &attackers);
    begin(state, arrow.by, arrow.hex, attackers, defenders, coordinated);
    Ok(())
}

fn begin(
    state: &mut LhyState,
    by: tabletop::ids::Side,
    hex: Hex,
    attackers: Vec<(UnitId, Hex)>,
    defenders: Vec<UnitId>,
    coordinated: bool,
) {
    let riding = attackers.iter().flat_map(|(unit, from)| {
        state.play.riders(*unit).into_iter().map(|rider| (rider, *from)).collect::<Vec<_>>()
    });
    let attackers = attackers.iter().copied().chain(riding).collect();
    state.facts.push(Fact::AssaultBegan { by, hex, attackers, defenders, coordinated });
    state.agenda.push(Step::Fight);
}

/// Everybody of the other side in the hex, riders too.
fn defenders(state: &LhyState, arrow: &Arrow) -> Vec<UnitId> {
    units_at(&state.setup, &state.play, arrow.hex, arrow.by.other())
}

fn units_at(setup: &LhySetup, play: &Play, hex: Hex, side: tabletop::ids::Side) -> Vec<UnitId> {
    let here = play.units.keys().copied().filter(|unit| setup.side(*unit) == side);
    here.filter(|unit| play.hex_of(*unit) == Some(hex)).collect()
}

/// Attackers are of two Russian platoons that were activated together.
///
/// Rule: LHY-DRM-11.
pub fn are_coordinated(setup: &LhySetup, together: &[String], attackers: &[(UnitId, Hex)]) -> bool {
    let has = |platoon: &String| {
        attackers.iter().map(|(unit, _)| setup.card(*unit)).any(|card| card.platoon == *platoon)
    };
    let russian = |(unit, _): &(UnitId, Hex)| setup.card(*unit).nation == Nation::Russian;
    together.len() > 1 && together.iter().all(has) && attackers.iter().all(russian)
}

/// Goes on with the assault under way: facts, a die, or a question.
///
/// Rule: LHY-RES-6.
pub fn go_on(state: &mut LhyState) -> Stepped {
    let Some(fight) = state.play.fights.last().cloned() else { return Ok(()) };
    match state.play.with_case(&state.setup, &fight, false, next) {
        Next::Facts(facts) => {
            state.agenda.push(Step::Fight);
            tell(state, facts);
        }
        Next::Die(wanted) => {
            state.agenda.push(Step::Fight);
            roll(state, &fight, &wanted)?;
        }
        Next::Choice(choice) => ask(state, &fight, choice)?,
        Next::Second { hex, units } => {
            let side = state.setup.side(*units.first().ok_or_else(|| bug(hex))?);
            let defenders = units_at(&state.setup, &state.play, hex, side.other());
            let attackers = units.into_iter().map(|unit| (unit, fight.hex)).collect();
            state.agenda.push(Step::Fight);
            begin(state, side, hex, attackers, defenders, false);
        }
        Next::Over => {
            let hex = fight.hex;
            state.facts.push(Fact::AssaultOver { hex });
            if state.play.fights.len() > 1 {
                tell(state, vec![AssaultFact::SecondEnded { hex }]);
            }
        }
    }
    Ok(())
}

fn tell(state: &mut LhyState, facts: Vec<AssaultFact>) {
    state.facts.extend(facts.into_iter().map(|fact| Fact::Assault { fact }));
}

fn roll(state: &mut LhyState, fight: &Fight, wanted: &Die) -> Stepped {
    let side = fight.side(wanted.role);
    let face = die(state, wanted.purpose.words(), side, wanted.unit, wanted.needs)?;
    let facts = state.play.with_case(&state.setup, fight, false, |case, now| rolled(case, now, face));
    tell(state, facts.map_err(bug)?);
    Ok(())
}

/// Asks a side, unless it has one answer alone.
fn ask(state: &mut LhyState, fight: &Fight, choice: Wanted) -> Stepped {
    let player = fight.side(choice.role);
    match &choice.answers[..] {
        [] => Err(bug(choice.kind)),
        [only] => {
            let order = Order::of_answer(only.clone());
            state.agenda.resolve(order, Decision { player, choice: Choice::InAssault { kind: choice.kind } });
            Ok(())
        }
        [..] => {
            state.agenda.ask(Decision { player, choice: Choice::InAssault { kind: choice.kind } });
            Ok(())
        }
    }
}
