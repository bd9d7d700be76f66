//! Playing on: what a side may do is tried with the same dice several times over, on battles that it may think it is in, and what gives
//! the best chance to win is taken.
//!
//! The first style's answer stands unless another is better by more than luck explains: few plays decide nothing by little.

use std::sync::Arc;

use tabletop::agenda::Decision;
use tabletop::battle::{Battle, BattleError};
use tabletop::command::Command;
use tabletop::dice::Dice;
use tabletop::ids::Side;
use tabletop::portfolio::{ALTERNATIVES, Alternative, Chosen};
use tabletop::rehearsal::Rehearsal;

use super::atlas::Atlas;
use super::imagine::imagined;
use super::style::{Searching, Weights};
use super::value::{chance, features};
use super::weigh::Weighing;
use crate::assault::machine::ChoiceKind;
use crate::game::{Lhy, LhySnapshot, words};
use crate::odds::percent;
use crate::order::{Choice, Order};
use crate::setup::LhySetup;

/// Any fixed seed: the same position has the same answer.
const SEED: u64 = 20_130_223;

/// Most commands of one play: more would be a circle.
const MAX_COMMANDS: usize = 600;

/// Plays of every option before any is given up.
const OF_ALL: u32 = 6;

/// Standard errors at which the first style's answer counts as beaten by the only other that is left.
const BEATEN: f64 = 3.0;

/// A player who plays each choice on.
pub struct Search {
    searching: Searching,
    /// The styles by their names, then the first once more, asking for less.
    portfolio: Vec<Weighing>,
    plays_on: Weighing,
    /// A rehearsal of the setup that it was asked about last, with its land.
    scratch: Option<(Arc<LhySetup>, Rehearsal<Lhy>, Arc<Atlas>)>,
}

/// Something that may be done, by whom it is played on, and what comes of it.
struct Candidate {
    order: Order,
    /// Style that plays on for the side to the end of the turn; `None`: that of all plays.
    style: Option<usize>,
    /// Chance to win after each play.
    ends: Vec<f64>,
    open: bool,
}

impl Candidate {
    fn mean(&self) -> f64 {
        self.ends.iter().sum::<f64>() / self.ends.len().max(1) as f64
    }

    /// Mean lead over another in the plays that both had, and its standard error.
    fn lead(&self, other: &Self) -> (f64, f64) {
        let leads: Vec<f64> = self.ends.iter().zip(&other.ends).map(|(own, other)| own - other).collect();
        let count = leads.len().max(1) as f64;
        let mean = leads.iter().sum::<f64>() / count;
        let spread = leads.iter().map(|lead| (lead - mean) * (lead - mean)).sum::<f64>();
        (mean, (spread / (count * (count - 1.0).max(1.0))).sqrt())
    }
}

impl Search {
    /// A search over players that are named; `None` if one of the names is not that of a player who weighs.
    pub fn new(searching: Searching, named: impl Fn(&str) -> Option<Weights>) -> Option<Self> {
        let portfolio = searching.portfolio.iter().map(|id| named(id).map(Weighing::new));
        let (mut portfolio, weights) = (portfolio.collect::<Option<Vec<_>>>()?, named(&searching.plays_on)?);
        let first = named(searching.portfolio.first()?)?;
        portfolio.push(Weighing::new(Weights {
            chance_from: 0.0,
            assaults_from: 0.0,
            acts_from: 0.05,
            ..first
        }));
        Some(Self { searching, portfolio, plays_on: Weighing::new(weights), scratch: None })
    }

