/** What partner A does while the drill "neighbour" watches partner B. */
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type Answer,
  getRequest,
  inTurn,
  type NextRequest,
  postRequest,
  runCount,
  runFor,
} from '../bench/connections.ts';
import {
  amendmentsOf,
  chainOf,
  type Group,
  makeGroups,
  playInOrder,
  registerGroup,
  withMethod,
} from '../bench/groups.ts';
import { call, makePartners } from '../bench/partners.ts';
import { BATCH, matchOf } from '../bench/submissions.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** More than a request settles itself. */
const CHAINED = 350;
const LATE_A_SECOND = 2.5;
const GROUP_MATCHES = 10;
const GROUPS_EVERY_MS = 1_000;
const AMENDERS = 16;
const LONG_MATCHES = 8_000;
const LONG_PLAYERS = 40;
const SESSION_MATCHES = 1_000;
const SESSION = 'neighbour-long';
const READERS = 8;
const QUEUE_CONNECTIONS = 16;

/** What A was answered. */
export class Answers {
  readonly statuses = new Map<number, number>();
  settled = 0;
  settling = 0;

  readonly count = ({ status, body }: Answer): void => {
    this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1);
    // Searching is cheaper than parsing, and only matches have it more than once.
    if (body.includes('"rating_status":"settling"')) this.settling += 1;
    else if (body.includes('"rating_status":"settled"')) this.settled += 1;
  };

  get done(): number {
    return [...this.statuses].reduce((sum, [status, count]) => sum + (status < 300 ? count : 0), 0);
  }

  /** Such as "120 × 503", for responses other than successes. */
  get refused(): string {
    const others = [...this.statuses].filter(([status]) => status >= 300);
    return others.map(([status, count]) => `${count} × ${status}`).join(', ');
  }
}

/** A load that runs for some seconds. */
export type Load = (answers: Answers, seconds: number) => Promise<unknown>;

/** A partner and its players, and none of them plays with a player of B. */
export class Neighbour {
  readonly #url: string;
  readonly #name: string;
  readonly #key: string;
  readonly #newest = Date.now() - 2 * DAY_MS;
  #late = 0;

  private constructor(url: string, name: string, key: string) {
    this.#url = url;
    this.#name = name;
    this.#key = key;
  }

  static async open(url: string, name: string): Promise<Neighbour> {
    const [key = ''] = await makePartners(url, 1);
    return new Neighbour(url, name, key);
  }

  #players(group: string, count: number): Promise<string[]> {
    return registerGroup(this.#url, this.#key, `${this.#name}-${group}`, count);
  }

  #play(matches: readonly object[]): Promise<string[]> {
    return playInOrder(this.#url, this.#key, matches);
  }

  /** A match before all that its players have played, and after all earlier late ones. */
  #lateMatch(usernames: readonly string[]): Buffer {
    this.#late += 1;
    const playedAt = this.#newest - 20 * DAY_MS + this.#late * 1_000;
    return postRequest('/v1/matches', this.#key, matchOf(usernames.slice(0, 4), playedAt));
  }

