//! The result table of the assault, as data.

use serde::{Deserialize, Serialize};
use tabletop_data::reading::all;
use tabletop_data::ron::Node;

/// A side of an assault.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Role {
    Attacker,
    Defender,
}

/// One side of an assault, or both.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Roles {
    Attacker,
    Defender,
    Both,
}

/// Units of a side that a cell is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Whom {
    Nobody,
    All,
    Disrupted,
    Undisrupted,
    Best,
    /// All but the best.
    Others,
}

/// A row of the table.
///
/// Rule: LHY-RES-1, LHY-RES-2, LHY-RES-3, LHY-RES-4.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Row {
    /// Lowest total of the row; the last row has none.
    pub from: Option<i8>,
    /// Losses of urban assault: the lowest and the highest total (or face), and who loses.
    pub urban: Option<(i8, i8, Roles)>,
    /// Sides that may try to destroy a vehicle.
    pub destruction: Roles,
    pub suffers: Role,
    /// Fewest and most hexes of the retreat.
    pub retreat: [u8; 2],
    /// Casualties of those with a bullet, and of Japanese and Russians.
    pub casualty: [Whom; 2],
    /// Undisrupted units that check are Disrupted first.
    pub disrupt_first: bool,
    /// Cohesion checks of those with a bullet, and of Japanese and Russians.
    pub check: [Whom; 2],
    pub advance: Option<Role>,
    /// Units on foot of both sides that become Regrouping.
    pub regroup: Whom,
    /// Japanese and Russians of the side that suffers become Regrouping.
    pub steadfast_regroup: bool,
}

const ROLE: [(&str, Role); 2] = [("Attacker", Role::Attacker), ("Defender", Role::Defender)];

const ROLES: [(&str, Roles); 3] =
    [("Attacker", Roles::Attacker), ("Defender", Roles::Defender), ("Both", Roles::Both)];

const WHOM: [(&str, Whom); 6] = [
    ("Nobody", Whom::Nobody),
    ("All", Whom::All),
    ("Disrupted", Whom::Disrupted),
    ("Undisrupted", Whom::Undisrupted),
    ("Best", Whom::Best),
    ("Others", Whom::Others),
];

impl Role {
    /// Both, the attacker first.
    pub const BOTH: [Self; 2] = [Self::Attacker, Self::Defender];

    /// 0 of the attacker, 1 of the defender.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The other one.
    pub fn other(self) -> Self {
        match self {
            Self::Attacker => Self::Defender,
            Self::Defender => Self::Attacker,
        }
    }
}

impl Roles {
    /// A role is among them.
    pub fn has(self, role: Role) -> bool {
        match self {
            Self::Attacker => role == Role::Attacker,
            Self::Defender => role == Role::Defender,
            Self::Both => true,
        }
    }
}

/// Reads the rows, the highest total first.
pub fn read_table(node: Node<'_>) -> Option<Vec<Row>> {
    let items = node.items(1..=20)?;
    let rows = all(items.clone(), read_row)?;
    for (pair, item) in rows.windows(2).zip(&items[1..]) {
        let falls = match (pair[0].from, pair[1].from) {
            (Some(above), Some(below)) => below < above,
            (Some(_), None) => true,
            (None, _) => false,
        };
        if !falls {
            item.fault(
                "this row does not lie below the one before",
                "rows from the highest total to the lowest",
            );
        }
    }
    if rows.last().is_some_and(|row| row.from.is_some()) {
        node.fault("totals below the last row have none", "a last row without `from`");
    }
    Some(rows)
}

fn total(node: Node<'_>) -> Option<i8> {
    node.number(-20.0..=40.0, "").map(|value| value as i8)
}

fn read_row(node: Node<'_>) -> Option<Row> {
    let fields = node.fields(&[
        "from",
        "urban",
        "destruction",
        "suffers",
        "retreat",
        "casualty",
        "disrupt_first",
        "check",
        "advance",
        "regroup",
        "steadfast_regroup",
    ])?;
    let from = fields.maybe("from", total);
    let urban = fields.maybe("urban", |node| {
        let [low, high, who] = node.array::<3>()?;
        Some((total(low)?, total(high)?, who.word(&ROLES)?))
    });
    let destruction = fields.need("destruction").and_then(|node| node.word(&ROLES));
    let suffers = fields.need("suffers").and_then(|node| node.word(&ROLE));
    let retreat = fields.need("retreat").and_then(|node| {
        let [few, many] = node.array::<2>()?.map(|node| node.byte(0..=10, "hexes"));
        Some([few?, many?])
    });
    let whom = |name: &str| {
        fields.or(name, [Whom::Nobody; 2], |node| {
            let [bullet, steadfast] = node.array::<2>()?.map(|node| node.word(&WHOM));
            Some([bullet?, steadfast?])
        })
    };
    let (casualty, check) = (whom("casualty"), whom("check"));
    let disrupt_first = fields.or("disrupt_first", false, |node| node.flag());
    let advance = fields.maybe("advance", |node| node.word(&ROLE));
    let regroup = fields.or("regroup", Whom::Nobody, |node| node.word(&WHOM));
    let steadfast_regroup = fields.or("steadfast_regroup", false, |node| node.flag());
    Some(Row {
        from: from?,
        urban: urban?,
        destruction: destruction?,
        suffers: suffers?,
        retreat: retreat?,
        casualty: casualty?,
        disrupt_first: disrupt_first?,
        check: check?,
        advance: advance?,
        regroup: regroup?,
        steadfast_regroup: steadfast_regroup?,
    })
}
