//! Portfolio search: each player of a portfolio says what it would do, each answer is played on for some turns, in the last
//! rounds to the end of the battle, and the one that turns out best on average is taken; that of the first player, unless
//! another is clearly better.
//!
//! Greedy portfolio search after Churchill and Buro (2013), with the answers of whole players in place of unit scripts. Every
//! answer is played on with the same dice for each subject, so that luck does not decide between them.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::agenda::Decision;
use crate::battle::Battle;
use crate::command::Command;
use crate::dice::Dice;
use crate::game::Game;
use crate::ids::Side;
use crate::rehearsal::Rehearsal;

/// Any fixed seed: the same position has the same answer.
const SEED: u64 = 20_130_223;

/// Most commands of one play: more would be a circle.
const MAX_COMMANDS: usize = 600;

/// Every choice is played on so often; after that hopeless ones are given up.
const SAMPLES_OF_ALL: u32 = 2;

/// Maximum number of alternatives kept.
pub const ALTERNATIVES: usize = 3;

/// Choice of a player, with its appraisal, `A`.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(bound = "A: Serialize")]
pub struct Chosen<G: Game, A> {
    /// The command; `check` accepts it.
    pub command: Command<G>,
    /// In a few words: "A2 fires at B1".
    pub does: String,
    /// Why, in a sentence; empty where there was nothing to weigh.
    pub why: String,
    /// Value to the player.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub appraisal: Option<A>,
    /// Other choices, best first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub alternatives: Vec<Alternative<G>>,
}

/// Something that was not chosen.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(bound = "")]
pub struct Alternative<G: Game> {
    /// In a few words.
    pub does: String,
    /// The command.
    pub command: Command<G>,
    /// Points that it is worth less.
    pub less: f64,
    /// Its disadvantage compared with the choice.
    pub lacks: String,
    /// Reason for it, should it be chosen after all.
    #[serde(skip)]
    pub why: String,
}

impl<G: Game, A> Chosen<G, A> {
    /// A command that needed no weighing.
    pub fn plain(command: Command<G>, does: impl Into<String>) -> Self {
        Self { command, does: does.into(), why: String::new(), appraisal: None, alternatives: Vec::new() }
    }
}

/// A player that a search asks.
pub trait Player<G: Game, A> {
    /// Chooses the next command; `None` once the battle is over, and where it finds no legal answer.
    fn choose(&mut self, battle: &Battle<G>) -> Option<Chosen<G, A>>;

    /// Chooses a command with this subject as the next to act; answers any other question as usual.
    fn choose_for(&mut self, battle: &Battle<G>, subject: Option<G::Subject>) -> Option<Chosen<G, A>>;
}

/// Moment of the game at which a choice is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moment {
    /// Before the first turn: the first player of the portfolio decides alone.
    SetUp,
    /// As a turn goes on. Alternatives are played on too.
    Turn,
    /// In the middle of an action.
    Interrupt,
    /// Any other.
    Other,
}

/// Interface between a search and its game.
pub trait Judge<G: Game> {
    /// The turn: of two turns no two are equal.
    type Turn: Copy + PartialEq;

