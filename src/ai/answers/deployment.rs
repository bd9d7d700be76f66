//! Answers in deployment and as reserves arrive: edges, objectives, obstacles, who stands where.

use crate::ai::appraisal::{Term, TermKind, stake};
use crate::ai::places::{is_covered, whereabouts};
use crate::ai::proposals::Proposal;
use crate::ai::values::points;
use crate::game::engine::battle::Battle;
use crate::game::engine::command::Order as AnyOrder;
use crate::game::engine::view::{UnitView, View};
use crate::game::narration::words::{self, counted};
use crate::game::phases::deployment::arrivals::in_rows;
use crate::game::phases::deployment::kinds::{
    Choice, ChooseUnits, DeployUnit, Order, PickZone, PlaceObjective, PlaceObstacle,
};
use crate::game::phases::deployment::usual::{
    MeasuredPlace, cover_of_zone, placing_at, ranked_places, usual_order,
};
use crate::game::table_edge::{TableEdge, edge_of_zone, from_edge, name, own_edge, point_at};
use crate::level::judgement_file::{DeploymentWorth, Judgement, ObjectiveWorth};
use crate::rules::card::{Role, SpecialRule};
use crate::rules::ids::{Side, UnitId};
use crate::rules::measures::{Place, Thou};
use crate::rules::mission::is_placed_last;
use crate::table::plane::{distance, points_on_rings};
use crate::table::shape::Point;

/// How many ways to place a unit are told, and how far apart they are, inches.
const PLACINGS: usize = 3;
const APART_INCHES: f64 = 8.0;

/// How far an officer inspires others who stand in blocks, inches between leaders.
const INSPIRES_WITHIN_INCHES: f64 = 9.0;

/// Nearer than this a unit is at an objective from the start, inches.
const AT_ONCE_INCHES: f64 = 3.0;

/// The step of the grid on which objectives and obstacles are thought of, inches.
const GRID_INCHES: f64 = 3.0;

/// Radius and height of an obstacle that is placed.
const OBSTACLE_SIZE: [Thou; 2] = [Thou(1500), Thou(2000)];

/// The answers to a question of deployment that are thought of; the usual one comes first, if there is one.
pub(in crate::ai) fn proposals(
    battle: &Battle,
    player: Side,
    choice: Choice,
    judgement: &Judgement,
) -> Vec<Proposal> {
    let view = battle.view();
    let mut found = match choice {
        Choice::PlaceUnit { .. } => {
            next_to_place(view, player).map_or_else(Vec::new, |unit| placings(view, unit, judgement))
        }
        Choice::PlaceArrival { unit } => entries(view, unit, judgement),
        Choice::PickZone => {
            Side::BOTH.map(|zone| zone_answer(view, player, zone, &judgement.deployment)).into()
        }
        Choice::PlaceObjective { .. } => objectives(view, player),
        Choice::PlaceObstacle { .. } => obstacles(view, player, judgement),
        Choice::ChooseUnits => first_wave(view, player, &judgement.deployment),
    };
    found.retain(|proposal| battle.check(&proposal.command).is_ok());
    if found.is_empty() {
        let usual = usual_order(view, player, choice);
        let words = |order: &Order| match order {
            Order::HoldBack(_) => "holds it in reserve: no room was found",
            _ => "makes the usual choice",
        };
        found.extend(usual.map(|order| {
            let words = words(&order);
            answer(player, AnyOrder::from(order), words, Vec::new())
        }));
    }
    found
}

fn answer(player: Side, order: impl Into<AnyOrder>, words: impl Into<String>, known: Vec<Term>) -> Proposal {
    Proposal::answer(UnitId { side: player, number: 0 }, order, words, known)
}

fn term(kind: TermKind, points: f64, says: impl Into<String>) -> Term {
    Term { kind, points, says: says.into(), amount: 0.0 }
}

/// The unit that is placed next: those that fire farthest come last but for those that lead, when more is known of
/// where the enemy stands.
///
/// Rule: MIS-2 (command units last).
fn next_to_place(view: View, player: Side) -> Option<UnitId> {
    let waits = |unit: &UnitView| {
        unit.id.side == player && view.waits(unit.id) && !view.reserves().contains(&unit.id)
    };
    let rules = &view.setup().ruleset.mission;
    let reach = |unit: &UnitView| unit.card.weapons.iter().map(|weapon| weapon.range.inches() as i64).max();
    view.units()
        .filter(waits)
        .min_by_key(|unit| (is_placed_last(unit.card.role, rules), reach(unit), unit.id))
        .map(|unit| unit.id)
}

