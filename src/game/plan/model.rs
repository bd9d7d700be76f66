//! Ways of one model: the shortest legal path to a place, and all places within reach.

use std::cell::OnceCell;
use std::sync::Arc;

use crate::game::engine::view::{ModelView, View};
use crate::game::terms::terms_of;
use crate::rules::action::Action;
use crate::rules::falling_back::Toll;
use crate::rules::measures::Place;
use crate::rules::movement::allowance::MoveTerms;
use crate::rules::movement::bodies::Body;
use crate::table::outline::{Bounds, are_near, bounds_of};
use crate::table::paths::{
    CrossingBounds, DifficultGoing, FreeSectors, GoingPolicy, OtherModels, PathEnd, PathPlanner, ReachArea,
    Route, ShortestPathTree,
};
use crate::table::shape::Point;

/// Ways of one model by one action.
pub struct ModelPlanner<'a> {
    view: View<'a>,
    model: ModelView<'a>,
    terms: MoveTerms,
    /// Round difficult ground, with the whole allowance.
    round: Arc<PathPlanner<'a>>,
    /// Through it, with what it leaves; `None` where the table has none, or nothing is left.
    through: Option<Arc<PathPlanner<'a>>>,
}

/// How many allowances long a way may be that is shown although it is too long.
const BEYOND: f64 = 2.0;

/// Whether a way keeps to the allowance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WayKind {
    /// It goes round difficult ground.
    Round,
    /// It crosses difficult ground.
    Through,
    /// There is a legal path, but longer than allowed.
    TooLong,
    /// None was found within twice the allowance: a straight line, to show why.
    Barred,
}

impl WayKind {
    /// Whether its limits are halved.
    ///
    /// Rule: FB-3, GO-3.
    pub fn toll(self) -> Toll {
        match self {
            Self::Through => Toll::Halved,
            Self::Round | Self::TooLong | Self::Barred => Toll::Whole,
        }
    }
}

/// A way to a place.
#[derive(Clone, Debug, PartialEq)]
pub struct Way {
    /// Corners after the start; the last is the place.
    pub path: Vec<Place>,
    /// Inches.
    pub length: f64,
    /// Whether it may be walked.
    pub kind: WayKind,
}

impl Way {
    /// To where one stands.
    pub(in crate::game) const NONE: Self = Self { path: Vec::new(), length: 0.0, kind: WayKind::Round };
}

/// All places that a model can come to by an action, ends legal among walls, obstacles
/// and the models of other units.
///
/// Its own unit's models may move as well, so neither they nor coherency are held
/// against it.
#[derive(Clone, Debug, PartialEq)]
pub struct ModelReach {
    /// By ways that go round difficult ground.
    pub round: Vec<ReachArea>,
    /// By ways that may cross it, with the allowance it leaves.
    pub through: Vec<ReachArea>,
}

impl<'a> ModelPlanner<'a> {
    /// `None` for an action without a move, or a model that is not on the table.
    pub fn new(view: View<'a>, model: ModelView<'a>, action: Action) -> Option<Self> {
        let terms = terms_of(view, view.unit(model.id.unit)?, action)?;
        Self::on_terms(view, model, terms, BEYOND * terms.allowance)
    }

    /// By any move on these terms; ways are looked for that are at most so many inches long. `None` for a
    /// model that is not on the table.
    pub(in crate::game) fn on_terms(
        view: View<'a>,
        model: ModelView<'a>,
        terms: MoveTerms,
        most: f64,
    ) -> Option<Self> {
        if !model.stands() {
            return None;
        }
        let clearance = view.setup().ruleset.basics.clearance;
        let others = others(view, model, most);
        let routes = |difficult| {
            let ways = GoingPolicy { slow: terms.slow, difficult };
            Arc::new(PathPlanner::new(view.terrain(), model.mover(), ways, others.clone(), clearance))
        };
        let round = routes(DifficultGoing::Avoided);
        let hard = view.terrain().has_difficult(model.mover().gait) && terms.on_difficult > 0.0;
        let through = hard.then(|| routes(DifficultGoing::Crossed));
        Some(Self { view, model, terms, round, through })
    }

    /// Ways of another model of the same unit by the same action: one base like another finds the
    /// same table.
    pub(in crate::game) fn of_fellow(&self, fellow: ModelView<'a>) -> Option<Self> {
        let alike = fellow.id.unit == self.model.id.unit && fellow.mover() == self.model.mover();
        let (round, through) = (self.round.clone(), self.through.clone());
        (alike && fellow.stands()).then_some(Self { model: fellow, round, through, ..*self })
    }

    /// What the action allows.
    pub fn terms(&self) -> MoveTerms {
        self.terms
    }

