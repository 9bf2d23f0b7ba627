"use strict";

// Tests of live mode with a double for the server's stream.

(function () {
  const {
    app, connect, connectTo, contains, drop, enter, equal, expect, find, fixture, frame, header,
    inWindow, note, notes, page, rowsOf, screen, select, selectedNumber, send, shownApps, stack, state,
    stream, test, text, treeText, until, world,
  } = PageTests;
  const { RecentTrace } = Inspector;

  test("Waits for an app, and chooses the only one", async () => {
    connect();
    equal(stream().url, "stream");
    equal(state(), "Connecting…");
    stream().open();
    stream().send("apps", []);
    equal(state(), "No app is connected.");
    equal(find("empty-live").checkVisibility(), true);
    equal(find("empty-file").checkVisibility(), false);
    stream().send("apps", [app("A b", { name: "앱" })]);
    equal(world.streams.map((each) => [each.url, each.readyState]), [
      ["stream", 2], ["stream?app=A%20b", 0],
    ]);
    stream().open();
    stream().send("apps", [app("A b", { name: "앱", events: 1_234 })]);
    equal(shownApps(), ["앱, connected, 1,234 events"]);
    equal(state(), "앱 is connected.");
    stream().send("start", header());
    stream().send("lines", text(note(1), note(2)).trim());
    await until(() => find("events-count").textContent === "2", "two events");
    equal(find("title").textContent, "앱");
    equal(find("empty").checkVisibility(), false);
  });

  test("Lists several apps, and shows the chosen one", async () => {
    await connectTo(app("A"), app("B", { name: "Other" }), app("C", { connected: false }));
    equal(world.streams.length, 1);
    equal(state(), "Choose an app.");
    equal(shownApps(), [
      "Demo, connected, 0 events", "Other, connected, 0 events", "Demo, gone, 0 events",
    ]);
    const [, other] = find("apps").children;
    other.focus();
    other.click();
    equal(stream().url, "stream?app=B");
    equal(document.activeElement, other, "The button keeps the focus");
    equal(other.getAttribute("aria-pressed"), "true");
    stream().open();
    stream().send("apps", [app("A"), app("B", { name: "Other" })]);
    equal(state(), "Other is connected.");
    equal(shownApps().length, 2);
    stream().send("start", header());
    await send(note(1));
    find("apps").firstElementChild.click();
    equal(stream().url, "stream?app=A");
    equal(page.trace, null, "The trace of the other app is not shown");
  });

  test("Chooses the only connected one of several apps", async () => {
    await connectTo(app("A", { connected: false }), app("B", { name: "Other" }));
    equal(stream().url, "stream?app=B");
  });

  test("Follows the newest event unless an old one is selected", async () => {
    await connectTo(app("A"));
    await send(...notes(2, 200));
    equal(selectedNumber(), 200);
    equal(find("newest").hidden, true);
    await send({
      n: 201, t: 201, kind: "tree", window: 1,
      change: { change: "pushed", container: 1, inserted: [screen(3)] },
    });
    equal(selectedNumber(), 201);
    contains(treeText(), "S3#3");
    select(20);
    await send(note(202));
    equal(selectedNumber(), 20);
    expect(!treeText().includes("S3#3"), "The tree is the one of then.");
    equal(find("newest").checkVisibility(), true);
    find("newest").click();
    await send(note(203));
    equal(selectedNumber(), 203);
    find("events").scrollTop = 0;
    await send(note(204));
    equal(selectedNumber(), 203, "Who scrolls back is not disturbed");
    find("newest").click();
    select(202);
    await send(note(205));
    equal(selectedNumber(), 202, "Who selects an event near the end is not disturbed");
  });

  test("Follows the newest event in a list that becomes lower", async () => {
    await connectTo(app("A", { commands: ["tap"] }));
    await send(...notes(2, 200));
    const { clientHeight } = find("events");
    // Becomes lower in the frame in which it is drawn, before it hears of that.
    requestAnimationFrame(() => ["tap 1", "tap 2"].forEach(enter));
    await send(note(201));
    expect(find("events").clientHeight < clientHeight, "The list is not lower.");
    equal(selectedNumber(), 201);
    for (const command of ["tap 3", "tap 4"]) enter(command);
    await frame();
    await frame();
    await send(note(202));
    equal(selectedNumber(), 202);
  });

  test("Reveals an older event in a list that has just become lower", async () => {
    await connectTo(app("A", { commands: ["tap"] }));
    await send(...notes(2, 200));
    const { clientHeight } = find("events");
    enter("tap 1");
    expect(find("events").clientHeight < clientHeight, "The list is not lower.");
    select(2);
    await frame();
    expect(rowsOf("events").some((row) => row.textContent.includes("#2")
      && row.ariaSelected === "true"), "The event is not shown.");
  });

  test("Reads each line once, and draws once a frame", async () => {
    await connectTo(app("A"));
    const parse = JSON.parse;
    const update = page.update;
    let [parsed, updates, frames] = [0, 0, 0];
    JSON.parse = (...values) => { parsed += 1; return parse(...values); };
    page.update = () => { updates += 1; update.call(page); };
    const worst = { time: 0, last: performance.now() };
    try {
      for (let n = 2; n <= 100_000; n += 50) {
        stream().send("lines", text(...notes(n, Math.min(n + 49, 100_000))).trim());
        if ((n - 2) % 2_500 !== 0) continue;
        await frame();
        frames += 1;
        worst.time = Math.max(worst.time, performance.now() - worst.last);
        worst.last = performance.now();
      }
      await until(() => find("events-count").textContent === "100,000", "all events");
    } finally {
      JSON.parse = parse;
      delete page.update;
    }
    expect(updates <= frames + 2, `${updates} updates in ${frames} frames`);
    // Half of them also for the trace that goes on when this one is full; and the selected ones.
    expect(parsed < 200_000, `${parsed} readings of 100,000 lines`);
    equal(selectedNumber(), 100_000);
    find("events").scrollTop = 1_000_000;
    await frame();
    await frame();
    expect(rowsOf("events").length < 200, "There are too many rows.");
    return `50 events in a message, 2,500 in a frame of at worst ${Math.round(worst.time)} ms`;
  });

  test("Keeps the recent events of a running app, and counts the others", async () => {
    await connectTo(app("A"));
    page.limits = { mostLines: 100 };
    stream().send("start", header([inWindow(stack(1, [screen(2)]))]));
    let n = 0;
    const begin = [
      { kind: "flow.started", subject: "F" }, { kind: "flow.started", subject: "G" },
      {
        kind: "tree", window: 1, change: { change: "pushed", container: 1, inserted: [screen(3)] },
      },
    ].map((event) => ({ n: (n += 1), t: n, ...event }));
    stream().send("lines", text(...begin, ...notes(4, 90)).trim());
    await until(() => find("events-count").textContent === "90", "90 events");
    equal(page.trace.dropped, 0);
    select(80);
    stream().send("lines", text(...notes(91, 120)).trim());
    await until(() => page.trace.dropped > 0, "the discarded events");
    const { dropped } = page.trace;
    expect(dropped >= 40 && dropped <= 60, dropped + " events were discarded.");
    contains(find("counters").textContent, dropped + " discarded");
    equal(page.trace.events[0].n, dropped + 1);
    equal(selectedNumber(), 80, "The selected event stays selected");
    equal(page.trace.problems, []);
    contains(treeText(), "S3#3");
    contains(find("counters").textContent, "2 live flows");
    await send({ n: 121, t: 121, kind: "flow.ended", subject: "F", of: 1 });
    find("newest").click();
    contains(find("counters").textContent, "1 live flow0");
    for (let from = 122; from < 1_000; from += 30) {
      stream().send("lines", text(...notes(from, from + 29)).trim());
      await frame();
    }
    await frame();
    await frame();
    expect(page.trace.lines.length <= 100, page.trace.lines.length + " lines are kept.");
    equal(selectedNumber(), 1_021, "The newest event stays selected");
    equal(page.trace.problems, []);
    select(page.trace.dropped + 1);
    stream().send("lines", text(...notes(1_022, 1_080)).trim());
    await until(() => find("message").textContent.includes("was discarded"), "the message");
    equal(page.selected, 0);
  });

  test("Writes the trees of a trace that goes on as the library does", () => {
    const recent = new RecentTrace({ mostLines: 40 });
    const lines = fixture("sample").trimEnd().split("\n");
    let [trace, swaps] = [recent.trace, 0];
    for (const line of lines) {
      recent.append(line);
      if (trace !== recent.trace) swaps += 1;
      ({ trace } = recent);
    }
    expect(swaps >= 2, "The trace is not long enough.");
    const whole = new Inspector.Trace();
    for (const line of lines) whole.append(line);
    const shown = (each) => each.windows.openAt(Infinity)
      .map(({ number, root }) => number + "\n" + Inspector.Tree.text(root, true));
    equal(shown(trace), shown(whole));
    equal(trace.counts, whole.counts);
    const again = new Inspector.Trace();
    for (const line of trace.lines) again.append(line);
    equal(shown(again), shown(whole), "After an export");
    const changing = new Inspector.Trace();
    for (const line of fixture("changes").trimEnd().split("\n")) {
      changing.append(line);
      const windows = changing.windows.json.map((each) => JSON.parse(each));
      const copy = new Inspector.Trace();
      copy.append(JSON.stringify(header(windows)));
      equal(shown(copy), shown(changing));
    }
  });

  test("Begins anew when the server does, and selects the old event again", async () => {
    await connectTo(app("A"));
    await send(...notes(2, 30));
    stream().send("start", header());
    stream().send("lines", text(...notes(1, 20)).trim());
    await until(() => find("events-count").textContent === "20", "the new trace");
    equal(selectedNumber(), 20);
    select(7);
    stream().send("start", header());
    stream().send("lines", text(...notes(1, 5)).trim());
    await until(() => find("events-count").textContent === "5", "a part of the new trace");
    await send(...notes(6, 12));
    equal(selectedNumber(), 7);
    equal(page.trace.problems, []);
  });

  test("Lets everything wait while it is paused, and a beginning as well", async () => {
    await connectTo(app("A"));
    await send(...notes(2, 5));
    find("pause").click();
    stream().send("lines", text(note(6)).trim());
    stream().send("start", header());
    stream().send("lines", text(...notes(1, 3)).trim());
    await frame();
    equal(page.trace.events.length, 5);
    contains(find("pause").textContent, "4 new");
    find("pause").click();
    await until(() => find("events-count").textContent === "3", "the new trace");
    equal(page.trace.problems, []);
    equal(find("title").textContent, "Demo");
    find("pause").click();
    stream().send("lines", text(...notes(4, 100_004)).trim());
    await until(() => find("events-count").textContent === "100,004", "the end of the pause");
    contains(find("message").textContent, "The pause ended");
    equal(find("pause").getAttribute("aria-pressed"), "false");
  });

  test("Says that the connection is lost, and when it is back", async () => {
    await connectTo(app("A"));
    const [, current] = world.streams;
    current.fail();
    equal(state(), "The connection to the server is lost. Connecting again…");
    equal(page.trace.events.length, 1);
    current.open();
    current.send("apps", []);
    equal(state(), "The server has forgotten the app. Its trace stays here.");
    current.send("apps", [app("A")]);
    equal(state(), "Demo is connected.");
    await send(note(2));
    equal(world.streams.length, 2, "The browser itself connects again");
  });

  test("Tries again when the server refuses the page", async () => {
    await connectTo(app("A"));
    stream().fail({ isRefused: true });
    contains(state(), "open the address that it prints");
    world.later();
    equal(world.streams.length, 3);
    contains(state(), "open the address that it prints");
    stream().fail({ isRefused: true });
    world.later();
    stream().open();
    stream().send("apps", [app("A")]);
    equal(state(), "Demo is connected.");
  });

  test("Opens files where there is no stream", () => {
    connect();
    stream().fail({ isRefused: true });
    equal(find("live").hidden, true);
    equal(find("empty-file").checkVisibility(), true);
    equal(stream().readyState, 2);
    equal(world.later, null);
  });

  test("Keeps the trace of an app that has gone", async () => {
    await connectTo(app("A"));
    stream().send("apps", [app("A", { connected: false })]);
    equal(state(), "Demo has gone. Its trace stays, and can be exported.");
    equal(shownApps(), ["Demo, gone, 0 events"]);
    equal(page.trace.events.length, 1);
    equal(find("export").disabled, false);
  });

  test("Leaves live mode for a file, and comes back", async () => {
    await connectTo(app("A"));
    await drop(fixture("sample"), "sample.jsonl");
    equal(stream().readyState, 2);
    equal(state(), "A file is shown.");
    equal(shownApps(), []);
    equal(find("commands").checkVisibility(), false);
    equal(find("newest").hidden, true);
    equal(find("title").textContent, "sample.jsonl");
    stream().send("lines", text(note(2)).trim());
    await frame();
    equal(page.trace.events.length, 78);
    find("back-to-live").click();
    equal(stream().url, "stream?app=A");
    stream().open();
    stream().send("apps", [app("A")]);
    stream().send("start", header());
    await until(() => find("title").textContent === "Demo", "the app");
    await send(note(1));
    equal(find("back-to-live").hidden, true);
  });

  test("Bears wrong messages of the server", async () => {
    await connectTo(app("A", { commands: ["tap"] }));
    const values = [
      "", "{", "null", "7", "[]", "{}", "[null]", "[7]", "[{}]", "[{\"session\":7}]",
      "[{\"session\":\"A\",\"name\":7,\"connected\":1,\"events\":\"x\",\"commands\":[7,null]}]",
      "{\"id\":null}", "{\"id\":7}", "{\"id\":7,\"text\":{}}", "\u0000",
    ];
    for (const value of values) {
      for (const name of ["apps", "lines", "answer", "other"]) stream().send(name, value);
    }
    equal(find("command").disabled, true, "No verb is left");
    stream().send("apps", [app("A")]);
    await frame();
    expect(page.trace.problemCount > 5, "The wrong lines are not listed.");
    await send(note(2));
    for (const value of values) {
      stream().send("start", value);
      equal(find("failure").checkVisibility(), true);
      stream().send("lines", text(note(1)).trim());
      equal(page.trace, null);
      contains(find("failure").textContent, "The server has sent no first line of a trace.");
    }
    stream().send("start", { navigationTrace: 2 });
    contains(find("failure").textContent, "version 2");
    stream().send("start", header());
    await until(() => page.trace !== null && find("failure").hidden, "a right beginning");
    await send(note(1));
  });
})();
