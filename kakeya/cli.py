"""The shell: every command does what the function of that name does.

Exit code 0: done; 1: the input is at fault, said in lines `kakeya: file:line: point: message`; 2: wrong usage.
A NAME is a shipped ruleset or a file. Each command imports what it needs when it is called.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import shutil
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

from kakeya.errors import KakeyaError, did_you_mean, printable

if TYPE_CHECKING:
    from kakeya.rules.rules import Rules

DONE, AT_FAULT, WRONG_USAGE, INTERRUPTED = 0, 1, 2, 130
_OUTPUT = "the output"
FORMATS = ("md", "csv", "json", "tei")  # of `collate`: the keys of kakeya.texts.collation.FORMATS
_COLOURS = {"bold": "1", "dim": "2", "answer": "36", "supplied": "33", "edit": "35", "good": "32", "fault": "31"}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; the exit code."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    if sys.stdout is None:  # closed, as by `>&-`
        _say("the output is closed, so there is nowhere to write to")
        return AT_FAULT
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):  # the same bytes everywhere
            stream.reconfigure(encoding="utf-8", errors="backslashreplace", newline="\n")
    parser, commands = _parser()
    if not given:
        parser.print_help()
        return DONE
    if not given[0].startswith("-") and given[0] not in commands:
        hint = did_you_mean(given[0], commands, "commands")
        _say(f"there is no command `{given[0][:100]}`; {hint or 'see kakeya --help'}")
        return WRONG_USAGE
    try:
        try:
            options = parser.parse_args(given)
            code = int(options.run(options))
        except SystemExit as end:  # argparse has printed what it has to say
            code = end.code if isinstance(end.code, int) else WRONG_USAGE
        except KakeyaError as error:
            _say(*error.faults)
            code = AT_FAULT
        _flush()
    except BrokenPipeError:
        _mute()
        return DONE
    except OSError as error:
        if error.filename == _OUTPUT:
            _mute()
        _say(": ".join(str(part) for part in (error.filename, error.strerror or error) if part))
        return AT_FAULT
    except KeyboardInterrupt:
        if sys.stderr is not None:
            print(file=sys.stderr)
        return INTERRUPTED
    return code


def _say(*faults: object) -> None:
    """What is wrong, each in a line of standard error, if there is one."""
    if sys.stderr is not None:
        with contextlib.suppress(OSError, ValueError):
            for fault in faults:
                print(f"kakeya: {printable(str(fault))}", file=sys.stderr, flush=True)


def _mute() -> None:
    """Nobody reads our output any more, or nothing can take it: let what is left go nowhere."""
    with contextlib.suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _flush() -> None:
    """Write out what was printed. Where the reader has gone, the command still ends with its own exit code."""
    try:
        with _output():
            sys.stdout.flush()
    except BrokenPipeError:
        _mute()


def _print(line: str) -> None:
    try:
        with _output():
            print(line)
    except BrokenPipeError:
        _mute()
    _flush()


@contextlib.contextmanager
def _output() -> Iterator[None]:
    """What goes wrong here is the output's fault, and says so."""
    try:
        yield
    except OSError as error:
        error.filename = _OUTPUT
        raise


class _Parser(argparse.ArgumentParser):
    more: Callable[[], str] | None = None  # what stands below the options, made when it is asked for

    def format_help(self) -> str:
        if self.more is not None:
            self.formatter_class = argparse.RawDescriptionHelpFormatter
            self.epilog = self.more()
        return super().format_help()

    def error(self, message: str) -> NoReturn:
        self.exit(WRONG_USAGE, f"kakeya: {message}\n{self.format_usage()}")


