// The table to sit down at: what the engine says lies on it, drawn; what the reader does, asked of the engine.
import { face, pip, sprite } from "./cards.mjs";
import { button, code, element, field, option, save } from "./elements.mjs";
import { engine } from "./engine.mjs";

const SYMBOLS = { clubs: "♣", diamonds: "♦", hearts: "♥", spades: "♠", none: "–" };
const ORDER = "♠♥♣♦";
const NUMBERS = { 4: "four", 6: "six" };
// Where a seat lies, counter-clockwise from the one below: its place on the cloth, its card's place in the middle.
const PLACES = { 4: ["south", "east", "north", "west"], 6: ["south", "east-low", "east-high", "north", "west-high", "west-low"] };
const LAID = { 4: [[0, 3.15], [4.7, 0], [0, -3.15], [-4.7, 0]], 6: [[0, 3.3], [4.9, 2.75], [4.9, -2.75], [0, -3.3], [-4.9, -2.75], [-4.9, 2.75]] };
const WHERE = { 4: ["", "on your right", "your partner", "on your left"], 6: ["", "on your right", "across, right", "your partner", "across, left", "on your left"] };
// Milliseconds before the next card, and before a full trick is taken; null waits for the reader.
const PACES = {
  flow: ["by themselves", 650, 1500],
  tricks: ["wait after each trick", 650, null],
  step: ["wait after each card", null, null],
  once: ["at once", 0, 0],
};
const SLICE = 0.4; // seconds that the engine plays before it shows how the table stands
const DEFAULTS = { base: "ja", seats: "4", seed: "1", players: "greedy:best-for-hand", hand: "0", yaml: "" };
const HABITS = { keep: "keep what stands", random: "take any suit", "best-for-hand": "take what suits their hands" };

const still = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
const drawn = (html, name, attributes = {}, ...children) => {
  const made = element(name, attributes, ...children);
  made.insertAdjacentHTML("afterbegin", html);
  return made;
};
const listed = (words, and = "and") => (words.length > 1 ? `${words.slice(0, -1).join(", ")} ${and} ${words.at(-1)}` : words.join(""));
const many = (number, word) => `${number} ${word}${number === 1 ? "" : "s"}`;
const capital = (words) => words.charAt(0).toUpperCase() + words.slice(1);
const bySuit = (cards) => [...cards].sort((a, b) => ORDER.indexOf(a.at(-1)) - ORDER.indexOf(b.at(-1)));

