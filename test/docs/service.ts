import { postgresDatabase } from '@bandeja/postgres/postgres';
import { serviceContext } from '@bandeja/service/context';
import { createDemo } from '@bandeja/service/demo';
import { type Service, startService } from '@bandeja/service/service';
import { createMigratedPostgres } from '@bandeja/service/test/support/database';
import { until } from '@bandeja/service/test/support/until';
import { pino } from 'pino';

export interface DocsService {
  readonly url: string;
  /** The demo partner's key; null on a service without the demo. */
  readonly key: string | null;
  /** A test key of the same partner. */
  readonly testKey: string | null;
  readonly operatorToken: string;
  stop(): Promise<void>;
}

const operatorToken = 'operator-token-of-the-docs';

/** The whole service, over a fresh database, as a reader of the docs has just started it. */
export async function startDocsService({ demo }: { readonly demo: boolean }): Promise<DocsService> {
  const databaseUrl = await createMigratedPostgres();
  const config = {
    port: 0,
    host: '127.0.0.1',
    dataDirectory: '/nowhere',
    databaseUrl,
    databaseReplicaUrl: null,
    operatorToken,
    logLevel: null,
    rateLimits: null,
    webhookAllowPrivate: true,
    demo,
    tracing: null,
    startedByNpm: false,
  };
  const log = { level: 'silent', stream: pino.destination({ dest: '/dev/null', sync: false }) } as const;
  const service: Service = await startService(config, { log });
  const keys = demo ? await demoKeys(databaseUrl) : { key: null, testKey: null };
  if (keys.key !== null) await untilEvents(service.url, keys.key);
  return { url: service.url, ...keys, operatorToken, stop: () => service.stop() };
}

async function demoKeys(url: string): Promise<{ readonly key: string; readonly testKey: string }> {
  const database = postgresDatabase({ url });
  try {
    const context = serviceContext(database);
    const { key, testKey } = await createDemo(context);
    return { key, testKey };
  } finally {
    await database.close();
  }
}

/** The demo is made just now; a reader of the docs comes later, when its events have their places. */
async function untilEvents(url: string, key: string): Promise<void> {
  await until(async () => {
    const answer = await fetch(`${url}/v1/events?limit=20`, { headers: { authorization: `Bearer ${key}` } });
    const { pagination } = (await answer.json()) as { pagination: { has_more: boolean } };
    return pagination.has_more;
  }, 'a second page of events');
}
