/** The matches that an import created, to void them. */
import { type Api, type Bandeja, BandejaError } from '@bandeja/client';

/** A row of a report. */
export interface ReportedRow {
  readonly external_ref: string;
  /** Null in a file that has lost its ids. */
  readonly id: string | null;
}

/** The match of a row; null if there is none, or it has another reference. */
export async function matchOf(client: Bandeja, { id, external_ref }: ReportedRow): Promise<Api.Match | null> {
  // A reference alone could be that of a match from another import.
  if (id === null) return null;
  try {
    const match = await client.matches.get(id);
    return match.external_ref === external_ref ? match : null;
  } catch (error) {
    if (error instanceof BandejaError && error.code === 'match_not_found') return null;
    throw error;
  }
}

/** The fewer later matches a void finds, the fewer ratings it changes. */
export function newestFirst(one: Api.Match, other: Api.Match): number {
  return other.played_at.localeCompare(one.played_at) || other.id.localeCompare(one.id);
}