/// The best ways to place a unit, some way apart from each other.
fn placings(view: View, id: UnitId, judgement: &Judgement) -> Vec<Proposal> {
    let Some(unit) = view.unit(id) else { return Vec::new() };
    let terms = |place: &MeasuredPlace| terms_of_place(view, unit, *place, judgement);
    let ranked = ranked_places(view, id, |place| terms(place).iter().map(|term| term.points).sum());
    let mut found: Vec<(Point, Proposal)> = Vec::new();
    for place in ranked {
        let at = place.at;
        if found.len() >= PLACINGS {
            break;
        }
        if found.iter().any(|(other, _)| distance(*other, at) < APART_INCHES) {
            continue;
        }
        let Some(order) = placing_at(view, id, at) else { continue };
        let words = format!("sets up {}", place_in_words(view, id.side, at));
        found.push((at, Proposal::answer(id, Order::DeployUnit(order), words, terms(&place))));
    }
    found.into_iter().map(|(_, proposal)| proposal).collect()
}

/// Where in its zone a place lies, as its player sees it: "on the left, in the wood".
fn place_in_words(view: View, side: Side, at: Point) -> String {
    let edge = own_edge(view, side);
    let (aside, [width, depth]) = (edge[1] * at[0] - edge[0] * at[1], view.terrain().size);
    let share = -aside / if edge[0] == 0.0 { width } else { depth };
    let flank = match share {
        share if share < -1.0 / 6.0 => "on the left",
        share if share > 1.0 / 6.0 => "on the right",
        _ => "in the middle",
    };
    let [low, high] = view.zone(side).bounds();
    let zone = if edge[0] == 0.0 { high[1] - low[1] } else { high[0] - low[0] };
    let row = match from_edge(edge, at) / zone.max(1.0) {
        share if share > 2.0 / 3.0 => "well forward",
        share if share < 1.0 / 3.0 => "at the back",
        _ => "halfway back",
    };
    match whereabouts(view, at) {
        Some(place) => format!("{flank}, {place}"),
        None => format!("{flank}, {row}"),
    }
}

/// What speaks for a place in a zone, by a unit's role and weapons.
fn terms_of_place(view: View, unit: UnitView, place: MeasuredPlace, judgement: &Judgement) -> Vec<Term> {
    let (worth, counts) = (f64::from(unit.card.points), &judgement.deployment);
    let leads = unit.card.role == Role::Command || unit.card.role == Role::Officer;
    // Short arms belong in front, long ones may stay behind, leaders do.
    let eager = match leads {
        true => counts.eagerness_of_leaders,
        false => 1.0 - (range_of(unit) / counts.long_range).min(1.0) + counts.eagerness,
    };
    let percent = (100.0 * (1.0 - place.cover)).round();
    let mut terms = vec![
        term(
            TermKind::Risk,
            counts.covered * worth * (place.cover - 1.0),
            format!("the enemy sees {percent} % of it"),
        ),
        term(TermKind::Approach, counts.forward * worth * eager * place.forward, "it is near the front"),
    ];
    if leads && unit.card.has(SpecialRule::Inspiring) {
        let own = view.units().filter(|other| other.id.side == unit.id.side && other.id != unit.id);
        let leaders = own.filter_map(|other| view.leader(other.id));
        let near = leaders
            .filter(|leader| distance(leader.pose.at.ground(), place.at) <= INSPIRES_WITHIN_INCHES)
            .count();
        terms.push(term(
            TermKind::Nerve,
            counts.inspires * worth * near as f64,
            format!("it can inspire {} from there", counted(near, "unit")),
        ));
    } else {
        let says = "nobody else covers that ground";
        terms.push(term(TermKind::Objectives, counts.alone * worth * place.spread, says));
    }
    terms.extend(to_objectives(view, unit.id.side, place.at, &judgement.objectives));
    terms
}

