//! Styles as data: how a computer player chooses, and what it thinks things are worth.

use tabletop_data::fault::Faults;
use tabletop_data::ron::{Node, Reader};
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
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Method {
    /// At random among what is legal.
    Random,
    /// What is worth most at a look.
    Weigh(Weights),
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
    acts_from,
    assaults_from,
);

const SHIPPED: [(&str, &str); 2] = [
    ("random", include_str!("../../../../assets/last-hundred-yards/styles/random.ron")),
    ("sensible", include_str!("../../../../assets/last-hundred-yards/styles/sensible.ron")),
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
        let method = fields.need("player").and_then(|node| match node.variant(&["Random", "Weigh"])? {
            ("Random", _) => Some(Method::Random),
            (_, rest) => Weights::read(rest).map(Method::Weigh),
        });
        Some(Style { id: id.to_owned(), name: name?, about: about?, method: method? })
    });
    reader.finish(style)
}
