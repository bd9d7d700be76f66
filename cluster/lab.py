#!/usr/bin/env python3
"""Plays an experiment of `warstrike lab` on many machines, by Dask distributed.

    cluster/lab.py EXPERIMENT.ron --program target/release/warstrike --workers 2
    cluster/lab.py EXPERIMENT.ron --program /opt/warstrike/warstrike --scheduler tcp://10.0.0.5:8786

Each task plays the blocks of one shard and sends the file back; this program writes it into the folder of the experiment, so
workers need no common disk: only the program, the experiment and the files it names, at the same paths. A worker that dies costs
the shard it was playing; another plays it again. What is there already is not played again: give the same command to go on.

`warstrike lab` decides everything that matters: what is in a shard, whether a worker's program plays as ours does (a shard says how
its program played a fixed game), whether shards go together. This file only gives out ranges of blocks.
"""

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

# One shard in so many is played a second time, if possible on another worker, and must be the same byte for byte.
AUDIT_EVERY = 100


class Refused(Exception):
    """What the program said when it would not do what it was asked."""


def warstrike(program, *arguments):
    """Runs the program; what it prints."""
    done = subprocess.run([program, *arguments], capture_output=True, text=True)
    if done.returncode != 0:
        raise Refused(done.stderr.strip() or f"{program} ended with status {done.returncode}")
    return done.stdout


def play(program, data, experiment, blocks):
    """On a worker: plays blocks `(from, to)` and returns the files, by name, and the worker's address."""
    with tempfile.TemporaryDirectory(prefix="warstrike-lab-") as folder:
        first, last = blocks
        warstrike(program, *data, "lab", "run", experiment, "--out", folder, "--threads", "1", "--blocks", f"{first}..{last}")
        shards = {file.name: file.read_bytes() for file in sorted(Path(folder).iterdir()) if range_of(file)}
    try:
        from distributed import get_worker

        return shards, get_worker().address
    except ValueError:
        return shards, "here"


def range_of(file):
    """The blocks of a complete shard, by its name; nothing of another file."""
    named = re.fullmatch(r"[0-9a-f]{16}-(\d{7,})-(\d{7,})\.jsonl", file.name)
    return named and tuple(int(number) for number in named.groups())


def keep(folder, name, content):
    """Writes a shard whole or not at all."""
    with tempfile.NamedTemporaryFile(dir=folder, prefix=".unfinished-", delete=False) as unfinished:
        unfinished.write(content)
        unfinished.flush()
        os.fsync(unfinished.fileno())
    os.chmod(unfinished.name, 0o644)
    os.replace(unfinished.name, folder / name)


def ranges(plan, blocks):
    """The ranges of the shards that a run is cut into."""
    size = plan["blocks"]["of_a_shard"]
    first, last = blocks or (0, plan["blocks"]["at_least"])
    cuts = range(first // size, -(-last // size))
    return [(max(first, at * size), min(last, (at + 1) * size)) for at in cuts]


def parse_blocks(text):
    first, _, last = text.partition("..")
    return int(first), int(last)


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("experiment", help="the experiment, a path that workers have as well")
    parser.add_argument("--program", default="warstrike", help="the program, at the same path on every worker")
    parser.add_argument("--data", help="the data folder of the program on every worker")
    parser.add_argument("--out", help="folder of the experiment [default: labs/NAME]")
    parser.add_argument("--blocks", type=parse_blocks, help="blocks to play, as in 0..400 [default: at_least of the experiment]")
    where = parser.add_mutually_exclusive_group()
    where.add_argument("--scheduler", help="address of a Dask scheduler, as in tcp://127.0.0.1:8786")
    where.add_argument("--workers", type=int, help="so many workers on this machine [default: one for each core]")
    return parser.parse_args()


def played(client, tasks, again, folder):
    """Takes results as they come. Raises what a worker was refused, and where two workers played differently."""
    from distributed import as_completed

    first, workers, waiting = {}, {}, {}
    done = as_completed(list(tasks), with_results=True)
    for future, (shards, worker) in done:
        blocks, is_audit = tasks[future] if future in tasks else waiting.pop(future)
        if is_audit:
            if shards != first[blocks]:
                raise Refused(f"blocks {blocks[0]}..{blocks[1]} were played differently by {workers[blocks]} and {worker}")
            continue
        for name, content in shards.items():
            keep(folder, name, content)
        print(f"blocks {blocks[0]}..{blocks[1]} by {worker}", file=sys.stderr)
        if blocks in again:
            first[blocks], workers[blocks] = shards, worker
            audit = again[blocks](worker)
            waiting[audit] = (blocks, True)
            done.add(audit)


def others(client, worker):
    """Every worker but one; that one too if it is alone."""
    known = list(client.scheduler_info(n_workers=-1)["workers"])
    return [address for address in known if address != worker] or None


def main():
    from distributed import Client, LocalCluster

    asked = arguments()
    program = asked.program if os.sep not in asked.program else str(Path(asked.program).resolve())
    experiment, data = str(Path(asked.experiment).resolve()), ["--data", asked.data] if asked.data else []
    plan = json.loads(warstrike(program, *data, "lab", "plan", asked.experiment, *(["--out", asked.out] if asked.out else [])))
    folder = Path(plan["folder"])
    shards = ranges(plan, asked.blocks)
    there = {range_of(file) for file in folder.iterdir()}
    missing = [blocks for blocks in shards if blocks not in there]
    if asked.scheduler:
        client = Client(asked.scheduler)
    else:
        # On this machine alone: whoever reaches a worker can make it run anything.
        workers = asked.workers or os.cpu_count()
        client = Client(LocalCluster(n_workers=workers, threads_per_worker=1, host="127.0.0.1", dashboard_address=None))
    with client:
        def submit(blocks, **where):
            return client.submit(play, program, data, experiment, blocks, pure=False, **where)

        tasks = {submit(blocks): (blocks, False) for blocks in missing}
        again = {
            blocks: lambda worker, blocks=blocks: submit(blocks, workers=others(client, worker), allow_other_workers=True)
            for blocks in missing[::AUDIT_EVERY]
        }
        played(client, tasks, again, folder)
    print(warstrike(program, "lab", "merge", str(folder)), end="")


if __name__ == "__main__":
    try:
        main()
    except Refused as refused:
        sys.exit(f"error: {refused}")
