// Cards as the table draws them: one picture for each, and two sizes in it (the style sheet shows one of them).

const HEART = "M50 92C18 64 5 48 5 29 5 14 16 5 28 5c10 0 18 6 22 16C54 11 62 5 72 5c12 0 23 9 23 24 0 19-13 35-45 63z";
const DIAMOND = "M50 2c9 18 20 34 34 48-14 14-25 30-34 48-9-18-20-34-34-48C30 36 41 20 50 2z";
const SPADE = "M50 3c5 20 43 34 43 60 0 13-9 21-20 21-9 0-16-5-19-12 1 12 5 19 14 25H32c9-6 13-13 14-25-3 7-10 12-19 12C16 84 7 76 7 63 7 37 45 23 50 3z";
const CLUB = "M50 4a21 21 0 0 1 14 37 22 22 0 1 1-11 31c1 12 6 19 15 25H32c9-6 14-13 15-25a22 22 0 1 1-11-31A21 21 0 0 1 50 4z";
const SUITS = { "♠": SPADE, "♥": HEART, "♦": DIAMOND, "♣": CLUB };
const IDS = { "♠": "spade", "♥": "heart", "♦": "diamond", "♣": "club" };

// Where the pips of a number stand: x, y of the upper half; the lower is the same turned round.
const [L, M, R] = [34, 50, 66];
const PIPS = {
  2: [[M, 30]],
  3: [[M, 30], [M, 70]],
  4: [[L, 30], [R, 30]],
  5: [[L, 30], [R, 30], [M, 70]],
  6: [[L, 30], [R, 30], [L, 70], [R, 70]],
  7: [[L, 30], [R, 30], [L, 70], [R, 70], [M, 50]],
  8: [[L, 30], [R, 30], [L, 70], [R, 70], [M, 50]],
  9: [[L, 30], [R, 30], [L, 57], [R, 57], [M, 70]],
  10: [[L, 30], [R, 30], [L, 57], [R, 57], [M, 43]],
};
const ALONE = { 7: [[M, 50]] }; // these have no other below them

const use = (suit, x, y, size, turned = false) =>
  `<use href="#k-${IDS[suit]}" x="${x - size / 2}" y="${y - size / 2}" width="${size}" height="${size}"${turned ? ` transform="rotate(180 ${x} ${y})"` : ""}/>`;

const pips = (rank, suit) =>
  (PIPS[rank] ?? [])
    .map(([x, y]) => {
      const one = use(suit, x, y, 19);
      const lonely = y === 70 || ALONE[rank]?.some(([a, b]) => a === x && b === y);
      return lonely ? one : one + use(suit, 100 - x, 140 - y, 19, true);
    })
    .join("");

