//! The kinds of order, step, choice, fact and reason that all phases together have.
//!
//! Each is an enum of the phases' own enums, made from the list of phases, so that the engine works with all of them and
//! knows none by name. In JSON only the phase's own name shows: `{"GetDown":{…}}`, never `{"GetDown":{"GetDown":{…}}}`. In
//! the binary form that is hashed the phase comes first.

use serde::de::{
    DeserializeOwned, EnumAccess, IntoDeserializer, VariantAccess, Visitor, value::StrDeserializer,
};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::engine::WarStrike;
use super::engine::fact::UnitFact;
use super::engine::refusal::{General, GeneralMistake};
use super::phases::list::for_each_phase;

/// An enum of the phases' enums of one kind, each variant convertible into it.
macro_rules! sum {
    (
        $(#[$doc:meta])* $sum:ident, $kind:ident [$($derive:ident),*]
        { $($own:ident($own_type:ty),)* } $($m:ident: $name:ident,)*
    ) => {
        $(#[$doc])*
        #[derive(Clone, Debug, PartialEq, $($derive),*)]
        #[allow(missing_docs, reason = "each variant is named after its phase")]
        pub enum $sum {
            $($own($own_type),)*
            $($name(super::phases::$m::kinds::$kind),)*
        }

        $(impl From<$own_type> for $sum {
            fn from(own: $own_type) -> Self { Self::$own(own) }
        })*
        $(impl From<super::phases::$m::kinds::$kind> for $sum {
            fn from(of_phase: super::phases::$m::kinds::$kind) -> Self { Self::$name(of_phase) }
        })*

        impl Serialize for $sum {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                #[derive(Serialize)]
                enum Tagged<'a> {
                    $($own(&'a $own_type),)*
                    $($name(&'a super::phases::$m::kinds::$kind),)*
                }
                if serializer.is_human_readable() {
                    return match self {
                        $(Self::$own(own) => own.serialize(serializer),)*
                        $(Self::$name(of_phase) => of_phase.serialize(serializer),)*
                    };
                }
                match self {
                    $(Self::$own(own) => Tagged::$own(own).serialize(serializer),)*
                    $(Self::$name(of_phase) => Tagged::$name(of_phase).serialize(serializer),)*
                }
            }
        }
    };
}

/// Reading such an enum back. Its variants' names tell the phases apart.
macro_rules! read_sum {
    (
        $sum:ident, $kind:ident
        { $($own:ident($own_type:ty),)* } $($m:ident: $name:ident,)*
    ) => {
        impl<'de> Deserialize<'de> for $sum {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                struct SumVisitor;

                impl<'de> Visitor<'de> for SumVisitor {
                    type Value = $sum;

                    fn expecting(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
                        f.write_str(concat!("one of the variants of ", stringify!($sum)))
                    }

                    fn visit_enum<A: EnumAccess<'de>>(self, data: A) -> Result<$sum, A::Error> {
                        let (name, variant) = data.variant::<String>()?;
                        $(if variants_of::<$own_type>().contains(&name.as_str()) {
                            return of_phase(&name, variant).map($sum::$own);
                        })*
                        $(if variants_of::<super::phases::$m::kinds::$kind>().contains(&name.as_str()) {
                            return of_phase(&name, variant).map($sum::$name);
                        })*
                        Err(serde::de::Error::unknown_variant(&name, &[]))
                    }
                }

                deserializer.deserialize_enum(stringify!($sum), &[], SumVisitor)
            }
        }

        impl $sum {
            /// The names of all variants in JSON, phase by phase.
            pub fn names() -> Vec<&'static str> {
                [
                    $(variants_of::<$own_type>(),)*
                    $(variants_of::<super::phases::$m::kinds::$kind>(),)*
                ]
                .concat()
            }
        }
    };
}

/// The names that an enum's variants have in files.
fn variants_of<T: DeserializeOwned>() -> &'static [&'static str] {
    let mut names: &[&str] = &[];
    let _unread = T::deserialize(Names(&mut names));
    names
}

/// Reads nothing: it learns which variants are asked for.
struct Names<'a>(&'a mut &'static [&'static str]);

impl<'de> Deserializer<'de> for Names<'_> {
    type Error = serde::de::value::Error;

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        variants: &'static [&'static str],
        _: V,
    ) -> Result<V::Value, Self::Error> {
        *self.0 = variants;
        Err(serde::de::Error::custom("nothing is read"))
    }

    fn deserialize_any<V: Visitor<'de>>(self, _: V) -> Result<V::Value, Self::Error> {
        Err(serde::de::Error::custom("it is no enum"))
    }

    serde::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit unit_struct
        newtype_struct seq tuple tuple_struct map struct identifier ignored_any
    }
}