def _parser() -> tuple[argparse.ArgumentParser, list[str]]:
    from kakeya import __version__

    parser = _Parser(prog="kakeya", description="Kakeya Toranpu: one game, three rule texts, one engine.")
    parser.add_argument("--version", action="version", version=f"kakeya {__version__}")
    commands = parser.add_subparsers(metavar="COMMAND", required=True)
    name_help = "a shipped ruleset (uk, ja, ko, town, whist) or a file"

    def add(name: str, run: Callable[[argparse.Namespace], int], help: str) -> _Parser:
        command = commands.add_parser(name, help=help, description=f"{help[0].upper()}{help[1:]}.")
        command.set_defaults(run=run)
        return command

    def seats(command: argparse.ArgumentParser, default: int | None = 4, more: str = "") -> None:
        text = "how many sit at the table" + (more or f" (default {default})")
        command.add_argument("--seats", type=int, choices=(4, 6), default=default, help=text)

    def readings(command: argparse.ArgumentParser, of: str = "") -> None:
        command.add_argument(
            f"--readings{of}",
            metavar="POINT=READING",
            action="append",
            default=[],
            type=_pair,
            help="choose another reading than the preferred, such as trump.power=literal (can be given several times)",
        )

    def as_json(command: argparse.ArgumentParser) -> None:
        command.add_argument("--json", action="store_true", help="print JSON")

    command = add("check", _check, "check rulesets, and print everything that is wrong with them")
    command.add_argument("files", metavar="FILE", nargs="+", help=name_help)

    command = add("show", _show, "show every point of a ruleset with its answer and where that comes from")
    command.add_argument("name", metavar="NAME", help=name_help)
    seats(command)
    readings(command)
    as_json(command)

    command = add("diff", _diff, "show where two rulesets differ")
    command.add_argument("a", metavar="A", help=name_help)
    command.add_argument("b", metavar="B", help=name_help)
    seats(command)
    as_json(command)

    command = add("collate", _collate, "set the texts side by side: the apparatus and the table")
    command.add_argument("names", metavar="NAME", nargs="*", help=f"{name_help}; without any, the witnesses")
    command.add_argument("--format", choices=FORMATS, default="md", help="(default md)")
    seats(command, None, " (without it, both 4 and 6 where a text tells them apart)")

    command = add("verify-texts", _verify, "check that everything cited stands in your copies of the texts")
    command.add_argument("folder", metavar="DIR", help="the folder with the texts' files")
    command.add_argument("names", metavar="NAME", nargs="*", help="a witness; without any, all that are shipped")
    command.add_argument("--renew", action="store_true", help="write data/digests.yaml anew from these files")

    add("schema", _schema, "print a JSON Schema of rulesets, for editors")

    command = add("new", _new, "write NAME.yaml, a commented file to begin an edited ruleset with")
    command.add_argument("name", metavar="NAME")
    command.add_argument("--based-on", metavar="BASE", required=True, help=name_help)

    command = add("play", _play, "play one round and print its record")
    command.add_argument("name", metavar="NAME", help=name_help)
    command.add_argument("--seed", type=int, default=0, help="the round's number in the generator (default 0)")
    command.add_argument(
        "--players", default="greedy", help="who plays: random, greedy or monte-carlo (default greedy)"
    )
    command.add_argument("--judge", action="store_true", help="also what each card gave away, all hands open")
    seats(command)
    readings(command)
    as_json(command)

    command = add("judge", _judge, "play and judge stored rounds again, all hands open, and write what is otherwise")
    command.add_argument(
        "files", metavar="FILE", nargs="*", help="such as data/judged/ja-8.json; without any, all there"
    )

    def playing(command: argparse.ArgumentParser, rounds: int, players: bool = True, games: bool = False) -> None:
        command.add_argument(
            "--rounds", type=int, default=rounds, metavar="N", help=f"how many are played (default {rounds:,})"
        )
        if players:
            command.add_argument(
                "--players",
                default="greedy",
                help="random, greedy or monte-carlo, each with how it names trumps (greedy:best-for-hand), one for all or "
                "one for each side, parted by commas (default greedy)",
            )
        command.add_argument("--seed", type=int, default=1, help="what all draws follow from (default 1)")
        if games:
            command.add_argument(
                "--games",
                choices=("rounds", "matches", "deals", "settlements"),
                default="rounds",
                help="first rounds, whole matches, or the deals of first rounds solved, all hands open: for pictures, or for "
                "stones (a deal takes a second or more: say how many with --rounds)",
            )
        workers(command)

    def workers(command: argparse.ArgumentParser) -> None:
        command.add_argument("--workers", type=int, metavar="N", help="(default: one for each core)")
        command.add_argument("--cluster", default="", metavar="ADDRESS", help="play on a Dask cluster: tcp://HOST:PORT")

    def measured(command: argparse.ArgumentParser) -> None:
        command.add_argument(
            "--measure", metavar="ID", action="append", default=[], help="show this (can be given several times)"
        )

    command = add("simulate", _simulate, "play many rounds under one ruleset and measure them")
    command.add_argument("name", metavar="NAME", help=name_help)
    seats(command)
    readings(command)
    playing(command, 100_000, games=True)
    measured(command)
    as_json(command)
    command.more = _measures

    command = add("compare", _compare, "play the same deals under two rulesets and measure what differs")
    command.add_argument("a", metavar="A", help=name_help)
    command.add_argument("b", metavar="B", help=name_help)
    seats(command)
    readings(command, "-a")
    readings(command, "-b")
    playing(command, 100_000, games=True)
    measured(command)
    as_json(command)
    command.more = _measures

    command = add("attribute", _attribute, "share out a difference over the points at which two rulesets differ")
    command.add_argument("a", metavar="A", help=name_help)
    command.add_argument("b", metavar="B", help=name_help)
    command.add_argument("--measure", metavar="ID", default="stones", help="a measure of one number (default stones)")
    seats(command)
    readings(command, "-a")
    readings(command, "-b")
    playing(command, 10_000)
    as_json(command)
    command.more = lambda: _measures("rounds")

    command = add("order", _order, "how much skill a ruleset asks: one side plays well, the others do not")
    command.add_argument("name", metavar="NAME", help=name_help)
    command.add_argument("--strong", default="greedy", metavar="PLAYER", help="who plays well (default greedy)")
    command.add_argument("--weak", default="random", metavar="PLAYER", help="who plays against it (default random)")
    seats(command)
    readings(command)
    playing(command, 100_000, players=False)
    as_json(command)

    command = add("solve", _solve, "what each side takes of a deal when all hands are open and all play best")
    command.add_argument("name", metavar="NAME", help=name_help)
    command.add_argument(
        "pbn", metavar="PBN", help='the deal, such as "N:AKQ2.J3.T98.7654 ..."; N E S W are seats 0 3 2 1'
    )
    command.add_argument("--trump", default="none", metavar="SUIT", help="clubs, diamonds, hearts, spades or none")
    command.add_argument("--leader", type=int, choices=range(4), default=0, help="the seat that leads (default 0)")
    command.add_argument(
        "--goal",
        choices=("taken", "win", "stones"),
        default="taken",
        help="what all play for: what they take (default), the round, or stones",
    )
    command.add_argument("--plays", action="store_true", help="also the value of every legal first card")
    readings(command)
    as_json(command)

    command = add("sweep", _sweep, "make every study of a plan; one that was stopped goes on where it was")
    command.add_argument("plan", metavar="PLAN", help="a YAML file, such as data/comparisons/plan.yaml")
    command.add_argument("--into", metavar="DIR", help="the folder of the results (default: the plan's)")
    workers(command)

    command = add("cite", _cite, "cite a comparison or another study")
    command.add_argument("id", metavar="ID", help="the id of what is published (kkt-...), a result's file, or a token")
    command.add_argument("--style", choices=("bibtex", "csl", "ris", "text"), default="text", help="(default text)")

    command = add("reproduce", _reproduce, "play a study again: equal to the last digit, or which figure is not")
    which = command.add_mutually_exclusive_group(required=True)
    which.add_argument(
        "id", metavar="ID", nargs="?", help="the id of what is published (kkt-...), a result's file, or a token"
    )
    which.add_argument("--all", action="store_true", help="all that is published, one block of each")
    command.add_argument("--full", action="store_true", help="all blocks")
    workers(command)

    add("lab", _make, "open the book's notebooks in JupyterLab (in a checkout)").set_defaults(target="lab")
    add("book", _make, "build the book (in a checkout)").set_defaults(target="book")
    return parser, list(commands.choices)


