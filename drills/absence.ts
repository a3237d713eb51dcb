/**
 * `npm run drill:absence`: does the response time distinguish a private player from a player who does not exist?
 *
 * For every route that names a player, on both engines, it requests a private and an absent player in pairs, in random order, over
 * one connection. So it does with a look-up by an external id that only another partner has, and with registrations. A route passes if the 95 % bootstrap interval of the median difference contains 0 or stays within 0.15 ms. An
 * interval that contains 0 but is wider than 0.3 ms is undecided. The exit code is 1 unless every route passes.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, type IncomingHttpHeaders, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { createDatabase, startPostgres } from '@bandeja/postgres/test/support/postgres';
import { aMatch, four } from '@bandeja/service/test/support/matches';
import {
  type PlayerRoute,
  participantRoutes,
  playerRoutes,
  type RequestAbout,
  type Surroundings,
} from '@bandeja/service/test/support/player-routes';
import { type ServiceProcess, startServiceProcess } from '@bandeja/service/test/support/service-process';
import { readOptions } from '../bench/options.ts';

const OPERATOR_TOKEN = 'operator-token-of-the-drill';
const WITHIN_MS = 0.15;
/** A wider interval that contains 0 is undecided. */
const DECIDED_WITHIN_MS = 0.3;
const RESAMPLES = 2_000;
/** The number of private players with a match, and of absent names. With only one of each, caches would distort the times. */
const PLAYERS = 40;
const WARM_UP_PAIRS = 200;

const HELP = `npm run drill:absence -- [options]

  --pairs N      requests of each kind for a route, default 2000
  --route TEXT   only the routes with this text in their name
  --engine NAME  embedded or PostgreSQL; default both
`;

/** A route of the drill; `undo` lets the next request find the same state. */
interface DrilledRoute extends PlayerRoute {
  readonly undo?: (username: string) => RequestAbout;
}

const registration = (body: object): DrilledRoute => ({
  name: `POST /v1/players ${JSON.stringify(body)}`,
  status: 201,
  about: (username) => ({ method: 'POST', path: '/v1/players', body: { username, ...body } }),
  undo: (username) => ({ method: 'DELETE', path: `/v1/players/${username}` }),
});

const allRoutes: readonly DrilledRoute[] = [
  ...playerRoutes,
  ...participantRoutes,
  {
    name: 'GET /v1/players?external_id=',
    status: 200,
    about: (username) => ({ method: 'GET', path: `/v1/players?external_id=member:${username}` }),
  },
  registration({}),
  registration({ profile_is_public: false, roster_slug: 'night' }),
  registration({ profile_is_public: false, external_ids: [{ kind: 'member', value: 'of-nobody-else' }] }),
];

const print = (text: string): void => void process.stdout.write(`${text}\n`);

const values = readOptions(HELP, {
  pairs: { type: 'string', default: '2000' },
  route: { type: 'string', default: '' },
  engine: { type: 'string' },
});
const pairs = Number(values.pairs);
const routes = allRoutes.filter(({ name }) => name.includes(values.route));

interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  readonly ms: number;
}

class Caller {
  readonly #url: string;
  readonly #key: string;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 });

  constructor(url: string, key: string) {
    this.#url = url;
    this.#key = key;
  }

  async call(method: string, path: string, body?: unknown): Promise<Answer> {
    const payload = body === undefined ? undefined : JSON.stringify(body);
    return new Promise((resolve, reject) => {
      const startedAt = performance.now();
      const sent = request(
        `${this.#url}${path}`,
        {
          method,
          agent: this.#agent,
          headers: {
            authorization: `Bearer ${this.#key}`,
            'x-request-id': 'the-same',
            ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
          },
        },
        (answer) => {
          let text = '';
          answer.setEncoding('utf8').on('data', (part: string) => {
            text += part;
          });
          answer.on('end', () => {
            const { statusCode: status = 0, headers } = answer;
            resolve({ status, headers, text, ms: performance.now() - startedAt });
          });
        },
      );
      sent.on('error', reject);
      sent.end(payload);
    });
  }

  /** @throws if the status is none of these */
  async must(
    statuses: readonly number[],
    method: string,
    path: string,
    body?: unknown,
  ): Promise<{ id: string; key: string }> {
    const { status, text } = await this.call(method, path, body);
    if (!statuses.includes(status)) throw new Error(`${method} ${path} answered ${status}: ${text}`);
    return JSON.parse(text);
  }

  async must204(method: string, path: string): Promise<void> {
    const { status, text } = await this.call(method, path);
    if (status !== 204) throw new Error(`${method} ${path} answered ${status}: ${text}`);
  }

  close(): void {
    this.#agent.destroy();
  }
}

async function aPartner(operator: Caller, url: string, name: string): Promise<Caller> {
  const { id } = await operator.must([201], 'POST', '/admin/v1/partners', { name, plan: 'enterprise' });
  const scopes = ['write:matches', 'read:players', 'read:intelligence', 'write:players'];
  const { key } = await operator.must([201], 'POST', `/admin/v1/partners/${id}/keys`, { scopes });
  return new Caller(url, key);
}

const privateName = (index: number): string => `hidden-${String(index).padStart(3, '0')}`;
const absentName = (index: number): string => `absent-${String(index).padStart(3, '0')}`;

