import { createHash } from 'node:crypto';
import { Problem } from '@bandeja/contract/errors/problem';
import { formatInstant } from '@bandeja/contract/instant';
import { MET_MAX, type MergePreview, NEARBY_PAIRS_MAX, type NewMerge } from '@bandeja/contract/merges';
import type { PlayerName } from '@bandeja/contract/session-rows';
import { canonicalUsername } from '@bandeja/contract/username';
import type { Queryable } from '@bandeja/postgres/database';
import type { PartnerContext } from '../context.ts';
import { isHidden } from '../history/match-row.ts';
import { shownName } from '../history/match-view.ts';
import { findNearbyAfterMerge } from '../matches/nearby-store.ts';
import { findOpenPlansOf } from '../plans/store.ts';
import { listSlugsOfPlayers } from '../rosters/members-store.ts';
import { invalidBody } from '../validation/faults-of.ts';
import { notFound } from '../validation/not-found.ts';
import { type MergeSummary, summarizeMerge } from './matches-store.ts';
import { findPlayerInMatches, findVisiblePlayer, type MergePlayer } from './store.ts';

/** What decides about a merge. */
interface MergeFacts {
  readonly from: MergePlayer;
  readonly into: MergePlayer;
  readonly summary: MergeSummary;
  readonly openPlans: readonly string[];
  /** Changes with all that a preview shows of matches and players. */
  readonly preview: string;
}

/** @throws {Problem} `player_not_found`; `invalid_body` if both are the same player */
export async function readMergeFacts(
  database: Queryable,
  partnerId: string,
  { from: fromKey, into: intoKey }: Pick<NewMerge, 'from' | 'into'>,
): Promise<MergeFacts> {
  const key = canonicalUsername(fromKey);
  const from =
    (await findVisiblePlayer(database, partnerId, key)) ?? (await findPlayerInMatches(database, partnerId, key));
  if (from === undefined) throw notFound('player_not_found', fromKey);
  const into = await findVisiblePlayer(database, partnerId, canonicalUsername(intoKey));
  if (into === undefined) throw notFound('player_not_found', intoKey);
  if (from.id === into.id) {
    const detail = 'This is the same player as `from`. Name the two players of one person.';
    throw invalidBody([{ pointer: '/into', code: 'duplicate_participant', detail }]);
  }
  const pair = { partner_id: partnerId, from_id: from.id, into_id: into.id };
  const [summary, openPlans] = await Promise.all([
    summarizeMerge(database, pair, MET_MAX),
    findOpenPlansOf(database, partnerId, from.id),
  ]);
  const shown = [from.id, from.version, isHidden(from), into.id, into.version, summary.revisions];
  const preview = createHash('sha256').update(JSON.stringify(shown)).digest('base64url');
  return { from, into, summary, openPlans, preview };
}

/** What a merge would do, and what would refuse it. Nothing is stored. @throws {Problem} as {@link readMergeFacts} */
export function previewMerge(
  { database, actor: { partnerId } }: PartnerContext,
  merge: NewMerge,
): Promise<MergePreview> {
  return database.transaction(
    async (snapshot) => {
      const { from, into, summary, openPlans, preview } = await readMergeFacts(snapshot, partnerId, merge);
      const [nearby, [rosters = []]] = await Promise.all([
        findNearbyAfterMerge(snapshot, [partnerId, from.id, into.id], NEARBY_PAIRS_MAX),
        listSlugsOfPlayers(snapshot, [{ partnerId, playerId: from.id }]),
      ]);
      const { met, met_ids, first_played_at, last_played_at, of_other_partners, revisions: _, ...counts } = summary;
      return {
        from: playerName(from),
        into: playerName(into),
        from_is_yours: from.is_yours,
        into_is_yours: into.is_yours,
        matches: {
          ...counts,
          of_other_partners: isHidden(from) ? null : of_other_partners,
          first_played_at: first_played_at === null ? null : formatInstant(first_played_at),
          last_played_at: last_played_at === null ? null : formatInstant(last_played_at),
        },
        met: { count: met, match_ids: met_ids },
        rosters,
        open_plans: openPlans,
        nearby: {
          count: nearby[0]?.count ?? 0,
          pairs: nearby.map(({ match_id, other_match_id }) => ({ match_id, other_match_id })),
        },
        preview,
      };
    },
    { isolation: 'repeatable read', readOnly: true },
  );
}

/** @throws {Problem} `players_met`, `player_in_open_plan`, or `preview_outdated` if the client has seen something else */
export function requireMergeable({ from, into, summary, openPlans, preview }: MergeFacts, seen: string | null): void {
  const [fromName, intoName] = [from.username, into.username];
  if (summary.met > 0) {
    const extensions = { count: summary.met, match_ids: summary.met_ids };
    const detail = `${fromName} and ${intoName} are both in ${summary.met} of your matches, so they are two people.`;
    throw new Problem('players_met', detail, { extensions });
  }
  if (openPlans.length > 0) {
    const extensions = { session_external_refs: openPlans };
    const detail = `${fromName} is in the plan of ${openPlans.join(', ')}. Close the night first.`;
    throw new Problem('player_in_open_plan', detail, { extensions });
  }
  if (seen !== null && seen !== preview) throw new Problem('preview_outdated');
}

export const playerName = (player: MergePlayer): PlayerName => ({
  profile_id: player.is_erased ? null : player.id,
  username: player.username,
  ...shownName(player),
});
