"use strict";

// The page: opens traces, keeps the selection and the filter, and connects the views.
//
// `Inspector.append(lines)` is the one way in for lines that are not in a file.

var Inspector = globalThis.Inspector || {};

(function () {
  const {
    copy, Details, element, endsWithBreak, Events, isHeader, linesOf, Live, RecentTrace, saveLines,
    Screen, Timeline, Trace, Tree,
  } = Inspector;
  const largestFile = 1_000_000_000;
  // Lines are read in turns, between which the page stays usable.
  const turn = 12;
  // Lines that a paused page lets wait.
  const mostPending = 100_000;

  const find = (id) => document.getElementById(id);

  class Page {
    constructor() {
      this.trace = null;
      // Of a running app only the recent part is kept: by `RecentTrace`, within its limits.
      this.recent = null;
      this.limits = {};
      this.name = "trace.jsonl";
      this.selected = -1;
      // The number of the event that was selected when a running app began its trace anew, or null.
      this.selectedBefore = null;
      this.isPaused = false;
      this.pending = [];
      // The name for a beginning among the lines that wait.
      this.pendingName = "Live";
      this.opening = 0;
      this.events = new Events(this);
      this.timeline = new Timeline(this);
      this.screen = new Screen(this);
      this.details = new Details(this);
      this.live = new Live(this);
      this.listen();
      this.update();
    }

    // Opening

    begin(name) {
      this.opening += 1;
      this.trace = new Trace();
      this.recent = null;
      this.name = name;
      this.selected = -1;
      this.selectedBefore = null;
      this.events.clear();
      this.pending = [];
      this.setPaused(false);
      this.showFailure(null);
      this.screen.number = null;
      this.timeline.isFitted = true;
      document.body.dataset.state = "open";
      find("title").textContent = Tree.shorten(name, 60);
      document.title = Tree.shorten(name, 60) + " – Navigation Inspector";
    }

    // Shows what there is of a file while it is read.
    async open(file) {
      this.live.leave();
      this.begin(file.name);
      const { opening, trace } = this;
      if (file.size > largestFile) {
        this.fail("The file has " + megabytes(file.size) + "; the most is "
          + megabytes(largestFile) + ".");
        return;
      }
      try {
        let turnEnds = performance.now() + turn;
        let nextUpdate = performance.now() + 300;
        for await (const { lines, restLength, bytes } of linesOf(file)) {
          if (this.opening !== opening) return;
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
              this.say("Reading " + Math.floor(bytes / Math.max(1, file.size) * 100) + " %");
              this.update();
              nextUpdate = performance.now() + 300;
            }
            turnEnds = performance.now() + turn;
          }
          if (trace.failure !== null) break;
        }
        this.endsWithBreak = await endsWithBreak(file);
      } catch (error) {
        if (this.opening === opening) this.fail("The file cannot be read: " + error.message);
        return;
      }
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
    // new one, in which the selected event is selected again if it is an old one.
    append(lines, name = "Live") {
      const all = typeof lines === "string" ? lines.replace(/\n$/, "").split("\n") : lines;
      for (const line of all) {
        const isFirst = isHeader(line);
        if (this.isPaused) {
          // What waited belongs to the trace before.
          if (isFirst) this.pending = [];
          if (isFirst) this.pendingName = name;
          this.pending.push(line);
          continue;
        }
        if (isFirst || this.recent === null) this.beginLive(name);
        this.recent.append(line);
      }
      if (this.isPaused) {
        this.showPause();
        if (this.pending.length <= mostPending) return;
        this.setPaused(false);
        this.say("The pause ended, because too many lines waited.");
        return;
      }
      if (this.trace.failure !== null) {
        this.fail(this.trace.failure);
        return;
      }
      if (this.updateFrame) return;
      this.updateFrame = requestAnimationFrame(() => {
        this.updateFrame = null;
        this.takeRecent();
        this.update();
      });
    }

    beginLive(name) {
      const selected = this.recent === null || this.events.isFollowing || this.selected < 0
        ? null : this.trace.events[this.selected].n;
      this.begin(name);
      this.recent = new RecentTrace(this.limits);
      this.trace = this.recent.trace;
      this.endsWithBreak = true;
      this.selectedBefore = selected;
    }

    // Of the trace of a running app the oldest events may have been discarded.
    takeRecent() {
      if (this.recent === null || this.trace === this.recent.trace) return;
      const event = this.events.isFollowing || this.selected < 0 ? null : this.trace.events[this.selected];
      this.trace = this.recent.trace;
      this.selected = event === null ? -1 : Math.max(0, this.trace.indexOf(event.n));
      this.events.clear();
      if (event === null || this.trace.indexOf(event.n) >= 0) return;
      this.say("The selected event was discarded, as the oldest ones are.");
    }

    setPaused(isPaused) {
      this.isPaused = isPaused;
      this.showPause();
      if (isPaused || this.pending.length === 0) return;
      const lines = this.pending;
      this.pending = [];
      this.append(lines, this.pendingName);
    }

    showPause() {
      const button = find("pause");
      button.setAttribute("aria-pressed", String(this.isPaused));
      const count = this.pending.length;
      button.textContent = !this.isPaused ? "Pause"
        : count > 0 ? "Resume · " + count.toLocaleString() + " new" : "Resume";
    }

    // Shows nothing.
    close(name) {
      this.begin(name);
      this.trace = null;
      document.body.dataset.state = "empty";
      this.update();
      this.say("");
    }

    fail(text) {
      const { name } = this;
      this.close(name);
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
      this.events.update();
      if (trace !== null && trace.indexOf(this.selectedBefore) >= 0) {
        this.select(trace.indexOf(this.selectedBefore));
      }
      for (const id of ["pause", "copy-story", "export"]) find(id).disabled = trace === null;
      this.timeline.update();
      this.screen.update();
      this.details.update();
      this.showCounters();
    }

    select(index, { isFollowing = false } = {}) {
      if (index === undefined || this.trace === null) return;
      this.selected = Math.max(-1, Math.min(this.trace.events.length - 1, index));
      if (!isFollowing) this.selectedBefore = null;
      this.events.showSelection();
      if (isFollowing) return;
      this.screen.update();
      if (this.details.tab !== "event") this.details.update();
      else this.details.show("event");
      this.timeline.reveal();
      this.showCounters();
    }

    showCounters() {
      const { trace, selected } = this;
      const event = trace === null || selected < 0 ? null : trace.events[selected];
      const items = trace === null ? [] : [
        ["event", trace.events.length],
        ["live flow", event === null ? 0 : event.flows],
        ["active core", event === null ? 0 : event.cores],
        ["running effect", event === null ? 0 : event.effects],
      ];
      if (trace !== null && trace.dropped > 0) items.push(["discarded", trace.dropped]);
      find("counters").replaceChildren(...items.map(([name, count]) => element(
        "span", { class: "counter" }, element("b", null, count.toLocaleString()), " " + name + (count === 1 || name === "discarded" ? "" : "s"))));
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
      saveLines(lines, this.endsWithBreak, this.name);
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
      this.events.list.draw();
    }

    key(event) {
      if (event.ctrlKey || event.metaKey || event.altKey || this.trace === null) return;
      const { target } = event;
      const isSearch = target === find("search");
      if (event.key === "Escape") {
        if (isSearch || find("search").value !== "") this.events.search("");
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
      const page = Math.max(1, Math.floor(list.clientHeight / this.events.list.rowHeight) - 1);
      const rows = {
        ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page, Home: -Infinity, End: Infinity,
      }[event.key];
      // A page of details scrolls by itself.
      const isScrolled = target instanceof Element && target.closest("#details") !== null;
      if (event.key === "/") {
        find("search").focus();
        find("search").select();
      } else if (rows !== undefined && !isScrolled) {
        this.events.step(rows);
      } else if (event.key === ":" && this.live.chosen !== null) {
        find("command").focus();
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

  function megabytes(bytes) {
    return Math.round(bytes / 1_000_000).toLocaleString() + " MB";
  }

  function nextTask() {
    return new Promise((resolve) => { setTimeout(resolve, 0); });
  }

  Inspector.page = new Page();
  Inspector.append = (lines) => Inspector.page.append(lines);
  if (location.protocol !== "file:") Inspector.page.live.connect();
})();

globalThis.Inspector = Inspector;
