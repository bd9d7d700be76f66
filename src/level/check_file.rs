//! Checks any one data file: what `warstrike check` does.

use std::fmt;
use std::path::Path;

use super::card_file::{CardDefaults, read_card};
use super::data_folder::DataFolder;
use super::director_file::read_director;
use super::fault::{Fault, Faults};
use super::glossary::read_glossary;
use super::judgement_file::{Judgement, read_judgement};
use super::level_notes::{Beside, RulesetBeside, YARDSTICK, force_size, level_notes};
use super::name_check::name_faults;
use super::named_file::{Found, Named, is_path};
use super::ron::Reader;
use super::room_warnings::room_warnings;
use super::rulebook::rulebook;
use super::ruleset_file::read_ruleset;
use super::search_path::SearchPath;
use super::setup::{Bundle, Setup, SourceText};
use super::styles::Styles;
use super::text_file::nameless_fault;
use crate::rules::card::Card;
use crate::rules::ids::Side;
use crate::rules::mission::unusual_size;
use crate::rules::ruleset::Ruleset;

/// Content of a file without a fault.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FileKind {
    /// A level.
    Level {
        /// Its name.
        name: String,
        /// Pieces of terrain.
        pieces: usize,
        /// Units of each side.
        units: [usize; 2],
        /// Further remarks, a line each.
        notes: Vec<String>,
        /// Unusual things in it that are no faults.
        warnings: Vec<String>,
    },
    /// A card.
    Card {
        /// Its name.
        name: String,
        /// Models of the unit.
        models: u8,
        /// Its value in points.
        points: u16,
    },
    /// A ruleset.
    Ruleset {
        /// Its name.
        name: String,
    },
    /// A style of a computer player.
    Style {
        /// Its name.
        name: String,
    },
    /// Rules for the camera of a show.
    Director,
    /// Values by which computer players judge.
    Judgement,
    /// The words of the rulebook.
    Glossary {
        /// Number of terms.
        terms: usize,
    },
}

impl fmt::Display for FileKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Level { name, pieces, units: [a, b], notes, warnings } => {
                write!(f, "a level, \"{name}\": {pieces} pieces of terrain, {a} and {b} units")?;
                notes.iter().try_for_each(|note| write!(f, "\n  {note}"))?;
                warnings.iter().try_for_each(|warning| write!(f, "\n  warning: {warning}"))
            }
            Self::Card { name, models, points } => {
                let plural = if *models == 1 { "" } else { "s" };
                write!(f, "a card, \"{name}\": {models} model{plural}, {points} points")
            }
            Self::Ruleset { name } => write!(f, "a ruleset, \"{name}\""),
            Self::Style { name } => write!(f, "a style of a computer player, \"{name}\""),
            Self::Director => f.write_str("what the camera of a show looks at"),
            Self::Judgement => f.write_str("what computer players think things are worth"),
            Self::Glossary { terms } => write!(f, "the words of the rulebook: {terms} terms"),
        }
    }
}

/// Checks a file, and what it names, whole: by its path, or by the name of one of the player's own or of a shipped one.
///
/// # Errors
/// Every fault; a single one at its beginning if it is not a data file.
pub fn check_file(path: &Path, data: &DataFolder) -> Result<FileKind, Faults> {
    let found = find_any(path, data)?;
    let source = found.read()?;
    let reader = Reader::new(&source);
    let search = SearchPath::beside(&found, data.folders());
    let kind = reader.root().and_then(|root| {
        let kinds = ["Level", "Card", "Ruleset", "Style", "Director", "Judgement", "Glossary"];
        Some(root.variant(&kinds)?.0.to_owned())
    });
    let read = match reader.finish(kind)?.as_str() {
        "Level" => search.load(source.clone(), None).and_then(|setup| {
            let Bundle { cards, rulesets, .. } = &setup.bundle;
            let faults: Vec<Fault> = cards.iter().chain(rulesets).flat_map(name_faults).collect();
            if faults.is_empty() { Ok(level_kind(&setup, &search)) } else { Err(Faults(faults)) }
        }),
        "Card" => read_card(&source, &CardDefaults::UNPLAYED).map(|card| card_kind(&card)),
        "Style" => check_style(&source, &search, data),
        "Director" => read_director(&source).map(|_| FileKind::Director),
        "Judgement" => read_judgement(&source).map(|_| FileKind::Judgement),
        "Glossary" => {
            let has = |id: &str| rulebook().is_ok_and(|book| book.paragraph(id).is_some());
            let read = read_glossary(&source, has);
            read.map(|glossary| FileKind::Glossary { terms: glossary.terms().count() })
        }
        _ => check_ruleset(source.clone(), &search),
    };
    with_name_faults(read, &source)
}

