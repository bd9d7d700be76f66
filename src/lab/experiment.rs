//! From an experiment's file to a plan and a bench: every name is looked up, and every table checked under every ruleset, before
//! the first game.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use tabletop_data::ron::Reader;
use tabletop_lab::bench::{Bench, GameOrder, Way};
use tabletop_lab::experiment::{Experiment, Names, Placed, Rules, Table, read_experiment, read_search};
use tabletop_lab::instruments::Instruments;
use tabletop_lab::laboratory::{Described, refuse_same_names};
use tabletop_lab::plan::Plan;
use xxhash_rust::xxh3::xxh3_64;

use super::arms::{Rulebook, Shipped, arms, find, kept};
use super::bench::WarStrikeBench;
use super::chronicle;
use super::count::{columns, gauges, luck, measures};
use crate::game::engine::play::Match;
use crate::game::engine::record::history::EntryId;
use crate::game::moment_level::level_or_why;
use crate::level::data_folder::{DataFolder, load_level_under};
use crate::level::fault::{Fault, Faults};
use crate::level::judgement_file::Judgement;
use crate::level::setup::{Bundle, Setup, SourceText};
use crate::level::styles::Styles;
use crate::rules::ruleset::{Ruleset, Value};

/// An experiment that can be played.
pub type Prepared = tabletop_lab::laboratory::Prepared<WarStrikeBench>;

/// A search that can be played.
pub type PreparedSearch = tabletop_lab::laboratory::PreparedSearch<WarStrikeBench>;

/// What an experiment names.
struct Found {
    rules: Vec<Rulebook>,
    /// By arm, then by table.
    setups: Vec<Vec<Arc<Setup>>>,
    players: Vec<[Styles; 2]>,
    /// Rules that are not held against the others, and why.
    left_out: Vec<String>,
}

/// Reads an experiment and all that it names. Its paths are beside it.
///
/// # Errors
/// Every fault of every file.
pub fn prepare(source: &SourceText, folder: &Path, data: &DataFolder) -> Result<Prepared, Faults> {
    let (experiment, found) =
        read_experiment(source, &measures(), |names, reader| look_up(names, reader, folder, data))?;
    planned(experiment, found, (source, data))
}

/// Reads a search and all that it names: every combination under every table.
///
/// # Errors
/// Every fault of every file.
pub fn prepare_search(
    source: &SourceText,
    folder: &Path,
    data: &DataFolder,
) -> Result<PreparedSearch, Faults> {
    let (wanted, found) =
        read_search(source, &measures(), |names, reader| look_up(names, reader, folder, data))?;
    let rulesets: Vec<Ruleset> = found.rules.iter().map(|rulebook| rulebook.ruleset.clone()).collect();
    let value = |arm: usize, key: &str| match rulesets[arm].value(key) {
        Some(Value::Number(number)) => number,
        Some(Value::Whole(number)) => f64::from(number),
        // Only numbers are tried.
        Some(Value::Fact(_) | Value::Choice(_)) | None => 0.0,
    };
    let Prepared { plan, bench } = planned(wanted.experiment(), found, (source, data))?;
    Ok(PreparedSearch { search: wanted.search(plan, value), bench })
}

/// The plan of what was read and found, and who plays it.
fn planned(
    experiment: Experiment,
    found: Found,
    (source, data): (&SourceText, &DataFolder),
) -> Result<Prepared, Faults> {
    let arms = arms(&found.rules);
    let (tables, players) = (experiment.names.tables.len(), experiment.names.players.len());
    let judgement = Judgement::load(data.root())?;
    let bench = WarStrikeBench::new(found.setups, found.players, judgement);
    let strata = (0..tables).flat_map(|table| (0..players).map(move |players| (table, players)));
    let described = Described {
        arms,
        ways: strata.map(|(table, players)| bench.ways(table, players)).collect(),
        forces: bench.forces(),
        columns: columns(),
        measures: measures(),
        instruments: instruments(&bench, tables),
        left_out: found.left_out,
    };
    let mut plan = Plan::of(experiment, described, &source.name);
    plan.identity = identity(&plan, &bench);
    Ok(Prepared { plan, bench })
}

