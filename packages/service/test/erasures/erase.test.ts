/** Erasures that race other changes of the same player, and their effect on ratings. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { Problem } from '@bandeja/contract/errors/problem';
import { type Database, statement } from '@bandeja/postgres/database';
import fc from 'fast-check';
import { verifyAudit } from '../../src/audit/verify.ts';
import { serviceContext } from '../../src/context.ts';
import { erasePlayer } from '../../src/erasures/erase.ts';
import { sharePlayer } from '../../src/players/share.ts';
import { registerPlayer } from '../../src/registrations/register.ts';
import { updatePlayer } from '../../src/registrations/update.ts';
import { addMember } from '../../src/rosters/members.ts';
import { redeemShare } from '../../src/rosters/redeem-share.ts';
import { putRoster } from '../../src/rosters/rosters.ts';
import { verifyRatings } from '../../src/verification/verify.ts';
import { openMigratedDatabase } from '../support/database.ts';
import { dumpOf } from '../support/dump.ts';
import { onEachEngine } from '../support/engines.ts';
import { bitsOfLedger } from '../support/ledgers.ts';
import { World } from '../support/world.ts';

const PLAYERS = 7;
const SEED = 27;
const RUNS = 6;

const aSeat = fc.nat(PLAYERS - 1);
/** A night of matches, some late, some amended or voided, with erasures at any point. */
const aHistory = fc.array(
  fc.oneof(
    {
      weight: 6,
      arbitrary: fc.record({
        kind: fc.constant('match' as const),
        day: fc.integer({ min: 0, max: 30 }),
        seats: fc.shuffledSubarray([0, 1, 2, 3, 4, 5, 6], { minLength: 4, maxLength: 4 }),
      }),
    },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('amend' as const), match: fc.nat(20) }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('void' as const), match: fc.nat(20) }) },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('erase' as const), seat: aSeat }) },
  ),
  { minLength: 6, maxLength: 16 },
);
type Step = typeof aHistory extends fc.Arbitrary<(infer S)[]> ? S : never;
type Correction = Extract<Step, { readonly kind: 'amend' | 'void' }>;

const left = statement(
  'test_left_of_erased',
  `select (select count(*) from roster_members m join players p on p.id = m.player_id where p.erased_at is not null) as members,
     (select count(*) from player_shares s join players p on p.id = s.player_id where p.erased_at is not null) as shares,
     (select count(*) from players where erased_at is not null) as erased`,
);

/** Samples of values that the planner keeps, of all tables and indexes. */
const samples = statement(
  'test_samples_of_planner',
  `select coalesce(string_agg(concat_ws(' ', most_common_vals, histogram_bounds, most_common_elems), ' '), '') as text from pg_stats
   where schemaname not in ('pg_catalog', 'information_schema')`,
);

