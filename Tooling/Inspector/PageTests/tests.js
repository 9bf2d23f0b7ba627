"use strict";

// Tests of the Inspector's page. `check-page` puts this script and the traces of this folder into a
// copy of the page itself; the results are the text of the element `results`.

(function () {
  const { page, Trace, Tree } = Inspector;
  const tests = [];
  const find = (id) => document.getElementById(id);
  const fixture = (name) => find("fixture-" + name).textContent.trim() + "\n";
  const test = (name, body) => tests.push({ name, body });

  function expect(condition, message) {
    if (!condition) throw new Error(message || "The condition does not hold.");
  }

  function equal(found, expected, message) {
    const [left, right] = [JSON.stringify(found), JSON.stringify(expected)];
    expect(left === right, `${message || "Not equal"}: found ${left}, expected ${right}`);
  }

  function contains(text, part) {
    expect(text.includes(part), `"${Tree.shorten(text, 600)}" does not contain "${part}"`);
  }

  const frame = () => new Promise((resolve) => { requestAnimationFrame(resolve); });

  // Waits until something holds after a change of the document.
  function until(condition, what) {
    return new Promise((resolve, reject) => {
      const observer = new MutationObserver(() => check());
      const limit = setTimeout(() => {
        observer.disconnect();
        reject(new Error("In vain: " + what));
      }, 60_000);
      const check = () => {
        if (!condition()) return;
        observer.disconnect();
        clearTimeout(limit);
        resolve();
      };
      observer.observe(document.body, {
        attributes: true, childList: true, characterData: true, subtree: true,
      });
      check();
    });
  }

  function transfer(text, name) {
    const result = new DataTransfer();
    result.items.add(new File([text], name));
    return result;
  }

  // Opens a trace as the user does, and waits until it is read or refused.
  async function drop(text, name = "test.jsonl") {
    find("message").textContent = "";
    find("failure").hidden = true;
    find("search").value = "";
    find("lanes").dispatchEvent(new DragEvent("drop", {
      bubbles: true, cancelable: true, dataTransfer: transfer(text, name),
    }));
    await until(
      () => !find("failure").hidden || /^[\d,.]+ events/.test(find("message").textContent),
      "opening " + name);
  }

  const header = (windows = [], more = {}) => ({ navigationTrace: 1, dropped: 0, windows, ...more });
  const screen = (id, name = "S" + id) => ({ id, name, kind: "screen" });
  const stack = (id, children) => ({ id, name: "Stack", kind: "stack", children });
  const inWindow = (root) => ({ window: 1, tree: { root } });
  const text = (...lines) => lines.map(
    (line) => (typeof line === "string" ? line : JSON.stringify(line)) + "\n").join("");

  function model(...lines) {
    const trace = new Trace();
    for (const line of text(...lines).trimEnd().split("\n")) trace.append(line);
    trace.finish();
    return trace;
  }

  function key(name, target = document.activeElement || document.body) {
    target.dispatchEvent(new KeyboardEvent("keydown", {
      key: name, bubbles: true, cancelable: true,
    }));
  }

  const select = (number) => page.select(page.trace.indexOf(number));
  const selectedNumber = () => page.trace.events[page.selected].n;
  const rowsOf = (id) => [...find(id).querySelectorAll("[data-position]")]
    .sort((left, right) => left.dataset.position - right.dataset.position);
  const treeText = () => rowsOf("tree").map((row) => row.textContent).join("\n");
  const numbers = (list) => [...find("details").querySelectorAll(`[data-list=${list}] .id`)]
    .map((id) => Number(id.textContent.slice(1)));

  // The model

  test("Applies every kind of change as the library does", () => {
    const lines = fixture("changes").trimEnd().split("\n");
    const trace = model(...lines);
    equal(trace.problems, []);
    expect(trace.events.length > 40, "There are few changes.");
    for (const { index } of trace.events) {
      const { root, problem } = trace.treeAt(1, index);
      equal(problem, null);
      equal(Tree.text(root, true), trace.full(index).after, trace.events[index].detail);
    }
  });

  test("Finds the tree at each of many events", () => {
    const lines = [header([inWindow(stack(1, [screen(2)]))])];
    const expected = [];
    let ids = [2];
    for (let n = 1; n <= 500; n += 1) {
      const isPop = ids.length > 1 && n % 3 === 0;
      if (isPop) {
        const id = ids[ids.length - 1];
        ids = ids.slice(0, -1);
        lines.push({
          n, t: n, kind: "tree", window: 1,
          change: { change: "popped", container: 1, removed: [screen(id)] },
        });
      } else {
        ids = [...ids, n + 2];
        lines.push({
          n, t: n, kind: "tree", window: 1,
          change: { change: "pushed", container: 1, inserted: [screen(n + 2)] },
        });
      }
      expected.push(ids);
    }
    const trace = model(...lines);
    equal(trace.problems, []);
    equal(trace.treeAt(1, -1).root.children.map((node) => node.id), [2]);
    for (let index = 499; index >= 0; index -= 7) {
      equal(
        trace.treeAt(1, index).root.children.map((node) => node.id), expected[index], "at " + index);
    }
  });

  test("Reports a change that does not fit, until there is a whole tree again", () => {
    const wrong = { change: "popped", container: 1, removed: [screen(9)] };
    const trace = model(
      header([inWindow(stack(1, [screen(2)]))]),
      { n: 1, t: 0, kind: "tree", window: 1, change: wrong },
      { n: 2, t: 0, kind: "tree", window: 1, tree: { root: stack(1, [screen(3)]) } },
      { n: 3, t: 0, kind: "tree", window: 1, change: { change: "bent", container: 1 } });
    equal(trace.treeAt(1, 0).root.children.map((node) => node.id), [2]);
    contains(trace.treeAt(1, 0).problem, "instead of screen S9 #9");
    equal(trace.treeAt(1, 1).problem, null);
    contains(trace.treeAt(1, 2).problem, "There is no change `bent`.");
    equal(trace.problems.map((problem) => problem.line), [2, 4]);
  });

  test("Counts what lives at each event", () => {
    const trace = model(
      header(),
      { n: 1, t: 0, kind: "flow.started", subject: "A" },
      { n: 2, t: 0, kind: "core.activated", subject: "C" },
      { n: 3, t: 0, kind: "effect.began", subject: "E" },
      { n: 4, t: 0, kind: "effect.cancelled", of: 3 },
      { n: 5, t: 0, kind: "effect.ended", of: 3 },
      { n: 6, t: 0, kind: "core.resigned", subject: "C" },
      { n: 7, t: 0, kind: "flow.ended", of: 1 });
    equal(
      trace.events.map(({ flows, cores, effects }) => [flows, cores, effects].join("")),
      ["100", "110", "111", "110", "110", "100", "000"]);
  });

  test("Takes the flow and the core of a screen from the trace rather than from its causes", () => {
    const trace = model(
      header([inWindow(stack(1, []))]),
      { n: 1, t: 0, kind: "flow.started", subject: "FilmFlow" },
      { n: 2, t: 0, kind: "core.activated", subject: "FilmCore" },
      { n: 3, t: 0, kind: "flow.screen", of: 1, subject: "FilmFlow", node: 2 },
      { n: 4, t: 0, kind: "core.screen", of: 2, subject: "FilmCore", node: 2 },
      { n: 5, t: 0, kind: "step.navigating", subject: "push", owner: "ListFlow" },
      {
        n: 6, t: 0, cause: 5, kind: "tree", window: 1,
        change: { change: "pushed", container: 1, inserted: [screen(2, "Film"), screen(3, "Seats")] },
      },
      { n: 7, t: 0, kind: "flow.screen", subject: "SeatFlow", node: 3 });
    equal([2, 3].map((id) => trace.flowOfNode.get(id)), ["FilmFlow", "SeatFlow"]);
    equal(trace.coreOfNode.get(2), "FilmCore");
  });

  test("Marks what waits and what moves for as long as it does", () => {
    const trace = model(
      header([inWindow(stack(1, [screen(2, "Film")]))]),
      { n: 1, t: 0, kind: "step.emitted", subject: "buy", owner: "F" },
      { n: 2, t: 0, kind: "step.held", of: 1, detail: "the screen Film" },
      { n: 3, t: 0, kind: "request.made", subject: "push Seats on Stack" },
      { n: 4, t: 0, kind: "request.began", of: 3 },
      { n: 5, t: 0, kind: "step.navigating", of: 1 },
      { n: 6, t: 0, kind: "request.ended", of: 3, outcome: "performed" });
    const marks = trace.events.map(({ index }) => {
      const { root } = trace.treeAt(1, index);
      const annotations = trace.annotations(root, index);
      return [
        annotations.get(root.children[0]).held.length, annotations.get(root).transitions.length,
      ].join("");
    });
    equal(marks, ["00", "10", "10", "11", "01", "00"]);
  });

  // A trace on the page

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
    expect(page.shown.length < 20, "The list is not filtered.");
    key("ArrowUp");
    key("Escape");
    equal(document.activeElement.id, "events");
    equal(find("search").value, "");
    equal(page.shown.length, 78);
  });

  test("Filters by words, fields and kinds", async () => {
    await drop(fixture("sample"));
    const shown = (query) => {
      page.search(query);
      return page.shown.map((index) => page.trace.events[index].n);
    };
    equal(shown("log user"), [18, 21]);
    equal(shown("owner:filmcore"), [56, 57, 72]);
    equal(shown("kind:step outcome:refused"), [53]);
    equal(shown("\"영화 목록\" kind:core"), [37]);
    equal(shown("nothing has this"), []);
    equal(rowsOf("events").length, 0);
    equal(shown("window:2"), [66]);
    page.search("");
    const button = document.querySelector("[data-group=user]");
    button.click();
    equal(button.getAttribute("aria-pressed"), "false");
    equal(page.shown.length, 67);
    button.click();
    equal(page.shown.length, 78);
    select(57);
    find("details").querySelector("dd button").click();
    equal(find("search").value, "owner:\"FilmCore\"");
    equal(page.shown.length, 3);
    page.search("");
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
    const films = rowsOf("tree")[0];
    equal([films.getAttribute("role"), films.getAttribute("aria-level")], ["treeitem", "1"]);
    find("tab-issues").click();
    equal(find("tab-issues").getAttribute("aria-selected"), "true");
    find("tab-event").click();
    equal(find("tab-issues").getAttribute("aria-selected"), "false");
    for (const control of document.querySelectorAll("button, input, select, canvas")) {
      const name = control.getAttribute("aria-label") || control.textContent.trim();
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
    page.search("a9999");
    const filtered = performance.now() - filtering;
    equal(page.shown.length, 11);
    page.search("");
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

  // Recordings of the demo's tour

  const frameworks = ["asyncflow", "coreflow"];
  const tour = fixture("tour").split("\n").map((line) => line.trim());
  const moves = tour.filter((line) => !/^(|story .*|say .*|expect .*|\|.*)$/.test(line));

  // The events of a recording, after it was dropped on the page.
  async function dropRecording(framework) {
    const content = fixture(framework);
    await drop(content, framework + ".jsonl");
    return content.trimEnd().split("\n").slice(1).map((line) => JSON.parse(line));
  }

  // The tree on the page in the form that stories have.
  const treeOfStory = () => rowsOf("tree").map((row) => "  ".repeat(row.ariaLevel - 1)
    + row.querySelector(".kind").textContent + " " + row.querySelector(".name").textContent);

  test("Opens recordings of both frameworks without a problem", async () => {
    for (const framework of frameworks) {
      const events = await dropRecording(framework);
      expect(events.length > 100, "There are few events.");
      equal(find("message").textContent, events.length + " events");
      contains(find("counters").textContent, events.length + " events");
      equal(page.trace.problems, []);
      find("tab-issues").click();
      equal(find("details").querySelectorAll(".problem").length, 0);
      find("tab-event").click();
    }
  });

  test("Leads each change of a recorded tree back to a move or the launch", async () => {
    for (const framework of frameworks) {
      const events = await dropRecording(framework);
      const changes = events.filter((event) => event.kind === "tree");
      expect(changes.length >= 20, "There are few changes.");
      for (const change of changes) {
        const chain = [change];
        while (chain[0].cause !== undefined) chain.unshift(events[chain[0].cause - 1]);
        select(change.n);
        equal(numbers("causes"), chain.map((event) => event.n));
        const root = chain[0].kind + " " + chain[0].subject;
        expect(
          moves.includes(chain[0].subject) || root === "step.emitted AppStep.launch"
            || root === "flow.started RootFlow",
          `#${change.n} of ${framework} follows from ${root}.`);
      }
    }
  });

  test("Shows the tree with which the recorded tour ends", async () => {
    const end = tour.slice(tour.lastIndexOf("expect tree") + 1)
      .filter((line) => line.startsWith("| ")).map((line) => line.slice(2));
    expect(end.length > 1, "The tour does not end with a tree.");
    for (const framework of frameworks) {
      await dropRecording(framework);
      find("events").focus();
      key("Home");
      key("End");
      equal(treeOfStory(), end, framework);
    }
  });

  test("Shows the tree of then at each move of the recorded tour", async () => {
    const tabs = [
      "window Window", "  tabs Main", "    stack Dashboard", "      screen Home",
      "    stack Settings", "      screen SettingsList", "      screen Profile",
    ];
    const letters = [..."ABCDE"].map((name) => "      screen " + name);
    for (const framework of frameworks) {
      const events = await dropRecording(framework);
      const at = (move) => {
        select(events.find((event) => event.kind === "user" && event.subject === move).n);
        return treeOfStory();
      };
      equal(at("signal expire"), [...tabs, "    modal stack Letters", ...letters.slice(0, 2)]);
      equal(at("tap \"Back 3\""), [...tabs, "    modal stack Letters", ...letters]);
      equal(at("pull down"), [...tabs, "    modal screen News"]);
      equal(at("tap \"Continue\""), ["window Window", "  screen Onboarding"]);
    }
  });

  test("Copies the moves of the recorded tour in their order", async () => {
    const copied = [];
    const clipboard = navigator.clipboard;
    Object.defineProperty(navigator, "clipboard", {
      configurable: true, value: { writeText: async (story) => { copied.push(story); } },
    });
    expect(moves.length > 20, "The tour has few moves.");
    for (const framework of frameworks) {
      await dropRecording(framework);
      find("copy-story").click();
      const message = `Copied a story of ${moves.length} moves`;
      await until(() => find("message").textContent === message, "the story of " + framework);
    }
    Object.defineProperty(navigator, "clipboard", { configurable: true, value: clipboard });
    equal(copied, frameworks.map(() => moves.join("\n") + "\n"));
  });

  // Traces that mean harm, or are damaged

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
    const error = await fetch("sample.jsonl").then(() => null, (reason) => reason);
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
    page.step(-1);
    page.step(-1);
    page.step(-1);
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
          lines.push({ n, t: n, kind, window: 1, cause: Math.max(1, n - 1), [field]: value });
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

  // Running

  const errors = [];
  addEventListener("error", (event) => errors.push(event.message));
  addEventListener("unhandledrejection", (event) => errors.push(String(event.reason)));

  async function run() {
    const gate = find("gate");
    const only = find("only").textContent.trim();
    const chosen = tests.filter(({ name }) => only === "" || name === only);
    const results = [];
    for (const { name, body } of chosen) {
      try {
        const remark = await body();
        if (errors.length > 0) throw new Error(errors.splice(0).join("; "));
        results.push("passed: " + name + (remark ? " (" + remark + ")" : ""));
      } catch (error) {
        errors.length = 0;
        results.push("FAILED: " + name + ": " + Tree.onOneLine(error.message));
      }
    }
    find("results").textContent = "\n" + results.join("\n") + `\nfinished: ${chosen.length} tests\n`;
    gate.contentDocument.close();
  }

  // The page counts as loaded, and its text is printed, when the document in the frame is closed.
  const gate = find("gate").contentDocument;
  gate.open();
  gate.write(" ");
  run();
})();
