/** The references that rows are sent with: those of the file, with a prefix if one is asked for, or ones derived from the row's content. */
import { DIGEST_CHARACTERS, digestOf } from '../digest.ts';
import { isObject } from '../file/json.ts';

/** The content that identifies a match. The values of a JSON file are used unchanged; the service validates them. */
export interface MatchContent {
  readonly playedAt: unknown;
  readonly teamA: readonly unknown[];
  readonly teamB: readonly unknown[];
  readonly winner: unknown;
  readonly sets: unknown;
}

/**
 * A reference that the same content always gets, from a CSV file as from JSON: the sides of the teams, the order of teammates and the
 * case of their texts do not matter, and a match without a winner or a score has null or no sets, however the file leaves them out.
 */
export function madeReference({ playedAt, teamA, teamB, winner, sets }: MatchContent, prefix: string): string {
  const teams = [teamA, teamB].map((team) => team.map(inLowerCase).toSorted());
  const games = gamesOf(sets);
  const [a = '', b = ''] = teams.map((team) => JSON.stringify(team));
  const sided =
    a <= b ? [...teams, winner ?? null, games] : [...teams.toReversed(), otherSide(winner ?? null), turnedGames(games)];
  const content = JSON.stringify([instantOf(playedAt), ...sided]);
  return `${prefix}made-${digestOf(content)}`;
}

/** The service appends `~2` to the reference of a row that is stored again. */
const MADE = new RegExp(String.raw`made-[\w-]{${DIGEST_CHARACTERS}}(?:~\d+)?$`);

/** The reference as people are shown it: one that was made from the content says nothing to them. */
export const shownReference = (reference: string | null): string =>
  reference === null || MADE.test(reference) ? '' : reference;

/** Anything but a side is not changed. */
const otherSide = (team: unknown): unknown => (team === 'A' ? 'B' : team === 'B' ? 'A' : team);

const turnedGames = (games: unknown): unknown =>
  Array.isArray(games) ? games.map((set) => (Array.isArray(set) ? set.toReversed() : set)) : games;

const inLowerCase = (player: unknown): unknown => (typeof player === 'string' ? player.toLowerCase() : player);

/** The games of each set, in the order of the sets. Anything else is not changed. */
function gamesOf(sets: unknown): unknown {
  if (!Array.isArray(sets)) return sets ?? [];
  const numbered = sets.map(
    (set, index) => ({ index, ...(isObject(set) ? set : {}) }) as Readonly<Record<string, unknown>>,
  );
  return numbered
    .toSorted((one, other) => Number(one['set_number'] ?? one['index']) - Number(other['set_number'] ?? other['index']))
    .map((set) => [set['team_a_games'], set['team_b_games']]);
}

/** One form for one moment: the same row gets the same reference with its own zone and with one that was answered. */
function instantOf(playedAt: unknown): unknown {
  const ms = typeof playedAt === 'string' ? Date.parse(playedAt) : Number.NaN;
  return Number.isNaN(ms) ? playedAt : new Date(ms).toISOString();
}
