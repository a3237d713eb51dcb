/** Whatever is submitted, confirmed, amended and voided, in whatever order: the ledger is the fold of what is completed then. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import fc from 'fast-check';
import type { Caller, Context } from '../../../src/domain/context.ts';
import { amendMatch, confirmMatch, submitMatches, voidMatch } from '../../../src/domain/matches/index.ts';
import type { Database } from '../../../src/store/database.ts';
import type { MatchStatus, Team } from '../../../src/store/match-rows.ts';
import { postgresDatabase } from '../../../src/store/postgres.ts';
import { createMigratedPostgres, openMigratedDatabase } from '../../support/database.ts';
import { type Engine, engines } from '../../support/engines.ts';
import { aMatch, four, type MatchBody, setsOf } from '../../support/matches.ts';
import { ledgerOf } from './histories.ts';
import {
  bitsOfLedger,
  contextOf,
  foundPartner,
  foundPlayers,
  idOf,
  NOW,
  ratedMatchOf,
  type Submitter,
  storedLedger,
} from './stored-ledger.ts';

/** Of each kind on each engine; every run is a database history of its own. */
const RUNS = 25;

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
const clubs = ['norte', 'sur', 'este', 'oeste'] as const;

/** Few enough that they meet again, many enough that a change reaches some of them only through others. */
const SEATS = [0, 1, 2, 3, 4, 5, 6, 7, 8];

/** A few matches, at few instants, and the order in which their steps are taken. */
const aPlot = fc
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
    { minLength: 1, maxLength: 10 },
  )
  .chain((matches) => {
    const turns = matches.flatMap(({ fate }, index) => ['submit', ...fate.steps].map(() => index));
    return fc.record({
      matches: fc.constant(matches),
      turns: fc.shuffledSubarray(turns, { minLength: turns.length }),
    });
  });

type Plot = typeof aPlot extends fc.Arbitrary<infer T> ? T : never;

async function openNodes(engine: Engine): Promise<Database[]> {
  if (engine === 'pglite') return [await openMigratedDatabase(engine)];
  const url = await createMigratedPostgres();
  return [postgresDatabase({ url }), postgresDatabase({ url })];
}

const first = <T>([one]: readonly T[]): T => one ?? assert.fail();
const instantOf = (day: number): string => new Date(NOW - day * 86_400_000).toISOString();

for (const engine of engines) {
  describe(`after any interleaving of submissions, confirmations, amendments and voids, on ${engine}`, () => {
    /** Two nodes where there is a server: they share nothing but the database. */
    let nodes: Database[];
    const submitters = new Map<string, Submitter>();
    let run = 0;
    before(async () => {
      nodes = await openNodes(engine);
      for (const club of clubs) submitters.set(club, await foundPartner(first(nodes), club));
    });
    after(() => Promise.all(nodes.map((node) => node.close())));

    /** Plays a plot with players of its own. @param isAtOnce lets each match go its way at the same time. */
    async function play({ matches, turns }: Plot, isAtOnce: boolean): Promise<void> {
      run += 1;
      const callerOf = (index: number): Caller => {
        const submitter = submitters.get(matches[index]?.club ?? '') ?? assert.fail();
        return { ...submitter, plan: 'pro', suspended: false, scopes: ['write:matches'] };
      };
      const owner = submitters.get(clubs[0]) ?? assert.fail();
      const usernames = SEATS.map((seat) => `p${run}-${seat}`);
      const players = await foundPlayers(first(nodes), owner, usernames);
      const bodies = matches.map(({ seats, day, fate, sets, outcome, winning_team }, index): MatchBody => {
        const participants = four(...seats.map((seat) => ({ id: players[seat] ?? '' })));
        const set_scores = outcome === 'walkover' ? null : setsOf(sets);
        return aMatch({
          external_ref: `r${run}-m${index}`,
          played_at: instantOf(day),
          winning_team,
          outcome,
          participants,
          set_scores,
          trust_tier: fate.tier,
        });
      });
      const amendmentOf = (index: number) => {
        const { day, winning_team } = matches[index]?.amended ?? assert.fail();
        return { played_at: instantOf(day), winning_team: winning_team as Team };
      };
      const stepsOf = (index: number) => {
        const body = bodies[index] ?? assert.fail();
        const caller = callerOf(index);
        const context: Context = contextOf(nodes[index % nodes.length] ?? assert.fail());
        const id = idOf(caller.partnerId, body);
        const submit = async () =>
          assert.equal((await submitMatches(context, [{ caller, body }]))[0]?.status, 'created');
        const verbs = {
          confirm: () => confirmMatch(context, caller, id),
          amend: () => amendMatch(context, caller, id, amendmentOf(index)),
          void: () => voidMatch(context, caller, id, 'Twice.'),
        };
        return [submit, ...(matches[index]?.fate.steps ?? []).map((step) => async () => void (await verbs[step]()))];
      };
      const ways = matches.map((_, index) => stepsOf(index));
      if (isAtOnce) {
        await Promise.all(
          ways.map(async (steps) => {
            for (const step of steps) await step();
          }),
        );
      } else {
        for (const index of turns) await ways[index]?.shift()?.();
      }
      const completed = bodies.flatMap((body, index) => {
        const { steps, status } = matches[index]?.fate ?? assert.fail();
        const amendment = steps.includes('amend') ? amendmentOf(index) : {};
        return ratedMatchOf(callerOf(index).partnerId, body, status, amendment) ?? [];
      });
      assert.deepEqual(bitsOfLedger(await storedLedger(first(nodes), players)), bitsOfLedger(ledgerOf(completed)));
    }

    test(`one after the other, on ${engine}`, async () => {
      await fc.assert(
        fc.asyncProperty(aPlot, (plot) => play(plot, false)),
        { numRuns: RUNS },
      );
    });

    test(`at once, on ${engine}`, async () => {
      await fc.assert(
        fc.asyncProperty(aPlot, (plot) => play(plot, true)),
        { numRuns: RUNS },
      );
    });
  });
}
