//! Prompts in deployment and when reserves arrive.

use super::arrivals::entry;
use super::choosing::off_table;
use super::kinds::{Choice, ChooseUnits, HoldBack, Order, PickZone, PlaceObjective};
use super::objectives::suggested;
use super::usual::without_room;
use crate::game::engine::view::View;
use crate::game::narration::words::unit as unit_name;
use crate::game::prompt::{Answer, Form, Prompt};
use crate::game::table_edge::{edge_of_zone, name};
use crate::level::scenario::MissionKind;
use crate::rules::ids::{RuleId, Side, UnitId};
use crate::rules::mission::deployed_count;

pub(in crate::game) fn prompt(view: View, player: Side, choice: Choice) -> Prompt {
    match choice {
        Choice::PlaceUnit { .. } => {
            let question = without_room(view, player).first().map(|unit| {
                let who = unit_name(view.setup(), *unit);
                format!("No room was found for {who}. Do you place it yourself, or is it held in reserve?")
            });
            Prompt { question, ..placing(player, "MIS-2", None, "place a unit".to_owned()) }
        }
        Choice::PlaceArrival { unit } => {
            let task = format!("bring {} on at your table edge", unit_name(view.setup(), unit));
            let rules = &view.setup().ruleset.mission;
            let (depth, gap) = (rules.reserve_depth, rules.reserve_enemy_distance);
            let question = format!(
                "Where does it enter? Its leader touches your table edge, the others are within {depth} of it, \
                 nobody closer than {gap} to an enemy."
            );
            Prompt { question: Some(question), ..placing(player, "MIS-3", Some(unit), task) }
        }
        Choice::PickZone => {
            let question = "Which edge of the table is yours? The other is the enemy's.".to_owned();
            option(player, mission_rule(view), "pick a table edge", question)
        }
        Choice::PlaceObjective { left } => {
            let place = match view.setup().level.mission.kind {
                MissionKind::BrokenArrow => "the debris field",
                _ => "the enemy zone",
            };
            let question =
                format!("Where in {place} does the objective lie? Left to place: {}.", left[player.index()]);
            option(player, mission_rule(view), "place an objective", question)
        }
        Choice::PlaceObstacle { left } => {
            let question = format!("Where does the obstacle lie? Left to place: {}.", left[player.index()]);
            option(player, "MIS-3", "place an obstacle or stop", question)
        }
        Choice::ChooseUnits => {
            let units = off_table(view, player).len();
            let count = deployed_count(units, &view.setup().ruleset.mission);
            let question = format!("Which {count} of your {units} units deploy? The others are reserves.");
            option(player, "MIS-3", "choose the units that deploy", question)
        }
    }
}

fn mission_rule(view: View) -> &'static str {
    match view.setup().level.mission.kind {
        MissionKind::BrokenArrow => "MIS-3",
        _ => "MIS-2",
    }
}

fn placing(player: Side, rule: &'static str, unit: Option<UnitId>, task: String) -> Prompt {
    let waits_for = format!("to {}", task.replace("your", "its"));
    Prompt {
        player,
        rule: RuleId(rule),
        about: unit.map(Into::into),
        waits_for,
        task,
        question: None,
        form: Form::PlaceUnit,
    }
}

fn option(player: Side, rule: &'static str, task: &str, question: String) -> Prompt {
    Prompt {
        player,
        rule: RuleId(rule),
        about: None,
        waits_for: format!("to {task}"),
        task: task.to_owned(),
        question: Some(question),
        form: Form::Options,
    }
}

/// The edges, and units for which no room was found; elsewhere one legal answer of many, where there is a simple one.
pub(in crate::game) fn answers(view: View, player: Side, choice: Choice) -> Vec<Answer> {
    let answer = |text: String, order: Order| Answer { text, about: None, order: order.into() };
    match choice {
        Choice::PlaceUnit { .. } => {
            let held = |unit: UnitId| {
                let text = format!("Hold {} in reserve", unit_name(view.setup(), unit));
                answer(text, Order::HoldBack(HoldBack { unit }))
            };
            without_room(view, player).into_iter().map(held).collect()
        }
        Choice::PlaceArrival { unit } => vec![match entry(view, unit) {
            Some(order) => {
                let text = "Enter as near the middle of the edge as room allows".to_owned();
                answer(text, Order::DeployUnit(order))
            }
            None => {
                let text = "No room was found: stay in reserve".to_owned();
                answer(text, Order::HoldBack(HoldBack { unit }))
            }
        }],
        Choice::PickZone => {
            let level = &view.setup().level;
            let edge = |zone: Side| name(edge_of_zone(view.terrain().size, &level.zones[zone.index()].area));
            let text = |zone| format!("The {} edge, zone {zone}", edge(zone));
            Side::BOTH.map(|zone| answer(text(zone), Order::PickZone(PickZone { zone }))).into()
        }
        Choice::PlaceObjective { .. } => {
            let place = suggested(view, player);
            let place =
                place.map(|at| answer(format!("At {at}"), Order::PlaceObjective(PlaceObjective { at })));
            place.into_iter().collect()
        }
        Choice::PlaceObstacle { .. } => vec![answer("No more obstacles".to_owned(), Order::EndObstacles)],
        Choice::ChooseUnits => {
            let units = off_table(view, player);
            let count = deployed_count(units.len(), &view.setup().ruleset.mission);
            let deploy: Vec<UnitId> = units.into_iter().take(count).collect();
            let names: Vec<String> = deploy.iter().map(|unit| unit_name(view.setup(), *unit)).collect();
            let text = format!("Deploy {}", names.join(", "));
            vec![answer(text, Order::ChooseUnits(ChooseUnits { deploy }))]
        }
    }
}
