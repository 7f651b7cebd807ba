"""Sends a node of the demo company what its OpenAPI document allows, and what it does not.

Fails on an answer that the document does not describe, on any 500, on a panic or an error in the log,
and on memory that grows with the requests. Started by ops/soak, which builds the node first.
"""

import argparse
import json
import os
import re
import secrets
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections import Counter
from pathlib import Path

HERE = Path(__file__).parent
CHECKS = "not_a_server_error,status_code_conformance,content_type_conformance,response_headers_conformance,response_schema_conformance"
# They end the session that all others need, or speak to mail servers outside.
LEFT_OUT = ["logout", "memberLogout", "accountChangePassword", "settingSendTestMail"]
# Examples of an operation in one go; the next go has another seed.
EXAMPLES = 10
# Goes of the administrator at least: memory is compared between the middle and the end.
GOES = 3
# Memory that a node may take on between the middle and the end: a share of it, and megabytes.
GROWTH_SHARE, GROWTH_MB = 0.15, 64
# Answers that were let through by login and permission, at least.
ALLOWED_SHARE = 0.5


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


class Node:
    """The node with its demo company, in a directory of its own."""

    def __init__(self, entrepot, work):
        self.entrepot, self.work = entrepot, work
        self.data = work / "data"
        self.log = work / "node.log"
        self.password = secrets.token_hex(12)
        file = work / "password"
        file.write_text(self.password)
        create = [entrepot, "--change-given-passwords=false", "admin", "create", "fuzz", "--super", "--password-file", file, "--data-dir", self.data]
        subprocess.run(create, check=True, stdout=subprocess.DEVNULL)
        self.url = f"http://127.0.0.1:{free_port()}"
        listen = self.url.removeprefix("http://")
        options = ["--demo", "--member-captcha", "off", "--admin-captcha", "off", "--rate-limits", "false"]
        command = [entrepot, "serve", *options, "--data-dir", self.data, "--listen", listen, "--ws-listen", ""]
        self.process = subprocess.Popen(command, stdout=self.log.open("w"), stderr=subprocess.STDOUT)
        for _ in range(600):
            try:
                urllib.request.urlopen(self.url + "/readyz", timeout=5)
                return
            except OSError:
                if self.process.poll() is not None:
                    break
                time.sleep(0.2)
        self.stop()
        raise SystemExit("the node did not start:\n" + self.tail())

    def tail(self):
        return "\n".join(self.text().splitlines()[-40:])

    def text(self):
        return re.sub(r"\x1b\[[0-9;]*m", "", self.log.read_text(errors="replace"))

    def member(self):
        """Name and password of the demo company's member, as the node prints them."""
        words = dict(re.findall(r"^\s*(member|password)\s+(\S+)\s*$", self.text(), re.M))
        return words["member"], words["password"]

    def megabytes(self):
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return int(re.search(r"^VmRSS:\s+(\d+) kB", status, re.M).group(1)) // 1024

    def post(self, path, body):
        data = json.dumps(body).encode()
        headers = {"Content-Type": "application/json", "server": "true"}
        with urllib.request.urlopen(urllib.request.Request(self.url + path, data, headers), timeout=30) as answer:
            return json.load(answer)

    def stop(self):
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        return self.process.wait(60)

    def complaints(self):
        """Lines of the log that a healthy node never writes."""
        return [line for line in self.text().splitlines() if "panicked" in line or re.search(r"\bERROR\b|\"level\":\"ERROR\"", line)]


