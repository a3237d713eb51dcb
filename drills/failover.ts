/**
 * `npm run drill:failover`: faults of a PostgreSQL cluster and of the service, under load. Every acknowledged match must be stored
 * once, the events must be whole, and ratings and audit trails must verify.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { check, OPERATOR_TOKEN, prepare, send } from '@bandeja/service/test/support/crash-run';
import { EventFollower } from '@bandeja/service/test/support/event-follower';
import { Receiver } from '@bandeja/service/test/support/receiver';
import { type ServiceProcess, startServiceProcess } from '@bandeja/service/test/support/service-process';
import { print, tableOf } from '../bench/figures.ts';
import { readOptions } from '../bench/options.ts';
import { Cluster } from './failover-cluster.ts';
import { Load } from './failover-load.ts';
import { type Proxies, startProxies, type Way } from './failover-proxies.ts';

const HELP = `npm run drill:failover -- [options]   (Linux, as root; Debian's patroni, etcd-server, postgresql-15, haproxy, pgbouncer, nftables)

  --through NAME   what the service connects through: hosts (all servers in DATABASE_URL), haproxy or pgbouncer; default hosts
  --only TEXT      faults whose names contain this
  --times NUMBER   how often each of them happens; default 1
`;
const values = readOptions(HELP, {
  through: { type: 'string', default: 'hosts' },
  only: { type: 'string', default: '' },
  times: { type: 'string', default: '1' },
});
/** How long a fault lasts that ends by being ended. */
const FAULT_MS = 30_000;
/** How often Patroni looks at its PostgreSQL and at etcd. */
const LOOP_MS = 5_000;
/** What a client may see during a fault. */
const EXPECTED = new Set(['201', '409', '503']);

/** A fault, and what ends it. */
interface Fault {
  readonly name: string;
  begin(): Promise<void>;
  end?(): Promise<void>;
  /** Default: until {@link end} it lasts {@link FAULT_MS}. */
  readonly lastsMs?: number;
  /** Connections to a killed process of the service are lost. */
  readonly killsService?: boolean;
}

const folder = mkdtempSync(join(tmpdir(), 'bandeja-failover-'));
const cluster = new Cluster(folder);
/** After an exception or a signal, no process and no network is left. */
process.on('exit', () => {
  for (const [index, node] of nodes.entries()) {
    if (node === null) continue;
    writeFileSync(join(folder, `service-${index}.log`), node.output());
    node.kill().catch(() => {});
  }
  proxies?.stop();
  cluster.stop();
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1));
const nodes: (ServiceProcess | null)[] = [];
let proxies: Proxies | undefined;
await cluster.start();
proxies = startProxies(cluster, folder);
const receiver = await Receiver.start();
const environment = {
  DATABASE_URL: proxies.urls[values.through as Way],
  OPERATOR_TOKEN,
  LOG_LEVEL: 'warn',
  WEBHOOK_ALLOW_PRIVATE: '1',
};
const startNode = (): Promise<ServiceProcess> => startServiceProcess({ environment });
nodes.push(await startNode(), await startNode());
const urls = (): string[] => nodes.flatMap((node) => node?.url ?? []);

/** The machine that the fault is of. */
let hit = await cluster.primary();
const restarted = async (): Promise<void> => hit.start();
const thawed = async (): Promise<void> => hit.signal('SIGCONT');
const standbys = () => cluster.machines.filter((machine) => machine !== hit);
const cutFrom = (others: Parameters<Cluster['cut']>[1], isOneWay = false) => ({
  begin: async () => cluster.cut(hit, others, true, isOneWay),
  end: async () => cluster.cut(hit, others, false, isOneWay),
});
const faults: readonly Fault[] = [
  { name: 'kill -9 of the primary', begin: async () => hit.killPostgres() },
  { name: 'kill -9 of Patroni on the primary', begin: async () => hit.killPatroni(), end: restarted },
  { name: 'kill -9 of both', begin: async () => hit.kill(), end: restarted },
  {
    name: 'power off of the primary’s machine',
    begin: async () => {
      hit.setNetwork(false);
      hit.kill();
    },
    end: async () => {
      hit.setNetwork(true);
      hit.start();
    },
  },
  { name: 'primary’s machine frozen', begin: async () => hit.signal('SIGSTOP'), end: thawed },
  { name: 'primary frozen, Patroni lives', begin: async () => hit.signal('SIGSTOP', true), end: thawed },
  { name: 'primary cut from etcd', ...cutFrom('etcd') },
  { name: 'primary cut from the standbys', ...cutFrom('machines') },
  { name: 'primary cut from the standbys, which it still hears', ...cutFrom('machines', true) },
  {
    name: 'primary cut from the standbys, without a route to them',
    begin: async () => cluster.setRoutes(hit, false),
    end: async () => cluster.setRoutes(hit, true),
  },
  { name: 'primary cut from the services for 15 s', ...cutFrom('services'), lastsMs: 15_000 },
  {
    name: 'primary cut from everything',
    begin: async () => hit.setNetwork(false),
    end: async () => hit.setNetwork(true),
  },
  {
    name: 'etcd restarted',
    begin: async () => cluster.killEtcd(),
    end: async () => cluster.startEtcd(),
    lastsMs: 3_000,
  },
  { name: 'etcd away', begin: async () => cluster.killEtcd(), end: async () => cluster.startEtcd() },
  { name: 'switchover', begin: async () => cluster.ask(hit, 'switchover', { leader: hit.name }) },
  { name: 'restart of the primary', begin: async () => cluster.ask(hit, 'restart', {}) },
  {
    name: 'synchronous standby lost',
    begin: async () => {
      hit = await cluster.standby();
      hit.kill();
    },
    end: restarted,
  },
  {
    name: 'synchronous standby frozen',
    begin: async () => {
      hit = await cluster.standby();
      hit.signal('SIGSTOP');
    },
    end: thawed,
  },
  {
    name: 'both standbys lost',
    begin: async () => {
      for (const machine of standbys()) machine.kill();
    },
    end: async () => {
      for (const machine of standbys()) machine.start();
    },
  },
  {
    name: 'kill -9 of a process of the service',
    begin: () => killNode(),
    end: () => replaceNode(),
    lastsMs: 5_000,
    killsService: true,
  },
  {
    name: 'kill -9 of the service and the primary’s machine',
    begin: async () => {
      hit.kill();
      await killNode();
    },
    end: async () => {
      hit.start();
      await replaceNode();
    },
    killsService: true,
  },
  {
    name: 'kill -9 of the primary and of its successor',
    begin: async () => {
      hit.kill();
      await load.next();
      const successor = await cluster.primary();
      successor.kill();
      await sleep(1_000);
      successor.start();
    },
    end: restarted,
  },
];

