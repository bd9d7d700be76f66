//! Which tips are open: what opens, keeps and closes them. Pure: it reads no input and paints nothing.

use crate::ui::looks::words::{Hover, MAX_DEPTH};

/// How long the pointer rests on a word before its tip opens, and where another is open already; seconds.
const DELAY: f64 = 0.3;
const NEXT_DELAY: f64 = 0.15;
/// How long a tip stays after the pointer has left for somewhere else: time to go over to it.
const GRACE: f64 = 0.6;

/// Whether two are the same word at the same place.
fn is_same(one: &Hover, other: &Hover) -> bool {
    let moved = (one.anchor.center() - other.anchor.center()).length();
    one.level == other.level && one.subject == other.subject && moved < 2.0
}

/// What the player does in a frame.
#[derive(Clone, Debug, Default)]
pub(super) struct Hand {
    /// Seconds.
    pub now: f64,
    pub hovered: Option<Hover>,
    /// The innermost open tip under the pointer.
    pub inside: Option<usize>,
    /// Whether Shift was pressed.
    pub shift: bool,
    pub dismisses: Dismisses,
}

/// Which tips are to go at once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Dismisses {
    #[default]
    Nothing,
    /// The foremost.
    Innermost,
    /// All: something else was clicked, or closed.
    All,
}

/// The open tips, each the nest of the next.
#[derive(Clone, Debug, Default)]
pub(super) struct Stack {
    pub tips: Vec<Hover>,
    /// How many of them stay until they are put away.
    pub pinned: usize,
    /// The word the pointer rests on, and since when.
    waiting: Option<(Hover, f64)>,
    /// When the pointer left what keeps the innermost tip open.
    left: Option<f64>,
    /// The word under the pointer whose tip was put away: it does not come back before the pointer has left.
    put_away: Option<Hover>,
}

impl Stack {
    /// Whether there is nothing to remember.
    pub fn is_idle(&self) -> bool {
        self.tips.is_empty() && self.put_away.is_none() && !self.changes()
    }

    /// Whether something happens if the hand rests.
    pub fn changes(&self) -> bool {
        self.waiting.is_some() || self.left.is_some()
    }

    pub fn follow(&mut self, hand: Hand) {
        let still_there = |away: &Hover| hand.hovered.as_ref().is_some_and(|now| is_same(now, away));
        self.put_away = self.put_away.take().filter(still_there);
        let kept = match hand.dismisses {
            Dismisses::Nothing => None,
            Dismisses::Innermost => self.tips.len().checked_sub(1),
            Dismisses::All => Some(0),
        };
        if let Some(kept) = kept {
            // A word that was only just reached, in the frame of a key that closes something else, still opens its tip.
            let was_open = |word: &Hover| self.tips.get(word.level).is_some_and(|tip| is_same(tip, word));
            if let Some(word) = hand.hovered.filter(was_open) {
                self.put_away = Some(word);
            }
            self.tips.truncate(kept);
            self.pinned = self.pinned.min(kept);
            self.waiting = None;
            self.left = None;
            return;
        }
        if hand.shift && !self.tips.is_empty() {
            self.pinned = if self.pinned == self.tips.len() { 0 } else { self.tips.len() };
        }
        self.close(&hand);
        self.open(hand);
    }

    /// Closes what nothing keeps open any more.
    fn close(&mut self, hand: &Hand) {
        let of_hovered = hand.hovered.as_ref().map_or(0, |hovered| {
            let is_open = self.tips.get(hovered.level).is_some_and(|tip| is_same(tip, hovered));
            hovered.level + usize::from(is_open)
        });
        let of_inside = hand.inside.map_or(0, |index| index + 1);
        let kept = of_hovered.max(of_inside).max(self.pinned);
        if self.tips.len() <= kept {
            self.left = None;
            return;
        }
        let left = *self.left.get_or_insert(hand.now);
        if hand.now - left >= GRACE {
            self.tips.truncate(kept);
            self.left = None;
        }
    }

