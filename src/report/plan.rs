//! The plan of a turn: the table from straight above, as a page of an atlas, with where every unit stands at the turn's end and
//! what happened in it.

mod labels;
mod shapes;
mod table;
mod units;

use super::data::{Fire, Moved, MovedBy, Report, Standing, Turn};
use crate::level::setup::Setup;
use crate::rules::ids::{Side, UnitId};
use crate::rules::victory::Hold;
use crate::table::plane::hull;
use crate::table::shape::Point;
use labels::{Labels, Size};
use shapes::{area, polyline, shape, upside_down};
use tabletop::text::markup::{Markup, number, point_into};
use units::{block, models, tag};

pub(super) use shapes::class_of;
pub(super) use table::definitions;

/// Room round the table for its edges and the letters of its squares, inches.
const MARGIN: f64 = 2.2;

/// Signs of a plan beside the units, for its legend.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Shown {
    Order,
    Run,
    CloseCombat,
    FallBack,
    Rout,
    Fire,
    Snap,
    Combat,
    Fallen,
    Suppressed,
    Zones,
}

/// The signs on the plan of a turn, beside units that are well.
pub(super) fn shown(turn: &Turn) -> Vec<Shown> {
    let moved = |by: MovedBy| turn.moved.iter().any(|moved| moved.by == by);
    let suppressed = turn.units.iter().any(is_suppressed);
    let all = [
        (Shown::Zones, turn.round == 0),
        (Shown::Order, moved(MovedBy::Order)),
        (Shown::Run, moved(MovedBy::Run)),
        (Shown::CloseCombat, moved(MovedBy::CloseCombat)),
        (Shown::FallBack, moved(MovedBy::FallBack)),
        (Shown::Rout, moved(MovedBy::Rout)),
        (Shown::Fire, turn.fire.iter().any(|fire| !fire.snap)),
        (Shown::Snap, turn.fire.iter().any(|fire| fire.snap)),
        (Shown::Combat, !turn.combats.is_empty()),
        (Shown::Fallen, !turn.fallen.is_empty()),
        (Shown::Suppressed, suppressed),
    ];
    all.into_iter().filter(|(_, is)| *is).map(|(shown, _)| shown).collect()
}

fn is_suppressed(unit: &Standing) -> bool {
    unit.hits > 0 || matches!(unit.state, "suppressed" | "shaken")
}

/// The class of a path.
fn way_class(by: MovedBy) -> &'static str {
    match by {
        MovedBy::Order => "way",
        MovedBy::Run => "way run",
        MovedBy::CloseCombat => "way charge",
        MovedBy::FallBack => "way back",
        MovedBy::Rout => "way rout",
    }
}

/// Writes the plan of a turn.
pub(super) fn plan(page: &mut Markup, report: &Report, turn: &Turn) {
    let [width, depth] = report.setup.level.terrain.size;
    let (x, y) = (-width / 2.0 - MARGIN, -depth / 2.0 - MARGIN);
    let size = [width + 2.0 * MARGIN, depth + 2.0 * MARGIN];
    let view_box = [x, y, size[0], size[1]].map(number).join(" ");
    let what = format!("Plan of the table: {}", turn.title);
    let attributes =
        [("class", "plan"), ("viewBox", view_box.as_str()), ("role", "img"), ("aria-label", &what)];
    page.within("svg", &attributes, |page| {
        page.empty("use", &[("href", "#table")]);
        edges(page, report, turn);
        if turn.round == 0 {
            zones(page, &report.setup, turn);
        }
        for obstacle in &turn.obstacles {
            circle(page, "point", obstacle.at.ground(), obstacle.radius.inches());
        }
        objective_areas(page, &report.setup, turn);
        turn.fire.iter().for_each(|fire| fan(page, fire));
        ways(page, turn);
        turn.units.iter().for_each(|unit| block(page, &report.setup, unit));
        turn.fire.iter().for_each(|fire| fire_line(page, fire));
        turn.units.iter().for_each(|unit| models(page, &report.setup, unit));
        fallen(page, turn);
        combats(page, turn);
        let mut labels = Labels::new([width / 2.0 + MARGIN, depth / 2.0 + MARGIN]);
        labels.avoid_models(turn.units.iter().flat_map(|unit| &unit.models).map(|model| model.at.ground()));
        flags(page, turn, &mut labels);
        turn.units.iter().for_each(|unit| tag(page, report, unit, &mut labels));
        turn.fire.iter().for_each(|fire| hits(page, fire, &mut labels));
    });
    page.line();
}

