//! The text of a level that opens at a moment of a battle: that of the battle's own level, in which what has changed is written
//! anew. Terrain stays as its author wrote it. Knows nothing of battles: whoever has one says how it stands.

use std::fmt::Write as _;

use super::force_file::{FORCE_FIELDS, RESERVE};
use super::level_file::LEVEL_FIELDS;
use super::ron::edit::with_value;
use super::ron::{Fields, Reader};
use super::scenario::{ActivityStart, ArrivalStart, Level, ModelStart, Objective, PostureStart, UnitStart};
use super::setup::Setup;
use crate::rules::action::Action;
use crate::rules::ids::Side;
use crate::rules::measures::{Place, Thou};
use crate::rules::turn::{Phase, Turn};
use crate::table::shape::Shape;
use crate::table::terrain::Terrain;

/// State of a battle.
#[derive(Clone, Debug)]
pub struct Moment<'a> {
    /// The first line of the file, a comment.
    pub heading: String,
    /// Players' name for it.
    pub name: String,
    /// Round, side, phase.
    pub turn: Turn,
    /// Zone in the battle's level that each side has: index by [`Side::index`]. Rule: MIS-2.
    pub zones: [Side; 2],
    /// The objectives on the table.
    pub objectives: &'a [Objective],
    /// Point obstacles that players placed. Rule: MIS-3.
    pub obstacles: Vec<Obstacle<'a>>,
    /// The terrain, with them.
    pub terrain: &'a Terrain,
    /// Every unit, in id order.
    pub units: Vec<UnitStart>,
}

/// A point obstacle that a player placed.
#[derive(Clone, Copy, Debug)]
pub struct Obstacle<'a> {
    /// Its id among the pieces of terrain.
    pub id: &'a str,
    /// Its centre.
    pub at: Place,
    /// Inches.
    pub radius: Thou,
    /// Inches.
    pub height: Thou,
}

/// The text of the level that opens at a moment of a battle on `setup`.
///
/// # Errors
/// The text of its level cannot be taken apart, from which no battle was ever set up.
pub fn moment_text(setup: &Setup, moment: &Moment<'_>) -> Result<String, String> {
    let reader = Reader::new(&setup.bundle.level);
    let fields = reader.root().and_then(|root| root.named("Level", &LEVEL_FIELDS));
    let fields = fields.ok_or_else(|| format!("{} is no level", setup.bundle.level.name))?;
    let mut values = vec![
        ("forces", forces(&fields, setup, moment)),
        ("opening", opening(moment.turn)),
        ("objectives", objectives(moment.objectives, &setup.level)),
        ("ruleset", quoted(&setup.ruleset.name)),
        ("name", quoted(&moment.name)),
    ];
    if moment.zones != Side::BOTH {
        let [a, b] = moment.zones.map(|side| zone(&fields, &setup.level, side));
        values.push(("zones", format!("(A: {a}, B: {b})")));
    }
    if !moment.obstacles.is_empty() {
        values.push(("terrain", terrain(&fields, &moment.obstacles)));
    }
    let mut level = setup.bundle.level.clone();
    for (field, value) in values {
        level = with_value(&level, field, &value)?;
    }
    Ok(format!("// {}\n{}", moment.heading, level.text))
}

/// The pieces as they are written, and behind the last the obstacles.
fn terrain(fields: &Fields<'_>, obstacles: &[Obstacle<'_>]) -> String {
    let added = obstacles.iter().map(obstacle).collect::<Vec<_>>().join(",\n        ");
    let node = fields.get("terrain");
    let items = node.and_then(|node| node.items(0..=usize::MAX)).unwrap_or_default();
    match (node, items.last()) {
        (Some(node), Some(last)) => {
            let end = last.offset() + last.source().len() - node.offset();
            let (pieces, rest) = node.source().split_at(end);
            format!("{pieces},\n        {added}{rest}")
        }
        _ => format!("[\n        {added},\n    ]"),
    }
}

/// A text as RON has it.
fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

/// A length, a coordinate or an angle.
fn number(value: f64) -> String {
    format!("{value:?}")
}

fn objectives(objectives: &[Objective], level: &Level) -> String {
    let one = |objective: &Objective| {
        let name = level.objective_names.get(&objective.id);
        let name = name.map(|name| format!(", name: {}", quoted(name))).unwrap_or_default();
        format!("(id: {}{name}, at: {})", quoted(&objective.id), flat(objective.at))
    };
    list(objectives.iter().map(one), "        ")
}

/// Each on a line of its own.
fn list(items: impl Iterator<Item = String>, indent: &str) -> String {
    let mut text = String::from("[");
    for item in items {
        // Writing to a text cannot fail.
        let _ = write!(text, "\n{indent}{item},");
    }
    if text.len() > 1 {
        let _ = write!(text, "\n{}", &indent[4..]);
    }
    text.push(']');
    text
}

fn obstacle(obstacle: &Obstacle<'_>) -> String {
    let Obstacle { id, at, radius, height } = *obstacle;
    format!(
        "(id: {}, kind: Point, at: {}, radius: {}, height: {})",
        quoted(id),
        flat(at),
        number(radius.inches()),
        number(height.inches())
    )
}

/// A point on the table.
fn flat(at: Place) -> String {
    format!("({}, {})", number(at.x.inches()), number(at.y.inches()))
}

