"""Cards as a page draws them: set in type, with what they are said in words for those who do not see them."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from kakeya import cards

RANKS = {"A": "ace", "K": "king", "Q": "queen", "J": "jack"}
SUITS = dict(zip(cards.SYMBOLS, cards.SUITS, strict=True))


def said(name: str) -> str:
    """`queen of hearts` for `Q♥`."""
    return f"{RANKS.get(name[:-1], name[:-1])} of {SUITS[name[-1]]}"


def card(
    name: str, *, trump: str = "", rensho: str | None = None, pictures: Collection[str] = "", kind: str = ""
) -> str:
    """One card. `trump`: the suit of trumps; `rensho`: which card that is; `pictures`: the ranks that count."""
    rank, suit = name[:-1], name[-1]
    classes = ["k-card", *(["k-red"] if suit in "♥♦" else []), *kind.split()]
    remarks = [said(name)]
    if rank in pictures:
        classes.append("k-picture")
    if name == rensho:
        classes.append("k-rensho")
        remarks.append("Rensho")
    elif SUITS[suit] == trump:
        classes.append("k-trump")
        remarks.append("a trump")
    label = ", ".join(remarks)
    return (
        f'<span class="{" ".join(classes)}" role="img" aria-label="{label}" title="{label}">{rank}<i>{suit}</i></span>'
    )


def fan(names: Iterable[str], **look: object) -> str:
    """Cards in a row, by suit: spades, hearts, clubs, diamonds, so that red and black take turns."""
    held = list(names)
    suits = (("♠♥♣♦".index(suit), suit) for suit in {name[-1] for name in held})
    rows = [[name for name in held if name[-1] == suit] for _, suit in sorted(suits)]
    spans = (f'<span class="k-suit">{"".join(card(name, **look) for name in row)}</span>' for row in rows)  # type: ignore[arg-type]
    return f'<span class="k-fan">{"".join(spans)}</span>'
