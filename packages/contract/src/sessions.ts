import { Type } from 'typebox';
import { rankings, rankSettings } from './rankings.ts';
import { Count, LeaderboardRow, OverExpected, Pair, Players, Rate, Scoreline, Upset } from './session-rows.ts';
import { type Answer, DayText, Fields, InstantText, Nullable, named, OneOf } from './shapes.ts';

const NullableScoreline = Nullable(Scoreline);
const NullableUpset = Nullable(Upset);
const NullableOverExpected = Nullable(OverExpected);

const nightName = Nullable(
  Type.String({
    description: 'What people call the night: the name of its plan; null without one.',
    examples: ['Friday americano'],
  }),
);

const instantOrNull = (description: string) =>
  Nullable(InstantText({ description, examples: ['2026-05-01T19:10:00.000Z'] }));

export const SessionRecap = named(
  'SessionRecap',
  Fields(
    {
      session_external_ref: Type.String({ description: 'The session.', examples: ['club-norte-2025-10-17'] }),
      name: nightName,
      day: Nullable(
        DayText({
          description: 'The day of `started_at` in the time zone of the request, else of the partner.',
          examples: ['2026-05-01'],
        }),
      ),
      venue_label: Nullable(
        Type.String({
          description:
            'The most common venue, without walkovers; if several are equally common, that of the latest match.',
          examples: ['Club Norte'],
        }),
      ),
      competition_type: Nullable(
        Type.String({
          description: 'The most common kind of competition, chosen in the same way.',
          examples: ['social'],
        }),
      ),
      started_at: instantOrNull('`played_at` of the first completed match.'),
      ended_at: instantOrNull('`played_at` of the last completed match.'),
      matches: Fields(
        {
          completed: Count('Completed matches. The recap is based on them.', 12),
          pending: Count('Matches that are not confirmed yet.', 1),
          voided: Count('Voided matches.', 0),
        },
        { description: 'The session’s matches by status.' },
      ),
      unique_players: Fields(
        {
          count: Count('The number of players.', 8),
          players: Players('The players by username: `limit` of them, starting at `offset`.'),
        },
        { description: 'All players of the session.' },
      ),
      average_duration_minutes: Nullable(
        Rate('The mean duration of the matches that have one, without walkovers, to one decimal.', 17.4),
      ),
      duration_sample: Count('The number of matches with a duration, without walkovers.', 12),
      scorelines: Fields(
        {
          closest: NullableScoreline,
          most_lopsided: NullableScoreline,
          close_matches: Count('Matches in which the losers won at least 43% of the games.', 5),
          lopsided_matches: Count('Matches in which the losers won at most 25% of the games.', 2),
        },
        {
          description:
            'The closest and the most lopsided match that was played to the end; if several are equal, the latest. A draw is never the most lopsided. `closest` is null if it would be the same match.',
        },
      ),
      ranked_by: OneOf(rankings, { description: 'The same as `rank_by`.', examples: ['wins'] }),
      rank_by: OneOf(rankings, {
        description:
          'How the leaderboard is ranked: as requested, else as planned. Without both: by `points` if all scorelines are in ' +
          'points, else by `wins`.',
        examples: ['wins'],
      }),
      rank_by_setting: Nullable(
        OneOf(rankSettings, { description: 'The setting of the plan; null without a plan.', examples: ['auto'] }),
      ),
      leaderboard: Type.Array(LeaderboardRow, {
        description:
          'Ranked by wins (a draw counts as half a win), then win rate, then games difference. Or ranked by games (or points) ' +
          'won, then their difference, then wins; `average` ranks by the same numbers a match. Ties are listed by username. ' +
          '`limit` rows, starting at `offset`.',
      }),
      most_over_expected: NullableOverExpected,
      pairs: Type.Array(Pair, {
        description:
          'Pairs with at least three matches together, by wins (a draw counts as half a win), then win rate, then usernames. In a ' +
          'night of fixed pairs: those pairs, by rank. ' +
          '`limit` pairs, starting at `offset`.',
      }),
      biggest_upset: NullableUpset,
    },
    { description: 'The summary of a session.' },
  ),
);
export type SessionRecap = Answer<typeof SessionRecap>;

export const SessionSummary = named(
  'SessionSummary',
  Fields(
    {
      session_external_ref: Type.String({
        description: 'The partner’s reference of the session.',
        examples: ['club-norte-2025-10-17'],
      }),
      name: nightName,
      started_at: InstantText({
        description: '`played_at` of the first match.',
        examples: ['2026-05-01T19:10:00.000Z'],
      }),
      ended_at: InstantText({ description: '`played_at` of the last match.', examples: ['2026-05-01T21:40:00.000Z'] }),
      matches: Type.Integer({ description: 'Completed and pending matches.', examples: [12] }),
      players: Type.Integer({
        description: 'Different players in them.',
        examples: [8],
      }),
      venue_label: Nullable(
        Type.String({
          description: 'The most common venue of its completed matches, as in the recap.',
          examples: ['Club Norte'],
        }),
      ),
    },
    { description: 'A session in a list.' },
  ),
);
export type SessionSummary = Answer<typeof SessionSummary>;
