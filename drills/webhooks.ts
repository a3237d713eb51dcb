/**
 * `npm run drill:webhooks`: sends events to many endpoints while one receiver is dead and one is slow, and then kills the service
 * repeatedly between a commit and its deliveries. No event may be lost or overtake an earlier one of its match or player.
 * `-- --events N --rate N --kills N --engine pglite|postgres`.
 */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { createDatabase, startPostgres } from '@bandeja/postgres/test/support/postgres';
import { Receiver } from '@bandeja/service/test/support/receiver';
import { type ServiceProcess, startServiceProcess } from '@bandeja/service/test/support/service-process';
import { assertInOrder, type Club, commitAndKill, delays, foundClub, percentile, submit } from './webhook-clubs.ts';

const { values } = parseArgs({
  options: {
    events: { type: 'string', default: '10000' },
    rate: { type: 'string', default: '100' },
    kills: { type: 'string', default: '50' },
    engine: { type: 'string' },
  },
});
const [events, rate, kills] = [Number(values.events), Number(values.rate), Number(values.kills)];
const PARTNERS = 10;
/** A match is one event, and one more for each player's rating. */
const EVENTS_A_MATCH = 5;
const SLOW_MS = 500;
const FINISH_MS = 600_000;
const print = (text: string): void => void process.stdout.write(`${text}\n`);

type Database = Readonly<Record<string, string>>;

/** Runs work on a new database. */
async function onEngine<T>(engine: string, run: (database: Database) => Promise<T>): Promise<T> {
  if (engine === 'pglite') {
    const folder = mkdtempSync(join(tmpdir(), 'bandeja-webhooks-'));
    return run({ DATA_DIR: join(folder, 'data') }).finally(() => rmSync(folder, { recursive: true }));
  }
  const server = await startPostgres();
  try {
    return await run({ DATABASE_URL: (await createDatabase({ server })).url });
  } finally {
    await server.stop();
  }
}

const start = (database: Database): Promise<ServiceProcess> =>
  startServiceProcess({
    environment: {
      OPERATOR_TOKEN: 'webhook-drill-operator-token',
      LOG_LEVEL: 'error',
      RATE_LIMITS: 'off',
      WEBHOOK_ALLOW_PRIVATE: '1',
      ...database,
    },
  });

async function fanOut(database: Database): Promise<string> {
  const service = await start(database);
  const clubs: Club[] = [];
  for (let index = 0; index < PARTNERS; index += 1) {
    const receivers = [await Receiver.start(), await Receiver.start()];
    clubs.push(await foundClub(service.url, `club${index}`, receivers));
  }
  const [dead, slow] = [clubs[0]?.receivers[0], clubs[1]?.receivers[0]];
  if (dead === undefined || slow === undefined) throw new Error('there are too few clubs');
  const { port } = dead;
  await dead.stop();
  slow.behaviour = async (_, response) => {
    await sleep(SLOW_MS);
    response.writeHead(200).end();
  };

  const startedAt = performance.now();
  const matches = Math.round(events / EVENTS_A_MATCH / PARTNERS);
  let sent = 0;
  for (let match = 0; match < matches; match += 1) {
    for (const club of clubs) {
      await submit(club, match);
      sent += EVENTS_A_MATCH;
      const early = startedAt + (sent / rate) * 1000 - performance.now();
      if (early > 0) await sleep(early);
    }
  }
  const submittedMs = performance.now() - startedAt;
  const expected = await Promise.all(clubs.map((club) => club.eventIds()));
  const total = expected.flat().length;
  const healthy = clubs.flatMap((club) => club.receivers).filter((one) => one !== dead && one !== slow);
  const alive = clubs.flatMap((club, index) =>
    club.receivers.filter((one) => one !== dead).map((receiver) => ({ receiver, ids: expected[index] ?? [] })),
  );
  await waitFor(
    alive.map(
      ({ receiver, ids }) =>
        () =>
          receiver.count >= ids.length,
    ),
  );
  const healthyDelays = delays(healthy);
  await dead.listen(port);
  await clubs[0]?.enableAll();
  const all = [...alive, { receiver: dead, ids: expected[0] ?? [] }];
  await waitFor(
    all.map(
      ({ receiver, ids }) =>
        () =>
          receiver.count >= ids.length,
    ),
  );
  for (const { receiver, ids } of all) {
    assert.deepEqual(new Set(receiver.ids), new Set(ids), 'an endpoint has other events than its partner');
    assertInOrder(receiver);
  }
  const again = all.reduce((sum, { receiver }) => sum + receiver.ids.length - receiver.count, 0);
  for (const { receiver } of all) await receiver.stop();
  await service.stop();
  return (
    `${total} events over ${all.length} endpoints at ${Math.round((total * 1000) / submittedMs)} a second, one dead, one slow: ` +
    `none lost, none out of order, ${again} sent twice; healthy ones from commit to receiver: ` +
    `p50 ${percentile(healthyDelays, 0.5)} ms, p99 ${percentile(healthyDelays, 0.99)} ms, longest ${percentile(healthyDelays, 1)} ms`
  );
}

/** Enough for a claim, a message and its result. Claims of killed processes expire later. */
const KILL_WITHIN_MS = 1_000;

async function killAgainAndAgain(database: Database): Promise<string> {
  let service = await start(database);
  const receiver = await Receiver.start();
  const club = await foundClub(service.url, 'club', [receiver]);
  for (let kill = 0; kill < kills; kill += 1) {
    await commitAndKill(service, club, kill, Math.random() ** 2 * KILL_WITHIN_MS);
    service = await start(database);
    club.moveTo(service.url);
  }
  const ids = await club.eventIds();
  await waitFor([() => receiver.count >= ids.length]);
  await sleep(1_000);
  assert.deepEqual(new Set(receiver.ids), new Set(ids), 'the receiver has other events than the partner');
  assertInOrder(receiver);
  const bodies = new Map<string, Set<string>>();
  for (const { id, event } of receiver.received) {
    assert.equal(event.id, id);
    bodies.set(id, (bodies.get(id) ?? new Set()).add(event.type));
  }
  assert.ok([...bodies.values()].every((types) => types.size === 1));
  await receiver.stop();
  await service.stop();
  const again = receiver.ids.length - receiver.count;
  return `killed ${kills} times between commit and delivery: all ${ids.length} events delivered, ${again} of them again with the same id, none out of order`;
}

async function waitFor(conditions: readonly (() => boolean)[]): Promise<void> {
  const deadline = performance.now() + FINISH_MS;
  while (!conditions.every((isSo) => isSo())) {
    assert.ok(performance.now() < deadline, 'events are missing');
    await sleep(50);
  }
}

const lines: string[] = [];
for (const engine of values.engine === undefined ? ['pglite', 'postgres'] : [values.engine]) {
  print(`${engine}: ${events} events …`);
  if (events > 0) lines.push(`${engine}: ${await onEngine(engine, fanOut)}`);
  print(`${engine}: ${kills} kills …`);
  if (kills > 0) lines.push(`${engine}: ${await onEngine(engine, killAgainAndAgain)}`);
}
print('');
for (const line of lines) print(line);
