import assert from "node:assert/strict";
import test from "node:test";
import { GameSocket } from "../../lib/socket.js";

/** The sockets that were opened. */
const sockets = [];
class FakeSocket extends EventTarget {
  static OPEN = 1;
  readyState = 1;
  sent = [];

  constructor(url) {
    super();
    this.url = String(url);
    sockets.push(this);
  }

  send(text) {
    this.sent.push(JSON.parse(text));
  }

  close() {
    this.readyState = 3;
    this.dispatchEvent(new Event("close"));
  }

  say(message) {
    this.dispatchEvent(new MessageEvent("message", { data: JSON.stringify(message) }));
  }
}
globalThis.WebSocket = FakeSocket;
globalThis.document = { baseURI: "https://example.org/below/here/#/game/g/secret" };

/** Opens a seat and keeps what it tells. */
function open(t) {
  t.mock.timers.enable({ apis: ["setTimeout", "setInterval"] });
  const told = [];
  const listener = {
    view: (view) => told.push(["view", view.ply]),
    state: (up) => told.push(["state", up]),
    refused: ({ code }) => told.push(["refused", code]),
  };
  const seat = new GameSocket("g", "secret", listener);
  return { seat, told, socket: sockets.at(-1) };
}

test("the socket lies beside the page, and hears the token only inside", (t) => {
  const { seat, socket } = open(t);
  assert.equal(socket.url, "wss://example.org/below/here/api/games/g/socket");
  socket.dispatchEvent(new Event("open"));
  assert.deepEqual(socket.sent, [{ type: "hello", token: "secret" }]);
  seat.close();
});

test("a move is settled by the answer with its number", async (t) => {
  const { seat, socket, told } = open(t);
  const [first, second] = [seat.move("T46", 3), seat.move("T47", 3)];
  assert.deepEqual(socket.sent[0], { type: "move", move: "T46", ply: 3, id: "1" });
  socket.say({ type: "error", id: "2", error: "it is not your turn", code: "conflict" });
  socket.say({ type: "accepted", id: "1" });
  await first;
  await assert.rejects(second, { message: "it is not your turn" });
  socket.say({ type: "view", view: { ply: 4 } });
  assert.deepEqual(told, [
    ["state", true],
    ["view", 4],
  ]);
  seat.close();
});

test("a broken socket comes back, and waits longer each time", async (t) => {
  const { seat, socket, told } = open(t);
  const before = sockets.length;
  const move = seat.move("T46", 3);
  socket.close();
  await assert.rejects(move, /may not have arrived/);
  await assert.rejects(seat.move("T46", 3), /was not sent/);
  t.mock.timers.tick(250);
  assert.equal(sockets.length, before + 1);
  sockets.at(-1).close();
  t.mock.timers.tick(250);
  assert.equal(sockets.length, before + 1);
  t.mock.timers.tick(250);
  assert.equal(sockets.length, before + 2);
  assert.deepEqual(told, [
    ["state", false],
    ["state", false],
  ]);
  seat.close();
});

test("a seat that does not exist is not asked for again", (t) => {
  const { socket, told } = open(t);
  const before = sockets.length;
  socket.say({ type: "error", error: "there is no such game", code: "not_found" });
  t.mock.timers.tick(60000);
  assert.equal(sockets.length, before);
  assert.deepEqual(told, [["refused", "not_found"]]);
});

test("a server that stops says so, and is asked again after a moment", (t) => {
  const { seat, socket, told } = open(t);
  const before = sockets.length;
  socket.say({ type: "stopping" });
  socket.close();
  t.mock.timers.tick(999);
  assert.equal(sockets.length, before);
  t.mock.timers.tick(1);
  assert.equal(sockets.length, before + 1);
  assert.deepEqual(told.at(-1), ["state", false]);
  seat.close();
});
