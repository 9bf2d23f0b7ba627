"use strict";

// Which events a filter shows. No DOM.

var Inspector = globalThis.Inspector || {};

(function () {
  function parseFilter(text) {
    const terms = [];
    const pattern = /(?:(kind|owner|outcome|window):)?(?:"([^"]*)"?|(\S+))/gi;
    for (const [, field, quoted, word] of text.matchAll(pattern)) {
      const value = (quoted === undefined ? word : quoted).toLowerCase();
      if (value !== "") terms.push({ field: field ? field.toLowerCase() : null, value });
    }
    return terms;
  }

  function matches(event, { field, value }) {
    if (field === "window") return String(event.window) === value;
    if (field !== null) return event[field].toLowerCase().includes(value);
    if (event.searchText === null) {
      event.searchText = ("#" + event.n + " " + event.kind + " " + event.subject + " "
        + event.owner + " " + event.outcome + " " + event.detail + " " + event.summary).toLowerCase();
    }
    return event.searchText.includes(value);
  }

  // The text holds words that all must occur, and `kind:`, `owner:`, `outcome:` and `window:` with a
  // word or a quoted text.
  Inspector.filter = (text, hiddenGroups) => {
    const terms = parseFilter(text);
    return (event) => !hiddenGroups.has(event.group)
      && terms.every((term) => matches(event, term));
  };
})();

globalThis.Inspector = Inspector;
