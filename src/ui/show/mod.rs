//! A show: a battle that nobody plays, shown to people who pass by. `warstrike demo` shows level after level in the window until
//! somebody takes part; `warstrike film` shows one battle, frame by frame.
//!
//! The show is a command ahead of the picture: the next command is chosen, and its dice are rolled on a copy of the battle,
//! before anything of it is seen (`computer_players/`). So the director (`director.rs`) knows what is worth looking at
//! (`moments.rs`), and the camera is there (`camera.rs`) before the first shot falls. `conductor.rs` keeps the
//! time: cards, announcements, commands. `takeover.rs` gives the table to whoever touches mouse or keys, and takes it back.

mod camera;
mod cards;
mod conductor;
mod director;
mod moments;
mod programme;
mod score_news;
pub(super) mod takeover;
mod teller;

use std::time::Duration;

use bevy::prelude::*;

use crate::game::announcement::Announcement;
use crate::game::engine::play::Match;
use crate::game::engine::record::history::EntryId;
use crate::rules::ids::Side;
use crate::rules::victory::Hold;
use crate::ui::background::programme::Programme;
use crate::ui::camera::shots::Stand;
use crate::ui::camera::viewport::WindowLayout;
use crate::ui::playback::Captions;
use crate::ui::session::open_game::{BattleState, OpenGame, Recording};
use crate::ui::session::window_options::{ShowOptions, ShowSource};
use conductor::EXPLAINED;
use director::Director;
use moments::Moment;
use programme::programme;
use teller::Teller;

/// The show.
#[derive(Resource)]
pub(super) struct Show {
    stage: ShowPhase,
    /// Beginning of the stage, by the clock of the window.
    since: Duration,
    programme: Programme<Match>,
    director: Director,
    source: Source,
    /// After so long without input the show goes on.
    idle: Duration,
    /// The styles by which the sides are played.
    styles: [String; 2],
    /// Command that is announced or played.
    scene: Scene,
    /// Side of the line between the forces on which the camera stays.
    stand: Option<Stand>,
    /// Time since the last touch of mouse or keys.
    untouched: Duration,
    /// Time of the last announcement or playback.
    progress: Duration,
    /// Whether what happens is shown, or only played up to where the film begins.
    tempo: Tempo,
    ends: Ends,
    role: ShowRole,
    score: ScoreWatch,
    /// Place of the one line in the battle that explains each word.
    explained: [Option<(Option<BattleState>, usize)>; EXPLAINED.len()],
}

/// Last state of the score.
#[derive(Default)]
struct ScoreWatch {
    /// Holder of each objective; `None` before the battle.
    holds: Option<Vec<Hold>>,
    /// Last change of each side's score.
    changed: [Option<Duration>; 2],
}

/// Role of a show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ShowRole {
    /// To be watched, with all that it says; who touches mouse or keys takes part.
    Stage,
    /// To move behind the start screen, which has mouse and keys and says all that is said.
    Backdrop,
}

/// End of a show's battle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ends {
    /// With the end of the battle.
    WithBattle,
    /// Before the next command.
    AfterThis,
}

/// Phase of the show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ShowPhase {
    /// The title of the battle.
    Title,
    /// The battle.
    Battle,
    /// Result of the battle.
    End,
    /// The next battle is being set up.
    Opening,
    /// It is over: nothing follows.
    Over,
    /// Somebody plays.
    TakenOver,
}

/// Whether what happens is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Tempo {
    /// At the pace of a show.
    Shown,
    /// At once: what comes before the part that is to be filmed.
    Skipped,
}

/// Source of the commands.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Source {
    /// Computer players.
    Players,
    /// The history of the game, up to an entry.
    History { last: EntryId },
}

/// Progress of a command.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum SceneProgress {
    /// The camera is not there yet.
    #[default]
    Announced,
    /// The camera is there, since this time.
    InView(Duration),
    /// It is being carried out.
    Given,
}

