/** The bodies of requests about night plans. */
import { type Static, Type } from 'typebox';
import { MatchSubmission, namingFields } from './match-bodies.ts';
import { competitionTypes, outcomes, scorings, teams } from './match-enums.ts';
import { linkResults, mexicanoPairings, planFormats } from './plan-enums.ts';
import { examplePlan, examplePlanAmendment, exampleResult, exampleRound } from './plan-examples.ts';
import { rankSettings } from './rankings.ts';
import { Fields, InstantText, Maybe, Nullable, named, OneOf, ShownText } from './shapes.ts';

export const PLAN_PLAYERS_MIN = 4;
export const PLAN_PLAYERS_MAX = 64;
export const PLAN_COURTS_MAX = 16;
export const PLAN_ROUNDS_MAX = 40;
const PLAN_PAIRS_MAX = 64;

const Round = (description: string) =>
  Type.Integer({ minimum: 1, maximum: PLAN_ROUNDS_MAX, description, examples: [3] });
const PlayerNumber = (description: string) =>
  Type.Integer({ minimum: 1, maximum: PLAN_PLAYERS_MAX, description, examples: [5] });
/** Two players, by number. */
export const NumberPair = (description: string, example: readonly [number, number] = [1, 2]) =>
  Type.Unsafe<[number, number]>({
    ...Type.Array(PlayerNumber('A player’s number in the plan.'), { minItems: 2, maxItems: 2 }),
    description,
    examples: [example],
  });
const Pairs = (description: string) =>
  Type.Array(NumberPair('The numbers of two players.'), {
    maxItems: PLAN_PAIRS_MAX,
    description,
    examples: [[[1, 2]]],
  });

const revision = Type.Integer({ minimum: 1, description: 'The revision of the plan that you change.', examples: [3] });
const courts = Type.Integer({
  minimum: 1,
  maximum: PLAN_COURTS_MAX,
  description: 'How many courts you have.',
  examples: [2],
});
const rounds = Round('How many rounds to play.');
const rankBy = OneOf(rankSettings, {
  description:
    'How the night is ranked: by `points` (or games), by `wins`, or by the `average` of points a match. `auto` ranks by points ' +
    'while all players have played the same number of matches, else by the average. Default: `auto`.',
  examples: ['auto'],
});

const nameNotes = { description: 'What people call the night.', examples: ['Friday americano'] };

const plannedPlayer = named(
  'PlannedPlayerSubmission',
  Fields(
    {
      ...namingFields,
      from_round: Maybe(
        Round('The first round that the player can play. Default: 1, or the next round for one who joins.'),
      ),
      until_round: Maybe(Round('The last round that the player can play. Default: the last round of the night.')),
    },
    { description: 'A player of a night.' },
  ),
);

export const PlanPut = named(
  'PlanSubmission',
  Fields(
    {
      revision: Maybe({ ...revision, description: 'The revision that you replace; null to create a plan.' }),
      format: OneOf(planFormats, {
        description:
          '`americano`: everyone partners everyone once where the numbers allow. `mexicano`: each round by the standings. ' +
          '`balanced`: every match as even as the ratings allow. `teams`: fixed pairs, each against every other.',
        examples: ['americano'],
      }),
      players: Type.Array(plannedPlayer, {
        minItems: PLAN_PLAYERS_MIN,
        maxItems: PLAN_PLAYERS_MAX,
        'x-faults': { minItems: 'not_enough_players' },
        description: 'The players. The first one gets the number 1.',
      }),
      courts,
      rounds,
      scoring: OneOf(scorings, {
        description: 'What is counted. Timed games that may end level are points too: each game is a point.',
        examples: ['points'],
      }),
      points_per_match: Maybe(
        Type.Integer({
          minimum: 4,
          maximum: 99,
          description: 'The points of a match, both pairs together. Null: a match ends by time.',
          examples: [24],
        }),
      ),
      sets: Maybe(
        Type.Unsafe<1 | 3>({
          type: 'integer',
          enum: [1, 3],
          description: 'Sets of a match in games: 1, or the best of 3. Default: 1.',
          examples: [1],
        }),
      ),
      minutes_per_round: Maybe(
        Type.Integer({
          minimum: 1,
          maximum: 240,
          description: 'How long a round takes. The open round then has `ends_at`.',
          examples: [15],
        }),
      ),
      ends_at: Maybe(
        InstantText({
          description: 'Until when you have the courts: information for people, which changes no draw.',
          examples: ['2026-05-01T21:00:00.000Z'],
        }),
      ),
      fixed_pairs: Maybe(Pairs('Pairs that always play together. For `teams`, every player is in one.')),
      avoid_pairs: Maybe(Pairs('Pairs that never play together, if that is possible.')),
      mexicano_pairing: Maybe(
        OneOf(mexicanoPairings, {
          description:
            'Who of each four by rank plays together: `1_4` against 2 and 3 (the default), or `1_3` against 2 and 4.',
          examples: ['1_4'],
        }),
      ),
      rank_by: Maybe(rankBy),
      name: Maybe(ShownText(1, 80, nameNotes)),
      courts_named: Maybe(
        Type.Array(ShownText(1, 40, { description: 'The name of a court.', examples: ['Pista 3'] }), {
          maxItems: PLAN_COURTS_MAX,
          description: 'The names of the courts, from court 1.',
        }),
      ),
      venue_label: Maybe(
        ShownText(1, 120, { description: 'The `venue_label` of the matches.', examples: ['Club Norte'] }),
      ),
      competition_type: Maybe(
        OneOf(competitionTypes, { description: 'The `competition_type` of the matches.', examples: ['social'] }),
      ),
      link_results: Maybe(
        OneOf(linkResults, {
          description: 'Whether results that are entered with a link count at once (the default), or wait for you.',
          examples: ['complete'],
        }),
      ),
      seed: Maybe(
        Type.Integer({
          minimum: 0,
          maximum: 2 ** 31 - 1,
          description:
            'Draws another plan of the same body. Default: a number that follows from the session’s reference.',
          examples: [7],
        }),
      ),
    },
    { description: 'A night to plan.', examples: [examplePlan] },
  ),
);
export type PlanPut = Static<typeof PlanPut>;

