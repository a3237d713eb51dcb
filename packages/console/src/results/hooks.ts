import { useSyncExternalStore } from 'react';
import type { OpenNight } from './engine.ts';
import { type Entry, isWaiting } from './entries.ts';
import type { Reader, Reading, ShownNight } from './reader.ts';

export const useReading = <Night extends ShownNight>(reader: Reader<Night>): Reading<Night> =>
  useSyncExternalStore(reader.subscribe, () => reader.reading);

/** The entries of a night that the service has not stored, by round and court. */
export function useEntries({ engine: { outbox, isOwn }, night }: OpenNight) {
  const all = useSyncExternalStore(outbox.subscribe, () => outbox.entries).filter((one) => one.night === night);
  const own = all.filter(isOwn);
  return {
    waiting: own.filter(isWaiting),
    refused: own.filter((one) => !isWaiting(one)),
    /** They wait until their owner is back. */
    ofOthers: all.filter((one) => !isOwn(one)),
  };
}

/** The entries of a round by court, to show them in place of its results. */
export const waitingIn = (waiting: readonly Entry[], round: number): ReadonlyMap<number, Entry> =>
  new Map(waiting.filter((one) => one.round === round).map((one) => [one.court.court, one]));