/// The way to the objective that is worth most from a place.
fn to_objectives(view: View, side: Side, at: Point, judged: &ObjectiveWorth) -> Option<Term> {
    let reach = view.terrain().size[0].max(1.0);
    let ways = view.objectives().iter().map(|objective| {
        let way = distance(at, objective.at.ground());
        (stake(view, side, objective, judged) * (1.0 - way / reach).max(0.0) / 2.0, way, &objective.id)
    });
    let (points, way, id) = ways.max_by(|a, b| a.0.total_cmp(&b.0))?;
    let name = words::objective(view.setup(), id);
    let says = if way < AT_ONCE_INCHES {
        format!("it starts at {name}")
    } else {
        format!("{name} is {way:.0}\" away")
    };
    Some(term(TermKind::Objectives, points, says))
}

/// Where a unit of the reserves may enter: near each objective, and in the middle of the edge.
///
/// Rule: MIS-3.
fn entries(view: View, id: UnitId, judgement: &Judgement) -> Vec<Proposal> {
    let edge = own_edge(view, id.side);
    // As `table_edge::point_at` counts: counter-clockwise from the middle.
    let along = |at: Point| edge[0] * at[1] - edge[1] * at[0];
    let named = view
        .objectives()
        .iter()
        .map(|objective| (objective, words::objective(view.setup(), &objective.id)))
        .map(|(objective, name)| (along(objective.at.ground()), format!("level with {name}")));
    let mut places: Vec<(f64, String)> = named.collect();
    places.push((0.0, "in the middle".to_owned()));
    let orders = places.into_iter().filter_map(|(along, words)| {
        let order = in_rows(view, id, along)?;
        let terms = terms_of_entry(view, id, &order, judgement);
        Some(Proposal::answer(id, Order::DeployUnit(order), format!("comes on {words}"), terms))
    });
    orders.collect()
}

fn terms_of_entry(view: View, id: UnitId, order: &DeployUnit, judgement: &Judgement) -> Vec<Term> {
    let Some(unit) = view.unit(id) else { return Vec::new() };
    let Some(lead) = order.leader(unit) else { return Vec::new() };
    let covered = view.model(lead.model).is_some_and(|model| is_covered(view, model, lead.at));
    let (points, counts) = (f64::from(unit.card.points), &judgement.deployment);
    let risk =
        (!covered).then(|| term(TermKind::Risk, -counts.covered * points, "the enemy sees it come on"));
    let gap = |model: Place| distance(model.ground(), lead.at.ground());
    let nearest = view.standing_of(id.side.other()).map(|enemy| gap(enemy.pose.at)).min_by(f64::total_cmp);
    let fires = nearest.filter(|nearest| *nearest <= range_of(unit)).map(|nearest| {
        term(TermKind::Harm, counts.forward * points, format!("the enemy is in range, {nearest:.0}\" away"))
    });
    let objectives = to_objectives(view, id.side, lead.at.ground(), &judgement.objectives);
    risk.into_iter().chain(fires).chain(objectives).collect()
}

fn range_of(unit: UnitView) -> f64 {
    unit.card.weapons.iter().map(|weapon| weapon.range.inches()).fold(0.0, f64::max)
}

/// Rule: MIS-2, MIS-3 (picks a long edge).
fn zone_answer(view: View, player: Side, zone: Side, counts: &DeploymentWorth) -> Proposal {
    let level = &view.setup().level;
    let edge = edge_of_zone(view.terrain().size, &level.zones[zone.index()].area);
    let [cover, other] = [zone, zone.other()].map(|zone| cover_of_zone(view, zone, player));
    let cover = cover - other;
    let says = match cover >= 0.0 {
        true => "it has the better cover",
        false => "it has the worse cover",
    };
    let known = vec![term(TermKind::Risk, counts.covered * cover * points(view, player), says)];
    answer(player, Order::PickZone(PickZone { zone }), format!("takes the {} edge", name(edge)), known)
}

/// Points on a grid over the table as it is seen from an edge: row by row, each from left to right. Of equal ones the first is taken, so
/// that it must not matter where the table has its origin.
fn grid(view: View, edge: TableEdge) -> Vec<Point> {
    let half = |length: f64| (length / 2.0 / GRID_INCHES) as i32;
    let [width, depth] = view.terrain().size.map(half);
    let [wide, deep] = if edge[0] == 0.0 { [width, depth] } else { [depth, width] };
    let inches = |steps: i32| f64::from(steps) * GRID_INCHES;
    let row =
        |out: i32| (-wide..=wide).map(move |along| point_at(edge, inches(along), edge[2] - inches(out)));
    (-deep..=deep).rev().flat_map(row).collect()
}

