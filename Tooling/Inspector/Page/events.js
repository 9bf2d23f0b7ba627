"use strict";

// The list of events, or of those that the kinds and the search leave.

var Inspector = globalThis.Inspector || {};

(function () {
  const { element, groups, lastWhere, List, Tree } = Inspector;
  const find = (id) => document.getElementById(id);

  function timeOf(event) {
    return event.time === null ? "" : event.time.toFixed(3);
  }

  function titleOf(event) {
    const parts = [
      "#" + event.n, timeOf(event) + " s", event.kind, event.subject, event.owner,
      event.outcome, event.detail,
    ];
    return parts.filter((part) => part !== "").map((part) => Tree.shorten(part, 300)).join("  ");
  }

  // What became of it, as an element.
  function outcomeOf(event) {
    const good = ["handled", "performed", "alreadyThere"];
    const bad = ["refused", "unhandled", "unknown"];
    const kind = good.includes(event.outcome) ? "good" : bad.includes(event.outcome) ? "bad" : "";
    return element(
      "span", { class: "outcome " + kind }, Tree.shorten(Tree.onOneLine(event.outcome), 40));
  }

  class Events {
    constructor(page) {
      this.page = page;
      this.hiddenGroups = new Set();
      this.list = new List(find("events"), {
        rowHeight: 26,
        row: (position) => this.row(position),
        onSelect: (position) => this.page.select(this.shown[position]),
      });
      this.clear();
      this.makeFilters();
      find("search").addEventListener("input", () => this.search(find("search").value));
      find("newest").addEventListener("click", () => this.page.select(this.newest));
    }

    // There is another trace.
    clear() {
      // The indices of the shown events, whether each event is shown, and how many are filtered.
      this.shown = [];
      this.isShown = new Uint8Array(0);
      this.filtered = 0;
    }

    // There are further events, or another trace.
    update() {
      const { trace } = this.page;
      const { isFollowing } = this;
      if (this.filtered === 0 || trace === null) this.refilter();
      else this.filterFurther();
      if (isFollowing || this.page.selected < 0) {
        this.page.select(this.newest, { isFollowing: true });
      }
    }

    get newest() {
      return this.shown[this.shown.length - 1];
    }

    // Whether the newest event stays selected: unless the user has selected or looks at an old one.
    get isFollowing() {
      const { selected } = this.page;
      return this.list.isAtEnd && (selected < 0 || selected === this.newest);
    }

    refilter() {
      const { trace } = this.page;
      this.filtered = 0;
      this.shown = [];
      this.isShown = new Uint8Array(trace === null ? 0 : trace.events.length);
      if (trace === null) find("events-count").textContent = "";
      else this.applyFilter();
      this.list.selected = -1;
      this.list.reload(this.shown.length);
      this.showSelection();
    }

    // Filters the events that have come since.
    filterFurther() {
      const old = this.isShown;
      if (old.length < this.page.trace.events.length) {
        this.isShown = new Uint8Array(Math.max(1_000, this.page.trace.events.length * 2));
        this.isShown.set(old);
      }
      this.applyFilter();
      this.list.grow(this.shown.length);
    }

    applyFilter() {
      const { events } = this.page.trace;
      const shows = Inspector.filter(find("search").value, this.hiddenGroups);
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
      return lastWhere(this.shown.length, (at) => this.shown[at] <= this.page.selected);
    }

    // Whether the selected event is in the list.
    get isListed() {
      return this.shown[this.position] === this.page.selected;
    }

    showSelection() {
      this.list.select(this.isListed ? this.position : -1);
      find("newest").hidden = this.page.recent === null || this.isFollowing;
    }

    // Selects the event a number of rows further on. One that is not in the list lies between two
    // rows: the one above it is the first step upwards.
    step(rows) {
      const { shown, position } = this;
      if (shown.length === 0) return;
      const from = rows < 0 && !this.isListed ? position + 1 : position;
      this.page.select(shown[Math.max(0, Math.min(shown.length - 1, from + rows))]);
    }

    search(text) {
      find("search").value = text;
      this.refilter();
      this.page.timeline.needsDrawing();
    }

    row(position) {
      const event = this.page.trace.events[this.shown[position]];
      const cut = (text) => Tree.shorten(Tree.onOneLine(text), 200);
      return element(
        "div", { class: "row event " + event.group, title: titleOf(event) },
        element("span", { class: "id" }, "#" + event.n),
        element("span", { class: "time" }, timeOf(event)),
        element("span", { class: "dot " + event.group }),
        element("span", { class: "kind" }, cut(event.kind)),
        element("bdi", { class: "name" }, cut(this.page.trace.labelOf(event))),
        event.outcome === "" ? null : outcomeOf(event),
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
      find("filters").append(...groups.map(([group, title]) => button(group, title)));
    }

    toggle(group, button) {
      const isHidden = !this.hiddenGroups.delete(group);
      if (isHidden) this.hiddenGroups.add(group);
      button.setAttribute("aria-pressed", String(!isHidden));
      this.refilter();
      this.page.timeline.needsDrawing();
    }
  }

  Object.assign(Inspector, { Events, outcomeOf, timeOf, titleOf });
})();

globalThis.Inspector = Inspector;
