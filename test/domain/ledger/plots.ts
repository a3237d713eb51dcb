/** Random lives of a few matches, played against a database, one step after the other or all at once. */
import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import type { KeyActor } from '../../../src/domain/context.ts';
import type { SettlerWork } from '../../../src/domain/ledger/index.ts';
import type { Database } from '../../../src/store/engine/database.ts';
import { readLedgerState } from '../../../src/store/ledger/ledger-state.ts';
import type { MatchStatus, Team } from '../../../src/store/matches/match-rows.ts';
import { aMatch, four, type MatchBody, setsOf } from '../../support/matches.ts';
import { endLease, endPause } from './clock.ts';
import { ledgerOf } from './histories.ts';
import type { PlotNode } from './node.ts';
import { bitsOfLedger, foundPartner, foundPlayers, idOf, NOW, ratedMatchOf, storedLedger } from './stored-ledger.ts';

type Step = 'confirm' | 'amend' | 'void';

/** What becomes of a match: the steps after its submission, and where they leave it. */
const fates: readonly { steps: readonly Step[]; tier: string; status: MatchStatus }[] = [
  { tier: 'imported', steps: [], status: 'completed' },
  { tier: 'imported', steps: ['void'], status: 'voided' },
  { tier: 'imported', steps: ['confirm'], status: 'completed' },
  { tier: 'imported', steps: ['amend'], status: 'completed' },
  { tier: 'imported', steps: ['amend', 'void'], status: 'voided' },
  { tier: 'player_confirmed', steps: ['amend', 'confirm'], status: 'completed' },
  { tier: 'player_confirmed', steps: ['confirm', 'amend'], status: 'completed' },
  { tier: 'player_confirmed', steps: [], status: 'pending' },
  { tier: 'player_confirmed', steps: ['confirm'], status: 'completed' },
  { tier: 'player_confirmed', steps: ['void'], status: 'voided' },
  { tier: 'player_confirmed', steps: ['confirm', 'void', 'void'], status: 'voided' },
];

/** Different partners do not wait for each other's audit chains, so only the ratings keep them apart. */
export const clubs = ['norte', 'sur', 'este', 'oeste'] as const;

/** The days before the present on which matches are played. */
const DAYS_MAX = 9;

/** Few enough that they meet again, many enough that a change reaches some of them only through others. */
const SEATS = [0, 1, 2, 3, 4, 5, 6, 7, 8];

interface Timed {
  readonly day: number;
  readonly fate: { readonly steps: readonly Step[] };
  readonly delays: readonly number[];
}

/** When a match is submitted and each of its further steps is taken, in days from the present, in a lifelike plot. */
function timesOf({ day, fate, delays }: Timed): number[] {
  return ['submit', ...fate.steps].map((_, step) => delays.slice(0, step + 1).reduce((at, delay) => at + delay, -day));
}

/** The matches whose steps are taken, in the order of play but for delays. */
function lifelikeTurns(matches: readonly Timed[]): number[] {
  const steps = matches.flatMap((match, index) => timesOf(match).map((at) => ({ index, at })));
  return steps.sort((a, b) => a.at - b.at).map(({ index }) => index);
}

/**
 * A few matches, at few instants, and the order in which their steps are taken: at random, or lifelike, so that most matches are
 * appended while what comes late is settled. How much a request settles by itself: everything, a little, or nothing, so
 * that the rest is left to the settlers.
 * @param matchesMax the most matches of a plot.
 */
