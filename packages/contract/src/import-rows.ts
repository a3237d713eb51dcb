/** What became of the rows and players of an import. */
import { type TSchema, Type } from 'typebox';
import { importedPlayerStates, rowNows, rowStates } from './import-enums.ts';
import { RowCounts } from './imports.ts';
import { courtPositions, outcomes, scorings, teams, trustTiers } from './match-enums.ts';
import { Player } from './players.ts';
import { type Answer, Fields, InstantText, Nullable, named, OneOf, Uuid } from './shapes.ts';

const emptied = 'Null once the texts of the import were emptied.';

const Values = (description: string, example: object) =>
  Type.Unsafe<Readonly<Record<string, unknown>> | null>({
    type: ['object', 'null'],
    description: `${description} ${emptied}`,
    examples: [example],
  });

const pointer = (description: string, example: string) => Nullable(Type.String({ description, examples: [example] }));

export const ImportProblem = named(
  'ImportProblem',
  Fields(
    {
      pointer: pointer(
        'JSON pointer into the match or the player as sent; null for a fault of the client.',
        '/set_scores/0',
      ),
      code: Type.String({
        description:
          'A code of `errors[]`, or that of a fault as sent. Also `unknown_player_key` and `player_refused`, and of players ' +
          '`player_not_found`, `username_taken` and `external_id_taken`.',
        examples: ['implausible_score'],
      }),
      detail: Nullable(Type.String({ description: `The problem in a sentence, for developers. ${emptied}` })),
      values: Values(
        'What a sentence needs. `{"sent"}`: a player. `{"set_number", "team_a_games", "team_b_games"}`: a set. `{"winner_by_score"}`: ' +
          '`score_contradicts_winner`. `{"played_at"}`: an instant. `{"most"}`: the matches of a full session. Empty for others; as sent for a fault of the client.',
        { set_number: 1, team_a_games: 66, team_b_games: 4 },
      ),
    },
    { description: 'Why a row or a player was not accepted.' },
  ),
);
export type ImportProblem = Answer<typeof ImportProblem>;

const nullableText = Nullable(Type.String());
const byTeam = <T extends TSchema>(item: T, of: string) =>
  Fields(
    {
      A: Type.Array(item, { description: `${of} of team A.` }),
      B: Type.Array(item, { description: `${of} of team B.` }),
    },
    { description: `${of} of each team.` },
  );
const Score = Type.Array(Type.Array(Type.Integer()));

/** The fields that differences are about, with the form of their values, in the order in which they are listed. */
const differing = {
  time: InstantText(),
  players: byTeam(nullableText, 'The usernames, as sent for an unknown player and null for an erased one,'),
  winner: OneOf(teams),
  score: Score,
  outcome: OneOf(outcomes),
  session: Type.String(),
  venue: Type.String(),
  competition: Type.String(),
  minutes: Type.Number(),
  scoring: OneOf(scorings),
  tier: OneOf(trustTiers),
  positions: byTeam(Nullable(OneOf(courtPositions)), 'The sides of the court'),
  servers: Type.Array(Nullable(OneOf(teams))),
  games: Type.Array(Type.Unsafe<('A' | 'B')[] | null>({ type: ['array', 'null'], items: OneOf(teams) })),
};
export type DifferenceCode = keyof typeof differing;
export const differenceCodes = Object.keys(differing) as DifferenceCode[];

type DifferenceOf<C extends DifferenceCode> = {
  readonly code: C;
  readonly stored: Answer<(typeof differing)[C]> | null;
  readonly sent: Answer<(typeof differing)[C]> | null;
};
export type ImportDifference = { [C in DifferenceCode]: DifferenceOf<C> }[DifferenceCode];

const sideDescription = (side: string) => `${side}, in the form of the field. ${emptied}`;

export const ImportDifference = named(
  'ImportDifference',
  Type.Unsafe<ImportDifference>({
    description:
      'A field in which a row differs from the stored match as it is now. Teams are turned to the match’s sides.',
    anyOf: differenceCodes.map((code) =>
      Fields({
        code: OneOf([code], { description: 'The field.' }),
        stored: Nullable({ ...differing[code], description: sideDescription('The stored value') } as TSchema),
        sent: Nullable({ ...differing[code], description: sideDescription('The value of the row') } as TSchema),
      }),
    ),
  }),
);

export const importWarningCodes = [
  'unfinished_set',
  'unusual_score',
  'same_players_nearby',
  'stored_that_day',
  'stored_with_another_player',
] as const;

