"""Makes the committed samples for the approved form: python -m samples.factory.committed_form

A petition with its form in samples/beside-form, and three scans of it: one word of the full text is another, one page is of
another petition, all was printed at 94 percent. Black and white, 200 dpi; faces and hands of the develop side only.
"""

from __future__ import annotations

import io
import random
from collections import Counter
from pathlib import Path

import pdfplumber

from samples.factory import catalogue, container, draft, sheets
from samples.factory.batch import draft_section, new_petition
from samples.factory.form_changes import change
from samples.factory.forms import MODES, Mishap, scanned
from samples.factory.petition import Petition, write_petition
from samples.factory.sheets import Sheet

ROOT = Path(__file__).parents[1]
SEED = 20261130
LAYOUT, FORM, MEASURE, OTHER = "portrait-below", "beside-form", "leaf-blowers", "library-hours"
PRINTED_AT = 0.94


def main() -> None:
    """Make the three, in samples/beside-form."""
    folder = ROOT / "beside-form"
    folder.mkdir(exist_ok=True)
    own = _petition(FORM, MEASURE)
    own.folder = folder
    write_petition(own, folder)
    whole, printed = _filled(own, "word")
    _one_word_of_the_text(whole[0], printed)
    _write(folder / "one-word-of-the-text.pdf", whole)
    mixed = _filled(own, "other")[0]
    mixed[1:2] = _filled(_petition("other", OTHER), "other")[0][1:2]
    _write(folder / "page-of-another-petition.pdf", mixed)
    _write(folder / "printed-at-94-percent.pdf", _filled(own, "small")[0], fit=PRINTED_AT)


def _petition(id: str, measure: str) -> Petition:
    layout = next(x for x in catalogue.layouts("develop") if x.id == LAYOUT)
    return new_petition(random.Random(f"{SEED}/{id}"), "develop", layout, id, measure=measure, sign_pages=1)


def _filled(petition: Petition, what: str) -> tuple[list[Sheet], bytes]:
    """The sheets of a good section, filled in, and its print."""
    rng = random.Random(f"{SEED}/beside/{petition.id}/{what}")
    made: draft.Draft = draft_section(rng, petition, [])
    made.dark = True
    assert made.printed is not None
    return sheets.sheets(made, rng, petition.first), made.printed.pdf


def _one_word_of_the_text(sheet: Sheet, pdf: bytes) -> None:
    """A word of the page with the full text replaced by another of its words."""
    with pdfplumber.open(io.BytesIO(pdf)) as opened:
        words = opened.pages[0].extract_words(return_chars=True, extra_attrs=["fontname", "size"])
    start = next(w for w in words if w["text"] == "Definitions.")
    below = [w for w in words if w["top"] > start["bottom"]]
    faces = Counter((w["fontname"], round(w["size"], 2)) for w in below)
    same = [w for w in below if (w["fontname"], round(w["size"], 2)) == faces.most_common(1)[0][0]]
    made = change(sheet.pixels, same, "word", random.Random(f"{SEED}/beside/word"))
    assert made is not None
    print(f"one-word-of-the-text: {made.expected!r} became {made.found!r}")


def _write(path: Path, pages: list[Sheet], *, fit: float = 1.0) -> None:
    mode = next(m for m in MODES if m.name == "200 dpi bitonal")
    rng = random.Random(f"{SEED}/beside/{path.stem}")
    shots = []
    for page in pages:
        what = Mishap(skew=round(rng.uniform(-0.4, 0.4), 3), fit=fit)
        taken = scanned(page.pixels, rng, mode, what)
        shots.append(container.Shot(pixels=taken, dpi=mode.dpi, packing="g4"))
    container.write_pdf(shots, path, producer="petition sample factory")
    print(f"{path.name}: {path.stat().st_size // 1024} KB")


if __name__ == "__main__":
    main()
