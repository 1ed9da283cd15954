"""PDFs made to harm: cycles, bombs in bombs, keys of others, scripts. Each ends in an answer (faults.md A14, A17, A25-A27)."""

from __future__ import annotations

import zlib

import pikepdf
import pytest

from pipeline.errors import Locked, OverLimit, PetitionError
from pipeline.pages.open import open_scan
from pipeline.settings import Limits
from pipeline.store import intake_pages

MIB = 2**20


def written(path, *objects: bytes, trailer: bytes = b"/Root 1 0 R"):
    """A PDF of these objects, numbered from 1, with a right table."""
    out, places = bytearray(b"%PDF-1.7\n"), []
    for number, body in enumerate(objects, 1):
        places.append(len(out))
        out += b"%d 0 obj\n" % number + body + b"\nendobj\n"
    start = len(out)
    out += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    out += b"".join(b"%010d 00000 n \n" % place for place in places)
    out += b"trailer\n<< /Size %d %s >>\nstartxref\n%d\n%%%%EOF\n" % (len(objects) + 1, trailer, start)
    path.write_bytes(out)
    return path


CATALOG = b"<< /Type /Catalog /Pages 2 0 R >>"
PAGE = b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R >>"


def stream(data: bytes, entries: bytes = b"") -> bytes:
    return b"<< /Length %d %s >>\nstream\n" % (len(data), entries) + data + b"\nendstream"


def test_a_page_tree_that_holds_itself_is_refused(tmp_path):
    path = written(tmp_path / "cycle.pdf", CATALOG, b"<< /Type /Pages /Count 9 /Kids [2 0 R 2 0 R] >>")
    with pytest.raises(PetitionError):
        intake_pages.digests(path)


def test_a_form_that_draws_itself_costs_the_page_not_the_program(tmp_path):
    page = PAGE.replace(b"/Contents", b"/Resources << /XObject << /F 5 0 R >> >> /Contents")
    form = b"/Type /XObject /Subtype /Form /BBox [0 0 612 792] /Resources << /XObject << /F 5 0 R >> >>"
    path = written(
        tmp_path / "form.pdf", CATALOG, b"<< /Type /Pages /Count 1 /Kids [3 0 R] >>", page, stream(b"/F Do"),
        stream(b"/F Do", form),
    )  # fmt: skip
    with open_scan(path) as opened:
        assert opened.page_count == 1
        assert opened.page(1).gray.size > 0


def test_a_bomb_within_a_bomb_is_not_unpacked(tmp_path):
    """Ten thousand times a thousand times smaller than what it unpacks to."""
    inner = zlib.compress(bytes(64 * MIB), 9)
    outer = zlib.compress(inner, 9)
    assert len(outer) < 64 * MIB / 10_000
    path = written(
        tmp_path / "bomb.pdf", CATALOG, b"<< /Type /Pages /Count 1 /Kids [3 0 R] >>", PAGE,
        stream(outer, b"/Filter [/FlateDecode /FlateDecode]"),
    )  # fmt: skip
    limits = Limits(stream_bytes=MIB)
    with open_scan(path, limits) as opened, pytest.raises(OverLimit, match="unpacks"):
        opened.page(1)
    assert len(intake_pages.digests(path, limits)) == 1


def test_a_file_for_the_keys_of_others_is_locked(tmp_path):
    locked = b"<< /Filter /Adobe.PubSec /SubFilter /adbe.pkcs7.s5 /V 4 /Length 128 /Recipients [] >>"
    path = written(
        tmp_path / "certificate.pdf", CATALOG, b"<< /Type /Pages /Count 1 /Kids [3 0 R] >>", PAGE, stream(b"q Q"), locked,
        trailer=b"/Root 1 0 R /Encrypt 5 0 R /ID [<00> <00>]",
    )  # fmt: skip
    with pytest.raises(Locked):
        open_scan(path)


def test_scripts_and_attachments_are_told_and_never_run_or_taken_out(tmp_path):
    path = tmp_path / "active.pdf"
    with pikepdf.new() as pdf:
        pdf.add_blank_page(page_size=(612, 792))
        pdf.Root.OpenAction = pikepdf.Dictionary(S=pikepdf.Name.JavaScript, JS="app.alert(1)")
        pdf.attachments["other.exe"] = b"MZ"
        pdf.save(path)
    before = sorted(p.name for p in tmp_path.iterdir())
    with open_scan(path) as opened:
        told = " ".join(opened.problems).lower()
    assert "script" in told or "action" in told
    assert "attach" in told or "embedded" in told or "other file" in told, told
    assert sorted(p.name for p in tmp_path.iterdir()) == before
