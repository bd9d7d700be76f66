//! An event stream of what happens in the window, for programs that drive it from outside, such as its tests.
//!
//! With `WARSTRIKE_EVENTS` set, every event is one line of JSON on standard output.

#![expect(missing_docs, reason = "the fields of an event are named after what they hold")]

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use serde::{Deserialize, Serialize, Serializer};

use crate::game::engine::agenda::Decision;
use crate::rules::action::Action;
use crate::rules::ids::{ModelId, Side, UnitId};
use crate::rules::measures::{Place, Thou};
use crate::rules::sight::SightState;

/// The environment variable that turns the stream on.
pub const EVENTS_VARIABLE: &str = "WARSTRIKE_EVENTS";

/// Something that happened in the window.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "event")]
pub enum UiEvent {
    /// Everything can be drawn; mouse and keys are heard.
    Ready,
    /// A map of hexes shows this: what is asked, and where what is lit lies.
    MapShows {
        /// The entry after which the match stands.
        entry: usize,
        /// Whether the players take their seats.
        seating: bool,
        /// The task of whoever is asked at the window.
        asks: Option<String>,
        /// Whether it is a question rather than a counter to be chosen.
        question: bool,
        /// The chosen counters.
        group: Vec<String>,
        /// The answers that have a button, in order.
        answers: Vec<String>,
        /// The last message to the player.
        notice: Option<String>,
        /// Whether the battle is over.
        over: bool,
        /// Lit hexes and counters.
        places: Vec<MapPlace>,
    },
    /// The camera has stopped.
    ViewAtRest,
    /// The camera rests here: inches, and its direction, radians.
    CameraRests { at: [f64; 3], yaw: f64, pitch: f64 },
    /// The table is seen through the eyes of a model.
    ThroughEyes { model: ModelId },
    /// It is seen from outside again.
    EyesClosed,
    /// A card of the column was opened or folded by a click on its head.
    CardToggled {
        /// Name of the card.
        card: String,
        /// Whether it was opened.
        open: bool,
    },
    /// A card of the column is read by keys; without a name, the log.
    CardRead {
        /// Name of the card.
        card: Option<String>,
    },
    /// The card that is read by keys, or the log, has been scrolled so far, pixels.
    ColumnScrolled {
        /// From its top.
        offset: f32,
    },
    /// The notice at the foot of the table says this; without text, it has gone.
    NoticeShown {
        /// Text of the notice.
        text: String,
    },
    /// The settings were opened or closed.
    SettingsShown {
        /// Whether they are open.
        shown: bool,
    },
    /// Whether the view glides and dice roll, or everything is there at once.
    MotionReduced { reduced: bool },
    /// The dialog that asks for the name of a save has the keys.
    SaveDialogReady,
    /// The game was saved.
    Saved {
        #[serde(serialize_with = "in_words")]
        path: PathBuf,
    },
    /// The moment that is looked at was written as a level.
    MomentSaved {
        #[serde(serialize_with = "in_words")]
        path: PathBuf,
    },
    /// A game was loaded.
    Loaded {
        #[serde(serialize_with = "in_words")]
        path: PathBuf,
    },
    /// The opening was played again with the dice that were entered.
    OpeningPlayed { dice: usize },
    /// So many commands have been played since the battle opened.
    Played { commands: usize },
    /// The battle asks a player; the choice is in the form of facts.
    Asked { player: Side, choice: serde_json::Value },
    /// A phase or a turn is announced over the table, with what happened in it or before it.
    CaptionShown { title: String, lines: Vec<String> },
    /// The turn has gone to the other side.
    HandedOver { to: Side, round: u8 },
    /// The camera turns to the side whose turn begins, or no longer does.
    CameraFollows { follows: bool },
    /// The camera no longer moves by itself, or does again.
    CameraQuiet { quiet: bool },
    /// The camera goes to something by itself: a question, a fight, a command of the computer, advice.
    CameraVisits { what: String },
    /// It goes back to where the player had it.
    CameraReturns,
    /// The brief of the battle lies over the table.
    BriefShown { title: String },
    /// The score was shown or put away.
    ScoreShown { shown: bool },
    /// A computer player is about to give a command, with these odds.
    ComputerAnnounces { side: Side, does: String, odds: String },
    /// The computer waits for the word to go on, or plays on.
    ComputerPaused { paused: bool },
    /// A computer player has given a command.
    ComputerPlayed { side: Side, does: String },
    /// Advice has come; `None` where there was none.
    Advised { does: Option<String> },
    /// Advice was drawn on the table as a draft.
    AdviceDrawn { unit: UnitId },
    /// A show has opened a battle.
    ShowOpens { level: String },
    /// A show says this at the foot of the picture.
    ShowSays {
        /// Its words.
        text: String,
    },
    /// A show tells how the battle ended.
    ShowEnds,
    /// The camera of a show has gone to something.
    ShotTaken { shot: String, of: String, cut: bool },
    /// Somebody has touched a show: the next input gives the table over, to play this side.
    TakeOverOffered { side: Side },
    /// Somebody has taken part in a show, and plays a side.
    TakenOver { side: Side },
    /// Nobody has touched anything for a while: the show goes on.
    ShowGoesOn,
    /// The result of the battle is shown.
    ResultShown { winner: Option<Side>, text: String },
    /// The battle asks for dice of a side.
    DiceWanted { by: Side, dice: u32 },
    /// A die was entered.
    DieEntered { face: u8 },
    /// A unit was selected on the table, or by its key.
    Selected { unit: UnitId },
    /// The tags of units lie here, each with the pixel in its middle.
    TagsLie { tags: Vec<(UnitId, [f32; 2])> },
    /// The pointer is on another unit, or on none.
    PointedAt { unit: Option<UnitId> },
    /// The camera was sent to look at something that a key names.
    LooksAt { unit: UnitId },
    /// The action of the next order was chosen.
    ActionChosen { action: Action },
    /// A unit was picked up from the list of units to be placed.
    TakenFromTray { unit: UnitId },
    /// An objective or an obstacle was put down at a point of the table.
    TokenPut { at: [f64; 2], allowed: bool },
    /// From now on the program places a side's units.
    RestLeft { side: Side },
    /// Ends that missed a legal place by a little have slid to it.
    EndsSlid { unit: UnitId },
    /// Whether ends slide or stay exactly where they are put.
    EndsHeld { exact: bool },
    /// A unit follows the mouse.
    Dragging { unit: UnitId },
    /// It no longer does.
    PutDown,
    /// The path that is drawn has a corner more.
    CornerFixed { unit: UnitId },
    /// The draft was given up.
    DraftDropped,
    /// The battle's answer to a draft that rests.
    DraftChecked { unit: UnitId, highest: Thou, result: DraftResult },
    /// A draft stops short of where the pointer has drawn it, and why.
    DraftStops { unit: UnitId, why: String },
    /// The planner's paths are shown in place of those that were drawn.
    PlanApplied { unit: UnitId },
    /// The planner found no way to bring the unit together.
    NoPlan,
    /// The draft of a unit that has to fall back was made.
    FallBackDrafted { unit: UnitId },
    /// A unit was given a target.
    Aimed { unit: UnitId, at: ModelId },
    /// A unit no longer has a target.
    AimCleared { unit: UnitId },
    /// So many models of a unit are picked.
    Picked { unit: UnitId, models: usize },
    /// Models throw at a point.
    ThrowAimed { unit: UnitId, at: Place },
    /// Odds of the fire that is considered.
    Odds { from: UnitId, targets: Vec<TargetOdds> },
    /// Odds of an answer to the battle's question.
    AnswerOdds { by: UnitId, targets: Vec<TargetOdds> },
    /// The lines of sight that are shown.
    SightLines { lines: Vec<SightLine> },
    /// Number of the enemy's models that would see one at a spot.
    SpotSeen { model: ModelId, seen_by: usize, enemies: usize },
    /// The exposure map that is shown.
    ExposureMap { by: Side, seen_cells: usize, cells: usize },
    /// Retreat of a unit.
    RetreatPreview {
        unit: UnitId,
        ruleset: Option<String>,
        leader: ModelId,
        end: Option<RetreatEnd>,
        lost: usize,
        suppressed: Option<f64>,
    },
    /// Dice are about to be thrown onto the table: the part of the window that they will lie in once the camera rests, from its
    /// upper left to its lower right corner, logical pixels.
    DiceThrown { purpose: String, dice: usize, lie: [[f32; 2]; 2] },
    /// Thrown dice have come to rest.
    DiceLie { purpose: String, dice: usize },
    /// A model begins to fall.
    ModelFalls { model: ModelId },
    /// The models that lie in a side's tray of losses.
    LossesShown { side: Side, models: usize },
    /// A grenade bursts at a point of the scene's ground, inches.
    GrenadeBursts { at: [f64; 2] },
    /// A unit's card shows a change: the models left, and its hits.
    CardShows { unit: UnitId, left: usize, hits: u8 },
    /// The log tells what came of a command.
    LogFollows { entry: usize },
    /// A stage of a close combat is played back: the combat with its round, and so many dice.
    FightStageShown { combat: Option<(u8, u8)>, dice: usize },
    /// A close combat that there would be, who wins it by so many samples, and the linked models.
    CombatForeseen {
        attackers: Vec<UnitId>,
        defenders: Vec<UnitId>,
        links: Vec<[ModelId; 2]>,
        wins: [f64; 2],
        samples: u32,
    },
    /// The preview that is pinned.
    PreviewPinned { unit: Option<UnitId> },
    /// The ruleset that previews are compared with.
    RulesetCompared { name: Option<String> },
    /// Visible part of buildings.
    LookedInside { level: String },
    /// The ruler was taken up or put away.
    Ruler { out: bool },
    /// Both ends of the ruler are set.
    Measured { gap: f64 },
    /// A paragraph of the rulebook was opened.
    RuleOpened { id: String },
    /// The start screen has the focus on this: a page, and on it an item.
    StartFocused { page: String, item: String },
    /// Clickable things of the start screen, pixels.
    StartLaidOut { places: std::collections::BTreeMap<String, [i32; 2]> },
    /// The start screen cannot do what was asked, and why.
    StartRefuses { why: String },
    /// A table was opened from the start screen, after so many commands; sides that the computer plays have a style.
    TableOpened { level: String, commands: usize, sides: [Option<String>; 2] },
    /// Words with a tip in the panels and on the table, once they rest; none while they move.
    WordsMarked { words: Vec<MarkedWord> },
    /// The tips that are open, from the outermost to the innermost, and how many of them are pinned.
    TipsShown { of: Vec<String>, pinned: usize },
    /// The card of the first turn: the step it asks for, those that are done, whether it is folded up, and its buttons, each
    /// with a pixel on it.
    FirstTurnShows { step: Option<String>, done: Vec<String>, folded: bool, buttons: Vec<(String, [f32; 2])> },
    /// Content of the help: the number of rows, the chosen one, and the word whose rule is unfolded.
    HelpShows { query: String, rows: usize, chosen: Option<String>, reads: Option<String> },
    /// Content of the time line: the entry that is looked at and the one at which the game stands, the entries of its line, the entries of
    /// the branch beside it, and the places of these, of its ends and of its marks, pixels.
    TimelineShows {
        entry: usize,
        home: usize,
        line: Vec<usize>,
        branches: usize,
        beside: Vec<(usize, [f32; 2])>,
        looking: bool,
        try_out: bool,
        plays: bool,
        ends: [[f32; 2]; 2],
        marks: Vec<(usize, [f32; 2])>,
    },
    /// The time line was folded or opened.
    TimeLineFolded { folded: bool },
    /// The entries in the log that can be clicked, each with a pixel on it, and the one that is highlighted.
    LogShows { lines: Vec<(usize, [f32; 2])>, highlighted: Option<usize> },
    /// Buttons of what is looked at, each with a pixel on it.
    LookingBarShows { buttons: Vec<(String, [f32; 2])> },
    /// Content of the card of dice or decision: the commands worked out, of all; the number of orders that could have been better; turning
    /// points and buttons, each with a pixel on it; the order whose position is learnt from, and the better one.
    GainsShow {
        done: usize,
        of: usize,
        lessons: usize,
        rows: Vec<(usize, [f32; 2])>,
        buttons: Vec<(String, [f32; 2])>,
        before: Option<usize>,
        better: Option<String>,
    },
    /// Painted turning points of both curves, pixels, each with the side that it favoured.
    CurvesShow { dots: Vec<(usize, [f32; 2], Side)> },
    /// Buttons by which the players of a recorded game say what happened, each with a pixel on it.
    TellButtons { buttons: Vec<(String, [f32; 2])> },
    /// Buttons of the result, each with a pixel on it.
    ResultButtons { buttons: Vec<(String, [f32; 2])> },
    /// The line of a note: what is written in it, the paragraphs at hand, and which of them it is about.
    NoteShows { text: String, rules: Vec<String>, chosen: Option<String> },
    /// A note was kept.
    NoteKept { entry: usize, rule: Option<String>, text: String },
    /// A note could not be kept, and why.
    NoteNotKept { why: String },
    /// A note was dropped.
    NoteDropped,
    /// The questions at the end are asked: a pixel on the field of each.
    QuestionsShow { fields: Vec<[f32; 2]> },
    /// They were answered, or put away.
    QuestionsAnswered { answers: Vec<String> },
    /// The report of a battle was written.
    ReportWritten {
        #[serde(serialize_with = "in_words")]
        path: PathBuf,
    },
    /// The game was packed for the author.
    Packed {
        #[serde(serialize_with = "in_words")]
        path: PathBuf,
    },
    /// A key did nothing, and why.
    KeyIgnored { why: String },
}

