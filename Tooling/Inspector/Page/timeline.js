"use strict";

// The timeline: a lane for the user, the steps of each flow, the actions of each core and so on. It
// draws what is on screen, one mark a pixel, so that the number of events does not matter.

var Inspector = globalThis.Inspector || {};

(function () {
  const { groups, lastWhere, titleOf } = Inspector;
  const laneHeight = 22;
  const rulerHeight = 20;
  const edge = 10;

  class Timeline {
    constructor(inspector) {
      this.inspector = inspector;
      this.axis = "time";
      // Until then a trace whose events all have one time is shown in order.
      this.isAxisChosen = false;
      // The visible part, in seconds or events.
      this.from = 0;
      this.to = 1;
      this.isFitted = true;
      this.frame = null;
      const find = (id) => document.getElementById(id);
      this.lanes = find("lanes");
      this.canvas = find("lanes-canvas");
      this.space = find("lanes-space");
      this.context = this.canvas.getContext("2d");
      find("axis-time").addEventListener("click", () => this.setAxis("time"));
      find("axis-order").addEventListener("click", () => this.setAxis("order"));
      find("zoom-in").addEventListener("click", () => this.zoom(0.5));
      find("zoom-out").addEventListener("click", () => this.zoom(2));
      find("zoom-fit").addEventListener("click", () => this.fit());
      this.lanes.addEventListener("scroll", () => this.needsDrawing(), { passive: true });
      this.lanes.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
      this.canvas.addEventListener("pointerdown", (event) => this.beginDrag(event));
      this.canvas.addEventListener("pointermove", (event) => this.hover(event));
      new ResizeObserver(() => this.needsDrawing()).observe(this.lanes);
      matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => {
        this.colors = null;
        this.needsDrawing();
      });
    }

    // Positions: seconds, or numbers of events.

    position(event) {
      return this.axis === "time" ? event.at : event.index;
    }

    // From the first event to the last one.
    get whole() {
      const { trace } = this.inspector;
      const count = trace === null ? 0 : trace.events.length;
      if (count === 0) return [0, 1];
      const first = this.position(trace.events[0]);
      const last = this.position(trace.events[count - 1]);
      return last > first ? [first, last] : [first - 0.5, first + 0.5];
    }

    get labelWidth() {
      return Math.min(170, Math.max(90, this.lanes.clientWidth * 0.22));
    }

    get width() {
      return Math.max(1, this.lanes.clientWidth - this.labelWidth - 2 * edge);
    }

    x(position) {
      return this.labelWidth + edge
        + (position - this.from) / (this.to - this.from) * this.width;
    }

    positionAt(x) {
      return this.from + (x - this.labelWidth - edge) / this.width * (this.to - this.from);
    }

    setAxis(axis) {
      this.isAxisChosen = true;
      this.useAxis(axis);
      this.update();
    }

    useAxis(axis) {
      if (this.axis === axis) return;
      this.isFitted = true;
      this.axis = axis;
      for (const each of ["time", "order"]) {
        document.getElementById("axis-" + each).setAttribute("aria-pressed", String(each === axis));
      }
    }

    // Whether all events are at one time, as in a test whose clock stands still.
    get hasOneTime() {
      const { trace } = this.inspector;
      const count = trace === null ? 0 : trace.events.length;
      return count > 1 && trace.events[0].at === trace.events[count - 1].at;
    }

    fit() {
      this.isFitted = true;
      this.update();
    }

    zoom(factor, around) {
      const { trace, selected } = this.inspector;
      let center = (this.from + this.to) / 2;
      if (around !== undefined) {
        center = around;
      } else if (trace !== null && selected >= 0) {
        const position = this.position(trace.events[selected]);
        if (position >= this.from && position <= this.to) center = position;
      }
      const [first, last] = this.whole;
      const smallest = this.axis === "time" ? 0.000_05 : 5;
      const length = Math.max(smallest, (this.to - this.from) * factor);
      if (length >= last - first) {
        this.fit();
        return;
      }
      const share = (center - this.from) / (this.to - this.from);
      this.show(center - share * length, length);
    }

    // Shows a part of some length, not beyond the ends.
    show(from, length) {
      const [first, last] = this.whole;
      this.isFitted = false;
      this.from = Math.max(first, Math.min(last - length, from));
      this.to = this.from + length;
      this.needsDrawing();
    }

    // Makes the selected event visible.
    reveal() {
      const { trace, selected } = this.inspector;
      if (trace === null || selected < 0 || this.isFitted) {
        this.needsDrawing();
        return;
      }
      const position = this.position(trace.events[selected]);
      const length = this.to - this.from;
      if (position < this.from || position > this.to) this.show(position - length / 2, length);
      this.needsDrawing();
    }

    wheel(event) {
      const box = this.canvas.getBoundingClientRect();
      if (event.ctrlKey || event.metaKey) {
        event.preventDefault();
        this.zoom(Math.exp(event.deltaY / 200), this.positionAt(event.clientX - box.left));
      } else if (Math.abs(event.deltaX) > Math.abs(event.deltaY) || event.shiftKey) {
        event.preventDefault();
        const length = this.to - this.from;
        this.show(this.from + (event.deltaX || event.deltaY) / this.width * length, length);
      }
    }

    // A drag moves the visible part, a click selects the nearest event of its lane. The button may be
    // released elsewhere, or unseen: over a menu for instance.
    beginDrag(event) {
      if (event.button !== 0) return;
      const box = this.canvas.getBoundingClientRect();
      const begin = event.clientX;
      const from = this.from;
      const length = this.to - this.from;
      let isDragged = false;
      const stop = new AbortController();
      const move = (next) => {
        if (next.buttons === 0) {
          stop.abort();
          return;
        }
        if (Math.abs(next.clientX - begin) > 4) isDragged = true;
        if (isDragged && !this.isFitted) {
          this.show(from - (next.clientX - begin) / this.width * length, length);
        }
      };
      const end = (last) => {
        stop.abort();
        if (isDragged || last.type === "pointercancel" || last.target !== this.canvas) return;
        const index = this.eventAt(last.clientX - box.left, last.clientY - box.top, Infinity);
        if (index >= 0) this.inspector.select(index);
      };
      addEventListener("pointermove", move, { signal: stop.signal });
      addEventListener("pointerup", end, { signal: stop.signal });
      addEventListener("pointercancel", end, { signal: stop.signal });
    }

    hover(event) {
      const { trace } = this.inspector;
      const box = this.canvas.getBoundingClientRect();
      const index = this.eventAt(event.clientX - box.left, event.clientY - box.top, 6);
      this.canvas.style.cursor = index >= 0 ? "pointer" : "default";
      this.canvas.title = index >= 0 ? titleOf(trace.events[index]) : "";
    }

    // The shown event of the lane at a point that is nearest to it, or -1.
    eventAt(x, y, distance) {
      const { trace } = this.inspector;
      const lane = this.laneAt(y);
      if (trace === null || lane === null || x < this.labelWidth) return -1;
      const position = this.positionAt(x);
      const { events } = lane;
      const before = lastWhere(
        events.length, (at) => this.position(trace.events[events[at]]) <= position);
      let best = -1;
      let bestDistance = distance;
      const consider = (at) => {
        const index = events[at];
        if (index === undefined || !this.inspector.events.isShown[index]) return false;
        const here = Math.abs(this.x(this.position(trace.events[index])) - x);
        if (here <= bestDistance) [best, bestDistance] = [index, here];
        return true;
      };
      // Among those that the filter shows; they may be far apart.
      for (let at = before, steps = 0; at >= 0 && steps < 10_000; at -= 1, steps += 1) {
        if (consider(at)) break;
      }
      for (let at = before + 1, steps = 0; at < events.length && steps < 10_000;
        at += 1, steps += 1) {
        if (consider(at)) break;
      }
      return best;
    }

    laneAt(y) {
      const { trace } = this.inspector;
      if (trace === null || y < rulerHeight) return null;
      const index = Math.floor((y - rulerHeight + this.lanes.scrollTop) / laneHeight);
      return trace.lanes[index] || null;
    }

    // There are other events, or another part is to be shown.
    update() {
      const { trace } = this.inspector;
      if (!this.isAxisChosen) this.useAxis(this.hasOneTime ? "order" : "time");
      if (this.isFitted) [this.from, this.to] = this.whole;
      const lanes = trace === null ? 0 : trace.lanes.length;
      this.space.style.height = rulerHeight + lanes * laneHeight + "px";
      const events = trace === null ? 0 : trace.events.length;
      this.canvas.setAttribute(
        "aria-label", events + " events in " + lanes + " lanes; the list has the same events");
      this.needsDrawing();
    }

    needsDrawing() {
      if (this.frame !== null) return;
      this.frame = requestAnimationFrame(() => {
        this.frame = null;
        this.draw();
      });
    }

    readColors() {
      if (this.colors) return this.colors;
      const style = getComputedStyle(document.documentElement);
      const read = (name) => style.getPropertyValue("--" + name).trim();
      this.colors = { font: "11px " + getComputedStyle(document.body).fontFamily };
      for (const name of ["text", "quiet", "line", "panel", "stripe", "accent", "bad"]) {
        this.colors[name] = read(name);
      }
      for (const [group] of groups) this.colors["group-" + group] = read("group-" + group);
      return this.colors;
    }

    draw() {
      const { lanes, canvas, context } = this;
      const width = lanes.clientWidth;
      const height = lanes.clientHeight;
      const scale = globalThis.devicePixelRatio || 1;
      if (canvas.width !== Math.round(width * scale)
        || canvas.height !== Math.round(height * scale)) {
        canvas.width = Math.round(width * scale);
        canvas.height = Math.round(height * scale);
        canvas.style.width = width + "px";
        canvas.style.height = height + "px";
      }
      context.setTransform(scale, 0, 0, scale, 0, 0);
      context.clearRect(0, 0, width, height);
      const { trace, selected } = this.inspector;
      if (trace === null || width === 0) return;
      const colors = this.readColors();
      context.font = colors.font;
      context.textBaseline = "middle";
      const top = lanes.scrollTop;
      const first = Math.floor(top / laneHeight);
      const last = Math.min(trace.lanes.length, Math.ceil((top + height) / laneHeight));
      for (let index = first; index < last; index += 1) {
        this.drawLane(trace, trace.lanes[index], index, rulerHeight + index * laneHeight - top,
          width, colors);
      }
      this.drawRuler(width, colors);
      if (selected >= 0) {
        const x = this.x(this.position(trace.events[selected]));
        if (x >= this.labelWidth) {
          context.fillStyle = colors.accent;
          context.fillRect(x - 0.5, 0, 1.5, height);
        }
      }
      context.fillStyle = colors.line;
      context.fillRect(this.labelWidth, 0, 1, height);
    }

    drawLane(trace, lane, index, y, width, colors) {
      const { context } = this;
      const { events: { isShown }, selected } = this.inspector;
      if (index % 2 === 0) {
        context.fillStyle = colors.stripe;
        context.fillRect(0, y, width, laneHeight);
      }
      const color = colors["group-" + lane.group];
      const middle = y + laneHeight / 2;
      context.save();
      context.beginPath();
      context.rect(0, y, this.labelWidth - 6, laneHeight);
      context.clip();
      context.fillStyle = color;
      context.fillRect(8, middle - 3, 6, 6);
      context.fillStyle = colors.text;
      // Where there is little room, the color alone tells the kind.
      const title = this.labelWidth < 130 ? lane.title.replace(/^.* · /, "") : lane.title;
      context.fillText(title, 20, middle + 0.5);
      context.restore();
      context.save();
      context.beginPath();
      context.rect(this.labelWidth + 1, y, width, laneHeight);
      context.clip();
      const { events } = lane;
      const at = (position) => this.position(trace.events[events[position]]);
      const firstVisible = lastWhere(events.length, (position) => at(position) < this.from) + 1;
      // Work that began before may still be running.
      let position = Math.max(0, firstVisible - 200);
      const perPixel = (this.to - this.from) / this.width;
      while (position < events.length && at(position) <= this.to + perPixel * edge) {
        const event = trace.events[events[position]];
        const x = this.x(this.position(event));
        const shown = isShown[event.index] === 1;
        if (shown && event.end > event.index) {
          const end = this.x(this.position(trace.events[event.end]));
          context.globalAlpha = 0.28;
          context.fillStyle = color;
          context.fillRect(x, middle - 3, Math.max(1, end - x), 6);
        }
        if (position >= firstVisible) {
          context.globalAlpha = shown ? 1 : 0.15;
          const isBad = event.group === "issue" || isRefused(trace, event);
          context.fillStyle = isBad ? colors.bad : color;
          const size = event.index === selected ? 14 : 10;
          context.fillRect(x - 1.5, middle - size / 2, 3, size);
        }
        // The next event that is a pixel further on.
        const limit = this.position(event) + perPixel;
        let next = position + 1;
        if (position >= firstVisible && next < events.length && at(next) < limit) {
          const start = next;
          next = start + 1 + lastWhere(
            events.length - start, (step) => at(start + step) < limit);
          // One that the filter shows goes before one that it does not.
          if (!shown) {
            for (let other = start; other < Math.min(next, start + 50); other += 1) {
              if (isShown[events[other]] !== 1) continue;
              context.globalAlpha = 1;
              context.fillStyle = color;
              context.fillRect(x - 1.5, middle - 5, 3, 10);
              break;
            }
          }
        }
        position = next;
      }
      context.restore();
    }

    drawRuler(width, colors) {
      const { context } = this;
      context.globalAlpha = 1;
      context.fillStyle = colors.panel;
      context.fillRect(0, 0, width, rulerHeight);
      context.fillStyle = colors.line;
      context.fillRect(0, rulerHeight - 1, width, 1);
      context.fillStyle = colors.quiet;
      const step = niceStep((this.to - this.from) / Math.max(1, this.width / 90));
      const digits = Math.max(0, Math.min(6, -Math.floor(Math.log10(step))));
      const begin = Math.ceil(this.from / step);
      for (let tick = begin; tick * step <= this.to && tick < begin + 200; tick += 1) {
        const x = this.x(tick * step);
        context.fillRect(x, rulerHeight - 6, 1, 5);
        const text = this.axis === "time"
          ? (tick * step).toFixed(digits) + " s" : "№ " + Math.round(tick * step + 1);
        context.fillText(text, x + 4, rulerHeight / 2);
      }
    }
  }

  function isRefused(trace, event) {
    return (event.kind === "step.ended" || event.kind === "request.ended")
      && trace.isRefusal(event);
  }

  // 1, 2 or 5 times a power of ten.
  function niceStep(least) {
    const power = 10 ** Math.floor(Math.log10(least));
    return [1, 2, 5, 10].map((factor) => factor * power).find((step) => step >= least);
  }

  Inspector.Timeline = Timeline;
})();

globalThis.Inspector = Inspector;
