//! A scene: counters put where a test wants them, orders given with scripted dice.

use std::collections::VecDeque;
use std::path::Path;

use tabletop::agenda::{Decision, Entry as Waiting};
use tabletop::dice::{Dice, Source};
use tabletop::game::{Game, State};
use tabletop::ids::Side;
use tabletop_hexes::hex::Hex;
use tabletop_shell::testing::{hold_log, log_of};

use crate::fact::Fact;
use crate::game::{View, Wsr, WsrState, words};
use crate::gate::judge;
use crate::order::{Choice, Order};
use crate::play::Place;
use crate::setup::{Bundle, WsrSetup, varne};

pub struct Scene {
    pub state: WsrState,
    /// Everything that was ordered and happened, in sentences.
    log: String,
}

pub fn hex(id: &str) -> Hex {
    id.parse().unwrap()
}

impl Scene {
    /// The map of Varne with these counters and no others, in the impulse of a side.
    pub fn new(impulse: Side, placed: &[(&str, &str)]) -> Self {
        Self::of(varne(), impulse, placed)
    }

    pub fn of(bundle: Bundle, impulse: Side, placed: &[(&str, &str)]) -> Self {
        use tabletop::game::Setup;
        let setup = WsrSetup::from_bundle(bundle).unwrap_or_else(|faults| panic!("{faults}"));
        let mut state = Wsr::open(setup.into(), Dice::seeded(1));
        state.play.stacks.clear();
        for unit in state.play.units.values_mut() {
            unit.place = Place::Gone;
        }
        for hq in state.play.hqs.values_mut() {
            hq.place = Place::Gone;
        }
        state.agenda.clear();
        let where_it_is = placed.iter().map(|(id, at)| format!("{id} in {at}"));
        let log = format!("{}\n\n", where_it_is.collect::<Vec<_>>().join(", "));
        let mut scene = Self { state, log };
        for (id, at) in placed {
            match id.parse() {
                Ok(unit) => scene.make(Fact::Deployed { unit, hex: hex(at) }),
                Err(_) => scene.make(Fact::HqDeployed { hq: id.parse().unwrap(), hex: hex(at) }),
            }
        }
        scene.make(Fact::ImpulseBegan { side: impulse });
        scene
    }

    /// The ruleset with a part replaced.
    pub fn ruleset(from: &str, to: &str) -> Bundle {
        let mut bundle = varne();
        assert!(bundle.ruleset.text.contains(from), "{from}");
        bundle.ruleset.text = bundle.ruleset.text.replace(from, to);
        bundle
    }

    pub fn make(&mut self, fact: Fact) {
        Wsr::apply(&mut self.state, &[fact]).unwrap();
    }

    pub fn view(&self) -> View<'_> {
        self.state.view()
    }

    pub fn choice(&self) -> Option<Choice> {
        self.state.agenda.decision().map(|decision| decision.choice)
    }

    /// Gives an order to whoever is asked, or as an operation of `player`; all dice must be rolled.
    pub fn give(&mut self, player: Side, order: Order, dice: &[u8]) -> Vec<Fact> {
        let asked = self.state.agenda.decision();
        let decision = asked.unwrap_or(Decision { player, choice: Choice::Operations });
        assert_eq!(decision.player, player, "{order:?}");
        match judge(self.view(), player, &order, decision.choice) {
            Some(Ok(())) => {}
            Some(Err(refusal)) => panic!("{order:?}: {refusal}"),
            None => panic!("{order:?} is no answer to {:?}", decision.choice),
        }
        self.log += &format!("> {} ({}): {}\n", self.state.setup.force(player).name, player, words(&order));
        self.state.agenda.pop();
        self.state.dice.set_source(Source::Fed(VecDeque::from(dice.to_vec())));
        Wsr::resolve(&mut self.state, order, decision).unwrap();
        let facts = self.run();
        assert_eq!(self.state.dice.source(), &Source::Fed(VecDeque::new()), "dice are left over");
        facts
    }

    /// Holds everything that was said against a golden log, after a heading.
    pub fn matches_log(&self, name: &str, heading: &str) {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("games/{name}.log"));
        hold_log(&path, &format!("{heading}\n{}", self.log));
    }

    /// Passes if somebody is asked about fire or mines.
    pub fn pass(&mut self) {
        while let Some(asked) = self.state.agenda.decision() {
            let order = match asked.choice {
                Choice::Opportunity => Order::HoldFire,
                Choice::Mines => Order::KeepMines,
                _ => return,
            };
            self.give(asked.player, order, &[]);
        }
    }

    /// The words of a refusal of the answer to what is asked, or of an operation.
    pub fn refused(&self, player: Side, order: &Order) -> Option<String> {
        let choice = self.choice().unwrap_or(Choice::Operations);
        match judge(self.view(), player, order, choice) {
            Some(judged) => judged.err().map(|refusal| refusal.to_string()),
            None => panic!("{order:?} is no answer to {choice:?}"),
        }
    }

    /// The words of the refusal of an operation.
    pub fn refusal(&self, player: Side, order: &Order) -> String {
        match judge(self.view(), player, order, Choice::Operations) {
            Some(Err(refusal)) => refusal.to_string(),
            other => panic!("{order:?}: {other:?}"),
        }
    }

    /// Runs what is on the agenda up to the next question; the end of an operation asks nothing here.
    pub fn run(&mut self) -> Vec<Fact> {
        let mut all = Vec::new();
        loop {
            let facts = self.state.facts.take();
            self.log += &log_of::<Wsr>(&self.state.setup, &facts);
            Wsr::apply(&mut self.state, &facts).unwrap();
            all.extend(facts);
            if self.state.agenda.decision().is_some() {
                return all;
            }
            match self.state.agenda.pop() {
                Some(Waiting::Run(crate::order::Step::Operate(_) | crate::order::Step::Draw)) => {}
                Some(Waiting::Run(step)) => Wsr::run(&mut self.state, step).unwrap(),
                Some(Waiting::Resolve { order, decision }) => {
                    Wsr::resolve(&mut self.state, order, decision).unwrap();
                }
                Some(other @ Waiting::Decide(_)) => panic!("{other:?}"),
                None => return all,
            }
        }
    }

    /// A unit as `0405`, with `d` disrupted, `r` reduced, `o` Ops Complete.
    pub fn shows(&self, id: &str) -> String {
        let unit = &self.state.play.units[&id.parse().unwrap()];
        let place = match unit.place {
            Place::On(hex) => hex.to_string(),
            Place::Aboard(carrier) => format!("on {carrier}"),
            Place::Reserve => "reserve".to_owned(),
            Place::Gone => return "gone".to_owned(),
        };
        let marks = [(unit.disrupted, 'd'), (unit.reduced, 'r'), (unit.done, 'o')];
        place + &marks.into_iter().filter_map(|(has, mark)| has.then_some(mark)).collect::<String>()
    }
}
