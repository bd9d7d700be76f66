//! From an experiment's file to a plan and a bench: every name is looked up, and every table checked under every ruleset, before
//! the first game.

use std::fmt::Write as _;
use std::marker::PhantomData;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use tabletop::game::{Game, Setup};
use tabletop::matches::Match;
use tabletop::sentence::{Sentence, sentences};
use tabletop_data::fault::{Fault, Faults};
use tabletop_data::ron::Reader;
use tabletop_data::source_text::SourceText;
use tabletop_data::text_file::{nameless_fault, read_text};
use tabletop_lab::bench::{Bench, End, GameOrder, Way};
use tabletop_lab::experiment::{Experiment, Names, Placed, Rules, Table, read_experiment, read_search};
use tabletop_lab::laboratory::{Described, Laboratory, Usual, refuse_same_names};
use tabletop_lab::plan::Plan;
use tabletop_shell::Hosted;
use tabletop_shell::files::{Files, Folders, LEVEL};
use xxhash_rust::xxh3::xxh3_64;

use crate::arms::{Finder, Ruled, arms};
use crate::bench::HostedBench;
use crate::columns::Columns;

/// A game that the tools serve, as one with experiments.
pub struct HostedLab<'f, G> {
    folders: &'f Folders,
    game: PhantomData<fn() -> G>,
}

/// An experiment that can be played.
type Prepared<'f, G> = tabletop_lab::laboratory::Prepared<HostedBench<'f, G>>;

/// A search that can be played.
type PreparedSearch<'f, G> = tabletop_lab::laboratory::PreparedSearch<HostedBench<'f, G>>;

/// Everything that an experiment names, found.
struct Found<G: Hosted> {
    rules: Vec<Ruled>,
    /// By arm, then by table.
    setups: Vec<Vec<Arc<G::Setup>>>,
    players: Vec<[String; 2]>,
    /// Rules that are not held against the others, and why.
    left_out: Vec<String>,
}

impl<'f, G: Hosted> HostedLab<'f, G> {
    /// With the files of the game.
    pub fn new(folders: &'f Folders) -> Self {
        Self { folders, game: PhantomData }
    }

    fn files(&self) -> Files<'f> {
        Files::new(self.folders, G::ID, G::FOLDER)
    }

    /// The plan of what was read and found, and who plays it. The second is the experiment's file.
    fn planned(&self, experiment: Experiment, found: Found<G>, file: PathBuf) -> Prepared<'f, G> {
        let named = file.display().to_string();
        let bench = HostedBench { setups: found.setups, players: found.players, folders: self.folders, file };
        let ways = (0..experiment.names.tables.len())
            .flat_map(|_| (0..experiment.names.players.len()).map(|players| bench.ways(players)));
        let described = Described {
            arms: arms(&found.rules),
            ways: ways.collect(),
            // A scenario of such a game is one with its forces.
            forces: Vec::new(),
            columns: Columns::<G>::all(),
            measures: Columns::<G>::measures(),
            instruments: Columns::<G>::instruments(),
            left_out: found.left_out,
        };
        let mut plan = Plan::of(experiment, described, &named);
        plan.identity = identity(&plan, &bench);
        Prepared { plan, bench }
    }
}

impl<'f, G: Hosted> Laboratory for HostedLab<'f, G> {
    type Game = G;
    type Bench = HostedBench<'f, G>;

    fn prepare(&self, source: &SourceText, folder: &Path) -> Result<Prepared<'f, G>, Faults> {
        let file = folder.join(&*Path::new(&source.name).file_name().unwrap_or_default().to_string_lossy());
        let (experiment, found) = read_experiment(source, &Columns::<G>::measures(), |names, reader| {
            look_up(names, self.files().beside(&file), folder, reader)
        })?;
        Ok(self.planned(experiment, found, file))
    }

    fn prepare_search(&self, source: &SourceText, folder: &Path) -> Result<PreparedSearch<'f, G>, Faults> {
        let file = folder.join(&*Path::new(&source.name).file_name().unwrap_or_default().to_string_lossy());
        let (wanted, found) = read_search(source, &Columns::<G>::measures(), |names, reader| {
            look_up(names, self.files().beside(&file), folder, reader)
        })?;
        let rules = found.rules.clone();
        // Only numbers are tried.
        let value = |arm: usize, key: &str| {
            rules[arm].value(key).and_then(|value| value.value.parse().ok()).unwrap_or_default()
        };
        let Prepared { plan, bench } = self.planned(wanted.experiment(), found, file);
        Ok(PreparedSearch { search: wanted.search(plan, value), bench })
    }

    fn program(&self, bench: &HostedBench<'f, G>) -> Result<u64, Faults> {
        let style = G::ADVISER.to_owned();
        let bench = HostedBench::<G> {
            setups: vec![vec![Arc::clone(bench.setup(0, 0))]],
            players: vec![[style.clone(), style]],
            folders: self.folders,
            file: bench.file.clone(),
        };
        let order = GameOrder { arm: 0, table: 0, players: 0, way: Way::AsWritten, seed: 1 };
        let played = bench.play(&mut bench.worker(), &order);
        match played.end {
            End::Refused(why) => Err(Faults(vec![nameless_fault(why, "a game that can be played")])),
            End::Won(_) | End::Drawn | End::Stalled => Ok(played.state),
        }
    }

    fn replay(&self, bench: &HostedBench<'f, G>, order: &GameOrder) -> Result<Match<G>, String> {
        bench.replay(order)
    }

    fn sentences(&self, game: &Match<G>, facts: &[<G as Game>::Fact]) -> Vec<Sentence<G>> {
        sentences(&**game.setup(), facts)
    }

    fn usual(&self) -> Usual {
        // Few enough to be judged together for every switch.
        const TALLIES: usize = 6;
        let margin = G::TALLIES.first().map(|_| "Margin");
        let tallies = Columns::<G>::by_turn().take(TALLIES).map(|(_, tally)| tally.name);
        let watched: Vec<&str> =
            ["Wins"].into_iter().chain(margin).chain(["Turns", "Decisions"]).chain(tallies).collect();
        Usual {
            ruleset: G::RULESET,
            tables: self.files().names(LEVEL),
            style: G::ADVISER,
            watch: format!("[{}]", watched.join(", ")),
        }
    }
}