/// A command that is announced or played.
#[derive(Default)]
struct Scene {
    /// The state of the battle in which it is given.
    state: Option<BattleState>,
    side: Option<Side>,
    announcement: Announcement,
    moments: Vec<Moment>,
    /// Number of facts that it brings about.
    facts: usize,
    progress: SceneProgress,
    /// The moment that is shown or is to come, by its place among them; counted once.
    counted: Option<usize>,
    /// Shots of fire so far: not all are alike.
    shots: u32,
    /// Progress of the telling.
    teller: Teller,
    /// Changes of the score, each with the moment that was told then.
    news: Vec<(usize, String)>,
}

impl Show {
    /// A show whose first battle is open.
    pub fn new(options: &ShowOptions, opened: &mut OpenGame) -> Self {
        let source = match options.source {
            ShowSource::Players => Source::Players,
            ShowSource::History => Source::History { last: opened.game.history().present().id },
        };
        if source != Source::Players
            && let Err(error) = opened.game.go_to(EntryId(0))
        {
            opened.fail(error);
        }
        opened.recording = Recording::Off;
        Self {
            stage: ShowPhase::Title,
            since: Duration::ZERO,
            programme: programme(options.levels.clone(), options.data.clone(), opened.game.seed()),
            director: Director::new(options.director.clone()),
            source,
            idle: options.idle,
            styles: options.styles.clone(),
            scene: Scene::default(),
            stand: None,
            untouched: Duration::ZERO,
            progress: Duration::ZERO,
            tempo: Tempo::Shown,
            ends: Ends::WithBattle,
            role: ShowRole::Stage,
            score: ScoreWatch::default(),
            explained: Default::default(),
        }
    }

    /// A show that waits: somebody plays until it is let [rise](takeover::Curtain::rise).
    pub fn waiting(options: &ShowOptions, opened: &mut OpenGame) -> Self {
        let recording = opened.recording;
        let show = Self { stage: ShowPhase::TakenOver, idle: Duration::MAX, ..Self::new(options, opened) };
        opened.recording = recording;
        show
    }

    /// A show behind the start screen.
    pub fn backdrop(options: &ShowOptions, opened: &mut OpenGame) -> Self {
        Self { role: ShowRole::Backdrop, idle: Duration::MAX, ..Self::new(options, opened) }
    }

    /// Whether it says what happens.
    fn speaks(&self) -> bool {
        self.role == ShowRole::Stage
    }

    /// Present phase.
    pub fn stage(&self) -> ShowPhase {
        self.stage
    }

    /// Whether what happens is shown.
    pub fn tempo(&self) -> Tempo {
        self.tempo
    }

    /// The battle ends with what is being shown.
    pub fn end_after_this(&mut self) {
        self.ends = Ends::AfterThis;
    }

    /// From now on what happens is shown, or only played.
    pub fn set_tempo(&mut self, tempo: Tempo) {
        self.tempo = tempo;
    }

    fn is_on(&self) -> bool {
        self.stage != ShowPhase::TakenOver
    }

    fn enter(&mut self, stage: ShowPhase, now: Duration) {
        (self.stage, self.since, self.progress) = (stage, now, now);
    }

    /// Forgets the battle that was shown.
    fn forget_battle(&mut self) {
        self.director.forget();
        (self.scene, self.stand) = (Scene::default(), None);
        (self.score, self.explained) = (ScoreWatch::default(), Default::default());
    }
}

/// Adds a show to a window that has one.
pub(super) fn plugin(app: &mut App) {
    app.add_plugins((conductor::plugin, camera::plugin, takeover::plugin))
        .add_systems(Update, put_captions_away);
}

/// Puts captions away: in a show their text appears at the foot of the picture.
fn put_captions_away(layout: Res<WindowLayout>, mut captions: ResMut<Captions>) {
    captions.set_if_neq(if *layout == WindowLayout::Show { Captions::Away } else { Captions::Shown });
}
