//! The game as the engine plays it.

use tabletop::agenda::Decision;
use tabletop::battle::StepError;
use tabletop::game::Game;
use tabletop::ids::Side;
use tabletop::listed::Listed;
use tabletop::plain::{Plain, PlainState};
use tabletop::prompt::Prompt;
use tabletop::refusal::Refusal;
use tabletop::sentence::Narrated;
use tabletop::text::list::joined;
use tabletop_data::fault::Faults;

use crate::ending::ending;
use crate::fact::Fact;
use crate::gate::{Mistake, Reason, judge, subject};
use crate::ids::{HqId, Subject, UnitId};
use crate::listing::orders;
use crate::narrate::narrate;
use crate::order::{Choice, Entry, Mission, Order, Price, Step, Weapon};
use crate::play::{OpenRoll, Play};
use crate::resolve::resolve;
use crate::run::run;
use crate::setup::{Bundle, WsrSetup};

/// White Star Rising.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Wsr;

/// All that changes, with the parts of the engine.
pub type WsrState = PlainState<Wsr>;

/// Rolls of a step that dice may be held up in.
#[derive(Clone, Debug, Default)]
pub struct UnderWay {
    /// Rolls that the step has taken from those that are settled.
    pub(crate) settled: usize,
    /// The one that holds it up.
    pub(crate) open: Option<OpenRoll>,
}

/// The battle, read only.
#[derive(Clone, Copy)]
pub struct View<'a> {
    pub(crate) setup: &'a WsrSetup,
    pub(crate) play: &'a Play,
    /// The side that looks; everybody's view without one.
    pub(crate) viewer: Option<Side>,
}

/// The side that has won; `None` while a battle goes on.
pub fn winner(view: View<'_>) -> Option<Side> {
    view.play.winner
}

impl<'a> View<'a> {
    pub(crate) fn of(setup: &'a WsrSetup, play: &'a Play) -> Self {
        Self { setup, play, viewer: None }
    }

    /// Mines that a side has in hand; `None` where the viewer may not know: the stock is its owner's secret.
    ///
    /// Rule: WSR-MIN-1.
    pub fn mines_in_hand(self, side: Side) -> Option<u8> {
        let knows = self.viewer.is_none_or(|viewer| viewer == side);
        knows.then(|| self.play.mines_in_hand[side.index()])
    }
}

impl Plain for Wsr {
    type Play = Play;
    type UnderWay = UnderWay;

    fn begin(setup: &WsrSetup) -> (Play, Step) {
        (Play::new(setup), Step::SetUp)
    }

    fn apply(setup: &WsrSetup, play: &mut Play, fact: &Fact) {
        play.apply(setup, fact);
    }

    fn view<'a>(setup: &'a WsrSetup, play: &'a Play, viewer: Option<Side>) -> View<'a> {
        View { setup, play, viewer }
    }

    fn has_same_units(one: &Play, other: &Play) -> bool {
        one.units.keys().eq(other.units.keys())
    }
}

impl Listed for Wsr {
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
        Choice::SetUp => ("WSR-SCN-2", "to set up", "set a unit up"),
        Choice::Operations => ("WSR-TURN-5", "to act with a unit", "act with a unit or end the impulse"),
        Choice::GoOn => ("WSR-MOV-1", "to move on", "move on or stop"),
        Choice::Mines => ("WSR-MIN-1", "to lay mines", "lay mines or keep them"),
        Choice::Opportunity => ("WSR-OPP-1", "to fire at the moving stack", "fire or hold fire"),
        Choice::Lend => ("WSR-ASL-5", "to lend leadership", "lend leadership to a unit or keep it"),
        Choice::Retreat { .. } => ("WSR-ASL-12", "to retreat", "choose a hex to retreat to"),
        Choice::AirTarget => ("WSR-CAS-1", "to aim the aircraft", "choose a hex for the strike"),
        Choice::Flak => ("WSR-CAS-2", "to fire at the aircraft", "fire flak or hold fire"),
        Choice::Misdirect => ("WSR-CAS-6", "to move the wrong strike", "choose a neighbouring hex"),
        Choice::Arrange { .. } => {
            ("WSR-BAS-9", "to order a stack", "bring a unit to the top or keep the order")
        }
        Choice::ReplaceHq => ("WSR-HQ-9", "to replace the HQ", "choose the hex where the HQ comes back"),
        Choice::Fate => ("WSR-FAT-1", "to spend fate on the dice", "change a die or keep the dice"),
        Choice::Return { .. } => {
            ("WSR-FAT-1", "to spend fate on the marker", "send the marker back or let it be used")
        }
    }
}

fn led_by(lead: Option<HqId>) -> String {
    lead.map(|hq| format!(", led by {hq}")).unwrap_or_default()
}

