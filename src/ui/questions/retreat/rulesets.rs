//! The other rulesets that a preview can be compared with.

use std::path::Path;
use std::sync::Arc;

use crate::level::data_folder::DataFolder;
use crate::level::ruleset_file::read_ruleset;
use crate::rules::ruleset::Ruleset;

/// The ruleset of a data folder after `shown`, in the order of their names; `None` after the last. Rulesets equal to the
/// present one are left out.
pub(in crate::ui) fn next_ruleset(
    data: &Path,
    present: &Ruleset,
    shown: Option<&Ruleset>,
) -> Option<Arc<Ruleset>> {
    let data = DataFolder::at(data)?;
    let mut names = data.rulesets();
    names.retain(|name| shown.is_none_or(|shown| *name > shown.name));
    let read = |name: &String| read_ruleset(&data.ruleset_chain(name).ok()?).ok();
    let differs = |other: &Ruleset| {
        let renamed = Ruleset { name: present.name.clone(), about: present.about.clone(), ..other.clone() };
        renamed != *present
    };
    names.iter().filter_map(read).find(differs).map(Arc::new)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::data_folder::load_level;

    /// All that differ come once, and after them none.
    #[test]
    fn rulesets_come_one_after_the_other() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let data = DataFolder::find(Some(root)).unwrap();
        let setup = load_level("street", &data, None).unwrap_or_else(|faults| panic!("{faults}"));
        let mut shown: Vec<Arc<Ruleset>> = Vec::new();
        while let Some(next) = next_ruleset(data.root(), &setup.ruleset, shown.last().map(|one| &**one)) {
            assert!(shown.iter().all(|known| known.name < next.name), "{}", next.name);
            shown.push(next);
        }
        let names: Vec<&str> = shown.iter().map(|one| one.name.as_str()).collect();
        for name in ["v0.52", "every-hit", "outline-2012"] {
            assert!(names.contains(&name), "{names:?}");
        }
        assert!(!names.contains(&setup.ruleset.name.as_str()), "{names:?}");
    }
}
