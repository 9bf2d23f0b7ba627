"use strict";

// Shows a trace at an event instead of testing, for a picture: the fragment of the address names the
// trace, the event, the pane, the tab and the form of the screen.

(function () {
  const [name, number, pane, tab, form] = location.hash.slice(1).split(",");
  if (name === "") return;
  const { page } = Inspector;
  const lines = document.getElementById("fixture-" + name).textContent.trim().split("\n");
  page.begin(name + ".jsonl");
  for (const line of lines) page.trace.append(line);
  page.update();
  page.select(Number(number) - 1);
  page.showPane(pane);
  document.getElementById("tab-" + tab).click();
  document.getElementById("screen-" + form).click();
})();
