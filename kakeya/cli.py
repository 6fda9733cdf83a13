"""The shell: every command does what the function of that name does.

Exit code 0: done; 1: the input is at fault, said in lines `kakeya: file:line: point: message`; 2: wrong usage.
A NAME is a shipped ruleset or a file. Each command imports what it needs when it is called.
"""

from __future__ import annotations

import argparse
import os
import shutil
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

from kakeya.errors import KakeyaError, did_you_mean

if TYPE_CHECKING:
    from kakeya.rules.rules import Rules

DONE, AT_FAULT, WRONG_USAGE, INTERRUPTED = 0, 1, 2, 130
FORMATS = ("md", "csv", "json")  # of `collate`: the keys of kakeya.texts.collation.FORMATS
_COLOURS = {"bold": "1", "dim": "2", "answer": "36", "supplied": "33", "edit": "35", "good": "32", "fault": "31"}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; the exit code."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):  # the same bytes everywhere
            stream.reconfigure(encoding="utf-8", errors="backslashreplace", newline="\n")
    parser, commands = _parser()
    if not given:
        parser.print_help()
        return DONE
    if not given[0].startswith("-") and given[0] not in commands:
        hint = did_you_mean(given[0], commands, "commands")
        print(f"kakeya: there is no command `{given[0]}`; {hint or 'see kakeya --help'}", file=sys.stderr)
        return WRONG_USAGE
    try:
        options = parser.parse_args(given)
        code = int(options.run(options))
        sys.stdout.flush()
    except SystemExit as end:  # argparse has printed what it has to say
        return end.code if isinstance(end.code, int) else WRONG_USAGE
    except KakeyaError as error:
        for fault in error.faults:
            print(f"kakeya: {fault}", file=sys.stderr)
        return AT_FAULT
    except BrokenPipeError:
        # Whoever read our output has gone; nothing is left to be said, nor to be flushed at the exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return DONE
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return INTERRUPTED
    return code


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        self.exit(WRONG_USAGE, f"kakeya: {message}\n{self.format_usage()}")


def _parser() -> tuple[argparse.ArgumentParser, list[str]]:
    from kakeya import __version__

    parser = _Parser(prog="kakeya", description="Kakeya Toranpu: one game, three rule texts, one engine.")
    parser.add_argument("--version", action="version", version=f"kakeya {__version__}")
    commands = parser.add_subparsers(metavar="COMMAND", required=True)
    name_help = "a shipped ruleset (uk, ja, ko, town, whist) or a file"

    def add(name: str, run: Callable[[argparse.Namespace], int], help: str) -> argparse.ArgumentParser:
        command = commands.add_parser(name, help=help, description=f"{help[0].upper()}{help[1:]}.")
        command.set_defaults(run=run)
        return command

    def seats(command: argparse.ArgumentParser, default: int | None = 4, more: str = "") -> None:
        text = "how many sit at the table" + (more or f" (default {default})")
        command.add_argument("--seats", type=int, choices=(4, 6), default=default, help=text)

    def readings(command: argparse.ArgumentParser) -> None:
        command.add_argument(
            "--readings",
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
    command.add_argument("--players", default="greedy", help="who plays: greedy or random (default greedy)")
    seats(command)
    readings(command)
    as_json(command)

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
                print(f"{name}: {_paint('good', 'good')} ({players} players)")
                for note in found.notes:
                    print(f"{name}: note: {note}")
        for fault in faults:
            sys.stdout.flush()
            print(f"kakeya: {fault}" if fault.file else f"kakeya: {name}: {fault}", file=sys.stderr)
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

    if not Path(options.folder).is_dir():
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
    from kakeya.texts.tables import as_json

    rules = _load(options)
    dealt = kakeya.deal(rules, seed=options.seed, players=options.players)
    record = kakeya.play(rules, dealt, players=options.players)
    return _write(as_json(record.as_json()) if options.json else f"{record}\n")


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
