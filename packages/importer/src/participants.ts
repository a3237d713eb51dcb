import { canonicalUsername, isUsername } from '@bandeja/contract/username';
import { playerColumns } from './column-names.ts';
import type { RowFault } from './faults.ts';
import { isPlaceholder } from './names/placeholders.ts';
import { madeReference, type ReferenceRules } from './references.ts';
import { type FileRow, faultyRow, type ImportRow, type MatchRow, readyRow } from './rows.ts';

/** Finds the players that the texts of a row name: usernames in the same order, and the faults of the texts. */
export type PlayerReader = (players: readonly string[]) => {
  readonly usernames: readonly string[];
  /** The identities of the players in made references; the usernames if absent. */
  readonly identities?: readonly string[];
  readonly faults: readonly RowFault[];
};

/** Takes texts as usernames, in lower case. A name is never guessed to be one. */
export const readUsernames: PlayerReader = (players) => {
  const usernames = players.map(canonicalUsername);
  const faults = usernames.flatMap((username, place): RowFault[] => {
    // The reader has reported the missing player.
    if (username === '') return [];
    const columns = playerColumns.slice(place, place + 1);
    // A username such as player1 or sam.guest may be on purpose.
    if (isPlaceholder(username) && !/\d|[a-z][._-][a-z]/.test(username))
      return [{ group: 'placeholder', columns, detail: `“${players[place]}” is not the name of a person` }];
    return isUsername(username) ? [] : [{ group: 'names', columns, detail: `“${players[place]}” is not a username` }];
  });
  return { usernames, faults };
};

/** Turns each match of a file into a row to send, with the usernames that `readPlayers` gives its players. */
export async function* withParticipants(
  rows: AsyncIterable<FileRow>,
  readPlayers: PlayerReader,
  references: ReferenceRules,
): AsyncGenerator<ImportRow> {
  for await (const row of rows) yield row.kind === 'match' ? withPlayers(row, readPlayers, references) : row;
}

function withPlayers(row: MatchRow, readPlayers: PlayerReader, references: ReferenceRules): ImportRow {
  const { usernames, identities = usernames, faults } = readPlayers(row.players);
  const all = [...faults, ...repeatedPlayers(row.players, usernames, identities), ...row.faults];
  if (all.length > 0) return faultyRow(row.line, row.externalRef, all);
  const externalRef = referenceOf(row, identities, references);
  const participants = usernames.map((username, place) => ({ username, team: place < 2 ? 'A' : 'B' }));
  const submission = { external_ref: externalRef, ...row.submission, participants };
  return readyRow(row.line, externalRef, submission, usernames, references.fromContent, row.written);
}

/** The players that are in the row twice. */
function repeatedPlayers(
  texts: readonly string[],
  usernames: readonly string[],
  identities: readonly string[],
): RowFault[] {
  return texts.flatMap((text, place): RowFault[] => {
    const [identity = '', username = ''] = [identities[place], usernames[place]];
    if (identity !== '' && identities.indexOf(identity) < place)
      return [{ group: 'twice', detail: `“${text}” is in this match twice` }];
    const earlier = username === '' ? place : usernames.indexOf(username);
    if (earlier === place) return [];
    return [{ group: 'twice', detail: `“${texts[earlier]}” and “${text}” are one player, ${username}` }];
  });
}

function referenceOf(row: MatchRow, players: readonly string[], { prefix, fromContent }: ReferenceRules): string {
  if (!fromContent) return `${prefix}${row.externalRef}`;
  const { played_at: playedAt, winning_team: winner, set_scores: sets = [] } = row.submission;
  const content = { playedAt, teamA: players.slice(0, 2), teamB: players.slice(2), winner, sets };
  return madeReference(content, prefix);
}
