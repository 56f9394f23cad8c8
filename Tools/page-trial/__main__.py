# SPDX-License-Identifier: Apache-2.0
# Facedown: multiplayer Memory over WebSockets.
"""Tries the page in Debian's Chromium, and in its Firefox, as a real server serves it.

    .build/playwright/bin/python3 Tools/page-trial [--programs FOLDER] [--pictures FOLDER] [--tls]
        [--matches N] [CASE...] [--origin URL]

It needs the programs, built with the page (make programs, then make build), chromium, and Playwright
(scripts/fetch-playwright). With an origin the pages are those of a server that runs there already. A page that reports an error, a warning or a violation of its content security
policy fails its case. The last line is a sentence that begins with "passed", "failed" or "skipped, because".
"""

import argparse
import contextlib
import pathlib
import shutil
import sys
import tempfile
import time
import traceback

try:
    from playwright.sync_api import sync_playwright
except ImportError:
    sys.exit(print("skipped, because Playwright is missing: run scripts/fetch-playwright"))

import cases
import company
import firefox
import goldens
import home
import identity
import looks
import match
import presence
import records
import speeds
from table import Case, Elsewhere, Server

CASES = [
    match.visit, home.demo, home.demo_still, home.ways, match.match, cases.reload, cases.cut, cases.duplicate, cases.storage, cases.traps,
    cases.corrupt, cases.old, cases.chaser, cases.keyboard, cases.faces, looks.access, looks.qr, cases.motion,
    cases.lists, presence.ghosts, presence.noticed, presence.again, presence.phrases, presence.viewers, presence.live, records.records, records.replay, identity.identity, identity.bad_keys,
    identity.rated, identity.daily, identity.windows, identity.unproven, looks.looks, goldens.goldens, firefox.firefox,
    company.company, company.killed, company.deployed, company.rematches,
]
# Figures rather than tests: only by name.
REPORTS = [speeds.speeds, speeds.ways_in]


def run(case, what):
    """Runs one case; returns whether it passed."""
    began = time.monotonic()
    try:
        what(case)
        problems = [problem for tab in case.tabs for problem in tab.problems]
        assert not problems, f"the pages reported {problems}"
        print(f"{what.__name__}: passed after {time.monotonic() - began:.0f} s", flush=True)
        return True
    except Exception as error:
        where = traceback.extract_tb(error.__traceback__)
        line = next((one.lineno for one in reversed(where) if "page-trial" in one.filename), 0)
        problems = [problem for tab in case.tabs for problem in tab.problems]
        print(f"{what.__name__}: line {line}: {error!r:.600} {problems[:5]}", flush=True)
        for index, tab in enumerate(case.tabs):
            with contextlib.suppress(Exception):
                tab.picture(f"failed-{what.__name__}-{index}")
        return False


def main():
    root = pathlib.Path(__file__).resolve().parent.parent.parent
    parser = argparse.ArgumentParser(prog="page-trial")
    parser.add_argument("--programs", default=str(root / ".build/debug"))
    parser.add_argument("--pictures", default=None)
    parser.add_argument("--tls", action="store_true")
    parser.add_argument("--origin", default=None)
    parser.add_argument("--matches", type=int, default=5)
    parser.add_argument("cases", nargs="*")
    options = parser.parse_args()
    names = [what.__name__ for what in CASES + REPORTS]
    unknown = [name for name in options.cases if name not in names]
    if unknown:
        sys.exit(f"page-trial: there is no case {unknown[0]}; say one of {', '.join(names)}.")
    chromium = shutil.which("chromium")
    if not chromium:
        print("skipped, because chromium is missing (Debian: apt-get install chromium)")
        return
    pictures = pathlib.Path(options.pictures or tempfile.mkdtemp(prefix="facedown-page-"))
    pictures.mkdir(parents=True, exist_ok=True)
    failed = []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium)
        for what in CASES + REPORTS:
            if what.__name__ not in (options.cases or names[:len(CASES)]):
                continue
            server = (Elsewhere(options.programs, options.origin) if options.origin
                      else Server(options.programs, options.tls))
            try:
                if not run(Case(browser, server, pictures, options.matches), what):
                    failed.append(what.__name__)
            finally:
                for context in list(browser.contexts):
                    context.close()
                server.stop()
        browser.close()
    print(f"pictures: {pictures}")
    if failed:
        print(f"failed: {', '.join(failed)}")
        sys.exit(1)
    print(f"passed: {', '.join(options.cases or ['every case'])}")


if __name__ == "__main__":
    main()
