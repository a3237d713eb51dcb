/** The references that rows are sent with: those of the file, with a prefix if one is asked for, or ones made from the row's content. */
import { sha256 } from '#platform';
import { type JsonObject, objectOf } from './json-value.ts';
import { faultyRow, type ImportRow } from './rows.ts';
import { otherSide } from './sides.ts';

/** How references are given. */
export interface ReferenceRules {
  /** Put before each reference of the file; empty for none. */
  readonly prefix: string;
  /** Made from the content of the rows, also where the file has references. */
  readonly fromContent: boolean;
}

export const OWN_REFERENCES: ReferenceRules = { prefix: '', fromContent: false };

/** The content that identifies a match. The values of a JSON file are used unchanged; the service validates them. */
export interface MatchContent {
  readonly playedAt: unknown;
  readonly teamA: readonly unknown[];
  readonly teamB: readonly unknown[];
  readonly winner: unknown;
  readonly sets: unknown;
}

/** 96 bits: among a million matches of a partner two have the same one with a chance of 10⁻¹⁷. */
const DIGEST_CHARACTERS = 16;

/**
 * A reference that the same content always gets, from a CSV file as from JSON: the sides of the teams, the order of teammates and the
 * case of their texts do not matter, and a match without a winner or a score has null or no sets, however the file leaves them out.
 */
export function madeReference({ playedAt, teamA, teamB, winner, sets }: MatchContent, prefix: string): string {
  const teams = [teamA, teamB].map((team) => team.map(inLowerCase).toSorted());
  const games = gamesOf(sets);
  const [a = '', b = ''] = teams.map((team) => JSON.stringify(team));
  const sided =
    a <= b ? [...teams, winner ?? null, games] : [...teams.toReversed(), otherSide(winner) ?? null, turnedGames(games)];
  const content = JSON.stringify([instantOf(playedAt), ...sided]);
  return `${prefix}made-${base64url(sha256(content)).slice(0, DIGEST_CHARACTERS)}`;
}

const base64url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_');

const MADE = new RegExp(String.raw`made-[\w-]{${DIGEST_CHARACTERS}}$`);

/** The reference as people are shown it: one that was made from the content says nothing to them. */
export const shownReference = (reference: string): string => (MADE.test(reference) ? '' : reference);

/**
 * Rejects a row whose made reference an earlier row of the file has: the two say the same, and whether one match was written down
 * twice or two were played, only a person knows.
 */
export async function* rejectRepeats(rows: AsyncIterable<ImportRow>, rowName: string): AsyncGenerator<ImportRow> {
  const first = new Map<string, number>();
  for await (const row of rows) {
    const line = row.kind === 'ready' && row.hasMadeReference ? first.get(row.externalRef) : undefined;
    if (line !== undefined) {
      const detail = `the row repeats ${rowName} ${line}: the same time, players and score`;
      yield faultyRow(row.line, row.externalRef, [{ group: 'repeated', detail }]);
      continue;
    }
    if (row.kind === 'ready' && row.hasMadeReference) first.set(row.externalRef, row.line);
    yield row;
  }
}

const turnedGames = (games: unknown): unknown =>
  Array.isArray(games) ? games.map((set) => (Array.isArray(set) ? set.toReversed() : set)) : games;

const inLowerCase = (player: unknown): unknown => (typeof player === 'string' ? player.toLowerCase() : player);

/** The games of each set, in the order of the sets. Anything else is not changed. */
function gamesOf(sets: unknown): unknown {
  if (!Array.isArray(sets)) return sets ?? [];
  const numbered = sets.map((set, index) => ({ index, ...objectOf(set) }) as JsonObject);
  return numbered
    .toSorted((one, other) => Number(one['set_number'] ?? one['index']) - Number(other['set_number'] ?? other['index']))
    .map((set) => [set['team_a_games'], set['team_b_games']]);
}

/** One form for one moment: the same row gets the same reference with its own zone and with `--timezone`. */
function instantOf(playedAt: unknown): unknown {
  const ms = typeof playedAt === 'string' ? Date.parse(playedAt) : Number.NaN;
  return Number.isNaN(ms) ? playedAt : new Date(ms).toISOString();
}
