//! Numbers and switches of a ruleset. Each is declared once, with the paragraphs that use it: the declaration makes its field, reads
//! it from a file, and lists its value.
//!
//! ```
//! use tabletop_data::ron::Reader;
//! use tabletop_data::source_text::SourceText;
//!
//! tabletop_data::numbers!(
//!     0..=60;
//!     /// Steps of a side in a hex.
//!     stacking in 1..=4 "units in a hex" ("HUT-1"),
//!     cover_face ("HUT-2", "HUT-3"),
//! );
//! tabletop_data::switches!(
//!     /// The side that gives way on equal hits.
//!     tie ("HUT-4"): Tie { Attacker, Defender },
//! );
//!
//! let source = SourceText { name: "hut.ron".into(), text: "(stacking: 3, cover_face: 5)".into() };
//! let reader = Reader::new(&source);
//! let numbers = reader.root().and_then(Numbers::read);
//! let numbers = reader.finish(numbers).unwrap();
//! assert_eq!((numbers.stacking, numbers.values()[1].rules), (3, &["HUT-2", "HUT-3"][..]));
//! let others = Switches::default().others();
//! assert_eq!(others[0], ("tie", Switches { tie: Tie::Defender }));
//! ```

/// A number of a ruleset.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Number {
    /// As files write it.
    pub name: &'static str,
    /// Its value.
    pub value: u8,
    /// Paragraphs that use it.
    pub rules: &'static [&'static str],
}

/// A switch of a ruleset.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Switch {
    /// As files write it.
    pub name: &'static str,
    /// The word that it is set to.
    pub word: String,
    /// All words that it may have; the first is the ruling that is played.
    pub words: &'static [&'static str],
    /// Paragraphs that use it.
    pub rules: &'static [&'static str],
}

/// Declares the struct `Numbers` of a ruleset: the range of all, then the numbers with the paragraphs that use each, and with a range
/// of its own where it has one. It has `read` and `values`.
#[macro_export]
macro_rules! numbers {
    (@range $highest:literal) => {
        (0..=$highest, "")
    };
    (@range $highest:literal $low:literal $high:literal $unit:literal) => {
        ($low..=$high, $unit)
    };
    (0..=$highest:literal; $(
        $(#[doc = $doc:literal])*
        $name:ident $(in $low:literal..=$high:literal $unit:literal)? ($($rule:literal),+)
    ),* $(,)?) => {
        /// Numbers of the rules.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct Numbers { $($(#[doc = $doc])* pub $name: u8),* }

        impl Numbers {
            /// Reads every number; `None` with a fault at each that is missing or out of its range.
            pub fn read(node: $crate::ron::Node<'_>) -> Option<Self> {
                let fields = node.fields(&[$(stringify!($name)),*])?;
                $(let $name = fields.need(stringify!($name)).and_then(|node| {
                    let (range, unit) = $crate::numbers!(@range $highest $($low $high $unit)?);
                    node.byte(range, unit)
                });)*
                Some(Self { $($name: $name?),* })
            }

            /// The numbers, in the order of the file.
            pub fn values(&self) -> Vec<$crate::ruleset::Number> {
                vec![$($crate::ruleset::Number {
                    name: stringify!($name),
                    value: self.$name,
                    rules: &[$($rule),+],
                }),*]
            }
        }
    };
}

/// Declares the struct `Switches` of a ruleset: each switch with the paragraphs that use it and a new enum of its words, the first of
/// which is the ruling that is played and what a file without it means. After a semicolon come switches whose enum is declared
/// elsewhere. It has `default`, `read`, `others` and `values`.
#[macro_export]
macro_rules! switches {
    (@all $($name:ident ($($rule:literal),+): $kind:ident { $first:ident $(, $word:ident)* })*) => {
        /// Readings of what the sources leave open.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct Switches { $(pub $name: $kind),* }

        impl Default for Switches {
            fn default() -> Self {
                Self { $($name: $kind::$first),* }
            }
        }

        impl Switches {
            /// Reads every switch that a file sets; `None` with a fault at each word that its switch does not have.
            pub fn read(node: $crate::ron::Node<'_>) -> Option<Self> {
                let fields = node.fields(&[$(stringify!($name)),*])?;
                $(let $name = fields.or(stringify!($name), $kind::$first, |node| node.word(&[
                    (stringify!($first), $kind::$first) $(, (stringify!($word), $kind::$word))*
                ]));)*
                Some(Self { $($name: $name?),* })
            }

            /// Every other reading: the name of its switch, and the switches with that one turned.
            pub fn others(&self) -> Vec<(&'static str, Self)> {
                let mut all = Vec::new();
                $(for other in [$kind::$first $(, $kind::$word)*] {
                    if other != self.$name {
                        all.push((stringify!($name), Self { $name: other, ..*self }));
                    }
                })*
                all
            }

            /// The switches, in the order of the file.
            pub fn values(&self) -> Vec<$crate::ruleset::Switch> {
                vec![$($crate::ruleset::Switch {
                    name: stringify!($name),
                    word: format!("{:?}", self.$name),
                    words: &[stringify!($first) $(, stringify!($word))*],
                    rules: &[$($rule),+],
                }),*]
            }
        }
    };
    ($(
        $(#[doc = $doc:literal])*
        $name:ident ($($rule:literal),+): $kind:ident { $($word:ident),+ }
    ),* $(,)? $(;
        $($known:ident ($($known_rule:literal),+): $known_kind:ident { $($known_word:ident),+ }),* $(,)?
    )?) => {
        $(
            $(#[doc = $doc])*
            #[derive(Clone, Copy, Debug, PartialEq, Eq)]
            pub enum $kind { $($word),+ }
        )*
        $crate::switches!(@all
            $($name ($($rule),+): $kind { $($word),+ })*
            $($($known ($($known_rule),+): $known_kind { $($known_word),+ })*)?
        );
    };
}
