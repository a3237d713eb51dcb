/**
 * Loaded into the process of the service (`node --import`). Measures the longest turn of its event loop in processor time of the main
 * thread, so that other processes don't count. On SIGUSR2 it prints that turn and starts again.
 */
let longestMs = 0;
let usedBefore = usedMs();

function usedMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

function turn(): void {
  const used = usedMs();
  longestMs = Math.max(longestMs, used - usedBefore);
  usedBefore = used;
  setImmediate(turn);
}
setImmediate(turn);

process.on('SIGUSR2', () => {
  process.stdout.write(`longest turn: ${longestMs} ms\n`);
  longestMs = 0;
});
