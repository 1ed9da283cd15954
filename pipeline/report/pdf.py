"""HTML to PDF by WeasyPrint: tagged, faces embedded, and nothing fetched, whatever a name read from a scan may hold."""

from __future__ import annotations

from typing import Any

from weasyprint import HTML
from weasyprint.urls import URLFetcher


class Refused(ValueError):
    """Something outside the document was asked for."""


class RefusingFetcher(URLFetcher):
    """Fetches nothing: no file, no network. All that a document needs stands in its own HTML."""

    def fetch(self, url: str, headers: Any = None) -> Any:
        """Refuse every address.

        Raises:
            Refused: always; WeasyPrint then leaves the thing out.
        """
        raise Refused(f"the document asked for {url[:80]!r}; nothing outside it is fetched")


def pdf(html: str) -> bytes:
    """The document as a PDF with tags (headings, tables, reading order) and embedded faces."""
    document = HTML(string=html, url_fetcher=RefusingFetcher(), base_url=None)
    made: bytes = document.write_pdf(pdf_tags=True)
    return made
