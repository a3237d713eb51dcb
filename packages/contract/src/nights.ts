/** A night as its links show it: without ids, usernames, ratings and probabilities. */
import { Type } from 'typebox';
import { identity } from './identity.ts';
import { expiresAt, linkCourt, linkRole } from './links.ts';
import { LiveNight, LiveRound } from './live-nights.ts';
import { MatchWarning } from './match-warnings.ts';
import { CourtResult, PlanCourt } from './plans.ts';
import { LeaderboardRow, Pair, Scoreline } from './session-rows.ts';
import { SessionRecap } from './sessions.ts';
import { type Answer, Fields, Nullable, named } from './shapes.ts';

const { match_id: _match, person_id: _person, ...result } = CourtResult.properties;
export const NightResult = named('NightResult', Fields(result, { description: 'The result of a court.' }));
export type NightResult = Answer<typeof NightResult>;
const NullableResult = Nullable(NightResult);

const { win_probability_a: _chance, result: _result, ...court } = PlanCourt.properties;
const NightCourt = named(
  'NightCourt',
  Fields({ ...court, result: NullableResult }, { description: 'The lineup of a court.' }),
);

const { courts: _courts, ...round } = LiveRound.properties;
export const NightRound = named(
  'NightRound',
  Fields(
    { ...round, courts: Type.Array(NightCourt, { description: 'The courts in use.' }) },
    { description: 'A round; null if there is none.' },
  ),
);
export type NightRound = Answer<typeof NightRound>;
const NullableRound = Nullable(NightRound);

export const Night = named(
  'Night',
  Fields(
    {
      ...LiveNight.properties,
      round: NullableRound,
      next: NullableRound,
      link: Fields(
        { role: linkRole, court: linkCourt, expires_at: expiresAt },
        { description: 'The link of the request.' },
      ),
    },
    { description: 'The present state of a night.' },
  ),
);
export type Night = Answer<typeof Night>;

const { match_id: _other, ...warning } = MatchWarning.properties;
const { by: _by, ...entered } = result;

export const NightEntry = named(
  'NightEntry',
  Fields(
    {
      result: Fields(entered, { description: 'The result of the court.' }),
      changed: Type.Boolean({ description: 'False if the court had this result already.', examples: [true] }),
      warnings: Type.Array(Fields(warning), { description: 'Details that may be true but are usually mistakes.' }),
    },
    { description: 'A result that was entered.' },
  ),
);
export type NightEntry = Answer<typeof NightEntry>;

const { display_name: displayName } = LeaderboardRow.properties;
const number = Nullable(
  Type.Integer({
    description: 'The player’s number in the plan; null for a player who is not in it, and for an erased one.',
    examples: [5],
  }),
);
const NightPlayer = named(
  'NightPlayer',
  Fields({ number, display_name: displayName, identity }, { description: 'A player of the night.' }),
);
export type NightPlayer = Answer<typeof NightPlayer>;

const team = (letter: 'A' | 'B') => Type.Array(NightPlayer, { description: `The players of team ${letter}.` });
const { played_at, winning_team, set_scores } = Scoreline.properties;
const NightScoreline = named(
  'NightScoreline',
  Fields(
    {
      played_at,
      winning_team,
      set_scores: Nullable(set_scores),
      players: Fields({ A: team('A'), B: team('B') }, { description: 'The players of both teams.' }),
    },
    { description: 'A match of the night; null if there is none.' },
  ),
);
const NullableScoreline = Nullable(NightScoreline);

const row = LeaderboardRow.properties;
const { players: _players, win_rate: _rate, ...pairResults } = Pair.properties;
const recap = SessionRecap.properties;

export const NightRecap = named(
  'NightRecap',
  Fields(
    {
      name: recap.name,
      club_name: LiveNight.properties.club_name,
      day: recap.day,
      venue_label: recap.venue_label,
      started_at: recap.started_at,
      ended_at: recap.ended_at,
      matches: Type.Integer({ description: 'Completed matches. The recap is based on them.', examples: [12] }),
      ranked_by: recap.ranked_by,
      rank_by: recap.rank_by,
      rank_by_setting: recap.rank_by_setting,
      leaderboard: Type.Array(
        Fields({
          rank: row.rank,
          number,
          display_name: displayName,
          identity,
          played: row.played,
          wins: row.wins,
          draws: row.draws,
          losses: row.losses,
          games_won: row.games_won,
          games_lost: row.games_lost,
          games_difference: row.games_difference,
          average: row.average,
        }),
        { description: 'The players by rank, as the plan ranks them.' },
      ),
      pairs: Type.Array(
        Fields({
          ...pairResults,
          players: Type.Array(NightPlayer, { description: 'The two players.' }),
        }),
        { description: 'The pairs, as in the recap of the session.' },
      ),
      closest: NullableScoreline,
      biggest_upset: NullableScoreline,
    },
    { description: 'The summary of a night.' },
  ),
);
export type NightRecap = Answer<typeof NightRecap>;
