//! Numbers, switches and terrain of the rules, as data.

use std::fmt;

use tabletop_counters::Look;
use tabletop_data::ron::Node;

use super::read_game;
use tabletop_hexes::sight::SmokeNear;

/// An addition of the rules: played with or not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Addition {
    Off,
    On,
}

impl Addition {
    pub fn is_on(self) -> bool {
        self == Self::On
    }
}

tabletop_data::numbers!(
    0..=20;
    best_face ("WSR-BAS-2"),
    worst_face ("WSR-BAS-2"),
    stacking in 1..=4 "units in a hex" ("WSR-BAS-8"),
    cover_face ("WSR-FIR-12", "WSR-MTR-3", "WSR-ART-5"),
    hard_bonus_limit ("WSR-FIR-13"),
    spotting_range ("WSR-REC-3", "WSR-FIR-8"),
    load_cost ("WSR-TRA-1", "WSR-TRA-2"),
    overrun_multiple ("WSR-OVR-2"),
    overrun_cost ("WSR-OVR-1"),
    disrupted_face ("WSR-DIS-4", "WSR-ASL-4", "WSR-OVR-4"),
    mine_dice ("WSR-MIN-2"),
    mine_face ("WSR-MIN-2"),
    missions_a_caller ("WSR-ART-1"),
    mission_fails_at ("WSR-ART-3"),
    flak_at_armour ("WSR-AA-2"),
    aircraft_steps ("WSR-CAS-4"),
    aircraft_stays_from ("WSR-CAS-5"),
    hq_hit_at ("WSR-HQ-7"),
    hq_loss_bonus ("WSR-HQ-7"),
    out_of_command_rally ("WSR-RAL-2"),
    fate_die ("WSR-FAT-1"),
    fate_marker ("WSR-FAT-1"),
);

tabletop_data::switches!(
    assault_loser ("WSR-ASL-11"): AssaultLoser { Scored, Letter },
    assault_tie ("WSR-ASL-11"): AssaultTie { Attacker, Defender },
    extended ("WSR-FIR-5"): Extended { Order, Choice },
    defenders_done ("WSR-MRK-2"): DefendersDone { On, Off },
    mortar_area ("WSR-MTR-5"): MortarArea { Hex, Seven },
    mines_where ("WSR-MIN-1"): MinesWhere { EmptyNow, NeverEntered },
    engineer_even ("WSR-MIN-5"): EngineerEven { Any, Sum },
    air_return ("WSR-CAS-10"): AirReturn { StrikeHits, FlakHits },
    air_disrupted ("WSR-CAS-5"): AirDisrupted { Aborts, Strikes },
    hq_in_assault ("WSR-HQ-10"): HqInAssault { Always, UnlessDone };
    add_1 ("WSR-ADD-1"): Addition { Off, On },
    add_2 ("WSR-ADD-2"): Addition { Off, On },
    add_3 ("WSR-ADD-3"): Addition { Off, On },
    add_4 ("WSR-ADD-4"): Addition { Off, On },
    add_5 ("WSR-ADD-5"): Addition { Off, On },
    add_6 ("WSR-ADD-6"): Addition { Off, On },
    add_7 ("WSR-ADD-7"): Addition { Off, On },
    fate ("WSR-FAT-1"): Addition { Off, On },
    smoke_near ("WSR-LOS-5"): SmokeNear { Blocks, AdjacentSeen },
);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hides {
    Nobody,
    Infantry,
    All,
}

/// A row of the terrain table; a cost of 0 bars.
///
/// Rule: WSR-MOV-2.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Terrain {
    pub id: String,
    /// On legs, wheels, tracks.
    pub costs: [u8; 3],
    pub soft: u8,
    pub hard: u8,
    pub hides: Hides,
    pub obstacle: u8,
    pub level: u8,
    /// AFVs may overrun here.
    pub overrun: bool,
}

