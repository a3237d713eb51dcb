/** What processes have used of the processor, by Linux’s account. */
import { readdirSync, readFileSync } from 'node:fs';
import { type Database, statement } from '../../src/store/engine/database.ts';

/** A tick of `/proc/*​/stat` in ms: USER_HZ is 100 on every Linux that Node runs on. */
const TICK_MS = 10;

interface Stat {
  readonly parent: number;
  readonly ms: number;
  /** Of its children that have ended. */
  readonly msOfEnded: number;
}

function statOf(pid: number): Stat | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name in brackets may have blanks; what follows it does not.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    const ticks = (first: number): number => Number(fields[first]) + Number(fields[first + 1]);
    return { parent: Number(fields[1]), ms: ticks(11) * TICK_MS, msOfEnded: ticks(13) * TICK_MS };
  } catch {
    return null;
  }
}

/** Ms that a process has used so far. */
export const cpuOf = (pid: number): number => statOf(pid)?.ms ?? 0;

/** Ms that the children of a process have used so far, living and ended ones. */
export function cpuOfChildren(pid: number): number {
  return readdirSync('/proc')
    .map(Number)
    .flatMap((one) => (Number.isInteger(one) ? (statOf(one) ?? []) : []))
    .filter((stat) => stat.parent === pid)
    .reduce((sum, stat) => sum + stat.ms, statOf(pid)?.msOfEnded ?? 0);
}

const postmaster = statement(
  'bench_postmaster',
  `select split_part(pg_read_file('postmaster.pid', 0, 100), E'\\n', 1)::integer as pid`,
);

/** The first process of the database server, where it runs on this machine and the user may know. */
export async function postmasterOf(database: Database): Promise<number | null> {
  const [row] = await database.query<{ pid: number }>(postmaster).catch(() => []);
  return row === undefined || cpuOf(row.pid) === 0 ? null : row.pid;
}
