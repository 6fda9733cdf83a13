// What a comparison found, as the reader of a page sees it: a table, a sentence, a chart.
import { count, element, field, option } from "./elements.mjs";

const figure = (value, unit, sign = false) => {
  const size = Math.abs(value);
  const text = unit === "share" ? `${(size * 100).toFixed(1)}\u00a0%` : size.toFixed(size < 10 ? 3 : 2);
  const zero = !/[1-9]/.test(text);
  return `${zero ? "" : value < 0 ? "−" : sign ? "+" : ""}${text}`;
};

const SVG = "http://www.w3.org/2000/svg";
const drawn = (name, attributes) => {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
};

// The difference with its interval, in standard deviations of a round: one scale for all rows.
const bar = (effect, reach) => {
  const svg = drawn("svg", { viewBox: "-100 0 200 16", preserveAspectRatio: "none", class: "k-bar", "aria-hidden": "true" });
  const by = effect.deviation ? 96 / (effect.deviation * reach) : 0;
  const at = (value) => Math.max(-98, Math.min(98, value * by));
  svg.append(drawn("line", { x1: 0, x2: 0, y1: 0, y2: 16, class: "k-zero" }));
  if (by) {
    const whole = effect.clear ? "k-clear" : "k-unclear";
    svg.append(drawn("line", { x1: at(effect.low), x2: at(effect.high), y1: 8, y2: 8, class: `k-range ${whole}` }));
    svg.append(drawn("line", { x1: at(effect.difference), x2: at(effect.difference), y1: 3, y2: 13, class: `k-mean ${whole}` }));
  }
  return svg;
};

export const table = (standing) => {
  const reach = Math.max(0.05, ...standing.effects.filter((one) => one.deviation).map((one) => Math.max(Math.abs(one.low), Math.abs(one.high)) / one.deviation));
  const head = ["", standing.names[0], standing.names[1], "Difference, and where it lies 95 times in 100", ""];
  const rows = standing.effects.map((one) =>
    element(
      "tr",
      { "data-measure": one.measure, class: one.clear ? "k-is-clear" : "" },
      element("th", { scope: "row" }, one.title, one.unit === "share" ? "" : element("small", {}, ` ${one.unit}`)),
      element("td", {}, figure(one.a, one.unit)),
      element("td", {}, figure(one.b, one.unit)),
      element("td", {}, element("b", {}, figure(one.difference, one.unit, true)), " ", element("small", {}, `${figure(one.low, one.unit, true)} to ${figure(one.high, one.unit, true)}`)),
      element("td", { class: "k-interval" }, bar(one, reach)),
    ),
  );
  return element(
    "table",
    {},
    element("caption", {}, `What ${count(standing.done)} rounds on the same deals show`),
    element("thead", {}, element("tr", {}, ...head.map((text, at) => (text ? element("th", { scope: "col" }, text) : element("td", { "aria-hidden": at === 4 ? "true" : null }))))),
    element("tbody", {}, ...rows),
  );
};

export const sentence = (standing) => {
  const clear = standing.effects.filter((one) => one.clear_together);
  const rounds = `${count(standing.done)} rounds`;
  if (!standing.differ.length) return `${rounds}: the rules answer every point alike, so nothing can differ.`;
  if (!clear.length) return `${rounds}: no difference is clear. Play more rounds to see smaller ones.`;
  const told = clear.map((one) => `${one.title} ${figure(one.a, one.unit)}, under your rules ${figure(one.b, one.unit)}`);
  const more = told.length > 3 ? "; and others" : "";
  return `${rounds}: ${clear.length === 1 ? "one difference is" : `${clear.length} differences are`} clear: ${told.slice(0, 3).join("; ")}${more}.`;
};

// -- a distribution under both rules ---------------------------------------------------------------
const HEIGHT = 230;
const MARGIN = { left: 46, right: 6, top: 10, bottom: 42 };
// The shapes that charts of the book give to the texts; rules of one's own have the diamond.
const MARKS = {
  uk: (x, y) => `M${x - 4},${y}a4,4 0 1,0 8,0a4,4 0 1,0 -8,0`,
  ja: (x, y) => `M${x - 3.5},${y - 3.5}h7v7h-7z`,
  ko: (x, y) => `M${x},${y - 4.5}l4.5,8h-9z`,
  other: (x, y) => `M${x},${y + 4.5}l4.5,-8h-9z`,
  yours: (x, y) => `M${x},${y - 5}l4.5,5l-4.5,5l-4.5,-5z`,
};
const mark = (look, x, y) => drawn("path", { d: MARKS[look](x, y), class: `k-mark k-${look}` });
const words = (text, x, y, more) => {
  const made = drawn("text", { x, y, ...more });
  made.textContent = text;
  return made;
};

// Steps of 1, 2 or 5 up to at least `top`.
const scale = (top) => {
  const rough = Math.max(top, 1e-9) / 4;
  const ten = 10 ** Math.floor(Math.log10(rough));
  const step = ten * [1, 2, 5, 10].find((one) => one * ten >= rough);
  return { step, top: step * Math.ceil(top / step - 1e-9) };
};

