//! Portfolio search: each style of a portfolio says what it would do with a unit, each answer is played on for some turns, in
//! the last rounds to the end of the battle, and the one that turns out best on average is taken; that of the first style,
//! unless another is clearly better.
//!
//! Greedy portfolio search after Churchill and Buro (2013), with the answers of whole styles in place of unit scripts. Every
//! answer is played on with the same dice for each unit, so that luck does not decide between them.

mod standing;

use std::collections::BTreeMap;
use std::sync::Arc;

use self::standing::standing;
use super::chosen::{ALTERNATIVES, Alternative, Chosen};
use super::computer_player::ComputerPlayer;
use super::values::points;
use crate::game::dispatch::acting;
use crate::game::engine::agenda::{Choice, Decision};
use crate::game::engine::battle::{Battle, BattleError};
use crate::game::engine::command::Command;
use crate::game::engine::dice::Dice;
use crate::game::engine::snapshot::Snapshot;
use crate::level::setup::Setup;
use crate::level::style_file::{Method, Searching, Style};
use crate::level::styles::Styles;
use crate::rules::ids::{Side, UnitId};

/// Any fixed seed: the same position has the same answer.
const SEED: u64 = 20_130_223;

/// Most commands of one such play: more would be a circle.
const MAX_COMMANDS: usize = 600;

/// In so many last rounds choices are played on to the end of the battle: then the result counts, not an estimate of it.
const LAST_ROUNDS: u8 = 2;

/// Every choice is played on so often; after that hopeless ones are given up.
const SAMPLES_OF_ALL: u32 = 2;

/// One choice.
pub(super) struct PortfolioSearch<'a> {
    pub(super) searching: &'a Searching,
    pub(super) players: &'a mut Players,
    pub(super) scratch: &'a mut Battle,
}

/// The players of a portfolio, and the one that plays on. They stay from one choice to the next, and with them what they
/// remember.
pub(super) struct Players {
    portfolio: Vec<ComputerPlayer>,
    plays_on: Box<ComputerPlayer>,
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
        Ok(plays_on.map(|plays_on| Self { portfolio, plays_on: Box::new(plays_on) }))
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

impl PortfolioSearch<'_> {
    /// The best choice; without alternatives the first one.
    pub(super) fn choose(self, battle: &Battle, decision: Decision) -> Option<Chosen> {
        let Self { searching, players: Players { portfolio, plays_on }, scratch } = self;
        if matches!(decision.choice, Choice::Deployment(_)) {
            return portfolio.first_mut()?.choose(battle);
        }
        let mut candidates = candidates(searching, portfolio, battle, decision.choice);
        if candidates.len() < 2 {
            return candidates.pop().map(|only| only.chosen);
        }
        let start = battle.snapshot();
        let hopeless = searching.judgement.ending.hopeless * points(battle.view(), decision.player);
        let mut plays = vec![Mean::default(); candidates.len()];
        for sample in 0..searching.samples {
            let best = plays.iter().map(|play| play.value()).fold(f64::NEG_INFINITY, f64::max);
            let is_open = |play: &Mean| sample < SAMPLES_OF_ALL || play.value() > best - hopeless;
            let open: Vec<usize> = (0..plays.len()).filter(|index| is_open(&plays[*index])).collect();
            if open.len() < 2 {
                break;
            }
            for index in open {
                let Candidate { chosen, style, .. } = &candidates[index];
                let players = [&mut portfolio[*style], &mut **plays_on];
                let play = Play { searching, start: &start, sample, side: decision.player };
                plays[index].add(play.on(scratch, players, &chosen.command));
            }
        }
        let values: Vec<f64> = plays.iter().map(Mean::value).collect();
        best_of_played(candidates, &values, searching.margin * points(battle.view(), decision.player))
    }
}

/// A choice to be played on.
struct Candidate {
    chosen: Chosen,
    /// The index of the style that made it.
    style: usize,
    /// How many styles would make it.
    votes: u32,
}

/// What the styles of a portfolio would do with the unit that the first would have act; after the first style's choice what it
/// thinks next best. What interrupts an action has few answers, and hangs on what the enemy is about to do, which nobody can
/// play on without knowing it: there the styles' own answers are enough.
fn candidates(
    searching: &Searching,
    portfolio: &mut [ComputerPlayer],
    battle: &Battle,
    choice: Choice,
) -> Vec<Candidate> {
    let mut found: Vec<Candidate> = Vec::new();
    let mut unit = None;
    for (style, player) in portfolio.iter_mut().enumerate() {
        let Some(chosen) = player.choose_for(battle, unit) else { continue };
        if let Some(same) = found.iter_mut().find(|other| other.chosen.command == chosen.command) {
            same.votes += 1;
            continue;
        }
        unit = unit.or_else(|| acting(&chosen.command.order));
        let first = found.is_empty();
        let compares_more = first && matches!(choice, Choice::Turn(_));
        let next = if compares_more { searching.alternatives.min(chosen.alternatives.len()) } else { 0 };
        let next: Vec<Chosen> = chosen.alternatives[..next]
            .iter()
            .map(|other| Chosen {
                why: other.why.clone(),
                ..Chosen::plain(other.command.clone(), other.does.clone())
            })
            .collect();
        found.push(Candidate { chosen, style, votes: 1 });
        found.extend(next.into_iter().map(|chosen| Candidate { chosen, style, votes: u32::from(!first) }));
    }
    found
}

