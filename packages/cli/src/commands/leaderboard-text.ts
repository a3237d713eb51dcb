import { type JsonObject, numberOf, objectsOf } from '../json-value.ts';
import type { Look } from '../look.ts';
import { at, changeAt, countAt, type Field, tableOf } from '../print.ts';
import { displayNameOf } from './match-text.ts';

/** `▲2`, `▼1`, `=`, or `new` for who was not ranked before. */
function moveText({ rank, previous_rank }: JsonObject): string {
  const [now, before] = [numberOf(rank), numberOf(previous_rank)];
  if (now === null || before === null) return 'new';
  if (now === before) return '=';
  return now < before ? `▲${before - now}` : `▼${now - before}`;
}

const ranked: readonly Field[] = [
  ['', 'rank'],
  ['', moveText],
  ['player', displayNameOf, 'shrinks'],
  ['username', 'username', 'shrinks'],
  ['score', at('rating', 'service_score')],
  ['change', changeAt('service_score_change')],
  ['matches', countAt('rating', 'matches_played')],
];

const unranked: readonly Field[] = [
  ['not ranked yet', displayNameOf, 'shrinks'],
  ['username', 'username', 'shrinks'],
  ['score', at('rating', 'service_score')],
  ['matches', countAt('rating', 'matches_played')],
  ['needs at least', ({ matches_to_rank }) => neededText(numberOf(matches_to_rank))],
];

function neededText(matches: number | null): string | null {
  if (matches === null) return null;
  return matches === 1 ? '1 more match' : `${matches} more matches`;
}

/** A roster’s ranking, and who is not ranked yet. @param isOfUnranked the page lists only those. */
export function leaderboardText(leaderboard: JsonObject, look: Look, isOfUnranked: boolean): string {
  const rows = objectsOf(leaderboard['data']);
  if (isOfUnranked) return tableOf(unranked, rows, look) || 'All members are ranked.\n';
  const waiting = objectsOf(leaderboard['unranked']);
  if (rows.length === 0 && waiting.length === 0) return 'The roster is empty.\n';
  const ranking = tableOf(ranked, rows, look) || 'No member is ranked yet.\n';
  return waiting.length === 0 ? ranking : `${ranking}\n${tableOf(unranked, waiting, look)}`;
}