    /// The present turn.
    fn turn(&self, view: G::View<'_>) -> Self::Turn;

    /// Whether the battle is so near its end that plays go on to it: then the result counts, not an estimate of it.
    fn ends_soon(&self, view: G::View<'_>) -> bool;

    /// Moment at which a choice is made.
    fn moment(&self, choice: G::Choice) -> Moment;

    /// Subject that acts by an order.
    fn acting(&self, order: &G::Order) -> Option<G::Subject>;

    /// A small number for each subject, none for two: each has dice of its own.
    fn dice_of(&self, subject: G::Subject) -> u64;

    /// The points that a side began with.
    fn points(&self, view: G::View<'_>, side: Side) -> f64;

    /// Standing of a side in the battle, in points.
    fn standing(&self, battle: &Battle<G>, side: Side) -> f64;
}

/// Limits of a search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Limits {
    /// Number of times each choice is played on, each time with other dice.
    pub samples: u32,
    /// Player turns that each choice is played on, the present one included.
    pub turns: usize,
    /// Number of alternatives of the portfolio's first player that are compared too.
    pub alternatives: usize,
    /// Lead that another choice needs over the first at the end, as a share of its side's points.
    pub margin: f64,
    /// A choice that ends worse than the best by this share of its side's points is given up.
    pub hopeless: f64,
}

/// One choice.
pub struct PortfolioSearch<'a, G: Game, J, P> {
    /// Limits of the search.
    pub limits: Limits,
    /// Judge of the game's positions.
    pub judge: J,
    /// Players whose answers are compared.
    pub portfolio: &'a mut [P],
    /// Player who plays on, for both sides.
    pub plays_on: &'a mut P,
    /// A rehearsal of the same setup, in which it is played on. The choices themselves are carried out exactly, what follows may be
    /// estimated.
    pub scratch: &'a mut Rehearsal<G>,
}

impl<G: Game, J: Judge<G>, P> PortfolioSearch<'_, G, J, P> {
    /// The best choice; without alternatives the first one.
    pub fn choose<A>(mut self, battle: &Battle<G>, decision: Decision<G>) -> Option<Chosen<G, A>>
    where
        P: Player<G, A>,
    {
        let moment = self.judge.moment(decision.choice);
        if moment == Moment::SetUp {
            return self.portfolio.first_mut()?.choose(battle);
        }
        let mut candidates = candidates(&self.judge, self.limits, self.portfolio, battle, moment);
        if candidates.len() < 2 {
            return candidates.pop().map(|only| only.chosen);
        }
        let start = battle.snapshot();
        let points = self.judge.points(battle.view(), decision.player);
        let mut plays = vec![Mean::default(); candidates.len()];
        for sample in 0..self.limits.samples {
            let best = plays.iter().map(|play| play.value()).fold(f64::NEG_INFINITY, f64::max);
            let is_open =
                |play: &Mean| sample < SAMPLES_OF_ALL || play.value() > best - self.limits.hopeless * points;
            let open: Vec<usize> = (0..plays.len()).filter(|index| is_open(&plays[*index])).collect();
            if open.len() < 2 {
                break;
            }
            for index in open {
                let ends = self.play_on(&start, sample, decision.player, &candidates[index]);
                plays[index].add(ends);
            }
        }
        let values: Vec<f64> = plays.iter().map(Mean::value).collect();
        best_of_played(candidates, &values, self.limits.margin * points)
    }

    /// Plays on from a choice and returns the side's standing at the end. The player who chose answers for the side until the action is
    /// carried out; another plays the rest, for both sides. `None` if the battle breaks.
    fn play_on<A>(
        &mut self,
        start: &G::Snapshot,
        sample: u32,
        side: Side,
        candidate: &Candidate<G, A>,
    ) -> Option<f64>
    where
        P: Player<G, A>,
    {
        let Self { limits, judge, portfolio, plays_on, scratch } = self;
        let mut dice = DiceOfSubjects { sample, played: BTreeMap::new() };
        scratch.restore(start).ok()?;
        let mut turn = judge.turn(scratch.battle().view());
        let to_the_end = judge.ends_soon(scratch.battle().view());
        let choice = &candidate.chosen.command;
        scratch.play_exactly(choice, dice.next_for(judge, choice)).ok()?;
        let (mut turns, mut carried_out) = (1, false);
        for _ in 0..MAX_COMMANDS {
            let now = judge.turn(scratch.battle().view());
            if now != turn {
                turn = now;
                turns += 1;
            }
            if turns > limits.turns && !to_the_end {
                break;
            }
            let decision = scratch.battle().decision();
            carried_out |=
                !decision.is_some_and(|decision| judge.moment(decision.choice) == Moment::Interrupt);
            let asks_own = !carried_out && decision.is_some_and(|decision| decision.player == side);
            let player = if asks_own { &mut portfolio[candidate.player] } else { &mut **plays_on };
            let Some(chosen) = player.choose(scratch.battle()) else { break };
            scratch.play(&chosen.command, dice.next_for(judge, &chosen.command)).ok()?;
        }
        Some(judge.standing(scratch.battle(), side))
    }
}

