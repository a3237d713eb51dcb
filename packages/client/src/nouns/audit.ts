import type { AuditEntry, AuditPage } from '../generated/api.ts';
import { entriesOf, type IterateOf, type ReadOf } from '../pages.ts';
import { Noun } from './noun.ts';

/** Your whole audit chain: what happened to your matches, linked by hashes. */
export class Audit extends Noun {
  /** A page of the chain, in order. */
  list({ signal, language, ...query }: ReadOf<'GET /v1/audit'> = {}): Promise<AuditPage> {
    return this.connection.call('GET /v1/audit', { query }, { signal, language });
  }

  /** The whole chain in order, or what comes after an entry. */
  iterate(filters: IterateOf<'GET /v1/audit'> = {}): AsyncGenerator<AuditEntry, void> {
    return entriesOf((cursor) => this.list({ limit: 1000, ...filters, cursor }));
  }
}
