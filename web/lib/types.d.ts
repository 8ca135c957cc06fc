// The words of the server's interface (docs/reference/api.md), for the type checker only; the browser never reads this file.

export type Transport = "taxi" | "bus" | "underground" | "ferry";
export type Ticket = "taxi" | "bus" | "underground" | "black";
export type Letter = "T" | "B" | "U" | "K";
export type Side = "mr_x" | "detectives";

export interface BoardStation {
  n: number;
  x: number;
  y: number;
  transports: Transport[];
}
export interface BoardLine {
  transport: Transport;
  from: number;
  to: number;
  path?: string;
  points?: [number, number][];
}
export interface BoardData {
  name: string;
  title?: string;
  width: number;
  height: number;
  stations: BoardStation[];
  lines: BoardLine[];
  river: { path: string; width: number } | null;
  grid: { size: number } | null;
}

export interface Level {
  id: string;
  name: string;
  mr_x: string;
  detectives: string;
  note: string;
  /** Whom one plays against, and what they are like. */
  mr_x_name?: string;
  mr_x_about?: string;
  detectives_name?: string;
  detectives_about?: string;
}
export type Stock = Partial<Record<Ticket | "double", number | null>>;
export interface RulesInfo {
  name: string;
  title: string;
  board: string;
  detectives: number;
  min_detectives: number;
  max_detectives: number;
  slots: number;
  turns: number | null;
  surfacings: number[];
  order: "fixed" | "any";
  tickets: { detective: Stock | null; mr_x: Stock | null } | null;
  /** Tickets that the detectives have used go to Mr X. */
  hand_over?: boolean;
  levels: Level[];
  is_grid: boolean;
  mr_x_starts?: number[];
  start_known?: boolean;
}

export interface Single {
  move: string;
  to: number | null;
  ticket?: Ticket;
  by?: number;
  via?: undefined;
  tickets?: undefined;
}
export interface Double {
  move: string;
  via: number;
  to: number;
  tickets: [Ticket, Ticket];
  by?: undefined;
  ticket?: undefined;
}
export type Legal = Single | Double;

export interface LogEntry {
  slot: number;
  ticket: Letter;
  station: number | null;
  double: boolean;
}
export interface Outcome {
  winner: Side;
  reason: string;
  text: string;
}
export interface Names {
  mr_x: string;
  detectives: string[];
}

/** What one seat may know of a game. */
export interface View {
  id: string;
  rules: string;
  /** The name of the rules as this game keeps them, where `rules` no longer leads to them. */
  rules_kept?: string | null;
  board: string;
  seat: string;
  ply: number;
  slot: number;
  slots: number;
  turn: string;
  to_move: number[];
  your_turn: boolean;
  stations: { mr_x: number | null; mr_x_seen: { slot: number; station: number } | null; detectives: number[] };
  tickets: { mr_x: Stock; detectives: Stock[] };
  log: LogEntry[];
  surfacings: number[];
  next_surfacing: number | null;
  legal: Legal[];
  moves: { ply: number; by: string; move: string }[];
  thinking: boolean;
  outcome: Outcome | null;
  names: Names;
  help: { candidates?: boolean; belief?: boolean; hints?: boolean };
  paused?: boolean;
  /** The agents have waited, since nobody was looking; they go on now. */
  unwatched?: boolean;
  /** The last move is what an agent had found when its time was over. */
  cut_short?: boolean;
  pace_ms?: number;
  taken_back?: number;
  /** How often of these the game was over. */
  reopened?: number;
  /** Mr X's stations from the start on: for himself, and for all when the game is over. */
  way?: number[] | null;
  /** The seat that asks to take a move back. */
  undo_asked?: string | null;
  /** Whether this seat may agree to that. */
  may_agree?: boolean;
  /** What went wrong with an agent. */
  fault?: string | null;
  state?: string;
  /** The levels of the agents that are levels, by their ids. */
  levels?: { mr_x: string | null; detectives: (string | null)[] };
  kinds?: { mr_x: "human" | "agent"; detectives: ("human" | "agent")[] };
  /** The seats of people, and whether somebody has sat down there. */
  claims?: Claim[];
  /** One person has seats of both sides. */
  both_sides?: boolean;
  /** What the table decides on. */
  proposal?: Proposal | null;
  /** Somebody chose the seed, and so can work out what is hidden. */
  seed_chosen?: boolean;
  /** The seats of people with an open page now, and how many watch. */
  present?: string[];
  watching?: number;
  /** The last ones, the oldest first. */
  reactions?: { number: number; seat: string; reaction: string }[];
  clock?: { seconds: number; left_ms: number | null; late: Record<string, number> } | null;
  /** The next game of this table. */
  rematch?: { id: string; seats: "same" | "change"; by: string } | null;
}
export interface Claim {
  seat: string;
  claimed: boolean;
}
/** What somebody wants to change for everybody. */
export interface Proposal {
  what: "end" | "go_on" | "pause" | "continue" | "pace";
  pace_ms: number | null;
  /** The seat that asks. */
  by: string;
  agreed: number;
  needed: number;
  /** Whether this seat has not voted yet. */
  may_vote: boolean;
}

