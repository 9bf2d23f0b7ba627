"use strict";

// The trace of a running app, of which only the recent part is kept. No DOM.

var Inspector = globalThis.Inspector || {};

(function () {
  const { Trace } = Inspector;

  // Every line is also added to a second trace that began half way through the first one. When the
  // first one is full, the second takes its place: nothing is read again, and never at once.
  class RecentTrace {
    // Limits of lines and of their characters, half of which are always kept.
    constructor({ mostLines = 200_000, mostCharacters = 200_000_000 } = {}) {
      this.mostLines = mostLines;
      this.mostCharacters = mostCharacters;
      this.trace = new Trace();
      this.successor = null;
    }

    append(line) {
      this.trace.append(line);
      if (this.successor !== null) this.successor.append(line);
      if (this.fullness(this.trace) >= 1) {
        this.trace = this.successor || this.trace.successor();
        this.successor = null;
      }
      if (this.successor === null && this.trace.header !== null && this.fullness(this.trace) >= 0.5) {
        this.successor = this.trace.successor();
      }
    }

    fullness({ lines, characters }) {
      return Math.max(lines.length / this.mostLines, characters / this.mostCharacters);
    }
  }

  // Whether a line is the first one of a trace.
  function isHeader(line) {
    if (!line.includes("\"navigationTrace\"")) return false;
    try {
      return JSON.parse(line).navigationTrace !== undefined;
    } catch {
      return false;
    }
  }

  Object.assign(Inspector, { isHeader, RecentTrace });
})();

globalThis.Inspector = Inspector;
