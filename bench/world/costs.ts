/** What an evening costs: processor, log and disk, as counted before and after. */
import { type Database, statement } from '../../src/store/engine/database.ts';
import { cpuOf, cpuOfChildren, postmasterOf } from '../reads/cpu.ts';

const counts = statement(
  'bench_costs',
  `select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::float8 as wal_bytes,
     pg_database_size(current_database())::float8 as disk_bytes,
     (select count(*) from matches)::float8 as matches`,
);

export interface Costs {
  readonly wal_bytes: number;
  readonly disk_bytes: number;
  /** Stored. */
  readonly matches: number;
  readonly service_cpu_ms: number;
  /** NaN where the server runs elsewhere. */
  readonly database_cpu_ms: number;
}

export async function costsOf(database: Database, servicePid: number): Promise<Costs> {
  const [row] = await database.query<Pick<Costs, 'wal_bytes' | 'disk_bytes' | 'matches'>>(counts);
  if (row === undefined) throw new Error('the database tells nothing of itself');
  const postmaster = await postmasterOf(database);
  return {
    ...row,
    service_cpu_ms: cpuOf(servicePid),
    database_cpu_ms: postmaster === null ? Number.NaN : cpuOfChildren(postmaster),
  };
}

/** What came between two counts. */
export function spent(before: Costs, after: Costs): Costs {
  const of = (name: keyof Costs): number => after[name] - before[name];
  return {
    wal_bytes: of('wal_bytes'),
    disk_bytes: of('disk_bytes'),
    matches: of('matches'),
    service_cpu_ms: of('service_cpu_ms'),
    database_cpu_ms: of('database_cpu_ms'),
  };
}
