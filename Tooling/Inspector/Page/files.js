"use strict";

// What comes into the page and leaves it: files, and texts for the clipboard.

var Inspector = globalThis.Inspector || {};

(function () {
  const { element } = Inspector;

  // Reads a file in parts: the lines of each one, the length of the line that is not complete yet,
  // and how many bytes were read. The file is closed when the loop over the parts ends.
  async function* linesOf(file) {
    const reader = file.stream().getReader();
    const decoder = new TextDecoder();
    let rest = [];
    let restLength = 0;
    let bytes = 0;
    try {
      for (let isDone = false; !isDone;) {
        const chunk = await reader.read();
        isDone = chunk.done;
        bytes += isDone ? 0 : chunk.value.length;
        const text = isDone ? decoder.decode() : decoder.decode(chunk.value, { stream: true });
        const lines = text.split("\n");
        const end = lines.pop();
        if (lines.length > 0) {
          lines[0] = rest.join("") + lines[0];
          rest = [];
          restLength = 0;
        }
        rest.push(end);
        restLength += end.length;
        if (isDone && restLength > 0) lines.push(rest.join(""));
        yield { lines, restLength, bytes };
      }
    } finally {
      await reader.cancel();
    }
  }

  async function endsWithBreak(file) {
    if (file.size === 0) return false;
    return new Uint8Array(await file.slice(file.size - 1).arrayBuffer())[0] === 10;
  }

  function saveLines(lines, isEnded, name) {
    const parts = [];
    // In parts: one text may not be as long as a large trace.
    for (let begin = 0; begin < lines.length; begin += 10_000) {
      if (begin > 0) parts.push("\n");
      parts.push(lines.slice(begin, begin + 10_000).join("\n"));
    }
    if (isEnded) parts.push("\n");
    const url = URL.createObjectURL(new Blob(parts, { type: "application/x-ndjson" }));
    const hasExtension = /\.(jsonl|json|trace|txt)$/i.test(name);
    element("a", { href: url, download: hasExtension ? name : name + ".jsonl" }).click();
    setTimeout(() => URL.revokeObjectURL(url), 60_000);
  }

  // The clipboard needs a permission that a page from a file may not have.
  async function copy(text) {
    try {
      await navigator.clipboard.writeText(text);
      return true;
    } catch {
      const area = element("textarea", { class: "offscreen", "aria-hidden": "true" });
      area.value = text;
      document.body.append(area);
      area.select();
      const isCopied = document.execCommand("copy");
      area.remove();
      return isCopied;
    }
  }

  Object.assign(Inspector, { copy, endsWithBreak, linesOf, saveLines });
})();

globalThis.Inspector = Inspector;
