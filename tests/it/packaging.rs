//! What a release has beside the program: where the data is found, man pages and completions, what the desktop is told, and the
//! scripts that install it.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::{Command as Process, Output};

use super::kill::PROGRAM;
use super::support::{root, scratch};

/// The desktop's name for the program.
const ID: &str = "org.warstrike.Table";

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// The program in a folder of its own, as an installation has it.
fn installed_in(bin: &Path) -> PathBuf {
    std::fs::create_dir_all(bin).unwrap();
    let program = bin.join("warstrike");
    // The scratch folder may lie on another disk.
    if std::fs::hard_link(PROGRAM, &program).is_err() {
        std::fs::copy(PROGRAM, &program).unwrap();
    }
    program
}

fn data_in(folder: &Path) {
    std::fs::create_dir_all(folder).unwrap();
    for shelf in ["assets", "levels"] {
        std::os::unix::fs::symlink(root().join(shelf), folder.join(shelf)).unwrap();
    }
}

/// Runs a program that is told nothing, in a folder without data.
fn alone(program: &Path, home: &Path, args: &[&str]) -> Process {
    let mut process = Process::new(program);
    process.args(args).current_dir("/").env_clear().env("HOME", home);
    process
}

fn printed(process: &mut Process) -> String {
    let output = process.output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    assert_eq!(text(&output.stderr), "");
    text(&output.stdout)
}

/// What `paths` says of a name.
fn path_of(name: &str, said: &str) -> String {
    let line = said.lines().find_map(|line| line.strip_prefix(&format!("{name:10}")));
    line.unwrap_or_else(|| panic!("no {name} in {said}")).to_owned()
}

/// Beside the program comes before the folders of the desktop, and those before the folder of the build.
#[test]
fn data_is_found_where_an_installation_has_it() {
    let (_kept, folder) = scratch();
    let folder = folder.join("Spiele für Ü").join("a b");
    let program = installed_in(&folder.join("prefix/bin"));
    let shared = folder.join("desktop");
    let paths = |shared: &Path| {
        path_of("data", &printed(alone(&program, &folder, &["paths"]).env("XDG_DATA_DIRS", shared)))
    };
    assert_eq!(paths(&shared), root().display().to_string(), "the folder of the build");
    data_in(&shared.join("warstrike"));
    assert_eq!(paths(&shared), shared.join("warstrike").display().to_string());
    assert_eq!(paths(Path::new("desktop")), root().display().to_string(), "no relative path counts there");
    let share = folder.join("prefix/share/warstrike");
    data_in(&share);
    assert_eq!(paths(&shared), share.display().to_string());
    data_in(&folder.join("prefix/bin"));
    assert_eq!(paths(&shared), folder.join("prefix/bin").display().to_string());
    let named = printed(&mut alone(&program, &folder, &["paths", "--data", &root().display().to_string()]));
    assert_eq!(path_of("data", &named), root().display().to_string());
    let rules = printed(&mut alone(&program, &folder, &["rules", "MOV-5"]));
    assert!(rules.contains("MOV-5"), "{rules}");
}

/// The XDG variables name the player's folders; without any home the tools still work.
#[test]
fn folders_of_the_player_follow_the_desktop() {
    let (_kept, folder) = scratch();
    let program = Path::new(PROGRAM);
    let mut process = alone(program, &folder, &["paths"]);
    for (variable, name) in
        [("XDG_DATA_HOME", "d"), ("XDG_CONFIG_HOME", "c"), ("XDG_CACHE_HOME", "k"), ("XDG_STATE_HOME", "s")]
    {
        process.env(variable, folder.join(name));
    }
    let said = printed(&mut process);
    for (name, path) in [
        ("saves", "d/warstrike/saves"),
        ("levels", "d/warstrike/saves/levels"),
        ("settings", "c/warstrike"),
        ("cache", "k/warstrike/pictures"),
        ("crashes", "s/warstrike/crashes"),
    ] {
        let expected = format!("{} (not there yet)", folder.join(path).display());
        assert_eq!(path_of(name, &said), expected);
    }
    let homeless = printed(&mut alone(program, Path::new("nowhere"), &["paths"]));
    assert!(path_of("saves", &homeless).contains("there is no home folder"), "{homeless}");
}

/// One line with number, commit or none, and the data that is used.
#[test]
fn the_version_names_commit_and_data() {
    let said = printed(&mut alone(Path::new(PROGRAM), Path::new("/"), &["--version"]));
    let words: Vec<&str> = said.trim_end().split(", ").collect();
    let [number, built, data] = words[..] else { panic!("{said}") };
    assert_eq!(number, format!("warstrike {}", env!("CARGO_PKG_VERSION")));
    assert!(built == "built from a working copy" || built.starts_with("commit "), "{said}");
    let hash = data.strip_prefix("data ").unwrap();
    assert!(hash.len() == 16 && hash.chars().all(|digit| digit.is_ascii_hexdigit()), "{said}");
    let (_kept, folder) = scratch();
    data_in(&folder);
    std::fs::remove_file(folder.join("levels")).unwrap();
    std::fs::create_dir(folder.join("levels")).unwrap();
    let other =
        printed(alone(Path::new(PROGRAM), Path::new("/"), &["--version"]).env("WARSTRIKE_DATA", &folder));
    assert!(!other.contains(hash), "other files have another hash: {other}");
}

