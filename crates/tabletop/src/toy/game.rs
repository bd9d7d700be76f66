//! The rules of the toy game.

use std::fmt;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::agenda::{Agenda, Decision};
use crate::audience::Audience;
use crate::bag::Bag;
use crate::battle::StepError;
use crate::dice::{Dice, DiceState, Die, Needs, Roll, Roller};
use crate::fact::Facts;
use crate::game::{Game, Setup, Snapshot, State};
use crate::ids::{RuleId, Side};
use crate::prompt::{Answer, Prompt, check_listed};
use crate::refusal::Refusal;
use crate::sentence::{Narrated, Sentence};
use crate::state_hash::StateHash;

const HEXES: u8 = 7;
const TURNS: u8 = 20;
const TO_WIN: u8 = 9;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct ToyGame;

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct ToyBundle {
    pub chits: Vec<u8>,
}

#[derive(Debug)]
pub(crate) struct ToySetup {
    pub bundle: ToyBundle,
}

/// A setup without chits.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[error("the cup is empty")]
pub(crate) struct EmptyCup;

impl Setup for ToySetup {
    type Bundle = ToyBundle;
    type Faults = EmptyCup;

    fn from_bundle(bundle: ToyBundle) -> Result<Self, EmptyCup> {
        if bundle.chits.is_empty() { Err(EmptyCup) } else { Ok(Self { bundle }) }
    }

    fn bundle(&self) -> &ToyBundle {
        &self.bundle
    }

    fn level_name(&self) -> &str {
        "A row of hexes"
    }

    fn force_name(&self, side: Side) -> &str {
        match side {
            Side::A => "Red",
            Side::B => "Blue",
        }
    }

    fn ruleset_name(&self) -> &str {
        "toy"
    }

    fn ruleset_hash(&self) -> u64 {
        u64::from(TO_WIN)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) enum Order {
    Move { to: u8 },
    Draw,
    Attack,
    Pass,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) enum Choice {
    Turn,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) enum Step {
    EndTurn { of: Side },
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) enum Fact {
    Moved { side: Side, to: u8 },
    Drawn { side: Side, chit: u8 },
    Attacked { side: Side, face: u8, total: u8 },
    TurnEnded,
    Over { winner: Option<Side> },
}

crate::reasons! { Reason, Mistake, words(about, value, limit);
    /// The order is none of those listed.
    NotListed =>
        NotListed { player: Side }: "TOY-1", "side {player} cannot do that now";
        HasTurn { player: Side }: "TOY-1", "side {player} has a turn to take";
    /// The other player has the turn.
    NotYourTurn => NotYourTurn { asked: Side }: "TOY-1", "it is side {asked}'s turn";
    /// The battle is over.
    Over => Over: "TOY-5", "the battle is over";
}

/// A hex, or a marker.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Subject {
    Hex(u8),
    Marker(Side),
}

impl fmt::Display for Subject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Hex(hex) => write!(f, "hex {hex}"),
            Self::Marker(side) => write!(f, "marker {side}"),
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct ToySnapshot {
    at: [u8; 2],
    hands: [Vec<u8>; 2],
    cup: Bag<u8>,
    turns: u8,
    result: Option<Option<Side>>,
    agenda: Agenda<ToyGame>,
    dice: DiceState,
}

impl Snapshot for ToySnapshot {
    fn dice(&self) -> DiceState {
        self.dice
    }
}

#[derive(Debug)]
pub(crate) struct ToyState {
    setup: Arc<ToySetup>,
    at: [u8; 2],
    hands: [Vec<u8>; 2],
    cup: Bag<u8>,
    turns: u8,
    result: Option<Option<Side>>,
    agenda: Agenda<ToyGame>,
    dice: Dice<ToyGame>,
    facts: Facts<ToyGame>,
}

/// The battle as a player sees it, or as the rules do.
#[derive(Clone, Copy)]
pub(crate) struct View<'a> {
    state: &'a ToyState,
    seen_by: Option<Side>,
}

impl View<'_> {
    /// The chits in a player's hand; `None` where they are not to be seen.
    pub fn hand(&self, side: Side) -> Option<&[u8]> {
        let is_seen = self.seen_by.is_none_or(|player| player == side);
        is_seen.then_some(&self.state.hands[side.index()])
    }

    /// Turns that have ended.
    pub fn turns(&self) -> u8 {
        self.state.turns
    }

    /// Winner, or nobody; `None` while the battle goes on.
    pub fn result(&self) -> Option<Option<Side>> {
        self.state.result
    }
}

