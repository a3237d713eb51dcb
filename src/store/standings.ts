import { instant, type Queryable, statement } from './database.ts';
import { numberOrNull, unpackDoubles } from './packed.ts';
import {
  IN_COLUMNS,
  isAnybody,
  type OrNull,
  type PlayersInColumns,
  playersOf,
  SHOWN_COLUMNS,
  type ShownPlayer,
} from './player-columns.ts';
import { MEMBERS, type RosterKey } from './rosters.ts';

/** A member of a roster as a ranking compares it. */
export interface StandingRow extends ShownPlayer {
  /** The shown strength before an instant; null for who had no rated match by then. */
  readonly shown_before: number | null;
}

// What the ledger says before the first rated match since then, else the present state. Most members of a large club have
// not played lately: for those nothing is looked up.
const standings = statement(
  'roster_standings',
  `select ${IN_COLUMNS}, array_send(array_agg(f.shown_before)) as shown_before
   from (
     select ${SHOWN_COLUMNS}, case when since.match_id is null then r.shown else since.shown_before end as shown_before
     ${MEMBERS}
     cross join lateral (select * from player_ratings where player_id = m.player_id limit 1) r
     left join lateral (
       select l.match_id, l.shown_before[array_position(l.player_ids, r.player_id)] as shown_before
       from player_matches pm
       join match_ratings l on l.match_id = pm.match_id
       where r.last_played_at >= $3
         and pm.player_id = r.player_id and pm.status = 'completed' and pm.played_at >= $3
       order by pm.played_at, pm.match_id limit 1
     ) since on true
     where m.partner_id = $1 and m.slug = $2
   ) f`,
);

interface StandingColumns extends PlayersInColumns {
  readonly shown_before: Uint8Array;
}

/**
 * All players on a roster, in no order.
 * @param since ms; a match at this very instant is not before it.
 */
export async function readStandings(database: Queryable, of: RosterKey, since: number): Promise<StandingRow[]> {
  const [columns] = await database.query<OrNull<StandingColumns>>(standings, [of.partnerId, of.slug, instant(since)]);
  if (!isAnybody(columns)) return [];
  const players = playersOf(columns);
  const shownBefore = unpackDoubles(columns.shown_before, players.length);
  return players.map((player, index) => ({ ...player, shown_before: numberOrNull(shownBefore[index]) }));
}
