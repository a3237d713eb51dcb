/** However many matches a player or an instant has, a request reads a bounded number of them. */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { type Queryable, statement } from '@bandeja/postgres/database';
import { readOtherMatches } from '../../src/exports/store.ts';
import { listHistory } from '../../src/matches/history-store.ts';
import { findNearbyMatches } from '../../src/matches/nearby-store.ts';
import { readMatch } from '../../src/matches/store.ts';
import { readAnalysisHistory } from '../../src/played/played-matches-store.ts';
import { aClub, type Club } from '../support/club.ts';
import { aMatch, four, type MatchBody } from '../support/matches.ts';
import { onEachEngine, useTestService } from '../support/service.ts';

const NO_WINDOW = { since: null, until: null };

/** Table rows and index entries that the present transaction has read of matches, without or with the histories of players. */
const entries = statement(
  'test_rows_read',
  `select sum(pg_stat_get_xact_tuples_returned(oid))::integer as rows from pg_class
   where relname like 'matches%' or ($1 and relname like 'player_matches%')`,
);

/** Some hundred rows are scanned, or collected in a bitmap and sorted, in about the time that an index takes to read them in order. */
const noScans = statement(
  'test_rows_read_no_scans',
  "select set_config('enable_seqscan', 'off', true), set_config('enable_bitmapscan', 'off', true)",
);

/** With statistics, a small table may be read in another order. Without, the plan is always that of the first request. */
const noStatistics = ['matches', 'player_matches'].map((table) =>
  statement(`test_rows_read_no_statistics_${table}`, `alter table ${table} set (autovacuum_enabled = off)`),
);

const analyze = statement('test_rows_read_analyze', 'analyze matches');

/** Entries of deleted index rows, which PostgreSQL reads until it has marked them. */
const SLACK = 20;

/** For 100 more matches. */
const assertAsMany = (rows: number, few: number): void =>
  assert.ok(Math.abs(rows - few) < SLACK, `${few}, then ${rows}`);

onEachEngine((engine) => {
  const service = useTestService({ engine, isOwn: true });
  before(async () => {
    for (const alter of noStatistics) await service().database.query(alter, []);
  });

  function rowsRead(run: (transaction: Queryable) => Promise<unknown>, withHistories = true): Promise<number> {
    return service().database.transaction(async (transaction) => {
      const count = async () =>
        (await transaction.query<{ rows: number }>(entries, [withHistories]))[0]?.rows ?? assert.fail();
      await transaction.query(noScans, []);
      const before = await count();
      await run(transaction);
      return (await count()) - before;
    });
  }

  /** Submits 100 matches. */
  async function submitMany({ partner }: Club, matchOf: (index: number) => MatchBody): Promise<void> {
    for (let start = 0; start < 100; start += 25) {
      const matches = Array.from({ length: 25 }, (_, index) => matchOf(start + index));
      const { body } = await partner.request<{ summary: { created: number } }>('POST', '/v1/matches/batch', {
        body: { matches },
      });
      assert.equal(body.summary.created, 25);
    }
  }

  describe(`the rows that are read, on ${engine}`, () => {
    it('for an export are as many with 200 as with 100 pending matches, of which it has the newest 100', async () => {
      const [home, away] = [await aClub(service(), { players: 1 }), await aClub(service(), { players: 3 })];
      const [own = assert.fail()] = home.players;
      const pending = (day: number, place: number) => (index: number) => {
        const players = away.players.toSpliced(place, 0, own);
        const played_at = `2026-05-${day}T10:${String(index % 60).padStart(2, '0')}:0${Math.floor(index / 60)}Z`;
        const external_ref = `p-${day}-${index}`;
        return aMatch({ external_ref, played_at, participants: four(...players), trust_tier: 'player_confirmed' });
      };
      const read = () =>
        rowsRead((transaction) =>
          readOtherMatches(transaction, home.partner.id, own.id).then((rows) => found.push(rows)),
        );
      const found: (readonly { readonly played_at: number }[])[] = [];
      await submitMany(away, pending(10, 0));
      const few = await read();
      await submitMany(away, pending(11, 0));
      assertAsMany(await read(), few);
      await submitMany(away, pending(12, 2));
      await read();
      const days = found.map((rows) => new Set(rows.map(({ played_at }) => new Date(played_at).getUTCDate())));
      assert.deepEqual(days, [new Set([10]), new Set([11]), new Set([12])]);
      assert.ok(found.every((rows) => rows.length === 100));
    });

    it('for an analysis are as many of matches with 200 as with 100 walkovers after the played match', async () => {
      const [home, away] = [await aClub(service(), { players: 1 }), await aClub(service(), { players: 3 })];
      const [own = assert.fail()] = home.players;
      const participants = four(own, ...away.players);
      const walkover = (day: number) => (index: number) => {
        const played_at = `2026-05-${day}T10:${String(index % 60).padStart(2, '0')}:0${Math.floor(index / 60)}Z`;
        return aMatch({ external_ref: `w-${day}-${index}`, played_at, participants, outcome: 'walkover' });
      };
      const request = { partnerId: home.partner.id, username: own.username, limit: 1, windows: [], now: 0 };
      const read = () =>
        rowsRead(async (transaction) => {
          const found = await readAnalysisHistory(transaction, request);
          assert.equal(found?.matches.length, 1);
        }, false);
      await submitMany(away, walkover(10));
      await away.submit(aMatch({ played_at: '2026-05-10T12:00:00Z', participants }));
      await submitMany(away, walkover(11));
      const few = await read();
      await submitMany(away, walkover(12));
      assertAsMany(await read(), few);
    });

    it('for a late page of a history do not grow with the square of the matches at one instant', async () => {
      const [home, away] = [await aClub(service(), { players: 1 }), await aClub(service(), { players: 3 })];
      const [own = assert.fail()] = home.players;
      const participants = four(own, ...away.players);
      await submitMany(away, (index) =>
        aMatch({ external_ref: `same-${index}`, participants, trust_tier: 'imported' }),
      );
      const page = { limit: 25, offset: 70, after: null };
      const rows = await rowsRead((transaction) =>
        listHistory(transaction, home.partner.id, own.username, NO_WINDOW, page),
      );
      assert.ok(rows < 500, `${rows} rows`);
    });

    it('for a submission are as many with 400 as with 300 of the partner’s matches at one instant, and few without statistics', async () => {
      const club = await aClub(service());
      const atOnce = (series: number) => (index: number) =>
        club.match({ external_ref: `i-${series}-${index}`, trust_tier: 'player_confirmed' });
      for (const series of [1, 2, 3]) await submitMany(club, atOnce(series));
      const { id } = await club.submit(
        club.match({ played_at: '2026-05-01T19:15:00Z', trust_tier: 'player_confirmed' }),
      );
      const row = (await readMatch(service().database, club.partner.id, id)) ?? assert.fail();
      const read = () => rowsRead((transaction) => findNearbyMatches(transaction, [row]));
      const unplanned = await read();
      assert.ok(unplanned < 2_000, `${unplanned} rows without statistics`);
      // By statistics, which the other tests do without, an index by time is better than one by reference.
      await service().database.query(analyze, []);
      const few = await read();
      await submitMany(club, atOnce(4));
      assertAsMany(await read(), few);
    });
  });
});
