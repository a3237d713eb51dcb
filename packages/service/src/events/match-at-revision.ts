import { parseInstant } from '@bandeja/contract/instant';
import type { ConfirmationThen, CourtPosition, Team } from '@bandeja/contract/match-enums';
import { type MatchRow, matches, type ShownMatchRow } from '../history/match-row.ts';
import type { MatchWithRevision } from './match-revisions-store.ts';

/** A participant in an audit entry. */
interface AuditedParticipant {
  readonly team: Team;
  readonly profile_id: string;
  readonly court_position: CourtPosition | null;
}

/** Columns with the same values in audit entries. Entries have the others in another form. */
const sameInEntries = Object.keys(matches.without('played_at', 'player_ids', 'teams', 'court_positions').columns);

/** Terms in an audit entry; null for the default. */
type AuditedTerms = {
  readonly reported_by: Team | null;
  readonly deadline: string | null;
  readonly then: ConfirmationThen;
} | null;

/** A match at the requested revision, but with the answers that are stored now: none, if the result was amended since. */
export function matchAtRevision(match: MatchWithRevision): Omit<ShownMatchRow, 'names'> {
  const { requested_revision: revision, replaced: values, ...current } = match;
  if (values === null) return current;
  const facts = Object.fromEntries(
    sameInEntries.flatMap((field) => (`/${field}` in values ? [[field, values[`/${field}`]]] : [])),
  ) as Partial<MatchRow>;
  const terms = replacedTerms(values);
  const row = { ...current, ...facts, ...terms, ...replacedTime(values), ...replacedParticipants(values), revision };
  const isPending = row.status === 'pending';
  const answers = current.answers && (isSameResult(values, terms, current) ? current.answers : []);
  const isDisputed = isPending && answers?.some(({ answer }) => answer === 'wrong');
  return {
    ...row,
    answers,
    confirmation_state: isDisputed ? 'disputed' : null,
    confirmation_decided_by: isPending ? null : row.confirmation_decided_by,
    completed_at: row.status === 'pending' ? null : row.completed_at,
    voided_at: row.status === 'voided' ? row.voided_at : null,
  };
}

/** Whether no amendment since has removed the players' answers. */
function isSameResult(values: Readonly<Record<string, unknown>>, terms: Partial<MatchRow>, current: MatchRow): boolean {
  const isKept = (pointer: string): boolean =>
    ['/status', '/void_reason', '/confirmation'].includes(pointer) || pointer.startsWith('/confirmation/');
  const { confirmation_reported_by: reporter = current.confirmation_reported_by } = terms;
  return Object.keys(values).every(isKept) && reporter === current.confirmation_reported_by;
}

function replacedTerms(values: Readonly<Record<string, unknown>>): Partial<MatchRow> {
  const terms = values['/confirmation'] as AuditedTerms | undefined;
  if (terms === undefined) return {};
  return {
    confirmation_reported_by: terms?.reported_by ?? null,
    confirmation_deadline: terms?.deadline == null ? null : parseInstant(terms.deadline),
    confirmation_then: terms === null || terms.then === 'stay' ? null : terms.then,
  };
}

function replacedTime(values: Readonly<Record<string, unknown>>): Partial<MatchRow> {
  const text = values['/played_at'];
  if (text === undefined) return {};
  const playedAt = parseInstant(String(text));
  if (playedAt === null) throw new Error('an audit entry holds a malformed instant');
  return { played_at: playedAt };
}

function replacedParticipants(values: Readonly<Record<string, unknown>>): Partial<MatchRow> {
  const participants = values['/participants'] as readonly AuditedParticipant[] | undefined;
  if (participants === undefined) return {};
  return {
    player_ids: participants.map((one) => one.profile_id),
    teams: participants.map((one) => one.team),
    court_positions: participants.map((one) => one.court_position),
  };
}
