import type { MatchWarning } from '@bandeja/contract/match-warnings';
import type { MatchRow } from '../history/match-row.ts';
import { countOf } from '../runtime/count-of.ts';
import { NEARBY_MINUTES, type NearbyMatch } from './nearby-store.ts';
import { scoreWarnings } from './plausibility.ts';

/**
 * What may be true of a match but is rarely meant.
 * @param stored stored matches near those of the request
 * @param sent the matches that are stored with it
 */
export function warningsOf(
  match: MatchRow,
  stored: readonly NearbyMatch[],
  sent: readonly MatchRow[] = [],
): MatchWarning[] {
  const near = [
    ...stored.filter(({ near }) => near === match.id),
    ...sent.filter((other) => isNearby(match, other)),
  ].sort((a, b) => distance(match, a) - distance(match, b));
  return [...scoreWarnings(match), ...near.slice(0, 1).map((other) => samePlayersNearby(match, other))];
}

type Placed = Pick<MatchRow, 'id' | 'external_ref' | 'played_at'>;

const distance = (match: Placed, other: Placed): number => Math.abs(match.played_at - other.played_at);

const isNearby = (match: MatchRow, other: MatchRow): boolean =>
  other.id !== match.id &&
  other.partner_id === match.partner_id &&
  distance(match, other) <= NEARBY_MINUTES * 60_000 &&
  other.player_ids.every((player) => match.player_ids.includes(player));

function samePlayersNearby(match: Placed, other: Placed): MatchWarning {
  const minutes = Math.round(distance(match, other) / 60_000);
  const span = countOf(minutes, 'minute');
  const when = minutes === 0 ? 'at the same time' : `${span} ${other.played_at < match.played_at ? 'before' : 'after'}`;
  return {
    code: 'same_players_nearby',
    pointer: null,
    detail: `The same four players have the match “${other.external_ref}” ${when}.`,
    match_id: other.id,
  };
}
