import type { ApiPromise, PagePromise } from '../api-promise.ts';
import type { IssuedNightLink, NightLinkPage, NightLinkSubmission } from '../generated/api.ts';
import type { CallOptions } from '../transport.ts';
import { Noun, type ReadOf } from './noun.ts';

/** Links to your planned nights, for phones and screens without a key. `withdraw` takes those to matches, too. */
export class Links extends Noun {
  /** Makes a link. Its token is only in this response. */
  create(ref: string, link: NightLinkSubmission, options?: CallOptions): ApiPromise<IssuedNightLink> {
    return this.call('POST /v1/sessions/{ref}/links', { path: { ref }, body: link }, options);
  }

  /** Lists the links of a night in order of creation. */
  list(ref: string, filters: ReadOf<'GET /v1/sessions/{ref}/links'> = {}): PagePromise<NightLinkPage> {
    return this.pages('GET /v1/sessions/{ref}/links', { ref }, filters);
  }

  /** Ends a link. */
  withdraw(id: string, options?: CallOptions): ApiPromise<void> {
    return this.callVoid('DELETE /v1/links/{id}', { path: { id } }, options);
  }
}
