/**
 * A reference is used once: a voided match keeps it. So someone who undoes an import and imports the corrected file needs to know which
 * rows belong to voided matches, and can have them stored under new references.
 */
import type { Bandeja } from '@bandeja/client';
import type { RowResult } from './results.ts';
import { type ImportRow, isReady } from './rows.ts';
import { withReference } from './stored-matches.ts';

/** The references of the partner's voided matches, which are read when they are first needed. */
export class VoidedReferences {
  readonly #client: Bandeja;
  #references: Promise<ReadonlySet<string>> | undefined;

  constructor(client: Bandeja) {
    this.#client = client;
  }

  all(): Promise<ReadonlySet<string>> {
    this.#references ??= this.#read();
    return this.#references;
  }

  async #read(): Promise<ReadonlySet<string>> {
    const references = new Set<string>();
    const filters = { status: 'voided', limit: 100 } as const;
    for await (const match of this.#client.matches.list(filters)) references.add(match.external_ref);
    return references;
  }
}

/** A row whose match is voided gets the first of `m1~2`, `m1~3`, … that is not the reference of a voided match. */
export async function* withNewReferences(
  rows: AsyncIterable<ImportRow>,
  voided: VoidedReferences,
): AsyncGenerator<ImportRow> {
  const used = await voided.all();
  for await (const row of rows) yield isReady(row) ? withReference(row, freeReference(row.externalRef, used)) : row;
}

function freeReference(reference: string, used: ReadonlySet<string>): string {
  let free = reference;
  for (let number = 2; used.has(free); number++) free = `${reference}~${number}`;
  return free;
}

/** Marks rows that were not stored because the match with their reference is voided. */
export async function* withVoided(
  batches: AsyncIterable<readonly RowResult[]>,
  voided: VoidedReferences,
): AsyncGenerator<readonly RowResult[]> {
  for await (const results of batches) {
    const isUsed = results.some(hasUsedReference);
    const references = isUsed ? await voided.all() : new Set<string>();
    yield results.map((result) =>
      hasUsedReference(result) && references.has(result.externalRef) ? voidedResult(result) : result,
    );
  }
}

const hasUsedReference = ({ status }: RowResult): boolean => status === 'duplicate' || status === 'conflict';

function voidedResult(result: RowResult): RowResult {
  const content = result.status === 'conflict' ? ' It has other content.' : '';
  const detail = `The match with this reference is voided, so the row was not stored.${content} --replace-voided stores it under a new reference.`;
  return { ...result, status: 'voided', detail };
}
