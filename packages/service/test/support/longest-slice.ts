/**
 * Loaded into the process of the service (`node --import`). Measures the longest turn of its event loop in processor time of the main
 * thread, so that other processes don't count. The first SIGUSR2 starts it; each prints that turn and starts again. Before that it
 * prints the time of a fixed piece of work: a test compares turns with it, since machines differ.
 */
const TEXT = JSON.stringify(
  Array.from({ length: 500 }, (_, n) => ({
    id: `match-${n}`,
    sets: [6, 4, n],
    winner: { name: 'José', score: n / 7 },
  })),
);
/** Tens of milliseconds together: the system counts processor time in steps of up to four. */
const REPEATS = 60;

let longestMs = 0;
let usedBefore = 0;

function usedMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/** Parsing and writing JSON, which is most of a large response. */
function yardstickMs(): number {
  const before = usedMs();
  for (let count = 0; count < REPEATS; count += 1) JSON.stringify(JSON.parse(TEXT));
  return usedMs() - before;
}

function turn(): void {
  const used = usedMs();
  longestMs = Math.max(longestMs, used - usedBefore);
  usedBefore = used;
  setImmediate(turn);
}

process.stdout.write(`yardstick: ${Math.min(yardstickMs(), yardstickMs(), yardstickMs())} ms\n`);

let isMeasuring = false;
process.on('SIGUSR2', () => {
  process.stdout.write(`longest turn: ${longestMs} ms\n`);
  longestMs = 0;
  if (isMeasuring) return;
  // Not before: the loop never sleeps from here on, and a test first stores its data.
  isMeasuring = true;
  usedBefore = usedMs();
  setImmediate(turn);
});
