/** Everything stored about ratings is compared with a replay from nothing; one wrong bit is found and reported. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Difference, Verification } from '@bandeja/contract/ledger';
import { type Database, statement } from '@bandeja/postgres/database';
import type { RowOf } from '@bandeja/postgres/table';
import { MODEL_VERSION } from '@bandeja/rating';
import { bitsOf, fromBits } from '@bandeja/rating/test/bits';
import { type LedgerRow, readLedgerRow } from '../../src/history/ledger-store.ts';
import type { MatchRow } from '../../src/history/match-row.ts';
import { isRated } from '../../src/history/rated-match.ts';
import { type playerRatings, ratingRow, readPlayerRatings } from '../../src/history/ratings-store.ts';
import { verifyRatings } from '../../src/verification/verify.ts';
import { openMigratedDatabase } from '../support/database.ts';
import { onEachEngine } from '../support/engines.ts';
import type { World } from '../support/world.ts';
import { openSeasonWorld, playSeason } from './season.ts';
import { cellOf, STATE_FIELDS, tampered, valueIn } from './tampering.ts';

const SEASON = 90;
/** Small, so that a season has several blocks, with tampered rows inside, at the ends and between. */
const BLOCKS = [7, 1000];

const allMatches = statement('test_all_matches', 'select id, status, outcome from matches order by played_at, id');

const aWalkover = statement(
  'test_a_walkover',
  `select id, player_ids from matches where status = 'completed' and outcome = 'walkover' order by id limit 1`,
);

/** The same double but for the last of its bits. */
const nudged = (value: number): number => {
  const bits = BigInt(`0x${bitsOf(value)}`) ^ 1n;
  return fromBits(bits.toString(16).padStart(16, '0'));
};

type Value = string | number | null;

/** A difference of a match or a player. Numbers are also given as bits. */
function wrong(
  match_id: string | null,
  player_id: string | null = null,
  field: Difference['field'],
  stored: Value,
  replayed: Value,
): Difference {
  const [stored_bits = null, replayed_bits = null] = [stored, replayed].map((value) =>
    typeof value === 'number' ? bitsOf(value) : null,
  );
  return { match_id, player_id, field, stored, replayed, stored_bits, replayed_bits };
}