/// A choice to be played on.
struct Candidate<G: Game, A> {
    chosen: Chosen<G, A>,
    /// The index of the player that made it.
    player: usize,
    /// Number of players who would make it.
    votes: u32,
}

/// Collects what the players of a portfolio would do with the subject that the first of them lets act; the first player's choice is
/// followed by its next best ones. Choices that interrupt an action have few answers and depend on the enemy's next move, which nobody can
/// play on without knowing it: there the players' own answers are enough.
fn candidates<G: Game, A>(
    judge: &impl Judge<G>,
    limits: Limits,
    portfolio: &mut [impl Player<G, A>],
    battle: &Battle<G>,
    moment: Moment,
) -> Vec<Candidate<G, A>> {
    let mut found: Vec<Candidate<G, A>> = Vec::new();
    let mut subject = None;
    for (player, asked) in portfolio.iter_mut().enumerate() {
        let Some(chosen) = asked.choose_for(battle, subject) else { continue };
        if let Some(same) = found.iter_mut().find(|other| other.chosen.command == chosen.command) {
            same.votes += 1;
            continue;
        }
        subject = subject.or_else(|| judge.acting(&chosen.command.order));
        let first = found.is_empty();
        let compares_more = first && moment == Moment::Turn;
        let next = if compares_more { limits.alternatives.min(chosen.alternatives.len()) } else { 0 };
        let next: Vec<Chosen<G, A>> = chosen.alternatives[..next]
            .iter()
            .map(|other| Chosen {
                why: other.why.clone(),
                ..Chosen::plain(other.command.clone(), other.does.clone())
            })
            .collect();
        found.push(Candidate { chosen, player, votes: 1 });
        found.extend(next.into_iter().map(|chosen| Candidate { chosen, player, votes: u32::from(!first) }));
    }
    found
}

/// Average result of a choice. A play in which the battle breaks counts as even.
#[derive(Clone, Copy, Default)]
struct Mean {
    sum: f64,
    plays: u32,
}

impl Mean {
    fn add(&mut self, ends: Option<f64>) {
        self.sum += ends.unwrap_or(0.0);
        self.plays += 1;
    }

    fn value(&self) -> f64 {
        self.sum / f64::from(self.plays.max(1))
    }
}

/// A difference in points, in words: worse; or better, but not by the margin that a change of mind takes.
fn worse(points: f64) -> String {
    match points.round() as i64 {
        0 => "no better".to_owned(),
        1 => "1 point worse".to_owned(),
        -1 => "only 1 point better".to_owned(),
        points if points < 0 => format!("only {} points better", -points),
        points => format!("{points} points worse"),
    }
}

/// The choice that ends best, with the others as its alternatives. The first stands unless another ends better by a margin:
/// few plays decide nothing by little. The more players would make the other, the smaller is the margin.
fn best_of_played<G: Game, A>(
    candidates: Vec<Candidate<G, A>>,
    values: &[f64],
    margin: f64,
) -> Option<Chosen<G, A>> {
    let is_open = |index: usize| {
        let margin = margin / f64::from(candidates[index].votes.max(1));
        values[index] > values[0] + margin
    };
    let best = (1..values.len()).filter(|index| is_open(*index));
    let best = best.reduce(|best, next| if values[next] > values[best] { next } else { best }).unwrap_or(0);
    let mut choices: Vec<Chosen<G, A>> = candidates.into_iter().map(|candidate| candidate.chosen).collect();
    let mut ranked: Vec<usize> = (0..values.len()).filter(|index| *index != best).collect();
    ranked.sort_by(|a, b| values[*b].total_cmp(&values[*a]));
    let lacks = |index: usize| worse(values[best] - values[index]);
    let mut others: Vec<Alternative<G>> = ranked
        .iter()
        .map(|&index| Alternative {
            does: choices[index].does.clone(),
            command: choices[index].command.clone(),
            less: (values[best] - values[index]).max(0.0),
            lacks: format!("played on, it ends {}", lacks(index)),
            why: choices[index].why.clone(),
        })
        .collect();
    let next = ranked.first().map(|&index| format!("{} ends {}", quoted(&choices[index].does), lacks(index)));
    let mut chosen = choices.swap_remove(best);
    if let Some(next) = next {
        chosen.why = match chosen.why.is_empty() {
            true => format!("played on, {next}"),
            false => format!("{}. Played on, {next}", chosen.why),
        };
    }
    // Those that were not played on come last, as the player that made the choice rates them.
    let more = chosen
        .alternatives
        .into_iter()
        .filter(|own| !others.iter().any(|other| other.command == own.command));
    let more: Vec<Alternative<G>> = more.collect();
    others.extend(more);
    others.truncate(ALTERNATIVES);
    chosen.alternatives = others;
    Some(chosen)
}

