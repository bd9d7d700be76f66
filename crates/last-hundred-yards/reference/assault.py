"""Makes assault.json, against which the odds of assaults are tested.

    python3 assault.py > assault.json

It is written from the rulebook alone and shares nothing with the program: own values of units, own hexes, fractions in place of
floating point, lots as even chances in place of faces, retreats by trying every path. Choices are answered as the program's odds
say: who counts by assault value, then Cohesion; the vehicle that is easiest to destroy; a retreat away from enemies, short, into
cover; nobody advances.
"""

import itertools
import json
import random
from fractions import Fraction

TENTH = Fraction(1, 10)

# kind, nation, company, steps, Cohesion, assault value full and reduced, anti-tank value
CARDS = {
    "US-1": ("squad", "US", "Baker", 2, 6, (2, 1), None),
    "US-2": ("squad", "US", "Baker", 2, 6, (2, 1), None),
    "US-3": ("squad", "US", "Baker", 2, 6, (2, 1), None),
    "US-A": ("squad", "US", "Able", 2, 6, (2, 1), None),
    "US-M": ("gun", "US", "Baker", 1, 6, (1, 1), None),
    "US-L": ("leader", "US", "Baker", 0, 7, (1, 1), None),
    "US-B": ("latw", "US", "Baker", 0, 6, (0, 0), 1),
    "US-F": ("flame", "US", "Baker", 0, 6, (1, 1), None),
    "US-T": ("afv", "US", "Baker", 1, 6, (2, 2), 2),
    "US-H": ("halftrack", "US", "Baker", 1, None, (1, 1), None),
    "GE-1": ("squad", "GE", "1st", 2, 6, (2, 1), None),
    "GE-2": ("squad", "GE", "1st", 2, 6, (2, 1), None),
    "GE-M": ("gun", "GE", "1st", 1, 6, (1, 1), None),
    "GE-L": ("leader", "GE", "1st", 0, 7, (1, 1), None),
    "GE-P": ("latw", "GE", "1st", 0, 6, (0, 0), 2),
    "GE-S": ("afv", "GE", "1st", 1, 6, (1, 1), 3),
    "GE-C": ("carrier", "GE", "1st", 1, None, (1, 1), None),
    "GE-G": ("towed", "GE", "1st", 1, 5, (0, 0), 3),
    "GE-FP": ("fp", "GE", "1st", 1, 7, (2, 2), None),
    "JA-1": ("squad", "JA", "1st", 2, 7, (3, 2), None),
    "JA-2": ("squad", "JA", "1st", 2, 7, (3, 2), None),
    "JA-L": ("leader", "JA", "1st", 0, 8, (1, 1), None),
    "RU-1": ("squad", "RU", "1st", 2, 5, (3, 2), None),
    "RU-2": ("squad", "RU", "1st", 2, 5, (3, 2), None),
    "RU-3": ("squad", "RU", "1st", 2, 5, (3, 2), None),
    "RU-L": ("leader", "RU", "1st", 0, 6, (1, 1), None),
}
PLATOON = {"RU-3": 2}
VEHICLES = {"afv", "halftrack", "carrier", "fv"}
COMBAT = {"squad", "gun", "towed", "afv"}
FOOT_COST = {"open": 1, "woods": 1, "jungle": 1, "rural": 1, "urban": 1, "marsh": 1}
DRIVE = {"open": 2, "woods": 8, "jungle": 8, "rural": None, "urban": None, "marsh": None}
COVER = {"woods", "jungle", "rural", "urban"}
SLOW = {"jungle", "urban", "marsh"}
FOREST = {"woods", "jungle"}

# lowest total, sufferer, retreat, who tries, bullet casualty, J R casualty, bullet check, J R check, advance, regroup everybody
ROWS = [
    (14, "D", (4, 4), "A", "all", "best", None, "others", "A", False),
    (10, "D", (2, 4), "AD", "disrupted", "best", "undisrupted", None, None, False),
    (6, "D", (2, 4), "AD", None, None, "all", "best", None, True),
    (2, "A", (2, 4), "AD", None, None, "all", "best", None, True),
    (-1, "A", (2, 4), "AD", "disrupted", "best", "undisrupted", None, None, False),
    (-99, "A", (4, 4), "D", "all", "best", None, "others", "D", False),
]


