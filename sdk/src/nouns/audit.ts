import type { CallOptions } from '../connection.ts';
import type { AuditEntry, AuditPage } from '../generated/api.ts';
import { entriesOf, type FiltersOf, type QueryOf } from '../pages.ts';
import { Noun } from './noun.ts';

/** Your whole audit chain: what happened to your matches, linked by hashes. */
export class Audit extends Noun {
  /** A page of the chain, in order. */
  list(query: QueryOf<'GET /v1/audit'> = {}, options?: CallOptions): Promise<AuditPage> {
    return this.connection.call('GET /v1/audit', { query }, options);
  }

  /** The whole chain in order, or what comes after an entry. */
  iterate(filters: FiltersOf<'GET /v1/audit'> = {}, options?: CallOptions): AsyncGenerator<AuditEntry, void> {
    return entriesOf((cursor) => this.list({ limit: 1000, ...filters, cursor }, options));
  }
}
