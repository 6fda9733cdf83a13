"""The frame of the project: what is declared, locked, shipped and promised."""

from __future__ import annotations

import ast
import doctest
import re
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest
import yaml

FLOORS = ["texts", "rules", "table", "players", "study", "show"]


@pytest.fixture(scope="module")
def project(root: Path) -> dict:
    return tomllib.loads((root / "pyproject.toml").read_text("utf-8"))


def test_every_locked_package_has_one_version_and_hashes_and_no_address(root: Path) -> None:
    lock = (root / "requirements.lock").read_text("utf-8")
    entries = re.split(r"\n(?=[a-z0-9])", lock.split("\n", 1)[1])
    assert len(entries) > 100
    for entry in entries:
        assert re.match(r"[a-z0-9][a-z0-9._-]*(\[[a-z,]+\])?==\S+", entry), entry[:60]
        assert "--hash=sha256:" in entry, entry[:60]
    assert "://" not in lock
    assert "--index-url" not in lock and "--find-links" not in lock


def test_what_is_declared_is_locked(root: Path, project: dict) -> None:
    extras = project["project"]["optional-dependencies"].values()
    declared = [*project["project"]["dependencies"], *(d for extra in extras for d in extra)]
    names = {re.split(r"[\[<>=;~! ]", d)[0].lower().replace("_", "-") for d in declared}
    lock = (root / "requirements.lock").read_text("utf-8")
    locked = set(re.findall(r"^([a-z0-9][a-z0-9._-]*)", lock, re.MULTILINE))
    assert names - {"kakeya"} <= locked


def test_the_npm_lock_has_hashes_and_no_address(root: Path) -> None:
    lock = (root / "book" / "package-lock.json").read_text("utf-8")
    assert "://" not in lock
    assert lock.count('"integrity"') > 50


def test_the_core_needs_only_a_yaml_reader(project: dict) -> None:
    assert [d.split(">")[0] for d in project["project"]["dependencies"]] == ["pyyaml"]


def test_importing_kakeya_is_quick_and_brings_nothing_heavy() -> None:
    heavy = ["numpy", "pandas", "altair", "numba", "vl_convert", "IPython", "dask", "joblib"]
    code = (
        "import sys, time; start = time.perf_counter(); import kakeya\n"
        "took = time.perf_counter() - start\n"
        f"print(took, [m for m in {heavy} if m in sys.modules])"
    )
    runs = [subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True) for _ in range(3)]
    took = min(float(run.stdout.split()[0]) for run in runs)
    assert runs[0].stdout.split(maxsplit=1)[1].strip() == "[]"
    assert took < 0.3


def test_loading_a_floor_loads_only_floors_below(root: Path) -> None:
    # A method may reach up when it is called: rules.legal() asks the table.
    faults = []
    for height, floor in enumerate(FLOORS):
        above = set(FLOORS[height + 1 :])
        for path in sorted((root / "kakeya" / floor).rglob("*.py")):
            for node in ast.parse(path.read_text("utf-8")).body:
                if isinstance(node, ast.ImportFrom) and node.module:
                    names = [node.module, *(f"{node.module}.{a.name}" for a in node.names)]
                elif isinstance(node, ast.Import):
                    names = [a.name for a in node.names]
                else:
                    continue
                hits = {n.split(".")[1] for n in names if n.startswith("kakeya.")} & above
                faults += [f"{path.relative_to(root)}:{node.lineno} {hit}" for hit in sorted(hits)]
    assert not faults


def test_only_show_imports_altair(root: Path) -> None:
    users = {
        path.relative_to(root / "kakeya").parts[0]
        for path in (root / "kakeya").rglob("*.py")
        if re.search(r"^\s*(import|from) altair", path.read_text("utf-8"), re.MULTILINE)
    }
    assert users <= {"show"}


def test_every_place_says_the_same_version(root: Path, project: dict) -> None:
    import kakeya

    citation = yaml.safe_load((root / "CITATION.cff").read_text("utf-8"))
    assert citation["version"] == project["project"]["version"] == kakeya.__version__


def test_the_wheel_brings_the_texts_along(root: Path, tmp_path: Path) -> None:
    pytest.importorskip("hatchling")
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)],
        cwd=root,
        check=True,
        capture_output=True,
    )
    (wheel,) = tmp_path.glob("*.whl")
    names = set(zipfile.ZipFile(wheel).namelist())
    for top in ("rulesets", "data"):
        here = {p.relative_to(root).as_posix() for p in (root / top).rglob("*") if p.is_file()}
        assert here and {f"kakeya/{name}" for name in here} <= names
    assert "kakeya/py.typed" in names


def test_the_commands_of_the_readme_exist(root: Path) -> None:
    targets = set(re.findall(r"^([a-z]+):", (root / "Makefile").read_text("utf-8"), re.MULTILINE))
    used = set(re.findall(r"\bmake ([a-z]+)", (root / "README.md").read_text("utf-8")))
    assert {"book", "test"} <= used <= targets


def test_the_pictures_and_links_of_the_readme_exist(root: Path) -> None:
    readme = (root / "README.md").read_text("utf-8")
    for target in re.findall(r"\]\(([^)#]+)\)", readme) + re.findall(r'(?:src|srcset|href)="([^"#]+)"', readme):
        if "://" not in target:
            assert (root / target).exists(), target


def test_the_licence_names_both_its_parts(root: Path) -> None:
    text = (root / "LICENSE").read_text("utf-8")
    assert "MIT" in text and "CC BY 4.0" in text and "rulesets/" in text


def test_the_readme_tells_what_happens(root: Path) -> None:
    failed, tried = doctest.testfile(str(root / "README.md"), module_relative=False, encoding="utf-8")
    assert tried >= 10 and not failed
