import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, describe, it } from 'node:test';
import { issueKey } from '../../../src/domain/keys/index.ts';
import { statement } from '../../../src/store/engine/database.ts';
import { MIGRATIONS_DIRECTORY, migrate, readMigrations } from '../../../src/store/engine/migrate.ts';
import { insertSandbox, makeSchema, sandboxSchema } from '../../../src/store/sandboxes.ts';
import { freshName, onEachEngine, useTestService } from '../../support/service.ts';

const applied = statement('test_sandbox_applied', 'select max(version) as version from schema_migrations');

/** A folder with the first migration alone: the tables as version 0.2.0 began. */
const older = fs.mkdtempSync(path.join(os.tmpdir(), 'bandeja-migrations-'));
fs.copyFileSync(path.join(MIGRATIONS_DIRECTORY, '0001_baseline.sql'), path.join(older, '0001_baseline.sql'));
after(() => fs.rmSync(older, { recursive: true, force: true }));

onEachEngine((engine) => {
  describe('a sandbox of an older version', () => {
    const service = useTestService({ engine });

    it('is brought up to date when it is used, and keeps what it has', async () => {
      const { database, context } = service();
      const partner = await service().freshPartner({ mode: 'live' });
      const generation = { partner_id: partner.id, generation: 1 };
      const sandbox = database.inSchema(sandboxSchema(generation));
      await makeSchema(sandbox, sandboxSchema(generation));
      await migrate(sandbox, older);
      const username = freshName('old');
      await sandbox.script(`
        insert into partners (id, name, plan, created_at) values ('${partner.id}', 'Club', 'pro', now());
        insert into players (id, username, display_name, profile_is_public, creator_partner_id, created_at)
        values (gen_random_uuid(), '${username}', 'Ólga Añil', true, '${partner.id}', now())`);
      await sandbox.script(`insert into player_ratings (player_id) select id from players`);
      await insertSandbox(database, partner.id, Date.now());

      const { key } = await issueKey(context, partner.id, { scopes: ['read:players'], mode: 'test' });
      const answer = await partner
        .withToken(key)
        .request<{ data: { username: string }[] }>('GET', '/v1/players?q=anil');
      assert.equal(answer.status, 200, answer.text);
      assert.deepEqual(
        answer.body.data.map((player) => player.username),
        [username],
      );
      const [row] = await sandbox.query<{ version: number }>(applied);
      assert.equal(row?.version, (await readMigrations(MIGRATIONS_DIRECTORY)).length);
    });
  });
});
