"""Run a function on hostile bytes in one child process that can outlast neither its limits nor its parent.

The child is started afresh (never forked: onnxruntime's threads do not survive that), in a process group of its own, with
every library at one thread before it is imported. It watches a pipe that only the parent holds; when the parent is gone, the
whole group is killed, with any tesseract that the child started. A result or an error comes back as a value.
"""

from __future__ import annotations

import contextlib
import io
import logging
import os
import pickle
import selectors
import signal
import struct
import subprocess
import sys
import tempfile
import threading
import time
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import IO, Any, TypeVar

from pipeline import errors
from pipeline.crowding import crowding
from pipeline.errors import OverLimit, PetitionError
from pipeline.settings import Limits

logger = logging.getLogger(__name__)

T = TypeVar("T")
Progress = Callable[[int, int], None]

# One thread a process: pages and scans run side by side, and OpenMP in tesseract burns a second core for nothing (ocr.md 1).
_THREAD_SETTINGS = (
    "OMP_NUM_THREADS",
    "OMP_THREAD_LIMIT",
    "OPENBLAS_NUM_THREADS",
    "MKL_NUM_THREADS",
    "NUMEXPR_NUM_THREADS",
    "VECLIB_MAXIMUM_THREADS",
    "OPENCV_FOR_THREADS_NUM",
    "ORT_NUM_THREADS",
)
_ONE_THREAD = dict.fromkeys(_THREAD_SETTINGS, "1")
# Same in, same out: the order of sets of strings must not differ from child to child.
_FIXED = {"PYTHONHASHSEED": "0", "MALLOC_ARENA_MAX": "2"}
# A library that may send messages to its maker is told not to (see `pipeline/__init__.py`); so are those that ask this way.
_SILENT = {"ORT_DISABLE_TELEMETRY": "1", "DO_NOT_TRACK": "1"}

_HEADER = struct.Struct("!Q")
_POLL_SECONDS = 0.2
_STDERR_KEPT = 2_000
_AGAIN = "Scan the section again at 300 dpi, or split the file."

# What a result may be made of. The child has parsed hostile bytes: its answer must not name `os.system` for us to call.
_TRUSTED_MODULES = ("datetime", "collections", "pathlib", "decimal", "fractions", "uuid", "zoneinfo")
_TRUSTED_BUILTINS = frozenset({"set", "frozenset", "bytearray", "complex", "range", "slice", "list", "dict", "tuple", "object"})
_TRUSTED_PICKLE_HELPERS = frozenset({("copyreg", "_reconstructor"), ("copyreg", "__newobj__")})


def call(function: Callable[..., T], *args: Any, limits: Limits | None = None, progress: Progress | None = None) -> T:
    """`function(*args)`, run in a child process of its own.

    `function` must be importable by name; it may call `report` to say how far it is, which resets the watch on progress.
    `progress` is called in this process with (page, of).

    Raises:
        PetitionError: of the same type and with the same sentence as in the child; `OverLimit` where a limit ended it;
            plain where it crashed.
    """
    limits = limits or Limits()
    with tempfile.TemporaryFile() as stderr:
        child = _Child(limits, stderr)
        try:
            child.send((list(sys.path), limits, function, args))
            return _outcome(child, limits, progress)
        finally:
            child.end()


def report(page: int, of: int) -> None:
    """Say from inside the child that page `page` of `of` is done. Does nothing outside a sandbox."""
    if _answers is not None:
        _write(_answers, ("progress", page, of))


# The child's end of the pipe for answers; None in every other process.
_answers: int | None = None


