import { ApiPromise } from './api-promise.ts';
import { Audit } from './nouns/audit.ts';
import { Events } from './nouns/events.ts';
import { Imports } from './nouns/imports.ts';
import { Links } from './nouns/links.ts';
import { Matches } from './nouns/matches.ts';
import { Merges } from './nouns/merges.ts';
import {
  Erasures,
  Keys,
  KeyUsage,
  OperatorSignIns,
  Operators,
  OperatorTasks,
  PartnerPeople,
  Partners,
  Ratings,
} from './nouns/operators.ts';
import { Passkeys } from './nouns/passkeys.ts';
import { People } from './nouns/people.ts';
import { Plans } from './nouns/plans.ts';
import { Players } from './nouns/players.ts';
import { Rosters } from './nouns/rosters.ts';
import { Sandbox } from './nouns/sandbox.ts';
import { OperatedService, PartnerService } from './nouns/service.ts';
import { Sessions } from './nouns/sessions.ts';
import { SignIns } from './nouns/sign-ins.ts';
import { Tasks } from './nouns/tasks.ts';
import { Webhooks } from './nouns/webhooks.ts';
import { type RequestOptions, Transport, type TransportOptions } from './transport.ts';

export interface BandejaOptions extends Omit<TransportOptions, 'token'> {
  /**
   * Your API key. Keep it on a server: never put it into an app or a web page. Null sends no key, which is enough for `service`. An
   * environment variable can be passed unchecked: if it is not set, the constructor throws.
   */
  readonly key: string | null | undefined;
}

/** The service as a partner sees it. */
export class Bandeja {
  readonly #transport: Transport;
  readonly matches: Matches;
  readonly imports: Imports;
  readonly players: Players;
  readonly rosters: Rosters;
  readonly webhooks: Webhooks;
  readonly sessions: Sessions;
  readonly plans: Plans;
  readonly links: Links;
  readonly events: Events;
  readonly audit: Audit;
  readonly people: People;
  readonly signIns: SignIns;
  readonly passkeys: Passkeys;
  readonly sandbox: Sandbox;
  readonly merges: Merges;
  readonly tasks: Tasks;
  readonly service: PartnerService;

  /** @throws {InvalidOptionError} for a missing or malformed address or key */
  constructor({ key, ...options }: BandejaOptions) {
    const transport = new Transport({ ...options, token: key });
    this.#transport = transport;
    this.matches = new Matches(transport);
    this.imports = new Imports(transport);
    this.players = new Players(transport);
    this.rosters = new Rosters(transport);
    this.webhooks = new Webhooks(transport);
    this.sessions = new Sessions(transport);
    this.plans = new Plans(transport);
    this.links = new Links(transport);
    this.events = new Events(transport);
    this.audit = new Audit(transport);
    this.people = new People(transport);
    this.signIns = new SignIns(transport);
    this.passkeys = new Passkeys(transport);
    this.sandbox = new Sandbox(transport);
    this.merges = new Merges(transport);
    this.tasks = new Tasks(transport);
    this.service = new PartnerService(transport);
  }

  /**
   * Sends any request, for operations that this version of the client does not know.
   * @param path without the service's address, such as `/v1/matches?limit=5`
   */
  request(method: string, path: string, options?: RequestOptions): ApiPromise<unknown> {
    return new ApiPromise(this.#transport.request(method, path, options));
  }
}

export interface BandejaOperatorOptions extends Omit<TransportOptions, 'token'> {
  /** Null in a page of the service: the browser sends the cookie of the sign-in, beside `Bandeja-Mode: live`. */
  readonly operatorToken: string | null | undefined;
}

/** The service as its operator sees it. */
export class BandejaOperator {
  readonly #transport: Transport;
  readonly partners: Partners;
  readonly keys: Keys;
  readonly people: PartnerPeople;
  readonly operators: Operators;
  readonly signIns: OperatorSignIns;
  readonly erasures: Erasures;
  readonly tasks: OperatorTasks;
  readonly ratings: Ratings;
  readonly usage: KeyUsage;
  readonly service: OperatedService;

  /** @throws {InvalidOptionError} for a missing or malformed address or token */
  constructor({ operatorToken, ...options }: BandejaOperatorOptions) {
    const transport = new Transport({ ...options, token: operatorToken });
    this.#transport = transport;
    this.partners = new Partners(transport);
    this.keys = new Keys(transport);
    this.people = new PartnerPeople(transport);
    this.operators = new Operators(transport);
    this.signIns = new OperatorSignIns(transport);
    this.erasures = new Erasures(transport);
    this.tasks = new OperatorTasks(transport);
    this.ratings = new Ratings(transport);
    this.usage = new KeyUsage(transport);
    this.service = new OperatedService(transport);
  }

  /** As {@link Bandeja.request}. */
  request(method: string, path: string, options?: RequestOptions): ApiPromise<unknown> {
    return new ApiPromise(this.#transport.request(method, path, options));
  }
}