onEachEngine((engine) => {
  let erasing: Database;
  let keeping: Database;
  before(async () => {
    erasing = await openMigratedDatabase(engine);
    keeping = await openMigratedDatabase(engine);
  });
  after(() => Promise.all([erasing.close(), keeping.close()]));

  async function correct(world: World, step: Correction): Promise<void> {
    const match = world.sent[step.match];
    if (match === undefined || match.status === 'voided') return;
    const winning_team = match.amendment['winning_team'] === 'B' ? 'A' : 'B';
    await (step.kind === 'void' ? world.void(match) : world.amend(match, { winning_team, set_scores: null }));
  }

  /** Plays the steps. Skips matches with erased players. */
  async function play(world: World, steps: readonly Step[], isErasing: boolean): Promise<void> {
    const gone = new Set<number>();
    for (const step of steps) {
      if (step.kind === 'erase') {
        if (isErasing && !gone.has(step.seat)) await erasePlayer(world.calledBy(), world.username(step.seat));
        gone.add(step.seat);
      } else if (step.kind !== 'match') await correct(world, step);
      else if (!step.seats.some((seat) => gone.has(seat))) await world.submit([world.match(step.day, step.seats)]);
      await world.spreadMarks();
    }
    await world.settler(5).finish();
  }

  describe(`an erasure, on ${engine}`, () => {
    it('changes no bit of any rating, whichever matches are played, amended and voided before and after it', async () => {
      const property = fc.asyncProperty(aHistory, async (steps) => {
        // The first world in a database has the ids of the first one in any other, and so on.
        const [world, twin] = await Promise.all([
          World.open(erasing, { players: PLAYERS }),
          World.open(keeping, { players: PLAYERS }),
        ]);
        await play(world, steps, true);
        await play(twin, steps, false);
        assert.deepEqual(bitsOfLedger(await world.stored()), bitsOfLedger(await twin.stored()));
        await world.assertExact();
      });
      await fc.assert(property, { numRuns: RUNS, seed: SEED });
      const verified = await verifyRatings(serviceContext(erasing));
      assert.deepEqual([verified.differences, verified.unsettled], [0, 0]);
      assert.deepEqual((await verifyAudit(serviceContext(erasing))).faults, []);
    });

    it('leaves no name in the statistics of the planner, since they have none', async () => {
      const world = await World.open(erasing);
      await erasing.script('analyze');
      const [{ text } = assert.fail()] = await erasing.query<{ text: string }>(samples);
      assert.ok(text.includes(world.player(0)), 'ids are sampled');
      assert.ok(!text.includes(world.username(0)), 'usernames are not');
    });

    it('leaves no trace, whichever changes of the player run concurrently', async () => {
      const world = await World.open(erasing, { players: 4, partners: ['norte', 'sur'] });
      const [norte, sur] = [world.calledBy('norte'), world.calledBy('sur')];
      const { partnerId } = sur.actor;
      await putRoster(norte, 'night', { name: null });
      await putRoster(sur, 'night', { name: null });
      for (let round = 0; round < 12; round += 1) {
        const username = `raced-${world.partner().partnerId.slice(0, 6)}-${round}`;
        const registration = {
          username,
          display_name: `Raced ${round}`,
          country_code: null,
          profile_is_public: round % 2 === 0,
          roster_slug: 'night',
        };
        const { player } = await registerPlayer(norte, registration);
        const { share_code } = await sharePlayer(norte, username, { expires_in_hours: 1 });
        const others = [1, 2, 3].map((seat) => world.username(seat));
        const match = world.match(round / 24, [0, 1, 2, 3], {
          participants: [username, ...others].map((name, slot) => ({ username: name, team: slot < 2 ? 'A' : 'B' })),
        });
        const together = await Promise.allSettled([
          redeemShare(sur, 'night', { share_code }),
          addMember(sur, 'night', username),
          sharePlayer(norte, username, { expires_in_hours: 1 }),
          erasePlayer(norte, username),
          updatePlayer(norte, username, { display_name: `Renamed ${round}`, profile_is_public: true }),
          registerPlayer(norte, registration),
          erasePlayer(norte, username),
          world.submit([match]),
          redeemShare(sur, 'night', { share_code }),
          registerPlayer(sur, { ...registration, roster_slug: null }),
        ]);
        const erasures = [together[3], together[6]];
        const failures = together.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
        // The losers of the race fail like requests for an unknown player; a match that loses is rejected in its result.
        for (const failure of failures) {
          assert.ok(failure instanceof Problem || failure instanceof assert.AssertionError, String(failure));
        }
        assert.equal(erasures.filter((one) => one?.status === 'fulfilled').length >= 1, true);
        // Both may have registered a new player with this username after the erasure.
        for (const creator of [norte, sur]) await erasePlayer(creator, username).catch(() => {});
        const { members, shares } =
          (await erasing.query<{ members: number; shares: number }>(left))[0] ?? assert.fail();
        assert.deepEqual([members, shares], [0, 0]);
        const dump = await dumpOf(erasing);
        assert.ok(!dump.includes(username) && !dump.includes(`Renamed ${round}`) && !dump.includes(`Raced ${round}`));
        assert.ok(dump.includes(player.id) && dump.includes(partnerId));
      }
      await world.settler(5).finish();
      assert.deepEqual((await verifyAudit(serviceContext(erasing))).faults, []);
      const verified = await verifyRatings(serviceContext(erasing));
      assert.deepEqual([verified.differences, verified.unsettled], [0, 0]);
    });
  });
});
