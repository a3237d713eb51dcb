/** Measures subjects in alternating rounds and prints them side by side. */
import { type Load, type NextRequest, runFor } from './connections.ts';
import { median, numberText, printProgress, tableOf } from './figures.ts';
import { processorMs, processorMsOfChildren } from './processes.ts';
import type { SeededService, Setting, Subject } from './subject.ts';

export interface Comparison {
  readonly setting: Setting;
  readonly subjects: readonly Subject[];
  readonly rounds: number;
  /** Time per subject and round. */
  readonly seconds: number;
}

/** A row of the table. */
export interface Figure {
  readonly what: string;
  readonly unit: string;
  readonly decimals: number;
  /** By subject, then by round. */
  readonly values: readonly (readonly number[])[];
}

/** The measurements of one subject in one round, by row. */
export type Measured = Readonly<Record<string, number>>;

export type Units = Readonly<Record<string, { readonly unit: string; readonly decimals: number }>>;

/** Measures each subject in each round. Every other round reverses the order, so no subject always follows the same one. */
export async function alternate(
  { subjects, rounds }: Pick<Comparison, 'subjects' | 'rounds'>,
  what: string,
  units: Units,
  measure: (subject: Subject) => Promise<Measured>,
): Promise<Figure[]> {
  const measured: Measured[][] = subjects.map(() => []);
  for (let round = 0; round < rounds; round += 1) {
    const order = [...subjects.entries()];
    for (const [index, subject] of round % 2 === 0 ? order : order.toReversed()) {
      measured[index]?.push(await measure(subject));
    }
  }
  return Object.entries(units).map(([name, { unit, decimals }]) => ({
    what: name === '' ? what : `${what}: ${name}`,
    unit,
    decimals,
    values: measured.map((ofSubject) => ofSubject.map((one) => one[name] ?? Number.NaN)),
  }));
}

/** Requests that are sent to every seeded subject. */
export interface Workload {
  readonly name: string;
  readonly connections: number;
  readonly units: Units;
  /** Called once per subject. */
  requests(seeded: SeededService): NextRequest;
  /** @param processor ms that the service and the database used */
  measured(load: Load, processor: number): Measured;
}

const WARM_UP_SECONDS = 2;

/** Measures workloads one after the other. */
export async function measureWorkloads(comparison: Comparison, workloads: readonly Workload[]): Promise<Figure[]> {
  const { setting, subjects, seconds } = comparison;
  const server = await setting.server();
  const figures: Figure[] = [];
  for (const { name, connections, units, requests, measured } of workloads) {
    printProgress(`${name} …`);
    const sources = new Map<Subject, NextRequest>();
    for (const subject of subjects) {
      const seeded = await setting.seeded(subject);
      const next = requests(seeded);
      sources.set(subject, next);
      await runFor(seeded.service.url, next, connections, Math.min(WARM_UP_SECONDS, seconds));
    }
    const measure = async (subject: Subject): Promise<Measured> => {
      const { service } = await setting.seeded(subject);
      const next = sources.get(subject) ?? (() => Buffer.alloc(0));
      const used = (): number => processorMs(service.pid) + processorMsOfChildren(server.pid ?? 0);
      const before = used();
      const load = await runFor(service.url, next, connections, seconds);
      return measured(load, used() - before);
    };
    figures.push(...(await alternate(comparison, name, units, measure)));
  }
  return figures;
}

/** The median over rounds of a subject's value divided by the first subject's value in the same round. */
function ratioOf({ values }: Figure, subject: number): number {
  const [base = []] = values;
  return median((values[subject] ?? []).map((value, round) => value / (base[round] ?? Number.NaN)));
}

/** One table of all medians, with the ratio of every other subject to the first. */
export function comparisonTable(subjects: readonly Subject[], figures: readonly Figure[]): string {
  const [first, ...others] = subjects;
  const textOf = (value: number, decimals: number): string =>
    Number.isFinite(value) ? numberText(value, decimals) : '–';
  return tableOf(
    ['', 'unit', ...subjects.map(({ name }) => name), ...others.map(({ name }) => `${name} ÷ ${first?.name}`)],
    figures.map((figure) => [
      figure.what,
      figure.unit,
      ...subjects.map((_, index) => textOf(median(figure.values[index] ?? []), figure.decimals)),
      ...others.map((_, index) => textOf(ratioOf(figure, index + 1), 2)),
    ]),
  );
}
