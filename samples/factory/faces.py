"""Where is a print face? Debian's own faces by family name, npm's @fontsource packages from a cache folder outside the
project.

Faces are never committed: samples/README.md says which packages to install. The cache is $XDG_CACHE_HOME/petition-
factory.
"""

from __future__ import annotations

import os
import subprocess
from functools import cache
from pathlib import Path

from samples.factory.catalogue import Face

NPM_LIMIT_S = 300


class FaceMissing(Exception):
    """A print face is not installed; the message says which package has it."""


def cache_folder() -> Path:
    base = os.environ.get("XDG_CACHE_HOME") or str(Path.home() / ".cache")
    return Path(base) / "petition-factory"


def css(face: Face) -> str:
    """The @font-face rules a page needs to use `face`; empty for a face of the system."""
    if not face.npm:
        _need_family(face)
        return ""
    files = _npm_folder(face.npm) / "files"
    name = face.npm.split("/")[1]
    rules = []
    for weight in (400, 700):
        for style in ("normal", "italic"):
            path = files / f"{name}-latin-{weight}-{style}.woff2"
            if path.exists():
                rules.append(
                    f"@font-face{{font-family:'{face.family}';font-weight:{weight};font-style:{style};src:url('{path.as_uri()}')}}"
                )
    if not rules:
        raise FaceMissing(f"{face.npm}: no latin woff2 files in {files}. Install the package again.")
    return "".join(rules)


@cache
def _families() -> frozenset[str]:
    listed = subprocess.run(["fc-list", ":", "family"], capture_output=True, text=True, timeout=60, check=True).stdout
    return frozenset(name.strip() for line in listed.splitlines() for name in line.split(","))


def _need_family(face: Face) -> None:
    if face.family not in _families():
        raise FaceMissing(f"{face.family}: this face is not installed. On Debian: apt-get install {face.system}")


@cache
def _npm_folder(package: str) -> Path:
    root = cache_folder() / "npm"
    folder = root / "node_modules" / package
    if not folder.exists():
        root.mkdir(parents=True, exist_ok=True)
        command = ["npm", "install", "--prefix", str(root), "--ignore-scripts", "--no-audit", "--no-fund", package]
        try:
            subprocess.run(command, check=True, capture_output=True, timeout=NPM_LIMIT_S)
        except (OSError, subprocess.SubprocessError) as error:
            raise FaceMissing(f"{package}: npm could not install this face ({error}). Run: npm install {package}") from error
    return folder
