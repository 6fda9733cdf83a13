// Brings a figure to life when a reader points at it: tooltips and, where a
// chart has them, its controls. Until then, and without scripts, the drawing in
// the page stands for itself. Everything is loaded from beside this file.
(() => {
  "use strict";
  const here = new URL(".", document.currentScript.src);
  const names = ["vega", "vega-lite", "vega-embed"];
  const live = new Map(); // drawing -> its view, by our own div
  let loading;

  const load = (name) =>
    new Promise((resolve, reject) => {
      const script = document.createElement("script");
      script.src = new URL(`vega/${name}.min.js`, here);
      script.onload = resolve;
      script.onerror = () => reject(new Error(`cannot load ${script.src}`));
      document.head.append(script);
    });

  const vega = () => (loading ??= names.reduce((before, name) => before.then(() => load(name)), Promise.resolve()));

  const merge = (under, over) => {
    for (const [key, value] of Object.entries(over)) {
      if (value && typeof value === "object" && !Array.isArray(value)) merge((under[key] ??= {}), value);
      else under[key] = value;
    }
    return under;
  };

  const specOf = (drawing) => {
    const style = getComputedStyle(document.documentElement);
    const text = (drawing.dataset.vegaSpec ?? drawing.parentElement.firstElementChild.dataset.vegaSpec)
      .replace(/var\(--k-([a-z]+),(#[0-9a-f]{6})\)/g, (_, name, hex) => style.getPropertyValue(`--k-${name}`).trim() || hex);
    const spec = merge(JSON.parse(text), JSON.parse(drawing.dataset.vegaNarrow ?? "{}"));
    spec.config.font = getComputedStyle(drawing.querySelector("svg")).fontFamily;
    return spec;
  };

  const embed = async (drawing) => {
    const place = document.createElement("div");
    place.className = "k-live";
    place.style.display = "none";
    drawing.append(place);
    const result = await window.vegaEmbed(place, specOf(drawing), {
      mode: "vega-lite",
      renderer: "svg",
      actions: false,
      defaultStyle: false,
      tooltip: { disableDefaultStyle: true },
    });
    live.get(drawing)?.remove();
    live.set(drawing, { place, remove: () => (result.finalize(), place.remove()) });
    drawing.querySelector(":scope > svg").style.display = "none";
    place.style.display = "";
  };

  const wake = async (drawing) => {
    if (live.has(drawing)) return;
    live.set(drawing, undefined);
    try {
      await vega();
      await embed(drawing);
      drawing.dataset.live = "";
    } catch (error) {
      drawing.querySelector(":scope > .k-live")?.remove();
      console.warn("This chart stays a drawing:", error);
    }
  };

  for (const drawing of document.querySelectorAll(".k-drawing")) {
    for (const event of ["pointerenter", "touchstart"]) {
      drawing.addEventListener(event, () => wake(drawing), { once: true, passive: true });
    }
  }

  new MutationObserver(() => {
    for (const [drawing, view] of live) if (view) embed(drawing).catch(console.warn);
  }).observe(document.documentElement, { attributes: true, attributeFilter: ["data-theme"] });
})();
