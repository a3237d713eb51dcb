/** Undoing an import: its matches are voided by a task. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ImportUndoPreview } from '@bandeja/contract/imports';
import type { OwnMatchView } from '@bandeja/contract/matches';
import type { TaskView } from '@bandeja/contract/tasks';
import { verifyRatings } from '../../src/verification/verify.ts';
import { aClub, type Club, storingNothing } from '../support/club.ts';
import { onEachEngine, useTestService } from '../support/service.ts';
import { doPartnerTasks } from '../support/tasks.ts';
import { AnImport, aRow } from './an-import.ts';

onEachEngine((engine) => {
  const service = useTestService({ engine, isOwn: true });

  /** An import of rows of the club's first four players, one a day. */
  async function anImport(club: Club, rows: number): Promise<{ sent: AnImport; ids: readonly string[] }> {
    const sent = await AnImport.open(club.partner);
    const { results } = await sent.send(
      Array.from({ length: rows }, (_, index) =>
        aRow(index + 2, club.players.slice(0, 4), { played_at: `2026-05-0${index + 1}T19:10:00Z` }),
      ),
    );
    return { sent, ids: results.map(({ match_id }) => match_id ?? assert.fail()) };
  }

  const undo = async (sent: AnImport, body: object = {}): Promise<TaskView> => {
    const answer = await sent.partner.request<TaskView>('POST', `/v1/imports/${sent.id}/undo`, { body });
    assert.equal(answer.status, 202, answer.text);
    assert.equal(answer.headers['location'], `/v1/tasks/${answer.body.id}`);
    await doPartnerTasks(sent.partner.context);
    return (await sent.partner.request<TaskView>('GET', `/v1/tasks/${answer.body.id}`)).body;
  };
  const preview = async (sent: AnImport, body: object = {}): Promise<ImportUndoPreview> => {
    const options = { body, query: { dry_run: true } };
    const answer = await sent.partner.request<ImportUndoPreview>('POST', `/v1/imports/${sent.id}/undo`, options);
    assert.equal(answer.status, 200, answer.text);
    return answer.body;
  };
  const amend = (club: Club, id: string, changes: object) =>
    club.partner.request<OwnMatchView>('PATCH', `/v1/matches/${id}`, { body: changes });
  const void_ = (club: Club, id: string) =>
    club.partner.request('POST', `/v1/matches/${id}/void`, { body: { reason: 'Twice.' } });
  const statesOf = async (club: Club, ids: readonly string[]) =>
    Promise.all(ids.map(async (id) => (await club.read(id)).status));

  describe('the undo of an import', () => {
    it('voids what its rows created and nothing else, and ratings are as if those rows had never been sent', async () => {
      const club = await aClub(service());
      const own = await club.submit(club.match({ external_ref: 'own' }));
      const before = await Promise.all(club.players.map((player) => club.profile(player)));
      const { sent, ids } = await anImport(club, 3);
      assert.deepEqual(await storingNothing(service(), () => preview(sent)), { to_void: 3, changed: 0, voided: 0 });
      const task = await undo(sent);
      assert.deepEqual(
        [task.kind, task.state, task.progress, task.result],
        ['import_undo', 'done', { done: 3, total: 3 }, { voided: 3, changed: 0, already_voided: 0 }],
      );
      assert.deepEqual(task.subject, { type: 'import', id: sent.id });
      assert.deepEqual(await statesOf(club, [...ids, own.id]), ['voided', 'voided', 'voided', 'completed']);
      const after = await Promise.all(club.players.map((player) => club.profile(player)));
      assert.deepEqual(
        after.map(({ rating }) => rating),
        before.map(({ rating }) => rating),
      );
      assert.equal((await verifyRatings(club.partner.context)).differences, 0);
      const { state, undo: shown } = await sent.read();
      assert.deepEqual([state, shown], ['closed', task]);
      assert.deepEqual(
        (await sent.rows()).map(({ state: of, now }) => [of, now]),
        ids.map(() => ['created', 'voided']),
      );
      await club.partner.refusal('import_closed', 'POST', `/v1/imports/${sent.id}/rows`, {
        body: { rows: [aRow(9, club.players)] },
      });
    });

    it('names the label or the given reason, and the caller, in the voids', async () => {
      const club = await aClub(service());
      const [one, two] = [await anImport(club, 1), await anImport(club, 1)];
      await undo(one.sent);
      await undo(two.sent, { reason: 'Wrong club.' });
      const reasons = await Promise.all(
        [one, two].map(async ({ ids: [id = ''] }) => (await club.read(id)).void_reason),
      );
      assert.deepEqual(reasons, ['Import undone: liga.csv', 'Wrong club.']);
      const { body } = await club.partner.request<{ data: { action: string; actor: string }[] }>(
        'GET',
        `/v1/matches/${one.ids[0]}/audit`,
      );
      assert.deepEqual(
        body.data.map(({ action, actor }) => [action, actor]),
        [
          ['submitted', `key:${club.partner.keyId}`],
          ['voided', `key:${club.partner.keyId}`],
        ],
      );
    });

    it('leaves matches that were changed since, and counts those that were voided before', async () => {
      const club = await aClub(service());
      const { sent, ids } = await anImport(club, 3);
      const [changed = '', voided = '', stored = ''] = ids;
      await amend(club, changed, { venue_label: 'Club Sur' });
      await void_(club, voided);
      assert.deepEqual(await preview(sent), { to_void: 1, changed: 1, voided: 1 });
      const all = { include_changed: true };
      assert.deepEqual(await preview(sent, all), { to_void: 2, changed: 0, voided: 1 });
      assert.deepEqual((await undo(sent)).result, { voided: 1, changed: 1, already_voided: 1 });
      assert.deepEqual(await statesOf(club, [changed, voided, stored]), ['completed', 'voided', 'voided']);
      assert.deepEqual((await undo(sent, all)).result, { voided: 1, changed: 0, already_voided: 2 });
      assert.deepEqual(await statesOf(club, ids), ['voided', 'voided', 'voided']);
      assert.deepEqual((await undo(sent)).result, { voided: 0, changed: 0, already_voided: 3 });
    });

    it('does not touch matches that other rows found stored', async () => {
      const club = await aClub(service());
      const { sent: first, ids } = await anImport(club, 2);
      const again = await AnImport.open(club.partner);
      const rows = await first.rows();
      await again.send(
        rows.map(({ line, external_ref }, index) =>
          aRow(line, club.players.slice(0, 4), { external_ref, played_at: `2026-05-0${index + 1}T19:10:00Z` }),
        ),
      );
      assert.deepEqual((await undo(again)).result, { voided: 0, changed: 0, already_voided: 0 });
      assert.deepEqual(await statesOf(club, ids), ['completed', 'completed']);
    });

    it('is the same task while it is unfinished', async () => {
      const club = await aClub(service());
      const { sent } = await anImport(club, 1);
      const path = `/v1/imports/${sent.id}/undo`;
      const ids = [];
      for (let count = 0; count < 2; count += 1)
        ids.push((await club.partner.request<TaskView>('POST', path, { body: {} })).body.id);
      assert.equal(ids[0], ids[1]);
      await club.partner.request('DELETE', `/v1/tasks/${ids[0]}`);
      const task = await undo(sent);
      assert.deepEqual([task.id === ids[0], task.result], [false, { voided: 1, changed: 0, already_voided: 0 }]);
    });
  });
});
