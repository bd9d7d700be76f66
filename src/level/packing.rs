//! The shipped files as one block of bytes: file after file, each a line with its length and its path, then its content.
//!
//! Knows nothing but the standard library: the build script uses it too.

use std::io::{Error, ErrorKind, Result};
use std::path::{Component, Path, PathBuf};

/// The folders that are shipped.
pub const SHIPPED: [&str; 2] = ["assets", "levels"];

/// Packs the shipped folders in `root`, in the order of their paths: the same files make the same bytes.
///
/// # Errors
/// A folder or file cannot be read, or a path is not UTF-8.
pub fn pack(root: &Path) -> Result<Vec<u8>> {
    let mut files = Vec::new();
    for folder in SHIPPED {
        list(root, Path::new(folder), &mut files)?;
    }
    files.sort();
    let mut packed = Vec::new();
    for file in files {
        let content = std::fs::read(root.join(&file))?;
        packed.extend(format!("{} {file}\n", content.len()).into_bytes());
        packed.extend(content);
    }
    Ok(packed)
}

/// Lists the files of a folder, with slashes between folders on every system. Hidden ones are an editor's.
fn list(root: &Path, folder: &Path, files: &mut Vec<String>) -> Result<()> {
    for entry in std::fs::read_dir(root.join(folder))? {
        let entry = entry?;
        let not_text = || Error::new(ErrorKind::InvalidData, "a file's name is not UTF-8");
        let name = entry.file_name().into_string().map_err(|_| not_text())?;
        let path = folder.join(&name);
        if name.starts_with('.') {
            continue;
        }
        if root.join(&path).is_dir() {
            list(root, &path, files)?;
        } else {
            let parts: Option<Vec<&str>> = path.iter().map(|part| part.to_str()).collect();
            files.push(parts.ok_or_else(not_text)?.join("/"));
        }
    }
    Ok(())
}

/// Writes what was packed into a folder, which is created.
///
/// # Errors
/// The block is cut off or damaged, or a file cannot be written.
#[allow(dead_code, reason = "the build script only packs")]
pub fn unpack(packed: &[u8], into: &Path) -> Result<()> {
    let damaged = || Error::new(ErrorKind::InvalidData, "the packed data is damaged");
    let mut rest = packed;
    while !rest.is_empty() {
        let end = rest.iter().position(|byte| *byte == b'\n').ok_or_else(damaged)?;
        let line = std::str::from_utf8(&rest[..end]).map_err(|_| damaged())?;
        let (length, path) = line.split_once(' ').ok_or_else(damaged)?;
        let length: usize = length.parse().map_err(|_| damaged())?;
        let path = PathBuf::from(path);
        let content = rest.get(end + 1..end + 1 + length).ok_or_else(damaged)?;
        if !path.components().all(|part| matches!(part, Component::Normal(_))) {
            return Err(damaged());
        }
        let file = into.join(&path);
        std::fs::create_dir_all(file.parent().unwrap_or(into))?;
        std::fs::write(file, content)?;
        rest = &rest[end + 1 + length..];
    }
    Ok(())
}
