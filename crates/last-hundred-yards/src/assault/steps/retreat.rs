//! The retreat of the side that suffers.

use tabletop_hexes::hex::Hex;

use crate::assault::fact::{Cause, Fact};
use crate::assault::machine::{Answer, Choice, ChoiceKind, Next};
use crate::assault::scene::Scene;
use crate::assault::ways::{Way, ways};
use crate::card::Kind;
use crate::ids::UnitId;

/// Each unit of the side leaves the hex, by id, unless no enemy is left there.
///
/// Rule: LHY-RET-1, LHY-RET-2, LHY-RES-6.
pub fn next(scene: Scene<'_, '_>) -> Option<Next> {
    let (role, _) = scene.now.progress.retreat?;
    scene.there(role.other()).next()?;
    let index = scene.there(role).next()?;
    let unit = scene.id(index);
    if is_stuck(scene, index) {
        return Some(Next::Facts(vec![Fact::Eliminated { unit, cause: Cause::CannotRetreat }]));
    }
    Some(match ways(scene, index) {
        Err(cause) => Next::Facts(vec![Fact::Eliminated { unit, cause }]),
        Ok(ways) => match &ways[..] {
            [way] => Next::Facts(vec![retreated(scene, index, way)]),
            _ => {
                let answers = ways.iter().filter_map(Way::end).map(Answer::Retreat).collect();
                Next::Choice(Choice { role, kind: ChoiceKind::Retreat { unit }, answers })
            }
        },
    })
}

/// Rule: LHY-RET-2, LHY-STA-3.
fn is_stuck(scene: Scene<'_, '_>, index: usize) -> bool {
    let kind = scene.card(index).kind;
    matches!(kind, Kind::TowedGun | Kind::Fortified) || (kind == Kind::Afv && scene.state(index).shocked)
}

/// Vehicles that retreat are marked with a green motion.
///
/// Rule: LHY-RET-4.
fn retreated(scene: Scene<'_, '_>, index: usize, way: &Way) -> Fact {
    let in_motion = scene.card(index).kind.is_vehicle();
    Fact::Retreated { unit: scene.id(index), way: way.hexes.clone(), in_motion }
}

/// The facts of a unit's retreat to a hex; `None` if it may not end there.
pub fn goes(scene: Scene<'_, '_>, unit: UnitId, to: Hex) -> Option<Vec<Fact>> {
    let index = scene.case.index(unit)?;
    let ways = ways(scene, index).ok()?;
    let way = ways.iter().find(|way| way.end() == Some(to))?;
    Some(vec![retreated(scene, index, way)])
}
