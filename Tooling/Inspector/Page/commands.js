"use strict";

// The command line: what the page asks the running app to do, and the answers.

var Inspector = globalThis.Inspector || {};

(function () {
  const { element, Tree } = Inspector;
  const mostAnswers = 50;
  const longestAnswer = 2_000;
  const find = (id) => document.getElementById(id);

  class Commands {
    constructor() {
      // What it needs of the browser, for tests to replace.
      this.request = (url, options) => fetch(url, options);
      this.app = null;
      this.history = [];
      this.position = 0;
      this.reset();
      this.input = find("command");
      this.verbs = find("command-verb");
      find("commands").addEventListener("submit", (event) => {
        event.preventDefault();
        this.submit();
      });
      this.input.addEventListener("keydown", (event) => {
        const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
        if (step === undefined) return;
        event.preventDefault();
        this.recall(step);
      });
      // The focus stays, because arrow keys change a list that is not open at once.
      this.verbs.addEventListener("change", () => {
        this.input.value = this.verbs.value === "" ? "" : this.verbs.value + " ";
      });
    }

    // Another app, or the same in another state; `null` for none.
    show(app) {
      if ((app && app.session) !== (this.app && this.app.session)) {
        this.reset();
        find("answers").replaceChildren();
      } else if (app !== null && this.app.isConnected && !app.isConnected) {
        this.giveUp("The app has gone without an answer.");
      }
      const verbs = app === null ? [] : app.commands;
      const old = this.app === null ? [] : this.app.commands;
      this.app = app;
      find("commands").hidden = app === null;
      const allowsNone = verbs.length === 0;
      for (const control of [this.input, this.verbs, find("command-send")]) {
        control.disabled = allowsNone;
      }
      this.input.placeholder = allowsNone ? "The app allows no commands" : "Command";
      if (verbs.join("\n") === old.join("\n") && this.verbs.length > 0) return;
      this.verbs.replaceChildren(
        element("option", { value: "" }, "Allowed…"),
        ...verbs.map((verb) => element("option", { value: verb }, Tree.shorten(verb, 60))));
    }

    // Forgets what was sent: numbers of commands begin anew.
    reset() {
      this.sending = Promise.resolve();
      // What waits for an answer, by the number of the command; and answers to commands whose
      // number has not come yet.
      this.waiting = new Map();
      this.early = new Map();
    }

    giveUp(reason) {
      for (const entry of this.waiting.values()) this.finish(entry, "no answer", reason);
      this.reset();
    }

    submit() {
      const text = Tree.onOneLine(this.input.value).trim();
      if (text === "" || this.input.disabled) return;
      this.input.value = "";
      this.verbs.selectedIndex = 0;
      if (this.history[this.history.length - 1] !== text) this.history.push(text);
      this.history.splice(0, this.history.length - 100);
      this.position = this.history.length;
      const entry = this.addEntry(text);
      const { app } = this;
      // One after another, so that they arrive in their order.
      this.sending = this.sending.then(() => this.send(entry, text, app));
    }

    async send(entry, text, app) {
      const path = "apps/" + encodeURIComponent(app.session) + "/commands";
      const { waiting, early } = this;
      try {
        const response = await this.request(path, {
          method: "POST",
          headers: { "Content-Type": "application/json" },
          body: JSON.stringify({ text }),
          signal: AbortSignal.timeout(10_000),
        });
        if (response.status !== 202) {
          this.finish(entry, "not sent", reasonOf(response.status, text, app));
          return;
        }
        const { id } = await response.json();
        if (!Number.isSafeInteger(id)) {
          this.finish(entry, "no answer", "The server gave it no number.");
        } else if (waiting !== this.waiting) {
          this.finish(entry, "no answer", "The connection was lost meanwhile.");
        } else if (early.has(id)) {
          this.answer(entry, early.get(id));
        } else {
          waiting.set(id, entry);
        }
      } catch {
        this.finish(entry, "not sent", "The server cannot be reached.");
      }
    }

    // An answer of the app.
    receive(json) {
      if (json === null || !Number.isSafeInteger(json.id)) return;
      const entry = this.waiting.get(json.id);
      if (entry === undefined) {
        // Answers to other pages come here as well.
        if (this.early.size >= mostAnswers) this.early.clear();
        this.early.set(json.id, json);
        return;
      }
      this.waiting.delete(json.id);
      this.answer(entry, json);
    }

    answer(entry, { ok, text }) {
      this.finish(entry, ok === true ? "done" : "failed", typeof text === "string" ? text : "");
    }

    addEntry(text) {
      const entry = element(
        "li", null, element("bdi", { class: "name" }, text),
        element("span", { class: "outcome" }, "sent"));
      const list = find("answers");
      list.append(entry);
      while (list.children.length > mostAnswers) list.firstElementChild.remove();
      list.scrollTop = list.scrollHeight;
      return entry;
    }

    finish(entry, outcome, text) {
      const list = find("answers");
      entry.querySelector(".outcome").replaceWith(
        element("span", { class: "outcome " + (outcome === "done" ? "good" : "bad") }, outcome),
        element(
          "span", { class: text.includes("\n") ? "answer block" : "answer", dir: "auto" },
          Tree.shorten(text, longestAnswer)));
      // A long answer is read from its beginning.
      list.scrollTop = Math.min(entry.offsetTop - list.offsetTop, list.scrollHeight);
    }

    // Shows an earlier or later line of the history; after the last one, an empty line.
    recall(step) {
      const position = this.position + step;
      if (position < 0 || position > this.history.length) return;
      this.position = position;
      this.input.value = this.history[position] || "";
    }
  }

  function reasonOf(status, text, app) {
    switch (status) {
      case 403: return "The server does not accept commands from this page.";
      case 404: return "The app is not connected.";
      case 409: return "The app does not allow “" + text.split(" ")[0] + "”, only "
        + app.commands.join(", ") + ".";
      case 413: return "The command is too long.";
      default: return "The server answered with " + status + ".";
    }
  }

  Inspector.Commands = Commands;
})();

globalThis.Inspector = Inspector;
