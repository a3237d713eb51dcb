import type { InactivePlayer, RankedPlayer, UnrankedPlayer } from '@bandeja/contract/rosters';
import { type WindowName, windowStart } from '@bandeja/contract/windows';
import { matchesToRank, scoreOf, scoreOfShown } from '@bandeja/rating';
import type { PartnerContext } from '../context.ts';
import { shownStateOf } from '../history/states.ts';
import { type PageOf, readPage } from '../paging/list-page.ts';
import type { Page } from '../paging/page.ts';
import { type PlayerReader, ratingView, startingLevelView } from '../players/view.ts';
import { notFound } from '../validation/not-found.ts';
import { readStandings, type ScoreKey, type StandingRow } from './standings-store.ts';
import { readRoster } from './store.ts';

/** A page of a ranking. With the first one come the first members who are not ranked, of each kind. */
export interface Leaderboard extends PageOf<RankedPlayer | UnrankedPlayer | InactivePlayer, ScoreKey> {
  readonly unranked: readonly UnrankedPlayer[];
  readonly inactive: readonly InactivePlayer[];
}

export interface LeaderboardRequest {
  /** The period of the score changes. */
  readonly window: WindowName;
  /** Whether the page is of the ranking; otherwise it is of the members who are not in it. */
  readonly ranked: boolean;
}

const NONE = { limit: 0, offset: 0, after: null };

/**
 * The members of one of the caller's rosters, ranked by score.
 * @param slug null: all people of the caller
 * @throws {Problem} `roster_not_found`.
 */
export async function getLeaderboard(
  context: PartnerContext,
  slug: string | null,
  { window, ranked: isOfRanked }: LeaderboardRequest,
  page: Page<ScoreKey>,
): Promise<Leaderboard> {
  const { partnerId } = context.actor;
  const { database } = context;
  const now = context.now();
  const request = { now, since: windowStart(window, now) };
  let beside: readonly StandingRow[] = [];
  const read = async (batch: Page<ScoreKey>): Promise<readonly StandingRow[]> => {
    const isFirst = page.offset === 0 && page.after === null;
    const othersOfEach = isOfRanked ? page.limit : null;
    const pages = isOfRanked
      ? { ranked: batch, others: isFirst ? { ...NONE, limit: 2 * page.limit } : NONE }
      : { ranked: NONE, others: batch };
    const found = await readStandings(database, { partnerId, slug }, { ...request, ...pages, othersOfEach });
    if (isOfRanked) beside = found.others;
    return isOfRanked ? found.ranked : found.others;
  };
  const view = (row: StandingRow) => (isOfRanked ? rankedView(row, now, context) : otherView(row, now, context));
  const found = await readPage<StandingRow, Leaderboard['data'][number], ScoreKey>(page, read, view, scoreKey);
  const isEmpty = found.data.length === 0 && beside.length === 0;
  if (slug !== null && isEmpty && (await readRoster(database, partnerId, slug)) === undefined)
    throw notFound('roster_not_found', slug);
  const [unranked, inactive] = [beside.filter((row) => !row.is_inactive), beside.filter((row) => row.is_inactive)];
  return {
    ...found,
    unranked: unranked.map((row) => unrankedView(row, now, context)),
    inactive: inactive.map((row) => inactiveView(row, now, context)),
  };
}

/** The first ranked people of the caller, and how many are ranked. */
export async function getFirstRanked(
  context: PartnerContext,
  window: WindowName,
  limit: number,
): Promise<{ readonly ranked: readonly RankedPlayer[]; readonly players: number }> {
  const now = context.now();
  const { ranked } = await readStandings(
    context.database,
    { partnerId: context.actor.partnerId, slug: null },
    { now, since: windowStart(window, now), ranked: { ...NONE, limit }, others: NONE, othersOfEach: 0 },
  );
  return { ranked: ranked.map((row) => rankedView(row, now, context)), players: ranked[0]?.ranked_members ?? 0 };
}

const scoreKey = (row: StandingRow): ScoreKey => ({
  is_inactive: row.is_inactive,
  service_score: scoreOf(shownStateOf(row)),
  uncertainty: row.uncertainty,
  username: row.username,
  profile_id: row.id,
});

/** The fields of a member in all lists. */
function standingView(row: StandingRow, now: number, reader: PlayerReader) {
  const rating = ratingView(row, now, reader);
  return {
    profile_id: row.id,
    username: row.username,
    display_name: row.display_name,
    starting_level: startingLevelView(row, reader.actor.partnerId),
    rating,
    service_score_change: rating.service_score - scoreOfShown(row.shown_before),
  };
}

function rankedView(row: StandingRow, now: number, reader: PlayerReader): RankedPlayer {
  return { rank: row.rank ?? 0, previous_rank: row.previous_rank, ...standingView(row, now, reader) };
}

function unrankedView(row: StandingRow, now: number, reader: PlayerReader): UnrankedPlayer {
  return { ...standingView(row, now, reader), matches_to_rank: matchesToRank(row.matches_played) };
}

function inactiveView(row: StandingRow, now: number, reader: PlayerReader): InactivePlayer {
  const view = standingView(row, now, reader);
  return { ...view, last_played_at: view.rating.last_played_at ?? '' };
}

const otherView = (row: StandingRow, now: number, reader: PlayerReader): UnrankedPlayer | InactivePlayer =>
  row.is_inactive ? inactiveView(row, now, reader) : unrankedView(row, now, reader);
