/** When a start creates the demo partner. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { Bandeja, BandejaOperator } from '@bandeja/client';
import { fillDataDirectory } from '@bandeja/postgres/test/support/pglite';
import { pino } from 'pino';
import { readConfig } from '../src/config.ts';
import { MIGRATIONS_DIRECTORY } from '../src/migrations.ts';
import { type Service, startService } from '../src/service.ts';

describe('the demo partner', () => {
  it('is made by the first start that has DEMO on, and each start invites its manager until the manager signs in', async (t) => {
    const DATA_DIR = mkdtempSync(join(tmpdir(), 'bandeja-demo-'));
    t.after(() => rmSync(DATA_DIR, { recursive: true }));
    await fillDataDirectory(DATA_DIR, MIGRATIONS_DIRECTORY);
    const OPERATOR_TOKEN = 'operator-token-of-the-test';
    const PUBLIC_URL = 'https://padel.club';
    const log = { level: 'silent', stream: pino.destination('/dev/null') } as const;
    async function start<T>(DEMO: 'on' | 'off', use: (service: Service) => Promise<T>): Promise<T> {
      const environment = { DATA_DIR, DEMO, OPERATOR_TOKEN, PUBLIC_URL, PORT: '0' };
      const service = await startService(readConfig(environment), { log });
      try {
        return await use(service);
      } finally {
        await service.stop();
      }
    }
    const shownBy = async ({ demo, invitation }: Service) => [demo === null, invitation];
    assert.deepEqual(await start('off', shownBy), [true, null]);
    const first = await start('on', async ({ demo, invitation }) => {
      assert.equal(invitation, `https://padel.club/j#${demo?.invitation}`);
      return invitation;
    });
    await start('on', async (service) => {
      const { demo, invitation, url } = service;
      assert.equal(demo, null);
      assert.notEqual(invitation, first);
      const operator = new BandejaOperator({ baseUrl: url, operatorToken: OPERATOR_TOKEN });
      assert.equal((await operator.partners.list()).data.length, 1);
      const signIn = (address: string | null) =>
        new Bandeja({ baseUrl: url, key: address?.split('#')[1] }).signIns.begin();
      await assert.rejects(async () => signIn(first), { code: 'invalid_credentials' });
      const { person } = await signIn(invitation);
      assert.deepEqual([person.display_name, person.role, person.created_by], ['Demo', 'manager', 'service']);
    });
    assert.deepEqual(await start('on', shownBy), [true, null]);
  });
});
