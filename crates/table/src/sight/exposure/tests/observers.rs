//! Tests that observers' verdicts on a cell hold at its places, by the pair routine.

use super::soldier;
use crate::piece::Kind;
use crate::sample::{hill, piece, rectangle, table};
use crate::sight::SightBody;
use crate::sight::exposure::{Cell, Observers};
use warstrike_rules::measures::{Place, Thou};
use warstrike_rules::ruleset::SightRules;
use warstrike_rules::sight::SightState;

/// A reproducible random generator: a number from 0 to 1.
pub(super) struct Draw(pub(super) u32);

impl Draw {
    pub(super) fn share(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        f64::from(self.0 >> 8) / f64::from(1_u32 << 24)
    }

    pub(super) fn between(&mut self, low: f64, high: f64) -> f64 {
        low + self.share() * (high - low)
    }
}

/// Rule: VIS-2 (Clear, by each eye singly).
#[test]
fn a_cells_classification_holds_at_its_places() {
    check(SightState::Obscured, [50, 10, 50]);
}

/// Rule: OFB-3 (Concealed or Hidden).
#[test]
fn so_does_that_where_only_concealed_covers() {
    check(SightState::Concealed, [50, 2, 50]);
}

/// `min` are the least numbers of cells that must be seen, covered and undecided.
fn check(covers: SightState, min: [usize; 3]) {
    let pieces = vec![
        hill(),
        piece("wall", rectangle([-9.0, 4.0], [-4.0, 4.4]), Kind::Linear { height: Thou(1500) }),
        piece("wood", rectangle([5.0, -8.0], [9.0, -4.0]), Kind::Wood { height: Thou(4000) }),
        piece("bog", rectangle([-10.0, -9.0], [-5.0, -4.0]), Kind::Bog),
    ];
    let terrain = table(pieces);
    let (rules, mut draw) = (SightRules::COMBINED, Draw(11));
    let (mut seen, mut covered, mut undecided_cells) = (0, 0, 0);
    for _ in 0..400 {
        let eyes: Vec<SightBody> = (0..3)
            .map(|_| {
                let at = [draw.between(-12.0, 12.0), draw.between(-12.0, 12.0)];
                soldier(at, terrain.ground_height(at).inches())
            })
            .collect();
        let body = soldier([0.0, 0.0], 0.0);
        let mut observers = Observers::new(&terrain, &rules, &eyes, &body, covers);
        let low = [draw.between(-11.0, 10.0), draw.between(-11.0, 10.0)];
        let size = draw.between(0.05, 1.5);
        let cell = Cell { bounds: [low, low.map(|part| part + size)], floor: None };
        let found = observers.classify(&cell, &observers.undecided());
        for _ in 0..12 {
            let at = [0, 1].map(|axis| draw.between(cell.bounds[0][axis], cell.bounds[1][axis]));
            let foot = Place::from_inches(at[0], at[1], terrain.ground_height(at).inches()).unwrap();
            let there = SightBody { foot, ..body };
            let sees = |eye: &SightBody| terrain.visibility(eye, &there, &rules).state < covers;
            let is_covered = !eyes.iter().any(sees);
            assert_eq!(
                observers.is_covered(foot, &observers.undecided()),
                is_covered,
                "{foot} by all of {eyes:?}"
            );
            match &found {
                None => assert!(!is_covered, "{foot} on {cell:?} counts as seen by one of {eyes:?}"),
                Some(undecided) => {
                    assert_eq!(
                        observers.is_covered(foot, undecided),
                        is_covered,
                        "{foot} on {cell:?}, {eyes:?}"
                    );
                }
            }
        }
        match found {
            None => seen += 1,
            Some(undecided) if undecided.is_empty() => covered += 1,
            Some(_) => undecided_cells += 1,
        }
    }
    let found = [seen, covered, undecided_cells];
    let enough = found.iter().zip(min).all(|(found, min)| *found > min);
    assert!(enough, "{seen} seen, {covered} covered, {undecided_cells} undecided");
}
