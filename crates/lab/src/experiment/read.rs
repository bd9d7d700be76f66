//! Reads an experiment file: every fault at once, each at its place.

use tabletop_data::fault::Faults;
use tabletop_data::ron::nearest::nearest;
use tabletop_data::ron::{Fields, Node, Reader, first_word, one_of};
use tabletop_data::source_text::SourceText;

use super::{Bet, Expected, Experiment, Games, Names, Placed, Rules, Table, Until, search};
use crate::bench::Measure;

const FIELDS: [&str; 11] = [
    "name",
    "question",
    "rules",
    "vary",
    "doubts",
    "tables",
    "players",
    "both_ways",
    "games",
    "watch",
    "i_expect",
];

const MAX_NAME: usize = 64;
pub(super) const MAX_QUESTION: usize = 400;
const MAX_PATH: usize = 1000;
const MAX_ARMS: usize = 16;
pub(super) const MAX_TABLES: usize = 32;
pub(super) const MAX_PLAYERS: usize = 16;
pub(super) const MAX_SEEDS: u32 = 10_000_000;
/// So many times the seeds that are played at least, where an experiment waits for something and does not say how long.
const PATIENCE: u64 = 20;

/// Reads an experiment. `measures` is what the game counts; `look_up` finds what the experiment names and records, at their
/// places, the names that do not exist.
///
/// # Errors
/// Every fault of the file, and those that `look_up` gives back of other files.
pub fn read_experiment<T>(
    source: &SourceText,
    measures: &[Measure],
    look_up: impl FnOnce(&Names, &Reader) -> Result<T, Faults>,
) -> Result<(Experiment, T), Faults> {
    let reader = Reader::new(source);
    let fields = reader.root().and_then(|root| root.named("Experiment", &FIELDS));
    // Names are looked up whatever else is wrong, so that everything is said at once.
    let names = fields.as_ref().map(read_names).unwrap_or_default();
    let found = look_up(&names, &reader);
    let experiment = fields.and_then(|fields| read_fields(&fields, names, measures));
    both(reader.finish(experiment), found)
}

/// The content of a file with everything it names, or the faults of both.
pub(super) fn both<S, T>(said: Result<S, Faults>, found: Result<T, Faults>) -> Result<(S, T), Faults> {
    match (said, found) {
        (Ok(said), Ok(found)) => Ok((said, found)),
        (Ok(_), Err(others)) => Err(others),
        (Err(mut own), found) => {
            own.0.extend(found.err().unwrap_or_default().0);
            Err(own)
        }
    }
}

/// Names in the text of an experiment or a search, as far as it can be read; its faults are not said here.
pub fn names_of(source: &SourceText) -> Names {
    let reader = Reader::new(source);
    let fields = |name: &str, known: &[&str]| reader.root().and_then(|root| root.named(name, known));
    match first_word(&source.text) {
        Some("Search") => fields("Search", &search::FIELDS).as_ref().map(search::read_names),
        _ => fields("Experiment", &FIELDS).as_ref().map(read_names),
    }
    .unwrap_or_default()
}

fn read_names(fields: &Fields) -> Names {
    let tables = fields.need("tables").and_then(|node| list(node, 1..=MAX_TABLES, read_table));
    let players = fields.need("players").and_then(|node| list(node, 1..=MAX_PLAYERS, read_players));
    Names {
        rules: read_rules(fields),
        tables: tables.unwrap_or_default(),
        players: players.unwrap_or_default(),
    }
}

fn read_fields(fields: &Fields, names: Names, measures: &[Measure]) -> Option<Experiment> {
    let name = fields.need("name").and_then(read_name);
    let question = fields.need("question").and_then(|node| node.text(MAX_QUESTION));
    let both_ways = fields.or("both_ways", true, |node| node.flag());
    let games = fields.need("games").and_then(|node| read_games(node, measures));
    let measure = |node: Node| read_measure(node, measures);
    // Wins, where nobody says otherwise.
    let wins = || measures.iter().position(|measure| measure.name == "Wins(A)").into_iter().collect();
    let watch = fields.or("watch", wins(), |node| list(node, 1..=measures.len(), measure));
    let bet = |node: Node| read_bet(node, measures);
    let bets = fields.or("i_expect", Vec::new(), |node| list(node, 0..=measures.len(), bet));
    let (watch, bets) = (watch?, bets?);
    refuse_repeated(fields, "watch", &watch);
    refuse_repeated(fields, "i_expect", &bets.iter().map(|bet| bet.measure).collect::<Vec<_>>());
    refuse_unwatched(fields, &bets, &watch, measures);
    let experiment = Experiment {
        name: name?,
        question: question?,
        names,
        both_ways: both_ways?,
        games: games?,
        watch,
        bets,
    };
    check_design(fields, &experiment);
    Some(experiment)
}

/// The values of a list that can be read; what is wrong with the others is recorded.
pub(super) fn list<T>(
    node: Node,
    length: std::ops::RangeInclusive<usize>,
    mut read: impl FnMut(Node) -> Option<T>,
) -> Option<Vec<T>> {
    let nodes = node.items(length)?;
    Some(nodes.into_iter().filter_map(&mut read).collect())
}

