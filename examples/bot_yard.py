#!/usr/bin/env python3
"""A player for Yard's protocol that uses the Python package: the message becomes a view, the view a move.

    yard match --x "process:python3 examples/bot_yard.py" --detectives random --games 20

It needs `pip install ./python`; examples/bot.py does without it. docs/reference/protocol.md has the messages.
"""

import json
import random
import sys

import yard


class Bot:
    """Mr X keeps away from the detectives; they go where Mr X is likely."""

    def begin(self, message):
        self.rules = yard.rules(message["rules"]["name"], detectives=message["rules"]["detectives"])
        self.board = self.rules.board
        self.start = message["start"]
        self.side = message["side"]
        self.random = random.Random(message.get("seed", 1))

    def view(self, question):
        """Replay what the side knows; only the package knows the rules."""
        if self.side == "mr-x":
            game = yard.Game(self.rules, start=[self.start["mr_x"], *self.start["detectives"]])
            for move in question["log"]:  # Mr X's own log has his stations.
                game.play(move)
            return game.mr_x_view()
        view = yard.DetectiveView(self.rules, self.start["detectives"], self.start["mr_x"])
        for move in question["log"]:
            if view.turn == "mr_x":
                view.mr_x_moved(move)
            else:
                view.detective_moved(move)
        return view

    def choose(self, question):
        view = self.view(question)
        moves = view.moves()
        value = self.of_mr_x if self.side == "mr-x" else self.of_detectives(view)
        best = max(value(move, view) for move in moves)
        return self.random.choice([move for move in moves if value(move, view) == best])

    def of_mr_x(self, move, view):
        to = yard.parse_move(move, "mr_x")["steps"][-1][1]
        near = min(self.board.distance(at, to) or 0 for at in view.detectives)
        return min(near, 4) - 0.1 * len(move)

    def of_detectives(self, view):
        belief = view.belief()

        def value(move, view):
            steps = yard.parse_move(move, "detectives")["steps"]
            if not steps:
                return 0
            return -sum(chance * self.board.distance(steps[0][1], at) for at, chance in belief.items())

        return value


def main():
    bot = Bot()
    for line in sys.stdin:
        message = json.loads(line)
        kind = message["type"]
        if kind == "hello":
            answer = {"type": "hello", "yard": 1, "name": "bot_yard.py"}
        elif kind == "begin":
            bot.begin(message)
            continue
        elif kind == "choose":
            answer = {"type": "move", "move": bot.choose(message)}
        elif kind == "quit":
            break
        else:
            continue
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
