//! The battles that can be begun: those that are shipped, and the player's own with their faults.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::Sender;

use bevy::prelude::*;

use super::key_of;
use super::reading::Reading;
use super::sketch::Sketch;
use crate::game::engine::play::{DiceChoice, Match};
use crate::game::narration::brief::{brief, first_sentence};
use crate::level::data_folder::{DataFolder, load_level};
use crate::level::fault::Fault;
use crate::level::ruleset_file::read_ruleset;
use crate::level::scenario::Opening;
use crate::level::setup::Setup;
use crate::level::text_file::read_head;
use tabletop_data::ron::first_word;

/// The battles that can be begun, as far as they have been read.
#[derive(Resource, Default)]
pub(in crate::ui) struct Levels {
    /// Those that are shipped: whole battles first, the smaller before the larger.
    pub shipped: Vec<Level>,
    /// The player's own.
    pub own: Vec<Level>,
    /// The rulesets to play by: the player's own first.
    pub rulesets: Vec<RulesetCard>,
    reading: Option<Reading<Found>>,
}

enum Found {
    Shipped(Level),
    Own(Level),
    Ruleset(RulesetCard),
}

/// A ruleset as it is listed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::ui) struct RulesetCard {
    /// The name of a shipped one, or the path of a file.
    pub source: String,
    /// Players' name for it.
    pub name: String,
    /// Its own description, or its faults.
    pub about: String,
}

impl RulesetCard {
    fn read(source: String, data: &DataFolder) -> Self {
        let chain = data.ruleset_chain(&source);
        let text = chain.as_ref().ok().and_then(|chain| chain.first()).map(|first| first.text.clone());
        let quoted = text.as_deref().and_then(|text| text.split_once("about:"));
        let quoted = quoted.and_then(|(_, rest)| rest.split('"').nth(1)).unwrap_or_default().to_owned();
        let about = match chain.and_then(|chain| read_ruleset(&chain)) {
            Ok(_) => quoted,
            Err(faults) => format!("It has mistakes: {faults}"),
        };
        let stem = Path::new(&source).file_stem().map(|stem| stem.to_string_lossy().into_owned());
        let name = if source.ends_with(".ron") { stem.unwrap_or_default() } else { source.clone() };
        Self { source, name, about }
    }
}

/// A level as it is listed.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::ui) struct Level {
    /// The name of a shipped one, or the path of a file.
    pub source: PathBuf,
    /// Its content, or its faults.
    pub content: Result<LevelCard, Vec<Fault>>,
}

/// Content of a level.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::ui) struct LevelCard {
    pub title: String,
    /// "Skirmish · 6 rounds".
    pub mission: String,
    /// Description, whole and in a sentence.
    pub about: String,
    pub sentence: String,
    /// Each side's force, and its size: "3 units, 21 models, 420 points".
    pub sides: [[String; 2]; 2],
    /// The ruleset that it names.
    pub ruleset: String,
    pub kind: LevelKind,
    /// Number of models that fight in it.
    models: usize,
    pub sketch: Sketch,
    /// That of its picture.
    pub key: String,
}

/// Purpose of a level.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::ui) enum LevelKind {
    /// A battle from its beginning to its end.
    Battle,
    /// The rest of one.
    InPlay,
    /// A table to try things out on.
    Drill,
}

impl LevelKind {
    fn of(setup: &Setup) -> Self {
        match (setup.level.mission.kind.is_decided(), setup.level.opening) {
            (false, _) => Self::Drill,
            (true, Opening::InPlay { .. }) => Self::InPlay,
            (true, Opening::Deployment) => Self::Battle,
        }
    }
}

impl Level {
    /// Title: its own, or the file name of a faulty level.
    pub fn title(&self) -> String {
        match &self.content {
            Ok(card) => card.title.clone(),
            Err(_) => self.source.file_name().unwrap_or_default().to_string_lossy().into_owned(),
        }
    }

    fn read(source: PathBuf, data: &DataFolder) -> Self {
        let content = load_level(&source, data, None).map_err(|faults| faults.0);
        let content = content.and_then(|setup| {
            LevelCard::of(setup).map_err(|what| {
                let file = source.display().to_string();
                vec![Fault { file, line: 1, column: 1, what, expected: String::new() }]
            })
        });
        Self { source, content }
    }

