// The worker, asked in words: of the bench and of the table.
export const engine = (worker) => {
  const waiting = new Map();
  let last = 0;
  const fail = (message) => {
    for (const { refuse } of waiting.values()) refuse(new Error(message));
    waiting.clear();
  };
  worker.onerror = (event) => fail(event.message || "its files are not there");
  worker.onmessage = ({ data }) => {
    const one = waiting.get(data.id);
    if (!one) return;
    if (data.error) one.refuse(new Error(data.error));
    else one.hear(data);
    if (data.ended) {
      waiting.delete(data.id);
      one.resolve(data.answer);
    }
  };
  return (what, given = [], hear = () => {}) =>
    new Promise((resolve, refuse) => {
      const id = ++last;
      if (what !== "stop") waiting.set(id, { resolve, refuse, hear });
      worker.postMessage({ id, what, given });
    });
};
