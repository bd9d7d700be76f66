//! WarStrike as a game with experiments.

use std::path::Path;

use tabletop_lab::bench::GameOrder;
use tabletop_lab::laboratory::{Laboratory, Usual};

use super::bench::WarStrikeBench;
use super::experiment::{Prepared, PreparedSearch, prepare, prepare_search, program_hash};
use super::saves::replay;
use crate::game::engine::WarStrike;
use crate::game::engine::fact::Fact;
use crate::game::engine::play::Match;
use crate::game::narration::{Sentence, narrated_setup, sentences};
use crate::level::data_folder::DataFolder;
use crate::level::fault::Faults;
use crate::level::setup::SourceText;

/// The laboratory of WarStrike, with its shipped files.
pub struct WarStrikeLab<'d>(pub &'d DataFolder);

impl Laboratory for WarStrikeLab<'_> {
    type Game = WarStrike;
    type Bench = WarStrikeBench;

    fn prepare(&self, source: &SourceText, folder: &Path) -> Result<Prepared, Faults> {
        prepare(source, folder, self.0)
    }

    fn prepare_search(&self, source: &SourceText, folder: &Path) -> Result<PreparedSearch, Faults> {
        prepare_search(source, folder, self.0)
    }

    fn program(&self, bench: &WarStrikeBench) -> Result<u64, Faults> {
        program_hash(bench, self.0)
    }

    fn replay(&self, bench: &WarStrikeBench, order: &GameOrder) -> Result<Match, String> {
        replay(bench, order)
    }

    fn sentences(&self, game: &Match, facts: &[Fact]) -> Vec<Sentence> {
        sentences(&narrated_setup(&game.battle().view()), facts)
    }

    fn usual(&self) -> Usual {
        Usual {
            ruleset: "combined",
            tables: ["chapel", "watermill"].map(str::to_owned).to_vec(),
            style: "swift",
            // What an author feels at the table.
            watch: "[Wins, Points, Rounds, Shaken, NerveMarkers, FallBacks, Routs, CloseCombats, ModelsLost]"
                .to_owned(),
        }
    }
}
