//! Styles as data: how a computer player chooses, and what it thinks things are worth.

use tabletop::portfolio::Limits;
use tabletop_data::fault::Faults;
use tabletop_data::ron::{Fields, Node, Reader};
use tabletop_data::source_text::SourceText;

use crate::data::read_game;

/// Way in which a computer player chooses.
#[derive(Clone, Debug, PartialEq)]
pub struct Style {
    pub id: String,
    pub name: String,
    pub about: String,
    pub method: Method,
}

/// Method by which a style chooses.
#[derive(Clone, Debug, PartialEq)]
pub enum Method {
    /// At random among what is legal.
    Random,
    /// What is worth most at a look.
    Weigh(Weights),
    /// What turns out best when it is played on.
    Search(Searching),
}

macro_rules! weights {
    ($($name:ident),* $(,)?) => {
        /// Values by which a style weighs; `assets/last-hundred-yards/styles/sensible.ron` says what each means.
        #[derive(Clone, Copy, Debug, PartialEq)]
        pub struct Weights { $(pub $name: f64),* }

        impl Weights {
            fn read(node: Node<'_>) -> Option<Self> {
                let fields = node.fields(&[$(stringify!($name)),*])?;
                $(let $name = fields.need(stringify!($name)).and_then(|node| node.number(0.0..=20.0, ""));)*
                Some(Self { $($name: $name?),* })
            }
        }
    };
}

weights!(
    harm,
    risk,
    goal,
    guard,
    near,
    urgency,
    conceal,
    blind,
    disrupted,
    reduced,
    recovery,
    support,
    drive,
    focus,
    halt,
    aimed,
    crowd,
    provoke,
    acts_from,
    assaults_from,
    chance_from,
    haste,
    reaction,
);

/// A style that plays on.
#[derive(Clone, Debug, PartialEq)]
pub struct Searching {
    pub portfolio: Vec<String>,
    pub plays_on: String,
    pub limits: Limits,
    /// Minutes before the end in which plays go on to it.
    pub last_minutes: u32,
    /// Points of a goal that is held at the end of a play.
    pub goal: f64,
    /// Share of a side's points that victory is worth.
    pub victory: f64,
}

const SHIPPED: [(&str, &str); 5] = [
    ("random", include_str!("../../../../assets/last-hundred-yards/styles/random.ron")),
    ("sensible", include_str!("../../../../assets/last-hundred-yards/styles/sensible.ron")),
    ("bold", include_str!("../../../../assets/last-hundred-yards/styles/bold.ron")),
    ("careful", include_str!("../../../../assets/last-hundred-yards/styles/careful.ron")),
    ("strong", include_str!("../../../../assets/last-hundred-yards/styles/strong.ron")),
];

/// The styles that come with the game.
///
/// # Errors
/// Faults of their files, which a test keeps out.
pub fn shipped() -> Result<Vec<Style>, Faults> {
    let read = |(id, text): &(&str, &str)| {
        read_style(id, &SourceText { name: format!("{id}.ron"), text: (*text).to_owned() })
    };
    SHIPPED.iter().map(read).collect()
}

/// A style from its file.
///
/// # Errors
/// All its faults, with their places.
pub fn read_style(id: &str, source: &SourceText) -> Result<Style, Faults> {
    let reader = Reader::new(source);
    let style = reader.root().and_then(|node| {
        let fields = node.named("Style", &["game", "name", "about", "player"])?;
        fields.or("game", (), read_game)?;
        let name = fields.need("name").and_then(|node| node.name(60));
        let about = fields.need("about").and_then(|node| node.name(200));
        let method = fields.need("player").and_then(read_method);
        Some(Style { id: id.to_owned(), name: name?, about: about?, method: method? })
    });
    reader.finish(style)
}

fn read_method(node: Node<'_>) -> Option<Method> {
    match node.variant(&["Random", "Weigh", "Search"])? {
        ("Random", _) => Some(Method::Random),
        ("Weigh", rest) => Weights::read(rest).map(Method::Weigh),
        (_, rest) => read_searching(rest).map(Method::Search),
    }
}

fn read_searching(node: Node<'_>) -> Option<Searching> {
    let fields = node.fields(&[
        "portfolio",
        "plays_on",
        "turns",
        "samples",
        "alternatives",
        "margin",
        "hopeless",
        "last_minutes",
        "goal",
        "victory",
    ])?;
    let count = |name: &str, largest: u32| fields.need(name).and_then(|node| node.whole(1..=largest, ""));
    let share =
        |fields: &Fields<'_>, name: &str| fields.need(name).and_then(|node| node.number(0.0..=1.0, ""));
    let portfolio = fields.need("portfolio").and_then(|node| node.items(1..=9)).map(|items| {
        let ids = items.into_iter().map(|node| node.id());
        ids.collect::<Vec<_>>()
    });
    let plays_on = fields.need("plays_on").and_then(|node| node.id());
    let (turns, samples, alternatives) =
        (count("turns", 40), count("samples", 100), count("alternatives", 9));
    let (margin, hopeless) = (share(&fields, "margin"), share(&fields, "hopeless"));
    let last_minutes = count("last_minutes", 200);
    let goal = fields.need("goal").and_then(|node| node.number(0.0..=100.0, "points"));
    let victory = fields.need("victory").and_then(|node| node.number(0.0..=10.0, ""));
    Some(Searching {
        portfolio: portfolio?.into_iter().collect::<Option<_>>()?,
        plays_on: plays_on?,
        limits: Limits {
            samples: samples?,
            turns: turns? as usize,
            alternatives: alternatives? as usize,
            margin: margin?,
            hopeless: hopeless?,
        },
        last_minutes: last_minutes?,
        goal: goal?,
        victory: victory?,
    })
}
