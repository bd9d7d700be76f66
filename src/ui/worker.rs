//! A thread beside the window that answers questions, so that the window never waits.

use std::sync::Mutex;
use std::sync::mpsc::{Receiver, Sender, channel};

use bevy::winit::{EventLoopProxyWrapper, WinitUserEvent};

use crate::game::exposure::CancellationToken;

/// The thread's ends in the window. It ends when this is dropped.
pub(super) struct QueryThread<Question, Answer> {
    questions: Sender<Question>,
    // Shared by systems that run side by side.
    answers: Mutex<Receiver<Answer>>,
    open: usize,
    recall: CancellationToken,
}

impl<Question, Answer> Drop for QueryThread<Question, Answer> {
    fn drop(&mut self) {
        self.recall.cancel();
    }
}

/// The window's ends in the thread.
pub(super) struct QueryServer<Question, Answer> {
    asked: Receiver<Question>,
    tell: Sender<Answer>,
    wake: Wake,
    /// Taken back as soon as nobody listens any more: what is begun may then be given up.
    pub recall: CancellationToken,
}

/// Called when an answer is there.
pub(super) type Wake = Box<dyn Fn() + Send>;

/// Wakes a window that rests.
pub(super) fn wake(proxy: Option<&EventLoopProxyWrapper>) -> Wake {
    match proxy {
        Some(proxy) => {
            let proxy = (**proxy).clone();
            // A window that has been closed needs no waking.
            Box::new(move || {
                let _ = proxy.send_event(WinitUserEvent::WakeUp);
            })
        }
        None => Box::new(|| ()),
    }
}

impl<Question: Send + 'static, Answer: Send + 'static> QueryThread<Question, Answer> {
    /// Sets a thread to work; `None` where none is to be had.
    pub fn start(
        name: &str,
        wake: Wake,
        work: impl FnOnce(QueryServer<Question, Answer>) + Send + 'static,
    ) -> Option<Self> {
        let (questions, asked) = channel();
        let (tell, answers) = channel();
        let recall = CancellationToken::default();
        let counter = QueryServer { asked, tell, wake, recall: recall.clone() };
        std::thread::Builder::new().name(name.to_owned()).spawn(move || work(counter)).ok()?;
        Some(Self { questions, answers: Mutex::new(answers), open: 0, recall })
    }

    pub fn ask(&mut self, question: Question) {
        // A thread that gave up answers nothing.
        if self.questions.send(question).is_ok() {
            self.open += 1;
        }
    }

    /// Whether answers are still to come.
    pub fn is_thinking(&self) -> bool {
        self.open > 0
    }

    /// What has been found out since.
    pub fn answers(&mut self) -> Vec<Answer> {
        let told = self.answers.get_mut().map(|answers| answers.try_iter().collect::<Vec<_>>());
        let told = told.unwrap_or_default();
        self.open = self.open.saturating_sub(told.len());
        told
    }
}

impl<Question, Answer> QueryServer<Question, Answer> {
    /// Waits for a question and gives back all that are there; `None` once nobody asks any more.
    pub fn wait(&self) -> Option<Vec<Question>> {
        let first = self.asked.recv().ok()?;
        Some(std::iter::once(first).chain(self.asked.try_iter()).collect())
    }

    /// Answers one question; each has to be. `None` where nobody listens any more.
    pub fn tell(&self, answer: Answer) -> Option<()> {
        self.tell.send(answer).ok()?;
        (self.wake)();
        Some(())
    }
}
