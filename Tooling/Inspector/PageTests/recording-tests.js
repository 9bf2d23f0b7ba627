"use strict";

// Tests with recordings of the demo's tour.

(function () {
  const {
    contains, drop, equal, expect, find, fixture, key, numbers, page, rowsOf, select, test, until,
  } = PageTests;

  const frameworks = ["asyncflow", "coreflow"];
  const tour = fixture("tour").split("\n").map((line) => line.trim());
  const moves = tour.filter((line) => !/^(|story .*|say .*|expect .*|\|.*)$/.test(line));

  // The events of a recording, after it was dropped on the page.
  async function dropRecording(framework) {
    const content = fixture(framework);
    await drop(content, framework + ".jsonl");
    return content.trimEnd().split("\n").slice(1).map((line) => JSON.parse(line));
  }

  // The tree on the page in the form that stories have.
  const treeOfStory = () => rowsOf("tree").map((row) => "  ".repeat(row.ariaLevel - 1)
    + row.querySelector(".kind").textContent + " " + row.querySelector(".name").textContent);

  test("Opens recordings of both frameworks without a problem", async () => {
    for (const framework of frameworks) {
      const events = await dropRecording(framework);
      expect(events.length > 100, "There are few events.");
      equal(find("message").textContent, events.length + " events");
      contains(find("counters").textContent, events.length + " events");
      equal(page.trace.problems, []);
      find("tab-issues").click();
      equal(find("details").querySelectorAll(".problem").length, 0);
      find("tab-event").click();
    }
  });

  test("Leads each change of a recorded tree back to a move or the launch", async () => {
    for (const framework of frameworks) {
      const events = await dropRecording(framework);
      const changes = events.filter((event) => event.kind === "tree");
      expect(changes.length >= 20, "There are few changes.");
      for (const change of changes) {
        const chain = [change];
        while (chain[0].cause !== undefined) chain.unshift(events[chain[0].cause - 1]);
        select(change.n);
        equal(numbers("causes"), chain.map((event) => event.n));
        const root = chain[0].kind + " " + chain[0].subject;
        expect(
          moves.includes(chain[0].subject) || root === "step.emitted AppStep.launch"
            || root === "flow.started RootFlow",
          `#${change.n} of ${framework} follows from ${root}.`);
      }
    }
  });

  test("Shows the tree with which the recorded tour ends", async () => {
    const end = tour.slice(tour.lastIndexOf("expect tree") + 1)
      .filter((line) => line.startsWith("| ")).map((line) => line.slice(2));
    expect(end.length > 1, "The tour does not end with a tree.");
    for (const framework of frameworks) {
      await dropRecording(framework);
      find("events").focus();
      key("Home");
      key("End");
      equal(treeOfStory(), end, framework);
    }
  });

  test("Shows the tree of then at each move of the recorded tour", async () => {
    const tabs = [
      "window Window", "  tabs Main", "    stack Dashboard", "      screen Home",
      "    stack Settings", "      screen SettingsList", "      screen Profile",
    ];
    const letters = [..."ABCDE"].map((name) => "      screen " + name);
    for (const framework of frameworks) {
      const events = await dropRecording(framework);
      const at = (move) => {
        select(events.find((event) => event.kind === "user" && event.subject === move).n);
        return treeOfStory();
      };
      equal(at("signal expire"), [...tabs, "    modal stack Letters", ...letters.slice(0, 2)]);
      equal(at("tap \"Back 3\""), [...tabs, "    modal stack Letters", ...letters]);
      equal(at("pull down"), [...tabs, "    modal screen News"]);
      equal(at("tap \"Continue\""), ["window Window", "  screen Onboarding"]);
    }
  });

  test("Copies the moves of the recorded tour in their order", async () => {
    const copied = [];
    const clipboard = navigator.clipboard;
    Object.defineProperty(navigator, "clipboard", {
      configurable: true, value: { writeText: async (story) => { copied.push(story); } },
    });
    expect(moves.length > 20, "The tour has few moves.");
    for (const framework of frameworks) {
      await dropRecording(framework);
      find("copy-story").click();
      const message = `Copied a story of ${moves.length} moves`;
      await until(() => find("message").textContent === message, "the story of " + framework);
    }
    Object.defineProperty(navigator, "clipboard", { configurable: true, value: clipboard });
    equal(copied, frameworks.map(() => moves.join("\n") + "\n"));
  });
})();
