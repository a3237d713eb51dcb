/** Starts and stops the whole service: database, demo, HTTP. `main.js` and drills use it. */

import type { AddressInfo } from 'node:net';
import type { Database } from '@bandeja/postgres/database';
import { openDatabase } from '@bandeja/postgres/open';
import { ReplicatedDatabase } from '@bandeja/postgres/replica';
import { StartupError } from '@bandeja/postgres/startup-error';
import { traceCalls } from '@bandeja/postgres/wire-database';
import { type DestinationStream, type Logger, pino } from 'pino';
import { type Assembly, assemble } from './assemble.ts';
import { startLiveJobs, startSandboxJobs } from './background-jobs.ts';
import type { Config, LogLevel } from './config.ts';
import { type Context, serviceContext } from './context.ts';
import { createDemo, type Demo } from './demo/demo.ts';
import { prepareEvents } from './events/feed.ts';
import { Metrics } from './metrics/metrics.ts';
import { MIGRATIONS_DIRECTORY } from './migrations.ts';
import { loadOperatorToken, operatorTokenPath } from './operators/environment-token.ts';
import { hasAnyPartner } from './partners/partners.ts';
import { inviteDemoManager } from './people/invitations.ts';
import { type JobGroup, JobLoop } from './runtime/job-loop.ts';
import { holdPort } from './runtime/port-hold.ts';
import { inSpan, type Tracer, traceWith } from './runtime/tracing/spans.ts';
import { Sender } from './webhooks/sender.ts';

/** After this, requests still running are cut off, so that the whole stop takes less than ten seconds. */
const FINISH_TIMEOUT_MS = 8_000;

export interface LogOptions {
  readonly level: LogLevel;
  /** The log: one JSON object per line. */
  readonly stream: DestinationStream;
}

export interface Service {
  /** The base URL, without a trailing slash. */
  readonly url: string;
  /** The file with the operator token; null if it was set by `OPERATOR_TOKEN`. */
  readonly operatorTokenFile: string | null;
  /** The demo that this start created; null unless the embedded database was new. */
  readonly demo: Demo | null;
  /** The address that signs the demo's manager in; null once the manager has signed in, and without a demo. */
  readonly invitation: string | null;
  /** Reports not ready, waits for requests in flight, and closes everything. Idempotent. */
  stop(): Promise<void>;
}

export interface StartOptions {
  readonly log: LogOptions;
  /** Called before an embedded database is created, which takes seconds. */
  readonly onNewDatabase?: (directory: string) => void;
}

/**
 * Binds the port, opens and migrates the database, listens, and creates the demo partner if an embedded database has no partner. Then the
 * service is ready. The demo is created last: its key is shown only once, so a start that finds its port in use must not create it.
 * @throws {StartupError} with a sentence for the operator; nothing stays open then
 */
export async function startService(config: Config, { log, onNewDatabase }: StartOptions): Promise<Service> {
  const logger = pino({ level: log.level }, log.stream);
  const tracer = await openTracer(config);
  traceWith(tracer);
  traceCalls((name, run) => inSpan({ name, kind: 'client', attributes: { 'db.system.name': 'postgresql' } }, run));
  const port = await holdPort(config.host, config.port).catch((error) => {
    throw new StartupError(explainListen(error, config.host, config.port), { cause: error });
  });
  const database = await openDatabase({
    databaseUrl: config.databaseUrl ?? undefined,
    dataDirectory: config.dataDirectory,
    migrationsDirectory: MIGRATIONS_DIRECTORY,
    log: logger,
    onNewDatabase,
  }).catch((error) => {
    port.release();
    throw error;
  });
  try {
    await prepareEvents(database);
    const operatorToken = config.operatorToken ?? loadOperatorToken(config.dataDirectory);
    const readDatabase = openReadDatabase(config, database, logger);
    const context: Context = { ...serviceContext(database), readDatabase };
    const metrics = new Metrics({ engine: database.engine });
    metrics.watchProcess();
    const sender = new Sender({
      allowPrivate: config.webhookAllowPrivate,
      onSent: (outcome) => metrics.countDelivery(outcome),
    });
    const loop = new JobLoop();
    let hasStarted = false;
    let liveJobs: JobGroup | undefined;
    const assembly = assemble(context, {
      operatorToken,
      rateLimits: config.rateLimits,
      metrics,
      sender,
      log,
      hasStarted: () => hasStarted,
      hasDemo: config.demo,
      publicUrl: config.publicUrl,
      onLiveWrite: () => liveJobs?.poke(),
      startSandboxJobs: (sandbox, partnerId) =>
        startSandboxJobs(loop, sandbox, sender, logger.child({ sandbox: partnerId })),
    });
    try {
      await assembly.app.ready();
      await port.handOver(assembly.app.server);
      const url = urlOf(assembly.app.server.address() as AddressInfo);
      const demo = await demoOfNewDatabase(context, config);
      const token = demo?.invitation ?? (config.demo ? await inviteDemoManager(context) : null);
      liveJobs = startLiveJobs(loop, context, sender, logger, assembly.jobs);
      hasStarted = true;
      return {
        url,
        operatorTokenFile: config.operatorToken === null ? operatorTokenPath(config.dataDirectory) : null,
        demo,
        invitation: token === null ? null : `${config.publicUrl?.origin ?? url}/j#${token}`,
        stop: stopOnce(tracer, assembly, liveJobs, [readDatabase, database], logger),
      };
    } catch (error) {
      await assembly.close();
      if (readDatabase !== database) await readDatabase.close();
      throw error;
    }
  } catch (error) {
    port.release();
    await database.close();
    throw error;
  }
}

