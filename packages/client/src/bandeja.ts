import { Connection, type ConnectionOptions } from './connection.ts';
import { Audit } from './nouns/audit.ts';
import { Events } from './nouns/events.ts';
import { Matches } from './nouns/matches.ts';
import { Erasures, Keys, Partners, Ratings, Tasks, UsageOfKeys } from './nouns/operators.ts';
import { Players } from './nouns/players.ts';
import { Rosters } from './nouns/rosters.ts';
import { Sandbox } from './nouns/sandbox.ts';
import { OperatedService, Service } from './nouns/service.ts';
import { Sessions } from './nouns/sessions.ts';
import { Webhooks } from './nouns/webhooks.ts';

export interface BandejaOptions extends Omit<ConnectionOptions, 'token'> {
  /**
   * Your API key. It belongs on a server, never in an app or on a web page. Null: none, which is enough to ask how the service is. A
   * variable of the environment may be given as it is: if it is not set, the client says so.
   */
  readonly key: string | null | undefined;
}

/** The service as a partner sees it. */
export class Bandeja extends Connection {
  readonly matches = new Matches(this);
  readonly players = new Players(this);
  readonly rosters = new Rosters(this);
  readonly webhooks = new Webhooks(this);
  readonly sessions = new Sessions(this);
  readonly events = new Events(this);
  readonly audit = new Audit(this);
  readonly sandbox = new Sandbox(this);
  readonly service = new Service(this);

  /** @throws {TypeError} if the address or the key cannot be one. */
  constructor({ key, ...options }: BandejaOptions) {
    super({ ...options, token: key });
  }
}

export interface BandejaOperatorOptions extends Omit<ConnectionOptions, 'token'> {
  readonly operatorToken: string | undefined;
}

/** The service as its operator sees it. */
export class BandejaOperator extends Connection {
  readonly partners = new Partners(this);
  readonly keys = new Keys(this);
  readonly erasures = new Erasures(this);
  readonly tasks = new Tasks(this);
  readonly ratings = new Ratings(this);
  readonly usage = new UsageOfKeys(this);
  readonly service = new OperatedService(this);

  /** @throws {TypeError} if the address or the token cannot be one. */
  constructor({ operatorToken, ...options }: BandejaOperatorOptions) {
    super({ ...options, token: operatorToken });
  }
}