    /// Opens the tip of a word on which the pointer has rested.
    fn open(&mut self, hand: Hand) {
        let wanted = hand.hovered.filter(|hovered| {
            let is_open = self.tips.get(hovered.level).is_some_and(|tip| is_same(tip, hovered));
            // A pinned tip is not replaced, and nothing nests deeper than the last.
            let is_away = self.put_away.as_ref().is_some_and(|away| is_same(away, hovered));
            !is_open
                && !is_away
                && (self.pinned..MAX_DEPTH).contains(&hovered.level)
                && hovered.level <= self.tips.len()
        });
        let Some(hovered) = wanted else {
            self.waiting = None;
            return;
        };
        let since = match &self.waiting {
            Some((waiting, since)) if is_same(waiting, &hovered) => *since,
            _ => hand.now,
        };
        let delay = if self.tips.is_empty() { DELAY } else { NEXT_DELAY };
        if hand.now - since < delay {
            self.waiting = Some((hovered, since));
            return;
        }
        self.waiting = None;
        self.left = None;
        self.tips.truncate(hovered.level);
        self.tips.push(hovered);
    }
}

#[cfg(test)]
mod tests {
    use bevy_egui::egui::{Rect, pos2, vec2};

    use super::*;
    use crate::ui::looks::words::Subject;

    fn word(level: usize, term: usize) -> Hover {
        let anchor = Rect::from_min_size(pos2(100.0 * term as f32, 100.0 * level as f32), vec2(50.0, 16.0));
        Hover { level, subject: Subject::Term(term), anchor, sentence: anchor, container: anchor }
    }

    /// The terms of the open tips after a hand has done this: time, word under the pointer, tip under it, Shift.
    fn open_after(steps: &[(f64, Option<Hover>, Option<usize>, bool)]) -> (Vec<usize>, usize) {
        let mut stack = Stack::default();
        for (now, hovered, inside, shift) in steps.iter().cloned() {
            stack.follow(Hand { now, hovered, inside, shift, ..Hand::default() });
        }
        let terms = stack.tips.iter().map(|tip| match tip.subject {
            Subject::Term(term) => term,
            Subject::Rule(_) => usize::MAX,
        });
        (terms.collect(), stack.pinned)
    }

    #[test]
    fn tips_open_on_rest_and_close_when_left() {
        let one = || Some(word(0, 1));
        for (steps, expected, reason) in [
            (vec![(0.0, one(), None, false), (0.1, one(), None, false)], vec![], "too short a rest"),
            (vec![(0.0, one(), None, false), (0.3, one(), None, false)], vec![1], "a rest"),
            (
                vec![
                    (0.0, one(), None, false),
                    (0.2, Some(word(0, 2)), None, false),
                    (0.4, one(), None, false),
                ],
                vec![],
                "a rest on another word does not count",
            ),
            (
                vec![(0.0, one(), None, false), (0.3, one(), None, false), (0.4, None, None, false)],
                vec![1],
                "left a moment ago",
            ),
            (
                vec![
                    (0.0, one(), None, false),
                    (0.3, one(), None, false),
                    (0.4, None, None, false),
                    (0.8, None, Some(0), false),
                    (9.0, None, Some(0), false),
                ],
                vec![1],
                "the pointer has gone over to the tip",
            ),
            (
                vec![
                    (0.0, one(), None, false),
                    (0.3, one(), None, false),
                    (0.4, None, None, false),
                    (1.1, None, None, false),
                ],
                vec![],
                "left for good",
            ),
            (
                vec![
                    (0.0, one(), None, false),
                    (0.3, one(), None, false),
                    (0.5, Some(word(0, 2)), None, false),
                    (0.7, Some(word(0, 2)), None, false),
                ],
                vec![2],
                "another word takes its place",
            ),
        ] {
            assert_eq!(open_after(&steps).0, expected, "{reason}");
        }
    }

