//! Whether any of many eyes sees a body too well: at one place, and for sure all over a plot of the table.
//!
//! The states are those of the routine for a pair. What is said of a plot is certain, and said by the beams
//! of the exposure map: who looks for the places at which a model is covered from everyone need not look at
//! each.

use std::cell::OnceCell;
use std::rc::Rc;

use super::beam::{Beam, Meets};
use super::stand::Stand;
use crate::rules::measures::{Place, Thou};
use crate::rules::ruleset::SightRules;
use crate::rules::sight::SightState;
use crate::table::outline::{Bounds, are_near};
use crate::table::piece::Kind;
use crate::table::shape::Point;
use crate::table::sight::SightBody;
use crate::table::sight::blocks::OccluderKind;
use crate::table::sight::glimpse::{Among, SightEvaluator};
use crate::table::sight::look::Figure;
use crate::table::sight::seen::Seen;
use crate::table::terrain::Terrain;

/// Some eyes, and a body they look for.
pub struct Observers<'a> {
    terrain: &'a Terrain,
    rules: &'a SightRules,
    gaze: SightEvaluator<'a>,
    body: SightBody,
    /// The clearest state in which a body is covered.
    covered: SightState,
    figure: Figure,
    eyes: Vec<Eye>,
    /// Who saw the body last, the latest first: he may well see it again.
    lately: Vec<usize>,
    /// Prisms of one look.
    near: Vec<usize>,
}

/// One who looks.
struct Eye {
    stands: SightBody,
    figure: Figure,
    /// Every prism as he sees it; empty until it is asked for.
    seen: OnceCell<Vec<Seen>>,
}

impl Eye {
    fn seen(&self, terrain: &Terrain) -> &[Seen] {
        self.seen
            .get_or_init(|| terrain.sight.all().iter().map(|block| Seen::new(&self.stands, block)).collect())
    }
}

/// A rectangle of places on the open ground or on the floors of one height.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Plot {
    /// The lowest and the highest corner, inches.
    pub bounds: Bounds,
    /// `None`: the open ground. Else floors and roofs of that height.
    pub floor: Option<Thou>,
}

/// Eyes of which it is not known whether a body on a plot is covered from them, and the prisms that may be in
/// their way.
#[derive(Clone, Debug)]
pub struct Doubt {
    eye: usize,
    near: Rc<[usize]>,
}

/// What one pair of eyes makes of a plot.
enum Judged {
    /// It surely has every body there in plain view.
    Seen,
    /// Every body there is surely covered from it.
    Covered,
    /// Neither is sure; these prisms may be in the way.
    Doubtful(Rc<[usize]>),
}

/// So many who saw the body lately are asked first.
const LATELY: usize = 4;

/// So much more of a body than makes a difference has to be hidden to be sure, as a share of it; so much more of a
/// line has to run through a wood, inches.
const SURE: f64 = 0.01;

/// Far above the rounding of heights, inches.
const ROUNDING: f64 = 1e-6;

impl<'a> Observers<'a> {
    /// `body` may stand anywhere; it is covered from eyes that see it in a state, or in one less clear.
    pub fn new(
        terrain: &'a Terrain,
        rules: &'a SightRules,
        eyes: &[SightBody],
        body: &SightBody,
        covered: SightState,
    ) -> Self {
        let eye =
            |stands: &SightBody| Eye { stands: *stands, figure: Figure::new(stands), seen: OnceCell::new() };
        Self {
            terrain,
            rules,
            gaze: SightEvaluator::new(terrain, rules),
            body: *body,
            covered,
            figure: Figure::new(&SightBody { foot: Place::default(), ..*body }),
            eyes: eyes.iter().map(eye).collect(),
            lately: Vec::new(),
            near: Vec::new(),
        }
    }

    /// Everyone may see a body, whatever stands on the table.
    pub fn doubts(&self) -> Rc<[Doubt]> {
        let all: Rc<[usize]> = (0..self.terrain.sight.all().len()).collect();
        (0..self.eyes.len()).map(|eye| Doubt { eye, near: Rc::clone(&all) }).collect()
    }

    /// From whom a body on a plot may not be covered, of those from whom it may not on a larger one around it;
    /// `None` where it surely is not from someone, wherever it stands there.
    ///
    /// Rule: VIS-2 (Clear).
    pub fn look(&mut self, plot: &Plot, doubts: &[Doubt]) -> Option<Rc<[Doubt]>> {
        let feet = self.terrain.feet_on(plot);
        let ground = self.growth_on(plot);
        if ground == Growing::Everywhere && self.covered <= SightState::Obscured {
            return Some(Rc::new([]));
        }
        let mut left = Vec::with_capacity(doubts.len());
        for nth in self.in_turn(doubts) {
            let doubt = &doubts[nth];
            match self.judge(plot, feet, ground, doubt) {
                Judged::Seen => {
                    self.note(doubt.eye);
                    return None;
                }
                Judged::Covered => {}
                Judged::Doubtful(near) => left.push(Doubt { eye: doubt.eye, near }),
            }
        }
        Some(left.into())
    }

