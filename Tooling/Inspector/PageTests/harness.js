"use strict";

// Runs the tests of the Inspector's page. `check-page` puts the scripts and the traces of this folder
// into a copy of the page itself; the results are the text of the element `results`.

var PageTests = {};

(function () {
  const { page, Trace, Tree } = Inspector;
  const tests = [];
  const find = (id) => document.getElementById(id);
  const fixture = (name) => find("fixture-" + name).textContent.trim() + "\n";
  const test = (name, body) => tests.push({ name, body });

  function expect(condition, message) {
    if (!condition) throw new Error(message || "The condition does not hold.");
  }

  function equal(found, expected, message) {
    const [left, right] = [JSON.stringify(found), JSON.stringify(expected)];
    expect(left === right, `${message || "Not equal"}: found ${left}, expected ${right}`);
  }

  function contains(text, part) {
    expect(text.includes(part), `"${Tree.shorten(text, 600)}" does not contain "${part}"`);
  }

  const frame = () => new Promise((resolve) => { requestAnimationFrame(resolve); });

  // Waits until something holds after a change of the document.
  function until(condition, what) {
    return new Promise((resolve, reject) => {
      const observer = new MutationObserver(() => check());
      const limit = setTimeout(() => {
        observer.disconnect();
        reject(new Error("In vain: " + what));
      }, 60_000);
      const check = () => {
        if (!condition()) return;
        observer.disconnect();
        clearTimeout(limit);
        resolve();
      };
      observer.observe(document.body, {
        attributes: true, childList: true, characterData: true, subtree: true,
      });
      check();
    });
  }

  function transfer(text, name) {
    const result = new DataTransfer();
    result.items.add(new File([text], name));
    return result;
  }

  // Opens a trace as the user does, and waits until it is read or refused.
  async function drop(text, name = "test.jsonl") {
    find("message").textContent = "";
    find("failure").hidden = true;
    find("search").value = "";
    find("lanes").dispatchEvent(new DragEvent("drop", {
      bubbles: true, cancelable: true, dataTransfer: transfer(text, name),
    }));
    await until(
      () => !find("failure").hidden || /^[\d,.]+ events/.test(find("message").textContent),
      "opening " + name);
  }

  const header = (windows = [], more = {}) => ({ navigationTrace: 1, dropped: 0, windows, ...more });
  const screen = (id, name = "S" + id) => ({ id, name, kind: "screen" });
  const stack = (id, children) => ({ id, name: "Stack", kind: "stack", children });
  const inWindow = (root) => ({ window: 1, tree: { root } });
  const text = (...lines) => lines.map(
    (line) => (typeof line === "string" ? line : JSON.stringify(line)) + "\n").join("");

  function model(...lines) {
    const trace = new Trace();
    for (const line of text(...lines).trimEnd().split("\n")) trace.append(line);
    trace.finish();
    return trace;
  }

  function key(name, target = document.activeElement || document.body) {
    target.dispatchEvent(new KeyboardEvent("keydown", {
      key: name, bubbles: true, cancelable: true,
    }));
  }

  const select = (number) => page.select(page.trace.indexOf(number));
  const selectedNumber = () => page.trace.events[page.selected].n;
  const rowsOf = (id) => [...find(id).querySelectorAll("[data-position]")]
    .sort((left, right) => left.dataset.position - right.dataset.position);
  const treeText = () => rowsOf("tree").map((row) => row.textContent).join("\n");
  const numbers = (list) => [...find("details").querySelectorAll(`[data-list=${list}] .id`)]
    .map((id) => Number(id.textContent.slice(1)));

  Object.assign(PageTests, {
    contains, drop, equal, expect, find, fixture, frame, header, inWindow, key, model, numbers, page,
    rowsOf, screen, select, selectedNumber, stack, test, text, Trace, transfer, Tree, treeText, until,
  });

  // Running

  const errors = [];
  addEventListener("error", (event) => errors.push(event.message));
  addEventListener("unhandledrejection", (event) => errors.push(String(event.reason)));

  async function run() {
    const gate = find("gate");
    const only = find("only").textContent.trim();
    const chosen = tests.filter(({ name }) => only === "" || name === only);
    const results = [];
    for (const { name, body } of chosen) {
      try {
        const remark = await body();
        if (errors.length > 0) throw new Error(errors.splice(0).join("; "));
        results.push("passed: " + name + (remark ? " (" + remark + ")" : ""));
      } catch (error) {
        errors.length = 0;
        results.push("FAILED: " + name + ": " + Tree.onOneLine(error.message));
      }
    }
    find("results").textContent = "\n" + results.join("\n") + `\nfinished: ${chosen.length} tests\n`;
    gate.contentDocument.close();
  }

  // The page counts as loaded, and its text is printed, when the document in the frame is closed.
  const gate = find("gate").contentDocument;
  gate.open();
  gate.write(" ");
  addEventListener("DOMContentLoaded", run);
})();
