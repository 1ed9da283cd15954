"""A PDF opened by three readers: is it whole, locked, how many pages? qpdf (pikepdf) judges, pypdf counts, PDFium draws."""

from __future__ import annotations

import logging
import mmap
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pikepdf
import pypdfium2
from pypdf import PdfReader
from pypdf.errors import PyPdfError

from pipeline.errors import Damaged, Locked, NotADocument
from pipeline.model.page import PageProblem
from pipeline.pages.pdf_page import raw_page
from pipeline.pages.raw import RawPage
from pipeline.settings import Limits

_ASK_AGAIN = "Copy it again from the scanner, or scan the section again."

# Words of qpdf's warnings that mean: the index of the file was gone, and was rebuilt by searching for objects. Anything that
# the search did not find is lost without a word, so the file must then prove that it is whole.
_REBUILT = ("file is damaged", "reconstruct", "xref not found", "startxref")

_BOX_MADE_UP = re.compile(r"object (\d+) (\d+)\D.*MediaBox is undefined")


class PdfFile:
    """A PDF file, opened. Its pages are decoded when asked for."""

    def __init__(self, path: Path, limits: Limits) -> None:
        self._name, self._limits = path.name, limits
        self._qpdf: Any = self._open_with_qpdf(path)
        try:
            self._pdfium: Any = self._open_with_pdfium(path)
        except BaseException:
            self._qpdf.close()
            raise
        # qpdf gives each warning once.
        self._warnings = tuple(str(w) for w in self._qpdf.get_warnings())
        try:
            self.problems: tuple[str, ...] = self._judge(path)
        except BaseException:
            self.close()
            raise
        self.page_count: int = len(self._qpdf.pages)
        self._without_size = self._pages_without_size()

    def close(self) -> None:
        """Let go of the file."""
        self._pdfium.close()
        self._qpdf.close()

    def page(self, number: int) -> RawPage:
        """Page `number`, from 1, decoded; a page that cannot be read is white, with the problem `unreadable`."""
        raw = raw_page(self._qpdf.pages[number - 1], self._pdfium, number, self._limits)
        if number - 1 not in self._without_size:
            return raw
        detail = "The page's size is not given in numbers; it was taken for a letter sheet."
        problem = PageProblem(kind="unreadable", detail=detail)
        return replace(raw, size=None, vector=False, problems=(*raw.problems, problem))

    def _open_with_qpdf(self, path: Path) -> Any:
        try:
            pdf = pikepdf.open(path, suppress_warnings=True)
            len(pdf.pages)
        except pikepdf.PasswordError as error:
            raise self._locked() from error
        except pikepdf.PdfError as error:
            if _mentions(path, b"/Adobe.PubSec"):
                raise self._locked() from error
            if path.stat().st_size < 64:
                raise NotADocument(f"{self._name} is no PDF, only the beginning of one. {_ASK_AGAIN}") from error
            raise self._damaged(_without_path(str(error), path)) from error
        return pdf

    def _open_with_pdfium(self, path: Path) -> Any:
        if len(self._qpdf.pages) == 0:
            raise NotADocument(f"{self._name} has no pages. Scan the section again.")
        try:
            document = pypdfium2.PdfDocument(path)
        except pypdfium2.PdfiumError as error:
            raise self._damaged(str(error)) from error
        try:
            document.init_forms()
        except pypdfium2.PdfiumError:
            # Only the filled fields would be missing from drawn pages; they have an appearance of their own as a rule.
            return document
        return document

    def _judge(self, path: Path) -> tuple[str, ...]:
        found, drawn = len(self._qpdf.pages), len(self._pdfium)
        if found != drawn:
            raise self._damaged(f"one reader finds {found} pages, another {drawn}")
        declared = self._declared_pages()
        if declared is not None and declared > found:
            raise self._damaged(f"it says that it has {declared} pages, but only {found} can be found")
        counted = _counted_by_pypdf(path)
        if counted is not None and counted > found:
            raise self._damaged(f"one reader finds {found} pages, another {counted}")
        said: list[str] = []
        warnings = [_without_path(w, path) for w in self._warnings]
        if any(word in w for w in warnings for word in _REBUILT):
            if _cut_off(path):
                raise self._damaged("its end is missing")
            if declared is None:
                raise self._damaged("the list of its pages is gone")
            said.append(f"The file's index was broken and had to be rebuilt; {found} pages were found, as it says itself.")
        elif warnings:
            said.append(f"The file breaks the rules of PDF in small ways ({len(warnings)} warnings, first: {warnings[0]}).")
        self._refuse_a_dynamic_form()
        if self._qpdf.is_encrypted:
            said.append("The file has an owner's password that restricts its use; it opens without one and was read.")
        return (*said, *self._active_contents())

    def _pages_without_size(self) -> frozenset[int]:
        """Indices, from 0, of pages to which qpdf gave a letter's box because theirs is no box: it names their objects."""
        told = {(int(m[1]), int(m[2])) for w in self._warnings if (m := _BOX_MADE_UP.search(w))}
        return frozenset(i for i, page in enumerate(self._qpdf.pages if told else ()) if page.obj.objgen in told)

    def _declared_pages(self) -> int | None:
        try:
            return int(self._qpdf.Root.Pages.Count)
        except (AttributeError, KeyError, TypeError, ValueError, pikepdf.PdfError):
            return None

    def _refuse_a_dynamic_form(self) -> None:
        root = self._qpdf.Root
        form = root.get("/AcroForm")
        without_fields = isinstance(form, pikepdf.Dictionary) and "/XFA" in form and len(form.get("/Fields", [])) == 0
        if bool(root.get("/NeedsRendering", False)) or without_fields:
            raise NotADocument(
                f"{self._name} is an XFA form, which only its own program can show. Print it to paper or PDF, and give that."
            )

    def _active_contents(self) -> tuple[str, ...]:
        """Sentences on what a viewer might run; nothing of it is run here."""
        root, said = self._qpdf.Root, []
        try:
            names = root.get("/Names") or {}
            if "/JavaScript" in names or _is_script(root.get("/OpenAction")):
                said.append("The file holds a script or an action; it was not run.")
            if "/EmbeddedFiles" in names:
                said.append("The file has other files attached; they were not opened.")
            form = root.get("/AcroForm")
            if form is not None and int(form.get("/SigFlags", 0)) & 1:
                said.append("The file bears a digital signature; it was not verified.")
        except (AttributeError, TypeError, ValueError, pikepdf.PdfError):
            said.append("The file's catalogue could not be read to its end.")
        return tuple(said)

    def _locked(self) -> Locked:
        return Locked(f"{self._name} asks for a password. Ask whoever sent it for an unlocked copy.")

    def _damaged(self, why: str) -> Damaged:
        return Damaged(f"{self._name} is cut off or damaged ({why}). {_ASK_AGAIN}")


