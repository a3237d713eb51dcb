/**
 * `npm run drill:metrics`: a real Prometheus scrapes two processes of the service under load. Every query of the dashboard and every
 * alert rule in `ops/` must succeed, and return data if the load produces some. Takes a minute.
 */
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createDatabase, startPostgres } from '@bandeja/postgres/test/support/postgres';
import { four } from '@bandeja/service/test/support/matches';
import { startServiceProcess } from '@bandeja/service/test/support/service-process';
import { asOperator, call, DAY_MS, OPERATOR_TOKEN, playSeason } from './season.ts';

const ops = join(import.meta.dirname, '../ops');
const SECONDS = 40;
const PROMETHEUS_PORT = 19_090;

/** Queries without data under this load, and the reason. */
const EMPTY: Readonly<Record<string, string>> = {
  bandeja_upkeep: 'PostgreSQL does its own upkeep',
  bandeja_webhook_attempt: 'no partner has an endpoint',
  bandeja_check: 'node_exporter has the results of the regular checks',
  'code="overloaded"': 'the service takes the whole load',
};

interface Query {
  readonly where: string;
  readonly expression: string;
}

interface Sample {
  readonly metric: Readonly<Record<string, string>>;
  readonly value: readonly [number, string];
}

const print = (text: string): void => void process.stdout.write(`${text}\n`);

function requirePrograms(): void {
  for (const program of ['prometheus', 'promtool']) {
    try {
      execFileSync(program, ['--version'], { stdio: 'ignore' });
    } catch {
      process.stderr.write(
        `${program} is not on the PATH. Debian and Ubuntu: apt-get install --no-install-recommends prometheus. Others: https://prometheus.io/download/\n`,
      );
      process.exit(2);
    }
  }
}

/** The queries of the dashboard, with values for Grafana's variables. */
function dashboardQueries(): Query[] {
  const { panels } = JSON.parse(readFileSync(join(ops, 'grafana/bandeja.json'), 'utf8')) as {
    panels: { title: string; targets?: { expr: string }[] }[];
  };
  return panels.flatMap(({ title, targets = [] }) =>
    targets.map(({ expr }) => ({
      where: `panel “${title}”`,
      expression: expr.replaceAll('$job', 'bandeja').replaceAll('$__rate_interval', '10s'),
    })),
  );
}

async function answerOf<T>(path: string): Promise<T> {
  const answer = await fetch(`http://127.0.0.1:${PROMETHEUS_PORT}/api/v1/${path}`, {
    signal: AbortSignal.timeout(10_000),
  });
  const body = (await answer.json()) as { status: string; data: T; error?: string };
  assert.equal(body.status, 'success', `${path}: ${body.error}`);
  return body.data;
}

const ask = async (expression: string): Promise<readonly Sample[]> =>
  (await answerOf<{ result: Sample[] }>(`query?query=${encodeURIComponent(expression)}`)).result;

requirePrograms();
execFileSync('promtool', ['check', 'rules', join(ops, 'prometheus/alerts.yml')], { stdio: 'inherit' });
execFileSync('promtool', ['check', 'config', join(ops, 'prometheus/prometheus.yml')], { stdio: 'inherit' });

const directory = mkdtempSync(join(tmpdir(), 'bandeja-prometheus-'));
const server = await startPostgres();
const { url } = await createDatabase({ server });
const environment = {
  DATABASE_URL: url,
  OPERATOR_TOKEN,
  LOG_LEVEL: 'fatal',
  RATE_LIMITS: 'starter=200,enterprise=1000000000',
};
const service = await startServiceProcess({ environment });
const other = await startServiceProcess({ environment });
// The example in `ops/`, with these processes as targets and a short interval.
writeFileSync(
  join(directory, 'prometheus.yml'),
  readFileSync(join(ops, 'prometheus/prometheus.yml'), 'utf8')
    .replace('localhost:8080', new URL(service.url).host)
    .replace('localhost:8081', new URL(other.url).host)
    .replace('scrape_interval: 15s', 'scrape_interval: 2s')
    .replace('evaluation_interval: 15s', 'evaluation_interval: 2s'),
);
copyFileSync(join(ops, 'prometheus/alerts.yml'), join(directory, 'alerts.yml'));
const prometheus = spawn(
  'prometheus',
  [
    `--config.file=${join(directory, 'prometheus.yml')}`,
    `--storage.tsdb.path=${join(directory, 'data')}`,
    `--web.listen-address=127.0.0.1:${PROMETHEUS_PORT}`,
    '--log.level=warn',
  ],
  { stdio: ['ignore', 'inherit', 'inherit'] },
);