export const ImportWarning = named(
  'ImportWarning',
  Fields(
    {
      code: OneOf(importWarningCodes, {
        description:
          'A warning of a match. Also, with `references: derived`, about matches that no row of this import has: `stored_that_day`, the ' +
          'same teams and score within 24 hours at another time; `stored_with_another_player`, three of the four players at the same instant.',
        examples: ['unfinished_set'],
      }),
      pointer: pointer('The set, as a JSON pointer into the match; null for other matches.', '/set_scores/1'),
      detail: Nullable(Type.String({ description: `The unusual fact, for developers. ${emptied}` })),
      match_id: Nullable(
        Uuid({
          description: 'The other match; null for a warning about the score.',
          examples: ['019de4f2-a340-8f34-a99b-71224f08972d'],
        }),
      ),
      values: Values(
        '`{"set_number", "team_a_games", "team_b_games"}` of a set; `{"external_ref", "minutes"}` of a match at another time, negative: ' +
          'earlier; `{"external_ref", "stored", "sent"}` of `stored_with_another_player`, with the usernames that differ.',
        { set_number: 2, team_a_games: 6, team_b_games: 5 },
      ),
    },
    { description: 'Something that may be true but is rarely meant.' },
  ),
);
export type ImportWarning = Answer<typeof ImportWarning>;

export const ImportRow = named(
  'ImportRow',
  Fields(
    {
      line: Type.Integer({ description: 'The number of the row in the file.', examples: [12] }),
      state: OneOf(rowStates, {
        description:
          '`created`: it created the match. `duplicate`: it agrees with the match with its reference. `conflict`: it contradicts that ' +
          'match. `voided`: that match is voided. `held`: it has warnings, and waits for `confirmed`. `rejected`: it has problems.',
        examples: ['created'],
      }),
      external_ref: pointer(
        'The reference of the match, or the one sent; null if it is missing or invalid.',
        'liga-12',
      ),
      match_id: Nullable(
        Uuid({
          description: 'The match of a `created`, `duplicate`, `conflict` or `voided` row.',
          examples: ['019de4f2-a340-8f34-a99b-71224f08972d'],
        }),
      ),
      now: Nullable(
        OneOf(rowNows, {
          description:
            'For a `created` row: `stored` while the match is as the row created it, `changed` once it has another revision, `voided`.',
          examples: ['stored'],
        }),
      ),
      problems: Type.Array(ImportProblem, { description: 'Every problem of a `rejected` row.' }),
      differences: Type.Array(ImportDifference, {
        description: 'Where a `conflict` row contradicts its match, and a `voided` one, if it does.',
      }),
      warnings: Type.Array(ImportWarning, { description: 'The warnings of a `created` or `held` row.' }),
    },
    { description: 'What became of a row.' },
  ),
);
export type ImportRow = Answer<typeof ImportRow>;

const NullablePlayer = Nullable(Player);

export const ImportedPlayerResult = named(
  'ImportedPlayerResult',
  Fields(
    {
      key: Type.String({ description: 'The key as sent.', examples: ['7'] }),
      state: OneOf(importedPlayerStates, {
        description:
          '`existing`: the player exists. `new`: it would be registered under `username`. `registered`: this import registered it. ' +
          '`refused`: it cannot be used.',
        examples: ['registered'],
      }),
      username: pointer('The username, in lower case; null if the one sent is invalid.', 'ana.garcia'),
      player: NullablePlayer,
      is_yours: Nullable(
        Type.Boolean({
          description: 'Whether you registered the player or have it on a roster; null without a player.',
          examples: [true],
        }),
      ),
      problems: Type.Array(ImportProblem, { description: 'Why a `refused` player cannot be used.' }),
    },
    { description: 'What became of a player that was sent.' },
  ),
);
export type ImportedPlayerResult = Answer<typeof ImportedPlayerResult>;

export const ImportResults = named(
  'ImportResults',
  Fields(
    {
      players: Type.Array(ImportedPlayerResult, { description: 'One result per player, in the order sent.' }),
      results: Type.Array(ImportRow, { description: 'One result per row, in the order sent.' }),
      summary: RowCounts,
    },
    { description: 'What became of the rows and players of a batch.' },
  ),
);
export type ImportResults = Answer<typeof ImportResults>;

export const ImportedPlayer = named(
  'ImportedPlayer',
  Fields(
    {
      key: Type.String({ description: 'The key of the player in the import.', examples: ['7'] }),
      profile_id: Uuid({ description: 'The player’s id.', examples: ['019b76da-a800-7b7e-9d57-0f5d1a2b3c4d'] }),
      username: Type.String({ description: 'The player’s username.', examples: ['ana.garcia'] }),
      display_name: Type.String({ description: 'The name to show.', examples: ['Ana García'] }),
      registered: Type.Boolean({ description: 'Whether this import registered the player.', examples: [true] }),
    },
    { description: 'A player that stored rows name by key.' },
  ),
);
export type ImportedPlayer = Answer<typeof ImportedPlayer>;
