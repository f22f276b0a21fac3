#!/usr/bin/env python3
"""Plants the mistakes of cargo-mutants, and counts how many of them the tests notice.

    cargo install cargo-mutants --locked
    tests/mutants/count.py [--work FOLDER] [--jobs N] [--seconds S] [--sample N] [--seed N] PATH...

PATH is a file or folder of the sources, such as verify/src. Building each mutant on its own would
take days, so all of them go into one build, in which an environment variable selects a mutant by
its number. What does not compile in this form is left out, as is what lies outside of functions.
Each test runs once without a mutant, to see which mutants it reaches; then each mutant meets the
tests that reach it, unit tests and quick ones first, until one fails or S seconds are spent.
A test that takes eight times as long as without a mutant, and five seconds more, has failed.

FOLDER (target/mutants by default) keeps a copy of the sources, the build and the results in
results.jsonl, so that the same command continues after an interruption; --sample takes N
mutants at random, which --seed (1 by default) chooses. Prints the figures and the survivors.
"""

import argparse
import collections
import json
import os
import queue
import random
import shutil
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
CRATES = ("src", "verify/src")
OPTIONS = ["--config", "profile.dev.package.satoku.opt-level=1"]
# Integration tests that take longer are left out: every mutant would wait for them.
LONGEST = 8.0

SELECTOR = """//! Selects a mutant by the environment variable MUTANT.
#![allow(missing_docs, dead_code)]
use std::io::Write;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};
static CHOICE: OnceLock<(u32, Option<String>)> = OnceLock::new();
static SEEN: [AtomicBool; 1 << 14] = [const { AtomicBool::new(false) }; 1 << 14];
#[inline(never)]
pub fn pick(ids: &[u32]) -> u32 {
    let (on, reached) = CHOICE.get_or_init(|| {
        let number = std::env::var("MUTANT").ok().and_then(|text| text.parse().ok());
        (number.unwrap_or(0), std::env::var("REACHED").ok())
    });
    for id in ids {
        if let Some(file) = reached && !SEEN[*id as usize].swap(true, Ordering::Relaxed) {
            let out = std::fs::OpenOptions::new().create(true).append(true).open(file);
            let _ = out.and_then(|mut out| out.write_all(format!("{id}\\n").as_bytes()));
        }
    }
    if ids.contains(on) { *on } else { 0 }
}
"""


class Source:
    """The text of a file, with offsets for the lines and columns that cargo-mutants gives."""

    def __init__(self, path):
        self.text = path.read_text()
        self.starts = [0]
        for line in self.text.split("\n"):
            self.starts.append(self.starts[-1] + len(line) + 1)

    def offset(self, position):
        return self.starts[position["line"] - 1] + position["column"] - 1

    def range(self, span):
        return self.offset(span["start"]), self.offset(span["end"])

    def body(self, start, end):
        """Where the body of the function at this range begins; None if it cannot be told."""
        at, depth = self.text.index("fn ", start), 0
        while at < end:
            match self.text[at]:
                case "(" | "[":
                    depth += 1
                case ")" | "]":
                    depth -= 1
                case "{" if depth == 0:
                    return at
                case "/" if self.text[at + 1] == "/":
                    at = self.text.index("\n", at)
            at += 1
        return None


def listed(paths):
    """The mutants of these paths, as cargo-mutants lists them, whatever its configuration names."""
    command = ["cargo", "mutants", "--list", "--json", "--workspace"]
    for path in paths:
        command += ["--file", path if path.endswith(".rs") else f"{path.rstrip('/')}/**/*.rs"]
    text = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout
    return [m for m in json.loads(text) if any(m["file"].startswith(path) for path in paths)]


def located(mutants, sources):
    """Adds the range of each mutant's function and its mutated body; leaves out what has none."""
    for mutant in mutants:
        source = sources[mutant["file"]]
        function = mutant.get("function")
        if function is None or mutant["file"].endswith("main.rs"):
            continue
        start, end = source.range(function["span"])
        body = source.body(start, end)
        first, last = source.range(mutant["span"])
        if body is None or not body < first <= last < end:
            continue
        head = source.text[start:body]
        if "const fn" in head or "impl " in head.partition("->")[2]:
            continue
        changed = source.text[body:first] + mutant["replacement"] + source.text[last:end]
        yield mutant | {"body": (body, end), "changed": changed}