export const PlanPatch = named(
  'PlanAmendment',
  Fields(
    {
      revision,
      join: Maybe(
        Type.Array(plannedPlayer, {
          maxItems: PLAN_PLAYERS_MAX,
          description: 'Players who come late get the next numbers; one who comes back keeps the old number.',
        }),
      ),
      leave: Maybe(
        Type.Array(
          Fields({
            number: PlayerNumber('The player’s number.'),
            after_round: Maybe(
              Type.Integer({
                minimum: 0,
                maximum: PLAN_ROUNDS_MAX,
                description: 'The last round that the player plays. Default: the open round.',
                examples: [3],
              }),
            ),
          }),
          { maxItems: PLAN_PLAYERS_MAX, description: 'Players who leave.' },
        ),
      ),
      replace: Maybe(
        Type.Array(Fields({ number: PlayerNumber('The player’s number.'), ...namingFields }), {
          maxItems: PLAN_PLAYERS_MAX,
          description:
            'Other profiles of the same people, after a merge: each takes over the number with its rounds and pairs.',
        }),
      ),
      courts: Maybe(courts),
      rounds: Maybe(rounds),
      fixed_pairs: Maybe(Pairs('Replaces the fixed pairs.')),
      avoid_pairs: Maybe(Pairs('Replaces the avoided pairs.')),
      rank_by: Maybe(rankBy),
      name: Maybe(
        ShownText(1, 80, { ...nameNotes, description: `${nameNotes.description} Null takes the name away.` }),
      ),
      redraw_open: Maybe(
        Type.Boolean({
          description: 'Also draws the open round again if it has no result yet. Default: false.',
          examples: [false],
        }),
      ),
    },
    { description: 'Changes of a plan. Omitted fields are not changed.', examples: [examplePlanAmendment] },
  ),
);
export type PlanPatch = Static<typeof PlanPatch>;

const Court = (description: string) =>
  Type.Integer({ minimum: 1, maximum: PLAN_COURTS_MAX, description, examples: [2] });

export const RoundPut = named(
  'RoundSubmission',
  Fields(
    {
      revision,
      courts: Type.Array(
        Fields({
          court: Court('The court.'),
          team_a: NumberPair('The numbers of team A.'),
          team_b: NumberPair('The numbers of team B.', [3, 4]),
        }),
        { minItems: 1, maxItems: PLAN_COURTS_MAX, description: 'The lineups. Everyone else rests.' },
      ),
    },
    { description: 'A round made by hand.', examples: [exampleRound] },
  ),
);
export type RoundPut = Static<typeof RoundPut>;

export const RoundOpening = named(
  'RoundOpening',
  Fields(
    {
      without_missing: Maybe(
        Type.Boolean({
          description: 'Draws a mexicano round although results are missing. Default: false.',
          examples: [false],
        }),
      ),
    },
    { description: 'How to open a round.', examples: [{ without_missing: false }] },
  ),
);
export type RoundOpening = Static<typeof RoundOpening>;

export const PlanUndo = named(
  'PlanUndo',
  Fields({ revision }, { description: 'The revision to undo.', examples: [{ revision: 2 }] }),
);
export type PlanUndo = Static<typeof PlanUndo>;

export const PlanReopening = named(
  'PlanReopening',
  Fields({ revision }, { description: 'The revision of the closed plan.', examples: [{ revision: 4 }] }),
);

const { set_scores: _sets } = MatchSubmission.properties;

export const Seen = Nullable(
  Type.Integer({
    minimum: 1,
    description: 'The `revision` of the result that you saw at this court; null if you saw none. Required.',
    examples: [1],
  }),
);

export const ResultPut = named(
  'ResultSubmission',
  Fields(
    {
      seen: Seen,
      players: Fields(
        { A: NumberPair('The numbers of team A.'), B: NumberPair('The numbers of team B.', [3, 4]) },
        { description: 'Who played, as you saw it.' },
      ),
      set_scores: _sets,
      winning_team: Maybe(
        OneOf(teams, { description: 'The winner. Only needed where the score does not decide.', examples: ['A'] }),
      ),
      outcome: Maybe(
        OneOf(outcomes, { description: 'Default: `played`. As in a submission of a match.', examples: ['played'] }),
      ),
    },
    { description: 'The result of a court.', examples: [exampleResult] },
  ),
);
export type ResultPut = Static<typeof ResultPut>;