def _pair(text: str) -> tuple[str, str]:
    point, sign, reading = text.partition("=")
    if not (point and sign and reading):
        raise argparse.ArgumentTypeError(f"`{text}` is not of the form POINT=READING")
    return point.strip(), reading.strip()


# -- what the screen can do -----------------------------------------------------------------------
def _paint(text: str, how: str) -> str:
    if how not in _COLOURS or not sys.stdout.isatty() or os.environ.get("NO_COLOR"):
        return text
    return f"\033[{_COLOURS[how]}m{text}\033[0m"


def _columns() -> int:
    return max(40, min(shutil.get_terminal_size((100, 24)).columns, 120))


def _write(text: str) -> int:
    with _output():
        sys.stdout.write(text)
    return DONE


# -- the commands ---------------------------------------------------------------------------------
def _load(options: argparse.Namespace) -> Rules:
    from kakeya.rules.rules import load

    return load(options.name, players=options.seats, readings=dict(options.readings))


def _check(options: argparse.Namespace) -> int:
    from kakeya.rules.checking import check_file

    code = DONE
    for name in options.files:
        try:
            found = check_file(name)
        except KakeyaError as error:
            faults = list(error.faults)
        else:
            faults = found.faults
            if not faults:
                players = " and ".join(str(count) for count in found.players)
                _print(f"{printable(name)}: {_paint('good', 'good')} ({players} players)")
                for note in found.notes:
                    _print(f"{printable(name)}: note: {printable(note)}")
        for fault in faults:
            _say(fault if fault.file or not name else f"{name}: {fault}")
            code = AT_FAULT
    return code


