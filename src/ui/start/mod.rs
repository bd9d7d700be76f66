//! The start screen, over a live table: going on with the newest game, battles to begin, saved games, one's own levels, the
//! demo, the settings.
//!
//! `focus.rs` says what has the focus and what keys do with it, `screen.rs` draws it, `opening.rs` leads from there to a table.
//! The battle behind it is a show in the role of a backdrop (`show/takeover.rs`).

mod cards;
mod choices;
mod focus;
mod hex_plan;
mod opening;
mod screen;

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Duration;

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use bevy::window::RequestRedraw;
use bevy_egui::EguiPrimaryContextPass;

use crate::game::adviser::in_order_of_choice;
use crate::level::data_folder::DataFolder;
use crate::ui::library::levels::{Level, LevelKind, Levels};
use crate::ui::library::pictures::Pictures;
use crate::ui::library::shelf::Shelf;
use crate::ui::panels::setting_rows::SettingRow;
use crate::ui::quality::PictureQuality;
use crate::ui::session::events::{UiEvent, emit};
use crate::ui::session::open_game::{GameRequest, GameSystems, Notice, OpenGame, Recording};
use crate::ui::session::page_request::PageRequest;
use crate::ui::session::save_moment::OWN_LEVELS;
use crate::ui::session::screen::{BriefSheet, Screen, Sheet};
use crate::ui::session::settings::Settings;
use crate::ui::session::stage::{Stage, StartPage};
use crate::ui::session::window_options::StartOptions;
use crate::ui::show::takeover::Curtain;
use choices::{Choices, Players, Rolls, Table};
use focus::{Deed, Focus, Offer, Step};
use opening::{Doorway, NewBattle, Resume};

/// Rows of the card of a battle: who plays A, who plays B, the ruleset, the dice, the table.
const BATTLE_ROWS: usize = 5;
/// The same where ruleset, dice and table are one row.
const FOLDED_ROWS: usize = 3;

/// State of the rows of a battle's card that are rarely needed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum More {
    /// One line says how it is played.
    #[default]
    Folded,
    Open,
}

/// The start screen.
#[derive(Resource)]
struct StartScreen {
    options: StartOptions,
    data: DataFolder,
    focus: Focus,
    /// The rows of ruleset, dice and table, which are rarely needed.
    more: More,
    /// What the thing under the pointer means; it is told at the foot of the card, so that nothing covers the card.
    hint: Option<String>,
    /// Where the things that can be clicked were drawn, by their names; pixels.
    places: BTreeMap<String, [i32; 2]>,
    /// The same in the frame before.
    laid_out: BTreeMap<String, [i32; 2]>,
    /// What was reported last.
    reported: (Option<(String, String)>, BTreeMap<String, [i32; 2]>),
}

/// Adds the start screen to a window that has one.
pub(super) fn plugin(app: &mut App, options: &StartOptions, data: &DataFolder) {
    let (options, data) = (options.clone(), data.clone());
    let focus = Focus::new(StartPage::Continue, PathBuf::new());
    let reported = (None, BTreeMap::new());
    let (places, laid_out) = (BTreeMap::new(), BTreeMap::new());
    let more = More::default();
    let start = StartScreen { options, data, focus, more, hint: None, places, laid_out, reported };
    app.insert_resource(start)
        .add_plugins((choices::plugin, opening::plugin))
        .add_systems(Startup, open_pictures)
        .add_systems(PreUpdate, (arrive.after(GameSystems), look_who_records.run_if(is_there)))
        .add_systems(EguiPrimaryContextPass, screen::screen.run_if(is_there))
        .add_systems(Last, keep_drawing.run_if(is_there));
}

fn is_there(stage: Res<Stage>) -> bool {
    stage.is_start()
}

fn open_pictures(start: Res<StartScreen>, opened: Res<OpenGame>, mut pictures: ResMut<Pictures>) {
    if opened.own.cache != PathBuf::new() {
        pictures.open(opened.own.cache.clone(), start.data.root());
    }
}

/// Comes to the start screen: as the window opens, or from a table.
fn arrive(
    stage: Res<Stage>,
    mut before: Local<Stage>,
    mut start: ResMut<StartScreen>,
    choices: Res<Choices>,
    mut curtain: Curtain,
    mut opened: ResMut<OpenGame>,
    mut screen: ResMut<Screen>,
    (mut levels, mut shelf): (ResMut<Levels>, ResMut<Shelf>),
) {
    let arrives = stage.is_start() && !before.is_start();
    *before = *stage;
    let Stage::Start(page) = *stage else { return };
    if !arrives {
        return;
    }
    curtain.rise(&mut opened);
    opened.notice.take_if(|notice| notice.passes());
    (screen.dialog, screen.brief, screen.score, screen.computers) =
        (None, BriefSheet::Hidden, Sheet::Hidden, Sheet::Hidden);
    shelf.refresh(&opened.saves, &opened.own.cache);
    levels.refresh(&start.data, start.own_folders(&opened), start.with_own(&opened).own_rulesets());
    start.focus =
        Focus { own: start.focus.own.take(), save: None, ..Focus::new(page, choices.level.clone()) };
    start.reported = (None, BTreeMap::new());
}

