"use strict";

// A trace: its events, what caused what, and which events belong to one piece of work. No DOM.
//
// Nothing in a trace is trusted. A line that cannot be read becomes a problem, and the rest of the
// trace stays usable. Causes lead backwards only, whatever the file says, so that every chain ends.

var Inspector = globalThis.Inspector || {};

(function () {
  const { groupOf, groups, isObject, laneOf, lastWhere, Tree, Windows } = Inspector;
  const version = 1;
  const longestLine = 16_000_000;
  const mostProblems = 10_000;

  // How a piece of work is counted while it lasts.
  const lifetimes = {
    "flow.started": "flows", "core.activated": "cores", "effect.began": "effects",
  };
  const endings = { "flow.ended": "flow.started", "core.resigned": "core.activated" };

  function textOf(value) {
    if (value === undefined || value === null) return "";
    return typeof value === "string" ? value : JSON.stringify(value);
  }

  function isNumber(value) {
    return typeof value === "number" && Number.isFinite(value);
  }

  class Trace {
    constructor() {
      // The lines as they came in.
      this.lines = [];
      this.characters = 0;
      this.header = null;
      // Why nothing of the trace can be shown, or null.
      this.failure = null;
      this.dropped = 0;
      this.events = [];
      // Damaged lines, and what contradicts the format; the count goes on where the list ends.
      this.problems = [];
      this.problemCount = 0;
      this.lanes = [];
      this.windows = new Windows(this);
      // Steps that were not handled and requests that were not performed.
      this.refusals = [];
      this.issues = [];
      this.leaks = [];
      this.heldWork = [];
      this.requests = [];
      this.journeys = [];
      this.flows = [];
      this.cores = [];
      this.lanesByKey = new Map();
      this.indexByNumber = new Map();
      this.liveBySubject = new Map();
      this.counts = { flows: 0, cores: 0, effects: 0 };
      // What began before the first event and still lives: its counter by its number.
      this.livesBefore = new Map();
    }

    // Adds one line, without its line break.
    append(line) {
      if (this.failure !== null) return;
      this.lines.push(line);
      this.characters += line.length;
      if (line.trim() === "") return;
      if (line.length > longestLine) {
        this.reportLine(line, "The line has " + line.length + " characters and is not read.");
        if (this.header === null) this.failure = "This is not a navigation trace: its first line "
          + "has " + line.length + " characters.";
        return;
      }
      let json;
      try {
        json = JSON.parse(line);
      } catch (error) {
        if (this.header === null) {
          this.failure = "This is not a navigation trace: its first line is not JSON.";
        }
        this.reportLine(line, "The line is not JSON: " + error.message);
        return;
      }
      if (this.header === null) {
        this.readHeader(json);
      } else if (!isObject(json)) {
        this.reportLine(line, "The line is not an object.");
      } else {
        this.readEvent(json, line);
      }
    }

    // To be called when there are no further lines: says whether there was anything at all.
    finish() {
      if (this.failure === null && this.header === null) this.failure = "The file is empty.";
    }

    // A trace that goes on after the last event: to its first line these events are discarded.
    successor() {
      const result = new Trace();
      const last = this.events.length > 0 ? this.events[this.events.length - 1].n : this.dropped;
      const dropped = Math.max(0, last);
      result.append(`{"navigationTrace":${version},"dropped":${dropped},"windows":[`
        + this.windows.json.join(",") + "]}");
      result.windows.inherit(this.windows);
      result.counts = { ...this.counts };
      result.livesBefore = new Map(this.livesBefore);
      for (const event of this.events) {
        if (event.lives) result.livesBefore.set(event.n, event.lives);
      }
      return result;
    }

    reportLine(line, message) {
      this.report(this.lines.length, message, Tree.shorten(line, 400));
    }

    report(number, message, text) {
      this.problemCount += 1;
      if (this.problems.length < mostProblems) this.problems.push({ line: number, message, text });
    }

    readHeader(json) {
      if (!isObject(json) || json.navigationTrace === undefined) {
        this.failure = "This is not a navigation trace: its first line has no `navigationTrace`.";
        return;
      }
      if (json.navigationTrace !== version) {
        this.failure = "The trace has version " + Tree.shorten(textOf(json.navigationTrace), 40)
          + "; this Inspector reads version " + version + ".";
        return;
      }
      this.header = json;
      if (Number.isSafeInteger(json.dropped) && json.dropped > 0) this.dropped = json.dropped;
      const windows = Array.isArray(json.windows) ? json.windows : [];
      for (const window of windows) {
        if (!isObject(window) || !Number.isSafeInteger(window.window)) {
          this.report(this.lines.length, "A window of the first line has no number.", "");
          continue;
        }
        this.windows.set(window.window, window.tree, -1);
      }
    }

    readEvent(json, line) {
      if (!Number.isSafeInteger(json.n) || typeof json.kind !== "string") {
        const missing = typeof json.kind === "string" ? "number `n`" : "`kind`";
        this.reportLine(line, "The event has no " + missing + ".");
        return;
      }
      const index = this.events.length;
      const last = index > 0 ? this.events[index - 1] : null;
      const event = {
        index,
        n: json.n,
        line: this.lines.length - 1,
        time: isNumber(json.t) ? json.t : null,
        // Where it stands on the axis of time, which only goes forwards.
        at: Math.max(last === null ? -Infinity : last.at, isNumber(json.t) ? json.t : -Infinity),
        kind: json.kind,
        group: groupOf(json.kind),
        subject: textOf(json.subject),
        owner: textOf(json.owner),
        detail: textOf(json.detail),
        outcome: textOf(json.outcome),
        advice: textOf(json.advice),
        // What a change of a tree does, in a few words.
        summary: json.change === undefined ? "" : Tree.summary(json.change),
        window: Number.isSafeInteger(json.window) ? json.window : null,
        // Indices of other events, or -1; the numbers as they were given, or null.
        cause: -1,
        of: -1,
        causeNumber: isNumber(json.cause) ? json.cause : null,
        ofNumber: isNumber(json.of) ? json.of : null,
        // Indices of what follows from this event, and of the work that it began.
        consequences: null,
        work: null,
        // The index of the event that ended the work, or -1.
        end: -1,
        flows: 0,
        cores: 0,
        effects: 0,
        searchText: null,
      };
      if (event.at === -Infinity) event.at = 0;
      if (event.time === null) this.reportLine(line, "The event has no time `t`.");
      this.checkNumber(event, last, line);
      event.cause = this.resolve(event.causeNumber, "cause", event, line);
      event.of = this.resolve(event.ofNumber, "of", event, line);
      this.events.push(event);
      if (!this.indexByNumber.has(event.n)) this.indexByNumber.set(event.n, index);
      if (event.cause >= 0) {
        const cause = this.events[event.cause];
        (cause.consequences || (cause.consequences = [])).push(index);
      }
      this.readWork(event);
      this.addToLane(event);
      this.windows.read(event, json);
      this.count(event);
    }

    checkNumber(event, last, line) {
      const expected = last === null ? this.dropped + 1 : last.n + 1;
      if (event.n === expected) return;
      const number = "Event " + event.n;
      if (this.indexByNumber.has(event.n)) {
        this.reportLine(line, number + " is there twice.");
      } else if (event.n < expected) {
        this.reportLine(line, number + " comes after event " + (expected - 1) + ".");
      } else {
        this.reportLine(line, "Instead of event " + expected + " there is event " + event.n + ".");
      }
    }

    resolve(number, field, event, line) {
      if (number === null || (number >= 1 && number <= this.dropped)) return -1;
      const index = this.indexByNumber.get(number);
      if (index !== undefined) return index;
      this.reportLine(
        line, "Event " + event.n + " has `" + field + "` " + number + ", which is no earlier event.");
      return -1;
    }

    readWork(event) {
      const { index, kind } = event;
      if (event.of >= 0) {
        const begin = this.events[event.of];
        (begin.work || (begin.work = [])).push(index);
        if (/\.(ended|cancelled|closed|resigned)$/.test(kind)) begin.end = index;
        if (kind === "step.held" && begin.heldAt === undefined) {
          begin.heldAt = index;
          this.heldWork.push(begin.index);
        }
      }
      if (kind === "request.made" || (kind === "request.began" && event.of < 0)) {
        this.requests.push(index);
      }
      if (/^(link|journey|procedure)\.began$/.test(kind)) this.journeys.push(index);
      if (kind === "flow.started") this.flows.push(index);
      if (kind === "core.activated") this.cores.push(index);
      if (kind === "issue") this.issues.push(index);
      if (kind === "leak") this.leaks.push(index);
      if (kind === "step.ended" && event.outcome !== "handled") this.refusals.push(index);
      if (kind === "request.ended" && !["performed", "alreadyThere"].includes(event.outcome)) {
        this.refusals.push(index);
      }
    }

    addToLane(event) {
      const [key, title] = laneOf(event);
      let lane = this.lanesByKey.get(key);
      if (lane === undefined) {
        const order = groups.findIndex(([group]) => group === event.group);
        lane = { key, title, group: event.group, order, events: [] };
        this.lanesByKey.set(key, lane);
        // Behind the lanes of the same group.
        const last = lastWhere(this.lanes.length, (at) => this.lanes[at].order <= order);
        this.lanes.splice(last + 1, 0, lane);
      }
      lane.events.push(event.index);
    }

    count(event) {
      const counts = this.counts;
      const { kind, subject, index } = event;
      if (Object.hasOwn(lifetimes, kind)) {
        const counter = lifetimes[kind];
        counts[counter] += 1;
        event.lives = counter;
        const key = kind + " " + subject;
        if (!this.liveBySubject.has(key)) this.liveBySubject.set(key, []);
        this.liveBySubject.get(key).push(index);
      } else if (/^(flow\.ended|core\.resigned|effect\.(ended|cancelled))$/.test(kind)) {
        let begin = event.of >= 0 ? this.events[event.of] : null;
        if (begin === null && event.ofNumber === null) {
          // Without `of` the youngest one of the same name ends.
          const key = (endings[kind] || "effect.began") + " " + subject;
          const live = this.liveBySubject.get(key) || [];
          while (live.length > 0 && this.events[live[live.length - 1]].lives === null) live.pop();
          begin = live.length > 0 ? this.events[live.pop()] : null;
        }
        if (begin !== null && begin.lives) {
          counts[begin.lives] -= 1;
          begin.lives = null;
          begin.end = index;
        } else if (this.livesBefore.has(event.ofNumber)) {
          counts[this.livesBefore.get(event.ofNumber)] -= 1;
          this.livesBefore.delete(event.ofNumber);
        }
      }
      event.flows = counts.flows;
      event.cores = counts.cores;
      event.effects = counts.effects;
    }

    // Queries

    // The work that is held after an event: the events that began it.
    heldAt(index) {
      return this.heldWork.filter((begin) => {
        const event = this.events[begin];
        if (event.heldAt > index || (event.end >= 0 && event.end <= index)) return false;
        const last = event.work.filter((member) => member <= index).pop();
        return this.events[last].kind === "step.held";
      });
    }

    // The requests, links, journeys and procedures that have not ended: the events that began them.
    unendedAt(index) {
      const begun = [...this.requests, ...this.journeys].filter((begin) => this.isOpenAt(begin, index));
      return begun.sort((left, right) => left - right);
    }

    runningRequestsAt(index) {
      return this.requests.filter((begin) => {
        const { kind, work } = this.events[begin];
        return this.isOpenAt(begin, index) && (kind === "request.began" || (work || []).some(
          (member) => member <= index && this.events[member].kind === "request.began"));
      });
    }

    isOpenAt(begin, index) {
      return begin <= index && !(this.events[begin].end >= 0 && this.events[begin].end <= index);
    }

    // All fields of an event, as they are in the file.
    full(index) {
      return JSON.parse(this.lines[this.events[index].line]);
    }

    // What an event is about.
    labelOf(event) {
      return event.subject || event.summary || event.detail;
    }

    // The index of an event with a number, or -1.
    indexOf(number) {
      const index = this.indexByNumber.get(number);
      return index === undefined ? -1 : index;
    }

    // From the first cause to the event itself; at most the last ones of a number.
    causes(index, limit = Infinity) {
      const chain = [];
      for (let next = index; next >= 0 && chain.length < limit; next = this.events[next].cause) {
        chain.push(next);
      }
      return chain.reverse();
    }

    // What follows from an event, directly or not, with its depth; at most a number of rows.
    consequences(index, limit) {
      const rows = [];
      const pending = [[index, 0]];
      while (pending.length > 0 && rows.length <= limit) {
        const [next, depth] = pending.pop();
        if (depth > 0) rows.push({ index: next, depth });
        const following = this.events[next].consequences || [];
        // More than the limit are never shown.
        for (let position = Math.min(following.length, limit + 1) - 1; position >= 0; position -= 1) {
          pending.push([following[position], depth + 1]);
        }
      }
      return rows;
    }

    // The event that began the work an event belongs to: itself if it began it.
    beginOf(index) {
      const of = this.events[index].of;
      return of >= 0 ? of : index;
    }

    // All events of the work that an event belongs to; itself if there are no others.
    workOf(index) {
      const begin = this.beginOf(index);
      return [begin, ...(this.events[begin].work || [])];
    }

    // The difference of a core's state, or "".
    difference(index) {
      return textOf(this.full(index).difference);
    }

    // Why a step was not handled or a request refused, or still waits; null if there is nothing to
    // explain about the event. Only what was known at `limit`, an event, is told.
    why(index, limit = Infinity) {
      const { group } = this.events[index];
      if (group !== "step" && group !== "request") return null;
      const begin = this.beginOf(index);
      const work = this.workOf(index).filter((member) => member <= Math.max(limit, index));
      const end = work.map((member) => this.events[member])
        .find((event) => /^(step|request)\.ended$/.test(event.kind)) || null;
      const held = work.map((member) => this.events[member])
        .filter((event) => event.kind === "step.held");
      const isRefused = end !== null && this.isRefusal(end);
      const isHeld = end === null && held.length > 0;
      if (!isRefused && !isHeld) return null;
      return {
        begin,
        end: end === null ? -1 : end.index,
        subject: this.events[begin].subject || (end === null ? "" : end.subject),
        owner: this.events[begin].owner || (end === null ? "" : end.owner),
        outcome: end === null ? "held" : end.outcome || "not handled",
        reason: end === null ? "" : end.detail,
        waits: [...new Set(held.map((event) => event.detail).filter((text) => text !== ""))],
        issues: this.issuesWith(work, end),
      };
    }

    isRefusal(event) {
      if (event.kind === "step.ended") return event.outcome !== "handled";
      return !["performed", "alreadyThere"].includes(event.outcome);
    }

    // The issues that a piece of work has caused, that belong to it, or that it follows from.
    issuesWith(work, end) {
      const found = new Set();
      const add = (index) => {
        if (this.events[index].kind === "issue" && found.size < 20) found.add(index);
      };
      for (const member of work.slice(0, 200)) {
        add(member);
        (this.events[member].consequences || []).slice(0, 200).forEach(add);
      }
      if (end !== null) this.causes(end.index, 100).forEach(add);
      return [...found].sort((left, right) => left - right);
    }

    // The user's moves up to an event as the lines of a story.
    story(index) {
      const lines = [];
      if (this.dropped > 0) {
        lines.push("# The first " + this.dropped + " events were discarded, and their moves.");
      }
      for (let next = 0; next <= index && next < this.events.length; next += 1) {
        const event = this.events[next];
        // What could not be done has changed nothing.
        if (event.kind !== "user" || event.outcome === "failed") continue;
        const line = Tree.onOneLine(event.subject).trim();
        if (line !== "") lines.push(line);
      }
      return lines;
    }
  }

  Inspector.Trace = Object.assign(Trace, { longestLine });
})();

globalThis.Inspector = Inspector;
