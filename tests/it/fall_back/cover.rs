//! Running for cover by the outline of 2012, on random tables: what the program finds is cover by the words of
//! the rule, and no place of a grid is that is nearer. Sight and paths are the program's own, which have
//! their oracles; what is judged here is the search.

use warstrike::game::fall_back::retreat;
use warstrike::game::fall_back::retreat::{Course, Haven, Leaves, Lies, RunEnd};
use warstrike::game::plan::ModelPlanner;
use warstrike::game::view::{ModelView, View};
use warstrike::rules::action::Action;
use warstrike::rules::basics::gap;
use warstrike::rules::falling_back::Occasion;
use warstrike::rules::measures::Place;
use warstrike::rules::movement::bodies::overlap;
use warstrike::rules::sight::SightState;

use super::tables::{Draft, Ground, UNIT, draft_on};
use super::{first_table, tables};
use crate::paths::everywhere;

/// Between places of the grid, inches.
const SPACING: f64 = 0.4;

/// So far around a place of the grid all has to be cover, and by so much it has to be nearer than what was
/// found, inches.
const AROUND: f64 = 0.06;
const NEARER: f64 = 0.03;

/// The unit as strong as the outline has it run: half to a quarter of it stands.
fn weakened(mut draft: Draft, number: u64) -> Option<Draft> {
    let squad = draft.units.first_mut().filter(|squad| squad.id == UNIT)?;
    squad.models.retain(Option::is_some);
    let standing = squad.models.len();
    squad.models.extend(std::iter::repeat_n(None, standing * (1 + number as usize % 3)));
    Some(draft)
}

/// What the rule says of places for the leader.
struct Judge<'a> {
    view: View<'a>,
    leader: ModelView<'a>,
    unit: Vec<ModelView<'a>>,
    enemies: Vec<ModelView<'a>>,
    awareness: f64,
}

impl<'a> Judge<'a> {
    fn of(view: View<'a>) -> Self {
        let leader = view.leader(UNIT).unwrap();
        let awareness = f64::from(leader.card.characteristics.awareness);
        let unit = view.standing(UNIT).collect();
        let enemies = view.standing_of(UNIT.side.other()).collect();
        Self { view, leader, unit, enemies, awareness }
    }

    /// Rule: OFB-2 (within its Aw), OFB-3 (Concealed or Hidden).
    fn is_covered(&self, at: Place) -> bool {
        let rules = &self.view.setup().ruleset.sight;
        let (base, body) = (self.leader.disc_at(at), self.leader.viewed_at(at));
        self.enemies.iter().all(|enemy| {
            let within = |gap: f64| gap <= self.awareness + 0.005;
            let counts = self.unit.iter().any(|fellow| within(gap(fellow.disc(), enemy.disc())))
                || within(gap(base, enemy.disc()));
            let state = || self.view.terrain().glimpse(&enemy.viewed(), &body, rules).state;
            !counts || matches!(state(), SightState::Concealed | SightState::Hidden)
        })
    }

    /// By how much a place is nearer to the unit than to the enemy, inches.
    ///
    /// Rule: OFB-3 (not closer to any part of an enemy unit than to any part of its own).
    fn nearer(&self, at: Place) -> f64 {
        let base = self.leader.disc_at(at);
        let nearest = |models: &[ModelView]| {
            models.iter().map(|model| gap(base, model.disc())).fold(f64::INFINITY, f64::min)
        };
        nearest(&self.enemies) - nearest(&self.unit)
    }

    fn has_room(&self, at: Place) -> bool {
        let body = self.leader.body_at(at);
        let mut others = self.view.standing_others(UNIT).map(|other| other.body_at(other.pose.at));
        self.view.terrain().room(at, self.leader.mover()).is_ok()
            && !others.any(|other| overlap(body, other, self.view.allowance()))
    }

    /// Surely cover: it stays cover, moved any way.
    fn is_cover(&self, at: Place) -> bool {
        let moved = (0..8).filter_map(|turn| {
            let angle = f64::from(turn) * std::f64::consts::FRAC_PI_4;
            let [x, y] = at.ground();
            let beside = [x + AROUND * libm::cos(angle), y + AROUND * libm::sin(angle)];
            let height = self.view.terrain().height_near(beside, at.z);
            Place::from_inches(beside[0], beside[1], height.inches()).ok()
        });
        self.nearer(at) > 0.01
            && self.has_room(at)
            && self.is_covered(at)
            && moved.into_iter().all(|at| self.is_covered(at))
    }

