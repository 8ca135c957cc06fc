import assert from "node:assert/strict";
import test from "node:test";
import { LocalEngine } from "../../local/link.js";

class FakeWorker extends EventTarget {
  sent = [];

  postMessage(message) {
    this.sent.push(message);
  }

  tell(data) {
    this.dispatchEvent(new MessageEvent("message", { data }));
  }
}

test("a request goes to the worker, and its answer comes back as one of a server", async () => {
  const worker = new FakeWorker();
  const engine = new LocalEngine(worker, () => {});
  const answer = engine.fetch("api/games/g/undo", {
    method: "POST",
    body: "{}",
    headers: { Authorization: "Bearer secret" },
  });
  const { number, request } = worker.sent[0];
  assert.deepEqual(request, { method: "POST", path: "api/games/g/undo", token: "secret", body: "{}" });
  worker.tell({ type: "reply", number, answer: { status: 409, body: '{"code":"stale"}', kind: "application/json" } });
  const response = await answer;
  assert.equal(response.status, 409);
  assert.deepEqual(await response.json(), { code: "stale" });
});

test("a socket opens, carries messages both ways, and closes once", async () => {
  const worker = new FakeWorker();
  const engine = new LocalEngine(worker, () => {});
  const socket = engine.socket("api/games/a%2Fb/socket");
  const heard = [];
  for (const name of ["open", "message", "close"])
    socket.addEventListener(name, (event) => heard.push([name, event.data]));
  await Promise.resolve();
  assert.equal(socket.readyState, 1);
  socket.send("hello");
  assert.deepEqual(worker.sent[0], { type: "message", socket: socket.number, game: "a/b", text: "hello" });
  worker.tell({ type: "frame", socket: socket.number, text: "view" });
  worker.tell({ type: "frame", socket: 99, text: "for another" });
  socket.close();
  socket.close();
  worker.tell({ type: "frame", socket: socket.number, text: "too late" });
  assert.deepEqual(heard, [
    ["open", undefined],
    ["message", "view"],
    ["close", undefined],
  ]);
  assert.equal(worker.sent.filter(({ type }) => type === "close").length, 1);
});

test("what nobody asked for is news", () => {
  const worker = new FakeWorker();
  const news = [];
  new LocalEngine(worker, (told) => news.push(told.type));
  worker.tell({ type: "ready", durable: true });
  assert.deepEqual(news, ["ready"]);
});
