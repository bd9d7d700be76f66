//! Ends for all models of a unit whose leader's is given: everyone in his place, or places
//! changed among them, or the nearest that serve.

use super::company::{End, Found, UnitPlacement};
use crate::table::plane::distance;
use crate::table::shape::Point;

/// In what order models without a place of their own are given one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Turns {
    /// Those who stand nearest to the leader first.
    Nearest,
    /// Those who have furthest to go first.
    Laggards,
}

/// How much is tried before an arrangement is given up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Effort {
    /// Everything.
    Great,
    /// What is found at once or nearly so.
    Small,
}

/// How often a model that found no place is let in before others.
const LET_IN: usize = 4;

/// How many of the models that are furthest off a bridge is built to, one after another.
const FAR_ENDS: usize = 3;

impl UnitPlacement<'_, '_> {
    /// The first arrangement that is taken: everyone as near as he can to his wish.
    ///
    /// Rule: COH-1, COH-2, MOV-4.
    pub(super) fn arranged<T>(
        &self,
        leader: End,
        wishes: &[Point],
        effort: Effort,
        mut taken: impl FnMut(&[End]) -> Option<T>,
    ) -> Option<T> {
        let count = self.models.len();
        let own = |nth: usize| if nth == 0 { Some(leader.clone()) } else { self.best_end(nth, wishes[nth]) };
        let homes: Found = (0..count).map(own).collect();
        let mut attempt =
            |homes: &Found, wishes: &[Point], turns| taken(&self.filled(homes, wishes, turns, effort)?);
        if let Some(done) = attempt(&homes, wishes, Turns::Nearest) {
            return Some(done);
        }
        if effort == Effort::Small {
            return None;
        }
        let (changed, new_wishes) = self.changed_places(&homes, wishes);
        let others = [(&changed, &new_wishes[..], Turns::Nearest), (&homes, wishes, Turns::Laggards)];
        if let Some(done) =
            others.into_iter().find_map(|(homes, wishes, turns)| attempt(homes, wishes, turns))
        {
            return Some(done);
        }
        self.far_ends(&homes, wishes).into_iter().find_map(|(last, end)| {
            let (bridged, new_wishes) = self.bridged(&homes, wishes, last, end)?;
            attempt(&bridged, &new_wishes, Turns::Nearest)
        })
    }

    /// Places everyone; a model that finds no place left is let in before others, and all
    /// begin anew.
    fn filled(&self, homes: &Found, wishes: &[Point], turns: Turns, effort: Effort) -> Option<Vec<End>> {
        let mut waiting = self.in_turn(wishes, turns);
        let times = if effort == Effort::Great { LET_IN } else { 1 };
        for urgent in 0..=times {
            match self.grown(homes, wishes, waiting.clone(), urgent) {
                Ok(ends) => return Some(ends),
                Err(stuck) => {
                    waiting.retain(|nth| *nth != stuck);
                    waiting.insert(0, stuck);
                }
            }
        }
        None
    }

    /// Grows the unit from its leader: the first few as soon as they find a place, then whoever
    /// can stand at home; when nobody can, the next in turn takes the nearest place that
    /// serves.
    ///
    /// # Errors
    /// A model for whom none is left.
    fn grown(
        &self,
        homes: &Found,
        wishes: &[Point],
        mut waiting: Vec<usize>,
        urgent: usize,
    ) -> Result<Vec<End>, usize> {
        let mut found: Found = vec![None; homes.len()];
        found[0] = homes[0].clone();
        let mut urgent: Vec<usize> = waiting[..urgent.min(waiting.len())].to_vec();
        while let Some(first) = waiting.first().copied() {
            let at_home = |nth: usize| {
                let fits = |home: &&End| {
                    self.is_together(nth, home.at, &found) && !self.is_crowded(nth, home.at, &found)
                };
                homes[nth].as_ref().filter(fits).cloned()
            };
            let serving = |nth: usize| Some((nth, self.nearest_end(nth, wishes[nth], &found)?));
            let next = urgent.iter().find_map(|nth| Some((*nth, at_home(*nth)?)));
            let next = next.or_else(|| urgent.iter().find_map(|nth| serving(*nth)));
            let next = next.or_else(|| waiting.iter().find_map(|nth| Some((*nth, at_home(*nth)?))));
            let next = next.or_else(|| waiting.iter().find_map(|nth| serving(*nth)));
            let (nth, end) = next.ok_or(first)?;
            found[nth] = Some(end);
            waiting.retain(|other| *other != nth);
            urgent.retain(|other| *other != nth);
        }
        found.into_iter().collect::<Option<Vec<End>>>().ok_or(0)
    }

    /// Everyone but the leader, in turn.
    fn in_turn(&self, wishes: &[Point], turns: Turns) -> Vec<usize> {
        let mut order: Vec<usize> = (1..wishes.len()).collect();
        match turns {
            Turns::Nearest => {}
            Turns::Laggards => order.sort_by(|a, b| self.lag(*b, wishes).total_cmp(&self.lag(*a, wishes))),
        }
        order
    }

    /// How far a model has to go at least to its wish, less what it may go.
    fn lag(&self, nth: usize, wishes: &[Point]) -> f64 {
        let ([x, y], [wx, wy]) = (self.models[nth].pose.at.ground(), wishes[nth]);
        distance([x, y], [wx, wy]) - self.most
    }

