//! Tables with models on them, as the rules have them and as colliders.

use warstrike::game::engine::view::ModelView;
use warstrike::rules::basics::Allowance;
use warstrike::table::prisms::Prism;
use warstrike::table::sight::SightBody;
use warstrike::table::terrain::Terrain;
use warstrike::ui::physics::colliders;
use warstrike::ui::physics::ray_index::RayIndex;

use crate::paths::in_parallel;
use crate::random_tables::first_table;
use crate::sight::tables;
use crate::support;

/// The levels that come with the program.
const LEVELS: [&str; 9] = [
    "chapel",
    "crash-site",
    "crossroads",
    "mid-battle",
    "movement-gallery",
    "sight-gallery",
    "street",
    "stress",
    "watermill",
];

/// Floors have no thickness by the rules. As colliders they need a little; inches.
pub const FLOOR: f64 = 0.001;

/// Models of a level that are tried; of a larger battle, these many spread over both sides.
const MODELS_OF_A_LEVEL: usize = 14;

/// A table, its models, and the colliders of its solids with their places in `prisms`.
pub struct Scene {
    pub name: String,
    pub terrain: Terrain,
    pub models: Vec<SightBody>,
    /// For rays.
    pub faces: RayIndex<usize>,
    /// For bodies.
    pub solids: RayIndex<usize>,
}

impl Scene {
    fn new(name: String, terrain: Terrain, models: Vec<SightBody>) -> Self {
        let parts = terrain.prisms().enumerate().flat_map(|(index, prism)| {
            let colliders = colliders::of_prism_with(prism, FLOOR);
            colliders.into_iter().map(move |collider| (index, collider))
        });
        let parts: Vec<_> = parts.collect();
        let (faces, solids) = (RayIndex::new(parts.clone()), RayIndex::of_solids(parts));
        Self { name, terrain, models, faces, solids }
    }

    fn random(number: u64) -> Self {
        let scene = tables::scene(number, 4);
        let rules = support::setup("duel").ruleset.movement;
        let pieces = scene.table.pieces.clone().into();
        let terrain = Terrain::new(scene.table.size, pieces, &rules, Allowance(0.005));
        Self::new(format!("table {number}"), terrain, scene.models)
    }

    fn level(level: &str) -> Self {
        let game = support::deployed(level, 1);
        let view = game.battle().view();
        let all: Vec<ModelView> = view.units().flat_map(|unit| view.standing(unit.id)).collect();
        let each = all.len().div_ceil(MODELS_OF_A_LEVEL).max(1);
        let models = all.iter().step_by(each).map(ModelView::sight_body).collect();
        Self::new(level.to_owned(), view.terrain().clone(), models)
    }

    /// The solid parts as the rules have them.
    pub fn prisms(&self) -> Vec<Prism<'_>> {
        self.terrain.prisms().collect()
    }

    /// Every two models that stand apart, in both orders.
    pub fn pairs(&self) -> impl Iterator<Item = [&SightBody; 2]> {
        let apart = |a: &SightBody, b: &SightBody| (a.foot.x, a.foot.y) != (b.foot.x, b.foot.y);
        let with = move |a| self.models.iter().filter(move |b| apart(a, b)).map(move |b| [a, b]);
        self.models.iter().flat_map(with)
    }
}

/// The results of a job for every shipped level and every random table.
pub fn on_all<T: Send>(work: impl Fn(&Scene) -> T + Sync) -> Vec<T> {
    let levels = LEVELS.iter().map(|level| work(&Scene::level(level))).collect::<Vec<_>>();
    let first = first_table();
    let tables = in_parallel(1000, |number| work(&Scene::random(first + number)));
    levels.into_iter().chain(tables.into_iter().map(|(_, result)| result)).collect()
}
