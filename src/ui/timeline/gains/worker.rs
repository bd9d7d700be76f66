//! The thread that works out what orders and dice gained, entry by entry, and then what could have been ordered instead.

use std::collections::{BTreeMap, VecDeque};
use std::fmt::Display;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::analysis::{Analyst, Lesson, Moment, Points, Tutor};
use crate::game::engine::command::Command;
use crate::game::engine::record::history::{Entry, EntryId};
use crate::game::engine::snapshot::Snapshot;
use crate::level::data_folder::DataFolder;
use crate::level::judgement_file::Judgement;
use crate::level::setup::Setup;
use crate::level::styles::Styles;
use crate::ui::background::query_thread::QueryServer;

/// The style of whoever knows better.
const STYLE: &str = "cautious";

/// Something to be worked out for a line, which has a number.
pub(super) struct Question {
    pub line: u32,
    pub what: What,
}

pub(super) enum What {
    /// The next entry of the line, the opening first.
    Pass(Box<Entry>),
    /// An order that could have been given instead at an entry that has been passed.
    Learn(EntryId),
}

/// The answer to a question.
pub(super) struct Answer {
    pub line: u32,
    pub found: Found,
}

pub(super) enum Found {
    /// Value of the position to A before the first order.
    Opening(Points),
    Moment(Box<Moment>),
    /// An order that would have been better, if there is one.
    Lesson(Option<Box<Lesson>>),
    /// The line was given up before.
    Nothing,
    Failed(String),
}

/// Answers until no more questions can come. What is asked first is answered first, but for lessons: they wait for the rest.
pub(super) fn serve(setup: &Arc<Setup>, data: &Path, server: &QueryServer<Question, Answer>) {
    let mut working = Working::new(setup, data);
    let (mut passes, mut lessons) = (VecDeque::new(), VecDeque::new());
    while let Some(questions) =
        if passes.is_empty() && lessons.is_empty() { server.wait() } else { Some(server.more()) }
    {
        for question in questions {
            match question.what {
                What::Pass(_) => passes.push_back(question),
                What::Learn(_) => lessons.push_back(question),
            }
        }
        let newest = passes.iter().chain(&lessons).map(|question| question.line).max();
        let Some(Question { line, what }) = passes.pop_front().or_else(|| lessons.pop_front()) else {
            continue;
        };
        let found = match &mut working {
            _ if Some(line) != newest => Found::Nothing,
            Ok(working) => working.find(line, what).unwrap_or_else(Found::Failed),
            Err(why) => Found::Failed(why.clone()),
        };
        if server.answer(Answer { line, found }).is_none() {
            return;
        }
    }
}

/// The line as far as it has been passed.
struct Working {
    setup: Arc<Setup>,
    data: PathBuf,
    judgement: Judgement,
    analyst: Analyst,
    line: u32,
    /// The commands that were passed, each with the state in which it was given and its place among the moments.
    given: BTreeMap<EntryId, (Snapshot, Command, usize)>,
    tutor: Option<Tutor>,
}

impl Working {
    fn new(setup: &Arc<Setup>, data: &Path) -> Result<Self, String> {
        let judgement = Judgement::load(data).map_err(words)?;
        let analyst = Analyst::new(setup, judgement).map_err(words)?;
        let (setup, data) = (Arc::clone(setup), data.to_owned());
        Ok(Self { setup, data, judgement, analyst, line: 0, given: BTreeMap::new(), tutor: None })
    }

    fn find(&mut self, line: u32, what: What) -> Result<Found, String> {
        if self.line != line {
            (self.line, self.given) = (line, BTreeMap::new());
            self.analyst.begin_again();
        }
        match what {
            What::Pass(entry) => self.pass(&entry),
            What::Learn(entry) => Ok(Found::Lesson(self.learn(entry)?.map(Box::new))),
        }
    }

    fn pass(&mut self, entry: &Entry) -> Result<Found, String> {
        let before = self.analyst.pass(entry).map_err(words)?;
        let analysis = self.analyst.analysis();
        let moment = analysis.moments.last().filter(|moment| moment.entry == entry.id);
        let (Some(before), Some(command), Some(moment)) = (before, &entry.command, moment) else {
            return Ok(Found::Opening(analysis.start));
        };
        self.given.insert(entry.id, (before, command.clone(), analysis.moments.len() - 1));
        Ok(Found::Moment(Box::new(moment.clone())))
    }

    fn learn(&mut self, entry: EntryId) -> Result<Option<Lesson>, String> {
        let Self { given, analyst, tutor, setup, judgement, data, .. } = self;
        let Some((before, command, place)) = given.get(&entry) else { return Ok(None) };
        let tutor = match tutor {
            Some(tutor) => tutor,
            None => {
                let data = DataFolder::find(Some(data)).map_err(words)?;
                let styles = Styles::load(STYLE, &data).map_err(words)?;
                tutor.insert(Tutor::new(setup, styles, *judgement).map_err(words)?)
            }
        };
        tutor.lesson(before, command, &analyst.analysis().moments[*place]).map_err(words)
    }
}

fn words(error: impl Display) -> String {
    error.to_string()
}
