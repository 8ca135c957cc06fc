// A static host for the page without a server, as simple as they come: files of a folder below a path.

import { createReadStream } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import { createServer } from "node:http";
import path from "node:path";
import { createGzip } from "node:zlib";

const KINDS = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".wasm": "application/wasm",
  ".woff2": "font/woff2",
  ".webmanifest": "application/manifest+json",
};
/** What hosts compress on the way. */
const PACKED = new Set([".html", ".js", ".css", ".svg", ".wasm", ".webmanifest"]);

/**
 * Serves a folder.
 * @param {string} folder
 * @param {{ base?: string, change?: (name: string, text: string) => string | undefined }} options `base` is the path
 *   below which it lies; `change` gives files another text, for tests of faults and new versions
 */
export async function startHost(folder, { base = "/", change } = {}) {
  const host = { bytes: 0, requests: /** @type {string[]} */ ([]), change, down: false };
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url, "http://host");
    if (host.down) return request.socket.destroy();
    if (!pathname.startsWith(base)) return response.writeHead(404).end();
    const name = decodeURIComponent(pathname.slice(base.length)) || "index.html";
    const file = path.join(folder, name);
    const found = file.startsWith(folder) && (await stat(file).catch(() => null));
    host.requests.push(name);
    if (!found || !found.isFile()) return response.writeHead(404, { "Content-Type": "text/plain" }).end("not found");
    const end = path.extname(file);
    const headers = { "Content-Type": KINDS[end] ?? "application/octet-stream", "Cache-Control": "no-cache" };
    const text = host.change?.(name, PACKED.has(end) && end !== ".wasm" ? await readFile(file, "utf8") : "");
    if (text !== undefined) return response.writeHead(200, headers).end(text);
    const packs = PACKED.has(end) && /gzip/.test(request.headers["accept-encoding"] ?? "");
    response.writeHead(200, packs ? { ...headers, "Content-Encoding": "gzip" } : headers);
    const stream = packs ? createReadStream(file).pipe(createGzip()) : createReadStream(file);
    stream.on("data", (chunk) => {
      host.bytes += chunk.length;
    });
    stream.pipe(response);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${server.address().port}${base}`;
  const stop = () =>
    new Promise((resolve) => {
      server.closeAllConnections();
      server.close(resolve);
    });
  return Object.assign(host, { url, stop });
}