/// Where an objective may lie: near its own zone, and away from the others, which the enemy must then guard singly.
fn objectives(view: View, player: Side) -> Vec<Proposal> {
    let size = view.terrain().size[0].max(1.0);
    let edge = own_edge(view, player);
    let candidates = grid(view, edge).into_iter().chain(
        usual_order(view, player, Choice::PlaceObjective { left: [1; 2] }).and_then(|order| match order {
            Order::PlaceObjective(order) => Some(order.at.ground()),
            _ => None,
        }),
    );
    let worth = points(view, player);
    let placed = candidates.filter_map(|at| {
        let way = from_edge(edge, at).max(0.0);
        let others = view.objectives().iter().map(|other| distance(other.at.ground(), at));
        let apart = others.fold(size / 2.0, f64::min);
        let known = vec![
            term(
                TermKind::Objectives,
                -worth * way / size / 2.0,
                format!("it is {way:.0}\" from its own edge"),
            ),
            term(
                TermKind::Objectives,
                worth * apart / size / 4.0,
                format!("the next objective is {apart:.0}\" away"),
            ),
        ];
        let order = PlaceObjective { at: Place::from_inches(at[0], at[1], 0.0).ok()? };
        let words = format!("puts an objective {}", place_in_words(view, player.other(), at));
        Some(answer(player, Order::PlaceObjective(order), words, known))
    });
    placed.collect()
}

/// No more obstacles, or one beside an objective, on its own side: cover for whoever goes there.
///
/// Rule: MIS-3.
fn obstacles(view: View, player: Side, judgement: &Judgement) -> Vec<Proposal> {
    let edge = own_edge(view, player);
    let [radius, height] = OBSTACLE_SIZE;
    let away = view.setup().ruleset.mission.obstacle_gap + radius.inches() + 0.1;
    let mut found = vec![answer(player, Order::EndObstacles, "places no more obstacles", Vec::new())];
    for objective in view.objectives() {
        let at = objective.at.ground();
        for place in points_on_rings(at, [away, 1.5 * away], 12) {
            if from_edge(edge, place) >= from_edge(edge, at) {
                continue;
            }
            let Ok(place) = Place::from_inches(place[0], place[1], 0.0) else { continue };
            let stake = stake(view, player, objective, &judgement.objectives);
            let points = judgement.deployment.cover_beside * stake * away / distance(place.ground(), at);
            let name = words::objective(view.setup(), &objective.id);
            let known = vec![term(TermKind::Risk, points, format!("it is cover on the way to {name}"))];
            let order = Order::PlaceObstacle(PlaceObstacle { at: place, radius, height });
            found.push(answer(
                player,
                order,
                format!("puts an obstacle in front of {}", objective.id),
                known,
            ));
        }
    }
    found
}

/// Who deploys: the units that are slow or fire far. The quick ones make up for coming later.
///
/// Rule: MIS-3.
fn first_wave(view: View, player: Side, counts: &DeploymentWorth) -> Vec<Proposal> {
    let Some(Order::ChooseUnits(usual)) = usual_order(view, player, Choice::ChooseUnits) else {
        return Vec::new();
    };
    let mut units: Vec<UnitView> =
        view.units().filter(|unit| unit.id.side == player && view.waits(unit.id)).collect();
    let needed = |unit: &UnitView| {
        let movement = f64::from(unit.card.characteristics.movement).max(1.0);
        f64::from(unit.card.points) * (0.5 + range_of(*unit) / counts.long_range) / movement
    };
    units.sort_by(|a, b| needed(b).total_cmp(&needed(a)).then(a.id.cmp(&b.id)));
    let mut best: Vec<UnitId> = units.iter().take(usual.deploy.len()).map(|unit| unit.id).collect();
    best.sort();
    let value =
        |deploy: &[UnitId]| units.iter().filter(|unit| deploy.contains(&unit.id)).map(needed).sum::<f64>();
    let choice = |deploy: Vec<UnitId>| {
        let ids: Vec<String> = deploy.iter().map(ToString::to_string).collect();
        let known = vec![term(
            TermKind::Harm,
            value(&deploy),
            "they have long range, or are too slow to come on later",
        )];
        answer(
            player,
            Order::ChooseUnits(ChooseUnits { deploy }),
            format!("deploys {}", ids.join(", ")),
            known,
        )
    };
    let mut found = vec![choice(best.clone())];
    if usual.deploy != best {
        found.push(choice(usual.deploy));
    }
    found
}