macro_rules! order_sum {
    ($($m:ident: $name:ident,)*) => {
        sum! {
            /// Order of a player: an order of one of the phases.
            Order, Order [Eq, Hash] {} $($m: $name,)*
        }

        impl<'de> Deserialize<'de> for Order {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                deserializer.deserialize_enum("Order", &Self::NAMES, OrderVisitor)
            }
        }

        impl Order {
            /// Every order's name in JSON.
            pub const NAMES: [&'static str; 0 $(+ super::phases::$m::kinds::Order::NAMES.len())*] = {
                let mut names = [""; 0 $(+ super::phases::$m::kinds::Order::NAMES.len())*];
                let mut count = 0;
                $({
                    let mut index = 0;
                    while index < super::phases::$m::kinds::Order::NAMES.len() {
                        names[count] = super::phases::$m::kinds::Order::NAMES[index];
                        index += 1;
                        count += 1;
                    }
                })*
                let _ = count;
                names
            };
        }

        struct OrderVisitor;

        impl<'de> Visitor<'de> for OrderVisitor {
            type Value = Order;

            fn expecting(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
                f.write_str("an order")
            }

            fn visit_enum<A: EnumAccess<'de>>(self, data: A) -> Result<Order, A::Error> {
                let (name, variant) = data.variant::<String>()?;
                $(if super::phases::$m::kinds::Order::NAMES.contains(&name.as_str()) {
                    return of_phase(&name, variant).map(Order::$name);
                })*
                Err(serde::de::Error::unknown_variant(&name, &Order::NAMES))
            }
        }
    };
}
for_each_phase!(Order, order_sum);

/// Reads an order of a phase whose name has been read already.
fn of_phase<'de, T: DeserializeOwned, A: VariantAccess<'de>>(name: &str, variant: A) -> Result<T, A::Error> {
    T::deserialize(serde::de::value::EnumAccessDeserializer::new(Named { name, variant }))
}

/// A variant and its name.
struct Named<'a, A> {
    name: &'a str,
    variant: A,
}

impl<'de, A: VariantAccess<'de>> EnumAccess<'de> for Named<'_, A> {
    type Error = A::Error;
    type Variant = A;

    fn variant_seed<V: serde::de::DeserializeSeed<'de>>(self, seed: V) -> Result<(V::Value, A), A::Error> {
        let name: StrDeserializer<A::Error> = self.name.into_deserializer();
        Ok((seed.deserialize(name)?, self.variant))
    }
}

macro_rules! step_sum {
    ($($m:ident: $name:ident,)*) => {
        sum! {
            /// Something that still has to happen: a step of one of the phases.
            Step, Step [Eq, Hash] {} $($m: $name,)*
        }
        read_sum! { Step, Step {} $($m: $name,)* }
    };
}
for_each_phase!(Step, step_sum);

macro_rules! choice_sum {
    ($($m:ident: $name:ident,)*) => {
        sum! {
            /// Choice put to a player: a choice of one of the phases.
            Choice, Choice [Copy, Eq, Hash] {} $($m: $name,)*
        }
        read_sum! { Choice, Choice {} $($m: $name,)* }
    };
}
for_each_phase!(Choice, choice_sum);

macro_rules! fact_sum {
    ($($m:ident: $name:ident,)*) => {
        sum! {
            /// One thing that happened: to units and models, as in any phase, or of one of the phases.
            Fact, Fact [] { Unit(UnitFact), } $($m: $name,)*
        }
        read_sum! { Fact, Fact { Unit(UnitFact), } $($m: $name,)* }
    };
}
for_each_phase!(Fact, fact_sum);

macro_rules! reason_sum {
    ($($m:ident: $name:ident,)*) => {
        sum! {
            /// Reason for refusing a command: a general one, or one of a phase.
            Reason, Reason [Copy, Eq, PartialOrd, Ord, Hash] { General(General), } $($m: $name,)*
        }

        impl Reason {
            /// All of them.
            pub fn all() -> impl Iterator<Item = Self> {
                let general = General::ALL.iter().map(|reason| Self::General(*reason));
                general $(.chain(super::phases::$m::kinds::Reason::ALL.iter().map(|reason| Self::$name(*reason))))*
            }
        }
    };
}
for_each_phase!(Reason, reason_sum);

macro_rules! mistake_sum {
    ($($m:ident: $name:ident,)*) => {
        /// Fault of a command: a general one, or one of a phase.
        #[derive(Clone, Debug, PartialEq)]
        #[allow(missing_docs, reason = "each variant is named after its phase")]
        pub enum Mistake {
            General(GeneralMistake),
            $($name(super::phases::$m::kinds::Mistake),)*
        }

        impl From<GeneralMistake> for Mistake {
            fn from(general: GeneralMistake) -> Self { Self::General(general) }
        }
        $(impl From<super::phases::$m::kinds::Mistake> for Mistake {
            fn from(of_phase: super::phases::$m::kinds::Mistake) -> Self { Self::$name(of_phase) }
        })*

        impl AsRef<dyn tabletop::refusal::Mistake<WarStrike>> for Mistake {
            fn as_ref(&self) -> &(dyn tabletop::refusal::Mistake<WarStrike> + 'static) {
                match self {
                    Self::General(general) => general,
                    $(Self::$name(of_phase) => of_phase,)*
                }
            }
        }
    };
}
for_each_phase!(Reason, mistake_sum);

/// Context of dice that a player rolls by hand, where their purpose alone does not explain them.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub enum RollContext {
    /// A salvo in the middle of its dice.
    #[serde(rename = "salvo")]
    Salvo(super::phases::shooting::kinds::PendingSalvo),
}

impl RollContext {
    /// The salvo, if it is one.
    pub fn salvo(&self) -> Option<&super::phases::shooting::kinds::PendingSalvo> {
        match self {
            Self::Salvo(salvo) => Some(salvo),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The name alone tells of which phase something is.
    #[test]
    fn every_name_is_used_once() {
        for names in [Order::NAMES.to_vec(), Step::names(), Choice::names(), Fact::names()] {
            let mut once = names.clone();
            once.sort_unstable();
            once.dedup();
            assert_eq!(once.len(), names.len(), "{names:?}");
            assert!(names.len() > 5, "{names:?}");
        }
    }
}
