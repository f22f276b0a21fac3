"""Files of the input that no second try will read."""

from __future__ import annotations

import pyarrow as pa

from . import filesystem
from .errors import FileError

#: What pyarrow raises about bad data and about disks and networks alike. Others, such as those
#: about memory, are no reason to suspect a file.
ERRORS = (OSError, pa.ArrowInvalid, pa.ArrowSerializationError)
_STEP = 8 << 20


def refuse_damaged(path: str, error: BaseException) -> None:
    """Raises a FileError if the content of a file is at fault, and not the way to it.

    Without the decompression and decoding that failed, its bytes can then be read.
    """
    files, inside = filesystem.locate(path)
    try:
        with files.open_input_stream(inside, compression=None) as stream:
            while stream.read(_STEP):
                pass
    except ERRORS:
        return
    what = (str(error).splitlines() or [type(error).__name__])[0][:300]
    raise FileError(
        f"{path}: found damaged data ({what}), expected a whole file; replace it, and give the "
        "job a new folder if it has begun"
    ) from None