    /// What is wrong with the cover that was found.
    fn wrong(&self, haven: &Haven) -> Option<String> {
        let at = haven.at;
        let why = match () {
            () if !self.is_covered(at) => "it is seen",
            () if self.nearer(at) < -0.006 => "it is nearer to the enemy",
            () if !self.has_room(at) => "there is no room",
            () if haven.watchers.iter().any(|one| one.state < SightState::Concealed) => "someone watches it",
            () => return None,
        };
        Some(format!("{at} is no cover: {why}"))
    }

    /// A place of the grid that is surely cover, and surely nearer than so many inches.
    fn nearer_cover(&self, than: f64) -> Option<(Place, f64)> {
        let planner = ModelPlanner::new(self.view, self.leader, Action::FallBack)?;
        let spreads = planner.spreads();
        let half = self.view.terrain().size.map(|long| long / 2.0);
        let count = half.map(|half| (half / SPACING) as i32);
        let points = (-count[0]..=count[0]).flat_map(|x| (-count[1]..=count[1]).map(move |y| [x, y]));
        points.map(|point| point.map(|steps| f64::from(steps) * SPACING)).find_map(|at| {
            let heights = self.view.terrain().heights_at(at);
            heights.into_iter().find_map(|z| {
                let place = Place::from_inches(at[0], at[1], z.inches()).ok()?;
                let straight = self.leader.pose.at.ground_distance(place);
                if straight > than - NEARER || !self.is_cover(place) {
                    return None;
                }
                let way = spreads.way(place).filter(|way| way.length < than - NEARER)?;
                Some((place, way.length))
            })
        })
    }
}

/// What came of a table, or what is wrong with it.
fn judged(number: u64) -> Option<Result<&'static str, String>> {
    let draft = weakened(draft_on(Ground::Crowded, number), number)?;
    let battle = draft.battle_by("outline-2012");
    let view = battle.view();
    let found = retreat(view, UNIT, Occasion::Action)?;
    let (judge, most) = (Judge::of(view), 2.0 * f64::from(draft.units[0].movement));
    let told = |why: String| Some(Err(format!("table {number}: {why}; {:?}", found.course)));
    let better = |than: f64, case| match judge.nearer_cover(than) {
        Some((at, length)) => told(format!("{at}, {length:.3} away, is cover too")),
        None => Some(Ok(case)),
    };
    if let Some(run) = found.course.runs().iter().find(|run| run.length.0 > most + 0.006) {
        return told(format!("{} runs {}", run.model, run.length.0));
    }
    match &found.course {
        Course::StayInCover => match judge.unit.iter().find(|model| !judge.is_covered(model.pose.at)) {
            Some(model) => told(format!("{} is seen", model.id)),
            None => Some(Ok("stays")),
        },
        Course::RunForCover { haven, .. } => match judge.wrong(haven) {
            Some(why) => told(why),
            None => match haven.lies {
                Lies::Here => Some(Ok("here")),
                // That the grid finds cover at all: what lies a little farther.
                Lies::Within | Lies::Nearer
                    if number.is_multiple_of(4) && judge.nearer_cover(haven.length.0 + 1.0).is_some() =>
                {
                    better(haven.length.0, "within, and the grid finds some beside it")
                }
                Lies::Within | Lies::Nearer => better(haven.length.0, "within"),
                Lies::Beyond => better(most.min(haven.length.0), "beyond"),
            },
        },
        Course::RunForEdge { leaves, runs, .. } => {
            let all_leave = runs.iter().all(|run| run.end == RunEnd::Leaves);
            match *leaves == Leaves::Table {
                leaves if leaves != all_leave => told("some leave".to_owned()),
                true => better(most, "leaves"),
                false => better(most, "for the edge"),
            }
        }
        other => told(format!("{other:?}")),
    }
}

/// Rule: OFB-2, OFB-3, OFB-6.
#[test]
fn on_random_tables_no_cover_is_nearer_than_what_is_found() {
    let first = first_table();
    let all = everywhere(tables(60), |nth| judged(first + nth));
    let mut counts = std::collections::BTreeMap::new();
    let mut wrong = Vec::new();
    for verdict in all.into_iter().filter_map(|(_, verdict)| verdict) {
        match verdict {
            Ok(case) => *counts.entry(case).or_insert(0) += 1,
            Err(why) => wrong.push(why),
        }
    }
    println!("{counts:?}");
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
    let seen = counts.keys().any(|case| case.ends_with("beside it"));
    assert!(std::env::var_os("WARSTRIKE_TABLES").is_some() || (seen && counts.len() > 3), "{counts:?}");
}
