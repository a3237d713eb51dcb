/** The same matches, however they arrive, make the same ledger: compared with each other and with a fold from nothing. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import fc from 'fast-check';
import type { KeyActor } from '../../../src/domain/context.ts';
import { submitMatches } from '../../../src/domain/matches/index.ts';
import type { Database } from '../../../src/store/engine/database.ts';
import { openMigratedDatabase } from '../../support/database.ts';
import { type Engine, engines } from '../../support/engines.ts';
import { aMatch, four, type MatchBody, setsOf } from '../../support/matches.ts';
import { ledgerOf } from './histories.ts';
import {
  bitsOfLedger,
  contextOf,
  fixedId,
  foundPartner,
  foundPlayers,
  ratedMatchOf,
  storedLedger,
} from './stored-ledger.ts';

const MATCHES = 300;
const BATCH = 25;
const clubs = ['norte', 'sur'] as const;
type ClubName = (typeof clubs)[number];
const usernames = Array.from({ length: 24 }, (_, index) => `player-${index}`);
const playerIds = usernames.map((username) => fixedId(`player ${username}`));

interface Sent {
  readonly club: ClubName;
  readonly body: MatchBody;
}

/** One season of two clubs that share their players: some matches at one instant, some without a scoreline or a rating. */
const [season = []] = fc
  .sample(
    fc.array(
      fc.record({
        club: fc.constantFrom(...clubs),
        players: fc.shuffledSubarray(playerIds, { minLength: 4, maxLength: 4 }),
        hour: fc.integer({ min: 0, max: 149 }),
        winning_team: fc.constantFrom('A', 'B'),
        outcome: fc.constantFrom('played', 'played', 'played', 'played', 'retired', 'walkover'),
        trust_tier: fc.constantFrom('partner_attested', 'tournament_official', 'imported'),
        competition_type: fc.constantFrom('social', 'training', 'league', 'tournament', null),
        sets: fc.constantFrom('6-4 6-3', '7-6 3-6 10-8', '6-0 6-1', '21-11', '9-7', null),
      }),
      { minLength: MATCHES, maxLength: MATCHES, size: 'max' },
    ),
    { seed: 42, numRuns: 1 },
  )
  .map((entries) =>
    entries.map(({ club, players, hour, winning_team, outcome, sets, ...rest }, index): Sent => {
      const won = sets === null ? [] : setsOf(sets);
      const seen =
        winning_team === 'A'
          ? won
          : won.map((set) => ({ ...set, team_a_games: set.team_b_games, team_b_games: set.team_a_games }));
      const body = aMatch({
        ...rest,
        external_ref: `m${index}`,
        played_at: new Date(Date.UTC(2026, 0, 1) + hour * 23 * 3_600_000).toISOString(),
        winning_team,
        outcome,
        participants: four(...players.map((id) => ({ id }))),
        set_scores: outcome === 'walkover' ? null : seen,
      });
      return { club, body };
    }),
  );

const partnerOf = (club: ClubName): string => fixedId(`partner ${club}`);
const wanted = bitsOfLedger(
  ledgerOf(season.flatMap(({ club, body }) => ratedMatchOf(partnerOf(club), body, 'completed') ?? [])),
);

const inOrder = season.toSorted((a, b) => (a.body.played_at < b.body.played_at ? -1 : 1));
const [shuffled = []] = fc.sample(fc.shuffledSubarray([...season], { minLength: MATCHES }), { seed: 7, numRuns: 1 });

function batchesOf(matches: readonly Sent[], size: number): Sent[][] {
  return Array.from({ length: Math.ceil(matches.length / size) }, (_, index) =>
    matches.slice(index * size, (index + 1) * size),
  );
}

/**
 * The ways for the matches to arrive: each list of batches is sent one after the other, the lists at once. The embedded
 * database has one connection, on which eight senders are as one.
 */
const inBatches = {
  'in batches, as they were played': [batchesOf(inOrder, BATCH)],
  'in shuffled batches, from both partners at once': clubs.map((club) =>
    batchesOf(
      shuffled.filter((one) => one.club === club),
      BATCH,
    ),
  ),
};
const arrivals: Readonly<Record<Engine, Readonly<Record<string, readonly (readonly Sent[][])[]>>>> = {
  pglite: { ...inBatches, 'one by one, shuffled': [batchesOf(shuffled, 1)] },
  postgres: {
    ...inBatches,
    'one by one, as they were played': [batchesOf(inOrder, 1)],
    'one by one, shuffled, over eight connections': Array.from({ length: 8 }, (_, place) =>
      batchesOf(
        shuffled.filter((_one, index) => index % 8 === place),
        1,
      ),
    ),
  },
};

for (const engine of engines) {
  describe(`on ${engine}, ${MATCHES} matches make the same ledger to the last bit`, () => {
    for (const [name, lists] of Object.entries(arrivals[engine])) {
      describe(name, () => {
        let database: Database;
        const submitters = new Map<ClubName, KeyActor>();

        before(async () => {
          database = await openMigratedDatabase(engine);
          for (const club of clubs) submitters.set(club, await foundPartner(database, club));
          await foundPlayers(database, submitters.get('norte') ?? assert.fail(), usernames);
        });
        after(() => database.close());

        test(`${name}, on ${engine}`, async () => {
          const context = contextOf(database);
          const sendAll = async (batches: readonly Sent[][]): Promise<void> => {
            for (const batch of batches) {
              const requests = batch.map(({ club, body }) => ({ actor: submitters.get(club) ?? assert.fail(), body }));
              for (const result of await submitMatches(context, requests)) assert.equal(result.status, 'created');
            }
          };
          await Promise.all(lists.map(sendAll));
          assert.deepEqual(bitsOfLedger(await storedLedger(database, playerIds)), wanted);
        });
      });
    }
  });
}
