/** Starts and stops the whole service: database, demo, HTTP. `main.js` and drills use it. */

import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '@bandeja/postgres/database';
import { openDatabase } from '@bandeja/postgres/open';
import { StartupError } from '@bandeja/postgres/startup-error';
import { traceCalls } from '@bandeja/postgres/wire-database';
import { type DestinationStream, type Logger, pino } from 'pino';
import { type Assembly, assemble } from './assemble.ts';
import { startLiveJobs, startSandboxJobs } from './background-jobs.ts';
import type { Config, LogLevel } from './config.ts';
import { type Context, serviceContext } from './context.ts';
import { createDemo, type Demo } from './demo/demo.ts';
import { advanceEventClock } from './events/log-store.ts';
import type { Phase } from './http/system-routes.ts';
import { Metrics } from './metrics/metrics.ts';
import { MIGRATIONS_DIRECTORY } from './migrations.ts';
import { loadOperatorToken, operatorTokenPath } from './operators/environment-token.ts';
import { hasAnyPartner } from './partners/partners.ts';
import { inviteDemoManager } from './people/invitations.ts';
import { openClock } from './runtime/database-clock.ts';
import { type JobGroup, JobLoop } from './runtime/job-loop.ts';
import { type Address, checkPort, listen, stopListening } from './runtime/listen.ts';
import { SecondPort } from './runtime/second-port.ts';
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
  /** The base URL of `ADMIN_PORT`; null without it. */
  readonly adminUrl: string | null;
  /** The file with the operator token; null if it was set by `OPERATOR_TOKEN`. */
  readonly operatorTokenFile: string | null;
  /** The demo that this start created; null unless the embedded database was new. */
  readonly demo: Demo | null;
  /** The address that signs the demo's manager in; null once the manager has signed in, and without a demo. */
  readonly invitation: string | null;
  /** Reports not ready and drains, then waits for requests in flight, and closes everything. Idempotent. */
  stop(): Promise<void>;
}

export interface StartOptions {
  readonly log: LogOptions;
  /** Called before an embedded database is created, which takes seconds. */
  readonly onNewDatabase?: (directory: string) => void;
}

/**
 * Checks the ports, opens and migrates the database, listens, and creates the demo partner if an embedded database has no partner. Then the
 * service is ready. The demo is created last: its key is shown only once, so a start that finds its port in use must not create it.
 * @throws {StartupError} with a sentence for the operator; nothing stays open then
 */
