"""`make lab` by a machine: the notebook that it opens, run as a whole, with nothing asked of the network."""

from __future__ import annotations

import functools
import os
import re
import shutil
import signal
import subprocess
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import missing

RAN = """() => {
  const prompts = [...document.querySelectorAll(".jp-CodeCell .jp-InputPrompt")].map((one) => one.textContent);
  return prompts.length > 10 && prompts.every((one) => /^\\[\\d+\\]:$/.test(one));
}"""


@pytest.fixture
def lab(root: Path, tmp_path: Path) -> Iterator[str]:
    """JupyterLab as `make lab` starts it, on a copy of the chapters."""
    if shutil.which("make") is None or not (root / ".venv" / "bin" / "jupyter-lab").exists():
        missing("lab", "JupyterLab is not set up; run `make setup` first")
    chapters = tmp_path / "chapters"
    chapters.mkdir()
    for path in (root / "book").glob("*.md"):
        shutil.copy(path, chapters)
    environment = {name: value for name, value in os.environ.items() if name != "MAKEFLAGS"}
    environment |= {f"JUPYTERLAB_{what}_DIR": str(tmp_path / what) for what in ("WORKSPACES", "SETTINGS")}
    options = "LAB=--no-browser --port=0 --ServerApp.token=here"
    server = subprocess.Popen(
        ["make", "lab", f"FOLDER={chapters}", options],
        cwd=root,
        env=environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    stop = functools.partial(os.killpg, server.pid, signal.SIGTERM)
    watch = threading.Timer(60, stop)
    watch.start()
    assert server.stderr
    said = (re.search(r"(http://127\.0\.0\.1:\d+/\S+\?token=)", line) for line in server.stderr)
    found = next(filter(None, said), None)
    watch.cancel()
    assert found, "JupyterLab did not start"
    threading.Thread(target=server.stderr.read, daemon=True).start()
    yield f"{found[1]}here"
    stop()
    server.wait(timeout=30)


def test_the_notebook_that_make_lab_opens_runs_as_a_whole(chromium: Any, lab: str, tmp_path: Path) -> None:
    context = chromium.new_context(viewport={"width": 1300, "height": 900})
    page = context.new_page()
    page.set_default_timeout(60_000)
    asked: list[str] = []
    page.route(
        lambda url: not url.startswith("http://127.0.0.1"),
        lambda route: (asked.append(route.request.url), route.abort()),
    )
    page.goto(lab)
    page.locator(".jp-NotebookPanel .jp-CodeCell").first.wait_for()
    page.get_by_text("Python 3 (ipykernel) | Idle").wait_for()
    page.locator(".lm-MenuBar-item", has_text="Run").click()
    page.locator(".lm-Menu-item", has_text="Run All Cells").first.click()
    page.wait_for_function(RAN)
    assert not page.locator("[data-mime-type='application/vnd.jupyter.stderr']").all_text_contents()  # nor errors
    drawings = page.locator(".jp-OutputArea .k-figure .k-wide svg")
    assert drawings.count() == 2
    assert min(drawings.evaluate_all("(all) => all.map((one) => one.getBoundingClientRect().width)")) > 300
    assert page.locator(".k-replay .k-tricks > li").count() == 26
    card = page.locator(".k-replay .k-card.k-rensho").first
    assert card.evaluate("(one) => getComputedStyle(one).backgroundColor") == "rgb(35, 31, 26)"
    assert (tmp_path / "chapters" / "my-rules.yaml").read_text("utf-8").startswith("# yaml-language-server: $schema=")
    context.close()
    assert not asked
