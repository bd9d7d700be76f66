//! Counts of a game, and the measures of it that an experiment can watch.

use std::marker::PhantomData;

use tabletop::ids::Side;
use tabletop_lab::bench::{Column, Formula, Measure, Terms};
use tabletop_lab::instruments::{Chart, Control, Gauge, Instruments, RowColumn, RowKind};
use tabletop_shell::Hosted;
use tabletop_shell::tally::Tally;

use crate::kinds::variants;

/// Luck is counted in parts of a success, so many each: the chances of dice of 4, 6, 8, 10, 12 and 20 sides are whole numbers of them.
pub(crate) const PARTS: i64 = 120;

/// Columns of the game, before those of its sides.
pub(crate) const TURNS: usize = 0;
pub(crate) const ENDED: usize = 1;
const OF_GAME: usize = 2;

/// Endings of games, in the order of the column `ended`.
const ENDS: [&str; 3] = ["A wins", "B wins", "a draw"];

/// Places of the counts of a game among the columns.
pub(crate) struct Columns<G>(PhantomData<fn() -> G>);

impl<G: Hosted> Columns<G> {
    /// Names of the orders.
    pub(crate) fn orders() -> &'static [&'static str] {
        variants::<G::Order>()
    }

    /// Decisions of a side.
    pub(crate) fn decisions(side: Side) -> usize {
        OF_GAME + side.index()
    }

    /// Luck of a side's dice.
    pub(crate) fn luck(side: Side) -> usize {
        OF_GAME + 2 + side.index()
    }

    /// A tally of a side.
    pub(crate) fn tally(number: usize, side: Side) -> usize {
        OF_GAME + 4 + 2 * number + side.index()
    }

    /// An order of a side.
    pub(crate) fn order(number: usize, side: Side) -> usize {
        Self::tally(G::TALLIES.len() + number, side)
    }

    /// The uses of a paragraph, of both sides.
    pub(crate) fn used(number: usize) -> usize {
        Self::order(Self::orders().len(), Side::A) + number
    }

    /// Number of the columns.
    pub(crate) fn count() -> usize {
        Self::used(G::USED.len())
    }

    /// All of them, in their order.
    pub(crate) fn all() -> Vec<Column> {
        let column = |name: String, words: String| Column { name, words };
        let sides = |name: &str, words: &str| {
            Side::BOTH.map(|side| {
                column(format!("{name}_{}", side.to_string().to_lowercase()), format!("{words}, of {side}"))
            })
        };
        let mut all = vec![
            column("turns".to_owned(), "the turn in which it ended".to_owned()),
            column("ended".to_owned(), format!("how it ended: {}", named(&ENDS))),
        ];
        all.extend(sides("decisions", "decisions"));
        all.extend(sides("luck", &format!("dice beyond what they were expected to show, {PARTS} a success")));
        all.extend(G::TALLIES.iter().flat_map(|tally| sides(tally.column, tally.words)));
        all.extend(
            Self::orders()
                .iter()
                .flat_map(|order| sides(&format!("order_{}", snake(order)), &format!("orders {order}"))),
        );
        let used = |id: &&str| column(id.to_lowercase().replace('-', "_"), format!("uses of {id}"));
        all.extend(G::USED.iter().map(used));
        all
    }

    /// Measures that can be watched.
    pub(crate) fn measures() -> Vec<Measure> {
        let measure = |name: String, words: String, from: Formula| Measure { name, words, from };
        let mut all: Vec<Measure> = Side::BOTH
            .map(|side| measure(format!("Wins({side})"), format!("{side} wins"), Formula::Wins(side)))
            .to_vec();
        if let Some(margin) = G::TALLIES.first() {
            let terms = vec![(Self::tally(0, Side::A), 1), (Self::tally(0, Side::B), -1)];
            all.push(measure("Margin".to_owned(), margin_words(margin), Formula::Sum(terms)));
        }
        all.push(measure("Turns".to_owned(), "turns".to_owned(), Formula::Sum(vec![(TURNS, 1)])));
        let mut of_sides = |name: &str, words: &str, of: &dyn Fn(Side) -> usize| {
            let both = Side::BOTH.map(|side| (of(side), 1)).to_vec();
            all.push(measure(name.to_owned(), words.to_owned(), Formula::Sum(both)));
            for side in Side::BOTH {
                // `Order(Fire)` of a side is `Order(Fire,A)`.
                let named = match name.strip_suffix(')') {
                    Some(open) => format!("{open},{side})"),
                    None => format!("{name}({side})"),
                };
                let terms = vec![(of(side), 1)];
                all.push(measure(named, format!("{words}, of {side}"), Formula::Sum(terms)));
            }
        };
        of_sides("Decisions", "decisions", &Self::decisions);
        for (number, tally) in G::TALLIES.iter().enumerate() {
            of_sides(tally.name, tally.words, &|side| Self::tally(number, side));
        }
        for (number, order) in Self::orders().iter().enumerate() {
            of_sides(&format!("Order({order})"), &format!("orders {order}"), &|side| {
                Self::order(number, side)
            });
        }
        for (number, id) in G::USED.iter().enumerate() {
            let terms = vec![(Self::used(number), 1)];
            all.push(measure(format!("Uses(\"{id}\")"), format!("uses of {id}"), Formula::Sum(terms)));
        }
        all
    }

    /// Instruments shown beside them.
    pub(crate) fn instruments() -> Instruments {
        let luck = Control {
            words: "dice that needed some face".to_owned(),
            terms: vec![(Self::luck(Side::A), 1), (Self::luck(Side::B), -1)],
            divided_by: PARTS as f64,
        };
        Instruments {
            rows: Self::rows(),
            margin: Self::measures().iter().position(|measure| measure.name == "Margin"),
            luck: vec![luck],
            gauges: Self::gauges(),
            charts: Self::charts(),
            grounds: Vec::new(),
        }
    }

    /// Tallies that are counted turn by turn, by their numbers.
    pub(crate) fn by_turn() -> impl Iterator<Item = (usize, &'static Tally)> {
        G::TALLIES.iter().enumerate().filter(|(_, tally)| tally.by_turn)
    }

    fn rows() -> Vec<RowKind> {
        let plain = |name: &str| RowColumn { name: name.to_owned(), names: Vec::new() };
        let list = |name: &str, names: &[&str]| RowColumn {
            name: name.to_owned(),
            names: names.iter().map(|name| (*name).to_owned()).collect(),
        };
        let used = |name: &str, first: RowColumn| RowKind {
            name: name.to_owned(),
            columns: vec![first, plain("by_a"), plain("by_b")],
        };
        let mut turn = vec![plain("turn"), list("side", &["A", "B"])];
        turn.extend(Self::by_turn().map(|(_, tally)| plain(tally.column)));
        vec![
            RowKind { name: "turns".to_owned(), columns: turn },
            used("orders", list("order", Self::orders())),
            used("uses", list("paragraph", G::USED)),
        ]
    }

    fn charts() -> Vec<Chart> {
        let sums = Self::by_turn().zip(2..).map(|((_, tally), column)| (column, tally.words.to_owned()));
        let ends = ENDS.map(str::to_owned).to_vec();
        vec![
            Chart::Course { title: "Turn by turn".to_owned(), rows: 0, by: 0, sums: sums.collect() },
            Chart::Uses { title: "Orders".to_owned(), rows: 1, by: 0, sums: vec![1, 2] },
            Chart::Shares { title: "How games end".to_owned(), column: ENDED, names: ends },
            Chart::Uses { title: "Paragraphs".to_owned(), rows: 2, by: 0, sums: vec![1, 2] },
        ]
    }

    fn gauges() -> Vec<Gauge> {
        let both = |of: &dyn Fn(Side) -> usize| Side::BOTH.map(|side| (of(side), 1)).to_vec();
        let gauge = |words: &str, means: &str, top: Terms| Gauge {
            words: words.to_owned(),
            means: means.to_owned(),
            top,
            per: Vec::new(),
            parts: 1.0,
            is_share: false,
        };
        let mut gauges = vec![
            gauge("turns", "The turn in which a game ended.", vec![(TURNS, 1)]),
            gauge("decisions", "Answers of both players.", both(&Self::decisions)),
        ];
        for (number, tally) in G::TALLIES.iter().enumerate() {
            gauges.push(gauge(tally.words, "Of both sides.", both(&|side| Self::tally(number, side))));
        }
        gauges
    }
}

fn margin_words(margin: &Tally) -> String {
    let words = margin.words.split(" (").next().unwrap_or(margin.words);
    format!("{words}, A − B")
}

/// `0 is A wins, 1 is B wins`.
fn named(names: &[&str]) -> String {
    let named = names.iter().enumerate().map(|(number, name)| format!("{number} is {name}"));
    named.collect::<Vec<_>>().join(", ")
}

/// `DeployHq` as `deploy_hq`.
fn snake(name: &str) -> String {
    let mut snake = String::new();
    for letter in name.chars() {
        if letter.is_uppercase() && !snake.is_empty() {
            snake.push('_');
        }
        snake.extend(letter.to_lowercase());
    }
    snake
}
