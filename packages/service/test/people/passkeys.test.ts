import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { PasskeyRequestOptions } from '@bandeja/contract/passkeys';
import type { OwnSignIn, Person } from '@bandeja/contract/people';
import { Authenticator, type Departure } from '../support/authenticator.ts';
import { addedPasskey, creationOptions, requestOptions as readRequestOptions } from '../support/passkeys.ts';
import { freshPerson, type SignedInPerson } from '../support/people.ts';
import { onEachEngine, useTestService } from '../support/service.ts';

const MINUTE_MS = 60_000;
const own = '/v1/passkeys';
const signIn = '/v1/sign-in/passkey';

onEachEngine((engine) => {
  const service = useTestService({ engine, isOwn: true });
  const aPerson = async (role?: 'viewer') => freshPerson(service(), (await service().freshPartner()).id, role);
  const requestOptions = () => readRequestOptions(service().nobody);
  const enter = async (authenticator: Authenticator, departure: Departure = {}, options?: PasskeyRequestOptions) =>
    service().nobody.request<OwnSignIn>('POST', signIn, {
      body: { device: 'Phone', credential: authenticator.get(options ?? (await requestOptions()), departure) },
      headers: { 'x-request-id': 'the-same' },
    });
  const readPerson = async ({ client }: SignedInPerson) =>
    (await client.request<OwnSignIn>('GET', '/v1/sign-in')).body.person;

  describe('a passkey', () => {
    it('signs its person in again until it is removed; its sign-ins go on after that', async () => {
      const ana = await aPerson('viewer');
      const options = await creationOptions(ana.client);
      const { person, partner } = ana.signIn;
      assert.deepEqual(
        [options.rp.id, Buffer.from(options.user.id, 'base64url').toString(), options.user.name, options.timeout],
        ['localhost', person.id, `${person.display_name} · ${partner.name}`, 5 * MINUTE_MS],
      );
      assert.deepEqual(options.excludeCredentials, []);
      const { authenticator, passkey } = await addedPasskey(ana.client);
      assert.deepEqual([passkey.name, passkey.host, passkey.last_used_at], ['Phone of Ana', 'localhost', null]);
      assert.deepEqual((await readPerson(ana)).passkeys, [passkey]);
      assert.equal((await creationOptions(ana.client)).excludeCredentials.length, 1);
      assert.deepEqual(Object.keys(await requestOptions()).sort(), [
        'challenge',
        'rpId',
        'timeout',
        'userVerification',
      ]);
      service().advance(MINUTE_MS);
      const entered = await enter(authenticator);
      assert.equal(entered.status, 201, entered.text);
      assert.deepEqual(
        [
          entered.body.person.id,
          entered.body.person.sign_ins[0]?.device,
          entered.body.person.passkeys[0]?.last_used_at,
        ],
        [person.id, 'Phone', entered.body.created_at],
      );
      const [cookie = ''] = (entered.headers['set-cookie'] ?? '').split(';');
      assert.equal((await ana.client.request('DELETE', `${own}/${passkey.id}`)).status, 204);
      assert.equal((await enter(authenticator)).status, 401);
      const phone = service().nobody.withHeaders({ cookie, 'bandeja-mode': 'live' });
      assert.equal((await phone.request('GET', '/v1/sign-in')).status, 200);
    });

    it('signs nobody in with the same bytes, whatever the reason', async () => {
      const ana = await aPerson();
      const berta = await aPerson();
      const { authenticator } = await addedPasskey(ana.client);
      const removed = await addedPasskey(ana.client);
      await ana.client.request('DELETE', `${own}/${removed.passkey.id}`);
      const used = await requestOptions();
      assert.equal((await enter(authenticator, {}, used)).status, 201);
      const expired = await requestOptions();
      service().advance(5 * MINUTE_MS);
      const { challenge } = await creationOptions(ana.client);
      const elsewhere = { headers: { host: 'padel.club', 'x-forwarded-proto': 'https' } };
      const there = await service().nobody.request<PasskeyRequestOptions>('POST', `${signIn}/options`, elsewhere);
      const unknown = new Authenticator();
      unknown.create(await creationOptions(ana.client));
      const attempts: readonly (readonly [string, Awaited<ReturnType<typeof enter>>])[] = [
        ['unknown', await enter(unknown)],
        ['removed', await enter(removed.authenticator)],
        ['a used challenge', await enter(authenticator, {}, used)],
        ['an expired challenge', await enter(authenticator, {}, expired)],
        ['a challenge of an addition', await enter(authenticator, { challenge })],
        ['a challenge of another host', await enter(authenticator, { challenge: there.body.challenge })],
        ['an unknown challenge', await enter(authenticator, { challenge: 'AAAA' })],
        ['another origin', await enter(authenticator, { origin: 'https://padel.club' })],
        ['another port', await enter(authenticator, { origin: 'http://localhost:8080' })],
        ['another host', await enter(authenticator, { host: 'padel.club' })],
        ['no user verification', await enter(authenticator, { isVerified: false })],
        [
          'another person',
          await enter(authenticator, { userHandle: Buffer.from(berta.signIn.person.id).toString('base64url') }),
        ],
      ];
      const options = await requestOptions();
      const forged = { ...authenticator.get(options), response: unknown.get(options).response };
      const [, first] = attempts[0] ?? assert.fail();
      for (const [reason, { status, text }] of attempts) assert.deepEqual([status, text], [401, first.text], reason);
      const headers = { 'x-request-id': 'the-same' };
      const wrong = await service().nobody.request('POST', signIn, { body: { credential: forged }, headers });
      assert.deepEqual([wrong.status, wrong.text], [401, first.text], 'a wrong signature');
      assert.equal((await enter(authenticator)).status, 201);
    });

    it('is refused as malformed unless its members are base64url', async () => {
      const { client } = await aPerson();
      const credential = new Authenticator().create(await creationOptions(client));
      const broken = [
        {},
        { ...credential, id: '' },
        { ...credential, type: 'password' },
        { ...credential, response: {} },
      ];
      for (const body of broken.map((one) => ({ credential: one }))) {
        for (const [caller, path] of [
          [client, own],
          [service().nobody, signIn],
        ] as const) {
          const { errors = [] } = (await caller.refusal('invalid_body', 'POST', path, { body })).body;
          assert.deepEqual(
            errors.map(({ pointer, code }) => `${pointer} ${code}`),
            ['/credential bad_format'],
          );
        }
      }
    });

    it('is added by the person that asked, once, within 5 minutes, on the page that asked', async () => {
      const ana = await aPerson();
      const berta = await aPerson();
      const refused = async (credential: unknown, client = ana.client) => {
        const { errors = [] } = (await client.refusal('invalid_body', 'POST', own, { body: { credential } })).body;
        assert.deepEqual(
          errors.map(({ pointer, code }) => `${pointer} ${code}`),
          ['/credential bad_format'],
        );
      };
      const departing = async (departure: Departure) =>
        new Authenticator().create(await creationOptions(ana.client), departure);
      await refused(await departing({}), berta.client);
      await refused(await departing({ challenge: (await requestOptions()).challenge }));
      await refused(await departing({ origin: 'https://padel.club' }));
      await refused(await departing({ host: 'padel.club' }));
      await refused(await departing({ isVerified: false }));
      const late = await departing({});
      service().advance(5 * MINUTE_MS);
      await refused(late);
      const credential = await departing({});
      assert.equal((await ana.client.request('POST', own, { body: { credential } })).status, 201);
      await refused(credential);
      const { authenticator } = await addedPasskey(berta.client);
      await refused(authenticator.create(await creationOptions(ana.client)));
      assert.equal((await readPerson(ana)).passkeys.length, 1);
    });

    it('lets one of several requests with the same challenge pass', async () => {
      const { client } = await aPerson();
      const { authenticator } = await addedPasskey(client);
      const options = await requestOptions();
      const answers = await Promise.all(Array.from({ length: 5 }, () => enter(authenticator, {}, options)));
      assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 401, 401, 401, 401]);
    });

    it('signs in only if its counter rises, once it counts', async () => {
      const { client } = await aPerson();
      const { authenticator } = await addedPasskey(client);
      const statuses: number[] = [];
      for (const counter of [0, 0, 5, 5, 4, 0, 6]) statuses.push((await enter(authenticator, { counter })).status);
      assert.deepEqual(statuses, [201, 201, 201, 401, 401, 401, 201]);
      const options = [await requestOptions(), await requestOptions(), await requestOptions(), await requestOptions()];
      const copies = await Promise.all(options.map((one) => enter(authenticator, { counter: 7 }, one)));
      assert.deepEqual(copies.map(({ status }) => status).sort(), [201, 401, 401, 401]);
    });

    it('is one of at most 10, even if several are added at once', async () => {
      const { client } = await aPerson();
      const credentials: unknown[] = [];
      for (let count = 0; count < 12; count += 1)
        credentials.push(new Authenticator().create(await creationOptions(client)));
      const answers = await Promise.all(
        credentials.map((credential) => client.request('POST', own, { body: { credential } })),
      );
      assert.equal(answers.filter(({ status }) => status === 201).length, 10);
      const credential = new Authenticator().create(await creationOptions(client));
      await client.refusal('too_many_passkeys', 'POST', own, { body: { credential } });
    });

    it('is removed by its person, or by a manager of the same partner', async () => {
      const club = await service().freshPartner();
      const ana = await freshPerson(service(), club.id, 'viewer');
      const { passkey } = await addedPasskey(ana.client);
      const path = `${own}/${passkey.id}`;
      for (const { client } of [await freshPerson(service(), club.id, 'viewer'), await aPerson()])
        await client.refusal('passkey_not_found', 'DELETE', path);
      const manager = await freshPerson(service(), club.id);
      assert.equal((await manager.client.request('DELETE', path)).status, 204);
      await manager.client.refusal('passkey_not_found', 'DELETE', path);
    });

    it('ends with its person, with its name and its challenges, and signs nobody in during a suspension', async () => {
      const club = await service().freshPartner();
      const manager = await freshPerson(service(), club.id);
      const ana = await freshPerson(service(), club.id, 'viewer');
      const { authenticator } = await addedPasskey(ana.client);
      const suspend = (suspended: boolean) =>
        service().operator.request('PATCH', `/admin/v1/partners/${club.id}`, { body: { suspended } });
      await suspend(true);
      const credential = authenticator.get(await requestOptions());
      await service().nobody.refusal('partner_suspended', 'POST', signIn, { body: { credential } });
      await suspend(false);
      assert.equal((await enter(authenticator)).status, 201);
      await creationOptions(ana.client);
      const { id } = ana.signIn.person;
      assert.equal((await manager.client.request('DELETE', `/v1/people/${id}?erase=true`)).status, 204);
      assert.equal((await enter(authenticator)).status, 401);
      assert.deepEqual((await manager.client.request<Person>('GET', `/v1/people/${id}`)).body.passkeys, []);
      const left = await service().database.query(
        {
          name: 'test_passkeys_left',
          text: 'select person_id from passkeys where person_id = $1 union all select person_id from challenges where person_id = $1',
        },
        [id],
      );
      assert.deepEqual(left, []);
    });

    it('is unavailable over plain HTTP and at an IP address, except on localhost', async () => {
      const { client, cookie } = await aPerson();
      const post = (path: string, headers: Record<string, string>) =>
        service().nobody.request('POST', path, { headers });
      const { status, body } = await post(`${signIn}/options`, { host: 'padel.club', 'x-forwarded-proto': 'https' });
      assert.deepEqual([status, body['rpId']], [200, 'padel.club']);
      const https = { 'x-forwarded-proto': 'https' };
      const places = [{ host: 'padel.club' }, { host: '192.168.0.7', ...https }, { host: '[::1]', ...https }];
      const tooLong = `${'a.'.repeat(127)}club`;
      for (const headers of [...places, { host: tooLong, ...https }]) {
        await service().nobody.refusal('passkeys_unavailable', 'POST', `${signIn}/options`, { headers });
      }
      const headers = { host: 'padel.club', cookie, 'bandeja-mode': 'live' };
      const there = service().nobody.withHeaders(headers);
      await there.refusal('passkeys_unavailable', 'POST', `${own}/options`);
      const created = new Authenticator().create(await creationOptions(client));
      await there.refusal('passkeys_unavailable', 'POST', own, { body: { credential: created } });
    });

    it('gives no cookie to another page', async () => {
      const { client } = await aPerson();
      const { authenticator } = await addedPasskey(client);
      const body = { credential: authenticator.get(await requestOptions()) };
      for (const headers of [{ 'sec-fetch-site': 'cross-site' }, { origin: 'https://elsewhere.example' }])
        await service().nobody.refusal('cross_site_request', 'POST', signIn, { body, headers });
      assert.equal((await service().nobody.request('POST', signIn, { body })).status, 201);
    });
  });
});