/// The commands that the help lists, with those below them, as in `warstrike-show-sight`.
fn commands(name: &str, args: &[&str], found: &mut BTreeSet<String>) {
    found.insert(name.to_owned());
    let help = Process::new(PROGRAM).args(args).arg("--help").output().unwrap();
    let help = text(&help.stdout);
    let listed =
        help.lines().skip_while(|line| *line != "Commands:").skip(1).take_while(|line| !line.is_empty());
    let names = listed.filter_map(|line| line.strip_prefix("  ").filter(|line| !line.starts_with(' ')));
    for below in names.filter_map(|line| line.split(' ').next()).filter(|below| *below != "help") {
        commands(&format!("{name}-{below}"), &[args, &[below]].concat(), found);
    }
}

#[test]
fn every_command_has_a_man_page() {
    let (_kept, folder) = scratch();
    let pages = folder.join("man");
    printed(&mut alone(Path::new(PROGRAM), &folder, &["generate", "man", pages.to_str().unwrap()]));
    let mut expected = BTreeSet::new();
    commands("warstrike", &[], &mut expected);
    assert!(expected.len() > 25 && expected.contains("warstrike-show-sight"), "{expected:?}");
    let written =
        std::fs::read_dir(&pages).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let written: BTreeSet<String> = written.collect();
    assert_eq!(written, expected.iter().map(|name| format!("{name}.1")).collect());
    for name in &written {
        let page = std::fs::read_to_string(pages.join(name)).unwrap();
        assert!(page.contains(".SH SYNOPSIS") && page.contains(".TH"), "{name}");
        assert!(!page.contains(env!("CARGO_MANIFEST_DIR")), "{name} names the folder of the build");
    }
}

/// Completions know the commands, and no hidden ones are made up.
#[test]
fn completions_are_for_three_shells() {
    let (_kept, folder) = scratch();
    let to = folder.display().to_string();
    let said = printed(&mut alone(Path::new(PROGRAM), &folder, &["generate", "completions", &to]));
    assert_eq!(said.lines().count(), 3, "{said}");
    for file in ["warstrike.bash", "_warstrike", "warstrike.fish"] {
        let script = std::fs::read_to_string(folder.join(file)).unwrap();
        assert!(
            ["rules", "replay", "--ruleset", "exposure"]
                .iter()
                .all(|word| script.contains(word.trim_start_matches('-'))),
            "{file}"
        );
    }
    let output = alone(Path::new(PROGRAM), &folder, &["generate", "man", "/dev/null/x"]).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).starts_with("/dev/null/x: "), "{}", text(&output.stderr));
}

fn packaging(file: &str) -> String {
    std::fs::read_to_string(root().join("packaging").join(file)).unwrap()
}

/// Desktop file, metadata and file types name each other and the window, so that the icon stands beside it and a double click opens it.
#[test]
fn what_the_desktop_is_told_agrees() {
    #[cfg(feature = "gui")]
    assert_eq!(warstrike::ui::APP_ID, ID);
    let desktop = packaging(&format!("{ID}.desktop"));
    let metadata = packaging(&format!("{ID}.metainfo.xml"));
    let types = packaging(&format!("{ID}.mime.xml"));
    for line in [format!("StartupWMClass={ID}"), format!("Icon={ID}"), "Exec=warstrike play %f".to_owned()] {
        assert!(desktop.lines().any(|other| other == line), "{line}");
    }
    let opened = desktop.lines().find_map(|line| line.strip_prefix("MimeType=")).unwrap();
    let opened: Vec<&str> = opened.split(';').filter(|kind| !kind.is_empty()).collect();
    assert_eq!(opened.len(), 2);
    for kind in opened {
        assert!(types.contains(&format!("<mime-type type=\"{kind}\">")), "{kind}");
        assert!(metadata.contains(&format!("<mediatype>{kind}</mediatype>")), "{kind}");
    }
    assert!(metadata.contains(&format!("<id>{ID}</id>")));
    assert!(metadata.contains(&format!("<launchable type=\"desktop-id\">{ID}.desktop</launchable>")));
}

