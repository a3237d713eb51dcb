import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Erasure } from '@bandeja/contract/audit';
import type { CreatedOperator, Operator, OperatorAction } from '@bandeja/contract/operators';
import { verifyAudit } from '../../../src/audit/verify.ts';
import { serviceContext } from '../../../src/context.ts';
import { operatorWrites } from '../../support/operator-writes.ts';
import { signedInOperator } from '../../support/operators.ts';
import { addedPerson } from '../../support/people.ts';
import { onEachEngine, type PageBody, useTestService } from '../../support/service.ts';

const ABSENT = '00000000-0000-4000-8000-000000000000';

onEachEngine((engine) => {
  const service = useTestService({ engine, isOwn: true });

  async function createOperator(name: string) {
    const { operator, nobody } = service();
    const answer = await operator.request<CreatedOperator>('POST', '/admin/v1/operators', { body: { name } });
    assert.equal(answer.status, 201);
    return { ...answer.body, client: nobody.withToken(answer.body.token) };
  }
  const log = async () =>
    (await service().operator.request<PageBody<OperatorAction>>('GET', '/admin/v1/audit?limit=100')).body.data;
  const operators = async (query = '') =>
    (await service().operator.request<PageBody<Operator>>('GET', `/admin/v1/operators${query}`)).body.data;

  describe('named operators', () => {
    it('a new operator’s token works, and its last use is listed', async () => {
      const { client, id } = await createOperator('ana');
      assert.equal((await operators()).find((one) => one.id === id)?.last_used_at, null);
      assert.equal((await client.request('GET', '/admin/v1/partners')).status, 200);
      assert.notEqual((await operators()).find((one) => one.id === id)?.last_used_at, null);
    });

    it('the service stores only a hash of the token, and the log contains no token', async () => {
      const { token } = await createOperator('berta');
      for (const table of ['operators', 'operator_audit']) {
        const rows = await service().database.query<{ row: string }>({
          name: `test_${table}_as_text`,
          text: `select ${table}::text as row from ${table}`,
        });
        assert.ok(rows.length > 0 && rows.every(({ row }) => !row.includes(token.slice(-20))), table);
      }
    });

    it('a revoked token stops at once, and its name is not used again', async () => {
      const { client, id } = await createOperator('carla');
      const path = `/admin/v1/operators/${id}`;
      assert.equal((await service().operator.request('DELETE', path)).status, 204);
      assert.equal((await client.request('GET', '/admin/v1/partners')).status, 401);
      assert.equal((await service().operator.request('DELETE', path)).body['code'], 'operator_not_found');
      const again = await service().operator.request('POST', '/admin/v1/operators', { body: { name: 'carla' } });
      assert.deepEqual([again.status, again.body['code']], [409, 'operator_name_taken']);
      assert.ok((await operators()).every((one) => one.id !== id && one.revoked_at === null));
      const revoked = (await operators('?all=true')).find((one) => one.id === id);
      assert.deepEqual([revoked?.name, typeof revoked?.revoked_at], ['carla', 'string']);
    });

    it('two operators cannot have names that differ only in case, and none can be called “environment”', async () => {
      await createOperator('dora');
      for (const name of ['dora', 'Dora', 'environment', 'Environment']) {
        const answer = await service().operator.request('POST', '/admin/v1/operators', { body: { name } });
        assert.deepEqual([answer.status, answer.body['code']], [409, 'operator_name_taken']);
      }
    });
  });

  describe('the log of operators', () => {
    it('every write under /admin/v1 that succeeds leaves entries with the operator’s name, and no failed write leaves one', async () => {
      const { operator, freshPartner } = service();
      const { client, id: operatorId } = await createOperator('elena');
      const erasing = await freshPartner();
      const [player] = await erasing.freshPlayers(1);
      const partner = (await operator.request('POST', '/admin/v1/partners', { body: { name: 'Norte', plan: 'pro' } }))
        .body;
      const keys = `/admin/v1/partners/${partner['id']}/keys`;
      const key = async () => (await operator.request('POST', keys, { body: { scopes: ['read:players'] } })).body['id'];
      const task = await operator.request('POST', '/admin/v1/tasks', { body: { kind: 'verify' } });
      const person = await addedPerson(service(), String(partner['id']));
      const other = await createOperator('felisa');
      /** They are never refused for what they send. */
      const others = ['DELETE /admin/v1/scale', 'POST /admin/v1/sign-in'];
      /** Per operation: the id in the path, the body and the action. */
      const writes: Readonly<Record<string, readonly [id: unknown, body: object | null, action: string]>> = {
        'POST /admin/v1/partners': [null, { name: 'Sur', plan: 'pro' }, 'partners.create'],
        'PATCH /admin/v1/partners/{id}': [partner['id'], { suspended: true }, 'partners.update'],
        'POST /admin/v1/partners/{id}/keys': [partner['id'], { scopes: ['read:players'] }, 'keys.issue'],
        'POST /admin/v1/keys/{id}/rotate': [await key(), {}, 'keys.rotate'],
        'DELETE /admin/v1/keys/{id}': [await key(), null, 'keys.revoke'],
        'POST /admin/v1/partners/{id}/people': [partner['id'], { display_name: 'Ana' }, 'people.create'],
        'POST /admin/v1/people/{id}/invitation': [person.id, null, 'people.invite'],
        'DELETE /admin/v1/people/{id}': [person.id, null, 'people.remove'],
        'POST /admin/v1/operators': [null, { name: 'gloria' }, 'operators.create'],
        'DELETE /admin/v1/operators/{id}': [other.id, null, 'operators.revoke'],
        'DELETE /admin/v1/players/{id}': [player?.id, null, 'players.erase'],
        'POST /admin/v1/tasks': [null, { kind: 'verify' }, 'tasks.create'],
        'DELETE /admin/v1/tasks/{id}': [task.body['id'], null, 'tasks.cancel'],
        'POST /admin/v1/backups': [null, null, 'backups.create'],
        'PUT /admin/v1/scale': [
          null,
          {
            name: 'Level',
            points: [
              [0, 0],
              [3000, 7],
            ],
          },
          'scale.replace',
        ],
      };
      assert.deepEqual([...Object.keys(writes), ...others].sort(), (await operatorWrites(service())).sort());
      for (const [address, [id, body, action]] of Object.entries(writes)) {
        const [method = '', path = ''] = address.split(' ');
        const send = (target: unknown, content: object | null) =>
          client.request(method, path.replace('{id}', String(target)), content === null ? {} : { body: content });
        const count = (await log()).length;
        // The database of the tests has no backups, so this write only fails.
        const refused = id === null ? await send(null, { wrong: true }) : await send(ABSENT, body);
        assert.ok(refused.status >= 400, `${address}: ${refused.status}`);
        assert.equal((await log()).length, count, `${address} failed and left an entry`);
        if (action === 'backups.create') continue;
        const done = await send(id, body);
        assert.ok(done.status < 300, `${address}: ${done.status} ${JSON.stringify(done.body)}`);
        if (action === 'players.erase') {
          const erased = await operator.request<PageBody<Erasure>>('GET', '/admin/v1/erasures');
          assert.deepEqual(
            erased.body.data.map(({ player_id, actor }) => [player_id, actor]),
            [[id, 'operator:elena']],
          );
          assert.deepEqual((await verifyAudit(serviceContext(service().database))).faults, []);
        }
        const entries = await log();
        const isCreated = action === 'keys.issue' || action === 'people.create';
        const target = isCreated ? done.body['id'] : (id ?? done.body?.['id'] ?? null);
        const expected = [['elena', action, target]];
        if (action === 'keys.rotate') expected.unshift(['elena', 'keys.issue', done.body['id']]);
        assert.equal(entries.length, count + expected.length, address);
        assert.deepEqual(
          entries
            .filter((entry) => entry.request_id === done.headers['x-request-id'])
            .map((entry) => [entry.operator, entry.action, entry.target])
            .sort(),
          expected,
        );
      }
      await client.request('DELETE', '/admin/v1/scale');
      assert.equal((await log())[0]?.action, 'scale.reset');
      await signedInOperator(service(), client);
      assert.deepEqual([(await log())[0]?.action, (await log())[0]?.operator], ['operators.sign_in', 'elena']);
      await operator.request('DELETE', `/admin/v1/operators/${operatorId}`);
      const names = new Map((await log()).toReversed().map((entry) => [entry.action, entry.target_name]));
      assert.deepEqual(
        ['partners.update', 'operators.revoke', 'keys.issue', 'tasks.create'].map((action) => names.get(action)),
        ['Norte', 'elena', null, null],
      );
      assert.deepEqual(new Set((await log()).map((entry) => entry.operator)), new Set(['environment', 'elena']));
    });
  });
});
