//! A report as plain data; its JSON form is these values by their names.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::Serialize;

use super::decision::DiceOrDecision;
use crate::game::engine::record::history::EntryId;
use crate::game::engine::table_state::PlacedObstacle;
use crate::level::setup::Setup;
use crate::notes::{self, Gathered, GatheredNote, Notes, Source};
use crate::rules::ids::{ModelId, Side, UnitId};
use crate::rules::measures::{Facing, Place};
use crate::rules::victory::Hold;

/// A battle from its opening to its end, or as far as it has been played.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// The level's name.
    pub title: String,
    /// The level's description.
    pub about: String,
    /// The mission and its length: "Skirmish · 6 rounds".
    pub mission: String,
    /// The ways to win.
    pub victory: Vec<String>,
    /// The end in a sentence; of a battle that goes on, the end if it were now.
    pub result: String,
    /// True once it is over.
    pub over: bool,
    /// Winner, or the winner if it ended now; `None` for a draw.
    pub winner: Option<Side>,
    /// The round it ended in, or has come to.
    pub last_round: u8,
    /// The log's last words: the result with everything that was counted.
    pub ending: Vec<Line>,
    /// Each side: index by [`Side::index`].
    pub sides: [SideReport; 2],
    /// Round by round what was lost and won.
    pub rounds: Vec<Round>,
    /// Turn by turn, deployment first.
    pub turns: Vec<Turn>,
    /// Gains of orders and dice, if they were worked out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dice_or_decision: Option<DiceOrDecision>,
    /// The turn that each command belongs to: an index of `turns`.
    #[serde(skip)]
    pub turn_of_command: BTreeMap<EntryId, usize>,
    /// That some of it was played by other rules than this program's.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub departs: Option<String>,
    /// Remarks of its players and refusals, if they were kept.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub notes: Option<ReportNotes>,
    /// With what it was played.
    pub making: Making,
    /// The save.
    pub save: SaveFile,
    /// The turn that each entry of the line leads to, by its place among the turns.
    #[serde(skip)]
    pub turn_of: BTreeMap<EntryId, usize>,
    /// Level, cards and ruleset.
    #[serde(skip)]
    pub setup: Arc<Setup>,
}

/// Remarks of the players of a battle, and their times.
#[derive(Clone, Debug, Serialize)]
pub struct ReportNotes {
    /// By paragraph, with times and measuring.
    pub gathered: Gathered,
    /// All remarks in the order of the battle, each with its paragraph.
    #[serde(skip)]
    pub in_order: Vec<(Option<String>, GatheredNote)>,
    /// The file of notes as it can be read again.
    #[serde(skip)]
    pub file: Vec<u8>,
}

impl ReportNotes {
    /// From the notes of the save; `None` if there is nothing to say.
    pub fn of(source: Source) -> Option<Self> {
        if source.notes == Notes::default() {
            return None;
        }
        let mut file = Vec::new();
        let game = notes::Line::Game(source.notes.game.clone());
        for line in std::iter::once(&game).chain(&source.notes.lines) {
            file.extend(serde_json::to_vec(line).unwrap_or_default());
            file.push(b'\n');
        }
        let gathered = Gathered::of([source], &notes::of_war_strike);
        let of_rules =
            gathered.rules.iter().flat_map(|of| of.notes.iter().map(|note| (Some(of.rule.clone()), note)));
        let others = gathered.without_rule.iter().map(|note| (None, note));
        let mut in_order: Vec<_> = of_rules.chain(others).map(|(rule, note)| (rule, note.clone())).collect();
        in_order.sort_by_key(|(_, note)| note.entry);
        Some(Self { gathered, in_order, file })
    }
}

/// The file that the report is of.
#[derive(Clone, Debug, Serialize)]
pub struct SaveFile {
    /// Its name without its folder.
    pub name: String,
    /// Its bytes.
    #[serde(skip)]
    pub bytes: Vec<u8>,
}

/// The player of a side.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Player(pub String);