/// How a choice ends on average. A play in which the battle breaks counts as one that ends even.
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

/// So many points worse, in words; better, but not by the margin that a change of mind takes.
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
/// few plays decide nothing by little. The more styles would make the other, the smaller is the margin.
fn best_of_played(candidates: Vec<Candidate>, values: &[f64], margin: f64) -> Option<Chosen> {
    let is_open = |index: usize| {
        let margin = margin / f64::from(candidates[index].votes.max(1));
        values[index] > values[0] + margin
    };
    let best = (1..values.len()).filter(|index| is_open(*index));
    let best = best.reduce(|best, next| if values[next] > values[best] { next } else { best }).unwrap_or(0);
    let mut choices: Vec<Chosen> = candidates.into_iter().map(|candidate| candidate.chosen).collect();
    let mut ranked: Vec<usize> = (0..values.len()).filter(|index| *index != best).collect();
    ranked.sort_by(|a, b| values[*b].total_cmp(&values[*a]));
    let lacks = |index: usize| worse(values[best] - values[index]);
    let mut others: Vec<Alternative> = ranked
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
    // Those that were not played on come last, as the style that made the choice rates them.
    let more = chosen
        .alternatives
        .into_iter()
        .filter(|own| !others.iter().any(|other| other.command == own.command));
    let more: Vec<Alternative> = more.collect();
    others.extend(more);
    others.truncate(ALTERNATIVES);
    chosen.alternatives = others;
    Some(chosen)
}

/// What is done, as a thing to speak of.
fn quoted(does: &str) -> String {
    format!("\"{does}\"")
}

/// One way to play on.
struct Play<'a> {
    searching: &'a Searching,
    start: &'a Snapshot,
    sample: u32,
    side: Side,
}

impl Play<'_> {
    /// What the side has after a command, its moves by the player who gave it, and the rest of the play by another for both
    /// sides; `None` if the battle breaks.
    fn on(
        &self,
        scratch: &mut Battle,
        [own, other]: [&mut ComputerPlayer; 2],
        command: &Command,
    ) -> Option<f64> {
        let mut dice = DiceOfUnits { sample: self.sample, played: BTreeMap::new() };
        scratch.restore(self.start).ok()?;
        dice.play(scratch, command)?;
        let mut turn = (self.start.turn.round, self.start.turn.side);
        let to_the_end = scratch.view().rounds() < self.start.turn.round + LAST_ROUNDS;
        let (mut turns, mut carried_out) = (1, false);
        for _ in 0..MAX_COMMANDS {
            let now = scratch.view().turn();
            if (now.round, now.side) != turn {
                turn = (now.round, now.side);
                turns += 1;
            }
            if turns > self.searching.turns && !to_the_end {
                break;
            }
            let decision = scratch.decision();
            carried_out |= !decision.is_some_and(|decision| is_in_its_middle(decision.choice));
            let asks_own = !carried_out && decision.is_some_and(|decision| decision.player == self.side);
            let player = if asks_own { &mut *own } else { &mut *other };
            let Some(chosen) = player.choose(scratch) else { break };
            dice.play(scratch, &chosen.command)?;
        }
        Some(standing(scratch, self.side, &self.searching.judgement))
    }
}

/// The dice of one sample. Each unit has its own, so that in all plays of the sample it rolls the same faces for the same
/// command, whoever has rolled before: what differs at the end comes from the choice, not from luck.
struct DiceOfUnits {
    sample: u32,
    /// How many commands each unit was given; `None` for those that are no unit's.
    played: BTreeMap<Option<UnitId>, u64>,
}

impl DiceOfUnits {
    /// `None` if the battle breaks.
    fn play(&mut self, battle: &mut Battle, command: &Command) -> Option<()> {
        *battle.dice_mut() = self.next(acting(&command.order));
        battle.play(command).ok().map(|_| ())
    }

