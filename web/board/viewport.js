// Moves the paper under the glass: drag, wheel, pinch, keys and buttons.

import { clamp, bounds } from "./geometry.js";
import { moves } from "../lib/store.js";

/** @typedef {import("./geometry.js").Point} Point */

/** A finger or mouse that wanders farther than this drags instead of clicking, in pixels. */
const CLICK_SLACK = 6;
const MOST_ZOOM = 4;
/** A small board is not blown up to the size of the screen. */
const MOST_FIT = 1.6;
/** Nothing that is looked at lies nearer to the edge than this, in pixels. */
const EDGE = 56;
/** Paper always kept on the screen, in pixels. */
const KEEP = 90;

export class Viewport {
  /**
   * @param {SVGSVGElement} svg the glass
   * @param {SVGElement} world the paper, drawn in its own units
   * @param {{ width: number, height: number }} size of the paper
   * @param {{ zoom: (k: number) => void, click: (point: Point, event: MouseEvent) => void, drag?: () => void }} listener
   */
  constructor(svg, world, size, listener) {
    this.svg = svg;
    this.world = world;
    this.size = size;
    this.listener = listener;
    this.k = 1;
    this.x = 0;
    this.y = 0;
    /** Room that bars on top of the map take away, in pixels. */
    this.insets = { top: 0, right: 0, bottom: 0, left: 0 };
    this.fitted = true;
    this.animation = 0;
    /** @type {Map<number, Point>} */
    this.pointers = new Map();
    this.dragged = false;
    this.listen();
    this.observer = new ResizeObserver(() => this.resized());
    this.observer.observe(svg);
  }

  listen() {
    const { svg } = this;
    svg.addEventListener("pointerdown", (event) => this.down(event));
    svg.addEventListener("pointermove", (event) => this.moved(event));
    for (const name of /** @type {const} */ (["pointerup", "pointercancel"])) {
      svg.addEventListener(name, (event) => this.pointers.delete(event.pointerId));
    }
    svg.addEventListener(
      "wheel",
      (event) => {
        event.preventDefault();
        const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1;
        this.zoomAt(this.local(event), Math.exp(-clamp(event.deltaY * lines, -120, 120) * 0.0022));
        this.listener.drag?.();
      },
      { passive: false },
    );
    svg.addEventListener("click", (event) => {
      // A click that no pointer made comes from the keyboard or a screen reader.
      if (this.dragged && event.detail !== 0) return;
      this.listener.click(this.toWorld(this.local(event)), event);
    });
  }

  /** @param {MouseEvent} event @returns {Point} */
  local(event) {
    const box = this.svg.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  }

  /** @param {Point} point @returns {Point} */
  toWorld(point) {
    return { x: (point.x - this.x) / this.k, y: (point.y - this.y) / this.k };
  }

  /** @param {Point} point of the paper @returns {Point} in pixels from the corner of the glass */
  toScreen(point) {
    return { x: point.x * this.k + this.x, y: point.y * this.k + this.y };
  }

  /** @param {PointerEvent} event */
  down(event) {
    if (event.button !== 0) return;
    if (this.pointers.size === 0) this.dragged = false;
    this.pointers.set(event.pointerId, this.local(event));
    this.from = this.local(event);
  }

  /** @param {PointerEvent} event */
  moved(event) {
    const before = this.pointers.get(event.pointerId);
    if (!before) return;
    const now = this.local(event);
    if (!this.dragged) {
      const far = this.from ? Math.hypot(now.x - this.from.x, now.y - this.from.y) : 0;
      if (far < CLICK_SLACK && this.pointers.size < 2) return;
      this.dragged = true;
      // Captured only now: a captured pointer would swallow the clicks on targets.
      this.svg.setPointerCapture(event.pointerId);
      this.listener.drag?.();
    }
    const other = [...this.pointers].find(([id]) => id !== event.pointerId)?.[1];
    this.stop();
    if (other) {
      const gap = (/** @type {Point} */ point) => Math.max(20, Math.hypot(point.x - other.x, point.y - other.y));
      const middle = (/** @type {Point} */ point) => ({ x: (point.x + other.x) / 2, y: (point.y + other.y) / 2 });
      const [a, b] = [middle(before), middle(now)];
      this.x += b.x - a.x;
      this.y += b.y - a.y;
      this.zoomAt(b, gap(now) / gap(before));
    } else {
      this.x += now.x - before.x;
      this.y += now.y - before.y;
      this.fitted = false;
      this.apply();
    }
    this.pointers.set(event.pointerId, now);
  }

  /** @param {Point} point @param {number} factor */
  zoomAt(point, factor) {
    this.stop();
    const k = clamp(this.k * factor, this.leastZoom(), MOST_ZOOM);
    this.x = point.x - ((point.x - this.x) / this.k) * k;
    this.y = point.y - ((point.y - this.y) / this.k) * k;
    this.k = k;
    this.fitted = false;
    this.apply();
  }

