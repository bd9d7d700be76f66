//! Lists every `Rule:` citation of the sources, so that the program knows which paragraphs it plays.
//!
//! Never fails because of what a source file says: a file that cannot be read as Rust is a warning
//! here (the compiler will say more), and an id that does not exist is found by a test.

#[path = "build/citations.rs"]
mod citations;

use std::{env, error::Error, fs, path::PathBuf};

fn main() -> Result<(), Box<dyn Error>> {
    let package = PathBuf::from(env::var("CARGO_MANIFEST_DIR")?);
    let out = PathBuf::from(env::var("OUT_DIR")?);
    let index = citations::index(&package)?;
    for unread in &index.unread {
        println!("cargo::warning=no rule citations from {unread}");
    }
    fs::write(out.join("citations.rs"), citations::render(&index.citations))?;
    for (folder, _) in citations::ROOTS {
        println!("cargo::rerun-if-changed={folder}");
    }
    println!("cargo::rerun-if-changed=build");
    println!("cargo::rerun-if-changed=build.rs");
    Ok(())
}
