//! Level files: the top level of the format, and the checks across its parts.
//!
//! Terrain, forces and the checks of positions are in files of their own.

use std::collections::{BTreeMap, HashSet};

use super::fault::Faults;
use super::footprint::{FOOTPRINT_FIELDS, Frame, read_footprint};
use super::force_file::{ForceContext, read_forces, wanted_cards};
use super::library::{Library, one_of_known};
use super::mission_needs::{Parts, check_needs};
use super::node_measures::{MAX_ABOUT_LENGTH, MAX_NAME_LENGTH, NodeMeasures as _};
use super::placement::{Board, Reading, check_models, check_objectives, check_on_table, check_piece};
use super::ron::Reader;
use super::ron::{Fields, Node};
use super::scenario::{Level, Mission, MissionKind, Objective, Opening, TableSize, Zone};
use super::setup::SourceText;
use super::terrain_file::{Located, read_terrain};
use crate::rules::basics::Allowance;
use crate::rules::ids::Side;
use crate::rules::measures::{Place, Thou};
use crate::rules::turn::Phase;
use crate::table::piece::Piece;
use crate::table::shape::Shape;
use crate::table::terrain::Terrain;

/// The game that the levels of this program are for.
pub const GAME: &str = "warstrike";

/// The default ruleset of a level.
pub const DEFAULT_RULESET: &str = "combined";

/// Rounds of a battle.
const MAX_ROUNDS: u8 = 50;

/// Depth of the default deployment zones if the ruleset could not be read. Its
/// faults are reported, so no battle is ever played with this.
const FALLBACK_DEPTH_INCHES: f64 = 12.0;

pub(super) const LEVEL_FIELDS: [&str; 11] = [
    "name",
    "about",
    "table",
    "terrain",
    "zones",
    "objectives",
    "mission",
    "ruleset",
    "forces",
    "opening",
    "game",
];

/// The other files a level names.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ReferencedFiles {
    /// Ids of cards, sorted, each once.
    pub cards: Vec<String>,
    /// Name of the ruleset.
    pub ruleset: Option<String>,
}

/// Finds out which other files a level needs. [`read_level`] reports the faults.
pub fn wanted(source: &SourceText) -> ReferencedFiles {
    let reader = Reader::new(source);
    let Some(fields) = reader.root().and_then(|root| root.named("Level", &LEVEL_FIELDS)) else {
        return ReferencedFiles::default();
    };
    let ruleset = fields.get("ruleset").and_then(|node| node.name(MAX_NAME_LENGTH));
    ReferencedFiles { cards: fields.get("forces").map(wanted_cards).unwrap_or_default(), ruleset }
}

/// Reads a level and checks it against the cards and the ruleset it names.
///
/// # Errors
/// Every fault of the file; none where only the ruleset is at fault.
pub fn read_level(source: &SourceText, library: &Library) -> Result<Level, Faults> {
    let reader = Reader::new(source);
    let level = reader.root().and_then(|root| read_fields(root, library));
    if level.is_none() && library.ruleset.is_none() && reader.is_clean() {
        // What a ruleset says could not be checked, and that is told of the ruleset.
        return Err(Faults::default());
    }
    reader.finish(level)
}

fn read_fields(root: Node<'_>, library: &Library) -> Option<Level> {
    let fields = root.named("Level", &LEVEL_FIELDS)?;
    fields.or("game", (), read_game)?;
    let name = fields.need("name").and_then(|node| node.name(MAX_NAME_LENGTH));
    let about = fields.or("about", String::new(), |node| node.text(MAX_ABOUT_LENGTH));
    let table = fields.need("table").and_then(read_table);
    let mission = fields.or("mission", SKIRMISH, read_mission);
    let ruleset = fields.or("ruleset", DEFAULT_RULESET.to_owned(), |node| read_ruleset_name(node, library));
    let max_rounds = max_rounds(mission.as_ref(), library);
    let opening = fields.or("opening", Opening::Deployment, |node| read_opening(node, max_rounds));
    let terrain = fields.get("terrain").map(read_terrain).unwrap_or_default();
    let reading = if root.is_clean() { Reading::Complete } else { Reading::Incomplete };
    let (objectives, objective_names) = fields.get("objectives").map(read_objectives).unwrap_or_default();
    check_ids(&terrain, |piece| &piece.id);
    check_ids(&objectives, |objective| &objective.id);
    let measured = measured(&terrain, table, library);
    let points = mission.as_ref().and_then(|mission| mission.points);
    let context = ForceContext { library, terrain: measured.as_ref(), opening, points };
    let forces = read_forces(fields.get("forces"), context);
    let zones = read_zones(&fields, table, library);
    let table = table?;
    for piece in &terrain {
        check_piece(piece, table);
    }
    // Which ground is impassable depends on the ruleset.
    let measured = measured?;
    let board = Board { terrain: &measured, reading };
    check_objectives(&objectives, &board);
    if let (true, Some(mission), Some(opening), Some(zones)) = (root.is_clean(), &mission, opening, &zones) {
        let (objectives, pieces, forces) = (&objectives[..], &terrain[..], &forces.forces);
        check_needs(
            &fields,
            mission,
            &Parts { opening, forces, zones, objectives, pieces, terrain: &measured },
        );
    }
    check_models(&forces.models, &board);
    Some(Level {
        name: name?,
        about: about?,
        table,
        zones: zones?,
        mission: mission?,
        ruleset: ruleset?,
        opening: opening?,
        forces: forces.forces,
        objectives: objectives.into_iter().map(|objective| on_ground(objective.value, &measured)).collect(),
        objective_names,
        terrain: measured,
    })
}

