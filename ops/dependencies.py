"""Checks licences, sources and several versions of every dependency against ops/dependencies.toml, without a network.

    ops/dependencies.py            of this checkout; ends with 1 and a line for each finding
    ops/dependencies.py --list     prints the crates that are there in several versions

What the advisory databases know of them, ops/audit asks.
"""

import collections
import fnmatch
import json
import pathlib
import re
import subprocess
import sys
import tomllib

TOP = pathlib.Path(__file__).resolve().parent.parent


def allowed(expression, licences):
    """Whether an SPDX expression can be fulfilled with these licences. `/` is an old form of OR, `+` of "or later"."""
    tokens = re.findall(r"\(|\)|/|[^\s()/]+", expression)
    at = 0

    def word():
        return tokens[at] if at < len(tokens) else None

    def either():
        nonlocal at
        value = both()
        while word() in ("OR", "/"):
            at += 1
            value = both() or value
        return value

    def both():
        nonlocal at
        value = one()
        while word() == "AND":
            at += 1
            value = one() and value
        return value

    def one():
        nonlocal at
        token = word()
        at += 1
        if token == "(":
            value = either()
            if word() != ")":
                raise ValueError(expression)
            at += 1
            return value
        if token is None or token in (")", "AND", "OR", "WITH", "/"):
            raise ValueError(expression)
        name = token.removesuffix("+")
        if word() == "WITH":
            name += f" WITH {tokens[at + 1]}"
            at += 2
        return name in licences

    value = either()
    if at != len(tokens):
        raise ValueError(expression)
    return value


def licence_findings(kind, name, licence, licences, exceptions):
    for pattern, named in exceptions.items():
        if fnmatch.fnmatchcase(name, pattern) and licence in (None, named):
            return
    try:
        if licence is None:
            yield f"{kind} {name} names no licence"
        elif not allowed(licence, licences):
            yield f"{kind} {name} is under {licence}"
    except (ValueError, IndexError):
        yield f"{kind} {name}: its licence can't be read: {licence}"


def crates():
    # Only those that are built here: others need not even be downloaded.
    host = re.search(r"^host: (.+)$", subprocess.check_output(["rustc", "-vV"], text=True), re.MULTILINE)[1]
    command = ["cargo", "metadata", "--format-version", "1", "--locked", "--filter-platform", host]
    packages = json.loads(subprocess.check_output(command, cwd=TOP))["packages"]
    return [package for package in packages if package["source"] is not None]


def crate_findings(packages, rules):
    versions = collections.Counter(package["name"] for package in packages)
    for package in packages:
        if package["source"] != rules["crates"]:
            yield f"crate {package['name']} comes from {package['source']}"
        yield from licence_findings("crate", package["name"], package["license"], set(rules["licences"]), rules["exceptions"])
    for name, count in sorted(versions.items()):
        if count > max(1, rules["several"].get(name, 1)):
            yield f"crate {name} is there in {count} versions: see `cargo tree -i {name}@VERSION`, or accept it in ops/dependencies.toml"
    for name, count in rules["several"].items():
        if versions[name] < count:
            print(f"ops/dependencies.toml accepts {count} versions of {name}; there are {versions[name]}")


def package_findings(lock, rules):
    tools = set(rules["licences"]) | set(rules["licences_of_tools"])
    for path, package in lock["packages"].items():
        if not path:
            continue
        name = path.rpartition("node_modules/")[2]
        # Without an address npm asks its registry; the hash says that it got the same.
        if not package.get("resolved", rules["packages"]).startswith(rules["packages"]) or package.get("link"):
            yield f"package {name} comes from {package.get('resolved')}"
        if "integrity" not in package:
            yield f"package {name} has no hash in web/package-lock.json"
        yield from licence_findings("package", name, package.get("license"), tools, rules["exceptions"])


def main():
    rules = tomllib.loads((TOP / "ops/dependencies.toml").read_text())
    packages = crates()
    if "--list" in sys.argv:
        for name, count in sorted(collections.Counter(package["name"] for package in packages).items()):
            if count > 1:
                print(f"{name} = {count}")
        return 0
    lock = json.loads((TOP / "web/package-lock.json").read_text())
    findings = [*crate_findings(packages, rules), *package_findings(lock, rules)]
    print(*findings, sep="\n", end="\n" if findings else "")
    print(f"{len(packages)} crates, {len(lock['packages']) - 1} packages: {len(findings)} findings")
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main())
