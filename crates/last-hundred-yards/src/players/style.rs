//! Styles as data: how a computer player chooses, and what it thinks things are worth.

use tabletop_data::fault::Faults;
use tabletop_data::ron::{Node, Reader};
use tabletop_data::source_text::SourceText;

use super::value::{COUNT, Features};
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
    /// Turns that each choice is played on, the present one included.
    pub turns: u32,
    /// Plays of all options of a choice together.
    pub plays: u32,
    /// Options of the first style.
    pub options: u32,
    /// Standard errors by which another option must lead the first.
    pub sure: f64,
    /// Chance by which it must lead.
    pub margin: f64,
    /// Standard errors behind the best at which an option is given up.
    pub hopeless: f64,
    /// Weights of what is counted at the end of a play.
    pub value: Features,
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
        "plays",
        "options",
        "sure",
        "margin",
        "hopeless",
        "value",
    ])?;
    let count = |name: &str, largest: u32| fields.need(name).and_then(|node| node.whole(1..=largest, ""));
    let number = |name: &str, largest: f64| fields.need(name).and_then(|node| node.number(0.0..=largest, ""));
    let portfolio = fields.need("portfolio").and_then(|node| node.items(1..=9)).map(|items| {
        let ids = items.into_iter().map(|node| node.id());
        ids.collect::<Vec<_>>()
    });
    let plays_on = fields.need("plays_on").and_then(|node| node.id());
    let (turns, plays, options) = (count("turns", 40), count("plays", 10_000), count("options", 40));
    let (sure, margin, hopeless) = (number("sure", 10.0), number("margin", 1.0), number("hopeless", 10.0));
    let value = fields.need("value").and_then(|node| node.items(COUNT..=COUNT)).and_then(|items| {
        let numbers = items.into_iter().map(|node| node.number(-100.0..=100.0, ""));
        numbers.collect::<Option<Vec<f64>>>()?.try_into().ok()
    });
    Some(Searching {
        portfolio: portfolio?.into_iter().collect::<Option<_>>()?,
        plays_on: plays_on?,
        turns: turns?,
        plays: plays?,
        options: options?,
        sure: sure?,
        margin: margin?,
        hopeless: hopeless?,
        value: value?,
    })
}
