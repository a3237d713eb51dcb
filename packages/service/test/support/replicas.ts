/** A primary with a streaming replica, and nodes of the service over both. */

import { migrate } from '@bandeja/postgres/migrate';
import { postgresDatabase } from '@bandeja/postgres/postgres';
import { ReplicatedDatabase } from '@bandeja/postgres/replica';
import {
  asSuperuser,
  createDatabase,
  type PostgresServer,
  type StartOptions,
  startPostgres,
} from '@bandeja/postgres/test/support/postgres';
import { assemble } from '../../src/assemble.ts';
import { type Context, serviceContext } from '../../src/context.ts';
import type { App } from '../../src/http/route.ts';
import { MIGRATIONS_DIRECTORY } from '../../src/migrations.ts';
import { OPERATOR_TOKEN } from './service.ts';
import { until } from './until.ts';

export interface ReplicatedServers {
  readonly primary: PostgresServer;
  readonly replica: PostgresServer;
  /** Of a migrated database on either. */
  readonly primaryUrl: string;
  readonly replicaUrl: string;
  stop(): Promise<void>;
}

export async function startReplicatedServers(options: StartOptions = {}): Promise<ReplicatedServers> {
  const primary = await startPostgres(options);
  const { url: primaryUrl } = await createDatabase({ server: primary, template: 'template0' });
  const database = postgresDatabase({ url: primaryUrl });
  await migrate(database, MIGRATIONS_DIRECTORY);
  await database.close();
  const replica = await startPostgres({ ...options, standbyOf: primary });
  return {
    primary,
    replica,
    primaryUrl,
    replicaUrl: onServer(primaryUrl, replica),
    async stop() {
      await replica.stop();
      await primary.stop();
    },
  };
}

/** The address of the same database on another server. */
export function onServer(url: string, server: PostgresServer): string {
  const moved = new URL(url);
  moved.host = new URL(server.url).host;
  return moved.href;
}

/** Has the replica replay nothing, so that it lags, or go on. */
export async function pauseReplay(replica: PostgresServer, isPaused: boolean): Promise<void> {
  await asSuperuser(replica, `select pg_wal_replay_${isPaused ? 'pause' : 'resume'}()`);
  const state = `select pg_get_wal_replay_pause_state() as state`;
  const wanted = isPaused ? 'paused' : 'not paused';
  await until(async () => (await asSuperuser(replica, state))[0]?.['state'] === wanted);
}

export interface ReplicaNode {
  readonly app: App;
  readonly context: Context;
  readonly reads: ReplicatedDatabase;
  /** What it had to say to the operator. */
  readonly log: string[];
  stop(): Promise<void>;
}

/** A node of the service that reads from a replica. */
export function startReplicaNode(urls: { readonly primaryUrl: string; readonly replicaUrl: string }): ReplicaNode {
  const database = postgresDatabase({ url: urls.primaryUrl });
  const log: string[] = [];
  const say = (message: string): void => void log.push(message);
  const reads = new ReplicatedDatabase({ ...urls, primary: database, log: { info: say, warn: say } });
  const context: Context = { ...serviceContext(database), readDatabase: reads };
  const assembly = assemble(context, { operatorToken: OPERATOR_TOKEN, rateLimits: null, log: 'silent' });
  return {
    app: assembly.app,
    context,
    reads,
    log,
    async stop() {
      await assembly.close();
      await reads.close();
      await database.close();
    },
  };
}
