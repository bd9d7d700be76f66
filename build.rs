//! Packs the shipped files into the program, where it is built for a release (feature `packaged`).

use std::path::Path;

#[path = "src/level/packing.rs"]
mod packing;

fn main() -> std::io::Result<()> {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=src/level/packing.rs");
    if std::env::var_os("CARGO_FEATURE_PACKAGED").is_none() {
        return Ok(());
    }
    for folder in packing::SHIPPED {
        println!("cargo::rerun-if-changed={folder}");
    }
    let (Some(root), Some(out)) = (std::env::var_os("CARGO_MANIFEST_DIR"), std::env::var_os("OUT_DIR"))
    else {
        return Err(std::io::Error::other("Cargo names no folder"));
    };
    std::fs::write(Path::new(&out).join("data.pack"), packing::pack(Path::new(&root))?)
}
