// The engine of the bench: the package itself, in a worker, from files beside this one.
import { loadPyodide } from "./pyodide.mjs";

const here = new URL(".", import.meta.url).href;
const SEEDS = 400; // so many deals are looked through for one where the edit matters
const SEEDS_AT_A_TIME = 10;

const ready = (async () => {
  const archive = fetch(`${here}kakeya.zip${new URL(import.meta.url).search}`).then((answer) => {
    if (!answer.ok) throw new Error(`${answer.url}: ${answer.status}`);
    return answer.arrayBuffer();
  });
  const python = await loadPyodide({ indexURL: here, checkAPIVersion: false });
  python.unpackArchive(new Uint8Array(await archive), "zip", { extractDir: "/lib/kakeya" });
  // Every answer is JSON: nothing of Python is held on this side.
  python.runPython(`
import json, sys
sys.path.insert(0, "/lib/kakeya")
from kakeya import live
bench = live.Bench()
def ask(what, arguments):
    found = getattr(bench, what, None) or getattr(live, what)
    return json.dumps(found(*json.loads(arguments)), ensure_ascii=False)
`);
  const ask = python.globals.get("ask");
  return (what, ...given) => JSON.parse(ask(what, JSON.stringify(given)));
})();

const breath = () => new Promise((resolve) => setTimeout(resolve, 0));
let turn = 0; // of the run that goes on; another number ends it

const run = async (ask, mine, settings, say) => {
  const begun = ask("start", ...settings);
  say({ started: begun });
  if (begun.faults.length) return;
  let standing;
  do {
    standing = ask("step");
    say({ standing });
    await breath();
  } while (turn === mine && standing.done < standing.total);
  say({ result: ask("result"), stopped: turn !== mine });
  for (let seed = 0; turn === mine && seed < SEEDS; seed += SEEDS_AT_A_TIME) {
    const found = ask("seek", seed, seed + SEEDS_AT_A_TIME);
    if (found !== null) {
      say({ replays: ask("replays", found) });
      return;
    }
    await breath();
  }
  if (turn === mine) say({ replays: null, seeds: SEEDS });
};

let before = ready; // one run after another, so that the one that is stopped has ended

self.onmessage = async ({ data: { id, what, given } }) => {
  const say = (more) => self.postMessage({ id, ...more });
  try {
    if (what === "stop") {
      turn++;
      return;
    }
    const ask = await ready;
    if (what === "run") {
      const mine = ++turn;
      before = before.catch(() => {}).then(() => turn === mine && run(ask, mine, given, say));
      await before;
      say({ ended: true });
    } else {
      say({ answer: ask(what, ...given), ended: true });
    }
  } catch (error) {
    say({ error: String(error?.message ?? error), ended: true });
  }
};
