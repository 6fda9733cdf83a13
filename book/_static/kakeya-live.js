// The bench and the table: where a page has <div class="k-bench"> or <div class="k-sit">, a button that loads the
// engine. Nothing of it is asked for before that.
(() => {
  "use strict";
  const { src, dataset } = document.currentScript;
  const folder = new URL("live/", src);
  const version = dataset.version ? `?v=${dataset.version}` : "";

  // What can stand on a page: its place, its script, and what is said before it is loaded.
  const KINDS = [
    {
      places: ".k-bench[data-base]",
      script: "bench.mjs",
      linked: "#bench&",
      note: "Change the rules of a text, and see here what that does. The engine runs in your browser; nothing leaves it.",
      carried: "The address of this page carries rules of somebody’s own. Load the engine to play them.",
      load: (size) => `Load the engine (${size} MB)`,
    },
    {
      places: ".k-sit[data-base]",
      script: "table.mjs",
      linked: "#table&",
      note: "The engine that deals and judges runs in your browser; nothing leaves it.",
      carried: "The address of this page carries a deal. Sit down to play it.",
      load: (size) => `Sit down (${size} MB)`,
    },
  ];

  const prepare = (place, kind) => {
    const note = document.createElement("p");
    note.textContent = location.hash.startsWith(kind.linked) ? kind.carried : kind.note;
    const button = document.createElement("button");
    button.type = "button";
    button.className = "k-button k-load";
    button.textContent = kind.load(dataset.megabytes || "14");
    const said = document.createElement("p");
    said.setAttribute("role", "status");
    place.replaceChildren(note, button, said);
    place.classList.add("k-ready");
    button.addEventListener("click", async () => {
      button.disabled = true;
      said.textContent = "Loading the engine …";
      try {
        const worker = new Worker(new URL(`worker.mjs${version}`, folder), { type: "module" });
        const { mount } = await import(new URL(`${kind.script}${version}`, folder));
        await mount(place, worker);
      } catch (error) {
        button.disabled = false;
        said.textContent = location.protocol === "file:"
          ? "The engine needs a server, even a small one: python -m http.server in the folder of the book, then http://localhost:8000."
          : `The engine could not be loaded (${error.message}). Try again.`;
      }
    });
  };

  for (const kind of KINDS) {
    const places = document.querySelectorAll(kind.places);
    places.forEach((place) => prepare(place, kind));
    if (!places.length) continue;
    if (location.hash.startsWith(kind.linked)) places[0].scrollIntoView();
    addEventListener("hashchange", () => location.hash.startsWith(kind.linked) && location.reload());
  }
})();
