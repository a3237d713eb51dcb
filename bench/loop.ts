/**
 * `npm run bench:loop`: how long at most one piece of work has the service’s event loop, while which nobody else is answered.
 *
 * Each read with its largest page and a full batch are asked alone, again and again; then 64 connections submit at once, and
 * a late match is settled. Whatever else the machine does stops a process too: so what the thread took of a processor in one
 * turn is told beside how late a timer came, and the row of a request is the median of its longest; under load the
 * longest of all is told. Prints one table, keeps it in bench/out/loop.json.
 */
import { keep, print, tableOf, tell, whole } from './figures.ts';
import { batchesOf, singlesOf } from './ingest/disjoint.ts';
import { median } from './kernel/race.ts';
import { drain, inTurn, requestOf, run, type Take } from './load.ts';
import type { Stretch } from './loop/probe.ts';
import { postgresSubject, type Subject } from './memory/subjects.ts';
import { readOptions, SMOKE } from './options.ts';
import { post } from './settlement/load.ts';

const HELP = `npm run bench:loop -- [options]

  --matches N   stored before, default 100000
  --times N     how often each request is asked alone, default 30
  --seconds S   how long there is load, default 10
  --smoke       a small database, each request twice
`;

const values = readOptions(HELP, {
  matches: { type: 'string', default: '100000' },
  times: { type: 'string', default: '30' },
  seconds: { type: 'string', default: '10' },
  smoke: SMOKE,
});
const matches = values.smoke ? 10_000 : Number(values.matches);
const times = values.smoke ? 2 : Number(values.times);
const seconds = values.smoke ? 0.2 : Number(values.seconds);

/** What the project wants no piece of work to exceed, ms. */
const WORK_MS_MAX = 20;
const BATCH = 25;
const WARM_UP = values.smoke ? 1 : 50;

/** The largest page of each read that has pages. */
const LARGEST: Readonly<Record<string, number>> = {
  search: 50,
  'match list': 100,
  history: 100,
  progress: 1_000,
  analysis: 200,
  roster: 100,
  leaderboard: 100,
  sessions: 100,
};

function largestOf(name: string, path: string): string {
  const limit = LARGEST[name];
  if (limit === undefined) return path;
  const { pathname, searchParams } = new URL(path, 'http://service');
  searchParams.set('limit', String(limit));
  return `${pathname}?${searchParams}`;
}

interface Row {
  readonly what: string;
  readonly longest: Stretch;
}

async function longestSince(port: number): Promise<Stretch> {
  return (await (await fetch(`http://127.0.0.1:${port}/`)).json()) as Stretch;
}

/** Asks so many times, one after the other. */
async function ask(url: string, take: Take, count: number): Promise<void> {
  let left = count;
  const next = (): { bytes: Buffer } | null => {
    left -= 1;
    return left < 0 ? null : { bytes: take() };
  };
  await drain(url, next, 1, () => {});
}

/** The median of the longest pieces of work of one request alone. */
async function alone(subject: Subject, port: number, take: Take): Promise<Stretch> {
  await ask(subject.service.url, take, WARM_UP);
  const longest: Stretch[] = [];
  for (let time = 0; time < times; time += 1) {
    await longestSince(port);
    await ask(subject.service.url, take, 1);
    longest.push(await longestSince(port));
  }
  return { late: median(longest.map(({ late }) => late)), worked: median(longest.map(({ worked }) => worked)) };
}

async function measure(subject: Subject, port: number): Promise<Row[]> {
  const { service, reads, reader, keys, turns } = subject;
  const rows: Row[] = [];
  for (const { name, paths } of reads) {
    tell(`${name} …`);
    const requests = paths.map((path) => requestOf(largestOf(name, path), reader));
    rows.push({ what: name, longest: await alone(subject, port, inTurn(requests)) });
  }
  tell('submissions …');
  rows.push({ what: 'single', longest: await alone(subject, port, singlesOf(turns, keys)) });
  rows.push({ what: `batch of ${BATCH}`, longest: await alone(subject, port, batchesOf(turns, keys, BATCH)) });
  const loads: readonly (readonly [string, Take, number])[] = [
    ['singles, 64 connections', singlesOf(turns, keys), 64],
    ['batches, 16 connections', batchesOf(turns, keys, BATCH), 16],
  ];
  for (const [what, take, connections] of loads) {
    await run(service.url, take, connections, seconds);
    await longestSince(port);
    await run(service.url, take, connections, seconds);
    rows.push({ what: `${what}: the longest of all`, longest: await longestSince(port) });
  }
  tell('settling …');
  await longestSince(port);
  await post(service.url, keys[0] ?? '', '/v1/matches', subject.lateMatch());
  await run(service.url, singlesOf(turns, keys), 1, seconds);
  rows.push({ what: 'settling, 1 connection: the longest of all', longest: await longestSince(port) });
  return rows;
}

const probe = new URL('loop/probe.ts', import.meta.url).pathname;
const subject = await postgresSubject({
  matches,
  nodeOptions: [`--import=${probe}`],
  atRest: async () => {},
});
try {
  const [, port] = /event loop probe on port (\d+)/.exec(subject.service.output()) ?? [];
  if (port === undefined) throw new Error(`the probe did not start:\n${subject.service.output()}`);
  const rows = await measure(subject, Number(port));
  const columns = [
    { title: `longest work in one turn, ${whole(matches)} matches stored`, width: 48 },
    { title: 'ms of processor', width: 16 },
    { title: 'ms late', width: 8 },
  ];
  print(
    tableOf(
      columns,
      rows.map(({ what, longest }) => [what, longest.worked.toFixed(1), longest.late.toFixed(1)]),
    ),
  );
  const over = rows.filter(({ longest }) => longest.worked > WORK_MS_MAX).map(({ what }) => what);
  print(`\nover ${WORK_MS_MAX} ms of processor: ${over.length === 0 ? 'none' : over.join('; ')}`);
  keep(values.smoke ? 'loop-smoke' : 'loop', rows);
} finally {
  await subject.stop();
}
