import type { ExportDetails, ExportedMatch } from '@bandeja/contract/export';
import { formatInstant } from '@bandeja/contract/instant';
import { inSnapshot } from '@bandeja/postgres/snapshot';
import type { PartnerContext } from '../context.ts';
import type { HistoryRow } from '../history/match-row.ts';
import { matchView } from '../history/match-view.ts';
import type { HistoryCursor } from '../matches/history-store.ts';
import { jsonBytes, type PageOf, readPage } from '../paging/list-page.ts';
import type { Page } from '../paging/page.ts';
import { readShares } from '../players/shares-store.ts';
import { playerView } from '../players/view.ts';
import { createdUsername } from '../players/visibility-store.ts';
import { readLevelHistory } from '../starting-levels/store.ts';
import { playerNotCreated } from '../validation/not-found.ts';
import {
  type ExportedMatchRow,
  readCompletedMatches,
  readExportedEntries,
  readExportedPlayer,
  readMemberships,
  readOtherMatches,
} from './store.ts';

/** A page of an export: all data except the completed matches, and a page of those. */
export interface ExportPage {
  readonly details: ExportDetails;
  readonly page: PageOf<ExportedMatch, HistoryCursor>;
}

/**
 * Everything that Bandeja stores about a player that the caller created. Other people appear with the data that the caller may see.
 * Each page is read from one snapshot.
 * @throws {Problem} `player_not_found` if the caller did not create the player.
 */
export function exportPlayer(
  { actor, language, scale, now, database }: PartnerContext,
  username: string,
  page: Page<HistoryCursor>,
): Promise<ExportPage> {
  const { partnerId } = actor;
  return inSnapshot(database, async (snapshot) => {
    const name = await createdUsername(snapshot, partnerId, username);
    const player = await readExportedPlayer(snapshot, partnerId, name);
    if (player === undefined) throw playerNotCreated(username);
    const isFirst = page.after === null && page.offset === 0;
    const [rosters, shares, levels, others] = await Promise.all([
      readMemberships(snapshot, partnerId, player.id),
      readShares(snapshot, player.id),
      readLevelHistory(snapshot, player.id),
      isFirst ? readOtherMatches(snapshot, partnerId, player.id) : [],
    ]);
    const views = async (rows: readonly ExportedMatchRow[]): Promise<ExportedMatch[]> => {
      const entries = await readExportedEntries(
        snapshot,
        rows.map((row) => row.match_id),
      );
      const ofMatch = Map.groupBy(entries, (entry) => entry.match_id);
      return rows.map((row) => exportedMatch(row, player.id, ofMatch.get(row.match_id) ?? []));
    };
    const { mean, variance, shown } = player;
    const details: ExportDetails = {
      exported_at: formatInstant(now()),
      player: {
        ...playerView(player, now(), { language, scale, actor }),
        registered_at: formatInstant(player.created_at),
        registered_by: partnerId,
        state: stateOf([mean, variance, shown]),
        model_version: player.model_version,
      },
      starting_level_history: levels.map(({ at, before, after }) => ({ at: formatInstant(at), before, after })),
      rosters: rosters.map(({ added_at, ...roster }) => ({ ...roster, added_at: formatInstant(added_at) })),
      partners_with_roster: player.partners_with_roster,
      partners_with_external_ids: player.partners_with_external_ids,
      shares: shares.map((share) => ({
        created_at: formatInstant(share.created_at),
        expires_at: formatInstant(share.expires_at),
        redeemed_at: share.redeemed_at === null ? null : formatInstant(share.redeemed_at),
      })),
      not_completed: fitting(await views(others)),
    };
    const detailBytes = Buffer.byteLength(JSON.stringify(details));
    const { bytesMax = Number.POSITIVE_INFINITY } = page;
    const matches = await readPage(
      { ...page, bytesMax: bytesMax - detailBytes },
      async (batch) => {
        const rows = await readCompletedMatches(snapshot, partnerId, player.id, batch);
        const exported = await views(rows);
        return rows.map(({ played_at, seen }, index) => ({ played_at, seen, view: exported[index] as ExportedMatch }));
      },
      ({ view }) => view,
      ({ played_at, seen }) => ({ played_at, seen }),
    );
    return { details, page: matches };
  });
}

/** Half of the size limit of a response. */
const NOT_COMPLETED_BYTES = 512 * 1024;

/** The first matches, so that a page of completed ones fits beside them. Only long scorelines make it fewer than all. */
function fitting(matches: readonly ExportedMatch[]): ExportedMatch[] {
  let bytes = 0;
  return matches.filter((match) => {
    bytes += jsonBytes(match);
    return bytes <= NOT_COMPLETED_BYTES;
  });
}

type Entry = Awaited<ReturnType<typeof readExportedEntries>>[number];

const exportedMatch = (row: ExportedMatchRow, playerId: string, entries: readonly Entry[]): ExportedMatch => ({
  match: matchView(withOwnReason(row, playerId)),
  state_before: stateOf(row.own_before),
  state_after: stateOf(row.own_after),
  history: entries.map(({ at, action, revision }) => ({ at: formatInstant(at), action, revision })),
});

/** The reasons of others are their words, and not exported. */
function withOwnReason(row: ExportedMatchRow, playerId: string): HistoryRow {
  if (row.answers === null) return { ...row, ...row.own_answer };
  const answers = row.answers.map((one) => (one.player_id === playerId ? one : { ...one, reason: null }));
  return { ...row, answers };
}

/** Null for a player without a rated match. Its numbers are null, or NaN in an array. */
function stateOf(numbers: readonly (number | null)[] | null): ExportedMatch['state_before'] {
  const [mean, variance, shown] = numbers ?? [];
  const isRated = mean != null && variance != null && shown != null && !Number.isNaN(shown);
  return isRated ? { mean, variance, shown } : null;
}