/// The table as movement sees it; `None` without a ruleset. If its size is unknown,
/// the largest is assumed.
fn measured(terrain: &[Located<'_, Piece>], table: Option<TableSize>, library: &Library) -> Option<Terrain> {
    let size = table.map_or([240.0; 2], |table| [table.width.inches(), table.depth.inches()]);
    let pieces = terrain.iter().map(|piece| piece.value.clone()).collect();
    let ruleset = library.ruleset.as_ref()?;
    Some(Terrain::new(size, pieces, &ruleset.movement, Allowance(ruleset.basics.allowance)))
}

fn read_ruleset_name(node: Node<'_>, library: &Library) -> Option<String> {
    let name = node.name(MAX_NAME_LENGTH)?;
    let known = &library.known_rulesets;
    if !known.is_empty() && !known.contains(&name) {
        node.fault(
            format!("there is no ruleset \"{name}\"{}", library.ruleset_places),
            one_of_known(&name, known),
        );
        return None;
    }
    Some(name)
}

/// A level of another game is not read any further.
fn read_game(node: Node<'_>) -> Option<()> {
    let game = node.name(MAX_NAME_LENGTH)?;
    if game != GAME {
        node.fault(
            format!("the level is for the game \"{game}\""),
            format!("\"{GAME}\", or a program that plays it"),
        );
        return None;
    }
    Some(())
}

/// `(width: 72.0, depth: 48.0)`.
fn read_table(node: Node<'_>) -> Option<TableSize> {
    let fields = node.fields(&["width", "depth"])?;
    let [width, depth] =
        ["width", "depth"].map(|name| fields.need(name).and_then(|node| node.inches(12.0..=240.0)));
    Some(TableSize { width: width?, depth: depth? })
}

const SKIRMISH: Mission = Mission { kind: MissionKind::Skirmish, rounds: None, points: None };

/// Longest name of an objective: it is written beside its flag.
const MAX_OBJECTIVE_NAME_LENGTH: usize = 30;

/// Largest limit of a force's points.
const MAX_POINTS: u32 = 1_000_000;

/// A limit of a force's points.
///
/// Rule: MIS-7.
pub(super) fn read_points(node: Node<'_>) -> Option<u32> {
    node.whole(0..=MAX_POINTS, "points")
}

/// `Skirmish`, `Skirmish(rounds: 4)` or `Skirmish(rounds: 4, points: 1000)`.
fn read_mission(node: Node<'_>) -> Option<Mission> {
    let (name, body) = node.variant(&["MeetingEngagement", "BrokenArrow", "Skirmish", "Drill"])?;
    let kind = match name {
        "MeetingEngagement" => MissionKind::MeetingEngagement,
        "BrokenArrow" => MissionKind::BrokenArrow,
        "Drill" => MissionKind::Drill,
        _ => MissionKind::Skirmish,
    };
    let fields = body.fields(&["rounds", "points"])?;
    let rounds = fields.maybe("rounds", |node| node.byte(1..=MAX_ROUNDS, "rounds"));
    let points = fields.maybe("points", read_points);
    Some(Mission { kind, rounds: rounds?, points: points? })
}

/// The rounds of the battle: the mission's, else the ruleset's.
///
/// Rule: TURN-6.
fn max_rounds(mission: Option<&Mission>, library: &Library) -> u8 {
    let usual = library.ruleset.as_ref().map_or(MAX_ROUNDS, |ruleset| ruleset.turn.rounds);
    mission.and_then(|mission| mission.rounds).unwrap_or(usual)
}

/// An objective lies on the ground: the table, or a hill's highest step.
fn on_ground(objective: Objective, terrain: &Terrain) -> Objective {
    let z = terrain.ground_height(objective.at.ground());
    Objective { at: Place { z, ..objective.at }, ..objective }
}

const SIDES: [(&str, Side); 2] = [("A", Side::A), ("B", Side::B)];

const PHASES: [(&str, Phase); 4] = [
    ("Starting", Phase::Starting),
    ("Action", Phase::Action),
    ("Reaction", Phase::Reaction),
    ("CloseCombat", Phase::CloseCombat),
];

/// `Deployment`, or `InPlay(round: 2, side: B, first: A, phase: Action)`.
fn read_opening(node: Node<'_>, max_rounds: u8) -> Option<Opening> {
    let (name, body) = node.variant(&["Deployment", "InPlay"])?;
    if name == "Deployment" {
        return body.fields(&[]).map(|_| Opening::Deployment);
    }
    let fields = body.fields(&["round", "side", "first", "phase"])?;
    let round = fields.or("round", 1, |node| node.byte(1..=max_rounds, ""));
    let side = fields.need("side").and_then(|node| node.word(&SIDES));
    let first = fields.need("first").and_then(|node| node.word(&SIDES));
    let phase = fields.or("phase", Phase::Action, |node| node.word(&PHASES));
    Some(Opening::InPlay { round: round?, side: side?, first: first?, phase: phase? })
}

/// The objectives, and the names that players read, by their ids.
fn read_objectives(node: Node<'_>) -> (Vec<Located<'_, Objective>>, BTreeMap<String, String>) {
    let mut names = BTreeMap::new();
    let read = |node| read_objective(node, &mut names);
    let objectives = node.items(0..=64).unwrap_or_default().into_iter().filter_map(read).collect();
    (objectives, names)
}

fn read_objective<'n>(
    node: Node<'n>,
    names: &mut BTreeMap<String, String>,
) -> Option<Located<'n, Objective>> {
    let fields = node.fields(&["id", "name", "at"])?;
    let name = fields.maybe("name", |node| node.name(MAX_OBJECTIVE_NAME_LENGTH));
    let id_node = fields.need("id");
    let id = id_node.and_then(|node| node.id());
    let at_node = fields.need("at");
    let [x, y] = at_node.and_then(|node| node.point())?;
    let value = Objective { id: id?, at: Place::from_inches(x, y, 0.0).ok()? };
    names.extend(name?.map(|name| (value.id.clone(), name)));
    Some(Located { id: id_node?, at: at_node?, value })
}

