import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Diagnosis } from '@bandeja/contract/diagnosis';
import { type Database, DatabaseUnavailable } from '@bandeja/postgres/database';
import { postgresDatabase } from '@bandeja/postgres/postgres';
import { asSuperuser, sharedPostgres } from '@bandeja/postgres/test/support/postgres';
import { type Context, serviceContext } from '../../src/context.ts';
import { diagnose } from '../../src/diagnosis/diagnose.ts';
import { createMigratedPostgres, openMigratedDatabase } from '../support/database.ts';
import { onEachEngine } from '../support/engines.ts';
import { World } from '../support/world.ts';

type Finding = Diagnosis['findings'][number];

/** The database with some methods replaced. */
const overridden = (database: Database, changes: Partial<Database>): Database =>
  new Proxy(database, {
    get(target, property) {
      const value: unknown = Reflect.get(changes, property) ?? Reflect.get(target, property, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });

async function finding(database: Database, code: string, changes: Partial<Context> = {}): Promise<Finding> {
  const { findings } = await diagnose({ ...serviceContext(database), ...changes });
  return findings.find((one) => one.code === code) ?? assert.fail(`no finding has the code ${code}`);
}

function assertFound(found: Finding, state: 'warning' | 'problem', text: RegExp, advice: RegExp): void {
  assert.equal(found.state, state, found.text);
  assert.match(found.text, text);
  assert.match(found.advice ?? '', advice);
}

onEachEngine((engine) => {
  let database: Database;
  before(async () => {
    database = await openMigratedDatabase(engine);
  });
  after(() => database.close());

  describe('the diagnosis', () => {
    it('finds no problem with a new database, except that the test server runs without fsync', async () => {
      const { findings } = await diagnose(serviceContext(database));
      assert.deepEqual(
        findings.map(({ code, state, advice }) => [code, code === 'database' || state, advice === null]),
        ['database', 'migrations', 'rights', 'connections', 'commits', 'clock', 'disk', 'settlement', 'deliveries'].map(
          (code) => [code, code === 'database' || 'ok', code !== 'database' || engine === 'pglite'],
        ),
      );
      const [first] = findings;
      if (engine === 'postgres') {
        assertFound(first ?? assert.fail(), 'problem', /fsync = off.*power cut/, /postgresql\.conf/);
      } else {
        assert.match(first?.text ?? '', /embedded, PostgreSQL \d+/);
      }
    });

    it('warns of clocks two seconds apart, and calls a minute a problem', async () => {
      const ahead = await finding(database, 'clock', { machineNow: () => Date.now() - 30_000 });
      assertFound(ahead, 'warning', /30 s ahead of/, /NTP/);
      const behind = await finding(database, 'clock', { machineNow: () => Date.now() + 3_600_000 });
      assertFound(behind, 'problem', /60 min behind/, /NTP/);
    });

    if (engine === 'postgres') {
      it('names what the role of the service may not do, with the grants', async () => {
        const url = new URL(await createMigratedPostgres());
        const role = `poor${url.pathname.replace('/', '_')}`;
        await asSuperuser(await sharedPostgres(), `create role ${role} login password 'poor'`);
        const poor = postgresDatabase({ url: Object.assign(url, { username: role, password: 'poor' }).href });
        const [tables, sequences] = [/grant select.* on all tables in schema public/, /grant usage on all sequences/];
        for (const grant of [tables, sequences, /grant create on database/])
          assertFound(await finding(poor, 'rights'), 'problem', /so requests, writes, test keys fail/, grant);
        await poor.close();
      });

      it('warns when few connections are left, and when commits have no answer', async () => {
        const limits = { sessions: 50, sessions_max: 100, synchronous_standbys: '', standbys: 0 };
        for (const [code, changes, oldestCommitMs, state, text] of [
          ['connections', { sessions: 95 }, 0, 'warning', /95 of at most 100 connections/],
          ['connections', { sessions: 1, sessions_max: 10 }, 0, 'warning', /1 of at most 10 connections/],
          ['commits', {}, 5_000, 'warning', /without an answer for 5 s/],
          ['commits', {}, 15_000, 'problem', /without an answer for 15 s/],
          ['commits', { synchronous_standbys: 'db2' }, 0, 'problem', /standby \(db2\), and none is connected/],
        ] as const) {
          const slow = overridden(database, {
            query: async <R extends object>(...call: Parameters<Database['query']>) =>
              call[0].name === 'diagnosis_limits' ? [{ ...limits, ...changes } as R] : database.query<R>(...call),
            activity: () => ({ ...database.activity(), oldestCommitMs }),
          });
          assertFound(await finding(slow, code), state, text, /max_connections|standby/);
        }
      });
    }

    it('warns when the disk has little space', async () => {
      for (const [free, state] of [
        [1e9, 'warning'],
        [1e8, 'problem'],
      ] as const) {
        const small = overridden(database, { freeBytes: () => free });
        assertFound(await finding(small, 'disk'), state, /The disk of the database has .* free/, /Free some space/);
      }
    });

    it('warns when ratings have been settling for over an hour', async () => {
      const world = await World.open(database);
      for (const day of [2, 1]) await world.send(world.match(day));
      const changedHoursAgo = (hours: number) =>
        database.script(`update settlements set since = clock_timestamp() - interval '${hours} hours'`);
      await changedHoursAgo(2);
      assertFound(await finding(database, 'settlement'), 'warning', /settling for 2 h.*to settle: 4\./, /log/);
      await changedHoursAgo(0.9);
      assert.equal((await finding(database, 'settlement')).state, 'ok');
      await changedHoursAgo(2);
      await world.settler().finish();
      assert.equal((await finding(database, 'settlement')).state, 'ok');
    });

    it('reports events that are over five minutes late', async () => {
      await database.script(
        `with partner as (
           insert into partners (id, name, plan, created_at) values (gen_random_uuid(), 'Club Sur', 'pro', now()) returning id
         )
         insert into event_log (partner_id, position, at, kind, subject_id)
         select id, 1e15::bigint, now() - interval '10 minutes', 'player.registered', gen_random_uuid() from partner`,
      );
      assertFound(await finding(database, 'deliveries'), 'problem', /Events are 10 min late/, /transaction/);
      await database.script('delete from event_log');
    });

    it('names the partners whose webhook endpoints are disabled or have failed for an hour', async () => {
      await database.script(
        `with partner as (
           insert into partners (id, name, plan, created_at) values (gen_random_uuid(), 'Club Norte', 'pro', now()) returning id
         )
         insert into webhook_endpoints
           (id, partner_id, url, secret, created_at, queued_position, queued_id, failures_in_a_row, failing_since, disabled_reason, disabled_at)
         select gen_random_uuid(), partner.id, 'https://norte.example/hook', sha256('x'), now(), 0, 0, failures, since, reason, disabled
         from partner, (values (3, now() - interval '5 hours', null, null),
           (0, null, 'gone', now() - interval '2 hours'), (1, now(), null, null)) as e(failures, since, reason, disabled)`,
      );
      assertFound(
        await finding(database, 'deliveries'),
        'warning',
        /: Club Norte \(failing for 5 h\), Club Norte \(disabled for 2 h\)\./,
        /Contact the partners/,
      );
    });

    it('distinguishes an older schema from a newer one', async () => {
      await database.script(
        "insert into schema_migrations (version, name, checksum, applied_at) select max(version) + 1, 'newer', 'x', now() from schema_migrations",
      );
      assertFound(await finding(database, 'migrations'), 'problem', /a newer node has migrated/, /Upgrade this node/);
      await database.script(
        'delete from schema_migrations where version >= (select max(version) - 1 from schema_migrations)',
      );
      assertFound(
        await finding(database, 'migrations'),
        'problem',
        /this version has/,
        /Run `bandeja-service migrate`/,
      );
    });

    it('reports a check that fails, and runs the others', async () => {
      const broken = overridden(database, {
        query: (asked, values) =>
          asked.name === 'diagnosis_failing_endpoints'
            ? Promise.reject(new Error('no such view'))
            : database.query(asked, values),
      });
      assertFound(await finding(broken, 'deliveries'), 'problem', /The check failed: no such view/, /log/);
      assert.equal((await finding(broken, 'clock')).state, 'ok');
    });

    it('reports one problem if the database is unavailable', async () => {
      const away = new DatabaseUnavailable('unreachable', 'the database cannot be reached: refused');
      const broken = overridden(database, { query: () => Promise.reject(away) });
      const { findings } = await diagnose(serviceContext(broken));
      assert.equal(findings.length, 1);
      assertFound(
        findings[0] ?? assert.fail(),
        'problem',
        /unavailable.*: the database cannot be reached: refused\.$/,
        /log/,
      );
    });
  });
});