export const aPlot = (matchesMax: number) =>
  fc
    .array(
      fc.record({
        club: fc.constantFrom(...clubs),
        seats: fc.shuffledSubarray(SEATS, { minLength: 4, maxLength: 4 }),
        day: fc.integer({ min: 1, max: DAYS_MAX }),
        winning_team: fc.constantFrom('A', 'B'),
        outcome: fc.constantFrom('retired', 'retired', 'retired', 'walkover'),
        fate: fc.constantFrom(...fates),
        sets: fc.constantFrom('6-4 6-3', '6-0', '21-11'),
        // Days that pass before each of its steps, in a lifelike plot.
        delays: fc.array(fc.constantFrom(0, 0, 0, 1, 4), { minLength: 4, maxLength: 4 }),
        amended: fc.record({ day: fc.integer({ min: 1, max: DAYS_MAX }), winning_team: fc.constantFrom('A', 'B') }),
      }),
      { minLength: 1, maxLength: matchesMax },
    )
    .chain((matches) => {
      const turns = matches.flatMap(({ fate }, index) => ['submit', ...fate.steps].map(() => index));
      return fc.record({
        matches: fc.constant(matches),
        isLifelike: fc.boolean(),
        turns: fc.shuffledSubarray(turns, { minLength: turns.length }),
        closureMax: fc.constantFrom(0, 1, 3, 1000),
        stepMatches: fc.integer({ min: 1, max: 4 }),
        // One in eight: a rebuild takes longer than all the rest of a plot.
        isRebuilt: fc.integer({ min: 1, max: 8 }).map((number) => number === 1),
        // A settler keeps its lease, or loses it again and again.
        losesLease: fc.boolean(),
      });
    })
    .map((plot) => (plot.isLifelike ? { ...plot, turns: lifelikeTurns(plot.matches) } : plot));

export type Plot = ReturnType<typeof aPlot> extends fc.Arbitrary<infer T> ? T : never;

const instantOf = (day: number): string => new Date(NOW - day * 86_400_000).toISOString();

/** A day of a lifelike play at once: some steps of a settler. */
const DAY_MS = 12;

/** Between two looks of a settler that has found nothing to do, as in the service, only shorter. */
const LOOK_PAUSE_MS = 5;

/** Some nodes over one database, which this looks into by itself. */
export class Theatre {
  readonly #database: Database;
  readonly #nodes: readonly PlotNode[];
  readonly #submitters = new Map<string, KeyActor>();
  /** Steps that settled something while the matches of a plot were under way. */
  stepsMeanwhile = 0;
  #run = 0;

  private constructor(database: Database, nodes: readonly PlotNode[]) {
    this.#database = database;
    this.#nodes = nodes;
  }

  static async open(database: Database, nodes: readonly PlotNode[]): Promise<Theatre> {
    const theatre = new Theatre(database, nodes);
    for (const club of clubs) theatre.#submitters.set(club, await foundPartner(database, club));
    return theatre;
  }