class Unit:
    """State of a unit; hashable once frozen."""

    FIELDS = ("id", "side", "steps", "disrupted", "regrouping", "shocked", "heroic", "concealed", "moving", "sunken", "at", "aboard")
    __slots__ = FIELDS

    def __init__(self, **values):
        for field in self.FIELDS:
            setattr(self, field, values.get(field))

    def but(self, **values):
        return Unit(**{field: values.get(field, getattr(self, field)) for field in self.FIELDS})

    def key(self):
        return tuple(getattr(self, field) for field in self.FIELDS)

    kind = property(lambda self: CARDS[self.id][0])
    nation = property(lambda self: CARDS[self.id][1])
    steadfast = property(lambda self: self.nation in ("JA", "RU"))
    vehicle = property(lambda self: self.kind in VEHICLES)
    combat = property(lambda self: self.kind in COMBAT)
    foot_combat = property(lambda self: self.combat and not self.vehicle)
    full = property(lambda self: self.steps == CARDS[self.id][3])
    cohesion = property(lambda self: 8 if self.heroic else CARDS[self.id][4])
    good_order = property(lambda self: not (self.disrupted or self.regrouping or self.shocked))


def neighbours(hex_):
    column, row = hex_
    low = column % 2 == 0
    around = [(0, -1), (0, 1)]
    around += [(1, 0), (1, 1), (-1, 0), (-1, 1)] if low else [(1, 0), (1, -1), (-1, 0), (-1, -1)]
    found = [(column + right, row + down) for right, down in around]
    return [(c, r) for c, r in found if 1 <= c <= 20 and 1 <= r <= 20]


DISTANCES = {}


def distance(one, other):
    if one not in DISTANCES:
        reached, edge = {one: 0}, [one]
        while edge:
            edge = [hex_ for hex_ in {n for e in edge for n in neighbours(e)} if hex_ not in reached and not reached.update({hex_: reached[edge[0]] + 1})]
        DISTANCES[one] = reached
    return DISTANCES[one][other]


