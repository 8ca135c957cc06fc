"""Plays behind a proxy: `proxy_client.py NAME PORT`. Used by scripts/test-proxies.

A client at 127.0.0.1 uses up what one address may ask for. A client at 127.0.0.2 must not notice, nor may anybody get
around it by writing a header of his own. A socket must pass, and a replay must come whole.
"""

import base64
import http.client
import json
import os
import socket
import sys
import time

NAME, PORT = sys.argv[1], int(sys.argv[2])
HOST = "games.example"


def connect(source):
    return http.client.HTTPConnection("127.0.0.1", PORT, 30, source_address=(source, 0))


def ask(source, method, path, body=None, **headers):
    connection = connect(source)
    headers = {"Host": HOST, **{key.replace("_", "-"): value for key, value in headers.items()}}
    if isinstance(body, dict):
        body, headers["Content-Type"] = json.dumps(body), "application/json"
    connection.request(method, path, body, headers)
    answer = connection.getresponse()
    text = answer.read()
    connection.close()
    return answer.status, text


def wait():
    for _ in range(200):
        try:
            if ask("127.0.0.1", "GET", "/healthz")[0] == 200:
                return
        except OSError:
            pass
        time.sleep(0.05)
    raise SystemExit(f"{NAME}: no answer")


def make(source, **headers):
    human = {"kind": "human"}
    body = {"rules": "grid5", "seats": {"mr_x": human, "detectives": human}}
    return ask(source, "POST", "/api/games", body, **headers)


def expect(wanted, found, what):
    if wanted != found:
        raise SystemExit(f"{NAME}: {what}: {found} instead of {wanted}")
    print(f"{NAME}: {what}")


def socket_says_hello(game):
    """The first view that comes over the socket."""
    stream = socket.create_connection(("127.0.0.1", PORT), 30)
    key = base64.b64encode(os.urandom(16)).decode()
    stream.sendall((f"GET /api/games/{game['id']}/socket HTTP/1.1\r\nHost: {HOST}\r\n"
                    "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
                    f"Sec-WebSocket-Key: {key}\r\nOrigin: https://{HOST}\r\n\r\n").encode())
    data = b""
    while b"\r\n\r\n" not in data:
        data += stream.recv(4096)
    status = int(data.split(b" ")[1])
    if status != 101:
        raise SystemExit(f"{NAME}: the socket was answered {data[:200]}")
    hello = json.dumps({"type": "hello", "token": game["links"]["watch"]}).encode()
    stream.sendall(bytes([0x81, 0x80 | len(hello), 0, 0, 0, 0]) + hello)
    data = data.split(b"\r\n\r\n", 1)[1]
    while b'"type":"view"' not in data:
        more = stream.recv(65536)
        if not more:
            raise SystemExit(f"{NAME}: the socket was closed: {data[:200]}")
        data += more
    stream.close()


wait()
status, text = make("127.0.0.1")
expect(201, status, "a game is made")
game = json.loads(text)
expect(201, make("127.0.0.1")[0], "two of them")
for _ in range(5):
    status = make("127.0.0.1")[0]
expect(429, status, "the first address has asked for enough")
expect(429, make("127.0.0.1", X_Forwarded_For="192.0.2.99")[0], "a header of his own does not help")
expect(429, make("127.0.0.1", Forwarded="for=192.0.2.99")[0], "nor does another one")
expect(201, make("127.0.0.2")[0], "the second address does not notice")
socket_says_hello(game)
print(f"{NAME}: a socket passes")
RECORD = "yard-record 1\nrules grid5\nstart 13 1 25\n1 T12 | T2 T24\n2 T11 | T3 T23\n"
status, text = ask("127.0.0.3", "POST", "/api/import", RECORD)
expect(201, status, "a record is brought")
record = json.loads(text)
status, text = ask("127.0.0.3", "GET", f"/api/games/{record['id']}/replay?eyes=mr_x",
                   Authorization=f"Bearer {record['token']}")
expect((200, 7), (status, len(json.loads(text).get("views", []))), "a replay comes whole")
