//! A style of a computer player with those that it names.

use std::path::Path;

use super::data_folder::DataFolder;
use super::fault::Faults;
use super::judgement_file::Judgement;
use super::library::one_of_known;
use super::named_file::Named;
use super::ron::Reader;
use super::search_path::SearchPath;
use super::setup::SourceText;
use super::style_file::{Method, Searching, Style, read_style};

/// A style, and those it compares or plays on by.
#[derive(Clone, Debug, PartialEq)]
pub struct Styles {
    /// The style.
    pub chosen: Style,
    /// Those that it names; none unless it searches.
    pub named: Vec<Style>,
}

impl Styles {
    /// A style by its path, or by the id of one of the player's own or of a shipped one.
    ///
    /// # Errors
    /// Every fault of the file, and of those it names.
    pub fn load(style: &(impl AsRef<Path> + ?Sized), data: &DataFolder) -> Result<Self, Faults> {
        let judgement = Judgement::load(data.root())?;
        let found = SearchPath::asked(data.folders()).find(Named::Style, style.as_ref())?;
        Self::from_source(&found.read()?, &SearchPath::beside(&found, data.folders()), &judgement)
    }

    /// The style that a text holds; what it does not judge itself it judges as the others do.
    pub(super) fn from_source(
        source: &SourceText,
        search: &SearchPath,
        judgement: &Judgement,
    ) -> Result<Self, Faults> {
        let chosen = read_style(source, judgement)?;
        let Method::Search(searching) = &chosen.method else {
            return Ok(Self { chosen, named: Vec::new() });
        };
        let mut names: Vec<&String> = searching.portfolio.iter().chain([&searching.plays_on]).collect();
        names.sort();
        names.dedup();
        let mut faults = Faults::default();
        let mut named = Vec::with_capacity(names.len());
        for name in names {
            match named_style(name, search, judgement) {
                Ok(Style { method: Method::Search(_), .. }) => {
                    let what = format!("it names the style \"{name}\", which looks ahead itself");
                    let expected = "styles that weigh, or choose at random";
                    faults.0.extend(fault_at(source, searching, name, what, expected.to_owned()).0);
                }
                Ok(style) => named.push(style),
                Err(Unnamed::Missing { what, expected }) => {
                    faults.0.extend(fault_at(source, searching, name, what, expected).0);
                }
                Err(Unnamed::Faulty(found)) => faults.0.extend(found.0),
            }
        }
        if faults.0.is_empty() { Ok(Self { chosen, named }) } else { Err(faults) }
    }

    /// A named style by its id.
    pub fn named(&self, id: &str) -> Option<&Style> {
        self.named.iter().find(|style| style.id == id)
    }
}

/// Reason why a style that another names cannot be had.
enum Unnamed {
    /// There is none of that name.
    Missing { what: String, expected: String },
    /// Its own file has mistakes.
    Faulty(Faults),
}

fn named_style(name: &str, search: &SearchPath, judgement: &Judgement) -> Result<Style, Unnamed> {
    let Some(source) = search.source(Named::Style, name) else {
        let (what, expected) = missing(name, search);
        return Err(Unnamed::Missing { what, expected });
    };
    source.and_then(|source| read_style(&source, judgement)).map_err(Unnamed::Faulty)
}

/// Fault of a name that no style has, and the names expected.
fn missing(name: &str, search: &SearchPath) -> (String, String) {
    (search.missing(Named::Style, name), one_of_known(name, &search.names(Named::Style)))
}

/// A fault where a file first names another style.
fn fault_at(
    source: &SourceText,
    searching: &Searching,
    name: &str,
    what: String,
    expected: String,
) -> Faults {
    let reader = Reader::new(source);
    let at = searching.named_at.iter().find(|(named, _)| named == name);
    reader.fault(at.map_or(0, |(_, offset)| *offset), what, expected);
    reader.finish::<()>(None).err().unwrap_or_default()
}
