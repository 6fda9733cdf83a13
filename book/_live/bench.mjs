// The bench: rules edited by hand or by menu, compared with their text while the reader looks on.
import { autocompletion } from "@codemirror/autocomplete";
import { yaml } from "@codemirror/lang-yaml";
import { HighlightStyle, syntaxHighlighting } from "@codemirror/language";
import { lintGutter, setDiagnostics } from "@codemirror/lint";
import { EditorView } from "@codemirror/view";
import { tags } from "@lezer/highlight";
import { basicSetup } from "codemirror";
import { button, code, count, element, field, option, save } from "./elements.mjs";
import { engine } from "./engine.mjs";
import { chart, sentence, table } from "./results.mjs";

const FILE = "my-rules.yaml";
const EXAMPLES = { uk: "rensho.follow: bound", town: "win.at: 10", whist: "win.at: 8" };
const EXAMPLE = "rensho.follow: free";
const ROUNDS = [200, 1000, 5000, 20000];
const PLAYERS = { greedy: "greedy", "greedy:best-for-hand": "greedy, trumps by hand", random: "random" };

// -- the text of a ruleset -------------------------------------------------------------------------
const begin = (base, edit) => `based-on: ${base}\ntitle: My rules\npoints:\n  ${edit}\n`;
const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

const withBase = (text, base) =>
  /^based-on:.*$/m.test(text) ? text.replace(/^based-on:.*$/m, `based-on: ${base}`) : `based-on: ${base}\n${text}`;