const draw = (spread, looks, width) => {
  const { left, right, top, bottom } = MARGIN;
  const svg = drawn("svg", { viewBox: `0 0 ${width} ${HEIGHT}`, width, height: HEIGHT, "aria-hidden": "true" });
  const y = scale(Math.max(...spread.sides.flat().map(([, , high]) => high)));
  const base = HEIGHT - bottom;
  const at = (value) => base - (Math.max(0, value) / y.top) * (base - top);
  for (let tick = 0; tick <= y.top + y.step / 2; tick += y.step) {
    const said = spread.unit === "share" ? `${+(tick * 100).toFixed(1)} %` : `${+tick.toFixed(2)}`;
    svg.append(
      drawn("line", { x1: left, x2: width - right, y1: at(tick), y2: at(tick), class: tick ? "k-grid" : "k-axis" }),
      words(said, left - 6, at(tick) + 4, { "text-anchor": "end" }),
    );
  }
  const band = (width - left - right) / spread.items.length;
  const each = Math.min(26, band * 0.38);
  const every = Math.ceil(24 / band);
  spread.items.forEach((item, number) => {
    const middle = left + band * (number + 0.5);
    if (number % every === 0) svg.append(words(item, middle, base + 17, { "text-anchor": "middle" }));
    spread.sides.forEach((side, which) => {
      const [mean, low, high] = side[number];
      const x = middle + (which ? 0 : -each);
      svg.append(
        drawn("rect", { x, y: at(mean), width: Math.max(1, each - 1), height: base - at(mean), class: `k-column k-${looks[which]}` }),
        drawn("line", { x1: x + each / 2, x2: x + each / 2, y1: at(low), y2: at(high), class: "k-whisker" }),
        mark(looks[which], x + each / 2, at(mean)),
      );
    });
  });
  svg.append(words(spread.title, left + (width - left - right) / 2, HEIGHT - 4, { "text-anchor": "middle", class: "k-axis-title" }));
  return svg;
};

const described = (spread, names) => {
  const said = spread.sides.map((side, which) => {
    const top = side.reduce((best, one, at) => (one[0] > side[best][0] ? at : best), 0);
    const where = spread.unit === "share" ? `most often ${spread.items[top]}` : `most in ${spread.items[top]}`;
    return `under ${names[which]} ${where} (${figure(side[top][0], spread.unit)})`;
  });
  return `${spread.title}: ${said.join(", ")}. Bars with 95 % intervals.`;
};

const numbers = (spread, names) =>
  element(
    "table",
    {},
    element("thead", {}, element("tr", {}, ...["", ...names].map((name) => (name ? element("th", { scope: "col" }, name) : element("td", {}))))),
    element(
      "tbody",
      {},
      ...spread.items.map((item, number) =>
        element(
          "tr",
          {},
          element("th", { scope: "row" }, item),
          ...spread.sides.map((side) => {
            const [mean, low, high] = side[number];
            return element("td", {}, figure(mean, spread.unit), " ", element("small", {}, `${figure(low, spread.unit)} to ${figure(high, spread.unit)}`));
          }),
        ),
      ),
    ),
  );

// How far two sides of a distribution lie apart; courses, which are no shares, come after them.
const apart = (spread) =>
  spread.unit === "share" ? spread.sides[0].reduce((sum, [mean], at) => sum + Math.abs(mean - spread.sides[1][at][0]), 0) : 0;

// A chart that follows the comparison. Until the reader has chosen what it shows, that is where the rules part most.
export const chart = () => {
  let standing = null;
  let base = "other";
  let chosen = null;
  const select = element("select", { onchange: () => ((chosen = select.value), show()) });
  const key = element("p", { class: "k-key" });
  const place = element("div", { class: "k-drawn", role: "img" });
  const table = element("div", { class: "k-table", tabindex: "0", role: "region", "aria-label": "The numbers of this chart" });
  const node = element("figure", { class: "k-spread", hidden: true }, field("Chart", select), key, place, element("details", {}, element("summary", {}, "The numbers"), table));

  const show = () => {
    node.hidden = !standing;
    if (!standing) return;
    const { spreads, names } = standing;
    const spread = spreads.find((one) => one.measure === chosen) ?? spreads.reduce((best, one) => (apart(one) > apart(best) ? one : best));
    const looks = [base in MARKS ? base : "other", "yours"];
    if (!select.options.length) select.append(...spreads.map((one) => option(one.measure, one.title)));
    select.value = spread.measure;
    key.replaceChildren(
      ...looks.flatMap((look, which) => {
        const sign = drawn("svg", { viewBox: "-6 -6 12 12", width: 12, height: 12, "aria-hidden": "true" });
        sign.append(mark(look, 0, 0));
        return [element("span", {}, sign, ` ${names[which]}`)];
      }),
    );
    place.setAttribute("aria-label", described(spread, names));
    place.replaceChildren(draw(spread, looks, Math.max(260, Math.min(680, Math.floor(node.clientWidth) || 680))));
    table.replaceChildren(numbers(spread, names));
  };
  let width = 0;
  new ResizeObserver(() => {
    if (node.clientWidth !== width) requestAnimationFrame(show);
    width = node.clientWidth;
  }).observe(node);

  return {
    node,
    follow: (now, text) => ((standing = now), (base = text), show()),
    clear: () => ((standing = null), show()),
  };
};