/// An order in a few words; no two orders of a decision have the same.
pub fn words(order: &Order) -> String {
    match order {
        Order::Deploy { unit, hex } => format!("Set {unit} up in {hex}"),
        Order::DeployHq { hq, hex } => format!("Set {hq} up in {hex}"),
        Order::Fire { unit, target, lead, price, weapon } => {
            let blue = match weapon {
                Weapon::ArmourPiercing | Weapon::HighExplosive => "",
                Weapon::Flak => " with blue firepower",
            };
            let paid = match price {
                Price::Usual => "",
                Price::Firepower => ", with fewer dice",
            };
            format!("Fire {unit} at {target}{blue}{}{paid}", led_by(*lead))
        }
        Order::Bombard { unit, hex, spotter, lead } => {
            let seen = spotter.map(|caller| format!(", seen by {caller}")).unwrap_or_default();
            format!("Fire {unit} at hex {hex}{}{seen}", led_by(*lead))
        }
        Order::March { units, hq, to, entry } => {
            let who = units.iter().map(UnitId::to_string).chain(hq.map(|hq| hq.to_string()));
            let who = joined(&who.collect::<Vec<_>>());
            match entry {
                Entry::Walk => format!("Move {who} to {to}"),
                Entry::Assault => format!("Assault {to} with {who}"),
                Entry::Overrun => format!("Overrun {to} with {who}"),
            }
        }
        Order::GoOn { to, entry } => match entry {
            Entry::Walk => format!("Move on to {to}"),
            Entry::Assault => format!("Assault {to}"),
            Entry::Overrun => format!("Overrun {to}"),
        },
        Order::Stop => "Stop".to_owned(),
        Order::Load { carrier, unit } => format!("Load {unit} on {carrier}"),
        Order::Unload { carrier } => format!("Unload {carrier}"),
        Order::Clear { unit, hex } => format!("Clear mines in {hex} with {unit}"),
        Order::Call { caller, hex, mission } => match mission {
            Mission::HighExplosive => format!("Call fire on {hex} by {caller}"),
            Mission::Smoke => format!("Call smoke on {hex} by {caller}"),
        },
        Order::Lend { unit } => format!("Lead {unit}"),
        Order::KeepLeadership => "Lead nobody".to_owned(),
        Order::Retreat { to } => format!("Retreat to {to}"),
        Order::LayMines => "Lay mines".to_owned(),
        Order::KeepMines => "Keep mines".to_owned(),
        Order::HoldFire => "Hold fire".to_owned(),
        Order::AirStrike { hex } => format!("Strike {hex}"),
        Order::FlakFire { unit } => format!("Fire {unit} at the aircraft"),
        Order::Misdirect { hex } => format!("Move the strike to {hex}"),
        Order::Raise { unit } => format!("Bring {unit} to the top of its stack"),
        Order::KeepOrder => "Keep the order of the stack".to_owned(),
        Order::ReplaceHq { hex } => format!("The HQ comes back in {hex}"),
        Order::Reroll { die } => format!("Roll die {} again", die + 1),
        Order::TurnDie { die, face } => format!("Turn die {} to {face}", die + 1),
        Order::KeepDice => "Keep the dice".to_owned(),
        Order::ReturnMarker => "Send the marker back".to_owned(),
        Order::KeepMarker => "Let the marker be used".to_owned(),
        Order::RestoreCommand { hex } => format!("Take Out of Command off {hex}"),
        Order::Refresh { unit } => format!("Take Ops Complete off {unit}"),
        Order::Done => "End the impulse".to_owned(),
    }
}

impl Game for Wsr {
    const ID: &'static str = "white-star-rising";

    type Setup = WsrSetup;
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

    fn resolve(state: &mut WsrState, order: Order, decision: Decision<Self>) -> Result<(), StepError<Self>> {
        resolve(state, order, decision)
    }

    fn run(state: &mut WsrState, step: Step) -> Result<(), StepError<Self>> {
        run(state, step)
    }

    fn prompt(_: View<'_>, decision: Decision<Self>) -> Prompt<Self> {
        let about = match decision.choice {
            Choice::Retreat { unit } => Some(unit.into()),
            Choice::Arrange { hex } => Some(hex.into()),
            Choice::SetUp
            | Choice::Operations
            | Choice::GoOn
            | Choice::Mines
            | Choice::Opportunity
            | Choice::Lend
            | Choice::AirTarget
            | Choice::Flak
            | Choice::Misdirect
            | Choice::ReplaceHq
            | Choice::Fate
            | Choice::Return { .. } => None,
        };
        let is_question = matches!(
            decision.choice,
            Choice::Opportunity | Choice::Mines | Choice::Flak | Choice::Fate | Choice::Return { .. }
        );
        let prompt = Prompt::new(decision.player, asks(decision.choice));
        let question = is_question.then(|| format!("Do you want {}?", prompt.waits_for));
        Prompt { about, question, ..prompt }
    }

    fn narrate(setup: &WsrSetup, facts: &[Fact]) -> Option<Narrated<Self>> {
        narrate(setup, facts)
    }

    fn ending(view: View<'_>) -> Option<String> {
        ending(view.setup, view.play)
    }
}