impl UiEvent {
    /// The event of a decision that the battle asks for.
    pub fn asked(Decision { player, choice }: Decision) -> Self {
        Self::Asked { player, choice: serde_json::to_value(choice).unwrap_or_default() }
    }
}

/// The battle's answer to a draft.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum DraftResult {
    Allowed,
    /// The run has to be announced first.
    MustAnnounce,
    /// By this rule.
    Refused(String),
}

/// A lit hex or counter on a map, and a pixel on it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MapPlace {
    pub what: String,
    /// Its light.
    pub lit: String,
    pub at: [f32; 2],
}

/// A word with a tip that a pointer can meet.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MarkedWord {
    pub word: String,
    /// Depth within open tips: 0 in a panel.
    pub depth: usize,
    /// A pixel on it.
    pub at: [f32; 2],
}

/// The odds of fire at one unit.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TargetOdds {
    pub at: UnitId,
    /// On average.
    pub hits: f64,
    /// Models lost on average.
    pub lost: f64,
    /// The chance that the target is suppressed.
    pub suppressed: f64,
}

/// A line of sight between two models.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SightLine {
    pub from: ModelId,
    pub to: ModelId,
    pub state: SightState,
    /// The share of the target in view, from 0 to 1.
    pub in_view: f64,
}

/// Final position of the leader of a unit that falls back.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RetreatEnd {
    pub at: Place,
    /// The length of its path, inches.
    pub length: f64,
}

