"""A ruleset is written in a cell, completed by Tab, and its mistakes are shown by line."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

pytest.importorskip("IPython", reason="IPython is not installed")

from IPython.core.interactiveshell import InteractiveShell

from kakeya import lab
from kakeya.errors import KakeyaError


@pytest.fixture
def shell() -> Iterator[Any]:
    InteractiveShell.clear_instance()
    here = InteractiveShell.instance()
    lab.load_ipython_extension(here)
    yield here
    InteractiveShell.clear_instance()


def complete(shell: Any, cell: str) -> list[str]:
    """What Tab offers at the end of a cell."""
    from IPython.core.completer import provisionalcompleter

    with provisionalcompleter():
        return [one.text for one in shell.Completer.completions(cell, len(cell))]


def test_a_cell_makes_rules_and_shows_what_it_changed(shell: Any) -> None:
    cell = "based-on: ja\npoints:\n  rensho.follow: free\n"
    change = shell.run_cell_magic("ruleset", "mine", cell)
    assert shell.user_ns["mine"]["rensho.follow"] == "free"
    assert change.rows() == [("rensho.follow", "bound", "free")]
    assert "<td>free</td>" in change._repr_html_()
    assert "rensho.follow: bound -> free" in repr(change)


def test_rules_for_six_are_made_too(shell: Any) -> None:
    shell.run_cell_magic("ruleset", "mine --seats 6", "based-on: uk\n")
    assert shell.user_ns["mine"].players == 6


def test_a_mistake_is_shown_with_its_line_and_without_a_traceback(shell: Any, capsys: Any) -> None:
    shell.run_cell("%%ruleset mine\nbased-on: ja\npoints:\n  rensho.folow: free\n")
    said = "".join(capsys.readouterr())
    assert "line 4" in said
    assert "did you mean `rensho.follow`?" in said
    assert "Traceback" not in said
    assert "mine" not in shell.user_ns


@pytest.mark.parametrize("line", ["", "two words", "1st", "mine --seats 5", 'mine "'])
def test_a_wrong_first_line_is_explained(shell: Any, line: str) -> None:
    with pytest.raises(KakeyaError, match="%%ruleset"):
        lab.ruleset(shell, line, "based-on: ja\n")


def test_tab_completes_points_and_their_values(shell: Any) -> None:
    start = "%%ruleset mine\nbased-on: ja\npoints:\n"
    assert "rensho.follow: " in complete(shell, f"{start}  rensho.f")
    assert complete(shell, f"{start}  rensho.follow: ") == ["bound", "free", "licensed"]
    assert complete(shell, f"{start}  rensho.follow: li") == ["licensed"]
    assert "uk" in complete(shell, "%%ruleset mine\nbased-on: ")
    assert "points:" in complete(shell, "%%ruleset mine\npo")


def test_tab_completes_the_points_of_rules(shell: Any) -> None:
    shell.run_cell("import kakeya; rules = kakeya.load('ja')")
    assert any("rensho.follow" in one for one in complete(shell, 'rules["rensho.f'))
