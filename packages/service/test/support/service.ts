/**
 * The service under test: the app that `main.js` runs, over a real database. Tests are kept apart by data: each takes a
 * fresh partner and fresh players, so they run in any order and beside each other, and files of one process share a service.
 *
 * ```ts
 * onEachEngine((engine) => {
 *   const service = useTestService({ engine });
 *   it('answers with the player', async () => {
 *     const partner = await service().freshPartner({ plan: 'pro' });
 *     const [ana] = await partner.freshPlayers(1);
 *     const { status, body } = await partner.request<Player>('GET', `/v1/players/${ana.username}`);
 *   });
 * });
 * ```
 */
import { randomBytes } from 'node:crypto';
import { after, before } from 'node:test';
import type { Plan } from '@bandeja/contract/account-enums';
import { type KeyMode, type KeyScope, scopes as scopesKnown } from '@bandeja/contract/account-enums';
import type { Player, Registration } from '@bandeja/contract/players';
import type { Database } from '@bandeja/postgres/database';
import { type Assembly, assemble } from '../../src/assemble.ts';
import { type Context, type KeyActor, type PartnerContext, serviceContext } from '../../src/context.ts';
import { DEFAULT_RATE_LIMITS, type RateLimits } from '../../src/http/admission/rate-limits.ts';
import type { App } from '../../src/http/route.ts';
import type { ServerOptions } from '../../src/http/server.ts';
import { issueKey } from '../../src/keys/keys.ts';
import { createPartner } from '../../src/partners/partners.ts';
import { registerPlayer } from '../../src/registrations/register.ts';
import type { Sandboxes } from '../../src/sandboxes/sandboxes.ts';
import type { Sender } from '../../src/webhooks/sender.ts';
import { injectTransport, socketTransport, TestClient, type Transport } from './client.ts';
import { keyActor } from './context.ts';
import { Contract } from './contract.ts';
import { openMigratedDatabase } from './database.ts';
import { chosenEngines, type Engine } from './engines.ts';
import { Shared } from './shared.ts';

export { type Answer, type PageBody, type ProblemBody, TestClient } from './client.ts';
export { type Engine, onEachEngine } from './engines.ts';

export const OPERATOR_TOKEN = 'operator-token-of-the-tests';

/** Options of a service that suites share if they are equal. */
interface SharedServiceOptions {
  /** Default: the first engine of this run. */
  readonly engine?: Engine;
  /** Listen on a real port, and send requests over it. Default: through `app.inject`. */
  readonly listen?: boolean;
  /** Units a minute by plan. Default: those of a service without the setting. */
  readonly rateLimits?: RateLimits | null;
}

export interface TestServiceOptions extends SharedServiceOptions {
  /** Sends test messages to webhook endpoints. */
  readonly sender?: Sender;
  /** Default: nothing is logged. */
  readonly log?: ServerOptions['log'];
  /** Stops the clock of caches and rate limits: only `advance` moves it. */
  readonly isClockStopped?: boolean;
}

/**
 * A service that no other suite has: for tests that change what is there for all (the clock, calibrations, tasks, all
 * ratings), that say how much there is in all, or that leave very much behind.
 */
interface OwnServiceOptions extends TestServiceOptions {
  readonly isOwn: true;
}

export interface FreshPartnerOptions {
  /** Default: enterprise. */
  readonly plan?: Plan;
  /** Default: all of them. */
  readonly scopes?: readonly KeyScope[];
  /** The mode of its key. Default: live, unless `TEST_MODE=test` runs the tests in sandboxes. */
  readonly mode?: KeyMode;
}

/** The transport of requests, and the contract that checks the responses. */
interface WayIn {
  readonly transport: Transport;
  readonly contract: Contract;
}

/** A partner for a single test. It sends requests with its own key. */
export class TestPartner extends TestClient {
  readonly id: string;
  readonly keyId: string;
  readonly actor: KeyActor;
  /** The context of its calls, for tests that call verbs directly. */
  readonly context: PartnerContext;

  constructor(way: WayIn, context: Context, actor: KeyActor, key: string) {
    super(way.transport, way.contract, key);
    this.id = actor.partnerId;
    this.keyId = actor.keyId;
    this.actor = actor;
    this.context = { ...context, actor };
  }

  /** Registers players of this partner with new usernames, public by default. */
  async freshPlayers(count: number, registration: Partial<Registration> = {}): Promise<Player[]> {
    const players: Player[] = [];
    for (let index = 0; index < count; index += 1) {
      const { player: registered } = await registerPlayer(this.context, {
        username: freshName('player'),
        display_name: null,
        country_code: null,
        profile_is_public: true,
        roster_slug: null,
        ...registration,
      });
      const { rosters: _, registered_by_you: __, ...player } = registered;
      players.push(player);
    }
    return players;
  }
}

let counter = 0;

