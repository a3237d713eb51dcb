/**
 * `npm run bench:night`: what the phones of a club night cost. Phones poll a planned night through a link while its scores are entered and
 * another partner reads cards over one connection. Times with and without phones alternate, so that both see the same machine.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Plan } from '@bandeja/contract/plans';
import { Connection, getRequest, inTurn } from './connections.ts';
import { numberText, print, printProgress, quantile, tableOf, writeFigures } from './figures.ts';
import { readOptions } from './options.ts';
import { call, makePartners, registerPlayers } from './partners.ts';
import { processorMs } from './processes.ts';
import { runBench } from './run-bench.ts';
import { createSequence } from './sequence.ts';
import { THIS_CHECKOUT } from './subject.ts';
import { BATCH, matchOf } from './submissions.ts';

const HELP = `npm run bench:night -- [options]

  --phones N    phones that poll every five seconds, default 40
  --players N   players of the night, default 64
  --minutes N   with phones, and as long without, default 10
`;

const READERS = 40;
const MATCHES = 500;
/** How often a phone asks, as the night page does. */
const POLL_MS = 5_000;
/** How often a score is entered. */
const SCORE_MS = 10_000;
const WINDOW_MS = 30_000;
/** A pause between two cards, so that the partner adds little load. */
const PAUSE_MS = 20;
const REF = 'bench-night';

async function makeReader(url: string, key: string, usernames: readonly string[]): Promise<() => Buffer> {
  const random = createSequence(3);
  for (let first = 0; first < MATCHES; first += BATCH) {
    const matches = Array.from({ length: BATCH }, (_, index) => {
      const start = Math.floor(random() * (READERS - 4));
      return matchOf(usernames.slice(start, start + 4), Date.now() - (MATCHES - first - index) * 60_000);
    });
    await call(url, key, '/v1/matches/batch', { matches });
  }
  return inTurn(usernames.slice(0, READERS).map((username) => getRequest(`/v1/players/${username}/card`, key)));
}

/** A planned night, and its scores one after the other. */
class BenchNight {
  readonly #url: string;
  readonly #key: string;
  #plan: Plan;
  #next = 0;
  entered = 0;

  private constructor(url: string, key: string, plan: Plan) {
    this.#url = url;
    this.#key = key;
    this.#plan = plan;
  }

  static async open(url: string, key: string, usernames: readonly string[]): Promise<BenchNight> {
    const body = {
      revision: null,
      format: 'americano',
      players: usernames.map((username) => ({ username })),
      courts: Math.min(16, Math.floor(usernames.length / 4)),
      rounds: 40,
      scoring: 'points',
      points_per_match: 24,
    };
    await call(url, key, `/v1/sessions/${REF}/plan`, body, 'PUT');
    return new BenchNight(url, key, await BenchNight.#openRound(url, key, 1));
  }

  static #openRound(url: string, key: string, round: number): Promise<Plan> {
    return call<Plan>(url, key, `/v1/sessions/${REF}/plan/rounds/${round}/open`, {});
  }

