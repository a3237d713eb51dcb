import { countHeldMatches, readHeldUntil } from '../../store/ledger/held-matches.ts';
import { type LedgerState, readLedgerState } from '../../store/ledger/ledger-state.ts';
import type { Context } from '../context.ts';
import { formatInstant } from '../instant.ts';
import { comparePlaces, earliestPlace, type LedgerPlace } from '../ratings/index.ts';
import { inManySnapshots } from './reading.ts';

/** What of the ratings is final, and what a settlement has to do yet. Instants as text. */
export interface SettlementStateView {
  /** `settled` when no rating is going to change by what was submitted so far. */
  readonly rating_status: 'settled' | 'settling';
  /** The model that the ledger is rated with. */
  readonly model_version: string;
  /** The run under way. */
  readonly run: {
    /** The instant of the last match whose rating is final. */
    readonly settled_until: string;
    readonly started_at: string;
    readonly matches_read: number;
    readonly matches_changed: number;
  } | null;
  /** What the next run has to settle: everything after an instant. */
  readonly owed: { readonly settled_until: string; readonly due_at: string } | null;
  /** Matches that wait outside the ledger for their partner's turn. */
  readonly held_matches: number;
  /** When the first of these partners has rested and its matches may be rated; null when none waits. */
  readonly held_until: string | null;
}

/** What of the ratings is final at this moment. */
export async function getSettlementState({ database }: Context): Promise<SettlementStateView> {
  return inManySnapshots(database)(async (transaction) => {
    const { run, owed, model_version } = await readLedgerState(transaction);
    const held_matches = await countHeldMatches(transaction);
    const heldUntil = await readHeldUntil(transaction);
    return {
      rating_status: run === null && owed === null && held_matches === 0 ? 'settled' : 'settling',
      model_version,
      run: run && {
        settled_until: formatInstant(run.settled_until.played_at),
        started_at: formatInstant(run.started_at),
        matches_read: run.matches_read,
        matches_changed: run.matches_changed,
      },
      owed: owed && {
        settled_until: formatInstant(owed.settled_until.played_at),
        due_at: formatInstant(owed.due_at),
      },
      held_matches,
      held_until: heldUntil === null ? null : formatInstant(heldUntil),
    };
  });
}

/** Tells places of the history whose ratings are final from those that a settlement will still change. */
export function settledPart({ run, owed }: Pick<LedgerState, 'run' | 'owed'>): (place: LedgerPlace) => boolean {
  const end = earliestPlace([run, owed].flatMap((part) => part?.settled_until ?? []));
  return (place) => end === undefined || comparePlaces(place, end) <= 0;
}
