"use strict";

// Tests with traces that mean harm, or are damaged.

(function () {
  const {
    contains, drop, equal, expect, find, fixture, frame, header, inWindow, model, numbers, page, rowsOf,
    screen, select, stack, test, text, Trace, treeText,
  } = PageTests;

  test("Shows markup in names as text", async () => {
    const markup = "<img src=x onerror='globalThis.hacked=1'><script>globalThis.hacked=1</" + "script>";
    const before = document.querySelectorAll("img, script, iframe").length;
    await drop(
      text(
        header([inWindow(stack(1, [screen(2, markup)]))]),
        {
          n: 1, t: 0, kind: "step.ended", subject: markup, owner: markup, outcome: markup,
          detail: markup, more: markup, [markup]: 1, difference: "+" + markup,
        },
        { n: 2, t: 0, kind: "issue", subject: markup, detail: markup, advice: markup, cause: 1 },
        { n: 3, t: 0, kind: markup, subject: markup, cause: 1 },
        markup),
      markup);
    for (const number of [1, 2, 3]) {
      select(number);
      for (const tab of ["why", "issues", "event"]) find("tab-" + tab).click();
      find("screen-boxes").click();
      find("screen-text").click();
      await frame();
    }
    equal(globalThis.hacked, undefined);
    equal(document.querySelectorAll("img, script, iframe").length, before);
    contains(treeText(), "<img src=x");
    contains(find("details").textContent, "<script>");
    contains(find("title").textContent, "<img");
  });

  test("Runs no script and fetches nothing, whatever is put into the page", async () => {
    const script = document.createElement("script");
    script.textContent = "globalThis.hacked = 2";
    const violations = [];
    const listen = (event) => violations.push(event.effectiveDirective);
    document.addEventListener("securitypolicyviolation", listen);
    document.body.append(script);
    const error = await fetch("http://127.0.0.1:9/").then(() => null, (reason) => reason);
    const image = document.createElement("img");
    const blocked = new Promise((resolve) => { image.onerror = resolve; });
    image.src = "http://127.0.0.1:9/x.png";
    await blocked;
    await frame();
    document.removeEventListener("securitypolicyviolation", listen);
    script.remove();
    equal(globalThis.hacked, undefined);
    expect(error !== null, "The page can fetch.");
    for (const directive of ["script-src-elem", "connect-src", "img-src"]) {
      expect(violations.includes(directive), `No violation of ${directive} in ${violations}`);
    }
  });

  test("Shows a broken line with its number, and the rest of the trace", async () => {
    await drop(text(
      header(), { n: 1, t: 0, kind: "note" }, "{\"n\": 2, \"t\"", "[1]", { t: 1, kind: "note" },
      { n: 2, t: 1 }, { n: 2, t: 1, kind: "note" }));
    equal(page.trace.events.map((event) => event.n), [1, 2]);
    contains(find("message").textContent, "4 problems");
    find("tab-issues").click();
    const cards = [...find("details").querySelectorAll(".problem")].map((card) => card.textContent);
    equal(cards.length, 4);
    contains(cards[0], "Line 3 The line is not JSON");
    contains(cards[0], "{\"n\": 2, \"t\"");
    contains(cards[1], "Line 4 The line is not an object.");
    contains(cards[2], "Line 5 The event has no number `n`.");
    contains(cards[3], "Line 6 The event has no `kind`.");
    find("tab-event").click();
  });

  const refused = [
    ["another version", text({ navigationTrace: 2 }), "version 2; this Inspector reads version 1"],
    ["a version in words", text({ navigationTrace: "1" }), "version 1"],
    ["an empty file", "", "The file is empty."],
    ["a blank file", "\n\n \n", "The file is empty."],
    ["another kind of file", "PNG\u0000\u0001 text", "first line is not JSON"],
    ["JSON without a header", text({ n: 1 }), "no `navigationTrace`"],
    ["a list", text([1]), "no `navigationTrace`"],
    ["a null", text("null"), "no `navigationTrace`"],
    ["a file of one huge line", "x".repeat(17_000_000), "first line has more than 16"],
  ];
  for (const [name, content, message] of refused) {
    test("Refuses " + name + " with a clear message", async () => {
      await drop(fixture("sample"));
      await drop(content, "bad.jsonl");
      equal(find("failure").checkVisibility(), true);
      contains(find("failure").textContent, "bad.jsonl cannot be opened.");
      contains(find("failure").textContent, message);
      equal(page.trace, null);
      equal(rowsOf("events").length, 0);
      await drop(fixture("sample"));
      equal(find("failure").checkVisibility(), false);
    });
  }

  test("Ends every chain of causes, however they are given", async () => {
    await drop(text(
      header(), { n: 1, t: 0, kind: "note", cause: 2, of: 3 },
      { n: 2, t: 0, kind: "note", cause: 1 }, { n: 3, t: 0, kind: "note", cause: 3, of: 3 },
      { n: 4, t: 0, kind: "note", cause: -1 }, { n: 5, t: 0, kind: "note", cause: 1e300 },
      { n: 6, t: 0, kind: "note", cause: "5" }));
    for (const number of [1, 2, 3, 4, 5, 6]) {
      select(number);
      equal(numbers("causes"), number === 2 ? [1, 2] : [number]);
    }
    equal(page.trace.problemCount, 6);
    select(1);
    contains(find("details").textContent, "#2, which is no earlier event");
  });

  // A trace in which many steps wait, each for one of the screens.
  function heldTrace(count, screens) {
    const children = Array.from({ length: screens }, (_, at) => screen(at + 2));
    const events = [];
    for (let n = 1; n < 2 * count; n += 2) {
      const detail = `the screen S${n % screens + 2} to be visible`;
      events.push(
        { n, t: n, kind: "step.emitted", subject: "buy", owner: "F" },
        { n: n + 1, t: n, kind: "step.held", of: n, detail });
    }
    return [header([inWindow(stack(1, children))]), ...events];
  }

  test("Looks once for a screen that many steps wait for", () => {
    const trace = model(...heldTrace(2_000, 50));
    const last = trace.events.length - 1;
    const { root } = trace.windows.treeAt(1, last);
    const { lastIndexOf } = String.prototype;
    let searches = 0;
    String.prototype.lastIndexOf = function (...values) {
      searches += 1;
      return lastIndexOf.apply(this, values);
    };
    let annotations;
    try {
      annotations = trace.windows.annotations(root, last);
    } finally {
      String.prototype.lastIndexOf = lastIndexOf;
    }
    const held = root.children.map((node) => annotations.get(node).held.length);
    equal(held.reduce((sum, count) => sum + count), 2_000);
    expect(searches <= 50 * 60, searches + " searches");
  });

  test("Explains a piece of work once, however often it was refused", async () => {
    const count = 300;
    const lines = [header(), { n: 1, t: 0, kind: "step.emitted", subject: "buy", owner: "F" }];
    for (let n = 2; n < 2 + count; n += 1) {
      lines.push({ n, t: n, kind: "step.held", of: 1, detail: "reason " + n });
    }
    for (let n = 2 + count; n < 2 + 2 * count; n += 1) {
      lines.push({ n, t: n, kind: "step.ended", of: 1, outcome: "refused", detail: "hidden" });
    }
    await drop(text(...lines));
    const { trace } = page;
    const { why } = trace;
    let calls = 0;
    trace.why = function (...values) {
      calls += 1;
      return why.apply(this, values);
    };
    find("tab-why").click();
    delete trace.why;
    expect(calls < 5, calls + " explanations");
    const explanation = find("details").querySelector(".waits").textContent;
    contains(explanation, "reason 2; reason 3; ");
    expect(explanation.endsWith("; and 100 more"), explanation.slice(-40));
    find("tab-event").click();
  });

  test("Explains a refusal by the last part of a long chain of causes", () => {
    const lines = [header()];
    for (let n = 1; n <= 20_000; n += 1) lines.push({ n, t: n, kind: "note", cause: n - 1 || undefined });
    lines.push(
      { n: 20_001, t: 0, kind: "issue", subject: "The door is closed", cause: 20_000 },
      { n: 20_002, t: 0, kind: "step.ended", outcome: "refused", cause: 20_001 });
    const trace = model(...lines);
    let reads = 0;
    trace.events = new Proxy(trace.events, {
      get(target, key) {
        reads += 1;
        return target[key];
      },
    });
    equal(trace.why(20_001).issues, [20_000]);
    expect(reads < 1_000, reads + " events are read");
  });

  test("Finds the place of a lane among very many in a few comparisons", () => {
    const trace = new Trace();
    let reads = 0;
    trace.lanes = new Proxy([], {
      get(target, key) {
        const value = target[key];
        if (typeof value === "function") return value.bind(target);
        reads += 1;
        return value;
      },
    });
    trace.append(JSON.stringify(header()));
    for (let n = 1; n <= 2_000; n += 1) {
      const kind = n <= 1_000 ? "action" : "step.emitted";
      trace.append(JSON.stringify({ n, t: n, kind, owner: "O" + n, subject: "a" }));
    }
    expect(reads < 2_000 * 20, reads + " lanes are read");
    equal([0, 999, 1_000, 1_999].map((at) => trace.lanes[at].title.replace(/^.* /, "")),
      ["O1001", "O2000", "O1", "O1000"]);
  });

  test("Says that a cause was discarded", async () => {
    await drop(text(
      header([], { dropped: 5 }), { n: 6, t: 0, kind: "note", cause: 3, of: 4 },
      { n: 7, t: 0, kind: "note", cause: 6 }));
    equal(page.trace.problemCount, 0);
    contains(find("details").textContent, "It begins with #3, which was discarded.");
    contains(find("counters").textContent, "5 discarded");
  });

  test("Keeps events with the same number, and says so", async () => {
    await drop(text(
      header(), { n: 1, t: 0, kind: "note", subject: "one" },
      { n: 1, t: 0, kind: "note", subject: "another" }, { n: 2, t: 0, kind: "note", cause: 1 },
      { n: 9, t: 0, kind: "note" }, { n: 8, t: 0, kind: "note" }));
    equal(page.trace.events.map((event) => event.n), [1, 1, 2, 9, 8]);
    equal(page.trace.causes(2).map((index) => page.trace.events[index].subject), ["one", ""]);
    equal(page.trace.problems.map((problem) => problem.message), [
      "Event 1 is there twice.", "Instead of event 3 there is event 9.",
      "Event 8 comes after event 9.",
    ]);
    page.events.step(-1);
    page.events.step(-1);
    page.events.step(-1);
    equal(page.selected, 1, "The second of both can be selected");
  });

  test("Shows a tree of five thousand levels", async () => {
    let json = "{\"id\":5000,\"name\":\"Last\",\"kind\":\"screen\"}";
    for (let id = 4999; id >= 1; id -= 1) {
      json = id % 2 === 0
        ? `{"id":${id},"name":"S","kind":"stack","children":[${json}]}`
        : `{"id":${id},"name":"S","kind":"stack","modal":${json}}`;
    }
    await drop(text(
      `{"navigationTrace":1,"dropped":0,"windows":[{"window":1,"tree":{"root":${json}}}]}`,
      {
        n: 1, t: 0, kind: "tree", window: 1,
        change: { change: "pushed", container: 4998, inserted: [screen(6000, "Deep")] },
      }));
    equal(page.trace.problems, []);
    find("tree").scrollTop = find("tree").scrollHeight;
    await frame();
    await frame();
    contains(treeText(), "Deep#6000");
    expect(rowsOf("tree").length < 100, "There are too many rows.");
    find("screen-boxes").click();
    expect(find("boxes").querySelectorAll("*").length < 2_000, "There are too many boxes.");
    contains(find("boxes").textContent, "Further levels are shown as text.");
    find("screen-text").click();
  });

  test("Does not read a huge line, and keeps huge texts short", async () => {
    await drop(text(
      header(), { n: 1, t: 0, kind: "note", subject: "x".repeat(1_000_000) },
      { n: 2, t: 0, kind: "note", subject: "y".repeat(17_000_000) },
      { n: 2, t: 0, kind: "note", subject: "after" }));
    equal(page.trace.events.length, 2);
    contains(page.trace.problems[0].message, "and is not read");
    select(1);
    const fixtures = [...document.querySelectorAll("[id^=fixture-]")].reduce(
      (length, { textContent }) => length + textContent.length, 0);
    expect(
      document.body.textContent.length < 200_000 + fixtures, "Too much text is on the page.");
    contains(find("details").textContent, "(1000000 characters)");
  });

  test("Shows unknown kinds and fields as they are", async () => {
    await drop(text(
      header(),
      {
        n: 1, t: 0, kind: "weather.changed", subject: "rain", temperature: 7, wind: { from: "west" },
      }));
    const details = find("details").textContent;
    for (const part of ["weather.changed", "rain", "temperature7", "wind{\"from\":\"west\"}"]) {
      contains(details, part);
    }
    equal(page.trace.lanes.map((lane) => lane.title), ["Other"]);
    equal(page.trace.problems, []);
  });

  test("Bears values of any type in every field", async () => {
    const values = [null, 7, -1, "__proto__", "constructor", [], [null], {}, { root: null }, true, ""];
    const fields = [
      "t", "cause", "of", "subject", "owner", "detail", "outcome", "advice", "window", "change",
      "tree", "difference",
    ];
    const kinds = [
      "tree", "step.ended", "request.ended", "flow.started", "flow.ended", "core.activated",
      "window.opened", "window.closed", "issue", "user", "__proto__", "constructor.x", ".", "",
    ];
    const lines = [header([null, 1, {}, { window: 1 }, { window: 2, tree: { root: 1 } },
      inWindow(stack(1, [screen(2)]))])];
    let n = 0;
    for (const kind of kinds) {
      for (const field of fields) {
        for (const value of values) {
          n += 1;
          // Chains of some length: each of their events is shown.
          const cause = Math.max(1, n - n % 50 - 1);
          lines.push({ n, t: n, kind, window: 1, cause, [field]: value });
          if (field !== "tree" && kind !== "window.closed") continue;
          n += 1;
          lines.push({
            n, t: n, kind: "window.opened", window: 1, tree: { root: stack(1, [screen(2)]) },
          });
        }
      }
      for (const change of ["pushed", "moved", "selected", "rootReplaced", "contentsReplaced"]) {
        for (const value of values) {
          n += 1;
          lines.push({
            n, t: n, kind, window: 1,
            change: {
              change, container: 1, inserted: value, removed: value, node: value, from: value,
              to: value, index: value, oldSelection: value, newSelection: value, newKind: value,
            },
          });
        }
      }
    }
    await drop(text(...lines));
    equal(page.trace.events.length, n);
    for (let index = 0; index < n; index += 1) {
      page.select(index);
      if (index % 50 !== 0) continue;
      find("tab-why").click();
      find("tab-issues").click();
      find("screen-boxes").click();
      await frame();
      find("screen-text").click();
    }
    find("tab-event").click();
  });
})();