def _show(options: argparse.Namespace) -> int:
    from kakeya.rules import sheet
    from kakeya.texts.tables import as_json

    rules = _load(options)
    return _write(as_json(sheet.data(rules)) if options.json else sheet.sheet(rules, _columns(), _paint))


def _diff(options: argparse.Namespace) -> int:
    from kakeya.rules.difference import difference
    from kakeya.rules.rules import load
    from kakeya.rules.sheet import differing
    from kakeya.texts.tables import as_json

    a, b = load(options.a, players=options.seats), load(options.b, players=options.seats)
    table = difference(a, b)
    if options.json:
        return _write(as_json({"a": a.name, "b": b.name, "players": a.players, "differ": table.rows}))
    return _write(differing(a, b, table, _columns(), _paint))


def _collate(options: argparse.Namespace) -> int:
    from kakeya.texts.collation import FORMATS

    return _write(FORMATS[options.format](*options.names, players=options.seats))


def _verify(options: argparse.Namespace) -> int:
    from kakeya.texts import library, loci

    if "\0" in options.folder or not Path(options.folder).is_dir():
        raise KakeyaError(f"{options.folder}: there is no such folder")
    if options.renew:
        return _write(f"{library.shown_path(loci.renew(options.folder))}: written\n")
    if faults := loci.verify_texts(options.folder, *options.names):
        raise KakeyaError(faults)
    for one, sentences, lemmata in loci.counts(*options.names):
        print(f"{one.siglum}: {_paint('good', 'good')} (the file, {sentences} sentences, {lemmata} lemmata)")
    return DONE


def _schema(options: argparse.Namespace) -> int:
    from kakeya.texts.schema import schema
    from kakeya.texts.tables import as_json

    return _write(as_json(schema()))


def _new(options: argparse.Namespace) -> int:
    from kakeya.rules.template import new
    from kakeya.texts.library import shown_path

    return _write(f"{shown_path(new(options.name, options.based_on))}: written\n")


