/**
 * `npm run drill:silent`: clients that ask for the largest answers and never read them. Their partner has an audit chain of 14 MB.
 * While their connections are open, it reads the memory of the service, and how long a stranger waits for a profile, a match that
 * it submits, and `/health/live`. The memory may grow by a bound only. Needs Linux. Prints its figures last.
 */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { readOptions } from '../../bench/options.ts';
import { aMatch, four } from '../support/matches.ts';
import { createDatabase, startPostgres } from '../support/postgres.ts';
import { type ServiceProcess, startServiceProcess } from '../support/service-process.ts';
import { call, OPERATOR_TOKEN, playSeason } from './season.ts';

const HELP = `npm run drill:silent -- [options]

  --sockets N      connections that do not read, default 150
  --requests N     what each of them asks for without waiting, default 1
  --seconds N      how long they stay, default 20
  --grown-max N    by how many MB the memory of the service may grow, default 100
  --checkout DIR   the checkout whose service is tried; by default this one
`;
const values = readOptions(HELP, {
  sockets: { type: 'string', default: '150' },
  requests: { type: 'string', default: '1' },
  seconds: { type: 'string', default: '20' },
  'grown-max': { type: 'string', default: '100' },
  checkout: { type: 'string' },
});

const PATH = '/v1/audit?limit=1000';
const AMENDED = 32;
const AMENDMENTS = 16;

const print = (text: string): void => void process.stdout.write(`${text}\n`);

/** The longest scoreline that there is, won set by set by A or by B. */
const longest = (winner: 'A' | 'B') =>
  Array.from({ length: 15 }, (_, index) => ({
    set_number: index + 1,
    team_a_games: winner === 'A' ? 99 : 98,
    team_b_games: winner === 'A' ? 98 : 99,
    game_winners: [...Array(98).fill('A'), ...Array(98).fill('B'), winner],
  }));

/** Gives a partner an audit chain as large as its entries can make it. @returns its key */
async function fillChain(url: string): Promise<string> {
  const { key, usernames } = await playSeason(url, { name: 'silent', players: 4, matches: 25, newest: Date.now() });
  const participants = four(...usernames);
  const amend = async (index: number): Promise<void> => {
    const body = aMatch({ external_ref: `large-${index}`, trust_tier: 'player_confirmed', participants });
    const { body: match } = await call(url, key, 'POST', '/v1/matches', body);
    for (let amendment = 0; amendment < AMENDMENTS; amendment += 1) {
      const winner = amendment % 2 === 0 ? 'A' : 'B';
      const change = { winning_team: winner, set_scores: longest(winner) };
      const { status, body: answer } = await call(url, key, 'PATCH', `/v1/matches/${match['id']}`, change);
      assert.equal(status, 200, JSON.stringify(answer));
    }
  };
  for (let index = 0; index < AMENDED; index += 1) await amend(index);
  return key;
}

/** MB. */
function memoryOf({ pid }: ServiceProcess): number {
  const status = existsSync(`/proc/${pid}/status`) ? readFileSync(`/proc/${pid}/status`, 'utf8') : '';
  const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(status) ?? [];
  return Math.round(Number(kilobytes) / 1024);
}

/** Reads the memory again and again. @returns the most that it was */
function watchMemory(service: ServiceProcess): () => number {
  let most = 0;
  const timer = setInterval(() => {
    // A process that has died has no memory to read.
    most = Math.max(most, memoryOf(service) || 0);
  }, 20);
  return () => {
    clearInterval(timer);
    return most;
  };
}

async function openSilent(url: string, key: string): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => {}).pause();
  await once(socket, 'connect');
  socket.write(
    `GET ${PATH} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\n\r\n`.repeat(Number(values.requests)),
  );
  return socket;
}

const quantile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;

/** Asks again and again as a stranger does. */
async function timesOf(ask: () => Promise<unknown>, forMs: number): Promise<string> {
  const times: number[] = [];
  const end = performance.now() + forMs;
  while (performance.now() < end) {
    const from = performance.now();
    await ask();
    times.push(performance.now() - from);
    await sleep(20);
  }
  times.sort((a, b) => a - b);
  return `median ${quantile(times, 0.5).toFixed(1)} ms, p95 ${quantile(times, 0.95).toFixed(1)} ms`;
}

async function tryEngine(engine: string, environment: Record<string, string>): Promise<void> {
  const { checkout, seconds, sockets: count } = values;
  const service = await startServiceProcess({
    environment: { OPERATOR_TOKEN, RATE_LIMITS: 'off', LOG_LEVEL: 'warn', ...environment },
    ...(checkout === undefined ? {} : { checkout }),
  });
  try {
    const { url } = service;
    const key = await fillChain(url);
    const stranger = await playSeason(url, { name: 'stranger', players: 4, matches: 25, newest: Date.now() - 1_000 });
    const asStranger = async (): Promise<void> => {
      let matches = 0;
      const participants = four(...stranger.usernames);
      const submit = () => {
        matches += 1;
        const body = aMatch({ external_ref: `more-${matches}`, participants, played_at: new Date().toISOString() });
        return call(url, stranger.key, 'POST', '/v1/matches', body);
      };
      const asked = {
        'a profile': () => call(url, stranger.key, 'GET', `/v1/players/${stranger.usernames[0]}`),
        'a match submitted': submit,
        '/health/live': () => fetch(`${url}/health/live`).then((answer) => answer.text()),
      };
      const lines = await Promise.all(
        Object.entries(asked).map(async ([name, ask]) => `  ${name}: ${await timesOf(ask, 1_000 * Number(seconds))}`),
      );
      print(lines.join('\n'));
    };
    const from = performance.now();
    const page = await fetch(url + PATH, { headers: { authorization: `Bearer ${key}` } });
    const bytes = (await page.text()).length;
    print(`${engine}: a page of ${PATH} has ${bytes} bytes and takes ${Math.round(performance.now() - from)} ms`);
    print('a stranger alone:');
    await asStranger();
    const before = memoryOf(service);
    const endWatch = watchMemory(service);
    const sockets = await Promise.all(Array.from({ length: Number(count) }, () => openSilent(url, key)));
    print(`a stranger beside ${count} silent readers:`);
    await asStranger().catch((error: unknown) => {
      throw new Error(`the service failed; its memory was ${endWatch()} MB at most`, { cause: error });
    });
    const [after, most] = [memoryOf(service), endWatch()];
    const open = sockets.filter((socket) => !socket.destroyed).length;
    for (const socket of sockets) socket.destroy();
    const closed = service.output().match(/a connection was closed/g)?.length ?? 0;
    print(
      `memory ${before} MB before, ${most} MB at most, ${after} MB in the end; ${closed} connections closed, ${open} seen open`,
    );
    assert.ok(most - before <= Number(values['grown-max']), `the memory grew by ${most - before} MB`);
  } finally {
    await service.stop();
  }
}

const folder = mkdtempSync(join(tmpdir(), 'bandeja-silent-'));
const server = await startPostgres();
try {
  await tryEngine('postgres', { DATABASE_URL: (await createDatabase({ server })).url });
  await tryEngine('pglite', { DATA_DIR: join(folder, 'data') });
} finally {
  await server.stop();
  rmSync(folder, { recursive: true });
}
