//! The cards of a duel: their texts, with what an author changes for a trial.

use crate::level::card_file::{CHARACTERISTICS, CardDefaults, card_id, read_card};
use crate::level::data_folder::DataFolder;
use crate::level::fault::Faults;
use crate::level::setup::SourceText;
use crate::rules::card::Card;
use crate::rules::ruleset::Ruleset;
use tabletop_data::ron::edit::with_value;

/// A card of the duel.
#[derive(Clone, Debug, PartialEq)]
pub struct Contender {
    /// The card as it is read.
    pub card: Card,
    /// The text it is read from.
    pub source: SourceText,
}

/// Reason against a change.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum EditError {
    /// Not `card.field=value`.
    #[error(
        "{0} is not a change: write CARD.FIELD=VALUE, as in knights.Ev=6 or scouts.weapons.Rifle.range=18"
    )]
    Unclear(String),
    /// No such card takes part.
    #[error("no card \"{0}\" takes part; expected: one of {1}")]
    NoCard(String, String),
    /// The field leads nowhere.
    #[error("{0}")]
    NoField(String),
    /// The card cannot be read so.
    #[error("{0}")]
    Faulty(Faults),
}

/// Reads cards by a ruleset; every fault of every card.
///
/// # Errors
/// All faults.
pub fn gathered(sources: Vec<SourceText>, ruleset: &Ruleset) -> Result<Vec<Contender>, Faults> {
    let (mut read, mut faults) = (Vec::new(), Vec::new());
    for source in sources {
        match read_card(&source, &CardDefaults::of(ruleset)) {
            Ok(card) => read.push(Contender { card, source }),
            Err(found) => faults.extend(found.0),
        }
    }
    if faults.is_empty() { Ok(read) } else { Err(Faults(faults)) }
}

impl Contender {
    /// The texts of cards by id or path: of all that are shipped where none is named.
    ///
    /// # Errors
    /// The file cannot be read, or there is no such card.
    pub fn sources(named: &[String], data: &DataFolder) -> Result<Vec<SourceText>, Faults> {
        let all = data.cards();
        let names = if named.is_empty() { &all } else { named };
        let mut faults = Vec::new();
        let texts =
            names.iter().filter_map(|name| data.card_text(name).map_err(|found| faults.extend(found.0)).ok());
        let texts = texts.collect();
        if faults.is_empty() { Ok(texts) } else { Err(Faults(faults)) }
    }

    /// Points of one model.
    pub fn points_a_model(&self) -> f64 {
        f64::from(self.card.points) / f64::from(self.card.models)
    }
}

/// The texts with changes: `knights.Ev=6`, `scouts.weapons.Rifle.range=18`.
///
/// # Errors
/// The first that cannot be made.
pub fn edited(mut sources: Vec<SourceText>, edits: &[String]) -> Result<Vec<SourceText>, EditError> {
    for edit in edits {
        let unclear = || EditError::Unclear(edit.clone());
        let (path, value) = edit.split_once('=').ok_or_else(unclear)?;
        let (card, field) = path.trim().split_once('.').ok_or_else(unclear)?;
        let value = value.trim();
        if value.is_empty() || field.is_empty() {
            return Err(unclear());
        }
        let known = || sources.iter().map(|source| card_id(&source.name)).collect::<Vec<_>>().join(", ");
        let at = sources.iter().position(|source| card_id(&source.name) == card);
        let at = at.ok_or_else(|| EditError::NoCard(card.to_owned(), known()))?;
        // Characteristics stand in a field of their own.
        let path = match CHARACTERISTICS.contains(&field) {
            true => format!("characteristics.{field}"),
            false => field.to_owned(),
        };
        sources[at] = with_value(&sources[at], &path, value).map_err(EditError::NoField)?;
    }
    Ok(sources)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::ruleset_file::read_ruleset;

    fn shipped() -> Vec<SourceText> {
        let data = DataFolder::find(None).unwrap();
        Contender::sources(&["knights".to_owned(), "scouts".to_owned()], &data).unwrap()
    }

    fn combined() -> Ruleset {
        let chain = DataFolder::find(None).unwrap().ruleset_chain("combined").unwrap();
        read_ruleset(&chain).unwrap()
    }

    #[test]
    fn a_characteristic_and_a_weapon_are_changed_by_their_short_names() {
        let changed =
            edited(shipped(), &["knights.Ev=7".to_owned(), "scouts.weapons.Carbine.strength = 9".to_owned()]);
        let read = gathered(changed.unwrap(), &combined()).unwrap();
        assert_eq!(read[0].card.characteristics.evasion, 7);
        let carbine = read[1].card.weapons.iter().find(|weapon| weapon.name == "Carbine").unwrap();
        assert_eq!(carbine.strength, 9);
    }

    #[test]
    fn a_change_that_cannot_be_made_says_why() {
        let wrong = |edit: &str| edited(shipped(), &[edit.to_owned()]).unwrap_err().to_string();
        assert!(wrong("knights").contains("write CARD.FIELD=VALUE"));
        assert_eq!(wrong("ghosts.Ev=3"), "no card \"ghosts\" takes part; expected: one of knights, scouts");
        assert!(
            wrong("knights.weapons.Pike.rate=3")
                .contains("nothing named Pike there; expected: one of Carbine")
        );
        let faulty = edited(shipped(), &["knights.Ev=70".to_owned()]).unwrap();
        let fault = gathered(faulty, &combined()).unwrap_err().to_string();
        assert!(fault.contains("Ev is 70"), "{fault}");
    }
}
