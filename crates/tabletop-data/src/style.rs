//! Styles of computer players, as files: the method by which a player chooses, and the values by which it weighs. Each value is
//! declared once, with its meaning: the declaration makes its field and reads it from a file.
//!
//! ```
//! use tabletop_data::source_text::SourceText;
//! use tabletop_data::style::{Method, read_style};
//!
//! tabletop_data::weights!(
//!     0.0..=20.0;
//!     /// Points of the enemy's units that an attack should cost.
//!     harm,
//!     /// Points of one's own that a place may cost.
//!     risk,
//! );
//! tabletop_data::searching!(
//!     /// Points of a hut that is held at the end of a play.
//!     hut: f64 = |node| node.number(0.0..=100.0, "points");
//! );
//!
//! let text = r#"Style(game: "huts", name: "Bold", about: "Attacks.", player: Weigh(harm: 2, risk: 0.5))"#;
//! let source = SourceText { name: "bold.ron".into(), text: text.into() };
//! let style = read_style::<Weights, Searching>("huts", "bold", &source).unwrap();
//! assert_eq!(style.method, Method::Weigh(Weights { harm: 2.0, risk: 0.5 }));
//! assert!(read_style::<Weights, Searching>("trenches", "bold", &source).is_err());
//! ```

use crate::fault::Faults;
use crate::reading::{self, all};
use crate::ron::Node;
use crate::source_text::SourceText;

/// A computer player's way to choose; `W` are the values by which it weighs, `S` is what it needs to play on.
#[derive(Clone, Debug, PartialEq)]
pub struct Style<W, S> {
    /// Id by which it is asked for.
    pub id: String,
    /// Shown to players.
    pub name: String,
    /// Description, in one sentence.
    pub about: String,
    /// Method by which it chooses.
    pub method: Method<W, S>,
}

/// Method by which a style chooses.
#[derive(Clone, Debug, PartialEq)]
pub enum Method<W, S> {
    /// At random among what is legal.
    Random,
    /// What is worth most at a look.
    Weigh(W),
    /// What turns out best when it is played on.
    Search(S),
}

/// Values that a style file sets; [`weights!`](crate::weights) and [`searching!`](crate::searching) make them.
pub trait Values: Sized {
    /// Reads every value; `None` with a fault at each that is missing or out of its range.
    fn read(node: Node<'_>) -> Option<Self>;
}

/// A style that plays on the choices of others.
pub trait PlaysOn: Values {
    /// Ids of the styles that it names.
    fn named(&self) -> impl Iterator<Item = &str>;
}

/// Reads a style of a game.
///
/// # Errors
/// All faults of the file, with their places.
pub fn read_style<W: Values, S: Values>(
    game: &str,
    id: &str,
    source: &SourceText,
) -> Result<Style<W, S>, Faults> {
    reading::read(source, |node| {
        let fields = node.named("Style", &["game", "name", "about", "player"])?;
        fields.or("game", (), |node| reading::game(node, game))?;
        let name = fields.need("name").and_then(|node| node.name(60));
        let about = fields.need("about").and_then(|node| node.name(200));
        let method = fields.need("player").and_then(read_method);
        Some(Style { id: id.to_owned(), name: name?, about: about?, method: method? })
    })
}

fn read_method<W: Values, S: Values>(node: Node<'_>) -> Option<Method<W, S>> {
    match node.variant(&["Random", "Weigh", "Search"])? {
        ("Random", _) => Some(Method::Random),
        ("Weigh", rest) => W::read(rest).map(Method::Weigh),
        (_, rest) => S::read(rest).map(Method::Search),
    }
}

/// Reads the ids of a portfolio of styles.
#[doc(hidden)]
pub fn portfolio(node: Node<'_>) -> Option<Vec<String>> {
    all(node.items(1..=9)?, |node| node.id())
}

/// Declares the struct `Weights` of a game's styles: the range of all, then each with its meaning.
#[macro_export]
macro_rules! weights {
    ($range:expr; $($(#[doc = $doc:literal])+ $name:ident),* $(,)?) => {
        /// Values by which a style weighs.
        #[derive(Clone, Copy, Debug, PartialEq)]
        pub struct Weights { $($(#[doc = $doc])+ pub $name: f64),* }

        impl $crate::style::Values for Weights {
            fn read(node: $crate::ron::Node<'_>) -> Option<Self> {
                let fields = node.fields(&[$(stringify!($name)),*])?;
                $(let $name = fields.need(stringify!($name)).and_then(|node| node.number($range, ""));)*
                Some(Self { $($name: $name?),* })
            }
        }
    };
}

/// Declares the struct `Searching` of a game's styles that play on: after the styles that it compares and plays on by, each value with
/// its meaning, its type and the way to read it.
#[macro_export]
macro_rules! searching {
    ($($(#[doc = $doc:literal])+ $name:ident: $kind:ty = $read:expr;)*) => {
        /// A style that plays on.
        #[derive(Clone, Debug, PartialEq)]
        pub struct Searching {
            /// Ids of the styles whose choices it compares.
            pub portfolio: Vec<String>,
            /// Id of the style by which both sides play on.
            pub plays_on: String,
            $($(#[doc = $doc])+ pub $name: $kind),*
        }

        impl $crate::style::Values for Searching {
            fn read(node: $crate::ron::Node<'_>) -> Option<Self> {
                let fields = node.fields(&["portfolio", "plays_on", $(stringify!($name)),*])?;
                let portfolio = fields.need("portfolio").and_then($crate::style::portfolio);
                let plays_on = fields.need("plays_on").and_then(|node| node.id());
                $(let $name = {
                    let read: fn($crate::ron::Node<'_>) -> Option<$kind> = $read;
                    fields.need(stringify!($name)).and_then(read)
                };)*
                Some(Self { portfolio: portfolio?, plays_on: plays_on?, $($name: $name?),* })
            }
        }

        impl $crate::style::PlaysOn for Searching {
            fn named(&self) -> impl Iterator<Item = &str> {
                self.portfolio.iter().chain([&self.plays_on]).map(String::as_str)
            }
        }
    };
}
