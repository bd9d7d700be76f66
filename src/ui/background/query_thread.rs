//! A thread that answers queries, with a request and a reply channel, so that the window never waits.

use std::collections::VecDeque;
use std::sync::Mutex;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::{Duration, Instant};

use bevy::winit::{EventLoopProxyWrapper, WinitUserEvent};

use super::computing::Task;
use crate::game::exposure::CancellationToken;

/// The window's ends of the channels. Dropping it cancels the query at work and ends the thread.
pub(crate) struct QueryThread<Question, Answer> {
    questions: Sender<Question>,
    // Systems that run in parallel share it.
    answers: Mutex<Receiver<Answer>>,
    /// The questions without an answer, in order: what they are for, and when they were asked.
    pending: VecDeque<(Task, Instant)>,
    cancellation: CancellationToken,
}

impl<Question, Answer> Drop for QueryThread<Question, Answer> {
    fn drop(&mut self) {
        self.cancellation.cancel();
    }
}

/// The thread's ends of the channels.
pub(crate) struct QueryServer<Question, Answer> {
    questions: Receiver<Question>,
    answers: Sender<Answer>,
    wake: Wake,
    /// Cancelled as soon as no one waits for answers any more.
    pub cancellation: CancellationToken,
}

/// Called whenever an answer is ready.
pub(crate) type Wake = Box<dyn Fn() + Send>;

/// Wakes a window that rests.
pub(crate) fn wake(proxy: Option<&EventLoopProxyWrapper>) -> Wake {
    match proxy {
        Some(proxy) => {
            let proxy = (**proxy).clone();
            // Sending fails once the window is closed: then there is nothing to wake.
            Box::new(move || {
                let _ = proxy.send_event(WinitUserEvent::WakeUp);
            })
        }
        None => Box::new(|| ()),
    }
}

impl<Question: Send + 'static, Answer: Send + 'static> QueryThread<Question, Answer> {
    /// Starts a thread; `None` if the system has none left.
    pub fn start(
        name: &str,
        wake: Wake,
        serve: impl FnOnce(QueryServer<Question, Answer>) + Send + 'static,
    ) -> Option<Self> {
        let (questions, received) = channel();
        let (sent, answers) = channel();
        let cancellation = CancellationToken::default();
        let server =
            QueryServer { questions: received, answers: sent, wake, cancellation: cancellation.clone() };
        std::thread::Builder::new().name(name.to_owned()).spawn(move || serve(server)).ok()?;
        Some(Self { questions, answers: Mutex::new(answers), pending: VecDeque::new(), cancellation })
    }

    pub fn ask(&mut self, task: Task, question: Question) {
        // A thread that has ended answers nothing.
        if self.questions.send(question).is_ok() {
            self.pending.push_back((task, Instant::now()));
        }
    }

    /// Time that the oldest question of a task has waited; `None` if all are answered.
    pub fn waited(&self, task: Task) -> Option<Duration> {
        self.pending.iter().find(|(of, _)| *of == task).map(|(_, asked)| asked.elapsed())
    }

    /// The answers that have come since the last call, in the order of their questions.
    pub fn answers(&mut self) -> Vec<Answer> {
        let answers = self.answers.get_mut().map(|answers| answers.try_iter().collect::<Vec<_>>());
        let answers = answers.unwrap_or_default();
        self.pending.drain(..answers.len().min(self.pending.len()));
        answers
    }
}

impl<Question, Answer> QueryServer<Question, Answer> {
    /// Waits for questions and returns all that have come, in order; `None` once no more can come.
    pub fn wait(&self) -> Option<Vec<Question>> {
        let first = self.questions.recv().ok()?;
        Some(std::iter::once(first).chain(self.questions.try_iter()).collect())
    }

    /// The questions that have come since, in order, without waiting.
    pub fn more(&self) -> Vec<Question> {
        self.questions.try_iter().collect()
    }

    /// Sends an answer; every question needs one. `None` if no one listens any more.
    pub fn answer(&self, answer: Answer) -> Option<()> {
        self.answers.send(answer).ok()?;
        (self.wake)();
        Some(())
    }
}