/// Records a fault for every id that is used twice.
fn check_ids<T>(found: &[Located<'_, T>], id_of: impl Fn(&T) -> &String) {
    let mut seen: HashSet<&str> = HashSet::new();
    for found in found {
        let id = id_of(&found.value);
        if !seen.insert(id) {
            found.id.fault(format!("the id \"{id}\" is already taken"), "an id of its own");
        }
    }
}

/// The file's zones, else the strips along the long edges.
///
/// Rule: MIS-1.
fn read_zones(fields: &Fields<'_>, table: Option<TableSize>, library: &Library) -> Option<[Zone; 2]> {
    let Some(node) = fields.get("zones") else {
        let depth = library
            .ruleset
            .as_ref()
            .map_or(FALLBACK_DEPTH_INCHES, |ruleset| ruleset.mission.deployment_depth);
        return Some(default_zones(table?, depth));
    };
    let zones = node.fields(&["A", "B"])?;
    let zone = |name| zones.need(name).and_then(|node| read_zone(node, table));
    let [a, b] = ["A", "B"].map(zone);
    Some([a?, b?])
}

fn default_zones(table: TableSize, depth: f64) -> [Zone; 2] {
    let [x, y] = [table.width.inches() / 2.0, table.depth.inches() / 2.0];
    // Zones never overlap, however small the table.
    let inner = (y - depth).max(0.0);
    let strip =
        |low: f64, high: f64| Zone { area: Shape::Polygon(vec![[-x, low], [x, low], [x, high], [-x, high]]) };
    [strip(-y, -inner), strip(inner, y)]
}

fn read_zone(node: Node<'_>, table: Option<TableSize>) -> Option<Zone> {
    let fields = node.fields(&[&["at", "turn"][..], &FOOTPRINT_FIELDS[..]].concat())?;
    let at = fields.or("at", [0.0, 0.0], |node| node.point());
    let turn = fields.or("turn", 0.0, |node| node.degrees());
    let area = read_footprint(&fields, Frame::new(at?, turn?)).flat()?;
    check_on_table(node, "this zone", &area, table?);
    Some(Zone { area })
}

/// Half a table's size, inches.
pub(super) fn half(size: TableSize) -> [f64; 2] {
    [size.width, size.depth].map(Thou::inches).map(|length| length / 2.0)
}