    /// From a tip to the next, three deep and no deeper; going back to the first closes the others.
    #[test]
    fn tips_nest_three_deep() {
        let mut steps = Vec::new();
        let mut now = 0.0;
        for level in 0..4 {
            let inside = usize::checked_sub(level, 1);
            for _ in 0..2 {
                steps.push((now, Some(word(level, level)), inside, false));
                now += 0.4;
            }
        }
        assert_eq!(open_after(&steps).0, [0, 1, 2]);
        steps.extend([(now, None, Some(0), false), (now + 0.7, None, Some(0), false)]);
        assert_eq!(open_after(&steps).0, [0]);
    }

    /// Pinned tips stay wherever the pointer goes, until Shift again; words elsewhere do not replace them.
    #[test]
    fn shift_pins() {
        let pinned = vec![
            (0.0, Some(word(0, 1)), None, false),
            (0.3, Some(word(0, 1)), None, false),
            (0.4, Some(word(0, 1)), None, true),
            (0.5, None, None, false),
            (5.0, None, None, false),
            (6.0, Some(word(0, 2)), None, false),
            (7.0, Some(word(0, 2)), None, false),
        ];
        assert_eq!(open_after(&pinned), (vec![1], 1));
        let nested = [(8.0, Some(word(1, 3)), Some(0), false), (8.4, Some(word(1, 3)), Some(0), false)];
        assert_eq!(open_after(&[&pinned[..], &nested].concat()), (vec![1, 3], 1), "words in it still open");
        let freed = [(8.0, None, None, true), (9.0, None, None, false)];
        assert_eq!(open_after(&[&pinned[..], &freed].concat()), (vec![], 0));
        let nothing = [(0.0, None, None, false), (0.1, None, None, true)];
        assert_eq!(open_after(&nothing), (vec![], 0), "there is nothing to pin");
    }

    #[test]
    fn a_click_elsewhere_closes_even_what_is_pinned() {
        let mut stack = Stack { tips: vec![word(0, 1)], pinned: 1, ..Stack::default() };
        stack.follow(Hand { dismisses: Dismisses::All, ..Hand::default() });
        assert!(stack.is_idle() && stack.pinned == 0);
    }

    /// Esc closes pinned tips one by one; the word under the pointer opens none again before the pointer has been elsewhere.
    #[test]
    fn tips_are_put_away_one_by_one() {
        let tips = vec![word(0, 1), word(1, 2), word(2, 3)];
        let mut stack = Stack { tips, pinned: 2, ..Stack::default() };
        let rest = |stack: &mut Stack, from: f64, hovered: Option<Hover>| {
            for step in 0..4 {
                let now = from + 0.2 * f64::from(step);
                stack.follow(Hand { now, hovered: hovered.clone(), inside: Some(1), ..Hand::default() });
            }
            (stack.tips.len(), stack.pinned)
        };
        let on_third = || Some(word(2, 3));
        for (expected, now) in [((2, 2), 1.0), ((1, 1), 3.0), ((0, 0), 5.0)] {
            let hand = Hand { now, hovered: on_third(), dismisses: Dismisses::Innermost, ..Hand::default() };
            stack.follow(hand);
            assert_eq!((stack.tips.len(), stack.pinned), expected);
        }
        assert!(!stack.is_idle(), "the word under the pointer is remembered");
        let mut fresh = Stack::default();
        let reached = Hand { hovered: Some(word(0, 1)), dismisses: Dismisses::All, ..Hand::default() };
        fresh.follow(reached);
        assert_eq!(rest(&mut fresh, 1.0, Some(word(0, 1))), (1, 0), "a word that was only just reached");
        let mut stack = Stack { tips: vec![word(0, 1), word(1, 2)], pinned: 1, ..Stack::default() };
        let hand = Hand { hovered: Some(word(1, 2)), dismisses: Dismisses::Innermost, ..Hand::default() };
        stack.follow(hand);
        assert_eq!(rest(&mut stack, 1.0, Some(word(1, 2))), (1, 1), "not while the pointer stays");
        rest(&mut stack, 3.0, None);
        assert_eq!(rest(&mut stack, 5.0, Some(word(1, 2))), (2, 1), "once it has been elsewhere");
    }
}
