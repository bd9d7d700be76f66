//! From an experiment's file to a plan and a bench: every name is looked up, and every table checked under every ruleset, before
//! the first game.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use tabletop_data::ron::Reader;
use tabletop_lab::bench::{Bench, GameOrder, Way};
use tabletop_lab::experiment::{Names, Placed, Rules, read_experiment};
use tabletop_lab::instruments::Instruments;
use tabletop_lab::plan::{FORMAT, Plan};
use xxhash_rust::xxh3::xxh3_64;

use super::arms::{Rulebook, Shipped, arms, find, kept};
use super::bench::WarStrikeBench;
use super::chronicle;
use super::count::{columns, gauges, luck, measures};
use crate::level::data_folder::{DataFolder, load_level_under};
use crate::level::fault::{Fault, Faults};
use crate::level::judgement_file::Judgement;
use crate::level::setup::{Setup, SourceText};
use crate::level::styles::Styles;

/// An experiment that can be played.
pub struct Prepared {
    /// What is played, and what is said of it.
    pub plan: Plan,
    /// Who plays.
    pub bench: WarStrikeBench,
}

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
    let measures = measures();
    let (experiment, found) =
        read_experiment(source, &measures, |names, reader| look_up(names, reader, folder, data))?;
    let arms = arms(&found.rules);
    let [mut tables, mut players] = [Vec::new(), Vec::new()];
    tables.extend(experiment.names.tables.iter().map(|table| short(&table.text)));
    players.extend(experiment.names.players.iter().flatten().map(|style| short(&style.text)));
    let players: Vec<[String; 2]> =
        players.chunks_exact(2).map(|two| [two[0].clone(), two[1].clone()]).collect();
    let tables_count = tables.len();
    let judgement = Judgement::load(data.root())?;
    let bench = WarStrikeBench::new(found.setups, found.players, judgement);
    let strata = (0..tables.len()).flat_map(|table| (0..players.len()).map(move |players| (table, players)));
    let ways = strata.map(|(table, players)| {
        let ways = bench.ways(table, players);
        if experiment.both_ways { ways } else { ways[..1].to_vec() }
    });
    let mut plan = Plan {
        format: FORMAT,
        identity: 0,
        ways: ways.collect(),
        name: experiment.name,
        question: experiment.question,
        arms,
        tables,
        players,
        games: experiment.games,
        columns: columns(),
        measures,
        watch: experiment.watch,
        bets: experiment.bets,
        instruments: instruments(&bench, tables_count),
        file: file_name(&source.name),
        left_out: found.left_out,
        changed_late: false,
    };
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

/// A file without its folder, which is another on every machine.
fn file_name(named: &str) -> String {
    Path::new(named).file_name().and_then(|name| name.to_str()).unwrap_or(named).to_owned()
}

/// A name without folder and ending.
fn short(named: &str) -> String {
    Path::new(named).file_stem().and_then(|stem| stem.to_str()).unwrap_or(named).to_owned()
}

/// How this program plays: the last state of a quick game on the first table. Two programs that play it alike are taken to play
/// alike; what one of them plays is then not played again by the other.
///
/// # Errors
/// The style of that game is missing or faulty.
pub fn program_hash(bench: &WarStrikeBench, data: &DataFolder) -> Result<u64, Faults> {
    let swift = Styles::load("swift", data)?;
    let setups = vec![vec![Arc::clone(bench.setup(0, 0))]];
    let bench = WarStrikeBench::new(setups, vec![[swift.clone(), swift]], bench.judgement().clone());
    let order = GameOrder { arm: 0, table: 0, players: 0, way: Way::AsWritten, seed: 1 };
    Ok(bench.play(&mut bench.worker(), &order).state)
}

fn look_up(names: &Names, reader: &Reader, folder: &Path, data: &DataFolder) -> Result<Found, Faults> {
    let mut others: Vec<Fault> = Vec::new();
    let rules = names.rules.as_ref().map(|wanted| {
        let rules = find(wanted, folder, data, (reader, &mut others));
        refuse_same_rules(&rules, wanted, reader);
        rules
    });
    let levels = Shipped { kind: "level", names: data.levels() };
    let paths: Vec<_> =
        names.tables.iter().filter_map(|table| levels.locate(table, folder, reader)).collect();
    let under = |rulebook: &Rulebook| {
        let load = |path: &PathBuf| {
            let setup = load_level_under(path, data, &rulebook.chain);
            // Under which rules a table is wrong is half of what is wrong with it.
            setup.map(Arc::new).map_err(|faults| named(faults, &rulebook.ruleset.name))
        };
        paths.iter().filter_map(|path| kept(load(path), &mut others)).collect()
    };
    let rules: Vec<Rulebook> = rules.into_iter().flatten().flatten().collect();
    let setups = rules.iter().map(under).collect();
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
    if others.is_empty() { Ok(Found { rules, setups, players, left_out: Vec::new() }) } else { Err(Faults(others)) }
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

/// Two arms with the same rules can show nothing.
fn refuse_same_rules(rules: &[Option<Rulebook>], wanted: &Rules, reader: &Reader) {
    let places: Vec<usize> = match wanted {
        Rules::Named(names) => names.iter().map(|name| name.at).collect(),
        Rules::Varied { values, .. } => values.iter().map(|value| value.at).collect(),
    };
    for (index, rulebook) in rules.iter().enumerate() {
        let Some(rulebook) = rulebook else { continue };
        let before = rules[..index].iter().flatten();
        let same = before.into_iter().find(|before| before.ruleset.name == rulebook.ruleset.name);
        if same.is_some() {
            let what = format!("two of the rulesets are called \"{}\"", rulebook.ruleset.name);
            reader.fault(places[index], what, "each ruleset once");
        }
    }
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
    write(format_args!("{:?} {} {:?} {:?}", plan.ways, plan.games.from_seed, plan.columns, plan.instruments.rows));
    xxh3_64(text.as_bytes())
}