/// With what a battle was played.
#[derive(Clone, Debug, Serialize)]
pub struct Making {
    /// The ruleset's name.
    pub ruleset: String,
    /// The ruleset's description.
    pub about_ruleset: String,
    /// Hash of the whole ruleset.
    pub ruleset_hash: String,
    /// The version of the program that wrote the save.
    pub saved_by: String,
    /// The save's format.
    pub format: u32,
    /// The version of the program that wrote the report.
    pub reported_by: String,
    /// Seed of the dice; text, as many readers of JSON round large numbers.
    pub seed: String,
    /// Number of commands that were played.
    pub commands: usize,
    /// Of these, how many had faces that were scripted or rolled by hand.
    pub fed: usize,
    /// Commands on other branches: taken back, or tried out.
    pub taken_back: usize,
    /// True if the line was begun by going back past dice.
    pub what_if: bool,
    /// Hash of the state it leads to.
    pub state: String,
}

/// A side.
#[derive(Clone, Debug, Serialize)]
pub struct SideReport {
    /// The side.
    pub side: Side,
    /// Its force's name.
    pub force: String,
    /// Its player, if known.
    pub player: Option<Player>,
    /// Points at the beginning.
    pub points: u32,
    /// Surviving points at the end.
    pub points_left: u32,
    /// Names of the objectives it holds at the end.
    pub objectives: Vec<String>,
    /// Models at the beginning.
    pub models: usize,
    /// Models lost.
    pub lost: usize,
    /// Its units in order.
    pub units: Vec<Unit>,
    /// Its dice.
    pub luck: LuckLine,
    /// The same by what they were rolled for.
    pub luck_by_purpose: Vec<LuckLine>,
}

/// A unit.
#[derive(Clone, Debug, Serialize)]
pub struct Unit {
    /// Its id.
    pub id: UnitId,
    /// Its name.
    pub name: String,
    /// The name on its card.
    pub card: String,
    /// Models at the beginning.
    pub models: usize,
    /// Models left at the end.
    pub left: usize,
    /// Points on its card.
    pub points: u32,
    /// Points left at the end.
    pub points_left: u32,
    /// Its state at the end, in a word.
    pub state: &'static str,
    /// Its losses.
    pub losses: Vec<Loss>,
    /// Enemy models that fell to it.
    pub felled: usize,
}

impl Unit {
    /// Its losses: "round 2: 3 to Second rifles (B2); round 3: 1 left behind".
    pub(super) fn losses_in_words(&self) -> String {
        let losses =
            self.losses.iter().map(|loss| format!("round {}: {} {}", loss.round, loss.count, loss.why));
        let losses: Vec<String> = losses.collect();
        if losses.is_empty() { "nobody".to_owned() } else { losses.join("; ") }
    }
}

/// Models lost in a round for one reason.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Loss {
    /// The round.
    pub round: u8,
    /// Number of models.
    pub count: usize,
    /// The cause: "to Second rifles (B2)", "left behind".
    pub why: String,
}

/// The success of some dice.
#[derive(Clone, Debug, Serialize)]
pub struct LuckLine {
    /// Their purpose; empty for all of a side's.
    pub purpose: String,
    /// Dice that needed some face.
    pub dice: u32,
    /// Dice that succeeded.
    pub successes: u32,
    /// Successes to be expected, to a hundredth.
    pub expected: f64,
    /// Range of successes in 19 games of 20, to a hundredth.
    pub usual: [f64; 2],
    /// A word on it: "ordinary".
    pub words: &'static str,
    /// The same in a sentence.
    pub said: String,
}

/// A round in short.
#[derive(Clone, Debug, Serialize)]
pub struct Round {
    /// From 1.
    pub round: u8,
    /// The events, in short sentences.
    pub news: Vec<String>,
    /// Models lost by each side.
    pub lost: [usize; 2],
    /// Hits taken by each side.
    pub hits: [u32; 2],
    /// Times that a unit of each side became suppressed.
    pub suppressed: [usize; 2],
    /// The score at its end.
    pub score: Score,
}

/// The standing of a battle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Score {
    /// Surviving points of each side.
    pub points: [u32; 2],
    /// Objectives held by each side.
    pub objectives: [usize; 2],
    /// Models left of each side.
    pub models: [usize; 2],
}

