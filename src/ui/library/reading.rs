//! A thread that reads files of the library, and what it has read so far.

use std::io;
use std::sync::Mutex;
use std::sync::mpsc::{Receiver, Sender, TryRecvError, channel};

/// Values that a thread sends as it reads them.
pub(super) struct Reading<T>(Mutex<Receiver<T>>);

impl<T: Send + 'static> Reading<T> {
    /// Starts a thread of this name. `read` ends with `None` where nobody takes what it reads any more.
    pub fn start(
        name: &str,
        read: impl FnOnce(Sender<T>) -> Option<()> + Send + 'static,
    ) -> io::Result<Self> {
        let (sender, receiver) = channel();
        std::thread::Builder::new().name(name.to_owned()).spawn(move || read(sender))?;
        Ok(Self(Mutex::new(receiver)))
    }
}

impl<T> Reading<T> {
    /// Takes what has been read since it was last asked; ends `reading` once its thread has.
    pub fn take(reading: &mut Option<Self>) -> Vec<T> {
        let Some(Ok(receiver)) = reading.as_ref().map(|reading| reading.0.lock()) else { return Vec::new() };
        let mut read = Vec::new();
        let is_over = loop {
            match receiver.try_recv() {
                Ok(value) => read.push(value),
                Err(error) => break error == TryRecvError::Disconnected,
            }
        };
        drop(receiver);
        if is_over {
            *reading = None;
        }
        read
    }
}
