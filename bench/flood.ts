/**
 * `npm run bench:flood`: how much clients without a valid key slow down a partner. A separate process keeps many connections busy while
 * a partner reads cards over one connection.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { makeKey } from '@bandeja/service/keys/key-format';
import { Connection, getRequest, inTurn } from './connections.ts';
import { numberText, print, printProgress, quantile, tableOf, writeFigures } from './figures.ts';
import { readOptions } from './options.ts';
import { call, makePartners, registerPlayers } from './partners.ts';
import { processorMs } from './processes.ts';
import { runBench } from './run-bench.ts';
import { createSequence } from './sequence.ts';
import { THIS_CHECKOUT } from './subject.ts';
import { BATCH, matchOf } from './submissions.ts';

const HELP = `npm run bench:flood -- [options]

  --checkout DIR      the checkout to measure, with node_modules; default: this one
  --connections LIST  default 10,100,400
  --paths LIST        default /metrics,/openapi.json,/nothing,/v1/players/x,/health/live
  --seconds S         time per flood, default 5
`;

/** Requests to `/v1/players/x` have a well-formed key that does not exist. */
interface Flood {
  readonly url: string;
  readonly path: string;
  readonly connections: number;
}

const PLAYERS = 40;
const MATCHES = 500;
const WARM_UP_MS = 1_500;
/** A pause between two cards, so that the partner adds little load. */
const PAUSE_MS = 5;
const RECONNECT_MS = 20;

/** The flooding process: counts answers by status until it is killed. */
function flood({ url, path, connections }: Flood): void {
  const counts: Record<string, number> = {};
  const { hostname, port } = new URL(url);
  const key = makeKey('live').key;
  const request = path.startsWith('/v1')
    ? getRequest(path, key)
    : Buffer.from(`GET ${path} HTTP/1.1\r\nHost: x\r\nAccept-Encoding: gzip\r\n\r\n`);
  const open = (): void => {
    const socket = connect({ host: hostname, port: Number(port), noDelay: true });
    let head = Buffer.alloc(0);
    let missing = 0;
    socket.on('error', () => {});
    socket.on('close', () => {
      counts['closed'] = (counts['closed'] ?? 0) + 1;
      setTimeout(open, RECONNECT_MS);
    });
    socket.on('connect', () => socket.write(request));
    socket.on('data', (data) => {
      if (missing === 0) {
        head = Buffer.concat([head, data]);
        const end = head.indexOf('\r\n\r\n');
        if (end === -1) return;
        const text = head.toString('latin1', 0, end);
        const status = text.slice(9, 12);
        counts[status] = (counts[status] ?? 0) + 1;
        missing = end + 4 + Number(/content-length: (\d+)/i.exec(text)?.[1]) - head.length;
        head = Buffer.alloc(0);
      } else {
        missing -= data.length;
      }
      if (missing === 0) socket.write(request);
    });
  };
  for (let opened = 0; opened < connections; opened += 1) open();
  process.on('message', () => process.send?.(counts));
}

async function countsOf(flooder: ChildProcess): Promise<Record<string, number>> {
  flooder.send('count');
  return (await once(flooder, 'message'))[0] as Record<string, number>;
}

/** Creates a partner with a small club. @returns the requests for its cards */
async function makeClub(url: string): Promise<() => Buffer> {
  const [key = ''] = await makePartners(url, 1);
  const usernames = await registerPlayers(url, [key], PLAYERS);
  const random = createSequence(3);
  for (let first = 0; first < MATCHES; first += BATCH) {
    const matches = Array.from({ length: BATCH }, (_, index) => {
      const start = Math.floor(random() * (PLAYERS - 4));
      return matchOf(usernames.slice(start, start + 4), Date.now() - (MATCHES - first - index) * 60_000);
    });
    await call(url, key, '/v1/matches/batch', { matches });
  }
  return inTurn(usernames.map((username) => getRequest(`/v1/players/${username}/card`, key)));
}

