import type { ApiPromise, PagePromise } from '../api-promise.ts';
import type {
  Import,
  ImportBatch,
  ImportCheck,
  ImportedPlayerPage,
  ImportPage,
  ImportResults,
  ImportRowPage,
  ImportUndo,
  ImportUndoPreview,
  NewImport,
  Task,
} from '../generated/api.ts';
import type { CallOptions } from '../transport.ts';
import { Noun, type ReadOf } from './noun.ts';

/** Your imports of results from files. */
export class Imports extends Noun {
  /**
   * Opens an import, or returns the open one of the same `content_hash`. Without that hash, it is not repeated after a lost response.
   * @throws {BandejaError} `import_open` if that one has other options
   */
  open(opened: NewImport, options?: CallOptions): ApiPromise<Import> {
    return this.call('POST /v1/imports', { body: opened }, options);
  }

  /** Lists your imports, newest first. */
  list(filters: ReadOf<'GET /v1/imports'> = {}): PagePromise<ImportPage> {
    return this.pages('GET /v1/imports', {}, filters);
  }

  get(id: string, options?: CallOptions): ApiPromise<Import> {
    return this.call('GET /v1/imports/{id}', { path: { id } }, options);
  }

  /** Stores up to 25 rows with their players. A row that is rejected does not affect the others. */
  send(id: string, batch: ImportBatch, options?: CallOptions): ApiPromise<ImportResults> {
    return this.call('POST /v1/imports/{id}/rows', { path: { id }, body: batch }, options);
  }

  /** Returns what a new import would answer, and stores nothing. */
  check(batch: ImportCheck, options?: CallOptions): ApiPromise<ImportResults> {
    return this.call('POST /v1/imports/check', { body: batch }, options);
  }

  /** Closes an import: it takes no more rows. */
  close(id: string, options?: CallOptions): ApiPromise<Import> {
    return this.call('POST /v1/imports/{id}/close', { path: { id } }, options);
  }

  /** Returns what undoing an import would do. Nothing is stored. */
  previewUndo(id: string, undo: ImportUndo = {}, options?: CallOptions): ApiPromise<ImportUndoPreview> {
    const input = { path: { id }, query: { dry_run: true }, body: undo };
    return this.call('POST /v1/imports/{id}/undo', input, options) as ApiPromise<ImportUndoPreview>;
  }

  /** Closes an import and starts to void the matches that it created. Wait for the task with `tasks.wait`. */
  undo(id: string, undo: ImportUndo = {}, options?: CallOptions): ApiPromise<Task> {
    return this.call('POST /v1/imports/{id}/undo', { path: { id }, body: undo }, options) as ApiPromise<Task>;
  }

  /** Lists the rows of an import by line. */
  rows(id: string, filters: ReadOf<'GET /v1/imports/{id}/rows'> = {}): PagePromise<ImportRowPage> {
    return this.pages('GET /v1/imports/{id}/rows', { id }, filters);
  }

  /** Lists the players that stored rows of an import name by key. */
  players(id: string, filters: ReadOf<'GET /v1/imports/{id}/players'> = {}): PagePromise<ImportedPlayerPage> {
    return this.pages('GET /v1/imports/{id}/players', { id }, filters);
  }
}
