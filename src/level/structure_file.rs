//! Ruins and structures in level files: floors, walls, doors, windows, holes.

use super::footprint::{FOOTPRINT_FIELDS, Frame, read_footprint};
use super::node_measures::NodeMeasures as _;
use super::ron::{Fields, Node};
use super::terrain_file::{HEIGHTS, Height, Outline, read_height_above};
use crate::rules::measures::Thou;
use crate::table::piece::{Foundation, Kind, Level, Opening, OpeningKind, Roof, Wall};
use crate::table::plane::{Leg, distance};
use crate::table::shape::{Point, Shape};

/// Walls on one floor, and openings in one wall.
const MAX_WALLS: usize = 128;
const MAX_OPENINGS: usize = 32;

/// Default thickness of a wall.
const WALL_THICKNESS: Thou = Thou(250);

/// Height assumed for walls whose own could not be read, so that their other faults are found.
const FALLBACK_HEIGHT: Thou = Thou(48_000);

/// Default height of a door, default bottom and top of a window.
const DOOR_TOP: Thou = Thou(2000);
const WINDOW: [Thou; 2] = [Thou(1000), Thou(2000)];

/// `Ruin`, with its standing walls if it has any.
pub(super) fn read_ruin(node: Node<'_>, height: &Height<'_>, outline: &Outline) -> Option<Kind> {
    let fields = node.fields(&["walls"])?;
    let height = height.need();
    let for_walls = Some(height.unwrap_or(FALLBACK_HEIGHT));
    let walls = fields.or("walls", Vec::new(), |node| read_walls(node, for_walls, outline));
    let (height, walls) = (height?, walls?);
    if let (Some(wall), Some(node)) = (walls.iter().find(|wall| wall.height > height), fields.get("walls")) {
        node.fault(
            format!("a wall {} inches high is higher than its ruin", wall.height),
            format!("at most {height} inches"),
        );
        return None;
    }
    Some(Kind::Ruin { height, walls })
}

/// `Structure(levels: […])` (STR-1, STR-4).
pub(super) fn read_structure(node: Node<'_>, outline: &Outline) -> Option<Kind> {
    let fields = node.fields(&["levels", "foundation", "roof"])?;
    let foundation = [("Base", Foundation::Base), ("None", Foundation::None)];
    let foundation = fields.or("foundation", Foundation::default(), |node| node.word(&foundation));
    let roof = [("Flat", Roof::Flat), ("Open", Roof::Open)];
    let roof = fields.or("roof", Roof::default(), |node| node.word(&roof));
    let levels = fields.need("levels").and_then(|node| read_levels(node, outline));
    Some(Kind::Structure { levels: levels?, foundation: foundation?, roof: roof? })
}

fn read_levels(node: Node<'_>, outline: &Outline) -> Option<Vec<Level>> {
    let nodes = node.items(1..=12)?;
    let mut levels: Vec<Level> = Vec::with_capacity(nodes.len());
    for node in &nodes {
        levels.extend(read_level(*node, levels.last(), outline));
    }
    (levels.len() == nodes.len()).then_some(levels)
}

/// A floor, and the walls on it. The lowest floor's height may be left out: 0.
fn read_level(node: Node<'_>, below: Option<&Level>, outline: &Outline) -> Option<Level> {
    let fields = node.fields(&[&["floor", "height", "walls", "at"][..], &FOOTPRINT_FIELDS[..]].concat())?;
    let floor = match below {
        None => fields.or("floor", Thou(0), |node| node.inches(0.0..=12.0)),
        Some(below) => fields.need("floor").and_then(|node| read_height_above(node, below.floor)),
    };
    let height = fields.maybe("height", |node| node.inches(HEIGHTS));
    let for_walls = height.unwrap_or(Some(FALLBACK_HEIGHT));
    let walls = fields.or("walls", Vec::new(), |node| read_walls(node, for_walls, outline));
    let area = read_floor_area(&fields, outline);
    height?;
    Some(Level { floor: floor?, outline: area?, walls: walls? })
}

/// The area of the floor, if it is not the whole structure.
fn read_floor_area(fields: &Fields<'_>, outline: &Outline) -> Option<Option<Shape>> {
    if FOOTPRINT_FIELDS.iter().all(|name| fields.get(name).is_none()) {
        return Some(None);
    }
    let at = fields.or("at", [0.0, 0.0], |node| node.point())?;
    let shape = read_footprint(fields, outline.frame.moved(at)).flat()?;
    if !outline.shape.as_ref()?.encloses(&shape, 0.01) {
        fields.node.fault("this floor reaches beyond its structure", "a floor within the piece's footprint");
        return None;
    }
    Some(Some(shape))
}

/// `height` is that of walls that give none.
fn read_walls(node: Node<'_>, height: Option<Thou>, outline: &Outline) -> Option<Vec<Wall>> {
    let walls = node.items(0..=MAX_WALLS)?;
    let walls: Vec<Option<Wall>> = walls.into_iter().map(|node| read_wall(node, height, outline)).collect();
    walls.into_iter().collect()
}

