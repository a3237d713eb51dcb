/** What processes have used of the processor, by Linux’s account. */
import { readdirSync, readFileSync } from 'node:fs';

/** A tick of `/proc/*​/stat` in ms: USER_HZ is 100 on every Linux that Node runs on. */
const TICK_MS = 10;

interface Stat {
  readonly parent: number;
  readonly ms: number;
}

function statOf(pid: number): Stat | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name in brackets may have blanks; what follows it does not.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return { parent: Number(fields[1]), ms: (Number(fields[11]) + Number(fields[12])) * TICK_MS };
  } catch {
    return null;
  }
}

/** Ms that a process has used so far. */
export const cpuOf = (pid: number): number => statOf(pid)?.ms ?? 0;

/** Ms that the living children of a process have used so far. */
export function cpuOfChildren(pid: number): number {
  return readdirSync('/proc')
    .map(Number)
    .flatMap((one) => (Number.isInteger(one) ? (statOf(one) ?? []) : []))
    .filter((stat) => stat.parent === pid)
    .reduce((sum, stat) => sum + stat.ms, 0);
}
