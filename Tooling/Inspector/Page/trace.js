"use strict";

// A recorded trace: its events, what caused what, which events belong to one piece of work, and the
// windows' trees at any event. No DOM.
//
// Nothing in a trace is trusted. A line that cannot be read becomes a problem, and the rest of the
// trace stays usable. Causes lead backwards only, whatever the file says, so that every chain ends.

var Inspector = globalThis.Inspector || {};

(function () {
  const Tree = Inspector.Tree;
  const version = 1;
  const longestLine = 16_000_000;
  const mostProblems = 10_000;
  // The state of a tree is kept after that many changes; others are reached from the one before.
  const changesPerSnapshot = 64;

  // How a piece of work is counted while it lasts.
  const lifetimes = {
    "flow.started": "flows", "core.activated": "cores", "effect.began": "effects",
  };
  const endings = { "flow.ended": "flow.started", "core.resigned": "core.activated" };

  const groups = [
    ["user", "User"], ["step", "Steps"], ["request", "Requests"], ["action", "Actions"],
    ["effect", "Effects"], ["flow", "Flows"], ["core", "Cores"], ["screen", "Screen"],
    ["issue", "Issues"], ["other", "Other"],
  ];

  const groupOfKind = {
    user: "user", action: "action", issue: "issue", leak: "issue", tree: "screen", note: "other",
  };
  const groupOfPrefix = {
    step: "step", request: "request", effect: "effect", flow: "flow", link: "flow",
    journey: "flow", procedure: "flow", core: "core", window: "screen",
  };

  function groupOf(kind) {
    if (Object.hasOwn(groupOfKind, kind)) return groupOfKind[kind];
    const dot = kind.indexOf(".");
    const prefix = dot < 0 ? "" : kind.slice(0, dot);
    return Object.hasOwn(groupOfPrefix, prefix) ? groupOfPrefix[prefix] : "other";
  }

  function laneOf(event) {
    switch (event.group) {
      case "user": return ["user", "User"];
      case "step": return ["step " + event.owner, "Steps" + suffix(event.owner)];
      case "action": return ["action " + event.owner, "Actions" + suffix(event.owner)];
      default: {
        const title = groups.find(([group]) => group === event.group)[1];
        return [event.group, title];
      }
    }
  }

  function suffix(owner) {
    return owner === "" ? "" : " · " + Tree.shorten(Tree.onOneLine(owner), 60);
  }

  function textOf(value) {
    if (value === undefined || value === null) return "";
    return typeof value === "string" ? value : JSON.stringify(value);
  }

  function isNumber(value) {
    return typeof value === "number" && Number.isFinite(value);
  }

  function isObject(value) {
    return typeof value === "object" && value !== null && !Array.isArray(value);
  }

  class Trace {
    constructor() {
      // The lines as they came in.
      this.lines = [];
      this.header = null;
      // Why nothing of the trace can be shown, or null.
      this.failure = null;
      this.dropped = 0;
      this.events = [];
      // Damaged lines, and what contradicts the format; the count goes on where the list ends.
      this.problems = [];
      this.problemCount = 0;
      this.lanes = [];
      this.windows = new Map();
      // Steps that were not handled and requests that were not performed.
      this.refusals = [];
      this.issues = [];
      this.leaks = [];
      this.heldWork = [];
      this.requests = [];
      this.flows = [];
      this.cores = [];
      this.lanesByKey = new Map();
      this.indexByNumber = new Map();
      this.liveBySubject = new Map();
      this.flowOfNode = new Map();
      this.coreOfNode = new Map();
      this.counts = { flows: 0, cores: 0, effects: 0 };
    }

    // Adds one line, without its line break.
    append(line) {
      if (this.failure !== null) return;
      this.lines.push(line);
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
        this.setTree(window.window, window.tree, -1);
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
      this.readTree(event, json);
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
        let at = this.lanes.length;
        while (at > 0 && this.lanes[at - 1].order > order) at -= 1;
        this.lanes.splice(at, 0, lane);
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
        }
      }
      event.flows = counts.flows;
      event.cores = counts.cores;
      event.effects = counts.effects;
    }

    // Trees

    readTree(event, json) {
      const number = event.window;
      if (Number.isSafeInteger(json.node)) this.assignNode(event, json.node);
      if (event.kind === "window.closed") {
        const window = this.windows.get(number);
        if (window !== undefined) window.spans[window.spans.length - 1].end = event.index;
        return;
      }
      if (json.tree !== undefined) {
        this.setTree(number, json.tree, event.index, event.subject);
      } else if (json.change !== undefined) {
        const window = this.windows.get(number);
        if (window === undefined) {
          this.report(
            event.line + 1, "Event " + event.n + " changes a window that is not known.", "");
          return;
        }
        this.changeTree(window, event, json.change);
        this.assignNodes(event, json.change);
      } else if (event.kind === "core.activated") {
        this.assignCore(event);
      }
    }

    setTree(number, json, index, name) {
      const line = this.lines.length;
      let root = null;
      let problem = null;
      try {
        root = Tree.read(isObject(json) && json.root !== undefined ? json.root : json);
      } catch (error) {
        problem = error.message;
        this.report(line, "The tree cannot be read: " + error.message, "");
      }
      let window = this.windows.get(number);
      if (window === undefined) {
        window = { number, name: "", spans: [], snapshots: [], changes: [], root: null };
        this.windows.set(number, window);
      }
      if (name) window.name = name;
      const span = window.spans[window.spans.length - 1];
      if (span === undefined || span.end >= 0) window.spans.push({ begin: index, end: -1 });
      window.root = root;
      window.problem = problem;
      window.snapshots.push({ index, root, problem, changes: window.changes.length });
    }

    changeTree(window, event, change) {
      window.changes.push(event.index);
      if (window.root !== null) {
        try {
          window.root = Tree.apply(window.root, change);
        } catch (error) {
          if (window.problem === null) {
            window.problem = "Since event " + event.n + " the tree is not certain. "
              + error.message;
            this.report(event.line + 1, "Event " + event.n + " does not fit: " + error.message, "");
          }
        }
      }
      const last = window.snapshots[window.snapshots.length - 1];
      if (window.changes.length - last.changes >= changesPerSnapshot) {
        const { root, problem } = window;
        window.snapshots.push({
          index: event.index, root, problem, changes: window.changes.length,
        });
      }
    }

    // The tree of a window as it was after an event, -1 for the beginning; `root` is null if it
    // could not be read.
    treeAt(number, index) {
      const window = this.windows.get(number);
      if (window === undefined) return null;
      const snapshots = window.snapshots;
      const found = lastWhere(snapshots.length, (position) => snapshots[position].index <= index);
      if (found < 0) return null;
      let { root, problem } = snapshots[found];
      const { changes } = snapshots[found];
      for (let next = changes; next < window.changes.length; next += 1) {
        const event = this.events[window.changes[next]];
        if (event.index > index || root === null) break;
        try {
          root = Tree.apply(root, JSON.parse(this.lines[event.line]).change);
        } catch (error) {
          problem = problem || "Since event " + event.n + " the tree is not certain. "
            + error.message;
        }
      }
      return { root, problem };
    }

    // The windows that are open after an event.
    windowsAt(index) {
      return [...this.windows.values()].filter((window) => window.spans.some(
        (span) => span.begin <= index && (span.end < 0 || span.end > index)));
    }

    // What an event has inserted into a tree, as identifiers.
    insertedBy(index) {
      const json = index < 0 ? null : this.full(index);
      const inserted = json !== null && isObject(json.change) ? json.change.inserted : null;
      return new Set(Array.isArray(inserted)
        ? inserted.filter(isObject).map((node) => node.id) : []);
    }

    // What the trace says of a node counts more than what is inferred.
    assignNode(event, id) {
      if (event.kind === "flow.screen") this.flowOfNode.set(id, event.subject);
      if (event.kind === "core.screen") this.coreOfNode.set(id, event.subject);
    }

    // Without such an event a node belongs to the flow on whose behalf it was inserted.
    assignNodes(event, change) {
      if (!isObject(change) || !Array.isArray(change.inserted)) return;
      const flow = this.flowBehind(event);
      if (flow === "") return;
      for (const node of change.inserted) {
        if (isObject(node) && !this.flowOfNode.has(node.id)) this.flowOfNode.set(node.id, flow);
      }
    }

    flowBehind(event) {
      let current = event;
      for (let hops = 0; hops < 100; hops += 1) {
        if (current.kind.startsWith("step.") || current.kind.startsWith("procedure.")) {
          if (current.owner !== "") return current.owner;
        }
        if (current.kind === "flow.started" || current.kind === "flow.ready") {
          return current.subject;
        }
        if (current.cause < 0) return "";
        current = this.events[current.cause];
      }
      return "";
    }

    // A core that is activated because a screen has appeared belongs to that screen: the one of its
    // name, else the visible one of what has appeared.
    assignCore(event) {
      let current = event;
      for (let hops = 0; hops < 20 && current.cause >= 0; hops += 1) {
        current = this.events[current.cause];
        if (current.kind !== "tree") continue;
        const window = this.windows.get(current.window);
        if (window === undefined || window.root === null) return;
        const name = baseName(event.subject);
        let found = null;
        for (const id of this.insertedBy(current.index)) {
          const path = Tree.path(window.root, id);
          if (path === null) continue;
          const node = path[path.length - 1];
          const named = Tree.rows(node).find((row) => row.node.name === name);
          if (named !== undefined) found = named.node;
          else if (found === null) found = Tree.visiblePath(node).pop();
        }
        if (found !== null && !this.coreOfNode.has(found.id)) {
          this.coreOfNode.set(found.id, event.subject);
        }
        return;
      }
    }

    // What is known of the nodes of a tree after an event: whether each is visible, its flow and
    // core, the steps that wait there, and the transitions that run there.
    annotations(root, index) {
      const visible = new Set(Tree.visiblePath(root));
      const leaf = Tree.visiblePath(root).pop();
      const inserted = this.insertedBy(index);
      const rows = Tree.rows(root);
      const flows = this.liveNames(this.flows, index);
      const cores = this.liveNames(this.cores, index);
      const held = this.heldAt(index).map((begin) => this.events[begin]);
      const running = this.runningRequestsAt(index).map((begin) => this.events[begin]);
      const result = new Map();
      const knownFlows = new Set();
      const knownCores = new Set();
      for (const { node } of rows) {
        const marks = {
          isVisible: visible.has(node), isLeaf: node === leaf, isNew: inserted.has(node.id),
          flow: this.flowOfNode.get(node.id) || "", core: this.coreOfNode.get(node.id) || "",
          held: [], transitions: [],
        };
        if (flows.absent.has(marks.flow)) marks.flow = "";
        if (cores.absent.has(marks.core)) marks.core = "";
        knownFlows.add(marks.flow);
        knownCores.add(marks.core);
        result.set(node, marks);
      }
      // What stands nowhere yet may tell its place by its name.
      for (const [node, marks] of result) {
        const flow = flows.byName.get(node.name);
        const core = cores.byName.get(node.name);
        if (marks.flow === "" && flow && !knownFlows.has(flow)) marks.flow = flow;
        if (marks.core === "" && core && !knownCores.has(core)) marks.core = core;
      }
      for (const step of held) {
        const detail = this.events[step.heldAt].detail;
        const target = targetOf(rows, detail, result, step.owner);
        if (target !== null) result.get(target).held.push(step.index);
      }
      for (const request of running) {
        const target = targetOf(rows, request.subject, result, request.owner);
        if (target !== null) result.get(target).transitions.push(request.index);
      }
      return result;
    }

    // The names of what lives after an event, by the name of the screen that they may belong to;
    // and the names of which none lives then.
    liveNames(begins, index) {
      const byName = new Map();
      const live = new Set();
      const all = new Set();
      for (const begin of begins) {
        const event = this.events[begin];
        all.add(event.subject);
        if (begin > index || (event.end >= 0 && event.end <= index)) continue;
        live.add(event.subject);
        byName.set(baseName(event.subject), event.subject);
      }
      return { byName, absent: new Set([...all].filter((name) => !live.has(name))) };
    }

    // The work that is held after an event: the events that began it.
    heldAt(index) {
      return this.heldWork.filter((begin) => {
        const event = this.events[begin];
        if (event.heldAt > index || (event.end >= 0 && event.end <= index)) return false;
        const last = event.work.filter((member) => member <= index).pop();
        return this.events[last].kind === "step.held";
      });
    }

    runningRequestsAt(index) {
      return this.requests.filter((begin) => {
        const event = this.events[begin];
        if (begin > index || (event.end >= 0 && event.end <= index)) return false;
        if (event.kind === "request.began") return true;
        return (event.work || []).some(
          (member) => member <= index && this.events[member].kind === "request.began");
      });
    }

    // Queries

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

    // From the first cause to the event itself.
    causes(index) {
      const chain = [];
      for (let next = index; next >= 0; next = this.events[next].cause) chain.push(next);
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
      if (end !== null) this.causes(end.index).slice(-100).forEach(add);
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
        if (event.kind !== "user") continue;
        const line = Tree.onOneLine(event.subject).trim();
        if (line !== "") lines.push(line);
      }
      return lines;
    }

    // Which events a filter shows. The text holds words that all must occur, and `kind:`, `owner:`,
    // `outcome:` and `window:` with a word or a quoted text.
    filter(text, hiddenGroups) {
      const terms = parseFilter(text);
      return (event) => !hiddenGroups.has(event.group)
        && terms.every((term) => matches(event, term));
    }
  }

  // The last position that satisfies a condition which holds for the first positions only; -1 if
  // there is none.
  function lastWhere(count, condition) {
    let low = 0;
    let high = count;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (condition(middle)) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }

  // The screen that a type's name speaks of: `FilmFlow` and `FilmCore` are about `Film`.
  function baseName(name) {
    return name.replace(/^.*\./, "").replace(/(Flow|Core|Feature|Coordinator)$/, "");
  }

  // The node that a text speaks of: the last one named in it, else one of the owner's.
  function targetOf(rows, text, marks, owner) {
    let best = null;
    let bestAt = -1;
    for (const { node } of rows) {
      const at = node.name === "" ? -1 : lastWord(text, node.name);
      if (at > bestAt || (at >= 0 && at === bestAt && marks.get(node).isVisible)) {
        best = node;
        bestAt = at;
      }
    }
    if (best !== null || owner === "") return best;
    const owned = rows.filter(({ node }) => marks.get(node).flow === owner);
    return owned.length > 0 ? owned[owned.length - 1].node : null;
  }

  // Where a text has another as a whole word for the last time, or -1.
  function lastWord(text, word) {
    let at = text.lastIndexOf(word);
    while (at >= 0) {
      const before = at === 0 ? "" : text[at - 1];
      const after = text[at + word.length] || "";
      if (!/[\p{L}\p{N}_]/u.test(before) && !/[\p{L}\p{N}_]/u.test(after)) return at;
      at = at === 0 ? -1 : text.lastIndexOf(word, at - 1);
    }
    return -1;
  }

  function parseFilter(text) {
    const terms = [];
    const pattern = /(?:(kind|owner|outcome|window):)?(?:"([^"]*)"?|(\S+))/gi;
    for (const [, field, quoted, word] of text.matchAll(pattern)) {
      const value = (quoted === undefined ? word : quoted).toLowerCase();
      if (value !== "") terms.push({ field: field ? field.toLowerCase() : null, value });
    }
    return terms;
  }

  function matches(event, { field, value }) {
    if (field === "window") return String(event.window) === value;
    if (field !== null) return event[field].toLowerCase().includes(value);
    if (event.searchText === null) {
      event.searchText = ("#" + event.n + " " + event.kind + " " + event.subject + " "
        + event.owner + " " + event.outcome + " " + event.detail + " " + event.summary).toLowerCase();
    }
    return event.searchText.includes(value);
  }

  Trace.groups = groups;
  Trace.lastWhere = lastWhere;
  Trace.longestLine = longestLine;
  Inspector.Trace = Trace;
})();

globalThis.Inspector = Inspector;
