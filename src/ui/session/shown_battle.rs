//! The battle as far as it has been shown.
//!
//! The battle is past a command long before its dice have rolled in the picture. Whatever tells a player how units fare reads
//! the battle from here: a copy that follows the battle fact by fact, each at its time in the playback.

use std::collections::VecDeque;

use bevy::prelude::*;

use super::events::{UiEvent, emit};
use super::open_game::OpenGame;
use crate::game::engine::battle::Battle;
use crate::game::engine::dice::{Dice, Draw};
use crate::game::engine::fact::Fact;
use crate::game::engine::snapshot::Snapshot;
use crate::game::engine::view::{UnitView, View};
use crate::game::unit_summary::{StayedToFire, UnitSummary, summary};
use crate::rules::ids::Side;
use tabletop::luck::{SideLuck, luck_of};

/// Battle as far as it has been shown.
#[derive(Resource, Default)]
pub(in crate::ui) struct ShownBattle {
    /// A battle of the same setup, and the game that it belongs to.
    copy: Option<(u32, Battle)>,
    /// The state after the last change, and its game: the next command begins from it.
    present: Option<(u32, Snapshot)>,
    /// The facts still to be shown, each with its time in seconds; while there are any, the copy is what is shown.
    facts: VecDeque<(f32, Fact)>,
    /// Times at which the dice still to be shown lie, seconds.
    dice: VecDeque<f32>,
    luck: Vec<SideLuck>,
    stayed: StayedToFire,
    /// The cards of all units, as they were reported last.
    cards: Vec<UnitSummary>,
}

pub(in crate::ui) fn plugin(app: &mut App) {
    app.init_resource::<ShownBattle>();
}

impl ShownBattle {
    /// The battle as far as it has been shown.
    pub fn view<'a>(&'a self, opened: &'a OpenGame) -> View<'a> {
        match &self.copy {
            Some((_, battle)) if !self.facts.is_empty() => battle.view(),
            _ => opened.game.battle().view(),
        }
    }

    /// The facts of the battle, from its beginning as far as they have been shown.
    pub fn facts<'a>(&'a self, opened: &'a OpenGame) -> impl Iterator<Item = &'a Fact> {
        let line = opened.game.history().line();
        let all = line.iter().map(|entry| entry.outcome.facts.len()).sum::<usize>();
        let facts = line.into_iter().flat_map(|entry| entry.outcome.facts.iter());
        facts.take(all.saturating_sub(self.facts.len()))
    }

    /// A unit in short, as it is shown.
    pub fn summary(&self, view: View, unit: UnitView) -> UnitSummary {
        summary(view, unit, &self.stayed)
    }

    /// The units that stayed and fired when they last had to fall back, as far as that has been shown.
    pub fn stayed(&self) -> &StayedToFire {
        &self.stayed
    }

    /// Luck of both sides with the dice that lie.
    pub fn luck(&self) -> &[SideLuck] {
        &self.luck
    }

    /// The copy in the state before the facts that have just come about; `None` if there was no such state.
    pub fn before(&mut self, opened: &OpenGame) -> Option<&mut Battle> {
        let game = opened.state().game;
        let (_, before) = self.present.as_ref().filter(|(of, _)| *of == game)?;
        if self.copy.as_ref().is_none_or(|(of, _)| *of != game) {
            let battle = Battle::new(opened.game.setup().clone(), Dice::seeded(0)).ok();
            self.copy = battle.map(|(battle, _)| (game, battle));
        }
        let (_, battle) = self.copy.as_mut()?;
        battle.restore(before).ok()?;
        Some(battle)
    }

    /// Begins to show what has come about: each fact and each die at its time.
    pub fn begin(&mut self, opened: &OpenGame, facts: Vec<(f32, Fact)>, dice: Vec<f32>) {
        self.facts = facts.into();
        self.dice = dice.into();
        let has_begun = self.before(opened).is_some();
        if !has_begun {
            self.facts.clear();
        }
        self.arrive(opened);
    }

    /// Shows the battle as it is, as after a load or an undo.
    pub fn jump(&mut self, opened: &OpenGame) {
        self.facts.clear();
        self.dice.clear();
        self.arrive(opened);
    }

    fn arrive(&mut self, opened: &OpenGame) {
        self.present = Some((opened.state().game, opened.game.battle().snapshot()));
        self.count_luck(opened);
        self.report(opened);
    }

    /// Number of facts still to be shown.
    pub fn facts_to_come(&self) -> usize {
        self.facts.len()
    }

    /// Whether anything is due after so many seconds.
    pub fn is_due(&self, elapsed: f32) -> bool {
        let due = |at: &f32| *at <= elapsed;
        self.facts.front().is_some_and(|(at, _)| due(at)) || self.dice.front().is_some_and(due)
    }

    /// Shows what is due after so many seconds.
    pub fn advance(&mut self, opened: &OpenGame, elapsed: f32) {
        let due = self.facts.iter().take_while(|(at, _)| *at <= elapsed).count();
        let facts: Vec<Fact> = self.facts.drain(..due).map(|(_, fact)| fact).collect();
        if let Some((_, copy)) = &mut self.copy
            && let Err(error) = copy.follow(&facts)
        {
            bevy::log::error!("the copy of the battle that is shown did not follow it: {error}");
            self.facts.clear();
        }
        let lie = self.dice.iter().take_while(|at| **at <= elapsed).count();
        self.dice.drain(..lie);
        if lie > 0 {
            self.count_luck(opened);
        }
        if due > 0 {
            self.report(opened);
        }
    }

