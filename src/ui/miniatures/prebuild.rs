//! Parts of the scene that depend on nothing but the game's setup are built ahead, each by a thread of its own: from the moment
//! the game is known, while the window and the graphics driver start.

use std::sync::Arc;
use std::thread::{self, JoinHandle};

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

use crate::level::setup::Setup;
use crate::ui::session::open_game::OpenGame;

/// Meshes and pictures of a part of the scene.
pub(in crate::ui) trait ScenePart: Sized + Send + 'static {
    /// Builds them for a game.
    fn build(setup: &Setup) -> Self;
}

/// A part of the scene that is being built, and for which game.
#[derive(Resource)]
pub(in crate::ui) struct Ahead<P: ScenePart> {
    setup: Arc<Setup>,
    work: Option<JoinHandle<P>>,
}

impl<P: ScenePart> Ahead<P> {
    /// Begins to build it.
    pub fn start(setup: &Arc<Setup>) -> Self {
        let own = Arc::clone(setup);
        // Without a thread it is built when it is needed.
        let work = thread::Builder::new().name("scene".to_owned()).spawn(move || P::build(&own)).ok();
        Self { setup: Arc::clone(setup), work }
    }

    /// Whether it has been built.
    pub fn is_built(&self) -> bool {
        self.work.as_ref().is_none_or(JoinHandle::is_finished)
    }

    /// Takes the parts built for a game, if it is this one.
    fn take(&mut self, setup: &Arc<Setup>) -> Option<P> {
        let work = self.work.take().filter(|_| Arc::ptr_eq(&self.setup, setup))?;
        work.join().ok()
    }
}

/// A part of the scene of the present game.
#[derive(SystemParam)]
pub(in crate::ui) struct Built<'w, P: ScenePart> {
    opened: Res<'w, OpenGame>,
    ahead: Option<ResMut<'w, Ahead<P>>>,
}

impl<P: ScenePart> Built<'_, P> {
    /// The part; built now unless that was done ahead.
    pub fn take(&mut self) -> P {
        let setup = self.opened.game.setup();
        let ahead = self.ahead.as_mut().and_then(|ahead| ahead.take(setup));
        ahead.unwrap_or_else(|| P::build(setup))
    }
}
