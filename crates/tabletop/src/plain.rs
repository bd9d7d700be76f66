//! A battle that is one plain value: the state of a game that needs no table of entities. Such a game implements [`Plain`], and has its
//! `State` and `Snapshot` here; if it lists every legal order too, [`plain_game!`](crate::plain_game) has most of its
//! [`Game`].

use std::fmt::Debug;
use std::sync::Arc;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::agenda::Agenda;
use crate::dice::{Dice, DiceState};
use crate::fact::Facts;
use crate::game::{Game, Snapshot, State};
use crate::ids::Side;

/// A game whose battle is one plain value.
pub trait Plain: Game<State = PlainState<Self>, Snapshot = PlainSnapshot<Self>> {
    /// All that facts change.
    type Play: Clone + Debug + Eq + Serialize + DeserializeOwned + Send + Sync + 'static;
    /// Notes of the step under way; never read once it is done.
    type UnderWay: Debug + Default + Send + Sync + 'static;

    /// A battle that nobody has begun, and its first step.
    fn begin(setup: &Self::Setup) -> (Self::Play, Self::Step);

    /// Makes a fact so.
    fn apply(setup: &Self::Setup, play: &mut Self::Play, fact: &Self::Fact);

    /// The battle as a side sees it, or as it is.
    fn view<'a>(setup: &'a Self::Setup, play: &'a Self::Play, viewer: Option<Side>) -> Self::View<'a>;

    /// Whether two battles are of one setup: they have the same units, wherever those are.
    fn has_same_units(one: &Self::Play, other: &Self::Play) -> bool;
}

/// All that changes, with the parts of the engine.
#[derive(Debug)]
pub struct PlainState<G: Plain> {
    /// Setup of the battle.
    pub setup: Arc<G::Setup>,
    /// The battle.
    pub play: G::Play,
    /// Steps and decisions still to come.
    pub agenda: Agenda<G>,
    /// The dice.
    pub dice: Dice<G>,
    /// Facts not yet applied.
    pub facts: Facts<G>,
    /// Notes of the step under way.
    pub under_way: G::UnderWay,
}

/// Part of `impl Game` that plain games with lists of their orders share. Their mistakes have `Over`, `NotYourDecision` and `NotNow`,
/// and neither dice nor prompts need more than the engine says.
#[macro_export]
macro_rules! plain_game {
    ($mistakes:ident) => {
        type State = $crate::plain::PlainState<Self>;
        type Snapshot = $crate::plain::PlainSnapshot<Self>;
        type RollContext = ();
        type Form = ();

        fn open(setup: std::sync::Arc<Self::Setup>, dice: $crate::dice::Dice<Self>) -> Self::State {
            $crate::plain::PlainState::new(setup, dice)
        }

        fn battle_over(_: Self::View<'_>) -> $crate::refusal::Refusal<Self> {
            $crate::refusal::Refusal::new($mistakes::Over)
        }

        fn not_your_decision(
            _: Self::View<'_>,
            _: $crate::ids::Side,
            decision: $crate::agenda::Decision<Self>,
        ) -> $crate::refusal::Refusal<Self> {
            $crate::refusal::Refusal::new($mistakes::NotYourDecision { asked: decision.player })
        }

        fn not_now(
            _: Self::View<'_>,
            decision: $crate::agenda::Decision<Self>,
        ) -> $crate::refusal::Refusal<Self> {
            $crate::refusal::Refusal::new($mistakes::NotNow { player: decision.player })
        }

        fn apply(
            state: &mut Self::State,
            facts: &[Self::Fact],
        ) -> Result<(), $crate::battle::StepError<Self>> {
            for fact in facts {
                <Self as $crate::plain::Plain>::apply(&state.setup, &mut state.play, fact);
            }
            Ok(())
        }

        fn answers(
            view: Self::View<'_>,
            decision: $crate::agenda::Decision<Self>,
        ) -> Vec<$crate::prompt::Answer<Self>> {
            $crate::listed::answers(view, decision)
        }
    };
}

/// A battle at rest.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(bound = "")]
pub struct PlainSnapshot<G: Plain> {
    /// The battle.
    pub play: G::Play,
    /// Steps and decisions still to come.
    pub agenda: Agenda<G>,
    /// State of the dice.
    pub dice: DiceState,
}

impl<G: Plain> PlainState<G> {
    /// A battle up to its first step.
    pub fn new(setup: Arc<G::Setup>, dice: Dice<G>) -> Self {
        let (play, first) = G::begin(&setup);
        let mut agenda = Agenda::default();
        agenda.push(first);
        Self { setup, play, agenda, dice, facts: Facts::default(), under_way: G::UnderWay::default() }
    }
}

impl<G: Plain> Snapshot for PlainSnapshot<G> {
    fn dice(&self) -> DiceState {
        self.dice
    }
}

impl<G: Plain> State<G> for PlainState<G> {
    fn setup(&self) -> &Arc<G::Setup> {
        &self.setup
    }

    fn view(&self) -> G::View<'_> {
        G::view(&self.setup, &self.play, None)
    }

    fn view_for(&self, side: Side) -> G::View<'_> {
        G::view(&self.setup, &self.play, Some(side))
    }

    fn agenda(&self) -> &Agenda<G> {
        &self.agenda
    }

    fn agenda_mut(&mut self) -> &mut Agenda<G> {
        &mut self.agenda
    }

    fn dice(&self) -> &Dice<G> {
        &self.dice
    }

    fn dice_mut(&mut self) -> &mut Dice<G> {
        &mut self.dice
    }

    fn facts_mut(&mut self) -> &mut Facts<G> {
        &mut self.facts
    }

    fn snapshot(&self) -> PlainSnapshot<G> {
        PlainSnapshot { play: self.play.clone(), agenda: self.agenda.clone(), dice: self.dice.state() }
    }

    fn restore(&mut self, snapshot: &PlainSnapshot<G>) -> Result<(), &'static str> {
        if !G::has_same_units(&snapshot.play, &self.play) {
            return Err("it has other units");
        }
        self.dice.restore(snapshot.dice);
        self.play = snapshot.play.clone();
        self.agenda = snapshot.agenda.clone();
        Ok(())
    }
}