/// A bar along each side's edge of the table.
fn edges(page: &mut Markup, report: &Report, turn: &Turn) {
    let size = report.setup.level.terrain.size;
    for side in Side::BOTH {
        let zone = &report.setup.level.zones[turn.zones[side.index()].index()].area;
        let edge = crate::game::table_edge::edge_of_zone(size, zone);
        let [nx, ny, _] = edge;
        let half = if nx == 0.0 { size[0] / 2.0 } else { size[1] / 2.0 };
        let [from, to] = [-half, half].map(|along| crate::game::table_edge::point_at(edge, along, -0.35));
        polyline(page, &format!("edge {}", class_of(side)), &[from, to]);
        let name = format!("{} edge", report.sides[side.index()].force);
        let [tx, ty] = crate::game::table_edge::point_at(edge, 0.0, -1.35);
        let turned =
            if nx == 0.0 { String::new() } else { format!("rotate(90 {} {})", number(tx), number(-ty)) };
        let (tx, ty) = (number(tx), number(-ty));
        let class = format!("edge-name {}", class_of(side));
        let mut attributes = vec![("class", class.as_str()), ("x", tx.as_str()), ("y", ty.as_str())];
        if ny == 0.0 {
            attributes.push(("transform", turned.as_str()));
        }
        page.element("text", &attributes, &name);
    }
}

fn zones(page: &mut Markup, setup: &Setup, turn: &Turn) {
    for side in Side::BOTH {
        let zone = &setup.level.zones[turn.zones[side.index()].index()].area;
        shape(page, &format!("zone {}", class_of(side)), zone);
    }
}

fn circle(page: &mut Markup, class: &str, at: Point, radius: f64) {
    let [x, y] = upside_down(at).map(number);
    page.empty("circle", &[("class", class), ("cx", &x), ("cy", &y), ("r", &number(radius))]);
}

/// Circles within which a model holds an objective.
///
/// Rule: MIS-4.
fn objective_areas(page: &mut Markup, setup: &Setup, turn: &Turn) {
    let radius = setup.ruleset.mission.holding_distance;
    for objective in &turn.objectives {
        circle(page, &format!("reach {}", holder_class(objective.hold)), objective.at.ground(), radius);
    }
}

fn holder_class(hold: Hold) -> &'static str {
    match hold {
        Hold::Held(side) => class_of(side),
        Hold::Contested => "both",
        Hold::Free => "free",
    }
}

/// The area over which a salvo was fired.
fn fan(page: &mut Markup, fire: &Fire) {
    let ends: Vec<Point> = fire.shots.iter().flatten().map(|place| place.ground()).collect();
    area(page, &format!("fan {}", class_of(fire.unit.side)), &hull(&ends));
}

/// From the middle of the shooters to the middle of their targets.
fn line_of(fire: &Fire) -> [Point; 2] {
    [0, 1].map(|end| middle(fire.shots.iter().map(|shot| shot[end].ground())))
}

fn middle(points: impl Iterator<Item = Point>) -> Point {
    let (count, sum) =
        points.fold((0.0, [0.0; 2]), |(count, [x, y]), point| (count + 1.0, [x + point[0], y + point[1]]));
    sum.map(|sum| if count > 0.0 { sum / count } else { 0.0 })
}

fn fire_line(page: &mut Markup, fire: &Fire) {
    let snap = if fire.snap { " snap" } else { "" };
    polyline(page, &format!("fire{snap} {}", class_of(fire.unit.side)), &line_of(fire));
}

/// The number of a salvo's hits, on its line.
fn hits(page: &mut Markup, fire: &Fire, labels: &mut Labels) {
    let [from, to] = line_of(fire);
    let at = labels.place_along([from, to], Size { width: 1.9, height: 1.9 });
    page.within("g", &[("class", "hits"), ("transform", &translate(at))], |page| {
        page.empty("circle", &[("r", "0.9")]);
        page.element("text", &[("y", "0.45")], &fire.hits.to_string());
    });
}