onEachEngine((engine) => {
  let database: Database;
  let world: World;
  /** Registered, and never played. */
  let idle: string;
  /** The rated matches in order, and one that is not rated. */
  let rated: string[];
  let unrated: string;
  before(async () => {
    database = await openMigratedDatabase(engine);
    world = await openSeasonWorld(database);
    await playSeason(world, SEASON, 11);
    idle = world.player(await world.join());
    const matches = await database.query<Pick<MatchRow, 'id' | 'status' | 'outcome'>>(allMatches);
    rated = matches.filter(isRated).map(({ id }) => id);
    unrated = matches.find((match) => match.status === 'pending')?.id ?? assert.fail();
    assert.ok(rated.length > 30);
  });
  after(() => database.close());

  const verify = (blockMatches?: number): Promise<Verification> =>
    verifyRatings(world.context(), blockMatches === undefined ? {} : { blockMatches });

  const clean = (): Verification => ({
    matches: rated.length,
    players: world.players.length,
    unsettled: 0,
    unsettled_players: 0,
    differences: 0,
    examples: [],
    model_version: MODEL_VERSION,
  });

  async function ratingOf(playerId: string): Promise<RowOf<typeof playerRatings>> {
    const [row = assert.fail()] = (await readPlayerRatings(database, [playerId])).map(ratingRow);
    assert.ok(row.matches_played > 0);
    return row;
  }

  /** The ledger's row of the rated match in this place of the history. */
  async function rowOf(place: number): Promise<LedgerRow> {
    return (await readLedgerRow(database, rated.at(place) ?? '')) ?? assert.fail();
  }

  /** Verifies in blocks of several sizes what was tampered with, which finds these differences and no other. */
  async function finds(sql: string, ...wanted: readonly Difference[]): Promise<void> {
    await tampered(database, sql, async () => {
      for (const block of BLOCKS) {
        const { differences, examples, ...rest } = await verify(block);
        assert.deepEqual(examples, wanted);
        assert.equal(differences, wanted.length);
        const { differences: _, examples: __, ...counts } = clean();
        assert.deepEqual(rest, counts);
      }
    });
  }

  const findsInRow = (row: LedgerRow, set: string, wanted: Difference): Promise<void> =>
    finds(`update match_ratings set ${set} where match_id = '${row.match_id}'`, wanted);

  describe(`a history of ${SEASON} matches, on ${engine}`, () => {
    test('the history verifies without a difference in blocks of any size', async () => {
      for (const block of [undefined, 1, 2, ...BLOCKS, rated.length, rated.length + 1]) {
        assert.deepEqual(await verify(block), clean());
      }
    });

    test('a verification reports its progress', async () => {
      const reported: [number, number | null][] = [];
      await verifyRatings(world.context(), {
        blockMatches: 10,
        onProgress: ({ done, total }) => reported.push([done, total]),
      });
      for (const [done, total] of reported) assert.ok(total === null || total >= done);
      assert.deepEqual(
        reported.map(([done]) => done),
        reported.map((_, index) => Math.min(10 * index, rated.length)),
      );
    });

    test('a cancelled verification stops reading', async () => {
      const calling = new AbortController();
      const blocks: number[] = [];
      const onProgress = ({ done }: { done: number }): void => {
        blocks.push(done);
        if (done > 10) calling.abort(new Error('nobody waits for it'));
      };
      const verifying = verifyRatings(world.context(), { blockMatches: 10, onProgress, signal: calling.signal });
      await assert.rejects(verifying, /nobody waits for it/);
      assert.deepEqual(blocks, [0, 10, 20]);
    });

    test('a verification cancelled while it compares players stops reading', async () => {
      const { signal } = new AbortController();
      let asked = 0;
      signal.throwIfAborted = () => {
        asked += 1;
        if (asked === 2) throw new Error('nobody waits for it');
      };
      await assert.rejects(verifyRatings(world.context(), { blockMatches: 1_000, signal }), /nobody waits for it/);
    });
  });

  describe(`the last bit of a double that is off is found, on ${engine}`, () => {
    for (const field of STATE_FIELDS) {
      test(`in ${field}`, async () => {
        for (const [place, slot] of [
          [30, 0],
          [-1, 3],
        ] as const) {
          const row = await rowOf(place);
          const replayed = valueIn(row, field, slot);
          const stored = nudged(replayed);
          await findsInRow(
            row,
            `${cellOf(field, slot)} = '${stored}'`,
            wrong(row.match_id, row.player_ids[slot], field, stored, replayed),
          );
        }
      });
    }

    for (const column of ['weight', 'length', 'units_standard'] as const) {
      test(`in ${column}, of what the model was given`, async () => {
        const found = await Promise.all(rated.map((_, place) => rowOf(place)));
        const row = found.find((one) => one[column] !== null && one[column] !== 1) ?? found[3] ?? assert.fail();
        const replayed = row[column] ?? assert.fail();
        // The largest double below 1, where no larger one is allowed.
        const stored = replayed === 1 ? 1 - Number.EPSILON / 2 : nudged(replayed);
        await findsInRow(row, `${column} = '${stored}'`, wrong(row.match_id, null, column, stored, replayed));
      });
    }

    for (const column of ['mean', 'variance', 'shown'] as const) {
      test(`in ${column} of a player's present rating`, async () => {
        const row = await ratingOf(world.player(5));
        const replayed = row[column] ?? assert.fail();
        const stored = nudged(replayed);
        await finds(
          `update player_ratings set ${column} = '${stored}' where player_id = '${row.player_id}'`,
          wrong(null, row.player_id, column, stored, replayed),
        );
      });
    }
  });

  describe(`other differences are found, on ${engine}`, () => {
    test('a time that is off by a microsecond is found, before a match and in a player', async () => {
      const row = await rowOf(30);
      const field = 'last_played_at_before';
      const before = valueIn(row, field, 2);
      const at = new Date(before).toISOString();
      const cell = cellOf(field, 2);
      await findsInRow(row, `${cell} = ${cell} + 0.001`, {
        ...wrong(row.match_id, row.player_ids[2], field, at.replace('Z', '001Z'), at),
        stored_bits: bitsOf(before + 0.001),
        replayed_bits: bitsOf(before),
      });
      const { player_id: id, last_played_at: lastPlayedAt } = await ratingOf(world.player(0));
      const last = new Date(lastPlayedAt ?? assert.fail()).toISOString();
      const stored = new Date(Date.parse(last) - 1).toISOString().replace('Z', '999Z');
      await finds(
        `update player_ratings set last_played_at = last_played_at - interval '1 microsecond' where player_id = '${id}'`,
        wrong(null, id, 'last_played_at', stored, last),
      );
    });

    for (const [title, place, field, slot, stored, isReplayed] of [
      ['a wrong count of matches', 40, 'matches_played_before', 1, 1_000, true],
      ['a state before a first match', 0, 'mean_before', 0, 0.5, false],
      ['a missing state', -5, 'shown_before', 3, null, true],
    ] as const) {
      test(`${title} is found`, async () => {
        const row = await rowOf(place);
        const replayed = isReplayed ? valueIn(row, field, slot) : null;
        await findsInRow(
          row,
          `${cellOf(field, slot)} = '${stored ?? 'NaN'}'`,
          wrong(row.match_id, row.player_ids[slot], field, stored, replayed),
        );
      });
    }

    test('wrong units, model and teammates are found', async () => {
      const found = await Promise.all(rated.map((_, place) => rowOf(place)));
      const row = found.find((one) => one.units_won !== null) ?? assert.fail();
      const { match_id: id, units_won: won } = row;
      assert.ok(won !== null);
      const [, second = ''] = row.player_ids;
      await findsInRow(row, `units_won = ${won + 1}`, wrong(id, null, 'units_won', won + 1, won));
      await findsInRow(row, `model_version = 'pair-0'`, wrong(id, null, 'model_version', 'pair-0', MODEL_VERSION));
      await findsInRow(row, `player_ids[2] = '${idle}'`, wrong(id, second, 'player_ids', idle, second));
    });

    test('a missing ledger row is found, and nothing else', async () => {
      for (const place of [0, 30, -1]) {
        const { match_id: id } = await rowOf(place);
        await finds(
          `delete from match_ratings where match_id = '${id}'`,
          wrong(id, null, 'ledger_row', 'absent', 'present'),
        );
      }
    });

    test('an extra ledger row is found', async () => {
      const others = `select * from match_ratings where match_id = '${rated[20]}'`;
      for (const playedAt of ["'1980-01-01'", 'played_at', "'2200-01-01'"]) {
        await finds(
          `create table extra as ${others}; update extra set match_id = '${unrated}', played_at = ${playedAt};
           insert into match_ratings table extra; drop table extra;`,
          wrong(unrated, null, 'ledger_row', 'present', 'absent'),
        );
      }
    });

    test('a misplaced ledger row is found', async () => {
      const row = await rowOf(30);
      const playedAt = new Date(row.played_at).toISOString();
      for (const stored of ['1980-01-01T00:00:00.000Z', '2200-01-01T00:00:00.000Z'])
        await findsInRow(row, `played_at = '${stored}'`, wrong(row.match_id, null, 'played_at', stored, playedAt));
    });

    test('a current rating of another match, another model, no player or a player without matches is found', async () => {
      const { player_id: id, last_match_id: last } = await ratingOf(world.player(7));
      const of = `where player_id = '${id}'`;
      await finds(
        `update player_ratings set last_match_id = '${unrated}' ${of}`,
        wrong(null, id, 'last_match_id', unrated, last),
      );
      await finds(
        `update player_ratings set model_version = 'pair-0' ${of}`,
        wrong(null, id, 'model_version', 'pair-0', MODEL_VERSION),
      );
      await finds(`delete from player_ratings ${of}`, wrong(null, id, 'rating_row', 'absent', 'present'));
      await tampered(
        database,
        `update player_ratings i set mean = r.mean, variance = r.variance, shown = r.shown, model_version = r.model_version,
           last_played_at = r.last_played_at, matches_played = r.matches_played, last_match_id = r.last_match_id
         from player_ratings r where r.player_id = '${id}' and i.player_id = '${idle}'`,
        async () => {
          const { differences, examples } = await verify();
          assert.equal(differences, 7);
          assert.deepEqual(new Set(examples.map((example) => example.player_id)), new Set([idle]));
        },
      );
    });

    test('a match that is missing or wrong in the history of a player, or does not belong there, is found', async () => {
      const row = await rowOf(30);
      const walkover = (await database.query<Pick<MatchRow, 'id' | 'player_ids'>>(aWalkover))[0] ?? assert.fail();
      const [first = '', second = ''] = row.player_ids;
      const ofMatch = (id: string, player = '') => `where match_id = '${id}' and player_id = '${player}'`;
      for (const [id, player, replayed] of [
        [row.match_id, second, '1'],
        [walkover.id, walkover.player_ids[1], 'none'],
      ] as const) {
        await finds(
          `delete from player_matches ${ofMatch(id, player)}`,
          wrong(id, player, 'history_row', 'absent', replayed),
        );
      }
      await finds(
        `update player_matches set result = 0 ${ofMatch(row.match_id, first)}`,
        wrong(row.match_id, first, 'history_row', '0', '1'),
      );
      for (const [values, player, id] of [
        [`'${idle}', '${new Date(row.played_at).toISOString()}', '${row.match_id}'`, idle, row.match_id],
        [`'${first}', '${new Date(row.played_at + 1).toISOString()}', '${row.match_id}'`, first, row.match_id],
        [`'${first}', (select played_at from matches where id = '${unrated}'), '${unrated}'`, first, unrated],
      ] as const) {
        await finds(
          `insert into player_matches (player_id, played_at, match_id) values (${values})`,
          wrong(id, player, 'history_row', 'present', 'absent'),
        );
      }
    });

    test('all differences are counted, and the first twenty are listed in order', async () => {
      await tampered(database, 'delete from match_ratings', async () => {
        for (const block of BLOCKS) {
          const { matches, differences, examples } = await verify(block);
          assert.deepEqual([matches, differences, examples.length], [rated.length, rated.length, 20]);
          assert.deepEqual(
            examples.map((example) => [example.match_id, example.field]),
            rated.slice(0, 20).map((id) => [id, 'ledger_row']),
          );
        }
      });
    });

    test('nothing is found after all is restored', async () => assert.deepEqual(await verify(), clean()));
  });
});
