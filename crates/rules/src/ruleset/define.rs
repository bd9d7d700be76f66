//! The macros with which chapters define their keys.
//!
//! From one entry, `chapter!` makes a typed field, its key in files, its rules,
//! unit, range and description, so that they cannot drift apart. `switch!` makes
//! an enum whose variants have descriptions.

use std::collections::BTreeMap;

use super::key::Value;

/// A complete set of values by key.
pub type Values = BTreeMap<&'static str, Value>;

/// A type that a field of a ruleset can have.
pub trait Setting: Sized {
    /// The field as a value.
    fn to_value(self) -> Value;
    /// The value as a field, if it is of this type.
    fn from_value(value: Value) -> Option<Self>;
}

/// [`Setting`] of a plain type by the variant of [`Value`] that carries it.
macro_rules! plain_setting {
    ($type:ty, $variant:ident) => {
        impl Setting for $type {
            fn to_value(self) -> Value {
                Value::$variant(self)
            }

            fn from_value(value: Value) -> Option<Self> {
                match value {
                    Value::$variant(plain) => Some(plain),
                    _ => None,
                }
            }
        }
    };
}

plain_setting!(f64, Number);
plain_setting!(u8, Whole);
plain_setting!(bool, Fact);

/// An enum for a key; a variant's doc comment is its description.
macro_rules! switch {
    (
        $(#[doc = $about:literal])+
        $name:ident {
            $( $(#[doc = $words:literal])+ $variant:ident, )+
        }
    ) => {
        $(#[doc = $about])+
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum $name {
            $( $(#[doc = $words])+ $variant, )+
        }

        impl $name {
            /// Its variants as files write them, with descriptions.
            pub const CHOICES: &'static [$crate::ruleset::key::Choice] = &[
                $( $crate::ruleset::key::Choice {
                    name: stringify!($variant),
                    words: concat!($($words),+).trim_ascii(),
                }, )+
            ];
        }

        impl $crate::ruleset::define::Setting for $name {
            fn to_value(self) -> $crate::ruleset::key::Value {
                match self {
                    $( Self::$variant => $crate::ruleset::key::Value::Choice(stringify!($variant)), )+
                }
            }

            fn from_value(value: $crate::ruleset::key::Value) -> Option<Self> {
                let $crate::ruleset::key::Value::Choice(name) = value else { return None };
                match name {
                    $( stringify!($variant) => Some(Self::$variant), )+
                    _ => None,
                }
            }
        }
    };
}
pub(super) use switch;

/// The allowed values of a field of this type.
macro_rules! allowed {
    (f64, $min:literal, $max:literal) => {
        $crate::ruleset::key::Allowed::Number { min: $min, max: $max }
    };
    (u8, $min:literal, $max:literal) => {
        $crate::ruleset::key::Allowed::Whole { min: $min, max: $max }
    };
    (bool) => {
        $crate::ruleset::key::Allowed::Fact
    };
    ($switch:ident) => {
        $crate::ruleset::key::Allowed::Choice($switch::CHOICES)
    };
}
pub(super) use allowed;

/// Value that files from before a key mean, if there are any.
macro_rules! before {
    () => {
        None
    };
    ($kind:ident($value:literal)) => {
        Some($crate::ruleset::key::Value::$kind($value))
    };
}
pub(super) use before;

/// The ruling whose readings are a key's words, if they are.
macro_rules! ruling {
    () => {
        None
    };
    ($ruling:literal) => {
        Some($ruling)
    };
}
pub(super) use ruling;

/// The struct of one chapter and the keys of its fields.
///
/// An entry consists of doc comments (the description), name, type, range if
/// the type is a number, unit, and the paragraphs that use it. The switch of a ruling names it: `ruling "FB-5.1"`; its first
/// word is the ruling, the others are the readings not taken. An entry younger than a release ends with `before` and the
/// value that files without it mean: the rule as it was played then.
macro_rules! chapter {
    (
        $(#[doc = $about:literal])+
        $name:ident in $place:ident ($title:literal) {
            $(
                $(#[doc = $words:literal])+
                $field:ident: $type:ident $([$min:literal, $max:literal])?, $unit:ident,
                ($rule:literal $(, $more:literal)*) $(ruling $ruling:literal)? $(before $kind:ident($before:literal))?;
            )+
        }
    ) => {
        $(#[doc = $about])+
        #[derive(Clone, Copy, Debug, PartialEq)]
        pub struct $name {
            $(
                $(#[doc = $words])+
                #[doc = ""]
                #[doc = concat!(stringify!($unit), " (", $rule, $(", ", $more,)* ").")]
                pub $field: $type,
            )+
        }

        impl $name {
            /// Its keys in the order of the fields.
            pub(super) const KEYS: &'static [$crate::ruleset::key::KeyInfo] = &[
                $( $crate::ruleset::key::KeyInfo {
                    key: concat!(stringify!($place), ".", stringify!($field)),
                    chapter: $title,
                    rules: &[$rule $(, $more)*],
                    unit: $crate::ruleset::key::Unit::$unit,
                    words: concat!($($words),+).trim_ascii(),
                    allowed: $crate::ruleset::define::allowed!($type $(, $min, $max)?),
                    ruling: $crate::ruleset::define::ruling!($($ruling)?),
                    before: $crate::ruleset::define::before!($($kind($before))?),
                }, )+
            ];

            /// Writes every field under its key.
            pub(super) fn write(&self, values: &mut $crate::ruleset::define::Values) {
                use $crate::ruleset::define::Setting as _;
                $( values.insert(concat!(stringify!($place), ".", stringify!($field)), self.$field.to_value()); )+
            }

            /// Reads every field from its key; `None` if one is missing or of another type.
            pub(super) fn read(values: &$crate::ruleset::define::Values) -> Option<Self> {
                use $crate::ruleset::define::Setting as _;
                Some(Self {
                    $( $field: <$type>::from_value(
                        *values.get(concat!(stringify!($place), ".", stringify!($field)))?
                    )?, )+
                })
            }
        }
    };
}
pub(super) use chapter;
