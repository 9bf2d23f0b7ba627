"use strict";

// The details of the selected event, what was not handled and why, and issues, leaks and problems.

var Inspector = globalThis.Inspector || {};

(function () {
  const { element, outcomeOf, timeOf, Tree } = Inspector;
  const longestText = 20_000;
  const mostRows = 200;
  const knownFields = new Set([
    "n", "t", "kind", "cause", "of", "subject", "owner", "detail", "outcome", "advice", "window",
    "change", "tree", "difference",
  ]);

  function shown(text) {
    return text.length <= longestText
      ? text : text.slice(0, longestText) + "… (" + text.length + " characters)";
  }

  function heading(text, count) {
    return element(
      "h3", null, text, count === undefined ? null : element("span", { class: "quiet" }, ` ${count}`));
  }

  function rest(count) {
    return count > 0 ? element("p", { class: "quiet" }, `… and ${count} more`) : null;
  }

  // The lines of a state difference, each with its sign.
  function difference(text) {
    const lines = text.split("\n");
    const result = element("pre", { class: "difference" });
    for (const line of lines.slice(0, 1_000)) {
      const sign = { "-": "removed", "+": "added" }[line[0]] || "same";
      result.append(element("span", { class: sign }, Tree.shorten(line, 2_000) + "\n"));
    }
    if (lines.length > 1_000) result.append(`… and ${lines.length - 1_000} more lines`);
    return result;
  }

  class Details {
    constructor(inspector) {
      this.inspector = inspector;
      this.tab = "event";
      this.panel = document.getElementById("details");
      this.tabs = ["event", "why", "issues"].map((name) => document.getElementById("tab-" + name));
      for (const [index, tab] of this.tabs.entries()) {
        tab.addEventListener("click", () => this.show(tab.id.slice("tab-".length)));
        tab.addEventListener("keydown", (event) => {
          const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
          if (step === undefined) return;
          event.preventDefault();
          event.stopPropagation();
          const next = this.tabs[(index + step + this.tabs.length) % this.tabs.length];
          this.show(next.id.slice("tab-".length));
          next.focus();
        });
      }
    }

    show(tab) {
      this.tab = tab;
      this.update();
      this.panel.scrollTop = 0;
    }

    update() {
      const { trace } = this.inspector;
      const counts = trace === null ? {} : {
        why: trace.refusals.length,
        issues: trace.issues.length + trace.leaks.length + trace.problemCount,
      };
      for (const tab of this.tabs) {
        const name = tab.id.slice("tab-".length);
        const isSelected = name === this.tab;
        tab.setAttribute("aria-selected", String(isSelected));
        tab.tabIndex = isSelected ? 0 : -1;
        const title = name[0].toUpperCase() + name.slice(1);
        tab.textContent = counts[name] > 0 ? title + " " + counts[name].toLocaleString() : title;
        if (isSelected) this.panel.setAttribute("aria-labelledby", tab.id);
      }
      // What has not changed stays, with what the user selects in it.
      const content = trace === null ? "" : this.tab + " " + this.dependencies().join(" ");
      if (trace !== this.shownTrace || content !== this.shownContent) {
        this.shownTrace = trace;
        this.shownContent = content;
        this.panel.replaceChildren(...(trace === null ? [] : this[this.tab]()));
      } else if (this.tab === "issues") {
        for (const link of this.panel.querySelectorAll(".link")) {
          this.mark(link, Number(link.dataset.index) === this.inspector.selected);
        }
      }
    }

    // Numbers that change whenever the content of the tab does.
    dependencies() {
      const { trace, selected } = this.inspector;
      switch (this.tab) {
        case "issues": return [trace.issues.length, trace.leaks.length, trace.problemCount];
        case "why":
          return [selected, trace.refusals.length, trace.issues.length, ...trace.heldAt(selected)];
        default:
          if (selected < 0) return [selected];
          return [
            selected, trace.consequences(selected, mostRows).length, trace.workOf(selected).length,
          ];
      }
    }

    mark(link, isCurrent) {
      link.classList.toggle("current", isCurrent);
      if (isCurrent) link.setAttribute("aria-current", "true");
      else link.removeAttribute("aria-current");
    }

    // A button that selects an event.
    link(index, depth = 0) {
      const { trace, selected } = this.inspector;
      const event = trace.events[index];
      const result = element(
        "button",
        {
          type: "button", class: "link", "data-index": index,
          onclick: () => this.inspector.select(index),
        },
        element("span", { class: "dot " + event.group }),
        element("span", { class: "id" }, "#" + event.n),
        element("span", { class: "kind" }, Tree.shorten(event.kind, 60)),
        element("bdi", { class: "name" }, Tree.shorten(Tree.onOneLine(trace.labelOf(event)), 160)),
        event.outcome === "" ? null : outcomeOf(event));
      this.mark(result, index === selected);
      result.style.paddingInlineStart = 12 + Math.min(depth, 12) * 14 + "px";
      return result;
    }

    links(indices) {
      return element(
        "ol", { class: "links" },
        ...indices.slice(0, mostRows).map((index) => element("li", null, this.link(index))));
    }

    event() {
      const { trace, selected } = this.inspector;
      if (selected < 0) return [element("p", { class: "quiet padded" }, "No event is selected.")];
      const event = trace.events[selected];
      const parts = [
        element(
          "div", { class: "heading" },
          element("span", { class: "dot " + event.group }),
          element("span", { class: "kind" }, Tree.shorten(event.kind, 80)),
          event.outcome === "" ? null : outcomeOf(event),
          element("p", { class: "subject", dir: "auto" }, shown(trace.labelOf(event)))),
        this.fields(event),
      ];
      const why = trace.why(selected, Infinity);
      if (why !== null) parts.push(heading("Why"), this.explanation(why));
      const state = trace.difference(selected);
      if (state !== "") parts.push(heading("State"), difference(shown(state)));
      parts.push(...this.causes());
      parts.push(...this.consequences());
      const work = trace.workOf(selected);
      if (work.length > 1) {
        parts.push(heading("The same work", work.length), this.links(work));
        parts.push(rest(work.length - mostRows));
      }
      return parts.filter((part) => part !== null);
    }

    fields(event) {
      const { trace } = this.inspector;
      const list = element("dl", null);
      const add = (name, value) => {
        if (value === "") return;
        list.append(
          element("dt", null, name), element("dd", { dir: "auto" }, ...[value].flat()));
      };
      const full = trace.full(event.index);
      add("Number", "#" + event.n);
      add("Time", event.time === null ? "" : timeOf(event) + " s");
      if (event.owner !== "") {
        add("Owner", element(
          "button",
          {
            type: "button", class: "plain", title: "Show the events of this owner",
            onclick: () => this.inspector.events.search('owner:"' + event.owner.replaceAll('"', "") + '"'),
          },
          shown(event.owner)));
      }
      add("Detail", shown(event.detail));
      add("Advice", shown(event.advice));
      if (event.window !== null) add("Window", String(event.window));
      if (event.cause < 0 && event.causeNumber !== null) {
        add("Cause", "#" + event.causeNumber + this.absence(event.causeNumber));
      }
      if (event.of < 0 && event.ofNumber !== null) {
        add("Work of", "#" + event.ofNumber + this.absence(event.ofNumber));
      }
      if (full.change !== undefined) add("Change", shown(Tree.describe(full.change)));
      for (const [name, value] of Object.entries(full).slice(0, 100)) {
        if (knownFields.has(name)) continue;
        add(Tree.shorten(name, 60), shown(typeof value === "string" ? value : JSON.stringify(value)));
      }
      return list;
    }

    absence(number) {
      return number >= 1 && number <= this.inspector.trace.dropped
        ? ", which was discarded" : ", which is no earlier event";
    }

    causes() {
      const { trace, selected } = this.inspector;
      const chain = trace.causes(selected);
      const first = trace.events[chain[0]];
      const parts = [heading("Chain of causes", chain.length)];
      if (first.causeNumber !== null) {
        parts.push(element(
          "p", { class: "quiet padded" },
          "It begins with #" + first.causeNumber + this.absence(first.causeNumber) + "."));
      }
      if (chain.length <= mostRows) {
        parts.push(this.links(chain));
      } else {
        parts.push(this.links(chain.slice(0, 20)));
        parts.push(element("p", { class: "quiet padded" }, `… ${chain.length - 120} events …`));
        parts.push(this.links(chain.slice(-100)));
      }
      parts[parts.length - 1].dataset.list = "causes";
      return parts;
    }

    consequences() {
      const { trace, selected } = this.inspector;
      const rows = trace.consequences(selected, mostRows);
      if (rows.length === 0) return [heading("What follows", 0)];
      const list = element("ol", { class: "links", "data-list": "consequences" });
      for (const { index, depth } of rows.slice(0, mostRows)) {
        list.append(element("li", null, this.link(index, depth - 1)));
      }
      const isMore = rows.length > mostRows;
      return [
        heading("What follows", isMore ? `more than ${mostRows}` : rows.length), list,
        isMore ? element("p", { class: "quiet padded" }, "… and more") : null,
      ];
    }

    explanation(why) {
      const { trace } = this.inspector;
      const parts = [];
      const add = (name, text, kind) => parts.push(element(
        "p", { class: kind, dir: "auto" }, element("b", null, name), " " + shown(text)));
      const more = why.waits.length - mostRows;
      const waits = why.waits.slice(0, mostRows).join("; ") + (more > 0 ? `; and ${more} more` : "");
      if (why.outcome === "held") add("Waits for", waits || "something unnamed.", "");
      else {
        add("Reason", why.reason || "The trace has no reason.", "reason");
        if (waits !== "") add("Waited for", waits, "waits");
      }
      for (const index of why.issues) {
        const issue = trace.events[index];
        add("Issue", issue.subject + (issue.detail ? ": " + issue.detail : ""), "issue");
        if (issue.advice !== "") add("Advice", issue.advice, "advice");
      }
      return element("div", { class: "explanation" }, ...parts);
    }

    why() {
      const { trace, selected } = this.inspector;
      const held = trace.heldAt(selected);
      const parts = [];
      const add = (index, why) => parts.push(element(
        "article", { class: "card" }, this.link(index), this.explanation(why)));
      parts.push(heading("Waiting after the selected event", held.length));
      for (const begin of held.slice(0, mostRows)) {
        const why = trace.why(begin, selected);
        if (why !== null) add(begin, why);
      }
      parts.push(rest(held.length - mostRows));
      const unended = trace.unendedAt(selected);
      if (unended.length > 0) {
        parts.push(heading("Not ended yet", unended.length));
        parts.push(this.links(unended.slice(0, mostRows)));
        parts[parts.length - 1].dataset.list = "unended";
        parts.push(rest(unended.length - mostRows));
      }
      parts.push(heading("Not handled, not performed", trace.refusals.length));
      // The refusals of one piece of work have the same explanation.
      const known = new Map();
      for (const index of trace.refusals.slice(0, mostRows)) {
        const begin = trace.beginOf(index);
        if (!known.has(begin)) known.set(begin, trace.why(index));
        add(index, known.get(begin));
      }
      parts.push(rest(trace.refusals.length - mostRows));
      return parts.filter((part) => part !== null);
    }

    issues() {
      const { trace } = this.inspector;
      const parts = [];
      const add = (title, indices) => {
        parts.push(heading(title, indices.length));
        for (const index of indices.slice(0, mostRows)) {
          const event = trace.events[index];
          parts.push(element(
            "article", { class: "card" }, this.link(index),
            element(
              "div", { class: "explanation" },
              event.detail === "" ? null : element("p", { dir: "auto" }, shown(event.detail)),
              event.advice === "" ? null : element(
                "p", { class: "advice", dir: "auto" }, element("b", null, "Advice"),
                " " + shown(event.advice)))));
        }
        parts.push(rest(indices.length - mostRows));
      };
      add("Leaks", trace.leaks);
      add("Issues", trace.issues);
      if (trace.problemCount > 0) {
        parts.push(heading("Problems of the file", trace.problemCount));
        for (const problem of trace.problems.slice(0, mostRows)) {
          parts.push(element(
            "article", { class: "card problem" },
            element("p", null, element("b", null, "Line " + problem.line), " " + problem.message),
            problem.text === "" ? null : element("pre", null, problem.text)));
        }
        parts.push(rest(trace.problemCount - mostRows));
      }
      return parts.filter((part) => part !== null);
    }
  }

  Inspector.Details = Details;
})();

globalThis.Inspector = Inspector;
