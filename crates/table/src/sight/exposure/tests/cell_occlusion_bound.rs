//! The bounds of what single occluders hide, against the pair routine.

use super::observers::Draw;
use super::soldier;
use crate::piece::{Kind, Piece, Step};
use crate::sample::{at, hill, house, piece, rectangle, table};
use crate::shape::{Point, Shape};
use crate::sight::SightBody;
use crate::sight::exposure::cell_occlusion_bound::CellOcclusionBound;
use crate::sight::occluders::OccluderKind;
use crate::sight::prepared_occluder::PreparedOccluder;
use warstrike_rules::measures::{Place, Thou};
use warstrike_rules::ruleset::SightRules;

/// A polygonal hill of three steps, each wide enough to stand on.
fn ridge() -> Piece {
    let step = |by: f64, top| Step {
        outline: Shape::Polygon(vec![[-4.0 + by, -3.0 + by], [4.0 - by, -2.0 + by], [1.0, 4.0 - by]]),
        top,
    };
    let steps = vec![step(0.0, Thou(700)), step(0.7, Thou(1500)), step(1.3, Thou(2200))];
    piece("ridge", steps[0].outline.clone(), Kind::Hill { steps })
}

/// Rule: VIS-1, VIS-2 (woods).
#[test]
fn an_occluder_hides_at_least_its_bound() {
    let low = piece("low", rectangle([-3.0, -0.2], [3.0, 0.2]), Kind::Linear { height: Thou(1000) });
    let high = piece("high", rectangle([-0.6, -0.3], [0.6, 0.3]), Kind::Linear { height: Thou(3000) });
    let wood = piece("wood", rectangle([-3.0, -2.0], [3.0, 2.0]), Kind::Wood { height: Thou(4000) });
    let rules = SightRules::COMBINED;
    for (seed, what) in [low, high, wood, hill(), ridge(), house()].into_iter().enumerate() {
        let name = what.id.clone();
        let terrain = table(vec![what]);
        let (mut draw, mut useful, mut sharp) = (Draw(seed as u32), 0, 0);
        for index in 0..1_500 {
            let eye: Point = [draw.between(-9.0, 9.0), draw.between(-9.0, 9.0)];
            let eye = soldier(eye, terrain.ground_height(eye).inches());
            let (low, body) =
                (at(draw.between(-9.0, 9.0), draw.between(-9.0, 9.0), 0.0).ground(), soldier([0.0; 2], 0.0));
            let stands_on = |at: Point| terrain.ground_height(at);
            let (places, bound) = if index % 2 == 0 {
                let size = draw.between(0.02, 0.8);
                let on = || [0, 1].map(|axis| low[axis] + draw.between(0.0, size));
                let places: Vec<Point> = std::iter::repeat_with(on).take(10).collect();
                let heights = || places.iter().map(|place| stands_on(*place).inches());
                let feet = [heights().fold(f64::INFINITY, f64::min), heights().fold(0.0, f64::max)];
                let bounds = [low, low.map(|part| part + size)];
                (places, CellOcclusionBound::for_rectangle(&eye, bounds, feet, &body))
            } else {
                // Half of them on the very edge of the disc.
                let (height, radius) = (stands_on(low), draw.between(0.0, 0.06));
                let on = |index: u32| {
                    let out = if index.is_multiple_of(2) { radius } else { radius * draw.share() };
                    let angle = draw.between(0.0, std::f64::consts::TAU);
                    [low[0] + out * libm::cos(angle), low[1] + out * libm::sin(angle)]
                };
                let places = (0..10).map(on).filter(|at| stands_on(*at) == height).collect();
                let foot = Place { z: height, ..at(low[0], low[1], 0.0) };
                (places, CellOcclusionBound::for_disc(&eye, foot, radius, &body))
            };
            let places: Vec<Place> =
                places.into_iter().map(|on| at(on[0], on[1], stands_on(on).inches())).collect();
            let Some(bound) = bound else { continue };
            for occluder in terrain.sight.all() {
                let hidden = bound.min_hidden_share(&PreparedOccluder::new(&eye, occluder), occluder);
                let within = if occluder.kind == OccluderKind::Trees {
                    bound.min_length_inside(occluder)
                } else {
                    0.0
                };
                useful += usize::from(hidden > 0.05 || within > 0.5);
                for foot in &places {
                    let there = SightBody { foot: *foot, ..body };
                    let in_view = terrain.visibility(&eye, &there, &rules).in_view;
                    assert!(in_view <= 1.0 - hidden + 1e-9, "{name}: {eye:?}, {foot}, {in_view}, {hidden}");
                    let in_woods = terrain.sight_line(&eye, &there).in_woods;
                    assert!(in_woods >= within - 1e-9, "{name}: {eye:?}, {foot}, {in_woods}, {within}");
                    sharp +=
                        usize::from(hidden > 0.05 && in_view > 1.0 - hidden - 0.2 || within > in_woods - 0.5);
                }
            }
        }
        assert!(useful > 30 && sharp > 30, "{name}: {useful} useful, {sharp} sharp");
    }
}