fn translate(at: Point) -> String {
    let [x, y] = upside_down(at).map(number);
    format!("translate({x} {y})")
}

/// The ways of models: thin for each, with an arrow for the one that leads, or else the first of its unit.
fn ways(page: &mut Markup, turn: &Turn) {
    let mut units: Vec<(UnitId, MovedBy)> =
        turn.moved.iter().map(|moved| (moved.model.unit, moved.by)).collect();
    units.dedup();
    let mut done: Vec<(UnitId, MovedBy)> = Vec::new();
    for (unit, by) in units {
        if done.contains(&(unit, by)) {
            continue;
        }
        done.push((unit, by));
        let moved: Vec<&Moved> =
            turn.moved.iter().filter(|moved| moved.model.unit == unit && moved.by == by).collect();
        let leads = |moved: &&&Moved| {
            let models = turn.units.iter().flat_map(|unit| &unit.models);
            models.into_iter().any(|model| model.model == moved.model && model.leads)
        };
        let first = moved.iter().find(leads).or(moved.first()).map(|moved| moved.model);
        let class = format!("{} {}", way_class(by), class_of(unit.side));
        page.within("g", &[("class", &class)], |page| {
            for moved in &moved {
                let path: Vec<Point> = moved.path.iter().map(|place| place.ground()).collect();
                if let Some(start) = path.first() {
                    circle(page, "start", *start, 0.22);
                }
                let class = if Some(moved.model) == first { "leads" } else { "follows" };
                polyline(page, class, &path);
            }
        });
    }
}

fn fallen(page: &mut Markup, turn: &Turn) {
    for side in Side::BOTH {
        let mut crosses = String::new();
        for fallen in turn.fallen.iter().filter(|fallen| fallen.model.unit.side == side) {
            let [x, y] = fallen.at.ground();
            for (command, [dx, dy]) in
                [('M', [-0.4, -0.4]), ('L', [0.4, 0.4]), ('M', [-0.4, 0.4]), ('L', [0.4, -0.4])]
            {
                crosses.push(command);
                point_into(&mut crosses, upside_down([x + dx, y + dy]));
            }
        }
        if !crosses.is_empty() {
            page.empty("path", &[("class", "fallen-rim"), ("d", crosses.trim_end())]);
            let class = format!("fallen {}", class_of(side));
            page.empty("path", &[("class", &class), ("d", crosses.trim_end())]);
        }
    }
}

/// Two crossed blades where units fought.
fn combats(page: &mut Markup, turn: &Turn) {
    for combat in &turn.combats {
        let at = middle(combat.at.iter().map(|place| place.ground()));
        page.within("g", &[("class", "combat"), ("transform", &translate(at))], |page| {
            page.empty("circle", &[("r", "1.1")]);
            page.empty(
                "path",
                &[("d", "M-0.8 -0.8L0.8 0.8M0.8 -0.8L-0.8 0.8M-0.85 0.35L-0.35 0.85M0.85 0.35L0.35 0.85")],
            );
        });
    }
}

/// The flags of the objectives in the colour of who holds them, with their names.
fn flags(page: &mut Markup, turn: &Turn, labels: &mut Labels) {
    for objective in &turn.objectives {
        let class = format!("flag {}", holder_class(objective.hold));
        let at = objective.at.ground();
        labels.take([at[0] + 0.6, at[1] + 1.0], Size { width: 2.0, height: 2.4 });
        page.within("g", &[("class", &class), ("transform", &translate(at))], |page| {
            page.empty("path", &[("d", "M0 0V-2.2")]);
            page.empty("path", &[("class", "cloth"), ("d", "M0 -2.2H1.8L1.3 -1.65L1.8 -1.1H0Z")]);
            page.empty("circle", &[("r", "0.25")]);
        });
        let size = Size::of_text(&objective.name, 1.15);
        let [x, y] = labels.place(at, [0.9, 2.4], size);
        let [x, y] = upside_down([x, y - 0.4]).map(number);
        page.element("text", &[("class", "flag-name"), ("x", &x), ("y", &y)], &objective.name);
    }
}
