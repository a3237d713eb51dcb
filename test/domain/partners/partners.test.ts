import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Context } from '../../../src/domain/context.ts';
import { createPartner } from '../../../src/domain/partners/index.ts';
import { onEachEngine, openTestDatabase } from '../../support/engines.ts';

onEachEngine((engine) => {
  let opened: Awaited<ReturnType<typeof openTestDatabase>>;
  before(async () => {
    opened = await openTestDatabase(engine);
  });
  after(() => opened.close());

  describe('a new partner', () => {
    it('has an audit chain that begins at nothing', async () => {
      const context: Context = { database: opened.database, now: Date.now };
      const { id } = await createPartner(context, { name: 'Club Norte', plan: 'pro' });
      const chains = await opened.database.query(
        { name: 'test_chain', text: `select seq, encode(hash, 'hex') as hash from audit_chains where partner_id = $1` },
        [id],
      );
      assert.deepEqual(
        chains.map((row) => ({ ...row })),
        [{ seq: 0, hash: '0'.repeat(64) }],
      );
    });
  });
});
