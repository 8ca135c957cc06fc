"""A bot with a fault: faulty.py FAULT FOLDER

It leaves a file named after its process number in FOLDER, plays first legal moves, and shows its
fault when it is first asked for a move (or, where the name says so, at another moment).
"""

import json
import os
import subprocess
import sys
import time

fault, folder = sys.argv[1:]
open(os.path.join(folder, str(os.getpid())), "w").close()
# The first of all is only tried before the series.
first = len(os.listdir(folder)) == 2


def say(message):
    print(json.dumps(message), flush=True)


def write(text):
    sys.stdout.write(text)
    sys.stdout.flush()


def show():
    if fault == "die":
        sys.exit(3)
    elif fault == "once":
        if first:
            sys.exit(3)
        return False
    elif fault == "hang":
        time.sleep(1000)
    elif fault == "hang-with-child":
        child = subprocess.Popen(["sleep", "1000"])
        open(os.path.join(folder, str(child.pid)), "w").close()
        time.sleep(1000)
    elif fault == "die-with-child":
        child = subprocess.Popen(["sleep", "1000"], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
        open(os.path.join(folder, str(child.pid)), "w").close()
        sys.exit(3)
    elif fault == "spin":
        while True:
            pass
    elif fault == "doze":
        time.sleep(0.5)
        return False
    elif fault == "garbage":
        write("I think T46 is best\n")
    elif fault == "binary":
        sys.stdout.buffer.write(b"\xff\x00\xfe\n")
        sys.stdout.flush()
    elif fault == "array":
        write("[1, 2]\n")
    elif fault == "half":
        write('{"type":"move","mo')
        sys.exit(0)
    elif fault == "type":
        say({"type": "moove", "move": "T1"})
    elif fault == "no-move":
        say({"type": "move"})
    elif fault == "hello-again":
        say({"type": "hello", "yard": 1, "name": "x"})
    elif fault == "illegal":
        say({"type": "move", "move": "U255"})
    elif fault == "no-notation":
        say({"type": "move", "move": "to the station"})
    elif fault == "long":
        write("x" * (3 << 20) + "\n")
    elif fault == "flood":
        while True:
            write('{"type":"move","move":"pass"}\n' * 1000)
    elif fault == "close-output":
        os.close(1)
        time.sleep(1000)
    elif fault == "close-input":
        os.close(0)
        time.sleep(1000)
    elif fault == "error":
        say({"type": "error", "message": "I am lost"})
    else:
        raise ValueError(fault)
    return True


for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        if fault == "mute-start":
            sys.exit(1)
        elif fault == "garbage-start":
            write("Bot 1.0 ready\n")
        elif fault == "version-start":
            say({"type": "hello", "yard": 2, "name": "faulty"})
        elif fault == "move-start":
            say({"type": "move", "move": "T1"})
        else:
            say({"type": "hello", "yard": 1, "name": "faulty", "unknown": [1, {"a": None}]})
    elif message["type"] == "begin":
        print("a word to standard error", file=sys.stderr, flush=True)
        if fault == "close-input-early":
            os.close(0)
            time.sleep(1000)
    elif message["type"] == "choose":
        if fault == "die-at-end" or not show():
            say({"type": "move", "move": message["moves"][0], "unknown": 1})
    elif message["type"] == "end" and fault == "die-at-end":
        sys.exit(3)
