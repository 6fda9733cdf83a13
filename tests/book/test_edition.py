"""What the pages promise: cells of one line, a section for every point, phrases in their language."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import yaml

from kakeya.show.markup import anchor
from kakeya.texts.catalogue import catalogue


def sources(root: Path) -> dict[str, str]:
    return {path.stem: path.read_text("utf-8") for path in sorted((root / "book").glob("*.md"))}


def test_every_cell_is_one_line(root: Path) -> None:
    """One statement, that is: rules in YAML go over several lines, and so does `try` where a page shows an error."""
    for name, page in sources(root).items():
        for cell in re.findall(r"```\{code-cell\}[^\n]*\n(.*?)```", page, re.DOTALL):
            lines = [line for line in cell.splitlines() if not line.startswith(":")]
            if lines[0].startswith("%%ruleset"):
                continue
            code = "\n".join(line for line in lines if not line.startswith(("%", "!")))
            statements = [one for one in ast.parse(code).body if not isinstance(one, ast.Import | ast.ImportFrom)]
            assert len(statements) <= 1, f"{name}: {code}"


def test_every_page_is_in_the_contents(root: Path) -> None:
    toc = yaml.safe_load((root / "book" / "_toc.yml").read_text("utf-8"))
    listed = {toc["root"], *(chapter["file"] for part in toc["parts"] for chapter in part["chapters"])}
    assert listed == set(sources(root))


def test_foreign_words_of_the_prose_say_their_language(root: Path) -> None:
    for name, page in sources(root).items():
        prose = re.sub(r"```.*?```", "", page, flags=re.DOTALL)
        prose = re.sub(r":::+\{div\} language-(?:ja|ko|uk)\n.*?\n:::+\n", "", prose, flags=re.DOTALL)
        prose = re.sub(r":::+\{tab-item\} .*\n", "", prose)  # the names of languages, in their own
        bare = re.sub(r"\{(?:ja|ko|uk)\}`[^`]*`", "", prose)
        assert not re.search(r"[Ѐ-ӿ぀-ヿ一-鿿가-힯]", bare), name


def test_every_point_is_a_section_of_the_collation(built_book: Path) -> None:
    html = (built_book / "collation.html").read_text("utf-8")
    contents = html.split('class="page-toc')[-1]
    for id in catalogue():
        assert f'id="{anchor(id)}"' in html
        assert f'href="#{anchor(id)}"' in contents


def test_links_to_points_lead_somewhere(built_book: Path) -> None:
    known = {anchor(id) for id in catalogue()}
    for path in built_book.glob("*.html"):
        for target in re.findall(r'href="(?:collation\.html)?#(point-[\w-]+)"', path.read_text("utf-8")):
            assert target in known, f"{path.name}: {target}"


def test_no_foreign_letter_of_the_built_pages_is_without_its_language(built_book: Path) -> None:
    for name in ("index", "collation", "ukrainian-text", "japanese-text", "korean-text", "bibliography"):
        article = re.search(r"<article.*?</article>", (built_book / f"{name}.html").read_text("utf-8"), re.DOTALL)
        assert article, name
        bare = re.sub(r'<span lang="\w+"[^>]*>[^<]*</span>', "", article[0])
        bare = re.sub(r'<div[^>]* lang="\w+"[^>]*>.*?</div>', "", bare, flags=re.DOTALL)
        bare = re.sub(r"<script.*?</script>|<[^>]+>", "", bare, flags=re.DOTALL)
        found = re.findall(r".{0,20}[Ѐ-ӿ぀-ヿ一-鿿가-힯]+.{0,20}", bare)
        assert not found, f"{name}: {found[:3]}"
