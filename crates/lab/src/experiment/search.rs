//! Reads a search: some numbers of a ruleset with the values to try, and a target. Every fault at once, each at its place.

use serde::{Deserialize, Serialize};
use tabletop_data::fault::Faults;
use tabletop_data::ron::{Fields, Node, Reader};
use tabletop_data::source_text::SourceText;

use super::read::{
    MAX_PLAYERS, MAX_QUESTION, MAX_SEEDS, MAX_TABLES, both, list, placed, read_measure, read_name,
    read_players, read_table, refuse_repeated,
};
use super::{Games, Names, Placed, Rules, Tried};
use crate::bench::{Formula, Measure};

pub(super) const FIELDS: [&str; 9] =
    ["name", "question", "on", "numbers", "tables", "players", "both_ways", "games", "target"];

/// Numbers of a search.
const MAX_NUMBERS: usize = 4;

/// Values of a number.
const MAX_VALUES: usize = 32;

/// Combinations of a search. Each is a ruleset of its own under every table.
pub const MAX_COMBINATIONS: usize = 128;

/// Measures of a target.
const MAX_AIMS: usize = 4;

/// So many times the seeds of the first stage, where a search does not say how long it takes: five stages.
const PATIENCE: u64 = 16;

/// A search as its author writes it.
#[derive(Clone, Debug, PartialEq)]
pub struct SearchFile {
    /// Its name, and that of its folder of results.
    pub name: String,
    /// Its author's question; may be empty.
    pub question: String,
    /// Rules, tables and players that it names.
    pub names: Names,
    /// Each seed is also played with the sides swapped.
    pub both_ways: bool,
    /// Seeds of the first stage, and of all stages together.
    pub games: Games,
    /// The wanted range of each measure.
    pub target: Vec<Aim>,
}

/// A wanted range of a measure's mean a game.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Aim {
    /// The measure's number.
    pub measure: usize,
    /// At least.
    pub from: f64,
    /// At most.
    pub to: f64,
}

/// Reads a search. `measures` is what the game counts; `look_up` finds what the search names and records, at their places, what
/// does not exist.
///
/// # Errors
/// Every fault of the file, and those that `look_up` gives back of other files.
pub fn read_search<T>(
    source: &SourceText,
    measures: &[Measure],
    look_up: impl FnOnce(&Names, &Reader) -> Result<T, Faults>,
) -> Result<(SearchFile, T), Faults> {
    let reader = Reader::new(source);
    let fields = reader.root().and_then(|root| root.named("Search", &FIELDS));
    let names = fields.as_ref().map(read_names).unwrap_or_default();
    let found = look_up(&names, &reader);
    let search = fields.and_then(|fields| read_fields(&fields, names, measures));
    both(reader.finish(search), found)
}

pub(super) fn read_names(fields: &Fields) -> Names {
    let on = fields.need("on").and_then(placed);
    let numbers = fields.need("numbers").and_then(read_numbers);
    let tables = fields.need("tables").and_then(|node| list(node, 1..=MAX_TABLES, read_table));
    let players = fields.need("players").and_then(|node| list(node, 1..=MAX_PLAYERS, read_players));
    Names {
        rules: on.zip(numbers).map(|(on, numbers)| Rules::Grid { on, numbers }),
        tables: tables.unwrap_or_default(),
        players: players.unwrap_or_default(),
    }
}

fn read_fields(fields: &Fields, names: Names, measures: &[Measure]) -> Option<SearchFile> {
    let name = fields.need("name").and_then(read_name);
    let question = fields.or("question", String::new(), |node| node.text(MAX_QUESTION));
    let both_ways = fields.or("both_ways", true, |node| node.flag());
    let games = fields.need("games").and_then(read_games);
    let aim = |node: Node| read_aim(node, measures);
    let target = fields.need("target").and_then(|node| list(node, 1..=MAX_AIMS, aim))?;
    refuse_repeated(fields, "target", &target.iter().map(|aim| aim.measure).collect::<Vec<_>>());
    refuse_impossible(fields, &target, measures);
    Some(SearchFile { name: name?, question: question?, names, both_ways: both_ways?, games: games?, target })
}

/// The numbers; `None` if there are too many combinations, which then are not even looked up.
fn read_numbers(node: Node) -> Option<Vec<Tried>> {
    let numbers = list(node, 1..=MAX_NUMBERS, read_tried)?;
    for (index, number) in numbers.iter().enumerate() {
        if numbers[..index].iter().any(|before| before.key.text == number.key.text) {
            node.fault(format!("\"{}\" is named twice", number.key.text), "each key once");
            return None;
        }
    }
    let combinations: usize = numbers.iter().map(|number| number.values.len()).product();
    if combinations > MAX_COMBINATIONS {
        let expected = format!("at most {MAX_COMBINATIONS}: fewer numbers, fewer values, or a wider step");
        node.fault(format!("these are {combinations} combinations"), expected);
        return None;
    }
    Some(numbers)
}

