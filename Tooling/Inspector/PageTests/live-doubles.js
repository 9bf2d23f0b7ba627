"use strict";

// Doubles for the browser's `EventSource` and `fetch`, and what tests of live mode do with them.

(function () {
  const { equal, find, header, inWindow, page, screen, stack, test, text, until } = PageTests;

  // A stream whose server is the test.
  class Stream extends EventTarget {
    constructor(url) {
      super();
      this.url = url;
      this.readyState = 0;
    }

    open() {
      this.readyState = 1;
      this.dispatchEvent(new Event("open"));
    }

    send(name, data) {
      const content = typeof data === "string" ? data : JSON.stringify(data);
      this.dispatchEvent(new MessageEvent(name, { data: content }));
    }

    // Ends the connection; the browser connects again unless the server has refused it.
    fail({ isRefused = false } = {}) {
      this.readyState = isRefused ? 2 : 0;
      this.dispatchEvent(new Event("error"));
    }

    close() {
      this.readyState = 2;
    }
  }

  // What the page has asked for: streams, requests, and an attempt at a later time.
  const world = {};
  const stream = () => world.streams[world.streams.length - 1];

  // Live mode from its beginning.
  function connect() {
    const { live } = page;
    live.leave();
    page.close("Nothing");
    page.limits = {};
    Object.assign(world, { streams: [], requests: [], later: null });
    Object.assign(live, { state: "off", apps: [], session: null });
    live.commands.history = [];
    live.makeSource = (url) => {
      world.streams.push(new Stream(url));
      return stream();
    };
    live.later = (action) => { world.later = action; };
    live.commands.request = (url, options) => new Promise((resolve, reject) => {
      world.requests.push({ url, ...options, resolve, reject });
    });
    live.connect();
  }

  const app = (session, more = {}) => ({
    session, name: "Demo", connected: true, events: 0, commands: [], ...more,
  });
  const note = (n, more = {}) => ({ n, t: n, kind: "note", subject: "e" + n, ...more });
  const notes = (from, to) => Array.from({ length: to - from + 1 }, (_, at) => note(from + at));
  const state = () => find("live-state").textContent;
  const shownApps = () => [...find("apps").children].map(
    (button) => button.getAttribute("aria-label"));
  const answers = () => [...find("answers").children].map((row) => row.textContent);

  async function connectTo(...apps) {
    connect();
    stream().open();
    stream().send("apps", apps);
    if (world.streams.length === 1) return;
    stream().open();
    stream().send("apps", apps);
    stream().send("start", header([inWindow(stack(1, [screen(2)]))]));
    stream().send("lines", text(note(1)).trim());
    await until(() => page.trace !== null && page.trace.events.length === 1, "the first event");
    await until(() => find("events-count").textContent === "1", "the first event in the list");
  }

  async function send(...events) {
    const count = page.trace.events.length + events.length;
    stream().send("lines", text(...events).trim());
    await until(
      () => find("events-count").textContent === count.toLocaleString(), count + " events");
  }

  function enter(command) {
    find("command").value = command;
    find("commands").requestSubmit();
  }

  // Lets promises that are fulfilled have their effect.
  async function turns() {
    for (let turn = 0; turn < 50; turn += 1) await null;
  }

  // A command waits for the one before it.
  async function request(count) {
    await turns();
    equal(world.requests.length, count, "Requests");
    return world.requests[count - 1];
  }

  async function resolve(count, status, json) {
    (await request(count)).resolve({ status, json: async () => json });
    await turns();
  }

  Object.assign(PageTests, {
    answers, app, connect, connectTo, enter, note, notes, request, resolve, send, shownApps, state, stream, turns, world,
  });
})();