  /** Enters the score of the next court, and opens the next round after the last. */
  async enter(): Promise<void> {
    const courts = this.#plan.rounds[0]?.courts.length ?? 1;
    const round = Math.floor(this.#next / courts) + 1;
    if (round > 1 && this.#next % courts === 0) {
      this.#plan = await BenchNight.#openRound(this.#url, this.#key, round);
    }
    const court = this.#plan.rounds[round - 1]?.courts[this.#next % courts];
    if (court === undefined) return;
    this.#next += 1;
    const set = { set_number: 1, team_a_games: 15, team_b_games: 9 };
    const body = { seen: null, players: { A: court.team_a, B: court.team_b }, set_scores: [set] };
    await call(
      this.#url,
      this.#key,
      `/v1/sessions/${REF}/plan/rounds/${round}/courts/${court.court}/result`,
      body,
      'PUT',
    );
    this.entered += 1;
  }
}

interface Polls {
  whole: number;
  unchanged: number;
  failed: number;
  bytes: number;
  readonly times: number[];
}

/** Asks for the night until it is stopped, with the tag of the last answer, as the cache of a browser does. */
async function poll(url: string, token: string, delayMs: number, polls: Polls, stopped: AbortSignal): Promise<void> {
  let tag = '';
  for (await sleep(delayMs); !stopped.aborted; await sleep(POLL_MS)) {
    const sentAt = performance.now();
    const headers = { authorization: `Bearer ${token}`, ...(tag === '' ? {} : { 'if-none-match': tag }) };
    // As browsers do: the service may close an idle connection just when it is used again.
    const send = () => fetch(`${url}/v1/night`, { headers });
    const answer = await send().catch(send);
    const body = await answer.arrayBuffer();
    polls.times.push(performance.now() - sentAt);
    if (answer.status === 200) polls.whole += 1;
    else if (answer.status === 304) polls.unchanged += 1;
    else polls.failed += 1;
    polls.bytes = Math.max(polls.bytes, body.byteLength);
    tag = answer.headers.get('etag') ?? tag;
  }
}

async function main(): Promise<void> {
  const values = readOptions(HELP, {
    phones: { type: 'string', default: '40' },
    players: { type: 'string', default: '64' },
    minutes: { type: 'string', default: '10' },
  });
  const [phones, players, minutes] = [Number(values.phones), Number(values.players), Number(values.minutes)];
  await runBench(2 * minutes + 5, async (setting) => {
    const subject = { name: 'service', directory: THIS_CHECKOUT, matches: MATCHES };
    const service = await setting.start(subject, { DATABASE_URL: await setting.emptyDatabase() });
    const { url, pid } = service;
    const [reader = '', club = ''] = await makePartners(url, 2, 'enterprise');
    const usernames = await registerPlayers(url, [club], Math.max(players, READERS));
    const nextCard = await makeReader(url, reader, usernames);
    const night = await BenchNight.open(url, club, usernames.slice(0, players));
    const { token } = await call<{ token: string }>(url, club, `/v1/sessions/${REF}/links`, { role: 'view' });
    const polls: Polls = { whole: 0, unchanged: 0, failed: 0, bytes: 0, times: [] };
    const sides = { alone: { times: [] as number[], ms: 0 }, phones: { times: [] as number[], ms: 0 } };
    const connection = await Connection.open(url);
    for (let window = 0; window < (2 * minutes * 60_000) / WINDOW_MS; window += 1) {
      const side = window % 2 === 0 ? sides.alone : sides.phones;
      const controller = new AbortController();
      const callers = side === sides.phones ? phones : 0;
      const polling = Array.from({ length: callers }, (_, index) =>
        poll(url, token, (index * POLL_MS) / phones, polls, controller.signal),
      );
      const [startedAt, usedBefore] = [performance.now(), processorMs(pid)];
      for (let scoredAt = startedAt; performance.now() - startedAt < WINDOW_MS; await sleep(PAUSE_MS)) {
        const sentAt = performance.now();
        await connection.send(nextCard());
        side.times.push(performance.now() - sentAt);
        // Scores are entered on both sides, so that these differ in the phones alone.
        if (performance.now() - scoredAt > SCORE_MS) {
          scoredAt = performance.now();
          await night.enter();
        }
      }
      side.ms += (processorMs(pid) - usedBefore) / (performance.now() - startedAt);
      controller.abort();
      await Promise.all(polling);
      printProgress(`${window + 1} of ${(2 * minutes * 60_000) / WINDOW_MS} windows`);
    }
    connection.close();
    const windows = (minutes * 60_000) / WINDOW_MS;
    const measured = Object.entries(sides).map(([name, { times, ms }]) => {
      const sorted = times.toSorted((a, b) => a - b);
      return { name, median: quantile(sorted, 0.5), p95: quantile(sorted, 0.95), processor: ms / windows };
    });
    const [alone] = measured;
    writeFigures('night', { options: values, measured, polls: { ...polls, times: undefined }, entered: night.entered });
    print(
      tableOf(
        ['cards of another partner', 'median, ms', '× alone', 'p95, ms', '× alone', 'processor of the service'],
        measured.map(({ name, median, p95, processor }) => [
          name === 'alone' ? 'alone' : `beside ${phones} phones`,
          numberText(median, 1),
          numberText(median / (alone?.median ?? Number.NaN), 2),
          numberText(p95, 1),
          numberText(p95 / (alone?.p95 ?? Number.NaN), 2),
          `${numberText(100 * processor, 1)} %`,
        ]),
      ),
    );
    const sorted = polls.times.toSorted((a, b) => a - b);
    print(
      `${numberText(polls.whole + polls.unchanged)} answers to phones, ${numberText(polls.unchanged)} of them unchanged, ${polls.failed} failed; ` +
        `median ${numberText(quantile(sorted, 0.5), 1)} ms, p95 ${numberText(quantile(sorted, 0.95), 1)} ms, ` +
        `at most ${numberText(polls.bytes)} bytes; ${night.entered} scores entered`,
    );
  });
}

await main();
