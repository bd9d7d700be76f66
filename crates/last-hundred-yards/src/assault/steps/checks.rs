//! Checks after the retreat, casualties, Cohesion checks.

use tabletop::dice::Needs;

use super::lots;
use crate::assault::fact::{Cause, Check, Fact};
use crate::assault::harm::{casualty, failed_check};
use crate::assault::machine::{Die, Next, Purpose};
use crate::assault::scene::Scene;
use crate::assault::ways::is_beside;
use crate::card::Nation;
use crate::data::ruleset::DisruptFirst;
use crate::data::table::{Role, Whom};

/// The two lines of a cell: those with a bullet, and Japanese and Russians.
///
/// Rule: LHY-RES-3.
const LINES: [bool; 2] = [false, true];

/// Units that a cell is for, or a lot that must decide first who is the best of a line.
enum Found {
    Units(Vec<usize>),
    Lot { steadfast: bool, among: Vec<usize> },
}

/// Units without wheels or tracks of the side that suffers, wherever they are.
///
/// Rule: LHY-RES-2, LHY-LIM-3.
fn suffering(scene: Scene<'_, '_>, steadfast: bool) -> Vec<usize> {
    let Some(row) = scene.row() else { return Vec::new() };
    let is_line = |index: &usize| {
        let card = scene.card(*index);
        !card.kind.is_vehicle() && card.nation.is_steadfast() == steadfast
    };
    scene.left(row.suffers).filter(is_line).collect()
}

/// Units that a cell is for.
///
/// Rule: LHY-RES-1, LHY-RES-3, LHY-RES-5.
fn cell(scene: Scene<'_, '_>, whom: [Whom; 2]) -> Found {
    let mut all = Vec::new();
    for steadfast in LINES {
        let units = suffering(scene, steadfast);
        let whom = whom[usize::from(steadfast)];
        let best = scene.now.progress.best[usize::from(steadfast)];
        if matches!(whom, Whom::Best | Whom::Others) && best.is_none() && !units.is_empty() {
            return Found::Lot { steadfast, among: scene.best(&units) };
        }
        let was_disrupted = |index: &usize| scene.now.progress.disrupted.contains(&scene.id(*index));
        let is_best = |index: &usize| Some(scene.id(*index)) == best;
        let is_meant = |index: &usize| match whom {
            Whom::Nobody => false,
            Whom::All => true,
            Whom::Disrupted => was_disrupted(index),
            Whom::Undisrupted => !was_disrupted(index),
            Whom::Best => is_best(index),
            Whom::Others => !is_best(index),
        };
        all.extend(units.into_iter().filter(is_meant));
    }
    all.sort_unstable();
    Found::Units(all)
}

/// The best of a line: by lot if several are.
fn best(scene: Scene<'_, '_>, role: Role, steadfast: bool, among: &[usize]) -> Next {
    match among {
        [index] => Next::Facts(vec![Fact::BestFound { unit: scene.id(*index), steadfast }]),
        _ => lots::die(role),
    }
}

/// The lot that this step needs.
fn open_lot(scene: Scene<'_, '_>) -> Option<(bool, Vec<usize>)> {
    use crate::assault::progress::Step;
    let row = scene.row();
    let found = match scene.now.progress.step {
        Step::RetreatCheck => return japanese(scene).map(|among| (true, among)),
        Step::Casualty => cell(scene, row?.casualty),
        Step::Check => cell(scene, row?.check),
        Step::Heroes
        | Step::AtOnce
        | Step::Count
        | Step::Die
        | Step::Urban
        | Step::Destruction
        | Step::Unload
        | Step::Retreat
        | Step::Advance
        | Step::LossCheck
        | Step::Regroup
        | Step::End
        | Step::Over => return None,
    };
    match found {
        Found::Lot { steadfast, among } => Some((steadfast, among)),
        Found::Units(_) => None,
    }
}

/// Rule: LHY-RES-5.
pub fn lot(scene: Scene<'_, '_>, face: u8) -> Vec<Fact> {
    let Some((steadfast, among)) = open_lot(scene) else { return Vec::new() };
    let (fact, drawn) = lots::cast(scene, &among, face);
    let best = drawn.map(|index| Fact::BestFound { unit: scene.id(index), steadfast });
    [fact].into_iter().chain(best).collect()
}

/// Units that have ended their retreat next to an enemy.
///
/// Rule: LHY-RET-6.
fn endangered(scene: Scene<'_, '_>) -> Vec<usize> {
    let Some((role, _)) = scene.now.progress.retreat else { return Vec::new() };
    let is_endangered = |index: &usize| {
        let hex = scene.at(*index).filter(|hex| *hex != scene.case.hex);
        scene.cohesion(*index).is_some()
            && !scene.card(*index).kind.is_vehicle()
            && hex.is_some_and(|hex| is_beside(scene, role, hex))
    };
    scene.left(role).filter(is_endangered).collect()
}

