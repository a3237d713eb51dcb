/** The log of changes: what happened to matches, players and ratings, written in the transaction that did it. */
import type { DisabledByService } from '../../domain/events/shapes.ts';
import { statement, type Transaction } from '../engine/database.ts';
import { type PackedArray, packIntegers, packTexts, packUuids } from '../engine/packed.ts';

/** What can happen to a match, as its events say it. */
export type MatchChangeKind = 'match.pending' | 'match.completed' | 'match.amended' | 'match.voided';

/** What became of one player's rating. */
export interface RatingChange {
  readonly player_id: string;
  /** The version of the rating after the change; it rises with each change of the player's rating. */
  readonly sequence: number;
  /** The score that was shown before, and the one after. */
  readonly score_before: number;
  readonly score_after: number;
}

/** What happened to a match. */
export interface LoggedMatch {
  readonly kind: MatchChangeKind;
  readonly partner_id: string;
  readonly match_id: string;
  readonly revision: number;
  /** Of those of its players whose rating changed with it. */
  readonly ratings: readonly RatingChange[];
}

type Logged = LoggedMatch | Pick<LoggedMatch, 'ratings'>;

/** So many changes of ratings are a row of the log at most, so that a reader of one never reads much more than it asked for. */
const RATINGS_A_ROW = 64;

const append = statement(
  'change_log_append',
  `insert into change_log (kind, partner_id, match_id, revision, player_ids, sequences, scores_before, scores_after)
   select kind, partner_id, match_id, nullif(revision, 0),
     case when ratings > 0 then ($7::uuid[])[first : first + ratings - 1] end,
     case when ratings > 0 then ($8::integer[])[first : first + ratings - 1] end,
     case when ratings > 0 then ($9::integer[])[first : first + ratings - 1] end,
     case when ratings > 0 then ($10::integer[])[first : first + ratings - 1] end
   from unnest($1::text[], $2::uuid[], $3::uuid[], $4::integer[], $5::integer[], $6::integer[])
     as c(kind, partner_id, match_id, revision, first, ratings)`,
);

/**
 * Logs what happened to matches and to the ratings of players, in this order. Of changes of one player's rating the earlier
 * comes first. The transaction has locked the matches and the ratings, and has written something.
 * @throws {RangeError} at once, with nothing sent, for what cannot be stored.
 */
export function logChanges(
  transaction: Transaction,
  matches: readonly LoggedMatch[],
  otherRatings: readonly RatingChange[] = [],
): Promise<unknown> {
  const rows: Logged[] = [...matches];
  for (let from = 0; from < otherRatings.length; from += RATINGS_A_ROW) {
    rows.push({ ratings: otherRatings.slice(from, from + RATINGS_A_ROW) });
  }
  return rows.length === 0 ? Promise.resolve() : transaction.query(append, packRows(rows));
}

function packRows(rows: readonly Logged[]): PackedArray[] {
  const of = <T>(row: Logged, read: (match: LoggedMatch) => T): T | null => ('kind' in row ? read(row) : null);
  const ratings = rows.flatMap((row) => row.ratings);
  const counts = Float64Array.from(rows, (row) => row.ratings.length);
  let next = 1;
  const firsts = counts.map((count) => {
    const first = next;
    next += count;
    return first;
  });
  return [
    packTexts(rows.map((row) => of(row, ({ kind }) => kind) ?? 'ratings')),
    packUuids(rows.map((row) => of(row, (match) => match.partner_id))),
    packUuids(rows.map((row) => of(row, (match) => match.match_id))),
    packIntegers(Float64Array.from(rows, (row) => of(row, (match) => match.revision) ?? 0)),
    packIntegers(firsts),
    packIntegers(counts),
    packUuids(ratings.map((rating) => rating.player_id)),
    packIntegers(Float64Array.from(ratings, (rating) => rating.sequence)),
    packIntegers(Float64Array.from(ratings, (rating) => rating.score_before)),
    packIntegers(Float64Array.from(ratings, (rating) => rating.score_after)),
  ];
}

const disabled = statement(
  'change_log_endpoint_disabled',
  `insert into change_log (kind, partner_id, webhook_endpoint_id, disabled_reason)
   values ('webhook_endpoint.disabled', $1, $2, $3)`,
);

/** Logs that the service has disabled an endpoint. The transaction has changed the endpoint. */
export async function logDisabledEndpoint(
  transaction: Transaction,
  partnerId: string,
  endpointId: string,
  reason: DisabledByService,
): Promise<void> {
  await transaction.query(disabled, [partnerId, endpointId, reason]);
}

const erased = statement(
  'change_log_player_erased',
  `insert into change_log (kind, partner_id, player_ids) select 'player.erased', partner_id, array[$2::uuid]
   from unnest($1::uuid[]) as partner_id`,
);

/**
 * Logs that a player was erased, for each of the partners that are told: the creator, and those that had the player on a roster.
 * The transaction has locked the player.
 */
export async function logErasedPlayer(
  transaction: Transaction,
  playerId: string,
  partnerIds: readonly string[],
): Promise<void> {
  await transaction.query(erased, [packUuids(partnerIds), playerId]);
}
