/** When a start creates the demo partner. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { BandejaOperator } from '@bandeja/client';
import { fillDataDirectory } from '@bandeja/postgres/test/support/pglite';
import { pino } from 'pino';
import { readConfig } from '../src/config.ts';
import { MIGRATIONS_DIRECTORY } from '../src/migrations.ts';
import { type Service, startService } from '../src/service.ts';

describe('the demo partner', () => {
  it('is made by the first start that has DEMO on, and named by later ones as long as its key is not used', async (t) => {
    const DATA_DIR = mkdtempSync(join(tmpdir(), 'bandeja-demo-'));
    t.after(() => rmSync(DATA_DIR, { recursive: true }));
    await fillDataDirectory(DATA_DIR, MIGRATIONS_DIRECTORY);
    const OPERATOR_TOKEN = 'operator-token-of-the-test';
    const log = { level: 'silent', stream: pino.destination('/dev/null') } as const;
    async function start<T>(DEMO: 'on' | 'off', use: (service: Service) => Promise<T>): Promise<T> {
      const service = await startService(readConfig({ DATA_DIR, DEMO, OPERATOR_TOKEN, PORT: '0' }), { log });
      try {
        return await use(service);
      } finally {
        await service.stop();
      }
    }
    const demosOf = async ({ demo, unusedDemo }: Service) => [demo?.partnerId ?? null, unusedDemo];
    assert.deepEqual(await start('off', demosOf), [null, null]);
    const { partnerId, key } = await start('on', async ({ demo }) => demo ?? assert.fail('no demo was made'));
    assert.deepEqual(
      await start('on', async (service) => {
        const shown = await demosOf(service);
        const operator = new BandejaOperator({ baseUrl: service.url, operatorToken: OPERATOR_TOKEN });
        const used = await fetch(`${service.url}/v1/rosters/club-night`, {
          headers: { authorization: `Bearer ${key}` },
        });
        return [...shown, used.status, (await operator.partners.list()).data.length];
      }),
      [null, partnerId, 200, 1],
    );
    assert.deepEqual(await start('on', demosOf), [null, null]);
  });
});