def _play(options: argparse.Namespace) -> int:
    import kakeya
    from kakeya.progress import reporting
    from kakeya.texts.tables import as_json

    rules = _load(options)
    dealt = kakeya.deal(rules, seed=options.seed, players=options.players)
    record = kakeya.play(rules, dealt, players=options.players)
    if options.judge:
        with reporting(None, None, "cards tried") as report:
            judgement = kakeya.judge(record, progress=lambda tried: report(tried, 0))
        rows = {"judged": list(judgement.rows().rows)}
        return _write(as_json(record.as_json() | rows) if options.json else f"{record}\n\n{judgement}\n")
    return _write(as_json(record.as_json()) if options.json else f"{record}\n")


def _judge(options: argparse.Namespace) -> int:
    from kakeya.study import judged
    from kakeya.texts.library import shown_path

    code = DONE
    for path in map(Path, options.files) if options.files else judged.every():
        try:
            done = "written" if _renew(path) else "as it was"
            _print(f"{printable(shown_path(path))}: {done}")
        except KakeyaError as error:
            _say(*error.faults)
            code = AT_FAULT
    return code


def _renew(path: Path) -> bool:
    from kakeya.progress import reporting
    from kakeya.study import judged

    with reporting(None, None, "cards tried") as report:
        return judged.renew(path, progress=lambda tried: report(tried, 0))


def _solve(options: argparse.Namespace) -> int:
    import kakeya
    from kakeya.players.judging import many
    from kakeya.progress import reporting
    from kakeya.texts.tables import as_json

    rules = kakeya.load(options.name, readings=dict(options.readings))
    dealt = kakeya.Deal.from_pbn(options.pbn, trump=options.trump, leader=options.leader)
    with reporting(None, None, "cards tried") as report:
        solution = kakeya.solve(rules, dealt, goal=options.goal, progress=lambda tried: report(tried, 0))
        plays = solution.plays if options.plays else {}
    if options.json:
        line = [[seat, card] for seat, card in solution.line]
        data = {"goal": solution.goal, "value": solution.value, "taken": solution.taken, "line": line}
        return _write(as_json({**data, "plays": plays} if options.plays else data))
    what = rules["goal"]
    lines = [f"Seats {side} and {side + 2} take {many(taken, what)}" for side, taken in enumerate(solution.taken)]
    if solution.goal != "taken":
        said = {"win": {1: "win the round", 0: "neither win nor lose it", -1: "lose it"}}.get(solution.goal, {})
        lines = [
            f"Seats {side} and {side + 2} {said.get(value, f'gain {value:+d} stones')}, with {many(taken, what)}"
            for side, (value, taken) in enumerate(zip(solution.value, solution.taken, strict=True))
        ]
    size = 4
    tricks = [solution.line[place : place + size] for place in range(0, len(solution.line), size)]
    lines += ["One best line:"] + [
        f"  seat {trick[0][0]} leads  {'  '.join(card for _, card in trick)}" for trick in tricks
    ]
    if plays:
        lines += ["What the leader's side gets after each first card:"]
        lines += [f"  {card}  {value}" for card, value in sorted(plays.items(), key=lambda item: -item[1])]
    return _write("\n".join(lines) + "\n")


def _measures(*games: str) -> str:
    from kakeya.study.text import measures_help

    return measures_help(games) if games else measures_help()


def _study(options: argparse.Namespace) -> dict[str, Any]:
    """The options that all commands have which play many rounds."""
    return {name: getattr(options, name) for name in ("rounds", "seed", "workers", "cluster")}


def _both(options: argparse.Namespace) -> tuple[Rules, Rules]:
    from kakeya.rules.rules import load

    return (
        load(options.a, players=options.seats, readings=dict(options.readings_a)),
        load(options.b, players=options.seats, readings=dict(options.readings_b)),
    )


def _check_measures(options: argparse.Namespace) -> None:
    """KakeyaError for a measure that there is not, before anything is played."""
    from kakeya.study import measures

    for id in options.measure:
        measures.find(id, options.games)


