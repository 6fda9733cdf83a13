"""Lay out, beside the pages, the scripts and fonts that npm brought.

    python book/_ext/assets.py NODE_MODULES book/_static

Scripts go to vega/, fonts to fonts/, bench and table with their Python to live/, each with its licence. Of the fonts only
the alphabets that the book writes are kept: Latin and Cyrillic from Source,
Japanese and Korean from Noto Serif, which is the same design. Those two come in
small slices, and a browser loads only the slices a page has characters from.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

BENCH = Path(__file__).parent.parent / "_live"
PYTHON = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip")
SCRIPTS = ("vega", "vega-lite", "vega-embed")
LETTERS = r"(?:latin|latin-ext|cyrillic|cyrillic-ext)"
SLICES = r"\d+"
# package, style sheets, the subsets that are kept
FONTS = (
    ("source-serif-4", ("standard.css", "standard-italic.css"), LETTERS),
    ("source-sans-3", ("wght.css", "wght-italic.css"), LETTERS),
    ("source-code-pro", ("wght.css",), LETTERS),
    ("noto-serif-jp", ("wght.css",), SLICES),
    ("noto-serif-kr", ("wght.css",), SLICES),
)


def scripts(modules: Path, out: Path) -> None:
    for name in SCRIPTS:
        package = modules / name
        shutil.copy(package / "build" / f"{name}.min.js", out / f"{name}.min.js")
        shutil.copy(package / "LICENSE", out / f"{name}.LICENSE.txt")


def fonts(modules: Path, out: Path) -> None:
    faces: list[str] = []
    for name, sheets, subsets in FONTS:
        package = modules / "@fontsource-variable" / name
        (out / name).mkdir()
        shutil.copy(package / "LICENSE", out / name / "LICENSE.txt")
        keep = re.compile(rf"url\(\./files/({name}-{subsets}-[a-z]+-(?:normal|italic)\.woff2)\)")
        before = len(faces)
        for sheet in sheets:
            for face in re.findall(r"@font-face\s*\{[^}]*\}", (package / sheet).read_text("utf-8")):
                if found := keep.search(face):
                    shutil.copy(package / "files" / found[1], out / name / found[1])
                    face = face.replace(f"./files/{found[1]}", f"{name}/{found[1]}")
                    faces.append(re.sub(r"\s+", " ", face))
        if len(faces) == before:
            raise SystemExit(f"no face of {name} was found in {package}")
    (out / "fonts.css").write_text("\n".join(faces) + "\n", "utf-8")


def live(modules: Path, out: Path) -> None:
    python = modules / "pyodide"
    for name in PYTHON:
        shutil.copy(python / name, out / name)
        (out / name).chmod(0o644)
    lock = json.loads((python / "pyodide-lock.json").read_text("utf-8"))
    (out / "pyodide-lock.json").write_text(json.dumps({**lock, "packages": {}}) + "\n", "utf-8")
    shutil.copy(BENCH / "worker.mjs", out / "worker.mjs")
    bundler = next(modules.glob("@esbuild/*/bin/esbuild"), None) or next(modules.glob("@esbuild/*/esbuild.exe"))
    settings = (
        "--bundle",
        "--format=esm",
        "--minify",
        "--charset=utf8",
        "--legal-comments=none",
        "--log-level=warning",
    )
    entries = [BENCH.resolve() / f"{name}.mjs" for name in ("bench", "table")]
    subprocess.run(
        [bundler.resolve(), *entries, *settings, f"--outdir={out.resolve()}", "--out-extension:.js=.mjs"],
        env={"NODE_PATH": str(modules.resolve())},
        check=True,
    )
    shutil.copy(modules / "codemirror" / "LICENSE", out / "codemirror.LICENSE.txt")
    pyodide = json.loads((python / "package.json").read_text("utf-8"))
    (out / "README.txt").write_text(
        f"Python in the browser: Pyodide {pyodide['version']} ({pyodide['license']}), {pyodide['homepage']}\n"
        "with the standard library of Python (PSF licence), PyYAML (MIT) and kakeya.\n"
        "bench.mjs contains CodeMirror (MIT); table.mjs is the table to sit down at. Nothing here asks any other address.\n",
        "utf-8",
    )


def main(modules: Path, static: Path) -> None:
    for folder, fill in (("vega", scripts), ("fonts", fonts), ("live", live)):
        out = static / folder
        shutil.rmtree(out, ignore_errors=True)
        out.mkdir(parents=True)
        fill(modules, out)


def tidy(lock: Path) -> None:
    """Leave names, versions and hashes in npm's lock, and no addresses."""
    content = json.loads(lock.read_text("utf-8"))
    for package in content["packages"].values():
        package.pop("resolved", None)
        package.pop("funding", None)
    lock.write_text(json.dumps(content, indent=2) + "\n", "utf-8")


if __name__ == "__main__":
    if sys.argv[1] == "--tidy":
        tidy(Path(sys.argv[2]))
    else:
        main(Path(sys.argv[1]), Path(sys.argv[2]))
