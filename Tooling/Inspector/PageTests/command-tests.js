"use strict";

// Tests of the command line with doubles for the server.

(function () {
  const {
    answers, app, connectTo, contains, enter, equal, expect, find, frame, key, page, request, resolve,
    send, shownApps, state, stream, test, text, turns, world,
  } = PageTests;

  test("Sends commands one after another, and shows their answers as text", async () => {
    await connectTo(app("A b", { commands: ["tap", "link", "settled"] }));
    const options = [...find("command-verb").options].map((option) => option.value);
    equal(options, ["", "tap", "link", "settled"]);
    find("command-verb").value = "link";
    find("command-verb").dispatchEvent(new Event("change"));
    equal(find("command").value, "link ");
    enter("  tap  Settings ");
    enter("settled");
    equal(find("command").value, "");
    const first = await request(1);
    equal([first.url, first.method, first.headers["Content-Type"], first.body], [
      "apps/A%20b/commands", "POST", "application/json", "{\"text\":\"tap  Settings\"}",
    ]);
    equal(answers(), ["tap  Settingssent", "settledsent"]);
    await resolve(1, 202, { id: 4 });
    stream().send("answer", { id: 5, ok: false, text: "Nothing <b>settles</b>." });
    await resolve(2, 202, { id: 5 });
    stream().send("answer", { id: 4, ok: true, text: "Settings\nis visible" });
    stream().send("answer", { id: 99, ok: true, text: "To another page" });
    equal(answers(), [
      "tap  SettingsdoneSettings\nis visible", "settledfailedNothing <b>settles</b>.",
    ]);
    equal(find("answers").querySelector("b"), null);
  });

  test("Shows a long answer from its beginning", async () => {
    await connectTo(app("A", { commands: ["settled"] }));
    for (const id of [1, 2]) {
      enter("settled");
      await resolve(id, 202, { id });
      stream().send("answer", { id, ok: true, text: "line\n".repeat(40) });
    }
    const list = find("answers");
    const top = list.lastElementChild.getBoundingClientRect().top;
    expect(Math.abs(top - list.getBoundingClientRect().top) < 2, "The answer begins at " + top);
  });

  test("Says why a command was not sent or has no answer", async () => {
    await connectTo(app("A", { commands: ["tap", "link"] }));
    const outcomes = [
      [404, "The app is not connected."], [409, "The app does not allow “dance”, only tap, link."],
      [403, "does not accept commands"], [413, "is too long"], [500, "answered with 500"],
    ];
    for (const [at, [status, message]] of outcomes.entries()) {
      enter("dance now");
      await resolve(at + 1, status);
      contains(answers()[at], "not sent");
      contains(answers()[at], message);
    }
    enter("tap 1");
    (await request(6)).reject(new TypeError("Failed to fetch"));
    await turns();
    contains(answers()[5], "cannot be reached");
    enter("tap 2");
    await resolve(7, 202, { id: "x" });
    contains(answers()[6], "no number");
    enter("tap 3");
    await resolve(8, 202, { id: 3 });
    enter("tap 4");
    await request(9);
    stream().fail();
    contains(answers()[7], "The connection was lost before an answer came.");
    await resolve(9, 202, { id: 3 });
    contains(answers()[8], "was lost meanwhile");
  });

  test("Forgets no command when the app goes away or another one is chosen", async () => {
    await connectTo(app("A", { commands: ["tap"] }));
    enter("tap 1");
    await resolve(1, 202, { id: 1 });
    enter("tap 2");
    await request(2);
    stream().send("apps", [app("A", { connected: false, commands: ["tap"] }), app("B")]);
    contains(answers()[0], "The app has gone without an answer.");
    find("apps").lastElementChild.click();
    equal(answers(), []);
  });

  test("Allows no commands where the app allows none", async () => {
    await connectTo(app("A"));
    const controls = ["command", "command-verb", "command-send"];
    equal(controls.map((id) => find(id).disabled), [true, true, true]);
    contains(find("command").placeholder, "no commands");
    stream().send("apps", [app("A", { commands: ["tap"] })]);
    equal(controls.map((id) => find(id).disabled), [false, false, false]);
    find("events").focus();
    key(":");
    equal(document.activeElement.id, "command");
    enter("  ");
    equal(world.requests.length, 0);
  });

  test("Recalls earlier commands with the arrow keys", async () => {
    await connectTo(app("A", { commands: ["tap"] }));
    for (const command of ["tap 1", "tap 2", "tap 2"]) enter(command);
    const recalled = [];
    for (const name of ["ArrowUp", "ArrowUp", "ArrowUp", "ArrowDown", "ArrowDown", "ArrowDown"]) {
      key(name, find("command"));
      recalled.push(find("command").value);
    }
    equal(recalled, ["tap 2", "tap 1", "tap 1", "tap 2", "", ""]);
    equal(page.selected, 0, "The list does not move");
  });

  test("Shows markup in the names of apps, commands and answers as text", async () => {
    const markup = "<img src=x onerror='globalThis.hacked=1'>";
    const count = document.querySelectorAll("img, script, iframe").length;
    await connectTo(app(markup, { name: markup, commands: [markup] }));
    enter(markup);
    await resolve(1, 202, { id: 1 });
    stream().send("answer", { id: 1, ok: true, text: markup });
    contains(answers()[0], "done" + markup);
    contains(shownApps()[0], markup);
    contains(state(), markup);
    await frame();
    equal(document.querySelectorAll("img, script, iframe").length, count);
    equal(globalThis.hacked, undefined);
    equal(stream().url, "stream?app=" + encodeURIComponent(markup));
  });
})();
