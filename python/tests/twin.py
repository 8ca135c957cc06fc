"""The rules of docs/reference/rules.md in plain, slow Python, for the classic game with fixed order.

It shares no code with the package but the board's list of lines and the start stations.
"""

TICKETS = {"taxi": "T", "bus": "B", "underground": "U"}
LETTER = {"taxi": "T", "bus": "B", "underground": "U", "ferry": "K"}


class Twin:
    """One game."""

    def __init__(self, lines, start, surfaces, slots):
        self.next = {}
        for a, b, kind in lines:
            self.next.setdefault(a, []).append((LETTER[kind], b))
            self.next.setdefault(b, []).append((LETTER[kind], a))
        self.x, *self.team = start
        self.x_tickets = {"T": 4, "B": 3, "U": 3, "K": len(self.team), "2": 2}
        self.team_tickets = [{"T": 10, "B": 8, "U": 4} for _ in self.team]
        self.surfaces, self.slots, self.slot = surfaces, slots, 0
        self.turn = "x"
        self.winner = None
        self._settle()

    def _rides(self, here, tickets, black):
        found = set()
        for kind, there in self.next.get(here, []):
            if kind != "K" and tickets[kind] > 0:
                found.add((kind, there))
            if black and tickets["K"] > 0:
                found.add(("K", there))
        return found

    def _steps(self, here, tickets):
        return {(t, s) for t, s in self._rides(here, tickets, True) if s not in self.team}

    def moves(self):
        if self.winner:
            return set()
        if self.turn == "x":
            singles = self._steps(self.x, self.x_tickets)
            found = {f"{t}{s}" for t, s in singles}
            if self.x_tickets["2"] and self.slots - self.slot >= 2:
                for t, s in singles:
                    left = dict(self.x_tickets)
                    left[t] -= 1
                    for u, z in self._steps(s, left):
                        found.add(f"2{t}{s}{u}{z}")
            return found
        rides = self._ways(self.turn)
        return {f"{t}{s}" for t, s in rides} or {"pass"}

    def _ways(self, d):
        rides = self._rides(self.team[d], self.team_tickets[d] | {"K": 0}, False)
        return {(t, s) for t, s in rides if s not in self.team}

    def play(self, move):
        if self.turn == "x":
            if move[0] == "2":
                cut = max(move.rfind(letter) for letter in "TBUK")
                steps = [(move[1], int(move[2:cut])), (move[cut], int(move[cut + 1 :]))]
                self.x_tickets["2"] -= 1
            else:
                steps = [(move[0], int(move[1:]))]
            for ticket, station in steps:
                self.x_tickets[ticket] -= 1
                self.x = station
                self.slot += 1
            self.turn = 0
        else:
            if move != "pass":
                self.team_tickets[self.turn][move[0]] -= 1
                self.x_tickets[move[0]] += 1
                self.team[self.turn] = int(move[1:])
            if self.team[self.turn] == self.x:
                self.winner = "detectives"
            self.turn = "x" if self.turn == len(self.team) - 1 else self.turn + 1
        self._settle()

    def _settle(self):
        """Makes the checks of rules 6.2 to 6.4, at the end of a round only."""
        if self.winner or self.turn != "x":
            return
        if self.slot == self.slots:
            self.winner = "mr-x"
        elif not any(self._ways(d) for d in range(len(self.team))):
            self.winner = "mr-x"
        elif not self.moves():
            self.winner = "detectives"