/// Japanese next to an enemy, of whom the best is still to be found.
fn japanese(scene: Scene<'_, '_>) -> Option<Vec<usize>> {
    let is_japanese = |index: &usize| scene.card(*index).nation == Nation::Japanese;
    let units: Vec<usize> = endangered(scene).into_iter().filter(is_japanese).collect();
    let is_open = scene.now.progress.best[1].is_none() && !units.is_empty();
    is_open.then(|| scene.best(&units))
}

/// A step has still to come to a unit: units follow each other in order.
fn is_ahead(scene: Scene<'_, '_>, index: usize) -> bool {
    let last = scene.now.progress.last.and_then(|unit| scene.case.index(unit));
    last.is_none_or(|last| index > last)
}

/// Rule: LHY-RET-6.
pub fn after_retreat(scene: Scene<'_, '_>) -> Option<Next> {
    let (role, _) = scene.now.progress.retreat?;
    if let Some(among) = japanese(scene) {
        return Some(best(scene, role, true, &among));
    }
    let best = scene.now.progress.best[1];
    let checks = |index: &usize| {
        let is_spared = scene.card(*index).nation == Nation::Japanese && Some(scene.id(*index)) != best;
        is_ahead(scene, *index) && !is_spared
    };
    let index = endangered(scene).into_iter().find(checks)?;
    Some(check(scene, index, Purpose::RetreatCheck))
}

/// A die that must not be higher than a unit's Cohesion.
///
/// Rule: LHY-FRM-4.
fn check(scene: Scene<'_, '_>, index: usize, purpose: Purpose) -> Next {
    let cohesion = scene.cohesion(index).unwrap_or(0);
    let (role, unit) = (scene.role(index), Some(scene.id(index)));
    Next::Die(Die { purpose, role, unit, needs: Needs::AtMost(cohesion) })
}

/// Rule: LHY-CAS-1.
pub fn casualties(scene: Scene<'_, '_>) -> Option<Next> {
    let row = scene.row()?;
    if scene.now.progress.done == [true; 2] {
        return None;
    }
    match cell(scene, row.casualty) {
        Found::Lot { steadfast, among } => Some(best(scene, row.suffers, steadfast, &among)),
        Found::Units(units) if units.is_empty() => None,
        Found::Units(units) => {
            let harm = |index: &usize| casualty(scene.card(*index), scene.state(*index), Cause::Casualty);
            Some(Next::Facts(units.iter().flat_map(harm).collect()))
        }
    }
}

/// Rule: LHY-CAS-1, LHY-RES-7.
pub fn next(scene: Scene<'_, '_>) -> Option<Next> {
    let row = scene.row()?;
    let units = match cell(scene, row.check) {
        Found::Lot { steadfast, among } => return Some(best(scene, row.suffers, steadfast, &among)),
        Found::Units(units) => units,
    };
    let open: Vec<usize> = units.into_iter().filter(|index| is_ahead(scene, *index)).collect();
    let cause = Cause::DisruptFirst;
    if row.disrupt_first && scene.case.rules.switches.disrupt_first == DisruptFirst::On {
        let first: Vec<Fact> = open
            .iter()
            .filter(|index| !scene.card(**index).nation.is_steadfast() && !scene.state(**index).disrupted)
            .map(|index| Fact::Disrupted { unit: scene.id(*index), cause })
            .collect();
        if !first.is_empty() {
            return Some(Next::Facts(first));
        }
    }
    let index = open.into_iter().find(|index| scene.cohesion(*index).is_some())?;
    Some(check(scene, index, Purpose::Check))
}

/// Rule: LHY-FRM-4.
pub fn rolled(scene: Scene<'_, '_>, die: &Die, face: u8) -> Vec<Fact> {
    let Some(index) = die.unit.and_then(|unit| scene.case.index(unit)) else { return Vec::new() };
    let (check, cause) = match die.purpose {
        Purpose::RetreatCheck => (Check::Retreat, Cause::RetreatCheck),
        Purpose::Check
        | Purpose::SideLot
        | Purpose::Assault
        | Purpose::Lot
        | Purpose::Destruction
        | Purpose::LossCheck => (Check::Row, Cause::Check),
    };
    let cohesion = scene.cohesion(index).unwrap_or(0);
    let passed = face <= cohesion;
    let mut facts = vec![Fact::Checked { unit: scene.id(index), check, face, cohesion, passed }];
    if !passed {
        facts.extend(failed_check(scene.card(index), scene.state(index), cause));
    }
    facts
}
