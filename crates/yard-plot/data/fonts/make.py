"""Makes the two fonts of this folder: python3 make.py FOLDER_WITH_DEJAVU (needs pip's fonttools)."""

import sys
from pathlib import Path

from fontTools import subset
from fontTools.ttLib import TTFont

# Latin-1 and the signs that plots use: dashes, quotes, ellipsis, minus, arrows, comparisons.
SIGNS = [*range(0x20, 0x7F), *range(0xA0, 0x100), 0x2013, 0x2014, *range(0x2018, 0x201F), 0x2026]
SIGNS += [0x2190, 0x2191, 0x2192, 0x2193, 0x2212, 0x2248, 0x2264, 0x2265]
FAMILY = "Yard Plot"


def make(source: Path, target: Path, style: str) -> None:
    options = subset.Options(hinting=False, name_IDs=[0, 13, 14], notdef_outline=True)
    options.drop_tables += ["FFTM", "GDEF", "GPOS", "GSUB", "MATH"]  # nothing here reads them
    # The time of the last change would make every run give other bytes.
    font = TTFont(source, recalcTimestamp=False)
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes=SIGNS)
    subsetter.subset(font)
    # A changed font gets a name of its own, as its licence wants.
    names = {1: FAMILY, 2: style, 3: f"{FAMILY} {style}", 4: f"{FAMILY} {style}", 6: f"YardPlot-{style}"}
    for number, text in names.items():
        font["name"].setName(text, number, 3, 1, 0x409)
    font.save(target)


folder = Path(sys.argv[1])
here = Path(__file__).parent
make(folder / "DejaVuSansCondensed.ttf", here / "YardPlot-Regular.ttf", "Regular")
make(folder / "DejaVuSansCondensed-Bold.ttf", here / "YardPlot-Bold.ttf", "Bold")
