//! The random tables of the path tests, with models that look at each other.

use warstrike::rules::measures::{Place, Thou};
use warstrike::table::sight::SightBody;

use crate::paths::tables::{Draw, Table, place, table};

use super::world::World;

/// A random table and some models on it.
pub struct Scene {
    pub table: Table,
    pub world: World,
    pub models: Vec<SightBody>,
}

/// The scene of a seed.
pub fn scene(number: u64, models: usize) -> Scene {
    let table = table(number);
    let draw = &mut Draw::new(700_000 + number);
    let world = World::new(&table.pieces);
    let mut feet = vec![table.from, table.to];
    feet.extend((2..models).map(|_| place(draw, &table)));
    let models = feet.into_iter().map(|foot| model(draw, foot));
    let models = models.filter(|model| !is_buried(&world, model)).collect();
    Scene { table, world, models }
}

/// Half the time an ordinary soldier, otherwise a model of any size.
fn model(draw: &mut Draw, foot: Place) -> SightBody {
    if draw.one_in(2) {
        return SightBody { foot, radius: 0.5, height: Thou(1250), eyes: Thou(1100) };
    }
    let widest = if draw.one_in(3) { 1.5 } else { 0.8 };
    let height = draw.thou(0.8, 2.5);
    let eyes = Thou(height.0 * (60 + draw.below(40) as i32) / 100);
    SightBody { foot, radius: draw.between(0.4, widest), height, eyes }
}

/// Whether a body's centre line is inside something solid anywhere from foot to top. No model can stand like that, except
/// on the edge of a step (as deep as BAS-10 allows) or if a full table had no room for it.
fn is_buried(world: &World, model: &SightBody) -> bool {
    let foot = model.foot.z.inches();
    let head = foot + model.height.inches();
    world.solids.iter().any(|solid| solid.meets(model.foot.ground(), [foot, head]))
}

impl Scene {
    /// Every two models, in both orders.
    pub fn pairs(&self) -> impl Iterator<Item = [&SightBody; 2]> {
        let apart = |a: &SightBody, b: &SightBody| (a.foot.x, a.foot.y) != (b.foot.x, b.foot.y);
        let with = move |a| self.models.iter().filter(move |b| apart(a, b)).map(move |b| [a, b]);
        self.models.iter().flat_map(with)
    }
}
