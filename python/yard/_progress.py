"""Progress bars: those of tqdm, if it is there."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager


@contextmanager
def progress_bar(
    total: int, unit: str, wanted: bool, done: int = 0
) -> Iterator[Callable[[int], None] | None]:
    """Yield a function that is told how much is done, or None if no bar is wanted."""
    if not wanted:
        yield None
        return
    try:
        from tqdm.auto import tqdm
    except ImportError:
        yield None
        return
    with tqdm(total=total, initial=done, unit=unit) as bar:
        yield lambda done: bar.update(done - bar.n) and None
        bar.update(total - bar.n)