    /// The choice that ends best; `None` once the battle is over.
    pub fn choose(&mut self, battle: &Battle<Lhy>) -> Option<Chosen<Lhy, f64>> {
        let decision = battle.decision()?;
        let Some((best, candidates)) = self.played(battle, decision) else {
            return self.portfolio.first_mut()?.choose(battle);
        };
        let style = candidates[best].style.unwrap_or(0);
        let mut chosen = self.portfolio[style].explain(battle, decision, &candidates[best].order);
        let mut others: Vec<usize> = (0..candidates.len()).filter(|index| *index != best).collect();
        others.sort_by(|a, b| candidates[*b].mean().total_cmp(&candidates[*a].mean()));
        let own = candidates[best].mean();
        if let Some(next) = others.first().map(|index| &candidates[*index]) {
            let played = format!(
                "layed on, it wins with {}, \"{}\" with {}",
                percent(own),
                words(&next.order),
                percent(next.mean())
            );
            chosen.why = match chosen.why.is_empty() {
                true => format!("p{played}"),
                false => format!("{}. P{played}", chosen.why),
            };
        }
        let others = others.into_iter().take(ALTERNATIVES).map(|index| &candidates[index]);
        let others = others.map(|other| Alternative {
            does: words(&other.order),
            command: Command { player: decision.player, order: other.order.clone() },
            less: 100.0 * (own - other.mean()).max(0.0),
            lacks: format!("played on, it wins with {}", percent(other.mean())),
            why: String::new(),
        });
        chosen.appraisal = Some(100.0 * own);
        chosen.alternatives = others.collect();
        Some(chosen)
    }

    /// The same without reasons.
    pub fn command(&mut self, battle: &Battle<Lhy>) -> Option<Command<Lhy>> {
        let decision = battle.decision()?;
        match self.played(battle, decision) {
            Some((best, mut candidates)) => {
                Some(Command { player: decision.player, order: candidates.swap_remove(best).order })
            }
            None => self.portfolio.first_mut()?.command(battle),
        }
    }

    /// Everything that was played on, and the place of the best; none where there is nothing to choose.
    fn played(&mut self, battle: &Battle<Lhy>, decision: Decision<Lhy>) -> Option<(usize, Vec<Candidate>)> {
        if !is_searched(decision.choice) {
            return None;
        }
        let setup = battle.setup();
        if self.scratch.as_ref().is_none_or(|(known, ..)| !Arc::ptr_eq(known, setup)) {
            // A battle that has begun shows that one of its setup can.
            let begun: Result<_, BattleError<Lhy>> = Rehearsal::new(Arc::clone(setup));
            let atlas = self.plays_on.atlas(setup);
            self.scratch = Some((Arc::clone(setup), begun.ok()?, atlas));
        }
        let mut candidates = self.candidates(battle);
        if candidates.len() < 2 {
            return None;
        }
        let start = battle.snapshot();
        let mut plays = 0;
        let mut sample = 0;
        while plays < self.searching.plays {
            let open: Vec<usize> = (0..candidates.len()).filter(|index| candidates[*index].open).collect();
            if open.len() < 2 {
                break;
            }
            let imagined = imagined(setup, &start, decision.player, sample);
            let from = imagined.as_ref().unwrap_or(&start);
            for index in open {
                let (order, style) = (candidates[index].order.clone(), candidates[index].style);
                let ends = self.play_on(from, sample, decision.player, order, style);
                candidates[index].ends.push(ends.unwrap_or(0.0));
                plays += 1;
            }
            sample += 1;
            if sample >= OF_ALL && sample % 2 == 0 {
                self.give_up(&mut candidates);
            }
        }
        let sure = self.searching.sure;
        let is_better = |index: &usize| {
            let (lead, error) = candidates[*index].lead(&candidates[0]);
            candidates[*index].open && lead > sure * error && lead > self.searching.margin
        };
        let better = (1..candidates.len()).filter(is_better);
        let best = better.reduce(
            |best, next| {
                if candidates[next].mean() > candidates[best].mean() { next } else { best }
            },
        );
        Some((best.unwrap_or(0), candidates))
    }

    /// Those that are clearly behind the best are given up; the first is kept, to be compared with.
    fn give_up(&self, candidates: &mut [Candidate]) {
        let open = (0..candidates.len()).filter(|index| candidates[*index].open);
        let best = open.reduce(
            |best, next| {
                if candidates[next].mean() > candidates[best].mean() { next } else { best }
            },
        );
        let Some(best) = best else { return };
        let behind: Vec<usize> = (1..candidates.len())
            .filter(|index| *index != best && candidates[*index].open)
            .filter(|index| {
                let (lead, error) = candidates[best].lead(&candidates[*index]);
                lead > 0.0 && lead >= self.searching.hopeless * error
            })
            .collect();
        for index in behind {
            candidates[index].open = false;
        }
        // The first alone is left to be beaten: it is decided once one is clearly ahead.
        let (lead, error) = candidates[0].lead(&candidates[best]);
        if best != 0
            && lead < -BEATEN * error.max(1e-9)
            && candidates.iter().filter(|one| one.open).count() == 2
        {
            candidates[0].open = false;
        }
    }

