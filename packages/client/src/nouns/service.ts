import type { ApiPromise } from '../api-promise.ts';
import type { Diagnosis, OwnKey, OwnPartner, OwnPartnerPatch, Scale } from '../generated/api.ts';
import type { AnswerOf, CallOptions } from '../transport.ts';
import { Noun } from './noun.ts';

/** The service itself. These methods need no credential. */
export class Service extends Noun {
  /** Checks that the process runs. */
  live(options?: CallOptions): ApiPromise<AnswerOf<'GET /health/live'>> {
    return this.call('GET /health/live', {}, options);
  }

  /** Checks that the service is ready. @throws {BandejaError} `not_ready` */
  ready(options?: CallOptions): ApiPromise<AnswerOf<'GET /health/ready'>> {
    return this.call('GET /health/ready', {}, options);
  }

  /** Returns the token of the link that a short code leads to. @throws {BandejaError} `short_code_not_found` */
  shortCode(code: string, options?: CallOptions): ApiPromise<AnswerOf<'POST /v1/night/short-code'>> {
    return this.call('POST /v1/night/short-code', { body: { code } }, options);
  }

  /** Returns the metrics in the text format of Prometheus. */
  metrics(options?: CallOptions): ApiPromise<string> {
    return this.call('GET /metrics', {}, options);
  }

  /** Returns the description of the API, from which the types of this client are generated. */
  openapi(options?: CallOptions): ApiPromise<Readonly<Record<string, unknown>>> {
    return this.call('GET /openapi.json', {}, options);
  }
}

/** The service as a partner sees it. */
export class PartnerService extends Service {
  /** Returns the partner, plan, mode and scopes of your key. */
  key(options?: CallOptions): ApiPromise<OwnKey> {
    return this.call('GET /v1/key', {}, options);
  }

  /** Returns your partner, with the time zone of its days. */
  partner(options?: CallOptions): ApiPromise<OwnPartner> {
    return this.call('GET /v1/partner', {}, options);
  }

  /** Changes the name or the time zone. Only managers that are signed in may: no key has the scope. */
  changePartner(changes: OwnPartnerPatch, options?: CallOptions): ApiPromise<OwnPartner> {
    return this.call('PATCH /v1/partner', { body: changes }, options);
  }

  /** Returns the scale on which scores are shown as levels. */
  scale(options?: CallOptions): ApiPromise<Scale> {
    return this.call('GET /v1/scale', {}, options);
  }
}

/** The service as its operator sees it. */
export class OperatedService extends Service {
  /** Checks the service, with advice on each problem. */
  diagnosis(options?: CallOptions): ApiPromise<Diagnosis> {
    return this.call('GET /admin/v1/diagnosis', {}, options);
  }

  /** Makes a backup of the embedded database while the service runs. @returns a `.tar.gz`. Write it to a file as it arrives. */
  backup({ signal }: Pick<CallOptions, 'signal'> = {}): Promise<ReadableStream<Uint8Array>> {
    return this.transport.open('POST', '/admin/v1/backups', signal);
  }
}
