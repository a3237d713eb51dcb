/** Batches that wait for locks. Only PostgreSQL has several connections. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { statement } from '@bandeja/postgres/database';
import { erasePlayer } from '../../src/erasures/erase.ts';
import { openImport } from '../../src/imports/imports.ts';
import { sendRows } from '../../src/imports/store-rows.ts';
import { holdChain, holdRating, holdRoster, holdRow, untilWaiting } from '../ledger/locks.ts';
import { aClub } from '../support/club.ts';
import { interrupted } from '../support/interrupted.ts';
import { freshName, type ProblemBody, useTestService } from '../support/service.ts';
import { AnImport, aRow } from './an-import.ts';

const BATCHES = 20;

const writingPlayers = statement(
  'test_writing_players',
  `select count(*)::integer as count from pg_locks
   where database = (select oid from pg_database where datname = current_database())
     and relation = 'players'::regclass and mode = 'RowExclusiveLock'`,
);

const freeRows = statement(
  'test_free_import_rows',
  `select count(*)::integer as count from (
     select from import_rows where import_id = $1 and line > $2 for no key update skip locked) r`,
);

const service = useTestService({ engine: 'postgres' });

it('a partner imports, submits and reads at once while twenty batches of another wait for a locked player', async () => {
  const { database } = service();
  const [busy, other] = [await aClub(service()), await aClub(service())];
  const release = await holdRating(database, busy.players[0]?.id ?? '');
  const held = await AnImport.open(busy.partner);
  const waiting = Array.from({ length: BATCHES }, (_, line) => held.send([aRow(line + 1, busy.players.slice(0, 4))]));
  try {
    await untilWaiting(database, 1);
    const imported = await AnImport.open(other.partner);
    for (const line of [1, 2, 3]) {
      const { state } = await imported.sendOne(aRow(line, other.players.slice(0, 4)));
      assert.equal(state, 'created');
    }
    assert.equal((await other.submit()).status, 'completed');
    assert.equal((await imported.rows()).length, 3);
  } finally {
    await release();
  }
  const sent = await Promise.all(waiting);
  assert.ok(sent.every(({ summary }) => summary.created === 1));
});

it('a batch that waits for its roster has registered nobody, so that it cannot deadlock with a registration', async () => {
  const { database } = service();
  const { partner, players } = await aClub(service());
  const imported = await AnImport.open(partner, { roster_slug: 'league' });
  const release = await holdRoster(database, { partnerId: partner.id, slug: 'league' });
  const four = ['new', ...players.slice(1, 4)];
  const batch = imported.send([aRow(1, four)], [{ key: 'new', username: freshName('new') }]);
  await untilWaiting(database, 1);
  const [writing] = await database.query<{ count: number }>(writingPlayers);
  await release();
  assert.equal((await batch).summary.created, 1);
  assert.equal(writing?.count, 0);
});

it('a batch that waits while its import is closed is refused as a whole', async () => {
  const { database } = service();
  const { partner, players } = await aClub(service());
  const imported = await AnImport.open(partner);
  const path = `/v1/imports/${imported.id}/rows`;
  const body = { rows: [aRow(1, players.slice(0, 4)), { line: 2, faults: [{ code: 'unclear' }] }] };
  const release = await holdChain(database, partner.id);
  const batch = partner.request<ProblemBody>('POST', path, { body });
  await untilWaiting(database, 1);
  assert.equal((await imported.close()).state, 'closed');
  await release();
  const answer = await batch;
  assert.deepEqual([answer.status, answer.body.code], [409, 'import_closed']);
  assert.deepEqual([await imported.rows(), (await imported.read()).last_row_at], [[], null]);
});

it('a batch whose rows are not in order does not deadlock with an erasure that empties their texts', async () => {
  const { database } = service();
  const partner = await service().freshPartner();
  const [player] = await partner.freshPlayers(1, { display_name: 'Carla Bru' });
  const imported = await AnImport.open(partner);
  const faults = [{ code: 'unclear', values: { text: 'Carla Bru' } }];
  const rows = Array.from({ length: 20 }, (_, index) => ({ line: index + 1, faults }));
  await imported.send(rows);
  const { context } = partner;
  const release = await holdRow(database, imported.id, 10);
  const erasing = erasePlayer(context, player?.username ?? '');
  await untilWaiting(database, 1);
  const sending = sendRows(context, imported.id, { rows: rows.toReversed() });
  await untilWaiting(database, 2);
  const [free] = await database.query<{ count: number }>(freeRows, [imported.id, 10]);
  await release();
  const [{ results }] = await Promise.all([sending, erasing]);
  assert.deepEqual(
    results.map(({ line }) => line),
    rows.map(({ line }) => line).toReversed(),
  );
  assert.equal(free?.count, 10);
  const texts = (await imported.rows()).map(({ problems: [problem] }) => problem?.values ?? null);
  assert.ok(texts.every((values) => values === null));
});

it('an import that is being opened while a player is erased keeps no choices that name the player', async () => {
  const { database } = service();
  const partner = await service().freshPartner();
  const [player] = await partner.freshPlayers(1, { display_name: 'Carla Bru' });
  const [stored, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const slow = interrupted(partner.context.database, async ({ what }) => {
    if (what !== 'commit') return;
    stored.resolve();
    await goOn.promise;
  });
  const sent = { label: 'liga.csv', reading: { names: ['Carla Bru'] } };
  const opening = openImport({ ...partner.context, database: slow }, sent);
  await stored.promise;
  const erasing = erasePlayer(partner.context, player?.username ?? '');
  await Promise.race([erasing, untilWaiting(database, 1)]);
  goOn.resolve();
  const [{ opened }] = await Promise.all([opening, erasing]);
  const { body } = await partner.request<{ reading: object | null }>('GET', `/v1/imports/${opened.id}`);
  assert.equal(body.reading, null);
});
