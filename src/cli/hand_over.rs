//! Command lines about other games than WarStrike: the tools of any game serve them.

use std::ffi::OsString;
use std::io::Write;
use std::path::{Path, PathBuf};

use clap::CommandFactory;
#[cfg(feature = "gui")]
use clap::Parser;
use tabletop_data::ron::Reader;
use tabletop_data::ron::nearest::nearest;
use tabletop_lab::experiment::{Placed, names_of};
use tabletop_shell::files::{FileKind, Folders, LEVEL, RULESET, is_path};
use tabletop_shell::rules::Book;
use tabletop_shell::tools::{Games, Line};
use tabletop_shell::{AnyGame, ToolError, ToolResult};

use warstrike::level::data_folder::{DataFolder, is_level};
use warstrike::level::level_file::GAME;
use warstrike::level::text_file::read_text;
use warstrike::notes::Paragraph;

use super::Arguments;
use super::games::GAMES;
use super::listed::Listed;
use super::own::{find_data, save_of_name};

/// Options whose values may say which game a command line is about.
const TELLING: [&str; 2] = ["--ruleset", "--diff"];

/// Tools that show a level or a save.
const SHOWING: [&str; 4] = ["play", "picture", "demo", "film"];

/// Serves a command line about another game; `None` if it is about WarStrike.
pub(super) fn serve(words: &[OsString], out: &mut impl Write) -> Option<ToolResult> {
    let command = Arguments::command();
    let split = Split::of(words, &options_with_values(&command));
    let (tool, places) = split.positional.split_first()?;
    let tool = tool.to_str()?;
    // `check` looks at each file by itself, `notes` gathers those of every game, and `new` only takes names that are not given yet.
    if ["check", "notes", "new"].contains(&tool) {
        return None;
    }
    let data = find_data(split.data.as_deref()).ok()?;
    let line = Line { words, program: "warstrike", tool, places: places.to_vec(), values: split.values };
    if SHOWING.contains(&tool)
        && let Some(why) = places.first().and_then(|name| unknown_level(Path::new(name), &data))
    {
        return Some(Err(ToolError::Bad(why)));
    }
    with_games(&data, |games| match tool {
        tool if SHOWING.contains(&tool) => show(&line, games, &data),
        _ => games.serve(&line, out),
    })
}

/// Opens the window of another game, draws a picture of it, shows or films it; `None` if the command line names no level or save of one.
#[cfg(feature = "gui")]
fn show(line: &Line<'_>, games: &Games<'_>, data: &DataFolder) -> Option<ToolResult> {
    let game = match games.meant(line) {
        Ok(game) => game?,
        Err(error) => return Some(Err(error)),
    };
    let listed = GAMES.iter().find(|listed| listed.id() == game.id())?;
    match Arguments::try_parse_from(line.words).ok()?.tool? {
        super::Tool::Play(args) => Some(listed.play(&args, games.folders, data)),
        super::Tool::Picture(args) => Some(listed.picture(&args, games.folders)),
        super::Tool::Demo(args) => Some(listed.demo(&args, games.folders, data)),
        super::Tool::Film(args) => Some(listed.film(&args, games.folders)),
        // Its own parser says what is wrong.
        _ => None,
    }
}

/// Without the window there is nothing to open.
#[cfg(not(feature = "gui"))]
fn show(_: &Line<'_>, _: &Games<'_>, _: &DataFolder) -> Option<ToolResult> {
    None
}

