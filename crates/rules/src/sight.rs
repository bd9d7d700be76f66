//! Chapter 7: a target's state from what was measured on the table, and what it does to Aw and Ev.
//!
//! `table/` measures shares, depths and lengths; every threshold comes from the ruleset.

pub mod target;

use serde::{Deserialize, Serialize};

use super::basics::Allowance;
use super::measures::Thou;
use super::ruleset::{BlindShots, EdgeCover, SightRules, WoodObscures};

/// Cover of a target, from none to complete.
///
/// Rule: VIS-2.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum SightState {
    /// All in view, on open ground.
    Clear,
    /// A little of it is hidden, or it stands in growth, or higher than the shooter.
    Obscured,
    /// Half of it or more is hidden, or woods or an edge lie in front of it.
    Concealed,
    /// Nothing of it is in view.
    Hidden,
}

/// One model's view of another, as measured. Pieces are given by index.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Sighting {
    /// The share of the target's body in view from the shooter's eyes, 0 to 1.
    pub in_view: f64,
    /// Whether a line is open from the eyes of either to the body of the other.
    pub mutual: Mutual,
    /// Part of the body that each piece hides.
    pub occlusions: Vec<PieceOcclusion>,
    /// The length of the line to the body's middle inside woods, inches in three dimensions.
    pub in_woods: f64,
    /// The wood that holds the longest part of it.
    pub wood: Option<usize>,
    /// Woods, bogs and fields that some of the target's base stands in.
    pub stands_in: Vec<StandsIn>,
    /// The target's foot relative to the shooter's.
    pub rise: Thou,
}

/// Whether two models can see each other.
///
/// Rule: VIS-1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mutual {
    /// No line is open either way.
    #[default]
    Closed,
    /// One is.
    Open,
}

/// Part of a body that one piece hides.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PieceOcclusion {
    /// The piece.
    pub piece: usize,
    /// The share of the body that it hides by itself.
    pub share: f64,
    /// Whether it has an edge to be behind.
    pub edge: OccluderEdge,
}

/// Whether a piece has an edge to be behind.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum OccluderEdge {
    /// A ruin's wall or a hill's step.
    RuinOrHill {
        /// The share of the body that is behind it: hidden by it, and not inside it.
        behind: f64,
    },
    /// An obstacle or a structure: none.
    None,
}

/// A piece that some of a base stands in.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StandsIn {
    /// The piece.
    pub piece: usize,
    /// Growth there.
    pub growth: Growth,
}

/// Ground that is not open.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Growth {
    /// A wood, with how far inside its edge the base's outermost part is, inches.
    Wood(f64),
    /// A bog or a field.
    Low,
}

/// The state of a target and all reasons for cover.
#[derive(Clone, Debug, PartialEq)]
pub struct Judged {
    /// The best cover of any reason; Clear without one.
    pub state: SightState,
    /// Those for the best cover first.
    pub reasons: Vec<Reason>,
}

/// Something that gives a target a state.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Reason {
    /// The state it gives.
    pub state: SightState,
    /// The kind of reason.
    pub why: Why,
    /// The piece; for a share in view the one that hides most, the first of ties.
    pub piece: Option<usize>,
    /// The paragraph.
    pub rule: &'static str,
    /// See [`Why`].
    pub measured: f64,
}

/// Why a target has a state, and what was measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Why {
    /// Nothing of it is in view, and no line is open the other way: the share in view.
    NothingInView,
    /// Nothing of it is in view, but a line is open one way: the share in view.
    OnlyALine,
    /// Half or less is in view: the share.
    HalfInView,
    /// Not all is in view: the share.
    PartlyInView,
    /// The sight line runs through woods: inches inside them.
    ThroughWoods,
    /// Some of it is behind an edge of a ruin or hill: that share.
    BehindEdge,
    /// It stands at a wood's edge: inches inside.
    WoodEdge,
    /// Some of it stands in bog or field; nothing is measured.
    InLowGrowth,
    /// It stands higher than the shooter: inches.
    Higher,
}

