import type { Context } from '../context.ts';
import type { FindingState } from './shapes.ts';

/** What a check has found. A state that is not `ok` comes with advice. */
export interface Verdict {
  readonly state: FindingState;
  /** What is so, in a sentence. */
  readonly text: string;
  /** What to do; null if there is nothing to do. */
  readonly advice: string | null;
  /** The numbers and names behind the sentence. */
  readonly values: Readonly<Record<string, unknown>>;
}

export interface CheckSubject extends Context {
  /** How many processes of the service share the port. */
  readonly workers: number;
}

/** Looks at one thing that can be wrong with a service. Changes nothing, and answers within seconds. */
export interface Check {
  /** Its name, which monitoring may rely on. */
  readonly code: string;
  /** On which databases there is something to look at; default: on both. */
  readonly engine?: Context['database']['engine'];
  readonly look: (subject: CheckSubject) => Promise<Verdict>;
}

type Values = Verdict['values'];

export const fine = (text: string, values: Values = {}): Verdict => ({ state: 'ok', text, advice: null, values });

export const warning = (text: string, advice: string, values: Values = {}): Verdict => ({
  state: 'warning',
  text,
  advice,
  values,
});

export const problem = (text: string, advice: string, values: Values = {}): Verdict => ({
  state: 'problem',
  text,
  advice,
  values,
});

/** `1.4 GB`, `32 MB`. */
export function sizeText(bytes: number): string {
  return bytes >= 1e9 ? `${(bytes / 1e9).toFixed(1)} GB` : `${Math.round(bytes / 1e6)} MB`;
}

/** `40 s`, `12 min`, `5 h`, `3 days`. */
export function lengthText(seconds: number): string {
  if (seconds < 120) return `${Math.round(seconds)} s`;
  if (seconds < 7_200) return `${Math.round(seconds / 60)} min`;
  return seconds < 172_800 ? `${Math.round(seconds / 3_600)} h` : `${Math.round(seconds / 86_400)} days`;
}
