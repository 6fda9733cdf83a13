"""The built book as one zip, with the same bytes whenever it is made.

python book/_ext/site.py book/_build/html book/_build/kakeya-book.zip
"""

from __future__ import annotations

import sys
import zipfile
from pathlib import Path

STORED = {".woff2", ".zip", ".png", ".inv"}  # compressed already
NOT_OURS = {".buildinfo", ".doctrees"}


def pack(site: Path, target: Path) -> None:
    with zipfile.ZipFile(target, "w") as archive:
        for path in sorted(site.rglob("*"), key=lambda one: one.relative_to(site).as_posix()):
            parts = path.relative_to(site).parts
            if not path.is_file() or NOT_OURS & set(parts):
                continue
            entry = zipfile.ZipInfo("/".join(("kakeya-book", *parts)), (1980, 1, 1, 0, 0, 0))
            entry.external_attr = 0o644 << 16
            how = zipfile.ZIP_STORED if path.suffix in STORED else zipfile.ZIP_DEFLATED
            archive.writestr(entry, path.read_bytes(), how, 9)


if __name__ == "__main__":
    pack(Path(sys.argv[1]), Path(sys.argv[2]))
