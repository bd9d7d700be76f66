//! Why the computer gave each of its commands: what the log says of them.

use std::collections::BTreeMap;

use crate::game::engine::record::history::EntryId;
use crate::ui::session::open_game::{BattleState, OpenGame};

/// The reasons for the commands of a game.
#[derive(Default)]
pub(super) struct Reasons {
    game: u32,
    of_entries: BTreeMap<EntryId, String>,
    /// The reason for a command that is being carried out, and the state in which it was given.
    next: Option<(BattleState, String)>,
}

impl Reasons {
    /// Notes why a command is given in a state.
    pub fn give(&mut self, state: BattleState, why: String) {
        self.next = Some((state, why));
    }

    /// Writes the reason down, once the command has become an entry.
    pub fn follow(&mut self, opened: &OpenGame) {
        let state = opened.state();
        if self.game != state.game {
            (self.game, self.of_entries) = (state.game, BTreeMap::new());
        }
        let entries = opened.game.history().entries();
        // What was tried out is forgotten.
        self.of_entries.retain(|entry, _| entry.0 < entries.len());
        let present = opened.game.history().present();
        let is_next = |(before, _): &(BattleState, String)| {
            before.game == state.game && present.after == Some(before.entry)
        };
        if self.next.as_ref().is_some_and(is_next)
            && let Some((_, why)) = self.next.take()
            && !why.is_empty()
        {
            self.of_entries.insert(present.id, why);
        }
    }

    /// The reason for an entry's command.
    pub fn of(&self, entry: EntryId) -> Option<&str> {
        self.of_entries.get(&entry).map(String::as_str)
    }
}
