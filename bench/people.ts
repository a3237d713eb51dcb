/**
 * `npm run bench:people`: how long `GET /v1/players` takes to find players by their names, among many players in PostgreSQL. Prints
 * the plans and the size of the indexes, and last the median, the 99th percentile and the longest of each question.
 */
import pg from 'pg';
import { type PartnerContext, serviceContext } from '../src/domain/context.ts';
import { listPeople } from '../src/domain/players/index.ts';
import { migrate } from '../src/store/engine/migrate.ts';
import { postgresDatabase } from '../src/store/engine/postgres.ts';
import { peopleStatements } from '../src/store/players/people.ts';
import { keyActor } from '../test/support/context.ts';
import { numberText, print, printProgress, quantile, tableOf, writeFigures } from './figures.ts';
import { readOptions } from './options.ts';
import { PARTNERS, seedPeople } from './people/seed-people.ts';
import { runBench } from './run-bench.ts';
import { withBareTables } from './seed/bare-tables.ts';
import { runSql } from './subject.ts';

const HELP = `npm run bench:people -- [options]

  --players N    how many there are, default 10000000; one partner has 3 % of them
  --rounds N     how often each question is asked, default 100
  --minutes N    give up after this time, default 60
`;

const values = readOptions(HELP, {
  players: { type: 'string', default: '10000000' },
  rounds: { type: 'string', default: '100' },
  minutes: { type: 'string', default: '60' },
});
const players = Number(values.players);
const rounds = Number(values.rounds);

/** Questions by kind; the rounds go through those of a kind in turn. */
const QUESTIONS: Readonly<Record<string, readonly string[]>> = {
  'a common name': ['mama', 'tama', 'joma'],
  'a rare name': ['xaquima', 'urzetoma', 'quiurta'],
  'two letters that many have': ['ma', 'jo', 'to'],
  'two letters at the end of the alphabet': ['ze', 'xa', 'vi'],
  'two letters that nobody has': ['zz', 'yy', 'wk'],
  'two words that many have': ['mama joma', 'tama mama', 'ma jo'],
  'two words, one rare': ['mama xaquima', 'urzetoma ta'],
  'a number of a username': ['9999', '12345', '777'],
};

await runBench(Number(values.minutes), async (setting) => {
  const url = await setting.emptyDatabase();
  const database = postgresDatabase({ url });
  setting.onStop(() => database.close());
  await migrate(database);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query("set maintenance_work_mem = '1GB'");
  let partners: string[] = [];
  const begunAt = performance.now();
  const seconds = (): string => ((performance.now() - begunAt) / 1_000).toFixed(0);
  await withBareTables(
    client,
    ['players', 'player_ratings'],
    async () => {
      partners = await seedPeople(client, players);
    },
    (what) => printProgress(`${seconds()} s: ${what.slice(0, 90)}`),
  );
  await client.query('vacuum (analyze) players');
  await client.end();
  printProgress(`${seconds()} s: ${numberText(players)} players`);

  for (const [name, { text }] of Object.entries(peopleStatements)) {
    const plan = await runSql<{ 'QUERY PLAN': string }>(url, `explain (generic_plan, costs off) ${text}`);
    print(`${name}:\n${plan.map((row) => `  ${row['QUERY PLAN']}`).join('\n')}\n`);
  }
  const sizes = await runSql<{ name: string; size: string }>(
    url,
    `select relname as name, pg_size_pretty(pg_relation_size(oid)) as size from pg_class
     where relname in ('players', 'players_by_word', 'players_public_by_name', 'players_of_creator_by_name') order by relname`,
  );
  print(
    `${tableOf(
      ['table or index', 'size'],
      sizes.map(({ name, size }) => [name, size]),
    )}\n`,
  );

  const figures: { question: string; partner: string; times: number[] }[] = [];
  for (const [partner, partnerId = ''] of [
    [`${numberText(players * 0.03)} players of its own`, partners[0]],
    [`about ${numberText((players * 0.97) / (PARTNERS - 1))} of its own`, partners[1]],
  ] as const) {
    const context: PartnerContext = { ...serviceContext(database), actor: keyActor({ partnerId }) };
    const page = { limit: 25, offset: 0, after: null };
    for (const [question, texts] of Object.entries(QUESTIONS)) {
      const times: number[] = [];
      for (let round = 0; round < rounds; round += 1) {
        const from = performance.now();
        await listPeople(context, { q: texts[round % texts.length] ?? null, roster: null }, page);
        times.push(performance.now() - from);
      }
      figures.push({ question, partner, times: times.sort((a, b) => a - b) });
      printProgress(`${seconds()} s: ${question}`);
    }
  }
  writeFigures('people', figures);
  const rows = figures.map(({ question, partner, times }) => [
    question,
    partner,
    ...[0.5, 0.99, 1].map((share) => numberText(quantile(times, share), 1)),
  ]);
  print(tableOf(['q is', 'asked by a partner with', 'median, ms', 'p99, ms', 'longest, ms'], rows));
});