/// An action in quotation marks.
fn quoted(does: &str) -> String {
    format!("\"{does}\"")
}

/// The dice of one sample. Each subject has its own, so that in all plays of the sample it rolls the same faces for the same command, in
/// whatever order the subjects roll: what differs at the end comes from the choice, not from luck.
struct DiceOfSubjects {
    sample: u32,
    /// Number of commands given to each subject, by its number; 0 for commands that are nobody's.
    played: BTreeMap<u64, u64>,
}

impl DiceOfSubjects {
    /// For a command.
    fn next_for<G: Game>(&mut self, judge: &impl Judge<G>, command: &Command<G>) -> Dice<G> {
        self.next(judge.acting(&command.order).map_or(0, |subject| judge.dice_of(subject)))
    }

    /// For the next command of a subject.
    fn next<G: Game>(&mut self, subject: u64) -> Dice<G> {
        let played = self.played.entry(subject).or_default();
        *played += 1;
        Dice::seeded(SEED ^ (u64::from(self.sample) << 48) ^ (subject << 16) ^ *played)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::sync::Arc;

    use super::*;
    use crate::dice::Die;
    use crate::toy::{Choice, Order, Subject, ToyBundle, ToyGame, ToySetup, View};

    type ToyChosen = Chosen<ToyGame, ()>;

    fn candidate(does: &str, votes: u32) -> Candidate<ToyGame, ()> {
        let command = Command { player: Side::A, order: Order::Pass };
        Candidate { chosen: Chosen::plain(command, does), player: 0, votes }
    }

    #[test]
    fn the_first_choice_stands_unless_another_is_clearly_better() {
        let best = |values: &[f64], margin| {
            let candidates = ["first", "second", "third"].into_iter().take(values.len());
            best_of_played(candidates.map(|does| candidate(does, 1)).collect(), values, margin).unwrap()
        };
        assert_eq!(best(&[10.0, 25.0, 29.0], 20.0).does, "first");
        assert_eq!(best(&[10.0, 25.0, 31.0], 20.0).does, "third");
        assert_eq!(best(&[10.0, 10.0], 0.0).does, "first");
        let stands = best(&[10.0, 11.0], 20.0);
        assert_eq!(stands.alternatives[0].lacks, "played on, it ends only 1 point better");
        assert_eq!(stands.alternatives[0].less, 0.0, "nothing is less than nothing");
        assert!(best(&[11.0, 10.0], 20.0).why.ends_with("\"second\" ends 1 point worse"));
    }

    /// A choice of two players needs half the margin.
    #[test]
    fn the_margin_shrinks_with_the_votes() {
        let best = |votes| {
            let candidates = vec![candidate("first", 1), candidate("second", votes)];
            best_of_played(candidates, &[10.0, 25.0], 20.0).unwrap().does
        };
        assert_eq!([best(1), best(2)], ["first", "second"]);
    }

    /// A subject's faces depend on its own commands, not on the subjects that rolled before.
    #[test]
    fn each_subject_rolls_its_own_dice() {
        let rolled = |sample, order: &[u64]| {
            let mut dice = DiceOfSubjects { sample, played: BTreeMap::new() };
            let faces = |subject: &u64| dice.next::<ToyGame>(*subject).faces_ahead(Die::SIX, 0, 30);
            order.iter().map(faces).collect::<Vec<_>>()
        };
        let (first, other, nobody) = (4, 5, 0);
        let all = rolled(0, &[first, other, nobody, first]);
        assert_eq!(
            rolled(0, &[other, first, first, nobody]),
            [&all[1], &all[0], &all[3], &all[2]].map(Clone::clone)
        );
        let different: BTreeSet<&Vec<u8>> = all.iter().collect();
        assert_eq!(different.len(), 4, "each command has faces of its own");
        assert_ne!(rolled(1, &[first])[0], all[0], "and so has each sample");
    }

    /// Gives the first of its kinds of order that is listed.
    struct Fixed(&'static [&'static str]);