class Assault:
    """One assault: a state is a tuple of units' keys."""

    def __init__(self, case):
        self.case = case
        self.hex = (10, 10)
        self.switch = case["switches"]
        self.ground = {tuple(at): kind for at, kind in case["ground"]}
        self.barred = {tuple(at) for at in case["barred"]}
        self.others = [(tuple(at), side, id_) for at, side, id_ in case["others"]]
        self.entries = {unit["id"]: unit for unit in case["attackers"]}

    def terrain(self, hex_):
        return self.case["terrain"] if hex_ == self.hex else self.ground.get(hex_, "open")

    # States.

    def start(self):
        units = []
        for side, listed in (("A", "attackers"), ("D", "defenders")):
            for one in sorted(self.case[listed], key=lambda unit: unit["id"]):
                marks = {mark: mark in one["markers"] for mark in ("disrupted", "regrouping", "shocked", "heroic", "concealed", "moving", "sunken")}
                units.append(Unit(id=one["id"], side=side, steps=one["steps"], at=self.hex, aboard=one.get("aboard"), **marks))
        return units

    def av(self, unit):
        value = CARDS[unit.id][5][0 if unit.full else 1]
        if self.switch["motion"] == "Twice" and unit.vehicle and unit.moving:
            value = max(value - 1, 0)
        return value

    def there(self, units, side):
        return [unit for unit in units if unit.side == side and unit.at == self.hex]

    def left(self, units, side):
        return [unit for unit in units if unit.side == side and unit.at]

    # Harm.

    @staticmethod
    def lose_step(unit):
        steps = max(unit.steps - 1, 0)
        return unit.but(steps=steps, heroic=False, concealed=False, at=unit.at if steps else None)

    def casualty(self, unit):
        hurt = self.lose_step(unit)
        return hurt if unit.steadfast or not hurt.at else self.disrupted(hurt)

    @staticmethod
    def disrupted(unit):
        return unit.but(disrupted=True, heroic=False, concealed=False, regrouping=False)

    def fails(self, unit):
        if unit.disrupted or unit.steadfast:
            return self.casualty(unit)
        return self.disrupted(unit)

    # Who counts.

    def counted(self, units, side):
        here = self.there(units, side)
        limits = {"foot": 4, "leader": 1, "latw": 1, "flame": 1, "vehicle": 1, "fp": 1}
        group = lambda unit: "vehicle" if unit.vehicle else "foot" if unit.combat else unit.kind
        best, best_key = None, None
        for size in range(len(here) + 1):
            for some in itertools.combinations(here, size):
                weight = dict.fromkeys(limits, 0)
                for unit in some:
                    weight[group(unit)] += unit.steps if group(unit) == "foot" else 1
                if any(weight[name] > limits[name] for name in limits):
                    continue
                ids = [unit.id for unit in here]
                # More units first: one of assault value 0 counts as well.
                key = (-sum(map(self.av, some)), -sum(unit.cohesion or 0 for unit in some), [ids.index(unit.id) for unit in some])
                fills = not any(self.could_add(here, some, unit, weight, limits, group) for unit in here)
                if fills and (best is None or key < best_key):
                    best, best_key = some, key
        return list(best)

    @staticmethod
    def could_add(here, some, unit, weight, limits, group):
        if unit in some:
            return False
        return weight[group(unit)] + (unit.steps if group(unit) == "foot" else 1) <= limits[group(unit)]

    def modifier(self, units):
        attackers, defenders = self.counted(units, "A"), self.counted(units, "D")
        case, total = self.case, 0
        if self.switch["formula"] == "Source":
            total += sum(map(self.av, attackers)) - sum(map(self.av, defenders))
        best = [max((unit.cohesion for unit in some if unit.combat), default=None) for some in (attackers, defenders)]
        if None not in best:
            total += max(-3, min(3, best[0] - best[1]))
        urban = case["terrain"] == "urban" and any(unit.foot_combat or unit.kind == "leader" for unit in defenders)
        total -= 2 if urban else 0
        total -= 1 if any(self.entries[unit.id]["uphill"] for unit in attackers) else 0
        total -= 1 if any(unit.concealed and unit.combat for unit in defenders) else 0
        walls = any(self.entries[unit.id]["wall"] for unit in attackers)
        on_foot = any(not unit.vehicle and unit.kind != "fp" for unit in defenders)
        if (case["improved"] or walls or case["terrain"] == "rural") and on_foot and not urban:
            total -= 1
        every = self.there(units, "A")
        total -= 1 if len({CARDS[unit.id][1:3] for unit in every}) > 1 else 0
        total -= 1 if any(unit.vehicle and unit.moving for unit in attackers) else 0
        total += 1 if any(unit.vehicle and unit.moving for unit in defenders) else 0
        total += 1 if any(unit.regrouping for unit in defenders) else 0
        kinds = {unit.kind for unit in defenders}
        total += 1 if any(unit.heroic for unit in attackers) and "fp" in kinds else 0
        platoons = {PLATOON.get(unit.id, 1) for unit in every if unit.nation == "RU"}
        total += 2 if case["coordinated"] and len(platoons) > 1 else 0
        if case["terrain"] == "urban" or kinds & {"fp", "towed"}:
            total += 1 if any(unit.kind == "latw" for unit in attackers) else 0
            total += 2 if any(unit.kind == "flame" for unit in attackers) else 0
        return max(-4, min(4, total))

    # Best of some units: the candidates that tie.

    def best(self, some):
        pool = [unit for unit in some if unit.combat]
        if not pool or self.switch["best_of"] == "All":
            pool = some
        return self.tied(pool)

    @staticmethod
    def tied(pool):
        top = max((unit.cohesion or 0 for unit in pool), default=0)
        return [unit for unit in pool if (unit.cohesion or 0) == top]

    # Retreats.

    def enemies_in(self, units, side, hex_):
        return any(unit.at == hex_ for unit in units if unit.side != side) or any(at == hex_ and of != side for at, of, _ in self.others)

    def beside(self, units, side, hex_):
        return any(self.enemies_in(units, side, near) for near in neighbours(hex_))

    def free(self, units, unit, hex_):
        cost = DRIVE if unit.vehicle else FOOT_COST
        return hex_ != self.hex and hex_ not in self.barred and cost[self.terrain(hex_)] and not self.enemies_in(units, unit.side, hex_)

    def room(self, units, unit, hex_):
        fellows = [(other.id, other.steps) for other in units if other.side == unit.side and other.id != unit.id and other.at == hex_]
        fellows += [(id_, CARDS[id_][3]) for at, side, id_ in self.others if at == hex_ and side == unit.side]
        if unit.vehicle:
            return sum(CARDS[id_][0] in VEHICLES for id_, _ in fellows) + 1 <= 2
        steps = sum(steps for id_, steps in fellows if CARDS[id_][0] not in VEHICLES | {"fp"})
        return not unit.steps or steps + unit.steps <= 6

    def paths(self, units, unit, most, allowed, path=()):
        """Every path of up to so many hexes that a rule allows."""
        here = path[-1] if path else self.hex
        for to in neighbours(here):
            if to not in path and allowed(path, to) and self.free(units, unit, to):
                yield path + (to,)
                if len(path) + 1 < most:
                    yield from self.paths(units, unit, most, allowed, path + (to,))

    def ends_well(self, units, unit, path, few, many):
        slow = self.case["night"] or any(self.terrain(hex_) in SLOW for hex_ in (self.hex,) + path[:-1])
        low, high = (min(few, 3), min(many, 3)) if slow else (few, many)
        if low <= len(path) <= high:
            return True
        friend = any(unit.side == other.side and other.vehicle and other.at == path[-1] for other in units)
        friend = friend or any(at == path[-1] and side == unit.side and CARDS[id_][0] in VEHICLES for at, side, id_ in self.others)
        return few < many and len(path) == 1 and (self.terrain(path[-1]) in COVER or friend)

    def ends(self, units, unit, few, many):
        """Ends of a retreat on foot with the length of the way."""
        farther = lambda path, to: distance(self.hex, to) > len(path)
        own = self.entries[unit.id]["from"] if unit.side == "A" else None
        every = [tuple(entry["from"]) for entry in self.entries.values()]
        rules = []
        if unit.side == "A":
            rules.append(lambda path, to: farther(path, to) and (path or to == tuple(own)))
            rules.append(lambda path, to: farther(path, to) and (path or to in every))
        rules += [farther, lambda path, to: True]
        for rule in rules:
            found = {}
            for path in self.paths(units, unit, many, rule):
                if self.ends_well(units, unit, path, few, many) and self.room(units, unit, path[-1]):
                    found[path[-1]] = min(found.get(path[-1], 99), len(path))
            if found:
                return found
        return {}

    def drives(self, units, unit, forest):
        """Hexes that a vehicle reaches with 4 points, with the length of the cheapest way."""
        reached = {self.hex: (0, 0)}
        for _ in range(9):
            for hex_, (spent, length) in list(reached.items()):
                for to in neighbours(hex_):
                    if not self.free(units, unit, to) or (self.terrain(to) in FOREST and not forest):
                        continue
                    known, now = reached.get(to, (99, 99)), (spent + DRIVE[self.terrain(to)], length + 1)
                    if now[0] <= 8 and now < known:
                        reached[to] = now
        return {hex_: length for hex_, (_, length) in reached.items() if hex_ != self.hex and self.room(units, unit, hex_)}

    def goes(self, units, unit, few, many):
        if unit.kind in ("towed", "fp") or (unit.kind == "afv" and unit.shocked):
            return unit.but(at=None)
        if unit.vehicle:
            ends = self.drives(units, unit, unit.kind not in ("fv", "carrier"))
        else:
            ends = self.ends(units, unit, few, many)
        if not ends:
            return unit.but(at=None)
        key = lambda end: (self.beside(units, unit.side, end), ends[end], self.terrain(end) not in COVER, end)
        return unit.but(at=min(ends, key=key), concealed=False, moving=unit.moving or unit.vehicle)

    def retreat(self, units, side, few, many):
        units = list(units)
        for index in range(len(units)):
            enemy = "D" if side == "A" else "A"
            if units[index].side == side and units[index].at == self.hex and self.there(units, enemy):
                units[index] = self.goes(units, units[index], few, many)
        return units

    # Distributions: lists of (chance, units).

    @staticmethod
    def merged(ways):
        sums = {}
        for chance, units in ways:
            key = tuple(unit.key() for unit in units)
            old = sums.get(key, (0, units))
            sums[key] = (old[0] + chance, old[1])
        return list(sums.values())

    def for_each(self, ways, change):
        return self.merged([(chance * share, then) for chance, units in ways for share, then in change(units)])

    @staticmethod
    def replaced(units, new):
        return [new if unit.id == new.id else unit for unit in units]

    def one_of(self, units, tied, change):
        """A lot among those that tie."""
        return [(Fraction(1, len(tied)), self.replaced(units, change(unit))) for unit in tied]

    def checked(self, units, id_):
        """A Cohesion check of a unit that is left."""
        unit = next(unit for unit in units if unit.id == id_)
        if not unit.at or unit.cohesion is None:
            return [(Fraction(1), units)]
        passes = unit.cohesion * TENTH
        return [(passes, units), (1 - passes, self.replaced(units, self.fails(unit)))]

    def urban(self, units, side):
        some = [unit for unit in self.there(units, side) if unit.foot_combat]
        return self.one_of(units, self.tied(some), self.lose_step) if some else [(Fraction(1), units)]

    def tries(self, units, side):
        enemy = "D" if side == "A" else "A"
        own = [unit for unit in self.there(units, side) if not unit.disrupted]
        targets = [unit for unit in self.there(units, enemy) if unit.vehicle]
        if not targets or not any(unit.combat or unit.kind in ("latw", "fp") for unit in own):
            return [(Fraction(1), units)]
        value = lambda target: self.try_drm(units, own, target)
        order = [unit.id for unit in units]
        target = min(targets, key=lambda target: (-value(target), -self.av(target), order.index(target.id)))
        hit = Fraction(sum(face + value(target) >= 10 for face in range(1, 11)), 10)
        destroyed = []
        for unit in units:
            if unit.id == target.id:
                unit = unit.but(at=None)
            elif unit.aboard == target.id:
                unit = unit.but(regrouping=True) if unit.steadfast else self.disrupted(unit)
            destroyed.append(unit)
        return [(share, then) for share, then in ((1 - hit, units), (hit, destroyed)) if share]

    def try_drm(self, units, own, target):
        late = self.case["late"]
        german = [unit for unit in own if unit.nation == "GE" and late]
        full_squads = [unit for unit in own if unit.kind == "squad" and unit.full]
        total = 0
        reduced = [unit for unit in own if unit.steadfast and unit.kind == "squad"]
        if full_squads or reduced or any(unit.kind == "fp" for unit in own) or any(unit.kind == "gun" for unit in german):
            total += 2
        if any(CARDS[unit.id][6] is not None for unit in own) or any(unit.kind == "fp" or unit in full_squads for unit in german):
            total += 1
        if any(unit.heroic or self.av(unit) > 2 or (unit.steadfast and unit in full_squads) for unit in own):
            total += 1
        mates = [unit for unit in self.there(units, target.side) if unit.id != target.id]
        if self.case["near_cover"] and not any(unit.combat and unit.good_order for unit in mates):
            total += 3
        total += 2 if target.kind == "carrier" or (target.kind == "afv" and target.shocked) else 0
        total += 1 if target.kind == "afv" and target.sunken else 0
        total -= 1 if target.moving else 0
        return total

    def retreat_checks(self, units, side):
        near = [unit for unit in self.left(units, side) if not unit.vehicle and unit.at != self.hex and self.beside(units, side, unit.at)]
        japanese = [unit for unit in near if unit.nation == "JA"]
        ways = []
        for best in self.best(japanese) if japanese else [None]:
            share = Fraction(1, len(self.best(japanese))) if japanese else Fraction(1)
            ids = [unit.id for unit in near if unit.nation != "JA" or unit.id == best.id]
            then = [(share, units)]
            for id_ in ids:
                then = self.for_each(then, lambda units, id_=id_: self.checked(units, id_))
            ways += then
        return self.merged(ways)

    def suffers(self, units, row, was_disrupted):
        """Casualties and Cohesion checks."""
        _, side, _, _, bullet, jr, check, jr_check, _, _ = row
        some = [unit for unit in self.left(units, side) if not unit.vehicle]
        others = [unit for unit in some if not unit.steadfast]
        steadfast = [unit for unit in some if unit.steadfast]
        wanted = {
            None: lambda unit: False,
            "all": lambda unit: True,
            "disrupted": lambda unit: unit.id in was_disrupted,
            "undisrupted": lambda unit: unit.id not in was_disrupted,
        }
        units = [self.casualty(unit) if unit in others and wanted[bullet](unit) else unit for unit in units]
        first = row[0] in (10, -1) and self.switch["disrupt_first"] == "On"
        ids = [unit.id for unit in others if wanted[check](unit)]
        if first:
            units = [self.disrupted(unit) if unit.id in ids and not unit.disrupted else unit for unit in units]
        ways = []
        candidates = self.best(steadfast) if steadfast else [None]
        for best in candidates:
            then, share = units, Fraction(1, len(candidates))
            if best and jr == "best":
                then = self.replaced(then, self.casualty(best))
            checks = list(ids)
            if best and jr_check == "best":
                checks.append(best.id)
            if best and jr_check == "others":
                checks += [unit.id for unit in steadfast if unit.id != best.id]
            now = [(share, then)]
            for id_ in checks:
                now = self.for_each(now, lambda units, id_=id_: self.checked(units, id_))
            ways += now
        return self.merged(ways)

    def loss_checks(self, units):
        chance = {"OneOrTen": 2 * TENTH, "Ten": TENTH, "Always": Fraction(1)}[self.switch["loss_check"]]
        ways = [(Fraction(1), units)]
        for unit in units:
            if unit.kind in ("leader", "fp") and unit.at:
                def change(units, id_=unit.id):
                    now = next(unit for unit in units if unit.id == id_)
                    split = [(chance, self.replaced(units, self.casualty(now)))]
                    return split + ([(1 - chance, units)] if chance < 1 else [])
                ways = self.for_each(ways, change)
        return ways

    def regroups(self, units, row):
        def becomes(unit):
            if not unit.at or unit.vehicle or unit.kind == "fp" or unit.disrupted:
                return False
            suffers = unit.side == row[1]
            if row[9]:
                return suffers or self.switch["regroup_who"] == "Both"
            return suffers and unit.steadfast
        return [unit.but(regrouping=True) if becomes(unit) else unit for unit in units]

    # The whole.

    def without_die(self, units):
        """Ways of an assault that needs no die; None if it needs one."""
        attackers, defenders = self.there(units, "A"), self.there(units, "D")
        soft = lambda unit: unit.kind in ("towed", "carrier", "fv") or (unit.kind == "afv" and unit.shocked)
        strong = [unit for unit in attackers if not unit.shocked and (unit.kind == "afv" or self.switch["soft_alone"] == "AnyUnit")]
        able = [unit for unit in attackers if not unit.shocked and not unit.disrupted]
        gone = [unit.but(at=None) if unit.side == "D" else unit for unit in units]
        if all(map(soft, defenders)) and strong:
            return [(Fraction(1), gone)]
        if all(unit.kind == "latw" for unit in defenders) and able:
            return [(Fraction(1), gone)]
        value = None
        if not any(unit.combat for unit in units):
            value = lambda unit: unit.cohesion if unit.cohesion is not None else -1
        elif all(unit.kind == "afv" for unit in units):
            value = lambda unit: CARDS[unit.id][6]
        if value is None:
            return None
        best = [max(map(value, some)) for some in (attackers, defenders)]
        losers = ["A"] if best[0] < best[1] else ["D"] if best[0] > best[1] else ["A", "D"]
        ways = []
        for side in losers:
            then = self.retreat(units, side, 2, 4)
            ways += [(share / len(losers), units) for share, units in self.retreat_checks(then, side)]
        return self.merged(ways)

    def play(self):
        units = self.start()
        for side in "AD":
            for nation in {unit.nation for unit in units}:
                heroes = [unit for unit in units if unit.side == side and unit.nation == nation and unit.heroic]
                heroes.sort(key=lambda unit: (-self.av(unit), -(CARDS[unit.id][4] or 0), unit.id))
                for unit in heroes[1:]:
                    units = self.replaced(units, unit.but(heroic=False))
        done = self.without_die(units)
        if done is not None:
            return None, [0] * 6, done, None
        drm = self.modifier(units)
        faces, rows = {}, [0] * 6
        for face in range(1, 11):
            total = face + drm
            index = next(index for index, row in enumerate(ROWS) if total >= row[0])
            by = total if self.switch["urban_by"] == "Total" else face
            losers = ""
            if self.case["terrain"] == "urban":
                losers = "AD" if index == 2 and by in (6, 7) else "A" if index == 3 and by in (4, 5) else ""
            rows[index] += 1
            faces[index, losers] = faces.get((index, losers), 0) + TENTH
        ways, by_row = [], []
        for (index, losers), chance in faces.items():
            row = ROWS[index]
            was_disrupted = [unit.id for unit in units if unit.disrupted]
            then = [(chance, units)]
            for side in losers:
                then = self.for_each(then, lambda units, side=side: self.urban(units, side))
            for side in row[3]:
                then = self.for_each(then, lambda units, side=side: self.tries(units, side))
            then = [(chance, [unit.but(aboard=None) for unit in units]) for chance, units in then]
            then = [(chance, self.retreat(units, row[1], *row[2])) for chance, units in then]
            then = self.for_each(then, lambda units: self.retreat_checks(units, row[1]))
            then = self.for_each(then, lambda units: self.suffers(units, row, was_disrupted))
            then = self.for_each(then, self.loss_checks)
            then = [(chance, self.regroups(units, row)) for chance, units in then]
            ways += then
            by_row += [(chance, row, units) for chance, units in then]
        return drm, rows, self.merged(ways), by_row

    def odds(self):
        drm, rows, ways, by_row = self.play()
        assert sum(chance for chance, _ in ways) == 1
        first = self.start()
        found = {"drm": drm, "rows": rows, "units": {}}
        for index, was in enumerate(first):
            sums = [Fraction(0)] * 6
            for chance, units in ways:
                now = units[index]
                if not now.at:
                    sums[0] += chance
                    continue
                marks = [now.steps < was.steps, now.disrupted and not was.disrupted, now.regrouping and not was.regrouping]
                for place, holds in enumerate(marks + [now.at != self.hex, not any(marks)], start=1):
                    sums[place] += chance if holds else 0
            found["units"][was.id] = [float(value) for value in sums]
        total = lambda is_: float(sum(chance for chance, units in ways if is_(units)))
        here = lambda units, side: bool(self.there(units, side))
        found["keeps"] = [total(lambda units: here(units, "A") and not here(units, "D")), total(lambda units: here(units, "D") and not here(units, "A"))]
        found["empty"] = total(lambda units: not here(units, "A") and not here(units, "D"))
        found["wiped"] = [total(lambda units, side=side: not self.left(units, side)) for side in "AD"]
        found["retreats"] = [total(lambda units, side=side: any(unit.at != self.hex for unit in self.left(units, side))) for side in "AD"]
        advances = lambda side: float(sum((chance for chance, row, units in by_row or [] if row[8] == side and here(units, side)), Fraction(0)))
        found["advances"] = [advances("A"), advances("D")]
        return found