export async function startService(config: Config, { log, onNewDatabase }: StartOptions): Promise<Service> {
  const logger = pino({ level: log.level }, log.stream);
  const tracer = await openTracer(config);
  traceWith(tracer);
  traceCalls((name, run) => inSpan({ name, kind: 'client', attributes: { 'db.system.name': 'postgresql' } }, run));
  const { main, admin } = addressesOf(config);
  await checkPort(main).catch(explainListen(main));
  if (admin !== null) await checkPort(admin).catch(explainListen(admin));
  const database = await openDatabase({
    databaseUrl: config.databaseUrl ?? undefined,
    dataDirectory: config.dataDirectory,
    migrationsDirectory: MIGRATIONS_DIRECTORY,
    log: logger,
    onNewDatabase,
  });
  try {
    await advanceEventClock(database);
    const operatorToken = config.operatorToken ?? loadOperatorToken(config.dataDirectory);
    const clock = await openClock(database);
    const context = serviceContext(database, clock.now);
    const metrics = new Metrics({ engine: database.engine });
    metrics.watchProcess();
    const sender = new Sender({
      allowPrivate: config.webhookAllowPrivate,
      onSent: (outcome) => metrics.countDelivery(outcome),
    });
    const loop = new JobLoop();
    const adminPort = new SecondPort();
    let phase: Phase = 'starting';
    let liveJobs: JobGroup | undefined;
    const assembly = assemble(context, {
      operatorToken,
      rateLimits: config.rateLimits,
      metrics,
      sender,
      log,
      phase: () => phase,
      servesOperators: (socket) => config.adminPort === null || adminPort.has(socket),
      publicUrl: config.publicUrl,
      securityContact: config.securityContact,
      onLiveWrite: () => liveJobs?.poke(),
      startSandboxJobs: (sandbox, partnerId) =>
        startSandboxJobs(loop, sandbox, sender, partnerId, logger.child({ sandbox: partnerId }), config.retention),
    });
    try {
      await assembly.app.ready();
      const { server } = assembly.app;
      const url = urlOf(await listen(server, main).catch(explainListen(main)));
      const adminUrl = admin && urlOf(await adminPort.open(server, admin).catch(explainListen(admin)));
      const demo = await demoOfNewDatabase(context, config);
      const token = demo?.invitation ?? (config.demo ? await inviteDemoManager(context) : null);
      liveJobs = startLiveJobs(loop, context, sender, logger, [...clock.jobs, ...assembly.jobs], config.retention);
      phase = 'serving';
      return {
        url,
        adminUrl,
        operatorTokenFile: config.operatorToken === null ? operatorTokenPath(config.dataDirectory) : null,
        demo,
        invitation: token === null ? null : `${config.publicUrl?.origin ?? url}/j#${token}`,
        stop: stopOnce(tracer, assembly, adminPort, liveJobs, database, logger, async () => {
          phase = 'stopping';
          if (config.drainSeconds === 0) return;
          logger.info(`stopping: requests are accepted for ${config.drainSeconds} s more`);
          await sleep(config.drainSeconds * 1_000);
        }),
      };
    } catch (error) {
      await Promise.all([assembly.close(), adminPort.close()]);
      throw error;
    }
  } catch (error) {
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

/** A database counts as new until it has a partner. */
async function demoOfNewDatabase(context: Context, config: Config): Promise<Demo | null> {
  if (config.databaseUrl !== null || !config.demo || (await hasAnyPartner(context))) return null;
  return createDemo(context);
}

function stopOnce(
  tracer: Tracer | null,
  assembly: Assembly,
  adminPort: SecondPort,
  liveJobs: JobGroup,
  database: Database,
  logger: Logger,
  drain: () => Promise<void>,
): () => Promise<void> {
  let stopped: Promise<void> | undefined;
  const stop = async (): Promise<void> => {
    await drain();
    logger.info('stopping: waiting for requests in flight');
    const cutOff = setTimeout(() => assembly.app.server.closeAllConnections(), FINISH_TIMEOUT_MS);
    try {
      const stops = await Promise.allSettled([
        stopListening(assembly.app.server).then(() => assembly.close()),
        adminPort.close(),
        liveJobs.stop(),
      ]);
      for (const one of stops) if (one.status === 'rejected') throw one.reason;
    } finally {
      clearTimeout(cutOff);
      await database.close();
      await tracer?.close();
    }
    logger.info('stopped');
  };
  return () => {
    stopped ??= stop();
    return stopped;
  };
}

interface NamedAddress extends Address {
  readonly portName: 'PORT' | 'ADMIN_PORT';
  readonly hostName: 'HOST' | 'ADMIN_HOST';
}

function addressesOf({ host, port, adminHost, adminPort }: Config): {
  readonly main: NamedAddress;
  readonly admin: NamedAddress | null;
} {
  return {
    main: { host, port, portName: 'PORT', hostName: 'HOST' },
    admin:
      adminPort === null ? null : { host: adminHost, port: adminPort, portName: 'ADMIN_PORT', hostName: 'ADMIN_HOST' },
  };
}

/** Throws the error of `listen` as a sentence for the operator. */
function explainListen(address: NamedAddress): (error: NodeJS.ErrnoException) => never {
  return (error) => {
    throw new StartupError(whyNotListening(error, address), { cause: error });
  };
}

function whyNotListening(error: NodeJS.ErrnoException, { host, port, portName, hostName }: NamedAddress): string {
  switch (error.code) {
    case 'EADDRINUSE':
      return `port ${port} on ${host} is in use: stop the process that listens there, or set ${portName} to a free port`;
    case 'EACCES':
      return `this user may not listen on port ${port}: set ${portName} to 1024 or higher`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
    case 'EINVAL':
      return `${hostName} is "${host}", which is not an address of this machine: set 127.0.0.1, or 0.0.0.0 for all its addresses`;
    default:
      return `the service cannot listen on ${host} port ${port}: ${error.message}`;
  }
}

/** A URL that works on this machine: the wildcard addresses cannot be opened, so they become 127.0.0.1. */
function urlOf({ address, family, port }: AddressInfo): string {
  if (address === '0.0.0.0' || address === '::') return `http://127.0.0.1:${port}`;
  return family === 'IPv6' ? `http://[${address}]:${port}` : `http://${address}:${port}`;
}
