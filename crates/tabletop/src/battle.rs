//! A battle: a game's state behind one gate.

use std::sync::{Arc, Mutex, PoisonError};

use crate::agenda::{Agenda, Decision, Entry};
use crate::check::check;
use crate::command::Command;
use crate::dice::{Dice, DiceError, DiceState, Draw, Wanted};
use crate::estimates::Estimates;
use crate::game::{Game, State};
use crate::ids::Side;
use crate::refusal::Refusal;
use crate::state_hash::StateHash;

/// Most steps that may follow one command. A battle that takes more is caught in a circle, which is a bug: better an
/// error than a program that hangs.
const MAX_STEPS_PER_COMMAND: usize = 10_000;

/// A battle being fought.
///
/// Commands go in by [`Battle::submit`], facts come out; everything else reads.
pub struct Battle<G: Game> {
    state: G::State,
    /// Facts applied since the battle was last asked for them.
    applied: Vec<G::Fact>,
    /// The command that was accepted last, as long as nothing has changed since: a player who asks before
    /// submitting has it looked up once.
    accepted: Mutex<Option<Command<G>>>,
}

/// Fact or die of a command that is played and then forgotten.
pub enum Noted<'a, G: Game> {
    /// Something that happened.
    Fact(&'a G::Fact),
    /// A die that was rolled.
    Drawn(&'a Draw<G>),
}

/// Result of an accepted command.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome<G: Game> {
    /// Facts, in order.
    pub facts: Vec<G::Fact>,
    /// The dice that were rolled, in order.
    pub draws: Vec<Draw<G>>,
    /// Agenda afterwards.
    pub agenda: Agenda<G>,
    /// Hash of the state afterwards.
    pub hash: StateHash,
}

/// Dice that a battle was to roll and had no faces for, and how it came to them.
#[derive(Clone, Debug, PartialEq)]
pub struct DiceWanted<G: Game> {
    /// The dice.
    pub wanted: Wanted<G>,
    /// Facts of the command before these dice.
    pub facts: Vec<G::Fact>,
    /// Explanation of the dice, where their purpose alone is not enough.
    pub context: Option<G::RollContext>,
}

/// Why a step could not do its work.
#[derive(Debug, thiserror::Error)]
pub enum StepError<G: Game> {
    /// It could not roll its dice.
    #[error("{error}")]
    Dice {
        /// Why.
        error: DiceError<G>,
        /// Explanation of the dice, where their purpose alone is not enough.
        context: Option<G::RollContext>,
    },
    /// A bug.
    #[error("{0}")]
    Bug(String),
}

impl<G: Game> From<DiceError<G>> for StepError<G> {
    fn from(error: DiceError<G>) -> Self {
        Self::Dice { error, context: None }
    }
}

