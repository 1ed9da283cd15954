"""Small phrases of messages."""

from __future__ import annotations

from collections.abc import Iterable, Sequence


def page_list(pages: Sequence[int]) -> str:
    """`1`, `1 and 2`, `1, 2 and 5`, `1 to 4`."""
    numbers = sorted(set(pages))
    if len(numbers) > 2 and numbers[-1] - numbers[0] == len(numbers) - 1:
        return f"{numbers[0]} to {numbers[-1]}"
    return and_list(str(n) for n in numbers)


def pages_phrase(pages: Sequence[int]) -> str:
    """`page 1`, `pages 1 and 2`."""
    return f"{'page' if len(set(pages)) == 1 else 'pages'} {page_list(pages)}"


def and_list(words: Iterable[str]) -> str:
    """`a`, `a and b`, `a, b and c`."""
    items = list(words)
    if len(items) < 2:
        return "".join(items)
    return f"{', '.join(items[:-1])} and {items[-1]}"
