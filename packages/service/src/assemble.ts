import { analysisRoutes } from './analysis/routes.ts';
import { auditRoutes } from './audit/routes.ts';
import { backupRoutes } from './backups/routes.ts';
import { cardRoutes } from './card/routes.ts';
import type { Context } from './context.ts';
import { diagnosisRoutes } from './diagnosis/routes.ts';
import { erasureRoutes } from './erasures/routes.ts';
import { readFeedLag } from './events/feed-store.ts';
import { eventRoutes } from './events/routes.ts';
import { explanationRoutes } from './explanation/routes.ts';
import { exportRoutes } from './exports/routes.ts';
import { limitLinks, limitPartners, type RateLimits } from './http/admission/rate-limits.ts';
import { openRequestQueues } from './http/admission/request-queues.ts';
import { buildApp } from './http/app.ts';
import type { App } from './http/route.ts';
import type { ServedRequest, SubmittedMatch } from './http/served-request.ts';
import type { ServerOptions } from './http/server.ts';
import type { Phase, Readiness } from './http/system-routes.ts';
import { importRoutes } from './imports/routes.ts';
import { type Keyring, openKeyring } from './keys/keyring.ts';
import { keyRoutes } from './keys/routes.ts';
import { linkFinder } from './links/authenticate.ts';
import { linkRoutes } from './links/routes.ts';
import { shortCodeRoutes } from './links/short-code-routes.ts';
import { codeReader } from './links/short-codes.ts';
import { historyRoutes } from './matches/history-routes.ts';
import { matchRoutes } from './matches/routes.ts';
import { mergeRoutes } from './merges/routes.ts';
import { Metrics } from './metrics/metrics.ts';
import { operatorFinder } from './operators/operators.ts';
import { operatorRoutes } from './operators/routes.ts';
import { partnerRoutes } from './partners/routes.ts';
import { invitedFinder, personFinder } from './people/authenticate.ts';
import { operatorPeopleRoutes } from './people/operator-routes.ts';
import { operatorSignInRoutes } from './people/operator-sign-in-routes.ts';
import { operatorSignInFinder } from './people/operator-sign-ins.ts';
import { passkeyRoutes } from './people/passkey-routes.ts';
import { peopleRoutes } from './people/routes.ts';
import { signInRoutes } from './people/sign-in-routes.ts';
import { planRoutes } from './plans/routes.ts';
import { playerRoutes } from './players/routes.ts';
import { progressRoutes } from './progress/routes.ts';
import { registrationRoutes } from './registrations/routes.ts';
import { leaderboardRoutes } from './rosters/leaderboard-routes.ts';
import { rosterRoutes } from './rosters/routes.ts';
import type { Job } from './runtime/job-loop.ts';
import { sandboxRoutes } from './sandboxes/routes.ts';
import { Sandboxes, type SandboxJobs } from './sandboxes/sandboxes.ts';
import { scaleRoutes } from './scale/routes.ts';
import { recapPictureRoutes } from './sessions/recap-picture-routes.ts';
import { sessionRoutes } from './sessions/routes.ts';
import { adminRatingRoutes } from './settlement/routes.ts';
import { getSettlementLag } from './settlement/status.ts';
import { operatorTaskRoutes, taskRoutes } from './tasks/routes.ts';
import { usageRoutes } from './usage/routes.ts';
import { UsageCounter } from './usage/usage-counter.ts';
import { readWebhookState } from './webhooks/endpoints-store.ts';
import { webhookRoutes } from './webhooks/routes.ts';
import { Sender } from './webhooks/sender.ts';
import { WriteQueuesByDatabase } from './write-queues.ts';

/** How long a readiness probe waits for the database. */
const READINESS_TIMEOUT_MS = 1_000;

/** A crash loses at most this much usage. */
const FLUSH_USAGE_EVERY_MS = 5_000;
const CLOSE_SANDBOXES_EVERY_MS = 30_000;

