//! Distances, paths, reach and moves in sentences.

use warstrike::game::engine::fact::{Fact, UnitFact};
use warstrike::game::engine::refusal::Refusal;
use warstrike::game::engine::unit_fact::Length;
use warstrike::game::engine::view::View;
use warstrike::game::measure::Distance;
use warstrike::game::narration::way;
use warstrike::game::narration::who::Who;
use warstrike::game::narration::words::{listed, terrain};
use warstrike::game::plan::{PlanQuality, UnitPlan};
use warstrike::rules::action::Action;
use warstrike::rules::ids::UnitId;
use warstrike::rules::measures::Place;
use warstrike::rules::movement::allowance::MoveTerms;
use warstrike::rules::movement::going::Going;
use warstrike::table::paths::ReachArea;
use warstrike::table::walk::{Crossing, CrossingKind, WalkedLeg};

use super::super::moves::{AskedPath, Way};
use super::{inches, name};

pub(in crate::cli::show) fn say_distance(view: View, measured: &Distance) -> Vec<String> {
    let Distance { from, to, gap, ahead, .. } = measured;
    let [from, to] = [from, to].map(|mark| name(view.setup(), mark));
    let arc = match ahead {
        None => String::new(),
        Some(true) => format!("; {to} is in its forward arc (FAC-1)"),
        Some(false) => format!("; {to} is not in its forward arc (FAC-1)"),
    };
    vec![format!("{from} is {} from {to}, edge to edge (BAS-1){arc}.", inches(*gap))]
}

/// Whether a model may go there, how far it is, and what it crosses.
pub(in crate::cli::show) fn say_path(view: View, asked: &AskedPath) -> Vec<String> {
    let AskedPath { model, action, terms, way, path, legs, refused } = asked;
    let to = path.corners.last().map_or_else(String::new, |to| format!(" to {to}"));
    let (length, by, limit) = (inches(path.length), action.name(), limit(terms));
    let way = match way {
        Way::Clear => "over no difficult ground",
        Way::Detour => "round difficult ground",
        Way::Through => "through difficult ground",
        Way::TooLong => "too long",
        Way::Barred => "straight, as no path leads there within twice the allowance",
    };
    let first = match refused {
        None => format!("{model} can go{to} by {by}: {length}, {way}; {limit}."),
        Some(refusal) => {
            format!("{model} cannot go{to} by {by}: {} ({}).", refusal.text(), Refusal::rule(refusal))
        }
    };
    let mut lines = vec![first];
    if refused.is_some() {
        lines.push(format!("The path is {length} long, {way}; {limit}."));
    }
    let mut crossed: Vec<String> = Vec::new();
    for crossing in legs.iter().flat_map(|leg: &WalkedLeg| &leg.crossings) {
        let said = crosses(view, crossing);
        if !crossed.contains(&said) {
            crossed.push(said);
        }
    }
    if !crossed.is_empty() {
        lines.push(format!("It goes {}.", listed(&crossed)));
    }
    if path.corners.len() > 1 {
        let corners: Vec<String> = path.corners.iter().map(Place::to_string).collect();
        lines.push(format!("Its corners: {}.", corners.join(", ")));
    }
    lines
}

/// Rule: GO-3.
fn limit(terms: &MoveTerms) -> String {
    let (whole, difficult) = (inches(terms.allowance), inches(terms.on_difficult));
    format!("{whole} are allowed, {difficult} on difficult ground")
}

/// What a path crosses, with its going and the paragraph that gives it: "through the garden (slow, ARE-1)".
fn crosses(view: View, crossing: &Crossing) -> String {
    let piece = terrain(&view.terrain().pieces[crossing.piece]);
    let how = match crossing.kind {
        CrossingKind::Area => "over",
        CrossingKind::StepUp | CrossingKind::LevelUp => "up",
        CrossingKind::StepDown | CrossingKind::LevelDown => "down",
        CrossingKind::Wall => "through a wall of",
        CrossingKind::Opening(_) => "through an opening of",
    };
    let going = match crossing.going {
        Going::Clear => String::new(),
        Going::Slow => "slow, ".to_owned(),
        Going::Difficult => "difficult, ".to_owned(),
        Going::SlowAndDifficult => "slow and difficult, ".to_owned(),
        Going::Impassable => "impassable, ".to_owned(),
    };
    format!("{how} {piece} ({going}{})", crossing.rule)
}

/// How large the areas within reach are, and where they lie.
pub(in crate::cli::show) fn say_reach(
    model: &str,
    action: Action,
    [round, through]: [(&[ReachArea], f64); 2],
) -> Vec<String> {
    let mut lines = Vec::new();
    for ((areas, allowance), how) in
        [(round, "round difficult ground"), (through, "through difficult ground")]
    {
        let where_: Vec<String> = areas.iter().map(area_in_words).collect();
        if !where_.is_empty() {
            let reach = inches(allowance);
            lines.push(format!(
                "{model} reaches by {}, {how}, up to {reach}: {}.",
                action.name(),
                listed(&where_)
            ));
        }
    }
    if lines.is_empty() {
        lines.push(format!("{model} can go nowhere by {}.", action.name()));
    }
    lines
}

/// "27.3 square inches on the ground".
fn area_in_words(area: &ReachArea) -> String {
    let size: f64 = area.polygons.iter().map(|rings| size_of(rings)).sum();
    let place = match area.floor {
        None => "on the ground".to_owned(),
        Some(height) => format!("{} up", inches(height.inches())),
    };
    format!("{size:.1} square inches {place}")
}

/// The area of a polygon: of its outer ring without its holes.
fn size_of(rings: &[Vec<[f64; 2]>]) -> f64 {
    let size = |ring: &Vec<[f64; 2]>| {
        let next = ring.iter().cycle().skip(1);
        let twice: f64 = ring.iter().zip(next).map(|([x, y], [to_x, to_y])| x * to_y - to_x * y).sum();
        twice.abs() / 2.0
    };
    let [outer, holes @ ..] = rings else { return 0.0 };
    size(outer) - holes.iter().map(size).sum::<f64>()
}

/// Where a unit goes, and what of the request was possible.
pub(in crate::cli::show) fn say_move(
    view: View,
    unit: UnitId,
    action: Action,
    plan: &UnitPlan,
) -> Vec<String> {
    let does = match action {
        Action::AtTheDouble => ["can run", "can run"],
        Action::OpenFire => ["can shift its ground", "can shift their ground"],
        _ => ["can advance", "can advance"],
    };
    let moves =
        plan.command.order.drafted_action().map(|drafted| drafted.moves.into_owned()).unwrap_or_default();
    let facts = moves.iter().filter_map(|one| {
        let start = view.model(one.model)?.pose.at;
        let path: Vec<Place> = std::iter::once(start).chain(one.path.iter().copied()).collect();
        let length = path.windows(2).map(|leg| leg[0].ground_distance(leg[1])).sum();
        let (model, length, going) = (one.model, Length(length), Going::Clear);
        Some(Fact::Unit(UnitFact::ModelMoved { model, path, length, going }))
    });
    let facts: Vec<Fact> = facts.collect();
    let who = Who::unit(view.setup(), unit).does(does);
    let Some(led) = way::of_unit(view.setup(), unit, &facts) else {
        return vec![format!("{}: nobody has to move.", Who::unit(view.setup(), unit).name)];
    };
    let kept = match plan.quality {
        PlanQuality::Formation => "in formation",
        PlanQuality::Leader => "with the leader in place and the others in another formation",
        PlanQuality::Direction => "that way, but the leader stops short of the place",
    };
    vec![format!("{who} {} {kept}, by {}.", led.in_words(), action.name())]
}