/// The state of a target for one shooter, with reasons.
///
/// - Nothing in view is Hidden, or Concealed if a line is open either way (VIS-1).
/// - A body is "behind a ruin's or hill's edge" if the walls of one ruin or the steps of one hill
///   hide more of it than may be missing where all counts as in view. What of it is inside the hill on
///   which it leans is hidden, but not behind the edge. A structure's walls are not a ruin's: only the
///   share in view counts.
/// - A base wholly deeper in a wood than its edge is not Obscured by that, unless the ruleset says so; the line
///   to it runs through the wood, which counts by itself.
/// - Heights of feet are compared exactly, lengths in the shooter's favour (BAS-10).
///
/// Rule: VIS-1, VIS-2, BAS-10.
#[inline]
pub fn judge(sighting: &Sighting, rules: &SightRules, allowance: Allowance) -> Judged {
    let mut reasons: Vec<Reason> = reasons(sighting, rules, allowance).collect();
    reasons.sort_by_key(|reason| std::cmp::Reverse(reason.state));
    Judged { state: reasons.first().map_or(SightState::Clear, |reason| reason.state), reasons }
}

/// Shares that differ by less are equal: far more than the rounding of areas, so that exactly half is
/// half in every direction, and far less than anything measured.
const ROUNDING: f64 = 1e-9;

/// The state alone, as [`judge`] gives it.
///
/// States do not add up: reasons may be judged in groups, and the best cover of any group is that of the
/// whole.
///
/// Rule: VIS-1, VIS-2, BAS-10.
#[inline]
pub fn state(sighting: &Sighting, rules: &SightRules, allowance: Allowance) -> SightState {
    reasons(sighting, rules, allowance).map(|reason| reason.state).max().unwrap_or(SightState::Clear)
}

/// Everything that gives a target a state.
#[inline]
fn reasons<'a>(
    sighting: &'a Sighting,
    rules: &'a SightRules,
    allowance: Allowance,
) -> impl Iterator<Item = Reason> + 'a {
    let by_ground = move |stands: &StandsIn| by_ground(*stands, rules, allowance);
    by_view(sighting, rules)
        .into_iter()
        .chain(by_woods(sighting, rules, allowance))
        .chain(by_edges(sighting, rules))
        .chain(sighting.stands_in.iter().filter_map(by_ground))
        .chain(by_height(sighting.rise, rules))
}

#[inline]
fn by_height(rise: Thou, rules: &SightRules) -> Option<Reason> {
    let rise = rise.inches();
    (rise >= rules.obscured_height).then_some(Reason {
        state: SightState::Obscured,
        why: Why::Higher,
        piece: None,
        rule: "VIS-2",
        measured: rise,
    })
}

fn by_view(sighting: &Sighting, rules: &SightRules) -> Option<Reason> {
    let share = sighting.in_view;
    let (state, why, rule) = if share >= rules.all_in_view - ROUNDING {
        return None;
    } else if share > rules.concealed_at + ROUNDING {
        (SightState::Obscured, Why::PartlyInView, "VIS-2")
    } else if share > rules.nothing_in_view + ROUNDING {
        (SightState::Concealed, Why::HalfInView, "VIS-2")
    } else if sighting.mutual == Mutual::Open {
        (SightState::Concealed, Why::OnlyALine, "VIS-1")
    } else {
        (SightState::Hidden, Why::NothingInView, "VIS-2")
    };
    let largest = sighting.occlusions.iter().map(|occlusion| occlusion.share).fold(0.0, f64::max);
    let largest_occluder = sighting.occlusions.iter().find(|occlusion| occlusion.share >= largest - ROUNDING);
    Some(Reason {
        state,
        why,
        piece: largest_occluder.map(|occlusion| occlusion.piece),
        rule,
        measured: share,
    })
}

#[inline]
fn by_woods(sighting: &Sighting, rules: &SightRules, allowance: Allowance) -> Option<Reason> {
    (!allowance.at_most(sighting.in_woods, rules.wood_depth)).then_some(Reason {
        state: SightState::Concealed,
        why: Why::ThroughWoods,
        piece: sighting.wood,
        rule: "VIS-2",
        measured: sighting.in_woods,
    })
}

