# SPDX-License-Identifier: Apache-2.0
# Facedown: multiplayer Memory over WebSockets.
"""How fast the page is: figures to read, which depend on the machine. Runs only when it is named."""

import shutil
import statistics
import time

from company import Terminal
from table import PLAYING, UNDEALT, WAITING, deal, turn_a_card, until

PROBES = """
  window.figures = { inputs: [], paint: 0, demo: 0, shift: 0, frames: [], last: 0 };
  const observe = (type, use, more = {}) => new PerformanceObserver((list) => {
    for (const one of list.getEntries()) use(one);
  }).observe({ type, buffered: true, ...more });
  observe("largest-contentful-paint", (one) => { figures.paint = one.startTime; });
  observe("layout-shift", (one) => { if (!one.hadRecentInput) figures.shift += one.value; });
  observe("event", (one) => { if (one.interactionId) figures.inputs.push(one.duration); },
    { durationThreshold: 16 });
  const request = window.requestAnimationFrame.bind(window);
  let isDrawing = false;
  window.requestAnimationFrame = (draw) => {
    // While something moves each frame asks for the next one; a timer does when only a clock runs.
    const moves = isDrawing;
    return request((time) => {
      const began = performance.now();
      isDrawing = true;
      draw(time);
      isDrawing = false;
      if (!figures.demo && document.querySelector("#demo .card")) figures.demo = performance.now();
      if (moves) figures.frames.push([time - figures.last, performance.now() - began]);
      figures.last = time;
    });
  };
"""

SCENES = """() => {
  const times = [];
  for (let index = 0; index < 2000; index += 1) {
    const began = performance.now();
    facedown.client.frame();
    times.push(performance.now() - began);
  }
  return times;
}"""


def share(values, part):
    """The value below which a part of all values lies."""
    return sorted(values)[min(int(len(values) * part), len(values) - 1)]


def session(tab):
    return tab.page.context.new_cdp_session(tab.page)


def first_frames(case):
    for megabits, delay in [(9, 170), (1.6, 150)]:
        visits = []
        for _ in range(5):
            context = case.context()
            context.add_init_script(PROBES)
            eve = case.empty("Eve", context)
            line = session(eve)
            line.send("Network.enable")
            line.send("Network.emulateNetworkConditions", {
                "offline": False, "latency": delay, "downloadThroughput": megabits * 125_000,
                "uploadThroughput": megabits * 125_000})
            eve.page.goto(f"{case.origin}/")
            until(lambda: eve.page.evaluate("() => figures.demo") > 0, 30, "the first frame")
            visits.append(eve.page.evaluate("() => [figures.paint, figures.demo, figures.shift]"))
            context.close()
        paint, demo, shift = (statistics.median(one) for one in zip(*visits))
        print(f"first visit at {megabits} Mbit/s and {delay} ms: painted after {paint / 1000:.2f} s, the "
              f"first frame of the demo after {demo / 1000:.2f} s, layout shift {shift:g}")


def frames(case):
    for slowdown in [1, 4]:
        context = case.context()
        context.add_init_script(PROBES)
        ana = case.tab("Ana", context=context)
        until(lambda: ana.page.locator("#home:not(.loading)").is_visible(), 20, "the home page")
        ana.page.locator("#pairs").select_option("32")
        ana.page.locator("#players").select_option("2")
        ana.press("Play against bots")
        deal(ana)
        time.sleep(1)
        session(ana).send("Emulation.setCPUThrottlingRate", {"rate": slowdown})
        ana.page.evaluate("() => { figures.frames = []; figures.inputs = []; }")
        until(ana.is_on_turn, 60, "a turn")
        ana.press("Shuffle")
        time.sleep(2.5)
        drawn = ana.page.evaluate("() => figures.frames")
        gaps, work = zip(*drawn)
        print(f"a shuffle of 64 cards, processor {slowdown} times slower: {len(drawn)} moving frames, "
              f"{share(gaps, 0.5):.1f} ms between two (p95 {share(gaps, 0.95):.1f}), script "
              f"{share(work, 0.5):.1f} ms each (p95 {share(work, 0.95):.1f})")
        for _ in range(2):
            until(ana.is_on_turn, 60, "a turn")
            turn_a_card(ana)
        time.sleep(1)
        inputs = ana.page.evaluate("() => figures.inputs")
        print(f"from an input to the next picture: {max(inputs, default=0):.0f} ms at most, of "
              f"{len(inputs)} of at least 16 ms")
        if slowdown == 1:
            times = ana.page.evaluate(SCENES)
            print(f"a scene of 64 cards in the module: {share(times, 0.5):.2f} ms, "
                  f"p99 {share(times, 0.99):.2f} ms")
        context.close()


def idle(case):
    ana, _ = case.table()
    ana.until_phase(WAITING)
    time.sleep(3)
    line = session(ana)
    line.send("Performance.enable")

    def tasks():
        found = line.send("Performance.getMetrics")["metrics"]
        return next(one["value"] for one in found if one["name"] == "TaskDuration")

    before = ana.frames(), tasks()
    time.sleep(60)
    after = ana.frames(), tasks()
    print(f"a minute in the waiting room: {after[0] - before[0]} frames, "
          f"{after[1] - before[1]:.2f} s of the main thread")


def ways_in(case):
    """Prints how long a newcomer takes from a link or the home page to a table, and with `facedown LINK`."""
    _, code = case.table(seats=4)
    began = time.monotonic()
    eve = case.empty("Eve", case.context())
    eve.page.goto(f"{case.origin}/{code}")
    until(lambda: eve.page.locator("#home:not(.loading)").is_visible(), 20, "the home page")
    eve.page.locator("#name").fill("Eve")
    eve.press(f"Join table {code}")
    eve.until_phase(WAITING)
    print(f"from a link, by a name and one press, to the waiting room: {time.monotonic() - began:.2f} s")
    began = time.monotonic()
    cy = case.empty("Cy", case.context())
    cy.page.goto(f"{case.origin}/")
    until(lambda: cy.page.locator("#play:enabled").count() == 1, 20, "the button")
    cy.press("Play now")
    cy.until_phase(UNDEALT, PLAYING)
    print(f"from the home page, by one press, to a match against a bot: {time.monotonic() - began:.2f} s")
    if not shutil.which("tmux"):
        return
    began = time.monotonic()
    terminal = Terminal(case.server.programs, [f"{case.origin}/{code}", "--name", "Dan"])
    until(lambda: "Enter ready" in terminal.screen(), 20, "the waiting room in the terminal")
    print(f"from `facedown LINK`, without a press, to the waiting room: {time.monotonic() - began:.2f} s")
    terminal.stop()


def speeds(case):
    """Prints the figures of docs/web.md."""
    first_frames(case)
    frames(case)
    idle(case)
