#!/usr/bin/env python3
"""A scheduler and two workers on this machine, one of them killed half-way: the same bytes as from one program.

    WARSTRIKE=target/release/warstrike labs/venv/bin/python cluster/test_lab.py
"""

import os
import signal
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

HERE = Path(__file__).resolve().parent
PROGRAM = os.environ.get("WARSTRIKE", str(HERE.parent / "target/release/warstrike"))

EXPERIMENT = """
Experiment(
    name: "two-workers",
    question: "Does a cluster play what one machine plays?",
    rules: ["combined", "loser-tests"],
    tables: ["street"],
    players: [(A: "swift", B: "swift")],
    games: Pairs(at_least: 48),
    watch: [Wins, Routs],
)
"""


def shards(folder):
    return {file.name: file.read_bytes() for file in folder.glob("*.jsonl")}


class TwoWorkers(unittest.TestCase):
    def setUp(self):
        self.scratch = Path(self.enterContext(tempfile.TemporaryDirectory()))
        self.experiment = self.scratch / "two-workers.ron"
        self.experiment.write_text(EXPERIMENT)
        self.started = []
        self.addCleanup(self.stop)

    def stop(self):
        for process in self.started:
            process.kill()
            process.wait()

    def start(self, *command):
        process = subprocess.Popen(
            [sys.executable, "-m", *command], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        self.started.append(process)
        return process

    def cluster(self, *more):
        return [
            sys.executable, str(HERE / "lab.py"), str(self.experiment), "--program", PROGRAM,
            "--data", str(HERE.parent), *more,
        ]  # fmt: skip

    def test_a_killed_worker_changes_nothing(self):
        alone = self.scratch / "alone"
        subprocess.run(
            [PROGRAM, "--data", str(HERE.parent), "lab", "run", str(self.experiment), "--out", str(alone)],
            check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        address = "tcp://127.0.0.1:18786"
        self.start("distributed.cli.dask_scheduler", "--host", "127.0.0.1", "--port", "18786", "--no-dashboard")
        # Without a nanny: what is killed stays dead.
        workers = [
            self.start("distributed.cli.dask_worker", address, "--host", "127.0.0.1", "--nthreads", "1", "--no-nanny",
                       "--no-dashboard", "--local-directory", str(self.scratch))
            for _ in range(2)
        ]  # fmt: skip
        together = self.scratch / "together"
        command = self.cluster("--scheduler", address, "--out", str(together))
        by = set()
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as driver:
            for line in driver.stderr:
                if line.startswith("blocks "):
                    by.add(line.split(" by ")[1])
                if len(by) == 2 and workers[0].poll() is None:
                    workers[0].send_signal(signal.SIGKILL)
            report = driver.stdout.read()
        self.assertEqual(driver.returncode, 0)
        self.assertIsNotNone(workers[0].poll(), "one worker was killed before the end")
        self.assertEqual(len(shards(alone)), 6)
        self.assertEqual(shards(alone), shards(together))
        self.assertIn("ANSWER", report)

    def test_what_is_there_is_not_played_again_and_a_refusal_is_told(self):
        out = self.scratch / "out"
        subprocess.run(self.cluster("--workers", "2", "--out", str(out)), check=True, capture_output=True)
        again = subprocess.run(self.cluster("--workers", "2", "--out", str(out)), capture_output=True, text=True)
        self.assertEqual(again.returncode, 0)
        self.assertNotIn("blocks ", again.stderr)
        self.experiment.write_text(EXPERIMENT.replace("street", "nowhere"))
        refused = subprocess.run(self.cluster("--workers", "1", "--out", str(out)), capture_output=True, text=True)
        self.assertEqual(refused.returncode, 1)
        self.assertIn("nowhere", refused.stderr)
        self.assertNotIn("Traceback", refused.stderr)


if __name__ == "__main__":
    unittest.main()
