//! Deciding at a glance: a few units near the enemy, a few orders of each, estimated and not worked out. Whole games take a
//! fraction of a second so.
//!
//! What seems best is taken if it is legal, else the next. Planners are never asked.

mod sketches;

use crate::game::engine::battle::Battle;
use crate::game::engine::command::{Command, Order};
use crate::game::engine::view::UnitView;
use crate::game::phases::get_down::kinds::GetDown;
use crate::game::phases::moving::kinds::{
    AdvanceUnit, AnnounceDouble, ModelMove, OpenFire, Order as Moving, Sequence,
};
use crate::game::phases::shooting::kinds::FireAt;
use crate::level::style_file::Weighing;
use crate::rules::action::Action;
use crate::table::shape::Point;

use super::estimate::{Estimator, UnitGlance, UnitSpot};
use super::moves::UnitMoves;
use sketches::{Sketch, SketchedOrder, Sketcher};

/// How many units are compared, those nearest to the enemy.
const UNITS: usize = 2;

/// What one of some units does as its action, with words for it; `None` where nothing is legal.
pub(super) fn act(battle: &Battle, weighing: &Weighing, units: &[UnitView]) -> Option<(Command, String)> {
    let estimator = Estimator::new(battle.view(), &weighing.judgement);
    let glances = units.iter().filter_map(|unit| estimator.glance(unit.id));
    let mut near: Vec<(f64, &UnitGlance)> =
        glances.map(|unit| (gap_to_enemy(&estimator, unit), unit)).collect();
    near.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.unit.id.cmp(&b.1.unit.id)));
    let sketched = near.into_iter().take(UNITS).map(|(_, unit)| {
        let sketches = Sketcher { estimator: &estimator, weighing, unit }.actions();
        (gain(&sketches), unit.unit, sketches)
    });
    let mut ranked: Vec<(f64, UnitView, Vec<Sketch>)> = sketched.collect();
    // Of as much to gain, whoever is nearer to the enemy: the sort keeps their order.
    ranked.sort_by(|a, b| b.0.total_cmp(&a.0));
    ranked.into_iter().find_map(|(_, unit, sketches)| best(battle, unit, Action::Advance, sketches))
}

/// Where a unit goes that has been told to move by an action.
pub(super) fn end(
    battle: &Battle,
    weighing: &Weighing,
    unit: UnitView,
    action: Action,
) -> Option<(Command, String)> {
    let estimator = Estimator::new(battle.view(), &weighing.judgement);
    let sketcher = Sketcher { estimator: &estimator, weighing, unit: estimator.glance(unit.id)? };
    best(battle, unit, action, sketcher.ends(action))
}

fn gap_to_enemy(estimator: &Estimator, unit: &UnitGlance) -> f64 {
    let gap = |enemy| estimator.gap([unit, enemy], [&UnitSpot::of(unit), &UnitSpot::of(enemy)]);
    estimator.enemies(unit.unit.id).map(gap).fold(f64::INFINITY, f64::min)
}

/// What the best of some sketches is worth more than rest, the first.
fn gain(sketches: &[Sketch]) -> f64 {
    let best = sketches.iter().map(|sketch| sketch.value).fold(f64::NEG_INFINITY, f64::max);
    best - sketches.first().map_or(0.0, |rest| rest.value)
}

/// The first legal command of what seems best.
fn best(
    battle: &Battle,
    unit: UnitView,
    action: Action,
    mut sketches: Vec<Sketch>,
) -> Option<(Command, String)> {
    sketches.sort_by(|a, b| b.value.total_cmp(&a.value));
    let drafter = Drafter { battle, unit, action };
    sketches.iter().find_map(|sketch| {
        let order = drafter.draft(sketch)?;
        Some((Command::new(unit.id.side, order), format!("{} {sketch}", unit.id)))
    })
}

/// Makes orders of sketches.
struct Drafter<'a> {
    battle: &'a Battle,
    unit: UnitView<'a>,
    /// By which the unit moves.
    action: Action,
}

impl Drafter<'_> {
    /// The order that a sketch comes to; `None` where the battle accepts none like it.
    fn draft(&self, sketch: &Sketch) -> Option<Order> {
        let (unit, fire) = (self.unit.id, fire_of(sketch));
        match sketch.order {
            SketchedOrder::Stay if fire.is_empty() => {
                self.accepted(Order::of_move(self.action, unit, Vec::new())?)
            }
            SketchedOrder::Stay => self.accepted(self.advance(Vec::new(), fire, Sequence::MoveFirst)),
            SketchedOrder::OpenFire => {
                self.accepted(Moving::from(OpenFire { unit, moves: Vec::new(), fire }).into())
            }
            SketchedOrder::GetDown => self.accepted(GetDown { unit, turns: Vec::new() }.into()),
            SketchedOrder::Go(at) => self.go(at, fire),
            SketchedOrder::FireAndGo => self.accepted(self.advance(Vec::new(), fire, Sequence::FireFirst)),
            // Announced, and not made, a run is an action for nothing.
            SketchedOrder::Run(at) => {
                UnitMoves::new(self.battle, self.unit, Action::AtTheDouble).quickly_to(at)?;
                self.accepted(Moving::from(AnnounceDouble { unit }).into())
            }
        }
    }

    /// A move that is legal, with the fire if that is.
    fn go(&self, at: Point, fire: Vec<FireAt>) -> Option<Order> {
        let moves = UnitMoves::new(self.battle, self.unit, self.action).quickly_to(at)?;
        if fire.is_empty() {
            return Order::of_move(self.action, self.unit.id, moves);
        }
        let with_fire = self.advance(moves.clone(), fire, Sequence::MoveFirst);
        self.accepted(with_fire).or_else(|| Order::of_move(self.action, self.unit.id, moves))
    }

    fn advance(&self, moves: Vec<ModelMove>, fire: Vec<FireAt>, sequence: Sequence) -> Order {
        Moving::from(AdvanceUnit { unit: self.unit.id, moves, fire, sequence }).into()
    }

    fn accepted(&self, order: Order) -> Option<Order> {
        let command = Command::new(self.unit.id.side, order);
        self.battle.check(&command).is_ok().then_some(command.order)
    }
}

fn fire_of(sketch: &Sketch) -> Vec<FireAt> {
    sketch.fire.iter().map(|fire| FireAt { at: fire.at, by: None }).collect()
}
