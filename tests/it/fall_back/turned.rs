//! Mirrored and turned tables, and the same table twice.

use warstrike::rules::measures::Place;

use crate::paths::everywhere;
use crate::paths::turned::Seen;

use super::invariants::Gist;
use super::tables::{Draft, draft};
use super::{first_table, found, tables};

fn seen(seen: Seen, draft: &Draft) -> Draft {
    let mut other = draft.clone();
    if seen == Seen::Turned {
        other.size.reverse();
    }
    other.pieces = draft.pieces.iter().map(|piece| seen.piece(piece)).collect();
    for squad in &mut other.units {
        let turned = |place: &mut Place| *place = seen.place(*place);
        squad.models.iter_mut().flatten().for_each(turned);
    }
    other
}

/// How many of a hundred mirrored or turned tables may end otherwise, by ties and by hairs.
const MOST_TIES: usize = 2;

/// Rule: FB-2, FB-4, FB-5, ROU-3.
#[test]
fn mirrored_and_turned_tables_are_fled_alike() {
    let first = first_table();
    let others = everywhere(tables(40), |nth| {
        let plain = draft(first + nth);
        let Some((_, retreat)) = found(&plain) else { return Vec::new() };
        let again = found(&plain).map(|(_, again)| again);
        assert_eq!(again.as_ref(), Some(&retreat), "table {nth} twice");
        let gist = Gist::of(&retreat);
        let differs = |how: &Seen| {
            let other = found(&seen(*how, &plain)).map(|(_, other)| Gist::of(&other));
            match other {
                Some(other) if other.is_as(gist) => None,
                other => Some(format!("{how:?}: {gist:?}, {other:?}")),
            }
        };
        [Seen::Mirrored, Seen::Turned].map(|how| (how, differs(&how))).to_vec()
    });
    let all: usize = others.iter().map(|(_, others)| others.len()).sum();
    let differ: Vec<_> = others
        .iter()
        .flat_map(|(nth, others)| {
            others.iter().filter_map(move |(_, why)| why.as_ref().map(|why| (first + nth, why)))
        })
        .collect();
    println!("{all} tables seen otherwise, {} fled otherwise", differ.len());
    differ.iter().for_each(|other| println!("{other:?}"));
    assert!(differ.len() * 100 <= MOST_TIES * all, "{} of {all}", differ.len());
}
