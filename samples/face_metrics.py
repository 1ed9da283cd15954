"""Makes pipeline/pages/facemetrics.json: advances, glyph boxes and stem widths of print faces with open licences.

Run once by hand where the faces are installed: `python -m samples.face_metrics [folder of faces …]`; a folder may hold npm's
@fontsource packages or unpacked Debian packages. The product reads the file only, never a font. Open Sans, PT Serif and
Source Sans are left out on purpose: benchmarks print forms in them, and a benchmark on faces that the table knows would tell
nothing of faces that it does not.
"""

from __future__ import annotations

import json
import string
import sys
import tempfile
from collections.abc import Iterator
from functools import cache
from itertools import product
from pathlib import Path

import numpy as np
from fontTools.pens.boundsPen import BoundsPen
from fontTools.ttLib import TTFont
from PIL import Image, ImageDraw, ImageFont

OUT = Path(__file__).parents[1] / "pipeline" / "pages" / "facemetrics.json"
LETTERS = string.ascii_letters + string.digits + ".,:;!?'\"()-$%&/" + "‘’“”–—"

SYSTEM = {
    "Liberation Serif": ("OFL-1.1", "LiberationSerif-{}.ttf", "Regular Bold Italic BoldItalic"),
    "Liberation Sans": ("OFL-1.1", "LiberationSans-{}.ttf", "Regular Bold Italic BoldItalic"),
    "Liberation Sans Narrow": ("GPL-2 with font exception", "LiberationSansNarrow-{}.ttf", "Regular Bold"),
    "Liberation Mono": ("OFL-1.1", "LiberationMono-{}.ttf", "Regular Bold"),
    "DejaVu Sans": ("Bitstream Vera", "DejaVuSans{}.ttf", " -Bold"),
    "DejaVu Sans Condensed": ("Bitstream Vera", "DejaVuSansCondensed{}.ttf", " -Bold"),
    "DejaVu Serif": ("Bitstream Vera", "DejaVuSerif{}.ttf", " -Bold"),
    "Carlito": ("OFL-1.1", "Carlito-{}.ttf", "Regular Bold Italic BoldItalic"),
    "Caladea": ("Apache-2.0", "Caladea-{}.ttf", "Regular Bold Italic BoldItalic"),
    "TeX Gyre Pagella": ("GUST", "texgyrepagella-{}.otf", "regular bold italic bolditalic"),
    "TeX Gyre Schola": ("GUST", "texgyreschola-{}.otf", "regular bold"),
    "TeX Gyre Bonum": ("GUST", "texgyrebonum-{}.otf", "regular bold"),
    "TeX Gyre Adventor": ("GUST", "texgyreadventor-{}.otf", "regular bold"),
    "TeX Gyre Cursor": ("GUST", "texgyrecursor-{}.otf", "regular bold"),
    "TeX Gyre Heros": ("GUST", "texgyreheros-{}.otf", "regular bold"),
    "Linux Libertine": ("OFL-1.1", "LinLibertine_{}.otf", "R RB"),
    "Linux Biolinum": ("OFL-1.1", "LinBiolinum_{}.otf", "R RB"),
    "Gentium Book": ("OFL-1.1", "GenBkBas{}.ttf", "R B"),
    "Noto Sans": ("OFL-1.1", "NotoSans-{}.ttf", "Regular Bold"),
    "Noto Serif": ("OFL-1.1", "NotoSerif-{}.ttf", "Regular Bold"),
    "Latin Modern Roman": ("GUST", "lmroman10-{}.otf", "regular bold"),
    "Latin Modern Sans": ("GUST", "lmsans10-{}.otf", "regular bold"),
    "Latin Modern Mono": ("GUST", "lmmono10-{}.otf", "regular"),
    "Accanthis": ("GPL-2 with font exception", "AccanthisADFStd-{}.otf", "Regular Bold"),
    "Baskervald": ("GPL-2 with font exception", "BaskervaldADFStd{}.otf", " -Bold"),
    "Berenis": ("GPL-2 with font exception", "BerenisADFPro-{}.otf", "Regular Bold"),
    "Gillius": ("GPL-2 with font exception", "GilliusADF-{}.otf", "Regular Bold"),
    "Ikarius": ("GPL-2 with font exception", "IkariusADFStd-{}.otf", "Regular Bold"),
    "Romande": ("GPL-2 with font exception", "RomandeADFStd-{}.otf", "Regular DemiBold"),
    "Switzera": ("GPL-2 with font exception", "SwitzeraADF-{}.otf", "Regular Bold"),
    "Tribun": ("GPL-2 with font exception", "TribunADFStd-{}.otf", "Regular Bold"),
    "Universalis": ("GPL-2 with font exception", "UniversalisADFStd-{}.otf", "Regular Bold"),
    "Old Standard": ("OFL-1.1", "OldStandard-{}.ttf", "Regular Bold"),
    "Charis SIL": ("OFL-1.1", "CharisSIL-{}.ttf", "Regular Bold"),
    "Andika": ("OFL-1.1", "Andika-{}.ttf", "Regular Bold"),
    "Cantarell": ("OFL-1.1", "Cantarell-{}.otf", "Regular Bold"),
    "Clear Sans": ("Apache-2.0", "ClearSans-{}.ttf", "Regular Bold"),
    "Junicode": ("OFL-1.1", "JunicodeTwoBeta-{}.otf", "Regular Bold"),
    "Go": ("BSD-3-Clause", "Go-{}.ttf", "Regular Bold"),
    "Courier Prime": ("OFL-1.1", "Courier?Prime{}.otf", " ?Bold"),
    "Oxygen": ("OFL-1.1", "Oxygen-Sans{}.ttf", " -Bold"),
    "Quattrocento": ("OFL-1.1", "Quattrocento-{}.otf", "Regular"),
}
# Packages @fontsource/…; the family is the name with capitals.
NPM = [
    "gelasio",
    "eb-garamond",
    "merriweather",
    "montserrat",
    "libre-baskerville",
    "crimson-text",
    "roboto",
    "lato",
    "inter",
    "libre-franklin",
    "pt-sans",
    "source-serif-4",
    "nunito-sans",
    "raleway",
    "work-sans",
    "ibm-plex-sans",
    "ibm-plex-serif",
    "lora",
    "fira-sans",
    "ubuntu",
    "poppins",
    "barlow",
    "cabin",
    "mulish",
    "dm-sans",
    "rubik",
    "bitter",
    "vollkorn",
    "alegreya",
    "archivo",
    "public-sans",
    "atkinson-hyperlegible",
    "spectral",
    "libre-caslon-text",
    "titillium-web",
    "karla",
    "hind",
    "arvo",
    "zilla-slab",
    "cormorant-garamond",
    "figtree",
    "plus-jakarta-sans",
    "manrope",
    "red-hat-text",
    "crimson-pro",
    "literata",
    "newsreader",
    "frank-ruhl-libre",
    "domine",
    "heebo",
    "asap",
    "aileron",
    "alegreya-sans",
    "overpass",
    "besley",
    "libre-bodoni",
    "catamaran",
    "commissioner",
]
# Smaller pairs, in 1/1000 em, are no more than rounding.
KERNED_LEAST = 8
BOLD = ("bold", "rb", "b", "bolditalic", "700", "-bold", "?bold", "demibold")


