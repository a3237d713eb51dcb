/** The link that opened this page: reading its night, and entering results. */
import { BandejaNight } from '@bandeja/client';
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import { language } from '../language.ts';
import { type Entry, newId, type Outbox } from './outbox/outbox.ts';
import { Sender } from './outbox/sender.ts';
import { Reader, type Reading } from './reader.ts';
import type { Court, NameOf, ResultEntry } from './results.ts';

/** The token in the address; null without one. It stays there, so that a reload and a bookmark work. */
export function readToken(): string | null {
  const token = location.hash.slice(1);
  return /^[\x21-\x7e]+$/.test(token) ? token : null;
}

export interface OpenLink {
  /** To share: the same night with the same rights. */
  readonly url: string;
  /** The same night for a screen on the wall. */
  readonly tvUrl: string;
  readonly client: BandejaNight;
  readonly outbox: Outbox;
  readonly reader: Reader;
  readonly sender: Sender;
}

/** Begins to read the night, and to send what an earlier page kept. */
export function openLink(token: string, outbox: Outbox): OpenLink {
  const client = new BandejaNight({
    baseUrl: location.origin,
    linkToken: token,
    language,
    // The reader polls, and the sender repeats.
    retries: 0,
    timeout: 10_000,
  });
  const reader = new Reader(client, outbox);
  const sender = new Sender({
    outbox,
    client,
    onStored: ({ round, court }, { result }) => reader.showResult(round, court.court, { ...result, by: 'link' }),
    onRefused: () => void reader.read(),
  });
  reader.subscribe(() => {
    if (reader.reading.error === null) sender.wakeAfterAnswer();
  });
  addEventListener('online', () => sender.wake());
  void reader.read();
  sender.wake();
  return { url: `${location.origin}/n#${token}`, tvUrl: `/console/night?tv#${token}`, client, outbox, reader, sender };
}

export const useNight = ({ reader }: OpenLink): Reading => useSyncExternalStore(reader.subscribe, () => reader.reading);

/** Entries that the service has not stored. */
export const useEntries = ({ outbox }: OpenLink): readonly Entry[] =>
  useSyncExternalStore(outbox.subscribe, () => outbox.entries);

interface Answer<T> {
  readonly data: T | undefined;
  readonly error: unknown;
  readonly dataUpdatedAt: number;
}

/** The answer to a request. @param read the same function until another answer is needed */
export function useAnswer<T>(read: (signal: AbortSignal) => Promise<T>) {
  const [answer, setAnswer] = useState<Answer<T>>({ data: undefined, error: null, dataUpdatedAt: 0 });
  const start = useCallback(() => {
    const running = new AbortController();
    read(running.signal).then(
      (data) => setAnswer({ data, error: null, dataUpdatedAt: Date.now() }),
      (error: unknown) => running.signal.aborted || setAnswer((before) => ({ ...before, error })),
    );
    return running;
  }, [read]);
  useEffect(() => {
    const running = start();
    return () => running.abort();
  }, [start]);
  return { ...answer, refetch: start };
}

interface NewEntry {
  readonly round: number;
  /** As the person saw it. */
  readonly court: Court;
  readonly entry: ResultEntry;
  readonly nameOf: NameOf;
}

/** Keeps an entry, then sends it. */
export async function enter({ outbox, sender }: OpenLink, { round, court, entry, nameOf }: NewEntry): Promise<void> {
  const names = Object.fromEntries([...court.team_a, ...court.team_b].map((number) => [number, nameOf(number)]));
  const seen = court.result?.revision ?? null;
  await outbox.put({ id: newId(), round, court, names, entry, seen, problem: null });
  sender.wake();
}