    fn rank(&self) -> (LevelKind, usize, String) {
        match &self.content {
            Ok(card) => (card.kind, card.models, card.title.clone()),
            Err(_) => (LevelKind::Battle, 0, self.title()),
        }
    }
}

impl LevelCard {
    fn of(setup: Setup) -> Result<Self, String> {
        let bundle = &setup.bundle;
        let texts = std::iter::once(&bundle.level).chain(&bundle.cards).chain(&bundle.rulesets);
        let text: Vec<u8> = texts.flat_map(|source| source.text.bytes()).collect();
        let (kind, ruleset) = (LevelKind::of(&setup), setup.level.ruleset.clone());
        let game = Match::start(Arc::new(setup), DiceChoice::Seed(1)).map_err(|error| error.to_string())?;
        let view = game.battle().view();
        let brief = brief(view);
        let models = view.units().map(|unit| view.models(unit.id).count()).sum();
        Ok(Self {
            title: brief.title,
            mission: brief.mission,
            sentence: first_sentence(&brief.about).to_owned(),
            about: brief.about,
            sides: brief.sides.map(|side| [side.force, side.size]),
            ruleset,
            kind,
            models,
            sketch: Sketch::of(view),
            key: key_of(&text),
        })
    }
}

impl Levels {
    /// Begins to read them again. `own` are the folders of the player's own.
    pub fn refresh(&mut self, data: &DataFolder, own: Vec<PathBuf>, rulesets: Vec<PathBuf>) {
        let data = data.clone();
        let has_shipped = !self.shipped.is_empty();
        let read = move |sender: Sender<Found>| {
            if !has_shipped {
                for name in data.levels() {
                    sender.send(Found::Shipped(Level::read(name.into(), &data))).ok()?;
                }
            }
            let own_rulesets = rulesets.iter().filter_map(|path| path.to_str().map(str::to_owned));
            for source in own_rulesets.chain(data.rulesets()) {
                sender.send(Found::Ruleset(RulesetCard::read(source, &data))).ok()?;
            }
            for path in own.iter().flat_map(|folder| levels_in(folder)) {
                sender.send(Found::Own(Level::read(path, &data))).ok()?;
            }
            Some(())
        };
        match Reading::start("levels", read) {
            Ok(reading) => {
                self.own.clear();
                self.rulesets.clear();
                self.reading = Some(reading);
            }
            Err(error) => warn!("the levels could not be read: {error}"),
        }
    }

    /// Whether some are still to come.
    pub fn is_reading(&self) -> bool {
        self.reading.is_some()
    }

    /// The level of a source.
    pub fn find(&self, source: &Path) -> Option<&Level> {
        self.shipped.iter().chain(&self.own).find(|level| level.source == source)
    }

    fn receive(&mut self) {
        for found in Reading::take(&mut self.reading) {
            match found {
                Found::Shipped(level) => insert(&mut self.shipped, level),
                Found::Own(level) => insert(&mut self.own, level),
                Found::Ruleset(ruleset) => self.rulesets.push(ruleset),
            }
        }
    }
}

fn insert(levels: &mut Vec<Level>, level: Level) {
    let at = levels.partition_point(|other| other.rank() <= level.rank());
    levels.insert(at, level);
}

/// The levels in a folder, by name. Cards, rulesets and styles may lie beside them.
fn levels_in(folder: &Path) -> Vec<PathBuf> {
    let Ok(entries) = std::fs::read_dir(folder) else { return Vec::new() };
    let paths = entries.flatten().map(|entry| entry.path());
    let is_level = |path: &PathBuf| {
        let other = ["Card", "Ruleset", "Style", "Judgement", "Director", "Rulebook"];
        let head = read_head(path).unwrap_or_default();
        path.extension().is_some_and(|ending| ending == "ron")
            && path.is_file()
            && !first_word(&head).is_some_and(|word| other.contains(&word))
    };
    let mut found: Vec<PathBuf> = paths.filter(is_level).collect();
    found.sort();
    found
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Levels>().add_systems(PreUpdate, receive);
}