    /// For the next command of a unit.
    fn next(&mut self, unit: Option<UnitId>) -> Dice {
        let played = self.played.entry(unit).or_default();
        *played += 1;
        let of_unit = unit.map_or(0, |unit| 2 * (u64::from(unit.number) + 1) + unit.side.index() as u64);
        Dice::seeded(SEED ^ (u64::from(self.sample) << 48) ^ (of_unit << 16) ^ *played)
    }
}

/// Whether a choice interrupts an action.
fn is_in_its_middle(choice: Choice) -> bool {
    matches!(choice, Choice::Moving(_) | Choice::Shooting(_))
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::game::engine::dice::Die;
    use crate::game::phases::turn::kinds::Order as TurnOrder;
    use crate::level::data_folder::{DataFolder, load_level};

    fn candidate(does: &str) -> Candidate {
        let chosen = Chosen::plain(Command::new(Side::A, TurnOrder::EndPhase), does);
        Candidate { chosen, style: 0, votes: 1 }
    }

    #[test]
    fn the_first_choice_stands_unless_another_is_clearly_better() {
        let best = |values: &[f64], margin| {
            let candidates = ["first", "second", "third"].map(candidate).into_iter().take(values.len());
            best_of_played(candidates.collect(), values, margin).unwrap()
        };
        assert_eq!(best(&[10.0, 25.0, 29.0], 20.0).does, "first");
        assert_eq!(best(&[10.0, 25.0, 31.0], 20.0).does, "third");
        assert_eq!(best(&[10.0, 10.0], 0.0).does, "first");
        let stands = best(&[10.0, 11.0], 20.0);
        assert_eq!(stands.alternatives[0].lacks, "played on, it ends only 1 point better");
        assert_eq!(stands.alternatives[0].less, 0.0, "nothing is less than nothing");
        assert!(best(&[11.0, 10.0], 20.0).why.ends_with("\"second\" ends 1 point worse"));
    }

    /// All are for the unit that the first style would have act, and each style has its vote.
    #[test]
    fn candidates_are_for_one_unit() {
        let data = DataFolder::find(Some(Path::new(env!("CARGO_MANIFEST_DIR")))).unwrap();
        let setup = Arc::new(load_level("mid-battle", &data, None).unwrap());
        let (battle, _) = Battle::new(Arc::clone(&setup), Dice::seeded(1)).unwrap();
        let styles = Styles::load("strong", &data).unwrap();
        let Method::Search(shipped) = styles.chosen.method.clone() else { panic!("it searches") };
        let found = |alternatives| {
            let searching = Searching { alternatives, ..shipped.clone() };
            let mut players = Players::of(&setup, &styles, &searching).unwrap().unwrap();
            let choice = battle.decision().unwrap().choice;
            candidates(&searching, &mut players.portfolio, &battle, choice)
        };
        let [few, many] = [found(0), found(3)];
        let acts = |candidate: &Candidate| acting(&candidate.chosen.command.order);
        assert!(acts(&few[0]).is_some());
        assert!(many.iter().all(|candidate| acts(candidate) == acts(&few[0])));
        assert!(many.len() > few.len(), "{} and {}", many.len(), few.len());
        assert_eq!(few.iter().map(|candidate| candidate.votes).sum::<u32>(), 3);
        assert!(many.iter().all(|candidate| !candidate.chosen.why.is_empty()), "each says why");
    }

    /// What two styles would do needs half as much.
    #[test]
    fn the_margin_shrinks_with_the_votes() {
        let best = |votes| {
            let second = Candidate { votes, ..candidate("second") };
            best_of_played(vec![candidate("first"), second], &[10.0, 25.0], 20.0).unwrap().does
        };
        assert_eq!([best(1), best(2)], ["first", "second"]);
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

    /// What a unit rolls depends on what it does, not on who has rolled before it.
    #[test]
    fn each_unit_rolls_its_own_dice() {
        let unit = |name: &str| Some(name.parse::<UnitId>().unwrap());
        let rolled = |sample, order: &[Option<UnitId>]| {
            let mut dice = DiceOfUnits { sample, played: BTreeMap::new() };
            order.iter().map(|unit| dice.next(*unit).faces_ahead(Die::SIX, 0, 30)).collect::<Vec<_>>()
        };
        let [first, other, nobody] = [unit("A1"), unit("B1"), None];
        let all = rolled(0, &[first, other, nobody, first]);
        assert_eq!(
            rolled(0, &[other, first, first, nobody]),
            [&all[1], &all[0], &all[3], &all[2]].map(Clone::clone)
        );
        let different: std::collections::BTreeSet<&Vec<u8>> = all.iter().collect();
        assert_eq!(different.len(), 4, "each command has faces of its own");
        assert_ne!(rolled(1, &[first])[0], all[0], "and so has each sample");
    }
}
