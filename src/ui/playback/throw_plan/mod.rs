//! Times of a command's throws in its playback: one throw after the other, so that each is read before the next comes.

mod volleys;
mod words;

use std::collections::VecDeque;

use crate::game::engine::dice::{Draw, Needs};
use crate::game::phases::shooting::kinds::VolleyRolled;
use crate::game::phases::shooting::salvo::{FIRST_SIX, TO_HIT};
use crate::ui::session::dice_pace::DicePace;
pub(in crate::ui) use volleys::{Volley, volleys};
pub(in crate::ui) use words::{Decision, Part, chain_parts, decision};

/// From the beginning of a throw to that of the next, as a share of how long it rolls: it is read in between.
const NEXT_VOLLEY: f32 = 1.25;
/// The same for dice that decide by themselves.
const NEXT_TEST: f32 = 1.5;

/// A volley, and when it is thrown.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::ui) struct PlannedThrow {
    /// Its dice.
    pub volley: Volley,
    /// The chain of throws that it belongs to, such as those to hit, of armour and of toughness of one salvo.
    pub chain: usize,
    /// Seconds from the beginning of the playback.
    start: f32,
    /// Seconds that it rolls.
    seconds: f32,
}

impl PlannedThrow {
    /// Its beginning, in seconds from the beginning of the playback.
    pub fn start(&self) -> f32 {
        self.start
    }

    /// Time at which its dice lie still, in seconds from the beginning of the playback.
    pub fn end(&self) -> f32 {
        self.start + self.seconds
    }

    /// Time at which its outcome has been read and the next may begin, likewise.
    fn is_read(&self) -> f32 {
        let share = if self.volley.is_decisive() { NEXT_TEST } else { NEXT_VOLLEY };
        self.start + share * self.seconds
    }

    /// Share of it that is over, from 0 to 1; `None` before it.
    pub fn share(&self, elapsed: f32) -> Option<f32> {
        (elapsed >= self.start).then(|| ((elapsed - self.start) / self.seconds).min(1.0))
    }
}

/// The dice of what is played back, thrown as its facts come.
pub(in crate::ui) struct ThrowPlanner {
    /// Those that are still to be thrown, in their order.
    ahead: VecDeque<Draw>,
    pace: DicePace,
    /// Whether the next dice to hit are those of another salvo.
    is_new_salvo: bool,
    /// Those that are planned.
    pub throws: Vec<PlannedThrow>,
    /// Time at which each die lies, in the order of the battle; seconds.
    pub lie: Vec<f32>,
}

impl ThrowPlanner {
    /// Of the dice of some commands, in their order.
    pub fn new(draws: &[Draw], pace: DicePace) -> Self {
        let ahead = draws.iter().copied().collect();
        Self { ahead, pace, is_new_salvo: false, throws: Vec::new(), lie: Vec::new() }
    }

    /// Throws the dice up to those of a salvo, and its own, from a time on; gives back when they lie still.
    pub fn salvo(&mut self, volleys: &[VolleyRolled], from: f32) -> f32 {
        let mut draws = self.until(is_to_hit);
        self.is_new_salvo = true;
        let count: usize = volleys.iter().map(|volley| volley.faces.len() + volley.again.len()).sum();
        draws.extend(self.take(count));
        self.volleys(&draws, from)
    }

    /// Throws so many dice, such as those that say how far grenades go astray; gives back when they lie still.
    pub fn next(&mut self, count: usize, from: f32) -> f32 {
        let draws = self.take(count);
        self.volleys(&draws, from)
    }

    /// Throws the saves and whatever else follows a salvo, up to the next test or salvo.
    pub fn saves(&mut self, from: f32) -> f32 {
        let draws = self.until(|draw| is_to_hit(draw) || is_test(draw));
        self.volleys(&draws, from)
    }

    /// Throws the dice up to those of a leadership test, and its own; gives back when the next test may begin.
    pub fn test(&mut self, dice: usize, from: f32) -> f32 {
        let mut draws = self.until(is_test);
        draws.extend(self.take(dice));
        self.plan(&draws, from)
    }

    /// Throws all that is left.
    pub fn rest(&mut self, from: f32) -> f32 {
        let draws = self.take(self.ahead.len());
        self.volleys(&draws, from)
    }

    fn volleys(&mut self, draws: &[Draw], from: f32) -> f32 {
        let next = self.plan(draws, from);
        if draws.is_empty() { from } else { next }
    }

    /// Gives back when the last has been read, if it decides by itself; else when it lies.
    fn plan(&mut self, draws: &[Draw], from: f32) -> f32 {
        let seconds = self.pace.seconds();
        let mut end = from;
        for volley in volleys(draws) {
            let start = self.throws.last().map_or(from, |last| from.max(last.is_read()));
            self.lie.extend(volley.dice.iter().map(|_| start + seconds));
            end = start + seconds;
            if self.pace != DicePace::None {
                let chain = self.chain_of(&volley);
                let planned = PlannedThrow { volley, chain, start, seconds };
                end = if planned.volley.is_decisive() { planned.is_read() } else { end };
                self.throws.push(planned);
            }
        }
        end
    }

