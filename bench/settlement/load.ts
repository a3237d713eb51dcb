/** Submissions at a steady pace, whatever the answers take: what a service sees of the world outside. */
import { quantile } from '../load.ts';
import type { Population } from '../seed/population.ts';

export interface Latencies {
  readonly count: number;
  /** Ms from when the submission was due until its answer. */
  readonly p50: number;
  readonly p99: number;
  readonly max: number;
}

/** Four players of a population that everybody may submit, by index: every fourth is private. */
function fourOf({ playerIds }: Population, seed: number): string[] {
  const publicPlayers = Math.floor(playerIds.length / 4) * 3;
  const at = (step: number): string => {
    const number = (seed * 7919 + step * 104_729) % publicPlayers;
    return playerIds[number + Math.floor(number / 3)] ?? '';
  };
  return [at(0), at(1), at(2), at(3)];
}

/** A submission of four players; its reference is used once. */
export function submissionOf(population: Population, reference: string, seed: number, playedAt: number): object {
  return matchOf(fourOf(population, seed), reference, playedAt);
}

/** A submission of these four, by their ids: the first two have won. */
export function matchOf(playerIds: readonly string[], reference: string, playedAt: number): object {
  return {
    external_ref: reference,
    played_at: new Date(playedAt).toISOString(),
    winning_team: 'A',
    trust_tier: 'partner_attested',
    participants: playerIds.map((id, slot) => ({ profile_id: id, team: slot < 2 ? 'A' : 'B' })),
    set_scores: [
      { set_number: 1, team_a_games: 6, team_b_games: 4 },
      { set_number: 2, team_a_games: 6, team_b_games: 3 },
    ],
  };
}

export async function post(
  url: string,
  key: string,
  path: string,
  body: unknown,
): Promise<{ status: number; body: unknown }> {
  const answer = await fetch(`${url}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return { status: answer.status, body: await answer.json() };
}

/** Submits matches that were just played until it is told to stop. */
export class SteadyLoad {
  readonly #times: number[] = [];
  readonly #pending = new Set<Promise<void>>();
  #isStopped = false;
  #sent = 0;
  readonly #running: Promise<void>;

  /** @param perSecond how many a second, by these partners in turn. */
  constructor(url: string, population: Population, keys: readonly string[], perSecond: number) {
    this.#running = this.#run(url, population, keys, perSecond);
  }

  async #run(url: string, population: Population, keys: readonly string[], perSecond: number): Promise<void> {
    const startedAt = performance.now();
    while (!this.#isStopped) {
      const dueAt = startedAt + (this.#sent * 1000) / perSecond;
      const wait = dueAt - performance.now();
      if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
      this.#sent += 1;
      const seed = Date.now() % 1_000_003;
      const body = submissionOf(population, `live-${Date.now()}-${this.#sent}`, seed, Date.now());
      const sending = post(url, keys[this.#sent % keys.length] ?? '', '/v1/matches', body).then(({ status }) => {
        // Four of the same seed may come up twice within a millisecond; whatever else goes wrong is a fault.
        if (status !== 201) throw new Error(`a submission was answered with ${status}`);
        this.#times.push(performance.now() - dueAt);
      });
      this.#pending.add(sending);
      void sending.finally(() => this.#pending.delete(sending)).catch(() => {});
    }
    await Promise.all(this.#pending);
  }

  async stop(): Promise<Latencies> {
    this.#isStopped = true;
    await this.#running;
    const sorted = this.#times.sort((a, b) => a - b);
    return { count: sorted.length, p50: quantile(sorted, 0.5), p99: quantile(sorted, 0.99), max: quantile(sorted, 1) };
  }
}
