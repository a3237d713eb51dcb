/** Night plans in responses. */
import { Type } from 'typebox';
import { identity } from './identity.ts';
import { competitionTypes, matchStatuses, outcomes, scorings, teams } from './match-enums.ts';
import { MatchWithWarnings } from './matches.ts';
import { NumberPair } from './plan-bodies.ts';
import {
  linkResults,
  mexicanoPairings,
  planChanges,
  planFormats,
  planStates,
  resultSources,
  roundStates,
} from './plan-enums.ts';
import { Count, Decimal, PlanQuality } from './plan-quality.ts';
import { rankSettings } from './rankings.ts';
import { type Answer, Fields, InstantText, Nullable, named, OneOf, Uuid } from './shapes.ts';

export const number = Count('The player’s number in the plan.', 5);
export const displayName = Type.String({
  description: 'The name to show; “Erased player” for an erased player.',
  examples: ['Ana'],
});
export const state = OneOf(planStates, {
  description: '`planned`: no round was opened yet. `open`: the night is on. `closed`: it is over.',
  examples: ['open'],
});
export const format = OneOf(planFormats, { description: 'The format of the night.', examples: ['americano'] });
export const scoring = OneOf(scorings, { description: 'What is counted.', examples: ['points'] });
export const pointsPerMatch = Nullable(
  Count('The points of a match, both pairs together; null without a fixed number.', 24),
);
export const rankSetting = OneOf(rankSettings, {
  description: 'How the night is ranked, as you chose.',
  examples: ['auto'],
});
export const revision = Count('Rises with each change of the plan. Results do not change it.', 3);
const sessionRef = Type.String({ description: 'The session.', examples: ['club-norte-2025-10-17'] });
export const name = Nullable(
  Type.String({ description: 'What people call the night.', examples: ['Friday americano'] }),
);
export const venue = Nullable(
  Type.String({ description: 'The `venue_label` of its matches.', examples: ['Club Norte'] }),
);
const at = (description: string) => InstantText({ description, examples: ['2026-05-01T19:10:00.000Z'] });
export const openedAt = Nullable(
  InstantText({
    description: 'When the round was opened: the `played_at` of its matches. Null before.',
    examples: ['2026-05-01T19:10:00.000Z'],
  }),
);
export const resting = Type.Array(number, { description: 'The numbers of the players who rest.', examples: [[9]] });

const resultRevision = Count(
  'The revision of the court’s result: it rises with every entry, correction and removal. Send it as `seen` to correct or remove the result.',
  1,
);

export const CourtResult = named(
  'CourtResult',
  Fields(
    {
      match_id: Uuid({ description: 'The match.', examples: ['019de4f2-a340-8f34-a99b-71224f08972d'] }),
      match_status: OneOf(matchStatuses, { description: 'The status of the match.', examples: ['completed'] }),
      revision: resultRevision,
      set_scores: Type.Array(
        Fields({
          set_number: Count('The number of the set.', 1),
          team_a_games: Count('Games (or points) of team A.', 15),
          team_b_games: Count('Games (or points) of team B.', 9),
        }),
        { description: 'The sets by number; empty for a walkover.' },
      ),
      winning_team: Nullable(OneOf(teams, { description: 'The winner; null for a draw.', examples: ['A'] })),
      outcome: OneOf(outcomes, { description: 'Whether it was played to the end.', examples: ['played'] }),
      by: OneOf(resultSources, {
        description: 'Who entered it last: one of your keys, a link, or a person.',
        examples: ['person'],
      }),
      person_id: Nullable(
        Uuid({
          description: 'If a person entered it: who. `GET /v1/people/names` has the name.',
          examples: ['0190a0b0-1111-7222-8333-444455556666'],
        }),
      ),
    },
    { description: 'The result of a court.' },
  ),
);
export type CourtResult = Answer<typeof CourtResult>;
const NullableResult = Nullable(CourtResult);

export const PlanCourt = named(
  'PlanCourt',
  Fields(
    {
      court: Count('The court.', 2),
      name: Nullable(Type.String({ description: 'Its name, if it has one.', examples: ['Pista 3'] })),
      team_a: NumberPair('The numbers of team A.'),
      team_b: NumberPair('The numbers of team B.', [3, 4]),
      win_probability_a: Nullable(
        Decimal(
          'The chance of team A by the present ratings. Null once there is a result, and if you may no longer see one of the players.',
          0.52,
        ),
      ),
      result: NullableResult,
    },
    { description: 'The lineup of a court.' },
  ),
);
export type PlanCourt = Answer<typeof PlanCourt>;
export const Courts = Type.Array(PlanCourt, {
  description: 'The courts in use; empty for a mexicano round that is not drawn yet.',
});

export const roundNumber = Count('The number of the round.', 3);

export const PlanRound = named(
  'PlanRound',
  Fields(
    {
      round: roundNumber,
      state: OneOf(roundStates, {
        description:
          '`open`: the round that is being played. `played`: a later round was opened, or the night is closed.',
        examples: ['planned'],
      }),
      opened_at: openedAt,
      by_hand: Type.Boolean({ description: 'Whether you changed the round by hand.', examples: [false] }),
      courts: Courts,
      resting,
    },
    { description: 'A round of a night.' },
  ),
);
export type PlanRound = Answer<typeof PlanRound>;

