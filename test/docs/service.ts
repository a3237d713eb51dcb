import { pino } from 'pino';
import { createDemo } from '../../src/demo.ts';
import { serviceContext } from '../../src/domain/context.ts';
import { type Service, startService } from '../../src/service.ts';
import { postgresDatabase } from '../../src/store/engine/postgres.ts';
import { createMigratedPostgres } from '../support/database.ts';

export interface DocsService {
  readonly url: string;
  /** The demo partner's key; null on a service without the demo. */
  readonly key: string | null;
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
    workers: 1,
    dataDirectory: '/nowhere',
    databaseUrl,
    databaseReplicaUrl: null,
    operatorToken,
    logLevel: null,
    rateLimits: null,
    demo: false,
    tracing: null,
    startedByNpm: false,
  };
  const log = { level: 'silent', stream: pino.destination({ dest: '/dev/null', sync: false }) } as const;
  const service: Service = await startService(config, { log });
  return { url: service.url, key: demo ? await demoKey(databaseUrl) : null, operatorToken, stop: () => service.stop() };
}

async function demoKey(url: string): Promise<string> {
  const database = postgresDatabase({ url });
  const { key } = await createDemo(serviceContext(database));
  await database.close();
  return key;
}