SWITCHES = {
    "loss_check": ["OneOrTen", "Ten", "Always"],
    "regroup_who": ["Both", "Losers"],
    "soft_alone": ["Afv", "AnyUnit"],
    "urban_by": ["Total", "Die"],
    "best_of": ["Combat", "All"],
    "disrupt_first": ["On", "Off"],
    "formula": ["Source", "None"],
    "motion": ["Once", "Twice"],
}
ATTACKERS = [
    ["US-1", "US-2", "US-3", "US-A", "US-M", "US-L", "US-B", "US-F", "US-T", "US-H"],
    ["RU-1", "RU-2", "RU-3"],
    ["GE-1", "GE-2", "GE-M", "GE-L", "GE-P", "GE-S", "GE-C"],
]
DEFENDERS = [
    ["GE-1", "GE-2", "GE-M", "GE-L", "GE-P", "GE-S", "GE-C", "GE-G", "GE-FP"],
    ["JA-1", "JA-2", "JA-L"],
    ["RU-1", "RU-2", "RU-3", "RU-L"],
    ["US-1", "US-2", "US-M", "US-L", "US-B", "US-F", "US-T", "US-H"],
]


def markers(dice, id_, attacks):
    """Markers that a unit may have."""
    kind = CARDS[id_][0]
    found = [mark for mark, chance in (("heroic", 0.12), ("concealed", 0.3)) if dice.random() < chance and kind != "fp"]
    if kind in VEHICLES:
        found = [mark for mark, chance in (("moving", 0.4), ("sunken", 0.2)) if dice.random() < chance]
        found += ["shocked"] if kind == "afv" and not attacks and dice.random() < 0.3 else []
    elif not attacks and kind != "fp":
        mark = dice.choice(["disrupted", "regrouping", None, None, None])
        if mark and not (mark == "disrupted" and CARDS[id_][1] in ("JA", "RU")):
            found = [other for other in found if other == "concealed" and mark == "regrouping"] + [mark]
    return sorted(found)