const PlannedPlayer = named(
  'PlannedPlayer',
  Fields(
    {
      number,
      profile_id: Nullable(
        Uuid({
          description: 'The player’s id; null for an erased player.',
          examples: ['019b76da-a9f4-7b6e-9d4e-2a4b6c8d0e1f'],
        }),
      ),
      username: Nullable(
        Type.String({ description: 'The username; null for an erased player.', examples: ['ines.carvalho'] }),
      ),
      display_name: displayName,
      identity,
      from_round: Count('The first round that the player can play.', 1),
      until_round: Nullable(Count('The last round that the player can play; null: to the end.', 5)),
    },
    { description: 'A player of a night.' },
  ),
);

export const Plan = named(
  'Plan',
  Fields(
    {
      id: Uuid({ description: 'The plan’s id.', examples: ['019b76da-a9f4-7b6e-9d4e-2a4b6c8d0e1f'] }),
      session_external_ref: sessionRef,
      name,
      revision,
      state,
      format,
      players: Type.Array(PlannedPlayer, { description: 'The players by number.' }),
      courts: Count('How many courts there are.', 2),
      rounds: Type.Array(PlanRound, { description: 'All rounds of the night.' }),
      scoring,
      points_per_match: pointsPerMatch,
      sets: Count('Sets of a match.', 1),
      minutes_per_round: Nullable(Count('How long a round takes.', 15)),
      ends_at: Nullable(
        InstantText({ description: 'Until when you have the courts.', examples: ['2026-05-01T21:00:00.000Z'] }),
      ),
      fixed_pairs: Type.Array(NumberPair('Two players.'), { description: 'Pairs that always play together.' }),
      avoid_pairs: Type.Array(NumberPair('Two players.'), {
        description: 'Pairs that never play together, if possible.',
      }),
      mexicano_pairing: OneOf(mexicanoPairings, { description: 'How each four by rank is paired.', examples: ['1_4'] }),
      rank_by: rankSetting,
      courts_named: Type.Array(Type.String(), { description: 'The names of the courts.', examples: [['Pista 3']] }),
      venue_label: venue,
      competition_type: Nullable(
        OneOf(competitionTypes, { description: 'The `competition_type` of its matches.', examples: ['social'] }),
      ),
      link_results: OneOf(linkResults, {
        description: 'Whether results by links count at once, or wait for you.',
        examples: ['complete'],
      }),
      quality: PlanQuality,
      seed: Count('The seed of the draw.', 7),
    },
    { description: 'The lineups of a night, by round and court.' },
  ),
);
export type Plan = Answer<typeof Plan>;

export const PutPlanAnswer = named(
  'PutPlan',
  Fields(
    {
      ...Plan.properties,
      rounds_that_fit: Nullable(
        Count(
          'Whole rounds until `ends_at`, from now, or from the end of the open round. Null without `ends_at` or `minutes_per_round`.',
          7,
        ),
      ),
    },
    { description: 'A plan that was put.' },
  ),
);
export type PutPlanAnswer = Answer<typeof PutPlanAnswer>;

export const UndonePlan = named(
  'UndonePlan',
  Fields(
    {
      ...Plan.properties,
      undone: Fields(
        {
          change: OneOf(planChanges, {
            description:
              'What is undone. `opened`: a round was opened. `players`: players joined, left or were replaced. `courts`, `rounds`, ' +
              '`rank_by`: that setting. `by_hand`: a round was changed by hand. `closed`: the night was closed, or reopened. ' +
              '`settings`: other settings, or several.',
            examples: ['opened'],
          }),
          round: Nullable(Count('The round that was opened, changed by hand or drawn again; else null.', 3)),
        },
        { description: 'The change that is undone.' },
      ),
    },
    { description: 'A plan before its last change.' },
  ),
);
export type UndonePlan = Answer<typeof UndonePlan>;

export const PlanSummary = named(
  'PlanSummary',
  Fields(
    {
      session_external_ref: sessionRef,
      name,
      state,
      format,
      players: Count('How many players there are.', 8),
      courts: Count('How many courts there are.', 2),
      rounds: Count('How many rounds there are.', 7),
      open_round: Nullable(Count('The open round; null if none is.', 3)),
      venue_label: venue,
      started_at: Nullable(at('When its first round was opened; null before.')),
      created_at: at('When it was created.'),
      changed_at: at('When it last changed.'),
    },
    { description: 'A plan in a list.' },
  ),
);
export type PlanSummary = Answer<typeof PlanSummary>;

export const EnteredResult = named(
  'EnteredResult',
  Fields(
    {
      match: MatchWithWarnings,
      revision: resultRevision,
      changed: Type.Boolean({ description: 'False if the court had this result already.', examples: [true] }),
    },
    { description: 'A result that was entered.' },
  ),
);
export type EnteredResult = Answer<typeof EnteredResult>;
