/** Warnings about two rows that a person may have written for one match. */
import { message, placeOf, type RowName, type Warning } from '../message.ts';
import type { PreparedRow } from './prepared-row.ts';
import { setsOf } from './score-warnings.ts';

const NEAR_MS = 20 * 60_000;
/** For each player. In a file sorted by time, far fewer are near. */
const ROWS_KEPT_MAX = 100;

interface SeenRow {
  readonly line: number;
  readonly time: number;
  /** Whether the row gives the time of day. Otherwise all matches of the day have one. */
  readonly hasTime: boolean;
  /** Rounds are parts of a session. If a player is in several at one time, the time is that of the evening. */
  readonly session: unknown;
  readonly players: readonly string[];
  /** The players in the words of the file. */
  readonly names: readonly string[];
  /** The content, with the teams in this order and in the other. */
  readonly contents: readonly [Content, Content];
}

interface Content {
  readonly teams: readonly (readonly string[])[];
  readonly score: string;
}

/** Compares each row with those before it. */
export class NearRows {
  readonly #byPlayer = new Map<string, SeenRow[]>();
  readonly #rowName: RowName;

  constructor(rowName: RowName) {
    this.#rowName = rowName;
  }

  compare(row: PreparedRow): readonly Warning[] {
    const seen = seenRow(row);
    if (seen === null) return [];
    const near = new Set(
      seen.players.flatMap((player) =>
        (this.#byPlayer.get(player) ?? []).filter(({ time }) => Math.abs(time - seen.time) <= NEAR_MS),
      ),
    );
    for (const player of seen.players) {
      const rows = this.#byPlayer.get(player) ?? [];
      rows.push(seen);
      if (rows.length > ROWS_KEPT_MAX) rows.shift();
      this.#byPlayer.set(player, rows);
    }
    return [...near].flatMap((other) => this.#warningAbout(seen, other) ?? []).slice(0, 1);
  }

  #warningAbout(row: SeenRow, other: SeenRow): Warning | null {
    const place = row.players.findIndex((player) => !other.players.includes(player));
    // The service warns of the same four players.
    if (place < 0) return null;
    const where = placeOf(this.#rowName, other.line);
    if (isRepeated(row, other)) {
      const replaced = other.players.findIndex((player) => !row.players.includes(player));
      const names = { name: row.names[place] ?? '', other: other.names[replaced] ?? '' };
      return message('warning.repeated_with_another_player', { ...where, ...names });
    }
    const areApart = row.time !== other.time || row.session !== other.session;
    if (areApart || !row.hasTime || !other.hasTime) return null;
    const shared = row.players.findIndex((player) => other.players.includes(player));
    return message('warning.player_in_two_rows', { ...where, name: row.names[shared] ?? '' });
  }
}

/** Whether the rows have the same score, and the same teams except one player. */
function isRepeated({ contents: [content] }: SeenRow, other: SeenRow): boolean {
  return other.contents.some(({ teams, score }) => {
    const same = teams.map((team, side) => team.filter((player) => content.teams[side]?.includes(player)).length);
    return score !== '' && score === content.score && same.reduce((sum, count) => sum + count, 0) === 3;
  });
}

/** Null if a player is known to the service only. */
function seenRow({ row, match, persons }: PreparedRow): SeenRow | null {
  const time = Date.parse(match?.played_at ?? '');
  const players = persons.filter((person) => person !== null);
  if (match === null || Number.isNaN(time) || players.length !== 4) return null;
  const { participants, winning_team: winner, session_external_ref: session } = match;
  const [a = [], b = []] = ['A', 'B'].map((side) => players.filter((_, place) => participants[place]?.team === side));
  const sets = setsOf(match);
  const scoreOf = (won: unknown, isTurned: boolean): string =>
    sets.length === 0
      ? ''
      : `${won} ${sets.map((set) => (isTurned ? `${set.b}-${set.a}` : `${set.a}-${set.b}`)).join(' ')}`;
  const turned = winner === 'A' ? 'B' : winner === 'B' ? 'A' : winner;
  const names = row.players.length > 0 ? row.players : players;
  return {
    ...{ line: row.line, time, hasTime: row.written?.hasTime ?? true, session, players, names },
    contents: [
      { teams: [a, b], score: scoreOf(winner, false) },
      { teams: [b, a], score: scoreOf(turned, true) },
    ],
  };
}
