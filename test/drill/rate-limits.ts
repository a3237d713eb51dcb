/**
 * `npm run drill:rate-limits`: two nodes of four workers each share the limit of a partner through one PostgreSQL. They have to let
 * in what the limit says, give or take a tenth: in seconds, nothing more in the same minute after all processes were killed and
 * started again, and in the minute after that. Takes three minutes. Prints its figures last.
 */
import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { createDatabase, startPostgres } from '../support/postgres.ts';
import { type ServiceProcess, startServiceProcess } from '../support/service-process.ts';
import { DAY_MS, OPERATOR_TOKEN, playSeason } from './season.ts';

/** Units a minute. */
const LIMIT = 6_000;
const NODES = 2;
const WORKERS = 4;
const CONNECTIONS = 32;
const TOLERANCE = 0.1;

const print = (text: string): void => void process.stdout.write(`${text}\n`);

/** Reads a profile, which costs one unit, as often as possible. @returns how many were let in and how many not */
async function readAllTheTime(
  nodes: readonly ServiceProcess[],
  key: string,
  seconds: number,
): Promise<[number, number]> {
  const until = performance.now() + seconds * 1000;
  const count = { 200: 0, 429: 0 };
  const read = async (connection: number): Promise<void> => {
    const url = `${nodes[connection % NODES]?.url}/v1/players/rates-0`;
    while (performance.now() < until) {
      const answer = await fetch(url, { headers: { authorization: `Bearer ${key}` } });
      await answer.arrayBuffer();
      assert.ok(answer.status === 200 || answer.status === 429, `status ${answer.status}`);
      count[answer.status] += 1;
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, (_, connection) => read(connection)));
  return [count[200], count[429]];
}

const lines: string[] = [];
function judge(what: string, [letIn, refused]: readonly [number, number], allowed: number): void {
  lines.push(`${what}: ${letIn} let in of ${allowed}, ${refused} refused`);
  assert.ok(Math.abs(letIn - allowed) <= TOLERANCE * LIMIT, lines.at(-1));
  assert.ok(refused > 0, 'fewer were asked for than the limit allows');
}

const server = await startPostgres();
let nodes: ServiceProcess[] = [];
try {
  const { url } = await createDatabase({ server });
  const environment = {
    DATABASE_URL: url,
    OPERATOR_TOKEN,
    LOG_LEVEL: 'fatal',
    WORKERS: String(WORKERS),
    RATE_LIMITS: `enterprise=${LIMIT}`,
  };
  const start = (): Promise<ServiceProcess[]> =>
    Promise.all(Array.from({ length: NODES }, () => startServiceProcess({ environment })));
  nodes = await start();
  const season = { name: 'rates', players: 4, matches: 1, newest: Date.now() - 2 * DAY_MS };
  const { key } = await playSeason(nodes[0]?.url ?? assert.fail(), season);
  print('waiting until nothing counts …');
  await sleep(65_000);

  const startedAt = performance.now();
  const secondsLeft = (minuteEnds: number): number => minuteEnds - (performance.now() - startedAt) / 1000;
  print('reading …');
  judge('20 s', await readAllTheTime(nodes, key, 20), LIMIT);
  await Promise.all(nodes.map((node) => node.kill()));
  nodes = await start();
  // What was spent in the first five seconds leaves the minute from the 55th second on.
  const left = secondsLeft(53);
  assert.ok(left > 1, 'the processes took too long to start');
  judge(`${left.toFixed(0)} s more, after all were killed`, await readAllTheTime(nodes, key, left), 0);
  print('the next minute …');
  await sleep(secondsLeft(60) * 1000);
  judge('the next minute', await readAllTheTime(nodes, key, secondsLeft(115)), LIMIT);
} finally {
  await Promise.all(nodes.map((node) => node.kill()));
  await server.stop();
}
print('');
for (const line of lines) print(`${NODES} nodes of ${WORKERS} workers, ${LIMIT} units a minute, ${line}`);
