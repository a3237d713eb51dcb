import { numberOf } from './json-value.ts';

const format = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });

/** How all commands write how many there are of something: `12,345`. */
export function grouped(count: number): string {
  return format.format(count);
}

/** `12,345 matches`, `1 match`. @param value what the API says; what is no number counts as 0. */
export function countOf(value: unknown, one: string, many = `${one}s`): string {
  const count = numberOf(value) ?? 0;
  return `${grouped(count)} ${count === 1 ? one : many}`;
}
