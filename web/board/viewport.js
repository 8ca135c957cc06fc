// Moves the paper under the glass: drag, wheel, pinch, keys and buttons.

import { motionAllowed } from "../lib/theme.js";
import {
  between,
  covering,
  framing,
  freeArea,
  kept,
  leastZoom,
  revealing,
  toGlass,
  toPaper,
  zoomedAt,
} from "./camera.js";
import { bounds, clamp, distance, eased, middle } from "./geometry.js";

/** @typedef {import("./geometry.js").Point} Point */
/** @typedef {import("./camera.js").Camera} Camera */

/** A finger or mouse that wanders farther than this drags instead of clicking, in pixels. */
const CLICK_SLACK = 6;
const MOST_ZOOM = 4;
/** A small board is not blown up to the size of the screen. */
const MOST_FIT = 1.6;
/** How long the map takes to another place, in milliseconds. */
const GLIDE = 420;
/** What is nearer to the edge than this cannot be seen well, in pixels. */
const EDGE = 14;
/** Fingers on one spot would zoom without end, so they count as this far apart, in pixels. */
const LEAST_GAP = 20;

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
    /** What the map went to by itself; it stays in sight when the glass changes its size. @type {{ points: Point[], most: number, least: number, margin: number } | null} */
    this.wanted = null;
    this.animation = 0;
    /** Where the map glides to; what is in sight is judged by it. @type {Camera | null} */
    this.goal = null;
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
    return toPaper(this, point);
  }

  /** @param {Point} point of the paper @returns {Point} in pixels from the corner of the glass */
  toScreen(point) {
    return toGlass(this, point);
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
      const far = this.from ? distance(now, this.from) : 0;
      if (far < CLICK_SLACK && this.pointers.size < 2) return;
      this.dragged = true;
      // Captured only now: a captured pointer would swallow the clicks on targets.
      this.svg.setPointerCapture(event.pointerId);
      this.listener.drag?.();
    }
    const other = [...this.pointers].find(([id]) => id !== event.pointerId)?.[1];
    this.stop();
    if (other) {
      const gap = (/** @type {Point} */ point) => Math.max(LEAST_GAP, distance(point, other));
      const [a, b] = [middle(before, other), middle(now, other)];
      this.x += b.x - a.x;
      this.y += b.y - a.y;
      this.zoomAt(b, gap(now) / gap(before));
    } else this.pan(now.x - before.x, now.y - before.y);
    this.pointers.set(event.pointerId, now);
  }

  /** @param {Point} point @param {number} factor */
  zoomAt(point, factor) {
    this.stop();
    this.wanted = null;
    const k = clamp(this.k * factor, leastZoom(this.size, this.glass()), MOST_ZOOM);
    this.fitted = false;
    this.apply(zoomedAt(this, point, k));
  }

  /** @param {number} factor */
  zoom(factor) {
    const { width, height } = this.glass();
    this.zoomAt({ x: width / 2, y: height / 2 }, factor);
  }

  /** @param {number} dx @param {number} dy in pixels */
  pan(dx, dy) {
    this.stop();
    this.wanted = null;
    this.fitted = false;
    this.apply({ k: this.k, x: this.x + dx, y: this.y + dy });
  }

  glass() {
    return { width: this.svg.clientWidth || 1, height: this.svg.clientHeight || 1 };
  }

  free() {
    return freeArea(this.glass(), this.insets);
  }

  /** Shows the whole board. */
  fit(animated = false) {
    this.wanted = null;
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
    this.wanted = { points, most, least, margin };
  }

  /**
   * @param {import("./geometry.js").Box} box
   * @param {number} most
   * @param {number} margin
   * @param {boolean} animated
   */
  show(box, most, margin, animated, least = 0) {
    const floor = leastZoom(this.size, this.glass());
    const camera = framing(box, this.free(), { margin, least, most, floor });
    this.glide(covering(camera, this.size, this.free()), animated);
  }

  /** Whether a point can be seen, and is not at the very edge. @param {Point} point of the paper */
  shows(point) {
    const { x, y } = toGlass(this.goal ?? this, point);
    const { left, top, width, height } = this.free();
    return x > left + EDGE && x < left + width - EDGE && y > top + EDGE && y < top + height - EDGE;
  }

  /** Moves the map as little as possible until a point is well inside. @param {Point} point */
  reveal(point) {
    // The whole board lies still: everything on it can be seen.
    if (this.fitted && this.shows(point)) return;
    const camera = revealing(this.goal ?? this, point, this.free());
    if (camera.x !== this.x || camera.y !== this.y) this.glide(camera, true);
  }

  /** @param {Camera} camera @param {boolean} animated */
  glide(camera, animated) {
    this.stop();
    if (!animated || !motionAllowed()) {
      this.apply(camera);
      return;
    }
    this.goal = camera;
    const from = { k: this.k, x: this.x, y: this.y };
    const begun = performance.now();
    const step = (/** @type {number} */ now) => {
      const t = clamp((now - begun) / GLIDE, 0, 1);
      this.apply(between(from, camera, eased(t)));
      if (t < 1) this.animation = requestAnimationFrame(step);
      else this.goal = null;
    };
    this.animation = requestAnimationFrame(step);
  }

  stop() {
    cancelAnimationFrame(this.animation);
    this.goal = null;
  }

  resized() {
    const { width, height } = this.glass();
    if (this.fitted) this.fit();
    else if (this.wanted) this.focus(this.wanted.points, { ...this.wanted, animated: false });
    else if (this.last) {
      const [dx, dy] = [width - this.last.width, height - this.last.height];
      this.apply({ k: this.k, x: this.x + dx / 2, y: this.y + dy / 2 });
    }
    this.last = { width, height };
  }

  /** @param {Camera} camera */
  apply(camera) {
    Object.assign(this, kept(camera, this.size, this.glass()));
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
