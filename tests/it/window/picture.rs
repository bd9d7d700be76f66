//! Pictures drawn without a window.

use std::collections::HashSet;
use std::process::{Command as Process, Stdio};

use bevy::asset::RenderAssetUsages;
use bevy::image::{CompressedImageFormats, Image, ImageSampler, ImageType};

use super::super::kill::PROGRAM;
use super::super::support::{root, scratch};
use super::driver::INSTALL;

/// A picture needs no display: it is a PNG of the size that was asked for, of many colours.
#[test]
fn a_picture_is_drawn_without_a_display() {
    // A large one has larger texts.
    for size in [(640, 400), (2560, 1440)] {
        draw(size);
    }
}

fn draw((width, height): (u32, u32)) {
    let (_folder, saves) = scratch();
    let out = saves.join("made/street.png");
    let mut program = Process::new(PROGRAM);
    program.arg("--data").arg(root()).args(["picture", "street", "--view", "top", "--sight", "A1:B1"]);
    program.args(["--quality", "low", "--size", &format!("{width}x{height}"), "--out"]).arg(&out);
    program.env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY").env_remove("RUST_LOG");
    let output = program.output().unwrap();
    let text = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(0), "{text}; {INSTALL}");
    let bytes = std::fs::read(&out).unwrap();
    assert_eq!(&bytes[1..4], b"PNG");
    let picture = Image::from_buffer(
        &bytes,
        ImageType::Extension("png"),
        CompressedImageFormats::NONE,
        true,
        ImageSampler::Default,
        RenderAssetUsages::MAIN_WORLD,
    )
    .unwrap();
    assert_eq!((picture.width(), picture.height()), (width, height));
    let colours: HashSet<[u8; 4]> =
        picture.data.unwrap().chunks_exact(4).map(|pixel| pixel.try_into().unwrap()).collect();
    assert!(colours.len() > 500, "only {} colours", colours.len());
}

/// Without a driver the error names the package; a unit that does not exist is reported.
#[test]
fn a_picture_that_cannot_be_drawn_says_why() {
    let (_folder, saves) = scratch();
    for (option, value, driver, expected) in [
        ("--select", "A1", Some("/nowhere"), "apt-get install mesa-vulkan-drivers"),
        ("--select", "A99", None, "there is no unit A99"),
        ("--fallback", "A99", None, "there is no unit A99 on the table"),
        ("--combat", "A99", None, "there is no unit A99 on the table"),
        ("--combat", "A1", None, "A1 is in no close combat as things stand"),
        ("--sight", "A99", None, "there is no A99 in this battle"),
        ("--sight", "A1:B1.99", None, "there is no B1.99 in this battle"),
        ("--sight", "A1:A2.1", None, "A1 and A2.1 are on the same side"),
    ] {
        let mut program = Process::new(PROGRAM);
        program.arg("--data").arg(root()).args(["picture", "street", option, value, "--out"]);
        program.arg(saves.join("none.png")).env_remove("DISPLAY").env("WGPU_BACKEND", "vulkan");
        if let Some(driver) = driver {
            program.env("VK_DRIVER_FILES", driver).env("VK_ICD_FILENAMES", driver);
        }
        let output = program.output().unwrap();
        let text = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{text}");
        assert!(text.contains(expected), "{text}");
        assert_eq!(text.lines().count(), 1, "{text}");
    }
}

/// A picture that another program has wanted ends with that program: its input is closed then, however the program ended.
#[test]
fn a_picture_that_nobody_wants_any_more_is_not_drawn() {
    let (_folder, saves) = scratch();
    for (kept_open, drawn) in [(true, true), (false, false)] {
        let out = saves.join("poster.png");
        let mut program = Process::new(PROGRAM);
        program.arg("--data").arg(root()).args(["picture", "street", "--view", "poster", "--quality", "low"]);
        program.args(["--size", "640x400", "--ends-with-input", "--out"]).arg(&out);
        program.env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY").env_remove("RUST_LOG");
        let mut child = program.stdin(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        let input = child.stdin.take().filter(|_| kept_open);
        let status = child.wait().unwrap();
        drop(input);
        assert_eq!((status.success(), out.exists()), (drawn, drawn), "{kept_open}; {INSTALL}");
        let _ = std::fs::remove_file(out);
    }
}
