"use strict";

// Navigation trees as values: reading, changing, and describing them. No DOM.
//
// Nodes are never changed in place. A changed tree shares all other nodes with the one before, so
// that keeping many states of a tree costs little. Nothing recurses: a tree may be as deep as its
// file says. `Sources/NavigationRuntime/Tree` is what this follows.

var Inspector = globalThis.Inspector || {};

(function () {
  const largestTree = 500_000;

  // Selecting kinds show the selected child, all others the last one.
  function hasSelection(kind) {
    return kind === "tabs" || kind === "pages";
  }

  function isObject(value) {
    return typeof value === "object" && value !== null && !Array.isArray(value);
  }

  function makeNode(id, name, kind, children, selected, modal) {
    return { id, name, kind, children, selected, modal };
  }

  // Reads one node without those in it.
  function readFace(json) {
    if (!isObject(json)) throw new Error("A node is not an object.");
    if (!Number.isSafeInteger(json.id)) throw new Error("A node has no number as its `id`.");
    const at = "Node #" + json.id;
    if (typeof json.name !== "string") throw new Error(at + " has no text as its `name`.");
    if (typeof json.kind !== "string") throw new Error(at + " has no text as its `kind`.");
    if (json.children !== undefined && !Array.isArray(json.children)) {
      throw new Error(at + " has `children` that are no list.");
    }
    const selected = Number.isSafeInteger(json.selected) ? json.selected : null;
    return makeNode(json.id, json.name, json.kind, [], selected, null);
  }

  // Reads the JSON form of a node with everything in it.
  function read(json) {
    const root = readFace(json);
    const pending = [[json, root]];
    let count = 1;
    while (pending.length > 0) {
      const [source, node] = pending.pop();
      for (const child of source.children || []) {
        const next = readFace(child);
        node.children.push(next);
        pending.push([child, next]);
        count += 1;
      }
      if (source.modal !== undefined && source.modal !== null) {
        node.modal = readFace(source.modal);
        pending.push([source.modal, node.modal]);
        count += 1;
      }
      if (count > largestTree) throw new Error("A tree has more than " + largestTree + " nodes.");
    }
    return root;
  }

  // The JSON form of a node with everything in it, as the library writes it.
  function json({ id, name, kind, children, selected, modal }) {
    const result = { id, name, kind };
    if (children.length > 0) result.children = children.map(json);
    if (selected !== null) result.selected = selected;
    if (modal !== null) result.modal = json(modal);
    return result;
  }

  function readAll(json, key) {
    if (!Array.isArray(json[key])) throw new Error("The change has no list `" + key + "`.");
    return json[key].map(read);
  }

  function readOne(json, key) {
    const nodes = readAll(json, key);
    if (nodes.length !== 1) {
      throw new Error("The change has " + nodes.length + " nodes in `" + key + "` instead of one.");
    }
    return nodes[0];
  }

  function readIndex(json, key) {
    if (!Number.isSafeInteger(json[key]) || json[key] < 0) {
      throw new Error("The change has no index `" + key + "`.");
    }
    return json[key];
  }

  function readSelection(json, key) {
    return Number.isSafeInteger(json[key]) ? json[key] : null;
  }

  // The nodes from the root to the one with an identifier, or null. The visible part comes first:
  // the modal, then the children from the last one on.
  function path(root, id) {
    const trail = [];
    const remaining = [];
    let next = root;
    while (true) {
      if (next !== null) {
        trail.push(next);
        remaining.push(next.children.length + (next.modal === null ? 0 : 1));
        if (next.id === id) return trail;
      }
      const last = trail.length - 1;
      if (last < 0) return null;
      if (remaining[last] === 0) {
        trail.pop();
        remaining.pop();
        next = null;
        continue;
      }
      remaining[last] -= 1;
      const index = remaining[last];
      const node = trail[last];
      next = index < node.children.length ? node.children[index] : node.modal;
    }
  }

  // The tree with the last node of a path replaced.
  function replacing(trail, replacement) {
    let result = replacement;
    for (let index = trail.length - 2; index >= 0; index -= 1) {
      const parent = trail[index];
      const old = trail[index + 1];
      if (parent.modal === old) {
        result = { ...parent, modal: result };
      } else {
        const children = parent.children.slice();
        children[children.lastIndexOf(old)] = result;
        result = { ...parent, children };
      }
    }
    return result;
  }

  function face(node) {
    return node.kind + " " + onOneLine(node.name) + " #" + node.id;
  }

  function list(nodes) {
    return nodes.length === 0 ? "nothing" : nodes.map(face).join(", ");
  }

  function expectKind(node, fits, expected) {
    if (!fits) throw new Error(face(node) + " is not " + expected + ".");
  }

  function expectAt(node, removed, index) {
    const found = node.children.slice(index, index + removed.length);
    const fits = index <= node.children.length && found.length === removed.length
      && found.every((child, position) => child.id === removed[position].id);
    if (fits) return;
    throw new Error(
      face(node) + " has " + list(found) + " at index " + index + " instead of " + list(removed)
        + ".");
  }

  function expectModal(node, modal) {
    if (node.modal !== null && node.modal.id === modal.id) return;
    throw new Error(
      face(node) + " presents " + (node.modal === null ? "nothing" : face(node.modal))
        + " instead of " + face(modal) + ".");
  }

  function expectNoModal(node, wanted) {
    if (node.modal === null) return;
    throw new Error(
      face(node) + " presents " + face(node.modal) + " and cannot present " + face(wanted) + ".");
  }

  function expectSelection(node, selected) {
    if (node.selected === selected) return;
    throw new Error(face(node) + " selects " + node.selected + " instead of " + selected + ".");
  }

  function splicing(node, index, removed, inserted) {
    expectAt(node, removed, index);
    const children = node.children.slice();
    children.splice(index, removed.length, ...inserted);
    return children;
  }

  // Changes one node, the container of the change.
  function applyToContainer(node, json) {
    const children = node.children;
    switch (json.change) {
      case "pushed":
        expectKind(node, node.kind === "stack", "a stack");
        return { ...node, children: children.concat(readAll(json, "inserted")) };
      case "popped": {
        expectKind(node, node.kind === "stack", "a stack");
        const removed = readAll(json, "removed");
        if (removed.length > children.length) {
          throw new Error(
            face(node) + " has " + children.length + " screens; " + removed.length
              + " were popped.");
        }
        return { ...node, children: splicing(node, children.length - removed.length, removed, []) };
      }
      case "stackReplaced": {
        expectKind(node, node.kind === "stack", "a stack");
        const removed = readAll(json, "removed");
        const keeping = readIndex(json, "index");
        return { ...node, children: splicing(node, keeping, removed, readAll(json, "inserted")) };
      }
      case "presented": {
        const modal = readOne(json, "inserted");
        expectNoModal(node, modal);
        return { ...node, modal };
      }
      case "dismissed":
        expectModal(node, readOne(json, "removed"));
        return { ...node, modal: null };
      case "modalReplaced":
        expectModal(node, readOne(json, "removed"));
        return { ...node, modal: readOne(json, "inserted") };
      case "selected": {
        expectKind(node, hasSelection(node.kind), "tabs or pages");
        expectSelection(node, readIndex(json, "oldSelection"));
        const selected = readIndex(json, "newSelection");
        if (selected >= children.length) {
          throw new Error(face(node) + " has no child at index " + selected + ".");
        }
        return { ...node, selected };
      }
      case "tabsReplaced": {
        expectKind(node, hasSelection(node.kind), "tabs or pages");
        expectSelection(node, readSelection(json, "oldSelection"));
        const index = readIndex(json, "index");
        return {
          ...node,
          children: splicing(node, index, readAll(json, "removed"), readAll(json, "inserted")),
          selected: readSelection(json, "newSelection"),
        };
      }
      case "contentsReplaced": {
        expectKind(node, node.kind === json.oldKind, String(json.oldKind));
        expectSelection(node, readSelection(json, "oldSelection"));
        if (typeof json.newKind !== "string") throw new Error("The change has no `newKind`.");
        const index = readIndex(json, "index");
        return {
          ...node,
          kind: json.newKind,
          children: splicing(node, index, readAll(json, "removed"), readAll(json, "inserted")),
          selected: readSelection(json, "newSelection"),
        };
      }
      default:
        throw new Error("There is no change `" + shorten(String(json.change), 80) + "`.");
    }
  }

  function readSlot(json, key) {
    const slot = json[key];
    if (!isObject(slot) || !Number.isSafeInteger(slot.container)) {
      throw new Error("The change has no slot `" + key + "`.");
    }
    const index = slot.index === undefined || slot.index === null ? null : slot.index;
    if (index !== null && (!Number.isSafeInteger(index) || index < 0)) {
      throw new Error("The slot `" + key + "` has no index.");
    }
    return { container: slot.container, index };
  }

  function requirePath(root, id) {
    const trail = path(root, id);
    if (trail === null) throw new Error("There is no node #" + id + " in the tree.");
    return trail;
  }

  // In tabs and pages the selected child stays selected.
  function takeOut(node, moved, slot) {
    if (slot.index === null) {
      expectModal(node, moved);
      return { ...node, modal: null };
    }
    const children = splicing(node, slot.index, [moved], []);
    let selected = null;
    if (hasSelection(node.kind) && children.length > 0 && node.selected !== null) {
      selected = node.selected > slot.index ? node.selected - 1 : node.selected;
    }
    return { ...node, children, selected };
  }

  function putIn(node, moved, slot) {
    if (slot.index === null) {
      expectNoModal(node, moved);
      return { ...node, modal: moved };
    }
    if (slot.index > node.children.length) {
      throw new Error(face(node) + " has no index " + slot.index + ".");
    }
    let selected = null;
    if (hasSelection(node.kind)) {
      const none = node.selected === null || node.children.length === 0;
      selected = none ? 0 : node.selected + (node.selected >= slot.index ? 1 : 0);
    }
    return { ...node, children: splicing(node, slot.index, [], [moved]), selected };
  }

  function move(root, json) {
    const node = read(json.node);
    const from = readSlot(json, "from");
    const to = readSlot(json, "to");
    if (path(node, to.container) !== null) {
      throw new Error(face(node) + " cannot be moved into itself.");
    }
    let trail = requirePath(root, from.container);
    const without = replacing(trail, takeOut(trail[trail.length - 1], node, from));
    trail = requirePath(without, to.container);
    return replacing(trail, putIn(trail[trail.length - 1], node, to));
  }

  // The tree after a change. Throws an error that says what does not fit; the tree stays as it is.
  function apply(root, json) {
    if (!isObject(json)) throw new Error("The change is not an object.");
    if (json.change === "moved") return move(root, json);
    const trail = requirePath(root, json.container);
    if (json.change === "rootReplaced") {
      const old = readOne(json, "removed");
      if (root.id !== old.id) throw new Error("The root is " + face(root) + ".");
      return readOne(json, "inserted");
    }
    return replacing(trail, applyToContainer(trail[trail.length - 1], json));
  }

  // Every node with its depth and its place, each before its children and these before its modal.
  function rows(root) {
    const result = [];
    const pending = [{ node: root, depth: 0, isModal: false, isSelected: false }];
    while (pending.length > 0) {
      const row = pending.pop();
      result.push(row);
      const { node, depth } = row;
      if (node.modal !== null) {
        pending.push({ node: node.modal, depth: depth + 1, isModal: true, isSelected: false });
      }
      for (let index = node.children.length - 1; index >= 0; index -= 1) {
        pending.push({
          node: node.children[index],
          depth: depth + 1,
          isModal: false,
          isSelected: index === node.selected,
        });
      }
    }
    return result;
  }

  // The next node on the way to the innermost visible one, or null at its end.
  function visibleNext(node) {
    if (node.modal !== null) return node.modal;
    const count = node.children.length;
    if (!hasSelection(node.kind)) return count > 0 ? node.children[count - 1] : null;
    return node.children[node.selected] || null;
  }

  function visiblePath(root) {
    const result = [];
    for (let node = root; node !== null; node = visibleNext(node)) result.push(node);
    return result;
  }

  // One line a node, as the library writes a tree.
  function text(root, withIDs) {
    return rows(root).map(({ node, depth, isModal, isSelected }) =>
      "  ".repeat(depth) + (isModal ? "modal " : "") + node.kind + " " + onOneLine(node.name)
        + (withIDs ? " #" + node.id : "") + (isSelected ? " (selected)" : "")).join("\n");
  }

  // A change in a few words: `pushed Film`.
  function summary(json) {
    if (!isObject(json)) return "";
    const names = (nodes) => (Array.isArray(nodes) ? nodes.slice(0, 3) : [])
      .map((node) => (isObject(node) && typeof node.name === "string"
        ? shorten(onOneLine(node.name), 60) : "?")).join(", ")
      + (Array.isArray(nodes) && nodes.length > 3 ? ", …" : "");
    const removed = names(json.removed);
    const inserted = names(json.inserted);
    const name = typeof json.change === "string" ? shorten(onOneLine(json.change), 40) : "?";
    if (json.change === "moved") return name + " " + names([json.node]);
    if (json.change === "selected") return name + " index " + JSON.stringify(json.newSelection);
    if (removed !== "" && inserted !== "") return name + " " + removed + " → " + inserted;
    return (name + " " + removed + inserted).trim();
  }

  // A change in words, with all that it says.
  function describe(json) {
    if (!isObject(json)) return JSON.stringify(json);
    const names = (nodes) => nodes.map((node) => (isObject(node)
      ? `${node.kind} ${onOneLine(String(node.name))} #${node.id}` : "?")).join(", ");
    const parts = [String(json.change)];
    if (json.node) parts.push(names([json.node]));
    if (json.container !== undefined) parts.push("in #" + json.container);
    if (json.index !== undefined) parts.push("at index " + json.index);
    for (const [key, sign] of [["removed", "−"], ["inserted", "+"]]) {
      if (Array.isArray(json[key]) && json[key].length > 0) parts.push(sign + " " + names(json[key]));
    }
    const slot = (value) => (isObject(value)
      ? (value.index === undefined ? "the modal" : "index " + value.index) + " of #" + value.container
      : "?");
    if (json.from !== undefined) parts.push(slot(json.from) + " → " + slot(json.to));
    const text = (selection) => (selection === undefined ? "none" : String(selection));
    if (json.oldSelection !== json.newSelection) {
      parts.push(`selection ${text(json.oldSelection)} → ${text(json.newSelection)}`);
    }
    if (json.oldKind !== json.newKind) parts.push(`${json.oldKind} → ${json.newKind}`);
    return parts.join("\n");
  }

  function onOneLine(text) {
    return text.replace(/\r\n|[\n\r\v\f\u0085\u2028\u2029]/g, "\\n");
  }

  function shorten(text, length) {
    return text.length <= length ? text : text.slice(0, length - 1) + "…";
  }

  Inspector.isObject = isObject;
  Inspector.Tree = {
    apply, describe, face, hasSelection, json, onOneLine, path, read, rows, shorten, summary, text,
    visiblePath,
  };
})();

globalThis.Inspector = Inspector;
