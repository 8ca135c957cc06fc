"""A bot that plays first legal moves and writes every byte it is sent to a file: scribe.py FILE"""

import json
import sys

with open(sys.argv[1], "wb") as file:
    for line in sys.stdin.buffer:
        file.write(line)
        file.flush()
        message = json.loads(line)
        if message["type"] == "hello":
            print('{"type":"hello","yard":1,"name":"scribe"}', flush=True)
        elif message["type"] == "choose":
            print(json.dumps({"type": "move", "move": message["moves"][0]}), flush=True)
