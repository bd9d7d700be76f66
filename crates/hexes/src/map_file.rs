//! The map of a level file, every fault of it with its place.
//!
//! ```ron
//! Map(
//!     legend: [(".", "open"), ("w", "woods")],
//!     rows: ["..w", "w.."],
//!     roads: [["0101", "0201", "0301"]],
//! )
//! ```

use std::collections::BTreeSet;

use tabletop_data::ron::{Node, one_of};

use crate::hex::{Hex, Hexside, MAX_INDEX};
use crate::map::{HexMap, TerrainKind};

/// Hexes of a map: sight is worked out between every two, which takes 2 bytes for each pair.
pub const MAX_HEXES: usize = 2_500;

/// Roads of a map, and hexes of a road.
const MAX_ROADS: usize = 200;

/// Signs of a legend; one whose terrain is unknown is known all the same, so that rows are judged.
type Legend = Vec<(char, Option<TerrainKind>)>;

/// Reads `Map(…)`. `terrain` is the game's list of terrain.
pub fn read_map(node: Node<'_>, terrain: &[String]) -> Option<HexMap> {
    let fields = node.named("Map", &["legend", "rows", "roads"])?;
    let legend = fields.need("legend").and_then(|node| read_legend(node, terrain));
    let rows = fields.need("rows").and_then(|node| node.items(1..=usize::from(MAX_INDEX)))?;
    let lines: Vec<Option<Vec<Option<TerrainKind>>>> =
        rows.iter().map(|row| read_row(*row, legend.as_ref())).collect();
    // A row that cannot be read has its fault; roads are judged on what the others say.
    let columns = lines.iter().flatten().map(Vec::len).next()?;
    for (row, line) in rows.iter().zip(&lines) {
        let Some(count) = line.as_ref().map(Vec::len).filter(|count| *count != columns) else { continue };
        row.fault(format!("this row has {count} hexes"), format!("{columns}, as the first row has"));
    }
    if columns * lines.len() > MAX_HEXES {
        let found = format!("the map has {} hexes", columns * lines.len());
        fields.node.fault(found, format!("at most {MAX_HEXES}, as 50 columns of 50"));
        return None;
    }
    let kind = |hex: Hex| {
        let line = lines.get(usize::from(hex.row() - 1)).and_then(Option::as_ref)?;
        line.get(usize::from(hex.column() - 1)).copied().flatten()
    };
    let size = u8::try_from(columns).ok().zip(u8::try_from(lines.len()).ok());
    let bare = size.and_then(|(width, height)| {
        HexMap::new(width, height, BTreeSet::new(), |hex| kind(hex).unwrap_or(TerrainKind(0)))
    });
    let Some(bare) = bare else {
        fields.node.fault(format!("the map has {columns} columns"), format!("1 to {MAX_INDEX} columns"));
        return None;
    };
    let roads = fields.or("roads", BTreeSet::new(), |node| read_roads(node, &bare))?;
    if !bare.hexes().all(|hex| kind(hex).is_some()) {
        return None;
    }
    HexMap::new(bare.columns(), bare.rows(), roads, |hex| kind(hex).unwrap_or(TerrainKind(0)))
}

/// Reads the id of a hex that is on a map.
pub fn read_hex(node: Node<'_>, map: &HexMap) -> Option<Hex> {
    let text = node.text(40)?;
    match text.parse::<Hex>() {
        Ok(hex) if map.contains(hex) => Some(hex),
        Ok(hex) => {
            let last = format!("0101 to {:02}{:02}", map.columns(), map.rows());
            node.fault(format!("hex {hex} is not on the map"), last);
            None
        }
        Err(error) => {
            node.fault(error.to_string(), "four digits: \"0405\"");
            None
        }
    }
}

fn read_legend(node: Node<'_>, terrain: &[String]) -> Option<Legend> {
    let mut legend = Legend::new();
    let mut is_whole = true;
    for item in node.items(1..=60)? {
        let Some([letter, name]) = item.array() else {
            is_whole = false;
            continue;
        };
        let kind = read_kind(name, terrain);
        let Some(sign) = letter.text(1).and_then(|text| text.chars().next()) else {
            is_whole = false;
            continue;
        };
        if legend.iter().any(|(known, _)| *known == sign) {
            letter.fault(format!("the legend has {sign:?} twice"), "one terrain for each sign");
        }
        legend.push((sign, kind));
    }
    // Without a sign that cannot be read, rows would be blamed for it.
    is_whole.then_some(legend)
}

fn read_kind(node: Node<'_>, terrain: &[String]) -> Option<TerrainKind> {
    let found = node.text(60)?;
    let kind = terrain.iter().position(|known| *known == found);
    if kind.is_none() {
        let names: Vec<&str> = terrain.iter().map(String::as_str).collect();
        node.fault(format!("there is no terrain \"{found}\""), one_of(Some(&found), &names));
    }
    Some(TerrainKind(u8::try_from(kind?).ok()?))
}

