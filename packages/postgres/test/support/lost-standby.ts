import { asSuperuser, type PostgresServer } from './postgres.ts';
import { until } from './until.ts';

/** Makes every commit wait for a standby that does not exist. */
export async function loseStandby(server: PostgresServer): Promise<void> {
  await asSuperuser(server, "alter system set synchronous_standby_names = 'lost'");
  await asSuperuser(server, 'select pg_reload_conf()');
  // The server applies a reload later.
  await until(async () => {
    asSuperuser(server, "comment on database postgres is 'waits'").catch(() => {});
    return (await asSuperuser(server, "select from pg_stat_activity where wait_event = 'SyncRep'")).length > 0;
  });
}

/** Lets all commits go on. */
export async function forgetStandby(server: PostgresServer): Promise<void> {
  await asSuperuser(server, 'alter system reset synchronous_standby_names');
  await asSuperuser(server, 'select pg_reload_conf()');
}
