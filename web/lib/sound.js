// Sounds and vibration, made by the browser itself: short, quiet, and off until the person asks for them.

import { settings } from "./store.js";

/** @typedef {"ticket" | "ride" | "reveal" | "capture" | "turn" | "win" | "lose"} Sound */
/** A tone: when it begins, how long it lasts, from which pitch to which, how loud, and its shape. @typedef {[number, number, number, number, number, OscillatorType]} Tone */

/** Seconds, seconds, hertz, hertz, loudness, shape. @type {Record<Sound, Tone[]>} */
export const SOUNDS = {
  // Paper on a counter.
  ticket: [
    [0, 0.05, 2200, 900, 0.05, "triangle"],
    [0.05, 0.06, 500, 300, 0.08, "sine"],
  ],
  // Wheels that roll off.
  ride: [
    [0, 0.28, 150, 260, 0.06, "sawtooth"],
    [0.02, 0.3, 90, 140, 0.08, "triangle"],
  ],
  // Somebody steps out of the fog.
  reveal: [
    [0, 0.5, 220, 220, 0.09, "sine"],
    [0.12, 0.5, 277, 277, 0.09, "sine"],
    [0.24, 0.9, 440, 415, 0.11, "sine"],
  ],
  // A whistle, and the lid falls.
  capture: [
    [0, 0.18, 2100, 2300, 0.07, "square"],
    [0.2, 0.3, 2100, 2350, 0.07, "square"],
    [0.6, 0.5, 110, 60, 0.2, "triangle"],
  ],
  turn: [
    [0, 0.12, 660, 660, 0.06, "sine"],
    [0.12, 0.2, 880, 880, 0.06, "sine"],
  ],
  win: [
    [0, 0.18, 523, 523, 0.08, "triangle"],
    [0.16, 0.18, 659, 659, 0.08, "triangle"],
    [0.32, 0.5, 784, 784, 0.1, "triangle"],
  ],
  lose: [
    [0, 0.3, 392, 370, 0.08, "triangle"],
    [0.28, 0.6, 294, 262, 0.09, "triangle"],
  ],
};

/** Milliseconds on, off, on … @type {Partial<Record<Sound, number[]>>} */
const SHAKES = { reveal: [30, 60, 90], capture: [80, 40, 160], turn: [25] };

/** @type {AudioContext | null} */
let context = null;

/** Makes one tone that rises at once and dies away. @param {AudioContext} audio @param {Tone} tone */
function tone(audio, [begin, lasts, from, to, loud, shape]) {
  const at = audio.currentTime + begin;
  const [voice, volume] = [audio.createOscillator(), audio.createGain()];
  voice.type = shape;
  voice.frequency.setValueAtTime(from, at);
  voice.frequency.exponentialRampToValueAtTime(to, at + lasts);
  volume.gain.setValueAtTime(0.0001, at);
  volume.gain.exponentialRampToValueAtTime(loud, at + 0.015);
  volume.gain.exponentialRampToValueAtTime(0.0001, at + lasts);
  voice.connect(volume).connect(audio.destination);
  voice.start(at);
  voice.stop(at + lasts + 0.02);
}

/** Plays a sound, if the person wants any. @param {Sound} sound */
export function play(sound) {
  if (settings.sound !== "on" || globalThis.document?.hidden) return;
  globalThis.dispatchEvent?.(new CustomEvent("yard-sound", { detail: sound }));
  try {
    context ??= new AudioContext();
    // A browser lets nothing sound before the first click.
    if (context.state === "suspended") void context.resume();
    for (const one of SOUNDS[sound]) tone(context, one);
  } catch {
    // A device without sound plays on in silence.
  }
  const shake = SHAKES[sound];
  if (shake) globalThis.navigator?.vibrate?.(shake);
}