def fighter(dice, id_, attacks):
    steps = CARDS[id_][3]
    steps = dice.randint(1, steps) if steps else 0
    one = {"id": id_, "steps": steps, "markers": markers(dice, id_, attacks)}
    if attacks:
        one["from"] = list(dice.choice(neighbours((10, 10))[:3]))
        one["uphill"], one["wall"] = dice.random() < 0.15, dice.random() < 0.2
    return one


def random_case(dice, number):
    attackers, defenders = dice.choice(ATTACKERS), dice.choice(DEFENDERS)
    while set(attackers) & set(defenders):
        defenders = dice.choice(DEFENDERS)
    few = lambda pool: dice.sample(pool, dice.randint(1, min(len(pool), 5)))
    case = {
        "name": f"random {number}",
        "terrain": dice.choice(["open", "woods", "jungle", "rural", "urban", "urban"]),
        "improved": dice.random() < 0.2,
        "near_cover": dice.random() < 0.5,
        "night": dice.random() < 0.15,
        "late": dice.random() < 0.5,
        "coordinated": dice.random() < 0.5,
        "switches": {name: dice.choice(words) if dice.random() < 0.25 else words[0] for name, words in SWITCHES.items()},
        "attackers": [fighter(dice, id_, True) for id_ in few(attackers)],
        "defenders": [fighter(dice, id_, False) for id_ in few(defenders)],
        "ground": [],
        "barred": [],
        "others": [],
    }
    near = [hex_ for hex_ in itertools.product(range(6, 15), range(6, 15)) if 1 <= distance((10, 10), hex_) <= 4]
    for hex_ in dice.sample(near, dice.randint(0, 20)):
        case["ground"].append([list(hex_), dice.choice(["woods", "jungle", "marsh", "rural"])])
    if dice.random() < 0.4:
        wall = dice.sample(neighbours((10, 10)), dice.randint(3, 6)) if dice.random() < 0.5 else dice.sample(near, 12)
        case["barred"] = [list(hex_) for hex_ in wall]
    fighting = {one["id"] for one in case["attackers"] + case["defenders"]}
    for side, pool in (("A", attackers), ("D", defenders)):
        free = [id_ for id_ in pool if id_ not in fighting]
        for id_ in dice.sample(free, min(len(free), dice.randint(0, 2))):
            hex_ = dice.choice([hex_ for hex_ in near if not any(at == list(hex_) and of != side for at, of, _ in case["others"])])
            case["others"].append([list(hex_), side, id_])
    carriers = [one for one in case["defenders"] if CARDS[one["id"]][0] in ("carrier", "halftrack")]
    riders = [one for one in case["defenders"] if CARDS[one["id"]][0] in ("squad", "leader")]
    if carriers and riders and dice.random() < 0.7:
        riders[0]["aboard"] = carriers[0]["id"]
    return case


def main():
    dice = random.Random(1944)
    cases = []
    for number in range(400):
        case = random_case(dice, number)
        case["odds"] = Assault(case).odds()
        cases.append(case)
    print("[\n" + ",\n".join(json.dumps(case) for case in cases) + "\n]")


if __name__ == "__main__":
    main()