/** Runs reads, submissions, an old amendment and a partner above its limit at once for some seconds. */
async function load(): Promise<void> {
  const season = await playSeason(service.url, {
    name: 'metrics',
    players: 16,
    matches: 200,
    newest: Date.now() - DAY_MS,
  });
  const starter = await asOperator(service.url, 'POST', '/partners', { name: 'Small club', plan: 'starter' });
  const issued = await asOperator(service.url, 'POST', `/partners/${starter.body['id']}/keys`, {
    scopes: ['read:players'],
  });
  const until = performance.now() + SECONDS * 1_000;
  const counts = { read: 0, submitted: 0, refused: 0 };
  const repeat = async (work: (count: number) => Promise<void>): Promise<void> => {
    for (let count = 0; performance.now() < until; count += 1) await work(count);
  };
  const read =
    (reader: number) =>
    async (count: number): Promise<void> => {
      const player = season.usernames[(reader + count) % season.usernames.length];
      const path = count % 8 === 0 ? `/v1/players/${player}/card` : `/v1/players/${player}`;
      assert.equal((await call(other.url, season.key, 'GET', path)).status, 200);
      counts.read += 1;
    };
  const submit =
    (submitter: number) =>
    async (count: number): Promise<void> => {
      const { status } = await call(service.url, season.key, 'POST', '/v1/matches', {
        external_ref: `${submitter}-${count}`,
        played_at: new Date(Date.now() - 1_000).toISOString(),
        winning_team: 'A',
        trust_tier: 'partner_attested',
        participants: four(...[0, 4, 8, 12].map((seat) => season.usernames[(seat + submitter) % 16] ?? assert.fail())),
      });
      assert.equal(status, 201);
      counts.submitted += 1;
    };
  const flood = async (): Promise<void> => {
    const { status } = await call(service.url, String(issued.body['key']), 'GET', `/v1/players/${season.usernames[0]}`);
    if (status === 429) counts.refused += 1;
  };
  const amend = async (count: number): Promise<void> => {
    const change = { winning_team: count % 2 === 0 ? 'B' : 'A' };
    assert.equal((await call(service.url, season.key, 'PATCH', `/v1/matches/${season.oldest}`, change)).status, 200);
    await sleep(2_000);
  };
  await Promise.all([
    ...[0, 1, 2, 3].map((reader) => repeat(read(reader))),
    ...Array.from({ length: 8 }, (_, submitter) => repeat(submit(submitter))),
    repeat(flood),
    repeat(amend),
  ]);
  print(`${counts.read} reads, ${counts.submitted} matches, ${counts.refused} requests past the limit in ${SECONDS} s`);
}

const hasValue = ({ value }: Sample): boolean => Number.isFinite(Number(value[1]));

function shown({ metric, value }: Sample): string {
  const labels = Object.entries(metric).filter(([name]) => !['__name__', 'job', 'instance'].includes(name));
  const number = Number(value[1]);
  return `${labels.map(([, label]) => label).join(' ') || 'all'} ${Number.isInteger(number) ? number : number.toPrecision(3)}`;
}

/** Runs a query. It must return data unless `EMPTY` has a reason. */
async function check({ where, expression }: Query): Promise<void> {
  const found = await ask(expression);
  const reason = Object.entries(EMPTY).find(([name]) => expression.includes(name))?.[1];
  const figures = found.filter(hasValue).slice(0, 6).map(shown).join(', ');
  print(`${where}: ${figures || `no data (${reason ?? 'UNEXPECTED'})`}`);
  assert.ok(found.some(hasValue) || reason !== undefined, `${where} has no data: ${expression}`);
}

interface Rule {
  readonly name: string;
  readonly query: string;
  readonly health: string;
  readonly lastError?: string;
}

try {
  await load();
  const panels = dashboardQueries();
  for (const query of panels) await check(query);
  const { groups } = await answerOf<{ groups: { rules: Rule[] }[] }>('rules?type=alert');
  const rules = groups.flatMap((group) => group.rules);
  for (const { name, query, health, lastError } of rules) {
    assert.equal(health, 'ok', `${name}: ${lastError}`);
    // Without data to compare with the threshold, the alert could never fire.
    await check({ where: `alert ${name}`, expression: query.replace(/ (?:>|==) [\d.]+$/, '') });
  }
  await service.stop();
  const down = 'ALERTS{alertname="BandejaDown"}';
  for (let tries = 0; (await ask(down)).length === 0; tries += 1) {
    assert.ok(tries < 60, 'BandejaDown did not fire');
    await sleep(500);
  }
  print(
    `\n${panels.length} queries of the dashboard and ${rules.length} alerts succeeded; BandejaDown fired for the stopped service`,
  );
} finally {
  prometheus.kill('SIGTERM');
  await Promise.all([service.stop(), other.stop()]);
  await server.stop();
  rmSync(directory, { recursive: true, force: true });
}