    /// Chain of a volley: a roll that decides by itself, and every salvo, begins one; later rolls continue it.
    fn chain_of(&mut self, volley: &Volley) -> usize {
        let first_hits = volley.dice.first().is_some_and(is_to_hit);
        let begins_salvo = first_hits && std::mem::take(&mut self.is_new_salvo);
        let Some(last) = self.throws.last() else { return 0 };
        let begins = begins_salvo || volley.is_decisive() || last.volley.is_decisive();
        last.chain + usize::from(begins)
    }

    /// Time at which the last throw that decides by itself has been read, if it began at `since` or later.
    pub fn decided(&self, since: f32) -> Option<f32> {
        let last = self.throws.iter().rfind(|throw| throw.volley.is_decisive() && throw.start >= since)?;
        Some(last.is_read())
    }

    /// Time at which all dice thrown so far lie, but not before `from`.
    pub fn at_rest(&self, from: f32) -> f32 {
        self.lie.last().map_or(from, |lie| lie.max(from))
    }

    fn until(&mut self, is_next: impl Fn(&Draw) -> bool) -> Vec<Draw> {
        let count = self.ahead.iter().position(is_next).unwrap_or(self.ahead.len());
        self.take(count)
    }

    fn take(&mut self, count: usize) -> Vec<Draw> {
        self.ahead.drain(..count.min(self.ahead.len())).collect()
    }
}

fn is_to_hit(draw: &Draw) -> bool {
    [TO_HIT, FIRST_SIX].contains(&draw.roll.purpose)
}

/// Only leadership is tested by low faces.
fn is_test(draw: &Draw) -> bool {
    matches!(draw.roll.needs, Needs::AtMost(_))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::engine::dice::Roll;
    use crate::game::phases::shooting::salvo::ARMOUR;
    use crate::rules::ids::Side;
    use crate::rules::shooting::HitRoll;
    use crate::ui::session::dice_pace::{ROLL_SECONDS, SHORT_ROLL_SECONDS};

    fn draws(purpose: &'static str, needs: Needs, faces: &[u8]) -> Vec<Draw> {
        faces.iter().map(|face| Draw { roll: Roll::six(purpose, Side::A, needs), face: *face }).collect()
    }

    /// The dice of a command come in the order of the battle: test to act, salvo, saves, a second salvo, a test.
    #[test]
    fn every_fact_throws_its_own_dice() {
        let (high, low) = (Needs::AtLeast(4), Needs::AtMost(3));
        let all = [
            draws("leadership test to act", low, &[2, 6]),
            draws(TO_HIT, high, &[4, 5, 1]),
            draws(ARMOUR, high, &[3, 6]),
            draws(TO_HIT, high, &[1]),
            draws("leadership test to recover", low, &[5]),
        ];
        let volley = |dice: usize| VolleyRolled {
            needs: HitRoll::Needs(4),
            by: Vec::new(),
            faces: vec![1; dice],
            again: Vec::new(),
            hits: 0,
        };
        let mut planner = ThrowPlanner::new(&all.concat(), DicePace::Full);
        let lies = planner.test(2, 0.0);
        let lies = planner.salvo(&[volley(3)], lies);
        let lies = planner.saves(lies);
        let lies = planner.salvo(&[volley(1)], lies);
        assert_eq!(planner.saves(lies), lies, "no saves");
        planner.test(1, lies);
        let faces: Vec<Vec<u8>> = planner.throws.iter().map(|throw| throw.volley.faces()).collect();
        assert_eq!(faces, [vec![2, 6], vec![4, 5, 1], vec![3, 6], vec![1], vec![5]]);
        assert!(planner.throws.windows(2).all(|pair| pair[0].end() < pair[1].start), "each is read");
        let chains: Vec<usize> = planner.throws.iter().map(|throw| throw.chain).collect();
        assert_eq!(chains, [0, 1, 1, 2, 3], "a test, a salvo with its saves, a salvo, a test");
        let [first, .., last] = &planner.throws[..] else { panic!("five throws") };
        assert_eq!(planner.decided(last.start), Some(last.start + NEXT_TEST * ROLL_SECONDS));
        assert!(planner.decided(first.start).is_some() && planner.decided(last.end()).is_none());
    }

    #[test]
    fn volleys_roll_one_after_the_other_at_the_chosen_pace() {
        let all =
            [draws(TO_HIT, Needs::AtLeast(4), &[4, 5]), draws(ARMOUR, Needs::AtLeast(5), &[3])].concat();
        for (pace, seconds) in [(DicePace::Full, ROLL_SECONDS), (DicePace::Short, SHORT_ROLL_SECONDS)] {
            let mut planner = ThrowPlanner::new(&all, pace);
            let end = planner.rest(2.0);
            let [first, second] = &planner.throws[..] else { panic!("two volleys") };
            assert!((end - second.end()).abs() < 1e-6);
            assert_eq!(first.share(1.9), None);
            assert_eq!(first.share(2.0 + seconds / 2.0), Some(0.5));
            assert_eq!(first.share(9.0), Some(1.0));
        }
        let mut planner = ThrowPlanner::new(&all, DicePace::None);
        assert_eq!((planner.rest(2.0), planner.throws.len()), (2.0, 0));
        assert_eq!(planner.lie, [2.0; 3], "each counts at once");
    }
}
