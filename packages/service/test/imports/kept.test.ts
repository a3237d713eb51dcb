/** How long an import is open, and how long its texts are kept. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ImportRow } from '@bandeja/contract/import-rows';
import type { Player } from '@bandeja/contract/players';
import { DatabaseUnavailable } from '@bandeja/postgres/database';
import type { Context } from '../../src/context.ts';
import { erasePlayer } from '../../src/erasures/erase.ts';
import { trimJob } from '../../src/trim-job.ts';
import { dumpOf } from '../support/dump.ts';
import { interrupted } from '../support/interrupted.ts';
import { setsOf } from '../support/matches.ts';
import { freshName, onEachEngine, type TestPartner, useTestService } from '../support/service.ts';
import { AnImport, aRow, changed } from './an-import.ts';

const DAY_MS = 86_400_000;

interface Erased {
  readonly partner: TestPartner;
  readonly player: Player;
  readonly others: readonly Player[];
  readonly imported: AnImport;
}

onEachEngine((engine) => {
  const service = useTestService({ engine, isOwn: true });
  const trim = async (context: Context = service().context) => {
    const job = trimJob(context, { eventsDays: 30, deliveriesDays: 30 });
    try {
      while ((await job.run(new AbortController().signal)) === 'more' /* go on */);
    } finally {
      await job.close?.();
    }
  };
  /** An import with a created, a held, a conflicting and a rejected row. */
  const anImport = async () => {
    const partner = await service().freshPartner();
    const four = await partner.freshPlayers(4);
    const imported = await AnImport.open(partner, { on_warning: 'hold' });
    const row = aRow(1, four);
    const unusual = changed(aRow(2, four, { played_at: '2026-05-02T10:00:00Z' }), { set_scores: setsOf('6-5') });
    await imported.send([
      row,
      { ...unusual, confirmed: true },
      changed({ ...row, line: 3 }, { winning_team: 'B', set_scores: setsOf('4-6 4-6') }),
      aRow(4, [...four.slice(1), 'x']),
      { line: 5, faults: [{ code: 'unclear', values: { text: 'Ana, 3/4' } }] },
    ]);
    return { partner, four, imported };
  };
  /** Rejected rows from a line on, with a text. */
  const namesIn = (from: number, count: number, text: string) =>
    Array.from({ length: count }, (_, index) => ({
      line: from + index,
      faults: [{ code: 'unclear', values: { text } }],
    }));
  const withoutTexts = ({ problems, differences, warnings, ...row }: ImportRow): object => ({
    ...row,
    problems: problems.map((one) => ({ ...one, detail: null, values: null })),
    differences: differences.map((one) => ({ ...one, stored: null, sent: null })),
    warnings: warnings.map((one) => ({ ...one, detail: null, values: null })),
  });

  describe('an import', () => {
    it('is closed after seven days without a row', async () => {
      const { partner, imported } = await anImport();
      const other = await AnImport.open(partner);
      service().advance(6 * DAY_MS);
      await trim();
      assert.equal((await imported.read()).state, 'open');
      await imported.send([{ line: 6, faults: [{ code: 'unclear' }] }]);
      service().advance(DAY_MS + 1);
      await trim();
      assert.deepEqual([(await imported.read()).state, (await other.read()).state], ['open', 'closed']);
      service().advance(6 * DAY_MS);
      await trim();
      assert.equal((await imported.read()).state, 'closed');
    });

    it('loses the texts of its rows 30 days after it was closed, and nothing else', async () => {
      const { imported } = await anImport();
      const [rows] = [await imported.rows(), await imported.close()];
      assert.deepEqual(
        rows.map(({ state }) => state),
        ['created', 'created', 'conflict', 'rejected', 'rejected'],
      );
      service().advance(29 * DAY_MS);
      await trim();
      assert.deepEqual(await imported.rows(), rows);
      service().advance(DAY_MS + 1);
      await trim();
      assert.deepEqual(await imported.rows(), rows.map(withoutTexts));
      assert.deepEqual((await imported.rows({ warned: true })).length, 1);
    });

    it('loses the rest of its texts after a crash between two pieces', async () => {
      // The other imports are closed, and lose theirs.
      for (let month = 0; month < 2; month += 1) {
        service().advance(31 * DAY_MS);
        await trim();
      }
      const imported = await AnImport.open(await service().freshPartner());
      for (let line = 1; line <= 1_200; line += 25) await imported.send(namesIn(line, 25, 'Ana'));
      await imported.close();
      service().advance(30 * DAY_MS + 1);
      const { context } = service();
      let pieces = 0;
      const database = interrupted(context.database, ({ what }) => {
        if (what !== 'import_rows_empty_texts') return;
        pieces += 1;
        if (pieces === 2) throw new DatabaseUnavailable('unreachable', 'away');
      });
      await assert.rejects(trim({ ...context, database }), DatabaseUnavailable);
      const textsOf = async () =>
        (await imported.rows({ limit: 1_000 })).map(({ problems: [problem] }) => problem?.values ?? null);
      const half = (await textsOf()).map((values) => values !== null);
      assert.ok(half.includes(true) && half.indexOf(true) >= 500 && !half.slice(half.indexOf(true)).includes(false));
      await trim();
      assert.ok((await textsOf()).every((values) => values === null));
    });
  });

  describe('erasing a player', () => {
    it('empties the texts that name it or are about its matches in all imports of its creator, and drops its keys', async () => {
      const partner = await service().freshPartner();
      const username = freshName('erased');
      const name = 'Núria "Nu" Prats';
      const others = await partner.freshPlayers(4);
      const [nuria] = await partner.freshPlayers(1, { username, display_name: name });
      assert.ok(nuria);
      const label = { label: 'liga.csv', reading: { names: { [name.toUpperCase()]: username } } };
      const { body } = await partner.request<{ id: string }>('POST', '/v1/imports', { body: label });
      const imported = await AnImport.open(partner);
      const players = [{ key: 'nuria', username, mode: 'existing' }];
      const own = aRow(1, ['nuria', ...others.slice(1)]);
      const absent = aRow(2, ['nuria', ...others.slice(1)], {
        external_ref: own.match.external_ref,
        winning_team: 'B',
      });
      await imported.send(
        [
          own,
          changed(absent, { set_scores: setsOf('4-6 4-6') }),
          { line: 3, faults: [{ code: 'unclear', values: { text: `x ${name.toLowerCase()} y` } }] },
          { line: 4, faults: [{ code: 'unclear', values: { text: username.toUpperCase() } }] },
          { line: 5, faults: [{ code: 'unclear', values: { text: 'another' } }] },
          changed(aRow(6, others, { played_at: '2026-05-04T10:00:00Z' }), { set_scores: setsOf('6-5') }),
        ],
        players,
      );
      const before = await imported.rows();
      assert.equal((await partner.request('DELETE', `/v1/players/${username}`)).status, 204);
      const rows = await imported.rows();
      assert.deepEqual(
        rows,
        before.map((row, index) => (index < 4 ? withoutTexts(row) : row)),
      );
      assert.deepEqual(
        (await partner.request<{ data: object[] }>('GET', `/v1/imports/${imported.id}/players`)).body.data,
        [],
      );
      assert.equal(
        (await partner.request<{ reading: object | null }>('GET', `/v1/imports/${body.id}`)).body.reading,
        null,
      );
      const dump = (await dumpOf(service().database)).toLowerCase();
      assert.ok(!dump.includes(username) && !dump.includes('prats'));
    });
  });

  describe('erasing a player while its imports go on', () => {
    /** Erases Carla Bru. In between, after the texts were searched, the other things happen. */
    const eraseWhile = async (change: (erased: Erased) => Promise<void>) => {
      const partner = await service().freshPartner();
      const others = await partner.freshPlayers(4);
      const [player] = await partner.freshPlayers(1, { display_name: 'Carla Bru' });
      assert.ok(player);
      const imported = await AnImport.open(partner);
      const unusual = changed(aRow(4, others), { set_scores: setsOf('6-5') });
      await imported.send([...namesIn(1, 2, 'Somebody'), ...namesIn(3, 1, 'Nova Pires'), unusual]);
      let searches = 0;
      const database = interrupted(partner.context.database, async ({ what }) => {
        if (what === 'import_rows_empty_named') searches += 1;
        if (what === 'import_rows_empty_named' && searches === 2) await change({ partner, player, others, imported });
      });
      await erasePlayer({ ...partner.context, database }, player.username);
      assert.ok(searches >= 2);
      return (await imported.rows()).map((row) => row.problems.concat(row.warnings).map(({ values }) => values));
    };
    const somebody = [{ text: 'Somebody' }];
    const nova = [{ text: 'Nova Pires' }];
    const score = [{ set_number: 1, team_a_games: 6, team_b_games: 5 }];

    it('empties the texts of rows that were sent after the texts were searched', async () => {
      const texts = await eraseWhile(async ({ partner, imported }) => {
        await imported.send(namesIn(2, 1, 'Carla Bru'));
        await (await AnImport.open(partner)).send(namesIn(1, 1, 'Carla Bru'));
      });
      assert.deepEqual(texts, [somebody, [null], nova, score]);
      assert.ok(!(await dumpOf(service().database)).includes('Carla Bru'));
    });

    it('empties the texts of a row whose match got the player after the texts were searched', async () => {
      const texts = await eraseWhile(async ({ partner, player, others, imported }) => {
        const participants = [player, ...others.slice(1)].map(({ username }, slot) => {
          return { username, team: slot < 2 ? 'A' : 'B' };
        });
        const path = `/v1/matches/${(await imported.rows())[3]?.match_id}`;
        assert.equal((await partner.request('PATCH', path, { body: { participants } })).status, 200);
      });
      assert.deepEqual(texts, [somebody, somebody, nova, [null]]);
    });

    it('empties the texts with the name that the player got after the texts were searched', async () => {
      const texts = await eraseWhile(async ({ partner, player }) => {
        await partner.request('PATCH', `/v1/players/${player.username}`, { body: { display_name: 'Nova Pires' } });
      });
      assert.deepEqual(texts, [somebody, somebody, [null], score]);
    });
  });

  describe('the name of an erased player', () => {
    const names = ['İlker Yıldız', 'Νίκος', 'Ángel Núñez', 'Val', '王伟'];
    const texts: readonly [text: string, name: string | null][] = [
      ['x İLKER YILDIZ', 'İlker Yıldız'],
      ['ΝΊΚΟΣ, 3/4', 'Νίκος'],
      ['one\nángel núñez'.normalize('NFD'), 'Ángel Núñez'],
      ['one\nVAL', 'Val'],
      ['Valeria, Noval', null],
      ['同王伟先生', '王伟'],
    ];

    it('is found in every case and form, and not within another word', async () => {
      const partner = await service().freshPartner();
      const imported = await AnImport.open(partner);
      await imported.send(texts.map(([text], line) => ({ line: line + 1, faults: [{ code: 'a', values: { text } }] })));
      const before = await imported.rows();
      for (const [at, display_name] of names.entries()) {
        const [player] = await partner.freshPlayers(1, { display_name });
        assert.equal((await partner.request('DELETE', `/v1/players/${player?.username}`)).status, 204);
        const erased = names.slice(0, at + 1);
        assert.deepEqual(
          await imported.rows(),
          before.map((row, index) => (erased.includes(texts[index]?.[1] ?? '') ? withoutTexts(row) : row)),
        );
      }
    });
  });

  describe('the imports of a test key', () => {
    it('are those of its sandbox, until that is cleared', async () => {
      const partner = await service().freshPartner({ mode: 'test' });
      const imported = await AnImport.open(partner);
      const four = ['ana', 'bea', 'cruz', 'dani'].map((username) => ({ key: username, username }));
      const sent = await imported.send([aRow(1, ['ana', 'bea', 'cruz', 'dani'])], four);
      assert.equal(sent.summary.created, 1);
      await partner.request('DELETE', '/v1/sandbox');
      const { status } = await partner.request('GET', `/v1/imports/${imported.id}`);
      assert.equal(status, 404);
    });
  });
});