#[inline]
fn by_edges<'a>(sighting: &'a Sighting, rules: &'a SightRules) -> impl Iterator<Item = Reason> + 'a {
    sighting.occlusions.iter().filter_map(|occlusion| {
        let behind = match (occlusion.edge, rules.edge_cover) {
            (OccluderEdge::RuinOrHill { behind }, EdgeCover::Conceals) => behind,
            (OccluderEdge::RuinOrHill { .. }, EdgeCover::ByShareAlone) | (OccluderEdge::None, _) => {
                return None;
            }
        };
        (1.0 - behind < rules.all_in_view - ROUNDING).then_some(Reason {
            state: SightState::Concealed,
            why: Why::BehindEdge,
            piece: Some(occlusion.piece),
            rule: "VIS-2",
            measured: behind,
        })
    })
}

#[inline]
fn by_ground(stands: StandsIn, rules: &SightRules, allowance: Allowance) -> Option<Reason> {
    let (why, measured) = match stands.growth {
        Growth::Wood(depth) if is_obscured_by_wood(depth, rules, allowance) => (Why::WoodEdge, depth),
        Growth::Wood(_) => return None,
        Growth::Low => (Why::InLowGrowth, 0.0),
    };
    let state = SightState::Obscured;
    Some(Reason { state, why, piece: Some(stands.piece), rule: "VIS-2", measured })
}

/// Whether a wood obscures a base whose outermost part is so deep inside its edge, inches.
///
/// Rule: VIS-2 (a wood's edge).
#[inline]
fn is_obscured_by_wood(depth: f64, rules: &SightRules, allowance: Allowance) -> bool {
    match rules.wood_obscures {
        WoodObscures::Edge => allowance.at_most(depth, rules.wood_edge),
        WoodObscures::Throughout => true,
    }
}

/// The state of a target for one model of a firing unit. If any model of the unit has some of it in view, it is Hidden
/// from none of them, unless those that have none of it in view may fire as if it were.
///
/// Rule: VIS-2 (Hidden), SHO-2.
#[inline]
pub fn state_for_unit(state: SightState, in_view_of_unit: bool, shots: BlindShots) -> SightState {
    match (state, shots) {
        (SightState::Hidden, BlindShots::NoShot) if in_view_of_unit => SightState::Concealed,
        (state, BlindShots::NoShot | BlindShots::AsHidden) => state,
    }
}

/// Whether a target is exposed to a shooter; `rise` is the target's foot relative to the shooter's.
///
/// Rule: VIS-3.
#[inline]
pub fn is_exposed(rise: Thou, rules: &SightRules) -> bool {
    -rise.inches() >= rules.exposed_height
}

/// Distance up to which a shooter is aware of a target, inches, given the Aw of its card.
///
/// Rule: VIS-3, BAS-4 (doubling).
#[inline]
pub fn awareness(aw: u8, rise: Thou, rules: &SightRules) -> f64 {
    f64::from(aw) * if is_exposed(rise, rules) { rules.exposed_awareness } else { 1.0 }
}

/// Whether a target in this state may be fired at: if Concealed or Hidden, only within the shooter's
/// awareness. Inches; `gap` is the gap between the two bases (BAS-1).
///
/// Rule: VIS-4, BAS-10.
#[inline]
pub fn state_allows_fire(state: SightState, gap: f64, awareness: f64, allowance: Allowance) -> bool {
    state < SightState::Concealed || allowance.at_most(gap, awareness)
}

/// Points added to a target's Ev for its state and distance.
///
/// Rule: VIS-5 (state and distance).
pub fn evasion_bonus(
    state: SightState,
    gap: f64,
    awareness: f64,
    rules: &SightRules,
    allowance: Allowance,
) -> u8 {
    let of_state = match state {
        SightState::Clear => 0,
        SightState::Obscured => rules.obscured_evasion,
        SightState::Concealed => rules.concealed_evasion,
        SightState::Hidden => rules.hidden_evasion,
    };
    let beyond_aw = if allowance.at_most(gap, awareness) { 0 } else { rules.far_evasion };
    of_state + beyond_aw
}

