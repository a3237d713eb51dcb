/** How stored matches differ from the rows that have their references. */
import type { Api } from '@bandeja/client';
import { type Difference, type DifferingPart, differencesOf, partNames } from './differences.ts';
import type { RowResult } from './results.ts';

/** A row in conflict, and what differs. */
export interface Conflict {
  readonly line: number;
  readonly external_ref: string;
  readonly existing_match_id: string | null;
  /** Empty if the stored match could not be read. */
  readonly differences: readonly Difference[];
}

/** Fields that a row may lack although the stored match has them: the row is that match. */
const optionalFields: Readonly<Partial<Record<DifferingPart, keyof Api.MatchSubmission>>> = {
  session: 'session_external_ref',
  venue: 'venue_label',
  competition: 'competition_type',
  minutes: 'duration_minutes',
};

/**
 * Compares rows in conflict with their stored matches. A row that only lacks fields of the match is a duplicate.
 * @param read returns null for a match that cannot be read
 * @param common the fields that all matches of the file have in common
 */
export async function* withDifferences(
  batches: AsyncIterable<readonly RowResult[]>,
  read: (id: string) => Promise<Api.Match | null>,
  common: Readonly<Record<string, unknown>>,
): AsyncGenerator<readonly RowResult[]> {
  for await (const results of batches) yield await Promise.all(results.map((result) => compared(result, read, common)));
}

async function compared(
  result: RowResult,
  read: (id: string) => Promise<Api.Match | null>,
  common: Readonly<Record<string, unknown>>,
): Promise<RowResult> {
  const stored = result.status !== 'conflict' || result.id === null ? null : await read(result.id);
  if (stored === null) return result;
  // A null inherits, as an absent member does.
  const own = Object.entries(result.sent ?? {}).filter(([, value]) => value !== null);
  // Only a valid submission can be in conflict.
  const row = { ...common, ...Object.fromEntries(own) } as Api.MatchSubmission;
  const differences = differencesOf(stored, row).filter(({ part }) => {
    const field = optionalFields[part];
    return field === undefined || row[field] !== undefined;
  });
  if (differences.length === 0) {
    const { sent: _, ...rest } = result;
    return { ...rest, status: 'duplicate', code: null, detail: null };
  }
  const names = differences.map(({ part }) => partNames[part]).join(', ');
  const detail = `The stored match with this reference differs: ${names}. The row was not stored.`;
  return { ...result, detail, differences };
}

/** Rows in conflict, as a summary has them. */
export function conflictsOf(results: readonly RowResult[]): readonly Conflict[] {
  return results.map(({ line, externalRef, id, differences = [] }) => {
    return { line, external_ref: externalRef, existing_match_id: id, differences };
  });
}
