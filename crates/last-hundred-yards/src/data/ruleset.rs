//! Numbers, switches, terrain, hexsides and the result table of the rules, as data.

use std::fmt;

use tabletop_data::ron::{Fields, Node};

use super::read_game;
use super::table::{Row, read_table};

macro_rules! numbers {
    ($($(#[doc = $rule:literal])* $name:ident),* $(,)?) => {
        /// Numbers of the rules. A modifier is given without its sign; the paragraph says which way it goes.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct Numbers { $($(#[doc = $rule])* pub $name: u8),* }

        impl Numbers {
            fn read(node: Node<'_>) -> Option<Self> {
                let fields = node.fields(&[$(stringify!($name)),*])?;
                $(let $name = fields.need(stringify!($name)).and_then(|node| node.byte(0..=60, ""));)*
                Some(Self { $($name: $name?),* })
            }

            /// Each number with its name.
            pub fn values(&self) -> Vec<(&'static str, u8)> {
                vec![$((stringify!($name), self.$name)),*]
            }
        }
    };
}

macro_rules! switches {
    ($($(#[doc = $rule:literal])* $name:ident: $kind:ident { $first:ident $(, $word:ident)* }),* $(,)?) => {
        $(
            $(#[doc = $rule])*
            #[derive(Clone, Copy, Debug, PartialEq, Eq)]
            pub enum $kind { $first $(, $word)* }
        )*

        /// Readings of what the sources leave open.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct Switches { $(pub $name: $kind),* }

        impl Default for Switches {
            fn default() -> Self {
                Self { $($name: $kind::$first),* }
            }
        }

        impl Switches {
            fn read(node: Node<'_>) -> Option<Self> {
                let fields = node.fields(&[$(stringify!($name)),*])?;
                $(let $name = fields.or(stringify!($name), $kind::$first, |node| node.word(&[
                    (stringify!($first), $kind::$first) $(, (stringify!($word), $kind::$word))*
                ]));)*
                Some(Self { $($name: $name?),* })
            }

            /// Every other reading: the name of its switch, and the switches with that one turned.
            pub fn others(&self) -> Vec<(&'static str, Self)> {
                let mut all = Vec::new();
                $(for other in [$kind::$first $(, $kind::$word)*] {
                    if other != self.$name {
                        all.push((stringify!($name), Self { $name: other, ..*self }));
                    }
                })*
                all
            }

            /// Each switch with its name, its word and all words that it may have.
            pub fn values(&self) -> Vec<(&'static str, String, &'static [&'static str])> {
                vec![$((
                    stringify!($name),
                    format!("{:?}", self.$name),
                    &[stringify!($first) $(, stringify!($word))*],
                )),*]
            }
        }
    };
}

numbers!(
    /// FRM-5: steps on foot of a side in a hex.
    stack_steps,
    /// FRM-5: vehicles of a side in a hex.
    stack_vehicles,
    /// STA-3: shock ends on this face or less.
    shock_ends,
    /// STA-4.
    heroic_cohesion,
    /// STA-4: face of a recovery die.
    heroic_face,
    /// STA-4: an enemy within so many hexes.
    heroic_range,
    /// STA-5: by firing within so many hexes of an enemy that sees it.
    reveal_fire,
    /// STA-5: by moving in cover.
    reveal_move,
    /// STA-5: in the open.
    reveal_open,
    /// TURN-1.
    initiative_bonus,
    /// TURN-3: highest face for 2, 3 and 4 minutes.
    lapse_two, lapse_three, lapse_four,
    /// TURN-3: minutes of the shortest lapse.
    lapse_shortest,
    /// MAN-1: in reaction, foot and vehicles.
    foot_reaction, vehicle_reaction,
    /// MAN-1: in half points.
    uphill_halves,
    /// SAF-1: a neighbour.
    near_bonus,
    /// SAF-1: from so many hexes, and how much.
    far_from, far_loss,
    /// SAF-1.
    farther_from, farther_loss,
    /// SAF-1: beyond it no fire.
    fire_range,
    /// SAF-1.
    position_shelter,
    /// SAF-1.
    regrouping_fire,
    /// SAF-2.
    casualty_from,
    /// REC-1: leader, elite, suppressed, Japanese or Russian from Regrouping.
    rally_leader, rally_elite, rally_suppressed, rally_steadfast,
    /// REC, settled readings: a Disrupted unit rallies on so much or less.
    rally_at,
    /// REC-2.
    withdraw_hexes,
    /// ASB-1.
    assault_foot, assault_heroic, assault_vehicle,
    /// LIM-2.
    counted_steps, counted_leaders, counted_latws, counted_flamethrowers, counted_vehicles, counted_positions,
    /// LIM-1.
    heroic_markers,
    /// DRM-1.
    modifier_limit,
    /// DRM-2.
    cohesion_limit,
    /// DRM-3.
    drm_urban,
    /// DRM-4.
    drm_uphill,
    /// DRM-5.
    drm_concealed,
    /// DRM-6.
    drm_cover,
    /// DRM-7.
    drm_fragmented,
    /// DRM-8.
    drm_motion,
    /// DRM-9.
    drm_regrouping,
    /// DRM-10.
    drm_heroic,
    /// DRM-11.
    drm_envelopment,
    /// DRM-12.
    drm_latw, drm_flamethrower,
    /// VDA-2.
    destroyed_from,
    /// VDA-3: the three lines.
    try_squad, try_weapon, try_heroic,
    /// VDA-3: AV over this.
    try_av_over,
    /// VDA-4.
    try_alone, try_shocked, try_sunken, try_motion,
    /// RET-3.
    retreat_limit,
    /// RET-4.
    retreat_points,
    /// LSC-1: faces on which a leader or FP is lost.
    loss_low, loss_high,
);

switches!(
    /// Rule: LHY-LSC-1.
    loss_check: LossCheck { OneOrTen, Ten, Always },
    /// Rule: LHY-REG-1.
    regroup_who: RegroupWho { Both, Losers },
    /// Rule: LHY-IMM-1.
    soft_alone: SoftAlone { Afv, AnyUnit },
    /// Rule: LHY-URB-1.
    urban_by: UrbanBy { Total, Die },
    /// Rule: LHY-RES-5.
    best_of: BestOf { Combat, All },
    /// Rule: LHY-RES-7.
    disrupt_first: DisruptFirst { On, Off },
    /// Rule: LHY-DRM-1.
    formula: Formula { Source, None },
    /// Rule: LHY-DRM-8.
    motion: Motion { Once, Twice },
);

/// Buildings of a hex.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Building {
    None,
    Rural,
    Urban,
}

/// A kind of terrain. Costs are in half maneuver points; a cost of 0 bars.
///
/// Rule: LHY-MAN-1, LHY-SAF-1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Terrain {
    pub id: String,
    pub foot: u8,
    pub vehicle: u8,
    /// Taken off fire at who is in it.
    pub shelter: u8,
    /// Height of what stands on it, and of its ground.
    pub obstacle: u8,
    pub level: u8,
    pub building: Building,
    /// Cover terrain.
    pub cover: bool,
    /// Woods or jungle: light vehicles forced through it off the road are eliminated.
    pub forest: bool,
    /// A retreat through it is limited.
    pub hinders_retreat: bool,
    /// A sunken road.
    pub sunken: bool,
}

/// A kind of hexside.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SideKind {
    pub id: String,
    /// Taken off fire across it at who is behind it.
    pub shelter: u8,
    /// A wall: it shelters in assaults and ends a retreat.
    pub wall: bool,
    /// Cover terrain.
    pub cover: bool,
    /// Nobody may cross it.
    pub prohibited: bool,
    /// Vehicles may not cross it.
    pub bars_vehicles: bool,
    /// A hedgerow: an AFV that breaks through it into a sunken road is easier to destroy.
    pub hedgerow: bool,
}

#[derive(Clone, PartialEq, Eq)]
pub struct Ruleset {
    pub name: String,
    pub numbers: Numbers,
    pub switches: Switches,
    pub terrain: Vec<Terrain>,
    /// From road hex to road hex along the road, on foot and for vehicles, in half points.
    pub road: [u8; 2],
    pub hexsides: Vec<SideKind>,
    /// Rows of the result table, the highest total first.
    pub table: Vec<Row>,
}

/// Everything by which battles differ: a save keeps the hash of it.
impl fmt::Debug for Ruleset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { name, numbers, switches, terrain, road, hexsides, table } = self;
        let mut all = f.debug_struct("Ruleset");
        all.field("name", name).field("numbers", numbers).field("switches", switches);
        all.field("terrain", terrain).field("road", road).field("hexsides", hexsides);
        all.field("table", table).finish()
    }
}

impl Ruleset {
    pub fn read(node: Node<'_>) -> Option<Self> {
        let fields = node.named(
            "Ruleset",
            &["game", "name", "numbers", "switches", "terrain", "road", "hexsides", "table"],
        )?;
        fields.or("game", (), read_game)?;
        let name = fields.need("name").and_then(|node| node.name(60));
        let numbers = fields.need("numbers").and_then(Numbers::read);
        let switches = fields.or("switches", Switches::default(), Switches::read);
        let rows = |name: &str| fields.need(name).and_then(|node| node.items(1..=40));
        let terrain = rows("terrain").and_then(|items| super::all(items, read_terrain));
        let hexsides = rows("hexsides").and_then(|items| super::all(items, read_side));
        let road = fields.need("road").and_then(|node| {
            let [foot, vehicle] = node.array::<2>()?.map(|node| node.byte(1..=20, "half points"));
            Some([foot?, vehicle?])
        });
        let table = fields.need("table").and_then(read_table);
        Some(Self {
            name: name?,
            numbers: numbers?,
            switches: switches?,
            terrain: terrain?,
            road: road?,
            hexsides: hexsides?,
            table: table?,
        })
    }
}

fn flag(fields: &Fields<'_>, name: &str) -> Option<bool> {
    fields.or(name, false, |node| node.flag())
}

fn read_terrain(node: Node<'_>) -> Option<Terrain> {
    let fields = node.fields(&[
        "id",
        "foot",
        "vehicle",
        "shelter",
        "obstacle",
        "level",
        "building",
        "cover",
        "forest",
        "hinders_retreat",
        "sunken",
    ])?;
    let id = fields.need("id").and_then(|node| node.id());
    let [foot, vehicle] =
        ["foot", "vehicle"].map(|name| fields.need(name).and_then(|node| node.byte(0..=20, "")));
    let [shelter, obstacle, level] =
        ["shelter", "obstacle", "level"].map(|name| fields.or(name, 0, |node| node.byte(0..=9, "")));
    let words = [("None", Building::None), ("Rural", Building::Rural), ("Urban", Building::Urban)];
    let building = fields.or("building", Building::None, |node| node.word(&words));
    let [cover, forest, hinders, sunken] =
        ["cover", "forest", "hinders_retreat", "sunken"].map(|name| flag(&fields, name));
    Some(Terrain {
        id: id?,
        foot: foot?,
        vehicle: vehicle?,
        shelter: shelter?,
        obstacle: obstacle?,
        level: level?,
        building: building?,
        cover: cover?,
        forest: forest?,
        hinders_retreat: hinders?,
        sunken: sunken?,
    })
}

fn read_side(node: Node<'_>) -> Option<SideKind> {
    let fields =
        node.fields(&["id", "shelter", "wall", "cover", "prohibited", "bars_vehicles", "hedgerow"])?;
    let id = fields.need("id").and_then(|node| node.id());
    let shelter = fields.or("shelter", 0, |node| node.byte(0..=9, ""));
    let [wall, cover, prohibited, bars, hedgerow] =
        ["wall", "cover", "prohibited", "bars_vehicles", "hedgerow"].map(|name| flag(&fields, name));
    Some(SideKind {
        id: id?,
        shelter: shelter?,
        wall: wall?,
        cover: cover?,
        prohibited: prohibited?,
        bars_vehicles: bars?,
        hedgerow: hedgerow?,
    })
}
