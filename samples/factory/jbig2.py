"""How does a bitonal page become JBIG2 without an encoder? T.88 lets a generic region hold T.6 (MMR) codes, which Pillow
can make.

Source: ITU-T T.88, 7.2 (segment headers), 7.4.8 (page information), 7.4.6 (generic region); embedded organisation as
in PDF 32000 7.4.7.
"""

from __future__ import annotations

import struct

PAGE_INFORMATION, IMMEDIATE_GENERIC_REGION = 48, 38
LOSSLESS, MMR = 0x01, 0x01


def wrap_mmr(codes: bytes, width: int, height: int) -> bytes:
    """An embedded JBIG2 stream for one page whose one region is `codes` (T.6, black runs for black)."""
    page = struct.pack(">IIIIBH", width, height, 0, 0, LOSSLESS, 0)
    region = struct.pack(">IIIIB", width, height, 0, 0, 0) + bytes([MMR]) + codes
    return _segment(0, PAGE_INFORMATION, page) + _segment(1, IMMEDIATE_GENERIC_REGION, region)


def _segment(number: int, kind: int, data: bytes) -> bytes:
    return struct.pack(">IBBBI", number, kind, 0, 1, len(data)) + data
