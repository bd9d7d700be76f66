//! Interface between the engine and a game.

use std::error::Error;
use std::fmt::{Debug, Display};
use std::hash::Hash;
use std::sync::Arc;

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::agenda::{Agenda, Decision};
use crate::audience::Audience;
use crate::battle::StepError;
use crate::dice::{Dice, DiceState};
use crate::estimates::Estimates;
use crate::fact::Facts;
use crate::ids::Side;
use crate::prompt::{Answer, Prompt};
use crate::refusal::{Mistake, Refusal};
use crate::sentence::Narrated;

/// A game: its kinds of orders, facts and so on, and its rules. Implemented for a type without fields.
///
/// A state, its snapshot and everything that a rule computes must depend on nothing but the setup, the commands and the
/// faces of the dice: no clock, no hash order, no random numbers but those of the [`Dice`].
pub trait Game: Copy + Debug + Default + Ord + Hash + Send + Sync + 'static {
    /// Its name in files.
    const ID: &'static str;

    /// Setup of a battle.
    type Setup: Setup<Bundle = Self::Bundle, Faults = Self::Faults>;
    /// The files that a setup was read from; every save contains them.
    type Bundle: Clone + Debug + Eq + Serialize + DeserializeOwned + Send + Sync;
    /// Mistakes in those files.
    type Faults: Error + Send + Sync + 'static;
    /// Choice of a player, as an order.
    type Order: Clone + Debug + Eq + Hash + Serialize + DeserializeOwned + Send + Sync;
    /// Options of a player at a decision.
    type Choice: Copy + Debug + Eq + Hash + Serialize + DeserializeOwned + Send + Sync;
    /// Something that still has to happen.
    type Step: Clone + Debug + Eq + Hash + Serialize + DeserializeOwned + Send + Sync;
    /// Something that happened.
    type Fact: Clone + Debug + PartialEq + Serialize + DeserializeOwned + Send + Sync;
    /// Kind of mistake that a command can be refused for.
    type Reason: Copy + Debug + Ord + Hash + Serialize + Send + Sync;
    /// The mistake itself, with its details.
    type Mistake: AsRef<dyn Mistake<Self>> + Clone + Debug + PartialEq + Send + Sync;
    /// Explanation of dice that a player rolls by hand, where their purpose alone is not enough.
    type RollContext: Clone + Debug + PartialEq + Serialize + Send + Sync;
    /// Subject of a refusal, a prompt, a roll or a sentence: a unit, a hex, a stack. In JSON it is an object, whose fields stand among
    /// those of the refusal or prompt.
    type Subject: Copy + Debug + Display + Ord + Hash + Serialize + DeserializeOwned + Send + Sync;
    /// Form of the answer to a prompt.
    type Form: Copy + Debug + Eq + Serialize + Send + Sync;
    /// All that changes in a battle.
    type State: State<Self>;
    /// The same as one plain value.
    type Snapshot: Snapshot;
    /// The battle as everybody but `apply` sees it: read only.
    type View<'a>: Copy;

    /// Sets a battle up, up to where its agenda begins.
    fn open(setup: Arc<Self::Setup>, dice: Dice<Self>) -> Self::State;

    /// Whether a player may answer a choice with an order; `None` where the order is no answer to it.
    fn check(
        view: Self::View<'_>,
        player: Side,
        order: &Self::Order,
        choice: Self::Choice,
    ) -> Option<Result<(), Refusal<Self>>>;

    /// The refusal of any command once the battle is over.
    fn battle_over(view: Self::View<'_>) -> Refusal<Self>;

    /// The refusal of a player's command while the other decides.
    fn not_your_decision(view: Self::View<'_>, player: Side, decision: Decision<Self>) -> Refusal<Self>;

    /// The refusal of an order that is no answer to the choice.
    fn not_now(view: Self::View<'_>, decision: Decision<Self>) -> Refusal<Self>;

    /// The step that comes before an accepted order is carried out, if there is one.
    fn step_before(_: Self::View<'_>, _: &Self::Order, _: Decision<Self>) -> Option<Self::Step> {
        None
    }

    /// Carries an accepted order out.
    ///
    /// # Errors
    /// Dice ran out, or a bug.
    fn resolve(
        state: &mut Self::State,
        order: Self::Order,
        decision: Decision<Self>,
    ) -> Result<(), StepError<Self>>;

    /// Runs a step of the agenda.
    ///
    /// # Errors
    /// Dice ran out, or a bug.
    fn run(state: &mut Self::State, step: Self::Step) -> Result<(), StepError<Self>>;

    /// Makes facts so, in order: the only writer of a state in play.
    ///
    /// # Errors
    /// A fact names what the battle does not have.
    fn apply(state: &mut Self::State, facts: &[Self::Fact]) -> Result<(), StepError<Self>>;

    /// Question put to a player.
    fn prompt(view: Self::View<'_>, decision: Decision<Self>) -> Prompt<Self>;

    /// The answers that a player may give. A game whose every answer is listed lets [`check_listed`] be its gate.
    ///
    /// [`check_listed`]: crate::prompt::check_listed
    fn answers(view: Self::View<'_>, decision: Decision<Self>) -> Vec<Answer<Self>>;

    /// The sentences for the facts that come first; `None` if there are none.
    fn narrate(setup: &Self::Setup, facts: &[Self::Fact]) -> Option<Narrated<Self>>;

    /// Winner of a battle that is over, and why, in a sentence without its full stop; `None` while it goes on, or if the last facts
    /// say it.
    fn ending(_: Self::View<'_>) -> Option<String> {
        None
    }

    /// Players who may see a fact.
    fn audience(_: &Self::Fact) -> Audience {
        Audience::Everybody
    }
}

/// Setup of a battle: a level, its forces and its rules.
pub trait Setup: Sized + Send + Sync + 'static {
    /// The files it was read from; every save contains them.
    type Bundle;
    /// Mistakes in files.
    type Faults;

    /// Reads the files of a save.
    ///
    /// # Errors
    /// They have mistakes.
    fn from_bundle(bundle: Self::Bundle) -> Result<Self, Self::Faults>;

    /// The files it was read from.
    fn bundle(&self) -> &Self::Bundle;

    /// The name of the level.
    fn level_name(&self) -> &str;

    /// The name of a side's force.
    fn force_name(&self, side: Side) -> &str;

    /// The name of the ruleset.
    fn ruleset_name(&self) -> &str;

    /// A hash of every value of the ruleset.
    fn ruleset_hash(&self) -> u64;
}

/// All that changes in a battle, with the parts that the engine keeps in it: agenda, dice, and facts on their way. A game
/// whose steps are systems of a `bevy_ecs` world keeps them as resources there.
pub trait State<G: Game>: Send + Sync + 'static {
    /// Setup of the battle.
    fn setup(&self) -> &Arc<G::Setup>;

    /// The battle now.
    fn view(&self) -> G::View<'_>;

    /// The battle now, as a player may see it.
    fn view_for(&self, _: Side) -> G::View<'_> {
        self.view()
    }

    /// Steps and decisions still to come.
    fn agenda(&self) -> &Agenda<G>;

    /// The same, to change it.
    fn agenda_mut(&mut self) -> &mut Agenda<G>;

    /// The dice.
    fn dice(&self) -> &Dice<G>;

    /// The same, to roll them.
    fn dice_mut(&mut self) -> &mut Dice<G>;

    /// Facts not yet applied.
    fn facts_mut(&mut self) -> &mut Facts<G>;

    /// The state as one plain value.
    fn snapshot(&self) -> G::Snapshot;

    /// Puts everything back as a snapshot has it, agenda and dice too.
    ///
    /// # Errors
    /// Why the snapshot is none of a battle with this setup; then nothing has changed.
    fn restore(&mut self, snapshot: &G::Snapshot) -> Result<(), &'static str>;

    /// From now on, with permission, may estimate what takes long to work out; without it works everything out exactly, as it does
    /// from the beginning. A game that never estimates need not know.
    fn allow_estimates(&mut self, _: Option<Estimates>) {}
}

/// A battle at rest, as one plain value: what it takes to go on from here, given its setup. What is hashed is its binary
/// form.
pub trait Snapshot: Clone + Debug + PartialEq + Serialize + DeserializeOwned + Send + Sync + 'static {
    /// State of the dice.
    fn dice(&self) -> DiceState;
}