    /// Whether one of those who saw the body lately surely sees it all over a plot.
    pub fn is_seen(&mut self, plot: &Plot, doubts: &[Doubt]) -> bool {
        let (feet, ground) = (self.terrain.feet_on(plot), self.growth_on(plot));
        let lately = doubts.iter().filter(|doubt| self.lately.contains(&doubt.eye));
        let seen = lately.filter(|doubt| matches!(self.judge(plot, feet, ground, doubt), Judged::Seen));
        let seen = seen.map(|doubt| doubt.eye).next();
        seen.inspect(|eye| self.note(*eye)).is_some()
    }

    /// The numbers of some doubts, those of whoever saw the body lately first.
    fn in_turn(&self, doubts: &[Doubt]) -> Vec<usize> {
        let lately = |nth: &usize| self.lately.contains(&doubts[*nth].eye);
        let (mut first, others): (Vec<usize>, Vec<usize>) = (0..doubts.len()).partition(lately);
        first.extend(others);
        first
    }

    fn note(&mut self, eye: usize) {
        self.lately.retain(|other| *other != eye);
        self.lately.insert(0, eye);
        self.lately.truncate(LATELY);
    }

    /// Whether a body that stands at a place is covered from all who are in doubt.
    ///
    /// Rule: VIS-2 (each eye singly).
    pub fn is_covered(&mut self, foot: Place, doubts: &[Doubt]) -> bool {
        let body = SightBody { foot, ..self.body };
        let ground = self.gaze.ground(&body);
        ground >= self.covered || self.in_turn(doubts).into_iter().all(|nth| !self.sees(foot, &doubts[nth]))
    }

    /// From whom a body may not be covered that stands on a level disc around a place, of those in doubt; `None`
    /// where it is not from someone at the place itself.
    ///
    /// Rule: VIS-2 (each eye singly).
    pub fn look_around(&mut self, foot: Place, by: f64, doubts: &[Doubt]) -> Option<Vec<Doubt>> {
        let is_bare = self.gaze.ground(&SightBody { foot, ..self.body }) < self.covered;
        let mut left = Vec::new();
        for nth in self.in_turn(doubts) {
            let doubt = &doubts[nth];
            let eye = &self.eyes[doubt.eye];
            let stand = Stand::around(&eye.stands, foot, by, &self.body);
            if stand.is_some_and(|stand| self.is_enough(eye, &stand, &doubt.near)) {
                continue;
            }
            if is_bare && self.sees(foot, doubt) {
                return None;
            }
            left.push(doubt.clone());
        }
        Some(left)
    }

    /// Whether a body is not covered from one pair of eyes that stands at a place whose growth does not cover it.
    fn sees(&mut self, foot: Place, doubt: &Doubt) -> bool {
        let Self { terrain, gaze, figure, eyes, near, .. } = self;
        let eye = &eyes[doubt.eye];
        let height = foot.z.inches();
        let body = Figure { at: foot.ground(), foot: height, eyes: height + figure.eyes, ..*figure };
        let rise = Thou(foot.z.0 - eye.stands.foot.z.0);
        near.clear();
        near.extend_from_slice(&doubt.near);
        let mut among = Among::These { near, seen: eye.seen(terrain) };
        let glimpse = gaze.glimpse(&eye.figure, &body, rise, SightState::Clear, &mut among);
        let is_seen = glimpse.state < self.covered;
        if is_seen {
            self.note(doubt.eye);
        }
        is_seen
    }

    fn judge(&self, plot: &Plot, feet: [f64; 2], ground: Growing, doubt: &Doubt) -> Judged {
        let eye = &self.eyes[doubt.eye];
        let rise = feet.map(|foot| foot - eye.stands.foot.z.inches());
        // Rule: VIS-2 (at least 1 higher, or in low growth: Obscured, and no more).
        let by_place = self.covered <= SightState::Obscured;
        if by_place && rise[0] >= self.rules.obscured_height + ROUNDING {
            return Judged::Covered;
        }
        let beam = Beam::over(&eye.stands, plot.bounds, feet, &self.body);
        let mut near = Vec::new();
        for &nth in doubt.near.iter() {
            match beam.meets(&self.terrain.sight.all()[nth]) {
                Meets::Nothing => {}
                Meets::Some(_) => near.push(nth),
                Meets::Every => return Judged::Covered,
            }
        }
        if self.one_hides_enough(eye, plot.bounds, feet, &near) {
            return Judged::Covered;
        }
        let is_low = ground == Growing::Nowhere && rise[1] < self.rules.obscured_height - ROUNDING;
        if near.is_empty() && (is_low || !by_place) {
            return Judged::Seen;
        }
        let same = near.len() == doubt.near.len();
        Judged::Doubtful(if same { Rc::clone(&doubt.near) } else { near.into() })
    }

