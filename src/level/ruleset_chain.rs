//! The chain of ruleset files based on each other: loading and checking it.

use super::fault::Faults;
use super::ron::Reader;
use super::ruleset_file::{Layer, based_on, read_on};
use super::setup::SourceText;

/// Files of a chain.
pub const MAX_CHAIN_LENGTH: usize = 16;

/// Loads all files that a ruleset is based on; the result begins with `top`.
///
/// `load` returns the file of a name, or a message why there is none.
///
/// # Errors
/// A file is not a ruleset, a file cannot be loaded, rulesets are based on each other
/// in a circle, or there are more than [`MAX_CHAIN_LENGTH`].
pub fn gather_chain(
    top: SourceText,
    mut load: impl FnMut(&str) -> Result<SourceText, String>,
) -> Result<Vec<SourceText>, Faults> {
    let mut chain = vec![top];
    let mut names: Vec<String> = Vec::new();
    while let Some(last) = chain.last() {
        let Some(name) = based_on(last)? else { break };
        if names.contains(&name) {
            return Err(at_on(last, format!("{name} is based on itself"), "no circle of rulesets"));
        }
        if chain.len() == MAX_CHAIN_LENGTH {
            return Err(at_on(
                last,
                format!("this is the {MAX_CHAIN_LENGTH}th ruleset of a chain"),
                "none below it",
            ));
        }
        let next = load(&name).map_err(|why| at_on(last, why, "the name of a ruleset that exists"))?;
        names.push(name);
        chain.push(next);
    }
    Ok(chain)
}

/// A single fault at a file's `on`.
fn at_on(source: &SourceText, what: String, expected: &str) -> Faults {
    let reader = Reader::new(source);
    let at = read_on(&reader).flatten().map_or(0, |(_, at)| at);
    reader.fault(at, what, expected);
    reader.finish::<()>(None).err().unwrap_or_default()
}

/// Records faults where a file is not based on the next of its chain, or where
/// a name is used twice.
pub(super) fn check_links(readers: &[Reader<'_>], layers: &[Layer]) {
    for (index, (reader, layer)) in readers.iter().zip(layers).enumerate() {
        let (name, at) = &layer.name;
        if layers[..index].iter().any(|above| above.name.0 == *name) {
            reader.fault(*at, format!("{name} is based on itself"), "no circle of rulesets");
        }
        check_link(reader, layer, layers.get(index + 1));
    }
}

fn check_link(reader: &Reader<'_>, layer: &Layer, below: Option<&Layer>) {
    let below = below.map(|below| below.name.0.as_str());
    match (&layer.on, below) {
        (Some((on, _)), Some(below)) if on == below => {}
        (None, None) => {}
        (Some((on, at)), _) => {
            let found = below
                .map_or_else(|| "no file is given for it".to_owned(), |below| format!("below it is {below}"));
            reader.fault(*at, format!("this is based on {on}, but {found}"), format!("the file of {on}"));
        }
        (None, Some(below)) => {
            reader.fault(
                layer.name.1,
                format!("this is based on nothing, but {below} is given"),
                format!("on: \"{below}\""),
            );
        }
    }
}
