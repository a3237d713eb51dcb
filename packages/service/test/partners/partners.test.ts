import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Database } from '@bandeja/postgres/database';
import { type Context, serviceContext } from '../../src/context.ts';
import { createPartner } from '../../src/partners/partners.ts';
import { openMigratedDatabase } from '../support/database.ts';
import { onEachEngine } from '../support/engines.ts';

onEachEngine((engine) => {
  let database: Database;
  before(async () => {
    database = await openMigratedDatabase(engine);
  });
  after(() => database.close());

  describe('a new partner', () => {
    it('has an audit chain that begins at nothing', async () => {
      const context: Context = serviceContext(database);
      const { id } = await createPartner(context, { name: 'Club Norte', plan: 'pro' });
      const chains = await database.query(
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