    /// Answers of the styles, that of the first before all; then its other options if it asked for less, assaults at poor odds among them.
    fn candidates(&mut self, battle: &Battle<Lhy>) -> Vec<Candidate> {
        let mut found: Vec<Candidate> = Vec::new();
        let mut add = |order: Order, style: Option<usize>| {
            if !found.iter().any(|known| known.order == order) {
                found.push(Candidate { order, style, ends: Vec::new(), open: true });
            }
        };
        let wide = self.portfolio.len() - 1;
        for (place, style) in self.portfolio.iter_mut().enumerate() {
            let count = if place == wide { self.searching.options as usize } else { 1 };
            for order in style.options(battle, count) {
                // Who assaults at poor odds has to bring all who should come.
                let follows = match place {
                    0 => false,
                    place if place == wide => matches!(order, Order::Assault { .. }),
                    _ => true,
                };
                add(order, follows.then_some(place));
            }
        }
        found
    }

    /// Plays on from a choice; gives the side's chance to win at the end. `None` if the battle breaks.
    fn play_on(
        &mut self,
        start: &LhySnapshot,
        sample: u32,
        side: Side,
        order: Order,
        style: Option<usize>,
    ) -> Option<f64> {
        let (setup, scratch, atlas) = self.scratch.as_mut()?;
        scratch.restore(start).ok()?;
        let begun = scratch.battle().view().play.turn;
        let salt = SEED ^ (u64::from(sample) << 40) ^ start.dice.drawn.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let (mut last, mut fights) = (begun, 0u64);
        let mut command = Command { player: side, order };
        for _ in 0..MAX_COMMANDS {
            let view = scratch.battle().view();
            if view.play.turn != last {
                (last, fights) = (view.play.turn, 0);
            }
            // All plays of a sample share their dice: those of a recovery are the unit's own, the rest come with the turn.
            let own = match &command.order {
                Order::Recover { unit } => {
                    1 + setup.cards.iter().position(|(_, card)| card.id == *unit)? as u64
                }
                _ => {
                    fights +=
                        u64::from(matches!(scratch.battle().decision()?.choice, Choice::InAssault { .. }));
                    100 + fights
                }
            };
            let dice = Dice::seeded(salt ^ (u64::from(last) << 16) ^ own);
            scratch.play(&command, dice).ok()?;
            let battle = scratch.battle();
            let turn = battle.view().play.turn;
            if usize::from(turn - begun) >= self.searching.turns as usize {
                break;
            }
            let Some(decision) = battle.decision() else { break };
            let own = style.filter(|_| turn == begun && decision.player == side);
            let player = match own {
                Some(style) => &mut self.portfolio[style],
                None => &mut self.plays_on,
            };
            command = player.command(battle)?;
        }
        let view = scratch.battle().view();
        let won = match view.play.winner {
            Some(winner) => f64::from(u8::from(winner == side)),
            None => {
                let chance = chance(&self.searching.value, &features(view, atlas));
                if setup.level.attacker == side { chance } else { 1.0 - chance }
            }
        };
        Some(won)
    }
}

/// Choices that are played on; the first style answers the others.
fn is_searched(choice: Choice) -> bool {
    match choice {
        Choice::SetUp | Choice::Activate => false,
        Choice::Act | Choice::React => true,
        Choice::InAssault { kind: ChoiceKind::Feint | ChoiceKind::Advance | ChoiceKind::Retreat { .. } } => {
            true
        }
        Choice::InAssault { kind: ChoiceKind::Count | ChoiceKind::Target } => false,
    }
}
