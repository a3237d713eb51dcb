/**
 * `npm run bench:people`: what it takes to find players by their names among many, in PostgreSQL. For each kind of question, and
 * for partners of each size, prints the pages and rows that the database looked at, and how long the service took to answer.
 */

import type { Database } from '@bandeja/postgres/database';
import { postgresDatabase } from '@bandeja/postgres/postgres';
import { type PartnerContext, serviceContext } from '@bandeja/service/context';
import { searchSettings } from '@bandeja/service/players/name-search-store';
import { listPeople } from '@bandeja/service/players/people';
import { searchPlayers } from '@bandeja/service/players/search';
import { keyActor } from '@bandeja/service/test/support/context';
import pg from 'pg';
import { numberText, print, printProgress, quantile, tableOf, writeFigures } from './figures.ts';
import { readOptions } from './options.ts';
import { issueKeys } from './partners.ts';
import { peopleDatabase } from './people/database.ts';
import { ExplainingDatabase, Work } from './people/explained.ts';
import { QUESTIONS, type Question } from './people/questions.ts';
import { ASKING } from './people/seed-people.ts';
import { runBench } from './run-bench.ts';
import { runSql, THIS_CHECKOUT } from './subject.ts';

const HELP = `npm run bench:people -- [options]

  --players N    how many there are, default 10000000
  --rounds N     how often each kind of question is asked over HTTP, default 100; 0 for none
  --only TEXT    only the kinds with this text
  --plans        print the plan of each statement of each question
  --keep DIR     where the database is and stays; it is filled at the first run alone
  --minutes N    give up after this time, default 120
`;

const values = readOptions(HELP, {
  players: { type: 'string', default: '10000000' },
  rounds: { type: 'string', default: '100' },
  only: { type: 'string', default: '' },
  plans: { type: 'boolean', default: false },
  keep: { type: 'string' },
  minutes: { type: 'string', default: '120' },
});
const rounds = Number(values.rounds);
const kinds = Object.entries(QUESTIONS).filter(([kind]) => kind.includes(values.only));

interface Figure {
  readonly kind: string;
  readonly partner: string;
  readonly works: Work[];
  times: number[];
}

await runBench(Number(values.minutes), async (setting) => {
  const url = await peopleDatabase(setting, Number(values.players), values.keep);
  await printSizes(url);
  const partners = await askingPartners(url);
  const figures = kinds.flatMap(([kind]) =>
    partners.map(({ name }): Figure => ({ kind, partner: name, works: [], times: [] })),
  );
  const figureOf = (kind: string, name: string) => figures.find((one) => one.kind === kind && one.partner === name);

  const database = postgresDatabase({ url });
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(searchSettings.text.replaceAll('true', 'false'));
  const [backend] = (await client.query<{ pid: number }>('select pg_backend_pid() as pid')).rows;
  for (const { name, id } of partners) {
    for (const [kind, questions] of kinds) {
      for (const question of questions)
        figureOf(kind, name)?.works.push(
          await workOf(() => new ExplainingDatabase(database, client, backend?.pid ?? 0), database, id, question),
        );
      printProgress(`explained: ${kind}, ${name}`);
    }
  }
  await client.end();
  await database.close();

  if (rounds > 0) {
    const environment = { DATABASE_URL: url, RATE_LIMITS: 'off', DEMO: 'off' };
    const service = await setting.start({ name: 'this', directory: THIS_CHECKOUT, matches: 0 }, environment);
    const keys = await issueKeys(
      service.url,
      partners.map(({ id }) => id),
    );
    for (const [index, { name }] of partners.entries()) {
      for (const [kind, questions] of kinds) {
        const times = await timesOf(service.url, keys[index] ?? '', questions);
        const figure = figureOf(kind, name);
        if (figure !== undefined) figure.times = times;
        printProgress(`asked: ${kind}, ${name}`);
      }
    }
  }
  writeFigures(
    'people',
    figures.map(({ works, ...rest }) => ({ ...rest, works: works.map(({ plans, ...work }) => work) })),
  );
  print(
    tableOf(
      ['asked for', 'own people', 'statements', 'pages', 'rows', 'processor, ms', 'median, ms', 'p95', 'p99'],
      figures.map(rowOf),
    ),
  );
});