  /** @param {number} factor */
  zoom(factor) {
    const { width, height } = this.glass();
    this.zoomAt({ x: width / 2, y: height / 2 }, factor);
  }

  /** @param {number} dx @param {number} dy in pixels */
  pan(dx, dy) {
    this.stop();
    this.x += dx;
    this.y += dy;
    this.fitted = false;
    this.apply();
  }

  glass() {
    return { width: this.svg.clientWidth || 1, height: this.svg.clientHeight || 1 };
  }

  free() {
    const { width, height } = this.glass();
    const { top, right, bottom, left } = this.insets;
    return { left, top, width: Math.max(60, width - left - right), height: Math.max(60, height - top - bottom) };
  }

  leastZoom() {
    const { width, height } = this.glass();
    return Math.min(width / this.size.width, height / this.size.height) * 0.8;
  }

  /** Shows the whole board. */
  fit(animated = false) {
    this.show({ left: 0, top: 0, right: this.size.width, bottom: this.size.height }, MOST_FIT, 8, animated);
    this.fitted = true;
  }

  /**
   * Shows some points with room around them, neither nearer nor farther than is good for reading.
   * @param {Point[]} points
   * @param {{ most?: number, least?: number, margin?: number, animated?: boolean }} [options] zooms and pixels
   */
  focus(points, { most = 1.1, least = 0, margin = 70, animated = true } = {}) {
    if (points.length === 0) return;
    this.show(bounds(points), most, margin, animated, least);
    this.fitted = false;
  }

  /**
   * @param {{ left: number, right: number, top: number, bottom: number }} box
   * @param {number} most
   * @param {number} margin
   * @param {boolean} animated
   */
  show(box, most, margin, animated, least = 0) {
    const free = this.free();
    const [wide, high] = [Math.max(1, box.right - box.left), Math.max(1, box.bottom - box.top)];
    const fitting = Math.min((free.width - 2 * margin) / wide, (free.height - 2 * margin) / high);
    const k = clamp(Math.max(fitting, least), this.leastZoom(), most);
    const x = free.left + free.width / 2 - ((box.left + box.right) / 2) * k;
    const y = free.top + free.height / 2 - ((box.top + box.bottom) / 2) * k;
    this.glide(k, x, y, animated);
  }

  /** Moves the map as little as possible until a point is well inside. @param {Point} point */
  reveal(point) {
    const at = this.toScreen(point);
    const free = this.free();
    const inside = (/** @type {number} */ value, /** @type {number} */ from, /** @type {number} */ size) =>
      clamp(value, from + Math.min(EDGE, size / 2), from + size - Math.min(EDGE, size / 2)) - value;
    const [dx, dy] = [inside(at.x, free.left, free.width), inside(at.y, free.top, free.height)];
    if (dx !== 0 || dy !== 0) this.glide(this.k, this.x + dx, this.y + dy, true);
  }

  /** @param {number} k @param {number} x @param {number} y @param {boolean} animated */
  glide(k, x, y, animated) {
    this.stop();
    if (!animated || !moves()) {
      Object.assign(this, { k, x, y });
      this.apply();
      return;
    }
    const from = { k: this.k, x: this.x, y: this.y };
    const begun = performance.now();
    const step = (/** @type {number} */ now) => {
      const t = clamp((now - begun) / 420, 0, 1);
      const e = t * t * (3 - 2 * t);
      this.k = from.k * (k / from.k) ** e;
      // The centre must move in step with the zoom, or the map swings.
      const part = Math.abs(k - from.k) < 1e-9 ? e : (this.k - from.k) / (k - from.k);
      this.x = from.x + (x - from.x) * part;
      this.y = from.y + (y - from.y) * part;
      this.apply();
      if (t < 1) this.animation = requestAnimationFrame(step);
    };
    this.animation = requestAnimationFrame(step);
  }

  stop() {
    cancelAnimationFrame(this.animation);
  }

  resized() {
    const { width, height } = this.glass();
    if (this.fitted) this.fit();
    else if (this.last) {
      this.x += (width - this.last.width) / 2;
      this.y += (height - this.last.height) / 2;
      this.apply();
    }
    this.last = { width, height };
  }

  apply() {
    const { width, height } = this.glass();
    this.x = clamp(this.x, KEEP - this.size.width * this.k, width - KEEP);
    this.y = clamp(this.y, KEEP - this.size.height * this.k, height - KEEP);
    this.world.setAttribute(
      "transform",
      `translate(${this.x.toFixed(2)} ${this.y.toFixed(2)}) scale(${this.k.toFixed(4)})`,
    );
    this.listener.zoom(this.k);
  }

  close() {
    this.stop();
    this.observer.disconnect();
  }
}