/// The desktop knows a save by its first bytes and a level by its first lines: those of every file here begin so.
#[test]
fn saves_and_levels_begin_as_their_file_types_say() {
    let types = packaging(&format!("{ID}.mime.xml")).replace("&quot;", "\"");
    for (folder, ending, first, then) in [
        ("tests/saves", "jsonl", "{\"sum\":\"", "{\"Header\":{\"format\":"),
        ("levels", "ron", "Level(", "mission:"),
    ] {
        assert!(
            types.contains(&format!("value=\"{first}\"")) && types.contains(&format!("value=\"{then}\"")),
            "{folder}"
        );
        let mut seen = 0;
        for entry in std::fs::read_dir(root().join(folder)).unwrap() {
            let path = entry.unwrap().path();
            if path.extension().is_some_and(|found| found == ending) {
                let begins = std::fs::read_to_string(&path).unwrap();
                let (at, next) = (begins.find(first).unwrap(), begins.find(then).unwrap());
                let (limit, next_limit) = if ending == "jsonl" { (0, 48) } else { (4096, 8192) };
                assert!(at <= limit && next <= next_limit, "{}: {at}, {next}", path.display());
                seen += 1;
            }
        }
        assert!(seen >= 3, "{folder}");
    }
}

/// An unpacked archive, with a stand-in for the program.
fn unpacked(folder: &Path, version: &str) -> PathBuf {
    let archive = folder.join(format!("archive {version}"));
    let put = |file: &str, content: &str| {
        let path = archive.join(file);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, content).unwrap();
    };
    put("bin/warstrike", version);
    put(&format!("share/warstrike/levels/{version}.ron"), version);
    put(&format!("share/applications/{ID}.desktop"), &packaging(&format!("{ID}.desktop")));
    for script in ["install.sh", "uninstall.sh"] {
        std::fs::copy(root().join("packaging").join(script), archive.join(script)).unwrap();
    }
    archive
}

fn sh(script: &Path, args: &[&str], home: &Path) -> Output {
    Process::new("sh").arg(script).args(args).env("HOME", home).output().unwrap()
}

fn files_below(folder: &Path) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(next) = folders.pop() {
        for entry in std::fs::read_dir(next).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path.clone());
            }
            found.insert(path.strip_prefix(folder).unwrap().display().to_string());
        }
    }
    found
}

/// Installed into a home with spaces and umlauts, over an older version, and taken away: only what the player has made stays.
#[test]
fn what_is_installed_can_be_taken_away() {
    let (_kept, folder) = scratch();
    let home = folder.join("Frau Müller \"zu Hause\" 100%");
    let prefix = home.join(".local");
    let save = prefix.join("share/warstrike/saves/mine.jsonl");
    std::fs::create_dir_all(save.parent().unwrap()).unwrap();
    std::fs::write(&save, "mine").unwrap();
    let before = files_below(&home);
    for version in ["1", "2"] {
        let output = sh(&unpacked(&folder, version).join("install.sh"), &[], &home);
        assert!(output.status.success(), "{}", text(&output.stderr));
        assert_eq!(std::fs::read_to_string(prefix.join("bin/warstrike")).unwrap(), version);
        assert!(prefix.join(format!("share/warstrike/levels/{version}.ron")).exists());
    }
    assert!(!prefix.join("share/warstrike/levels/1.ron").exists(), "the older version's files go");
    let desktop = std::fs::read_to_string(prefix.join(format!("share/applications/{ID}.desktop"))).unwrap();
    let program = prefix.join("bin/warstrike").display().to_string();
    let quoted = program.replace('"', "\\\\\"").replace('%', "%%");
    assert!(desktop.contains(&format!("Exec=\"{quoted}\" play %f\n")), "{desktop}");
    let output = sh(&prefix.join("share/warstrike/uninstall.sh"), &[], &home);
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert_eq!(files_below(&home), before);
}

/// Each says what to do, and leaves nothing behind.
#[test]
fn a_place_that_cannot_be_installed_to_is_named() {
    let (_kept, folder) = scratch();
    let install = unpacked(&folder, "1").join("install.sh");
    std::fs::write(folder.join("file"), "").unwrap();
    let file = folder.join("file/below").display().to_string();
    for (args, words) in [
        (vec!["--prefix", file.as_str()], "cannot be created"),
        (vec!["--prefix", "/proc/self"], "cannot be written to"),
        (vec!["--prefix"], "--prefix needs a folder"),
        (vec!["--into", "x"], "unknown argument --into"),
    ] {
        let output = sh(&install, &args, &folder);
        assert!(!output.status.success(), "{args:?}");
        assert!(text(&output.stderr).contains(words), "{args:?}: {}", text(&output.stderr));
    }
    let homeless = Process::new("sh").arg(&install).env_remove("HOME").output().unwrap();
    assert!(text(&homeless.stderr).contains("there is no home folder"), "{}", text(&homeless.stderr));
    let nothing = sh(&root().join("packaging/uninstall.sh"), &[], &folder);
    assert!(!nothing.status.success() && text(&nothing.stderr).contains("is not known"));
}