    /// Changes places among the models so that as many as can stand in one of the formation.
    fn changed_places(&self, homes: &Found, wishes: &[Point]) -> (Found, Vec<Point>) {
        let mut exchange = BipartiteMatching::new(homes);
        let mut end = |nth: usize, place: usize| self.best_end(nth, wishes[place]);
        for nth in 1..homes.len() {
            if homes[nth].is_none() {
                exchange.take(nth, &mut end, &mut vec![false; homes.len()]);
            }
        }
        let (mut changed, mut new_wishes) = (homes.clone(), wishes.to_vec());
        let mut left: Vec<usize> =
            (1..homes.len()).filter(|place| exchange.holders[*place].is_none()).collect();
        for nth in 1..homes.len() {
            let place = exchange.holders.iter().position(|holder| *holder == Some(nth));
            changed[nth] = place.and_then(|place| exchange.ends[nth][place].clone().flatten());
            if let Some(place) = place.or_else(|| left.pop()) {
                new_wishes[nth] = wishes[place];
            }
        }
        (changed, new_wishes)
    }

    /// The models that lag most, or are furthest off, each as near to the leader as it comes and
    /// at home: where the others have to come to one of them, the nearest place is not always
    /// the best.
    fn far_ends(&self, homes: &Found, wishes: &[Point]) -> Vec<(usize, End)> {
        let Some(leader) = homes[0].as_ref().map(|end| end.at.ground()) else { return Vec::new() };
        let far = |nth: usize| {
            let [x, y] = self.models[nth].pose.at.ground();
            let lost = homes[nth].is_none();
            (lost, if lost { self.lag(nth, wishes) } else { distance([x, y], leader) })
        };
        let mut furthest: Vec<usize> = (1..homes.len()).collect();
        furthest.sort_by(|a, b| far(*b).0.cmp(&far(*a).0).then_with(|| far(*b).1.total_cmp(&far(*a).1)));
        furthest.truncate(FAR_ENDS);
        let ends = |nth: usize| [self.furthest_end(nth, leader), homes[nth].clone()];
        let ends =
            furthest.into_iter().flat_map(|nth| ends(nth).into_iter().flatten().map(move |end| (nth, end)));
        ends.collect()
    }

    /// Puts a model at an end far from the leader, and the wishes of others on the line between them, where
    /// they keep the two together.
    fn bridged(&self, homes: &Found, wishes: &[Point], last: usize, end: End) -> Option<(Found, Vec<Point>)> {
        let leader = homes[0].as_ref()?.at.ground();
        let (from, to) = (leader, end.at.ground());
        let (dx, dy) = (to[0] - from[0], to[1] - from[1]);
        let link = self.link();
        let links = (distance(from, to) / link).ceil().max(1.0);
        let (mut bridged, mut new_wishes) = (homes.clone(), wishes.to_vec());
        bridged[last] = Some(end);
        new_wishes[last] = to;
        let mut free: Vec<usize> = (1..homes.len()).filter(|nth| *nth != last).collect();
        for link in 1..links as usize {
            let share = link as f64 / links;
            let at = [from[0] + share * dx, from[1] + share * dy];
            let near = |nth: &usize| {
                let [x, y] = self.models[*nth].pose.at.ground();
                distance([x, y], at)
            };
            let next = (0..free.len()).min_by(|a, b| near(&free[*a]).total_cmp(&near(&free[*b])))?;
            let nth = free.swap_remove(next);
            bridged[nth] = self.best_end(nth, at);
            new_wishes[nth] = at;
        }
        Some((bridged, new_wishes))
    }

    /// The place nearest to a point that a model comes to on the straight line there.
    fn furthest_end(&self, nth: usize, toward: Point) -> Option<End> {
        let [x, y] = self.models[nth].pose.at.ground();
        let most = self.most;
        let far = distance([x, y], toward).max(1e-9);
        (0..=20).find_map(|step| {
            let share = (most / far).min(1.0) * (1.0 - f64::from(step) / 20.0);
            self.best_end(nth, [x + share * (toward[0] - x), y + share * (toward[1] - y)])
        })
    }
}

/// Who stands at whose place.
struct BipartiteMatching {
    /// For each model and place the end found; `None` where it has not been looked for.
    ends: Vec<Vec<Option<Option<End>>>>,
    /// For each place the model that stands there.
    holders: Vec<Option<usize>>,
}

impl BipartiteMatching {
    /// Everyone at home who can be.
    fn new(homes: &Found) -> Self {
        let mut ends = vec![vec![None; homes.len()]; homes.len()];
        for (nth, home) in homes.iter().enumerate() {
            ends[nth][nth] = Some(home.clone());
        }
        let holders = homes.iter().enumerate().map(|(nth, home)| home.is_some().then_some(nth));
        Self { ends, holders: holders.collect() }
    }

    /// Gives a model a place, moving on those who hold one if they find another.
    fn take(
        &mut self,
        nth: usize,
        end: &mut impl FnMut(usize, usize) -> Option<End>,
        seen: &mut [bool],
    ) -> bool {
        for place in 1..self.holders.len() {
            if seen[place] || self.ends[nth][place].get_or_insert_with(|| end(nth, place)).is_none() {
                continue;
            }
            seen[place] = true;
            if self.holders[place].is_none_or(|other| self.take(other, end, seen)) {
                self.holders[place] = Some(nth);
                return true;
            }
        }
        false
    }
}
