/** What a stranger and a supervisor notice: how long their requests take, one after the other. */
import { Connection, getRequest, inTurn, type NextRequest, postRequest } from '../connections.ts';
import { quantile } from '../figures.ts';
import { createSequence } from '../sequence.ts';
import { matchOf } from '../submissions.ts';
import type { Club } from './field.ts';

export const probeNames = ['profile', 'list', 'write', 'live'] as const;
export type ProbeName = (typeof probeNames)[number];

/** Ms. */
export interface Times {
  readonly median: number;
  readonly p95: number;
  /** Requests that were refused or cut off. */
  readonly failed: number;
}

/** Between two requests of a probe, so that the probes are no load themselves, ms. */
const PAUSE_MS = 15;

/** Sends all probes beside each other for so many seconds. */
export async function probe(url: string, club: Club, seconds: number): Promise<Record<ProbeName, Times>> {
  const random = createSequence(5);
  const profile = inTurn(club.usernames.map((username) => getRequest(`/v1/players/${username}`, club.key)));
  const requests: Readonly<Record<ProbeName, NextRequest>> = {
    profile,
    list: () => getRequest('/v1/matches', club.key),
    write: () => {
      const first = Math.floor(random() * (club.usernames.length - 4));
      return postRequest('/v1/matches', club.key, matchOf(club.usernames.slice(first, first + 4), Date.now()));
    },
    live: () => getRequest('/health/live', club.key),
  };
  const measured = probeNames.map(async (name) => [name, await timesOf(url, requests[name], seconds)]);
  return Object.fromEntries(await Promise.all(measured));
}

async function timesOf(url: string, next: NextRequest, seconds: number): Promise<Times> {
  const endsAt = performance.now() + seconds * 1000;
  const times: number[] = [];
  let failed = 0;
  let connection = await Connection.open(url);
  do {
    const sentAt = performance.now();
    try {
      await connection.send(next());
    } catch {
      failed += 1;
      connection.close();
      connection = await Connection.open(url);
    }
    times.push(performance.now() - sentAt);
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  } while (performance.now() < endsAt);
  connection.close();
  times.sort((a, b) => a - b);
  return { median: quantile(times, 0.5), p95: quantile(times, 0.95), failed };
}
