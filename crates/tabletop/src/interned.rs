//! Names that live as long as the program: paragraphs, purposes of dice. In code they are literals; read from a file, each is
//! kept once.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};

use serde::{Deserialize, Deserializer};

/// A name. (Under its own name `serde` would borrow it from what is read.)
pub type Name = &'static str;

static NAMES: Mutex<BTreeSet<Name>> = Mutex::new(BTreeSet::new());

/// The name that reads like this one.
pub fn intern(name: &str) -> Name {
    let mut names = NAMES.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(known) = names.get(name) {
        return known;
    }
    let kept: Name = Box::leak(name.into());
    names.insert(kept);
    kept
}

/// For `#[serde(deserialize_with = "…")]`.
///
/// # Errors
/// It is no text.
pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Name, D::Error> {
    Cow::<'de, str>::deserialize(deserializer).map(|name| intern(&name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_kept_once() {
        let (one, other) = (intern(&String::from("MOV-5")), intern("MOV-5"));
        assert_eq!(one, "MOV-5");
        assert!(std::ptr::eq(one, other));
        assert!(!std::ptr::eq(one, intern("MOV-6")));
    }
}
