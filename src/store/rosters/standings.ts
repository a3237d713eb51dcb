import { instant, type Queryable, statement } from '../engine/database.ts';
import { numberOrNull, unpackDoubles } from '../engine/packed.ts';
import { selectNextRated } from '../ledger/ratings.ts';
import {
  LISTED_AS_COLUMNS,
  LISTED_COLUMNS,
  type ListedAsColumns,
  type ListedPlayer,
  type OrNull,
  playersOf,
} from '../players/player-columns.ts';
import { MEMBERS, type RosterKey } from './rosters.ts';

/** A member of a roster as a ranking compares it. */
export interface StandingRow extends ListedPlayer {
  /** The shown strength before an instant; null for who had no rated match by then. */
  readonly shown_before: number | null;
}

const standings = statement(
  'roster_standings',
  `select ${LISTED_AS_COLUMNS}, array_send(array_agg(f.shown_before)) as shown_before
   from (
     select ${LISTED_COLUMNS}, case when next.match_id is null then r.shown else next.shown_before end as shown_before
     ${MEMBERS}
     cross join lateral (select * from player_ratings where player_id = m.player_id limit 1) r
     left join lateral (
       ${selectNextRated('l.match_id, (shown_before(l.before))[n] as shown_before', '>=', '$3')}
     ) next on true
     where m.partner_id = $1 and m.slug = $2
   ) f`,
);

interface StandingColumns extends ListedAsColumns {
  readonly shown_before: Uint8Array;
}

/**
 * All players on a roster, in no order; empty where there is no such roster. One statement, so all of it is of one moment,
 * also beside the switch to a rebuilt ledger.
 * @param since ms; a match at this very instant is not before it.
 */
export async function readStandings(database: Queryable, of: RosterKey, since: number): Promise<StandingRow[]> {
  const [columns] = await database.query<OrNull<StandingColumns>>(standings, [of.partnerId, of.slug, instant(since)]);
  return playersOf<StandingColumns, Pick<StandingRow, 'shown_before'>>(columns, (packed, count) => {
    const shownBefore = unpackDoubles(packed.shown_before, count);
    return (index) => ({ shown_before: numberOrNull(shownBefore[index]) });
  });
}
