//! A game as the tools of a laboratory know it: it looks up what an experiment names, plays, and records a game to
//! be looked at. What is the same for all games, such as the plan that comes of it, is here.

use std::path::{Path, PathBuf};

use tabletop::game::Game;
use tabletop::matches::Match;
use tabletop::record::claim::{Claim, Existing};
use tabletop::sentence::Sentence;
use tabletop_data::fault::Faults;
use tabletop_data::ron::Reader;
use tabletop_data::source_text::SourceText;

use crate::bench::{Bench, Column, GameOrder, Measure, Way};
use crate::experiment::{Experiment, Names, Rules, SearchFile, Table, Tried};
use crate::instruments::Instruments;
use crate::plan::{Arm, FORMAT, Forces, Plan};
use crate::search::{Number, Search};

/// A game with experiments.
pub trait Laboratory {
    /// The game.
    type Game: Game;
    /// Player of its games.
    type Bench: Bench;

    /// Reads an experiment and all that it names. Its paths are beside it.
    ///
    /// # Errors
    /// Every fault of every file.
    fn prepare(&self, source: &SourceText, folder: &Path) -> Result<Prepared<Self::Bench>, Faults>;

    /// Reads a search and all that it names: every combination under every table.
    ///
    /// # Errors
    /// Every fault of every file.
    fn prepare_search(
        &self,
        source: &SourceText,
        folder: &Path,
    ) -> Result<PreparedSearch<Self::Bench>, Faults>;

    /// Fingerprint of how this program plays: the last state of a quick game on the first table. Two programs that play it alike are taken to play
    /// alike; what one of them plays is then not played again by the other.
    ///
    /// # Errors
    /// That game cannot be played.
    fn program(&self, bench: &Self::Bench) -> Result<u64, Faults>;

    /// Plays a game once more, as it is recorded.
    ///
    /// # Errors
    /// In words: it cannot be played, or not be recorded.
    fn replay(&self, bench: &Self::Bench, order: &GameOrder) -> Result<Match<Self::Game>, String>;

    /// The sentences for facts of a game.
    fn sentences(
        &self,
        game: &Match<Self::Game>,
        facts: &[<Self::Game as Game>::Fact],
    ) -> Vec<Sentence<Self::Game>>;

    /// Games of `lab doubts` where nobody says which.
    fn usual(&self) -> Usual;
}

/// Games of an experiment as saves.
pub struct Shown<G: Game> {
    /// The files: under the yardstick first.
    pub saves: Vec<PathBuf>,
    /// The games.
    pub games: Vec<Match<G>>,
    /// The first entry that brought something else about in one of them; `None` where none did.
    pub differs_at: Option<usize>,
}

/// Plays games once more, each under the ruleset that is named with it, and records them in a folder.
///
/// # Errors
/// In words: a game cannot be played or recorded.
pub fn show<L: Laboratory>(
    laboratory: &L,
    bench: &L::Bench,
    orders: &[(GameOrder, &str)],
    folder: &Path,
) -> Result<Shown<L::Game>, String> {
    let (mut saves, mut games) = (Vec::new(), Vec::new());
    for (order, name) in orders {
        let path = folder.join(format!("seed-{}-{name}.jsonl", order.seed));
        let mut game = laboratory.replay(bench, order)?;
        let failed = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
        let claim = Claim::on(&path, Existing::Replaced).map_err(|error| failed(&error))?;
        game.record_to(claim).map_err(|error| failed(&error))?;
        saves.push(path);
        games.push(game);
    }
    let differs_at = match games.as_slice() {
        [before, after] => parting(before, after),
        _ => None,
    };
    Ok(Shown { saves, games, differs_at })
}

/// The first entry at which two games part.
fn parting<G: Game>(before: &Match<G>, after: &Match<G>) -> Option<usize> {
    let [before, after] = [before, after].map(|game| game.history().entries());
    let parts = before.iter().zip(after).position(|(a, b)| a.outcome.hash != b.outcome.hash);
    let longer = (before.len() != after.len()).then_some(before.len().min(after.len()));
    parts.or(longer)
}

/// Games that are played where nobody says which.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Usual {
    /// A ruleset.
    pub ruleset: &'static str,
    /// Tables.
    pub tables: Vec<String>,
    /// A style for both sides.
    pub style: &'static str,
    /// The watched measure, as an experiment writes it.
    pub watch: String,
}

/// An experiment that can be played.
pub struct Prepared<B> {
    /// The games to be played, with their words.
    pub plan: Plan,
    /// The players' bench.
    pub bench: B,
}

