#!/usr/bin/env python3
"""Checks that the folders of a crate import each other one way only.

ops/floors.txt lists the folders and files directly below a crate's `src`, floor by floor from the ground up. What stands on a
floor may import what stands below it and, beside it, what does not import it back. Tests (`#[cfg(test)] mod`) are not looked at.

    python3 ops/floors.py                       checks, and names each import that runs up
    python3 ops/floors.py --edges node/src shop order   the imports of one folder from another
"""

import re
import sys
from collections import defaultdict
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FLOORS = ROOT / "ops" / "floors.txt"
# Not on a floor: they only say what else there is.
ROOTS = {"lib", "main"}


def read_floors():
    """The floors by crate: `[path/to/src]`, then a line for each floor."""
    crates, crate = {}, None
    for number, line in enumerate(FLOORS.read_text().splitlines(), 1):
        line = line.split("#")[0].strip()
        if not line:
            continue
        if line.startswith("["):
            crate = crates.setdefault(line.strip("[]"), [])
        elif crate is None:
            sys.exit(f"ops/floors.txt:{number}: a floor without a crate")
        else:
            crate.append(line.split())
    return crates


def without_tests_and_comments(text):
    cut = text.find("#[cfg(test)]\nmod ")
    text = text if cut < 0 else text[:cut]
    return re.sub(r"//.*", "", text)


def names_in_braces(body):
    """The first names of `{a::b, c::{d, e}, f}`, at its own depth."""
    depth, names, name = 0, [], ""
    for letter in body:
        if letter == "{":
            depth += 1
        elif letter == "}":
            depth -= 1
            if depth < 0:
                break
        if letter == "," and depth == 0:
            names.append(name)
            name = ""
        else:
            name += letter
    return [part.group() for part in (re.match(r"\w+", name.strip()) for name in [*names, name]) if part]


def imports(src):
    """Who imports whom: {(from, to): [(file, line)]}."""
    tops = {path.stem for path in src.iterdir() if path.is_dir() or path.suffix == ".rs"}
    edges = defaultdict(list)
    for file in sorted(src.rglob("*.rs")):
        top = Path(file.relative_to(src).parts[0]).stem
        if top in ROOTS:
            continue
        text = without_tests_and_comments(file.read_text())
        # `super` of a file that stands directly below `src` is the crate.
        word = r"\b(?:crate|super)::" if file.parent == src else r"\bcrate::"
        for found in re.finditer(word + r"(\w+|\{)", text):
            names = [found.group(1)] if found.group(1) != "{" else names_in_braces(text[found.end():])
            line = text.count("\n", 0, found.start()) + 1
            for name in names:
                if name in tops and name != top and name not in ROOTS:
                    edges[top, name].append((file.relative_to(ROOT), line))
    return tops - ROOTS, edges


def check(crate, floors):
    faults = []
    tops, edges = imports(ROOT / crate)
    floor_of = {name: number for number, floor in enumerate(floors) for name in floor}
    faults += [f"{crate}/{name} stands on no floor of ops/floors.txt" for name in sorted(tops - floor_of.keys())]
    faults += [f"ops/floors.txt names {name}, which {crate} does not have" for name in sorted(floor_of.keys() - tops)]
    for (upper, lower), places in sorted(edges.items()):
        if upper not in floor_of or lower not in floor_of:
            continue
        up = floor_of[lower] > floor_of[upper]
        both_ways = floor_of[lower] == floor_of[upper] and (lower, upper) in edges
        if up or both_ways:
            why = "stands above it" if up else "imports it as well"
            faults += [f"{file}:{line}: {upper} imports {lower}, which {why}" for file, line in places]
    return faults


def main():
    if sys.argv[1:2] == ["--edges"] and len(sys.argv) == 5:
        _, edges = imports(ROOT / sys.argv[2])
        for file, line in edges[sys.argv[3], sys.argv[4]]:
            print(f"{file}:{line}")
        return
    faults = [fault for crate, floors in read_floors().items() for fault in check(crate, floors)]
    for fault in faults:
        print(fault, file=sys.stderr)
    sys.exit(1 if faults else 0)


main()