/** Keys that open nothing but the claim of their seat. */
export interface Invitations {
  mr_x: string | null;
  detectives: (string | null)[];
}
/** The keys of one who has sat down. */
export interface Seated {
  seat: string;
  token: string;
  recovery: string;
}
export interface Created {
  id: string;
  links: Links;
  invitations: Invitations;
  /** Seat → code, for the seats that were taken. */
  recovery: Record<string, string>;
}
export interface Links {
  mr_x: string | null;
  detectives: (string | null)[];
  watch: string;
  watch_all?: string | null;
}
export type Seat = { kind: "human"; name?: string } | { kind: "agent"; spec: string };
/** What opens a seat of a game. */
export interface SeatKey {
  id: string;
  token: string;
  /** The seat's name, where the browser keeps the token under it: addresses then need no token. */
  name?: string;
}
export interface NewGame {
  rules: string;
  detectives?: number;
  seed?: number;
  seats: { mr_x: Seat; detectives: Seat | Seat[] };
  help?: { candidates: boolean; belief: boolean; hints: boolean };
  pace_ms?: number;
  /** The seats that whoever makes the game takes. */
  claim?: "all" | string[];
  /** Seconds for each move of a person. */
  clock_s?: number;
}

export interface Hint {
  move: string;
  /** The most telling first. */
  reasons?: Said[];
  by?: number | null;
  reason: string;
  covers?: number;
  of?: number;
}
export interface AnalysedPly {
  ply: number;
  by: string;
  move: string;
  /** Null where there was no choice or the move was hardly tried. */
  chance: number | null;
  best: string | null;
  loss: number | null;
  mark: "inaccuracy" | "blunder" | null;
}
export interface Analysis {
  plies: AnalysedPly[];
  done: number;
  of: number;
}
/** A sentence by its code and parameters, and in English. */
type Said = import("./rooms").Message;
/** What a finished game is remembered for. */
export interface Facts {
  done: number;
  of: number;
  side: Side | null;
  winner: Side;
  result: Said;
  rounds: number;
  turning_point: { round: number; ply: number; by: string; before: number; after: number; message: Said } | null;
  closest_escape: { round: number; station: number; message: Said } | null;
  near_misses: { round: number; ply: number; detective: number; message: Said }[];
}
export interface GameLine {
  id: string;
  rules: string;
  /** One line. */
  names: string;
  state: string;
  taken_back: number;
  reopened: number;
  seed_chosen?: boolean;
  result: string | null;
  slots: number;
  created: string | number;
  touched: string | number;
}

export interface Suggestion {
  detective: number;
  move: string;
  reason: string;
  covers?: number;
  of?: number;
}
export interface Assist {
  turn: string;
  slot: number;
  candidates: number[];
  belief: [number, number][];
  detectives: number[];
  tickets: { mr_x: Stock; detectives: Stock[] };
  legal_tickets_for_mr_x: string[];
  legal: Single[];
  suggestions: Suggestion[];
  may_double?: boolean;
  surfaces_next?: boolean;
  next_surfacing: number | null;
  outcome: Outcome | null;
  record: string;
}

export interface AgentInfo {
  name: string;
  mr_x: boolean;
  detectives: boolean;
  boards: "any" | "grids" | "small";
  about: string;
}