// A half of a court card, down to the middle line; `k-t` is the suit's colour.
const ROBE = '<path class="k-t" d="M25 70V63c2-9 12-14 25-14s23 5 25 14v7z"/><path class="k-gold" d="M25 70v-4c16-9 34-9 50 0v4z"/><path class="k-line" d="M31 66v4m6-6.600v6.600m6-8v8m7-8.500v8.500m7-8v8m6-6.600v6.600"/>';
const COLLAR = '<path class="k-cream" d="M41 50l9 12 9-12z"/>';
const HEAD = '<path class="k-cream" d="M40 30h20v9c0 8-4.500 13-10 13s-10-5-10-13z"/><path class="k-line" d="M45 36h1.500m7 0H55M50 36.500v5l-1.300.8M47.500 46h5"/>';
const COURTS = {
  K: '<path class="k-dark" d="M36 29h28l2 20c-4 5-28 5-32 0z"/>' + ROBE + COLLAR + HEAD +
    '<path class="k-dark" d="M40 39c2 3.500 5 4 10 4s8-.5 10-4c1 9-3 17-10 20-7-3-11-11-10-20z"/><path class="k-cream" d="M47 45.500h6l-3 1.800z"/>' +
    '<path class="k-gold" d="M37 30l-3-15 8 7 8-11 8 11 8-7-3 15z"/><path class="k-line" d="M37.500 27h25"/><circle class="k-t" cx="50" cy="21.500" r="2.200"/>',
  Q: '<path class="k-dark" d="M35 32c0-15 30-15 30 0l3 24c-6 3-9-2-9-8H41c0 6-3 11-9 8z"/>' + ROBE + COLLAR + HEAD +
    '<path class="k-dark" d="M39 34c2-6 6-8 11-8s9 2 11 8l-1-8H40z"/>' +
    '<path class="k-gold" d="M38 27l-1-9 6 4 3-7 4 6 4-6 3 7 6-4-1 9c-8-3-16-3-24 0z"/><circle class="k-t" cx="50" cy="14.500" r="2"/><circle class="k-gold" cx="50" cy="58" r="2.200"/>',
  J: '<path class="k-dark" d="M37 30h26l1.500 17c-3 3-5 2-5-2h-19c0 4-2 5-5 2z"/>' + ROBE + COLLAR + HEAD +
    '<path class="k-t" d="M35 31c0-11 7-16 16-16s15 5 15 12l-1 4c-10-3-20-3-30 0z"/><path class="k-gold" d="M35 31c10-3.500 20-3.500 30 0v-3.500c-10-3-20-3-30 0z"/>' +
    '<path class="k-feather" d="M62 24c7-2 11-7 11-12 3 7-1 15-8 16"/>',
};
const court = (rank, suit) => {
  const half = COURTS[rank] + use(suit, 30.500, 24, 10);
  return `<rect class="k-frame" x="23" y="15" width="54" height="110" rx="3"/>${half}<g transform="rotate(180 50 70)">${half}</g><path class="k-frame" d="M23 70h54"/>`;
};

const ace = (suit) => `<circle class="k-frame" cx="50" cy="70" r="31"/><circle class="k-frame k-dots" cx="50" cy="70" r="34.500"/>${use(suit, 50, 70, 42)}`;

const corner = (rank, suit) =>
  `<text x="12.500" y="23" class="${rank === "10" ? "k-ten" : ""}">${rank}</text>${use(suit, 12.500, 34.500, 14)}`;

// A card's picture as markup. `look` says which suit is trumps, which card is Rensho, which ranks count.
export const face = (card, look = {}) => {
  const [rank, suit] = [card.slice(0, -1), card.slice(-1)];
  const kinds = ["k-face", suit === "♥" || suit === "♦" ? "k-hot" : "k-cold"];
  const trump = look.trump && look.trump !== "none" && { spades: "♠", hearts: "♥", diamonds: "♦", clubs: "♣" }[look.trump] === suit;
  if (card === look.rensho) kinds.push("k-boss");
  else if (trump) kinds.push("k-kiri");
  const inner = COURTS[rank] ? court(rank, suit) : rank === "A" ? ace(suit) : pips(rank, suit);
  const both = corner(rank, suit);
  return (
    `<svg class="${kinds.join(" ")}" viewBox="0 0 100 140" aria-hidden="true" focusable="false"><rect class="k-ground" x="1" y="1" width="98" height="138" rx="8"/>` +
    `<g class="k-large">${inner}${both}<g transform="rotate(180 50 70)">${both}</g></g>` +
    `<g class="k-small"><text x="${rank === "10" ? 34 : 27}" y="54" class="${rank === "10" ? "k-ten" : ""}">${rank}</text>${use(suit, 62, 96, 58)}</g>` +
    (trump || card === look.rensho ? '<path class="k-mark" d="M78 1h13a8 8 0 0 1 8 8v13z"/>' : "") +
    "</svg>"
  );
};

// The suits, once for the page.
export const sprite = () =>
  `<svg width="0" height="0" aria-hidden="true" focusable="false" class="k-sprite"><defs>${Object.entries(SUITS)
    .map(([suit, path]) => `<symbol id="k-${IDS[suit]}" viewBox="0 0 100 100"><path d="${path}"/></symbol>`)
    .join("")}</defs></svg>`;

export const pip = (suit) => `<svg class="k-pip" viewBox="0 0 100 100" aria-hidden="true" focusable="false"><use href="#k-${IDS[suit]}"/></svg>`;
