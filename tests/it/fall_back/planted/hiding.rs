//! Tests of the oracles of followers by the outline and of the path to the edge: they accept right answers that
//! can be computed by hand, and reject wrong ones.

use warstrike::game::engine::unit_fact::Length;
use warstrike::game::phases::fall_back::retreat::{
    DrawsFire, Edge, Leaves, ModelEnd, Reachability, RetreatOutcome,
};
use warstrike::rules::measures::{Facing, Place};
use warstrike::table::piece::{Danger, Kind, Piece};
use warstrike::table::shape::Shape;

use super::cover::{retreats, scene, toward_shadow};
use super::{at, distance, retreat, run, says, stands, wall};
use crate::fall_back::cover;

fn ash([x, y]: [f64; 2], radius: f64) -> Piece {
    let footprint = Shape::Circle { centre: [x, y], radius };
    Piece { id: "ash".into(), footprint, kind: Kind::Ground, going: None, danger: Danger::Dangerous }
}

/// The leader goes 4.88 into the shadow of the wall, to (4.468, 1.964). There the shadow begins at x 4.411;
/// farther down, at y 0.5, it begins at x 5.055. A follower that starts at (1.5, 0) gets to its side, (5.478,
/// 1.964), by 4.438.
///
/// Rule: OFB-3, OFB-4 (Mv 5), OFB-5, COH-1.
#[test]
fn the_oracle_rejects_wrong_ends_in_cover() {
    let apart = ModelEnd::Apart { facing: Facing::default() };
    let beside = at(5.478, 1.964);
    let rows = [
        (beside, stands(), DrawsFire::No, vec![], "right", "beside the leader, in cover"),
        (beside, stands(), DrawsFire::SnapFire, vec![], "wrong", "no model goes farther than 5"),
        (beside, apart, DrawsFire::No, vec![], "wrong", "apart, though in coherency"),
        (beside, stands(), DrawsFire::No, vec![ash([6.6, 2.0], 0.8)], "wrong", "0.178 in the ash"),
        (beside, stands(), DrawsFire::No, vec![ash([6.8, 2.0], 0.8)], "right", "0.022 beside it"),
        (at(3.448, 1.964), stands(), DrawsFire::No, vec![], "wrong", "beside the leader, in the open"),
        (at(5.9, 0.5), stands(), DrawsFire::No, vec![], "wrong", "in cover, 2.05 from it"),
        (at(7.2, 1.964), stands(), DrawsFire::SnapFire, vec![], "wrong", "6.03 away, where 4.438 will do"),
        (at(7.6, 1.964), stands(), DrawsFire::SnapFire, vec![], "wrong", "out of coherency"),
    ];
    for (to, end, draws, more, expected, reason) in rows {
        let pieces = std::iter::once(wall()).chain(more).collect();
        let scene = scene(pieces, &[at(0.0, 0.0), at(1.5, 0.0)], &[at(0.0, 12.0)]);
        let mut report = retreats(&scene, Reachability::InRange, &[toward_shadow(4.88)]);
        if let RetreatOutcome::RunForCover { retreats, draws: fire, .. } = &mut report.outcome {
            retreats.push(run(&scene.unit[1], &[to], end));
            *fire = draws;
        }
        let verdicts = cover::judge_runs(&scene, &report);
        let worst = verdicts.iter().find(|verdict| says(verdict) == "wrong");
        assert_eq!(worst.map_or("right", says), expected, "{reason}: {verdicts:?}");
    }
}

/// The edge is at y −17: the leader's base touches it with its centre at −16.5, straight ahead. In one move it
/// goes 10.
///
/// Rule: OFB-3 (toward its own table edge, as far as possible), OFB-5 (stops short), OFB-6.
#[test]
fn the_oracle_rejects_wrong_paths_to_the_edge() {
    let (low, high) = (at(0.0, 0.0), at(0.0, -8.0));
    let ahead = at(0.0, -16.5);
    let rows: [(Place, Place, Place, Leaves, Vec<Piece>, &str, &str); 9] = [
        (low, ahead, at(0.0, -10.0), Leaves::NotYet, vec![], "right", "10 straight ahead"),
        (low, at(3.0, -16.5), at(1.789, -9.839), Leaves::NotYet, vec![], "wrong", "16.77, not 16.5"),
        (low, ahead, at(0.0, -9.0), Leaves::NotYet, vec![], "wrong", "not as far as it may"),
        (low, ahead, at(0.0, -10.0), Leaves::Table, vec![], "wrong", "6.5 before the edge"),
        (low, at(0.0, -15.0), at(0.0, -10.0), Leaves::NotYet, vec![], "wrong", "1.5 before the edge"),
        (low, ahead, at(0.0, -10.0), Leaves::NotYet, vec![ash([0.0, -10.0], 1.0)], "wrong", "in the ash"),
        (low, ahead, at(0.0, -8.5), Leaves::NotYet, vec![ash([0.0, -10.0], 1.0)], "right", "before the ash"),
        (high, ahead, ahead, Leaves::Table, vec![], "right", "8.5 to the edge"),
        (high, ahead, ahead, Leaves::NotYet, vec![], "wrong", "at the edge, and does not leave"),
    ];
    for (from, to, end, leaves, pieces, expected, reason) in rows {
        let scene = scene(pieces, &[from], &[at(0.0, from.y.inches() + 12.0)]);
        let edge = Edge::At { at: to, path: vec![to], length: Length(distance(from, &[to])) };
        let ends = if leaves == Leaves::Table { ModelEnd::Leaves } else { stands() };
        let retreats = vec![run(&scene.unit[0], &[end], ends)];
        let verdicts = cover::judge_runs(
            &scene,
            &retreat(&scene, RetreatOutcome::RunForEdge { edge, leaves, retreats }),
        );
        let worst = verdicts.iter().find(|verdict| says(verdict) != "right");
        assert_eq!(worst.map_or("right", says), expected, "{reason}: {verdicts:?}");
    }
}