/** Loads OpenTelemetry only if it is configured, since it takes time and memory. */
async function openTracer({ tracing }: Config): Promise<Tracer | null> {
  if (tracing === null) return null;
  try {
    const { openTelemetry } = await import('./runtime/tracing/open-telemetry.ts');
    return openTelemetry(tracing);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw new StartupError(
      'OpenTelemetry is not installed: run npm ci without --omit=optional, or unset OTEL_EXPORTER_OTLP_ENDPOINT',
      {
        cause: error,
      },
    );
  }
}

/** A replica that is down at the start is used once it is available. */
function openReadDatabase({ databaseUrl, databaseReplicaUrl }: Config, primary: Database, log: Logger): Database {
  if (databaseUrl === null || databaseReplicaUrl === null) return primary;
  return new ReplicatedDatabase({ primary, primaryUrl: databaseUrl, replicaUrl: databaseReplicaUrl, log });
}

/** A database counts as new until it has a partner. */
async function demoOfNewDatabase(context: Context, config: Config): Promise<Demo | null> {
  if (config.databaseUrl !== null || !config.demo || (await hasAnyPartner(context))) return null;
  return createDemo(context);
}

function stopOnce(
  tracer: Tracer | null,
  assembly: Assembly,
  liveJobs: JobGroup,
  databases: readonly Database[],
  logger: Logger,
): () => Promise<void> {
  let stopped: Promise<void> | undefined;
  const stop = async (): Promise<void> => {
    logger.info('stopping: waiting for requests in flight');
    const cutOff = setTimeout(() => assembly.app.server.closeAllConnections(), FINISH_TIMEOUT_MS);
    try {
      const stops = await Promise.allSettled([assembly.close(), liveJobs.stop()]);
      for (const one of stops) if (one.status === 'rejected') throw one.reason;
    } finally {
      clearTimeout(cutOff);
      // Both may be the same database; closing it twice is safe.
      for (const database of databases) await database.close();
      await tracer?.close();
    }
    logger.info('stopped');
  };
  return () => {
    stopped ??= stop();
    return stopped;
  };
}

function explainListen(error: NodeJS.ErrnoException, host: string, port: number): string {
  switch (error.code) {
    case 'EADDRINUSE':
      return `port ${port} on ${host} is in use: stop the process that listens there, or set PORT to a free port`;
    case 'EACCES':
      return `this user may not listen on port ${port}: set PORT to 1024 or higher`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
    case 'EINVAL':
      return `HOST is "${host}", which is not an address of this machine: set 127.0.0.1, or 0.0.0.0 for all its addresses`;
    default:
      return `the service cannot listen on ${host} port ${port}: ${error.message}`;
  }
}

/** A URL that works on this machine: the wildcard addresses cannot be opened, so they become 127.0.0.1. */
function urlOf({ address, family, port }: AddressInfo): string {
  if (address === '0.0.0.0' || address === '::') return `http://127.0.0.1:${port}`;
  return family === 'IPv6' ? `http://[${address}]:${port}` : `http://${address}:${port}`;
}
