//! The dice of a command as volleys: what a hand throws at once.

use crate::game::engine::dice::{Draw, Needs, Roller};
use crate::game::phases::deployment::arrivals::ARRIVAL;

/// Dice that are thrown together.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::ui) struct Volley {
    /// Purpose, in the words of the battle's dice.
    pub purpose: &'static str,
    /// Each with what it needs and who rolls it, in the order of the battle's dice. Never empty.
    pub dice: Vec<Draw>,
}

/// The dice that are on the table at once, at most.
const DICE_AT_ONCE: usize = 100;

/// More dice than these decide together, however little each of them counts.
const DECISIVE_DICE: usize = 4;

impl Volley {
    /// Their faces, in the order of the battle's dice.
    pub fn faces(&self) -> Vec<u8> {
        self.dice.iter().map(|die| die.face).collect()
    }

    /// Number of its dice that succeed; `None` where none is needed.
    pub fn successes(&self) -> Option<usize> {
        let met: Option<Vec<bool>> = self.dice.iter().map(|die| die.roll.needs.met_by(die.face)).collect();
        met.map(|met| met.into_iter().filter(|success| *success).count())
    }

    /// Roller of its first die.
    pub fn roller(&self) -> Option<Roller> {
        self.dice.first().map(|die| die.roll.by)
    }

    /// Face that its dice need, where that is the same for all.
    pub fn needs(&self) -> Option<Needs> {
        let first = self.dice.first()?.roll.needs;
        self.dice.iter().all(|die| die.roll.needs == first).then_some(first)
    }

    /// Whether much hangs on few dice: a test of leadership, an arrival, a roll-off.
    pub fn is_decisive(&self) -> bool {
        let decides = |die: &Draw| match die.roll.needs {
            Needs::AtMost(_) => true,
            Needs::AtLeast(_) => die.roll.purpose == ARRIVAL,
            Needs::Nothing => is_roll_off(die),
        };
        self.dice.len() <= DECISIVE_DICE && self.dice.iter().all(decides)
    }
}

/// Only in a roll-off does a player roll for himself, for any face.
pub(super) fn is_roll_off(draw: &Draw) -> bool {
    draw.roll.needs == Needs::Nothing && draw.roll.by.subject.is_none()
}

/// Groups dice drawn one after the other for the same purpose by the same roller, no more at once than a hand can throw; the
/// two of a roll-off are thrown together.
pub(in crate::ui) fn volleys(draws: &[Draw]) -> Vec<Volley> {
    let mut volleys: Vec<Volley> = Vec::new();
    for draw in draws {
        match volleys.last_mut().filter(|last| goes_with(last, draw)) {
            Some(last) => last.dice.push(*draw),
            None => volleys.push(Volley { purpose: draw.roll.purpose, dice: vec![*draw] }),
        }
    }
    volleys
}

fn goes_with(volley: &Volley, draw: &Draw) -> bool {
    let is_same = volley.purpose == draw.roll.purpose;
    if is_roll_off(draw) {
        return is_same && volley.dice.len() < 2;
    }
    is_same && volley.roller() == Some(draw.roll.by) && volley.dice.len() < DICE_AT_ONCE
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::engine::dice::Roll;
    use crate::rules::ids::{Side, UnitId};

    fn draw(purpose: &'static str, needs: Needs, face: u8) -> Draw {
        let unit: UnitId = "A1".parse().unwrap();
        Draw { roll: Roll::six(purpose, Roller::of(Side::A, unit), needs), face }
    }

    fn faces_of(draws: &[Draw]) -> Vec<Vec<u8>> {
        volleys(draws).iter().map(Volley::faces).collect()
    }

    /// One throw to hit, though near targets are easier to hit than far ones.
    #[test]
    fn dice_for_one_purpose_are_thrown_together() {
        let [easy, hard] = [3, 5].map(Needs::AtLeast);
        let draws = [
            draw("to hit", easy, 4),
            draw("to hit", easy, 2),
            draw("to hit", hard, 4),
            draw("armour save", hard, 6),
            draw("to hit", hard, 1),
        ];
        assert_eq!(faces_of(&draws), [vec![4, 2, 4], vec![6], vec![1]]);
        let [first, saves, _] = &volleys(&draws)[..] else { panic!("three volleys") };
        assert_eq!((first.successes(), first.needs()), (Some(1), None));
        assert_eq!((saves.successes(), saves.needs()), (Some(1), Some(hard)));
        assert!(!first.is_decisive() && !saves.is_decisive(), "one save of many decides little");
    }

    #[test]
    fn no_more_at_once_than_a_hand_can_throw() {
        let draws = vec![draw("to hit", Needs::AtLeast(4), 3); 230];
        let counts: Vec<usize> = volleys(&draws).iter().map(|volley| volley.dice.len()).collect();
        assert_eq!(counts, [100, 100, 30]);
    }

    /// A roll-off is thrown by both at once, and again if it is tied.
    #[test]
    fn what_decides_is_known() {
        let off = |side: Side, face: u8| Draw { roll: Roll::six("roll-off", side, Needs::Nothing), face };
        let tied = [off(Side::A, 4), off(Side::B, 4), off(Side::A, 2), off(Side::B, 5)];
        assert_eq!(faces_of(&tied), [[4, 4], [2, 5]]);
        assert!(volleys(&tied).iter().all(Volley::is_decisive));
        for (draws, expected, reason) in [
            (vec![draw("leadership test", Needs::AtMost(3), 4); 3], true, "a test"),
            (vec![draw("leadership test", Needs::AtMost(3), 4); 5], false, "many dice"),
            (vec![draw(ARRIVAL, Needs::AtLeast(5), 4)], true, "an arrival"),
            (vec![draw("which way a throw deviates", Needs::Nothing, 4)], false, "a unit's own die"),
        ] {
            assert_eq!(volleys(&draws)[0].is_decisive(), expected, "{reason}");
        }
    }
}