    /// The way to a place: the shortest legal path within the allowance, round difficult
    /// ground before through it; else one of at most twice the allowance; else a straight line.
    ///
    /// Rule: MOV-1, GO-3.
    pub fn way(&self, to: Place) -> Way {
        let from = self.model.pose.at;
        let of = |route: Route, kind| Way { path: route.corners, length: route.length, kind };
        if let Some(route) = self.round.shortest_path(from, to, self.most(self.terms.allowance)) {
            return of(route, WayKind::Round);
        }
        let through = |most| self.through.as_ref().and_then(|routes| routes.shortest_path(from, to, most));
        if let Some(route) = through(self.most(self.terms.on_difficult)) {
            return of(route, WayKind::Through);
        }
        // A path that is too long is looked for only so far: the straight line shows as well
        // that a place is out of reach.
        let beyond = BEYOND * self.terms.allowance;
        if from.ground_distance(to) <= beyond
            && let Some(route) = self.round.shortest_path(from, to, beyond).or_else(|| through(beyond))
        {
            return of(route, WayKind::TooLong);
        }
        Way { path: vec![to], length: from.ground_distance(to), kind: WayKind::Barred }
    }

    /// The shortest way to a place within the allowance, round difficult ground or through it.
    pub(in crate::game) fn shortest_way(&self, to: Place) -> Option<Way> {
        let from = self.model.pose.at;
        let of = |route: Route, kind| Way { path: route.corners, length: route.length, kind };
        let round = self.round.shortest_path(from, to, self.most(self.terms.allowance));
        let most = self.most(self.terms.on_difficult);
        // One that is no shorter does not count: mostly that is soon seen.
        let below = round.as_ref().map_or(most, |route| most.min(route.length - SHORTER));
        let through = self.through.as_ref().filter(|_| from.ground_distance(to) <= below);
        let through =
            through.filter(|routes| below == most || routes.shortest_path(from, to, below).is_some());
        let through = through.and_then(|routes| routes.shortest_path(from, to, most));
        match (round, through) {
            (Some(round), Some(through)) if through.length < round.length - SHORTER => {
                Some(of(through, WayKind::Through))
            }
            (Some(round), _) => Some(of(round, WayKind::Round)),
            (None, through) => through.map(|route| of(route, WayKind::Through)),
        }
    }

    /// What a planner uses of an allowance: paths found keep clear of the limit.
    fn most(&self, allowance: f64) -> f64 {
        let basics = &self.view.setup().ruleset.basics;
        allowance + (basics.allowance - basics.clearance).max(0.0)
    }

    /// All ways at once, for many questions.
    pub fn spreads(&self) -> Spreads<'_> {
        self.spreads_within([self.terms.allowance, self.terms.on_difficult])
    }

    /// All ways round difficult ground, and all through it, of at most so many inches each.
    pub(in crate::game) fn spreads_within(&self, [round, through]: [f64; 2]) -> Spreads<'_> {
        let from = self.model.pose.at;
        let through = self.through.as_ref().map(|routes| routes.shortest_path_tree(from, self.most(through)));
        Spreads {
            round: self.round.shortest_path_tree(from, self.most(round)),
            through,
            beyond: OnceCell::new(),
        }
    }

    /// Where, to at most so many inches away, the straight way is surely free and round difficult ground.
    pub(in crate::game) fn clearing(&self, most: f64) -> FreeSectors {
        self.round.free_sectors(self.model.pose.at, most)
    }

    /// Whether surely nothing bars the way between any two places on the open ground of a rectangle, unless
    /// it is difficult to a way that may cross that.
    pub(in crate::game) fn is_open(&self, bounds: Bounds) -> bool {
        self.round.is_open(bounds)
    }

    /// All places within reach.
    pub fn reach(&self) -> ModelReach {
        let spreads = self.spreads();
        let standing: Vec<Body> =
            self.view.standing_others(self.model.id.unit).map(|other| other.body_at(other.pose.at)).collect();
        ModelReach {
            round: spreads.round.reach_areas(&standing),
            through: spreads.through.as_ref().map(|spread| spread.reach_areas(&standing)).unwrap_or_default(),
        }
    }
}

/// Everything within reach of a model, by both kinds of way.
pub struct Spreads<'p> {
    round: ShortestPathTree<'p>,
    through: Option<ShortestPathTree<'p>>,
    /// What of those through difficult ground may not go round it, found when it is first asked for.
    beyond: OnceCell<CrossingBounds>,
}