/// The zone that the level gives to a side: as it is written there, else by its corners.
fn zone(fields: &Fields<'_>, level: &Level, side: Side) -> String {
    let name = ["A", "B"][side.index()];
    let written = fields.get("zones").and_then(|node| node.fields(&["A", "B"])?.get(name));
    if let Some(written) = written {
        return written.source().to_owned();
    }
    let corners = match &level.zones[side.index()].area {
        Shape::Polygon(corners) => corners.clone(),
        Shape::Circle { .. } => Vec::new(),
    };
    let corner = |[x, y]: &[f64; 2]| format!("({}, {})", number(*x), number(*y));
    format!("(corners: [{}])", corners.iter().map(corner).collect::<Vec<_>>().join(", "))
}

fn opening(turn: Turn) -> String {
    let Turn { round, side, first, phase } = turn;
    let phase = match phase {
        Phase::Starting => "Starting",
        Phase::Action => "Action",
        Phase::Reaction => "Reaction",
        Phase::CloseCombat => "CloseCombat",
        Phase::Deployment | Phase::Over => return "Deployment".to_owned(),
    };
    format!("InPlay(round: {round}, side: {side}, first: {first}, phase: {phase})")
}

fn forces(fields: &Fields<'_>, setup: &Setup, moment: &Moment<'_>) -> String {
    let force = |side: Side| {
        let name = ["A", "B"][side.index()];
        let written = fields.get("forces").and_then(|node| node.fields(&["A", "B"])?.get(name));
        let points = written.and_then(|node| node.fields(&FORCE_FIELDS)?.get("points"));
        let points =
            points.map(|node| format!("\n            points: {},", node.source())).unwrap_or_default();
        let units = moment.units.iter().filter(|unit| unit.id.side == side);
        let units = list(units.map(|one| unit(one, setup, moment.terrain)), "                ");
        let force = quoted(setup.force_name(side));
        format!(
            "        {name}: (\n            name: {force},{points}\n            units: {units},\n        ),\n"
        )
    };
    let [a, b] = Side::BOTH.map(force);
    format!("(\n{a}{b}    )")
}

/// A unit; what it would have anyway is left out.
fn unit(unit: &UnitStart, setup: &Setup, terrain: &Terrain) -> String {
    let card = setup.card(unit);
    let mut text = format!("(id: \"{}\", card: {}", unit.id, quoted(&card.id));
    let mut add = |name: &str, value: String| {
        let _ = write!(text, ", {name}: {value}");
    };
    if unit.name != card.name {
        add("name", quoted(&unit.name));
    }
    let is_gone = |model: &ModelStart| matches!(model, ModelStart::Lost | ModelStart::Escaped);
    let leader = usize::from(unit.leader).checked_sub(1).and_then(|index| unit.models.get(index));
    match leader.is_some_and(is_gone) && !unit.models.iter().all(is_gone) {
        true => add("leader", "Lost".to_owned()),
        false if unit.leader != 1 => add("leader", unit.leader.to_string()),
        false => {}
    }
    let numbers = [
        ("hit_die", unit.hit_die),
        ("nerve_markers", unit.nerve_markers),
        ("suppression_markers", unit.suppression_markers),
    ];
    for (name, number) in numbers.into_iter().filter(|(_, number)| *number > 0) {
        add(name, number.to_string());
    }
    if unit.activity == ActivityStart::Acted {
        add("acted", true.to_string());
    }
    if let Some(action) = unit.last_action {
        add("last_action", word(action).to_owned());
    }
    if let Some(moved) = unit.deeds.moved {
        add("moved", moved.to_string());
    }
    if unit.deeds.snap_fired {
        add("snap_fired", true.to_string());
    }
    if let Some(posture) = unit.deeds.posture {
        let word = match posture {
            PostureStart::Up => "Up",
            PostureStart::Down => "Down",
            PostureStart::InCover => "InCover",
        };
        add("posture", word.to_owned());
    }
    match unit.arrival {
        ArrivalStart::Before => {}
        ArrivalStart::Now => add("arrived", true.to_string()),
        ArrivalStart::Reserve => {
            add("models", RESERVE.to_owned());
            return text + ")";
        }
    }
    let models = unit.models.iter().map(|start| model(*start, terrain));
    add("models", list(models, "                    "));
    text + ")"
}

fn model(start: ModelStart, terrain: &Terrain) -> String {
    let (at, facing, wounds_lost) = match start {
        ModelStart::Standing { at, facing, wounds_lost } => (at, facing, wounds_lost),
        ModelStart::Lost => return "Lost".to_owned(),
        ModelStart::Escaped => return "Escaped".to_owned(),
        // Of a battle in play none waits but reserves, which are not listed.
        ModelStart::Waiting => return RESERVE.to_owned(),
    };
    let on_ground = at.z == terrain.ground_height(at.ground());
    let place = if on_ground {
        flat(at)
    } else {
        format!("({}, {}, {})", number(at.x.inches()), number(at.y.inches()), number(at.z.inches()))
    };
    let wounds = if wounds_lost > 0 { format!(", wounds_lost: {wounds_lost}") } else { String::new() };
    format!("(at: {place}, facing: {}{wounds})", number(facing.degrees()))
}

/// An action as level files write it.
fn word(action: Action) -> &'static str {
    let known = Action::ALL.iter().find(|(_, one)| *one == action);
    known.map_or("", |(word, _)| word)
}
