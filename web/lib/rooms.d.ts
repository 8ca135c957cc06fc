// The words of the server's interface (docs/reference/api.md) for puzzles, the assistant and friends; the browser never reads this
// file.

import type { Assist, Legal, Outcome, Side, Stock, View } from "./types";

/** Something to be read by people: a code with its parameters, and the same in English. */
export interface Message {
  code: string;
  text: string;
  [parameter: string]: unknown;
}

export type Grade = "easy" | "medium" | "hard";
export interface PuzzleLine {
  id: string;
  kind: "catch" | "slip";
  side: Side;
  grade: Grade;
}
export interface Puzzle extends PuzzleLine {
  goal: Message;
  record: string;
  rules: string;
  view: Pick<View, "stations" | "tickets" | "turn" | "to_move" | "slot" | "slots" | "surfacings" | "log" | "legal"> & {
    candidates: number[] | null;
    next_surfacing?: number | null;
    way?: number[] | null;
  };
}
/** A move of the other side, or of whoever ends the puzzle. */
export interface PuzzleReply {
  by: string;
  move: string;
}
export interface PuzzleAnswer {
  correct: boolean;
  done: boolean;
  move: string;
  chance: number;
  solution: string;
  solution_chance: number;
  messages: Message[];
  replies: PuzzleReply[];
  next: Puzzle["view"] | null;
}

/** One entry that, put right, would make the whole log of a table fit. */
export interface Correction {
  turn: number;
  by: string;
  was: string;
  instead: string;
  record: string;
  message: Message;
}
export interface Check {
  ok: boolean;
  problem: Message | null;
  corrections: Correction[];
}
export type Stage = "quick" | "full";

/** What the assistant tells a detective. */
export interface TableAssist extends Assist {
  likeliest?: [number, number][];
  /** Where he can show himself, for each ticket. */
  surfacing?: Partial<Record<"T" | "B" | "U" | "K", number[]>>;
  stage?: Stage;
}
/** What the assistant tells Mr X. */
export interface MrXAssist {
  rules: string;
  turn: string;
  slot: number;
  slots: number;
  station: number;
  candidates: number[];
  belief: [number, number][];
  /** Rides of each detective to Mr X; null where he never gets there. */
  nearest: (number | null)[];
  tickets: { mr_x: Stock; detectives: Stock[] };
  legal: (Legal & { left_open?: number; rides?: number | null; seen?: boolean })[];
  suggestion: { move: string; reason: string; reasons?: Message[] } | null;
  stage?: Stage;
  outcome: Outcome | null;
  record: string;
}

/** What counts of the puzzles for the aims. */
export interface PuzzlesDone {
  days: string[];
  best: number;
  solved: Record<string, unknown>;
}

/** Whether other machines may come in, and how. */
export interface Network {
  can_open: boolean;
  open: boolean;
  /** What others type. */
  addresses: string[];
  /** Who may come in. */
  networks: string[];
  visitors: number;
  why_not?: string | null;
}
/** One's seat in the next game of a table. */
export interface Rematch {
  id: string;
  seat: string;
  token: string;
  recovery: string;
  watch: string;
}

/** Whom somebody should meet next. */
export interface SuggestedLevel {
  level: string;
  reason: Message;
}
