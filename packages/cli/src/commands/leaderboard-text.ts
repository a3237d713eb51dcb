import type { Api } from '@bandeja/client';
import type { Look } from '../look.ts';
import { change, count, type Layout, tableOf, time } from '../print.ts';

/** `▲2`, `▼1`, `=`, or `new` for a player that was not ranked before. */
function moveText({ rank, previous_rank: before }: Api.RankedPlayer): string {
  if (before === null) return 'new';
  if (rank === before) return '=';
  return rank < before ? `▲${before - rank}` : `▼${rank - before}`;
}

const rankedLayout: Layout<Api.RankedPlayer> = [
  ['', 'rank'],
  ['', moveText],
  ['player', 'display_name', 'shrinks'],
  ['username', 'username', 'shrinks'],
  ['score', ({ rating }) => rating.service_score],
  ['change', ({ service_score_change }) => change(service_score_change)],
  ['matches', ({ rating }) => count(rating.matches_played)],
];

const unrankedLayout: Layout<Api.UnrankedPlayer> = [
  ['not ranked yet', 'display_name', 'shrinks'],
  ['username', 'username', 'shrinks'],
  ['score', ({ rating }) => rating.service_score],
  ['matches', ({ rating }) => count(rating.matches_played)],
  ['needs at least', ({ matches_to_rank: more }) => (more === 1 ? '1 more match' : `${more} more matches`)],
];

const inactiveLayout: Layout<Api.InactivePlayer> = [
  ['inactive', 'display_name', 'shrinks'],
  ['username', 'username', 'shrinks'],
  ['score', ({ rating }) => rating.service_score],
  ['last played', ({ last_played_at }) => last_played_at.slice(0, 10)],
];

/** The columns of all three kinds of players, for programs. */
export const leaderboardLayout: Layout<Api.Leaderboard['data'][number]> = [
  ['rank', (row) => ('rank' in row ? row.rank : null)],
  ['previous rank', (row) => ('rank' in row ? row.previous_rank : null)],
  ['player', 'display_name', 'shrinks'],
  ['username', 'username', 'shrinks'],
  ['score', ({ rating }) => rating.service_score],
  ['change', ({ service_score_change }) => change(service_score_change)],
  ['matches', ({ rating }) => count(rating.matches_played)],
  ['needs at least', (row) => ('matches_to_rank' in row ? row.matches_to_rank : null)],
  ['last played', (row) => ('last_played_at' in row ? time(row.last_played_at) : null)],
];

const NONE_RANKED = 'No member is ranked yet.';
const ALL_RANKED = 'All members are ranked.';

/** The text for a page without rows. @param isOfUnranked the page lists only those that are not ranked */
export const emptyText = (isOfUnranked: boolean): string =>
  isOfUnranked ? ALL_RANKED : `${NONE_RANKED} --unranked lists those who are not.`;

/** A ranking, and the players that are not in it. @param isOfUnranked the page lists only those */
export function leaderboardText(leaderboard: Api.Leaderboard, look: Look, isOfUnranked: boolean): string {
  const ranked = leaderboard.data.filter((row) => 'rank' in row);
  const unranked = [...leaderboard.data.filter((row) => 'matches_to_rank' in row), ...leaderboard.unranked];
  const inactive = [...leaderboard.data.filter((row) => 'last_played_at' in row), ...leaderboard.inactive];
  const others = [tableOf(unrankedLayout, unranked, look), tableOf(inactiveLayout, inactive, look)];
  const waiting = others.filter((table) => table !== '').join('\n');
  if (isOfUnranked) return waiting || `${ALL_RANKED}\n`;
  if (ranked.length === 0 && waiting === '') return 'The ranking is empty.\n';
  const ranking = tableOf(rankedLayout, ranked, look) || `${NONE_RANKED}\n`;
  return waiting === '' ? ranking : `${ranking}\n${waiting}`;
}
