//! The shipped files inside the program of a release: the last place where they are looked for, so that one file runs anywhere.

use std::io;
use std::path::{Path, PathBuf};

use xxhash_rust::xxh3::xxh3_64;

use super::packing::{pack, unpack};
use crate::folders::Folders;

/// The shipped files, in a release.
#[cfg(feature = "packaged")]
const PACKED: Option<&[u8]> = Some(include_bytes!(concat!(env!("OUT_DIR"), "/data.pack")));

/// A build for work on the program reads them where it was built.
#[cfg(not(feature = "packaged"))]
const PACKED: Option<&[u8]> = None;

/// Names the content of a data folder: 16 hexadecimal digits of XXH3 over its packed files.
pub type DataHash = String;

/// The hash of a data folder.
///
/// # Errors
/// A file cannot be read.
pub fn hash_of_folder(root: &Path) -> io::Result<DataHash> {
    Ok(hash_of(&pack(root)?))
}

fn hash_of(packed: &[u8]) -> DataHash {
    format!("{:016x}", xxh3_64(packed))
}

/// The hash of the files inside the program; `None` if it has none.
pub fn embedded_hash() -> Option<DataHash> {
    PACKED.map(hash_of)
}

/// The folder with the files that are inside the program, unpacked by the first start that needs them: in the user's
/// folder for caches or, where nothing can be written there, in the system's for temporary files. `None` if the program has none
/// inside, or nothing can be written anywhere.
pub(super) fn embedded_folder() -> Option<PathBuf> {
    let packed = PACKED?;
    let cache = Folders::of_player().map(|player| player.cache);
    let mut places = cache.into_iter().chain([std::env::temp_dir()]);
    places.find_map(|place| unpacked_in(&place, packed).ok())
}

/// The folder in `place` that holds exactly what is packed. Where another has its name, such as one that was changed or a
/// stranger's, that is left alone and the next name taken.
fn unpacked_in(place: &Path, packed: &[u8]) -> io::Result<PathBuf> {
    let hash = hash_of(packed);
    let is_whole = |folder: &Path| hash_of_folder(folder).is_ok_and(|found| found == hash);
    for number in 1..100 {
        let name = if number == 1 {
            format!("warstrike-data-{hash}")
        } else {
            format!("warstrike-data-{hash}-{number}")
        };
        let folder = place.join(name);
        if is_whole(&folder) {
            return Ok(folder);
        }
        if folder.symlink_metadata().is_ok() {
            continue;
        }
        std::fs::create_dir_all(place)?;
        let new = tempfile::Builder::new().prefix("warstrike-data-new-").tempdir_in(place)?;
        unpack(packed, new.path())?;
        // Fails if another start was quicker.
        if std::fs::rename(new.path(), &folder).is_ok() {
            let _moved = new.keep();
            return Ok(folder);
        }
        if is_whole(&folder) {
            return Ok(folder);
        }
    }
    Err(io::Error::other("every name is taken"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn packed() -> Vec<u8> {
        pack(Path::new(env!("CARGO_MANIFEST_DIR"))).unwrap()
    }

    #[test]
    fn unpacked_data_is_what_was_packed_and_is_unpacked_once() {
        let place = tempfile::tempdir().unwrap();
        let folder = unpacked_in(&place.path().join("cache"), &packed()).unwrap();
        assert_eq!(pack(&folder).unwrap(), packed());
        let level = folder.join("levels/street.ron");
        let written = level.metadata().unwrap().modified().unwrap();
        assert_eq!(unpacked_in(&place.path().join("cache"), &packed()).unwrap(), folder);
        assert_eq!(level.metadata().unwrap().modified().unwrap(), written);
    }

    #[test]
    fn a_changed_folder_is_left_alone_and_not_used() {
        let place = tempfile::tempdir().unwrap();
        let folder = unpacked_in(place.path(), &packed()).unwrap();
        std::fs::write(folder.join("levels/street.ron"), "mine").unwrap();
        let other = unpacked_in(place.path(), &packed()).unwrap();
        assert_ne!(other, folder);
        assert_eq!(pack(&other).unwrap(), packed());
        assert_eq!(unpacked_in(place.path(), &packed()).unwrap(), other, "used again");
        assert_eq!(std::fs::read_to_string(folder.join("levels/street.ron")).unwrap(), "mine");
    }

    #[test]
    fn a_block_that_is_cut_off_or_leads_elsewhere_is_refused() {
        let place = tempfile::tempdir().unwrap();
        for bytes in [
            &b"9 levels/a.ron\nshort"[..],
            b"x levels/a.ron\n",
            b"no line",
            b"2 ../a.ron\nab",
            b"2 /a.ron\nab",
        ] {
            assert_eq!(unpack(bytes, place.path()).unwrap_err().kind(), io::ErrorKind::InvalidData);
        }
    }
}
