"use strict";

// Tests of the model: traces and trees.

(function () {
  const {
    contains, equal, expect, fixture, header, inWindow, model, screen, stack, test, Tree,
  } = PageTests;

  test("Applies every kind of change as the library does", () => {
    const lines = fixture("changes").trimEnd().split("\n");
    const trace = model(...lines);
    equal(trace.problems, []);
    expect(trace.events.length > 40, "There are few changes.");
    for (const { index } of trace.events) {
      const { root, problem } = trace.windows.treeAt(1, index);
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
    equal(trace.windows.treeAt(1, -1).root.children.map((node) => node.id), [2]);
    for (let index = 499; index >= 0; index -= 7) {
      equal(
        trace.windows.treeAt(1, index).root.children.map((node) => node.id), expected[index], "at " + index);
    }
  });

  test("Reports a change that does not fit, until there is a whole tree again", () => {
    const wrong = { change: "popped", container: 1, removed: [screen(9)] };
    const trace = model(
      header([inWindow(stack(1, [screen(2)]))]),
      { n: 1, t: 0, kind: "tree", window: 1, change: wrong },
      { n: 2, t: 0, kind: "tree", window: 1, tree: { root: stack(1, [screen(3)]) } },
      { n: 3, t: 0, kind: "tree", window: 1, change: { change: "bent", container: 1 } });
    equal(trace.windows.treeAt(1, 0).root.children.map((node) => node.id), [2]);
    contains(trace.windows.treeAt(1, 0).problem, "instead of screen S9 #9");
    equal(trace.windows.treeAt(1, 1).problem, null);
    contains(trace.windows.treeAt(1, 2).problem, "There is no change `bent`.");
    equal(trace.problems.map((problem) => problem.line), [2, 4]);
  });

  test("A change or tree that was left out makes the tree unknown", () => {
    const trace = model(
      header([inWindow(screen(1, "Old"))]),
      { n: 1, t: 0, kind: "tree", window: 1 },
      {
        n: 2, t: 0, kind: "tree", window: 1,
        change: { change: "presented", container: 1, inserted: [screen(2)] },
      },
      { n: 3, t: 0, kind: "window.opened", window: 2, subject: "Second" },
      { n: 4, t: 0, kind: "tree", window: 2, tree: { root: screen(3) } },
      { n: 5, t: 0, kind: "tree", window: 1, tree: { root: screen(1, "New") } },
      { n: 6, t: 0, kind: "tree" });
    equal(trace.windows.treeAt(1, -1).root.name, "Old");
    for (const [window, index] of [[1, 0], [1, 1], [2, 2]]) {
      const { root, problem } = trace.windows.treeAt(window, index);
      equal(root, null, "window " + window + " after event " + (index + 1));
      contains(problem, "since event " + (window === 1 ? 1 : 3));
    }
    equal(trace.windows.treeAt(2, 3).root.id, 3);
    equal(trace.windows.treeAt(1, 4), { root: trace.windows.treeAt(1, 4).root, problem: null });
    equal(trace.windows.treeAt(1, 4).root.name, "New");
    equal(trace.windows.openAt(5).map(({ number, name }) => [number, name]), [[1, ""], [2, "Second"]]);
    equal(trace.problems, []);
  });

  test("A trace that goes on says why a tree is unknown, and blames no line", () => {
    const trace = model(
      header([inWindow(screen(1))]), { n: 1, t: 0, kind: "tree", window: 1 },
      { n: 2, t: 0, kind: "note" });
    for (const next of [trace.successor(), trace.successor().successor()]) {
      equal(next.problems, []);
      equal(next.windows.treeAt(1, -1), trace.windows.treeAt(1, 1));
      contains(next.windows.treeAt(1, -1).problem, "since event 1");
      next.append(
        JSON.stringify({ n: 3, t: 0, kind: "tree", window: 1, tree: { root: screen(2) } }));
      equal(next.windows.treeAt(1, 0).root.id, 2);
    }
    equal(JSON.parse(trace.successor().lines[0]).windows, [], "As the library writes it");
    // The first line of a file with discarded events leaves a tree out as well.
    const change = { change: "pushed", container: 1, inserted: [screen(2)] };
    const pushed = { n: 3, t: 0, kind: "tree", window: 1, change };
    const left = model(header([], { dropped: 2 }), pushed, { ...pushed, n: 4 });
    equal(left.problems, []);
    equal(left.windows.treeAt(1, 1).root, null);
    contains(left.windows.treeAt(1, 1).problem, "the first line of the trace has none");
    contains(model(header(), { ...pushed, n: 1 }).problems[0].message, "a window that is not known");
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
    equal([2, 3].map((id) => trace.windows.flowOfNode.get(id)), ["FilmFlow", "SeatFlow"]);
    equal(trace.windows.coreOfNode.get(2), "FilmCore");
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
      const { root } = trace.windows.treeAt(1, index);
      const annotations = trace.windows.annotations(root, index);
      return [
        annotations.get(root.children[0]).held.length, annotations.get(root).transitions.length,
      ].join("");
    });
    equal(marks, ["00", "10", "10", "11", "01", "00"]);
  });
})();
