/** What a process holds of memory, by Linux’s account, over time. */
import { readFileSync } from 'node:fs';

/** MB of memory that a process has in use: its resident set, which its threads share. */
export function residentMb(pid: number): number {
  const [, kb] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kb) / 1024;
}

export interface Sample {
  /** Seconds since the first. */
  readonly seconds: number;
  /** Matches sent so far. */
  readonly matches: number;
  readonly mb: number;
}

/** Takes a sample every now and then until it is told to stop. */
export class Sampler {
  readonly samples: Sample[] = [];
  readonly #startedAt = performance.now();
  readonly #clock: NodeJS.Timeout;
  readonly #take: () => void;

  /** @param count the matches sent so far */
  constructor(pid: number, everyMs: number, count: () => number = () => 0) {
    this.#take = () => {
      const seconds = (performance.now() - this.#startedAt) / 1000;
      this.samples.push({ seconds, matches: count(), mb: residentMb(pid) });
    };
    this.#take();
    this.#clock = setInterval(this.#take, everyMs);
  }

  stop(): readonly Sample[] {
    clearInterval(this.#clock);
    this.#take();
    return this.samples;
  }
}

export const highest = (samples: readonly Sample[]): number => Math.max(...samples.map(({ mb }) => mb));

/**
 * MB that a hundred thousand matches more take: the slope of the least squares’ line through the samples of the second half
 * of the matches. The first half is left out, in which code is compiled and the heap finds its size.
 */
export function slopeOf(samples: readonly Sample[]): number {
  const half = (samples.at(-1)?.matches ?? 0) / 2;
  const late = samples.filter(({ matches }) => matches >= half);
  const mean = (of: (sample: Sample) => number): number => late.reduce((sum, one) => sum + of(one), 0) / late.length;
  const [matches, mb] = [mean((one) => one.matches), mean((one) => one.mb)];
  const covariance = mean((one) => (one.matches - matches) * (one.mb - mb));
  return (1e5 * covariance) / mean((one) => (one.matches - matches) ** 2);
}
