//! A moment of a battle as a level: what stands on the table, and whose turn it is, in a file that opens there.
//!
//! A level opens at the beginning of a phase. In the Action phase that is whenever a player is asked to activate a unit, so these
//! are the moments that can be levels. What comes out is read again and held against the battle: a level that would not be the
//! same moment is never given away.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::engine::agenda::Decision;
use super::engine::battle::Battle;
use super::engine::components::{Condition, Fate, Pose, Posture};
use super::engine::dice::Dice;
use super::engine::opening::{is_move, posture_after};
use super::engine::play::Match;
use super::engine::record::claim::{Claim, Existing};
use super::engine::record::history::EntryId;
use super::engine::snapshot::{ModelState, Snapshot};
use super::engine::view::{UnitView, View};
use super::narration::moment::when;
use super::{dispatch, phases::turn};
use crate::level::data_folder::DataFolder;
use crate::level::fault::Faults;
use crate::level::moment_file::{Moment, Obstacle, moment_text};
use crate::level::scenario::{ActivityStart, ArrivalStart, DeedsStart, ModelStart, PostureStart, UnitStart};
use crate::level::setup::{Bundle, Setup, SourceText};
use crate::rules::ids::Side;
use crate::rules::turn::Phase;

/// Reason why a moment is no level.
#[derive(Clone, Debug, thiserror::Error)]
pub enum NotALevel {
    /// The battle is being set up.
    #[error("the battle is still being set up: a level can open there only from the beginning")]
    BeforeTheFirstTurn,
    /// The battle is over.
    #[error("the battle is over")]
    Over,
    /// Something is asked in the middle of what happens.
    #[error("side {side} has to answer first: {asked}")]
    Pending {
        /// Player to whom the question is put.
        side: Side,
        /// Question to be answered first.
        asked: String,
    },
    /// By the players' word something stands as no level may have it.
    #[error("models stand as they may not in a level:\n{0}")]
    Faulty(Faults),
    /// The level that was made is another moment.
    #[error("a level file has no words for {what}")]
    Differs {
        /// Difference from the battle.
        what: String,
    },
    /// The battle of the level could not be opened: a bug.
    #[error("{0}")]
    Broken(String),
}

/// The level that opens where a game stands or is looked at, with its cards and rulesets. `file` is what faults call it, `heading`
/// its first line.
///
/// # Errors
/// The moment cannot be a level.
pub fn level_of(game: &Match, file: &str, heading: &str) -> Result<Bundle, NotALevel> {
    let battle = game.battle();
    check_moment(battle)?;
    let (view, setup) = (battle.view(), game.setup());
    let table = view.table_state();
    let moment = Moment {
        heading: heading.to_owned(),
        name: name_of(setup, view),
        turn: view.turn(),
        zones: table.zones,
        objectives: view.objectives(),
        obstacles: table
            .obstacles
            .iter()
            .map(|one| Obstacle { id: &one.id, at: one.at, radius: one.radius, height: one.height })
            .collect(),
        terrain: view.terrain(),
        units: view.units().map(|unit| start_of(view, unit)).collect(),
    };
    let text = moment_text(setup, &moment).map_err(NotALevel::Broken)?;
    let level = SourceText { name: file.to_owned(), text };
    let bundle = Bundle { level, ..setup.bundle.clone() };
    let opened = Setup::from_bundle(bundle.clone()).map_err(NotALevel::Faulty)?;
    let opened = Battle::new(Arc::new(opened), Dice::seeded(game.seed()));
    let (opened, _) = opened.map_err(|error| NotALevel::Broken(error.to_string()))?;
    match difference(battle, &opened) {
        Some(what) => Err(NotALevel::Differs { what: what.to_owned() }),
        None => Ok(bundle),
    }
}

/// The level that opens where a game stands or is looked at, as [`level_of`]; or a sentence why there is none. `save` is what the
/// game is called.
///
/// # Errors
/// The sentence.
pub fn level_or_why(game: &Match, file: &str, save: &str) -> Result<Bundle, String> {
    let (entry, setup) = (game.history().present().id, game.setup());
    let when = when(setup, game.battle().view().turn());
    let heading = format!("A moment of \"{}\": {when}, after entry {} of {save}.", setup.level.name, entry.0);
    level_of(game, file, &heading).map_err(|why| {
        let instead = last_level_before(game, entry).map_or_else(
            || "no moment before it can be one".to_owned(),
            |before| format!("the last moment before it that can be one is entry {}", before.0),
        );
        format!("this moment cannot be a level: {why} ({when}); {instead}")
    })
}

/// Writes a level, and beside it the cards and rulesets that it would not find there as it needs them; returns these files. All
/// are claimed before any is written, and only the level itself may be `existing`.
///
/// # Errors
/// A file, and why it cannot be written.
pub fn write_level(
    bundle: &Bundle,
    file: &Path,
    existing: Existing,
    data: &DataFolder,
) -> Result<Vec<PathBuf>, (PathBuf, std::io::Error)> {
    let beside = data.missing_beside(file, bundle).map_err(|faults| {
        let error = std::io::Error::other(faults.to_string());
        (file.to_owned(), error)
    })?;
    let files = std::iter::once((file.to_owned(), &bundle.level, existing));
    let files = files.chain(beside.iter().map(|(path, source)| (path.clone(), *source, Existing::Kept)));
    let claim = |(path, source, existing): (PathBuf, &SourceText, Existing)| {
        let claimed = Claim::on(&path, existing).map_err(|error| (path.clone(), error))?;
        Ok((claimed, path, source.text.clone()))
    };
    for (claimed, path, text) in files.map(claim).collect::<Result<Vec<_>, _>>()? {
        claimed.write(text.as_bytes()).map_err(|error| (path, error))?;
    }
    Ok(beside.into_iter().map(|(path, _)| path).collect())
}

