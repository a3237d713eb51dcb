/** Random lives of a few matches, played against a database, one step after the other or all at once. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Caller } from '../../../src/domain/context.ts';
import { amendMatch, confirmMatch, submitMatches, voidMatch } from '../../../src/domain/matches/index.ts';
import { rebuildLedger } from '../../../src/domain/rebuild/index.ts';
import { SettlerWork } from '../../../src/domain/settlement/index.ts';
import type { Database } from '../../../src/store/database.ts';
import { readLedgerState } from '../../../src/store/ledger-state.ts';
import type { MatchStatus, Team } from '../../../src/store/match-rows.ts';
import { countHeldMatches } from '../../../src/store/settlement.ts';
import { aMatch, four, type MatchBody, setsOf } from '../../support/matches.ts';
import { ledgerOf } from '../ratings/histories.ts';
import {
  bitsOfLedger,
  contextOf,
  foundPartner,
  foundPlayers,
  idOf,
  movingClock,
  NOW,
  ratedMatchOf,
  type Submitter,
  storedLedger,
} from '../ratings/stored-ledger.ts';

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

/** Few enough that they meet again, many enough that a change reaches some of them only through others. */
const SEATS = [0, 1, 2, 3, 4, 5, 6, 7, 8];

/**
 * A few matches, at few instants, the order in which their steps are taken, and how much a request settles by itself:
 * everything, a little, or nothing, so that the rest is left to the settlers.
 * @param matchesMax the most matches of a plot.
 */
export const aPlot = (matchesMax: number) =>
  fc
    .array(
      fc.record({
        club: fc.constantFrom(...clubs),
        seats: fc.shuffledSubarray(SEATS, { minLength: 4, maxLength: 4 }),
        day: fc.integer({ min: 1, max: 6 }),
        winning_team: fc.constantFrom('A', 'B'),
        outcome: fc.constantFrom('retired', 'retired', 'retired', 'walkover'),
        fate: fc.constantFrom(...fates),
        sets: fc.constantFrom('6-4 6-3', '6-0', '21-11'),
        amended: fc.record({ day: fc.integer({ min: 1, max: 6 }), winning_team: fc.constantFrom('A', 'B') }),
      }),
      { minLength: 1, maxLength: matchesMax },
    )
    .chain((matches) => {
      const turns = matches.flatMap(({ fate }, index) => ['submit', ...fate.steps].map(() => index));
      return fc.record({
        matches: fc.constant(matches),
        turns: fc.shuffledSubarray(turns, { minLength: turns.length }),
        closureMax: fc.constantFrom(0, 1, 3, 1000),
        stepMatches: fc.integer({ min: 1, max: 4 }),
        isRebuilt: fc.boolean(),
      });
    });

export type Plot = ReturnType<typeof aPlot> extends fc.Arbitrary<infer T> ? T : never;

const instantOf = (day: number): string => new Date(NOW - day * 86_400_000).toISOString();

/** Some nodes over one database, each with a settler of its own. */
export class Theatre {
  readonly #nodes: readonly Database[];
  readonly #submitters = new Map<string, Submitter>();
  #run = 0;

  private constructor(nodes: readonly Database[]) {
    this.#nodes = nodes;
  }

  static async open(nodes: readonly Database[]): Promise<Theatre> {
    const theatre = new Theatre(nodes);
    for (const club of clubs) theatre.#submitters.set(club, await foundPartner(theatre.#node(0), club));
    return theatre;
  }

  #node(index: number): Database {
    return this.#nodes[index % this.#nodes.length] ?? assert.fail();
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
      this.#node(0),
      owner,
      SEATS.map((seat) => `p${this.#run}-${seat}`),
    );
    const bodies = this.#bodiesOf(plot, players);
    const ways = plot.matches.map((_, index) => this.#stepsOf(plot, bodies, index));
    const now = movingClock();
    const settlers = this.#nodes.map((node) => new SettlerWork(node, now, plot.stepMatches));
    if (isAtOnce) {
      const matches = ways.map(async (steps) => {
        for (const step of steps) await step();
      });
      const rebuild = plot.isRebuilt ? [rebuildLedger(contextOf(this.#node(1)))] : [];
      await Promise.all([...matches, ...settlers.map((settler) => settler.finish()), ...rebuild]);
    } else {
      for (const [turn, index] of plot.turns.entries()) {
        await ways[index]?.shift()?.();
        await settlers[turn % settlers.length]?.step();
      }
    }
    await settleAll(this.#node(0), settlers);
    const completed = bodies.flatMap((body, index) => {
      const { steps, status } = plot.matches[index]?.fate ?? assert.fail();
      const amendment = steps.includes('amend') ? amendmentOf(plot, index) : {};
      return ratedMatchOf(this.#callerOf(plot, index).partnerId, body, status, amendment) ?? [];
    });
    assert.deepEqual(bitsOfLedger(await storedLedger(this.#node(0), players)), bitsOfLedger(ledgerOf(completed)));
  }

  #callerOf({ matches }: Plot, index: number): Caller {
    const submitter = this.#submitters.get(matches[index]?.club ?? '') ?? assert.fail();
    return { ...submitter, plan: 'pro', suspended: false, scopes: ['write:matches'] };
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
    const context = contextOf(this.#node(index), plot.closureMax);
    const id = idOf(caller.partnerId, body);
    const verbs = {
      confirm: () => confirmMatch(context, caller, id),
      amend: () => amendMatch(context, caller, id, amendmentOf(plot, index)),
      void: () => voidMatch(context, caller, id, 'Twice.'),
    };
    const submit = async () => assert.equal((await submitMatches(context, [{ caller, body }]))[0]?.status, 'created');
    return [submit, ...(plot.matches[index]?.fate.steps ?? []).map((step) => async () => void (await verbs[step]()))];
  }
}

function amendmentOf({ matches }: Plot, index: number) {
  const { day, winning_team } = matches[index]?.amended ?? assert.fail();
  return { played_at: instantOf(day), winning_team: winning_team as Team };
}

/** Settles until nothing is owed and nothing waits; a partner's rest passes while the clock is looked at. */
export async function settleAll(database: Database, settlers: readonly SettlerWork[]): Promise<void> {
  for (let step = 0; ; step += 1) {
    const { status } = (await settlers[step % settlers.length]?.step()) ?? assert.fail();
    if (status !== 'idle') continue;
    const { run, owed } = await readLedgerState(database);
    if (run === null && owed === null && (await countHeldMatches(database)) === 0) return;
  }
}