/// Levels of every game, where a name is that of no level; `None` where it is a path, a level or a save.
pub(super) fn unknown_level(name: &Path, data: &DataFolder) -> Option<String> {
    let is_known = is_path(name) || name.exists() || is_level(name, data) || save_of_name(name).is_some();
    if is_known {
        return None;
    }
    with_games(data, |games| {
        let of_others = games.games.iter().map(|game| {
            let files = game.files(games.folders);
            (game.name().to_owned(), [files.names(LEVEL), files.own_names(LEVEL)].concat())
        });
        let all: Vec<(String, Vec<String>)> =
            [("WarStrike".to_owned(), data.levels())].into_iter().chain(of_others).collect();
        let text = name.to_string_lossy();
        if all.iter().any(|(_, names)| names.iter().any(|known| *known == text)) {
            return None;
        }
        let meant = nearest(&text, all.iter().flat_map(|(_, names)| names).map(String::as_str));
        let meant = meant.map_or_else(String::new, |meant| format!("{meant}, "));
        let lists: Vec<String> =
            all.iter().map(|(game, names)| format!("of {game} {}", names.join(", "))).collect();
        Some(format!(
            "there is no level \"{text}\"; expected: {meant}a path, or one {}",
            lists.join("; or one ")
        ))
    })
}

/// A paragraph of the rulebook of another game, under the title of its chapter.
pub(super) fn paragraph(rule: &str) -> Option<Paragraph> {
    let game = GAMES.iter().find(|game| rule.starts_with(game.rules().prefix))?;
    let book = Book::parse(game.rules()).ok()?;
    let (chapter, paragraph) = book.find(rule)?;
    Some(Paragraph { title: chapter.title.clone(), text: paragraph.text.clone() })
}

/// Checks a file of another game; `None` if it is none.
pub(super) fn check(file: &Path, data: &DataFolder) -> Option<Result<String, String>> {
    with_games(data, |games| match games.of_file(file, &games.kinds()) {
        Ok(game) => game.map(|game| game.check(file, games.folders)),
        Err(error) => Some(Err(error.into_words())),
    })
}

/// The game of an experiment or a search, by the tables and rulesets that it names; `None` for WarStrike, and for what cannot be
/// read so far.
pub(super) fn of_experiment(file: &Path, data: &DataFolder) -> ToolResult<Option<&'static dyn Listed>> {
    let Ok(source) = read_text(file, &file.display().to_string()) else { return Ok(None) };
    let (names, folder) = (names_of(&source), file.parent().unwrap_or(Path::new("")));
    let (tables, rules) = names.tables_and_rules();
    let with = |kind| move |named| (kind, named);
    let named = tables.into_iter().map(with(LEVEL)).chain(rules.into_iter().map(with(RULESET)));
    with_games(data, |games| {
        let reader = Reader::new(&source);
        let mut first: Option<(&Placed, Meant<'_>)> = None;
        for (kind, named) in named {
            let meant = match Meant::of(named, kind, folder, games) {
                Ok(Some(meant)) => meant,
                Ok(None) => continue,
                Err(why) => return Err(why),
            };
            match first {
                Some((other, of_other)) if of_other.name() != meant.name() => {
                    let (other_game, game) = (of_other.name(), meant.name());
                    let what = format!("{} is of {game}, and {} of {other_game}", named.text, other.text);
                    reader.fault(named.at, what, "tables and rules of one game");
                }
                Some(_) => {}
                None => first = Some((named, meant)),
            }
        }
        reader.finish(Some(())).map_err(|faults| ToolError::Bad(faults.to_string()))?;
        listed(Ok(first.and_then(|(_, meant)| meant.0)))
    })
}

/// The game that something is of: `None` for WarStrike.
#[derive(Clone, Copy)]
struct Meant<'g>(Option<&'g dyn AnyGame>);

impl<'g> Meant<'g> {
    /// The game of a file beside an experiment, or of a name; `None` for what is nowhere.
    fn of(named: &Placed, kind: FileKind, folder: &Path, games: &Games<'g>) -> ToolResult<Option<Self>> {
        let (beside, name) = (folder.join(&named.text), Path::new(&named.text));
        if beside.is_file() {
            return Ok(Some(Self(games.of_file(&beside, &[kind])?)));
        }
        let found = if is_path(name) { None } else { games.of_file(name, &[kind])? };
        Ok(found.map(|game| Self(Some(game))).or_else(|| (games.is_own)(kind, name).then_some(Self(None))))
    }