/// The entry before this one, on its line, at which a level can open.
pub fn last_level_before(game: &Match, entry: EntryId) -> Option<EntryId> {
    let line = game.history().line_to(entry);
    let mut before = line.iter().rev().filter(|one| one.id != entry);
    let asks_to_act = |decision: Decision| turn::is_act(decision.choice);
    before.find(|one| one.outcome.agenda.decision().is_some_and(asks_to_act)).map(|one| one.id)
}

/// "The street, round 2".
fn name_of(setup: &Setup, view: View) -> String {
    const LONGEST: usize = 80;
    let turn = view.turn();
    let name = format!("{}, round {}", setup.level.name, turn.round);
    if name.chars().count() <= LONGEST { name } else { setup.level.name.clone() }
}

/// Rule: TURN-3.
fn check_moment(battle: &Battle) -> Result<(), NotALevel> {
    let view = battle.view();
    match (view.turn().phase, battle.decision()) {
        (Phase::Over, _) | (_, None) => Err(NotALevel::Over),
        (Phase::Deployment, Some(_)) => Err(NotALevel::BeforeTheFirstTurn),
        (Phase::Action, Some(decision)) if turn::is_act(decision.choice) => Ok(()),
        (_, Some(decision)) => {
            let prompt = dispatch::prompt(view, decision);
            let asked = prompt.question.unwrap_or(prompt.task);
            Err(NotALevel::Pending { side: decision.player, asked })
        }
    }
}

/// A unit as a level has it.
fn start_of(view: View, unit: UnitView) -> UnitStart {
    let (morale, activity) = (unit.morale, unit.activity);
    let table = view.table_state();
    let arrival = match (table.reserves.contains(&unit.id), table.arrivals.contains(&unit.id)) {
        (true, _) => ArrivalStart::Reserve,
        (false, true) => ArrivalStart::Now,
        (false, false) => ArrivalStart::Before,
    };
    let models = view.models(unit.id).map(|model| match model.condition.fate {
        Fate::Waiting => ModelStart::Waiting,
        Fate::Standing => ModelStart::Standing {
            at: model.pose.at,
            facing: model.pose.facing,
            wounds_lost: model.condition.wounds_lost,
        },
        Fate::Lost => ModelStart::Lost,
        Fate::Escaped => ModelStart::Escaped,
    });
    let posture = match activity.posture {
        Posture::Up => PostureStart::Up,
        Posture::Down => PostureStart::Down,
        Posture::InCover => PostureStart::InCover,
    };
    let has_moved = activity.acted && is_move(activity.last_action);
    UnitStart {
        hit_die: morale.hit_die,
        nerve_markers: morale.nerve_markers,
        suppression_markers: morale.suppression_markers,
        activity: if activity.acted { ActivityStart::Acted } else { ActivityStart::Fresh },
        last_action: activity.last_action,
        deeds: DeedsStart {
            moved: (activity.has_moved != has_moved).then_some(activity.has_moved),
            snap_fired: activity.has_snap_fired,
            posture: (activity.posture != posture_after(activity.last_action)).then_some(posture),
        },
        arrival,
        models: models.collect(),
        ..unit.start.clone()
    }
}

/// First relevant difference between the battle and the level made from it; `None` if there is none.
fn difference(battle: &Battle, opened: &Battle) -> Option<&'static str> {
    let (view, other) = (battle.view(), opened.view());
    let [was, is] = [battle.snapshot(), opened.snapshot()];
    let said = |snapshot: &Snapshot| snapshot.table.said_to_hold.clone();
    let arrived = |snapshot: &Snapshot| snapshot.table.arrivals.clone();
    let reserves = |snapshot: &Snapshot| snapshot.table.reserves.clone();
    let leader = |view: View, side| {
        let units = view.units().filter(move |unit| unit.id.side == side);
        units.map(|unit| view.leader(unit.id).map(|leader| leader.id)).collect::<Vec<_>>()
    };
    [
        ("the turn", was.turn == is.turn),
        ("what the battle waits for", was.agenda == is.agenda),
        ("the objectives", was.table.objectives == is.table.objectives),
        ("who has which objective by the players' word", said(&was) == said(&is)),
        ("the order in which units arrived", arrived(&was) == arrived(&is)),
        ("the reserves", reserves(&was) == reserves(&is)),
        ("the terrain", view.terrain().pieces == other.terrain().pieces),
        ("the zones", Side::BOTH.into_iter().all(|side| view.zone(side) == other.zone(side))),
        ("who leads", Side::BOTH.into_iter().all(|side| leader(view, side) == leader(other, side))),
        ("what units have done", was.units == is.units),
        ("where models stand", was.models.iter().map(model_key).eq(is.models.iter().map(model_key))),
    ]
    .into_iter()
    .find_map(|(what, same)| (!same).then_some(what))
}

/// State of a model for the comparison: place and wounds of a model that is gone do not matter.
fn model_key(model: &ModelState) -> ModelState {
    match model.condition.fate {
        Fate::Standing => *model,
        Fate::Waiting | Fate::Lost | Fate::Escaped => {
            let condition = Condition { wounds_lost: 0, ..model.condition };
            ModelState { pose: Pose::default(), condition, ..*model }
        }
    }
}
