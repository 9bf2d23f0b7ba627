"use strict";

// Live mode: the connection to the server, the apps that are connected to it, and the one whose
// trace is shown.

var Inspector = globalThis.Inspector || {};

(function () {
  const { Commands, element, isHeader, isObject, Tree } = Inspector;
  const mostApps = 200;
  const closed = 2;
  const pause = 3_000;
  const find = (id) => document.getElementById(id);

  class Live {
    constructor(page) {
      this.page = page;
      // What it needs of the browser, for tests to replace.
      this.makeSource = (url) => new EventSource(url);
      this.later = (action) => setTimeout(action, pause);
      this.commands = new Commands();
      // "off", or "connecting", "connected", "lost", "rejected", or "left" for a file.
      this.state = "off";
      this.source = null;
      this.apps = [];
      this.session = null;
      this.buttons = new Map();
      find("back-to-live").addEventListener("click", () => this.connect());
    }

    // The stream of the chosen app, or of the list of apps alone.
    connect() {
      this.disconnect();
      if (this.state !== "lost" && this.state !== "rejected") this.state = "connecting";
      const app = this.session === null ? "" : "?app=" + encodeURIComponent(this.session);
      const source = this.makeSource("stream" + app);
      this.source = source;
      const on = (name, action) => source.addEventListener(name, (event) => {
        if (this.source === source) action(event);
      });
      on("open", () => this.change("connected"));
      on("apps", (event) => this.readApps(parse(event.data)));
      on("start", (event) => this.begin(event.data));
      on("lines", (event) => this.append(event.data));
      on("answer", (event) => this.commands.receive(parse(event.data)));
      on("error", () => this.lose());
      this.show();
    }

    disconnect() {
      clearTimeout(this.timer);
      if (this.source !== null) this.source.close();
      this.source = null;
    }

    // Shows a file instead.
    leave() {
      if (this.state === "off") return;
      this.disconnect();
      this.change("left");
    }

    lose() {
      this.commands.giveUp("The connection was lost before an answer came.");
      if (this.source.readyState !== closed) {
        // The browser connects again by itself, and goes on where it was.
        this.change(this.state === "connecting" ? "connecting" : "lost");
      } else if (this.state === "connecting" && this.apps.length === 0) {
        // A server without a stream: the page opens files.
        this.disconnect();
        this.change("off");
      } else {
        this.timer = this.later(() => this.connect());
        this.change("rejected");
      }
    }

    change(state) {
      this.state = state;
      this.show();
    }

    // Messages of the server

    readApps(json) {
      if (!Array.isArray(json)) return;
      this.apps = json.filter((app) => isObject(app) && typeof app.session === "string")
        .map((app) => ({
          session: app.session,
          name: typeof app.name === "string" && app.name.trim() !== ""
            ? Tree.shorten(Tree.onOneLine(app.name), 60) : "App",
          isConnected: app.connected === true,
          events: Number.isSafeInteger(app.events) ? app.events : 0,
          commands: Array.isArray(app.commands)
            ? app.commands.filter((verb) => typeof verb === "string").slice(0, 200) : [],
        }));
      const connected = this.apps.filter((app) => app.isConnected);
      const [only, ...others] = connected.length > 0 ? connected : this.apps;
      if (this.session === null && only !== undefined && others.length === 0) {
        this.choose(only.session);
      }
      this.show();
    }

    get chosen() {
      return this.apps.find((app) => app.session === this.session) || null;
    }

    choose(session) {
      if (session === this.session) return;
      this.session = session;
      this.page.close(this.chosen.name);
      this.connect();
    }

    begin(line) {
      const name = this.chosen === null ? "App" : this.chosen.name;
      if (isHeader(line)) {
        this.page.append([line], name);
      } else {
        this.page.name = name;
        this.page.fail("The server has sent no first line of a trace.");
      }
    }

    append(lines) {
      // After a failure nothing is read before the next beginning.
      if (this.page.trace !== null) this.page.append(lines);
    }

    // What is shown

    show() {
      const isOn = this.state !== "off" && this.state !== "left";
      find("live").hidden = this.state === "off";
      find("live").dataset.state = this.state;
      find("back-to-live").hidden = this.state !== "left";
      find("empty-file").hidden = isOn;
      find("empty-live").hidden = !isOn;
      find("address").textContent = location.href.replace(/[^/]*$/, "");
      this.commands.show(isOn ? this.chosen : null);
      this.showApps(isOn ? this.apps.slice(0, mostApps) : []);
      const text = this.describe();
      // A live region is read aloud whenever its text is set.
      if (find("live-state").textContent !== text) find("live-state").textContent = text;
    }

    describe() {
      const { chosen } = this;
      switch (this.state) {
        case "off": return "";
        case "left": return "A file is shown.";
        case "connecting": return "Connecting…";
        case "lost": return "The connection to the server is lost. Connecting again…";
        case "rejected":
          return "The server does not accept this page; trying again. If it was started anew, open "
            + "the address that it prints.";
        default:
          if (this.session === null) {
            return this.apps.length === 0 ? "No app is connected." : "Choose an app.";
          }
          if (chosen === null) return "The server has forgotten the app. Its trace stays here.";
          return chosen.name + (chosen.isConnected
            ? " is connected." : " has gone. Its trace stays, and can be exported.");
      }
    }

    // Buttons stay the same, so that they keep the focus.
    showApps(apps) {
      const sessions = new Set(apps.map((app) => app.session));
      for (const [session, button] of this.buttons) {
        if (sessions.has(session)) continue;
        button.remove();
        this.buttons.delete(session);
      }
      for (const app of apps) {
        let button = this.buttons.get(app.session);
        if (button === undefined) {
          button = element(
            "button", { type: "button", onclick: () => this.choose(app.session) },
            element("span", { class: "dot" }), element("bdi", { class: "name" }),
            element("span", { class: "quiet" }));
          this.buttons.set(app.session, button);
          find("apps").append(button);
        }
        button.className = app.isConnected ? "app connected" : "app";
        button.setAttribute("aria-pressed", String(app.session === this.session));
        const [, name, count] = button.children;
        name.textContent = app.name;
        count.textContent = (app.isConnected ? "" : "gone · ") + app.events.toLocaleString();
        button.setAttribute(
          "aria-label", app.name + ", " + (app.isConnected ? "connected" : "gone") + ", "
            + app.events.toLocaleString() + " events");
      }
    }
  }

  function parse(text) {
    try {
      return JSON.parse(text);
    } catch {
      return null;
    }
  }

  Inspector.Live = Live;
})();

globalThis.Inspector = Inspector;
