import type { LiveNight } from '@bandeja/contract/live-nights';
import { inSnapshot } from '@bandeja/postgres/snapshot';
import type { PartnerContext } from '../context.ts';
import { type Club, clubOf } from '../partners/club.ts';
import { chancesOf, type Night, readNight, readPeople } from './night.ts';
import { openedRounds, type PlanSettings } from './plan-rows.ts';
import { missingResults } from './rounds.ts';
import { type Standing, standingsOf } from './standings.ts';
import { readStandingMatches, type StandingMatch } from './store.ts';
import { partnerName, roundView, type Shown } from './view.ts';

/**
 * All that a phone at the court shows.
 * @throws {Problem} `plan_not_found`
 */
export async function getLive(context: PartnerContext, ref: string): Promise<LiveNight> {
  const { partnerId } = context.actor;
  const reading = inSnapshot(context.database, async (snapshot) => {
    const night = await readNight(snapshot, partnerId, ref);
    const [people, matches] = await Promise.all([
      readPeople(snapshot, partnerId, night.plan.settings),
      readStandingMatches(snapshot, partnerId, ref),
    ]);
    return { night, people, matches };
  });
  const [{ night, people, matches }, club] = await Promise.all([reading, clubOf(context)]);
  const usernameOf = (id: string) => people.players.get(id)?.username ?? null;
  return liveView(night, club, matches, usernameOf, {
    shownAs: (id) => partnerName(people.players.get(id)),
    chanceOf: chancesOf(night.plan.settings, people, context.now()),
  });
}

/**
 * The present state of a night. For a link, `shown` hides what the link may not see.
 * @param usernameOf for the order of ties, which is the recap's
 */
export function liveView(
  night: Night,
  club: Club,
  matches: readonly StandingMatch[],
  usernameOf: (playerId: string) => string | null,
  shown: Shown,
): LiveNight {
  const { plan, results } = night;
  const { name, venue_label, players, format, scoring, points_per_match, sets, rank_by } = plan.settings;
  const { rankBy, rows } = standingsOf(plan, matches, usernameOf);
  const open = plan.open_round;
  const names = players.map(({ id }) => shown.shownAs(id));
  return {
    name,
    venue_label,
    club_name: club.name,
    revision: plan.revision,
    state: plan.state,
    format,
    scoring,
    points_per_match,
    sets,
    round: open === null ? null : roundView(night, open, shown),
    next: plan.state === 'closed' ? null : roundView(night, openedRounds(plan.rounds) + 1, shown),
    standings: rows.map((one) => standingView(one, names, plan.settings)),
    players: names.map((player, index) => ({ number: index + 1, ...player })),
    open_courts: missingResults(plan, results).filter(({ round }) => round === open).length,
    rank_by: rankBy,
    rank_by_setting: rank_by,
  };
}

function standingView(
  { numbers, rank, played, wins, draws, losses, games_won, average, rested, ...row }: Standing,
  names: readonly { readonly display_name: string }[],
  { format, scoring }: PlanSettings,
): LiveNight['standings'][number] {
  const [number = 0] = numbers;
  const display_name = numbers.map((one) => names[one - 1]?.display_name ?? '').join(' / ');
  const results = { display_name, played, wins, draws, losses, points: games_won, average, rested };
  if (format !== 'teams') return { rank, number, ...results };
  const isInGames = scoring === 'games';
  return {
    rank,
    numbers: [number, numbers[1] ?? 0],
    ...results,
    sets_won: isInGames ? row.sets_won : 0,
    sets_lost: isInGames ? row.sets_lost : 0,
    games_won: isInGames ? games_won : 0,
    games_lost: isInGames ? row.games_lost : 0,
  };
}
