/** Measures subjects in alternating rounds and prints them side by side. */
import { median, numberText, tableOf } from './figures.ts';
import type { Setting, Subject } from './subject.ts';

/** What parts of a bench are given. */
export interface Comparison {
  readonly setting: Setting;
  readonly subjects: readonly Subject[];
  readonly rounds: number;
  /** How long each subject is measured in a round. */
  readonly seconds: number;
}

/** A row of the table. */
export interface Figure {
  readonly what: string;
  readonly unit: string;
  readonly decimals: number;
  /** For each subject its values, one a round. */
  readonly values: readonly (readonly number[])[];
}

/** What one subject gives in one round: a number for each row. */
export type Measured = Readonly<Record<string, number>>;

/** The unit and decimals of each number of {@link Measured}. */
export type Units = Readonly<Record<string, { readonly unit: string; readonly decimals: number }>>;

/**
 * Measures each subject in each round. Every other round goes in the opposite order, so that no subject always comes
 * after the same one.
 */
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

/** The median over rounds of a subject's share of the first subject's value in the same round. */
function ratioOf({ values }: Figure, subject: number): number {
  const [base = []] = values;
  return median((values[subject] ?? []).map((value, round) => value / (base[round] ?? Number.NaN)));
}

/** One table of all figures: medians, and for each subject but the first the ratio to the first. */
export function comparisonTable(subjects: readonly Subject[], figures: readonly Figure[]): string {
  const others = subjects.slice(1);
  const [first] = subjects;
  const titles = [
    '',
    'unit',
    ...subjects.map(({ name }) => name),
    ...others.map(({ name }) => `${name} ÷ ${first?.name}`),
  ];
  const textOf = (value: number, decimals: number): string =>
    Number.isFinite(value) ? numberText(value, decimals) : '–';
  const rows = figures.map((figure) => [
    figure.what,
    figure.unit,
    ...subjects.map((_, index) => textOf(median(figure.values[index] ?? []), figure.decimals)),
    ...others.map((_, index) => textOf(ratioOf(figure, index + 1), 2)),
  ]);
  return tableOf(titles, rows);
}
