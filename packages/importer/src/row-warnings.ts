/** Warnings of the reader about rows, before the service sees them. */
import { objectsOf, textOf } from './json-value.ts';
import { type ImportRow, isReady, type ReadyRow, type RowName, type RowWarning } from './rows.ts';
import { scoreWarnings } from './score-warnings.ts';
import { turned } from './sides.ts';

/** The warnings of the reader about two rows: what their rows have in common, and what to do. */
export const rowWarningTitles = {
  repeated_with_another_player:
    'the score and three of the four players are those of a row within 20 minutes: if a name is spelt in two ways, correct it',
  player_in_two_rows: 'a player has two matches that start at the same time: check the time and the names',
} as const;

/** Adds warnings to each row that can be sent. */
export async function* withOwnWarnings(rows: AsyncIterable<ImportRow>, rowName: RowName): AsyncGenerator<ImportRow> {
  const earlier = new EarlierRows(rowName);
  for await (const row of rows) {
    if (!isReady(row)) yield row;
    else yield { ...row, warnings: [...scoreWarnings(row.submission, row.written?.score), ...earlier.compare(row)] };
  }
}

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
  readonly contents: readonly Content[];
}

interface Content {
  readonly teams: readonly (readonly string[])[];
  readonly score: string;
}

/** Compares each row with those before it. */
class EarlierRows {
  readonly #byPlayer = new Map<string, SeenRow[]>();
  readonly #rowName: RowName;

  constructor(rowName: RowName) {
    this.#rowName = rowName;
  }

  compare(row: ReadyRow): readonly RowWarning[] {
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

  #warningAbout(row: SeenRow, other: SeenRow): RowWarning | null {
    const line = `${this.#rowName} ${other.line}`;
    const place = row.players.findIndex((player) => !other.players.includes(player));
    // The service warns of the same four players.
    if (place < 0) return null;
    if (isRepeated(row, other)) {
      const replaced = other.players.findIndex((player) => !row.players.includes(player));
      const detail = `${line} has the same score, with ${other.names[replaced]} instead of ${row.names[place]}`;
      return { code: 'repeated_with_another_player', detail };
    }
    const areApart = row.time !== other.time || row.session !== other.session;
    if (areApart || !row.hasTime || !other.hasTime) return null;
    const shared = row.players.findIndex((player) => other.players.includes(player));
    return { code: 'player_in_two_rows', detail: `${row.names[shared]} is also in ${line}` };
  }
}

/** Whether the rows have the same score, and the same teams except one player. */
function isRepeated({ contents: [content] }: SeenRow, other: SeenRow): boolean {
  return other.contents.some(({ teams, score }) => {
    const same = teams.map((team, side) => team.filter((player) => content?.teams[side]?.includes(player)).length);
    return score !== '' && score === content?.score && same.reduce((sum, count) => sum + count, 0) === 3;
  });
}

/** Null if a player has no username. */
function seenRow({ line, submission, usernames, written }: ReadyRow): SeenRow | null {
  const time = Date.parse(textOf(submission['played_at']) ?? '');
  const players = usernames.filter((username) => username !== null);
  if (Number.isNaN(time) || players.length !== 4) return null;
  const contents = [submission, turned(submission)].map((one): Content => {
    const participants = objectsOf(one['participants']);
    const teams = ['A', 'B'].map((side) => players.filter((_, place) => participants[place]?.['team'] === side));
    const sets = objectsOf(one['set_scores']).map((set) => `${set['team_a_games']}-${set['team_b_games']}`);
    return { teams, score: sets.length === 0 ? '' : `${one['winning_team']} ${sets.join(' ')}` };
  });
  const [hasTime, names] = [written?.hasTime ?? true, written?.players ?? players];
  return { line, time, hasTime, session: submission['session_external_ref'], players, names, contents };
}