/// What is shown beside what is judged.
fn instruments(bench: &WarStrikeBench, tables: usize) -> Instruments {
    Instruments {
        rows: chronicle::kinds(),
        margin: measures().iter().position(|measure| measure.name == "Points"),
        luck: luck(),
        gauges: gauges(),
        charts: chronicle::charts(),
        grounds: (0..tables).map(|table| chronicle::ground(bench.setup(0, table))).collect(),
    }
}

/// How this program plays, as [`Laboratory::program`] says.
///
/// [`Laboratory::program`]: tabletop_lab::laboratory::Laboratory::program
///
/// # Errors
/// The style of that game is missing or faulty.
pub fn program_hash(bench: &WarStrikeBench, data: &DataFolder) -> Result<u64, Faults> {
    let swift = Styles::load("swift", data)?;
    let setups = vec![vec![Arc::clone(bench.setup(0, 0))]];
    let bench = WarStrikeBench::new(setups, vec![[swift.clone(), swift]], *bench.judgement());
    let order = GameOrder { arm: 0, table: 0, players: 0, way: Way::AsWritten, seed: 1 };
    Ok(bench.play(&mut bench.worker(), &order).state)
}

fn look_up(names: &Names, reader: &Reader, folder: &Path, data: &DataFolder) -> Result<Found, Faults> {
    let mut others: Vec<Fault> = Vec::new();
    let rules = names.rules.as_ref().map(|wanted| {
        let rules = find(wanted, folder, data, (reader, &mut others));
        let called = |rulebook: &Option<Rulebook>| Some(rulebook.as_ref()?.ruleset.name.clone());
        let called: Vec<Option<String>> = rules.iter().map(called).collect();
        refuse_same_names(&called.iter().map(Option::as_deref).collect::<Vec<_>>(), names, reader);
        rules
    });
    let tables: Vec<Place> =
        names.tables.iter().filter_map(|table| find_table(table, folder, data, reader)).collect();
    let rules: Vec<Rulebook> = rules.into_iter().flatten().flatten().collect();
    // Where each switch is turned alone, one that no table can be played with says nothing about the others.
    let may_be_left_out = matches!(names.rules, Some(Rules::EachSwitch(_)));
    let (mut kept_rules, mut setups, mut left_out) = (Vec::new(), Vec::new(), Vec::new());
    for (index, rulebook) in rules.into_iter().enumerate() {
        let yardstick = setups.first();
        let load = |(number, place): (usize, &Place)| {
            let mut setup = place.under(&rulebook, data)?;
            // The same positions come up under all rules.
            if let Some(same) = yardstick.and_then(|setups: &Vec<Arc<Setup>>| setups.get(number)) {
                setup.share_terrain(same);
            }
            Ok(Arc::new(setup))
        };
        let places = tables.iter().enumerate();
        let loaded: Result<Vec<Arc<Setup>>, Faults> = match may_be_left_out && index > 0 {
            true => places.map(load).collect(),
            false => Ok(places.filter_map(|place| kept(load(place), &mut others)).collect()),
        };
        match loaded {
            Ok(loaded) => {
                kept_rules.push(rulebook);
                setups.push(loaded);
            }
            Err(faults) => {
                let why = faults
                    .0
                    .first()
                    .map_or_else(String::new, |fault| format!("{}: {}", fault.file, fault.what));
                left_out.push(format!("{} is left out: {why}.", rulebook.ruleset.name));
            }
        }
    }
    let rules = kept_rules;
    let styles = Shipped { kind: "style", names: data.styles() };
    let mut style = |named: &Placed| {
        let path = styles.locate(named, folder, reader)?;
        kept(Styles::load(&path, data), &mut others)
    };
    let mut players = Vec::new();
    for [a, b] in &names.players {
        let [a, b] = [a, b].map(&mut style);
        players.extend(a.zip(b).map(|(a, b)| [a, b]));
    }
    if others.is_empty() { Ok(Found { rules, setups, players, left_out }) } else { Err(Faults(others)) }
}

