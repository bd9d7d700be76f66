//! Names of units where there is little room: the part stays that tells a unit from the others of its side.

/// Words that say nothing about which unit it is.
const GENERIC: [&str; 6] = ["team", "squad", "section", "group", "unit", "crew"];

/// Words with which no short name begins.
const JOINING: [&str; 5] = ["of", "the", "from", "at", "and"];

/// The ways to write the name of a unit, the longest first. None of them is a way to write one of the other names; where two
/// units have the same name, their ids tell them apart.
pub fn ways_to_write(name: &str, others: &[&str]) -> Vec<String> {
    let words: Vec<&str> = name.split_whitespace().collect();
    let mut ways = vec![name.to_owned()];
    let ends = (1..words.len().saturating_sub(1)).map(|from| &words[from..]);
    let own = |way: &[&str]| !others.iter().any(|other| ends_with(other, way));
    ways.extend(ends.filter(|end| !is_joining(end[0]) && own(end)).map(|end| end.join(" ")));
    let initial = with_initial(&words);
    if words.len() > 1 && !others.iter().any(|other| with_initial(&split(other)) == initial) {
        ways.push(initial);
    }
    ways.extend(telling_word(&words, others).map(str::to_owned));
    // Longer by letters, as far as that can be told without laying them out.
    ways.sort_by_key(|way| std::cmp::Reverse(way.chars().count()));
    ways.dedup();
    ways
}

fn split(name: &str) -> Vec<&str> {
    name.split_whitespace().collect()
}

fn ends_with(name: &str, way: &[&str]) -> bool {
    split(name).ends_with(way)
}

fn is_joining(word: &str) -> bool {
    JOINING.contains(&word)
}

/// "E. squires".
fn with_initial(words: &[&str]) -> String {
    let initial = words.first().and_then(|word| word.chars().next());
    let rest = words.iter().skip(1).copied().collect::<Vec<_>>().join(" ");
    initial.map(|initial| format!("{initial}. {rest}")).unwrap_or(rest)
}

/// The one word that stands for the name: the last that no other name has, unless it says nothing.
fn telling_word<'a>(words: &[&'a str], others: &[&str]) -> Option<&'a str> {
    let telling = |word: &&&str| {
        !is_joining(word)
            && !GENERIC.contains(&word.to_lowercase().as_str())
            && !others.iter().any(|other| split(other).contains(*word))
    };
    words.iter().rev().find(telling).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_part_stays_that_tells_units_apart() {
        let knights = ["Knights of the gate", "Knights of the tower", "Elder squires", "Younger squires"];
        let guard = ["Heavy weapon team", "Command squad", "First rifles", "Second rifles", "Officer"];
        let alike = ["Rifles", "Rifles"];
        for (names, index, expected) in [
            (&knights[..], 0, &["Knights of the gate", "K. of the gate", "gate"][..]),
            (&knights, 2, &["Elder squires", "E. squires", "Elder"]),
            (&knights, 3, &["Younger squires", "Y. squires", "Younger"]),
            (&guard, 0, &["Heavy weapon team", "H. weapon team", "weapon team", "weapon"]),
            (&guard, 1, &["Command squad", "C. squad", "Command"]),
            (&guard, 2, &["First rifles", "F. rifles", "First"]),
            (&guard, 4, &["Officer"]),
            (&alike, 0, &["Rifles"]),
        ] {
            let others: Vec<&str> = names
                .iter()
                .enumerate()
                .filter(|(other, _)| *other != index)
                .map(|(_, name)| *name)
                .collect();
            assert_eq!(ways_to_write(names[index], &others), expected, "{}", names[index]);
        }
    }

    /// Whatever two units are called, a short name stands for one of them.
    #[test]
    fn no_short_name_stands_for_two_units() {
        let words = ["First", "Second", "Elder", "rifles", "squires", "gate", "of", "the", "team"];
        let mut names: Vec<String> = Vec::new();
        for a in words {
            for b in words {
                names.extend([a.to_owned(), format!("{a} {b}"), format!("{a} {b} squad")]);
            }
        }
        names.sort();
        names.dedup();
        for (index, name) in names.iter().enumerate().step_by(3) {
            let other = names[(index * 7 + 11) % names.len()].as_str();
            if other == name {
                continue;
            }
            let (own, others) = (ways_to_write(name, &[other]), ways_to_write(other, &[name]));
            let shared: Vec<&String> = own.iter().filter(|way| others.contains(way)).collect();
            assert_eq!(shared, Vec::<&String>::new(), "{name} and {other}");
        }
    }
}
