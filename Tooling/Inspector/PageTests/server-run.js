"use strict";

// Tests of the page with the real server and real apps. `check-page` has started them; what else is
// to happen outside the page it reads in the browser's log.

(function () {
  const {
    contains, enter, equal, expect, find, fixture, page, rowsOf, state, test, treeText, until,
  } = PageTests;
  const ask = (text) => console.log("check-page, please " + text);
  const eventRows = () => rowsOf("events").map((row) => row.textContent);
  const buttonOf = (name) => [...find("apps").children].find(
    (button) => name.test(button.textContent) && button.classList.contains("connected"));
  const subjects = () => page.trace.events.map((event) => event.kind + " " + event.subject);
  const last = () => find("answers").lastElementChild.textContent;

  async function choose(name) {
    await until(() => buttonOf(name), "the app " + name);
    if (buttonOf(name).ariaPressed !== "true") buttonOf(name).click();
    await until(
      () => buttonOf(name).ariaPressed === "true" && / is connected\.$/.test(state())
        && page.trace !== null && treeText() !== "",
      "the tree of " + name);
  }

  // Enters a command, and waits for its answer.
  async function perform(command) {
    enter(command);
    await until(() => /done|failed|not sent|no answer/.test(last()), "the answer to " + command);
  }

  // Makes a move in the app, and measures when the page shows its event and the tree after it.
  async function tap(command, screen) {
    const begin = performance.now();
    enter(command);
    await until(
      () => treeText().includes(screen) && subjects().includes("user " + command),
      screen + " after " + command);
    return Math.round(performance.now() - begin);
  }

  for (const name of [/AsyncFlow/i, /CoreFlow/i]) {
    test("Shows the tree and the events after a tap with " + name.source, async () => {
      await choose(name);
      contains(treeText(), "Onboarding");
      const time = await tap("tap \"Continue\"", "Login");
      await until(() => /done/.test(last()), "the answer");
      expect(!treeText().includes("Onboarding"), "Onboarding is still there.");
      const index = page.trace.events.findIndex((event) => event.kind === "user");
      page.select(index);
      expect(eventRows().some((row) => row.includes("tap \"Continue\"")), "The tap is not listed.");
      page.select(index - 1);
      contains(treeText(), "Onboarding");
      expect(!treeText().includes("Login"), "The tree is not the one of then.");
      await perform("type \"kim@example.com\" into \"Email\"");
      contains(last(), "done");
      contains(treeText(), "Onboarding");
      find("newest").click();
      contains(treeText(), "Login");
      equal(page.trace.problems, []);
      return `shown ${time} ms after the tap was sent`;
    });

    test("Says why a command has no effect with " + name.source, async () => {
      await choose(name);
      await perform("tap Nowhere");
      contains(last(), "failed");
      contains(last(), "Nowhere");
      await perform("dance");
      contains(last(), "The app does not allow “dance”");
      await perform("settled");
      contains(last(), "done");
    });
  }

  test("Goes on when the server is killed and started again", async () => {
    const count = page.trace.events.length;
    ask("kill the server");
    await until(() => state().includes("Connecting again"), "the lost connection");
    equal(page.trace.events.length, count);
    await perform("settled");
    contains(last(), "The server cannot be reached.");
    ask("start the server");
    await until(() => / is connected\.$/.test(state()), "the connection of page and app");
    await until(
      () => page.trace !== null && page.trace.events.length >= count, "all events once more");
    const before = page.trace.events.length;
    await perform("clear \"Email\"");
    contains(last(), "done");
    await until(() => page.trace.events.length > before, "further events");
    equal(page.trace.problems, []);
  });

  test("Keeps the trace of a tour that has ended", async () => {
    ask("play the tour");
    const gone = () => [...find("apps").children].find(
      (button) => !button.classList.contains("connected"));
    await until(gone, "the end of the tour");
    gone().click();
    await until(() => state().includes("has gone. Its trace stays"), "the message");
    const lines = fixture("tour").split("\n").map((line) => line.trim());
    const end = lines.slice(lines.lastIndexOf("expect tree") + 1)
      .filter((line) => line.startsWith("| ")).map((line) => line.replace(/^\| *\w+ /, ""));
    await until(
      () => rowsOf("tree").map((row) => row.querySelector(".name").textContent).join() === end.join(),
      "the tree at the end");
    equal(page.trace.problems, []);
    equal(find("export").disabled, false);
  });
})();
