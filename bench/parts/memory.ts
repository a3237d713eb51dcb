/** Disk space, write-ahead log and memory while an empty database receives matches. */
import { join } from 'node:path';
import type { ServiceProcess } from '@bandeja/service/test/support/service-process';
import { alternate, type Comparison, type Figure } from '../comparison.ts';
import { getRequest, inTurn, runCount, runFor } from '../connections.ts';
import { printProgress } from '../figures.ts';
import { makePartners, registerPlayers } from '../partners.ts';
import { MemorySampler, residentMb } from '../processes.ts';
import { runSql } from '../subject.ts';
import { NIGHTS, Players } from '../submissions.ts';

const PARTNERS = 10;

const MEMORY_UNITS = {
  'memory at rest': { unit: 'MB', decimals: 0 },
  'memory under load, most': { unit: 'MB', decimals: 0 },
  'memory after load': { unit: 'MB', decimals: 0 },
};
const DISK_UNITS = {
  'disk space': { unit: 'bytes/match', decimals: 0 },
  log: { unit: 'bytes/match', decimals: 0 },
};

/** @param matches the number of matches to send */
export async function measureMemory({ setting, subjects }: Comparison, matches: number): Promise<Figure[]> {
  const once = { subjects, rounds: 1 };
  const players = Math.max(480, Math.round(matches / 10));
  const postgres = await alternate(once, 'PostgreSQL', { ...DISK_UNITS, ...MEMORY_UNITS }, async (subject) => {
    const url = await setting.emptyDatabase();
    const service = await setting.start(subject, { DATABASE_URL: url });
    printProgress(`${matches} matches into PostgreSQL, ${subject.name} …`);
    const load = await prepare(service, players);
    const before = await diskOf(url);
    const memory = await underLoad(service, load, matches);
    const after = await diskOf(url);
    await service.stop();
    return {
      ...memory,
      'disk space': (after.bytes - before.bytes) / matches,
      log: (after.log - before.log) / matches,
    };
  });
  const embedded = await alternate(once, 'embedded', MEMORY_UNITS, async (subject) => {
    const service = await setting.start(subject, { DATA_DIR: join(setting.folder(), 'data') });
    printProgress(`${matches} matches into the embedded database, ${subject.name} …`);
    const memory = await underLoad(service, await prepare(service, players), matches);
    await service.stop();
    return memory;
  });
  return [...postgres, ...embedded];
}

interface Prepared {
  readonly restMb: number;
  readonly keys: readonly string[];
  readonly usernames: readonly string[];
}

async function prepare(service: ServiceProcess, players: number): Promise<Prepared> {
  const restMb = residentMb(service.pid);
  const keys = await makePartners(service.url, PARTNERS);
  return { restMb, keys, usernames: await registerPlayers(service.url, keys, players) };
}

async function underLoad({ url, pid }: ServiceProcess, { restMb, keys, usernames }: Prepared, matches: number) {
  const sampler = new MemorySampler(pid);
  const next = NIGHTS.requests(new Players(usernames), keys);
  await runCount(url, next, NIGHTS.connections, Math.ceil(matches / NIGHTS.matchesPerRequest));
  const [key = ''] = keys;
  const reads = usernames.slice(0, 500).flatMap((username) => {
    const path = `/v1/players/${username}`;
    return [path, `${path}/card`, `${path}/analysis`].map((one) => getRequest(one, key));
  });
  await runFor(url, inTurn(reads), 4, 2);
  return {
    'memory at rest': restMb,
    'memory under load, most': sampler.stop(),
    'memory after load': residentMb(pid),
  };
}

/** The size of all tables with their indexes, and the position of the write-ahead log, in bytes. */
async function diskOf(url: string): Promise<{ readonly bytes: number; readonly log: number }> {
  await runSql(url, 'vacuum (analyze)');
  const [row] = await runSql<{ bytes: number; log: number }>(
    url,
    `select (pg_current_wal_lsn() - '0/0')::float8 as log,
       (select sum(pg_total_relation_size(oid))::float8 from pg_class
        where relkind = 'r' and relnamespace = 'public'::regnamespace) as bytes`,
  );
  return row ?? { bytes: Number.NaN, log: Number.NaN };
}