/// How often it is looked who records to the saves.
const LOOKS: Duration = Duration::from_secs(2);

/// Other windows open and close games as well.
fn look_who_records(time: Res<Time<Real>>, mut looked: Local<Duration>, mut shelf: ResMut<Shelf>) {
    if time.elapsed() >= *looked + LOOKS {
        *looked = time.elapsed();
        shelf.bypass_change_detection().look_who_records();
    }
}

/// What moves behind the screen is seen; the show asks for its own frames, but not while a battle is being set up.
fn keep_drawing(mut redraw: MessageWriter<RequestRedraw>) {
    redraw.write(RequestRedraw);
}

impl StartScreen {
    /// The folders of the player's own levels.
    fn own_folders(&self, opened: &OpenGame) -> Vec<PathBuf> {
        let beside = (opened.saves != PathBuf::new()).then(|| opened.saves.join(OWN_LEVELS));
        let shipped = self.data.root().join("levels").canonicalize().ok();
        let here = self.options.here.as_ref().map(|here| here.join(OWN_LEVELS));
        let here = here.filter(|folder| folder.canonicalize().ok() != shipped);
        beside.into_iter().chain(here).collect()
    }

    /// The data folder with the folders in which the player's own rulesets are found.
    fn with_own(&self, opened: &OpenGame) -> DataFolder {
        let here = self.options.here.clone();
        self.data.clone().with_own(here.into_iter().chain(self.own_folders(opened)))
    }
}

/// What the start screen reads and changes.
#[derive(SystemParam)]
struct StartContext<'w> {
    start: ResMut<'w, StartScreen>,
    stage: ResMut<'w, Stage>,
    choices: ResMut<'w, Choices>,
    levels: Res<'w, Levels>,
    shelf: Res<'w, Shelf>,
    pictures: ResMut<'w, Pictures>,
    doorway: ResMut<'w, Doorway>,
    settings: ResMut<'w, Settings>,
    quality: ResMut<'w, PictureQuality>,
    opened: ResMut<'w, OpenGame>,
    curtain: Curtain<'w>,
    requests: MessageWriter<'w, GameRequest>,
    pages: MessageWriter<'w, PageRequest>,
}