/// A battle that could not go on: dice ran out, or a bug.
#[derive(Debug, thiserror::Error)]
pub enum BattleError<G: Game> {
    /// Fewer faces were fed than dice were to be rolled.
    #[error("too few faces were given: {}", .0.wanted)]
    DiceWanted(Box<DiceWanted<G>>),
    /// A step could not do its work.
    #[error("{0}")]
    Step(String),
    /// The agenda never came to rest.
    #[error("the battle did not come to rest within {MAX_STEPS_PER_COMMAND} steps")]
    Endless,
    /// A snapshot of another battle.
    #[error("the snapshot does not fit this battle: {0}")]
    ForeignSnapshot(&'static str),
    /// The state could not be hashed.
    #[error("the state could not be encoded: {0}")]
    Encoding(#[from] postcard::Error),
}

/// Why a command brought nothing about.
#[derive(Debug, thiserror::Error)]
pub enum SubmitError<G: Game> {
    /// The rules forbid it; nothing changed.
    #[error("{0}")]
    Refused(Box<Refusal<G>>),
    /// The battle broke half way; restore it from a snapshot.
    #[error(transparent)]
    Broken(#[from] BattleError<G>),
}

impl<G: Game> From<Refusal<G>> for SubmitError<G> {
    fn from(refusal: Refusal<G>) -> Self {
        Self::Refused(Box::new(refusal))
    }
}

impl<G: Game> Battle<G> {
    /// Sets up a level and plays it up to the first decision.
    ///
    /// # Errors
    /// Fed dice ran out, or a bug.
    pub fn new(setup: Arc<G::Setup>, dice: Dice<G>) -> Result<(Self, Outcome<G>), BattleError<G>> {
        let mut battle = Self::unopened(setup, dice);
        battle.run_to_rest()?;
        let outcome = battle.outcome()?;
        Ok((battle, outcome))
    }

    /// The setup: level, forces and ruleset.
    pub fn setup(&self) -> &Arc<G::Setup> {
        self.state.setup()
    }

    /// The battle now.
    pub fn view(&self) -> G::View<'_> {
        self.state.view()
    }

    /// The battle now, as a player may see it.
    pub fn view_for(&self, player: Side) -> G::View<'_> {
        self.state.view_for(player)
    }

    /// The decision the battle waits for; `None` once it is over.
    pub fn decision(&self) -> Option<Decision<G>> {
        self.state.agenda().decision()
    }

    /// Whether a command would be accepted now.
    ///
    /// # Errors
    /// The refusal.
    pub fn check(&self, command: &Command<G>) -> Result<(), Refusal<G>> {
        let accepted = || self.accepted.lock().unwrap_or_else(PoisonError::into_inner);
        if accepted().as_ref() != Some(command) {
            check(self.view(), self.decision(), command)?;
            *accepted() = Some(command.clone());
        }
        Ok(())
    }

    /// Carries a command out, if it is allowed, up to the next decision.
    ///
    /// # Errors
    /// Refused: nothing changed. Broken: restore the battle from a snapshot.
    pub fn submit(&mut self, command: &Command<G>) -> Result<Outcome<G>, SubmitError<G>> {
        self.carry_out(command)?;
        Ok(self.outcome()?)
    }

    /// The same for games that nobody records: without facts, dice and hash.
    ///
    /// # Errors
    /// As [`Self::submit`].
    pub fn play(&mut self, command: &Command<G>) -> Result<(), SubmitError<G>> {
        self.play_noting(command, |_| ())
    }

    /// As [`Self::play`], for who counts what happens: each fact and each die is noted, and then forgotten.
    ///
    /// # Errors
    /// As [`Self::submit`].
    pub fn play_noting(
        &mut self,
        command: &Command<G>,
        note: impl FnMut(Noted<'_, G>),
    ) -> Result<(), SubmitError<G>> {
        self.carry_out(command)?;
        self.forget_applied(note);
        Ok(())
    }

    /// Snapshot of any battle of a setup before its opening.
    pub fn beginning(setup: Arc<G::Setup>) -> G::Snapshot {
        Self::unopened(setup, Dice::seeded(0)).snapshot()
    }

    /// Begins again in the same world, with other dice, and plays up to the first decision: as [`Self::new`], but nothing is rebuilt.
    /// `beginning` is what [`Self::beginning`] gives for the same setup.
    ///
    /// # Errors
    /// As [`Self::new`], and the snapshot is of another battle.
    pub fn begin_again(
        &mut self,
        beginning: &G::Snapshot,
        dice: Dice<G>,
        note: impl FnMut(Noted<'_, G>),
    ) -> Result<(), BattleError<G>> {
        self.restore(beginning)?;
        *self.dice_mut() = dice;
        self.run_to_rest()?;
        self.forget_applied(note);
        Ok(())
    }

    fn forget_applied(&mut self, mut note: impl FnMut(Noted<'_, G>)) {
        self.applied.iter().for_each(|fact| note(Noted::Fact(fact)));
        self.applied.clear();
        self.dice_mut().take_draws().iter().for_each(|draw| note(Noted::Drawn(draw)));
    }

    fn carry_out(&mut self, command: &Command<G>) -> Result<(), SubmitError<G>> {
        self.check(command)?;
        self.forget_accepted();
        let order = command.order.clone();
        let before = self.decision().and_then(|decision| G::step_before(self.view(), &order, decision));
        let agenda = self.state.agenda_mut();
        if let Some(Entry::Decide(decision)) = agenda.pop() {
            agenda.resolve(order, decision);
            if let Some(step) = before {
                agenda.push(step);
            }
        }
        Ok(self.run_to_rest()?)
    }

    /// Goes on from a snapshot that rests on no decision.
    ///
    /// # Errors
    /// Fed dice ran out, or a bug.
    pub fn go_on(&mut self) -> Result<Outcome<G>, BattleError<G>> {
        self.forget_accepted();
        self.run_to_rest()?;
        self.outcome()
    }

    /// Forgets the accepted command: it may be refused once something has changed.
    fn forget_accepted(&mut self) {
        *self.accepted.get_mut().unwrap_or_else(PoisonError::into_inner) = None;
    }

    /// Takes entries from the agenda until a player has to decide or nothing is left to happen. Facts are applied
    /// after each.
    fn run_to_rest(&mut self) -> Result<(), BattleError<G>> {
        for _ in 0..MAX_STEPS_PER_COMMAND {
            let agenda = self.state.agenda_mut();
            if agenda.decision().is_some() {
                return Ok(());
            }
            let done = match agenda.pop() {
                None => return Ok(()),
                Some(Entry::Decide(_)) => Ok(()),
                Some(Entry::Resolve { order, decision }) => G::resolve(&mut self.state, order, decision),
                Some(Entry::Run(step)) => G::run(&mut self.state, step),
            };
            done.and_then(|()| self.apply_facts()).map_err(|error| self.broken_by(error))?;
        }
        Err(BattleError::Endless)
    }

    /// Applies every fact of a step, in order.
    fn apply_facts(&mut self) -> Result<(), StepError<G>> {
        let facts = self.state.facts_mut().take();
        if facts.is_empty() {
            return Ok(());
        }
        G::apply(&mut self.state, &facts)?;
        self.applied.extend(facts);
        Ok(())
    }

    /// Applies facts that this battle brought about elsewhere: a copy that is shown fact by fact follows it so. What is on
    /// its agenda, and its dice, stay as they are.
    ///
    /// # Errors
    /// A fact names something that the battle does not have.
    pub fn follow(&mut self, facts: &[G::Fact]) -> Result<(), BattleError<G>> {
        self.forget_accepted();
        G::apply(&mut self.state, facts).map_err(|error| self.broken_by(error))
    }

    /// Does what a recorded command brought about when it was played, whatever the rules would have it do now.
    ///
    /// # Errors
    /// As [`Self::follow`].
    pub(crate) fn follow_recorded(
        &mut self,
        facts: &[G::Fact],
        agenda: Agenda<G>,
        dice: DiceState,
    ) -> Result<(), BattleError<G>> {
        self.follow(facts)?;
        *self.state.agenda_mut() = agenda;
        self.dice_mut().restore(dice);
        Ok(())
    }

    /// A battle before its opening.
    pub(crate) fn unopened(setup: Arc<G::Setup>, dice: Dice<G>) -> Self {
        Self { state: G::open(setup, dice), applied: Vec::new(), accepted: Mutex::default() }
    }

    fn broken_by(&mut self, error: StepError<G>) -> BattleError<G> {
        match error {
            StepError::Dice { error: DiceError::Exhausted(wanted), context } => {
                let mut facts = std::mem::take(&mut self.applied);
                // The step that was broken off has not applied its own yet.
                facts.extend(self.state.facts_mut().take());
                BattleError::DiceWanted(Box::new(DiceWanted { wanted, facts, context }))
            }
            StepError::Dice { error, .. } => BattleError::Step(error.to_string()),
            StepError::Bug(what) => BattleError::Step(what),
        }
    }

    fn outcome(&mut self) -> Result<Outcome<G>, BattleError<G>> {
        let facts = std::mem::take(&mut self.applied);
        let draws = self.dice_mut().take_draws();
        let agenda = self.state.agenda().clone();
        Ok(Outcome { facts, draws, agenda, hash: StateHash::of(&self.snapshot())? })
    }

    /// The dice, to see where faces come from.
    pub fn dice(&self) -> &Dice<G> {
        self.state.dice()
    }

    /// The dice, to choose where faces come from.
    pub fn dice_mut(&mut self) -> &mut Dice<G> {
        self.state.dice_mut()
    }

    /// Lets the state estimate, or not any more. Only a rehearsal has the permission to give.
    pub(crate) fn allow_estimates(&mut self, allowed: Option<Estimates>) {
        self.forget_accepted();
        self.state.allow_estimates(allowed);
    }

    /// All that changes in the battle, at rest.
    pub fn snapshot(&self) -> G::Snapshot {
        self.state.snapshot()
    }

    /// Goes to a snapshot of a battle with the same setup.
    ///
    /// # Errors
    /// It is of another battle; then nothing changed.
    pub fn restore(&mut self, snapshot: &G::Snapshot) -> Result<(), BattleError<G>> {
        self.forget_accepted();
        self.state.restore(snapshot).map_err(BattleError::ForeignSnapshot)?;
        self.state.facts_mut().take();
        self.applied.clear();
        Ok(())
    }
}
