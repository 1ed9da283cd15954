"""An affidavit's running text cut into the things it says, one proposition each, with its words in a plain form.

Cuts: sentence ends, semicolons, list marks, "that" after a verb of saying, and a comma or "and" before a new subject.
Words of known vocabulary that OCR misread by a letter or two are set right for matching; the raw words stay beside them.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from rapidfuzz import process
from rapidfuzz.distance import DamerauLevenshtein

from pipeline.section.phrases import word_set

# A word misread by more than this many letters is another word. Fitted on paraphrases with 3 % of the letters changed:
# two in eight letters still find the word, and no two words of the vocabulary below lie that near with another meaning.
ONE_SLIP_FROM_LETTERS = 4
TWO_SLIPS_FROM_LETTERS = 8
# Three words or more run together have so many letters at least.
THREE_FROM_LETTERS = 9
# So many words run together at most, each of so many letters.
MOST_TOGETHER, LONGEST_WORD = 5, 14

# A raw word that only ends what is said: between pieces of text that do not go on into each other.
BREAK = "¶"

_PIECE = re.compile(r"[A-Za-z]+(?:['’`´][A-Za-z]+)*|\d+(?:st|nd|rd|th)?|[.;:,•()]|[^\sA-Za-z\d.;:,•()]")
_LIST_MARK = re.compile(r"^[(\[]?(?:\d|1[0-2]|[a-hA-H]|i{1,3}|iv|vi{0,3})[).\]]+$")
_BULLET = re.compile(r"^[•·*\-–—▪■□☐»>¶]$")
_LIKE_I = frozenset({"|", "|,", "l", "l,", "]", "\\", "!", "I"})
# These are a capital I only before what an affiant does, in small letters: an initial, a list's mark and a figure look the same.
# A serifed I has a J's foot and a T's head, and may be read twice.
_LIKE_I_BEFORE_VERB = re.compile(r"^[IJTl1|!\[\]]{1,2},?$")
_VERBS_OF_I = word_set(
    "have has was am did do had saw witnessed personally believe understand know further state swear affirm declare "
    "reside made read will"
    " circulated also hereby certify being watched carried myself alone nor"
)
# A list under "I," or "the circulator:" goes on without a subject; a lost capital I looks the same.
_VERBS_WITHOUT_SUBJECT = word_set(
    "was am have has had did saw witnessed watched personally believe believes reside resides do does"
)
_IN_PERSON, _CARRYING = word_set("personally myself"), word_set("circulated carried")
# "I am" and the like run together, the I misread or not.
_JOINED_I = re.compile(r"^([IJlTt|\[\]{}1!\\/])([a-z]+)[,;]?$")
_JOINED_VERBS = _VERBS_OF_I | word_set(
    "myself shall watched handled offered passed brought presented took distributed collected solicited gathered observed "
    "attained reached paid gave never promised reviewed studied acted served signed affirm certify verify attest depose "
    "acknowledge should would could may must"
)
# Words whose stop ends no sentence.
_ABBREVIATED = word_set("no st ave rd dr blvd co apt mr ms jr sr")
_MIXED = re.compile(r"[A-Za-z]+\d+[A-Za-z]*|\d[A-Za-z]{2,}")
# What print recognition makes of "18".
_LIKE_EIGHTEEN = re.compile(r"^[(\[]?[1Il|!]\s?[8B&][)\]]?[.,;]?$")
_LIKE_LETTERS = str.maketrans("015968", "olsgbb")
_SAYING = word_set(
    "say says said state states stated swear swears sworn affirm affirms affirmed declare declares depose deposes oath "
    "certify certifies"
    " attest attests follows perjury hereby verify verifies further also represent represents acknowledge warrant confirm"
)
_SUBJECTS = word_set(
    "i each all every no none neither nobody that this circulator affiant my he she they persons it nothing"
    " those anyone everyone whoever said we such only"
)
_SUBJECTS_AFTER_AND = _SUBJECTS - {"my", "all", "it", "only"}
_ALWAYS_CUT = frozenset(".;:•")
_WITHHOLDING = word_set("cannot not never unable decline refuse neither nor")
# So near before its verb a denial stands.
WITHHELD_WITHIN = 4
# A beginning shorter than this is not yet something said ("I read, and I understand, the statutes"): no comma cuts it off.
CUT_FROM_WORDS = 5
CUT_FROM_TELLING_WORDS = 2
QUALIFYING = word_set(
    "to the best of my his her circulators affiants knowledge belief information and as far so i know believe am aware "
    "upon in or on own"
    " personal affiant circulator it is that verily he she our can tell neither nor"
)
# What ends in these goes on behind the insertion: "I have not, and will not, and I believe that nobody else will, pay".
_DANGLING = word_set("not will shall have has had never nor or do did would")
# What a comma cuts off has a verb, or is longer than a remark.
FRAGMENT_WORDS, FRAGMENT_VERB = 9, 4
_VERBS = (
    _VERBS_OF_I
    | _JOINED_VERBS
    | word_set(
        "is are were be been being has does do will shall can may must signed sign signs purports purport wrote saw know knows "
        "believes"
    )
)
# An affiant's own doings may stand in a list behind one subject; with a signer in the sentence the verb may be the signer's.
_AFFIANT = word_set("i circulator affiant undersigned deponent he she")
_OTHERS = word_set("signer signers person persons people each every signature signatures believe believes")
_LISTED_VERBS = word_set(
    "was am have has had did saw witnessed watched observed personally believe believes circulated carried never reside resides"
)
_RELATIVE = word_set("which who whom whose that")
# A sentence that begins so has its main clause after its comma.
_INTRODUCING = word_set("when while at after before as if during upon having to in for prior since throughout whenever on by")


@dataclass(frozen=True, slots=True, kw_only=True)
class Proposition:
    """One thing said."""

    words: tuple[str, ...]
    """Plain lower-case words, apostrophes and punctuation gone, misread ones set right."""
    raw: str
    """As it was read."""
    first: int
    last: int
    """Places of its first and last raw word in the list it was cut from, both inclusive."""


def propositions(raw_words: Sequence[str], vocabulary: frozenset[str]) -> tuple[Proposition, ...]:
    """`raw_words` (a text's words in reading order) cut into propositions, in order; every word with a letter is in one."""
    plain = [piece for place, word in enumerate(_with_i(raw_words)) for piece in _pieces(place, word, vocabulary)]
    plain = _one_pronoun(plain)
    out: list[Proposition] = []
    current: list[tuple[int, str]] = []
    introduced = False
    for at, (place, piece) in enumerate(plain):
        if piece in _ALWAYS_CUT or piece == "¶":
            _flush(current, raw_words, out)
            introduced = False
        elif (piece == "," and _new_subject(plain, at, current, _SUBJECTS)) or (
            piece in {"and", "but"} and _new_subject(plain, at, current, _SUBJECTS_AFTER_AND)
        ):
            if current[0][1] in _INTRODUCING and not introduced:
                introduced = True
            else:
                _flush(current, raw_words, out)
                introduced = False
        elif piece == "," and _next_verb(plain, at, current):
            _flush(current, raw_words, out)
            current.append((place, "i"))
        elif piece == "that" and (not current or (current[-1][1] in _SAYING and not _withheld(current))):
            _flush(current, raw_words, out)
            introduced = False
        elif piece[0].isalnum():
            current.append((place, piece))
    _flush(current, raw_words, out)
    return tuple(out)


def _withheld(current: Sequence[tuple[int, str]]) -> bool:
    """Whether the verb of saying that ends `current` is itself denied: "I cannot say that"."""
    return any(word in _WITHHOLDING for _, word in current[-WITHHELD_WITHIN:])


def _with_i(raw_words: Sequence[str]) -> list[str]:
    """Raw words with the capital I put back that OCR took for a bar, a slash, a small l or a 1."""
    out: list[str] = []
    for at, word in enumerate(raw_words):
        after = raw_words[at + 1] if at + 1 < len(raw_words) else ""
        small = word == "1" or after.islower()
        before_verb = small and _LIKE_I_BEFORE_VERB.match(word) and after.lower() in _VERBS_OF_I and not after.istitle()
        if word in _LIKE_I or before_verb:
            word = "I"
        elif (joined := _JOINED_I.match(word)) is not None and joined.group(2) in _JOINED_VERBS:
            word = "I " + joined.group(2)
        elif word.startswith(("|", "\\")) and word[1:2].isalpha():
            word = "I " + word[1:]
        out.append(word)
    return out


def _pieces(place: int, word: str, vocabulary: frozenset[str]) -> list[tuple[int, str]]:
    """The plain words and cut marks of one raw word."""
    word = unaccented(word)
    if _LIST_MARK.match(word) or _BULLET.match(word):
        return [(place, "¶")]
    if _LIKE_EIGHTEEN.match(word):
        return [(place, "18")]
    word = re.sub(r"\(s\)", "s", word, flags=re.IGNORECASE)
    word = re.sub(r"^\((?:\d{1,2}|[a-h])\)(?=[A-Za-z])", "", word)
    word = _MIXED.sub(
        lambda m: m.group() if re.fullmatch(r"\d+(?:st|nd|rd|th)", m.group()) else _letters_only(m.group(), vocabulary), word
    )
    out: list[tuple[int, str]] = []
    for piece in _PIECE.findall(word):
        if piece[0].isalpha():
            letters = re.sub(r"['’`´]", "", piece).lower()
            out += [(place, w) for w in set_right(letters, vocabulary)]
        elif piece[0].isdigit() or piece in ".;:,•":
            out.append((place, piece))
    if word.lower().rstrip(",.") in _ABBREVIATED and word.endswith("."):
        out = [p for p in out if p[1] != "."]
    return out


def _letters_only(mixed: str, vocabulary: frozenset[str]) -> str:
    """A word with digits among its letters ("bel1eve") as the vocabulary's word that it looks like, else as it is."""
    for one in ("l", "i"):
        letters = mixed.lower().replace("1", one).translate(_LIKE_LETTERS)
        if letters in vocabulary:
            return letters
    return mixed


def unaccented(text: str) -> str:
    """The text without accents over its letters."""
    if text.isascii():
        return text
    return "".join(c for c in unicodedata.normalize("NFD", text) if not unicodedata.combining(c))


@lru_cache(maxsize=20_000)
def set_right(word: str, vocabulary: frozenset[str]) -> tuple[str, ...]:
    """The vocabulary's word that `word` most likely is: itself, one within the slips allowed, or two run together."""
    if word in vocabulary or len(word) < ONE_SLIP_FROM_LETTERS:
        return (word,)
    slips = 2 if len(word) >= TWO_SLIPS_FROM_LETTERS else 1
    best = process.extractOne(word, _by_letters(vocabulary, len(word)), scorer=DamerauLevenshtein.distance, score_cutoff=slips)
    if best:
        return (best[0],)
    return _run_together(word, vocabulary) or (word,)


def _run_together(word: str, vocabulary: frozenset[str]) -> tuple[str, ...]:
    """The words of the vocabulary that `word` is made of without a rest, the fewest; two, or more where it is long."""
    for cut in range(2, len(word) - 1):
        if word[:cut] in vocabulary and word[cut:] in vocabulary:
            return (word[:cut], word[cut:])
    if len(word) < THREE_FROM_LETTERS:
        return ()
    # Fewest words up to each letter, and those words.
    best: list[tuple[str, ...] | None] = [()] + [None] * len(word)
    for end in range(1, len(word) + 1):
        for start in range(max(end - LONGEST_WORD, 0), end):
            piece, before = word[start:end], best[start]
            known = (len(piece) >= 2 and piece in vocabulary) or piece in {"a", "i"}
            shorter = best[end]
            if known and before is not None and (shorter is None or len(before) + 1 < len(shorter)):
                best[end] = (*before, piece)
    found = best[-1] or ()
    return found if len(found) <= MOST_TOGETHER and any(len(w) >= ONE_SLIP_FROM_LETTERS for w in found) else ()


@lru_cache(maxsize=256)
def _by_letters(vocabulary: frozenset[str], letters: int) -> tuple[str, ...]:
    return tuple(sorted(w for w in vocabulary if abs(len(w) - letters) <= 2 and len(w) >= ONE_SLIP_FROM_LETTERS))


def _one_pronoun(pieces: list[tuple[int, str]]) -> list[tuple[int, str]]:
    """`he/she`, `he or she`, `his or her` as the first of the two."""
    pairs = {
        ("he", "she"),
        ("his", "her"),
        ("him", "her"),
        ("she", "he"),
        ("her", "his"),
        ("himself", "herself"),
        ("is", "are"),
        ("was", "were"),
    }
    out: list[tuple[int, str]] = []
    for piece in pieces:
        if out and (out[-1][1], piece[1]) in pairs:
            continue
        if len(out) >= 2 and out[-1][1] == "or" and (out[-2][1], piece[1]) in pairs:
            out.pop()
            continue
        out.append(piece)
    return out


def _new_subject(pieces: list[tuple[int, str]], at: int, current: list[tuple[int, str]], subjects: frozenset[str]) -> bool:
    """Whether a comma, "and" or "but" at place `at` ends one thing said and begins another."""
    whole = len(current) >= CUT_FROM_WORDS and sum(w not in QUALIFYING for _, w in current) >= CUT_FROM_TELLING_WORDS
    if not whole or _next_word(pieces, at + 1) not in subjects:
        return False
    if current[-1][1] in _DANGLING or (pieces[at][1] == "and" and current[-1][1] == "each"):
        return False
    if pieces[at][1] == "," and _mere_fragment(pieces, at):
        return False
    if pieces[at][1] == "but" and _next_word(pieces, at + 1) == "that":
        return False
    rest = [p for _, p in pieces[at + 1 : at + 1 + len(QUALIFYING)]]
    aside = rest[: next((i for i, p in enumerate(rest) if p in ",.;:¶"), len(rest))]
    return not (aside and len(aside) < len(rest) and rest[len(aside)] == "," and all(p in QUALIFYING for p in aside))


def _next_verb(pieces: list[tuple[int, str]], at: int, current: Sequence[tuple[int, str]]) -> bool:
    """Whether the comma at `at` ends one of the things that the affiant says of himself, with the next verb behind it: "I have
    read the laws, was eighteen years of age, personally circulated the section".
    """
    words = [w for _, w in current]
    if len(words) < CUT_FROM_WORDS or not _AFFIANT & set(words[:2]) or _OTHERS & set(words):
        return False
    verb = _next_word(pieces, at + 1)
    before = [p for _, p in pieces[max(at - FRAGMENT_WORDS, 0) : at]]
    aside = before[len(before) - before[::-1].index(",") :] if "," in before else []
    return verb in _LISTED_VERBS and not (aside and aside[0] in _INTRODUCING | _RELATIVE)


def _next_word(pieces: Sequence[tuple[int, str]], start: int) -> str:
    for _, piece in pieces[start : start + 3]:
        if piece[0].isalnum() and piece not in {"and", "or", "but", "further"}:
            return piece
    return ""


def _mere_fragment(pieces: Sequence[tuple[int, str]], at: int) -> bool:
    """Whether what follows the comma at `at` up to the next stop has no verb: "each signature, all of them in my presence"."""
    rest: list[str] = []
    for _, piece in pieces[at + 1 :]:
        if piece in ".;:,•¶" or len(rest) > FRAGMENT_WORDS:
            break
        rest.append(piece)
    if len(rest) > FRAGMENT_WORDS:
        return False
    return not any(w in _VERBS or (w.endswith("ed") and len(w) > FRAGMENT_VERB) for w in rest)


def _flush(current: list[tuple[int, str]], raw: Sequence[str], out: list[Proposition]) -> None:
    if current:
        first, last = current[0][0], current[-1][0]
        words = tuple(w for _, w in current)
        if words[0] in _VERBS_WITHOUT_SUBJECT or _in_person(words):
            words = ("i", *words)
        out.append(Proposition(words=words, raw=" ".join(w for w in raw[first : last + 1] if w != BREAK), first=first, last=last))
    current.clear()


def _in_person(words: Sequence[str]) -> bool:
    """Whether words without a subject say that the paper was carried in person: "personally circulated the section"."""
    carried = words[0] in _IN_PERSON | _CARRYING and bool(_CARRYING & set(words[:2]))
    alone = bool(_IN_PERSON & set(words)) or " in person" in " ".join(words)
    return carried and alone and "by" not in words


def known_share(found: Iterable[Proposition], vocabulary: frozenset[str]) -> float:
    """Share of the words of four letters or more that are in the vocabulary, 0 to 1: low where the page was read badly."""
    words = [w for p in found for w in p.words if len(w) >= ONE_SLIP_FROM_LETTERS]
    return sum(w in vocabulary for w in words) / len(words) if words else 0.0
