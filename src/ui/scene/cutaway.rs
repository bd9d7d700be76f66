//! The cutaway: up to which level buildings are shown, and whether tree tops are.
//!
//! Whatever is above that level is neither drawn nor picked. A building in which the selected unit stands, or would
//! stand, opens by itself.

use std::collections::BTreeMap;

use bevy::prelude::*;

use crate::rules::measures::{Place, Thou};
use crate::table::piece::Kind;
use crate::table::terrain::Terrain;
use crate::table::walk::Footing;
use crate::ui::drafts::draft::Drafting;
use crate::ui::drafts::selection::Selection;
use crate::ui::session::events::{UiEvent, emit};
use crate::ui::session::game_scoped::game_opened;
use crate::ui::session::open_game::{GameSystems, OpenGame};

/// Depth of the player's look into buildings.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::ui) enum LookInto {
    /// Roofs and tree tops are on.
    #[default]
    Covered,
    /// Every building is shown up to this level, from 0, without tree tops.
    Storey(usize),
}

/// Parts hidden for a look into buildings.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub(in crate::ui) struct Cutaway {
    /// Player's choice for the whole table.
    pub look: LookInto,
    /// Buildings that open by themselves, with the highest level shown.
    opened: BTreeMap<usize, usize>,
    /// The highest level of any building.
    highest: usize,
    /// The number of levels of each building; as a level, that number is its roof.
    levels: BTreeMap<usize, usize>,
}

pub(in crate::ui) fn plugin(app: &mut App) {
    app.init_resource::<Cutaway>()
        .add_observer(on_cutaway_key)
        .add_systems(PreUpdate, update_for_table.run_if(game_opened).after(GameSystems))
        .add_systems(Update, open_occupied.after(crate::ui::frame::frame_order::InputSystems));
}

impl Cutaway {
    /// Whether a level of a building is shown; its roof is the level above the highest.
    pub fn shows(&self, piece: usize, level: usize) -> bool {
        let by_choice = match self.look {
            LookInto::Covered => true,
            LookInto::Storey(highest) => level <= highest && self.levels.get(&piece) != Some(&level),
        };
        by_choice && self.opened.get(&piece).is_none_or(|highest| level <= *highest)
    }

    /// Whether a model at a place is shown.
    pub fn shows_at(&self, terrain: &Terrain, at: Place) -> bool {
        terrain.level_at(at.ground(), at.z).is_none_or(|(piece, level)| self.shows(piece, level))
    }

    /// Whether tree tops are shown.
    pub fn shows_tree_tops(&self) -> bool {
        self.look == LookInto::Covered
    }

    /// Whether there is a surface at a height above a point, and it is shown.
    pub fn has_surface(&self, terrain: &Terrain, at: [f64; 2], height: Thou) -> bool {
        match terrain.surface_at(at, height).map(|surface| surface.footing) {
            Some(Footing::Ground) => true,
            Some(Footing::Floor { piece, level }) => self.shows(piece, level),
            None => false,
        }
    }

    /// The height of the topmost surface that is shown at a point.
    pub fn highest_shown(&self, terrain: &Terrain, at: [f64; 2]) -> Thou {
        let shown = |height: &Thou| self.has_surface(terrain, at, *height);
        terrain.heights_at(at).into_iter().rev().find(shown).unwrap_or_default()
    }

    /// Hides one level more; after the ground level, shows all again.
    pub fn look_further(&mut self) {
        self.look = match self.look {
            LookInto::Covered => LookInto::Storey(self.highest),
            LookInto::Storey(0) => LookInto::Covered,
            LookInto::Storey(level) => LookInto::Storey(level - 1),
        };
    }

    /// Shows some levels more, or less.
    pub fn look_higher(&mut self, floors: i32) {
        let now = match self.look {
            LookInto::Covered => self.highest as i32 + 1,
            LookInto::Storey(level) => level as i32,
        };
        let wanted = (now + floors).clamp(0, self.highest as i32 + 1) as usize;
        self.look = if wanted > self.highest { LookInto::Covered } else { LookInto::Storey(wanted) };
    }

    /// Buildings that open by themselves, with the highest level shown.
    pub fn opened(&self) -> impl Iterator<Item = (usize, usize)> {
        self.opened.iter().map(|(piece, level)| (*piece, *level))
    }

    /// Visible part, as text.
    pub fn words(&self) -> String {
        match self.look {
            LookInto::Covered => "Roofs on".to_owned(),
            LookInto::Storey(level) if level == self.highest => "Roofs off".to_owned(),
            LookInto::Storey(0) => "Ground level".to_owned(),
            LookInto::Storey(level) => format!("Up to level {level}"),
        }
    }
}

/// Keys that look into buildings.
#[derive(Event, Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::ui) enum CutawayKey {
    /// Hides one level more.
    Further,
    /// Puts one level back on.
    Back,
    /// Lifts a draft by floors, or lowers it; without one, shows or hides as many levels.
    Floors(i32),
}

fn on_cutaway_key(
    key: On<CutawayKey>,
    mut cutaway: ResMut<Cutaway>,
    mut drafting: ResMut<Drafting>,
    mut opened: ResMut<OpenGame>,
) {
    match (*key, &mut drafting.0) {
        (CutawayKey::Further, _) => cutaway.look_further(),
        (CutawayKey::Back, _) => cutaway.look_higher(1),
        (CutawayKey::Floors(floors), Some(draft)) => {
            let terrain = opened.game.battle().view().terrain();
            match draft.models.iter().any(|one| terrain.heights_at(one.at).len() > 1) {
                true => draft.raise(floors),
                false => opened.ignore_key("There is no other floor where these models are."),
            }
        }
        (CutawayKey::Floors(floors), None) => {
            cutaway.look_higher(floors);
            emit(&UiEvent::LookedInside { level: cutaway.words() });
        }
    }
}

/// Notes the buildings of the table.
fn update_for_table(opened: Res<OpenGame>, mut cutaway: ResMut<Cutaway>) {
    let pieces = &opened.game.battle().view().terrain().pieces;
    let levels = pieces.iter().enumerate().filter_map(|(index, piece)| match &piece.kind {
        Kind::Structure { levels, .. } => Some((index, levels.len())),
        _ => None,
    });
    let levels: BTreeMap<usize, usize> = levels.collect();
    let highest = levels.values().max().map_or(0, |count| count.saturating_sub(1));
    *cutaway = Cutaway { highest, levels, ..Cutaway::default() };
}

/// Opens buildings down to the levels where the unit in question stands, or would stand.
pub(in crate::ui) fn open_occupied(
    opened: Res<OpenGame>,
    drafting: Res<Drafting>,
    selection: Res<Selection>,
    mut cutaway: ResMut<Cutaway>,
) {
    if !opened.is_changed() && !drafting.is_changed() && !selection.is_changed() {
        return;
    }
    let view = opened.game.battle().view();
    let terrain = view.terrain();
    let places: Vec<Place> = match (&drafting.0, selection.unit) {
        (Some(draft), _) => draft.models.iter().filter_map(|model| model.end().ok()).collect(),
        (None, Some(unit)) => view.standing(unit).map(|model| model.pose.at).collect(),
        (None, None) => Vec::new(),
    };
    let mut open = BTreeMap::new();
    for (piece, level) in places.iter().filter_map(|at| terrain.level_at(at.ground(), at.z)) {
        let highest = open.entry(piece).or_insert(level);
        *highest = level.max(*highest);
    }
    if cutaway.opened != open {
        cutaway.opened = open;
    }
}
