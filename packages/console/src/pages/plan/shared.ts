/** What the parts of a night share. */
import type { Api } from '@bandeja/client';
import { useState } from 'react';
import type { NameOf, Rules } from '../../results/court.ts';
import type { LastEntry } from '../../results/engine.ts';
import { type Court, type Entry, isSameResult, isSameSlot, type ResultEntry } from '../../results/entries.ts';
import { useEntries, waitingIn } from '../../results/hooks.ts';
import type { useLive } from './queries.ts';
import { openNight } from './results.ts';
import type { PlanChanges } from './useChange.ts';

export interface NightParts {
  readonly plan: Api.Plan;
  readonly live: ReturnType<typeof useLive>;
  readonly change: PlanChanges;
  readonly results: ReturnType<typeof useResults>;
  readonly nameOf: NameOf;
}

export const rulesOf = ({ scoring, points_per_match, sets }: Api.Plan): Rules => ({
  scoring,
  points_per_match,
  sets: sets === 3 ? 3 : 1,
});

/** Entering results, and taking back the last one of this tab. */
export function useResults(ref: string, live: NightParts['live'], nameOf: NameOf) {
  const open = openNight(ref);
  const { waiting } = useEntries(open);
  const [last, setLast] = useState<LastEntry | null>(null);
  return {
    open,
    /** What shows and enters the results of a round. */
    inRound: (round: number) => ({
      nameOf,
      canRemove: true,
      isOffline: live.isOld,
      waiting: waitingIn(waiting, round),
      onEntry: (court: Court, result: ResultEntry | null, over: Entry | null) =>
        setLast(open.engine.enter({ night: open.night, round, court, result, nameOf, over })),
    }),
    last,
    /** Whether the court still has the last entry, or the entry still waits. */
    isLast({ entry }: LastEntry, court: Court): boolean {
      const waits = waiting.find((one) => isSameSlot(one, entry));
      return isSameResult(entry.result, waits === undefined ? court.result : waits.result);
    },
    /** Restores what the court had before. That can be taken back in turn. */
    undo({ entry, before }: LastEntry, court: Court): void {
      setLast(open.engine.enter({ ...entry, court, result: before, nameOf, over: entry }));
    },
  };
}