def _is_script(action: Any) -> bool:
    return isinstance(action, pikepdf.Dictionary) and str(action.get("/S", "")) in ("/JavaScript", "/Launch", "/SubmitForm")


def _without_path(text: str, path: Path) -> str:
    """The words of qpdf without the path it puts before them; a message shows the name only."""
    return text.replace(str(path), path.name).removeprefix(path.name).lstrip(": ").splitlines()[0][:160]


def _counted_by_pypdf(path: Path) -> int | None:
    """Pages as a third reader counts them, which shares no code with the other two; None where it cannot read the file."""
    logging.getLogger("pypdf").setLevel(logging.CRITICAL)
    try:
        return len(PdfReader(path, strict=False).pages)
    except (PyPdfError, ArithmeticError, LookupError, TypeError, ValueError, AttributeError, RecursionError, OSError):
        # What pypdf does not understand the other two may: it only speaks up for pages that they would lose.
        return None


def _mentions(path: Path, word: bytes) -> bool:
    with path.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data:
        return data.find(word) >= 0


def _cut_off(path: Path) -> bool:
    """Whether objects follow the last end mark, or there is none: then the file was longer once."""
    with path.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data:
        end = data.rfind(b"%%EOF")
        return end < 0 or data.find(b" obj", end) >= 0