    fn name(self) -> &'static str {
        self.0.map_or("WarStrike", AnyGame::name)
    }
}

/// The game of the first of some words that names a table or a ruleset of one; `None` for WarStrike.
pub(super) fn of_names(words: &[&str], data: &DataFolder) -> ToolResult<Option<&'static dyn Listed>> {
    with_games(data, |games| {
        let of = |word: &&str| games.of_file(Path::new(word), &[LEVEL, RULESET]).transpose();
        listed(words.iter().find_map(of).transpose())
    })
}

fn listed(found: ToolResult<Option<&dyn AnyGame>>) -> ToolResult<Option<&'static dyn Listed>> {
    Ok(found?.and_then(|game| GAMES.iter().copied().find(|listed| listed.id() == game.id())))
}

/// The shipped levels of the other games, for the start screen.
#[cfg(feature = "gui")]
pub(super) fn levels(data: &DataFolder) -> Vec<warstrike::ui::OtherLevel> {
    with_games(data, |games| GAMES.iter().flat_map(|listed| listed.levels(games.folders)).collect())
}

/// The folders of data files.
pub(super) fn folders(data: &DataFolder) -> Folders {
    Folders { root: data.root().to_owned(), own: data.own().to_vec(), save_of_name }
}

fn with_games<T>(data: &DataFolder, ask: impl FnOnce(&Games<'_>) -> T) -> T {
    let folders = folders(data);
    let is_own = |kind: FileKind, name: &Path| match kind.folder {
        "levels" => is_level(name, data),
        "rulesets" | "styles" => data.has(kind.folder, name),
        // WarStrike has neither forces nor units files: what bears such a name here is a card.
        _ => data.has("cards", name),
    };
    let own_questions = questions();
    let games = GAMES.map(|game| -> &dyn AnyGame { game });
    ask(&Games {
        games: &games,
        own: GAME,
        own_questions: &own_questions,
        folders: &folders,
        is_own: &is_own,
    })
}

/// The questions of `show` that WarStrike answers.
fn questions() -> Vec<String> {
    let command = Arguments::command();
    let show = command.find_subcommand("show").into_iter();
    show.flat_map(clap::Command::get_subcommands).map(|question| question.get_name().to_owned()).collect()
}

/// Every option of every tool that is followed by a value.
fn options_with_values(command: &clap::Command) -> Vec<String> {
    let own = command.get_arguments().filter(|arg| arg.get_action().takes_values());
    let own = own.filter_map(clap::Arg::get_long).map(|long| format!("--{long}"));
    own.chain(command.get_subcommands().flat_map(options_with_values)).collect()
}

/// The words of a command line by what they are.
#[derive(Default)]
struct Split<'w> {
    /// Neither options nor their values.
    positional: Vec<&'w OsString>,
    /// Values of [`TELLING`] options.
    values: Vec<&'w OsString>,
    /// Value of `--data`.
    data: Option<PathBuf>,
}

impl<'w> Split<'w> {
    fn of(words: &'w [OsString], with_values: &[String]) -> Self {
        let mut split = Self::default();
        let mut rest = words.iter().skip(1).peekable();
        while let Some(word) = rest.next() {
            let text = word.to_string_lossy();
            let option = with_values.iter().find(|option| *text == **option);
            if let Some(folder) = text.strip_prefix("--data=") {
                split.data = Some(folder.into());
            }
            let Some(option) = option else {
                if !text.starts_with("--") {
                    split.positional.push(word);
                }
                continue;
            };
            let count = if option == "--diff" { 2 } else { 1 };
            for value in rest.by_ref().take(count) {
                if option == "--data" {
                    split.data = Some(value.into());
                }
                if TELLING.contains(&option.as_str()) {
                    split.values.push(value);
                }
            }
        }
        split
    }
}