export const mount = async (place, worker) => {
  const ask = engine(worker);
  const facts = await ask("table.facts");
  const linked = location.hash.startsWith("#table&") ? new URLSearchParams(location.hash.slice(7)) : null;
  const start = Object.fromEntries(Object.entries(DEFAULTS).map(([key, otherwise]) => [key, linked?.get(key) ?? place.dataset[key] ?? otherwise]));

  let about = null; // what does not change at this table
  let view = null; // how it stands
  let hint = "";
  let busy = false;
  let queued = null; // what was asked for while the engine was at work
  let running = ""; // until where greedy plays for the reader: the round, the match
  let hurrying = false;
  let clock = 0;
  let heard = 0; // events of this round that were told

  // -- who is who ----------------------------------------------------------------------------------
  const alone = () => about.by_hand.length === 1;
  const home = () => (alone() ? about.by_hand[0] : 0);
  const sides = () => about.seats / 2;
  const turned = (seat) => (seat - home() + about.seats) % about.seats;
  const where = (seat) => (alone() ? WHERE[about.seats][turned(seat)] : "");
  const who = (seat) => (alone() && seat === home() ? "You" : where(seat) ? `Seat ${seat}, ${where(seat)},` : `Seat ${seat}`);
  const mine = (seat) => alone() && seat === home();
  const pair = (side) => `seats ${side} and ${side + sides()}`;
  const whose = (side) => (alone() && home() % sides() === side ? "You and your partner" : capital(pair(side)));
  // Whose hand lies open below: whose turn it is where all are played by hand.
  const acting = () => (view.turn !== null && about.by_hand.includes(view.turn) ? view.turn : about.by_hand.length ? home() : null);
  const look = (trump = view.trump) => ({ trump, rensho: view.trump ? view.rensho : null });

  // -- settings ------------------------------------------------------------------------------------
  const texts = element("select", { name: "base" }, ...Object.entries(facts.names).map(([name, title]) => option(name, title)));
  const seats = element("select", { name: "seats" }, option("4", "four"), option("6", "six"));
  const hand = element("select", { name: "hand" });
  const players = element("select", { name: "players" }, ...facts.players.map((name) => option(name, name)));
  const habit = element("select", { name: "habit" }, ...facts.habits.map((name) => option(name, HABITS[name] ?? name)));
  const seed = element("input", { name: "seed", type: "number", min: 0, max: 4294967295, step: 1, required: true });
  const yaml = element("textarea", { name: "yaml", rows: 5, spellcheck: "false", placeholder: "based-on: ja\npoints:\n  rensho.follow: free" });
  const problems = element("ul", { class: "k-problems", "aria-live": "polite", "aria-label": "What is wrong with the rules" });
  const offerSeats = () => {
    const count = Number(seats.value);
    const before = hand.value;
    const all = [...Array(count).keys()];
    hand.replaceChildren(...all.map((seat) => option(String(seat), `seat ${seat}`)), option("all", "all seats"), option("none", "nobody: you watch"));
    hand.value = [...hand.options].some((one) => one.value === before) ? before : "0";
    for (const one of texts.options) one.disabled = !facts.seats[one.value].includes(count);
  };
  seats.addEventListener("change", offerSeats);
  texts.addEventListener("change", () => {
    if (yaml.value.trim()) yaml.value = /^based-on:.*$/m.test(yaml.value) ? yaml.value.replace(/^based-on:.*$/m, `based-on: ${texts.value}`) : `based-on: ${texts.value}\n${yaml.value}`;
  });
  const set = (key, value) => {
    if (key === "players") {
      const [name, named] = value.split(":");
      const known = facts.players.includes(name) && (!named || facts.habits.includes(named));
      if (!known) players.append(option(value, value));
      players.value = known ? name : value;
      habit.value = (known && named) || "keep";
    } else {
      ({ base: texts, seats, seed, hand, yaml })[key].value = value;
    }
  };
  const settings = () => ({
    base: texts.value,
    seats: seats.value,
    seed: String(Math.max(0, Math.trunc(Number(seed.value)) || 0)),
    players: habit.value === "keep" ? players.value : `${players.value}:${habit.value}`,
    hand: hand.value,
    yaml: yaml.value.trim() ? yaml.value : "",
  });
  const address = (given = settings()) => {
    const parts = new URLSearchParams(Object.entries(given).filter(([key, value]) => value && (key !== "base" || !given.yaml)));
    return `${location.href.split("#")[0]}#table&${parts}`;
  };

  const sit = async (given = settings()) => {
    clearTimeout(clock);
    running = "";
    hurrying = false;
    queued = null;
    const seated = { all: [...Array(Number(given.seats)).keys()], none: [] }[given.hand] ?? [Number(given.hand)];
    const answer = await ask("table.sit", [given.yaml || given.base, Number(given.seats), given.players, seated, Number(given.seed)]);
    problems.replaceChildren(...answer.faults.map((fault) => element("li", {}, code(fault))));
    if (answer.faults.length) {
      setting.open = true;
      yaml.closest("details").open = Boolean(given.yaml);
      return false;
    }
    about = answer.about;
    setting.open = false;
    history.replaceState(history.state, "", address(given));
    heardLog.replaceChildren();
    heard = 0;
    view = null;
    laidNow.clear();
    middle.querySelectorAll(".k-laid-card").forEach((one) => one.remove());
    buildPlaces();
    showSupplied();
    show(answer.view);
    goOn();
    return true;
  };

  // -- grounds: what the rules answer, and where it stands -------------------------------------------
  const pointLink = (id) => element("a", { class: "k-point", href: `collation.html#point-${id.replaceAll(".", "-")}`, title: about.grounds[id].question }, code(id));
  const siglum = (one) => element("b", { class: `k-siglum k-${["U", "J", "K"].includes(one) ? one : "other"}` }, one);
  const words = (ground) => {
    const places = ground.words.flatMap(([locus, lemma], at) => [
      at ? ", " : " ",
      element("span", { class: "k-locus" }, locus),
      " ",
      element("q", { class: "k-lemma", lang: ground.language }, lemma),
    ]);
    return [siglum(ground.siglum), ...places];
  };
  const standing = (id) => {
    const ground = about.grounds[id];
    if (ground.kind === "edit") return [element("span", { class: "k-edited" }, "your edit"), `; the text answers ${ground.before}`];
    if (ground.kind === "supplied") {
      const from = ground.siglum ? words(ground) : ["the editor"];
      return [element("span", { class: "k-supplied" }, "The text does not say; supplied by "), ...from, `. ${ground.why}`];
    }
    if (ground.siglum) return [...words(ground), ground.status === "stated" ? "" : ` (${ground.status})`];
    return [ground.place, ground.gloss ? `: ${ground.gloss}` : ""];
  };
  const groundLine = (id) => {
    const ground = about.grounds[id];
    return element(
      "p",
      { class: "k-ground-line" },
      pointLink(id),
      ` ${ground.question} `,
      element("code", { class: "k-value" }, ground.value),
      ground.meaning && !ground.meaning.startsWith(ground.value) ? ` ${ground.meaning}. ` : ". ",
      element("span", { class: "k-words" }, ...standing(id)),
    );
  };
  const spokenGround = (id) => {
    const ground = about.grounds[id];
    return `${id}: ${ground.value}, ${ground.place}`;
  };

  // -- the parts of the table ------------------------------------------------------------------------
  const title = element("p", { class: "k-sit-title" });
  const cloth = element("div", { class: "k-cloth", role: "group", "aria-label": "The table" });
  const plaque = element("div", { class: "k-plaque" });
  const middle = element("div", { class: "k-mid" });
  const panel = element("div", { class: "k-panel", role: "group", tabindex: "-1", hidden: true });
  const handTitle = element("p", { class: "k-hand-title" });
  const cards = element("div", { class: "k-hand", role: "group" });
  const tell = element("div", { class: "k-tell" });
  const lastTrick = element("div", { class: "k-last" });
  const heardLog = element("div", { class: "k-say", role: "log", "aria-live": "polite", "aria-label": "What happened" });
  const scores = element("div", { class: "k-scores" });
  const log = element("ol", { class: "k-round-log" });
  const supplied = element("dl", { class: "k-lent" });
  const suppliedFold = element("details", {}, element("summary", {}, "What the text leaves open"), supplied);

  const nextButton = button("Go on", () => goNext(), { class: "k-button k-main", "data-deed": "next" });
  const undoButton = button("Undo", () => act("undo"), { "data-deed": "undo" });
  const hintButton = button("Hint", () => showHint(), { "data-deed": "hint" });
  const forMe = button("Play for me", () => act("play_on", "card"), { "data-deed": "card" });
  const restButton = button("Finish the round", () => finish("round"), { "data-deed": "round" });
  const matchButton = button("Finish the match", () => finish("match"), { "data-deed": "match" });
  const pace = element("select", { name: "pace" }, ...Object.entries(PACES).map(([name, [words]]) => option(name, words)));
  pace.addEventListener("change", () => goOn());
  const sitButton = button("Deal", () => sit(), { class: "k-button k-main", "data-deed": "sit" });
  const setting = element(
    "details",
    { class: "k-setting" },
    element("summary", {}, "Change the text, the players, the deal, the rules"),
    element("div", { class: "k-settings" }, field("Text", texts), field("Players", seats), field("You play", hand), field("The others are", players), field("Naming trumps, they", habit), field("Deal number", seed)),
    element("details", {}, element("summary", {}, "Rules of your own"), field("As YAML; empty, the text is played as it stands", yaml)),
    problems,
    element("div", { class: "k-actions" }, sitButton, button("Another deal number", () => {
      seed.value = String((Number(seed.value) || 0) + 1);
      return sit();
    }, { "data-deed": "another" })),
  );

  const places = new Map();
  const buildPlaces = () => {
    places.forEach((one) => one.remove());
    places.clear();
    cloth.dataset.seats = about.seats;
    for (let seat = 0; seat < about.seats; seat++) {
      const one = element("div", { class: `k-spot k-${PLACES[about.seats][turned(seat)]} k-side-${seat % sides()}`, "data-seat": seat });
      places.set(seat, one);
      cloth.append(one);
    }
  };

  const mini = (card) => {
    const kinds = ["k-card", ...("♥♦".includes(card.at(-1)) ? ["k-red"] : []), ...(card === view.rensho ? ["k-rensho"] : SYMBOLS[view.trump] === card.at(-1) ? ["k-trump"] : [])];
    return element("span", { class: kinds.join(" "), role: "img", "aria-label": facts.said[card] }, card.slice(0, -1), element("i", {}, card.at(-1)));
  };
  const stones = (number, label) => {
    const shown = Math.min(Math.max(number, 0), 12);
    return element("span", { class: "k-purse" }, ...(label ? [element("small", {}, label)] : []), ...Array.from({ length: shown }, () => element("i", { class: "k-stone", "aria-hidden": "true" })), element("b", {}, String(number)));
  };

  const showPlaces = () => {
    for (const [seat, one] of places) {
      const roles = [];
      if (view.dealers.includes(seat)) roles.push("deals");
      if (view.leader === seat) roles.push("leads first");
      if (view.rests.includes(seat)) roles.push("rests");
      one.classList.toggle("k-has-turn", view.turn === seat);
      one.classList.toggle("k-resting", view.rests.includes(seat));
      const open = view.hands[seat];
      const held = view.held[seat];
      const below = seat === acting();
      const fan = below || !held
        ? null
        : open
          ? element("div", { class: "k-open" }, ...bySuit(open).map(mini))
          : element("div", { class: "k-backs", role: "img", "aria-label": many(held, "card"), style: `--n: ${held}` }, ...Array.from({ length: held }, () => element("i", {})));
      one.replaceChildren(
        element("p", { class: "k-who" }, element("b", { class: "k-seat" }, mine(seat) ? "You" : `Seat ${seat}`), ...(alone() ? [" ", element("small", {}, mine(seat) ? `seat ${seat}` : where(seat))] : []), ...roles.map((role) => element("span", { class: "k-role" }, role))),
        ...(fan ? [fan] : []),
      );
    }
  };

  const showPlaque = () => {
    const ring = about.step === 1 ? "M4.800 5.500A7 7 0 1 1 3 10.500M4.800 5.500V1.700M4.800 5.500h3.800" : "M15.200 5.500A7 7 0 1 0 17 10.500M15.200 5.500V1.700M15.200 5.500h-3.800";
    const trump = view.trump;
    plaque.replaceChildren(
      ...(trump
        ? [
            element("p", {}, trump === "none" ? "No trumps" : "Trumps ", ...(trump === "none" ? [] : [drawn(pip(SYMBOLS[trump]), "span", { class: `k-suit-sign ${"♥♦".includes(SYMBOLS[trump]) ? "k-hot" : ""}` }), element("span", { class: "k-only-said" }, trump)])),
            ...(view.rensho ? [element("p", {}, "Rensho ", mini(view.rensho))] : []),
          ]
        : [element("p", {}, "Trumps are being named")]),
      drawn(`<svg viewBox="0 0 20 20" aria-hidden="true" focusable="false"><path d="${ring}"/></svg>`, "p", { class: "k-way" }, about.step === 1 ? "to the right" : "to the left"),
    );
  };

  // The trick: cards stay where they lie, come from their seat and go to whoever takes them.
  const laidNow = new Map();
  const away = (seat, by = 1) => {
    const [x, y] = LAID[about.seats][turned(seat)];
    return `translate(calc(-50% + ${x * by}em), calc(-50% + ${y * by}em))`;
  };
  const showTrick = (before) => {
    const now = new Map(view.trick.map(([seat, card]) => [card, seat]));
    for (const [card, node] of laidNow) {
      if (now.has(card)) continue;
      laidNow.delete(card);
      const taker = before?.stage === "trick" && view.last ? view.last.taker : null;
      if (still() || pace.value === "once" || taker === null) node.remove();
      else node.animate([{}, { transform: away(taker, 2), opacity: 0 }], { duration: 320, easing: "ease-in" }).finished.then(() => node.remove(), () => node.remove());
    }
    for (const [card, seat] of now) {
      let node = laidNow.get(card);
      if (!node) {
        const [x, y] = LAID[about.seats][turned(seat)];
        node = drawn(face(card, look()), "div", { class: "k-laid-card", role: "img", style: `--x: ${x}em; --y: ${y}em` }, element("span", { class: "k-from", "aria-hidden": "true" }, mine(seat) ? "you" : String(seat)));
        laidNow.set(card, node);
        middle.append(node);
        if (!still() && pace.value !== "once") node.animate([{ transform: away(seat, 0.9), opacity: 0 }, {}], { duration: 240, easing: "ease-out" });
      }
      const best = view.best === seat;
      node.classList.toggle("k-takes", best);
      node.setAttribute("aria-label", `${mine(seat) ? "you" : `seat ${seat}`}: ${facts.said[card]}${best ? ", takes the trick so far" : ""}`);
    }
  };

  const showLast = () => {
    const last = view.last;
    if (!last || view.stage === "trick") {
      lastTrick.replaceChildren();
      return;
    }
    const laid = last.trick.map(([seat, card]) => element("span", { class: `k-play${seat === last.taker ? " k-takes" : ""}` }, mini(card), element("small", {}, mine(seat) ? "you" : `seat ${seat}`)));
    lastTrick.replaceChildren(
      element("p", {}, `Trick ${last.number} went to ${mine(last.taker) ? "you" : `seat ${last.taker}`} `, element("span", { class: "k-why" }, pointLink(last.point), ` ${about.grounds[last.point].place}`)),
      element("div", { class: "k-laid" }, ...laid),
    );
  };

  // The hand: a button for each card, which stays the same button as long as it is held.
  const held = new Map();
  let whoseHand = null;
  const reason = (card) => view.barred[card];
  const showHand = (dealt) => {
    const seat = acting();
    const mineNow = seat === null ? null : view.hands[seat];
    const focused = [...held.values()].indexOf(document.activeElement);
    if (whoseHand !== seat) held.clear();
    whoseHand = seat;
    const sorted = bySuit(mineNow ?? []);
    for (const card of [...held.keys()]) if (!sorted.includes(card)) held.delete(card);
    const turn = view.stage === "card";
    for (const card of sorted) {
      let one = held.get(card);
      if (!one) {
        one = element("button", { type: "button", class: "k-held", "data-card": card, onclick: () => choose(card) });
        held.set(card, one);
        if (dealt && !still() && pace.value !== "once") one.animate([{ transform: "translateY(-1.5rem)", opacity: 0 }, {}], { duration: 220, delay: 25 * sorted.indexOf(card), fill: "backwards", easing: "ease-out" });
      }
      const allowed = view.legal.includes(card);
      if (one.dataset.look !== `${view.trump}`) {
        one.innerHTML = face(card, look());
        one.dataset.look = `${view.trump}`;
      }
      one.classList.toggle("k-can", turn && allowed);
      one.classList.toggle("k-cannot", turn && !allowed);
      one.classList.toggle("k-hinted", card === hint);
      const remarks = [facts.said[card]];
      if (view.trump && card === view.rensho) remarks.push("Rensho");
      else if (view.trump && SYMBOLS[view.trump] === card.at(-1)) remarks.push("a trump");
      if (turn) remarks.push(allowed ? "may be played" : "may not be played; press to hear why");
      if (card === hint) remarks.push("the hint");
      one.setAttribute("aria-label", remarks.join(", "));
    }
    const nodes = sorted.map((card) => held.get(card));
    if (nodes.length !== cards.children.length || nodes.some((one, at) => cards.children[at] !== one)) cards.replaceChildren(...nodes);
    cards.style.setProperty("--n", Math.max(nodes.length, 1));
    cards.setAttribute("aria-label", seat === null ? "No hand is yours" : `${alone() ? "Your hand" : `The hand of seat ${seat}`}, ${many(sorted.length, "card")}. Arrow keys go through it.`);
    const blind = view.asked && !view.asked.sees && seat !== null;
    handTitle.textContent = seat === null ? "You watch." : blind ? "The cards lie face down until trumps are settled." : view.rests.includes(seat) ? "Your side rests this round." : alone() ? "" : `The hand of seat ${seat}`;
    cards.classList.toggle("k-blind", blind);
    if (focused >= 0) keepFocus(nodes, focused);
    rove(nodes.includes(document.activeElement) ? document.activeElement : nodes.find((one) => one.classList.contains("k-can")) ?? nodes[0]);
  };
  const keepFocus = (nodes, at) => {
    if (nodes.includes(document.activeElement)) return;
    const near = nodes[Math.min(at, nodes.length - 1)];
    if (near) near.focus({ preventScroll: true });
    else nextButton.focus({ preventScroll: true });
  };
  cards.addEventListener("focusin", (event) => rove(event.target));
  const rove = (to) => held.forEach((one) => (one.tabIndex = one === to ? 0 : -1));

  const showScores = () => {
    const count = view.sides.map((_, side) => side);
    scores.replaceChildren(
      ...count.map((side) => {
        const one = view.sides[side];
        const rests = view.rests.includes(side);
        const taken = one.taken.filter((card) => about.pictures.includes(card.slice(0, -1)));
        const tricks = about.goal === "tricks";
        const open = about.shown || view.stage === "settled" || view.stage === "over";
        const number = tricks ? one.tricks : open ? one.counted : null;
        const purses = about.purses === 2 ? [side, side + sides()].map((seat) => [mine(seat) ? "you" : `seat ${seat}`, view.stones[seat]]) : [["", view.stones[side]]];
        return element(
          "section",
          { class: `k-score-of k-side-${side}`, "aria-label": capital(pair(side)) },
          element("p", { class: "k-score-head" }, element("b", { class: `k-seat k-side-${side}` }, alone() && home() % sides() === side ? "You and your partner" : capital(pair(side))), element("span", { class: "k-score-number" }, rests ? "rests" : number === null ? many(one.tricks, "trick") : `${many(number, tricks ? "trick" : "picture")}; ${about.win_at} win`)),
          element("div", { class: "k-taken-cards" }, ...(about.shown && !tricks ? taken.map(mini) : [])),
          element("p", { class: "k-stones" }, element("span", { class: "k-only-said" }, "Stones: "), ...purses.map(([label, number]) => stones(number, label))),
        );
      }),
    );
  };

  const showLog = () => {
    log.replaceChildren(...view.log.map((event) => element("li", { class: `k-is-${event.kind}` }, element("span", {}, event.text), " ", element("span", { class: "k-why" }, pointLink(event.point), ` ${about.grounds[event.point].place}`))));
  };

  const showSupplied = () => {
    const open = Object.entries(about.grounds).filter(([, ground]) => ground.kind === "supplied" && ground.touches !== "manner" && ground.counts);
    const edits = Object.entries(about.grounds).filter(([, ground]) => ground.kind === "edit");
    suppliedFold.hidden = !open.length && !edits.length;
    const told = [...(edits.length ? [`${many(edits.length, "answer")} of your own`] : []), ...(open.length ? [`${many(open.length, "answer")} that the text does not give`] : [])];
    suppliedFold.firstElementChild.textContent = capital(told.join(", "));
    supplied.replaceChildren(...[...edits, ...open].flatMap(([id, ground]) => [element("dt", {}, pointLink(id), " ", element("code", { class: "k-value" }, ground.value)), element("dd", {}, ...standing(id))]));
    title.replaceChildren(element("b", {}, about.title), ` · ${NUMBERS[about.seats]} players · deal ${about.seed}`, element("span", { class: "k-round" }));
  };

  // -- the panel: trumps to be named, a round settled, the match over ----------------------------------
  const trumpPanel = () => {
    const { seats: may, suits, stands, sees, rensho, point } = view.asked;
    const mineToo = may.some(mine);
    const stay = stands === null ? "Trumps have to be named." : stands === "none" ? "There are no trumps as yet." : `${capital(stands)} are trumps as it stands.`;
    const when = sees ? "before the first card is played" : "before the cards are looked at";
    const role = mineToo ? (may.length > 1 ? "You and your partner may" : "You may") : `${capital(listed(may.map((seat) => `seat ${seat}`)))} may`;
    return [
      element("h3", { class: "k-panel-title" }, "Trumps"),
      element("p", {}, stands === null ? `${stay} ${role.replace(/ may$/, "")} name${may.length === 1 && !mineToo ? "s" : ""} them, ${when}.` : `${stay} ${role} change them, ${when}.`),
      element("div", { class: "k-suits" }, ...suits.map((suit) => {
        const keep = suit === stands;
        const boss = rensho[suit] ? ["Rensho ", element("span", { "aria-hidden": "true" }, rensho[suit]), element("span", { class: "k-only-said" }, facts.said[rensho[suit]])] : [];
        const sign = suit === "none" ? [] : [drawn(pip(SYMBOLS[suit]), "span", { class: `k-suit-sign ${"♥♦".includes(SYMBOLS[suit]) ? "k-hot" : ""}` })];
        return element("button", { type: "button", class: `k-button k-name${keep ? " k-keep" : ""}`, "data-suit": suit, onclick: () => act("name_trump", suit) }, ...sign, element("span", {}, `${keep ? "keep " : ""}${suit === "none" ? "no trumps" : suit}`), element("small", {}, ...boss));
      })),
      groundLine(point),
      groundLine("trump.when"),
    ];
  };
  const endPanel = () => {
    const settled = view.settlement;
    const over = view.stage === "over";
    const head = over
      ? view.champion === null ? "The match is over, and nobody wins it" : `${whose(view.champion)} win the match`
      : settled.winner === null ? "Nobody wins the round" : `${whose(settled.winner)} win the round`;
    const told = view.log.filter((event) => ["aside", "settlement", "stones", "end"].includes(event.kind));
    const grounds = [...new Set([settled.decided_by, ...(settled.clause ? [settled.clause] : [])])];
    return [
      element("h3", { class: "k-panel-title" }, head),
      element("ul", { class: "k-ends" }, ...told.map((event) => element("li", {}, `${event.text}. `, element("span", { class: "k-why" }, pointLink(event.point))))),
      element("div", { class: "k-actions" }, over ? button("New match", () => another(), { class: "k-button k-main", "data-deed": "again" }) : button("Next round", () => act("step"), { class: "k-button k-main", "data-deed": "next-round" })),
      ...grounds.map(groundLine),
    ];
  };
  const showPanel = (before) => {
    const wanted = view.asked ? (running ? "" : "trump") : view.stage === "settled" || view.stage === "over" ? "end" : "";
    const was = panel.dataset.kind ?? "";
    panel.dataset.kind = wanted;
    panel.hidden = !wanted;
    cloth.classList.toggle("k-asks", Boolean(wanted));
    if (!wanted) {
      panel.replaceChildren();
      if (was && before && place.contains(document.activeElement) === false) focusHand();
      return;
    }
    const hadFocus = place.contains(document.activeElement) || document.activeElement === document.body;
    panel.setAttribute("aria-label", wanted === "trump" ? "Trumps" : "How the round ended");
    panel.replaceChildren(...(wanted === "trump" ? trumpPanel() : endPanel()));
    if (before && hadFocus) panel.querySelector(".k-keep, .k-button")?.focus({ preventScroll: true });
  };
  const focusHand = () => (cards.querySelector(".k-can") ?? cards.querySelector("[tabindex='0']") ?? nextButton).focus({ preventScroll: true });

  // -- said aloud, and in a line below the hand -------------------------------------------------------
  const speak = (...sentences) => {
    for (const one of sentences) heardLog.append(element("p", {}, one));
    while (heardLog.children.length > 40) heardLog.firstElementChild.remove();
  };
  const spoken = (event) => {
    if (event.kind === "lead" || event.kind === "play") return `${who(event.seat)} ${event.kind === "lead" ? "lead" : "play"}${mine(event.seat) ? "" : "s"} ${facts.said[event.cards]}.`;
    if (event.kind === "trick") return `${who(event.seat)} take${mine(event.seat) ? "" : "s"} the trick.`;
    return `${event.text}.`;
  };
  const said = (before) => {
    if (!before || before.round !== view.round || view.log.length < heard) heard = 0;
    if (before && before.round === view.round && view.log.length < before.log.length) {
      heard = view.log.length;
      speak("Taken back.");
    }
    speak(...view.log.slice(heard).map(spoken));
    heard = view.log.length;
    if (view.stage === "card") speak(turnWords());
    if (view.asked) speak("Trumps are to be named.");
  };
  const turnWords = () => {
    const count = view.legal.length;
    const hold = view.held[view.turn];
    const which = count === hold ? (hold === 1 ? "The last card." : "Any card may be played.") : `${count} of ${many(hold, "card")} may be played.`;
    return `${alone() ? "Your turn." : `It is the turn of seat ${view.turn}.`} ${which}`;
  };
  const showTell = () => {
    const line =
      view.stage === "card" ? turnWords()
      : view.stage === "bot" ? `Seat ${view.turn}${where(view.turn) ? ` (${where(view.turn)})` : ""} ${running || hurrying || pace.value === "once" ? "thinks" : "is about to play"}.`
      : view.stage === "trick" ? `${mine(view.best) ? "You take" : `Seat ${view.best} takes`} the trick.`
      : view.stage === "trump" ? "Name trumps to go on."
      : view.stage === "settled" ? "The round is settled." : "The match is over.";
    tell.replaceChildren(element("p", {}, line));
  };
  const explain = (card) => {
    const why = reason(card);
    tell.replaceChildren(element("p", { class: "k-barred-why" }, mini(card), ` may not be played. ${why.text}`), groundLine(why.point));
    const plain = why.text.replace(/(10|[2-9JQKA])[♠♥♦♣]/g, (one) => facts.said[one] ?? one);
    speak(`${capital(facts.said[card])} may not be played. ${plain} ${spokenGround(why.point)}.`);
  };

  const waits = () => PACES[pace.value][view.stage === "bot" ? 1 : 2] === null;

  // -- what is done ----------------------------------------------------------------------------------
  const show = (next) => {
    const before = view;
    view = next;
    title.querySelector(".k-round").textContent = ` · round ${view.round}`;
    showPlaque();
    showTrick(before);
    showHand(before?.round !== view.round || before?.stage === "trump");
    showPlaces();
    showLast();
    showScores();
    showLog();
    said(before);
    showTell();
    showPanel(before);
    const under = view.stage === "bot" || view.stage === "trick";
    const ended = view.stage === "settled" || view.stage === "over";
    nextButton.textContent = running && !ended ? "Stop" : under && !waits() ? "Hurry" : "Go on";
    nextButton.setAttribute("aria-disabled", String(!under && !running && view.stage !== "settled"));
    undoButton.setAttribute("aria-disabled", String(!view.undo));
    hintButton.setAttribute("aria-disabled", String(view.stage !== "card" && view.stage !== "trump"));
    forMe.setAttribute("aria-disabled", String(view.stage !== "card" && view.stage !== "trump"));
    restButton.setAttribute("aria-disabled", String(ended));
    matchButton.setAttribute("aria-disabled", String(view.stage === "over"));
    Object.assign(place.dataset, { stage: view.stage, turn: view.turn ?? "", round: view.round, moves: view.log.length });
  };
  const act = async (what, ...given) => {
    if (busy) {
      running = "";
      queued = [what, ...given];
      return;
    }
    busy = true;
    place.dataset.busy = "yes";
    clearTimeout(clock);
    hint = "";
    try {
      const answer = await ask("table.do", [what, ...given]);
      show(answer);
      if (answer.refused) tell.replaceChildren(element("p", {}, answer.refused));
    } catch (error) {
      tell.replaceChildren(element("p", {}, `The engine gave up: ${error.message}`));
    } finally {
      busy = false;
    }
    const next = queued;
    queued = null;
    if (next) act(...next);
    else goOn();
    if (!busy) delete place.dataset.busy;
  };
  const goOn = () => {
    clearTimeout(clock);
    if (!view) return;
    const ended = view.stage === "over" || (view.stage === "settled" && running === "round");
    if (running && !ended) {
      act("play_on", running, SLICE, true);
      return;
    }
    running = "";
    if (view.stage !== "bot" && view.stage !== "trick") {
      hurrying = false;
      return;
    }
    if (pace.value === "once" || hurrying) {
      act("hurry", SLICE);
      return;
    }
    const wait = PACES[pace.value][view.stage === "bot" ? 1 : 2];
    if (wait !== null) clock = setTimeout(() => act("step"), wait);
  };
  const goNext = () => {
    if (running) {
      running = "";
      return null;
    }
    if (view.stage === "settled") return act("step");
    if (view.stage !== "bot" && view.stage !== "trick") return null;
    if (waits()) return act("step");
    hurrying = true;
    return act("hurry", SLICE);
  };
  const finish = (until) => {
    running = until;
    return act("play_on", until, SLICE);
  };
  const choose = (card) => {
    rove(held.get(card));
    if (view.stage === "bot" || view.stage === "trick") goNext();
    else if (view.stage === "card" && reason(card)) explain(card);
    else if (view.stage === "card" && view.legal.includes(card)) act("lay", card);
  };
  const showHint = async () => {
    if (view.stage !== "card" && view.stage !== "trump") return;
    hint = await ask("table.suggestion");
    const trump = view.stage === "trump";
    const named = trump ? hint : facts.said[hint];
    speak(`Hint: ${named}.`);
    tell.replaceChildren(element("p", {}, trump ? `Hint: ${hint}.` : "Greedy would play ", ...(trump ? [] : [mini(hint), "."])));
    if (trump) hint = "";
    showHand();
  };
  const another = () => {
    seed.value = String((Number(settings().seed) || 0) + 1);
    return sit();
  };
  const copied = async (event) => {
    try {
      await navigator.clipboard.writeText(location.href);
      tell.replaceChildren(element("p", {}, "The link is copied: it deals the same cards."));
    } catch {
      tell.replaceChildren(element("p", {}, "The browser does not let this page copy; the link is in the address bar."));
    }
    event.target.focus();
  };
  const download = async (kind) => {
    const { json, text } = await ask("table.saved");
    const name = `kakeya-table-${about.seed}`;
    if (kind === "json") save(`${name}.json`, `${JSON.stringify(json, null, 1)}\n`, "application/json");
    else save(`${name}.txt`, `${text}\n`, "text/plain");
  };

  // keys: arrows in the hand, and letters anywhere at the table but in a field
  place.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.target.closest("input, select, textarea")) return;
    const nodes = [...cards.children];
    const at = nodes.indexOf(event.target.closest(".k-held"));
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: nodes.length - 1 }[event.key];
    if (at >= 0 && to !== undefined) {
      event.preventDefault();
      const one = nodes[(to + nodes.length) % nodes.length];
      rove(one);
      one.focus();
      return;
    }
    const deed = { u: () => act("undo"), h: showHint, g: () => forMe.click(), n: goNext, r: () => restButton.click(), c: focusHand }[event.key.toLowerCase()];
    if (deed && view) {
      event.preventDefault();
      deed();
    }
  });
  for (const one of [undoButton, forMe, restButton, matchButton, nextButton, hintButton]) {
    one.addEventListener("click", (event) => one.getAttribute("aria-disabled") === "true" && event.stopImmediatePropagation(), true);
  }
  middle.addEventListener("click", () => goNext());

  // -- together ------------------------------------------------------------------------------------
  cloth.append(plaque, middle, panel);
  seats.value = start.seats;
  offerSeats();
  for (const [key, value] of Object.entries(start)) if (key !== "seats") set(key, value);
  const based = /^based-on:\s*["']?([\w-]+)/m.exec(start.yaml);
  if (based && facts.names[based[1]]) texts.value = based[1];
  place.classList.remove("k-ready");
  place.replaceChildren(
    drawn(sprite(), "div", { class: "k-sit-head" }, title, setting),
    cloth,
    element("div", { class: "k-mine" }, handTitle, cards),
    element("div", { class: "k-deeds" }, nextButton, undoButton, hintButton, forMe, restButton, matchButton, element("label", { class: "k-pace" }, "The others play ", pace)),
    element("div", { class: "k-below" }, tell, lastTrick),
    heardLog,
    scores,
    element("details", { class: "k-all-log" }, element("summary", {}, "The round so far, step by step"), log),
    suppliedFold,
    element("div", { class: "k-actions" }, button("Record (JSON)", () => download("json")), button("Record (text)", () => download("text")), button("Copy link", copied)),
  );
  await sit(settings());
  focusHand();
};
