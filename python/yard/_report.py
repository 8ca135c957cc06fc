"""What long work returns: plain data that draws itself in a notebook."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    import pandas


class Report(dict[str, Any]):
    """A dictionary of numbers that draws itself in a notebook, and becomes a pandas frame."""

    def __init__(
        self, data: Mapping[str, Any], svg: Callable[[], str | None] | None = None
    ) -> None:
        """Hold the numbers; the picture is drawn when somebody looks."""
        super().__init__(data)
        self._draw = svg

    def svg(self) -> str | None:
        """Draw a picture of it as SVG; None where there is none."""
        return None if self._draw is None else self._draw()

    def _repr_svg_(self) -> str | None:
        return self.svg()

    def __reduce__(self) -> Any:
        """Pickle the numbers alone."""
        return Report, (dict(self),)

    def rates(self) -> np.ndarray:
        """Tell the detectives' share of wins as an array: a cross table, or the cells of a table in a row."""
        cells = self["cells"]
        if cells and isinstance(cells[0], list):
            rate = [[np.nan if c is None else c["detective_rate"] for c in row] for row in cells]
            return np.array(rate)
        return np.array([cell["ours"]["detective_rate"] for cell in cells])

    def frame(self) -> pandas.DataFrame:
        """Make a pandas frame: one row for each cell of a table, or for the whole report."""
        import pandas

        cells = self.get("cells")
        if not isinstance(cells, list):
            flat = {key: value for key, value in self.items() if not isinstance(value, dict)}
            return pandas.DataFrame([flat])
        if cells and isinstance(cells[0], list):
            rows = [
                {"detectives": team, "mr_x": x, **cell}
                for team, row in zip(self["detectives"], cells, strict=True)
                for x, cell in zip(self["mr_x"], row, strict=True)
                if cell is not None
            ]
            return pandas.DataFrame(rows)
        return pandas.json_normalize(cells)


class Drawing:
    """A picture that a notebook shows."""

    def __init__(self, svg: str) -> None:
        """Hold the picture."""
        self._svg = svg

    def svg(self) -> str:
        """Tell the picture as SVG."""
        return self._svg

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the picture into a file."""
        Path(path).write_text(self._svg)

    def _repr_svg_(self) -> str:
        return self._svg


class Interrupted(KeyboardInterrupt):
    """Ctrl-C stopped long work; `result` has what is finished."""

    def __init__(self, result: Any) -> None:
        """Keep what is finished."""
        super().__init__("interrupted; what is finished is kept")
        self.result = result


class Candidates(list[int]):
    r"""The stations where Mr X can be: a sorted list that draws itself in a notebook.

    >>> import yard
    >>> found = yard.candidates("yard-record 1\nrules classic\nstart ? 26 29 50 53 91\n1 U?")
    >>> found, found.plane().sum()
    ([46, 67, 89], np.float32(3.0))
    """

    def __init__(self, stations: list[int], count: int, svg: Callable[[], str]) -> None:
        """Hold stations of a board with so many."""
        super().__init__(stations)
        self._count = count
        self._draw = svg

    def plane(self) -> np.ndarray:
        """Make an array with 1 for each candidate, station 1 first."""
        found = np.zeros(self._count, np.float32)
        found[np.array(self, int) - 1] = 1
        return found

    def _repr_svg_(self) -> str:
        return self._draw()

    def __reduce__(self) -> Any:
        """Pickle the stations alone."""
        return list, (list(self),)


class Belief(dict[int, float]):
    """How likely Mr X is at each station, the likeliest first."""

    def __init__(self, chances: Mapping[int, float], count: int) -> None:
        """Hold the chances of stations of a board with so many."""
        super().__init__(chances)
        self._count = count

    def plane(self) -> np.ndarray:
        """Make an array of chances, station 1 first."""
        found = np.zeros(self._count, np.float32)
        for station, chance in self.items():
            found[station - 1] = chance
        return found

    def __reduce__(self) -> Any:
        """Pickle the chances alone."""
        return dict, (dict(self),)
