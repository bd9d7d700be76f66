//! The heading of a model that routs: the legal one nearest to straight away. Headings are scanned by growing
//! turn and the first legal interval is bisected; if none is legal, longer moves are tried.
//!
//! Rule: ROU-3.

use super::Rout;
use super::attempt::Attempt;
use crate::game::engine::view::ModelView;
use crate::rules::basics::Disc;
use crate::rules::falling_back::LostFor;
use crate::rules::falling_back::MoveLimit;
use crate::rules::measures::Place;
use crate::rules::rout::smallest_gain;

/// Steps of the scan of headings, degrees, and the precision of its bisection.
const SCAN_STEP_DEGREES: f64 = 0.5;
const BISECTION_DEGREES: f64 = 0.01;

/// The same for longer moves: degrees, and steps and bisections of the extra length.
const LONG_SCAN_STEP_DEGREES: f64 = 1.0;
const LONG_STEPS: i32 = 60;
const LONG_BISECTIONS: usize = 5;

impl Rout<'_> {
    /// The heading, its end, and whether its limits are halved.
    ///
    /// Rule: ROU-2, ROU-3.
    ///
    /// # Errors
    /// Why the model is lost.
    pub(super) fn find_heading(
        &self,
        model: ModelView,
        enemies: &[Disc],
        away: f64,
    ) -> Result<(f64, Place, MoveLimit), LostFor> {
        let mut any_apart = false;
        let mut try_heading = |heading: f64, share: f64| {
            let attempt = self.try_heading(model, enemies, heading, share);
            any_apart |= attempt == Attempt::Apart;
            attempt
        };
        match try_heading(away, 0.0) {
            Attempt::Legal { end, limit } => return Ok((away, end, limit)),
            Attempt::OffTable => return Err(LostFor::OffTable),
            Attempt::Illegal | Attempt::Apart => {}
        }
        // Between equal turns the side with the larger gain.
        let gain = |heading: f64| smallest_gain(model.disc(), enemies, self.lengths[0], heading);
        let better = |a: &f64, b: &f64| gain(*b).total_cmp(&gain(*a));
        let steps = (self.max_turn / SCAN_STEP_DEGREES).floor() as i32;
        for step in 1..=steps {
            let turn = f64::from(step) * SCAN_STEP_DEGREES;
            let mut found: Vec<f64> = Vec::new();
            for side in [1.0, -1.0] {
                if let Attempt::Legal { .. } = try_heading(away + side * turn, 0.0) {
                    // The first legal heading is between the step before and this one.
                    let [mut illegal, mut legal] = [turn - SCAN_STEP_DEGREES, turn];
                    while legal - illegal > BISECTION_DEGREES {
                        let middle = (illegal + legal) / 2.0;
                        let is_legal =
                            matches!(try_heading(away + side * middle, 0.0), Attempt::Legal { .. });
                        if is_legal { legal = middle } else { illegal = middle }
                    }
                    found.push(side * legal);
                }
            }
            found.sort_by(|a, b| {
                let is_tie = (a.abs() - b.abs()).abs() < 2.0 * BISECTION_DEGREES;
                let nearer = a.abs().total_cmp(&b.abs());
                if is_tie { better(&(away + a), &(away + b)).then(nearer) } else { nearer }
            });
            if let Some(turn) = found.first()
                && let Attempt::Legal { end, limit } = try_heading(away + turn, 0.0)
            {
                return Ok((away + turn, end, limit));
            }
        }
        for longer in 1..=LONG_STEPS {
            let share = f64::from(longer) / f64::from(LONG_STEPS);
            for step in 0..=(self.max_turn / LONG_SCAN_STEP_DEGREES).floor() as i32 {
                let turn = f64::from(step) * LONG_SCAN_STEP_DEGREES;
                let mut found: Vec<(f64, Place, MoveLimit)> = Vec::new();
                for side in if step == 0 { &[1.0][..] } else { &[1.0, -1.0] } {
                    let heading = away + side * turn;
                    if let Attempt::Legal { end, limit } = try_heading(heading, share) {
                        found.push((heading, end, limit));
                    }
                }
                found.sort_by(|a, b| better(&a.0, &b.0));
                if let Some((heading, end, limit)) = found.into_iter().next() {
                    let before = f64::from(longer - 1) / f64::from(LONG_STEPS);
                    let (end, limit) =
                        bisect_length([before, share], (end, limit), |share| try_heading(heading, share));
                    return Ok((heading, end, limit));
                }
            }
        }
        Err(if any_apart { LostFor::LeftBehind } else { LostFor::NoWayOut })
    }
}

/// The shortest legal longer move, between a share of the extra length that is not legal and one that is.
fn bisect_length(
    [mut illegal, mut legal]: [f64; 2],
    mut found: (Place, MoveLimit),
    mut try_heading: impl FnMut(f64) -> Attempt,
) -> (Place, MoveLimit) {
    for _ in 0..LONG_BISECTIONS {
        let middle = (illegal + legal) / 2.0;
        match try_heading(middle) {
            Attempt::Legal { end, limit } => (legal, found) = (middle, (end, limit)),
            Attempt::OffTable | Attempt::Illegal | Attempt::Apart => illegal = middle,
        }
    }
    found
}