  /**
   * Plays a plot with players of its own, while the settlers work, and asserts that in the end the ledger is the fold of
   * what is completed then.
   * @param isAtOnce lets each match go its way at the same time.
   */
  async play(plot: Plot, isAtOnce: boolean): Promise<void> {
    this.#run += 1;
    const owner = this.#submitters.get(clubs[0]) ?? assert.fail();
    const players = await foundPlayers(
      this.#database,
      owner,
      SEATS.map((seat) => `p${this.#run}-${seat}`),
    );
    const bodies = this.#bodiesOf(plot, players);
    const ways = plot.matches.map((_, index) => this.#stepsOf(plot, bodies, index));
    const settlers = this.#nodes.map((node) => ({
      step: async () => {
        if (plot.losesLease) await endLease(this.#database);
        return node.run({ verb: 'step', stepMatches: plot.stepMatches });
      },
    }));
    const rebuild = (turn: number) => this.#nodeOf(turn).run({ verb: 'rebuild', now: NOW });
    if (isAtOnce) {
      const startedAt = performance.now();
      const matches = ways.map(async (steps, index) => {
        for (const [turn, step] of steps.entries()) {
          const atMs = plot.isLifelike ? startedAt + this.#atMs(plot, index, turn) : 0;
          await sleep(Math.max(0, atMs - performance.now()));
          await step();
        }
      });
      let isPlayed = false;
      const playing = Promise.all([...matches, ...(plot.isRebuilt ? [rebuild(1)] : [])]).finally(() => {
        isPlayed = true;
      });
      const settling = settlers.map(async (settler) => {
        while (!isPlayed) {
          if ((await settler.step()) === 'settled') this.stepsMeanwhile += 1;
          else await sleep(LOOK_PAUSE_MS);
        }
      });
      await Promise.all([playing, ...settling]);
    } else {
      for (const [turn, index] of plot.turns.entries()) {
        await ways[index]?.shift()?.();
        await settlers[turn % settlers.length]?.step();
        if (plot.isRebuilt && turn === plot.turns.length >> 1) await rebuild(turn);
      }
    }
    await this.#settleAll(settlers);
    const completed = bodies.flatMap((body, index) => {
      const { steps, status } = plot.matches[index]?.fate ?? assert.fail();
      const amendment = steps.includes('amend') ? amendmentOf(plot, index) : {};
      return ratedMatchOf(this.#callerOf(plot, index).partnerId, body, status, amendment) ?? [];
    });
    assert.deepEqual(bitsOfLedger(await storedLedger(this.#database, players)), bitsOfLedger(ledgerOf(completed)));
  }

  /** When a step of a match is taken, from the beginning of a lifelike play. */
  #atMs({ matches }: Plot, index: number, turn: number): number {
    const times = timesOf(matches[index] ?? assert.fail());
    return DAY_MS * (DAYS_MAX + (times[turn] ?? assert.fail()));
  }

  #nodeOf(index: number): PlotNode {
    return this.#nodes[index % this.#nodes.length] ?? assert.fail();
  }

  /** Settles until no run is scheduled; the pauses between runs are cut short. */
  async #settleAll(settlers: readonly { step(): Promise<string> }[]): Promise<void> {
    for (let step = 0; ; step += 1) {
      if ((await settlers[step % settlers.length]?.step()) !== 'idle') continue;
      if (await isSettled(this.#database)) return;
      await endPause(this.#database);
    }
  }

  #callerOf({ matches }: Plot, index: number): KeyActor {
    return this.#submitters.get(matches[index]?.club ?? '') ?? assert.fail();
  }

  #bodiesOf({ matches }: Plot, players: readonly string[]): MatchBody[] {
    return matches.map(({ seats, day, fate, sets, outcome, winning_team }, index) =>
      aMatch({
        external_ref: `r${this.#run}-m${index}`,
        played_at: instantOf(day),
        winning_team,
        outcome,
        participants: four(...seats.map((seat) => ({ id: players[seat] ?? '' }))),
        set_scores: outcome === 'walkover' ? null : setsOf(sets),
        trust_tier: fate.tier,
      }),
    );
  }

  /** The steps of a match, on one node. */
  #stepsOf(plot: Plot, bodies: readonly MatchBody[], index: number): (() => Promise<void>)[] {
    const body = bodies[index] ?? assert.fail();
    const caller = this.#callerOf(plot, index);
    const node = this.#nodeOf(index);
    const matchId = idOf(caller.partnerId, body);
    const common = () => ({ caller, closureMax: plot.closureMax, now: NOW });
    const submit = async () => assert.equal(await node.run({ ...common(), verb: 'submit', body }), 'created');
    const verbs = {
      confirm: () => node.run({ ...common(), verb: 'confirm', matchId }),
      amend: () => node.run({ ...common(), verb: 'amend', matchId, amendment: amendmentOf(plot, index) }),
      void: () => node.run({ ...common(), verb: 'void', matchId }),
    };
    return [submit, ...(plot.matches[index]?.fate.steps ?? []).map((step) => async () => void (await verbs[step]()))];
  }
}

function amendmentOf({ matches }: Plot, index: number) {
  const { day, winning_team } = matches[index]?.amended ?? assert.fail();
  return { played_at: instantOf(day), winning_team: winning_team as Team };
}

/** Settles until no run is scheduled. */
export async function settleAll(database: Database, settlers: readonly SettlerWork[]): Promise<void> {
  for (let step = 0; ; step += 1) {
    const { status } = (await settlers[step % settlers.length]?.step()) ?? assert.fail();
    if (status === 'idle' && (await isSettled(database))) return;
    if (status !== 'settled') await endPause(database);
  }
}

async function isSettled(database: Database): Promise<boolean> {
  const { run, next } = await readLedgerState(database);
  return run === null && next === null;
}
