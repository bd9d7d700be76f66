//! The game as the engine plays it.

use tabletop::agenda::Decision;
use tabletop::audience::Audience;
use tabletop::battle::StepError;
use tabletop::game::Game;
use tabletop::ids::Side;
use tabletop::listed::Listed;
use tabletop::plain::{Plain, PlainSnapshot, PlainState};
use tabletop::prompt::Prompt;
use tabletop::refusal::Refusal;
use tabletop::sentence::Narrated;
use tabletop::text::list::joined;
use tabletop_data::fault::Faults;

use crate::assault::machine::ChoiceKind;
use crate::assault::modifier::names;
use crate::data::GAME;
use crate::ending::ending;
use crate::fact::Fact;
use crate::gate::{Mistake, Reason, judge, subject};
use crate::ids::Subject;
use crate::listing::orders;
use crate::narrate::narrate;
use crate::order::{Choice, Order, Step};
use crate::play::Play;
use crate::resolve::resolve;
use crate::run::run;
use crate::setup::{Bundle, LhySetup};
use crate::view::View;

/// The Last Hundred Yards.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Lhy;

/// All that changes, with the parts of the engine.
pub type LhyState = PlainState<Lhy>;

/// The side that has won; `None` while a battle goes on.
pub fn winner(view: View<'_>) -> Option<Side> {
    view.play.winner
}

/// A battle at rest.
pub type LhySnapshot = PlainSnapshot<Lhy>;

impl Plain for Lhy {
    type Play = Play;
    type UnderWay = ();

    fn begin(setup: &LhySetup) -> (Play, Step) {
        (Play::new(setup), Step::SetUp)
    }

    fn apply(setup: &LhySetup, play: &mut Play, fact: &Fact) {
        play.apply(setup, fact);
    }

    fn view<'a>(setup: &'a LhySetup, play: &'a Play, viewer: Option<Side>) -> View<'a> {
        View { setup, play, viewer }
    }

    fn has_same_units(one: &Play, other: &Play) -> bool {
        one.units.keys().eq(other.units.keys())
    }
}

impl Listed for Lhy {
    fn orders(view: View<'_>, decision: Decision<Self>) -> Vec<Order> {
        orders(view, decision)
    }

    fn words(order: &Order) -> String {
        words(order)
    }

    fn subject(order: &Order) -> Option<Subject> {
        subject(order)
    }
}

/// The paragraph of a choice, what it waits for, and the task.
fn asks(choice: Choice) -> (&'static str, &'static str, &'static str) {
    match choice {
        Choice::SetUp => ("LHY-SCN-1", "to set up", "set a unit up"),
        Choice::Activate => ("LHY-TURN-2", "to activate a platoon", "activate a platoon or end activations"),
        Choice::Act => ("LHY-TURN-2", "to act with a unit", "act with a unit or end the platoon's actions"),
        Choice::React => ("LHY-TURN-2", "to react", "react with a unit or end reactions"),
        Choice::InAssault { kind } => match kind {
            ChoiceKind::Feint => {
                ("LHY-ASB-5", "to go in or feint", "press the assault home, feint or withdraw from it")
            }
            ChoiceKind::Count => ("LHY-LIM-2", "to choose who counts", "choose the units that count"),
            ChoiceKind::Target => ("LHY-VDA-1", "to choose a vehicle", "choose the vehicle to destroy"),
            ChoiceKind::Retreat { .. } => ("LHY-RET-6", "to retreat", "choose the hex to retreat to"),
            ChoiceKind::Advance => ("LHY-ADV-1", "to advance", "advance with a unit or stay"),
        },
    }
}

/// An order in a few words; no two orders of a decision have the same.
pub fn words(order: &Order) -> String {
    match order {
        Order::Deploy { unit, hex } => format!("Set {unit} up in {hex}"),
        Order::Activate { platoons } => format!("Activate {}", joined(platoons)),
        Order::EndActivations => "Activate no more platoons".to_owned(),
        Order::Maneuver { unit, to } => format!("Move {unit} to {to}"),
        Order::Fire { unit, hex } => format!("Fire {unit} at {hex}"),
        Order::Recover { unit } => format!("Recover {unit}"),
        Order::Withdraw { unit, to } => format!("Withdraw {unit} to {to}"),
        Order::Assault { units, hex, from } => format!("Assault {hex} with {} from {from}", names(units)),
        Order::PressHome => "Press the assault home".to_owned(),
        Order::Feint => "Feint: stay out of the assault".to_owned(),
        Order::Count { units } => format!("Count {}", names(units)),
        Order::Target { vehicle } => format!("Try to destroy {vehicle}"),
        Order::Retreat { to } => format!("Retreat to {to}"),
        Order::Advance { unit, to } => format!("Advance {unit} to {to}"),
        Order::Stay => "Advance no more".to_owned(),
        Order::Done => "Do no more".to_owned(),
    }
}

impl Game for Lhy {
    const ID: &'static str = GAME;

    type Setup = LhySetup;
    type Bundle = Bundle;
    type Faults = Faults;
    type Order = Order;
    type Choice = Choice;
    type Step = Step;
    type Fact = Fact;
    type Reason = Reason;
    type Mistake = Mistake;
    type Subject = Subject;
    type View<'a> = View<'a>;

    tabletop::plain_game!(Mistake);

    fn check(
        view: View<'_>,
        player: Side,
        order: &Order,
        choice: Choice,
    ) -> Option<Result<(), Refusal<Self>>> {
        judge(view, player, order, choice)
    }

    fn resolve(state: &mut LhyState, order: Order, decision: Decision<Self>) -> Result<(), StepError<Self>> {
        resolve(state, order, decision)
    }

    fn run(state: &mut LhyState, step: Step) -> Result<(), StepError<Self>> {
        run(state, step)
    }

    fn prompt(_: View<'_>, decision: Decision<Self>) -> Prompt<Self> {
        let about = match decision.choice {
            Choice::InAssault { kind: ChoiceKind::Retreat { unit } } => Some(unit.into()),
            Choice::InAssault {
                kind: ChoiceKind::Feint | ChoiceKind::Count | ChoiceKind::Target | ChoiceKind::Advance,
            }
            | Choice::SetUp
            | Choice::Activate
            | Choice::Act
            | Choice::React => None,
        };
        Prompt { about, ..Prompt::new(decision.player, asks(decision.choice)) }
    }

    fn narrate(setup: &LhySetup, facts: &[Fact]) -> Option<Narrated<Self>> {
        narrate(setup, facts)
    }

    fn ending(view: View<'_>) -> Option<String> {
        ending(view)
    }

    fn audience(fact: &Fact) -> Audience {
        fact.audience()
    }
}
