//! Numbers, switches, terrain, hexsides and the result table of the rules, as data.

use std::fmt;

use tabletop_data::reading::all;
use tabletop_data::ron::{Fields, Node};

use super::read_game;
use super::table::{Row, read_table};

tabletop_data::numbers!(
    0..=60;
    /// Steps on foot of a side in a hex.
    stack_steps ("LHY-FRM-5"),
    /// Vehicles of a side in a hex.
    stack_vehicles ("LHY-FRM-5"),
    /// Shock ends on this face or less.
    shock_ends ("LHY-STA-3"),
    heroic_cohesion ("LHY-STA-4"),
    /// Face of a recovery die.
    heroic_face ("LHY-STA-4", "LHY-REC-1"),
    /// An enemy within so many hexes.
    heroic_range ("LHY-STA-4"),
    /// By firing within so many hexes of an enemy that sees it.
    reveal_fire ("LHY-STA-5"),
    /// By moving in cover.
    reveal_move ("LHY-STA-5"),
    /// In the open.
    reveal_open ("LHY-STA-5"),
    initiative_bonus ("LHY-TURN-1"),
    /// Highest face for 2, 3 and 4 minutes.
    lapse_two ("LHY-TURN-3"),
    lapse_three ("LHY-TURN-3"),
    lapse_four ("LHY-TURN-3"),
    /// Minutes of the shortest lapse.
    lapse_shortest ("LHY-TURN-3"),
    /// In reaction, foot and vehicles.
    foot_reaction ("LHY-MAN-1"),
    vehicle_reaction ("LHY-MAN-1"),
    /// In half points.
    uphill_halves ("LHY-MAN-1"),
    /// A neighbour.
    near_bonus ("LHY-SAF-1"),
    /// From so many hexes, and how much.
    far_from ("LHY-SAF-1"),
    far_loss ("LHY-SAF-1"),
    farther_from ("LHY-SAF-1"),
    farther_loss ("LHY-SAF-1"),
    /// Beyond it no fire.
    fire_range ("LHY-SAF-1"),
    position_shelter ("LHY-SAF-1"),
    regrouping_fire ("LHY-SAF-1", "LHY-REG-2"),
    casualty_from ("LHY-SAF-2"),
    /// Leader, elite, suppressed, Japanese or Russian from Regrouping.
    rally_leader ("LHY-REC-1"),
    rally_elite ("LHY-REC-1"),
    rally_suppressed ("LHY-REC-1"),
    rally_steadfast ("LHY-REC-1"),
    /// A Disrupted unit rallies on so much or less.
    rally_at ("LHY-REC-1"),
    withdraw_hexes ("LHY-REC-2"),
    assault_foot ("LHY-ASB-1"),
    assault_heroic ("LHY-ASB-1", "LHY-STA-4"),
    assault_vehicle ("LHY-ASB-1"),
    counted_steps ("LHY-LIM-2"),
    counted_leaders ("LHY-LIM-2"),
    counted_latws ("LHY-LIM-2"),
    counted_flamethrowers ("LHY-LIM-2"),
    counted_vehicles ("LHY-LIM-2"),
    counted_positions ("LHY-LIM-2"),
    heroic_markers ("LHY-LIM-1"),
    modifier_limit ("LHY-DRM-1"),
    cohesion_limit ("LHY-DRM-2"),
    drm_urban ("LHY-DRM-3"),
    drm_uphill ("LHY-DRM-4"),
    drm_concealed ("LHY-DRM-5"),
    drm_cover ("LHY-DRM-6"),
    drm_fragmented ("LHY-DRM-7"),
    drm_motion ("LHY-DRM-8"),
    drm_regrouping ("LHY-DRM-9"),
    drm_heroic ("LHY-DRM-10"),
    drm_envelopment ("LHY-DRM-11"),
    drm_latw ("LHY-DRM-12"),
    drm_flamethrower ("LHY-DRM-12"),
    destroyed_from ("LHY-VDA-2"),
    /// The three lines.
    try_squad ("LHY-VDA-3"),
    try_weapon ("LHY-VDA-3"),
    try_heroic ("LHY-VDA-3"),
    /// AV over this.
    try_av_over ("LHY-VDA-3"),
    try_alone ("LHY-VDA-4"),
    try_shocked ("LHY-VDA-4"),
    try_sunken ("LHY-VDA-4"),
    try_motion ("LHY-VDA-4"),
    retreat_limit ("LHY-RET-3"),
    retreat_points ("LHY-RET-4"),
    /// Faces on which a leader or FP is lost.
    loss_low ("LHY-LSC-1"),
    loss_high ("LHY-LSC-1"),
);

tabletop_data::switches!(
    /// Rule: LHY-ASB-5.
    feint ("LHY-ASB-5"): Feint { FreeWithdrawal, DieForBoth, None },
    /// Rule: LHY-LSC-1.
    loss_check ("LHY-LSC-1"): LossCheck { OneOrTen, Ten, Always },
    /// Rule: LHY-REG-1.
    regroup_who ("LHY-REG-1"): RegroupWho { Both, Losers },
    /// Rule: LHY-IMM-1.
    soft_alone ("LHY-IMM-1"): SoftAlone { Afv, AnyUnit },
    /// Rule: LHY-URB-1.
    urban_by ("LHY-URB-1"): UrbanBy { Total, Die },
    /// Rule: LHY-RES-5.
    best_of ("LHY-RES-5"): BestOf { Combat, All },
    /// Rule: LHY-RES-7.
    disrupt_first ("LHY-RES-7"): DisruptFirst { On, Off },
    /// Rule: LHY-DRM-1.
    formula ("LHY-DRM-1"): Formula { Source, None },
    /// Rule: LHY-DRM-8.
    motion ("LHY-DRM-8"): Motion { Once, Twice },
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
        let terrain = rows("terrain").and_then(|items| all(items, read_terrain));
        let hexsides = rows("hexsides").and_then(|items| all(items, read_side));
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
