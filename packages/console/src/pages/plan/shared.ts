/** What the parts of a night share. */
import type { Api } from '@bandeja/client';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { texts } from '../../language.ts';
import { personNamesQuery } from '../../person-names.ts';
import type { NameOf } from '../../results/court.ts';
import type { LastEntry } from '../../results/engine.ts';
import { type Court, type Entry, isSameResult, isSameSlot, type ResultEntry } from '../../results/entries.ts';
import { useEntries, waitingIn } from '../../results/hooks.ts';
import type { useLive } from './queries.ts';
import { openNight } from './results.ts';
import type { PlanChanges } from './useChange.ts';

const t = texts('console.plan.shared');

export interface NightParts {
  readonly plan: Api.Plan;
  readonly live: ReturnType<typeof useLive>;
  readonly change: PlanChanges;
  readonly results: ReturnType<typeof useResults>;
  readonly nameOf: NameOf;
}

/** Returns the person or link that entered the result of a court; null for a program, and until the names are read. */
function useEnteredBy(plan: Api.Plan, live: NightParts['live']): (court: Api.PlanCourt) => string | null {
  const rounds = [...plan.rounds, live.data?.round ?? { courts: [] }];
  const ids = rounds.flatMap(({ courts }) => courts.flatMap(({ result }) => result?.person_id ?? []));
  const { data: names } = useQuery(personNamesQuery([...new Set(ids)].sort()));
  return ({ result }) => (result?.by === 'link' ? t('by_link') : (names?.get(result?.person_id ?? '') ?? null));
}

/** Entering results, and taking back the last one of this tab. */
export function useResults(plan: Api.Plan, live: NightParts['live'], nameOf: NameOf) {
  const open = openNight(plan.session_external_ref);
  const enteredBy = useEnteredBy(plan, live);
  const { waiting } = useEntries(open);
  const [last, setLast] = useState<LastEntry | null>(null);
  return {
    open,
    /** What shows and enters the results of a round. */
    inRound: (round: number) => ({
      nameOf,
      enteredBy,
      canRemove: true,
      isKept: (entry: Entry) => live.isOld && open.engine.outbox.isKept(entry),
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