impl StartContext<'_> {
    /// What there is to choose from now.
    fn offer(&self) -> Offer {
        let sources = |levels: &[Level]| levels.iter().map(|level| level.source.clone()).collect();
        let mut pages = vec![
            StartPage::Continue,
            StartPage::Battles,
            StartPage::Saves,
            StartPage::Own,
            StartPage::Demo,
            StartPage::Settings,
            StartPage::Others,
            StartPage::Quit,
        ];
        if self.start.options.others.is_empty() {
            pages.retain(|page| *page != StartPage::Others);
        }
        if self.shelf.newest().is_none() {
            pages.remove(0);
        }
        Offer {
            pages,
            battles: sources(&self.levels.shipped),
            own: sources(&self.levels.own),
            saves: self.shelf.games.iter().map(|game| game.path.clone()).collect(),
            others: self.start.options.others.iter().map(|other| other.source.clone()).collect(),
            battle_rows: if self.shows_more() { BATTLE_ROWS } else { FOLDED_ROWS },
            setting_rows: SettingRow::ALL.len(),
        }
    }

    /// True if ruleset, dice and table have their own rows: one that is not as usual is always seen.
    fn shows_more(&self) -> bool {
        self.start.more == More::Open || !self.choices.are_usual()
    }

    /// Does what a step of the keys means.
    fn step(&mut self, step: Step, offer: &Offer) {
        if !self.doorway.is_busy() {
            self.forget_words();
            if let Some(deed) = self.start.focus.step(step, offer) {
                self.act(deed);
            }
        }
    }

    /// What was said of what was done before.
    fn forget_words(&mut self) {
        self.doorway.word = None;
        if self.opened.notice.as_ref().is_some_and(Notice::passes) {
            self.opened.notice = None;
        }
    }

    fn act(&mut self, deed: Deed) {
        if self.doorway.is_busy() {
            return;
        }
        self.forget_words();
        match deed {
            Deed::Continue => self.go_on(),
            Deed::Begin => self.begin(),
            Deed::Load => {
                if let Some(path) = self.start.focus.save.clone() {
                    let players = self.known(self.choices.players_of(&path));
                    self.doorway.load(&path, players, Resume::NewFile);
                }
            }
            Deed::Report => {
                let newest = || self.shelf.newest().map(|game| game.path.clone());
                let continues = self.start.focus.page == StartPage::Continue;
                let save = if continues { newest() } else { self.start.focus.save.clone() };
                if let Some(path) = save {
                    self.pages.write(PageRequest::ReportOf(path));
                }
            }
            Deed::Watch => {
                self.curtain.open();
                *self.stage = Stage::Table;
            }
            Deed::Quit => drop(self.requests.write(GameRequest::Quit)),
            Deed::Change { row, forward } => self.change(row, forward),
        }
    }

    /// Goes on with the newest game. Where it has only just been left, it is still there.
    fn go_on(&mut self) {
        let Some(path) = self.shelf.newest().map(|game| game.path.clone()) else { return };
        let players = self.known(self.choices.players_of(&path));
        if self.opened.game.recorded_to() == Some(path.as_path()) {
            self.curtain.fall(players.sides.clone());
            self.opened.recording = Recording::On;
            *self.stage = Stage::Table;
            let (level, sides) = (self.opened.game.setup().level.name.clone(), players.sides);
            let commands = self.opened.game.history().line().len() - 1;
            emit(&UiEvent::TableOpened { level, commands, sides });
            return;
        }
        self.doorway.load(&path, players, Resume::SameFile);
    }

    /// Begins the battle that is chosen, by the choices.
    fn begin(&mut self) {
        let Some(level) = self.start.focus.chosen().map(PathBuf::from) else { return };
        if self.start.focus.page == StartPage::Others {
            // Another game has another window, in place of this one.
            if self.start.options.leaves_for.set(level).is_ok() {
                self.requests.write(GameRequest::Quit);
            }
            return;
        }
        if self.start.focus.page == StartPage::Battles {
            self.choices.level.clone_from(&level);
        }
        let battle = NewBattle {
            level,
            ruleset: self.choices.ruleset.clone(),
            players: self.known(self.choices.players.clone()),
            seed: self.start.options.seed,
        };
        let data = self.start.data.clone();
        self.doorway.begin(battle, &data);
    }

    /// Styles that are not there any more are played as usual.
    fn known(&self, players: Players) -> Players {
        let known = |style: String| match self.curtain.computers.styles.iter().any(|one| one.id == style) {
            true => Some(style),
            false => self.curtain.computers.adviser.clone(),
        };
        Players { sides: players.sides.map(|style| style.and_then(known)), ..players }
    }

    /// Who can play a side: a person, then the computer by strength, then by character.
    fn players(&self) -> Vec<Option<String>> {
        let styles = in_order_of_choice(&self.curtain.computers.styles);
        std::iter::once(None).chain(styles.into_iter().map(|style| Some(style.id.clone()))).collect()
    }

    /// The rulesets to choose from: the level's own first.
    fn rulesets(&self) -> Vec<Option<String>> {
        std::iter::once(None).chain(self.levels.rulesets.iter().map(|one| Some(one.source.clone()))).collect()
    }

    /// Chooses the next value of a row.
    fn change(&mut self, row: usize, forward: bool) {
        if self.start.focus.page == StartPage::Settings {
            let Some(row) = SettingRow::ALL.get(row) else { return };
            let (values, now) = row.values(&self.settings, &self.quality);
            let next =
                if forward { (now + 1) % values.len() } else { (now + values.len() - 1) % values.len() };
            row.set(next, &mut self.settings, &mut self.quality);
            return;
        }
        match row {
            0 | 1 => {
                let next = next_of(&self.players(), &self.choices.players.sides[row], forward);
                self.choices.players.sides[row] = next;
                self.choices.players.leave_real_table();
            }
            2 if !self.shows_more() => self.start.more = More::Open,
            2 => self.choices.ruleset = next_of(&self.rulesets(), &self.choices.ruleset, forward),
            3 => {
                let players = &mut self.choices.players;
                players.dice = if players.dice == Rolls::Thrown { Rolls::ByHand } else { Rolls::Thrown };
                players.leave_real_table();
            }
            _ => {
                let players = &mut self.choices.players;
                players.sit_at(if players.table == Table::Screen { Table::Real } else { Table::Screen });
            }
        }
    }

    /// Reports what has the focus and where things lie, if that has changed.
    fn report(&mut self) {
        let start = &mut *self.start;
        let page = format!("{:?}", start.focus.page);
        let item = match start.focus.column {
            focus::Column::Menu => String::new(),
            focus::Column::List => {
                start.focus.chosen().map_or(String::new(), |one| one.display().to_string())
            }
            focus::Column::Card => format!("row {}", start.focus.row),
        };
        let focused = Some((page.clone(), item.clone()));
        if start.reported.0 != focused {
            start.reported.0 = focused;
            emit(&UiEvent::StartFocused { page, item });
        }
        // What lies where it lay a frame ago has come to rest.
        let rests = start.laid_out == start.places;
        start.laid_out.clone_from(&start.places);
        if rests && start.reported.1 != start.places {
            start.reported.1.clone_from(&start.places);
            emit(&UiEvent::StartLaidOut { places: start.places.clone() });
        }
    }
}

fn next_of<T: PartialEq + Clone>(all: &[Option<T>], now: &Option<T>, forward: bool) -> Option<T> {
    let at = all.iter().position(|one| one == now).unwrap_or(0);
    let next = if forward { at + 1 } else { at + all.len() - 1 };
    all.get(next % all.len().max(1)).cloned().flatten()
}

/// What a kind of level is called in the list; a whole battle needs no word.
fn kind_word(kind: LevelKind) -> &'static str {
    match kind {
        LevelKind::Battle => "",
        LevelKind::InPlay => "in the middle of a battle",
        LevelKind::Drill => "to try things out on",
    }
}
