//! Loading a level with everything that it names.

use std::path::Path;

use super::bundle::{FileNames, check_bundle};
use super::fault::{Fault, Faults};
use super::level_file::{DEFAULT_RULESET, wanted};
use super::named_file::Named;
use super::search_path::SearchPath;
use super::setup::{Bundle, Conduct, Setup, SourceText};

impl SearchPath<'_> {
    /// Loads everything that a level names and checks it together.
    pub(super) fn load(&self, level: SourceText, ruleset: Option<&str>) -> Result<Setup, Faults> {
        let Some(asked) = ruleset else { return self.load_with(level, None) };
        let chain = self.with_own().ruleset_chain(Path::new(asked));
        let Ok(chain) = chain else { return self.load_with(level, Some(chain)) };
        let top = chain.first().map(|source| source.name.clone());
        self.load_with(level.clone(), Some(Ok(chain))).map_err(|mut faults| {
            // A level without a fault of its own does not go with the ruleset.
            if let (Ok(by_own), Some(file)) = (self.load_with(level, None), top)
                && faults.0.iter().any(|fault| fault.file == by_own.bundle.level.name)
            {
                let (level, own) = (&by_own.level.name, &by_own.ruleset.name);
                let what = format!("\"{level}\" cannot be played by this ruleset; by its own, {own}, it can");
                faults.0.push(Fault { line: 1, column: 1, file, what, expected: String::new() });
            }
            faults
        })
    }

    /// As [`Self::load`], by a ruleset that was gathered already.
    pub(super) fn load_under(&self, level: SourceText, ruleset: &[SourceText]) -> Result<Setup, Faults> {
        self.load_with(level, Some(Ok(ruleset.to_vec())))
    }

    /// As [`Self::load`], by a ruleset that was gathered already or could not be; without one, by the level's own.
    fn load_with(
        &self,
        level: SourceText,
        played: Option<Result<Vec<SourceText>, Faults>>,
    ) -> Result<Setup, Faults> {
        let wanted = wanted(&level);
        let mut faults = Vec::new();
        // A card that does not exist is a fault of the unit that names it.
        let cards = wanted.cards.iter().filter_map(|id| self.source(Named::Card, id));
        let cards = cards.filter_map(|card| card.map_err(|found| faults.extend(found.0)).ok()).collect();
        let known = FileNames {
            cards: self.names(Named::Card),
            card_places: self.words(Named::Card),
            rulesets: self.names(Named::Ruleset),
            ruleset_places: self.words(Named::Ruleset),
        };
        let own = wanted.ruleset.as_deref().unwrap_or(DEFAULT_RULESET);
        // Likewise a ruleset that the level itself names.
        let levels_fault = played.is_none() && wanted.ruleset.is_some() && !known.has_ruleset(own);
        let rulesets = match (levels_fault, played) {
            (true, _) => Ok(Vec::new()),
            (false, Some(played)) => played,
            (false, None) => self.chain_named(own),
        };
        let rulesets = rulesets.unwrap_or_else(|found| {
            faults.extend(found.0);
            Vec::new()
        });
        check_bundle(Bundle { level, cards, rulesets, conduct: Conduct::default() }, known, faults)
    }
}