def _simulate(options: argparse.Namespace) -> int:
    import kakeya
    from kakeya.study import text
    from kakeya.texts.tables import as_json

    _check_measures(options)
    found = kakeya.simulate(_load(options), players=options.players, games=options.games, **_study(options))
    return _write(as_json(found.as_json()) if options.json else text.simulation(found, options.measure))


def _compare(options: argparse.Namespace) -> int:
    import kakeya
    from kakeya.study import text
    from kakeya.texts.tables import as_json

    _check_measures(options)
    found = kakeya.compare(*_both(options), players=options.players, games=options.games, **_study(options))
    return _write(as_json(found.as_json()) if options.json else text.comparison(found, options.measure, _columns()))


def _attribute(options: argparse.Namespace) -> int:
    import kakeya
    from kakeya.study import text
    from kakeya.texts.tables import as_json

    found = kakeya.attribute(*_both(options), options.measure, players=options.players, **_study(options))
    return _write(as_json(found.as_json()) if options.json else text.attribution(found, _columns()))


def _order(options: argparse.Namespace) -> int:
    import kakeya
    from kakeya.study import text
    from kakeya.texts.tables import as_json

    found = kakeya.order(_load(options), options.strong, options.weak, **_study(options))
    return _write(as_json(found.as_json()) if options.json else text.order(found))


def _sweep(options: argparse.Namespace) -> int:
    from kakeya.study import plan, store
    from kakeya.texts.library import shown_path

    path = Path(options.plan)
    if "\0" in options.plan or not path.is_file():
        raise KakeyaError(f"{options.plan}: there is no such file")
    folder = Path(options.into) if options.into else path.parent
    studies = plan.read(path)
    code = DONE
    for count, study in enumerate(studies, 1):
        try:
            file, made = store.make(study, folder, options.workers, cluster=options.cluster)
        except KeyboardInterrupt:
            if sys.stderr is not None:
                print(file=sys.stderr)
            _say(f"stopped at {count} of {len(studies)}; the same command goes on from here")
            raise
        except KakeyaError as error:
            if not (folder / f"{study.id}.json").exists():  # what is wrong is not in this file alone
                raise
            _say(*(f"{count} of {len(studies)}: {fault}" for fault in error.faults))
            code = AT_FAULT
            continue
        done = "made" if made else "is there"
        _print(f"{count} of {len(studies)}: {shown_path(file)}: {done} ({printable(study.title)})")
    return code


def _cite(options: argparse.Namespace) -> int:
    import kakeya

    return _write(kakeya.cite(options.id, options.style))


def _reproduce(options: argparse.Namespace) -> int:
    from kakeya.study import reproduce, store

    code = DONE
    # of many, one block each is enough; of one, as many as some seconds allow
    seconds = 0.0 if options.all else reproduce.SECONDS
    for id in store.names() if options.all else [options.id]:
        try:
            found = reproduce.reproduce(id, options.full, options.workers, seconds=seconds, cluster=options.cluster)
            _print(printable(str(found)))
        except KakeyaError as error:
            _say(*error.faults)
            code = AT_FAULT
    return code


def _make(options: argparse.Namespace) -> int:
    import subprocess

    from kakeya.texts.library import RULESETS

    checkout = RULESETS.parent
    if not (checkout / "Makefile").is_file() or not (checkout / "book").is_dir():
        raise KakeyaError(
            f"`kakeya {options.target}` works in a checkout of the project, which has the book; "
            f"get one with git clone, and type `make {options.target}` there"
        )
    if shutil.which("make") is None:
        raise KakeyaError(f"`make` is not installed; it is what builds the book (make {options.target})")
    sys.stdout.flush()
    done = subprocess.call(["make", "--no-print-directory", options.target], cwd=checkout)
    return DONE if done == 0 else AT_FAULT  # make has said why


if __name__ == "__main__":
    sys.exit(main())