async function killNode(): Promise<void> {
  await nodes[0]?.kill();
  nodes[0] = null;
}

async function replaceNode(): Promise<void> {
  nodes[0] = await startNode();
}

const key = await prepare(urls()[0] ?? '');
const endpoint = { url: receiver.url, event_types: ['match.completed'] };
const { status } = await send(urls()[0] ?? '', key, '/v1/webhook-endpoints', endpoint);
if (status !== 201) throw new Error(`the endpoint was answered ${status}`);
const load = new Load(urls, key);
const events = new EventFollower(key);
const rows: string[][] = [];
let failed = 0;
load.start();
events.follow(urls()[1] ?? '');
await load.next();
const chosen = faults.filter(({ name }) => name.includes(values.only));
for (const fault of chosen.flatMap((one) => Array.from({ length: Number(values.times) }, () => one))) {
  hit = await cluster.primary();
  // The cluster became whole in a turn of Patroni's loop. Without a pause, all faults would come at the same moment of a turn.
  await sleep(Math.random() * LOOP_MS);
  load.begin();
  await fault.begin();
  if (fault.end !== undefined) await sleep(fault.lastsMs ?? FAULT_MS);
  await fault.end?.();
  await load.next();
  await cluster.whole();
  await load.next();
  const { answers, acknowledged, longestGapMs } = load.seen();
  const unexpected = [...answers].filter(([answer]) => !EXPECTED.has(answer));
  const lost = fault.killsService === true ? unexpected.filter(([answer]) => /^\d+$/.test(answer)) : unexpected;
  failed += lost.length;
  rows.push([
    fault.name,
    (longestGapMs / 1_000).toFixed(1),
    String(acknowledged),
    String(answers.get('503') ?? 0),
    unexpected.map(([answer, count]) => `${count} × ${answer}`).join(', ') || 'none',
  ]);
  print(rows.at(-1)?.join(' · ') ?? '');
}
await load.stop();
await events.pause();
const url = urls()[0] ?? '';
const stored = await check(url, key, load.acknowledged, load.sent);
await events.assertWhole(url, load.sent);
const deadline = performance.now() + 120_000;
while (receiver.count < load.sent.size && performance.now() < deadline) await sleep(500);
const verified = [
  ['ratings', 'verify', '--when-settled'],
  ['audit', 'verify', '--all'],
].map((command) => bandeja(url, command));
print('');
print(tableOf(['fault', 'longest gap, s', 'acknowledged', '503', 'other answers'], rows));
print(
  `\nthrough ${values.through}: ${rows.length} faults; ${load.acknowledged.size} matches acknowledged, all stored once, ${stored} stored; ` +
    `${events.count} events, none lost or repeated; ${receiver.count} of ${load.sent.size} matches delivered, ${receiver.ids.length - receiver.count} deliveries repeated; ` +
    `${cluster.reinitialized.length} members made again; longest gap ${Math.max(...rows.map(([, gap]) => Number(gap)))} s`,
);
for (const text of verified) print(text.trim());
if (receiver.count < load.sent.size) failed += 1;
if (failed > 0) print(`${failed} unexpected answers or findings; the logs are in ${folder}`);
process.exit(failed === 0 ? 0 : 1);

function bandeja(url: string, command: readonly string[]): string {
  const main = new URL('../packages/cli/src/main.ts', import.meta.url).pathname;
  const {
    status: code,
    stdout,
    stderr,
  } = spawnSync(process.execPath, [main, ...command], {
    env: { ...process.env, BANDEJA_URL: url, BANDEJA_OPERATOR_TOKEN: OPERATOR_TOKEN },
    encoding: 'utf8',
  });
  if (code !== 0) failed += 1;
  return `${command.join(' ')}: ${stdout}${stderr}`;
}