class _Child:
    """The child process and the three pipes to it: request, answers, and the lifeline on which nothing is ever written."""

    def __init__(self, limits: Limits, stderr: IO[bytes]) -> None:
        request_read, self._request = os.pipe()
        self.answers, answers_write = os.pipe()
        lifeline_read, self._lifeline = os.pipe()
        ends = (request_read, answers_write, lifeline_read)
        self._stderr = stderr
        try:
            self._process = subprocess.Popen(
                [sys.executable, "-c", _BOOT, *map(str, ends)],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=stderr,
                env={
                    **os.environ,
                    **_ONE_THREAD,
                    **_FIXED,
                    **_SILENT,
                    "PYTHONPATH": os.pathsep.join(p or str(Path.cwd()) for p in sys.path),
                },
                pass_fds=ends,
                process_group=0,
            )
        except BaseException:
            for fd in (self._request, self.answers, self._lifeline):
                os.close(fd)
            raise
        finally:
            for fd in ends:
                os.close(fd)
        self._limits = limits
        self._started = self._last_progress = time.monotonic()
        self._cpu_at_progress = 0.0

    def send(self, request: object) -> None:
        """Hand over what to do. The child may already be dead; then the outcome says so."""
        with contextlib.suppress(BrokenPipeError):
            _write(self._request, request)
        os.close(self._request)
        self._request = -1

    def progressed(self) -> None:
        """The child said that it got on: its time runs anew."""
        self._last_progress = time.monotonic()
        self._cpu_at_progress = self._cpu_seconds()

    def over_limit(self) -> str | None:
        """A sentence on the limit that the child broke, None while it keeps to all."""
        limits, now = self._limits, time.monotonic()
        if now - self._started > limits.file_seconds:
            return f"Reading took longer than {limits.file_seconds:,.0f} seconds and was ended. {_AGAIN}"
        patience = limits.progress_seconds * crowding()
        if now - self._last_progress > patience:
            return f"Reading did not get on for {patience:,.0f} seconds and was ended. {_AGAIN}"
        if self._cpu_seconds() - self._cpu_at_progress > limits.page_cpu_seconds:
            return f"One page took more than {limits.page_cpu_seconds:,.0f} seconds of work; reading was ended. {_AGAIN}"
        if self._resident_bytes() > limits.memory_bytes:
            return f"Reading took more than {limits.memory_bytes / 2**20:,.0f} MiB of memory and was ended. {_AGAIN}"
        return None

    def cause_of_death(self) -> PetitionError:
        """Why the child ended without an answer."""
        code = self._process.wait()
        self._stderr.seek(0, io.SEEK_END)
        self._stderr.seek(max(self._stderr.tell() - _STDERR_KEPT, 0))
        logger.debug("child ended with %s; last words: %r", code, self._stderr.read())
        if code in (-signal.SIGKILL, -signal.SIGABRT, -signal.SIGXCPU):
            # The system ends what takes too much memory with SIGKILL; PDFium and libstdc++ abort when they get none.
            return OverLimit(f"Reading was ended by the system, most likely for want of memory. {_AGAIN}")
        what = f"signal {-code}" if code < 0 else f"exit code {code}"
        return PetitionError(
            f"The reader of scans crashed on this file ({what}). This is a fault of the program, not of the petition: "
            "keep the file, check its sections on paper, and report it."
        )

    def end(self) -> None:
        """Kill what is left of the group, then let go of everything: after `wait`, the number may be another's."""
        if self._process.returncode is None:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()
        for fd in (self._request, self.answers, self._lifeline):
            if fd >= 0:
                os.close(fd)

    def kill_group(self) -> None:
        """Kill the child and all it started, leaving the child to be waited for."""
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, signal.SIGKILL)

    def _resident_bytes(self) -> int:
        try:
            return int(Path(f"/proc/{self._process.pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
        except (OSError, IndexError, ValueError):
            return 0

    def _cpu_seconds(self) -> float:
        try:
            # The name in brackets may hold spaces; the numbers follow its last bracket (man 5 proc).
            fields = Path(f"/proc/{self._process.pid}/stat").read_text().rpartition(")")[2].split()
            return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
        except (OSError, IndexError, ValueError):
            return 0.0


def _outcome(child: _Child, limits: Limits, progress: Progress | None) -> Any:
    inbox = bytearray()
    with selectors.DefaultSelector() as selector:
        selector.register(child.answers, selectors.EVENT_READ)
        while True:
            if selector.select(_POLL_SECONDS):
                block = os.read(child.answers, 1 << 20)
                if not block:
                    child.kill_group()
                    raise child.cause_of_death()
                inbox += block
                for answer in _complete(inbox, limits.memory_bytes):
                    match answer:
                        case ("value", value):
                            return value
                        case ("error", name, sentence):
                            raise _error(str(name), str(sentence))
                        case ("progress", int(page), int(of)):
                            child.progressed()
                            if progress is not None:
                                progress(page, of)
                        case _:
                            raise PetitionError("The reader of scans gave an answer that makes no sense; report this file.")
            if broken := child.over_limit():
                raise OverLimit(broken)


def _complete(inbox: bytearray, most: int) -> list[Any]:
    """The whole messages at the front of `inbox`, which they leave."""
    found: list[Any] = []
    while len(inbox) >= _HEADER.size:
        (length,) = _HEADER.unpack_from(inbox)
        if length > most:
            raise OverLimit(f"Reading gave a result of {length / 2**20:,.0f} MiB, more than it may. {_AGAIN}")
        end = _HEADER.size + length
        if len(inbox) < end:
            break
        try:
            found.append(_Careful(io.BytesIO(bytes(inbox[_HEADER.size : end]))).load())
        except (pickle.UnpicklingError, AttributeError, ImportError, EOFError, IndexError, TypeError, ValueError) as error:
            why = f"{type(error).__name__}: {error}"
            raise PetitionError(f"The reader of scans gave an answer that cannot be taken ({why}); report this file.") from error
        del inbox[:end]
    return found


class _Careful(pickle.Unpickler):
    """Makes values of this program and plain ones, and nothing else."""

    def find_class(self, module: str, name: str) -> Any:
        ours = module.split(".")[0] == "pipeline"
        plain = module in _TRUSTED_MODULES or (module == "builtins" and name in _TRUSTED_BUILTINS)
        if not (ours or plain or (module, name) in _TRUSTED_PICKLE_HELPERS):
            raise pickle.UnpicklingError(f"a result may not hold {module}.{name}")
        found = super().find_class(module, name)
        if ours and not isinstance(found, type):
            # A class is a value's kind; a function of ours would be run with what the child chose.
            raise pickle.UnpicklingError(f"a result may not call {module}.{name}")
        return found


def _error(name: str, sentence: str) -> PetitionError:
    kind = getattr(errors, name, None)
    if isinstance(kind, type) and issubclass(kind, PetitionError):
        return kind(sentence)
    return PetitionError(sentence)


def _write(fd: int, message: object) -> None:
    data = pickle.dumps(message, protocol=pickle.HIGHEST_PROTOCOL)
    view = memoryview(_HEADER.pack(len(data)) + data)
    while view:
        view = view[os.write(fd, view) :]


# --- in the child ---------------------------------------------------------------------------------------------------------

_BOOT = "import sys; from pipeline.sandbox import _serve; _serve(*map(int, sys.argv[1:]))"


def _serve(request: int, answers: int, lifeline: int) -> None:
    """The child's whole life: read one request, do it, answer, end."""
    global _answers
    _die_with_parent(lifeline)
    with os.fdopen(request, "rb") as pipe:
        (length,) = _HEADER.unpack(pipe.read(_HEADER.size))
        path, limits, function, args = pickle.loads(pipe.read(length))
    sys.path[:] = path
    _limit_self(limits)
    _answers = answers
    _write(answers, _answer(function, args))


def _answer(function: Callable[..., object], args: tuple[Any, ...]) -> tuple[object, ...]:
    try:
        value = ("value", function(*args))
        pickle.dumps(value)
        return value
    except PetitionError as error:
        kind = next(c for c in type(error).__mro__ if c.__module__ == errors.__name__)
        return ("error", kind.__name__, str(error))
    except MemoryError:
        return ("error", "OverLimit", f"Reading took more memory than it may. {_AGAIN}")
    except Exception as error:
        # Where, not what: the text of a stray error may hold words read from the petition.
        place = traceback.extract_tb(error.__traceback__)[-1]
        print(traceback.format_exc(), file=sys.stderr)
        where = f"{type(error).__name__} in {Path(place.filename).name}, line {place.lineno}"
        return (
            "error",
            "PetitionError",
            f"The reader of scans failed on this file ({where}). This is a fault of the program, not of the petition: "
            "keep the file, check its sections on paper, and report it.",
        )


def _limit_self(limits: Limits) -> None:
    import resource

    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    if limits.address_space_bytes:
        hard = resource.getrlimit(resource.RLIMIT_AS)[1]
        wanted = limits.address_space_bytes
        wanted = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        resource.setrlimit(resource.RLIMIT_AS, (wanted, hard))


def _die_with_parent(lifeline: int) -> None:
    """Kill the own process group when the parent's end of `lifeline` closes, in two ways.

    A thread waits for it. Where the system can (Linux), the kernel itself signals the group as well, which works even
    while a library keeps Python's lock.
    """
    import fcntl

    if hasattr(fcntl, "F_SETSIG"):
        with contextlib.suppress(OSError):
            fcntl.fcntl(lifeline, fcntl.F_SETOWN, -os.getpgrp())
            fcntl.fcntl(lifeline, fcntl.F_SETSIG, signal.SIGKILL)
            fcntl.fcntl(lifeline, fcntl.F_SETFL, fcntl.fcntl(lifeline, fcntl.F_GETFL) | os.O_ASYNC)

    def watch() -> None:
        with contextlib.suppress(OSError):
            while os.read(lifeline, 1):
                pass
        os.killpg(os.getpgrp(), signal.SIGKILL)

    threading.Thread(target=watch, name="lifeline", daemon=True).start()