def measure(path: Path) -> dict[str, object]:
    font = TTFont(path)
    cmap, glyphs, em = font.getBestCmap(), font.getGlyphSet(), font["head"].unitsPerEm
    table: dict[str, list[int]] = {}
    for letter in LETTERS:
        name = cmap.get(ord(letter))
        if name is None:
            continue
        pen = BoundsPen(glyphs)
        glyphs[name].draw(pen)
        box = pen.bounds or (0, 0, 0, 0)
        table[letter] = [round(v * 1000 / em) for v in (glyphs[name].width, *box)]
    return {"glyphs": table, "stem": stem(path, "lnihu"), "stem_capital": stem(path, "HIEN")}


def stem(path: Path, letters: str) -> int:
    """Median width of vertical stems in 1/1000 em, drawn large and measured at the middle of the letters."""
    size, widths = 800, []
    face = ImageFont.truetype(str(_as_ttf(path)), size)
    for letter in letters:
        picture = Image.new("L", (size * 2, size * 2), 0)
        ImageDraw.Draw(picture).text((size // 2, size // 4), letter, font=face, fill=255)
        ink = np.asarray(picture) > 127
        rows = np.flatnonzero(ink.any(axis=1))
        row = ink[rows[0] + int(len(rows) * 0.6)].astype(int)
        edges = np.flatnonzero(np.diff(np.concatenate(([0], row, [0]))))
        widths.append(int(edges[1] - edges[0]))
    return round(float(np.median(widths)) * 1000 / size)


def _family(package: str) -> str:
    name = " ".join(
        part.upper() if len(part) == 2 and part in ("eb", "pt", "dm") else part.capitalize() for part in package.split("-")
    )
    return name.replace("Ibm", "IBM").removesuffix(" 4").replace("Caslon Text", "Caslon")


@cache
def _as_ttf(path: Path) -> Path:
    """The face as a file that can be drawn with."""
    if path.suffix != ".woff2":
        return path
    font = TTFont(path)
    font.flavor = None
    out = Path(tempfile.mkdtemp()) / f"{path.stem}.ttf"
    font.save(out)
    return out


def main() -> None:
    given = [Path(folder) for folder in sys.argv[1:]]
    roots = [Path("/usr/share/fonts"), Path("/usr/share/texmf/fonts"), *given]
    found = [*_of_system(roots), *_of_packages(given)]
    faces = [{**face, **measure(path)} for face, path in found]
    lines = ",\n".join(json.dumps(face, ensure_ascii=False, separators=(",", ":")) for face in faces)
    pairs = json.dumps(kerning([path for face, path in found if "Mono" not in str(face["family"])]), separators=(",", ":"))
    OUT.write_text(
        f'{{"unit": "1/1000 em", "glyph": ["advance", "x0", "y0", "x1", "y1"],\n"kerning": {pairs},\n"faces": [\n{lines}\n]}}\n',
        encoding="utf-8",
    )
    print(len(faces), "faces", OUT.stat().st_size, "bytes")


def kerning(paths: list[Path]) -> dict[str, int]:
    """What faces take off the space between two letters, the mean of all: pairs from `KERNED_LEAST` on."""
    letters, sums = string.ascii_letters + ".,", dict[str, float]()
    for path in paths:
        face = ImageFont.truetype(str(_as_ttf(path)), 1000, layout_engine=ImageFont.Layout.RAQM)
        alone = {letter: face.getlength(letter) for letter in letters}
        for a, b in product(letters, letters):
            if not (a.islower() and b.isupper()):
                closer = face.getlength(a + b, features=["-liga"]) - alone[a] - alone[b]
                sums[a + b] = sums.get(a + b, 0.0) + closer
    return {pair: round(total / len(paths)) for pair, total in sums.items() if abs(total) >= KERNED_LEAST * len(paths)}


def _of_system(roots: list[Path]) -> Iterator[tuple[dict[str, object], Path]]:
    """Debian's faces, installed or unpacked."""
    for family, (licence, pattern, styles) in SYSTEM.items():
        for style in styles.split(" "):
            name = pattern.format(style)
            path = next((p for root in roots for p in sorted(root.rglob(name))), None)
            if path is None:
                print("not installed:", name)
                continue
            low = style.lower()
            kind = {"bold": low in BOLD, "italic": "italic" in low}
            yield {"family": family, "licence": licence, **kind}, path


def _of_packages(folders: list[Path]) -> Iterator[tuple[dict[str, object], Path]]:
    """Faces of npm's @fontsource packages, in any of the folders."""
    for package in NPM:
        family = _family(package)
        for weight in (400, 700):
            file = Path(package, "files", f"{package}-latin-{weight}-normal.woff2")
            path = next((folder / file for folder in folders if (folder / file).exists()), None)
            if path is None:
                print("not there:", file.name)
                continue
            licence = "UFL-1.0" if family == "Ubuntu" else "OFL-1.1"
            yield {"family": family, "licence": licence, "bold": weight == 700, "italic": False}, path


if __name__ == "__main__":
    main()