    /// The dice still to be shown are the last of the line that leads to the present.
    fn count_luck(&mut self, opened: &OpenGame) {
        let line = opened.game.history().line();
        let draws: Vec<Draw> = line.iter().flat_map(|entry| entry.outcome.draws.iter().copied()).collect();
        let lie = &draws[..draws.len().saturating_sub(self.dice.len())];
        let of = |side: Side| luck_of(side, lie.iter().copied().filter(|draw| draw.roll.by.side == side));
        self.luck = Side::BOTH.map(of).into();
    }

    /// Reports the cards that have changed.
    fn report(&mut self, opened: &OpenGame) {
        self.stayed = StayedToFire::after(self.facts(opened));
        let view = self.view(opened);
        let now: Vec<UnitSummary> = view.units().map(|unit| self.summary(view, unit)).collect();
        for card in &now {
            let before = self.cards.iter().find(|before| before.unit == card.unit);
            if before.is_some_and(|before| (before.left, before.hits) != (card.left, card.hits)) {
                emit(&UiEvent::CardShows { unit: card.unit, left: card.left, hits: card.hits });
            }
        }
        self.cards = now;
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;
    use std::sync::Arc;

    use super::*;
    use crate::game::engine::command::{Command, Order};
    use crate::game::engine::play::{DiceChoice, Match};
    use crate::game::phases::moving::kinds::{OpenFire, Order as Moving};
    use crate::game::phases::shooting::kinds::FireAt;
    use crate::level::data_folder::{DataFolder, load_level};
    use crate::ui::output::offscreen::without_files;

    fn opened() -> OpenGame {
        let data = DataFolder::find(Some(Path::new(env!("CARGO_MANIFEST_DIR")))).unwrap();
        let setup = Arc::new(load_level("mid-battle", &data, None).unwrap());
        OpenGame::new(Match::start(setup, DiceChoice::Seed(7)).unwrap(), &without_files())
    }

    fn fire(opened: &mut OpenGame) -> (Vec<Fact>, usize) {
        let unit = "A1".parse().unwrap();
        let fire = vec![FireAt { at: "B3".parse().unwrap(), by: None }];
        let order = Order::Moving(Moving::OpenFire(OpenFire { unit, moves: vec![], fire }));
        let entry = opened.game.submit(Command { player: Side::A, order }).unwrap();
        (entry.outcome.facts.clone(), entry.outcome.draws.len())
    }

    fn hits(shown: &ShownBattle, opened: &OpenGame) -> u8 {
        let view = shown.view(opened);
        shown.summary(view, view.unit("B3".parse().unwrap()).unwrap()).hits
    }

    /// Every fact at its time, and nothing before it; at the end the battle itself.
    #[test]
    fn the_battle_is_shown_as_far_as_its_facts_are() {
        let mut opened = opened();
        let mut shown = ShownBattle::default();
        shown.jump(&opened);
        let before = hits(&shown, &opened);
        let dice_before = shown.luck()[0].all.dice;
        let (facts, dice) = fire(&mut opened);
        let after = opened.game.battle().view().unit("B3".parse().unwrap()).unwrap().morale.hit_die;
        assert_ne!(before, after, "the salvo hits");
        let count = facts.len() as f32;
        let timed = facts.into_iter().enumerate().map(|(index, fact)| (index as f32, fact)).collect();
        shown.begin(&opened, timed, vec![count; dice]);
        assert_eq!((hits(&shown, &opened), shown.luck()[0].all.dice), (before, dice_before), "nothing yet");
        shown.advance(&opened, 0.5);
        assert_eq!(hits(&shown, &opened), before, "the unit acts, and has not fired");
        shown.advance(&opened, count - 1.0);
        assert_eq!(hits(&shown, &opened), after);
        assert_eq!(shown.luck()[0].all.dice, dice_before, "no die lies");
        shown.advance(&opened, count);
        assert!(shown.luck()[0].all.dice > dice_before);
    }

    /// Undone or loaded in the middle, the battle is shown as it is.
    #[test]
    fn an_undo_in_the_middle_shows_the_battle_as_it_is() {
        let mut opened = opened();
        let mut shown = ShownBattle::default();
        shown.jump(&opened);
        let before = hits(&shown, &opened);
        let (facts, _) = fire(&mut opened);
        shown.begin(&opened, facts.into_iter().map(|fact| (1.0, fact)).collect(), Vec::new());
        opened.game.undo().unwrap();
        shown.jump(&opened);
        assert_eq!(hits(&shown, &opened), before);
        shown.advance(&opened, 2.0);
        assert_eq!(hits(&shown, &opened), before, "what was undone never comes");
        let (facts, _) = fire(&mut opened);
        assert!(shown.before(&opened).is_some());
        shown.begin(&opened, facts.into_iter().map(|fact| (1.0, fact)).collect(), Vec::new());
        assert_eq!(hits(&shown, &opened), before);
        shown.advance(&opened, 1.0);
        assert_ne!(hits(&shown, &opened), before);
    }
}
