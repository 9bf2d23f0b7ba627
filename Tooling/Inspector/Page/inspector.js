"use strict";

// The page: opens traces, keeps the selection and the filter, and connects the views.
//
// `Inspector.append(lines)` is the one way in for lines that are not in a file.

var Inspector = globalThis.Inspector || {};

(function () {
  const { element, Details, List, Screen, Timeline, Trace, Tree } = Inspector;
  const largestFile = 1_000_000_000;
  // Lines are read in turns, between which the page stays usable.
  const turn = 12;

  const find = (id) => document.getElementById(id);

  class Page {
    constructor() {
      this.trace = null;
      this.name = "trace.jsonl";
      this.selected = -1;
      this.shown = [];
      this.isShown = new Uint8Array(0);
      this.filtered = 0;
      this.hiddenGroups = new Set();
      this.isPaused = false;
      this.pending = [];
      this.opening = 0;
      this.list = new List(find("events"), {
        rowHeight: 26,
        row: (position) => this.row(position),
        onSelect: (position) => this.select(this.shown[position]),
      });
      this.timeline = new Timeline(this);
      this.screen = new Screen(this);
      this.details = new Details(this);
      this.makeFilters();
      this.listen();
      this.update();
    }

    // Opening

    begin(name) {
      this.opening += 1;
      this.trace = new Trace();
      this.name = name;
      this.selected = -1;
      this.shown = [];
      this.filtered = 0;
      this.pending = [];
      this.setPaused(false);
      this.showFailure(null);
      this.screen.number = null;
      this.timeline.isFitted = true;
      document.body.dataset.state = "open";
      find("title").textContent = Tree.shorten(name, 60);
      document.title = Tree.shorten(name, 60) + " – Navigation Inspector";
    }

    // Reads a file in parts, and shows what there is meanwhile.
    async open(file) {
      this.begin(file.name);
      const { opening, trace } = this;
      if (file.size > largestFile) {
        this.fail("The file has " + megabytes(file.size) + "; the most is "
          + megabytes(largestFile) + ".");
        return;
      }
      try {
        const reader = file.stream().getReader();
        const decoder = new TextDecoder();
        let rest = [];
        let restLength = 0;
        let read = 0;
        let turnEnds = performance.now() + turn;
        let nextUpdate = performance.now() + 300;
        for (let isDone = false; !isDone;) {
          const chunk = await reader.read();
          isDone = chunk.done;
          if (this.opening !== opening) {
            await reader.cancel();
            return;
          }
          read += isDone ? 0 : chunk.value.length;
          const text = isDone ? decoder.decode() : decoder.decode(chunk.value, { stream: true });
          const lines = text.split("\n");
          const end = lines.pop();
          if (lines.length > 0) {
            lines[0] = rest.join("") + lines[0];
            rest = [];
            restLength = 0;
          }
          rest.push(end);
          restLength += end.length;
          if (isDone && restLength > 0) lines.push(rest.join(""));
          if (trace.header === null && restLength > Trace.longestLine) {
            trace.failure = "This is not a navigation trace: its first line has more than "
              + Trace.longestLine.toLocaleString() + " characters.";
          }
          for (const line of lines) {
            trace.append(line);
            if (performance.now() < turnEnds) continue;
            await nextTask();
            if (this.opening !== opening) return;
            if (performance.now() > nextUpdate) {
              this.say("Reading " + Math.floor(read / Math.max(1, file.size) * 100) + " %");
              this.update();
              nextUpdate = performance.now() + 300;
            }
            turnEnds = performance.now() + turn;
          }
          if (trace.failure !== null) {
            await reader.cancel();
            break;
          }
        }
      } catch (error) {
        this.fail("The file cannot be read: " + error.message);
        return;
      }
      this.endsWithBreak = file.size > 0
        && new Uint8Array(await file.slice(file.size - 1).arrayBuffer())[0] === 10;
      if (this.opening !== opening) return;
      trace.finish();
      if (trace.failure !== null) {
        this.fail(trace.failure);
        return;
      }
      this.update();
      this.select(trace.events.length - 1);
      const problems = trace.problemCount;
      this.say(trace.events.length.toLocaleString() + " events"
        + (problems > 0 ? ", " + problems.toLocaleString() + " problems of the file" : ""));
    }

    // Adds lines of a running app: an array of lines, or a text. A first line of a trace begins a
    // new one.
    append(lines) {
      const all = typeof lines === "string" ? lines.replace(/\n$/, "").split("\n") : lines;
      for (const line of all) {
        if (this.isPaused && !isHeader(line)) {
          this.pending.push(line);
          continue;
        }
        if (this.trace === null || (this.trace.header !== null && isHeader(line))) {
          this.begin("Live");
          this.endsWithBreak = true;
        }
        this.trace.append(line);
      }
      if (this.isPaused) {
        this.showPause();
        return;
      }
      if (this.trace !== null && this.trace.failure !== null) {
        this.fail(this.trace.failure);
        return;
      }
      if (this.updateFrame) return;
      this.updateFrame = requestAnimationFrame(() => {
        this.updateFrame = null;
        this.update();
      });
    }

    setPaused(isPaused) {
      this.isPaused = isPaused;
      this.showPause();
      if (isPaused || this.pending.length === 0) return;
      const lines = this.pending;
      this.pending = [];
      this.append(lines);
    }

    showPause() {
      const button = find("pause");
      button.setAttribute("aria-pressed", String(this.isPaused));
      const count = this.pending.length;
      button.textContent = !this.isPaused ? "Pause"
        : count > 0 ? "Resume · " + count.toLocaleString() + " new" : "Resume";
    }

    fail(text) {
      const { name } = this;
      this.begin(name);
      this.trace = null;
      document.body.dataset.state = "empty";
      this.update();
      this.say("");
      this.showFailure(Tree.shorten(name, 80) + " cannot be opened. " + text);
    }

    showFailure(text) {
      find("failure").textContent = text || "";
      find("failure").hidden = text === null;
    }

    say(text) {
      find("message").textContent = text;
    }

    // What is shown

    // There are further events, or another trace.
    update() {
      const { trace } = this;
      const count = trace === null ? 0 : trace.events.length;
      if (this.filtered === 0 || count === 0) this.refilter();
      else this.filterFurther();
      const last = this.shown.length - 1;
      if (this.selected < 0 && last >= 0) this.select(this.shown[last], { isFollowing: true });
      for (const id of ["pause", "copy-story", "export"]) find(id).disabled = trace === null;
      this.timeline.update();
      this.screen.update();
      this.details.update();
      this.showCounters();
    }

    refilter() {
      const { trace } = this;
      this.filtered = 0;
      this.shown = [];
      this.isShown = new Uint8Array(trace === null ? 0 : trace.events.length);
      if (trace !== null) this.applyFilter();
      this.list.selected = -1;
      this.list.reload(this.shown.length);
      this.showSelection();
    }

    // Filters the events that have come since.
    filterFurther() {
      const wasAtEnd = this.list.isAtEnd;
      const old = this.isShown;
      if (old.length < this.trace.events.length) {
        this.isShown = new Uint8Array(Math.max(1_000, this.trace.events.length * 2));
        this.isShown.set(old);
      }
      const last = this.shown[this.shown.length - 1];
      const isFollowing = wasAtEnd && (this.selected < 0 || this.selected === last);
      const before = this.shown.length;
      this.applyFilter();
      this.list.grow(this.shown.length);
      if (isFollowing && this.shown.length > before) {
        this.select(this.shown[this.shown.length - 1], { isFollowing: true });
      }
    }

    applyFilter() {
      const { events } = this.trace;
      const shows = this.trace.filter(find("search").value, this.hiddenGroups);
      for (; this.filtered < events.length; this.filtered += 1) {
        if (!shows(events[this.filtered])) continue;
        this.isShown[this.filtered] = 1;
        this.shown.push(this.filtered);
      }
      const count = this.shown.length.toLocaleString();
      find("events-count").textContent = this.shown.length === events.length
        ? count : count + " of " + events.length.toLocaleString();
    }

    // The position of the selected event in the list, or of the last one before it.
    get position() {
      return Trace.lastWhere(this.shown.length, (at) => this.shown[at] <= this.selected);
    }

    showSelection() {
      const { position } = this;
      const isListed = position >= 0 && this.shown[position] === this.selected;
      this.list.select(isListed ? position : -1);
    }

    select(index, { isFollowing = false } = {}) {
      if (index === undefined || this.trace === null) return;
      this.selected = Math.max(-1, Math.min(this.trace.events.length - 1, index));
      this.showSelection();
      if (isFollowing) return;
      this.screen.update();
      if (this.details.tab !== "event") this.details.update();
      else this.details.show("event");
      this.timeline.reveal();
      this.showCounters();
    }

    // Selects the event a number of rows further on.
    step(rows) {
      const { shown, position } = this;
      if (shown.length === 0) return;
      this.select(shown[Math.max(0, Math.min(shown.length - 1, position + rows))]);
    }

    search(text) {
      find("search").value = text;
      this.refilter();
      this.timeline.needsDrawing();
    }

    showCounters() {
      const { trace, selected } = this;
      const event = trace === null || selected < 0 ? null : trace.events[selected];
      const items = trace === null ? [] : [
        ["events", trace.events.length],
        ["live flows", event === null ? 0 : event.flows],
        ["active cores", event === null ? 0 : event.cores],
        ["running effects", event === null ? 0 : event.effects],
      ];
      if (trace !== null && trace.dropped > 0) items.push(["discarded", trace.dropped]);
      find("counters").replaceChildren(...items.map(([name, count]) => element(
        "span", { class: "counter" }, element("b", null, count.toLocaleString()), " " + name)));
    }

    time(event) {
      return event.time === null ? "" : event.time.toFixed(3);
    }

    titleOf(event) {
      const parts = [
        "#" + event.n, this.time(event) + " s", event.kind, event.subject, event.owner,
        event.outcome, event.detail,
      ];
      return parts.filter((part) => part !== "").map((part) => Tree.shorten(part, 300)).join("  ");
    }

    outcome(event) {
      const good = ["handled", "performed", "alreadyThere"];
      const bad = ["refused", "unhandled", "unknown"];
      const kind = good.includes(event.outcome) ? "good" : bad.includes(event.outcome) ? "bad" : "";
      return element(
        "span", { class: "outcome " + kind }, Tree.shorten(Tree.onOneLine(event.outcome), 40));
    }

    row(position) {
      const event = this.trace.events[this.shown[position]];
      const cut = (text) => Tree.shorten(Tree.onOneLine(text), 200);
      return element(
        "div", { class: "row event " + event.group, title: this.titleOf(event) },
        element("span", { class: "id" }, "#" + event.n),
        element("span", { class: "time" }, this.time(event)),
        element("span", { class: "dot " + event.group }),
        element("span", { class: "kind" }, cut(event.kind)),
        element("bdi", { class: "name" }, cut(this.trace.labelOf(event))),
        event.outcome === "" ? null : this.outcome(event),
        event.owner === "" ? null : element("bdi", { class: "owner" }, cut(event.owner)));
    }

    makeFilters() {
      const button = (group, title) => element(
        "button",
        {
          type: "button", class: "filter", "aria-pressed": "true", "data-group": group,
          onclick: (event) => this.toggle(group, event.currentTarget),
        },
        element("span", { class: "dot " + group }), title);
      find("filters").append(...Trace.groups.map(([group, title]) => button(group, title)));
    }

    toggle(group, button) {
      const isHidden = !this.hiddenGroups.delete(group);
      if (isHidden) this.hiddenGroups.add(group);
      button.setAttribute("aria-pressed", String(!isHidden));
      this.refilter();
      this.timeline.needsDrawing();
    }

    // What leaves the page

    async copyStory() {
      const lines = this.trace.story(this.selected);
      const text = lines.map((line) => line + "\n").join("");
      const moves = lines.filter((line) => !line.startsWith("#")).length;
      if (moves === 0) {
        this.say("There are no moves of the user up to the selected event.");
        return;
      }
      if (await copy(text)) this.say("Copied a story of " + moves + (moves === 1 ? " move" : " moves"));
      else this.say("The browser does not allow copying.");
    }

    export() {
      const { lines } = this.trace;
      const parts = [];
      // In parts: one text may not be as long as a large trace.
      for (let begin = 0; begin < lines.length; begin += 10_000) {
        if (begin > 0) parts.push("\n");
        parts.push(lines.slice(begin, begin + 10_000).join("\n"));
      }
      if (this.endsWithBreak) parts.push("\n");
      const url = URL.createObjectURL(new Blob(parts, { type: "application/x-ndjson" }));
      const name = /\.[a-z]+$/i.test(this.name) ? this.name : this.name + ".jsonl";
      element("a", { href: url, download: name }).click();
      setTimeout(() => URL.revokeObjectURL(url), 60_000);
      this.say("Exported " + lines.length.toLocaleString() + " lines");
    }

    // What the user does

    listen() {
      find("open").addEventListener("click", () => find("file").click());
      find("file").addEventListener("change", (event) => {
        const [file] = event.target.files;
        event.target.value = "";
        if (file) this.open(file);
      });
      addEventListener("dragover", (event) => {
        event.preventDefault();
        document.body.classList.add("dropping");
      });
      addEventListener("dragleave", (event) => {
        if (event.relatedTarget === null) document.body.classList.remove("dropping");
      });
      addEventListener("drop", (event) => {
        event.preventDefault();
        document.body.classList.remove("dropping");
        const [file] = event.dataTransfer === null ? [] : event.dataTransfer.files;
        if (file) this.open(file);
      });
      find("search").addEventListener("input", () => {
        this.refilter();
        this.timeline.needsDrawing();
      });
      find("pause").addEventListener("click", () => this.setPaused(!this.isPaused));
      find("copy-story").addEventListener("click", () => this.copyStory());
      find("export").addEventListener("click", () => this.export());
      for (const button of document.querySelectorAll("[data-shows]")) {
        button.addEventListener("click", () => this.showPane(button.dataset.shows));
      }
      this.showPane("events");
      addEventListener("keydown", (event) => this.key(event));
    }

    // In a narrow window there is one pane at a time.
    showPane(name) {
      document.body.dataset.pane = name;
      for (const button of document.querySelectorAll("[data-shows]")) {
        button.setAttribute("aria-pressed", String(button.dataset.shows === name));
      }
      this.timeline.needsDrawing();
      this.list.draw();
    }

    key(event) {
      if (event.ctrlKey || event.metaKey || event.altKey || this.trace === null) return;
      const { target } = event;
      const isSearch = target === find("search");
      if (event.key === "Escape") {
        if (isSearch || find("search").value !== "") this.search("");
        find("events").focus();
        event.preventDefault();
        return;
      }
      if (isSearch && event.key === "ArrowDown") {
        find("events").focus();
        event.preventDefault();
        return;
      }
      if (target instanceof Element && target.matches("input, select, textarea")) return;
      const list = find("events");
      const page = Math.max(1, Math.floor(list.clientHeight / this.list.rowHeight) - 1);
      const rows = {
        ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page, Home: -Infinity, End: Infinity,
      }[event.key];
      // A page of details scrolls by itself.
      const isScrolled = target instanceof Element && target.closest("#details") !== null;
      if (event.key === "/") {
        find("search").focus();
        find("search").select();
      } else if (rows !== undefined && !isScrolled) {
        this.step(rows);
      } else if (event.key === "ArrowLeft" && target === list && this.selected >= 0) {
        const { cause } = this.trace.events[this.selected];
        if (cause >= 0) this.select(cause);
      } else if (event.key === "ArrowRight" && target === list && this.selected >= 0) {
        const { consequences } = this.trace.events[this.selected];
        if (consequences !== null) this.select(consequences[0]);
      } else {
        return;
      }
      event.preventDefault();
    }
  }

  function isHeader(line) {
    if (!line.includes("\"navigationTrace\"")) return false;
    try {
      return JSON.parse(line).navigationTrace !== undefined;
    } catch {
      return false;
    }
  }

  function megabytes(bytes) {
    return Math.round(bytes / 1_000_000).toLocaleString() + " MB";
  }

  function nextTask() {
    return new Promise((resolve) => { setTimeout(resolve, 0); });
  }

  // The clipboard needs a permission that a page from a file may not have.
  async function copy(text) {
    try {
      await navigator.clipboard.writeText(text);
      return true;
    } catch {
      const area = element("textarea", { class: "offscreen", "aria-hidden": "true" });
      area.value = text;
      document.body.append(area);
      area.select();
      const isCopied = document.execCommand("copy");
      area.remove();
      return isCopied;
    }
  }

  Inspector.page = new Page();
  Inspector.append = (lines) => Inspector.page.append(lines);
})();

globalThis.Inspector = Inspector;