/// A path need not be text: what is none of it is shown as such.
fn in_words<S: Serializer>(path: &Path, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(&path.display())
}

/// Whether anyone listens.
pub(crate) fn is_heard() -> bool {
    static IS_ON: OnceLock<bool> = OnceLock::new();
    *IS_ON.get_or_init(|| std::env::var_os(EVENTS_VARIABLE).is_some())
}

/// Reports an event, if anyone listens.
pub(crate) fn emit(event: &UiEvent) {
    if is_heard()
        && let Ok(line) = serde_json::to_string(event)
    {
        // A listener that has gone away is no fault of the window.
        let _ = writeln!(std::io::stdout().lock(), "{line}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_event_is_one_line_of_json_with_its_name() {
        let unit = UnitId { side: Side::A, number: 1 };
        let result = DraftResult::Refused("MOV-5".to_owned());
        for (event, line) in [
            (UiEvent::Ready, r#"{"event":"Ready"}"#),
            (UiEvent::Selected { unit }, r#"{"event":"Selected","unit":"A1"}"#),
            (
                UiEvent::DraftChecked { unit, highest: Thou(3000), result },
                r#"{"event":"DraftChecked","unit":"A1","highest":3.0,"result":{"Refused":"MOV-5"}}"#,
            ),
        ] {
            assert_eq!(serde_json::to_string(&event).unwrap(), line);
            assert_eq!(serde_json::from_str::<UiEvent>(line).unwrap(), event);
        }
    }
}
