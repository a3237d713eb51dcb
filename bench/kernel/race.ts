/** The race: everyone rates the same stream, in turns. */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { type Contender, contenders } from './contenders.ts';
import type { LaneData, Lap } from './lane.ts';
import type { Stream } from './stream.ts';

/** Matches a second by contender, one number a round. */
export type Speeds = ReadonlyMap<Contender, readonly number[]>;

/**
 * Lets everyone rate the stream once to warm up, then once a round; in every other round in the opposite order, so that
 * nobody always comes after the same one.
 *
 * @throws Error when somebody's ratings are no numbers, or ours differ with the way in which they are computed
 */
export async function race(stream: Stream, rounds: number): Promise<Speeds> {
  const lanes = contenders.map((contender) => {
    const workerData: LaneData = { name: contender.name, stream };
    const worker = new Worker(new URL('./lane.ts', import.meta.url), { workerData });
    return { contender, worker, laps: [] as Lap[] };
  });
  try {
    for (let round = 0; round <= rounds; round += 1) {
      for (const { worker, laps } of round % 2 === 0 ? lanes : lanes.toReversed()) {
        worker.postMessage('rate');
        const [lap] = (await once(worker, 'message')) as [Lap];
        laps.push(lap);
      }
    }
  } finally {
    await Promise.all(lanes.map(({ worker }) => worker.terminate()));
  }
  checkSums(lanes);
  const count = stream.matches.at.length;
  return new Map(
    lanes.map(({ contender, laps }) => [contender, laps.slice(1).map(({ elapsedMs }) => (count / elapsedMs) * 1000)]),
  );
}

function checkSums(lanes: readonly { readonly contender: Contender; readonly laps: readonly Lap[] }[]): void {
  const ours = lanes.find(({ contender }) => contender.isOurs)?.laps[0]?.sum;
  for (const { contender, laps } of lanes) {
    const right = contender.isOurs ? ours : laps[0]?.sum;
    if (!laps.every(({ sum }) => Number.isFinite(sum) && sum === right)) {
      throw new Error(`${contender.name} did not rate the stream: the means add up to ${laps.map(({ sum }) => sum)}.`);
    }
  }
}

/** The middle of some numbers; the mean of the two in the middle when they are even in number. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (index: number): number => sorted[index] ?? Number.NaN;
  return (at((sorted.length - 1) >> 1) + at(sorted.length >> 1)) / 2;
}

/** How many times as fast one is as another: the median of the ratios within rounds. */
export function ratioOf(contender: Contender, beside: Contender, speeds: Speeds): number {
  const others = speeds.get(beside) ?? [];
  return median((speeds.get(contender) ?? []).map((speed, round) => speed / (others[round] ?? Number.NaN)));
}