class Run:
    def __init__(self, node, seed):
        self.node, self.seed = node, seed
        self.codes = Counter()
        self.failed = False
        self.accounts = {
            "admin": {"username": "fuzz", "password": node.password, "keep": False},
            "member": {"tab": "login", "username": node.member()[0], "password": node.member()[1], "keep": False},
        }
        admin = node.post("/admin/Index/login", self.accounts["admin"])["data"]["userInfo"]["id"]
        member = node.post("/api/user/checkIn", self.accounts["member"])["data"]["userInfo"]["id"]
        self.kept = {"auth.Admin": [str(admin)], "user.User": [str(member)], "user.Group": ["1"], "auth.Group": ["1"]}

    def go(self, side, phases, number):
        """One go over every operation of a side."""
        report = self.node.work / "codes.json"
        report.unlink(missing_ok=True)
        scope = ["--include-path-regex", "^/api/"] if side == "member" else []
        left_out = [word for name in LEFT_OUT for word in ("--exclude-operation-id", name)]
        command = [
            Path(sys.executable).with_name("schemathesis"), "run", self.node.url + "/openapi.json", "--checks", CHECKS,
            "--phases", phases, "--max-examples", str(EXAMPLES), "--seed", str(self.seed + number), "--mode", "all",
            "--suppress-health-check", "all", "--warnings", "off", "--request-timeout", "20", "--continue-on-failure", "--no-color",
            *scope, *left_out,
        ]  # fmt: skip
        environment = {
            **os.environ, "SCHEMATHESIS_HOOKS": "hooks", "PYTHONPATH": str(HERE), "FUZZ_URL": self.node.url, "FUZZ_SIDE": side,
            "FUZZ_LOGIN": json.dumps(self.accounts[side]), "FUZZ_REPORT": str(report), "FUZZ_KEPT": json.dumps(self.kept), "PYTHONDONTWRITEBYTECODE": "1",
        }  # fmt: skip
        done = subprocess.run(command, env=environment, cwd=self.node.work, capture_output=True, text=True)
        codes = Counter(json.loads(report.read_text())) if report.exists() else Counter()
        self.codes += codes
        count, allowed = sum(codes.values()), sum(codes.values()) - codes["303"] - codes["401"]
        print(f"{side} {phases} seed {self.seed + number}: {count} requests, {allowed} let through, {self.node.megabytes()} MB", flush=True)
        if done.returncode != 0:
            print(done.stdout[-20000:], done.stderr[-4000:], sep="\n")
            self.failed = True
        elif side == "admin" and allowed < count * ALLOWED_SHARE:
            print(f"only {allowed} of {count} requests were let through: {dict(codes)}")
            self.failed = True


def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument("--requests", type=int, default=50_000, help="at least; a go over every operation is never cut short")
    arguments.add_argument("--seed", type=int, default=7)
    arguments.add_argument("--entrepot", type=Path, required=True)
    asked = arguments.parse_args()
    with tempfile.TemporaryDirectory(prefix="entrepot-fuzz.") as work:
        node = Node(asked.entrepot, Path(work))
        try:
            run = Run(node, asked.seed)
            memory = []
            run.go("member", "examples,coverage,fuzzing", 0)
            run.go("admin", "examples,coverage", 1)
            memory.append((sum(run.codes.values()), node.megabytes()))
            number = 2
            while (sum(run.codes.values()) < asked.requests or number <= GOES) and not run.failed:
                run.go("admin", "fuzzing", number)
                memory.append((sum(run.codes.values()), node.megabytes()))
                number += 1
            total = sum(run.codes.values())
            middle = next(megabytes for count, megabytes in memory if count * 2 >= total)
            end = memory[-1][1]
            if node.process.poll() is not None:
                print("the node has ended:\n" + node.tail())
                run.failed = True
            elif end > middle * (1 + GROWTH_SHARE) + GROWTH_MB:
                print(f"memory grew from {middle} MB in the middle to {end} MB at the end")
                run.failed = True
            ended = node.stop()
        finally:
            if node.process.poll() is None:
                node.process.kill()
        complaints = node.complaints()
        if complaints:
            print("the log complains:", *complaints[:20], sep="\n")
        print(f"requests: {total}, codes: {dict(run.codes)}, memory: {middle} MB in the middle, {end} MB at the end")
        return 1 if run.failed or complaints or ended != 0 else 0


sys.exit(main())
