//! Random tables, the same as those for paths, and models that look at each other there.

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

/// The scene of a number.
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

/// A man, as often as not; else of any size.
fn model(draw: &mut Draw, foot: Place) -> SightBody {
    if draw.one_in(2) {
        return SightBody { foot, radius: 0.5, height: Thou(1250), eyes: Thou(1100) };
    }
    let widest = if draw.one_in(3) { 1.5 } else { 0.8 };
    let height = draw.thou(0.8, 2.5);
    let eyes = Thou(height.0 * (60 + draw.below(40) as i32) / 100);
    SightBody { foot, radius: draw.between(0.4, widest), height, eyes }
}

/// Whether a body's middle is inside something solid, its eyes or what is under or over them: no
/// model stands so but one on the edge of a step, as far in it as BAS-10 allows, or one for which
/// a full table had no room.
fn is_buried(world: &World, model: &SightBody) -> bool {
    let foot = model.foot.z.inches();
    let head = foot + model.height.inches();
    world.solids.iter().any(|solid| solid.meets(model.foot.ground(), [foot, head]))
}

impl Scene {
    /// Every two models, both ways round.
    pub fn pairs(&self) -> impl Iterator<Item = [&SightBody; 2]> {
        let apart = |a: &SightBody, b: &SightBody| (a.foot.x, a.foot.y) != (b.foot.x, b.foot.y);
        let with = move |a| self.models.iter().filter(move |b| apart(a, b)).map(move |b| [a, b]);
        self.models.iter().flat_map(with)
    }
}