#[cfg(test)]
mod tests {
    use super::*;

    const RULES: &SightRules = &SightRules::COMBINED;
    const ALLOWANCE: Allowance = Allowance(0.005);

    /// A target wholly in view in the open.
    fn open() -> Sighting {
        Sighting { in_view: 1.0, mutual: Mutual::Open, ..Sighting::default() }
    }

    fn seen(in_view: f64) -> Sighting {
        let occlusions = vec![PieceOcclusion { piece: 4, share: 1.0 - in_view, edge: OccluderEdge::None }];
        Sighting { in_view, occlusions, ..open() }
    }

    fn check(sighting: Sighting, state: SightState, why: Option<(Why, Option<usize>)>, reason: &str) {
        let judged = judge(&sighting, RULES, ALLOWANCE);
        assert_eq!(judged.state, state, "{reason}: {judged:?}");
        let first = judged.reasons.first().map(|first| (first.why, first.piece));
        assert_eq!(first, why, "{reason}");
    }

    /// Rule: VIS-1, VIS-2. All is at least 0.99, nothing at most 0.01, half is not more than half.
    #[test]
    fn the_share_in_view_gives_a_state() {
        use SightState::{Clear, Concealed, Hidden, Obscured};
        for (share, mutual, state, why, reason) in [
            (1.0, Mutual::Open, Clear, None, "all of it"),
            (0.99, Mutual::Open, Clear, None, "what counts as all"),
            (0.99 - 1e-12, Mutual::Open, Clear, None, "the same up to rounding"),
            (0.989, Mutual::Open, Obscured, Some(Why::PartlyInView), "not all"),
            (0.501, Mutual::Open, Obscured, Some(Why::PartlyInView), "more than half"),
            (0.5, Mutual::Open, Concealed, Some(Why::HalfInView), "half"),
            (0.5 + 1e-12, Mutual::Open, Concealed, Some(Why::HalfInView), "the same up to rounding"),
            (0.011, Mutual::Open, Concealed, Some(Why::HalfInView), "more than nothing"),
            (0.01, Mutual::Open, Concealed, Some(Why::OnlyALine), "what counts as nothing, a line is open"),
            (0.0, Mutual::Open, Concealed, Some(Why::OnlyALine), "nothing, but it sees the shooter"),
            (0.01, Mutual::Closed, Hidden, Some(Why::NothingInView), "what counts as nothing"),
            (0.01 + 1e-12, Mutual::Closed, Hidden, Some(Why::NothingInView), "the same up to rounding"),
            (0.0, Mutual::Closed, Hidden, Some(Why::NothingInView), "nothing"),
        ] {
            let sighting = Sighting { mutual, ..seen(share) };
            check(sighting, state, why.map(|why| (why, Some(4))), reason);
        }
    }

