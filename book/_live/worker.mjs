// The engine of the bench and of the table: the package itself, in a worker, from files beside this one.
import { loadPyodide } from "./pyodide.mjs";

const here = new URL(".", import.meta.url).href;
const SEEDS = 400; // so many deals are looked through for one where the edit matters
const SEEDS_AT_A_TIME = 10;

// What Python holds in memory once it has started is kept by the browser: the next time it goes on from there.
const version = new URL(import.meta.url).search;
const kept = `${here}memory${version}`;
const shelf = () => self.caches.open("kakeya-live");

const recall = async () => {
  try {
    const found = await (await shelf()).match(kept);
    return found ? new Uint8Array(await found.arrayBuffer()) : null;
  } catch {
    return null; // no such cache here, as on a page without https
  }
};

const keep = async (memory) => {
  try {
    const cache = await shelf();
    for (const old of await cache.keys()) await cache.delete(old);
    if (memory) await cache.put(kept, new Response(memory));
  } catch {
    // then the next start is as slow as this one
  }
};

const archive = fetch(`${here}kakeya.zip${version}`).then((answer) => {
  if (!answer.ok) throw new Error(`${answer.url}: ${answer.status}`);
  return answer.arrayBuffer();
});
const unpack = async (python) => python.unpackArchive(new Uint8Array(await archive), "zip", { extractDir: "/lib/kakeya" });
const settings = { indexURL: here, checkAPIVersion: false };

// Every answer is JSON: nothing of Python is held on this side, and nothing of this side in the memory that is kept.
const START = `
import json, shutil, sys
sys.path.insert(0, "/lib/kakeya")
shutil.unpack_archive("/lib/kakeya.zip", "/lib/kakeya")
from kakeya import live, seat
from kakeya.show import replay
live.facts()
bench, chair = live.Bench(), seat.Chair()
chair.facts()
def ask(what, arguments):
    door, _, name = what.rpartition(".")
    found = getattr(chair, name) if door == "table" else getattr(bench, what, None) or getattr(live, what)
    return json.dumps(found(*json.loads(arguments)), ensure_ascii=False)
None
`;

let memory = null; // to be kept once the reader has seen a result
let keeping = null;

const anew = async () => {
  const python = await loadPyodide({ ...settings, _makeSnapshot: Boolean(self.caches) });
  python.FS.writeFile("/lib/kakeya.zip", new Uint8Array(await archive));
  python.runPython(START);
  try {
    memory = self.caches ? python.makeMemorySnapshot() : null;
  } catch {
    memory = null;
  }
  return python;
};

const again = async () => {
  const known = await recall();
  if (!known) return null;
  try {
    const python = await loadPyodide({ ...settings, _loadSnapshot: known });
    await unpack(python);
    python.runPython("import importlib; importlib.invalidate_caches(); ask('facts', '[]')");
    return python;
  } catch {
    await keep(null);
    return null;
  }
};

const ready = (async () => {
  const python = (await again()) ?? (await anew());
  const ask = python.globals.get("ask");
  return (what, ...given) => JSON.parse(ask(what, JSON.stringify(given)));
})();

const breath = () => new Promise((resolve) => setTimeout(resolve, 0));
let turn = 0; // of the run that goes on; another number ends it

const keepMemory = () => {
  if (memory) {
    keeping = keep(memory);
    memory = null;
  }
};

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
  keepMemory();
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
      await keeping;
      say({ ended: true });
    } else {
      say({ answer: ask(what, ...given), ended: true });
      if (what === "table.sit") keepMemory();
    }
  } catch (error) {
    say({ error: String(error?.message ?? error), ended: true });
  }
};
