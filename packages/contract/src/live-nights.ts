/** A night as phones and screens at the courts show it. */
import { Type } from 'typebox';
import { identity } from './identity.ts';
import { NumberPair } from './plan-bodies.ts';
import { Count, Decimal } from './plan-quality.ts';
import {
  Courts,
  displayName,
  format,
  name,
  number,
  openedAt,
  pointsPerMatch,
  rankSetting,
  resting,
  revision,
  roundNumber,
  scoring,
  state,
  venue,
} from './plans.ts';
import { rankings } from './rankings.ts';
import { type Answer, Fields, InstantText, Nullable, named, OneOf } from './shapes.ts';

export const LiveRound = named(
  'LiveRound',
  Fields(
    {
      round: roundNumber,
      opened_at: openedAt,
      ends_at: Nullable(
        InstantText({
          description:
            'When an opened round ends: `minutes_per_round` after it was opened. Null without them, and before.',
          examples: ['2026-05-01T19:25:00.000Z'],
        }),
      ),
      courts: Courts,
      resting,
    },
    { description: 'A round; null if there is none.' },
  ),
);
export type LiveRound = Answer<typeof LiveRound>;
const NullableRound = Nullable(LiveRound);

const OF_PAIRS = 'Only in a night of fixed pairs; 0 where points are played.';

export const Standing = named(
  'PlanStanding',
  Fields(
    {
      rank: Count('From 1. Equal players share a rank.', 1),
      number: Type.Optional(number),
      numbers: Type.Optional(NumberPair('In a night of fixed pairs, instead of `number`: the numbers of the pair.')),
      display_name: Type.String({ description: 'The name to show; of a pair, “Ana / Bea”.', examples: ['Ana'] }),
      played: Count('Matches, pending ones included.', 3),
      wins: Count('Matches won.', 2),
      draws: Count('Matches drawn.', 0),
      losses: Count('Matches lost.', 1),
      points: Count('Points (or games) won.', 41),
      average: Nullable(Decimal('Points (or games) a match with a score; null without one.', 13.67)),
      rested: Count('Opened rounds in which the player rested.', 0),
      sets_won: Type.Optional(Count(`Sets won. ${OF_PAIRS}`, 6)),
      sets_lost: Type.Optional(Count(`Sets lost. ${OF_PAIRS}`, 2)),
      games_won: Type.Optional(Count(`Games won. ${OF_PAIRS}`, 36)),
      games_lost: Type.Optional(Count(`Games lost. ${OF_PAIRS}`, 21)),
    },
    {
      description:
        'A player in the ranking, or a pair in a night of fixed pairs. The points of a pair are those of one of the two.',
    },
  ),
);

export const LiveNight = named(
  'LiveNight',
  Fields(
    {
      name,
      venue_label: venue,
      club_name: Type.String({ description: 'The name of the club: the partner’s.', examples: ['Club Norte'] }),
      revision,
      state,
      format,
      scoring,
      points_per_match: pointsPerMatch,
      sets: Count('Sets of a match.', 1),
      round: NullableRound,
      next: NullableRound,
      standings: Type.Array(Standing, {
        description: 'Every result counts, pending ones too. Order and ties as in the recap.',
      }),
      players: Type.Array(Fields({ number, display_name: displayName, identity }), {
        description: 'The players by number.',
      }),
      open_courts: Count('Courts of the open round without a result.', 2),
      rank_by: OneOf(rankings, { description: 'How the standings are ranked now.', examples: ['points'] }),
      rank_by_setting: rankSetting,
    },
    { description: 'All that a phone at the court shows.' },
  ),
);
export type LiveNight = Answer<typeof LiveNight>;
