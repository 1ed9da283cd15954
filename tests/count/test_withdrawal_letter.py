"""A request written as a letter, drawn here: each person signs on a rule that bears the name. The whole way, pixels to answer."""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from PIL import Image, ImageDraw, ImageFont

from pipeline.cli.withdrawal import check_request

PRINT = "/usr/share/fonts/truetype/liberation/LiberationSerif-Regular.ttf"
NAMES = ("Edna Drummond", "Victor Amsel", "Priya Castellan", "Joan Whitlock", "Tobias Renner")
PX = 200 / 72


def letter(path: Path, signed: Sequence[str], *, beside: bool) -> Path:
    """A letter at 200 dpi with a place to sign for each of five persons; `beside`: the names stand before the rules."""
    page = Image.new("RGB", (1700, 2200), (250, 249, 245))
    pen = ImageDraw.Draw(page)
    face = ImageFont.truetype(PRINT, 36)
    for at, told in enumerate(("To the City Clerk:", "We, members of the petitioners' committee, request that the petition be",
                               "withdrawn, as Sec. 10.6(e) of the charter allows.")):  # fmt: skip
        pen.text((180, 300 + 60 * at), told, font=face, fill=(25, 25, 25))
    for at, name in enumerate(NAMES):
        y = 760 + 220 * at
        x0, x1 = (700, 1300) if beside else (180, 800)
        pen.line((x0, y, x1, y), fill=(30, 30, 30), width=3)
        pen.text((180, y - 36) if beside else (180, y + 8), name, font=face, fill=(25, 25, 25))
        if not beside:
            pen.line((1000, y, 1400, y), fill=(30, 30, 30), width=3)
            pen.text((1000, y + 8), "Date", font=face, fill=(25, 25, 25))
        if name in signed:
            loops = [(x0 + 60 + 4 * t + 26 * math.sin(t / 3), y - 30 + 24 * math.cos(t / 2.3 + at)) for t in range(80)]
            pen.line(loops, fill=(25, 35, 130), width=5, joint="curve")
    page.rotate(0.5, fillcolor=(250, 249, 245)).save(path, dpi=(200, 200), quality=85)
    return path


@pytest.fixture
def request_file(tmp_path: Path) -> Path:
    """A request to withdraw a petition that was made under 10.3, and that petition beside it."""
    members = ",\n".join(f'{{ name = "{n}", address = "{i + 1} Mill Road" }}' for i, n in enumerate(NAMES))
    city = 'ordinance = "fulton-10-3"\ntimezone = "America/Chicago"\n'
    (tmp_path / "petition.toml").write_text(f'{city}kind = "initiative"\nvote = 2027-04-06\ncommittee = [{members}]\n')
    path = tmp_path / "request.toml"
    path.write_text(f'{city}kind = "withdrawal"\nfiled = 2027-03-12T14:05:00\nwithdraws = "petition.toml"\n')
    return path


def told_of(scan: Path, request_file: Path, capsys: pytest.CaptureFixture[str]) -> tuple[int, dict[str, Any]]:
    code = check_request(scan, request_file, as_json=True)
    return code, json.loads(capsys.readouterr().out)


@pytest.mark.parametrize("beside", [False, True])
def test_four_who_signed_on_their_rules_withdraw_it(
    request_file: Path, tmp_path: Path, beside: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    signed = (NAMES[0], NAMES[1], NAMES[3], NAMES[4])
    code, told = told_of(letter(tmp_path / "four.jpg", signed, beside=beside), request_file, capsys)
    assert told["members_signed"] == list(signed)
    assert told["effective"] is True
    assert code == 0


def test_three_do_not(request_file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, told = told_of(letter(tmp_path / "three.jpg", NAMES[:3], beside=False), request_file, capsys)
    assert told["members_signed"] == list(NAMES[:3])
    assert told["effective"] is False
    assert [f["check"] for f in told["findings"]] == ["withdrawal-too-few-members"]
    assert code == 10
