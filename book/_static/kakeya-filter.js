// Filters the collation by words, witness, status and agreement. The page is
// whole without it: the form is made here, and hides sections that do not fit.
(() => {
  "use strict";
  const lines = [...document.querySelectorAll("section.lifted > .k-point-line[data-kinds], section.lifted .k-point-line[data-kinds]")];
  if (!lines.length) return;
  const points = lines.map((line) => ({ line, section: line.closest("section"), facts: line.dataset }));
  const groups = [...new Set(points.map(({ section }) => section.parentElement))];
  const choices = {
    witness: [["", "any witness"], ["u", "U"], ["j", "J"], ["k", "K"]],
    status: [["", "any status"], ...["stated", "implied", "silent", "garbled", "contradictory", "lost"].map((one) => [one, one])],
    answers: [["", "any agreement"], ["differ", "answered differently"], ["agree", "answered alike"], ["alone", "answered by one vote"], ["silent", "answered by none"]],
  };
  const labels = { words: "Point", witness: "Witness", status: "Status", answers: "Agreement" };
  const label = (name, field) => {
    const box = document.createElement("label");
    const words = document.createElement("span");
    words.textContent = labels[name];
    field.name = name;
    box.append(words, field);
    return box;
  };
  const form = document.createElement("form");
  form.className = "k-filter";
  form.setAttribute("role", "search");
  form.setAttribute("aria-label", "Filter the collation");
  const words = document.createElement("input");
  words.type = "search";
  words.placeholder = "rensho, stones, deal …";
  form.append(label("words", words));
  for (const [name, options] of Object.entries(choices)) {
    const select = document.createElement("select");
    for (const [value, text] of options) select.append(new Option(text, value));
    form.append(label(name, select));
  }
  const clear = document.createElement("button");
  clear.type = "reset";
  clear.textContent = "Show all";
  const said = document.createElement("p");
  said.setAttribute("role", "status");
  form.append(clear, said);
  groups[0].before(form);

  const fits = ({ facts, section }, wanted) => {
    const has = (key, value) => (facts[key] ?? "").split(" ").includes(value);
    const of = wanted.witness ? [`of-${wanted.witness}`] : ["of-u", "of-j", "of-k"];
    const key = (name) => name.replace(/-(\w)/, (_, letter) => letter.toUpperCase());
    const words = wanted.words.trim().toLowerCase();
    return (
      (!words || `${facts.point} ${section.querySelector("h2, h3").textContent}`.toLowerCase().includes(words)) &&
      (!wanted.status || of.some((name) => has(key(name), wanted.status))) &&
      (!wanted.witness || wanted.status || !/^(silent|lost)?$/.test(facts[key(of[0])])) &&
      (!wanted.answers || has("kinds", wanted.answers))
    );
  };

  const apply = () => {
    const wanted = Object.fromEntries(new FormData(form));
    let shown = 0;
    for (const one of points) {
      const fit = fits(one, wanted);
      one.section.hidden = !fit;
      shown += fit;
    }
    for (const group of groups) group.hidden = !group.querySelector("section.lifted:not([hidden])");
    said.textContent = shown === points.length ? `All ${shown} points.` : `${shown} of ${points.length} points.`;
    const query = new URLSearchParams(Object.entries(wanted).filter(([, value]) => value));
    for (const [name, value] of new URLSearchParams(location.search)) if (!(name in wanted)) query.append(name, value);
    history.replaceState(null, "", `${location.pathname}${query.size ? `?${query}` : ""}${location.hash}`);
  };

  for (const [name, value] of new URLSearchParams(location.search)) {
    const field = form.elements[name];
    if (field && (field === words || [...field.options].some((one) => one.value === value))) field.value = value;
  }
  form.addEventListener("input", apply);
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("reset", () => setTimeout(apply));
  // A link to a point that is filtered out shows it all the same.
  addEventListener("hashchange", () => {
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (target?.closest("[hidden]")) form.reset();
    setTimeout(() => target?.scrollIntoView());
  });
  apply();
})();
