//! The heading that serves one who routs, as near to straight away as may be.
//!
//! Rule: ROU-3.

use super::Rout;
use super::tried::Tried;
use crate::game::engine::view::ModelView;
use crate::rules::basics::Disc;
use crate::rules::falling_back::LostFor;
use crate::rules::falling_back::MoveLimit;
use crate::rules::measures::Place;
use crate::rules::rout::smallest_gain;

/// In what steps headings are tried, degrees, and how finely the first that serves is found.
const TURN: f64 = 0.5;
const FINE_TURN: f64 = 0.01;

/// The same of longer moves: degrees, and shares of what is left to the longest.
const LONG_TURN: f64 = 1.0;
const LONG_STEPS: i32 = 60;
const LONG_HALVINGS: usize = 5;

impl Rout<'_> {
    /// The heading that serves, where it ends, and what ground costs.
    ///
    /// Rule: ROU-2, ROU-3.
    ///
    /// # Errors
    /// Why the model is lost.
    pub(super) fn way_out(
        &self,
        model: ModelView,
        enemies: &[Disc],
        away: f64,
    ) -> Result<(f64, Place, MoveLimit), LostFor> {
        let mut apart = false;
        let mut tried = |heading: f64, share: f64| {
            let tried = self.tried(model, enemies, heading, share);
            apart |= tried == Tried::Apart;
            tried
        };
        match tried(away, 0.0) {
            Tried::Serves { end, limit } => return Ok((away, end, limit)),
            Tried::OffTable => return Err(LostFor::OffTable),
            Tried::Not | Tried::Apart => {}
        }
        // At equal turns the side that gains more.
        let gain = |heading: f64| smallest_gain(model.disc(), enemies, self.lengths[0], heading);
        let better = |a: &f64, b: &f64| gain(*b).total_cmp(&gain(*a));
        let steps = (self.most_turn / TURN).floor() as i32;
        for step in 1..=steps {
            let turn = f64::from(step) * TURN;
            let mut found: Vec<f64> = Vec::new();
            for side in [1.0, -1.0] {
                if let Tried::Serves { .. } = tried(away + side * turn, 0.0) {
                    // The first that serves lies between the step before and this one.
                    let [mut barred, mut open] = [turn - TURN, turn];
                    while open - barred > FINE_TURN {
                        let middle = (barred + open) / 2.0;
                        let serves = matches!(tried(away + side * middle, 0.0), Tried::Serves { .. });
                        if serves { open = middle } else { barred = middle }
                    }
                    found.push(side * open);
                }
            }
            found.sort_by(|a, b| {
                let even = (a.abs() - b.abs()).abs() < 2.0 * FINE_TURN;
                let nearer = a.abs().total_cmp(&b.abs());
                if even { better(&(away + a), &(away + b)).then(nearer) } else { nearer }
            });
            if let Some(turn) = found.first()
                && let Tried::Serves { end, limit } = tried(away + turn, 0.0)
            {
                return Ok((away + turn, end, limit));
            }
        }
        for longer in 1..=LONG_STEPS {
            let share = f64::from(longer) / f64::from(LONG_STEPS);
            for step in 0..=(self.most_turn / LONG_TURN).floor() as i32 {
                let turn = f64::from(step) * LONG_TURN;
                let mut found: Vec<(f64, Place, MoveLimit)> = Vec::new();
                for side in if step == 0 { &[1.0][..] } else { &[1.0, -1.0] } {
                    let heading = away + side * turn;
                    if let Tried::Serves { end, limit } = tried(heading, share) {
                        found.push((heading, end, limit));
                    }
                }
                found.sort_by(|a, b| better(&a.0, &b.0));
                if let Some((heading, end, limit)) = found.into_iter().next() {
                    let before = f64::from(longer - 1) / f64::from(LONG_STEPS);
                    let (end, limit) =
                        shortest_long([before, share], (end, limit), |share| tried(heading, share));
                    return Ok((heading, end, limit));
                }
            }
        }
        Err(if apart { LostFor::LeftBehind } else { LostFor::NoWayOut })
    }
}

/// The shortest longer move that serves, between a share of the longest that may not and one that does.
fn shortest_long(
    [mut barred, mut open]: [f64; 2],
    mut found: (Place, MoveLimit),
    mut tried: impl FnMut(f64) -> Tried,
) -> (Place, MoveLimit) {
    for _ in 0..LONG_HALVINGS {
        let middle = (barred + open) / 2.0;
        match tried(middle) {
            Tried::Serves { end, limit } => (open, found) = (middle, (end, limit)),
            Tried::OffTable | Tried::Not | Tried::Apart => barred = middle,
        }
    }
    found
}
