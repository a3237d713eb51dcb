import type { Team } from '@bandeja/contract/match-enums';
import type { SessionRecap } from '@bandeja/contract/sessions';
import { MODEL, NEW_POOL, type RatingState } from '@bandeja/rating';
import { winnersFirst } from '../../src/history/rated-match.ts';
import { Recap } from '../../src/sessions/recap.ts';
import type { SessionMatchRow } from '../../src/sessions/store.ts';
import { setsOf } from '../support/matches.ts';

/** Club nights in short notation, converted to rows of the store. */

const EIGHT_O_CLOCK = Date.UTC(2026, 4, 1, 20);

export interface Note {
  /** The four by username, team A first: `ana bea cruz dani`. */
  readonly players: string;
  readonly won: Team;
  /** Team A's games first; none when left out. */
  readonly sets?: string;
  /** Points that each of the four won or lost from 1500, in the same order; left out for a match that is not rated. */
  readonly deltas?: readonly number[];
  /** Ratings before the evening, by username; absent players were new. Only for rated matches. */
  readonly before?: Readonly<Record<string, StateBefore>>;
}

/** A player’s state without its time. */
type StateBefore = Omit<RatingState, 'at'>;

/** An id that contains the number of the match. */
export const idOf = (place: number): string => `019de4f2-0000-8000-8000-${String(place).padStart(12, '0')}`;

/** The start of a match: one every quarter of an hour. */
export const playedAt = (place: number): string => new Date(EIGHT_O_CLOCK + (place - 1) * 900_000).toISOString();

export const nameOf = (username: string) => ({
  profile_id: `id of ${username}`,
  username,
  display_name: username.toUpperCase(),
  identity: 'shown' as const,
});

/** The shown strength of a score. */
const shownOf = (score: number): number => (score - MODEL.ZERO) / MODEL.POINTS;

/** A match as noted. @param place from 1, in the order of play. @param columns other columns. */
export function aNote(place: number, note: Note, columns: Partial<SessionMatchRow> = {}): SessionMatchRow {
  const usernames = note.players.split(' ');
  const player_ids = usernames.map((username) => nameOf(username).profile_id);
  const sets = note.sets === undefined ? [] : setsOf(note.sets);
  const set_scores = sets.map((set) => ({ ...set, game_winners: null, first_server_team: null }));
  const facts = { player_ids, teams: ['A', 'A', 'B', 'B'], winning_team: note.won, set_scores } as const;
  return {
    ...facts,
    id: idOf(place),
    partner_id: 'the club',
    external_ref: `m${place}`,
    session_external_ref: 'night-42',
    status: 'completed',
    revision: 1,
    played_at: Date.parse(playedAt(place)),
    trust_tier: 'partner_attested',
    outcome: 'played',
    competition_type: null,
    scoring: null,
    duration_minutes: null,
    venue_label: null,
    court_positions: [null, null, null, null],
    confirmation_reported_by: null,
    confirmation_deadline: null,
    confirmation_then: null,
    confirmation_state: null,
    confirmation_decided_by: null,
    created_at: 0,
    completed_at: 0,
    voided_at: null,
    void_reason: null,
    is_settling: false,
    names: usernames.map((username) => ({
      id: nameOf(username).profile_id,
      username,
      display_name: nameOf(username).display_name,
      is_erased: false,
    })),
    played_before: null,
    ...ledgerColumns(place, note, winnersFirst(facts)),
    ...columns,
  };
}

/** The ledger’s columns of a rated match, winners first. */
function ledgerColumns(place: number, note: Note, winnersFirstIds: readonly string[]) {
  const isRated = note.deltas !== undefined || note.before !== undefined;
  const usernames = note.players.split(' ');
  const slots = winnersFirstIds.map((id) => usernames.findIndex((username) => nameOf(username).profile_id === id));
  const before = slots.map((slot) => note.before?.[usernames[slot] ?? ''] ?? null);
  const of = <T>(values: T): T | null => (isRated ? values : null);
  return {
    rated_player_ids: of(winnersFirstIds),
    shown_before: of(before.map((state) => state?.shown ?? null)),
    shown_after: of(slots.map((slot) => shownOf(MODEL.ZERO + (note.deltas?.[slot] ?? 0)))),
    length: of(1),
    variance_after: of(before.map((state) => state?.variance ?? 1)),
    before: of(
      before.flatMap((state) =>
        state === null
          ? [Number.NaN, Number.NaN, Number.NaN, Number.NaN, 0]
          : [state.mean, state.variance, state.shown, Date.parse(playedAt(place)), state.played],
      ),
    ),
  };
}

/** A player with this mean and a small variance. */
export function known(mean: number): StateBefore {
  const variance = 0.25;
  return { mean, variance, shown: mean, played: 50 };
}

/** The recap of a night of these matches, oldest first. @param steepness the stored one. */
export function recapOf(
  matches: readonly SessionMatchRow[],
  steepness: number,
  rank_by?: 'wins' | 'points',
): SessionRecap {
  const completed = matches.filter((match) => match.status === 'completed');
  const count = (status: SessionMatchRow['status']): number => matches.filter((one) => one.status === status).length;
  const recap = new Recap({ ...NEW_POOL, steepness }, 'en');
  for (const match of completed) recap.add(match);
  const part = { limit: Number.POSITIVE_INFINITY, offset: 0, rank_by };
  return recap.view('night-42', { pending: count('pending'), voided: count('voided') }, part);
}