/** Creates private players with matches for one partner. @returns another partner without access, with players and a match */
async function prepare({ url }: ServiceProcess): Promise<{ stranger: Caller; surroundings: Surroundings }> {
  const operator = new Caller(url, OPERATOR_TOKEN);
  const owner = await aPartner(operator, url, 'Owner');
  for (let index = 0; index < PLAYERS; index += 1) {
    const player = { username: privateName(index), profile_is_public: false, roster_slug: 'night' };
    const external_ids = [{ kind: 'member', value: player.username }];
    await owner.must([200, 201], 'POST', '/v1/players', { ...player, external_ids });
  }
  for (let index = 0; index < PLAYERS; index += 1) {
    const names = [0, 1, 2, 3].map((step) => privateName((index + step) % PLAYERS));
    await owner.must([201], 'POST', '/v1/matches', aMatch({ participants: four(...names) }));
  }
  const stranger = await aPartner(operator, url, 'Stranger');
  await stranger.must([200, 201], 'PUT', '/v1/rosters/night');
  const seen = ['seen-0', 'seen-1', 'seen-2', 'seen-3'];
  for (const username of seen) await stranger.must([201], 'POST', '/v1/players', { username });
  const { id: matchId } = await stranger.must([201], 'POST', '/v1/matches', aMatch({ participants: four(...seen) }));
  operator.close();
  owner.close();
  return { stranger, surroundings: { others: seen.slice(0, 3), matchId } };
}

/** For each pair, the response time of the private player minus that of the absent player, in ms. */
async function differences(caller: Caller, route: DrilledRoute, surroundings: Surroundings): Promise<number[]> {
  const ask = async (username: string): Promise<Answer> => {
    const { method, path, body } = route.about(username, surroundings);
    const answer = await caller.call(method, path, body);
    const undo = route.undo?.(username);
    if (undo !== undefined) await caller.must204(undo.method, undo.path);
    // The name is repeated as it was sent, and every new player has a new id.
    const anonymous = (text: string): string => text.replaceAll(username, 'NAME').replaceAll(UUID, 'ID');
    const { location } = answer.headers;
    const headers = location === undefined ? answer.headers : { ...answer.headers, location: anonymous(location) };
    return { ...answer, headers, text: anonymous(answer.text) };
  };
  const found: number[] = [];
  for (let pair = -WARM_UP_PAIRS; pair < pairs; pair += 1) {
    const index = Math.floor(Math.random() * PLAYERS);
    const isPrivateFirst = Math.random() < 0.5;
    const first = await ask(isPrivateFirst ? privateName(index) : absentName(index));
    const second = await ask(isPrivateFirst ? absentName(index) : privateName(index));
    if (first.status !== route.status || !isDeepStrictEqual(bytesOf(first), bytesOf(second))) {
      const answers = JSON.stringify([bytesOf(first), bytesOf(second)]);
      throw new Error(`${route.name} answers differently, or not with ${route.status}: ${answers}`);
    }
    if (pair >= 0) found.push(isPrivateFirst ? first.ms - second.ms : second.ms - first.ms);
  }
  return found;
}

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

/** The parts of a response that must be equal. The date and the allowance that is left differ from one request to the next. */
function bytesOf({ status, headers: { date: _, ratelimit: __, ...headers }, text }: Answer): object {
  return { status, headers, text };
}

function medianOf(numbers: readonly number[]): number {
  const sorted = Float64Array.from(numbers).sort();
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/** The 95 % bootstrap interval of the median. */
function intervalOf(numbers: readonly number[]): readonly [low: number, high: number] {
  const medians = Array.from({ length: RESAMPLES }, () =>
    medianOf(numbers.map(() => numbers[Math.floor(Math.random() * numbers.length)] ?? 0)),
  ).sort((a, b) => a - b);
  return [medians[Math.floor(0.025 * RESAMPLES)] ?? 0, medians[Math.floor(0.975 * RESAMPLES)] ?? 0];
}

function outcomeOf(low: number, high: number): 'yes' | 'NO' | 'not decided' {
  const containsZero = low <= 0 && high >= 0;
  if (!containsZero && (low <= -WITHIN_MS || high >= WITHIN_MS)) return 'NO';
  return high - low > DECIDED_WITHIN_MS ? 'not decided' : 'yes';
}

async function drill(name: string, environment: Readonly<Record<string, string>>): Promise<void> {
  if ((values.engine ?? name) !== name) return;
  const service = await startServiceProcess({ environment: { OPERATOR_TOKEN, LOG_LEVEL: 'error', ...environment } });
  try {
    const { stranger, surroundings } = await prepare(service);
    for (const route of routes) {
      process.stderr.write(`${name}: ${route.name} …\n`);
      const found = await differences(stranger, route, surroundings);
      const [low, high] = intervalOf(found);
      const outcome = outcomeOf(low, high);
      if (outcome !== 'yes') process.exitCode = 1;
      const figures = `median ${medianOf(found).toFixed(4)} ms, 95 % interval ${low.toFixed(4)} to ${high.toFixed(4)}`;
      lines.push(`${outcome.padEnd('not decided'.length)} ${name}: ${route.name}: ${figures}`);
    }
    stranger.close();
  } finally {
    await service.stop();
  }
}

const lines: string[] = [];
const folder = mkdtempSync(join(tmpdir(), 'bandeja-absence-'));
const server = await startPostgres();
try {
  await drill('embedded', { DATA_DIR: join(folder, 'data') });
  await drill('PostgreSQL', { DATABASE_URL: (await createDatabase({ server })).url });
} finally {
  await server.stop();
  rmSync(folder, { recursive: true });
}
print(`Time of the answer about a private player, less that about an absent one; ${pairs} pairs a route:`);
for (const line of lines) print(line);
