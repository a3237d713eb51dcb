/** Entering the results of courts. An entry that the service does not take is kept until the person decides. */
import { useState } from 'react';
import { bandeja, queryClient } from '../../api.ts';
import { type Problem, problemOf } from '../../night/problem.ts';
import { type Court, type ResultEntry, resultSubmission } from '../../night/results.ts';
import { liveKey, planKey } from './queries.ts';

interface Entry {
  readonly round: number;
  /** The court as the person saw it. */
  readonly court: Court;
  readonly entry: ResultEntry;
}

/** An entry that was stored, with the revision that its result then had. */
type StoredEntry = Entry & { readonly revision: number };

interface KeptEntry extends Entry {
  readonly problem: Problem | null;
  /** The result was to be removed. */
  readonly isRemoval: boolean;
  /** Sends the same again. */
  readonly again: () => void;
}

const keyOf = (round: number, court: number): string => `${round}.${court}`;

export function useResults(ref: string) {
  const [kept, setKept] = useState<ReadonlyMap<string, KeptEntry>>(new Map());
  const [last, setLast] = useState<StoredEntry | null>(null);

  const keep = (entry: KeptEntry) =>
    setKept((entries) => new Map(entries).set(keyOf(entry.round, entry.court.court), entry));
  const drop = ({ round, court }: Pick<Entry, 'round' | 'court'>) =>
    setKept((entries) => new Map([...entries].filter(([key]) => key !== keyOf(round, court.court))));

  /** The entry stays on the screen until the page has read it back, so that no number flickers. */
  async function attempt(entry: Entry, send: () => Promise<StoredEntry | null>, isRemoval = false): Promise<void> {
    const again = () => void attempt(entry, send, isRemoval);
    keep({ ...entry, problem: null, isRemoval, again });
    setLast(null);
    try {
      const stored = await send();
      await refresh();
      drop(entry);
      setLast(stored);
    } catch (error) {
      keep({ ...entry, problem: problemOf(error), isRemoval, again });
      void refresh();
    }
  }

  async function refresh(): Promise<void> {
    void queryClient.invalidateQueries({ queryKey: planKey(ref) });
    await queryClient.invalidateQueries({ queryKey: liveKey(ref) });
  }

  const put = ({ round, court, entry }: Entry, seen: number | null) =>
    bandeja().plans.putResult(ref, round, court.court, resultSubmission(entry, court, seen));

  /** @param seen the revision of the result that it replaces. Default: the one that the person saw */
  function enter(entry: Entry, seen = entry.court.result?.revision ?? null): void {
    void attempt(entry, async () => ({ ...entry, revision: (await put(entry, seen)).match.revision }));
  }

  function remove(entry: Entry): void {
    const send = () =>
      bandeja()
        .plans.removeResult(ref, entry.round, entry.court.court)
        .then(() => null);
    void attempt(entry, send, true);
  }

  return {
    kept,
    /** The last entry of this tab. */
    last,
    enter,
    remove,
    drop,
    /** Restores the result that the court had before an entry. */
    undo: (stored: StoredEntry) => {
      const before = stored.court.result;
      if (before === null) remove(stored);
      else
        void attempt({ ...stored, entry: before }, () =>
          put({ ...stored, entry: before }, stored.revision).then(() => null),
        );
    },
  };
}

export type Results = ReturnType<typeof useResults>;