interface Cards {
  /** Ms, ascending. */
  readonly times: readonly number[];
  /** Responses with an error or later than a minute. */
  readonly failed: number;
}

async function readCards(url: string, next: () => Buffer, forMs: number): Promise<Cards> {
  let connection = await Connection.open(url);
  const times: number[] = [];
  let failed = 0;
  const endsAt = performance.now() + forMs;
  while (performance.now() < endsAt) {
    const sentAt = performance.now();
    try {
      await connection.send(next());
    } catch {
      failed += 1;
      connection.close();
      connection = await Connection.open(url);
    }
    times.push(performance.now() - sentAt);
    await sleep(PAUSE_MS);
  }
  connection.close();
  return { times: times.sort((a, b) => a - b), failed };
}

async function main(): Promise<void> {
  const values = readOptions(HELP, {
    checkout: { type: 'string', default: THIS_CHECKOUT },
    connections: { type: 'string', default: '10,100,400' },
    paths: { type: 'string', default: '/metrics,/openapi.json,/nothing,/v1/players/x,/health/live' },
    seconds: { type: 'string', default: '5' },
  });
  const forMs = Number(values.seconds) * 1_000;
  await runBench(20, async (setting) => {
    const subject = { name: 'service', directory: resolve(values.checkout), matches: MATCHES };
    const environment = { DATABASE_URL: await setting.emptyDatabase(), RATE_LIMITS: 'off' };
    const service = await setting.start(subject, environment);
    const nextCard = await makeClub(service.url);
    const measure = async () => {
      const startedAt = performance.now();
      const usedBefore = processorMs(service.pid);
      const { times, failed } = await readCards(service.url, nextCard, forMs);
      const processor = (processorMs(service.pid) - usedBefore) / (performance.now() - startedAt);
      return { median: quantile(times, 0.5), p99: quantile(times, 0.99), failed, processor };
    };
    // Warm-up: the first cards compile code.
    await readCards(service.url, nextCard, forMs);
    const alone = await measure();
    const measured: object[] = [];
    const rows = [['none', '', numberText(alone.median, 1), '1.0', numberText(alone.p99, 1), '1.0', '0', '', '']];
    for (const path of values.paths.split(',')) {
      for (const connections of values.connections.split(',').map(Number)) {
        printProgress(`${connections} × ${path} …`);
        const flooder = fork(import.meta.filename, [], {
          env: { ...process.env, FLOOD: JSON.stringify({ url: service.url, path, connections } satisfies Flood) },
        });
        setting.onStop(() => flooder.kill('SIGKILL'));
        await sleep(WARM_UP_MS);
        const countsBefore = await countsOf(flooder);
        const { median, p99, failed, processor } = await measure();
        const counts = await countsOf(flooder);
        flooder.kill('SIGKILL');
        await once(flooder, 'exit');
        const answers = Object.entries(counts).map(
          ([status, count]) => `${numberText((count - (countsBefore[status] ?? 0)) / (forMs / 1000))} × ${status}`,
        );
        measured.push({ path, connections, median, p99, failed, processor, counts });
        rows.push([
          path,
          String(connections),
          numberText(median, 1),
          numberText(median / alone.median, 1),
          numberText(p99, 1),
          numberText(p99 / alone.p99, 1),
          String(failed),
          `${numberText(100 * processor)} %`,
          answers.join(', '),
        ]);
      }
    }
    writeFigures('flood', { options: values, alone, measured });
    print(
      tableOf(
        [
          'flood',
          'connections',
          'card, ms',
          '× alone',
          'p99, ms',
          '× alone',
          'failed',
          'processor',
          'flood responses/s',
        ],
        rows,
      ),
    );
  });
}

const { FLOOD } = process.env;
if (FLOOD === undefined) await main();
else flood(JSON.parse(FLOOD) as Flood);
