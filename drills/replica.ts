/**
 * `npm run drill:replica`: a primary with a streaming replica, and two nodes of the service that read from it.
 *
 * First 10,000 attempts: a write on one node, and immediately a read on the other, while the replica lags, is killed with -9 and
 * restarted, hangs, continues, and is promoted. No read may return less than the responses before it, or a player who has become
 * private. Then it measures reads per second with and without the replica, and their cost on the primary.
 *
 * `--tries N` sets the attempts, `--seconds N` the time of each measurement, `--binaries DIR` the PostgreSQL to use.
 */
import { parseArgs } from 'node:util';
import { startReplicatedServers } from '@bandeja/service/test/support/replicas';
import { type ServiceProcess, startServiceProcess } from '@bandeja/service/test/support/service-process';
import { print } from '../bench/figures.ts';
import { measureReads } from './replica-reads.ts';
import { tryAll } from './replica-tries.ts';
import { DAY_MS, OPERATOR_TOKEN, playSeason } from './season.ts';

const { values } = parseArgs({
  options: {
    tries: { type: 'string', default: '10000' },
    seconds: { type: 'string', default: '5' },
    rounds: { type: 'string', default: '3' },
    binaries: { type: 'string' },
  },
});

const servers = await startReplicatedServers(values.binaries === undefined ? {} : { binaries: values.binaries });
const nodes: ServiceProcess[] = [];
async function startNode(replicaUrl?: string): Promise<ServiceProcess> {
  const environment = {
    DATABASE_URL: servers.primaryUrl,
    ...(replicaUrl !== undefined && { DATABASE_REPLICA_URL: replicaUrl }),
    OPERATOR_TOKEN,
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'warn',
  };
  const node = await startServiceProcess({ environment });
  nodes.push(node);
  return node;
}

try {
  print('a season of 2,000 matches …');
  const plain = await startNode();
  const season = await playSeason(plain.url, {
    name: 'season',
    players: 80,
    matches: 2_000,
    newest: Date.now() - 2 * DAY_MS,
  });
  const one = await startNode(servers.replicaUrl);
  const other = await startNode(servers.replicaUrl);
  const load = { servers, plain, replicated: one, season };
  const figures =
    Number(values.seconds) === 0 ? [] : await measureReads(load, Number(values.seconds), Number(values.rounds));
  const tries = await tryAll({ servers, nodes: [one, other], season }, Number(values.tries));
  print('');
  for (const line of [...figures, '', ...tries]) print(line);
} finally {
  await Promise.all(nodes.map((node) => node.kill()));
  await servers.stop();
}