export interface AssemblyOptions extends ServerOptions {
  readonly operatorToken: string;
  /** A monotonic clock, ms. Default: the process's clock. */
  readonly elapsedMs?: () => number;
  /** Null: requests are not limited. */
  readonly rateLimits: RateLimits | null;
  /** Default: metrics without the memory and event loop of the process. */
  readonly metrics?: Metrics;
  /** Sends test messages to webhook endpoints. Default: a sender that refuses private addresses. */
  readonly sender?: Sender;
  /** The service is ready only while it is `serving`, the default. */
  readonly phase?: () => Phase;
  /** `PUBLIC_URL`. Default: the address of each request. */
  readonly publicUrl?: URL | null;
  /** `SECURITY_CONTACT`. Default: there is no `/.well-known/security.txt`. */
  readonly securityContact?: URL | null;
  /** Called when a request may have written to the live database. */
  readonly onLiveWrite?: () => void;
  /** Starts the background jobs of an open sandbox. Default: sandboxes have no jobs. */
  readonly startSandboxJobs?: (context: Context, partnerId: string) => SandboxJobs;
}

export interface Assembly {
  readonly app: App;
  readonly keyring: Keyring;
  readonly sandboxes: Sandboxes;
  /** The background jobs to run while the app serves. */
  readonly jobs: readonly Job[];
  /** Waits for requests in flight and writes the remaining usage. The database stays open. */
  close(): Promise<void>;
}

