"use strict";

// A list of any length with few elements: only the rows on screen exist.

var Inspector = globalThis.Inspector || {};

(function () {
  // Browsers limit the height of an element; a longer list scrolls in larger steps.
  const greatestHeight = 12_000_000;

  // Makes an element; texts become text nodes, so that nothing in them is read as HTML.
  function element(name, attributes, ...children) {
    const result = document.createElement(name);
    for (const [key, value] of Object.entries(attributes || {})) {
      if (value === null || value === undefined || value === false) continue;
      if (key === "class") result.className = value;
      else if (key.startsWith("on")) result.addEventListener(key.slice(2), value);
      else result.setAttribute(key, value === true ? "" : String(value));
    }
    result.append(...children.filter((child) => child !== null && child !== undefined));
    return result;
  }

  class List {
    // `row(position)` returns the content of a row as an element; `onSelect(position)` is called
    // when the user selects a row.
    constructor(container, { rowHeight, row, onSelect, role = "option" }) {
      this.container = container;
      this.rowHeight = rowHeight;
      this.row = row;
      this.onSelect = onSelect;
      this.role = role;
      this.count = 0;
      this.selected = -1;
      this.rows = new Map();
      // As they were when the list was drawn.
      this.drawnHeight = 0;
      this.wasAtEnd = true;
      this.space = element("div", { class: "space", role: "presentation" });
      container.replaceChildren(this.space);
      container.addEventListener("scroll", () => this.draw(), { passive: true });
      container.addEventListener("click", (event) => {
        const target = event.target.closest("[data-position]");
        if (target !== null) this.onSelect(Number(target.dataset.position));
      });
      new ResizeObserver(() => this.draw()).observe(container);
    }

    get height() {
      return this.count * this.rowHeight;
    }

    // A list that only becomes lower or higher stays at its end.
    get isAtEnd() {
      const { scrollTop, clientHeight, scrollHeight } = this.container;
      if (clientHeight !== this.drawnHeight) return this.wasAtEnd;
      return scrollTop + clientHeight >= scrollHeight - this.rowHeight;
    }

    // Shows another content, or the same anew.
    reload(count) {
      this.count = count;
      this.space.style.height = Math.min(this.height, greatestHeight) + "px";
      for (const row of this.rows.values()) row.remove();
      this.rows.clear();
      this.draw();
    }

    // There are further rows, and the others have not changed.
    grow(count) {
      this.count = count;
      this.space.style.height = Math.min(this.height, greatestHeight) + "px";
      for (const row of this.rows.values()) row.setAttribute("aria-setsize", count);
      this.draw();
    }

    select(position, isRevealed = true) {
      const old = this.rows.get(this.selected);
      if (old !== undefined) old.setAttribute("aria-selected", "false");
      this.selected = position;
      if (isRevealed && position >= 0) this.reveal(position);
      this.draw();
      const row = this.rows.get(position);
      if (row === undefined) {
        this.container.removeAttribute("aria-activedescendant");
      } else {
        row.setAttribute("aria-selected", "true");
        this.container.setAttribute("aria-activedescendant", row.id);
      }
    }

    // The first row on screen is `offset / rowHeight`; the space is shorter than all rows together
    // in a very long list.
    get offset() {
      const { scrollTop, clientHeight } = this.container;
      if (this.height <= greatestHeight) return scrollTop;
      const range = greatestHeight - clientHeight;
      return Math.min(1, scrollTop / range) * (this.height - clientHeight);
    }

    scrollTo(offset) {
      const { clientHeight } = this.container;
      const scale = this.height <= greatestHeight
        ? 1 : (greatestHeight - clientHeight) / (this.height - clientHeight);
      this.container.scrollTop = offset * scale;
    }

    // Scrolls as little as possible to a row nearby, and to the middle of the list otherwise.
    reveal(position) {
      // Otherwise it would happen when the list is drawn, and undo what is done here.
      this.stayAtEnd();
      const { clientHeight } = this.container;
      const top = position * this.rowHeight;
      const bottom = top + this.rowHeight;
      const above = this.offset - top;
      const below = bottom - this.offset - clientHeight;
      if (above <= 0 && below <= 0) return;
      if (above > clientHeight || below > clientHeight) this.scrollTo(top - clientHeight / 2);
      else this.scrollTo(above > 0 ? top : bottom - clientHeight);
    }

    stayAtEnd() {
      if (this.container.clientHeight === this.drawnHeight) return;
      if (this.wasAtEnd) this.container.scrollTop = this.container.scrollHeight;
      this.drawnHeight = this.container.clientHeight;
    }

    draw() {
      this.stayAtEnd();
      this.wasAtEnd = this.isAtEnd;
      const { clientHeight, scrollTop } = this.container;
      const offset = this.offset;
      const first = Math.max(0, Math.floor(offset / this.rowHeight) - 4);
      const last = Math.min(this.count, Math.ceil((offset + clientHeight) / this.rowHeight) + 4);
      for (const [position, row] of this.rows) {
        if (position >= first && position < last) continue;
        row.remove();
        this.rows.delete(position);
      }
      for (let position = first; position < last; position += 1) {
        let row = this.rows.get(position);
        if (row === undefined) {
          row = this.row(position);
          row.id = this.container.id + "-" + position;
          row.dataset.position = position;
          row.setAttribute("role", this.role);
          row.setAttribute("aria-posinset", position + 1);
          row.setAttribute("aria-setsize", this.count);
          row.setAttribute("aria-selected", position === this.selected);
          this.rows.set(position, row);
          this.space.append(row);
        }
        const top = scrollTop + position * this.rowHeight - offset;
        row.style.transform = "translateY(" + top + "px)";
      }
    }
  }

  Inspector.List = List;
  Inspector.element = element;
})();

globalThis.Inspector = Inspector;
