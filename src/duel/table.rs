//! The table of a duel: two units face to face, and what the target stands in or behind.

use std::fmt::Write as _;
use std::sync::Arc;

use super::cards::Contender;
use super::setting::{Cover, State};
use crate::game::engine::battle::{Battle, BattleError};
use crate::game::engine::components::Pose;
use crate::game::engine::dice::Dice;
use crate::game::engine::view::View;
use crate::level::card_file::card_id;
use crate::level::fault::Faults;
use crate::level::formation::{DEFAULT_BASE_GAP, DEFAULT_FILES};
use crate::level::setup::{Bundle, Conduct, Setup, SourceText};
use crate::rules::card::SpecialRule;
use crate::rules::ids::{ModelId, Side, UnitId};
use crate::rules::measures::{Place, Thou};
use crate::rules::ruleset::Ruleset;

/// The unit that fires or charges, and its target.
pub(super) const FIRST: UnitId = UnitId { side: Side::A, number: 1 };
/// See [`FIRST`].
pub(super) const TARGET: UnitId = UnitId { side: Side::B, number: 1 };

/// Depth and width of the table, inches: room for the longest weapon.
const TABLE: f64 = 160.0;

/// Distance between the middles of the units in the level; whoever asks moves the first one.
const APART: f64 = 60.0;

/// Margin of ground beyond the target's bases, inches.
const MARGIN: f64 = 1.0;

/// Distance of the target's nearest base from the edge of its wood, inches: more than the depth that conceals (VIS-2).
const INSIDE_WOOD: f64 = 1.5;

/// Thickness and height of the wall, inches: as high as a soldier's chest.
const WALL: [f64; 2] = [0.4, 0.9];

/// The texts that the rules of a duel are read from.
#[derive(Clone, Copy)]
pub(super) struct Rules<'r> {
    pub(super) chain: &'r [SourceText],
    pub(super) ruleset: &'r Ruleset,
}

/// A battle of the two units alone.
pub(super) fn battle(
    [first, target]: [&Contender; 2],
    rules: Rules,
    (cover, state): (Cover, State),
) -> Result<Battle, TableError> {
    let mut cards = vec![first.source.clone()];
    if target.card.id != first.card.id {
        cards.push(target.source.clone());
    }
    cards.sort_by(|one, other| one.name.cmp(&other.name));
    let level =
        SourceText { name: "duel.ron".to_owned(), text: level([first, target], rules, (cover, state)) };
    let bundle = Bundle { level, cards, rulesets: rules.chain.to_vec(), conduct: Conduct::default() };
    let setup = Setup::from_bundle(bundle).map_err(TableError::Faulty)?;
    let (battle, _) = Battle::new(Arc::new(setup), Dice::seeded(0)).map_err(TableError::Broken)?;
    Ok(battle)
}

/// Reason for no table.
#[derive(Debug, thiserror::Error)]
pub(super) enum TableError {
    /// The cards do not go together with the ruleset.
    #[error("{0}")]
    Faulty(Faults),
    /// A bug.
    #[error("{0}")]
    Broken(BattleError),
}

fn level([first, target]: [&Contender; 2], rules: Rules, (cover, state): (Cover, State)) -> String {
    let mut text = String::new();
    let ruleset = rules.chain.first().map_or_else(String::new, |top| card_id(&top.name));
    let [half_width, half_depth] = half_size(target);
    let _always_written = write!(
        text,
        "Level(name: \"Duel\", table: (width: {TABLE:?}, depth: {TABLE:?}), mission: Skirmish(rounds: 6), \
         ruleset: \"{ruleset}\", opening: InPlay(round: 2, side: A, first: A, phase: Action), terrain: [{}], \
         forces: (A: (name: \"First\", units: [(id: \"A1\", card: \"{}\", models: Block(at: (0.0, {:?}), facing: 90.0))]), \
         B: (name: \"Target\", units: [(id: \"B1\", card: \"{}\", models: Block(at: (0.0, 0.0), facing: 270.0){})])))",
        terrain(cover, half_width, half_depth),
        first.card.id,
        -APART,
        target.card.id,
        condition(state, target, rules.ruleset),
    );
    text
}

