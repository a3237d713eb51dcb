import type { MatchSince } from '../../store/events/matches-at.ts';
import type { MatchRow } from '../../store/matches/match-rows.ts';
import { parseInstant } from '../instant.ts';
import type { CourtPosition, Team } from '../matches/enums.ts';

/** A participant as audit entries keep it. */
interface AuditedParticipant {
  readonly team: Team;
  readonly profile_id: string;
  readonly court_position: CourtPosition | null;
}

/** Facts that audit entries keep as a match has them. */
const SAME = [
  'status',
  'winning_team',
  'outcome',
  'competition_type',
  'scoring',
  'duration_minutes',
  'venue_label',
  'session_external_ref',
  'set_scores',
  'void_reason',
] as const;

/** A match as it was at a revision: as it is, with what later entries of its audit trail say was there before them. */
export function matchThen(match: MatchSince): MatchRow {
  const { since_revision: revision, values_then: values, ...present } = match;
  if (values === null) return present;
  const facts = Object.fromEntries(
    SAME.flatMap((field) => (`/${field}` in values ? [[field, values[`/${field}`]]] : [])),
  ) as Partial<MatchRow>;
  const row = { ...present, ...facts, ...playedThen(values), ...participantsThen(values), revision };
  return {
    ...row,
    completed_at: row.status === 'pending' ? null : row.completed_at,
    voided_at: row.status === 'voided' ? row.voided_at : null,
  };
}

function playedThen(values: Readonly<Record<string, unknown>>): Partial<MatchRow> {
  const text = values['/played_at'];
  if (text === undefined) return {};
  const playedAt = parseInstant(String(text));
  if (playedAt === null) throw new Error('an audit entry holds a malformed instant');
  return { played_at: playedAt };
}

function participantsThen(values: Readonly<Record<string, unknown>>): Partial<MatchRow> {
  const participants = values['/participants'] as readonly AuditedParticipant[] | undefined;
  if (participants === undefined) return {};
  return {
    player_ids: participants.map((one) => one.profile_id),
    teams: participants.map((one) => one.team),
    court_positions: participants.map((one) => one.court_position),
  };
}
