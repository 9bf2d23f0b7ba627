"use strict";

// The screen at the selected event: the tree as rows of text, or as boxes in boxes.

var Inspector = globalThis.Inspector || {};

(function () {
  const { element, List, Tree } = Inspector;
  const deepestBox = 24;
  const mostBoxes = 400;
  const deepestIndentation = 16;

  function badges(marks, trace) {
    const result = [];
    const add = (kind, text, title) => {
      result.push(element(
        "span", { class: "badge " + kind, title: Tree.shorten(title, 300) },
        Tree.shorten(Tree.onOneLine(text), 60)));
    };
    if (marks.isNew) add("new", "new", "Inserted by the selected event");
    if (marks.flow !== "") add("flow", marks.flow, "Flow " + marks.flow);
    if (marks.core !== "") add("core", marks.core, "Core " + marks.core);
    if (marks.held.length > 0) {
      const steps = marks.held.map((index) => trace.events[index].subject).join(", ");
      add("held", "held: " + steps, "Held: " + steps);
    }
    if (marks.transitions.length > 0) {
      const names = marks.transitions.map((index) => trace.events[index].subject).join(", ");
      add("transition", "in transition", names);
    }
    if (marks.isLeaf) add("visible", "visible", "The visible screen");
    return result;
  }

  class Screen {
    constructor(inspector) {
      this.inspector = inspector;
      this.form = "text";
      this.number = null;
      this.rows = [];
      this.marks = new Map();
      const find = (id) => document.getElementById(id);
      this.time = find("screen-time");
      this.problem = find("screen-problem");
      this.boxes = find("boxes");
      this.tree = find("tree");
      this.chooser = find("window");
      this.list = new List(this.tree, {
        rowHeight: 24,
        row: (position) => this.row(position),
        onSelect: (position) => this.list.select(position),
        role: "treeitem",
      });
      this.tree.addEventListener("keydown", (event) => {
        const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
        if (step === undefined || this.rows.length === 0) return;
        event.preventDefault();
        event.stopPropagation();
        const next = this.list.selected + step;
        this.list.select(Math.max(0, Math.min(this.rows.length - 1, next)));
      });
      for (const form of ["text", "boxes"]) {
        find("screen-" + form).addEventListener("click", () => this.setForm(form));
      }
      this.chooser.addEventListener("change", () => {
        this.number = Number(this.chooser.value);
        this.update();
      });
    }

    setForm(form) {
      this.form = form;
      for (const each of ["text", "boxes"]) {
        document.getElementById("screen-" + each)
          .setAttribute("aria-pressed", String(each === form));
      }
      this.update();
    }

    // Shows the screen as it was after the selected event.
    update() {
      const { trace, selected } = this.inspector;
      const windows = trace === null ? [] : trace.windows.openAt(selected);
      const event = selected < 0 || trace === null ? null : trace.events[selected];
      this.chooseWindow(windows, event);
      this.time.textContent = event === null ? "at the beginning" : "after #" + event.n;
      const state = windows.length === 0 ? null : trace.windows.treeAt(this.number, selected);
      const problem = state === null ? null : state.problem;
      this.problem.textContent = problem || "";
      this.problem.hidden = !problem;
      const root = state === null ? null : state.root;
      this.rows = root === null ? [] : Tree.rows(root);
      this.marks = root === null ? new Map() : trace.windows.annotations(root, selected);
      this.tree.hidden = this.form !== "text";
      this.boxes.hidden = this.form !== "boxes";
      this.list.selected = -1;
      this.list.reload(this.rows.length);
      this.boxes.replaceChildren();
      if (root !== null && this.form === "boxes") {
        this.remaining = mostBoxes;
        this.boxes.append(this.box(root, 0, false, false));
      }
      if (root === null) {
        this.boxes.append(element("p", { class: "quiet" }, "No window is open."));
      }
    }

    // The window of the selected event, if it has one; else the one that was shown before.
    chooseWindow(windows, event) {
      const numbers = windows.map((window) => window.number);
      if (event !== null && event !== this.lastEvent && numbers.includes(event.window)) {
        this.number = event.window;
      }
      this.lastEvent = event;
      if (!numbers.includes(this.number)) this.number = numbers.length > 0 ? numbers[0] : null;
      this.chooser.hidden = windows.length < 2;
      this.chooser.replaceChildren(...windows.slice(0, 200).map((window) => element(
        "option", { value: window.number, selected: window.number === this.number },
        "Window " + window.number + (window.name ? " · " + Tree.shorten(window.name, 40) : ""))));
    }

    row(position) {
      const { node, depth, isModal, isSelected } = this.rows[position];
      const marks = this.marks.get(node);
      const row = element(
        "div",
        {
          class: "row node" + (marks.isVisible ? " visible" : "") + (marks.isNew ? " new" : ""),
          title: Tree.shorten(Tree.face(node), 300),
          "aria-level": depth + 1,
        },
        element("span", { class: "kind" }, (isModal ? "modal " : "") + Tree.shorten(node.kind, 60)),
        element("bdi", { class: "name" }, Tree.shorten(Tree.onOneLine(node.name), 200)),
        element("span", { class: "id" }, "#" + node.id),
        isSelected ? element("span", { class: "badge selected" }, "selected") : null,
        ...badges(marks, this.inspector.trace));
      if (depth > deepestIndentation) {
        row.prepend(element("span", { class: "id" }, "level " + depth));
      }
      row.style.paddingInlineStart = 8 + Math.min(depth, deepestIndentation) * 16 + "px";
      return row;
    }

    box(node, depth, isModal, isSelected) {
      this.remaining -= 1;
      const marks = this.marks.get(node);
      const form = ["screen", "stack", "tabs", "split", "pages", "window"].includes(node.kind)
        ? node.kind : "container";
      const result = element(
        "div",
        {
          class: "box " + form + (marks.isVisible ? " visible" : "") + (marks.isLeaf ? " leaf" : "")
            + (isModal ? " modal" : "") + (isSelected ? " selected" : "")
            + (marks.isNew ? " new" : ""),
        },
        element(
          "div", { class: "face" },
          element(
            "span", { class: "kind" }, (isModal ? "modal " : "") + Tree.shorten(node.kind, 60)),
          element("bdi", { class: "name" }, Tree.shorten(Tree.onOneLine(node.name), 80)),
          element("span", { class: "id" }, "#" + node.id),
          ...badges(marks, this.inspector.trace)));
      const inside = node.children.length + (node.modal === null ? 0 : 1);
      if (inside > 0 && depth >= deepestBox) {
        result.append(element("p", { class: "quiet" }, "Further levels are shown as text."));
        return result;
      }
      if (node.children.length > 0) {
        const children = element("div", { class: "children" });
        // In a stack the topmost screen is the first one to be seen.
        const order = node.children.map((_, index) => index);
        if (node.kind === "stack") order.reverse();
        for (const index of order) {
          if (this.remaining <= 0) {
            children.append(element("p", { class: "quiet" }, "Further nodes are shown as text."));
            break;
          }
          children.append(this.box(node.children[index], depth + 1, false, index === node.selected));
        }
        result.append(children);
      }
      if (node.modal !== null && this.remaining > 0) {
        result.append(this.box(node.modal, depth + 1, true, false));
      }
      return result;
    }
  }

  Inspector.Screen = Screen;
})();

globalThis.Inspector = Inspector;
