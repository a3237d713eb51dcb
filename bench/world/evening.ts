/**
 * The matches of an evening in the order in which they arrive.
 *
 * There are two clocks. The simulated one counts seconds since the evening began, tells when what arrives, and says in which
 * order matches were played. The real one stamps `created_at` as they are stored, and refuses what was played in the future.
 * So the simulated evening lies before the present, after everything that is stored ({@link clockOf}); where there is
 * less room than it needs, its instants lie closer together, which changes neither their order nor anybody’s work.
 */
import { createSequence } from '../accuracy/data/sequence.ts';
import { playSets, winnerOf } from '../seed/nights.ts';
import type { Population } from '../seed/population.ts';
import type { Options } from './options.ts';
import { circlesOf, clubOf, shuffled } from './players.ts';

export type Kind = 'night' | 'single' | 'late night' | 'old single';

export interface Arrival {
  readonly kind: Kind;
  /** Simulated seconds since the evening began. */
  readonly at: number;
  /** Of the club by its index, or of an app. */
  readonly sender: { readonly club: number } | { readonly app: number };
  readonly players: readonly number[];
  /** Bodies of submissions. */
  readonly matches: readonly object[];
}

const HOUR = 3_600;
const DAY = 24 * HOUR;
const NIGHT_MATCHES = 12;
/** Two courts, twenty minutes a match. */
const ROUNDS = NIGHT_MATCHES / 2;
const ROUND = 20 * 60;
/** A night that arrives when the evening begins was played before it. */
const REACH = ROUNDS * ROUND + HOUR;
/** Less room than this between what is stored and the present, and instants would be the same. */
const ROOM_MIN_MS = 60_000;

/** When what arrives or was played at a simulated second has been, ms: see above. */
export type Clock = (second: number) => number;

/** @throws where the stored history ends too near to the present */
export function clockOf(hours: number, lastPlayedAt: number, now: number): Clock {
  const room = now - 1_000 - lastPlayedAt;
  if (room < ROOM_MIN_MS) {
    const minutes = Math.ceil((ROOM_MIN_MS - room) / 60_000);
    throw new Error(`the last stored match leaves the evening no room: try again in ${minutes} minutes`);
  }
  const scale = Math.min(1000, room / (hours * HOUR + REACH));
  const end = now - 1_000;
  return (second) => end - (hours * HOUR - second) * scale;
}

/** Matches a second at a simulated second: they rise from the low to the high and fall again. */
export function rateAt(second: number, { low, high, hours, ofTheWorld }: Options): number {
  return ofTheWorld * (low + (high - low) * Math.sin((Math.PI * second) / (hours * HOUR)) ** 2);
}

/** All arrivals of an evening. The same on every run, but for the present that it ends at. */
export function* arrivalsOf(population: Population, options: Options, clock: Clock): Generator<Arrival> {
  const next = createSequence(19);
  const evening = new Evening(population, options, clock, next);
  const { nights, lateNights, old } = options.shares;
  const kinds: readonly { readonly share: number; readonly matches: number; readonly make: (at: number) => Arrival }[] =
    [
      { share: nights, matches: NIGHT_MATCHES, make: (at) => evening.night(at) },
      { share: lateNights, matches: NIGHT_MATCHES, make: (at) => evening.lateNight(at) },
      { share: old, matches: 1, make: (at) => evening.oldSingle(at) },
      { share: 1 - nights - lateNights - old, matches: 1, make: (at) => evening.single(at) },
    ];
  const due = kinds.map(({ matches }) => matches * next());
  for (let second = 0; second < options.hours * HOUR; second += 1) {
    for (const [index, { share, matches, make }] of kinds.entries()) {
      let count = (due[index] ?? 0) + share * rateAt(second, options);
      for (; count >= matches; count -= matches) yield make(second);
      due[index] = count;
    }
  }
}

class Evening {
  readonly #population: Population;
  readonly #apps: number;
  readonly #clock: Clock;
  readonly #next: () => number;
  readonly #circles: ReturnType<typeof circlesOf>;
  /** The simulated second of each player's last match of this evening. */
  readonly #last: Float64Array;
  #counter = 0;

  constructor(population: Population, options: Options, clock: Clock, next: () => number) {
    this.#population = population;
    this.#apps = options.apps;
    this.#clock = clock;
    this.#next = next;
    this.#circles = circlesOf(population, next);
    this.#last = new Float64Array(population.playerIds.length).fill(-REACH);
  }

  /** A night that is just over: nobody in it has played since. */
  night(at: number): Arrival {
    const players = this.#circles.clubs.take();
    const end = at - this.#between(5, 15) * 60;
    const free = Math.max(...players.map((player) => this.#last[player] ?? 0));
    // Where there are few players they come from another match, and play faster.
    const start = Math.min(Math.max(end - ROUNDS * ROUND, free + 60), end - ROUNDS);
    for (const player of players) this.#last[player] = Math.max(end, this.#last[player] ?? 0);
    return this.#nightOf('night', at, players, start, (end - start) / ROUNDS);
  }

  lateNight(at: number): Arrival {
    const players = this.#circles.clubs.take();
    const start = at - this.#between(3, 12) * HOUR - ROUNDS * ROUND;
    return this.#nightOf('late night', at, players, start, ROUND);
  }

  single(at: number): Arrival {
    const players = this.#circles.apps.take();
    const free = Math.max(...players.map((player) => this.#last[player] ?? 0));
    const playedAt = Math.min(Math.max(at - this.#between(1, 10) * 60, free + 1), at);
    for (const player of players) this.#last[player] = playedAt;
    return { kind: 'single', at, sender: this.#app(), players, matches: [this.#match(players, this.#clock(playedAt))] };
  }

  oldSingle(at: number): Arrival {
    const players = this.#circles.apps.take();
    const playedAt = this.#clock(at) - this.#between(1, 21) * DAY * 1000;
    return { kind: 'old single', at, sender: this.#app(), players, matches: [this.#match(players, playedAt)] };
  }

  #nightOf(kind: Kind, at: number, players: readonly number[], start: number, round: number): Arrival {
    const session = this.#reference('night');
    const club = clubOf(this.#population, players);
    const matches = Array.from({ length: ROUNDS }, (_, index) => {
      const order = shuffled(players, this.#next);
      const playedAt = this.#clock(start + index * round);
      return [order.slice(0, 4), order.slice(4)].map((four) => ({
        ...this.#match(four, playedAt),
        competition_type: 'social',
        venue_label: `Club ${club}`,
        session_external_ref: session,
      }));
    }).flat();
    return { kind, at, sender: { club }, players, matches };
  }

  #match(players: readonly number[], playedAt: number): object {
    const sets = playSets(2 * (this.#next() + this.#next() - 1), this.#next);
    return {
      external_ref: this.#reference('world'),
      played_at: new Date(playedAt).toISOString(),
      winning_team: winnerOf(sets),
      trust_tier: 'partner_attested',
      participants: players.map((player, slot) => ({
        profile_id: this.#population.playerIds[player],
        team: slot < 2 ? 'A' : 'B',
      })),
      set_scores: sets,
    };
  }

  /** Used once, whatever evenings there were before. */
  #reference(kind: string): string {
    this.#counter += 1;
    return `${kind}-${this.#clock(0).toString(36)}-${this.#counter}`;
  }

  #app(): { readonly app: number } {
    return { app: Math.floor(this.#next() * this.#apps) };
  }

  #between(least: number, most: number): number {
    return least + (most - least) * this.#next();
  }
}
