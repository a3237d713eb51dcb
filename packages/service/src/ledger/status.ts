import { formatInstant } from '@bandeja/contract/instant';
import type { SettlementState } from '@bandeja/contract/ledger';
import type { Context } from '../context.ts';
import { comparePlaces, earliestPlace, type LedgerPlace } from '../history/place.ts';
import { type LedgerState, readLedgerState } from './state-store.ts';

/** Which ratings are final, and how far the settlement is. */
export async function getSettlementState({ database }: Context): Promise<SettlementState> {
  const { run, next, model_version } = await readLedgerState(database);
  return {
    rating_status: run === null && next === null ? 'settled' : 'settling',
    model_version,
    run: run && {
      settled_until: instantOf(run.position),
      started_at: formatInstant(run.started_at),
      matches_read: run.matches_read,
      matches_changed: run.matches_changed,
      is_rebuild: run.is_rebuild,
    },
    next: next && {
      settled_until: instantOf(next.after),
      due_at: next.due_at === null ? null : formatInstant(next.due_at),
      is_rebuild: next.is_rebuild,
    },
  };
}

/** How far behind the settlement is, for monitoring. */
export interface SettlementLag {
  /** The age of the earliest change that is not settled yet, ms; 0 if all are settled. */
  readonly lagMs: number;
  /** Matches read by the current run; null if there is none. */
  readonly matchesRead: number | null;
}

export async function getSettlementLag({ database }: Context): Promise<SettlementLag> {
  const { run, unsettled_ms: lag } = await readLedgerState(database);
  // Negative if the database's clock was set back.
  return { lagMs: Math.max(0, lag ?? 0), matchesRead: run?.matches_read ?? null };
}

/** The place before the whole history is before 1970, which the API never shows. */
const instantOf = ({ played_at }: LedgerPlace): string => formatInstant(Math.max(played_at, 0));

/** @returns a function that reports whether a place of the history is settled */
export function settledPart({ run, next }: Pick<LedgerState, 'run' | 'next'>): (place: LedgerPlace) => boolean {
  const end = earliestPlace([run?.position, next?.after].flatMap((place) => place ?? []));
  return (place) => end === undefined || comparePlaces(place, end) <= 0;
}
