import type { PagePromise } from '../api-promise.ts';
import type { AuditPage } from '../generated/api.ts';
import { Noun, type ReadOf } from './noun.ts';

/** The audit trail: every change of your matches, linked by hashes. */
export class Audit extends Noun {
  /** Lists the entries in order. */
  list(filters: ReadOf<'GET /v1/audit'> = {}): PagePromise<AuditPage> {
    return this.pages('GET /v1/audit', {}, filters);
  }
}