    /// Whether a single prism or wood surely covers every body on a plot.
    fn one_hides_enough(&self, eye: &Eye, bounds: Bounds, feet: [f64; 2], near: &[usize]) -> bool {
        let [low, high] = bounds;
        let is_small = (high[0] - low[0]).max(high[1] - low[1]) < 2.0 * self.body.radius;
        if near.is_empty() || !is_small {
            return false;
        }
        let Some(stand) = Stand::new(&eye.stands, bounds, feet, &self.body) else { return false };
        self.is_enough(eye, &stand, near)
    }

    /// Rule: VIS-2 (Obscured, Concealed).
    fn is_enough(&self, eye: &Eye, stand: &Stand, near: &[usize]) -> bool {
        let (all, seen) = (self.terrain.sight.all(), eye.seen(self.terrain));
        let in_view = match self.covered {
            SightState::Clear | SightState::Obscured => self.rules.all_in_view,
            SightState::Concealed => self.rules.concealed_at,
            SightState::Hidden => return false,
        };
        let enough = 1.0 - in_view + SURE;
        near.iter().any(|nth| match all[*nth].matter {
            OccluderKind::Solid => stand.least_hidden(&seen[*nth], &all[*nth]) > enough,
            OccluderKind::Trees => stand.least_within(&all[*nth]) > self.rules.wood_depth + SURE,
        })
    }

    /// Whether bodies on a plot stand in woods, bogs or fields.
    ///
    /// Rule: VIS-2 (Obscured).
    fn growth_on(&self, plot: &Plot) -> Growing {
        let reach = self.body.radius;
        let [low, high] = plot.bounds;
        let middle = [(low[0] + high[0]) / 2.0, (low[1] + high[1]) / 2.0];
        let around = ((high[0] - low[0]) / 2.0).max((high[1] - low[1]) / 2.0) + reach;
        let mut grows = Growing::Nowhere;
        for piece in self.terrain.sight.growth_near(middle, around) {
            let piece = &self.terrain.pieces[piece];
            if !are_near(piece.footprint.bounds(), plot.bounds, reach) {
                continue;
            }
            grows = Growing::Somewhere;
            let corners: [Point; 4] = [low, [high[0], low[1]], high, [low[0], high[1]]];
            let holds = || corners.iter().all(|corner| piece.footprint.depth_inside(*corner) > 0.0);
            let low_growth = matches!(piece.kind, Kind::Bog | Kind::Field { .. });
            // On a floor a base does not stand in what grows under it.
            if low_growth && plot.floor.is_none() && piece.footprint.is_convex() && holds() {
                return Growing::Everywhere;
            }
        }
        grows
    }
}

/// Whether anything grows on a plot that bodies there stand in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Growing {
    Nowhere,
    Somewhere,
    /// All of them have some of their base in it.
    Everywhere,
}

impl Terrain {
    /// The whole table in plots: the open ground, and every floor.
    pub fn all_plots(&self) -> Vec<Plot> {
        let [x, y] = self.size.map(|length| length / 2.0);
        let ground = Plot { bounds: [[-x, -y], [x, y]], floor: None };
        let floors = self.floors.iter().map(|floor| {
            let ([low, high], by) = (floor.region.bounds, self.touch_depth());
            Plot {
                bounds: [[low[0] - by, low[1] - by], [high[0] + by, high[1] + by]],
                floor: Some(floor.height),
            }
        });
        std::iter::once(ground).chain(floors).collect()
    }

    /// The lowest and the highest foot of models on a plot, inches; no narrower than they are.
    pub fn feet_on(&self, plot: &Plot) -> [f64; 2] {
        if let Some(floor) = plot.floor {
            return [floor.inches(); 2];
        }
        let [low, high] = plot.bounds;
        let corners: [Point; 4] = [low, [high[0], low[1]], high, [low[0], high[1]]];
        let mut feet: [f64; 2] = [0.0; 2];
        for step in self.steps.iter().filter(|step| step.region.is_near(plot.bounds, self.touch_depth())) {
            feet[1] = feet[1].max(step.top.inches());
            let under = |corner: &Point| step.region.contains(*corner, self.touch_depth());
            if step.region.is_convex && corners.iter().all(under) {
                feet[0] = feet[0].max(step.top.inches());
            }
        }
        feet
    }
}
