import type { CallOptions } from '../connection.ts';
import type { Diagnosis, Operations } from '../generated/api.ts';
import { Noun } from './noun.ts';

/** The service itself. Needs no credential. */
export class Service extends Noun {
  /** Whether the process runs. */
  live(options?: CallOptions): Promise<Operations['GET /health/live']['answer']> {
    return this.connection.call('GET /health/live', {}, options);
  }

  /** Whether it can work. @throws {BandejaError} `not_ready` if it cannot */
  ready(options?: CallOptions): Promise<Operations['GET /health/ready']['answer']> {
    return this.connection.call('GET /health/ready', {}, options);
  }

  /** Its metrics in the text format of Prometheus. */
  metrics(options?: CallOptions): Promise<string> {
    return this.connection.call('GET /metrics', {}, options);
  }

  /** The description of its API, from which the types of this client are made. */
  openapi(options?: CallOptions): Promise<Readonly<Record<string, unknown>>> {
    return this.connection.call('GET /openapi.json', {}, options);
  }
}

/** The service as its operator sees it. */
export class OperatedService extends Service {
  /** Checks the service, with advice on each problem. */
  diagnosis(options?: CallOptions): Promise<Diagnosis> {
    return this.connection.call('GET /admin/v1/diagnosis', {}, options);
  }

  /** Copies the embedded database while the service works: a `.tar.gz`, to be written to a file as it comes. */
  backup({ signal }: CallOptions = {}): Promise<ReadableStream<Uint8Array>> {
    return this.connection.open('POST', '/admin/v1/backups', signal);
  }
}
