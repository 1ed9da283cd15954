"""How is the warning of 54(a) set? The words are the ordinance's own; the lines are set as forms set them."""

from __future__ import annotations

import re
from functools import cache
from html import escape
from pathlib import Path

from samples.factory.form import Form

ORDINANCE = Path(__file__).parents[2] / "pipeline" / "law" / "sources" / "colorado-54-124.txt"

_BREAKS = (
    "WARNING:",
    "IT IS AGAINST THE LAW:",
    "measure.",
    "UNLESS YOU ARE A",
    "REGISTERED ELECTOR",
    "VOTE ON THIS MEASURE.",
    "TO BE A REGISTERED ELECTOR,",
    "CITIZEN OF Colorado",
    "REGISTERED TO VOTE.",
    "meaning.",
)


@cache
def wording() -> tuple[str, ...]:
    """The warning's own lines, from the ordinance's text, with the spaces its run-together sentences lack."""
    text = ORDINANCE.read_text()
    quoted = re.search(r'"(WARNING:.*?understand its meaning\.)"', text, flags=re.DOTALL)
    if not quoted:
        raise ValueError(f"{ORDINANCE.name}: no quoted warning found")
    words = " ".join(re.sub(r"\.(?=[A-Z])", ". ", quoted.group(1)).split())
    lines = []
    for end in _BREAKS:
        at = words.index(end) + len(end)
        lines.append(words[:at].strip())
        words = words[at:].strip()
    return tuple(lines)


def lines(form: Form, leaf: int) -> list[str]:
    """The warning's lines on `leaf`, with any planted change of its wording."""
    made = list(wording())
    if form.upper_state:
        made = [line.replace("OF Colorado", "OF COLORADO") for line in made]
    fault = form.fault("warning-wording", leaf)
    if fault:
        old, new = fault.value
        made = [line.replace(old, new) for line in made]
    return [line for line in made if line]


def block(form: Form, leaf: int) -> str:
    """HTML of the warning on `leaf`; empty where it is planted missing."""
    if form.fault("warning-missing", leaf):
        return ""
    colour = form.red
    if fault := form.fault("warning-not-red", leaf):
        colour = fault.value
    size = form.warning_size
    if fault := form.fault("warning-too-small", leaf):
        size = fault.value
    weight = 400 if form.fault("warning-not-bold", leaf) else 700
    family = form.warning_face.family
    if form.fault("warning-not-plain", leaf):
        family = form.script.family
    style = f"color:{colour};font-family:'{family}';font-size:{size}pt;font-weight:{weight};line-height:1.13"
    look = form.layout.warning
    inner = []
    for line in _joined(lines(form, leaf)) if form.warning_flow else lines(form, leaf):
        short = line.upper() == line or len(line) < 60
        align = (
            "left"
            if look == "left"
            else ("center" if short or look == "centred" else "justify" if look == "justified" else "left")
        )
        inner.append(f'<div style="text-align:{align}">{escape(line)}</div>')
    box = f";border:1.6pt solid {colour};padding:4pt 7pt" if look == "boxed" else ""
    return f'<div class="warning" data-part="warning" style="{style}{box}">{"".join(inner)}</div>'


def _joined(parts: list[str]) -> list[str]:
    """The lines run together in three: the head, the first sentence, the rest."""
    if len(parts) < 5:
        return parts
    return [" ".join(parts[:2]), parts[2], " ".join(parts[3:-1]), parts[-1]]
