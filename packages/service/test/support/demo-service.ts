import { postgresDatabase } from '@bandeja/postgres/postgres';
import { createDatabase, sharedPostgres } from '@bandeja/postgres/test/support/postgres';
import { pino } from 'pino';
import { serviceContext } from '../../src/context.ts';
import { createDemo } from '../../src/demo/demo.ts';
import { type Service, startService } from '../../src/service.ts';
import { awaitDisconnection, createMigratedPostgres } from './database.ts';
import { feedCaughtUp } from './feed.ts';
import { until } from './until.ts';

export interface DocsService {
  readonly url: string;
  /** The demo partner's key; null on a service without the demo. */
  readonly key: string | null;
  /** A test key of the same partner. */
  readonly testKey: string | null;
  readonly operatorToken: string;
  /** Waits until readers of the feed see all events stored by now. */
  feedCaughtUp(): Promise<void>;
  stop(): Promise<void>;
}

const operatorToken = 'operator-token-of-the-docs';

/** The whole service, over a fresh database, as a reader of the docs has just started it. */
export async function startDocsService({ demo }: { readonly demo: boolean }): Promise<DocsService> {
  if (!demo) return { ...(await start(await createMigratedPostgres(), demo)), key: null, testKey: null };
  demoTemplate ??= makeDemo();
  const { name, key, testKey } = await demoTemplate;
  const { url } = await createDatabase({ template: name });
  return { ...(await start(url, demo)), key, testKey };
}

interface DemoTemplate {
  /** A database with a settled demo, which others are copied from. */
  readonly name: string;
  readonly key: string;
  readonly testKey: string;
}

let demoTemplate: Promise<DemoTemplate> | undefined;

async function makeDemo(): Promise<DemoTemplate> {
  const databaseUrl = await createMigratedPostgres();
  const database = postgresDatabase({ url: databaseUrl });
  const { key, testKey } = await createDemo(serviceContext(database)).finally(() => database.close());
  const service = await start(databaseUrl, true);
  // A reader of the docs comes later, when the demo's events have their places.
  await service.feedCaughtUp();
  await service.stop();
  const name = new URL(databaseUrl).pathname.slice(1);
  await awaitDisconnection(await sharedPostgres(), name);
  return { name, key, testKey };
}

async function start(databaseUrl: string, demo: boolean): Promise<Omit<DocsService, 'key' | 'testKey'>> {
  const config = {
    port: 0,
    host: '127.0.0.1',
    adminPort: null,
    adminHost: '127.0.0.1',
    drainSeconds: 0,
    dataDirectory: '/nowhere',
    databaseUrl,
    operatorToken,
    logLevel: null,
    publicUrl: null,
    securityContact: null,
    rateLimits: null,
    webhookAllowPrivate: true,
    demo,
    tracing: null,
    retention: { eventsDays: 30, deliveriesDays: 30 },
    startedByNpm: false,
  };
  const log = { level: 'silent', stream: pino.destination({ dest: '/dev/null', sync: false }) } as const;
  const service: Service = await startService(config, { log });
  await until(async () => (await fetch(`${service.url}/health/ready`)).ok, 'a ready service');
  return {
    url: service.url,
    operatorToken,
    feedCaughtUp: async () => {
      const database = postgresDatabase({ url: databaseUrl });
      await feedCaughtUp(database).finally(() => database.close());
    },
    stop: () => service.stop(),
  };
}
