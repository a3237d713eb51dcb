/**
 * `npm run bench:size`: bytes on disk and bytes of write-ahead log per match, by table and index, after club nights were
 * submitted over HTTP: every second night as one batch, the others match by match. Prints one table.
 */
import { resolve } from 'node:path';
import type { MatchRow } from '@bandeja/service/matches/match-rows';
import { type NextRequest, postRequest, runCount } from './connections.ts';
import { numberText, print, printProgress, tableOf } from './figures.ts';
import { readOptions } from './options.ts';
import { makePartners, registerPlayers } from './partners.ts';
import { runBench } from './run-bench.ts';
import { nightsOf } from './seed/nights.ts';
import { runSql, type Setting, type Subject, THIS_CHECKOUT } from './subject.ts';

const HELP = `npm run bench:size -- [options]

  --before DIR   a checkout with node_modules to compare with
  --matches N    default 20000, of a tenth as many players
  --minutes N    give up after this time, default 20
`;

const values = readOptions(HELP, {
  before: { type: 'string' },
  matches: { type: 'string', default: '20000' },
  minutes: { type: 'string', default: '20' },
});
const matches = Number(values.matches);
const size = { matches, players: Math.max(1_000, matches / 10), partners: 5, days: 365 };

/** Bytes by table or index, per match; `log` is the write-ahead log. */
type Sizes = ReadonlyMap<string, number>;

const RELATIONS = `select coalesce(i.indrelid, c.oid)::regclass::text as "table", c.relname::text as name, pg_table_size(c.oid)::float8 as bytes
  from pg_class c left join pg_index i on i.indexrelid = c.oid
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'i')`;
const LOG = `select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float8 as bytes`;

async function sizesOf(url: string): Promise<Map<string, number>> {
  await runSql(url, 'vacuum (analyze)');
  const rows = await runSql<{ table: string; name: string; bytes: number }>(url, RELATIONS);
  return new Map(rows.map((row) => [row.table === row.name ? row.name : `${row.table}: ${row.name}`, row.bytes]));
}

async function measure(setting: Setting, subject: Subject): Promise<Sizes> {
  const url = await setting.emptyDatabase();
  const service = await setting.start(subject, { DATABASE_URL: url });
  const keys = await makePartners(service.url, size.partners);
  const usernames = await registerPlayers(service.url, keys, size.players);
  const before = await sizesOf(url);
  await runSql(url, 'checkpoint');
  const [logBefore] = await runSql<{ bytes: number }>(url, LOG);
  const requests = requestsOf(keys, usernames);
  printProgress(`${subject.name}: ${matches} matches in ${requests.length} requests …`);
  let sent = 0;
  const next: NextRequest = () => {
    const request = requests[sent];
    if (request === undefined) throw new Error('all nights are submitted');
    sent += 1;
    return request;
  };
  await runCount(service.url, next, 1, requests.length);
  const [logAfter] = await runSql<{ bytes: number }>(url, LOG);
  const after = await sizesOf(url);
  await service.kill();
  const log = (logAfter?.bytes ?? 0) - (logBefore?.bytes ?? 0);
  const perMatch = [...after].map(([name, bytes]): [string, number] => [
    name,
    (bytes - (before.get(name) ?? 0)) / matches,
  ]);
  return new Map([...perMatch, ['write-ahead log', log / matches]]);
}

/** Every request in the order of play. */
function requestsOf(keys: readonly string[], usernames: readonly string[]): Buffer[] {
  const population = { size, partnerIds: keys, keyIds: keys, playerIds: usernames };
  const until = Date.now() - 86_400_000;
  return [...nightsOf(population, until)].flatMap((night, index) => {
    const key = night[0]?.partner_id ?? '';
    const bodies = night.map(submissionOf);
    if (index % 2 === 0) return [postRequest('/v1/matches/batch', key, { matches: bodies })];
    return bodies.map((body) => postRequest('/v1/matches', key, body));
  });
}

function submissionOf(row: MatchRow): object {
  return {
    external_ref: row.external_ref,
    played_at: new Date(row.played_at).toISOString(),
    winning_team: row.winning_team,
    trust_tier: row.trust_tier,
    competition_type: row.competition_type,
    duration_minutes: row.duration_minutes,
    venue_label: row.venue_label,
    session_external_ref: row.session_external_ref,
    participants: row.player_ids.map((username, slot) => ({
      username,
      team: row.teams[slot],
      court_position: row.court_positions[slot] ?? null,
    })),
    set_scores: row.set_scores,
  };
}

/** Relations that grow by less than a byte a match are left out, also of the total. */
const SHOWN_MIN = 1;

function tableOfSizes(subjects: readonly Subject[], sizes: readonly Sizes[]): string {
  const names = [...new Set(sizes.flatMap((one) => [...one.keys()]))].filter((name) =>
    sizes.some((one) => (one.get(name) ?? 0) >= SHOWN_MIN),
  );
  const isRelation = (name: string): boolean => name !== 'write-ahead log';
  const cells = (value: (one: Sizes) => number): string[] => sizes.map((one) => numberText(value(one)));
  const sum = (one: Sizes): number => names.filter(isRelation).reduce((total, name) => total + (one.get(name) ?? 0), 0);
  const rows = names
    .filter(isRelation)
    .sort()
    .map((name) => [name, ...cells((one) => one.get(name) ?? 0)]);
  return tableOf(
    ['bytes per match', ...subjects.map(({ name }) => name)],
    [...rows, ['all on disk', ...cells(sum)], ['write-ahead log', ...cells((one) => one.get('write-ahead log') ?? 0)]],
  );
}

const here: Subject = { name: values.before === undefined ? 'this' : 'after', directory: THIS_CHECKOUT, matches };
const subjects =
  values.before === undefined ? [here] : [{ name: 'before', directory: resolve(values.before), matches }, here];
await runBench(Number(values.minutes), async (setting) => {
  const sizes: Sizes[] = [];
  for (const subject of subjects) {
    const measured = await measure(setting, subject);
    printProgress(tableOfSizes([subject], [measured]));
    sizes.push(measured);
  }
  print(tableOfSizes(subjects, sizes));
});