/** Of the question that took most. */
function rowOf({ kind, partner, works, times }: Figure): string[] {
  const most = (of: (work: Work) => number): number => Math.max(...works.map(of));
  return [
    kind,
    partner,
    numberText(most(({ statements }) => statements)),
    numberText(most(({ buffers }) => buffers)),
    numberText(most(({ rows }) => rows)),
    numberText(
      most(({ milliseconds }) => milliseconds),
      1,
    ),
    ...(times.length === 0 ? ['', '', ''] : [0.5, 0.95, 0.99].map((share) => numberText(quantile(times, share), 1))),
  ];
}

async function askingPartners(url: string): Promise<{ name: string; id: string }[]> {
  const names = ASKING.map((name) => `'${name}'`).join(', ');
  const found = await runSql<{ id: string; people: number }>(
    url,
    `select c.id, (select count(*)::integer from players p where p.creator_partner_id = c.id) as people from partners c
     where c.name in (${names}) order by people`,
  );
  return found.map(({ id, people }) => ({ name: numberText(people), id }));
}

async function printSizes(url: string): Promise<void> {
  const sizes = await runSql<{ name: string; size: string }>(
    url,
    `select relname as name, pg_size_pretty(pg_relation_size(oid)) as size from pg_class
     where relname like 'players%' and relkind in ('r', 'i') order by relkind desc, relname`,
  );
  print(
    `${tableOf(
      ['table or index', 'size'],
      sizes.map(({ name, size }) => [name, size]),
    )}\n`,
  );
}

async function workOf(
  explained: () => ExplainingDatabase,
  database: Database,
  partnerId: string,
  { query, isPrefix = false, pages = 0 }: Question,
): Promise<Work> {
  const { q = null, roster = null, offset = '0' } = query;
  const plain: PartnerContext = { ...serviceContext(database), actor: keyActor({ partnerId }) };
  if (isPrefix) {
    await searchPlayers(plain, q ?? '', { limit: 20, offset: 0, after: null });
    return new Work();
  }
  let page: Parameters<typeof listPeople>[2] = { limit: 25, offset: Number(offset), after: null };
  for (let index = 0; index < pages; index += 1) {
    const { next } = await listPeople(plain, { q, roster }, page);
    if (next === null) break;
    page = { limit: 25, offset: 0, after: next };
  }
  const explaining = explained();
  await listPeople({ ...plain, readDatabase: explaining.asDatabase() }, { q, roster }, page).catch(refused);
  if (values.plans) print(`\n${JSON.stringify(query)}\n${explaining.work.plans.join('\n')}`);
  return explaining.work;
}

/** The smallest partner has no rosters with guests. */
function refused(error: unknown): void {
  if (!(error instanceof Error && 'code' in error && error.code === 'roster_not_found')) throw error;
}

/** @returns how long the answers took, ms, the shortest first */
async function timesOf(url: string, key: string, questions: readonly Question[]): Promise<number[]> {
  const ask = async (path: string): Promise<{ pagination: { next_cursor: string | null } }> => {
    const answer = await fetch(`${url}${path}`, { headers: { authorization: `Bearer ${key}` } });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${text}`);
    return JSON.parse(text);
  };
  const paths = await Promise.all(
    questions.map(async ({ query, isPrefix = false, pages = 0 }) => {
      const base = `/v1/players${isPrefix ? '/search' : ''}?`;
      let path = base + new URLSearchParams(query);
      for (let page = 0; page < pages; page += 1) {
        const { next_cursor } = (await ask(path)).pagination;
        if (next_cursor === null) break;
        path = base + new URLSearchParams({ ...query, cursor: next_cursor });
      }
      return path;
    }),
  );
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const from = performance.now();
    await ask(paths[round % paths.length] ?? '');
    times.push(performance.now() - from);
  }
  return times.sort((a, b) => a - b);
}
