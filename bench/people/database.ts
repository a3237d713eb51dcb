import { migrate } from '@bandeja/postgres/migrate';
import { postgresDatabase } from '@bandeja/postgres/postgres';
import { createDatabase, startPostgres } from '@bandeja/postgres/test/support/postgres';
import { MIGRATIONS_DIRECTORY } from '@bandeja/service/migrations';
import pg from 'pg';
import { numberText, printProgress } from '../figures.ts';
import { withBareTables } from '../seed/bare-tables.ts';
import { runSql, type Setting } from '../subject.ts';
import { FILL_RATINGS, FILL_ROSTERS, seedPeople } from './seed-people.ts';

const TABLES = ['players', 'player_ratings', 'rosters', 'roster_members'];
const SETTINGS = {
  shared_buffers: '2GB',
  max_wal_size: '8GB',
  checkpoint_timeout: '30min',
  wal_level: 'minimal',
  max_wal_senders: '0',
};
const NAME = 'people';

/**
 * A database with so many players. In a folder that is kept, it is filled the first time alone.
 * @returns its URL
 */
export async function peopleDatabase(setting: Setting, players: number, kept: string | undefined): Promise<string> {
  const server = await startPostgres(
    kept === undefined ? { settings: SETTINGS } : { settings: SETTINGS, folder: kept, isKept: true },
  );
  setting.onStop(() => server.stop());
  const known = await runSql<{ datname: string }>(
    server.url,
    `select datname from pg_database where datname = '${NAME}'`,
  );
  const url = new URL(server.url);
  url.pathname = `/${NAME}`;
  if (known.length === 1) return url.href;
  const filled = await createDatabase({ server });
  await fill(filled.url, players);
  await runSql(server.url, `alter database ${new URL(filled.url).pathname.slice(1)} rename to ${NAME}`);
  return url.href;
}

async function fill(url: string, players: number): Promise<void> {
  const database = postgresDatabase({ url });
  await migrate(database, MIGRATIONS_DIRECTORY);
  await database.close();
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`set maintenance_work_mem = '1GB'; set synchronous_commit = off`);
  const begunAt = performance.now();
  const report = (what: string): void =>
    printProgress(`${((performance.now() - begunAt) / 1_000).toFixed(0)} s: ${what.slice(0, 100)}`);
  await withBareTables(
    client,
    TABLES,
    async () => {
      await seedPeople(client, players);
      report(`${numberText(players)} players`);
      await client.query(FILL_RATINGS);
      report('ratings');
      await client.query(FILL_ROSTERS);
      report('rosters');
    },
    report,
  );
  for (const table of TABLES) await client.query(`vacuum (analyze) ${table}`);
  await client.query('checkpoint');
  await client.end();
  report('filled');
}
