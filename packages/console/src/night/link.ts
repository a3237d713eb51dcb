/** The link that opened this page: reading its night, and entering results. */
import { type Api, BandejaError, BandejaNight } from '@bandeja/client';
import { useCallback, useEffect, useState } from 'react';
import { language } from '../language.ts';
import { resultSubmission } from '../results/court.ts';
import { Device } from '../results/device.ts';
import { Engine, type OpenNight } from '../results/engine.ts';
import type { Entry } from '../results/entries.ts';
import { useReading } from '../results/hooks.ts';
import { answerOf } from '../results/problem.ts';
import { Reader, type Reading } from '../results/reader.ts';
import { setClock } from './clock.ts';
import { forgetOwnPlayer } from './own-player.ts';

/** The token in the address; null without one. It stays there, so that a reload and a bookmark work. */
export function readToken(): string | null {
  const token = location.hash.slice(1);
  return /^[\x21-\x7e]+$/.test(token) ? token : null;
}

/** Whether a link can no longer be used. */
export const isEnded = (error: unknown): boolean =>
  error instanceof BandejaError && (error.status === 401 || error.code === 'plan_not_found');

export interface OpenLink extends OpenNight {
  /** To share: the same night with the same rights. */
  readonly url: string;
  /** The same night for a screen on the wall. */
  readonly tvUrl: string;
  readonly client: BandejaNight;
  readonly reader: Reader<Api.Night>;
}

/** Begins to send what an earlier page kept. */
export function openLink(token: string): OpenLink {
  const client = new BandejaNight({
    baseUrl: location.origin,
    linkToken: token,
    language,
    // The reader polls, and the sender repeats.
    retries: 0,
    timeout: 10_000,
    async fetch(address, options) {
      const response = await fetch(address, options);
      setClock(response.headers);
      return response;
    },
  });
  const device = new Device();
  // Only the end of the token is kept, which differs between links.
  const night = `link:${token.slice(-8)}`;
  async function send({ round, court, result, seen }: Entry): Promise<Api.NightResult> {
    if (result === null) throw new Error('a link removes no result');
    const stored = await client.putResult(round, court.court, resultSubmission(result, court, seen));
    return { ...stored.result, by: 'link' };
  }
  const engine = new Engine({
    storage: device,
    owner: night,
    ownerName: () => null,
    send: (entry) => answerOf(send(entry)),
    onRefused: () => void reader.read(),
    canRemove: false,
  });
  const reader = new Reader<Api.Night>({
    read: (signal) => client.get({ signal }),
    kept: () => device.read(night),
    keep: (shown) => void device.keep(night, shown),
    onAnswer: () => engine.sender.wakeAfterAnswer(),
    endedBy(error) {
      if (!isEnded(error)) return false;
      // A page that is loaded again must not show its night.
      void device.forget((key) => key === night);
      forgetOwnPlayer(night);
      return true;
    },
  });
  addEventListener('online', () => engine.sender.wake());
  engine.outbox.onStored((stored) => {
    if (stored.night === night) reader.showResult(stored.round, stored.court.court, stored.result);
  });
  return {
    url: `${location.origin}/n#${token}`,
    tvUrl: `/console/night?tv#${token}`,
    client,
    engine,
    night,
    reader,
    refresh: () => void reader.read(),
  };
}

export const useNight = ({ reader }: OpenLink): Reading<Api.Night> => useReading(reader);

interface FetchedAnswer<T> {
  readonly data: T | undefined;
  readonly error: unknown;
  readonly dataUpdatedAt: number;
}

/** The answer to a request. @param read the same function until another answer is needed */
export function useAnswer<T>(read: (signal: AbortSignal) => Promise<T>) {
  const [answer, setAnswer] = useState<FetchedAnswer<T>>({ data: undefined, error: null, dataUpdatedAt: 0 });
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