/// The terrain of each hex of a row. Without a legend no sign is judged.
fn read_row(node: Node<'_>, legend: Option<&Legend>) -> Option<Vec<Option<TerrainKind>>> {
    let text = node.text(1000)?;
    let kind = |sign: char| {
        let known = legend?.iter().find(|(letter, _)| *letter == sign);
        if known.is_none() {
            node.fault(format!("the legend has no {sign:?}"), "a sign of the legend for each hex");
        }
        known.and_then(|(_, kind)| *kind)
    };
    Some(text.chars().map(kind).collect())
}

fn read_roads(node: Node<'_>, map: &HexMap) -> Option<BTreeSet<Hexside>> {
    let mut sides = BTreeSet::new();
    for road in node.items(0..=MAX_ROADS)? {
        let stops = road.items(2..=MAX_ROADS).unwrap_or_default();
        let hexes: Vec<Option<Hex>> = stops.iter().map(|stop| read_hex(*stop, map)).collect();
        for (index, pair) in hexes.windows(2).enumerate() {
            let [Some(one), Some(other)] = pair else { continue };
            match Hexside::between(*one, *other) {
                Some(side) => {
                    sides.insert(side);
                }
                None => stops[index + 1].fault(
                    format!("a road cannot go from {one} to {other}"),
                    "a neighbour of the hex before",
                ),
            }
        }
    }
    Some(sides)
}

#[cfg(test)]
mod tests {
    use super::*;
    use tabletop_data::fault::Faults;
    use tabletop_data::ron::Reader;
    use tabletop_data::source_text::SourceText;

    fn read(text: &str) -> Result<HexMap, Faults> {
        let source = SourceText { name: "map.ron".to_owned(), text: text.to_owned() };
        let reader = Reader::new(&source);
        let terrain = ["open", "woods"].map(str::to_owned);
        let map = reader.root().and_then(|root| read_map(root, &terrain));
        reader.finish(map)
    }

    #[test]
    fn a_map_is_read() {
        let map = read(
            r#"Map(legend: [(".", "open"), ("w", "woods")], rows: ["..w", "w.."], roads: [["0101", "0201", "0302"]])"#,
        );
        let map = map.unwrap();
        let hex = |id: &str| id.parse::<Hex>().unwrap();
        assert_eq!((map.columns(), map.rows()), (3, 2));
        assert_eq!(map.terrain(hex("0301")), Some(TerrainKind(1)));
        assert!(map.has_road(hex("0201"), hex("0101")) && !map.has_road(hex("0101"), hex("0102")));
    }

    #[test]
    fn all_faults_are_found_at_once() {
        let faults =
            read("Map(\n legend: [(\".\", \"open\"), (\"w\", \"wods\")],\n rows: [\"...\"],\n roads: [],\n)");
        assert_eq!(
            faults.unwrap_err().to_string(),
            "map.ron:2:32: there is no terrain \"wods\"; expected: woods (one of open, woods)"
        );
        let faults = read(
            "Map(\n legend: [(\".\", \"open\")],\n rows: [\"...\",\n \"....\"],\n roads: [[\"0101\", \"0301\"],\n [\"0101\", \"0404\", \"401\"]],\n)",
        );
        let all = faults.unwrap_err();
        let places: Vec<(usize, usize)> = all.0.iter().map(|fault| (fault.line, fault.column)).collect();
        assert_eq!(places, [(4, 2), (5, 19), (6, 11), (6, 19)], "{all}");
    }

    /// One fault hides no other: a terrain that is not there, a sign twice, an unknown sign and a road's jump.
    #[test]
    fn a_faulty_legend_hides_no_fault_of_rows_and_roads() {
        let faults = read(
            "Map(\n legend: [(\".\", \"opne\"), (\"w\", \"woods\"), (\"w\", \"open\")],\n rows: [\".w.\",\n \".x.\"],\n roads: [[\"0101\", \"0301\"]],\n)",
        );
        let all = faults.unwrap_err();
        let places: Vec<(usize, usize)> = all.0.iter().map(|fault| (fault.line, fault.column)).collect();
        assert_eq!(places, [(2, 17), (2, 43), (4, 2), (5, 19)], "{all}");
    }

    #[test]
    fn a_map_that_is_too_wide_says_so() {
        for columns in [100, 300] {
            let row = ".".repeat(columns);
            let text = format!("Map(legend: [(\".\", \"open\")], rows: [\"{row}\"])");
            let said = read(&text).unwrap_err().to_string();
            assert!(said.contains(&format!("the map has {columns} columns")), "{said}");
        }
        let rows = vec![format!("\"{}\"", ".".repeat(99)); 99].join(", ");
        let said =
            read(&format!("Map(legend: [(\".\", \"open\")], rows: [{rows}])")).unwrap_err().to_string();
        assert_eq!(said, "map.ron:1:1: the map has 9801 hexes; expected: at most 2500, as 50 columns of 50");
        let row = ".".repeat(99);
        assert!(read(&format!("Map(legend: [(\".\", \"open\")], rows: [\"{row}\"])")).is_ok());
    }
}
