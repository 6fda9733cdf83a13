// Nobody unfolds paper: what is folded and worth reading is printed open, and folded again afterwards.
(() => {
  "use strict";
  const folded = "article :is(details.k-outside, details.k-all, .k-variant details, .k-cite-page > details):not([open])";
  let opened = [];
  addEventListener("beforeprint", () => {
    opened = [...document.querySelectorAll(folded)];
    for (const one of opened) one.open = true;
  });
  addEventListener("afterprint", () => {
    for (const one of opened) one.open = false;
    opened = [];
  });
})();