def planted(source, functions):
    """The file with all mutants of its functions, and the lines that each of them occupies."""
    text, at, last, places, nested = "", 0, -1, [], []
    for body, end in sorted(functions):
        mutants = functions[body, end]
        ids = [mutant["id"] for mutant in mutants]
        if body < last:
            nested += ids
            continue
        text += source.text[at:body]
        begin = text.count("\n") + 1
        text += "{ match crate::mutant::pick(&[" + ", ".join(map(str, ids)) + "]) {\n"
        for mutant in mutants:
            line = text.count("\n") + 1
            text += f"{mutant['id']}u32 => {mutant['changed']}\n"
            places.append((line, text.count("\n"), [mutant["id"]]))
        text += "_ => " + source.text[body:end] + "\n}}"
        places.append((begin, text.count("\n") + 1, ids))
        at = last = end
    return text + source.text[at:], places, nested


def copy(work):
    """A copy of the sources under version control, with the selector in each crate."""
    names = subprocess.run(["git", "ls-files"], cwd=ROOT, check=True, capture_output=True, text=True)
    for name in names.stdout.splitlines():
        (work / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(ROOT / name, work / name)
    for crate in CRATES:
        (work / crate / "mutant.rs").write_text(SELECTOR)
        lines = (work / crate / "lib.rs").read_text().split("\n")
        head = max(i for i, line in enumerate(lines) if line.startswith(("//!", "#![")))
        lines.insert(head + 1, "\npub mod mutant;")
        (work / crate / "lib.rs").write_text("\n".join(lines))


def cargo(work, *arguments):
    """Runs cargo in the copy; returns whether it succeeded, and its messages."""
    environment = os.environ | {"CARGO_TARGET_DIR": str(work / "target"), "CARGO_INCREMENTAL": "0"}
    command = ["cargo", *arguments, *OPTIONS, "-p", "satoku", "-p", "satoku-verify",
               "--message-format=json"]
    ran = subprocess.run(command, cwd=work, env=environment, capture_output=True, text=True)
    return ran.returncode == 0, [json.loads(line) for line in ran.stdout.splitlines()]


def guilty(messages, places):
    """The mutants in whose lines the compiler finds errors."""
    found = set()
    for message in messages:
        if message.get("reason") != "compiler-message" or message["message"]["level"] != "error":
            continue
        for span in (span for span in message["message"]["spans"] if span["is_primary"]):
            for first, last, ids in places.get(span["file_name"], []):
                if first <= span["line_start"] <= last:
                    found.update(ids)
                    break
    return found


def plant(work, mutants, sources):
    """Plants all mutants that compile, and returns them."""
    refused, nested = set(), set()
    while True:
        places = {}
        by_file = collections.defaultdict(lambda: collections.defaultdict(list))
        for mutant in mutants:
            if mutant["id"] not in refused:
                by_file[mutant["file"]][mutant["body"]].append(mutant)
        for name, source in sources.items():
            text, places[name], inner = planted(source, by_file[name])
            (work / name).write_text(text)
            nested.update(inner)
        compiles, messages = cargo(work, "check", "--lib")
        print(f"{len(refused)} do not compile", file=sys.stderr)
        new = guilty(messages, places)
        if compiles:
            return [m for m in mutants if m["id"] not in refused | nested]
        if not new:
            sys.exit("the copy does not compile for another reason; see cargo check there")
        refused |= new


Program = collections.namedtuple("Program", "name file folder is_unit")
Test = collections.namedtuple("Test", "program name seconds reached")


def programs(work):
    """The test programs."""
    compiles, messages = cargo(work, "test", "--no-run", "--lib", "--tests")
    if not compiles:
        sys.exit("the tests do not compile")
    for message in messages:
        if message.get("executable") and message["profile"]["test"]:
            folder = os.path.dirname(message["manifest_path"])
            target = message["target"]
            is_unit = target["kind"][0] != "test"
            yield Program(target["name"], message["executable"], folder, is_unit)


def run(program, test, limit, **variables):
    """Runs one test; returns whether it passes, and its seconds."""
    environment = os.environ | variables | {"CARGO_MANIFEST_DIR": program.folder}
    start = time.monotonic()
    process = subprocess.Popen(
        [program.file, "--exact", test, "--test-threads", "1"], cwd=program.folder,
        env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        start_new_session=True)
    try:
        passes = process.wait(limit) == 0
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        passes = False
    return passes, time.monotonic() - start


def parallel(jobs, items, work):
    """Calls `work` with each item, in several threads."""
    waiting = queue.SimpleQueue()
    for item in items:
        waiting.put(item)

    def serve():
        while True:
            try:
                item = waiting.get_nowait()
            except queue.Empty:
                return
            work(item)

    threads = [threading.Thread(target=serve) for _ in range(jobs)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def reaching(work, jobs):
    """The tests that pass without a mutant, with the mutants that each of them reaches."""
    found = []

    def reach(item):
        number, (program, name) = item
        file = work / f"reached.{number}"
        file.unlink(missing_ok=True)
        passes, seconds = run(program, name, 120, REACHED=str(file))
        reached = set(map(int, file.read_text().split())) if file.exists() else set()
        file.unlink(missing_ok=True)
        if passes and reached and (program.is_unit or seconds <= LONGEST):
            found.append(Test(program, name, seconds, reached))

    tests = []
    for program in programs(work):
        listing = subprocess.run([program.file, "--list"], cwd=program.folder, check=True,
                                 capture_output=True, text=True).stdout
        names = (line.removesuffix(": test") for line in listing.splitlines())
        tests += [(program, name) for name in names if f"{name}: test" in listing]
    parallel(jobs, enumerate(tests), reach)
    return found


def try_all(mutants, tests, args):
    """Tries each mutant, and writes down which test notices it."""
    by_mutant = collections.defaultdict(list)
    for test in sorted(tests, key=lambda test: (not test.program.is_unit, test.seconds)):
        for reached in test.reached:
            by_mutant[reached].append(test)
    results = args.work / "results.jsonl"
    known = read(results)
    lock = threading.Lock()

    def attempt(mutant):
        spent, killer = 0.0, None
        for test in by_mutant[mutant["id"]]:
            if spent > args.seconds:
                break
            limit = 8 * test.seconds + 5
            passes, seconds = run(test.program, test.name, limit, MUTANT=str(mutant["id"]))
            spent += seconds
            if not passes:
                killer = f"{test.program.name}: {test.name}"
                break
        line = json.dumps({"name": mutant["name"], "file": mutant["file"], "killer": killer})
        with lock, open(results, "a") as file:
            file.write(line + "\n")

    parallel(args.jobs, [m for m in mutants if m["name"] not in known], attempt)


def read(results):
    lines = results.read_text().splitlines() if results.exists() else []
    return {each["name"]: each for each in map(json.loads, lines)}


def report(mutants, total, results):
    found = [results[m["name"]] for m in mutants]
    survivors = [each for each in found if not each["killer"]]
    killed = len(found) - len(survivors)
    print(f"{total} mutants, {len(found)} compile, {killed} killed: {killed / len(found):.1%}")
    for each in sorted(survivors, key=lambda each: each["name"]):
        print(each["name"])


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("paths", nargs="+", metavar="PATH")
    parser.add_argument("--work", type=Path, default=ROOT / "target/mutants", metavar="FOLDER")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), metavar="N")
    parser.add_argument("--seconds", type=float, default=60, metavar="S")
    parser.add_argument("--sample", type=int, metavar="N")
    parser.add_argument("--seed", type=int, default=1, metavar="N")
    args = parser.parse_args()
    args.work = args.work.resolve()
    mutants = listed(args.paths)
    if args.sample:
        mutants = random.Random(args.seed).sample(mutants, min(args.sample, len(mutants)))
    total = len(mutants)
    for number, mutant in enumerate(mutants, 1):
        mutant["id"] = number
    sources = {name: Source(ROOT / name) for name in {m["file"] for m in mutants}}
    copy(args.work)
    mutants = plant(args.work, list(located(mutants, sources)), sources)
    tests = reaching(args.work, args.jobs)
    print(f"{len(tests)} tests reach {len(mutants)} mutants", file=sys.stderr)
    try_all(mutants, tests, args)
    report(mutants, total, read(args.work / "results.jsonl"))


if __name__ == "__main__":
    main()