/// The name is that of a folder as well.
pub(super) fn read_name(node: Node) -> Option<String> {
    let name = node.name(MAX_NAME)?;
    let plain = name.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '.' | '_'));
    if plain && !name.starts_with('.') {
        return Some(name);
    }
    node.fault(format!("{} is not an experiment's name", node.quote()), "letters, digits, -, _ and . within");
    None
}

pub(super) fn placed(node: Node) -> Option<Placed> {
    node.text(MAX_PATH).map(|text| Placed { text, at: node.offset() })
}

fn read_rules(fields: &Fields) -> Option<Rules> {
    let said: Vec<(&str, Node)> =
        ["rules", "vary", "doubts"].iter().filter_map(|name| Some((*name, fields.get(name)?))).collect();
    match said.as_slice() {
        [("rules", rules)] => list(*rules, 1..=MAX_ARMS, placed).map(Rules::Named),
        [("vary", vary)] => read_vary(*vary),
        [(_, doubts)] => placed(*doubts).map(Rules::EachSwitch),
        [] => {
            // Says so itself, unless the name is misspelt.
            let _missing = fields.need("rules");
            None
        }
        [(first, _), (_, other), ..] => {
            other.fault(
                format!("`{first}` says already what is compared"),
                "one of `rules`, `vary` and `doubts`",
            );
            None
        }
    }
}

fn read_vary(node: Node) -> Option<Rules> {
    let fields = node.fields(&["key", "on", "values"])?;
    let key = fields.need("key").and_then(placed);
    let on = fields.need("on").and_then(placed);
    let value = |node: Node| Some(Placed { text: node.source().to_owned(), at: node.offset() });
    let values = fields.need("values").and_then(|node| list(node, 2..=MAX_ARMS, value));
    Some(Rules::Varied { key: key?, on: on?, values: values? })
}

pub(super) fn read_table(node: Node) -> Option<Table> {
    if !node.source().starts_with('(') {
        return placed(node).map(Table::Level);
    }
    let fields = node.fields(&["save", "at"])?;
    let save = fields.need("save").and_then(placed);
    let entry = fields.need("at").and_then(|node| node.whole(0..=u32::MAX, ""));
    Some(Table::Moment { save: save?, entry: entry? })
}

/// Two players, or one who meets himself.
pub(super) fn read_players(node: Node) -> Option<[Placed; 2]> {
    if node.source().starts_with('"') {
        return placed(node).map(|himself| [himself.clone(), himself]);
    }
    let fields = node.fields(&["A", "B"])?;
    let [a, b] = ["A", "B"].map(|side| fields.need(side).and_then(placed));
    Some([a?, b?])
}

fn read_games(node: Node, measures: &[Measure]) -> Option<Games> {
    let fields = node.named("Pairs", &["from_seed", "at_least", "at_most", "until", "minutes"])?;
    let from_seed = fields.or("from_seed", 1, |node| node.whole(0..=u32::MAX, ""));
    let count = |node: Node| node.whole(1..=MAX_SEEDS, "seeds");
    let at_least = fields.need("at_least").and_then(count);
    let at_most = fields.maybe("at_most", count);
    let until = fields.maybe("until", |node| read_until(node, measures));
    let minutes = fields.maybe("minutes", |node| node.whole(1..=100_000, "minutes"));
    let (at_least, until) = (u64::from(at_least?), until?);
    let waits = until.is_some() || minutes?.is_some();
    let at_most = at_most?.map_or(if waits { PATIENCE * at_least } else { at_least }, u64::from);
    if at_most < at_least {
        fields
            .node
            .fault(format!("`at_most` is {at_most}"), format!("{at_least} or more, as `at_least` says"));
        return None;
    }
    Some(Games { from_seed: u64::from(from_seed?), at_least, at_most, until, minutes: minutes? })
}

fn read_until(node: Node, measures: &[Measure]) -> Option<Until> {
    if node.source().starts_with("Better") {
        let fields = node.named("Better", &["by"])?;
        let by = fields.need("by")?.number(0.001..=0.4, "of all wins")?;
        return Some(Until::Better { by });
    }
    if node.source().starts_with("Even") {
        let fields = node.named("Even", &["within"])?;
        let half = fields.need("within")?.number(0.001..=0.5, "of all wins")?;
        return Some(Until::Even { half });
    }
    let [measure, within] = node.array::<2>()?;
    let (measure, half) = (read_measure(measure, measures), read_within(within));
    Some(Until::Within { measure: measure?, half: half? })
}

/// `within: 0.05`.
fn read_within(node: Node) -> Option<f64> {
    let (name, value) = node.field()?;
    if name != "within" {
        node.fault(format!("there is no `{name}` here"), "within: NUMBER");
        return None;
    }
    value.number(1e-6..=1e6, "")
}

