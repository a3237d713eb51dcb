/**
 * Which rows an answer about a player was made of, and in which of their versions: with these an answer that a process
 * has kept is checked each time before it is given again.
 *
 * The version of a row is its `xmin`, the transaction that wrote it. All that stands in a player's history is covered by
 * the player's row of `player_ratings`, which is rewritten or touched (`touchPlayerRatings`) in every transaction that
 * changes a match there, its row in the ledger, or whether it waits. There is one exception: the steps of a settlement
 * rewrite the ledger without touching everybody; each writes the one row of `ledger_state`, as do all who owe something
 * and the switch to a rebuilt ledger, which besides changes the tables' own identities. A calibration and the names of
 * other players are told by their own rows, and whether the caller may see these players is asked anew.
 *
 * The rows of other players are looked for where they stood (`ctid`), which is one page each, and for neighbours the same,
 * where their ids would be a way through an index. A row that was changed since stands elsewhere and is missed, which is
 * another version. Its place may have been taken, but by a row that was written later, with another `xmin`: who has written
 * what was there had committed. What puts rows elsewhere without changing them (`vacuum full`) makes the table another file.
 * So `players` has to be one plain table.
 */
import { type Queryable, statement } from '../engine/database.ts';
import { gathered } from '../engine/gathered.ts';
import { joinPlaces } from '../engine/packed.ts';
import { visibleTo } from '../players/visibility.ts';

/** What an answer was made of, as of its own snapshot. */
export interface AnswerVersions {
  /** Compared and never read: the same text, the same rows. */
  readonly versions: string;
  /** Where the rows of other players stand whose names are, or could be, in the answer: `tid[]` as `array_send` has it. */
  readonly otherPlaces: Uint8Array;
}

// An invisible player's version has a sign, so that it is another one when the player comes in sight. A number is used
// again after a restore or a failover, but not by the same start of a server.
const versionOf = (player: string, partnerId: string): string =>
  `concat(case when ${visibleTo(player, partnerId)} then '' else '-' end, ${player}.xmin)`;

/**
 * Selects `places` and `versions` of other players: one row, also for none.
 * @param partnerId an SQL expression: who asks
 * @param ids an SQL expression for a `uuid[]`
 */
export const selectOthers = (partnerId: string, ids: string): string =>
  `select array_send(coalesce(array_agg(o.ctid order by o.ctid), '{}')) as places,
     coalesce(string_agg(${versionOf('o', partnerId)}, ' ' order by o.ctid), '') as versions
   from players o where o.id = any(${ids})`;

/**
 * An SQL expression for {@link AnswerVersions.versions}, over `players p` and `player_ratings r`.
 * @param others an SQL expression: the versions of other players
 */
export const selectVersions = (others: string): string => `concat_ws(' ', p.xmin, r.xmin, r.tableoid,
    (select s.xmin from ledger_state s),
    coalesce((select c.xmin from calibrations c order by c.calibrated_at desc limit 1)::text, 'none'),
    pg_postmaster_start_time(), pg_relation_filenode('players'), ${others})`;

// The same text, from the rows that still stand there. One by one, since of many places at once the planner thinks that they
// are the whole table, if that is a small one.
const othersInPlace = `array_to_string(array(
      select (select ${versionOf('o', 'asked.partner_id')} from players o where o.ctid = other.place)
      from unnest(($5::tid[])[asked.first:asked.last]) as other(place)
    ), ' ')`;

const present = statement(
  'answer_versions',
  `select asked.n::integer as asked, ${selectVersions(othersInPlace)} as versions
   from unnest($1::uuid[], $2::text[], $3::integer[], $4::integer[]) with ordinality
     as asked(partner_id, username, first, last, n)
   join players p on p.username = asked.username join player_ratings r on r.player_id = p.id
   where ${visibleTo('p', 'asked.partner_id')}`,
);

interface Asked {
  readonly partnerId: string;
  readonly username: string;
  readonly otherPlaces: Uint8Array;
}

const lookUp = gathered<Asked, string>(async (database, asked) => {
  const { places, ends } = joinPlaces(asked.map((one) => one.otherPlaces));
  const found = await database.query<{ readonly asked: number; readonly versions: string }>(present, [
    asked.map((one) => one.partnerId),
    asked.map((one) => one.username),
    [1, ...ends.map((end) => end + 1)].slice(0, -1),
    ends,
    places,
  ]);
  const versions = new Map(found.map((row) => [row.asked, row.versions]));
  return asked.map((_, index) => versions.get(index + 1));
});

/**
 * The present versions of what an answer about a player was made of; undefined for a player whom the partner may not see
 * (any more), as for one that never existed.
 */
export function readVersions(
  database: Queryable,
  partnerId: string,
  username: string,
  otherPlaces: Uint8Array,
): Promise<string | undefined> {
  return lookUp(database, { partnerId, username, otherPlaces });
}