/// A table that was found.
enum Place {
    Level(PathBuf),
    Moment(Box<Bundle>),
}

impl Place {
    /// The table under some rules. Under which it is wrong is half of what is wrong with it.
    fn under(&self, rulebook: &Rulebook, data: &DataFolder) -> Result<Setup, Faults> {
        let setup = match self {
            Self::Level(path) => load_level_under(path, data, &rulebook.chain),
            Self::Moment(bundle) => {
                Setup::from_bundle(Bundle { rulesets: rulebook.chain.clone(), ..(**bundle).clone() })
            }
        };
        setup.map_err(|faults| named(faults, &rulebook.ruleset.name))
    }
}

/// Finds a table. What is wrong with it is recorded at its place.
fn find_table(table: &Table, folder: &Path, data: &DataFolder, reader: &Reader) -> Option<Place> {
    match table {
        Table::Level(level) => {
            let levels = Shipped { kind: "level", names: data.levels() };
            levels.locate(level, folder, reader).map(Place::Level)
        }
        Table::Moment { save, entry } => match moment(&folder.join(&save.text), *entry as usize) {
            Ok(bundle) => Some(Place::Moment(Box::new(bundle))),
            Err((what, expected)) => {
                reader.fault(save.at, format!("{}: {what}", save.text), expected);
                None
            }
        },
    }
}

/// The level that opens at a moment of a save.
///
/// # Errors
/// Why there is none, and what was expected.
fn moment(path: &Path, entry: usize) -> Result<Bundle, (String, String)> {
    let a_save = || "a save, by its path beside this file".to_owned();
    let loaded = Match::load(path).map_err(|error| (error.to_string(), a_save()))?;
    let mut game = loaded.game;
    let last = game.history().entries().len() - 1;
    if entry > last {
        let lost =
            loaded.damage.map(|damage| format!("; the rest is damaged at {damage}")).unwrap_or_default();
        let expected = format!("at: 0, the opening, to {last}{lost}");
        return Err((format!("there is no entry {entry}"), expected));
    }
    game.go_to(EntryId(entry)).map_err(|error| (error.to_string(), a_save()))?;
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    level_or_why(&game, &format!("{name}, entry {entry}"), &name)
        .map_err(|why| (why, "a moment at which a player is asked to act".to_owned()))
}

/// The faults of a table, with the rules by which it was checked.
fn named(Faults(faults): Faults, ruleset: &str) -> Faults {
    Faults(
        faults
            .into_iter()
            .map(|fault| Fault { what: format!("under {ruleset}: {}", fault.what), ..fault })
            .collect(),
    )
}

/// Identifies the games of a plan: all that they depend on but the program.
fn identity(plan: &Plan, bench: &WarStrikeBench) -> u64 {
    let mut text = String::new();
    let mut write = |part: std::fmt::Arguments| {
        let _always_written = text.write_fmt(part);
    };
    for (arm, _) in plan.arms.iter().enumerate() {
        for (table, _) in plan.tables.iter().enumerate() {
            let setup = bench.setup(arm, table);
            write(format_args!("{:016x}\n{}\n", setup.ruleset.hash(), setup.bundle.level.text));
            setup.bundle.cards.iter().for_each(|card| write(format_args!("{}\n", card.text)));
        }
    }
    for (players, _) in plan.players.iter().enumerate() {
        write(format_args!("{:?}\n", bench.styles(players)));
    }
    write(format_args!(
        "{:?} {} {:?} {:?}",
        plan.ways, plan.games.from_seed, plan.columns, plan.instruments.rows
    ));
    xxh3_64(text.as_bytes())
}