fn read_tried(node: Node) -> Option<Tried> {
    let fields = node.fields(&["key", "values", "from", "to", "step"])?;
    let key = fields.need("key").and_then(placed);
    let values = match fields.get("values") {
        Some(values) => {
            if let Some(node) = ["from", "to", "step"].iter().find_map(|name| fields.get(name)) {
                node.fault(
                    "`values` says already what is tried",
                    "either `values`, or `from`, `to` and `step`",
                );
            }
            list(values, 2..=MAX_VALUES, |node| {
                Some(Placed { text: node.source().to_owned(), at: node.offset() })
            })
        }
        None => read_range(&fields),
    };
    Some(Tried { key: key?, values: values? })
}

/// `from: 4, to: 10, step: 2`.
fn read_range(fields: &Fields) -> Option<Vec<Placed>> {
    if ["from", "to", "step"].iter().all(|name| fields.get(name).is_none()) {
        // Says so itself, unless the name is misspelt.
        let _missing = fields.need("values");
        return None;
    }
    let number = |node: Node| node.number(-1e6..=1e6, "");
    let [from, to] = ["from", "to"].map(|name| fields.need(name).and_then(number));
    let step = fields.need("step").and_then(|node| node.number(1e-6..=1e6, ""));
    let (from, to, step) = (from?, to?, step?);
    let at = fields.get("from")?.offset();
    // A thousandth of a step is lost in adding.
    let steps = libm::floor((to - from) / step + 1e-3);
    if steps < 1.0 || steps >= MAX_VALUES as f64 {
        let what = format!("from {from} to {to} by {step} are {} values", (steps + 1.0).max(0.0));
        fields.get("from")?.fault(what, format!("from 2 to {MAX_VALUES}"));
        return None;
    }
    // Sums of steps such as 0.1 are written with the digits that somebody would write.
    let value = |index: u32| libm::round((from + f64::from(index) * step) * 1e6) / 1e6;
    Some((0..=steps as u32).map(|index| Placed { text: value(index).to_string(), at }).collect())
}

fn read_games(node: Node) -> Option<Games> {
    let fields = node.named("Pairs", &["from_seed", "at_least", "at_most", "minutes"])?;
    let from_seed = fields.or("from_seed", 1, |node| node.whole(0..=u32::MAX, ""));
    let count = |node: Node| node.whole(1..=MAX_SEEDS, "seeds");
    let at_least = fields.need("at_least").and_then(count);
    let at_most = fields.maybe("at_most", count);
    let minutes = fields.maybe("minutes", |node| node.whole(1..=100_000, "minutes"));
    let at_least = u64::from(at_least?);
    let at_most = at_most?.map_or(PATIENCE * at_least, u64::from);
    if at_most < at_least {
        let expected = format!("{at_least} or more, as `at_least` says");
        node.fault(format!("`at_most` is {at_most}"), expected);
        return None;
    }
    Some(Games { from_seed: u64::from(from_seed?), at_least, at_most, until: None, minutes: minutes? })
}

/// `(Routs, from: 2, to: 3)`.
fn read_aim(node: Node, measures: &[Measure]) -> Option<Aim> {
    let [measure, from, to] = node.array::<3>()?;
    let read = |node: Node, wanted: &str| {
        let (name, value) = node.field()?;
        if name != wanted {
            node.fault(format!("there is no `{name}` here"), format!("{wanted}: NUMBER"));
            return None;
        }
        value.number(-1e6..=1e6, "")
    };
    let number = read_measure(measure, measures);
    let (from, to) = (read(from, "from"), read(to, "to"));
    let aim = Aim { measure: number?, from: from?, to: to? };
    let name = &measures[aim.measure].name;
    if aim.from >= aim.to {
        let expected = "a range, as in from: 2, to: 3: no number of games meets a single point";
        node.fault(format!("{name} from {} to {} holds nothing", aim.from, aim.to), expected);
        return None;
    }
    let [low, high] = measures[aim.measure].bounds();
    if aim.to <= low || aim.from >= high {
        let range = if high.is_finite() { format!("from {low} to {high}") } else { format!("{low} or more") };
        node.fault(format!("no game can have {name} from {} to {}", aim.from, aim.to), range);
        return None;
    }
    Some(aim)
}

/// The wins of both sides come to 1.
fn refuse_impossible(fields: &Fields, target: &[Aim], measures: &[Measure]) {
    let wins = target.iter().filter(|aim| matches!(measures[aim.measure].from, Formula::Wins(_)));
    let wins: Vec<&Aim> = wins.collect();
    if let ([a, b], Some(node)) = (wins.as_slice(), fields.get("target"))
        && (a.from + b.from > 1.0 || a.to + b.to < 1.0)
    {
        let what = "the wins of A and of B come to 1, and these cannot";
        node.fault(what, format!("for B from {:.2} to {:.2}", 1.0 - a.to, 1.0 - a.from));
    }
}
