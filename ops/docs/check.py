#!/usr/bin/env python3
"""Checks that the documents are true to the checkout; ends with 1 and a line for each finding.

- What README.md, ops/docs and ops/decisions name in back quotes or link to exists.
- Every section that code cites ("wire contract 4.4", "domain rules 2.3", "decision 12") exists, as do documents
  that it names by path.
- Every decision note has a line in ops/decisions/README.md.
"""

import pathlib
import re
import sys

TOP = pathlib.Path(__file__).resolve().parent.parent.parent
DOCS = [TOP / "README.md", *sorted((TOP / "ops/docs").glob("*.md"))]
DECISIONS = sorted((TOP / "ops/decisions").glob("[0-9]*.md"))
INDEX = TOP / "ops/decisions/README.md"
# Made by a build, so not in a fresh checkout.
BUILT = ("web/dist", "web/node_modules")
# What looks like a path of the checkout: begins with one of its folders, without a blank, a parameter or an address.
PATH = re.compile(r"^(?:\./)?(?:actors|bus-schemas|node|web|ops)/[\w./{},*-]*$")
SOURCES = {".rs", ".ts", ".tsx", ".mjs", ".py", ".sh", ".toml", ".surql"}
SKIPPED = {"node_modules", "dist", "target", "generated", ".git", "data"}


def expanded(path):
    """`a/{b,c}.rs` as `a/b.rs` and `a/c.rs`."""
    braces = re.search(r"\{([^{}]*)\}", path)
    if not braces:
        return [path]
    return [one for part in braces[1].split(",") for one in expanded(path[: braces.start()] + part + path[braces.end() :])]


def exists(path):
    return path.startswith(BUILT) or any(True for _ in TOP.glob(path.rstrip("/")))


def prose(text):
    """The text without fenced blocks, whose lines keep their numbers."""
    return re.sub(r"^```.*?^```", lambda block: "\n" * block[0].count("\n"), text, flags=re.M | re.S)


def missing(file):
    """Names in back quotes and links that lead nowhere."""
    for number, line in enumerate(prose(file.read_text()).splitlines(), 1):
        quoted = [path for name in re.findall(r"`([^`]+)`", line) if PATH.match(name) for path in expanded(name.removeprefix("./"))]
        yield from ((number, path) for path in quoted if not exists(path))
        for link in re.findall(r"\]\(([^)\s]+)\)", line):
            target = link.split("#")[0]
            if target and "://" not in target and not (file.parent / target).exists():
                yield number, link


def sections(name):
    """The numbers of a document's headings."""
    return set(re.findall(r"^#+ (\d+(?:\.\d+)?)\.? ", (TOP / "ops/docs" / name).read_text(), flags=re.M))


def sources():
    for folder in ("actors", "bus-schemas", "node", "web", "ops"):
        for file in sorted((TOP / folder).rglob("*")):
            if file.suffix in SOURCES and not SKIPPED.intersection(file.relative_to(TOP).parts) and file.is_file():
                yield file


CITED = re.compile(r"\b(wire contract|domain rules|decision)s?,? (?:section )?(\d+(?:\.\d+)?(?:(?:, (?:and )?| and | to |\s*// )+\d+\.\d+)*)")
NAMED = re.compile(r"\bops/(?:docs|decisions)/[\w-]+\.md\b")
# A comment may go on in the next line.
FOLDED = re.compile(r"\s*\n\s*(?://[/!]?|#|\*)\s*")


def citations(known):
    for file in sources():
        if file == pathlib.Path(__file__).resolve():
            continue
        text = FOLDED.sub(" ", file.read_text(errors="replace"))
        yield from ((file, path) for path in NAMED.findall(text) if not (TOP / path).exists())
        for what, numbers in CITED.findall(text):
            for number in re.findall(r"\d+(?:\.\d+)?", numbers):
                if re.sub(r"^0+(?=\d)", "", number) not in known[what]:
                    yield file, f"{what} {number}"


def main():
    known = {
        "wire contract": sections("wire-contract.md"),
        "domain rules": sections("domain-rules.md"),
        "decision": {str(int(note.name[:4])) for note in DECISIONS},
    }
    findings = [f"{file.relative_to(TOP)}:{number}: {path} does not exist" for file in [*DOCS, INDEX, *DECISIONS] for number, path in missing(file)]
    findings += [f"{file.relative_to(TOP)}: {cited} does not exist" for file, cited in citations(known)]
    listed = set(re.findall(r"\]\((\d{4}[\w-]*\.md)\)", INDEX.read_text()))
    findings += [f"{note.relative_to(TOP)}: has no line in ops/decisions/README.md" for note in DECISIONS if note.name not in listed]
    for finding in findings:
        print(finding)
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main())
