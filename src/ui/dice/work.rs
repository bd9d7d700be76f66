//! A throw is worked out on a thread: where its dice land, and how they tumble until they lie.

use bevy::prelude::*;

use super::landing::{Place, Standing, places};
use super::picture::{Picture, Seen};
use super::throw::{DiePose, Recording, Throw, USUAL_EDGE, simulate};
use super::tray::Tray;

/// Seeds that are tried for a place, and places.
const TRIES: u64 = 6;
const PLACES: usize = 4;

/// A throw to work out.
pub(super) struct Job {
    pub dice: usize,
    pub ground: Ground,
    /// Its own: the same throw tumbles the same way.
    pub seed: u64,
}

/// Ground of a throw.
pub(super) enum Ground {
    /// The table.
    Table(Box<TableGround>),
    /// Nothing but a floor: they are shown by themselves.
    Floor,
}

/// The table as it is when dice are thrown.
pub(super) struct TableGround {
    /// `None` without a picture.
    pub picture: Option<Picture>,
    pub standing: Standing,
    /// Place of the event behind the throw, in the scene.
    pub event: Option<Vec3>,
    /// Landing place of the throw that this one continues.
    pub last: Option<Place>,
}

/// A throw from the hand to rest.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::ui) struct Thrown {
    pub(super) place: Place,
    pub(super) recording: Recording,
    /// The part of the window in which the dice come to lie; `None` without a picture.
    pub(super) seen: Option<Rect>,
}

impl Thrown {
    /// The corners of every die where it comes to lie, in the scene; of dice by themselves, from their middle.
    pub fn at_rest(&self) -> impl Iterator<Item = [Vec3; 8]> {
        self.recording.rest().iter().map(|die| die.corners(self.place.edge))
    }
}

impl Thrown {
    /// Width of dice by themselves, in edges.
    pub fn width(&self) -> f32 {
        let across = self.recording.rest().iter().map(|die| die.at.x.abs());
        2.0 * across.fold(0.0, f32::max) / self.place.edge + 1.5
    }
}

impl Job {
    /// `None` if the dice find no rest anywhere.
    pub fn run(self) -> Option<Thrown> {
        let Self { dice, ground, seed } = self;
        match ground {
            Ground::Floor => on_floor(dice, seed),
            Ground::Table(ground) => ground.thrown(dice, seed),
        }
    }
}

impl TableGround {
    fn thrown(&self, dice: usize, seed: u64) -> Option<Thrown> {
        let mut beside = None;
        for (rank, place) in self.places(dice).into_iter().take(PLACES).enumerate() {
            let obstacles = self.standing.on(&place.tray);
            let first = seed + rank as u64 * TRIES;
            for seed in first..first + TRIES {
                let throw = Throw { dice, edge: place.edge, tray: place.tray, obstacles: &obstacles, seed };
                let Some(recording) = simulate(&throw) else { continue };
                let mut thrown = Thrown { place, recording, seen: None };
                let Some(picture) = &self.picture else { return Some(thrown) };
                thrown.seen = picture.at_rest.bounds(thrown.at_rest().flatten());
                // What lies on a roof may lie above the picture.
                if is_in(&thrown, &picture.at_rest) {
                    return Some(thrown);
                }
                beside.get_or_insert(thrown);
            }
        }
        beside
    }

    fn places(&self, dice: usize) -> Vec<Place> {
        let Some(picture) = &self.picture else { return vec![self.unseen(dice)] };
        let last = self.last.filter(|last| last.serves(dice, picture));
        let mut all = places(picture, &self.standing, dice, self.event);
        if let Some(last) = last {
            all.insert(0, last);
        }
        if all.is_empty() {
            all.push(self.unseen(dice));
        }
        all
    }

    /// A place on the table where nobody sees it: near the event.
    fn unseen(&self, dice: usize) -> Place {
        let half = Tray::half_for(dice, USUAL_EDGE, 1.6);
        let room = (self.standing.half - half).max(Vec2::ZERO);
        let middle = self.event.map_or(Vec2::ZERO, |at| at.xz()).clamp(-room, room);
        Place { tray: Tray { middle, half, yaw: 0.0 }, edge: USUAL_EDGE }
    }
}

/// Whether all dice lie in a picture.
pub(super) fn is_in(thrown: &Thrown, seen: &Seen) -> bool {
    let bounds = seen.bounds(thrown.at_rest().flatten());
    bounds.is_some_and(|bounds| seen.free.contains(bounds.min) && seen.free.contains(bounds.max))
}

/// Dice by themselves, an inch wide: in the end their middle is that of the scene.
fn on_floor(dice: usize, seed: u64) -> Option<Thrown> {
    let half = Vec2::new(1.0 + 0.75 * dice as f32, 1.6);
    let tray = Tray { middle: Vec2::ZERO, half, yaw: 0.0 };
    let throw = |seed: u64| Throw { dice, edge: 1.0, tray, obstacles: &[], seed };
    let mut recording = (seed..seed + TRIES).find_map(|seed| simulate(&throw(seed)))?;
    let rest = recording.rest();
    let middle = rest.iter().map(|die| die.at.with_y(0.0)).sum::<Vec3>() / rest.len().max(1) as f32;
    for die in recording.frames.iter_mut().flatten() {
        die.at -= middle;
    }
    Some(Thrown { place: Place { tray, edge: 1.0 }, recording, seen: None })
}

impl DiePose {
    /// The corners of a die with an edge.
    pub fn corners(&self, edge: f32) -> [Vec3; 8] {
        std::array::from_fn(|index| {
            let sign = |bit: usize| if index & bit == 0 { -0.5 } else { 0.5 };
            self.at + self.rotation * (Vec3::new(sign(1), sign(2), sign(4)) * edge)
        })
    }
}
