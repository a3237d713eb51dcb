/** A sent row: what can be decided about it without the database. */
import type { Fault } from '@bandeja/contract/errors/problem';
import { ImportMatch, type SentRow } from '@bandeja/contract/import-bodies';
import type { ImportProblem } from '@bandeja/contract/import-rows';
import type { ImportOptions } from '@bandeja/contract/imports';
import type { MatchSubmission } from '@bandeja/contract/match-bodies';
import { sessionFields } from '@bandeja/contract/match-enums';
import { type NamingFields, submissionFaults } from '../matches/rules.ts';
import { type Submission, submissionOf } from '../matches/submission.ts';
import { faultsOf, isValid, listed } from '../validation/faults-of.ts';
import { problemsOf } from './problems.ts';

const NAMING: NamingFields = ['profile_id', 'username', 'player'];

/** The optional fields that the row itself gives. Those from the options, and the default tier, are not compared with a stored match. */
export type GivenFields = Pick<
  Partial<MatchSubmission>,
  'session_external_ref' | 'venue_label' | 'competition_type' | 'duration_minutes' | 'scoring' | 'trust_tier'
>;

export interface ReadMatch {
  readonly submission: Submission;
  readonly given: GivenFields;
  /** The key of each participant that is named by one. */
  readonly keys: readonly (string | null)[];
}

export interface ReadRow {
  readonly line: number;
  readonly isConfirmed: boolean;
  /** As sent; null if it is missing or invalid. */
  readonly external_ref: string | null;
  /** The problems of a row without a match. */
  readonly problems: readonly ImportProblem[];
  readonly match: ReadMatch | null;
}

/** @param now the server's clock, ms. */
export function readRow(
  { line, match, faults, confirmed }: SentRow,
  options: Pick<ImportOptions, (typeof sessionFields)[number]>,
  now: number,
): ReadRow {
  const row = { line, isConfirmed: confirmed === true };
  if (faults != null) {
    const problems = faults.map(({ code, values }) => ({ pointer: null, code, detail: null, values: values ?? {} }));
    return { ...row, external_ref: null, problems, match: null };
  }
  const sent = isObject(match) ? match : {};
  const filled = isObject(match) ? withOptions(match, options) : match;
  const external_ref = isValid(ImportMatch.properties.external_ref, sent['external_ref'])
    ? (sent['external_ref'] as string)
    : null;
  const found: Fault[] = [...faultsOf(ImportMatch, filled), ...submissionFaults(filled, now, NAMING)];
  if (found.length > 0) return { ...row, external_ref, problems: problemsOf(listed(found), filled), match: null };
  const body = filled as Parameters<typeof submissionOf>[0];
  return {
    ...row,
    external_ref,
    problems: [],
    match: {
      submission: submissionOf(body),
      given: sent as GivenFields,
      keys: body.participants.map(({ player }) => player ?? null),
    },
  };
}

function withOptions(match: Readonly<Record<string, unknown>>, options: Parameters<typeof readRow>[1]): object {
  const inherited = sessionFields.filter((field) => (match[field] ?? null) === null && options[field] !== null);
  return {
    ...match,
    trust_tier: match['trust_tier'] ?? 'imported',
    ...Object.fromEntries(inherited.map((field) => [field, options[field]])),
  };
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
