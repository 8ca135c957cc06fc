import assert from "node:assert/strict";
import test from "node:test";
import { ApiError, api, gamePath, plotPath } from "../../lib/api.js";

/** Answers the next requests and keeps them. */
function serve(...answers) {
  const requests = [];
  globalThis.fetch = async (path, options) => {
    requests.push({ path, ...options });
    const answer = answers.shift();
    if (answer instanceof Error) throw answer;
    return new Response(answer.text ?? JSON.stringify(answer.body ?? {}), { status: answer.status ?? 200 });
  };
  return requests;
}

test("every address is relative, so the page may lie below any path", async () => {
  const requests = serve({}, { body: { rules: [] } }, {});
  await api.view("a/b", "token");
  await api.rules();
  await api.solution("grid:3,1,4", "text");
  assert.deepEqual(
    requests.map(({ path }) => path),
    ["api/games/a%2Fb", "api/rules", "api/solutions/grid%3A3%2C1%2C4/show?record=text"],
  );
  assert.equal(gamePath("x y"), "api/games/x%20y");
  assert.equal(plotPath("7", "win-rate.svg"), "api/lab/jobs/7/plots/win-rate.svg");
});

test("a seat's token goes in a header, never into the address", async () => {
  const [request] = await (async () => {
    const requests = serve({});
    await api.undo("g", "secret");
    return requests;
  })();
  assert.equal(request.headers.Authorization, "Bearer secret");
  assert.ok(!request.path.includes("secret"));
  assert.deepEqual([request.method, request.body, request.headers["Content-Type"]], ["POST", "{}", "application/json"]);
});

test("a record is sent as text", async () => {
  const requests = serve({ body: { id: "g", token: "t" } });
  assert.deepEqual(await api.importRecord("yard-record 1\n"), { id: "g", token: "t" });
  assert.deepEqual([requests[0].body, requests[0].headers["Content-Type"]], ["yard-record 1\n", "text/plain"]);
});

test("what never changes is asked once, and again after a failure", async () => {
  const requests = serve({ status: 500 }, { body: { name: "tiny" } });
  await assert.rejects(api.oneRules("tiny"), ApiError);
  assert.deepEqual(await api.oneRules("tiny"), { name: "tiny" });
  assert.deepEqual(await api.oneRules("tiny"), { name: "tiny" });
  assert.equal(requests.length, 2);
});

test("a refusal keeps the server's words", async () => {
  serve({ status: 409, body: { error: "it is not your turn", code: "conflict" } }, { status: 502, text: "<html>" });
  const refusal = { message: "it is not your turn", code: "conflict", status: 409 };
  await assert.rejects(api.undo("g", "t"), refusal);
  await assert.rejects(api.undo("g", "t"), { message: "The server answered 502.", code: "bad_request" });
});

test("a server that is away is told, a question given up is not", async () => {
  serve(new TypeError("failed"), new DOMException("given up", "AbortError"));
  await assert.rejects(api.jobs(), { message: "The server does not answer.", code: "unavailable" });
  await assert.rejects(api.help("g", "t", "hint", AbortSignal.abort()), { name: "AbortError" });
});
