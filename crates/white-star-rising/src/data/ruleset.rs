//! Numbers, switches and terrain of the rules, as data.

use std::fmt;

use tabletop_counters::Look;
use tabletop_data::ron::Node;

use super::read_game;
use tabletop_hexes::sight::SmokeNear;

macro_rules! numbers {
    ($($name:ident),* $(,)?) => {
        /// Numbers of the rules.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct Numbers { $(pub $name: u8),* }

        impl Numbers {
            fn read(node: Node<'_>) -> Option<Self> {
                let fields = node.fields(&[$(stringify!($name)),*])?;
                fields.get("stacking").and_then(|node| node.byte(1..=4, "units in a hex"));
                $(let $name = fields.need(stringify!($name)).and_then(|node| node.byte(0..=20, ""));)*
                Some(Self { $($name: $name?),* })
            }

            /// Each number with its name.
            pub fn values(&self) -> Vec<(&'static str, u8)> {
                vec![$((stringify!($name), self.$name)),*]
            }
        }
    };
}

/// An addition of the rules: played with or not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Addition {
    Off,
    On,
}

impl Addition {
    const WORDS: [(&str, Self); 2] = [("Off", Self::Off), ("On", Self::On)];

    pub fn is_on(self) -> bool {
        self == Self::On
    }
}

macro_rules! switches {
    (additions $($addition:ident),*; $($name:ident: $kind:ident { $first:ident $(, $word:ident)* }),* $(,)?) => {
        $(
            #[derive(Clone, Copy, Debug, PartialEq, Eq)]
            pub enum $kind { $first $(, $word)* }
        )*

        /// Readings of what the sources leave open.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct Switches { $(pub $name: $kind,)* $(pub $addition: Addition,)* pub smoke_near: SmokeNear }

        impl Switches {
            fn read(node: Node<'_>) -> Option<Self> {
                let fields = node.fields(&[
                    $(stringify!($name),)* $(stringify!($addition),)* "smoke_near",
                ])?;
                $(let $name = fields.or(stringify!($name), $kind::$first, |node| node.word(&[
                    (stringify!($first), $kind::$first) $(, (stringify!($word), $kind::$word))*
                ]));)*
                $(let $addition = fields.or(stringify!($addition), Addition::Off, |node| {
                    node.word(&Addition::WORDS)
                });)*
                let near = [("Blocks", SmokeNear::Blocks), ("AdjacentSeen", SmokeNear::AdjacentSeen)];
                let smoke_near = fields.or("smoke_near", SmokeNear::Blocks, |node| node.word(&near));
                Some(Self { $($name: $name?,)* $($addition: $addition?,)* smoke_near: smoke_near? })
            }

            /// Every other reading: the name of its switch, and the switches with that one turned.
            pub fn others(&self) -> Vec<(&'static str, Self)> {
                let mut all = Vec::new();
                $(for other in [$kind::$first $(, $kind::$word)*] {
                    if other != self.$name {
                        all.push((stringify!($name), Self { $name: other, ..*self }));
                    }
                })*
                $(let other = if self.$addition.is_on() { Addition::Off } else { Addition::On };
                all.push((stringify!($addition), Self { $addition: other, ..*self }));)*
                let other = match self.smoke_near {
                    SmokeNear::Blocks => SmokeNear::AdjacentSeen,
                    SmokeNear::AdjacentSeen => SmokeNear::Blocks,
                };
                all.push(("smoke_near", Self { smoke_near: other, ..*self }));
                all
            }

            /// Each switch with its name, its word and all words that it may have.
            pub fn values(&self) -> Vec<(&'static str, String, &'static [&'static str])> {
                vec![
                    $((
                        stringify!($name),
                        format!("{:?}", self.$name),
                        &[stringify!($first) $(, stringify!($word))*],
                    ),)*
                    $((stringify!($addition), format!("{:?}", self.$addition), &["Off", "On"]),)*
                    ("smoke_near", format!("{:?}", self.smoke_near), &["Blocks", "AdjacentSeen"]),
                ]
            }
        }
    };
}

numbers!(
    best_face,
    worst_face,
    stacking,
    cover_face,
    hard_bonus_limit,
    spotting_range,
    load_cost,
    overrun_multiple,
    overrun_cost,
    disrupted_face,
    mine_dice,
    mine_face,
    missions_a_caller,
    mission_fails_at,
    flak_at_armour,
    aircraft_steps,
    aircraft_stays_from,
    hq_hit_at,
    hq_loss_bonus,
    out_of_command_rally,
    fate_die,
    fate_marker,
);

switches!(
    additions add_1, add_2, add_3, add_4, add_5, add_6, add_7, fate;
    assault_loser: AssaultLoser { Scored, Letter },
    assault_tie: AssaultTie { Attacker, Defender },
    extended: Extended { Order, Choice },
    defenders_done: DefendersDone { On, Off },
    mortar_area: MortarArea { Hex, Seven },
    mines_where: MinesWhere { EmptyNow, NeverEntered },
    engineer_even: EngineerEven { Any, Sum },
    air_return: AirReturn { StrikeHits, FlakHits },
    air_disrupted: AirDisrupted { Aborts, Strikes },
    hq_in_assault: HqInAssault { Always, UnlessDone },
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
    /// Whether AFVs may overrun here.
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
