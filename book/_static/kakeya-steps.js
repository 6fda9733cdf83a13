// A round step by step (kakeya/show/steps.py). Without this script the steps
// are a list; with it they move a board, by buttons and by the arrow keys.
(() => {
  "use strict";
  for (const root of document.querySelectorAll(".k-stepper")) {
    const steps = [...root.querySelectorAll(".k-steplist > li")];
    const parts = [...root.querySelectorAll(".k-board [data-from], .k-board [data-to]")];
    const now = root.querySelector(".k-now");
    const say = root.querySelector(".k-say");
    const count = root.querySelector(".k-count");
    const last = steps.length - 1;
    let at = 0;

    const show = (step, aloud = true) => {
      at = Math.min(Math.max(step, 0), last);
      for (const part of parts) {
        const here = at >= Number(part.dataset.from ?? 0) && at <= Number(part.dataset.to ?? last);
        part.classList.toggle("k-gone", !here);
        part.classList.toggle("k-takes", part.dataset.takes !== undefined && at >= Number(part.dataset.takes));
      }
      now.innerHTML = steps[at].innerHTML;
      now.classList.toggle("k-is-trick", steps[at].classList.contains("k-trick"));
      count.textContent = `Step ${at + 1} of ${steps.length}`;
      if (aloud) say.textContent = steps[at].dataset.say;
      for (const button of root.querySelectorAll("[data-go]")) {
        const idle = ["first", "back"].includes(button.dataset.go) ? at === 0 : at === last;
        button.setAttribute("aria-disabled", idle);
      }
    };

    const nextTrick = () => {
      const found = steps.findIndex((step, i) => i > at && step.classList.contains("k-trick"));
      return found < 0 ? last : found;
    };
    const go = {
      first: () => 0,
      back: () => at - 1,
      next: () => at + 1,
      trick: nextTrick,
      last: () => last,
    };
    const keys = { ArrowLeft: "back", ArrowRight: "next", Home: "first", End: "last" };

    root.addEventListener("click", (event) => {
      const button = event.target.closest("[data-go]");
      if (button) show(go[button.dataset.go]());
    });
    root.addEventListener("keydown", (event) => {
      const key = keys[event.key];
      if (!key || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      event.stopPropagation(); // the theme turns pages with the same keys
      show(go[key]());
    });

    for (const hidden of root.querySelectorAll(":scope > [hidden]")) hidden.hidden = false;
    root.querySelector(".k-all").open = false;
    root.classList.add("k-live");
    show(0, false);
  }
})();