    /// Rule: VIS-2, BAS-10. What is not open ground.
    #[test]
    fn ground_woods_edges_and_height_give_a_state() {
        use SightState::{Clear, Concealed, Obscured};
        let stands = |growth| Sighting { stands_in: vec![StandsIn { piece: 2, growth }], ..open() };
        let woods = |in_woods| Sighting { in_woods, wood: Some(3), ..open() };
        let hill = |behind| OccluderEdge::RuinOrHill { behind };
        let behind = |share, edge| Sighting {
            in_view: 1.0 - share,
            occlusions: vec![PieceOcclusion { piece: 5, share, edge }],
            ..open()
        };
        let higher = |rise| Sighting { rise: Thou(rise), ..open() };
        for (sighting, state, why, reason) in [
            (stands(Growth::Low), Obscured, Some((Why::InLowGrowth, Some(2))), "in bog or field"),
            (stands(Growth::Wood(0.0)), Obscured, Some((Why::WoodEdge, Some(2))), "over a wood's edge"),
            (stands(Growth::Wood(1.0)), Obscured, Some((Why::WoodEdge, Some(2))), "exactly 1 inside"),
            (stands(Growth::Wood(1.1)), Clear, None, "deeper: only its line through the wood counts"),
            (woods(1.0), Clear, None, "exactly 1 through woods is not more than 1"),
            (woods(1.005), Clear, None, "within the allowance of 0.005"),
            (woods(1.01), Concealed, Some((Why::ThroughWoods, Some(3))), "more than that"),
            (behind(0.3, hill(0.3)), Concealed, Some((Why::BehindEdge, Some(5))), "behind a hill's edge"),
            (behind(0.011, hill(0.011)), Concealed, Some((Why::BehindEdge, Some(5))), "barely behind it"),
            (behind(0.01, hill(0.01)), Clear, None, "all is in view"),
            (behind(0.01 + 1e-12, hill(0.01 + 1e-12)), Clear, None, "the same up to rounding"),
            (behind(0.3, hill(0.01)), Obscured, Some((Why::PartlyInView, Some(5))), "leaning on a hill"),
            (behind(0.5, hill(0.0)), Concealed, Some((Why::HalfInView, Some(5))), "half of it in the hill"),
            (behind(0.3, OccluderEdge::None), Obscured, Some((Why::PartlyInView, Some(5))), "behind a wall"),
            (higher(999), Clear, None, "nearly 1 higher"),
            (higher(1000), Obscured, Some((Why::Higher, None)), "exactly 1 higher"),
            (higher(-4000), Clear, None, "lower"),
        ] {
            check(sighting, state, why, reason);
        }
    }

    /// Rule: VIS-2. States do not stack; every reason is listed, that for the best cover first.
    #[test]
    fn the_best_cover_counts() {
        let sighting = Sighting {
            in_view: 0.7,
            in_woods: 2.0,
            stands_in: vec![StandsIn { piece: 1, growth: Growth::Low }],
            rise: Thou(1500),
            ..open()
        };
        let judged = judge(&sighting, RULES, ALLOWANCE);
        assert_eq!(judged.state, SightState::Concealed);
        let found: Vec<(Why, f64)> =
            judged.reasons.iter().map(|reason| (reason.why, reason.measured)).collect();
        let expected =
            [(Why::ThroughWoods, 2.0), (Why::PartlyInView, 0.7), (Why::InLowGrowth, 0.0), (Why::Higher, 1.5)];
        assert_eq!(found, expected);
    }

    /// Rule: VIS-2. A share in view names the piece that hides most, by however little.
    #[test]
    fn the_largest_occluder_is_named() {
        for (shares, named, reason) in [
            (&[0.1, 0.3, 0.2][..], Some(1), "the largest"),
            (&[0.3, 0.1, 0.3], Some(0), "the first of two equal ones"),
            (&[0.3, 0.3 + 1e-12], Some(0), "the first of two that differ by rounding"),
            (&[0.3, 0.301], Some(1), "the larger of two that differ by more"),
            (&[], None, "none"),
        ] {
            let hides = |(piece, share): (usize, &f64)| PieceOcclusion {
                piece,
                share: *share,
                edge: OccluderEdge::None,
            };
            let occlusions = shares.iter().enumerate().map(hides).collect();
            let judged = judge(&Sighting { in_view: 0.6, occlusions, ..open() }, RULES, ALLOWANCE);
            assert_eq!(judged.reasons[0].piece, named, "{reason}");
        }
    }

    /// Rule: VIS-2. Its second ruling and the other reading.
    #[test]
    fn an_edge_conceals_or_counts_by_the_share_alone() {
        let alone = &SightRules { edge_cover: EdgeCover::ByShareAlone, ..*RULES };
        for (share, ruled, otherwise) in [
            (0.005, SightState::Clear, SightState::Clear),
            (0.1, SightState::Concealed, SightState::Obscured),
            (0.5, SightState::Concealed, SightState::Concealed),
        ] {
            let edge = OccluderEdge::RuinOrHill { behind: share };
            let occlusions = vec![PieceOcclusion { piece: 0, share, edge }];
            let sighting = Sighting { in_view: 1.0 - share, occlusions, ..open() };
            let states = [RULES, alone].map(|rules| state(&sighting, rules, ALLOWANCE));
            assert_eq!(states, [ruled, otherwise], "{share}");
        }
    }