/// A search that can be played.
pub struct PreparedSearch<B> {
    /// The search.
    pub search: Search,
    /// The bench that plays it.
    pub bench: B,
}

/// An experiment whose names a game has found.
pub struct Described {
    /// The rules, the yardstick first.
    pub arms: Vec<Arm>,
    /// In what ways each stratum can be played, the one as written first: table by table, and in each by players.
    pub ways: Vec<Vec<Way>>,
    /// The forces of each table, for the question whether it is even; empty where the game does not say.
    pub forces: Vec<Forces>,
    /// Columns of counts.
    pub columns: Vec<Column>,
    /// Measures that can be watched.
    pub measures: Vec<Measure>,
    /// Instruments shown beside them.
    pub instruments: Instruments,
    /// Omissions, with their reasons.
    pub left_out: Vec<String>,
}

impl Plan {
    /// The plan of an experiment; its identity is still to be said. `file` is the path to its file, as it was named.
    pub fn of(experiment: Experiment, described: Described, file: &str) -> Self {
        let short_pair = |[a, b]: &[crate::experiment::Placed; 2]| [short(&a.text), short(&b.text)];
        let Described { arms, mut ways, forces, columns, measures, instruments, left_out } = described;
        if !experiment.both_ways {
            ways.iter_mut().for_each(|ways| ways.truncate(1));
        }
        Self {
            format: FORMAT,
            identity: 0,
            name: experiment.name,
            question: experiment.question,
            arms,
            tables: experiment.names.tables.iter().map(name_of).collect(),
            players: experiment.names.players.iter().map(short_pair).collect(),
            ways,
            forces,
            games: experiment.games,
            columns,
            measures,
            watch: experiment.watch,
            bets: experiment.bets,
            instruments,
            file: file.to_owned(),
            stage: None,
            left_out,
            changed_late: false,
        }
    }
}

impl SearchFile {
    /// The search as an experiment: what is judged is its target.
    pub fn experiment(&self) -> Experiment {
        Experiment {
            name: self.name.clone(),
            question: self.question.clone(),
            names: self.names.clone(),
            both_ways: self.both_ways,
            games: self.games,
            watch: self.target.iter().map(|aim| aim.measure).collect(),
            bets: Vec::new(),
        }
    }

    /// The search of a plan. `value` is what a ruleset, by its number, has of a key.
    pub fn search(&self, plan: Plan, value: impl Fn(usize, &str) -> f64) -> Search {
        let tried: &[Tried] = match &self.names.rules {
            Some(Rules::Grid { numbers, .. }) => numbers,
            _ => &[],
        };
        let number = |tried: &Tried| {
            // The first ruleset is that of today, whose value need not be among those tried.
            let mut values: Vec<f64> =
                tried.values.iter().filter_map(|value| value.text.trim().parse().ok()).collect();
            values.sort_by(f64::total_cmp);
            Number { key: tried.key.text.clone(), today: value(0, &tried.key.text), values }
        };
        let of = |arm| tried.iter().map(|tried| value(arm, &tried.key.text)).collect();
        Search {
            numbers: tried.iter().map(number).collect(),
            combinations: (0..plan.arms.len()).map(of).collect(),
            target: self.target.clone(),
            plan,
            changed_late: false,
        }
    }
}

/// Name of a table.
fn name_of(table: &Table) -> String {
    match table {
        Table::Level(level) => short(&level.text),
        Table::Moment { save, entry } => format!("{} at {entry}", short(&save.text)),
    }
}

/// A name without folder and ending.
pub fn short(named: &str) -> String {
    Path::new(named).file_stem().and_then(|stem| stem.to_str()).unwrap_or(named).to_owned()
}

/// Two arms of one name can show nothing, and nobody could tell them apart. `arms` has the names of those that were found.
pub fn refuse_same_names(arms: &[Option<&str>], names: &Names, reader: &Reader) {
    let places: Vec<usize> = match &names.rules {
        Some(Rules::Named(names)) => names.iter().map(|name| name.at).collect(),
        Some(Rules::Varied { values, .. }) => values.iter().map(|value| value.at).collect(),
        // Each has a name of its own.
        Some(Rules::EachSwitch(_) | Rules::Grid { .. }) | None => return,
    };
    for (index, name) in arms.iter().enumerate() {
        let Some(name) = name else { continue };
        if arms[..index].contains(&Some(name)) {
            reader.fault(
                places[index],
                format!("two of the rulesets are called \"{name}\""),
                "each ruleset once",
            );
        }
    }
}
