import type { ApiPromise, PagePromise } from '../api-promise.ts';
import type { Merge, MergedMatchPage, MergePage, MergePreview, NewMerge, Task } from '../generated/api.ts';
import type { CallOptions } from '../transport.ts';
import { Noun, type ReadOf } from './noun.ts';

/** Merges of two players who are one person. */
export class Merges extends Noun {
  /** Returns what a merge would do, and what would refuse it. Nothing is stored. */
  preview(merge: NewMerge, options?: CallOptions): ApiPromise<MergePreview> {
    return this.call('POST /v1/merges', { query: { dry_run: true }, body: merge }, options) as ApiPromise<MergePreview>;
  }

  /** Starts a merge. Wait for its `task` with `tasks.wait`. */
  start(merge: NewMerge, options?: CallOptions): ApiPromise<Merge> {
    return this.call('POST /v1/merges', { body: merge }, options) as ApiPromise<Merge>;
  }

  /** Lists your merges, newest first. */
  list(filters: ReadOf<'GET /v1/merges'> = {}): PagePromise<MergePage> {
    return this.pages('GET /v1/merges', {}, filters);
  }

  get(id: string, options?: CallOptions): ApiPromise<Merge> {
    return this.call('GET /v1/merges/{id}', { path: { id } }, options);
  }

  /** Lists the matches that a merge amended or left, in the order of play. */
  matches(id: string, filters: ReadOf<'GET /v1/merges/{id}/matches'> = {}): PagePromise<MergedMatchPage> {
    return this.pages('GET /v1/merges/{id}/matches', { id }, filters);
  }

  /** Starts to give the replaced player its matches and rosters back. */
  undo(id: string, options?: CallOptions): ApiPromise<Task> {
    return this.call('POST /v1/merges/{id}/undo', { path: { id } }, options);
  }
}
