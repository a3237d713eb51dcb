import { Problem } from '@bandeja/contract/errors/problem';
import type { NightPlayer, NightRecap } from '@bandeja/contract/nights';
import type { PlayerName, Scoreline } from '@bandeja/contract/session-rows';
import type { SessionRecap } from '@bandeja/contract/sessions';
import type { LinkContext } from '../context.ts';
import { type PosterSession, type SessionPoster, withoutLikelyUpset } from '../pictures/recap/poster-session.ts';
import { getSessionPoster } from '../sessions/get-recap.ts';
import type { LinkNames } from './names.ts';
import { readLinkedPlan, readNames } from './night.ts';

/** No night has more players, so the recap is whole. */
const PLAYERS_MAX = 300;

/** A recap, and the names that a link shows. */
interface LinkedRecap {
  readonly recap: SessionPoster;
  readonly names: LinkNames;
}

async function readRecap(context: LinkContext, time_zone?: string): Promise<LinkedRecap> {
  const { actor, database } = context;
  const plan = await readLinkedPlan(database, actor);
  const part = { limit: PLAYERS_MAX, offset: 0, time_zone };
  const whole = await getSessionPoster(context, actor.night, part).catch((error: unknown) => {
    if (!(error instanceof Problem && error.code === 'session_not_found')) throw error;
    throw new Problem('session_not_found', 'No result of this night was entered yet.');
  });
  // While the chances are still known: links show none.
  const recap = withoutLikelyUpset(whole);
  const others = recap.unique_players.players.flatMap(({ profile_id: id }) => id ?? []);
  return { recap, names: await readNames(database, actor, plan.settings, others) };
}

/**
 * The recap of a link's night, without numbers that come from ratings.
 * @throws {Problem} `plan_not_found`, `session_not_found`
 */
export async function getNightRecap(context: LinkContext, timeZone?: string): Promise<NightRecap> {
  const { recap, names } = await readRecap(context, timeZone);
  const nameOf = (player: PlayerName) => playerOf(player, names);
  return {
    name: recap.name,
    club_name: recap.club.name,
    day: recap.day,
    venue_label: recap.venue_label,
    started_at: recap.started_at,
    ended_at: recap.ended_at,
    matches: recap.matches.completed,
    ranked_by: recap.ranked_by,
    rank_by: recap.rank_by,
    rank_by_setting: recap.rank_by_setting,
    leaderboard: recap.leaderboard.map((row) => ({
      rank: row.rank,
      ...nameOf(row),
      played: row.played,
      wins: row.wins,
      draws: row.draws,
      losses: row.losses,
      games_won: row.games_won,
      games_lost: row.games_lost,
      games_difference: row.games_difference,
      average: row.average,
    })),
    pairs: recap.pairs.map(({ win_rate: _, players, ...pair }) => ({ ...pair, players: players.map(nameOf) })),
    closest: scorelineOf(recap.scorelines.closest, nameOf),
    biggest_upset: scorelineOf(recap.biggest_upset, nameOf),
  };
}

/** Players are erased or have an id. */
const playerOf = ({ profile_id: id, display_name, identity }: PlayerName, names: LinkNames): NightPlayer =>
  id === null ? { number: null, display_name, identity } : { number: names.numberOf(id), ...names.shownAs(id) };

function scorelineOf(
  match: Scoreline | SessionRecap['biggest_upset'],
  nameOf: (player: PlayerName) => NightPlayer,
): NightRecap['closest'] {
  if (match === null) return null;
  const { played_at, winning_team, set_scores, players } = match;
  return { played_at, winning_team, set_scores, players: { A: players.A.map(nameOf), B: players.B.map(nameOf) } };
}

/**
 * The same night for the poster.
 * @throws {Problem} `plan_not_found`, `session_not_found`
 */
export async function getNightPoster(context: LinkContext, timeZone?: string): Promise<PosterSession> {
  const { recap, names } = await readRecap(context, timeZone);
  const rename = <Player extends PlayerName>(player: Player): Player => ({ ...player, ...playerOf(player, names) });
  const sides = ({ A, B }: Scoreline['players']) => ({ A: A.map(rename), B: B.map(rename) });
  const { biggest_upset: upset, scorelines } = recap;
  const { closest } = scorelines;
  // Field by field, since the recap has names and numbers that a link must not show.
  return {
    session_external_ref: '',
    name: recap.name,
    club: recap.club,
    unit: recap.unit,
    common_venue: recap.common_venue,
    started_at: recap.started_at,
    ended_at: recap.ended_at,
    matches: recap.matches,
    average_duration_minutes: recap.average_duration_minutes,
    unique_players: { count: recap.unique_players.count },
    ranked_by: recap.ranked_by,
    leaderboard: recap.leaderboard.map(rename),
    pairs: recap.pairs.map((pair) => ({ ...pair, players: pair.players.map(rename) })),
    most_over_expected: null,
    scorelines: { closest: closest && { ...closest, players: sides(closest.players) } },
    biggest_upset: upset && { ...upset, winner_probability: null, players: sides(upset.players) },
  };
}
