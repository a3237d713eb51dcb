import { scoreOf } from '../../rating/index.ts';
import type { Page } from '../../store/page.ts';
import { readRoster } from '../../store/rosters/rosters.ts';
import { readStandings, type StandingRow } from '../../store/rosters/standings.ts';
import type { PartnerContext } from '../context.ts';
import { Problem } from '../errors/index.ts';
import { shownStateOf } from '../ledger/index.ts';
import type { PageOf } from '../list-page.ts';
import { ratingView } from '../players/index.ts';
import { type WindowName, windowStart } from '../windows.ts';
import { changeOf, type RankedMember, type RankedPlace, rankingOf } from './ranking.ts';
import type { RankedPlayer, UnrankedPlayer } from './shapes.ts';

/** The place of a member in the ranking. */
export interface RankingKey {
  readonly service_score: number;
  readonly username: string;
}

export interface Leaderboard extends PageOf<RankedPlayer, RankingKey> {
  /** Members of provisional confidence, by username: all of them with the first page, none with later pages. */
  readonly unranked: readonly UnrankedPlayer[];
}

type Member = RankedMember & { readonly row: StandingRow };

/**
 * The members of one of the caller's rosters, ranked by score.
 * @throws {Problem} `roster_not_found`.
 */
export async function getLeaderboard(
  context: PartnerContext,
  slug: string,
  window: WindowName,
  page: Page<RankingKey>,
): Promise<Leaderboard> {
  const now = context.now();
  const members = await readMembers(context, slug, windowStart(window, now));
  const { ranked, unranked } = rankingOf(members, now);
  const following = ranked.filter(({ member }) => page.after === null || isBehind(member, page.after));
  const stretch = following.slice(page.offset, page.offset + page.limit + 1);
  const shown = stretch.slice(0, page.limit);
  const last = shown.at(-1)?.member;
  return {
    data: shown.map((standing) => rankedView(standing, now)),
    unranked: isFirst(page) ? unranked.map((member) => unrankedView(member, now)) : [],
    next:
      stretch.length > shown.length && last !== undefined
        ? { service_score: scoreOf(last.now), username: last.username }
        : null,
  };
}

/** All members with their states now and before an instant. */
async function readMembers(
  { actor: { partnerId }, readDatabase }: PartnerContext,
  slug: string,
  since: number,
): Promise<Member[]> {
  const rows = await readStandings(readDatabase, { partnerId, slug }, since);
  if (rows.length === 0 && (await readRoster(readDatabase, partnerId, slug)) === undefined) {
    throw new Problem('roster_not_found');
  }
  return rows.map((row) => ({
    row,
    username: row.username,
    now: shownStateOf(row),
    before: row.shown_before === null ? null : { shown: row.shown_before },
  }));
}

/** They may be many more than a page holds, so a client that turns pages gets them once. */
function isFirst({ offset, after }: Page<RankingKey>): boolean {
  return offset === 0 && after === null;
}

function isBehind(member: Member, after: RankingKey): boolean {
  const score = scoreOf(member.now);
  return score < after.service_score || (score === after.service_score && member.username > after.username);
}

function unrankedView(member: Member, now: number): UnrankedPlayer {
  return {
    profile_id: member.row.id,
    username: member.username,
    display_name: member.row.display_name,
    rating: ratingView(member.row, now),
    service_score_change: changeOf(member),
  };
}

function rankedView({ member, rank, previousRank }: RankedPlace<Member>, now: number): RankedPlayer {
  return { rank, previous_rank: previousRank, ...unrankedView(member, now) };
}