fn read_wall(node: Node<'_>, height: Option<Thou>, outline: &Outline) -> Option<Wall> {
    let fields = node.fields(&["from", "to", "edge", "height", "thickness", "openings"])?;
    let thickness = fields.or("thickness", WALL_THICKNESS, |node| node.inches(0.05..=3.0));
    let own_height = fields.maybe("height", |node| node.inches(HEIGHTS))?;
    let Some(height) = own_height.or(height) else {
        node.fault("this wall has no height", "`height: …` here, or beside `walls` for all of them");
        return None;
    };
    let [from, to] = read_course(&fields, thickness?, outline)?;
    let wall = Wall { from, to, height, thickness: thickness?, openings: Vec::new() };
    let openings = fields.or("openings", Vec::new(), |node| read_openings(node, &wall))?;
    Some(Wall { openings, ..wall })
}

/// Course of a wall: between two points of the piece, or along one of its edges.
fn read_course(fields: &Fields<'_>, thickness: Thou, outline: &Outline) -> Option<[Point; 2]> {
    match (fields.get("edge"), fields.get("from"), fields.get("to")) {
        (Some(edge), None, None) => course_of_edge(edge, thickness, outline),
        (None, Some(from), Some(to)) => {
            let ends = [from, to].map(|node| read_end(node, &outline.frame, outline.shape.as_ref()));
            let ends = [ends[0]?, ends[1]?];
            if distance(ends[0], ends[1]) < 0.1 {
                to.fault("this wall ends where it begins", "a wall at least 0.1 inches long");
                return None;
            }
            Some(ends)
        }
        _ => {
            fields.node.fault("this does not say where the wall runs", "`from` and `to`, or `edge`");
            None
        }
    }
}

fn read_end(node: Node<'_>, frame: &Frame, within: Option<&Shape>) -> Option<Point> {
    let point = frame.place(node.point()?);
    if within?.depth_inside(point) < -0.01 {
        node.fault("this wall reaches beyond its piece", "a point within the piece's footprint");
        return None;
    }
    Some(point)
}

/// A wall along an edge of the footprint, wholly within it. Edges count from 1
/// in the order of the corners, counter-clockwise: a rectangle's edge 1 is the one
/// toward −y before it is turned, 2 toward +x, 3 toward +y, 4 toward −x.
fn course_of_edge(node: Node<'_>, thickness: Thou, outline: &Outline) -> Option<[Point; 2]> {
    let edges: Vec<Leg> = outline.shape.as_ref()?.edges().collect();
    if edges.is_empty() {
        node.fault("a circle has no edges", "`from` and `to`");
        return None;
    }
    let number = node.whole(1..=u32::try_from(edges.len()).ok()?, "")?;
    let Leg { from, to } = *edges.get(number as usize - 1)?;
    let shift = thickness.inches() / 2.0 / distance(from, to);
    let inward = [(from[1] - to[1]) * shift, (to[0] - from[0]) * shift];
    Some([from, to].map(|[x, y]| Frame::TABLE.place([x + inward[0], y + inward[1]])))
}

fn read_openings(node: Node<'_>, wall: &Wall) -> Option<Vec<Opening>> {
    let nodes = node.items(0..=MAX_OPENINGS)?;
    let mut openings: Vec<Opening> = Vec::with_capacity(nodes.len());
    for node in &nodes {
        let Some(opening) = read_opening(*node, wall) else { continue };
        if openings.iter().any(|other| overlap(other, &opening)) {
            node.fault("this opening overlaps another one of this wall", "openings beside each other");
        }
        openings.push(opening);
    }
    (openings.len() == nodes.len()).then_some(openings)
}

fn overlap(a: &Opening, b: &Opening) -> bool {
    2 * (a.along.0 - b.along.0).abs() < a.width.0 + b.width.0 && a.sill < b.top && b.sill < a.top
}

/// `Door(along: 2.0, width: 1.2)`, `Window(…)`, `Hole(…)`.
fn read_opening(node: Node<'_>, wall: &Wall) -> Option<Opening> {
    let (name, body) = node.variant(&["Door", "Window", "Hole"])?;
    let (kind, sill, top) = match name {
        "Door" => (OpeningKind::Door, Thou(0), DOOR_TOP),
        "Window" => (OpeningKind::Window, WINDOW[0], WINDOW[1]),
        _ => (OpeningKind::Hole, Thou(0), wall.height),
    };
    let fields = body.fields(&["along", "width", "sill", "top"])?;
    let along = fields.need("along").and_then(|node| node.inches(0.0..=240.0));
    let width = fields.need("width").and_then(|node| node.inches(0.1..=48.0));
    let sill = fields.or("sill", sill, |node| node.inches(0.0..=48.0));
    let top = fields.or("top", top.min(wall.height), |node| node.inches(HEIGHTS));
    let opening = Opening { kind, along: along?, width: width?, sill: sill?, top: top? };
    check_in_wall(node, &opening, wall).then_some(opening)
}

fn check_in_wall(node: Node<'_>, opening: &Opening, wall: &Wall) -> bool {
    let length = distance(wall.from, wall.to);
    let [along, half] = [opening.along.inches(), opening.width.inches() / 2.0];
    if along - half < -0.005 || along + half > length + 0.005 {
        let what =
            format!("this opening runs from {:.3} to {:.3} along its wall", along - half, along + half);
        node.fault(what, format!("an opening between 0 and {length:.3}, the length of the wall"));
        return false;
    }
    if opening.sill >= opening.top || opening.top > wall.height {
        let what = format!("this opening reaches from {} up to {}", opening.sill, opening.top);
        node.fault(
            what,
            format!("a sill below the top, and a top of at most {}, the height of the wall", wall.height),
        );
        return false;
    }
    true
}
