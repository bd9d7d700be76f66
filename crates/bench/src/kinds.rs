//! The names of the kinds of orders that a game has: those by which orders are written in saves.

use std::fmt;

use serde::de::value::Error;
use serde::de::{Deserialize, Deserializer, Visitor};
use serde::{Serialize, forward_to_deserialize_any};

/// Names of the variants of an enum, in the order in which it declares them; none of what is no enum.
pub(crate) fn variants<T: for<'de> Deserialize<'de>>() -> &'static [&'static str] {
    let mut found: &'static [&'static str] = &[];
    // It says its variants and gets no value.
    let _no_value = T::deserialize(Asking(&mut found));
    found
}

/// Asks a type what it is.
struct Asking<'a>(&'a mut &'static [&'static str]);

impl<'de> Deserializer<'de> for Asking<'_> {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, _: V) -> Result<V::Value, Error> {
        Err(serde::de::Error::custom("only its name was asked"))
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        *self.0 = variants;
        self.deserialize_any(visitor)
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit unit_struct
        newtype_struct seq tuple tuple_struct map struct identifier ignored_any
    }
}

/// The name of the variant of a value, as it is written: the first text of its JSON.
pub(crate) fn variant(value: &impl Serialize) -> Option<String> {
    /// Keeps what stands before the second quotation mark.
    struct Name {
        name: String,
        marks: u8,
    }

    impl fmt::Write for Name {
        fn write_str(&mut self, text: &str) -> fmt::Result {
            for letter in text.chars() {
                match (letter, self.marks) {
                    ('"', 1) => return Err(fmt::Error),
                    ('"', _) => self.marks = 1,
                    (letter, 1) => self.name.push(letter),
                    _ => {}
                }
            }
            Ok(())
        }
    }

    impl std::io::Write for Name {
        fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
            let text = str::from_utf8(bytes).map_err(std::io::Error::other)?;
            let done = fmt::Write::write_str(self, text).is_err();
            if done { Err(std::io::ErrorKind::WriteZero.into()) } else { Ok(bytes.len()) }
        }

        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }

    let mut name = Name { name: String::new(), marks: 0 };
    // It breaks off once the name is known.
    let _broken_off = serde_json::to_writer(&mut name, value);
    (name.marks > 0).then_some(name.name)
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;

    use super::*;

    #[derive(Serialize, Deserialize)]
    enum Order {
        Stop,
        Fire { at: u8 },
        Call(u8, u8),
    }

    #[test]
    fn orders_are_known_by_their_names() {
        assert_eq!(variants::<Order>(), ["Stop", "Fire", "Call"]);
        assert_eq!(variants::<u8>(), [""; 0]);
        for (order, name) in
            [(Order::Stop, "Stop"), (Order::Fire { at: 3 }, "Fire"), (Order::Call(1, 2), "Call")]
        {
            assert_eq!(variant(&order).as_deref(), Some(name));
        }
        assert_eq!(variant(&3), None);
    }
}