/** Builds the service over an open database. It does not listen yet. */
export function assemble(context: Context, options: AssemblyOptions): Assembly {
  const {
    operatorToken,
    rateLimits,
    elapsedMs,
    phase = () => 'serving',
    onLiveWrite = () => {},
    startSandboxJobs,
    publicUrl = null,
    ...server
  } = options;
  const { sender = new Sender({ allowPrivate: false }) } = options;
  const { engine } = context.database;
  const metrics = options.metrics ?? new Metrics({ engine });
  const usage = new UsageCounter(context);
  const requestQueues = openRequestQueues(engine);
  const health = async (): Promise<Readiness> => {
    const state = phase();
    return state === 'serving' ? context.database.health(READINESS_TIMEOUT_MS) : { state, upkeep: [] };
  };
  const keyring = openKeyring(context, elapsedMs);
  const log = (message: string) => (error: unknown) => app.log.error({ err: error }, message);
  const onFault = (what: string) => log(`a batch of ${what} failed; each is retried alone`);
  const queues = new WriteQueuesByDatabase();
  const live = queues.open(context, { onFault, onBatch: (matches) => metrics.countGroup(matches) });
  const sandboxes = new Sandboxes(context, {
    start: (sandbox, partnerId) => {
      const jobs = startSandboxJobs?.(sandbox, partnerId);
      const waiting = queues.open(sandbox, { onFault });
      return {
        poke: () => jobs?.poke(),
        stop: async () => void (await Promise.all([jobs?.stop(), waiting.idle()])),
      };
    },
    onFault: log('a sandbox could not be closed'),
    ...(elapsedMs === undefined ? {} : { elapsedMs }),
  });
  const findOperatorSignIn = operatorSignInFinder(context, operatorToken);
  const findLink = linkFinder(context, keyring, sandboxes);
  const app = buildApp({
    ...server,
    publicUrl,
    context,
    ...(elapsedMs === undefined ? {} : { elapsedMs }),
    ...(rateLimits && { ...limitPartners(rateLimits, elapsedMs), ...limitLinks(elapsedMs) }),
    requestQueues,
    enterSandbox: (actor) => sandboxes.enter(actor),
    authenticate: (token) => keyring.authenticate(token),
    findLink,
    findPerson: personFinder(context),
    findInvited: invitedFinder(context),
    findOperator: operatorFinder(context, operatorToken),
    findSignedInOperator: async (cookie) => (await findOperatorSignIn(cookie))?.operator ?? null,
    health,
    isStopping: () => phase() === 'stopping',
    metrics: () => metrics.text(),
    onServed: (served) => {
      count(served, metrics, usage);
      if (!mayHaveWritten(served)) return;
      const caller = served.actor ?? served.link;
      if (caller?.mode === 'test') sandboxes.poke(caller.partnerId);
      else onLiveWrite();
    },
    routes: [
      matchRoutes((call) => queues.of(call).submissions),
      auditRoutes,
      eventRoutes,
      explanationRoutes,
      sessionRoutes,
      planRoutes,
      linkRoutes,
      shortCodeRoutes(codeReader(context, async (token) => (await findLink(token)) !== null, elapsedMs)),
      recapPictureRoutes,
      erasureRoutes,
      playerRoutes,
      registrationRoutes(
        (call) => queues.of(call).registrations,
        (call) => queues.of(call).submissions,
      ),
      importRoutes((call) => queues.of(call).submissions),
      exportRoutes,
      historyRoutes,
      analysisRoutes,
      cardRoutes,
      progressRoutes,
      rosterRoutes,
      leaderboardRoutes,
      scaleRoutes,
      sandboxRoutes(sandboxes),
      partnerRoutes(() => keyring.forget()),
      keyRoutes(keyring),
      operatorRoutes,
      operatorSignInRoutes(context, findOperatorSignIn),
      peopleRoutes,
      operatorPeopleRoutes,
      signInRoutes(context),
      passkeyRoutes(context),
      webhookRoutes(sender),
      adminRatingRoutes,
      mergeRoutes,
      taskRoutes,
      operatorTaskRoutes,
      backupRoutes,
      usageRoutes(usage),
      diagnosisRoutes,
    ],
  });
  metrics.state.readFrom({
    health,
    database: context.database,
    queues: { submissions: live.submissions, registrations: live.registrations, requests: requestQueues.live },
    settlement: () => getSettlementLag(context),
    eventsLagMs: () => readFeedLag(context.database),
    webhooks: () => readWebhookState(context.database),
  });
  return {
    app,
    keyring,
    sandboxes,
    jobs: [
      { name: 'usage', everyMs: FLUSH_USAGE_EVERY_MS, run: () => usage.flush().then(() => 'idle') },
      {
        name: 'idle sandboxes',
        everyMs: CLOSE_SANDBOXES_EVERY_MS,
        run: () => sandboxes.closeIdle().then(() => 'idle'),
      },
    ],
    async close() {
      await app.close();
      await Promise.all([live.idle(), sandboxes.close()]);
      await usage.flush().catch(log('the last usage counts were not written'));
    },
  };
}

/** A request that its client abandoned may have written, too. */
const mayHaveWritten = ({ method, status }: ServedRequest): boolean =>
  method !== 'GET' && method !== 'HEAD' && (status === null || status < 400 || status >= 500);

/** Counts a finished request in the metrics and in the usage of its key or person. */
function count(served: ServedRequest, metrics: Metrics, usage: UsageCounter): void {
  const { method, route, status, code, ms, actor, units, submitted } = served;
  metrics.countRequest({ method, route: route ?? 'none', status, code, ms });
  if (actor === null) return;
  const isRateLimited = code === 'rate_limited';
  if (isRateLimited) metrics.countRateLimited(actor.plan);
  const matches = { created: 0, duplicate: 0, rejected: 0 };
  for (const { status: result } of submitted) matches[result] += 1;
  // The metric has no label for sandboxes, so their matches would look like live ones.
  if (actor.mode === 'live') for (const result of RESULTS) metrics.countMatches(result, matches[result]);
  usage.add(actor, {
    requests: 1,
    rate_limited: isRateLimited ? 1 : 0,
    units,
    matches_stored: matches.created,
    matches_duplicate: matches.duplicate,
    matches_rejected: matches.rejected,
  });
}

const RESULTS = ['created', 'duplicate', 'rejected'] as const satisfies readonly SubmittedMatch['status'][];
