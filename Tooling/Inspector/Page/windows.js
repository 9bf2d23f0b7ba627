"use strict";

// The windows of a trace: their trees at any event, and what is known of the nodes. No DOM.

var Inspector = globalThis.Inspector || {};

(function () {
  const { isObject, Tree } = Inspector;
  // The state of a tree is kept after that many changes; others are reached from the one before.
  const changesPerSnapshot = 64;

  class Windows {
    constructor(trace) {
      this.trace = trace;
      this.byNumber = new Map();
      this.flowOfNode = new Map();
      this.coreOfNode = new Map();
    }

    read(event, json) {
      const number = event.window;
      if (Number.isSafeInteger(json.node)) this.assignNode(event, json.node);
      if (event.kind === "window.closed") {
        const window = this.byNumber.get(number);
        if (window !== undefined) window.spans[window.spans.length - 1].end = event.index;
        return;
      }
      if (json.tree !== undefined) {
        this.set(number, json.tree, event.index, event.subject);
      } else if (json.change !== undefined) {
        let window = this.byNumber.get(number);
        if (window === undefined && number !== null && this.trace.dropped > 0) {
          const problem = "The tree is not known: the first line of the trace has none of the "
            + "window, as when it has too many levels.";
          window = this.take(number, null, problem, -1);
        }
        if (window === undefined) {
          this.trace.report(
            event.line + 1, "Event " + event.n + " changes a window that is not known.", "");
          return;
        }
        this.apply(window, event, json.change);
        this.assignNodes(event, json.change);
      } else if (event.kind === "tree" || event.kind === "window.opened") {
        this.lose(event);
      } else if (event.kind === "core.activated") {
        this.assignCore(event);
      }
    }

    set(number, json, index, name) {
      const line = this.trace.lines.length;
      let root = null;
      let problem = null;
      try {
        root = Tree.read(isObject(json) && json.root !== undefined ? json.root : json);
      } catch (error) {
        problem = error.message;
        this.trace.report(line, "The tree cannot be read: " + error.message, "");
      }
      this.take(number, root, problem, index, name);
    }

    // What cannot be written, because it has too many levels, is left out of a trace.
    lose(event) {
      if (event.window === null) return;
      const problem = "The tree is not known since event " + event.n
        + ", whose tree or change was left out, as it is when it has too many levels.";
      this.take(event.window, null, problem, event.index, event.subject);
    }

    take(number, root, problem, index, name) {
      let window = this.byNumber.get(number);
      if (window === undefined) {
        window = { number, name: "", spans: [], snapshots: [], changes: [], root: null };
        this.byNumber.set(number, window);
      }
      if (name) window.name = name;
      const span = window.spans[window.spans.length - 1];
      if (span === undefined || span.end >= 0) window.spans.push({ begin: index, end: -1 });
      window.root = root;
      window.problem = problem;
      window.snapshots.push({ index, root, problem, changes: window.changes.length });
      return window;
    }

    // Each further change of a tree that is not certain may be wrong as well, and is not reported.
    apply(window, event, change) {
      window.changes.push(event.index);
      if (window.root !== null) {
        try {
          window.root = Tree.apply(window.root, change);
        } catch (error) {
          if (window.problem === null) {
            window.problem = "Since event " + event.n + " the tree is not certain. "
              + error.message;
            this.trace.report(
              event.line + 1, "Event " + event.n + " does not fit: " + error.message, "");
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
    // could not be read or was left out.
    treeAt(number, index) {
      const window = this.byNumber.get(number);
      if (window === undefined) return null;
      const snapshots = window.snapshots;
      const found = lastWhere(snapshots.length, (position) => snapshots[position].index <= index);
      if (found < 0) return null;
      let { root, problem } = snapshots[found];
      const { changes } = snapshots[found];
      for (let next = changes; next < window.changes.length; next += 1) {
        const event = this.trace.events[window.changes[next]];
        if (event.index > index || root === null) break;
        try {
          root = Tree.apply(root, JSON.parse(this.trace.lines[event.line]).change);
        } catch (error) {
          problem = problem || "Since event " + event.n + " the tree is not certain. "
            + error.message;
        }
      }
      return { root, problem };
    }

    // The open windows as the first line of a trace has them, which leaves out what it cannot say.
    get json() {
      return this.openAt(Infinity).flatMap(({ number, root }) => {
        try {
          const tree = root && { root: Tree.json(root) };
          return tree === null ? [] : [JSON.stringify({ window: number, tree })];
        } catch {
          // A tree can be too deep to be written.
          return [];
        }
      });
    }

    // Takes over what the first line of a trace does not say.
    inherit(windows) {
      for (const { number, name, problem } of windows.openAt(Infinity)) {
        const window = this.byNumber.get(number)
          || this.take(number, null, "The tree has too many levels to be kept.", -1);
        window.name = name;
        window.problem = problem || window.problem;
        window.snapshots[0].problem = window.problem;
        for (const { node } of window.root === null ? [] : Tree.rows(window.root)) {
          for (const map of ["flowOfNode", "coreOfNode"]) {
            if (windows[map].has(node.id)) this[map].set(node.id, windows[map].get(node.id));
          }
        }
      }
    }

    // The windows that are open after an event.
    openAt(index) {
      return [...this.byNumber.values()].filter((window) => window.spans.some(
        (span) => span.begin <= index && (span.end < 0 || span.end > index)));
    }

    // What an event has inserted into a tree, as identifiers.
    insertedBy(index) {
      const json = index < 0 ? null : this.trace.full(index);
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
        current = this.trace.events[current.cause];
      }
      return "";
    }

    // A core that is activated because a screen has appeared belongs to that screen: the one of its
    // name, else the visible one of what has appeared.
    assignCore(event) {
      let current = event;
      for (let hops = 0; hops < 20 && current.cause >= 0; hops += 1) {
        current = this.trace.events[current.cause];
        if (current.kind !== "tree") continue;
        const window = this.byNumber.get(current.window);
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
      const flows = this.liveNames(this.trace.flows, index);
      const cores = this.liveNames(this.trace.cores, index);
      const held = this.trace.heldAt(index).map((begin) => this.trace.events[begin]);
      const running = this.trace.runningRequestsAt(index).map((begin) => this.trace.events[begin]);
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
      // Many steps may wait for the same, and each node would be compared with each of them.
      const targets = new Map();
      const target = (text, owner) => {
        const key = owner.length + " " + owner + text;
        if (!targets.has(key)) targets.set(key, targetOf(rows, text, result, owner));
        return targets.get(key);
      };
      for (const step of held) {
        const node = target(this.trace.events[step.heldAt].detail, step.owner);
        if (node !== null) result.get(node).held.push(step.index);
      }
      for (const request of running) {
        const node = target(request.subject, request.owner);
        if (node !== null) result.get(node).transitions.push(request.index);
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
        const event = this.trace.events[begin];
        all.add(event.subject);
        if (begin > index || (event.end >= 0 && event.end <= index)) continue;
        live.add(event.subject);
        byName.set(baseName(event.subject), event.subject);
      }
      return { byName, absent: new Set([...all].filter((name) => !live.has(name))) };
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

  Inspector.Windows = Windows;
  Inspector.lastWhere = lastWhere;
})();

globalThis.Inspector = Inspector;