/// The number of a measure.
pub(super) fn read_measure(node: Node, measures: &[Measure]) -> Option<usize> {
    let written: String = node.source().chars().filter(|c| !c.is_whitespace()).collect();
    let named = |name: &str| measures.iter().position(|measure| measure.name == name);
    // `Wins` alone are those of A.
    let found = named(&written).or_else(|| named(&format!("{written}(A)")));
    if found.is_none() {
        let names = || measures.iter().map(|measure| measure.name.as_str());
        let expected = match nearest(&written, ["Wins"].into_iter().chain(names())) {
            Some(nearest) => nearest.to_owned(),
            None => one_of(None, &plain(names())),
        };
        node.fault(format!("{} is nothing that is counted", node.quote()), expected);
    }
    found
}

/// The names of measures without those of a side; of those that differ only in brackets the first.
fn plain<'m>(names: impl Iterator<Item = &'m str>) -> Vec<&'m str> {
    let of_a_side = |name: &str| name.ends_with("(A)") || name.ends_with("(B)") || name.contains(',');
    let mut plain = vec!["Wins"];
    for name in names.filter(|name| !of_a_side(name)) {
        let alike = |known: &&str| {
            known.split_once('(').is_some_and(|(head, _)| name.starts_with(&format!("{head}(")))
        };
        if !plain.iter().any(alike) {
            plain.push(name);
        }
    }
    plain
}

fn read_bet(node: Node, measures: &[Measure]) -> Option<Bet> {
    let [measure, says] = node.array::<2>()?;
    let (measure, says) = (read_measure(measure, measures), read_expected(says));
    Some(Bet { measure: measure?, says: says? })
}

fn read_expected(node: Node) -> Option<Expected> {
    let (name, rest) = node.variant(&["Fewer", "More", "Same"])?;
    match name {
        "Fewer" => rest.fields(&[]).map(|_| Expected::Fewer),
        "More" => rest.fields(&[]).map(|_| Expected::More),
        _ => {
            let within = rest.fields(&["within"])?.need("within")?.number(0.0..=1e6, "")?;
            Some(Expected::Same { within })
        }
    }
}

pub(super) fn refuse_repeated(fields: &Fields, name: &str, measures: &[usize]) {
    let twice = (1..measures.len()).find(|index| measures[..*index].contains(&measures[*index]));
    if let (Some(_), Some(node)) = (twice, fields.get(name)) {
        node.fault(format!("`{name}` names a measure twice"), "each measure once");
    }
}

/// A bet is judged, so its measure has to be watched.
fn refuse_unwatched(fields: &Fields, bets: &[Bet], watch: &[usize], measures: &[Measure]) {
    let Some(node) = fields.get("i_expect") else { return };
    for bet in bets.iter().filter(|bet| !watch.contains(&bet.measure)) {
        let name = &measures[bet.measure].name;
        node.fault(format!("{name} is bet on, but not watched"), format!("{name} in `watch`"));
    }
}

/// Refuses parts that do not fit together though each is right.
fn check_design(fields: &Fields, experiment: &Experiment) {
    let arms = match &experiment.names.rules {
        Some(Rules::Named(names)) => names.len(),
        Some(Rules::Varied { values, .. }) => values.len(),
        Some(Rules::EachSwitch(_) | Rules::Grid { .. }) => 2,
        None => return,
    };
    let players = &experiment.names.players;
    let themselves = players.iter().filter(|[a, b]| a.text == b.text).count();
    let Some(games) = fields.get("games") else { return };
    let until = experiment.games.until;
    if let Some((what, expected)) =
        until.and_then(|until| unfitting(until, arms, (themselves, players.len())))
    {
        games.fault(what, expected);
    }
    if arms == 1 && themselves < players.len() && !experiment.both_ways {
        fields.node.fault("players are compared, but `both_ways` is false", "both_ways: true");
    }
}

/// Reason why a goal does not fit the number of rulesets, or the players: so many of whom meet themselves, of so many.
fn unfitting(
    until: Until,
    arms: usize,
    (themselves, all): (usize, usize),
) -> Option<(&'static str, &'static str)> {
    const SEVERAL: &str =
        "(MEASURE, within: NUMBER): with several rulesets, differences between them are judged";
    match until {
        Until::Better { .. } if arms > 1 => {
            Some(("`until: Better` is for players under one ruleset", SEVERAL))
        }
        Until::Even { .. } if arms > 1 => Some(("`until: Even` is for tables under one ruleset", SEVERAL)),
        Until::Better { .. } if themselves > 0 => Some((
            "`until: Better`, but a player meets himself",
            "two players; or Even(within: 0.03), for tables on which each player meets himself",
        )),
        Until::Even { .. } if themselves < all => Some((
            "`until: Even`, but two players meet who differ",
            "each player against himself; or Better(by: 0.03), for players who differ",
        )),
        Until::Within { .. } if arms == 1 => Some((
            "there is one ruleset, and no difference to be known to within anything",
            "Better(by: 0.03) for players who differ, Even(within: 0.03) for tables, or a second ruleset",
        )),
        Until::Better { .. } | Until::Even { .. } | Until::Within { .. } => None,
    }
}
