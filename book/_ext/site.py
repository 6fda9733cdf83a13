"""The book to take home: one zip with the same bytes whenever it is made.

python book/_ext/site.py book/_build/html book/_build/kakeya-book.zip

It holds the site, the chapters as notebooks, the texts as rulesets, the package itself as a wheel, and a README.txt
that says how to use each. A copy stands in the site, where pages link to it; the site in the zip has no such link.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

import notebooks

from kakeya import __version__
from kakeya.texts.schema import schema
from kakeya.texts.tables import as_json

ROOT = Path(__file__).resolve().parent.parent.parent
TOP = "kakeya-book"
NAME = f"{TOP}.zip"
STORED = {".woff2", ".zip", ".png", ".inv", ".whl"}  # compressed already
NOT_OURS = {".buildinfo", ".doctrees", NAME}
OFFER = re.compile(r'<p class="k-zip">.*?</p>\s*', re.DOTALL)  # a paragraph that links to the zip

README = """\
Kakeya Toranpu: three rule texts, one engine
=================================================

site/        the book. Its pages open as they are; what plays in them needs a
             server, and the smallest will do:

                 cd site
                 python -m http.server

             Then open http://localhost:8000 in a browser. No page asks any
             other address for anything. Any static host serves the folder.

notebooks/   the chapters as notebooks; begin with your-own-rules.ipynb. With
             Python 3.11 or newer, from this folder:

                 python -m venv env
                 env/bin/pip install "./{wheel}[book,fast]"
                 env/bin/jupyter lab notebooks/your-own-rules.ipynb

             (On Windows it is env\\Scripts in place of env/bin.)

rulesets/    the texts as data. Rules of your own are a few lines of YAML:

                 env/bin/kakeya new my-rules --based-on ja
                 env/bin/kakeya check my-rules.yaml
                 env/bin/kakeya compare ja my-rules.yaml

             rulesets/kakeya.schema.json lets an editor complete and check them.

LICENSE.txt  code under the MIT licence, text and data under CC BY 4.0. Fonts
             and scripts of others have their licences beside them, in
             site/_static.
"""


def pack(site: Path, target: Path) -> None:
    """Write the zip of a built site."""
    files = {
        f"site/{path.relative_to(site).as_posix()}": page(path) for path in sorted(site.rglob("*")) if ours(path, site)
    }
    files |= {f"notebooks/{name}": text.encode() for name, text in notebooks.chapters(ROOT / "book").items()}
    rulesets = ROOT / "rulesets"
    files |= {
        f"rulesets/{path.relative_to(rulesets).as_posix()}": path.read_bytes() for path in rulesets.rglob("*.yaml")
    }
    files["rulesets/kakeya.schema.json"] = as_json(schema()).encode()
    name, content = wheel()
    files[name] = content
    files["README.txt"] = README.format(wheel=name).encode()
    files["LICENSE.txt"] = (ROOT / "LICENSE").read_bytes()
    with zipfile.ZipFile(target, "w") as archive:
        for name, content in sorted(files.items()):
            entry = zipfile.ZipInfo(f"{TOP}/{name}", (1980, 1, 1, 0, 0, 0))
            entry.external_attr = 0o644 << 16
            how = zipfile.ZIP_STORED if Path(name).suffix in STORED else zipfile.ZIP_DEFLATED
            archive.writestr(entry, content, how, 9)


def ours(path: Path, site: Path) -> bool:
    return path.is_file() and not NOT_OURS & set(path.relative_to(site).parts)


def page(path: Path) -> bytes:
    """A file of the site; a page without its link to the zip."""
    if path.suffix != ".html":
        return path.read_bytes()
    return OFFER.sub("", path.read_text("utf-8")).encode()


def wheel() -> tuple[str, bytes]:
    """The package to install, by its file name."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", folder]
        subprocess.run(
            command, cwd=ROOT, env=os.environ | {"SOURCE_DATE_EPOCH": "315532800"}, check=True, capture_output=True
        )
        (made,) = Path(folder).glob(f"kakeya-{__version__}-*.whl")
        return made.name, made.read_bytes()


if __name__ == "__main__":
    site, target = Path(sys.argv[1]), Path(sys.argv[2])
    pack(site, target)
    (site / NAME).write_bytes(target.read_bytes())