/// Half the width and depth of a unit in its usual block, with its bases, inches.
fn half_size(target: &Contender) -> [f64; 2] {
    let card = &target.card;
    let (files, diameter) = (DEFAULT_FILES.min(card.models), card.base.diameter.inches());
    let pitch = diameter + DEFAULT_BASE_GAP.inches();
    let ranks = card.models.div_ceil(files);
    [files, ranks].map(|count| (f64::from(count - 1) * pitch + diameter) / 2.0)
}

/// The ground of the target, which faces the first unit, toward −y.
fn terrain(cover: Cover, half_width: f64, half_depth: f64) -> String {
    let [width, depth] = [half_width, half_depth].map(|half| 2.0 * (half + MARGIN));
    match cover {
        Cover::Open => String::new(),
        Cover::Field => {
            format!("(id: \"field\", kind: Field, at: (0.0, 0.0), size: ({width:.3}, {depth:.3}, 1.5))")
        }
        Cover::Wood => {
            let depth = depth + 2.0 * (INSIDE_WOOD - MARGIN);
            format!("(id: \"wood\", kind: Wood, at: (0.0, 0.0), size: ({width:.3}, {depth:.3}, 5.0))")
        }
        Cover::Wall => {
            let [thickness, height] = WALL;
            let y = -half_depth - thickness / 2.0;
            format!(
                "(id: \"wall\", kind: Linear, at: (0.0, {y:.3}), size: ({width:.3}, {thickness:.3}, {height:.3}))"
            )
        }
    }
}

/// Rule: SUP-1 (in duels), SUP-3 (in duels), ACT-5 (in duels).
fn condition(state: State, target: &Contender, ruleset: &Ruleset) -> String {
    match state {
        State::Fresh => String::new(),
        State::Suppressed => ", hit_die: 1".to_owned(),
        State::Shaken => {
            let rules = &ruleset.leadership;
            let hits = match target.card.has(SpecialRule::Steadfast) {
                true => rules.steadfast_shaken_at,
                false => rules.shaken_at,
            };
            format!(", hit_die: {hits}")
        }
        State::Down => ", last_action: GetDown".to_owned(),
    }
}

/// Places of the first unit once it has come so near that its nearest base is `range` from the nearest of the target, inches.
pub(super) fn at_range(view: View, range: Thou) -> Vec<(ModelId, Pose)> {
    let forward = advance(view, range.inches());
    let standing = view.standing(FIRST);
    standing
        .map(|model| {
            let at = model.pose.at;
            (model.id, Pose { at: Place { y: Thou(at.y.0 + forward), ..at }, ..model.pose })
        })
        .collect()
}

/// Length of its way there, toward +y, thousandths of an inch. Every pair of bases would meet the distance after a way of its own;
/// the shortest counts.
fn advance(view: View, range: f64) -> i32 {
    let ways = view.standing(FIRST).flat_map(|from| {
        view.standing(TARGET).filter_map(move |to| {
            let reach = range + from.disc().radius + to.disc().radius;
            let [across, ahead] = [to.pose.at.x.0 - from.pose.at.x.0, to.pose.at.y.0 - from.pose.at.y.0];
            let [across, ahead] = [across, ahead].map(|way| f64::from(way) / 1000.0);
            let left = reach * reach - across * across;
            (left > 0.0).then(|| ahead - left.sqrt())
        })
    });
    let shortest = ways.fold(f64::INFINITY, f64::min);
    // Rounded down: a base touches another, and does not lie on it.
    if shortest.is_finite() { (shortest * 1000.0).floor() as i32 } else { 0 }
}
