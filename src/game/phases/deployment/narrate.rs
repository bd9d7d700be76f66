//! Deployment and reserves in sentences.

use super::kinds::{Fact, RollOff};
use crate::game::engine::fact::Fact as AnyFact;
use crate::game::narration::way;
use crate::game::narration::who::Who;
use crate::game::narration::words::{self, capitalised, count, dice_count, force, unit};
use crate::game::narration::{Narrated, Rolls, Sentence, Weight};
use crate::game::table_edge::{edge_of_zone, name};
use crate::level::scenario::MissionKind;
use crate::level::setup::Setup;
use crate::rules::action::Action;
use crate::rules::ids::{Side, UnitId};

pub(in crate::game) fn narrate(setup: &Setup, fact: &Fact, _: &[AnyFact]) -> Narrated {
    Narrated::one(match fact {
        Fact::RollOffHeld { purpose, rolls, winner } => roll_off(setup, *purpose, rolls, *winner),
        Fact::ZonePicked { player, zone } => {
            let area = &setup.level.zones[zone.index()].area;
            let edge = name(edge_of_zone(setup.level.terrain.size, area));
            Sentence::note(format!("{} picks the {edge} edge.", force(setup, *player)))
        }
        Fact::ObjectivePlaced { by, objective } => {
            let name = words::objective(setup, &objective.id);
            let spot = way::spot(setup, objective.at).map_or(String::new(), |spot| format!(" {spot}"));
            Sentence::note(match by {
                Some(side) => format!("{} places {name}{spot}.", force(setup, *side)),
                None if spot.is_empty() => format!("{} lies on the table.", capitalised(&name)),
                None => format!("{} lies{spot}.", capitalised(&name)),
            })
            .with_detail(format!("at {}", objective.at))
        }
        Fact::ObstaclePlaced { by, obstacle } => {
            let (radius, height) = (obstacle.radius, obstacle.height);
            let side = force(setup, *by);
            Sentence::note(format!("{side} places an obstacle."))
                .with_detail(format!("at {}, {height} high with a radius of {radius}", obstacle.at))
        }
        Fact::ObstaclesEnded { by } => {
            Sentence::note(format!("{} places no more obstacles.", force(setup, *by)))
        }
        Fact::UnitsChosen { player, deploy, reserves } => {
            let list = |units: &[UnitId]| match units {
                [] => "nobody".to_owned(),
                units => units.iter().map(|id| unit(setup, *id)).collect::<Vec<_>>().join(", "),
            };
            let side = force(setup, *player);
            Sentence::note(format!("{side} deploys {}; in reserve: {}.", list(deploy), list(reserves)))
        }
        Fact::UnitDeployed { unit: id, models } => {
            let text = Who::unit(setup, *id).does(["takes its place.", "take their places."]);
            Sentence::line(*id, text).with_detail(count(models.len()))
        }
        Fact::UnitHeldBack { unit: id } => {
            let who = Who::unit(setup, *id);
            let finds = who.does(["finds no room", "find no room"]);
            Sentence::line(*id, format!("{finds} in {} zone and {} held in reserve.", who.its(), who.is()))
        }
        Fact::ReserveRolled { unit: id, faces, arrives } => rolled(setup, *id, faces, *arrives),
        Fact::ReserveEntered { unit: id, models } => {
            let who = Who::unit(setup, *id);
            let enters = who.does(["arrives", "arrive"]);
            let (it, acts) = (who.it(), who.verb(["acts", "act"]));
            let bar = format!(
                "this turn {it} {acts} before the others and may neither Open Fire nor call On My Target"
            );
            Sentence::line(*id, format!("{enters} at {} table edge.", who.its()))
                .with_detail(format!("{}; {bar}", count(models.len())))
        }
        Fact::ReserveWaits { unit: id } => {
            let who = Who::unit(setup, *id);
            let finds = who.does(["finds no room", "find no room"]);
            let stays = who.verb(["stays", "stay"]);
            Sentence::line(*id, format!("{finds} at {} table edge and {stays} in reserve.", who.its()))
        }
    })
}

pub(in crate::game) fn narrate_action(_: &Setup, _: UnitId, _: Action, _: &[AnyFact]) -> Option<Narrated> {
    None
}

/// Purpose of a roll-off, before its dice have decided.
///
/// Rule: MIS-2.
pub(in crate::game) fn of_roll_off(setup: &Setup, purpose: RollOff) -> String {
    let what = match (purpose, setup.level.mission.kind) {
        (RollOff::FirstPlacing, MissionKind::BrokenArrow) => "who deploys first and has the first turn",
        (RollOff::FirstPlacing, _) => "who places first",
        (RollOff::FirstTurn, _) => "the first turn",
    };
    format!("Both sides roll off for {what}")
}

fn roll_off(setup: &Setup, purpose: RollOff, rolls: &[[u8; 2]], winner: Side) -> Sentence {
    let (kind, rules) = (setup.level.mission.kind, &setup.ruleset.mission);
    let what = match (purpose, kind) {
        (RollOff::FirstPlacing, MissionKind::BrokenArrow) => {
            "wins the roll-off, deploys first and has the first turn"
        }
        (RollOff::FirstPlacing, _) => "wins the roll-off and places first",
        (RollOff::FirstTurn, MissionKind::MeetingEngagement | MissionKind::Skirmish)
            if rules.barred_turns > 0 =>
        {
            "wins the roll-off, attacks and has the first turn, in which its units may neither Open Fire nor call \
             On My Target"
        }
        (RollOff::FirstTurn, _) => "wins the roll-off and has the first turn",
    };
    let bonus = rules.first_finished_bonus;
    let added = match purpose {
        // The roll follows placing; where nothing was placed nobody finished first.
        RollOff::FirstTurn if bonus > 0 && setup.units().any(|unit| unit.waits()) => {
            format!("; the side that finished placing first added {bonus} to its die")
        }
        _ => String::new(),
    };
    let text = format!("{} {what}{added}.", force(setup, winner));
    Sentence { rolls: Rolls::RollOff(rolls.to_vec()), ..Sentence::note(text) }
}

fn rolled(setup: &Setup, id: UnitId, faces: &[u8], arrives: bool) -> Sentence {
    let what = match arrives {
        true => ["arrives from reserve", "arrive from reserve"],
        false => ["stays in reserve", "stay in reserve"],
    };
    let (who, dice, face) =
        (Who::unit(setup, id), dice_count(faces.len()), setup.ruleset.mission.reserve_face);
    let text = format!("{}.", who.does(what));
    let rolls = Rolls::Reaching { faces: faces.to_vec(), limit: face };
    let details = vec![format!("{dice}, {face} or more needed")];
    Sentence { text, about: Some(id.into()), rolls, weight: Weight::Line, details }
}
