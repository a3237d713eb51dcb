import { statement, type Transaction } from '../engine/database.ts';
import {
  numbersOf,
  type PackedArray,
  packDoubles,
  packInstants,
  packIntegers,
  packTexts,
  packUuids,
} from '../engine/packed.ts';
import { type Compact, encodeMatch } from './compact.ts';
import type { MatchRow } from './match-rows.ts';

/** A column of new matches: how its values are sent, and what makes the column of it where that is not the same. */
interface Column {
  readonly name: keyof MatchRow;
  readonly sentAs: 'uuid' | 'text' | 'integer' | 'double precision' | 'timestamptz';
  readonly castTo?: string;
  readonly pack: (rows: readonly Compact<MatchRow>[]) => PackedArray;
}

const ids = (name: 'id' | 'partner_id'): Column => ({
  name,
  sentAs: 'uuid',
  pack: (rows) => packUuids(rows.map((row) => row[name])),
});

type TextColumn =
  | 'external_ref'
  | 'status'
  | 'winning_team'
  | 'trust_tier'
  | 'outcome'
  | 'competition_type'
  | 'scoring'
  | 'venue_label'
  | 'session_external_ref'
  | 'teams'
  | 'court_positions'
  | 'set_scores';

const texts = (name: TextColumn): Column => ({
  name,
  sentAs: 'text',
  pack: (rows) => packTexts(rows.map((row) => row[name])),
});

const instants = (name: 'played_at' | 'created_at' | 'completed_at'): Column => ({
  name,
  sentAs: 'timestamptz',
  pack: (rows) => packInstants(numbersOf(rows, (row) => row[name])),
});

const COLUMNS: readonly Column[] = [
  ids('id'),
  ids('partner_id'),
  texts('external_ref'),
  texts('status'),
  {
    name: 'revision',
    sentAs: 'integer',
    pack: (rows) => packIntegers(numbersOf(rows, (row) => row.revision)),
  },
  instants('played_at'),
  texts('winning_team'),
  texts('trust_tier'),
  texts('outcome'),
  texts('competition_type'),
  texts('scoring'),
  {
    name: 'duration_minutes',
    sentAs: 'double precision',
    pack: (rows) => packDoubles(numbersOf(rows, (row) => row.duration_minutes)),
  },
  texts('venue_label'),
  texts('session_external_ref'),
  {
    name: 'player_ids',
    sentAs: 'text',
    castTo: 'uuid[]',
    pack: (rows) => packTexts(rows.map((row) => `{${row.player_ids.join(',')}}`)),
  },
  texts('teams'),
  texts('court_positions'),
  texts('set_scores'),
  instants('created_at'),
  instants('completed_at'),
];

const names = COLUMNS.map(({ name }) => name).join(', ');

const insertRows = statement(
  'matches_insert',
  `with inserted as (
     insert into matches (${names})
     select ${COLUMNS.map(({ name, castTo }) => (castTo === undefined ? name : `${name}::${castTo}`)).join(', ')}
     from unnest(${COLUMNS.map(({ sentAs }, index) => `$${index + 1}::${sentAs}[]`).join(', ')}) as m(${names})
     returning id, partner_id, session_external_ref, status, played_at, player_ids
   ), histories as (
     insert into player_matches (player_id, played_at, match_id)
     select unnest(player_ids), played_at, id from inserted where status = 'completed'
   )
   insert into sessions (partner_id, session_external_ref, started_at, ended_at, matches)
   select partner_id, session_external_ref, min(played_at), max(played_at), count(*)
   from inserted where session_external_ref is not null group by partner_id, session_external_ref
   on conflict (partner_id, session_external_ref) do update set started_at = least(sessions.started_at, excluded.started_at),
     ended_at = greatest(sessions.ended_at, excluded.ended_at), matches = sessions.matches + excluded.matches`,
);

/**
 * Inserts new matches, none of them voided: the completed ones into the histories of their players too, and all into their
 * sessions. The audit chains of their partners are locked.
 * @throws {RangeError} at once, with nothing sent, for what cannot be stored.
 */
export function insertMatches(transaction: Transaction, rows: readonly MatchRow[]): Promise<unknown> {
  const compact = rows.map(encodeMatch);
  return transaction.query(
    insertRows,
    COLUMNS.map(({ pack }) => pack(compact)),
  );
}
