import { parseInstant } from '@bandeja/contract/instant';
import type { CourtPosition, Team } from '@bandeja/contract/match-enums';
import { type MatchRow, matches } from '../history/match-row.ts';
import type { MatchWithRevision } from './match-revisions-store.ts';

/** A participant in an audit entry. */
interface AuditedParticipant {
  readonly team: Team;
  readonly profile_id: string;
  readonly court_position: CourtPosition | null;
}

/** Columns with the same values in audit entries. Entries have the others in another form. */
const sameInEntries = Object.keys(matches.without('played_at', 'player_ids', 'teams', 'court_positions').columns);

/** A match at the requested revision. */
export function matchAtRevision(match: MatchWithRevision): MatchRow {
  const { requested_revision: revision, replaced: values, ...current } = match;
  if (values === null) return current;
  const facts = Object.fromEntries(
    sameInEntries.flatMap((field) => (`/${field}` in values ? [[field, values[`/${field}`]]] : [])),
  ) as Partial<MatchRow>;
  const row = { ...current, ...facts, ...replacedTime(values), ...replacedParticipants(values), revision };
  return {
    ...row,
    completed_at: row.status === 'pending' ? null : row.completed_at,
    voided_at: row.status === 'voided' ? row.voided_at : null,
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
