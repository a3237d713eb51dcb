/** An evening by its half hours: how long each took, and what it was like. */
import { quantile } from '../load.ts';
import type { Options } from './options.ts';
import type { Asked, WorldRequest } from './requests.ts';
import type { Glance } from './watch.ts';

const HALF_HOUR = 1_800;

/** Ms, median and 99th percentile; NaN where nothing was asked. */
export interface Times {
  readonly count: number;
  readonly p50: number;
  readonly p99: number;
}

export interface HalfHour {
  /** Simulated seconds since the evening began. */
  readonly from: number;
  readonly matches: number;
  /** Real ones. */
  readonly seconds: number;
  /** Matches a second that were carried ÷ those that the whole world plays in this half hour. */
  readonly timesTheWorld: number;
  readonly times: Readonly<Record<Asked, Times>>;
  /** The share of glances at which nothing was to be settled. */
  readonly settledShare: number;
  readonly heldMost: number;
  readonly mbMost: number;
}

const ASKED: readonly Asked[] = ['single', 'batch', 'profile', 'card', 'leaderboard'];

/** Takes down what happens. */
export class Stretches {
  readonly #options: Options;
  readonly #startedAt: number[] = [];
  readonly #matches: number[] = [];
  readonly #times: Record<Asked, number[]>[] = [];
  #endedAt = 0;

  constructor(options: Options) {
    this.#options = options;
  }

  sent({ at, matches }: WorldRequest): void {
    const index = Math.floor(at / HALF_HOUR);
    this.#startedAt[index] ??= performance.now();
    this.#matches[index] = (this.#matches[index] ?? 0) + matches;
  }

  answered({ at, asked }: WorldRequest, ms: number): void {
    const index = Math.floor(at / HALF_HOUR);
    this.#times[index] ??= { single: [], batch: [], profile: [], card: [], leaderboard: [] };
    this.#times[index][asked].push(ms);
    this.#endedAt = performance.now();
  }

  halfHours(glances: readonly Glance[]): HalfHour[] {
    return this.#startedAt.map((startedAt, index) => {
      const seconds = ((this.#startedAt[index + 1] ?? this.#endedAt) - startedAt) / 1000;
      const matches = this.#matches[index] ?? 0;
      const length = Math.min(HALF_HOUR, this.#options.hours * 3_600 - index * HALF_HOUR);
      const ofTheWorld = matches / length / this.#options.ofTheWorld;
      const seen = glances.filter(({ at }) => Math.floor(at / HALF_HOUR) === index);
      return {
        from: index * HALF_HOUR,
        matches,
        seconds,
        timesTheWorld: matches / seconds / ofTheWorld,
        times: timesOf(this.#times.slice(index, index + 1)),
        settledShare: seen.filter(({ isSettled }) => isSettled).length / seen.length,
        heldMost: Math.max(0, ...seen.map(({ held }) => held)),
        mbMost: Math.max(0, ...seen.map(({ mb }) => mb)),
      };
    });
  }

  /** Of the whole evening. */
  times(): Readonly<Record<Asked, Times>> {
    return timesOf(this.#times);
  }
}

function timesOf(parts: readonly Readonly<Record<Asked, readonly number[]>>[]): Readonly<Record<Asked, Times>> {
  const entries = ASKED.map((asked) => {
    const sorted = Float64Array.from(parts.flatMap((part) => part[asked])).sort();
    return [asked, { count: sorted.length, p50: quantile([...sorted], 0.5), p99: quantile([...sorted], 0.99) }];
  });
  return Object.fromEntries(entries) as Record<Asked, Times>;
}