/** A unique name, fit for a username, a slug or a reference. */
export function freshName(kind: string): string {
  counter += 1;
  return `${kind}-${counter.toString(36)}-${randomBytes(4).toString('hex')}`;
}

/** A name of the same length that is not in use. */
export const absentName = (name: string): string => `${name.slice(0, -4)}gone`;

export interface TestService {
  readonly engine: Engine;
  readonly database: Database;
  readonly context: Context;
  readonly app: App;
  /** Base address where it listens; null when requests go through `app.inject`. */
  readonly url: string | null;
  /** Calls without any credentials. */
  readonly nobody: TestClient;
  /** Calls with the operator token. */
  readonly operator: TestClient;
  readonly sandboxes: Sandboxes;
  freshPartner(options?: FreshPartnerOptions): Promise<TestPartner>;
  /** Moves the service's clock ahead, also that by which its caches age. @throws if the service is not the suite's own. */
  advance(ms: number): void;
  stop(): Promise<void>;
}

/** Boots the service over a fresh database. The caller stops it. */
export async function startTestService(options: TestServiceOptions = {}): Promise<TestService> {
  const { engine = chosenEngines()[0], rateLimits = DEFAULT_RATE_LIMITS } = options;
  const database = await openMigratedDatabase(engine);
  let aheadMs = 0;
  const context: Context = serviceContext(database, () => Date.now() + aheadMs);
  const elapsedMs = (): number => (options.isClockStopped === true ? 0 : performance.now()) + aheadMs;
  const assembly = assemble(context, {
    operatorToken: OPERATOR_TOKEN,
    rateLimits,
    log: options.log ?? 'silent',
    elapsedMs,
    ...(options.sender === undefined ? {} : { sender: options.sender }),
  });
  const { app } = assembly;
  const url = options.listen === true ? await app.listen({ host: '127.0.0.1', port: 0 }) : null;
  const transport = url === null ? injectTransport(app) : socketTransport(url);
  const way: WayIn = { transport, contract: await readContract(transport) };
  return {
    engine,
    database,
    context,
    app,
    url,
    nobody: new TestClient(way.transport, way.contract, null),
    operator: new TestClient(way.transport, way.contract, OPERATOR_TOKEN),
    sandboxes: assembly.sandboxes,
    freshPartner: (wishes) => freshPartner(way, context, assembly, wishes),
    advance: (ms) => {
      aheadMs += ms;
    },
    async stop() {
      await assembly.close();
      await database.close();
    },
  };
}

const shared = new Map<string, Shared<TestService>>();

/**
 * Gives the tests of the present suite a service. All suites of the process that want the same get the same one, unless they
 * want their own: a start takes longer than most files.
 */
export function useTestService(
  wishes: (SharedServiceOptions & { readonly isOwn?: false }) | OwnServiceOptions = {},
): () => TestService {
  const { isOwn = false, ...options } = wishes;
  const { engine = chosenEngines()[0], listen = false, rateLimits } = options;
  const wanted = JSON.stringify([engine, listen, rateLimits]);
  const source = (isOwn ? undefined : shared.get(wanted)) ?? new Shared(() => startTestService(options));
  if (!isOwn) shared.set(wanted, source);
  source.announce();
  let service: TestService | undefined;
  before(async () => {
    const started = await source.take();
    service = isOwn ? started : { ...started, advance: refuseToAdvance };
  });
  after(() => source.giveBack());
  return () => {
    if (service === undefined) throw new Error('the service is available only inside tests and hooks');
    return service;
  };
}

const refuseToAdvance = (): never => {
  throw new Error('the clock of a shared service cannot be advanced: use a service with isOwn');
};

async function readContract(transport: Transport): Promise<Contract> {
  const answer = await transport({ method: 'GET', url: '/openapi.json', headers: {}, payload: undefined });
  if (answer.status !== 200) throw new Error(`/openapi.json answered ${answer.status}: ${answer.text}`);
  contract ??= { text: answer.text, contract: new Contract(JSON.parse(answer.text)) };
  return answer.text === contract.text ? contract.contract : new Contract(JSON.parse(answer.text));
}

/** Services of a process have the same document, whose schemas take long to compile. */
let contract: { readonly text: string; readonly contract: Contract } | undefined;

const usualMode: KeyMode = process.env['TEST_MODE'] === 'test' ? 'test' : 'live';

async function freshPartner(
  way: WayIn,
  context: Context,
  assembly: Assembly,
  wishes: FreshPartnerOptions = {},
): Promise<TestPartner> {
  const { plan = 'enterprise', scopes = scopesKnown, mode = usualMode } = wishes;
  const partner = await createPartner(context, { name: freshName('partner'), plan });
  const { id: keyId, key } = await issueKey(context, partner.id, { scopes: [...scopes], mode });
  const actor = keyActor({ partnerId: partner.id, keyId, mode, plan, scopes });
  return new TestPartner(way, mode === 'test' ? await assembly.sandboxes.enter(actor) : context, actor, key);
}
