// The bench: where a page has <div class="k-bench">, a button that loads the engine. Nothing of it is
// asked for before that.
(() => {
  "use strict";
  const { src, dataset } = document.currentScript;
  const folder = new URL("live/", src);
  const version = dataset.version ? `?v=${dataset.version}` : "";

  const prepare = (place) => {
    const linked = location.hash.startsWith("#bench&");
    const note = document.createElement("p");
    note.textContent = linked
      ? "The address of this page carries rules of somebody’s own. Load the engine to play them."
      : "Change the rules of a text, and see here what that does. The engine runs in your browser; nothing leaves it.";
    const button = document.createElement("button");
    button.type = "button";
    button.className = "k-button k-load";
    button.textContent = `Load the engine (${dataset.megabytes || "14"} MB)`;
    const said = document.createElement("p");
    said.setAttribute("role", "status");
    place.replaceChildren(note, button, said);
    place.classList.add("k-ready");
    button.addEventListener("click", async () => {
      button.disabled = true;
      said.textContent = "Loading the engine …";
      try {
        const worker = new Worker(new URL(`worker.mjs${version}`, folder), { type: "module" });
        const { mount } = await import(new URL(`bench.mjs${version}`, folder));
        await mount(place, worker);
      } catch (error) {
        button.disabled = false;
        said.textContent = location.protocol === "file:"
          ? "The engine needs a server, even a small one: python -m http.server in the folder of the book, then http://localhost:8000."
          : `The engine could not be loaded (${error.message}). Try again.`;
      }
    });
  };

  const benches = document.querySelectorAll(".k-bench[data-base]");
  benches.forEach(prepare);
  if (!benches.length) return;
  if (location.hash.startsWith("#bench&")) benches[0].scrollIntoView();
  addEventListener("hashchange", () => location.hash.startsWith("#bench&") && location.reload());
})();
