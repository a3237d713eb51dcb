/** The warnings of a row, with their values. */
import type { ImportWarning } from '@bandeja/contract/import-rows';
import type { MatchRow } from '../history/match-row.ts';
import type { NearbyMatch } from '../matches/nearby-store.ts';
import { warningsOf } from '../matches/warnings.ts';
import { countOf } from '../runtime/count-of.ts';
import type { Neighbour } from './look-ups-store.ts';
import { setValues } from './problems.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

interface Others {
  /** Stored matches near those of the batch. */
  readonly nearby: readonly NearbyMatch[];
  /** The matches that earlier rows of the batch create. */
  readonly earlier: readonly MatchRow[];
  /** Of the row; none unless references are derived. */
  readonly neighbours: readonly Neighbour[];
}

/** @param usernames of its players, in their order */
export function importWarnings(
  row: MatchRow,
  usernames: readonly string[],
  { nearby, earlier, neighbours }: Others,
): ImportWarning[] {
  const others = [...nearby, ...earlier];
  const own = warningsOf(row, nearby, earlier).map((warning): ImportWarning => {
    const other = others.find(({ id }) => id === warning.match_id);
    const set = row.set_scores[Number(warning.pointer?.split('/')[2])];
    const values = other === undefined ? setValues(set ?? {}) : apart(row, other);
    return { ...warning, values };
  });
  const foreign = neighbours.filter((other) => !other.is_of_import);
  const sameScore = foreign.find((other) => isSameScoreThatDay(row, other));
  const almost = foreign.find((other) => other.played_at === row.played_at && sharedPlayers(row, other) === 3);
  return [
    ...own,
    ...(sameScore === undefined ? [] : [storedThatDay(row, sameScore)]),
    ...(almost === undefined ? [] : [storedWithAnother(row, usernames, almost)]),
  ];
}

type Placed = Pick<MatchRow, 'external_ref' | 'played_at'>;

/** Negative minutes: the other match is earlier. */
const apart = (row: Placed, other: Placed) => ({
  external_ref: other.external_ref,
  minutes: Math.round((other.played_at - row.played_at) / MINUTE_MS),
});

const sharedPlayers = (row: MatchRow, { player_ids }: Neighbour): number =>
  player_ids.filter((id) => row.player_ids.includes(id)).length;

/** Whether two matches have the same two teams. */
export function haveSameTeams(
  one: Pick<MatchRow, 'player_ids' | 'teams'>,
  other: Pick<MatchRow, 'player_ids' | 'teams'>,
): boolean {
  return isTurned(one, other) !== null;
}

/** Whether team A of one match is team B of the other; null if the teams differ. */
function isTurned(
  one: Pick<MatchRow, 'player_ids' | 'teams'>,
  other: Pick<MatchRow, 'player_ids' | 'teams'>,
): boolean | null {
  const teamIn = new Map(other.player_ids.map((id, slot) => [id, other.teams[slot]]));
  const pairs = one.player_ids.map((id, slot) => [one.teams[slot], teamIn.get(id)] as const);
  if (pairs.every(([team, there]) => team === there)) return false;
  return pairs.every(([team, there]) => there !== undefined && team !== there) ? true : null;
}

function isSameScoreThatDay(row: MatchRow, other: Neighbour): boolean {
  const distance = Math.abs(other.played_at - row.played_at);
  const turned = isTurned(row, other);
  if (distance === 0 || distance > DAY_MS || turned === null) return false;
  if (row.set_scores.length !== other.set_scores.length) return false;
  return row.set_scores.every((set, index) => {
    const there = other.set_scores[index];
    const [a, b] = turned ? [there?.team_b_games, there?.team_a_games] : [there?.team_a_games, there?.team_b_games];
    return set.team_a_games === a && set.team_b_games === b;
  });
}

function storedThatDay(row: MatchRow, other: Neighbour): ImportWarning {
  const values = apart(row, other);
  const detail = `The same teams have the match “${other.external_ref}” with this score, ${countOf(Math.abs(values.minutes), 'minute')} ${values.minutes < 0 ? 'before' : 'after'}.`;
  return { code: 'stored_that_day', pointer: null, detail, match_id: other.id, values };
}

function storedWithAnother(row: MatchRow, usernames: readonly string[], other: Neighbour): ImportWarning {
  const slot = row.player_ids.findIndex((id) => !other.player_ids.includes(id));
  const { external_ref, other_username: stored } = other;
  const sent = usernames[slot] ?? null;
  const instead = stored === null ? 'an erased player' : `“${stored}”`;
  const detail = `Three of the four players have the match “${external_ref}” at this instant, with ${instead} instead of “${sent}”.`;
  const values = { external_ref, stored, sent };
  return { code: 'stored_with_another_player', pointer: null, detail, match_id: other.id, values };
}
