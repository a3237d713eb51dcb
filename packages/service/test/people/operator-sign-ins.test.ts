import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { CreatedOperator, OperatorSignIn } from '@bandeja/contract/operators';
import { operatorSignInFinder } from '../../src/people/operator-sign-ins.ts';
import { signedInOperator } from '../support/operators.ts';
import { assertHashAlone, freshPerson } from '../support/people.ts';
import { onEachEngine, useTestService } from '../support/service.ts';

const HOUR_MS = 3_600_000;
const own = '/admin/v1/sign-in';

onEachEngine((engine) => {
  const service = useTestService({ engine, isOwn: true });
  const ended = (client: { refusal: ReturnType<typeof service>['nobody']['refusal'] }) =>
    client.refusal('invalid_credentials', 'GET', '/admin/v1/partners');

  describe('an operator’s sign-in', () => {
    it('opens the routes of operators, and its writes are logged under the operator’s name', async () => {
      const { body } = await service().operator.request<CreatedOperator>('POST', '/admin/v1/operators', {
        body: { name: 'berta' },
      });
      const { client, signIn } = await signedInOperator(service(), service().nobody.withToken(body.token));
      assert.equal(signIn.operator, 'berta');
      assert.deepEqual((await client.request<OperatorSignIn>('GET', own)).body, signIn);
      await client.request('POST', '/admin/v1/operators', { body: { name: 'carla' } });
      const log = await client.request<{ readonly data: object[] }>('GET', '/admin/v1/audit?limit=1');
      assert.partialDeepStrictEqual(log.body.data[0], { operator: 'berta', action: 'operators.create' });
    });

    it('has a cookie beside a person’s in one browser, and each opens its own routes', async () => {
      const operator = await signedInOperator(service());
      const person = await freshPerson(service(), (await service().freshPartner()).id);
      assert.match(operator.cookie, /^bandeja-operator-80=bdo_[0-9A-Za-z]{38}$/);
      const both = service().nobody.withHeaders({
        cookie: `${person.cookie}; ${operator.cookie}`,
        'bandeja-mode': 'live',
      });
      assert.equal((await both.request('GET', '/admin/v1/partners')).status, 200);
      assert.equal((await both.request('GET', '/v1/sign-in')).status, 200);
      const out = await both.request('DELETE', own);
      const removal = 'bandeja-operator-80=; Max-Age=0; Path=/; HttpOnly; SameSite=Strict';
      assert.deepEqual([out.status, out.headers['set-cookie']], [204, removal]);
      assert.equal((await both.request('DELETE', own)).status, 204);
      await ended(both);
      assert.equal((await both.request('GET', '/v1/sign-in')).status, 200);
    });

    it('ends 12 hours after its last use, and at the latest after 7 days', async () => {
      const used = await signedInOperator(service());
      const unused = await signedInOperator(service());
      assert.equal(Date.parse(unused.signIn.expires_at) - Date.parse(unused.signIn.created_at), 12 * HOUR_MS);
      for (let hours = 0; hours < 7 * 24 - 11; hours += 11) {
        service().advance(11 * HOUR_MS);
        assert.equal((await used.client.request('GET', '/admin/v1/partners')).status, 200);
        if (hours === 11) await ended(unused.client);
      }
      const { body } = await used.client.request<OperatorSignIn>('GET', own);
      assert.equal(Date.parse(body.expires_at) - Date.parse(body.created_at), 7 * 24 * HOUR_MS);
      service().advance(11 * HOUR_MS);
      await ended(used.client);
    });

    it('ends when its operator is revoked', async () => {
      const { operator, nobody } = service();
      const { body } = await operator.request<CreatedOperator>('POST', '/admin/v1/operators', {
        body: { name: 'elena' },
      });
      const { client } = await signedInOperator(service(), nobody.withToken(body.token));
      const other = await signedInOperator(service());
      assert.equal((await client.request('DELETE', `/admin/v1/operators/${body.id}`)).status, 204);
      await ended(client);
      assert.equal((await other.client.request('GET', own)).status, 200);
    });

    it('ends when `OPERATOR_TOKEN` changes, unless its operator has a name', async () => {
      const { operator, nobody, context } = service();
      const { body } = await operator.request<CreatedOperator>('POST', '/admin/v1/operators', {
        body: { name: 'felisa' },
      });
      const cookies = [
        await signedInOperator(service()),
        await signedInOperator(service(), nobody.withToken(body.token)),
      ];
      const find = operatorSignInFinder(context, 'another operator token');
      const found = await Promise.all(cookies.map(({ cookie }) => find(cookie.split('=')[1] ?? '')));
      assert.deepEqual(
        found.map((one) => one?.operator),
        [undefined, 'felisa'],
      );
    });

    it('ends when its browser signs in again', async () => {
      const { client, cookie } = await signedInOperator(service());
      assert.equal((await service().operator.request('POST', own, { headers: { cookie } })).status, 201);
      await ended(client);
    });

    it('is stored as a hash alone', async () => {
      const { cookie } = await signedInOperator(service());
      await assertHashAlone(service().database, 'operator_sign_ins', cookie.split('=')[1] ?? assert.fail());
    });
  });
});