  /** Late matches that reach more than a request settles itself. */
  async lateMatches(): Promise<Load> {
    const usernames = await this.#players('chained', 8);
    await this.#play(chainOf(usernames, CHAINED, this.#newest));
    return async (answers, seconds) => {
      const endsAt = performance.now() + seconds * 1_000;
      const sent: Promise<unknown>[] = [];
      for (; performance.now() < endsAt; await sleep(1_000 / LATE_A_SECOND)) {
        sent.push(runCount(this.#url, () => this.#lateMatch(usernames), 1, 1, answers.count));
      }
      await Promise.all(sent);
    };
  }

  /** Groups of four with a few matches each. */
  groups(count: number): Promise<Group[]> {
    const sizes = { prefix: `${this.#name}-group`, count, matches: GROUP_MATCHES, until: this.#newest };
    return makeGroups(this.#url, this.#key, sizes);
  }

  /** A late match of each group at the same time, again and again. */
  lateGroups(groups: readonly Group[]): Load {
    return async (answers, seconds) => {
      const endsAt = performance.now() + seconds * 1_000;
      for (; performance.now() < endsAt; await sleep(GROUPS_EVERY_MS)) {
        const requests = groups.map(({ usernames }) => this.#lateMatch(usernames));
        const next = inTurn(requests);
        await runCount(this.#url, next, groups.length, groups.length, answers.count);
      }
    };
  }

  /** Cards, one after the other, of a public player with thousands of matches. */
  async longCards(): Promise<Load> {
    const usernames = await this.#players('long', LONG_PLAYERS);
    const [long = '', ...others] = usernames;
    const matches = Array.from({ length: LONG_MATCHES }, (_, index) => {
      const three = [0, 1, 2].map((seat) => others[(index * 3 + seat) % others.length] ?? '');
      return matchOf([long, ...three], this.#newest - (LONG_MATCHES - index) * 15 * MINUTE_MS);
    });
    await this.#play(matches);
    const card = getRequest(`/v1/players/${long}/card`, this.#key);
    return (answers, seconds) => runFor(this.#url, () => card, READERS, seconds, answers.count);
  }

  /** Batches as fast as the service takes them, whose deliveries go to a receiver that never responds. */
  async queues(): Promise<Load> {
    const usernames = await this.#players('queue', 400);
    const receiver = await silentReceiver();
    await call(this.#url, this.#key, '/v1/webhook-endpoints', { url: receiver.url });
    let at = this.#newest;
    const next: NextRequest = () => {
      const matches = Array.from({ length: BATCH }, (_, index) => {
        at += 10;
        const first = (index * 4 + (at % 4) * 100) % 400;
        return matchOf(usernames.slice(first, first + 4), at);
      });
      return postRequest('/v1/matches/batch', this.#key, { matches });
    };
    return async (answers, seconds) => {
      try {
        await runFor(this.#url, next, QUEUE_CONNECTIONS, seconds, answers.count);
      } finally {
        receiver.stop();
      }
    };
  }

  /** Draws nights and opens their first rounds, and polls the state of a session with a thousand matches. */
  async nights(): Promise<Load> {
    const usernames = await this.#players('night', 40);
    await this.#play(chainOf(usernames, SESSION_MATCHES, this.#newest, { session_external_ref: SESSION }));
    const live = getRequest(`/v1/sessions/${SESSION}/live`, this.#key);
    const plan = {
      revision: null,
      format: 'americano',
      players: usernames.slice(0, 16).map((username) => ({ username })),
      courts: 4,
      rounds: 12,
      scoring: 'points',
      points_per_match: 24,
    };
    let nights = 0;
    const draw = (session: string): Buffer =>
      withMethod('PUT', postRequest(`/v1/sessions/${session}/plan`, this.#key, plan));
    const openRound = (session: string): Buffer =>
      postRequest(`/v1/sessions/${session}/plan/rounds/1/open`, this.#key, {});
    const inSession = inTurn([draw(SESSION), openRound(SESSION)]);
    await runCount(this.#url, inSession, 1, 2);
    const openNight: NextRequest = () => {
      nights += 1;
      return draw(`neighbour-${nights}`);
    };
    const drawAndOpen = inTurn([openNight, () => openRound(`neighbour-${nights}`)]);
    return (answers, seconds) =>
      Promise.all([
        runFor(this.#url, () => live, READERS, seconds, answers.count),
        runFor(this.#url, () => drawAndOpen()(), 1, seconds, answers.count),
      ]);
  }
}

/** Amends the first match of each group all the time, each group over its own connection. */
export function amendments(url: string, groups: readonly Group[]): Load {
  const nexts = groups.slice(0, AMENDERS).map(({ key, oldest }) => amendmentsOf(key, oldest));
  return (answers, seconds) => Promise.all(nexts.map((next) => runFor(url, next, 1, seconds, answers.count)));
}

/** A receiver that accepts connections and never responds. */
async function silentReceiver(): Promise<{ readonly url: string; stop(): void }> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => {}));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    stop() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
