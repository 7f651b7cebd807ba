"""What schemathesis does around every call: a token that is alive, and a count of what came back."""

import atexit
import json
import os
from collections import Counter

import requests
import schemathesis

URL = os.environ["FUZZ_URL"]
SIDE = os.environ["FUZZ_SIDE"]
LOGIN = json.loads(os.environ["FUZZ_LOGIN"])
REPORT = os.environ["FUZZ_REPORT"]
# Accounts that the run itself needs: their ids are not changed or deleted by it.
KEPT = json.loads(os.environ["FUZZ_KEPT"])
PATHS = {"admin": "/admin/Index/login", "member": "/api/user/checkIn"}
HEADERS = {"admin": "batoken", "member": "ba-user-token"}
CALL = {"server": "true", "think-lang": "en"}
# An id that no row has.
NOBODY = 999_999_999

codes = Counter()
token = None


def login():
    answer = requests.post(URL + PATHS[SIDE], json=LOGIN, headers=CALL, timeout=30).json()
    if answer["code"] != 1:
        raise RuntimeError(f"the {SIDE} can't log in: {answer}")
    return answer["data"]["userInfo"]["token"]


def spared(value, kept):
    """The same without ids that are kept."""
    if isinstance(value, list):
        return [spared(one, kept) for one in value]
    return NOBODY if str(value).strip() in kept else value


@schemathesis.hook
def before_call(context, case, kwargs):
    global token
    if token is None:
        token = login()
    case.headers = {**(case.headers or {}), **CALL, HEADERS[SIDE]: token}
    controller = case.path.split("/")[2] if case.path.startswith("/admin/") else ""
    kept = KEPT.get(controller, [])
    if kept and isinstance(case.body, dict):
        for name in ("id", "ids"):
            if name in case.body:
                case.body[name] = spared(case.body[name], kept)
    if kept and case.query and "ids[]" in case.query:
        case.query["ids[]"] = spared(case.query["ids[]"], kept)
    # One's own password is what the next login needs.
    if controller == "routine.AdminInfo" and isinstance(case.body, dict):
        case.body.pop("password", None)


@schemathesis.hook
def after_call(context, case, response):
    global token
    try:
        code = response.json()["code"]
    except Exception:
        code = f"HTTP {response.status_code}"
    codes[str(code)] += 1
    if code in (303, 409):
        token = None


@atexit.register
def report():
    with open(REPORT, "w", encoding="utf-8") as file:
        json.dump(codes, file)