impl State<ToyGame> for ToyState {
    fn setup(&self) -> &Arc<ToySetup> {
        &self.setup
    }

    fn view(&self) -> View<'_> {
        View { state: self, seen_by: None }
    }

    fn view_for(&self, player: Side) -> View<'_> {
        View { state: self, seen_by: Some(player) }
    }

    fn agenda(&self) -> &Agenda<ToyGame> {
        &self.agenda
    }

    fn agenda_mut(&mut self) -> &mut Agenda<ToyGame> {
        &mut self.agenda
    }

    fn dice(&self) -> &Dice<ToyGame> {
        &self.dice
    }

    fn dice_mut(&mut self) -> &mut Dice<ToyGame> {
        &mut self.dice
    }

    fn facts_mut(&mut self) -> &mut Facts<ToyGame> {
        &mut self.facts
    }

    fn snapshot(&self) -> ToySnapshot {
        let Self { at, hands, cup, turns, result, agenda, dice, .. } = self;
        ToySnapshot {
            at: *at,
            hands: hands.clone(),
            cup: cup.clone(),
            turns: *turns,
            result: *result,
            agenda: agenda.clone(),
            dice: dice.state(),
        }
    }

    fn restore(&mut self, snapshot: &ToySnapshot) -> Result<(), &'static str> {
        let ToySnapshot { at, hands, cup, turns, result, agenda, dice } = snapshot.clone();
        let chits = hands.iter().map(Vec::len).sum::<usize>() + cup.left().len();
        if chits != self.setup.bundle.chits.len() {
            return Err("it has other chits");
        }
        self.dice.restore(dice);
        (self.at, self.hands, self.cup, self.turns) = (at, hands, cup, turns);
        (self.result, self.agenda) = (result, agenda);
        Ok(())
    }
}

/// By TOY-2 to TOY-5.
fn legal_orders(state: &ToyState, side: Side) -> Vec<(RuleId, Order)> {
    let [own, other] = [side, side.other()].map(|side| state.at[side.index()]);
    let steps = [own.checked_sub(1), Some(own + 1)].into_iter().flatten();
    let free = steps.filter(|to| *to < HEXES && *to != other);
    let mut orders: Vec<_> = free.map(|to| (RuleId("TOY-2"), Order::Move { to })).collect();
    if !state.cup.left().is_empty() {
        orders.push((RuleId("TOY-3"), Order::Draw));
    }
    if own.abs_diff(other) == 1 {
        orders.push((RuleId("TOY-4"), Order::Attack));
    }
    if orders.is_empty() {
        orders.push((RuleId("TOY-5"), Order::Pass));
    }
    orders
}

impl Game for ToyGame {
    const ID: &'static str = "toy";

    type Setup = ToySetup;
    type Bundle = ToyBundle;
    type Faults = EmptyCup;
    type Order = Order;
    type Choice = Choice;
    type Step = Step;
    type Fact = Fact;
    type Reason = Reason;
    type Mistake = Mistake;
    type RollContext = ();
    type Subject = Subject;
    type Form = ();
    type State = ToyState;
    type Snapshot = ToySnapshot;
    type View<'a> = View<'a>;

    fn open(setup: Arc<ToySetup>, dice: Dice<Self>) -> ToyState {
        let mut agenda = Agenda::default();
        agenda.ask(Decision { player: Side::A, choice: Choice::Turn });
        let cup = Bag::new(setup.bundle.chits.clone()).expect("the tests' cups are small");
        let (at, hands, facts) = ([0, HEXES - 1], [Vec::new(), Vec::new()], Facts::default());
        ToyState { setup, at, hands, cup, turns: 0, result: None, agenda, dice, facts }
    }

    fn check(view: View, player: Side, order: &Order, choice: Choice) -> Option<Result<(), Refusal<Self>>> {
        let refuse = || {
            let about = match order {
                Order::Move { to } => Subject::Hex(*to),
                Order::Draw | Order::Attack | Order::Pass => Subject::Marker(player),
            };
            Refusal::new(Mistake::NotListed { player }).about(about)
        };
        Some(check_listed(view, Decision { player, choice }, order, refuse))
    }

    fn battle_over(_: View) -> Refusal<Self> {
        Refusal::new(Mistake::Over)
    }

    fn not_your_decision(_: View, _: Side, decision: Decision<Self>) -> Refusal<Self> {
        Refusal::new(Mistake::NotYourTurn { asked: decision.player })
    }

    fn not_now(_: View, decision: Decision<Self>) -> Refusal<Self> {
        Refusal::new(Mistake::HasTurn { player: decision.player })
    }

