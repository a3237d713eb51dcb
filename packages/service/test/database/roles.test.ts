/** The three database roles of a production installation: `bandeja-service migrate`, ops/postgresql/roles.sql, and the service on top. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { Bandeja, BandejaOperator } from '@bandeja/client';
import {
  asSuperuser,
  createDatabase,
  type PostgresServer,
  startPostgres,
} from '@bandeja/postgres/test/support/postgres';
import { Receiver } from '../support/receiver.ts';
import { type ServiceProcess, startServiceProcess } from '../support/service-process.ts';
import { until } from '../support/until.ts';

const MAIN = join(import.meta.dirname, '../../src/main.js');
const OPERATOR_TOKEN = 'operator-token-of-the-test';
const { PATH } = process.env;

interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

async function runMain(command: string, environment: Record<string, string>): Promise<Ran> {
  const run = promisify(execFile)(process.execPath, [MAIN, command], { env: { PATH, PORT: '0', ...environment } });
  return run.then(
    ({ stdout, stderr }) => ({ code: 0, out: stdout, err: stderr }),
    ({ code, stdout, stderr }) => ({ code, out: stdout, err: stderr }),
  );
}

describe('the roles of a production database', () => {
  // Roles belong to a whole server, so these tests have their own.
  let server: PostgresServer;
  let url: string;
  const urlOf = (role: string): string => Object.assign(new URL(url), { username: role, password: role }).href;
  const as = (role: string, sql: string) => asSuperuser({ ...server, url: urlOf(role) }, sql);
  const asAdmin = (sql: string) => asSuperuser({ ...server, url }, sql);

  before(async () => {
    server = await startPostgres({ fsync: false });
    ({ url } = await createDatabase({ server }));
    for (const role of ['bandeja_owner', 'bandeja', 'bandeja_reader', 'stranger'])
      await asSuperuser(server, `create role ${role} login password '${role}'`);
    await asSuperuser(server, `alter database ${new URL(url).pathname.slice(1)} owner to bandeja_owner`);
  });
  after(() => server?.stop());

  it('`migrate` names what is missing, and `start` refuses a database that has to be migrated by its owner', async () => {
    assert.match((await runMain('migrate', {})).err, /^bandeja: DATABASE_URL is not set: /);
    assert.equal((await runMain('sart', {})).code, 2);
    await asAdmin('revoke create on schema public from public; grant connect on database postgres to bandeja');
    const start = await runMain('start', { DATABASE_URL: urlOf('bandeja'), OPERATOR_TOKEN });
    assert.equal(start.code, 1);
    assert.match(start.err, /has to be migrated, .* run `bandeja-service migrate` with the DATABASE_URL of the owner/);
  });

  it('the owner migrates and grants, and repeats both', async () => {
    const first = await runMain('migrate', { DATABASE_URL: urlOf('bandeja_owner') });
    assert.match(
      first.out,
      /applied migration 1 .*\n(.*\n)*The database is migrated, and bandeja and bandeja_reader have their rights\.\n$/,
    );
    // The pods of a deployment migrate at once.
    for (const again of await Promise.all(
      [1, 2, 3].map(() => runMain('migrate', { DATABASE_URL: urlOf('bandeja_owner') })),
    )) {
      assert.deepEqual([again.code, again.err], [0, '']);
      assert.doesNotMatch(again.out, /applied migration/);
    }
    const alone = await runMain('migrate', { DATABASE_URL: urlOf('bandeja') });
    assert.deepEqual([alone.code, /create the roles bandeja and bandeja_reader/.test(alone.err)], [1, true]);
  });

  describe('the service', () => {
    let service: ServiceProcess;
    before(async () => {
      service = await startServiceProcess({
        environment: { DATABASE_URL: urlOf('bandeja'), OPERATOR_TOKEN, WEBHOOK_ALLOW_PRIVATE: '1' },
      });
    });
    after(() => service?.kill());

    it('does everything with the rights of its role', async (t) => {
      const baseUrl = service.url;
      const operator = new BandejaOperator({ baseUrl, operatorToken: OPERATOR_TOKEN });
      const { id } = await operator.partners.create({ name: 'Club Norte', plan: 'pro' });
      const scopes = [
        'write:matches',
        'read:players',
        'read:intelligence',
        'write:players',
        'manage:webhooks',
      ] as const;
      const live = new Bandeja({ baseUrl, key: (await operator.keys.issue(id, { scopes: [...scopes] })).key });
      const test = new Bandeja({
        baseUrl,
        key: (await operator.keys.issue(id, { scopes: [...scopes], mode: 'test' })).key,
      });
      const receiver = await Receiver.start();
      t.after(() => receiver.stop());
      for (const client of [live, test]) {
        await client.webhooks.create({ url: receiver.url });
        for (const username of ['ana', 'bea', 'carla', 'dora', 'eva']) {
          const starting_level = { value: 3, scale: 'level', source: 'coach' } as const;
          await client.players.register({ username, display_name: username, roster_slug: 'all', starting_level });
        }
        const match = (external_ref: string, played_at: string, names = ['ana', 'bea', 'carla', 'dora']) => ({
          external_ref,
          played_at,
          winning_team: 'A' as const,
          trust_tier: 'partner_attested' as const,
          participants: names.map((username, slot) => ({ username, team: slot < 2 ? ('A' as const) : ('B' as const) })),
          set_scores: [{ set_number: 1, team_a_games: 6, team_b_games: 4 }],
        });
        const first = await client.matches.submit(match('m1', '2026-05-01T10:00:00Z'));
        await client.matches.submit(match('m2', '2026-05-02T10:00:00Z', ['ana', 'eva', 'carla', 'dora']));
        await client.matches.submit(match('late', '2026-04-01T10:00:00Z'));
        await client.matches.amend(first.id, { venue_label: 'Pista 1', revision: first.revision });
        await client.matches.void(first.id, 'Played by others.');
        const opened = await client.imports.open({ label: 'liga.csv' });
        const { trust_tier: _, ...row } = match('row', '2026-03-01T10:00:00Z');
        const sent = await client.imports.send(opened.id, { rows: [{ line: 2, match: row }] });
        assert.equal(sent.results[0]?.state, 'created');
        await client.imports.close(opened.id);
        await client.tasks.wait((await client.imports.undo(opened.id)).id);
        await client.players.erase('eva');
      }
      await test.sandbox.clear();
      assert.deepEqual((await test.players.list()).data, []);
      for (const kind of ['verify', 'audit', 'replay', 'calibrate'] as const) {
        let task = await operator.tasks.start(kind);
        while (!['done', 'failed'].includes(task.state)) task = await operator.tasks.get(task.id);
        assert.equal(task.state, 'done', JSON.stringify(task));
        assert.doesNotMatch(JSON.stringify(task.result), /"differences":[1-9]|"faults":\[\{/);
      }
      await operator.keys.revoke((await operator.keys.issue(id, { scopes: ['read:players'] })).id);
      await until(() => receiver.received.length > 0);
      const { findings } = await operator.service.diagnosis();
      assert.deepEqual(findings.find(({ code }) => code === 'rights')?.state, 'ok');
      assert.doesNotMatch(service.output(), /permission denied|"level":50/);
    });
  });

  it('the service cannot change the audit trail, drop tables, or mark a migration as applied', async () => {
    for (const table of ['audit_entries', 'operator_audit', 'erasures', 'erasure_salt', 'schema_migrations']) {
      const [row] = await asAdmin(
        `select column_name as name from information_schema.columns where table_name = '${table}' limit 1`,
      );
      const statements = [
        `update ${table} set ${row?.['name']} = default`,
        `delete from ${table}`,
        `truncate ${table}`,
        `drop table ${table}`,
      ];
      for (const sql of statements) await assert.rejects(as('bandeja', sql), { code: '42501' }, sql);
    }
    const others = [
      'delete from audit_chains',
      'truncate audit_chains',
      'update audit_chains set partner_id = partner_id',
      "update starting_level_changes set after = '{}'",
      'alter table audit_entries disable trigger all',
      'create table public.t ()',
      "insert into schema_migrations values (9, 'later', 'checksum', now())",
    ];
    for (const sql of others) await assert.rejects(as('bandeja', sql), { code: '42501' }, sql);
  });

  it('the tables of the next migration are open to the service and closed to readers', async () => {
    await as('bandeja_owner', 'create table next_table (id bigint generated always as identity)');
    await as(
      'bandeja',
      'insert into next_table default values; update next_table set id = default; delete from next_table',
    );
    await assert.rejects(as('bandeja_reader', 'select from next_table'), { code: '42501' });
    await as('bandeja_owner', 'drop table next_table');
  });

  it('readers read results and ratings, and write nothing', async () => {
    const [counted] = await as(
      'bandeja_reader',
      `select
         (select count(*)::int from matches where status = 'completed' and set_scores <> '') as matches,
         (select count(id)::int from players where erased_at is not null) as erased,
         (select count(*)::int from player_ratings where mean is not null) as rated`,
    );
    assert.deepEqual(counted, { matches: 2, erased: 1, rated: 5 });
    const tables = await asAdmin("select tablename as name from pg_tables where schemaname = 'public'");
    for (const { name } of tables)
      for (const sql of [`delete from ${name}`, `insert into ${name} default values`, `truncate ${name}`])
        await assert.rejects(as('bandeja_reader', sql), { code: '42501' }, sql);
    await assert.rejects(as('bandeja_reader', 'create schema own'), { code: '42501' });
    await assert.rejects(as('bandeja_reader', 'create temporary table t ()'), { code: '42501' });
  });

  it('readers see no secret, no sign-in, no name of a person and no free text', async () => {
    const columns = await as(
      'bandeja_reader',
      `select table_name || '.' || column_name as name, data_type as type from information_schema.columns
       where table_schema = 'public' and has_column_privilege(table_name, column_name, 'select')`,
    );
    const named = columns.map(({ name }) => String(name));
    // Raw bytes are secrets and hashes, except the scores of the event log.
    assert.deepEqual(
      columns.filter(({ type }) => type === 'bytea').map(({ name }) => name),
      ['event_log.ratings'],
    );
    assert.deepEqual(
      named.filter((name) =>
        /token|secret|salt|hash|username|display_name|name_words|sort_name|reason$|label|detail|texts|url|device|email/.test(
          name,
        ),
      ),
      ['webhook_endpoints.disabled_reason'],
    );
    const closed =
      /^(api_keys|people|invitations|sign_ins|passkeys|challenges|operators|operator_|external_ids|player_shares|(match|session)_links|import_players|link_short_codes|session_plan)/;
    assert.deepEqual(
      named.filter((name) => closed.test(name)),
      [],
    );
  });

  it('other roles of the server cannot connect', async () => {
    await assert.rejects(as('stranger', 'select 1'), { code: '42501' });
  });
});
