"""The pages of an opened scan as finders want them: upright, read and ruled, a few kept at a time so that memory stays flat."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from threading import Lock

from pipeline.errors import OverLimit
from pipeline.model.page import Page, PageProblem
from pipeline.model.text import PageText
from pipeline.ocr.engine import PrintEngine
from pipeline.ocr.exact import read_exact
from pipeline.ocr.print import EngineFailed
from pipeline.pages.distant import DistantRaster
from pipeline.pages.open import OpenedScan
from pipeline.pages.raster import Raster
from pipeline.pages.ruling import RuledLine, find_rules
from pipeline.pages.upright import upright
from pipeline.pages.view import PageView

# A letter page at 300 dpi in colour holds 34 MB; twelve stay well under the child's memory limit, and a section is seldom longer.
VIEWS_KEPT = 12
# Larger pages, 600 dpi say, are kept in less number: what is kept beside the engines' own 400 MB must leave room under 1.5 GiB
# for the page in work and the finders' copies of it.
BYTES_KEPT = 512 * 2**20


class Shelf:
    """Pages by number, read on demand. Words and rules are kept for good, pixels only of the pages used last."""

    def __init__(
        self,
        path: Path,
        opened: OpenedScan,
        engine: PrintEngine,
        *,
        threads: int = 1,
        known_print: Callable[[Page, Raster], PageText | None] | None = None,
    ) -> None:
        """`known_print`: the words of a page whose print is known beforehand; None sends the page to the engine."""
        self._known_print = known_print
        self._path = path
        self._opened = opened
        self._engine = engine
        self._threads = threads
        self._decoding = Lock()
        self._known: dict[int, tuple[PageText, tuple[RuledLine, ...], PageProblem | None]] = {}
        self._kept: OrderedDict[int, PageView] = OrderedDict()
        self._bytes: dict[int, int] = {}

    @property
    def page_count(self) -> int:
        """Pages of the scan."""
        return self._opened.page_count

    def read_all(self, seen: Callable[[PageView], None], first: int = 1, last: int | None = None) -> Iterator[int]:
        """Read every page from `first` to `last` (None: the last there is) once, `threads` side by side; `seen` gets each in
        order, then its number is yielded.
        """
        numbers = range(first, min(last or self.page_count, self.page_count) + 1)
        with ThreadPoolExecutor(max_workers=self._threads) as pool:
            for start in range(0, len(numbers), self._threads):
                batch = numbers[start : start + self._threads]
                for view in pool.map(self._read, batch):
                    self._keep(view)
                    seen(view)
                    yield view.page.number

    def view(self, number: int) -> PageView:
        """Page `number`, from 1: from the shelf, or decoded again with the words it was read to have."""
        view = self._kept.get(number)
        if view is None:
            view = self._read(number)
        self._keep(view)
        return view

    def views(self, numbers: Sequence[int]) -> tuple[PageView, ...]:
        """These pages, in the order given. Where they are too many to lie on the shelf at once, their pixels are decoded anew
        when they are looked at: slower, but a section of any length fits.
        """
        if len(numbers) <= VIEWS_KEPT and sum(self._bytes.get(number, 0) for number in numbers) <= BYTES_KEPT:
            return tuple(self.view(number) for number in numbers)
        return tuple(self._distant(number) for number in numbers)

    def _distant(self, number: int) -> PageView:
        view = self.view(number)
        return replace(view, raster=DistantRaster(lambda: self.view(number).raster, view.raster.px_per_pt))

    def _keep(self, view: PageView) -> None:
        self._kept[view.page.number] = view
        self._kept.move_to_end(view.page.number)
        self._bytes[view.page.number] = view.raster.gray.nbytes + (0 if view.raster.bgr is None else view.raster.bgr.nbytes)
        while len(self._kept) > 1 and (len(self._kept) > VIEWS_KEPT or self._held() > BYTES_KEPT):
            self._kept.popitem(last=False)

    def _held(self) -> int:
        return sum(self._bytes[number] for number in self._kept)

    def _read(self, number: int) -> PageView:
        with self._decoding:
            raw = self._opened.page(number)
        page, raster = upright(raw, number)
        known = self._known.get(number)
        if known is None:
            text, problem = self._text(page, raster)
            known = self._known[number] = (text, () if page.blank else find_rules(raster), problem)
        text, rules, problem = known
        if problem is not None:
            page = replace(page, problems=(*page.problems, problem))
        return PageView(page=page, raster=raster, text=text, rules=rules)

    def _text(self, page: Page, raster: Raster) -> tuple[PageText, PageProblem | None]:
        """The page's words; none, with the problem that says why, where the engine gave up on this page alone."""
        nothing = PageText(page=page.number, lines=(), exact=False, engine=self._engine.stamp)
        if page.blank:
            return nothing, None
        if page.born_digital and page.rotation == 0:
            with self._decoding:
                return read_exact(self._path, page.number), None
        given = self._known_print(page, raster) if self._known_print is not None else None
        if given is not None:
            return given, None
        pixels = raster.gray if raster.bgr is None else raster.bgr
        try:
            return self._engine.read_page(pixels, raster.px_per_pt, page=page.number), None
        except (OverLimit, EngineFailed) as why:
            return nothing, PageProblem(kind="unreadable", detail=f"The print of this page could not be read: {why}")
