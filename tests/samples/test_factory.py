"""The factory as a whole. Its hands lie beside the project: without them it cannot run, and these tests say so."""

import random

import pytest

from samples.factory import catalogue
from samples.factory.catalogue import Profile
from samples.factory.writing import FOLDER

pytest.importorskip("weasyprint", reason="the factory's form printer is not installed")
if not FOLDER.exists():
    pytest.skip("the handwriting faces of shared/data/fonts are not beside the project", allow_module_level=True)

from samples.factory.batch import Order, make_scan, new_petition
from samples.factory.faces import FaceMissing

SETTINGS = {"quality": (50, 60), "skew": 0.4}
SMALL = Profile(id="small", side="develop", colour="gray", dpi=72, packing="jpeg", settings=SETTINGS)


def made(folder):
    layout = next(x for x in catalogue.layouts("develop") if x.id == "portrait-below")
    try:
        petition = new_petition(random.Random("same"), "develop", layout, "p", sign_pages=1)
    except FaceMissing as error:
        pytest.skip(str(error))
    make_scan(random.Random("same"), petition, Order(name="s", planted=["line-struck"], profile=SMALL, sections=1), folder)
    return (folder / "s.truth.json").read_bytes()


def test_the_same_seed_gives_the_same_truth(tmp_path):
    for name in ("a", "b"):
        (tmp_path / name).mkdir()
    first, second = made(tmp_path / "a"), made(tmp_path / "b")
    assert first == second
    assert b"line-struck" in first