    fn kind(order: Order) -> &'static str {
        match order {
            Order::Move { .. } => "move",
            Order::Draw => "draw",
            Order::Attack => "attack",
            Order::Pass => "pass",
        }
    }

    impl Player<ToyGame, ()> for Fixed {
        fn choose(&mut self, battle: &Battle<ToyGame>) -> Option<ToyChosen> {
            let decision = battle.decision()?;
            let answers = ToyGame::answers(battle.view(), decision);
            let listed = |wanted: &&str| answers.iter().find(|answer| kind(answer.order) == *wanted);
            let order = self.0.iter().find_map(listed).or(answers.first())?.order;
            Some(Chosen::plain(Command { player: decision.player, order }, kind(order)))
        }

        fn choose_for(&mut self, battle: &Battle<ToyGame>, _: Option<Subject>) -> Option<ToyChosen> {
            self.choose(battle)
        }
    }

    /// A side stands by whether it has won.
    struct ByResult;

    impl Judge<ToyGame> for ByResult {
        type Turn = u8;

        fn turn(&self, view: View<'_>) -> u8 {
            view.turns()
        }

        fn ends_soon(&self, _: View<'_>) -> bool {
            true
        }

        fn moment(&self, choice: Choice) -> Moment {
            match choice {
                Choice::Turn => Moment::Turn,
            }
        }

        fn acting(&self, _: &Order) -> Option<Subject> {
            None
        }

        fn dice_of(&self, _: Subject) -> u64 {
            1
        }

        fn points(&self, _: View<'_>, _: Side) -> f64 {
            100.0
        }

        fn standing(&self, battle: &Battle<ToyGame>, side: Side) -> f64 {
            match battle.view().result() {
                Some(Some(winner)) if winner == side => 100.0,
                Some(Some(_)) => -100.0,
                Some(None) | None => 0.0,
            }
        }
    }

    /// Playing on finds what wins: to arm oneself first is better than to march, for all that marching is the first idea.
    #[test]
    fn what_ends_best_is_chosen() {
        let setup = Arc::new(ToySetup { bundle: ToyBundle { chits: vec![3, 3, 3, 3] } });
        let (battle, _) = Battle::<ToyGame>::new(Arc::clone(&setup), Dice::seeded(1)).unwrap();
        let mut scratch = Rehearsal::new(setup).unwrap();
        let decision = battle.decision().unwrap();
        let mut portfolio = [Fixed(&["move"]), Fixed(&["attack", "draw", "move"])];
        let mut plays_on = Fixed(&["attack", "move"]);
        let limits = Limits { samples: 8, turns: 30, alternatives: 0, margin: 0.05, hopeless: 1.0 };
        let before = battle.snapshot();
        let search = PortfolioSearch {
            limits,
            judge: ByResult,
            portfolio: &mut portfolio,
            plays_on: &mut plays_on,
            scratch: &mut scratch,
        };
        let chosen = search.choose(&battle, decision).unwrap();
        assert_eq!(chosen.does, "draw");
        assert_eq!(chosen.alternatives.len(), 1);
        assert_eq!(chosen.alternatives[0].does, "move");
        assert_eq!(battle.snapshot(), before, "the battle itself is only looked at");
        let mut alone = [Fixed(&["move"])];
        let (portfolio, judge) = (&mut alone[..], ByResult);
        let search =
            PortfolioSearch { limits, judge, portfolio, plays_on: &mut plays_on, scratch: &mut scratch };
        assert_eq!(search.choose(&battle, decision).unwrap().does, "move", "there is nothing to compare");
    }
}