    fn resolve(state: &mut ToyState, order: Order, decision: Decision<Self>) -> Result<(), StepError<Self>> {
        let side = decision.player;
        match order {
            Order::Move { to } => state.facts.push(Fact::Moved { side, to }),
            Order::Draw => {
                let drawn = state.cup.draw(&mut state.dice, "draw of a chit", side, |chit| *chit >= 2)?;
                state.facts.extend(drawn.map(|chit| Fact::Drawn { side, chit }));
            }
            Order::Attack => {
                let hand: u8 = state.hands[side.index()].iter().sum();
                let by = Roller { side, subject: Some(Subject::Marker(side)) };
                let needs = Needs::AtLeast(TO_WIN.saturating_sub(hand));
                let face = state.dice.roll(Roll { purpose: "attack", by, needs, die: Die::TEN })?;
                state.facts.push(Fact::Attacked { side, face, total: face + hand });
            }
            Order::Pass => {}
        }
        state.agenda.push(Step::EndTurn { of: side });
        Ok(())
    }

    fn run(state: &mut ToyState, step: Step) -> Result<(), StepError<Self>> {
        let Step::EndTurn { of } = step;
        state.facts.push(Fact::TurnEnded);
        if state.result.is_none() && state.turns + 1 == TURNS {
            state.facts.push(Fact::Over { winner: None });
        } else if state.result.is_none() {
            state.agenda.ask(Decision { player: of.other(), choice: Choice::Turn });
        }
        Ok(())
    }

    fn apply(state: &mut ToyState, facts: &[Fact]) -> Result<(), StepError<Self>> {
        for fact in facts {
            match *fact {
                Fact::Moved { side, to } => state.at[side.index()] = to,
                Fact::Drawn { side, chit } => {
                    if !state.cup.take(&chit) {
                        return Err(StepError::Bug(format!("there is no chit {chit} in the cup")));
                    }
                    state.hands[side.index()].push(chit);
                }
                Fact::Attacked { side, total, .. } => {
                    for chit in state.hands[side.index()].drain(..) {
                        state.cup.put(chit);
                    }
                    if total >= TO_WIN {
                        state.result = Some(Some(side));
                    }
                }
                Fact::TurnEnded => state.turns += 1,
                Fact::Over { winner } => state.result = Some(winner),
            }
        }
        Ok(())
    }

    fn prompt(view: View, decision: Decision<Self>) -> Prompt<Self> {
        let words = ("TOY-1", "to take its turn", "move, draw or attack");
        let about = Some(Subject::Hex(view.state.at[decision.player.index()]));
        Prompt { about, ..Prompt::new(decision.player, words) }
    }

    fn answers(view: View, decision: Decision<Self>) -> Vec<Answer<Self>> {
        let listed = legal_orders(view.state, decision.player).into_iter();
        let answer = |(rule, order): (RuleId, Order)| {
            let (text, about) = match order {
                Order::Move { to } => ("Move", Subject::Hex(to)),
                Order::Draw => ("Draw", Subject::Marker(decision.player)),
                Order::Attack => ("Attack", Subject::Marker(decision.player.other())),
                Order::Pass => ("Pass", Subject::Marker(decision.player)),
            };
            Answer { text: format!("{text} ({rule})"), about: Some(about), order }
        };
        listed.map(answer).collect()
    }

    fn narrate(setup: &ToySetup, facts: &[Fact]) -> Option<Narrated<Self>> {
        let said = match facts.first()? {
            Fact::Moved { side, to } => {
                Sentence::line(Subject::Hex(*to), format!("{} moves to hex {to}", setup.force_name(*side)))
            }
            Fact::Drawn { side, .. } => {
                Sentence::line(Subject::Marker(*side), format!("{} draws a chit", setup.force_name(*side)))
            }
            Fact::Attacked { side, face, total } => Sentence::line(
                Subject::Marker(*side),
                format!("{} attacks: {face}, {total} with its chits", setup.force_name(*side)),
            ),
            Fact::TurnEnded => return Some(Narrated::none()),
            Fact::Over { .. } => Sentence::heading("The battle is drawn".to_owned()),
        };
        Some(Narrated::one(said))
    }

    fn audience(fact: &Fact) -> Audience {
        match fact {
            Fact::Drawn { side, .. } => Audience::Only(*side),
            Fact::Moved { .. } | Fact::Attacked { .. } | Fact::TurnEnded | Fact::Over { .. } => {
                Audience::Everybody
            }
        }
    }
}

impl ToySnapshot {
    /// Its hash, as tests compare it.
    pub fn hash(&self) -> StateHash {
        StateHash::of(self).unwrap()
    }
}
