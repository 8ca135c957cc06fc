#!/usr/bin/env python3
"""A small player for Yard: both sides, standard library only.

    yard match --x "process:python3 examples/bot.py" --detectives random --games 20

Mr X steps to where the nearest detective is far; a detective steps to where the candidates are near on
average. Chance decides among equals. docs/reference/protocol.md describes the messages.
"""

import json
import random
import sys
from collections import deque

FAR = 255


def say(message):
    print(json.dumps(message), flush=True)


def distances(board, kinds):
    """The fewest lines between any two stations by these kinds of lines."""
    count = board["stations"]
    near = [[] for _ in range(count + 1)]
    for kind in kinds:
        for a, b in board[kind]:
            near[a].append(b)
            near[b].append(a)
    table = []
    for start in range(count + 1):
        row = [FAR] * (count + 1)
        row[start] = 0
        queue = deque([start])
        while queue:
            here = queue.popleft()
            for there in near[here]:
                if row[there] == FAR:
                    row[there] = row[here] + 1
                    queue.append(there)
        table.append(row)
    return table


def target(move):
    """The station where a move ends; None for a pass."""
    step = move.split(":")[-1]
    if step == "pass":
        return None
    if step[0] == "2":  # a double move such as 2T46K58
        step = step[1:]
        last = max(step.rfind(letter) for letter in "TBUK")
        step = step[last:]
    return int(step[1:])


class Bot:
    def __init__(self):
        self.board = None
        self.table = None
        self.side = None
        self.random = random.Random(1)

    def begin(self, message):
        self.side = message["side"]
        self.random = random.Random(message.get("seed", 1))
        if message["rules"]["board"] != self.board:
            self.board = message["rules"]["board"]
            self.table = distances(self.board, ["taxi", "bus", "underground"])

    def choose(self, view):
        moves = view["moves"]
        value = self.value_of_mr_x if self.side == "mr-x" else self.value_of_detectives
        values = [value(move, view) for move in moves]
        best = max(values)
        return self.random.choice([move for move, v in zip(moves, values) if v == best])

    def value_of_mr_x(self, move, view):
        to = target(move)
        nearest = min(self.table[at][to] for at in view["detectives"])
        # Rare tickets are worth a bit more than a step of distance when nobody is near.
        cost = (2 if move[0] == "2" else 0) + ("K" in move)
        return min(nearest, 4) - (cost if nearest > 2 else 0.25 * cost)

    def value_of_detectives(self, move, view):
        to = target(move)
        if to is None:
            return 0
        return -sum(self.table[to][at] for at in view["candidates"])


def main():
    bot = Bot()
    for line in sys.stdin:
        message = json.loads(line)
        kind = message["type"]
        if kind == "hello":
            say({"type": "hello", "yard": 1, "name": "bot.py"})
        elif kind == "begin":
            bot.begin(message)
        elif kind == "choose":
            say({"type": "move", "move": bot.choose(message)})
        elif kind == "end":
            pass
        elif kind == "quit":
            break
        else:
            say({"type": "error", "message": "unknown type " + str(kind)})
            break


if __name__ == "__main__":
    main()