/// A turn of a side, or deployment.
#[derive(Clone, Debug, Serialize)]
pub struct Turn {
    /// From 1; 0 for deployment.
    pub round: u8,
    /// Side whose turn it is; `None` for deployment.
    pub side: Option<Side>,
    /// Its heading.
    pub title: String,
    /// True if the save ends in it, and the battle goes on.
    pub unfinished: bool,
    /// Its events, in short sentences.
    pub news: Vec<String>,
    /// Its lines of the log.
    pub lines: Vec<Line>,
    /// Models lost in it by each side.
    pub lost: [usize; 2],
    /// The score at its end.
    pub score: Score,
    /// Units on the table at its end, each with every model's place.
    pub units: Vec<Standing>,
    /// Moves made in it.
    pub moved: Vec<Moved>,
    /// Salvos fired in it.
    pub fire: Vec<Fire>,
    /// Close combats fought in it.
    pub combats: Vec<Charge>,
    /// Models lost in it, where they fell.
    pub fallen: Vec<Fallen>,
    /// Objectives as they are held at its end.
    pub objectives: Vec<ObjectiveMark>,
    /// The table at its end as a PNG, where it was drawn.
    #[serde(skip)]
    pub picture: Option<Vec<u8>>,
    /// Obstacles that players have placed.
    #[serde(skip)]
    pub obstacles: Vec<PlacedObstacle>,
    /// Zone of each side.
    #[serde(skip)]
    pub zones: [Side; 2],
}

/// A line of the log.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Line {
    /// Its prominence.
    pub weight: Weight,
    /// The event, in a sentence.
    pub text: String,
    /// The dice that were rolled.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub dice: Vec<DiceLine>,
    /// The parts that make it up.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub details: Vec<String>,
}

/// The prominence of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Weight {
    /// A phase in which something happens.
    Phase,
    /// A phase in which nothing did.
    Quiet,
    /// Something that happened.
    Plain,
    /// That what comes next was played by other rules.
    Departs,
    /// The result.
    Result,
}

/// A die of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct DiceLine {
    /// The face.
    pub face: u8,
    /// True if that was enough; `None` where it is neither good nor bad by itself.
    pub good: Option<bool>,
}

/// A unit on the table.
#[derive(Clone, Debug, Serialize)]
pub struct Standing {
    /// The unit.
    pub unit: UnitId,
    /// Its state in a word.
    pub state: &'static str,
    /// Models it began with.
    pub of: usize,
    /// Hits on its hit-die.
    pub hits: u8,
    /// Nerve markers.
    pub nerve_markers: u8,
    /// Models on the table.
    pub models: Vec<Model>,
}

/// A model on the table.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Model {
    /// The model.
    pub model: ModelId,
    /// The middle of its base.
    pub at: Place,
    /// Its facing.
    pub facing: Facing,
    /// True of its unit's leader.
    pub leads: bool,
}

/// A move of a model.
#[derive(Clone, Debug, Serialize)]
pub struct Moved {
    /// The model.
    pub model: ModelId,
    /// By what.
    pub by: MovedBy,
    /// Its place before, then the corners of its path.
    pub path: Vec<Place>,
}

/// The cause of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub enum MovedBy {
    /// An order.
    Order,
    /// A run, At The Double.
    Run,
    /// A close combat.
    CloseCombat,
    /// A fall back.
    FallBack,
    /// A rout.
    Rout,
}

/// A salvo.
#[derive(Clone, Debug, Serialize)]
pub struct Fire {
    /// The unit that fired.
    pub unit: UnitId,
    /// At whom.
    pub at: UnitId,
    /// In the enemy's turn.
    pub snap: bool,
    /// Each shooter's place, and that of the model he fired at.
    pub shots: Vec<[Place; 2]>,
    /// Number of hits.
    pub hits: u32,
}

/// A close combat.
#[derive(Clone, Debug, Serialize)]
pub struct Charge {
    /// The places of the two nearest models.
    pub at: [Place; 2],
    /// Units of the active player.
    pub attackers: Vec<UnitId>,
    /// Units of the opponent.
    pub defenders: Vec<UnitId>,
}

/// A model that was lost.
#[derive(Clone, Debug, Serialize)]
pub struct Fallen {
    /// The model.
    pub model: ModelId,
    /// The place where it fell.
    pub at: Place,
    /// The cause.
    pub why: String,
}

/// An objective.
#[derive(Clone, Debug, Serialize)]
pub struct ObjectiveMark {
    /// Its name.
    pub name: String,
    /// Its place.
    pub at: Place,
    /// Its holder.
    pub hold: Hold,
}