fn receive(mut levels: ResMut<Levels>) {
    if levels.reading.is_some() {
        levels.receive();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(own: Vec<PathBuf>) -> Levels {
        read_with(own, Vec::new())
    }

    fn read_with(own: Vec<PathBuf>, rulesets: Vec<PathBuf>) -> Levels {
        let data = DataFolder::find(Some(Path::new(env!("CARGO_MANIFEST_DIR")))).unwrap();
        let mut levels = Levels::default();
        levels.refresh(&data, own, rulesets);
        while levels.is_reading() {
            levels.receive();
            std::thread::yield_now();
        }
        levels
    }

    /// Whole battles come first, the smallest of them first of all.
    #[test]
    fn battles_are_listed_before_tables_to_try_things_on() {
        let levels = read(Vec::new());
        let names: Vec<String> =
            levels.shipped.iter().map(|level| level.source.display().to_string()).collect();
        assert_eq!(names[0], "street", "{names:?}");
        let battles = levels.shipped.iter().filter_map(|level| level.content.as_ref().ok());
        let battles: Vec<&str> = battles
            .take_while(|card| card.kind == LevelKind::Battle)
            .map(|card| card.title.as_str())
            .collect();
        for name in ["The street", "The watermill", "The chapel", "The crash site"] {
            assert!(battles.contains(&name), "{name}: {battles:?}");
        }
        let street = levels.shipped[0].content.as_ref().unwrap();
        assert_eq!(
            (street.mission.as_str(), street.sentence.as_str()),
            ("Skirmish · 6 rounds", "Two patrols meet in a street.")
        );
        assert!(street.sides[0][1].starts_with("3 units, 21 models"), "{:?}", street.sides);
        assert!(levels.rulesets.iter().any(|one| one.name == "v0.52" && one.about.starts_with("Without On")));
    }

    /// One's own rulesets come first, by their paths, with their mistakes if they have any.
    #[test]
    fn own_rulesets_are_listed_with_their_mistakes() {
        let folder = tempfile::tempdir().unwrap();
        let put = |name: &str, set: &str| {
            let path = folder.path().join(name);
            std::fs::write(
                &path,
                format!("Ruleset(name: \"mine\", about: \"My rules\", on: \"combined\", set: ({set}))"),
            )
            .unwrap();
            path
        };
        let good = put("mine.ron", "turn: (rounds: 3)");
        let bad = put("bad.ron", "turn: (round: 3)");
        let rulesets = read_with(Vec::new(), vec![good.clone(), bad]).rulesets;
        assert_eq!((rulesets[0].name.as_str(), rulesets[0].about.as_str()), ("mine", "My rules"));
        assert_eq!(rulesets[0].source, good.display().to_string());
        assert!(rulesets[1].about.contains("there is no field `round`"), "{:?}", rulesets[1]);
        assert_eq!(rulesets[2].name, "combined");
    }

    /// One's own levels are listed, with the place of every fault; other files beside them are not.
    #[test]
    fn own_levels_are_listed_with_their_faults() {
        let folder = tempfile::tempdir().unwrap();
        let street =
            std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("levels/street.ron")).unwrap();
        std::fs::write(folder.path().join("mine.ron"), street.replace("The street", "My street")).unwrap();
        std::fs::write(
            folder.path().join("bad.ron"),
            street.replace("mission: Skirmish(rounds: 6)", "mission: Skirmisch"),
        )
        .unwrap();
        std::fs::write(folder.path().join("empty.ron"), "").unwrap();
        std::fs::write(folder.path().join("card.ron"), "Card(name: \"x\")").unwrap();
        std::fs::write(folder.path().join("notes.txt"), "Level(").unwrap();
        let levels = read(vec![folder.path().to_owned(), folder.path().join("none")]);
        let titles: Vec<String> = levels.own.iter().map(Level::title).collect();
        assert_eq!(titles, ["bad.ron", "empty.ron", "My street"]);
        let faults = levels.own[0].content.as_ref().unwrap_err();
        assert!(faults[0].line == 10 && faults[0].what.contains("Skirmisch"), "{faults:?}");
    }
}
