/**
 * `npm run bench:peer`: what a read costs beside a lean service over the same database (`peer/service.ts`). Both are asked for the same
 * players in alternating rounds, after their answers were compared. The ratios are printed last.
 */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { getRequest, inTurn, runFor } from './connections.ts';
import { median, numberText, print, printProgress, tableOf, writeFigures } from './figures.ts';
import { namesOf, readOptions } from './options.ts';
import { call, OPERATOR_TOKEN, type Page } from './partners.ts';
import { processorMs, processorMsOfChildren } from './processes.ts';
import { runBench } from './run-bench.ts';
import { publicUsernames, type SeededService, type Setting, THIS_CHECKOUT } from './subject.ts';

const HELP = `npm run bench:peer -- [options]

  --checkout DIR  the checkout to measure, with node_modules; default: this one
  --only READS    some of: profile,history,card,progress
  --matches N     stored before, default 20000
  --rounds N      default 5
  --seconds S     time per service, read and round, default 3
`;

const CONNECTIONS = 8;
const PLAYERS = 500;

const READS = {
  profile: (username: string) => `/v1/players/${username}`,
  history: (username: string) => `/v1/players/${username}/matches`,
  card: (username: string) => `/v1/players/${username}/card`,
  progress: (username: string) => `/v1/players/${username}/progress`,
} as const;

/** Only the service has pages. */
type Answer = Readonly<Record<string, unknown>>;
const common = ({ pagination, ...answer }: Answer): Answer => answer;

/** Processor time, ms a request. */
interface Cost {
  readonly process: number;
  readonly database: number;
  readonly all: number;
}

interface Peer {
  readonly url: string;
  readonly pid: number;
}

async function startPeer(setting: Setting, environment: Readonly<Record<string, string>>): Promise<Peer> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'peer/service.ts')], {
    env: { PATH: process.env['PATH'], ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  setting.onStop(() => child.kill());
  const [address] = (await once(child.stdout, 'data')) as [Buffer];
  return { url: address.toString().trim(), pid: child.pid ?? 0 };
}

async function assertSameAnswers(service: string, peer: string, key: string, usernames: readonly string[]) {
  for (const name of chosen) {
    for (const username of usernames) {
      const [own, other] = await Promise.all([
        call<Answer>(service, key, READS[name](username)),
        call<Answer>(peer, key, READS[name](username)),
      ]);
      assert.deepEqual(common(other), common(own), `${name} of ${username}`);
    }
  }
}

async function partnerOf({ service }: SeededService): Promise<string> {
  const { data } = await call<Page<{ id: string; name: string }>>(
    service.url,
    OPERATOR_TOKEN,
    '/admin/v1/partners?limit=100',
  );
  return data.find(({ name }) => name === 'Club 0')?.id ?? '';
}

const values = readOptions(HELP, {
  checkout: { type: 'string', default: THIS_CHECKOUT },
  only: { type: 'string' },
  matches: { type: 'string', default: '20000' },
  rounds: { type: 'string', default: '5' },
  seconds: { type: 'string', default: '3' },
});

const chosen = namesOf(values.only, Object.keys(READS) as (keyof typeof READS)[]);

await runBench(30, async (setting) => {
  const subject = { name: 'service', directory: values.checkout, matches: Number(values.matches) };
  const server = await setting.server();
  const seeded = await setting.seeded(subject);
  const { service, partners, databaseUrl } = seeded;
  const [{ key = '' } = {}] = partners;
  const peer = await startPeer(setting, { DATABASE_URL: databaseUrl, PARTNER: await partnerOf(seeded), KEY: key });
  const usernames = publicUsernames(seeded).slice(0, PLAYERS);
  await assertSameAnswers(service.url, peer.url, key, usernames.slice(0, 20));
  const rows: string[][] = [];
  const figures: object[] = [];
  for (const name of chosen) {
    printProgress(`${name} …`);
    const next = inTurn(usernames.map((username) => getRequest(READS[name](username), key)));
    const cost = async ({ url, pid }: Peer, seconds: number): Promise<Cost> => {
      const used = () => [processorMs(pid), processorMsOfChildren(server.pid ?? 0)] as const;
      const before = used();
      const { requests } = await runFor(url, next, CONNECTIONS, seconds);
      const [process, database] = used().map((ms, index) => (ms - (before[index] ?? 0)) / requests);
      return { process: process ?? 0, database: database ?? 0, all: (process ?? 0) + (database ?? 0) };
    };
    for (const one of [service, peer]) await cost(one, 1);
    const rounds: { readonly service: Cost; readonly peer: Cost }[] = [];
    for (let round = 0; round < Number(values.rounds); round += 1) {
      const order = round % 2 === 0 ? [service, peer] : [peer, service];
      const [one, other] = [
        await cost(order[0] as Peer, Number(values.seconds)),
        await cost(order[1] as Peer, Number(values.seconds)),
      ];
      rounds.push(round % 2 === 0 ? { service: one, peer: other } : { service: other, peer: one });
    }
    figures.push({ name, rounds });
    const of = (read: (round: (typeof rounds)[number]) => number) => numberText(median(rounds.map(read)), 3);
    rows.push([
      name,
      of((round) => round.service.process),
      of((round) => round.service.database),
      of((round) => round.peer.process),
      of((round) => round.peer.database),
      numberText(median(rounds.map((round) => round.service.all / round.peer.all)), 2),
    ]);
  }
  writeFigures('peer', { options: values, figures });
  print(tableOf(['processor, ms/request', 'service', 'its database', 'peer', 'its database', 'service ÷ peer'], rows));
});