impl Spreads<'_> {
    /// The way to a place within the allowance.
    pub fn way(&self, to: Place) -> Option<Way> {
        let of = |route: Route, kind| Way { path: route.corners, length: route.length, kind };
        let round = self.round.route_to(to).map(|route| of(route, WayKind::Round));
        round.or_else(|| Some(of(self.through.as_ref()?.route_to(to)?, WayKind::Through)))
    }

    /// How the shortest ways to a place end.
    pub(in crate::game) fn ends_to(&self, to: Place) -> WayEnds {
        let round = self.round.end_to(to, f64::INFINITY);
        let below = round.as_ref().map_or(f64::INFINITY, |round| round.length() - SHORTER);
        let through = self.through.as_ref().and_then(|spread| spread.end_to(to, below));
        WayEnds { round, through }
    }

    /// Length of the shortest way to a place, and whether that is shorter than any round difficult ground.
    pub(in crate::game) fn shortest(&self, to: Place) -> Option<(f64, WayKind)> {
        self.ends_to(to).shortest()
    }

    /// The shortest way to a place.
    pub(in crate::game) fn shortest_way(&self, to: Place) -> Option<Way> {
        self.way_of(&self.ends_to(to), [f64::INFINITY; 2])
    }

    /// The way itself of which an end was found: the shortest of those round difficult ground and those through it
    /// that are at most so many inches long each.
    pub(in crate::game) fn way_of(&self, ends: &WayEnds, most: [f64; 2]) -> Option<Way> {
        let (_, kind) = ends.shortest_of(most)?;
        let route = match kind {
            WayKind::Through => self.through.as_ref()?.route_of(ends.through.as_ref()?)?,
            WayKind::Round | WayKind::TooLong | WayKind::Barred => {
                self.round.route_of(ends.round.as_ref()?)?
            }
        };
        Some(Way { path: route.corners, length: route.length, kind })
    }

    /// No way round difficult ground, and none through it, to any place in a rectangle is shorter than these.
    pub(in crate::game) fn least_to(&self, bounds: Bounds) -> [f64; 2] {
        let through = self.through.as_ref().map_or(f64::INFINITY, |spread| {
            spread
                .crossing_lower_bound(bounds, self.beyond.get_or_init(|| spread.crossing_bounds(&self.round)))
        });
        [self.round.lower_bound_to(bounds), through]
    }

    /// How far the farthest place of a rectangle of open ground is, if the shortest way to each of them is surely
    /// straight and round difficult ground, inches.
    pub(in crate::game) fn straight_to(&self, bounds: Bounds) -> Option<f64> {
        self.round.max_straight_distance(bounds)
    }

    /// Whether a place is within reach.
    pub fn holds(&self, to: Place) -> bool {
        self.round.length_to(to).is_some()
            || self.through.as_ref().is_some_and(|spread| spread.length_to(to).is_some())
    }
}

/// How the shortest ways to a place end.
pub(in crate::game) struct WayEnds {
    round: Option<PathEnd>,
    /// `None` also where none is shorter than that round difficult ground.
    through: Option<PathEnd>,
}

impl WayEnds {
    /// Length of the shortest, and its kind.
    pub(in crate::game) fn shortest(&self) -> Option<(f64, WayKind)> {
        let through = self.through.as_ref().map(|end| (end.length(), WayKind::Through));
        through.or_else(|| self.round.as_ref().map(|end| (end.length(), WayKind::Round)))
    }

    /// The same of those round difficult ground and those through it that are at most so many inches long each.
    pub(in crate::game) fn shortest_of(&self, [round, through]: [f64; 2]) -> Option<(f64, WayKind)> {
        let [round, through] = [(&self.round, round), (&self.through, through)]
            .map(|(end, most)| end.as_ref().map(PathEnd::length).filter(|length| *length <= most));
        through.map(|length| (length, WayKind::Through)).or(round.map(|length| (length, WayKind::Round)))
    }
}

/// A way through difficult ground is one only if it is shorter than that round it by more than rounding.
const SHORTER: f64 = 1e-6;

/// The other models that a path of some length can come by, of this one or of any in its unit.
fn others(view: View, model: ModelView, most: f64) -> OtherModels {
    let unit = model.id.unit;
    // The model itself may be thought of elsewhere than where it stands.
    let fellows = view.standing(unit).map(|one| one.pose.at.ground());
    let starts: Vec<Point> = fellows.chain([model.pose.at.ground()]).collect();
    let around = bounds_of(&starts);
    let enemy_gap = view.setup().ruleset.movement.enemy_gap;
    let near = |other: &ModelView| {
        let disc = other.disc();
        let reach = most + enemy_gap + model.mover().radius + disc.radius;
        are_near([disc.at.ground(); 2], around, reach)
    };
    let (friends, enemies): (Vec<ModelView>, Vec<ModelView>) =
        view.standing_others(unit).filter(near).partition(|other| other.id.unit.side == unit.side);
    OtherModels {
        enemies: enemies.iter().map(ModelView::disc).collect(),
        enemy_gap,
        friends: friends.iter().map(|friend| friend.body_at(friend.pose.at)).collect(),
    }
}
