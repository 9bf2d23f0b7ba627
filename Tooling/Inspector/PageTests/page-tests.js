"use strict";

// Tests of a trace on the page.

(function () {
  const {
    contains, drop, equal, expect, find, fixture, frame, header, key, model, numbers, page, rowsOf,
    screen, select, selectedNumber, test, text, transfer, treeText, until,
  } = PageTests;

  test("Opens a dropped trace", async () => {
    await drop(fixture("sample"), "sample.jsonl");
    equal(find("title").textContent, "sample.jsonl");
    equal(find("events-count").textContent, "78");
    equal(find("message").textContent, "78 events");
    contains(find("counters").textContent, "78 events");
    contains(find("counters").textContent, "2 live flows");
    equal(find("empty").checkVisibility(), false);
  });

  test("Opens a chosen file", async () => {
    await drop(text(header()), "other.jsonl");
    find("file").files = transfer(fixture("sample"), "chosen.jsonl").files;
    find("file").dispatchEvent(new Event("change", { bubbles: true }));
    await until(() => find("message").textContent === "78 events", "the chosen file");
    equal(find("title").textContent, "chosen.jsonl");
  });

  test("Shows the tree of then when an old event is selected", async () => {
    await drop(fixture("sample"));
    contains(treeText(), "영화 목록");
    select(4);
    contains(treeText(), "Welcome");
    expect(!treeText().includes("Login"), "Login is not there yet.");
    const row = rowsOf("events").find((each) => each.textContent.startsWith("#9"));
    row.click();
    equal(selectedNumber(), 9);
    contains(treeText(), "Login#4");
    contains(find("screen-time").textContent, "#9");
  });

  test("Shows flows, cores and what is visible, new, held and in transition", async () => {
    await drop(fixture("sample"));
    select(46);
    const badgesOf = (name) => [...rowsOf("tree").find(
      (row) => row.querySelector(".name").textContent === name).querySelectorAll(".badge")]
      .map((badge) => badge.textContent);
    equal(badgesOf("영화"), ["selected", "in transition"]);
    select(47);
    equal(badgesOf("영화"), ["selected", "held: buy", "in transition"]);
    select(48);
    equal(badgesOf("Film"), ["new", "FilmFlow", "visible"]);
    select(50);
    equal(badgesOf("Film"), ["FilmFlow", "FilmCore", "visible"]);
    expect(!badgesOf("Home").includes("visible"), "Home is in another tab.");
    expect(
      rowsOf("tree").find((row) => row.textContent.includes("Film#20"))
        .classList.contains("visible"),
      "Film is not drawn as visible.");
  });

  test("Shows the tree as boxes", async () => {
    await drop(fixture("sample"));
    select(65);
    find("screen-boxes").click();
    equal(find("tree").checkVisibility(), false);
    const faces = [...find("boxes").querySelectorAll(".face .name")].map((name) => name.textContent);
    equal(faces, [
      "Window", "Main", "Dashboard", "Home", "Settings", "SettingsList", "영화", "Film", "Seats",
      "SeatMap", "영화 목록",
    ]);
    equal(find("boxes").querySelectorAll(".box.leaf > .face .name")[0].textContent, "SeatMap");
    equal(find("boxes").querySelectorAll(".box.modal").length, 1);
    find("screen-text").click();
    equal(find("boxes").checkVisibility(), false);
  });

  test("Follows the selected event from window to window", async () => {
    await drop(fixture("sample"));
    select(66);
    equal(find("window").hidden, false);
    contains(treeText(), "TicketDetail");
    find("window").value = "1";
    find("window").dispatchEvent(new Event("change"));
    contains(treeText(), "SeatMap");
    select(4);
    equal(find("window").hidden, true);
  });

  test("Shows the difference of a state, line by line", async () => {
    await drop(fixture("sample"));
    select(15);
    const lines = (kind) => [...find("details").querySelectorAll(".difference ." + kind)]
      .map((line) => line.textContent.trim());
    equal(lines("removed"), ["-   email: \"\","]);
    equal(lines("added"), ["+   email: \"kim@example.com\","]);
    equal(lines("same").length, 3);
  });

  test("Leads the chain of causes back to the tap", async () => {
    await drop(fixture("sample"));
    select(53);
    equal(numbers("causes"), [38, 39, 41, 42, 43, 44, 48, 53]);
    find("details").querySelector("[data-list=causes] [data-index='37']").click();
    equal(selectedNumber(), 38);
    contains(find("details").textContent, "choose \"기생충\"");
  });

  test("Shows what follows from an event", async () => {
    await drop(fixture("sample"));
    select(4);
    equal(numbers("consequences"), [5, 6, 7, 8, 9, 10, 11, 12, 13]);
    select(78);
    contains(find("details").textContent, "What follows 0");
  });

  test("Explains a refused step with its reason, what it waited for and the advice", async () => {
    await drop(fixture("sample"));
    for (const number of [46, 47, 53]) {
      select(number);
      const explanation = find("details").querySelector(".explanation").textContent;
      contains(explanation, "was covered while the step waited.");
      contains(explanation, "the transition of 영화 to end");
      contains(explanation, "Advice Emit buy from the visible screen, Film");
    }
    select(12);
    equal(find("details").querySelector(".explanation"), null, "A handled step");
  });

  test("Lists what was not handled, and what waits", async () => {
    await drop(fixture("sample"));
    find("tab-why").click();
    const cards = () => [...find("details").querySelectorAll(".card")].map(
      (card) => card.textContent);
    equal(cards().length, 3);
    contains(cards()[0], "refresh");
    contains(cards()[0], "Waits for the screen Home to be visible");
    contains(cards()[1], "Advice Emit buy");
    contains(cards()[2], "Film already presents Seats.");
    contains(find("tab-why").textContent, "2");
    select(4);
    find("tab-why").click();
    equal(cards().length, 2, "Nothing waits at the beginning");
    find("tab-event").click();
  });

  test("Lists what has begun and not ended", async () => {
    await drop(text(
      header(), { n: 1, t: 0, kind: "request.made", subject: "push" },
      { n: 2, t: 0, kind: "link.began", subject: "settings › about" },
      { n: 3, t: 1, kind: "procedure.began", subject: "buy a ticket" },
      { n: 4, t: 2, kind: "request.ended", of: 1, outcome: "performed" },
      { n: 5, t: 3, kind: "link.ended", of: 2 }));
    find("tab-why").click();
    equal(numbers("unended"), [3]);
    select(3);
    find("tab-why").click();
    equal(numbers("unended"), [1, 2, 3]);
    select(2);
    find("tab-why").click();
    equal(numbers("unended"), [1, 2]);
    find("tab-event").click();
  });

  test("Lists leaks and issues with their advice", async () => {
    await drop(fixture("sample"));
    find("tab-issues").click();
    const details = find("details").textContent;
    contains(details, "LoginViewModel");
    contains(details, "the closure of `log in` retains it");
    contains(details, "Advice Emit buy from the visible screen");
    contains(find("tab-issues").textContent, "2");
    find("tab-event").click();
  });

  test("Copies the user's moves up to the selected event as a story", async () => {
    await drop(fixture("sample"));
    const copied = [];
    const clipboard = navigator.clipboard;
    Object.defineProperty(navigator, "clipboard", {
      configurable: true, value: { writeText: async (story) => { copied.push(story); } },
    });
    select(45);
    find("copy-story").click();
    await until(() => find("message").textContent === "Copied a story of 8 moves", "the story");
    select(1);
    find("copy-story").click();
    Object.defineProperty(navigator, "clipboard", { configurable: true, value: clipboard });
    equal(copied, [[
      "tap \"Continue\"", "type \"kim@example.com\" into \"Email\"",
      "type \"secret\" into \"Password\"", "tap \"Log in\"", "tap \"Log in\"", "tab \"영화\"",
      "choose \"기생충\"", "tap \"Buy\"", "",
    ].join("\n")]);
    contains(find("message").textContent, "no moves");
  });

  test("Keeps a move on one line of the story, and says what was discarded", () => {
    const trace = model(
      header([], { dropped: 7 }), { n: 8, t: 0, kind: "user", subject: "tap \"A\"\nexpect B" });
    equal(trace.story(0), [
      "# The first 7 events were discarded, and their moves.", "tap \"A\"\\nexpect B",
    ]);
  });

  test("Leaves a move that could not be made out of the story", () => {
    const trace = model(
      header(), { n: 1, t: 0, kind: "user", subject: "tap \"A\"", outcome: "failed" },
      { n: 2, t: 0, kind: "user", subject: "tap \"B\"" });
    equal(trace.story(1), ["tap \"B\""]);
  });

  test("Exports the lines as they came in", async () => {
    const lines = fixture("sample").replace("\n", "\r\n\n") + "not json\n{\"kind\": 7}";
    await drop(lines);
    const blobs = [];
    const createObjectURL = URL.createObjectURL;
    URL.createObjectURL = (blob) => { blobs.push(blob); return "blob:none"; };
    const click = HTMLAnchorElement.prototype.click;
    HTMLAnchorElement.prototype.click = () => {};
    find("export").click();
    URL.createObjectURL = createObjectURL;
    HTMLAnchorElement.prototype.click = click;
    equal(await blobs[0].text(), lines);
    await drop(fixture("sample"));
    equal(page.endsWithBreak, true);
  });

  test("Moves through the events with the keyboard", async () => {
    await drop(fixture("sample"));
    find("events").focus();
    key("Home");
    equal(selectedNumber(), 1);
    key("ArrowDown");
    key("ArrowDown");
    equal(selectedNumber(), 3);
    key("ArrowUp");
    equal(selectedNumber(), 2);
    key("ArrowLeft");
    equal(selectedNumber(), 1, "To the cause");
    select(4);
    key("ArrowRight");
    equal(selectedNumber(), 5, "To what follows");
    key("End");
    equal(selectedNumber(), 78);
    key("PageUp");
    expect(selectedNumber() < 78 && selectedNumber() > 1, "A page up");
    key("/");
    equal(document.activeElement.id, "search");
    find("search").value = "buy";
    find("search").dispatchEvent(new Event("input"));
    expect(page.events.shown.length < 20, "The list is not filtered.");
    key("ArrowUp");
    key("Escape");
    equal(document.activeElement.id, "events");
    equal(find("search").value, "");
    equal(page.events.shown.length, 78);
  });

  test("Moves to the next listed event from one that the filter hides", async () => {
    await drop(text(header(), ...[1, 2, 3, 4, 5].map(
      (n) => ({ n, t: n, kind: n % 2 === 0 ? "user" : "note" }))));
    find("search").value = "kind:user";
    find("search").dispatchEvent(new Event("input"));
    find("events").focus();
    for (const [from, name, to] of [
      [3, "ArrowUp", 2], [3, "ArrowDown", 4], [5, "ArrowUp", 4], [1, "ArrowUp", 2],
      [5, "ArrowDown", 4], [4, "ArrowUp", 2],
    ]) {
      select(from);
      key(name);
      equal(selectedNumber(), to, name + " from " + from);
    }
  });

  test("Filters by words, fields and kinds", async () => {
    await drop(fixture("sample"));
    const shown = (query) => {
      page.events.search(query);
      return page.events.shown.map((index) => page.trace.events[index].n);
    };
    equal(shown("log user"), [18, 21]);
    equal(shown("owner:filmcore"), [56, 57, 72]);
    equal(shown("kind:step outcome:refused"), [53]);
    equal(shown("\"영화 목록\" kind:core"), [37]);
    equal(shown("nothing has this"), []);
    equal(rowsOf("events").length, 0);
    equal(shown("window:2"), [66]);
    page.events.search("");
    const button = document.querySelector("[data-group=user]");
    button.click();
    equal(button.getAttribute("aria-pressed"), "false");
    equal(page.events.shown.length, 67);
    button.click();
    equal(page.events.shown.length, 78);
    select(57);
    find("details").querySelector("dd button").click();
    equal(find("search").value, "owner:\"FilmCore\"");
    equal(page.events.shown.length, 3);
    page.events.search("");
  });

  test("Draws lanes that can be zoomed, and selects an event by a click", async () => {
    await drop(fixture("sample"));
    await frame();
    await frame();
    equal(page.trace.lanes.map((lane) => lane.title), [
      "User", "Steps · OnboardingFlow", "Steps · MainFlow", "Requests", "Actions · LoginCore",
      "Actions · FilmCore", "Effects", "Flows", "Cores", "Screen", "Issues", "Other",
    ]);
    const { timeline } = page;
    const canvas = find("lanes-canvas");
    const hasColor = () => canvas.getContext("2d")
      .getImageData(0, 0, canvas.width, canvas.height).data.some((value, at) => at % 4 < 3
        && value > 0 && value < 200);
    expect(hasColor(), "Nothing is drawn.");
    const box = canvas.getBoundingClientRect();
    const at = {
      bubbles: true, pointerId: 1, clientY: box.top + 31,
      clientX: box.left + timeline.x(page.trace.events[3].at),
    };
    canvas.dispatchEvent(new PointerEvent("pointerdown", at));
    canvas.dispatchEvent(new PointerEvent("pointerup", at));
    equal(selectedNumber(), 4);
    const whole = timeline.to - timeline.from;
    find("zoom-in").click();
    equal(Math.round((timeline.to - timeline.from) / whole * 100), 50);
    select(78);
    expect(timeline.to >= page.trace.events[77].at, "The selected event is not in view.");
    find("zoom-fit").click();
    equal(timeline.to - timeline.from, whole);
    find("axis-order").click();
    equal([timeline.from, timeline.to], [0, 77]);
    find("axis-time").click();
  });

  test("Shows events of one time in order, until an axis is chosen or time goes on", async () => {
    const { timeline } = page;
    const axis = () => ["time", "order"].filter(
      (each) => find("axis-" + each).getAttribute("aria-pressed") === "true");
    timeline.isAxisChosen = false;
    await drop(text(header(), ...[1, 2, 3].map((n) => ({ n, t: 0, kind: "note" }))));
    equal(axis(), ["order"]);
    equal([timeline.from, timeline.to], [0, 2]);
    page.append([JSON.stringify({ n: 4, t: 1, kind: "note" })]);
    await frame();
    equal(axis(), ["time"]);
    equal([timeline.from, timeline.to], [0, 1]);
    await drop(text(header(), ...[1, 2, 3].map((n) => ({ n, t: 0, kind: "note" }))));
    find("axis-time").click();
    equal(axis(), ["time"]);
    equal([timeline.from, timeline.to], [-0.5, 0.5]);
  });

  test("Ends a drag of the lanes where the button is released, or was unseen", async () => {
    await drop(fixture("sample"));
    const { timeline } = page;
    const canvas = find("lanes-canvas");
    const { left, top } = canvas.getBoundingClientRect();
    const send = (type, x, buttons, target = canvas, button = 0) => target.dispatchEvent(
      new PointerEvent(type, {
        bubbles: true, pointerId: 1, clientX: left + x, clientY: top + 31, buttons, button,
      }));
    select(40);
    find("zoom-in").click();
    const begin = timeline.from;
    send("pointerdown", 400, 1);
    send("pointermove", 450, 1);
    const dragged = timeline.from;
    expect(dragged < begin, "The drag moves nothing.");
    send("pointermove", 400, 1, document.body);
    equal(timeline.from, begin, "Outside of the lanes");
    send("pointerup", 400, 0, document.body);
    send("pointermove", 450, 0);
    equal(timeline.from, begin, "After the button was released outside");
    send("pointerdown", 400, 1);
    send("pointermove", 450, 0);
    send("pointermove", 500, 1);
    equal(timeline.from, begin, "After it was released unseen");
    send("pointerdown", 400, 2, canvas, 2);
    send("pointermove", 450, 2);
    equal(timeline.from, begin, "With another button");
    equal(selectedNumber(), 40);
    find("zoom-fit").click();
  });

  test("Adds the lines of a running app, and waits while it is paused", async () => {
    page.append([JSON.stringify(header()), JSON.stringify({ n: 1, t: 0, kind: "note" })]);
    await frame();
    await frame();
    equal(page.trace.events.length, 1);
    Inspector.append(text({ n: 2, t: 1, kind: "user", subject: "back" }));
    await until(() => find("events-count").textContent === "2", "the second event");
    equal(selectedNumber(), 2, "The last event stays selected");
    find("pause").click();
    Inspector.append(text({ n: 3, t: 2, kind: "note" }));
    await frame();
    equal(page.trace.events.length, 2);
    contains(find("pause").textContent, "1 new");
    find("pause").click();
    await until(() => find("events-count").textContent === "3", "the third event");
    select(1);
    Inspector.append(text({ n: 4, t: 3, kind: "note" }));
    await until(() => find("events-count").textContent === "4", "the fourth event");
    equal(selectedNumber(), 1, "An earlier event stays selected");
    Inspector.append([JSON.stringify(header()), JSON.stringify({ n: 1, t: 0, kind: "note" })]);
    await until(() => find("events-count").textContent === "1", "the new trace");
    equal(page.trace.problemCount, 0);
  });

  test("Has roles, labels and states for screen readers", async () => {
    await drop(fixture("sample"));
    select(6);
    select(5);
    const list = find("events");
    equal(list.getAttribute("role"), "listbox");
    const row = find(list.getAttribute("aria-activedescendant"));
    equal(row.getAttribute("role"), "option");
    equal(row.getAttribute("aria-selected"), "true");
    equal(list.querySelectorAll("[aria-selected=true]").length, 1);
    equal([row.getAttribute("aria-posinset"), row.getAttribute("aria-setsize")], ["5", "78"]);
    equal(find("failure").getAttribute("role"), "alert");
    equal(find("message").getAttribute("aria-live"), "polite");
    equal(find("live-state").getAttribute("aria-live"), "polite");
    equal(find("answers").getAttribute("role"), "log");
    const films = rowsOf("tree")[0];
    equal([films.getAttribute("role"), films.getAttribute("aria-level")], ["treeitem", "1"]);
    find("tab-issues").click();
    equal(find("tab-issues").getAttribute("aria-selected"), "true");
    find("tab-event").click();
    equal(find("tab-issues").getAttribute("aria-selected"), "false");
    for (const control of document.querySelectorAll("button, input, select, canvas")) {
      const [label = control] = control.labels || [];
      const name = control.getAttribute("aria-label") || label.textContent.trim();
      expect(name !== "", control.outerHTML + " has no name.");
    }
  });

  test("Scrolls through a hundred thousand events with few elements", async () => {
    const lines = [JSON.stringify(header())];
    for (let n = 1; n <= 100_000; n += 1) {
      lines.push(`{"n":${n},"t":${n / 1000},"kind":"action","owner":"Core${n % 40}","subject":"a${n}"}`);
    }
    const before = performance.now();
    await drop(lines.join("\n"), "long.jsonl");
    const opened = performance.now() - before;
    const list = find("events");
    const total = list.scrollHeight - list.clientHeight;
    let [worst, sum, last] = [0, 0, 0];
    list.scrollTop = 0;
    await frame();
    last = performance.now();
    const frames = 60;
    for (let count = 1; count <= frames; count += 1) {
      list.scrollTop = total * count / frames;
      await frame();
      const now = performance.now();
      sum += now - last;
      worst = Math.max(worst, now - last);
      last = now;
      expect(rowsOf("events").length < 200, "There are too many rows.");
    }
    contains(rowsOf("events").pop().textContent, "a100000");
    expect(document.querySelectorAll("*").length < 3_000, "There are too many elements.");
    select(50_000);
    await frame();
    expect(
      rowsOf("events").some((row) => row.textContent.includes("a50000")),
      "The selected event is not in view.");
    const filtering = performance.now();
    page.events.search("a9999");
    const filtered = performance.now() - filtering;
    equal(page.events.shown.length, 11);
    page.events.search("");
    return `opened in ${Math.round(opened)} ms, ${(sum / frames).toFixed(1)} ms a frame, `
      + `at worst ${worst.toFixed(1)} ms, filtered in ${Math.round(filtered)} ms`;
  });

  test("Reaches the last event of a list that is too long for one element", () => {
    const container = document.createElement("div");
    container.id = "many";
    container.className = "list";
    container.style.cssText = "height: 300px; flex: none";
    document.body.append(container);
    const list = new Inspector.List(container, {
      rowHeight: 26, onSelect: () => {},
      row: (position) => Inspector.element("div", { class: "row" }, "row " + position),
    });
    list.reload(3_000_000);
    list.select(2_999_999);
    const last = find("many-2999999");
    const [inner, outer] = [last.getBoundingClientRect(), container.getBoundingClientRect()];
    container.remove();
    expect(
      inner.bottom <= outer.bottom + 1 && inner.top >= outer.top,
      `The last row is at ${inner.top}, the list from ${outer.top} to ${outer.bottom}.`);
  });
})();
