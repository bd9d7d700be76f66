#!/usr/bin/env python3
"""Plays both sides of a battle through the command line and prints what happened.

    docs/scripting/skirmish.py [--program PATH] [--level NAME] [--rounds N] [--seed N]

Only the standard library is needed. One `warstrike run` plays and records the game; beside it `warstrike show` and
`warstrike run --end-state` answer questions about the recording, which is complete after every answered command.
"""

import argparse
import json
import math
import subprocess
import tempfile
from pathlib import Path


class Game:
    """A battle that `warstrike run` plays, one order at a time."""

    def __init__(self, program, level, seed, save):
        self.program, self.save = program, str(save)
        self.run = subprocess.Popen(
            [program, "run", level, "--seed", str(seed), "--orders", "-", "--save", self.save],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.facts = []
        self.decides = self._answer()["decides"]

    def _answer(self):
        """Reads lines up to the end of an answer: a state, or a refusal."""
        for line in self.run.stdout:
            answer = json.loads(line)
            if "fact" in answer:
                self.facts.append(answer["fact"])
            if "state" in answer or "refused" in answer:
                return answer
        raise RuntimeError("warstrike has stopped")

    def submit(self, order):
        """Gives an order for whoever decides; returns why it was refused, or None."""
        command = {"player": self.decides["player"], "order": order}
        self.run.stdin.write(json.dumps(command) + "\n")
        self.run.stdin.flush()
        answer = self._answer()
        if "refused" in answer:
            return answer["refused"]
        self.decides = answer["decides"]
        return None

    def ask(self, *args, text=""):
        """The last line another tool prints, read as JSON; None if its answer is no."""
        done = subprocess.run([self.program, *args], input=text, capture_output=True, text=True)
        if done.returncode == 2:
            raise RuntimeError(done.stderr)
        return json.loads(done.stdout.splitlines()[-1]) if done.returncode == 0 else None

    def state(self):
        """Every unit, model, die and marker as it is now."""
        return self.ask("run", self.save, "--orders", "-", "--end-state")["end_state"]

    def close(self):
        self.run.stdin.close()
        self.run.wait()


def standing(unit):
    return [model for model in unit["models"] if model["fate"] == "Standing"]


def nearest(unit, others):
    """Where the nearest model of other units stands, as x and y."""
    x, y = standing(unit)[0]["at"][:2]
    places = [model["at"][:2] for other in others for model in standing(other)]
    return min(places, key=lambda at: math.dist(at, (x, y)))


def order_for(game, unit, enemies, turn):
    """Falls back if it must; fires where that promises most; else closes in."""
    name = unit["id"]
    if unit["suppressed"]:
        return {"FallBack": {"unit": name}}
    odds = {enemy["id"]: game.ask("show", "odds", game.save, name, enemy["id"]) for enemy in enemies}
    hits = {target: found["hits"]["mean"] for target, found in odds.items() if found}
    best = max(hits, key=hits.get, default=None)
    if best and hits[best] >= 0.5:
        if turn["round"] == 1 and turn["side"] == turn["first"]:
            # The attacker may not Open Fire in its first turn (MIS-8).
            return {"AdvanceUnit": {"unit": name, "moves": [], "fire": [{"at": best}]}}
        return {"OpenFire": {"unit": name, "moves": [], "fire": [{"at": best}]}}
    x, y = nearest(unit, enemies)
    plan = game.ask("show", "move", game.save, name, f"{x},{y}")
    return plan["command"]["order"] if plan else {"GetDown": {"unit": name, "turns": []}}


def answer(game, state):
    """The order for the present decision."""
    choice, player = game.decides["choice"], game.decides["player"]
    if choice != "Act":
        kind, terms = next(iter(choice.items()))
        answers = {"Run": "AtTheDouble", "FallBack": "FallBack", "MoveAfterFiring": "AdvanceUnit"}
        if kind not in answers:
            return "HoldFire"
        moves = {} if kind == "FallBack" else {"moves": []}
        return {answers[kind]: {"unit": terms["unit"], **moves}}
    units = [unit for unit in state["units"] if standing(unit)]
    enemies = [unit for unit in units if unit["id"][0] != player]
    fresh = [unit for unit in units if unit["id"][0] == player and not unit["acted"]]
    return order_for(game, fresh[0], enemies, state["turn"]) if fresh and enemies else "EndPhase"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--program", default="warstrike")
    parser.add_argument("--level", default="street")
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--seed", type=int, default=7)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        game = Game(args.program, args.level, args.seed, Path(folder) / "game.jsonl")
        state = game.state()
        while game.decides and state["turn"]["round"] <= args.rounds:
            order = answer(game, state)
            refused = game.submit(order)
            if refused:
                raise SystemExit(f"{json.dumps(order)} was refused ({refused['rule']}): {refused['text']}")
            state = game.state()
        game.close()
        lost = [fact["ModelLost"]["model"] for fact in game.facts if "ModelLost" in fact]
        fired = sum("SalvoFired" in fact for fact in game.facts if isinstance(fact, dict))
        print(f"round {state['turn']['round']}: {fired} salvos, models lost: {', '.join(lost) or 'none'}")
        for unit in state["units"]:
            left, started = len(standing(unit)), len(unit["models"])
            print(f"{unit['id']:>4} {unit['name']}: {left} of {started}, hits {unit['hit_die']}, nerve markers {unit['nerve_markers']}")


if __name__ == "__main__":
    main()
