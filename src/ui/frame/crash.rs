//! Report of a crash: what the next start of the program, and whoever mends it, have to know.

use std::backtrace::Backtrace;
use std::fmt::Write as _;
use std::panic::PanicHookInfo;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::SystemTime;

use bevy::prelude::*;

use crate::level::data_folder::DataFolder;
use crate::ui::session::open_game::OpenGame;
use crate::version::Version;

/// The report that no start of the program has spoken of yet.
const FRESH: &str = "crash.txt";

/// Commands at the end of the recording that a report has.
const LAST_COMMANDS: usize = 5;

/// A line of a recording is cut off there: the header has whole files.
const LONGEST_LINE: usize = 2000;

/// The file that the game is recorded to.
static RECORDING: Mutex<Option<PathBuf>> = Mutex::new(None);

/// What a panic says, of the first one.
static PANIC: Mutex<String> = Mutex::new(String::new());

pub(in crate::ui) fn plugin(app: &mut App) {
    app.add_systems(Last, note_recording.run_if(resource_changed::<OpenGame>));
}

fn note_recording(opened: Res<OpenGame>) {
    note_file(opened.game.recorded_to().or(opened.file.as_deref()));
}

/// Notes the file that a game is recorded to, for the report.
pub(crate) fn note_file(file: Option<&Path>) {
    let recording = file.map(Path::to_path_buf);
    *RECORDING.lock().unwrap_or_else(PoisonError::into_inner) = recording;
}

/// Notes a panic, for the report; the first counts.
pub(super) fn note(info: &PanicHookInfo) {
    let mut noted = PANIC.lock().unwrap_or_else(PoisonError::into_inner);
    if noted.is_empty() {
        let thread = std::thread::current();
        let name = thread.name().unwrap_or("without a name").to_owned();
        *noted = format!("{info}\nthread {name}\n\n{}", Backtrace::force_capture());
    }
}

/// Where reports go, and what is known before anything happens.
#[derive(Clone, Debug)]
pub(crate) struct Reporter {
    folder: PathBuf,
    data: Option<PathBuf>,
}

impl Reporter {
    /// Reports into a folder; `None` where the path is empty.
    pub fn new(folder: &Path, data: Option<&Path>) -> Option<Self> {
        let data = data.map(Path::to_path_buf);
        (folder != Path::new("")).then(|| Self { folder: folder.to_owned(), data })
    }

    /// Writes a report of the panic that was noted, and says where it is.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn write(&self) -> std::io::Result<PathBuf> {
        std::fs::create_dir_all(&self.folder)?;
        let path = self.folder.join(FRESH);
        std::fs::write(&path, self.text())?;
        Ok(path)
    }

    fn text(&self) -> String {
        let data = self.data.as_deref().and_then(DataFolder::at);
        let panic = PANIC.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let recording = RECORDING.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let seconds = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default().as_secs();
        let mut text =
            format!("The WarStrike table crashed.\n\nversion    {}\n", Version::with(data.as_ref()));
        let (system, machine) = (std::env::consts::OS, std::env::consts::ARCH);
        let release = os_name().unwrap_or_default();
        let _ = writeln!(text, "platform   {system} {machine} {release}\ntime       {seconds} s since 1970");
        match &recording {
            None => text += "recording  none: nothing had been played\n",
            Some(path) => {
                let _ = writeln!(text, "recording  {}\n\nIts last commands:", path.display());
                for line in last_lines(path) {
                    let _ = writeln!(text, "{line}");
                }
            }
        }
        let _ = writeln!(text, "\nWhat went wrong:\n{panic}");
        text
    }
}

/// The name of the system, as it gives it itself.
fn os_name() -> Option<String> {
    let text = std::fs::read_to_string("/etc/os-release").ok()?;
    let name = text.lines().find_map(|line| line.strip_prefix("PRETTY_NAME="))?;
    Some(name.trim_matches('"').to_owned())
}

fn last_lines(path: &Path) -> Vec<String> {
    let text =
        std::fs::read(path).map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).unwrap_or_default();
    let lines: Vec<&str> = text.lines().skip(1).collect();
    let last = lines.iter().skip(lines.len().saturating_sub(LAST_COMMANDS));
    last.map(|line| line.chars().take(LONGEST_LINE).collect()).collect()
}

/// Says that the program crashed last time, once: then the report gets a name of its own. `None` if it did not.
pub(crate) fn crashed_last_time(folder: &Path) -> Option<String> {
    let fresh = folder.join(FRESH);
    if folder == Path::new("") || !fresh.is_file() {
        return None;
    }
    let mut names = (1..).map(|number| folder.join(format!("crash-{number}.txt")));
    let kept = names.find(|path| !path.exists())?;
    // Without the new name it would be said at every start.
    std::fs::rename(&fresh, &kept).ok()?;
    Some(format!(
        "The program crashed last time. No accepted command is lost: Continue goes on with your game. What happened is in {}; \
         please send it to whoever gave you the program.",
        kept.display()
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_crash_is_spoken_of_once_and_its_report_kept() {
        let folder = tempfile::tempdir().unwrap();
        let reporter = Reporter::new(&folder.path().join("crashes"), None).unwrap();
        let crashes = folder.path().join("crashes");
        assert_eq!(crashed_last_time(&crashes), None, "there was none");
        for number in [1, 2] {
            reporter.write().unwrap();
            let kept = crashes.join(format!("crash-{number}.txt"));
            assert!(crashed_last_time(&crashes).unwrap().contains(kept.to_str().unwrap()));
            assert_eq!(crashed_last_time(&crashes), None, "it was said");
            assert!(std::fs::read_to_string(&kept).unwrap().contains(crate::version::NUMBER));
        }
    }

    #[test]
    fn a_report_has_the_last_commands_of_the_recording() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("recording-1.jsonl");
        let lines: Vec<String> = (0..9).map(|number| format!("command {number}")).collect();
        std::fs::write(&path, format!("header\n{}", lines.join("\n"))).unwrap();
        assert_eq!(last_lines(&path), &lines[4..]);
        assert_eq!(last_lines(&folder.path().join("none")), Vec::<String>::new());
    }

    #[test]
    fn nothing_is_written_where_no_folder_is_named() {
        assert!(Reporter::new(Path::new(""), None).is_none());
        assert_eq!(crashed_last_time(Path::new("")), None);
    }
}
