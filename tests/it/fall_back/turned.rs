//! Mirrored and rotated tables, and the same table twice.

use warstrike::rules::measures::Place;

use crate::paths::in_parallel;
use crate::paths::turned::Symmetry;

use super::invariants::Gist;
use super::tables::{Draft, draft};
use super::{check, first_table, followers, found, tables};

fn seen(seen: Symmetry, draft: &Draft) -> Draft {
    let mut other = draft.clone();
    if seen == Symmetry::Turned {
        other.size.reverse();
    }
    other.pieces = draft.pieces.iter().map(|piece| seen.piece(piece)).collect();
    for squad in &mut other.units {
        let turned = |place: &mut Place| *place = seen.place(*place);
        squad.models.iter_mut().flatten().for_each(turned);
    }
    other
}

/// How many of a hundred mirrored or rotated tables may end differently, by ties and rounding.
const MAX_TIES: usize = 2;

/// Rule: FB-2, FB-4, FB-5, ROU-3.
#[test]
fn mirrored_and_rotated_tables_end_alike() {
    let first = first_table();
    let others = in_parallel(tables(40), |index| {
        let plain = draft(first + index);
        let Some((_, retreat)) = found(&plain) else { return Vec::new() };
        let again = found(&plain).map(|(_, again)| again);
        assert_eq!(again.as_ref(), Some(&retreat), "table {index} twice");
        let gist = Gist::of(&retreat);
        let differs = |how: &Symmetry| {
            let other = found(&seen(*how, &plain)).map(|(_, other)| Gist::of(&other));
            match other {
                Some(other) if other.is_as(gist) => None,
                other => Some(format!("{how:?}: {gist:?}, {other:?}")),
            }
        };
        [Symmetry::Mirrored, Symmetry::Turned].map(|how| (how, differs(&how))).to_vec()
    });
    let all: usize = others.iter().map(|(_, others)| others.len()).sum();
    let differ: Vec<_> = others
        .iter()
        .flat_map(|(index, others)| {
            others.iter().filter_map(move |(_, why)| why.as_ref().map(|why| (first + index, why)))
        })
        .collect();
    println!("{all} tables transformed, {} end differently", differ.len());
    differ.iter().for_each(|other| println!("{other:?}"));
    assert!(differ.len() * 100 <= MAX_TIES * all, "{} of {all}", differ.len());
}

/// Rule: FB-5, COH-1. On this table a link holds another model from between its nearest and its farthest place
/// from the leader; from any other place that model ends farther away. On the rotated table x and y are
/// exchanged.
#[test]
fn links_half_way_hold_others_on_a_rotated_table_too() {
    let plain = draft(13);
    for draft in [seen(Symmetry::Mirrored, &plain), seen(Symmetry::Turned, &plain), plain] {
        let (scene, found) = found(&draft).unwrap();
        let verdicts = followers::judge(&scene, found.outcome.retreats());
        assert!(!verdicts.is_empty(), "{found:?}");
        check(&verdicts.into_iter().map(|verdict| (13, verdict)).collect::<Vec<_>>());
    }
}