// A point's answer set in the text, or taken out of it where `answer` is null.
const withAnswer = (text, id, answer) => {
  const lines = text.replace(/\n*$/, "\n").split("\n").slice(0, -1);
  let start = lines.findIndex((line) => /^points:/.test(line));
  if (start < 0) {
    if (answer === null) return text;
    start = lines.push("points:") - 1;
  }
  if (/^points:\s*(\{\s*\}|null|~)\s*$/.test(lines[start])) lines[start] = "points:";
  let end = start + 1;
  while (end < lines.length && /^(\s|#|$)/.test(lines[end])) end++;
  const found = lines.findIndex((line, at) => at > start && at < end && new RegExp(`^\\s+["']?${escaped(id)}["']?:`).test(line));
  if (found < 0) {
    if (answer === null) return text;
    while (end > start + 1 && /^\s*$/.test(lines[end - 1])) end--;
    const indent = lines.slice(start + 1, end).map((line) => /^( +)[^\s#]/.exec(line)?.[1]).find(Boolean) ?? "  ";
    lines.splice(end, 0, `${indent}${id}: ${answer}`);
  } else {
    const indent = /^ */.exec(lines[found])[0];
    let many = 1;
    while (found + many < end && lines[found + many].startsWith(`${indent} `)) many++;
    lines.splice(found, many, ...(answer === null ? [] : [`${indent}${id}: ${answer}`]));
  }
  if (!lines.slice(start + 1).some((line) => /^\s+[^\s#]/.test(line))) lines[start] = "points: {}";
  return `${lines.join("\n")}\n`;
};

// -- the editor ------------------------------------------------------------------------------------
const colours = HighlightStyle.define([
  { tag: [tags.propertyName, tags.definition(tags.propertyName)], color: "var(--k-blue)" },
  { tag: [tags.comment, tags.meta], color: "var(--k-soft)", fontStyle: "italic" },
  { tag: [tags.string, tags.attributeValue], color: "var(--k-green-ink)" },
  { tag: [tags.number, tags.bool, tags.atom, tags.keyword], color: "var(--k-plum)" },
  { tag: [tags.punctuation, tags.separator, tags.squareBracket, tags.brace], color: "var(--k-soft)" },
]);

const theme = EditorView.theme({
  "&": { color: "var(--k-ink)", backgroundColor: "var(--k-paper)", fontSize: "0.875rem" },
  "&.cm-focused": { outline: "2px solid var(--k-blue)", outlineOffset: "1px" },
  ".cm-scroller": { fontFamily: "var(--k-code)", lineHeight: "1.55", minHeight: "14rem", maxHeight: "26rem", overflow: "auto" },
  ".cm-content": { caretColor: "var(--k-ink)" },
  ".cm-cursor": { borderLeftColor: "var(--k-ink)" },
  ".cm-gutters": { backgroundColor: "var(--k-wash)", color: "var(--k-soft)", border: "0" },
  ".cm-activeLine, .cm-activeLineGutter": { backgroundColor: "color-mix(in srgb, var(--k-wash) 55%, transparent)" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": {
    backgroundColor: "color-mix(in srgb, var(--k-blue) 22%, transparent)",
  },
  ".cm-tooltip": { color: "var(--k-ink)", backgroundColor: "var(--k-paper)", border: "1px solid var(--k-line)" },
  ".cm-tooltip-autocomplete ul li[aria-selected]": { color: "var(--k-paper)", backgroundColor: "var(--k-blue)" },
  ".cm-completionInfo": { maxWidth: "20rem", fontFamily: "var(--k-face)" },
  ".cm-diagnostic": { fontFamily: "var(--k-face)" },
  ".cm-panels": { color: "var(--k-ink)", backgroundColor: "var(--k-wash)" },
});

// Keys at the margin; points and readings below theirs; a point's answers after its colon.
const completions = (facts) => {
  const points = new Map(facts.points.map((point) => [point.id, point]));
  return (context) => {
    const line = context.state.doc.lineAt(context.pos);
    const before = line.text.slice(0, context.pos - line.from);
    const parts = /^(\s*)([\w.-]*)(:\s*)?([\w.-]*)$/.exec(before);
    if (!parts) return null;
    const [, indent, key, colon, value] = parts;
    if (colon === undefined) {
      if (!key && !context.explicit) return null;
      const options = indent
        ? facts.points.map(({ id, question }) => ({ label: id, apply: `${id}: `, info: question, type: "property" }))
        : facts.keys.map((label) => ({ label, apply: label === "points" || label === "readings" ? `${label}:\n  ` : `${label}: `, type: "keyword" }));
      return { from: context.pos - key.length, options, validFor: /^[\w.-]*$/ };
    }
    const point = points.get(key);
    const answers = key === "based-on" ? Object.keys(facts.names) : point?.samples;
    if (!answers || (colon.trim() === colon && !context.explicit)) return null;
    const options = answers.map((label) => ({
      label,
      info: (key === "based-on" ? facts.names[label] : point.values[label]) || undefined,
      type: "enum",
    }));
    return { from: context.pos - value.length, options, validFor: /^[\w.-]*$/ };
  };
};

// -- the bench -------------------------------------------------------------------------------------
export const mount = async (place, worker) => {
  const ask = engine(worker);
  const facts = await ask("facts");

  const linked = location.hash.startsWith("#bench&") ? new URLSearchParams(location.hash.slice(7)) : null;
  const asked = (key, otherwise) => linked?.get(key) || place.dataset[key] || otherwise;
  const base = asked("base", "ja");
  const start = {
    base,
    seats: asked("seats", "4"),
    rounds: asked("rounds", "1000"),
    players: asked("players", "greedy"),
    seed: asked("seed", "1"),
    yaml: linked?.get("yaml") ?? begin(base, place.dataset.edit ?? EXAMPLES[base] ?? EXAMPLE),
  };

  const texts = element("select", { name: "base" }, ...Object.entries(facts.names).map(([name, title]) => option(name, title)));
  const seats = element("select", { name: "seats" }, option("4", "four"), option("6", "six"));
  const rounds = element("select", { name: "rounds" }, ...ROUNDS.map((number) => option(number, count(number))));
  const players = element("select", { name: "players" }, ...Object.entries(PLAYERS).map(([kind, said]) => option(kind, said)));
  const seed = element("input", { name: "seed", type: "number", min: 0, max: 4294967295, step: 1, required: true });
  const controls = { seats, rounds, players, seed };

  const hint = element("p", { class: "k-soft", id: "bench-keys" }, "Ctrl and Space offer what can stand there; Escape, then Tab, leaves the editor.");
  const host = element("div", { class: "k-editor" });
  const problems = element("ul", { class: "k-problems", "aria-live": "polite", "aria-label": "What is wrong with the rules" });
  const menus = element("div", { class: "k-menus" });
  const status = element("p", { class: "k-said", role: "status", "aria-live": "polite" });
  const progress = element("progress", { "aria-label": "Rounds played", max: 1, value: 0, hidden: true });
  const results = element("div", { class: "k-results k-table", tabindex: "0", role: "region", "aria-label": "What differs" });
  const drawing = chart();
  const citing = element("div", { class: "k-citing" });
  const replays = element("div", { class: "k-replays" });

  const runButton = button("Run", () => run(), { class: "k-button k-main" });
  const stopButton = button("Stop", () => ask("stop"), { disabled: true });
  const buttons = [
    runButton,
    stopButton,
    button("Reset", () => reset()),
    button("Copy link", (event) => copied(event.target, address())),
    button("Sit down and play", () => location.assign(`sit-down.html#table&${new URLSearchParams({ seats: seats.value, seed: seed.value, yaml: text() })}`)),
    button("Download YAML", () => save(FILE, text(), "application/yaml")),
    button("Open as notebook", async () =>
      save("my-rules.ipynb", await ask("notebook", [text(), ...settings(), texts.value]), "application/x-ipynb+json"),
    ),
  ];

  const copied = async (from, words) => {
    try {
      await navigator.clipboard.writeText(words);
      status.textContent = "Copied.";
    } catch {
      status.textContent = "The browser does not let this page copy; the link is in the address bar.";
    }
    from.focus();
  };

  // the editor
  let changing = false;
  const editor = new EditorView({
    parent: host,
    extensions: [
      basicSetup,
      yaml(),
      syntaxHighlighting(colours),
      theme,
      lintGutter(),
      autocompletion({ override: [completions(facts)], activateOnCompletion: ({ type }) => type === "property" }),
      EditorView.lineWrapping,
      EditorView.contentAttributes.of({ "aria-label": `Your rules as YAML (${FILE})`, "aria-describedby": hint.id }),
      EditorView.updateListener.of((update) => update.docChanged && !changing && edited()),
    ],
  });
  const text = () => editor.state.doc.toString();
  const write = (words) => {
    changing = true;
    editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: words } });
    changing = false;
  };
  const settings = () => [Number(seats.value), Number(rounds.value), players.value, Math.max(0, Math.trunc(Number(seed.value)) || 0)];

  // the address
  const address = () => {
    const parts = new URLSearchParams({ base: texts.value });
    for (const [key, control] of Object.entries(controls)) parts.set(key, control.value);
    parts.set("yaml", text());
    return `${location.href.split("#")[0]}#bench&${parts}`;
  };
  let untouched = !linked;
  const remember = () => {
    untouched = false;
    history.replaceState(history.state, "", address());
  };

  // what is wrong
  const tell = (faults) => {
    problems.replaceChildren(...faults.map((fault) => element("li", {}, code(fault.said))));
    const { doc } = editor.state;
    const marks = faults.map(({ line, point, message }) => {
      const at = doc.line(Math.min(Math.max(line, 1), doc.lines));
      const indent = /^\s*/.exec(at.text)[0].length;
      return { from: at.from + (indent < at.length ? indent : 0), to: at.to, severity: "error", message: point ? `${point}: ${message}` : message };
    });
    editor.dispatch(setDiagnostics(editor.state, marks));
    runButton.disabled = faults.length > 0;
  };

  // the menus: one for each point, made once, set after each check
  const choices = new Map();
  let known = null;
  const showMenus = (answer) => {
    known = answer;
    for (const [point, { select, row }] of choices) {
      const [before, now] = [answer.before[point.id], answer.answers[point.id]];
      const all = [...new Set([...point.samples, before, now])];
      select.replaceChildren(
        ...all.map((value) => {
          const made = option(value, value === before ? `${value} (as the text)` : value);
          made.title = point.values[value] ?? "";
          return made;
        }),
      );
      select.value = now;
      row.classList.toggle("k-changed", point.id in answer.edits);
      row.hidden = !point.players.includes(Number(seats.value));
    }
    for (const group of menus.querySelectorAll("details")) {
      const changed = group.querySelectorAll(".k-changed").length;
      group.querySelector(".k-many").textContent = changed ? ` ${changed} changed` : "";
    }
  };
  for (const [group, title] of Object.entries(facts.groups)) {
    const rows = facts.points
      .filter((point) => point.group === group)
      .map((point) => {
        const select = element("select", { name: point.id });
        select.addEventListener("change", () => {
          write(withAnswer(text(), point.id, select.value === known.before[point.id] ? null : select.value));
          edited(0);
        });
        const link = element("a", { class: "k-point", href: `collation.html#point-${point.id.replaceAll(".", "-")}` }, code(point.id));
        const row = element("div", { class: "k-choice" }, field(point.question, select), link);
        choices.set(point, { select, row });
        return row;
      });
    menus.append(element("details", {}, element("summary", {}, title, element("small", { class: "k-many" })), ...rows));
  }

  // an edit: the address and the check follow it, a moment later
  let clock;
  let latest = 0;
  const edited = (after = 250) => {
    clearTimeout(clock);
    clock = setTimeout(async () => {
      remember();
      await check();
    }, after);
  };
  const check = async () => {
    const mine = ++latest;
    const answer = await ask("check", [text(), Number(seats.value)]);
    if (mine === latest) hear(answer);
    return answer;
  };
  const hear = (answer) => {
    tell(answer.faults);
    if (!answer.faults.length) {
      if (answer.base) texts.value = answer.base;
      showMenus(answer);
    }
  };

  // a run
  let running = 0;
  const run = async () => {
    const mine = ++running;
    const was = settings();
    clearTimeout(clock);
    stopButton.disabled = false;
    progress.hidden = false;
    progress.removeAttribute("value");
    place.dataset.state = "running";
    status.textContent = "Playing …";
    citing.replaceChildren();
    replays.replaceChildren();
    let standing;
    let played;
    latest++;
    try {
      await ask("run", [text(), ...was], (more) => {
        if (mine !== running) return;
        if (more.started) {
          hear(more.started);
          played = more.started.base;
          if (more.started.faults.length) {
            results.replaceChildren();
            drawing.clear();
            status.textContent = "The rules cannot be played as they stand.";
          }
        } else if (more.standing) {
          standing = more.standing;
          progress.max = standing.total;
          progress.value = standing.done;
          results.replaceChildren(table(standing));
          drawing.follow(standing, played);
          place.dataset.done = standing.done;
        } else if (more.result) {
          progress.hidden = true;
          status.textContent = `${more.stopped ? "Stopped. " : ""}${sentence(standing)}`;
          showCiting(more.result);
          if (standing.differ.length && !more.stopped) replays.replaceChildren(element("p", { class: "k-soft" }, "Looking for a deal where it matters …"));
          place.dataset.state = "played";
        } else if ("replays" in more) {
          showReplays(more);
        }
      });
    } catch (error) {
      status.textContent = `The engine gave up: ${error.message}`;
    }
    if (mine !== running) return;
    progress.hidden = true;
    stopButton.disabled = true;
    place.dataset.state = "idle";
  };

  const showCiting = (result) => {
    const token = element("textarea", { readonly: true, rows: result.token.length > 60 ? 3 : 1, "aria-label": "What reproduces this comparison" });
    token.value = `kakeya reproduce ${result.token}`;
    const published = result.published.map(({ id, rounds: many }) =>
      element("li", {}, element("a", { href: `citing.html#${id}` }, code(id)), `, ${count(many)} rounds${id === result.token ? ": these figures" : ""}`),
    );
    const shown = element("p", { class: "k-cited" }, result.cite.text.split("; reproduce with:")[0] + ".");
    citing.replaceChildren(
      element("p", { class: "k-soft" }, result.caption),
      element(
        "details",
        {},
        element("summary", {}, "Cite this"),
        shown,
        element("p", {}, "Whoever runs this line plays every round again and sees whether every digit is the same:"),
        token,
        ...(published.length ? [element("p", {}, "The edition has compared these rules as well:"), element("ul", { class: "k-published-too" }, ...published)] : []),
        element(
          "div",
          { class: "k-actions" },
          button("Copy the line", (event) => copied(event.target, token.value)),
          button("BibTeX", () => save("kakeya.bib", result.cite.bibtex, "application/x-bibtex")),
          button("RIS", () => save("kakeya.ris", result.cite.ris, "application/x-research-info-systems")),
          button("All figures (JSON)", () => save(`${result.caption.split("· ")[1]}.json`, result.json, "application/json")),
        ),
      ),
    );
  };

  const showReplays = ({ replays: found, seeds }) => {
    if (!found) {
      replays.replaceChildren(element("p", { class: "k-soft" }, `In the first ${count(seeds)} deals every card falls alike, and every round is worth the same.`));
      return;
    }
    const sides = found.html.map((html, which) => {
      const side = element("details", { open: which === 1 }, element("summary", {}, `The round under ${which ? "your rules" : "the text"}: ${found.titles[which]}`));
      side.insertAdjacentHTML("beforeend", html);
      side.querySelectorAll(".k-tricks > li > details")[found.trick]?.setAttribute("open", "");
      return side;
    });
    replays.replaceChildren(
      element("h3", {}, "A deal where it matters"),
      element("p", {}, `The deal with seed ${found.seed} is the first that goes otherwise. `, found.trick < found.tricks ? `The two rounds part in trick ${found.trick + 1}. ` : "", found.parting),
      ...sides,
    );
  };

  const reset = async () => {
    ask("stop");
    running++;
    texts.value = place.dataset.base;
    for (const key of ["rounds", "players", "seed", "seats"]) controls[key].value = place.dataset[key] ?? { rounds: "1000", players: "greedy", seed: "1", seats: "4" }[key];
    write(begin(place.dataset.base, place.dataset.edit ?? EXAMPLES[place.dataset.base] ?? EXAMPLE));
    for (const part of [results, citing, replays]) part.replaceChildren();
    drawing.clear();
    progress.hidden = true;
    stopButton.disabled = true;
    place.dataset.state = "idle";
    history.replaceState(history.state, "", location.href.split("#")[0]);
    await check();
    status.textContent = "As at the beginning.";
    editor.focus();
  };

  texts.addEventListener("change", () => {
    write(withBase(text(), texts.value));
    edited(0);
  });
  for (const control of Object.values(controls)) control.addEventListener("change", () => edited(0));

  for (const [key, control] of Object.entries(controls)) control.value = start[key];
  texts.value = base;
  write(start.yaml);
  place.classList.remove("k-ready");
  place.classList.add("k-bench");
  place.replaceChildren(
    element("div", { class: "k-settings" }, field("Text", texts), field("Players", seats), field("Rounds", rounds), field("All play", players), field("Seed", seed)),
    element("div", { class: "k-desk" }, element("div", {}, host, hint), element("div", { class: "k-by-menu", role: "group", "aria-label": "Change by menu" }, element("p", { class: "k-soft" }, "Change by menu"), menus)),
    problems,
    element("div", { class: "k-actions" }, ...buttons),
    progress,
    status,
    results,
    drawing.node,
    citing,
    replays,
  );
  place.dataset.state = "idle";
  await run();
  if (untouched) runButton.focus({ preventScroll: true });
};
