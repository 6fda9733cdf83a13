"""A real Dask cluster on this machine: the same digits, even when a worker is killed midway."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from conftest import missing

import kakeya
from kakeya import KakeyaError, compiled
from kakeya.study import run, store
from kakeya.study.compare import Comparing

try:
    import distributed
    import joblib  # noqa: F401
except ImportError:
    distributed = None  # type: ignore[assignment]

needs_dask = pytest.mark.skipif(distributed is None, reason="no joblib or Dask here: pip install 'kakeya[cluster]'")


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    if distributed is None:
        missing("cluster", "no joblib or Dask here: pip install 'kakeya[cluster]'")
    with distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None, silence_logs=50) as found:
        yield found


def test_a_cluster_gives_the_same_digits(cluster: Any, tmp_path: Path) -> None:
    address = cluster.scheduler_address
    here = kakeya.compare("ja", "uk", 3000, seed=4)
    assert kakeya.compare("ja", "uk", 3000, seed=4, cluster=address).as_json() == here.as_json()
    study = Comparing(here.a, here.b, "random", "matches", 1200, 4)
    there, _ = store.make(study, tmp_path / "there", cluster=address)
    alone, _ = store.make(study, tmp_path / "here")
    assert there.read_bytes() == alone.read_bytes()


def test_a_worker_that_is_killed_midway_changes_no_digit(cluster: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    rounds = 60_000 if compiled.available() else 1200
    monkeypatch.setattr(run.Job, "piece", rounds // 40)
    here = kakeya.compare("ja", "uk", rounds, "greedy", 4)
    pids = [worker["pid"] if isinstance(worker, dict) else worker.pid for worker in cluster.workers.values()]
    assert len(pids) == 2
    killed: list[int] = []

    def kill_one(done: int, total: int) -> None:
        if done >= total // 4 and not killed:
            killed.append(pids[0])
            os.kill(pids[0], signal.SIGKILL)

    there = kakeya.compare("ja", "uk", rounds, "greedy", 4, progress=kill_one, cluster=cluster.scheduler_address)
    assert killed
    assert there.sums == here.sums


@needs_dask
def test_where_nobody_answers_it_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run, "ANSWER_WITHIN", 0.5)
    with pytest.raises(KakeyaError, match=r"there is no Dask scheduler at `tcp://127.0.0.1:9`"):
        kakeya.compare("ja", "uk", 100, cluster="tcp://127.0.0.1:9")


@needs_dask
def test_a_worker_with_another_kernel_is_refused() -> None:
    job = run.job([kakeya.load("ja")], [], 1)
    with pytest.raises(KakeyaError, match="a worker of the cluster has another version of kakeya"):
        run._far(job, 0, 10, "0123456789abcdef")


def test_without_the_extra_it_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "joblib", None)
    with pytest.raises(KakeyaError, match=r"a cluster needs joblib and Dask: pip install 'kakeya\[cluster\]'"):
        kakeya.compare("ja", "uk", 100, cluster="tcp://127.0.0.1:9")
