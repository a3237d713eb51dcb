/** A pool with draws: its ratings depend only on the history, and a replay verifies them. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Team } from '@bandeja/contract/match-enums';
import type { Database } from '@bandeja/postgres/database';
import { withBits } from '@bandeja/rating/test/bits';
import fc from 'fast-check';
import { ratedMatch } from '../../src/history/rated-match.ts';
import { verifyRatings } from '../../src/verification/verify.ts';
import { openMigratedDatabase } from '../support/database.ts';
import { onEachEngine } from '../support/engines.ts';
import { type Ledger, ledgerOf } from '../support/ledgers.ts';
import { setsOf } from '../support/matches.ts';
import { NOW, World } from '../support/world.ts';

const SEATS = 7;
const DAY_MS = 86_400_000;

/** A match to 24 points, one in two a draw; the first two seats are one pair. */
interface Played {
  readonly seats: readonly number[];
  readonly day: number;
  /** Points of the first pair, of 24. */
  readonly points: number;
}

/** How a match is sent: which pair is called A, and who of a pair is named first. */
interface Sent {
  readonly isSwapped: boolean;
  readonly areMatesSwapped: readonly [boolean, boolean];
}

const aPlayed: fc.Arbitrary<Played> = fc.record({
  seats: fc.shuffledSubarray([...Array(SEATS).keys()], { minLength: 4, maxLength: 4 }),
  // Several are at one instant, where the id decides.
  day: fc.integer({ min: 1, max: 8 }),
  points: fc.oneof(fc.constant(12), fc.integer({ min: 0, max: 24 })),
});
const aSent: fc.Arbitrary<Sent> = fc.record({
  isSwapped: fc.boolean(),
  areMatesSwapped: fc.tuple(fc.boolean(), fc.boolean()),
});
/** Matches, how each is sent, and an order in which they arrive. */
const aPool = (minLength: number, maxLength: number) =>
  fc.array(fc.tuple(aPlayed, aSent), { minLength, maxLength, size: 'max' }).chain((matches) => {
    const places = [...matches.keys()];
    return fc.tuple(fc.constant(matches), fc.shuffledSubarray(places, { minLength: places.length }));
  });

const AS_PLAYED: Sent = { isSwapped: false, areMatesSwapped: [false, false] };

/** The match as it is sent. */
function sentAs({ seats, points }: Played, { isSwapped, areMatesSwapped }: Sent) {
  const pairs = [seats.slice(0, 2), seats.slice(2)].map((pair, place) =>
    areMatesSwapped[place as 0] ? pair.toReversed() : pair,
  );
  const [a, b] = isSwapped ? [24 - points, points] : [points, 24 - points];
  const winning_team: Team | null = a === b ? null : a > b ? 'A' : 'B';
  return { seats: (isSwapped ? pairs.toReversed() : pairs).flat(), winning_team, set_scores: setsOf(`${a}-${b}`) };
}

const statesOf = ({ states }: Ledger): unknown =>
  withBits([...states].sort(([one], [other]) => (one < other ? -1 : 1)));

describe('The ratings of a pool with draws', () => {
  test('ratings with draws do not depend on the order of arrival, the team names or the order of players', () => {
    const rated = (played: Played, sent: Sent, place: number) => {
      const { seats, winning_team, set_scores } = sentAs(played, sent);
      return ratedMatch({
        winning_team,
        set_scores: set_scores.map((set) => ({ ...set, game_winners: null, first_server_team: null })),
        id: `m${String(place).padStart(2, '0')}`,
        played_at: NOW - played.day * DAY_MS,
        player_ids: seats.map((seat) => `player ${seat}`),
        teams: ['A', 'A', 'B', 'B'],
        outcome: 'played',
        scoring: 'points',
        competition_type: 'social',
        trust_tier: 'partner_attested',
      });
    };
    fc.assert(
      fc.property(aPool(1, 40), ([matches, order]) => {
        const plain = matches.map(([played], place) => rated(played, AS_PLAYED, place));
        const sent = matches.map(([played, one], place) => rated(played, one, place));
        const arrived = order.flatMap((place) => sent[place] ?? []);
        assert.deepEqual(statesOf(ledgerOf(arrived)), statesOf(ledgerOf(plain)));
      }),
      { numRuns: 300 },
    );
  });
});

onEachEngine((engine) => {
  const databases: Database[] = [];
  before(async () => {
    // The first world of each has the same players and matches by id.
    for (let count = 0; count < 2; count += 1) databases.push(await openMigratedDatabase(engine));
  });
  after(() => Promise.all(databases.map((database) => database.close())));
  const databaseOf = (place: number): Database => databases[place] ?? assert.fail();

  describe(`draws, on ${engine}`, () => {
    test('draws give the service equal ratings, bit for bit, in another order and with swapped sides and teammates', async () => {
      const [[matches, order] = assert.fail()] = fc.sample(aPool(24, 24), { seed: 11, numRuns: 1 });
      assert.ok(matches.filter(([{ points }]) => points === 12).length >= 8);
      const ledgers: unknown[] = [];
      for (const [place, isShuffled] of [false, true].entries()) {
        const world = await World.open(databaseOf(place), { players: SEATS, start: NOW, closureMax: 3 });
        const submissions = matches.map(([played, sent]) => {
          const { seats, ...facts } = sentAs(played, isShuffled ? sent : AS_PLAYED);
          return world.match(-played.day, seats, facts);
        });
        for (const index of isShuffled ? order : submissions.keys()) {
          await world.send(submissions[index] ?? assert.fail());
          await world.spreadMarks();
        }
        await world.settler(5).finish();
        await world.assertExact();
        ledgers.push(statesOf(await world.stored()));
        await assertVerified(world);
      }
      assert.deepEqual(ledgers[1], ledgers[0]);
    });

    test('late draws, and draws that become wins or were wins, leave the ratings of a replay from nothing', async () => {
      const world = await World.open(databaseOf(0));
      const draw = { winning_team: null, set_scores: setsOf('12-12') };
      const fours = [
        [0, 1, 2, 3],
        [3, 0, 2, 1],
        [2, 1, 0, 3],
        [1, 3, 0, 2],
      ];
      const matches = Array.from({ length: 12 }, (_, day) =>
        world.match(day, fours[day % 4], day % 2 === 0 ? draw : {}),
      );
      // Every third comes after the others.
      for (const late of [false, true]) {
        for (const [index, match] of matches.entries()) if ((index % 3 === 0) === late) await world.send(match);
      }
      const [drawn = assert.fail(), won = assert.fail(), another = assert.fail()] = matches;
      await world.amend(drawn, { winning_team: 'B', set_scores: setsOf('4-20') });
      await world.amend(won, draw);
      await world.void(another);
      await world.settler(5).finish();
      await world.assertExact();
      await assertVerified(world);
    });
  });
});

/** What `bandeja ratings verify` finds. */
async function assertVerified(world: World): Promise<void> {
  const { differences, unsettled, matches } = await verifyRatings(world.context());
  assert.deepEqual([differences, unsettled], [0, 0]);
  assert.ok(matches >= world.rated().length);
}
