/**
 * A worker in which one contender rates the stream whenever it is told to. Each has one to itself: in one heap, what the
 * compiler learns from the objects of one slows down the others (openskill by a tenth, our `rateMatch` by a half).
 */
import { parentPort, workerData } from 'node:worker_threads';
import { contenders } from './contenders.ts';
import type { Stream } from './stream.ts';

/** What a worker is started with. */
export interface LaneData {
  readonly name: string;
  readonly stream: Stream;
}

/** One rating of the stream. */
export interface Lap {
  readonly elapsedMs: number;
  /** The sum of all players' means in the end: whoever lost track of the states would be fast too. */
  readonly sum: number;
}

const { name, stream } = workerData as LaneData;

function runLap(): Lap {
  const contender = contenders.find((one) => one.name === name);
  if (contender === undefined) throw new RangeError(`There is no contender ${name}.`);
  const start = performance.now();
  const meanOf = contender.rate(stream);
  const elapsedMs = performance.now() - start;
  let sum = 0;
  for (let player = 0; player < stream.playerCount; player += 1) sum += meanOf(player);
  return { elapsedMs, sum };
}

parentPort?.on('message', () => parentPort?.postMessage(runLap()));