    /// Rule: VIS-2. Its third ruling and the other reading.
    #[test]
    fn a_wood_obscures_at_its_edge_or_throughout() {
        let throughout = &SightRules { wood_obscures: WoodObscures::Throughout, ..*RULES };
        for (depth, ruled) in
            [(0.0, SightState::Obscured), (1.005, SightState::Obscured), (1.006, SightState::Clear)]
        {
            let stands = StandsIn { piece: 0, growth: Growth::Wood(depth) };
            let sighting = Sighting { stands_in: vec![stands], ..open() };
            assert_eq!(state(&sighting, RULES, ALLOWANCE), ruled, "{depth}");
            assert_eq!(state(&sighting, throughout, ALLOWANCE), SightState::Obscured, "{depth}");
        }
    }

    /// Rule: VIS-2, SHO-2. Hidden is hidden from every model of the firing unit, or from the one that fires.
    #[test]
    fn what_one_model_has_in_view_is_hidden_from_none_of_its_unit() {
        use SightState::{Clear, Concealed, Hidden, Obscured};
        for (state, in_view, expected) in [
            (Hidden, false, Hidden),
            (Hidden, true, Concealed),
            (Concealed, true, Concealed),
            (Obscured, false, Obscured),
            (Clear, true, Clear),
        ] {
            assert_eq!(state_for_unit(state, in_view, BlindShots::AsHidden), state, "{state:?}, {in_view}");
            assert_eq!(state_for_unit(state, in_view, BlindShots::NoShot), expected, "{state:?}, {in_view}");
        }
    }

    /// Rule: VIS-3, BAS-4.
    #[test]
    fn a_target_1_lower_is_exposed_and_doubles_awareness() {
        for (rise, exposed, expected, reason) in [
            (0, false, 12.0, "level"),
            (-999, false, 12.0, "nearly 1 lower"),
            (-1000, true, 24.0, "exactly 1 lower"),
            (1000, false, 12.0, "higher: that is another paragraph"),
        ] {
            assert_eq!(is_exposed(Thou(rise), RULES), exposed, "{reason}");
            assert_eq!(awareness(12, Thou(rise), RULES), expected, "{reason}");
        }
    }

    /// Rule: VIS-4, BAS-10.
    #[test]
    fn cover_is_shot_at_only_within_awareness() {
        use SightState::{Clear, Concealed, Hidden, Obscured};
        for (state, gap, expected, reason) in [
            (Clear, 30.0, true, "however far"),
            (Obscured, 30.0, true, "however far"),
            (Concealed, 12.0, true, "at exactly Aw"),
            (Concealed, 12.005, true, "within the allowance of 0.005"),
            (Concealed, 12.01, false, "beyond"),
            (Hidden, 12.0, true, "at a known place"),
            (Hidden, 12.01, false, "beyond"),
        ] {
            assert_eq!(state_allows_fire(state, gap, 12.0, ALLOWANCE), expected, "{state:?}, {reason}");
        }
    }

    /// Rule: VIS-5, BAS-10.
    #[test]
    fn state_and_distance_add_to_evasion() {
        use SightState::{Clear, Concealed, Hidden, Obscured};
        for (state, gap, expected) in [
            (Clear, 12.0, 0),
            (Clear, 12.005, 0),
            (Clear, 12.01, 1),
            (Obscured, 1.0, 1),
            (Obscured, 13.0, 2),
            (Concealed, 1.0, 2),
            (Concealed, 13.0, 3),
            (Hidden, 1.0, 3),
            (Hidden, 13.0, 4),
        ] {
            assert_eq!(evasion_bonus(state, gap, 12.0, RULES, ALLOWANCE), expected, "{state:?} at {gap}");
        }
    }
}
