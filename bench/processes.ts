/** Processor time and memory of processes, as Linux reports them in `/proc`. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';

/** USER_HZ is 100 on every Linux that Node runs on. */
const TICK_MS = 10;

interface Stat {
  readonly parent: number;
  readonly ms: number;
  readonly msOfEndedChildren: number;
}

function statOf(pid: number): Stat | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The process name is in brackets and may contain blanks.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    const ticks = (first: number): number => Number(fields[first]) + Number(fields[first + 1]);
    return { parent: Number(fields[1]), ms: ticks(11) * TICK_MS, msOfEndedChildren: ticks(13) * TICK_MS };
  } catch {
    return null;
  }
}

/** Processor time that a process has used, in ms. */
export const processorMs = (pid: number): number => statOf(pid)?.ms ?? 0;

/** Processor time that the children of a process have used, in ms, including those that ended. */
export function processorMsOfChildren(pid: number): number {
  return readdirSync('/proc')
    .map(Number)
    .flatMap((one) => (Number.isInteger(one) ? (statOf(one) ?? []) : []))
    .filter((stat) => stat.parent === pid)
    .reduce((sum, stat) => sum + stat.ms, statOf(pid)?.msOfEndedChildren ?? 0);
}

/** Resident memory of a process in MB; 0 after its end. */
export function residentMb(pid: number): number {
  if (!existsSync(`/proc/${pid}/status`)) return 0;
  const [, kb] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kb ?? 0) / 1024;
}

/** Samples the resident memory of a process until it is stopped. */
export class MemorySampler {
  readonly #clock: NodeJS.Timeout;
  #mostMb = 0;

  constructor(pid: number) {
    this.#clock = setInterval(() => {
      this.#mostMb = Math.max(this.#mostMb, residentMb(pid));
    }, 100);
  }

  /** @returns the highest sample, MB. */
  stop(): number {
    clearInterval(this.#clock);
    return this.#mostMb;
  }
}