/// The file of any kind that a player means.
fn find_any(asked: &Path, data: &DataFolder) -> Result<Found, Faults> {
    if is_path(asked) {
        return Ok(Found::at(asked));
    }
    let name = asked.display().to_string();
    let search = SearchPath::asked(data.folders());
    let mut found: Vec<(Named, Found)> =
        Named::ALL.into_iter().filter_map(|kind| Some((kind, search.named(kind, &name)?))).collect();
    let kinds: Vec<&str> = found.iter().map(|(kind, _)| kind.word()).collect();
    let fault = |what: String, expected: &str| Err(Faults(vec![nameless_fault(what, expected)]));
    match (kinds.as_slice(), found.pop()) {
        ([_], Some((_, one))) => Ok(one),
        (_, None) => {
            fault(format!("there is no level, card, ruleset or style \"{name}\""), "a name, or a path")
        }
        (several, Some(_)) => fault(
            format!("\"{name}\" is the name of a {}", several.join(" and a ")),
            "the path of one of them",
        ),
    }
}

/// Content of a file, if its names are visible too; their faults stand in file order among its others.
fn with_name_faults(read: Result<FileKind, Faults>, source: &SourceText) -> Result<FileKind, Faults> {
    let of_names = name_faults(source);
    if of_names.is_empty() {
        return read;
    }
    let mut faults = read.map_or_else(|faults| faults.0, |_| Vec::new());
    faults.extend(of_names);
    faults.sort_by_key(|fault| match fault.file == source.name {
        true => (false, fault.line, fault.column),
        false => (true, 0, 0),
    });
    Err(Faults(faults))
}

fn level_kind(setup: &Setup, search: &SearchPath) -> FileKind {
    let units = Side::BOTH.map(|side| setup.level.forces[side.index()].units.len());
    let (name, pieces) = (setup.level.name.clone(), setup.level.terrain.pieces.len());
    let warnings = size_warnings(setup).into_iter().chain(room_warnings(setup)).collect();
    let notes = level_notes(setup, &beside(search));
    FileKind::Level { name, pieces, units, notes, warnings }
}

/// The ruleset of that name, if it is there and has no mistakes.
fn ruleset_named(search: &SearchPath, name: &str) -> Option<Ruleset> {
    search.chain_named(name).and_then(|chain| read_ruleset(&chain)).ok()
}

/// Cards and rulesets beside a level.
fn beside(search: &SearchPath) -> Beside {
    let cards = search.names_beside(Named::Card).into_iter().map(|id| {
        let shipped = search.shipped_source(Named::Card, &id);
        (id, shipped)
    });
    let ruleset = |name: String| RulesetBeside {
        ruleset: ruleset_named(search, &name),
        replaces_shipped: search.shipped_source(Named::Ruleset, &name).is_some(),
        name,
    };
    Beside {
        combined: ruleset_named(search, YARDSTICK),
        cards: cards.collect(),
        rulesets: search.names_beside(Named::Ruleset).into_iter().map(ruleset).collect(),
    }
}

/// Forces of a size that nobody balances for.
///
/// Rule: MIS-7.
fn size_warnings(setup: &Setup) -> Vec<String> {
    if !setup.level.mission.kind.is_decided() {
        return Vec::new();
    }
    let warning = |side: Side| {
        let unusual = unusual_size(force_size(setup, side), &setup.ruleset.mission)?;
        Some(format!("side {side} has {unusual}"))
    };
    Side::BOTH.into_iter().filter_map(warning).collect()
}

fn card_kind(card: &Card) -> FileKind {
    FileKind::Card { name: card.name.clone(), models: card.models, points: card.points }
}

fn check_style(source: &SourceText, search: &SearchPath, data: &DataFolder) -> Result<FileKind, Faults> {
    let judgement = Judgement::load(data.root())?;
    Styles::from_source(source, search, &judgement).map(|styles| FileKind::Style { name: styles.chosen.name })
}

fn check_ruleset(source: SourceText, search: &SearchPath) -> Result<FileKind, Faults> {
    let ruleset = read_ruleset(&search.chain_from(source)?)?;
    Ok(FileKind::Ruleset { name: ruleset.name })
}
