//! Plays a search stage by stage: each by the same runner as any other experiment.

use std::path::Path;

use super::folder::{SearchError, complete};
use super::{PlayedStage, Search, Stage};
use crate::bench::{Bench, GameOrder, Played};
use crate::merge::write_plan;
use crate::run::{Event, Goes, Runner};

/// Events of a search.
#[derive(Debug)]
pub enum SearchEvent<'a> {
    /// A stage begins, or goes on.
    Begins(&'a Stage),
    /// Something happened in it.
    Within(Event<'a>),
}

/// Plays a search.
pub struct Searcher<'a, B: Bench> {
    /// The game.
    pub bench: &'a B,
    /// The search.
    pub search: &'a Search,
    /// Identifies how this program plays.
    pub program: u64,
    /// Number of threads.
    pub threads: usize,
    /// The folder of the stages.
    pub folder: &'a Path,
}

impl<B: Bench> Searcher<'_, B> {
    /// Plays what is not there yet, until nothing is left to find out, the seeds are played, or it is told to stop.
    ///
    /// # Errors
    /// Any that an experiment can have, of the stage in which it came up.
    pub fn run(&self, report: &mut dyn FnMut(SearchEvent) -> Goes) -> Result<(), SearchError> {
        let mut played: Vec<PlayedStage> = Vec::new();
        while let Some(stage) = self.search.next(&played) {
            let mut goes = report(SearchEvent::Begins(&stage));
            if goes == Goes::Enough {
                return Ok(());
            }
            let folder = self.folder.join(stage.folder());
            let plan = write_plan(&folder, stage.plan.clone())?;
            let bench = Fielded { bench: self.bench, arms: &stage.arms };
            let runner = Runner {
                bench: &bench,
                plan: &plan,
                program: self.program,
                threads: self.threads,
                folder: &folder,
            };
            let mut tell = |event: Event| {
                let said = report(SearchEvent::Within(event));
                goes = if said == Goes::Enough { said } else { goes };
                said
            };
            runner.run(0..plan.blocks()[1], &mut tell)?;
            match complete(&folder, stage)? {
                Some(stage) => played.push(stage),
                // It was told to stop.
                None => return Ok(()),
            }
            if goes == Goes::Enough {
                return Ok(());
            }
        }
        Ok(())
    }
}

/// A bench for some of the arms.
struct Fielded<'a, B> {
    bench: &'a B,
    arms: &'a [usize],
}

impl<B: Bench> Bench for Fielded<'_, B> {
    type Worker = B::Worker;

    fn worker(&self) -> Self::Worker {
        self.bench.worker()
    }

    fn play(&self, worker: &mut Self::Worker, game: &GameOrder) -> Played {
        self.bench.play(worker, &GameOrder { arm: self.arms[game.arm], ..*game })
    }
}
