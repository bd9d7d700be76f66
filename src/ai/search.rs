//! Playing on: the styles of a portfolio, and how a battle stands at the end of a play.
//!
//! The search itself is the engine's ([`tabletop::portfolio`]).

use std::sync::Arc;

use tabletop::portfolio::{Judge, Limits, Moment, Player, PortfolioSearch};
use tabletop::rehearsal::Rehearsal;

use super::appraisal::Appraisal;
use super::chosen::Chosen;
use super::computer_player::ComputerPlayer;
use super::standing::standing;
use super::values::points;
use crate::game::dispatch::acting;
use crate::game::engine::WarStrike;
use crate::game::engine::agenda::{Choice, Decision};
use crate::game::engine::battle::{Battle, BattleError};
use crate::game::engine::command::Order;
use crate::game::engine::subject::Subject;
use crate::game::engine::view::View;
use crate::level::setup::Setup;
use crate::level::style_file::{Method, Searching, Style};
use crate::level::styles::Styles;
use crate::rules::ids::{Side, UnitId};

/// Any fixed seed: the styles of a portfolio roll no dice of their own.
const SEED: u64 = 20_130_223;

/// In so many last rounds choices are played on to the end of the battle.
const LAST_ROUNDS: u8 = 2;

/// The players of a portfolio, and the one that plays on. They stay from one choice to the next, and with them what they
/// remember.
pub(super) struct Players {
    portfolio: Vec<ComputerPlayer>,
    plays_on: Box<ComputerPlayer>,
    /// Where it is played on.
    rehearsal: Rehearsal<WarStrike>,
}

impl Players {
    /// The styles that a searching style names; `None` if it names one that does not exist.
    ///
    /// # Errors
    /// A bug: a battle of the setup does not begin.
    pub(super) fn of(
        setup: &Arc<Setup>,
        styles: &Styles,
        searching: &Searching,
    ) -> Result<Option<Self>, BattleError> {
        let player = |chosen: Style| ComputerPlayer::new(setup, Styles { chosen, named: Vec::new() }, SEED);
        let named = searching.portfolio.iter().filter_map(|style| styles.named(style));
        let portfolio =
            named.map(|style| player(as_wide(style, searching))).collect::<Result<Vec<_>, _>>()?;
        let plays_on = styles.named(&searching.plays_on).cloned().map(player).transpose()?;
        let rehearsal = Rehearsal::new(Arc::clone(setup))?;
        Ok(plays_on.map(|plays_on| Self { portfolio, plays_on: Box::new(plays_on), rehearsal }))
    }
}

impl Players {
    /// Forgets the game before.
    pub(super) fn begin_again(&mut self) {
        self.portfolio.iter_mut().chain([&mut *self.plays_on]).for_each(|player| player.begin_again(SEED));
    }
}

/// A style of the portfolio that looks as widely as the style that asks it says.
fn as_wide(style: &Style, searching: &Searching) -> Style {
    let mut style = style.clone();
    if let Method::Weigh(weighing) = &mut style.method {
        weighing.places = searching.places.unwrap_or(weighing.places);
        weighing.targets = searching.targets.unwrap_or(weighing.targets);
    }
    style
}

impl Players {
    /// The best choice of the portfolio, by playing on.
    pub(super) fn choose(
        &mut self,
        searching: &Searching,
        battle: &Battle,
        decision: Decision,
    ) -> Option<Chosen> {
        let Self { portfolio, plays_on, rehearsal: scratch } = self;
        let search =
            PortfolioSearch { limits: limits(searching), judge: searching, portfolio, plays_on, scratch };
        search.choose(battle, decision)
    }
}

fn limits(searching: &Searching) -> Limits {
    Limits {
        samples: searching.samples,
        turns: searching.turns,
        alternatives: searching.alternatives,
        margin: searching.margin,
        hopeless: searching.judgement.ending.hopeless,
    }
}

impl Judge<WarStrike> for &Searching {
    type Turn = (u8, Side);

    fn turn(&self, view: View<'_>) -> (u8, Side) {
        (view.turn().round, view.turn().side)
    }

    fn ends_soon(&self, view: View<'_>) -> bool {
        view.rounds() < view.turn().round + LAST_ROUNDS
    }

    fn moment(&self, choice: Choice) -> Moment {
        match choice {
            Choice::Deployment(_) => Moment::SetUp,
            Choice::Turn(_) => Moment::Turn,
            Choice::Moving(_) | Choice::Shooting(_) => Moment::Interrupt,
            Choice::FallBack(_) | Choice::CloseCombat(_) | Choice::Word(_) => Moment::Other,
        }
    }

    fn acting(&self, order: &Order) -> Option<Subject> {
        acting(order).map(Subject::Unit)
    }

    fn dice_of(&self, subject: Subject) -> u64 {
        let UnitId { side, number } = subject.unit();
        2 * (u64::from(number) + 1) + side.index() as u64
    }

    fn points(&self, view: View<'_>, side: Side) -> f64 {
        points(view, side)
    }

    fn standing(&self, battle: &Battle, side: Side) -> f64 {
        standing(battle, side, &self.judgement)
    }
}

impl Player<WarStrike, Appraisal> for ComputerPlayer {
    fn choose(&mut self, battle: &Battle) -> Option<Chosen> {
        ComputerPlayer::choose(self, battle)
    }

    fn choose_for(&mut self, battle: &Battle, subject: Option<Subject>) -> Option<Chosen> {
        ComputerPlayer::choose_for(self, battle, subject.map(Subject::unit))
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::game::engine::dice::Dice;
    use crate::level::data_folder::{DataFolder, load_level};

    /// All styles answer for the unit that the first would have act, and each says why.
    #[test]
    fn answers_are_for_one_unit() {
        let data = DataFolder::find(Some(Path::new(env!("CARGO_MANIFEST_DIR")))).unwrap();
        let setup = Arc::new(load_level("mid-battle", &data, None).unwrap());
        let (battle, _) = Battle::new(Arc::clone(&setup), Dice::seeded(1)).unwrap();
        let styles = Styles::load("strong", &data).unwrap();
        let Method::Search(searching) = styles.chosen.method.clone() else { panic!("it searches") };
        let mut players = Players::of(&setup, &styles, &searching).unwrap().unwrap();
        let mut unit = None;
        for player in &mut players.portfolio {
            let chosen = player.choose_for(&battle, unit).unwrap();
            let acts = acting(&chosen.command.order);
            assert!(acts.is_some() && unit.is_none_or(|first| acts == Some(first)), "{}", chosen.does);
            assert!(!chosen.why.is_empty(), "{}", chosen.does);
            unit = unit.or(acts);
        }
    }

    #[test]
    fn a_portfolio_looks_as_widely_as_the_search_says() {
        let data = DataFolder::find(Some(Path::new(env!("CARGO_MANIFEST_DIR")))).unwrap();
        let style = Styles::load("cautious", &data).unwrap().chosen;
        let numbers = |style: &Style| match &style.method {
            Method::Weigh(weighing) => (weighing.places, weighing.targets),
            _ => panic!("it weighs"),
        };
        let Method::Search(shipped) = Styles::load("strong", &data).unwrap().chosen.method else {
            panic!("it searches")
        };
        let asked =
            |places, targets| numbers(&as_wide(&style, &Searching { places, targets, ..shipped.clone() }));
        let (places, targets) = numbers(&style);
        assert_eq!(asked(None, None), (places, targets));
        assert_eq!(asked(Some(places + 1), None), (places + 1, targets));
        assert_eq!(asked(None, Some(targets + 1)), (places, targets + 1));
    }
}