#[derive(Clone, PartialEq, Eq)]
pub struct Ruleset {
    pub name: String,
    pub numbers: Numbers,
    pub switches: Switches,
    pub terrain: Vec<Terrain>,
    /// From road hex to road hex along the road.
    pub road: u8,
    /// Models of the rows of terrain.
    pub looks: Vec<Look>,
}

/// Everything by which battles differ: a save keeps the hash of it, and models of terrain are not in it.
impl fmt::Debug for Ruleset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { name, numbers, switches, terrain, road, looks: _ } = self;
        let mut all = f.debug_struct("Ruleset");
        all.field("name", name).field("numbers", numbers).field("switches", switches);
        all.field("terrain", terrain).field("road", road).finish()
    }
}

impl Ruleset {
    pub fn read(node: Node<'_>) -> Option<Self> {
        let fields = node.named("Ruleset", &["game", "name", "numbers", "switches", "terrain", "road"])?;
        fields.or("game", (), read_game)?;
        let name = fields.need("name").and_then(|node| node.name(60));
        let numbers = fields.need("numbers").and_then(Numbers::read);
        let switches = fields.need("switches").and_then(Switches::read);
        let terrain = fields
            .need("terrain")
            .and_then(|node| node.items(1..=40))
            .map(|items| items.into_iter().map(read_terrain).collect::<Vec<_>>());
        let road = fields.need("road").and_then(|node| node.byte(1..=20, ""));
        let rows: Option<Vec<(Terrain, Look)>> = terrain?.into_iter().collect();
        let (terrain, looks) = rows?.into_iter().unzip();
        Some(Self { name: name?, numbers: numbers?, switches: switches?, terrain, road: road?, looks })
    }
}

/// Words for the models of terrain.
const LOOKS: [(&str, Look); 7] = [
    ("Open", Look::Open),
    ("Field", Look::Field),
    ("Rough", Look::Rough),
    ("Woods", Look::Woods),
    ("Town", Look::Town),
    ("Hill", Look::Hill),
    ("Water", Look::Water),
];

/// The model of a row that names none.
fn usual_look(row: &Terrain) -> Look {
    match (row.hides, row.obstacle, row.level) {
        (_, 0, 1..) => Look::Hill,
        (_, 1.., _) => Look::Woods,
        (Hides::All, 0, 0) => Look::Rough,
        (Hides::Infantry, 0, 0) => Look::Field,
        (Hides::Nobody, 0, 0) if row.costs == [0; 3] => Look::Water,
        (Hides::Nobody, 0, 0) => Look::Open,
    }
}

fn read_terrain(node: Node<'_>) -> Option<(Terrain, Look)> {
    let fields = node.fields(&[
        "id", "leg", "wheeled", "tracked", "soft", "hard", "hides", "obstacle", "level", "overrun", "look",
    ])?;
    let byte = |name: &str| fields.need(name).and_then(|node| node.byte(0..=20, ""));
    let id = fields.need("id").and_then(|node| node.id());
    let costs = ["leg", "wheeled", "tracked"].map(byte);
    let [soft, hard, obstacle, level] = ["soft", "hard", "obstacle", "level"].map(byte);
    let words = [("Nobody", Hides::Nobody), ("Infantry", Hides::Infantry), ("All", Hides::All)];
    let hides = fields.need("hides").and_then(|node| node.word(&words));
    let overrun = fields.need("overrun").and_then(|node| node.flag());
    let look = fields.maybe("look", |node| node.word(&LOOKS));
    let [Some(leg), Some(wheeled), Some(tracked)] = costs else { return None };
    let row = Terrain {
        id: id?,
        costs: [leg, wheeled, tracked],
        soft: soft?,
        hard: hard?,
        hides: hides?,
        obstacle: obstacle?,
        level: level?,
        overrun: overrun?,
    };
    let look = look?.unwrap_or_else(|| usual_look(&row));
    Some((row, look))
}