fn look_up<G: Hosted>(
    names: &Names,
    files: Files<'_>,
    folder: &Path,
    reader: &Reader,
) -> Result<Found<G>, Faults> {
    let mut finder = Finder { files, folder, reader, others: Vec::new() };
    let rules = names.rules.as_ref().map(|wanted| finder.rules::<G>(wanted)).unwrap_or_default();
    let called: Vec<Option<&str>> = rules.iter().map(|ruled| Some(ruled.as_ref()?.name.as_str())).collect();
    refuse_same_names(&called, names, reader);
    let rules: Vec<Ruled> = rules.into_iter().flatten().collect();
    let tables: Vec<(PathBuf, SourceText)> =
        names.tables.iter().filter_map(|table| find_table::<G>(table, &mut finder)).collect();
    // Where each switch is turned alone, one that no table can be played with says nothing about the others.
    let may_be_left_out = matches!(names.rules, Some(Rules::EachSwitch(_)));
    let mut found =
        Found { rules: Vec::new(), setups: Vec::new(), players: Vec::new(), left_out: Vec::new() };
    for (index, ruled) in rules.into_iter().enumerate() {
        let load = |table: &(PathBuf, SourceText)| under::<G>(table, &ruled, &finder.files);
        let loaded: Vec<Result<Arc<G::Setup>, Faults>> = tables.iter().map(load).collect();
        let fault = loaded.iter().find_map(|loaded| loaded.as_ref().err()?.0.first().cloned());
        if let Some(fault) = fault.filter(|_| may_be_left_out && index > 0) {
            found.left_out.push(format!("{} is left out: {}: {}.", ruled.name, fault.file, fault.what));
            continue;
        }
        found.setups.push(loaded.into_iter().filter_map(|loaded| finder.kept(loaded)).collect());
        found.rules.push(ruled);
    }
    let setup = found.setups.first().and_then(|setups| setups.first()).cloned();
    for [a, b] in &names.players {
        let [a, b] = [a, b].map(|named| find_style::<G>(named, setup.as_ref(), &finder));
        found.players.extend(a.zip(b).map(|(a, b)| [a, b]));
    }
    if finder.others.is_empty() { Ok(found) } else { Err(Faults(finder.others)) }
}

/// Finds a table. What is wrong with it is recorded at its place.
fn find_table<G: Hosted>(table: &Table, finder: &mut Finder) -> Option<(PathBuf, SourceText)> {
    match table {
        Table::Level(level) => {
            let path = finder.locate::<G>(LEVEL, level)?;
            let read = finder.files.read(LEVEL, &path);
            finder.kept(read).map(|source| (path, source))
        }
        Table::Moment { save, .. } => {
            let what = format!("a table of {} is a level, not a moment of a save", G::NAME);
            finder.reader.fault(save.at, what, "a level, by name or by its path beside this file");
            None
        }
    }
}

/// The table under some rules. Under which it is wrong is half of what is wrong with it.
fn under<G: Hosted>(
    (path, level): &(PathBuf, SourceText),
    ruled: &Ruled,
    files: &Files<'_>,
) -> Result<Arc<G::Setup>, Faults> {
    let bundle = G::gather(level.clone(), Some(ruled.source.clone()), &files.beside(path));
    let setup = bundle.and_then(G::Setup::from_bundle);
    let named = |fault: Fault| Fault { what: format!("under {}: {}", ruled.name, fault.what), ..fault };
    setup.map(Arc::new).map_err(|Faults(faults)| Faults(faults.into_iter().map(named).collect()))
}

/// The style as its game is asked for it: a path, where one lies beside the experiment.
fn find_style<G: Hosted>(named: &Placed, setup: Option<&Arc<G::Setup>>, finder: &Finder) -> Option<String> {
    let file = finder.folder.join(&named.text);
    let style = if file.is_file() { file.display().to_string() } else { named.text.clone() };
    // Without a table nobody can be asked.
    let Some(setup) = setup else { return Some(style) };
    match G::adviser(&style, &finder.files, setup, 1) {
        Ok(_) => Some(style),
        Err(why) => {
            finder.reader.fault(named.at, why, "a style of its, or the path of one beside this file");
            None
        }
    }
}

/// Identifies the games of a plan: all that they depend on but the program.
fn identity<G: Hosted>(plan: &Plan, bench: &HostedBench<'_, G>) -> u64 {
    let mut text = String::new();
    let mut write = |part: std::fmt::Arguments| {
        let _always_written = text.write_fmt(part);
    };
    for setup in bench.setups.iter().flatten() {
        write(format_args!("{:016x}\n{:?}\n", setup.ruleset_hash(), setup.bundle()));
    }
    for style in bench.players.iter().flatten() {
        // A file is what it says; where it lies does not matter.
        let said = read_text(Path::new(style), "").map_or_else(|_| style.clone(), |source| source.text);
        write(format_args!("{said:?}\n"));
    }
    let (ways, seed) = (&plan.ways, plan.games.from_seed);
    write(format_args!("{} {ways:?} {seed} {:?} {:?}", G::ID, plan.columns, plan.instruments.rows));
    xxh3_64(text.as_bytes())
}
