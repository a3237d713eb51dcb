/** What a rebuild writes beside the serving ledger, block by block. */
import { type Queryable, statement } from '../engine/database.ts';
import {
  insertLedger,
  type LedgerInputs,
  type PlayerStatesBlock,
  packLedger,
  packPlayers,
  type StoredStates,
} from './ledger-arrays.ts';

const insertNext = statement('ledger_block_insert_next', insertLedger('match_ratings_next', '$1', 2));

/** Writes rated matches into the ledger that is being made beside the serving one. */
export async function insertNextLedger(
  database: Queryable,
  modelVersion: string,
  inputs: LedgerInputs,
  states: StoredStates,
): Promise<void> {
  await database.query(insertNext, [modelVersion, ...packLedger(inputs, states)]);
}

const insertPlayers = statement(
  'ledger_block_insert_next_players',
  `insert into player_ratings_next (player_id, last_match_id, mean, variance, shown, last_played_at, matches_played, model_version)
   select b.*, $1 from unnest($2::uuid[], $3::uuid[], $4::double precision[], $5::double precision[], $6::double precision[],
     $7::timestamptz[], $8::integer[]) as b`,
);

/** Writes the present ratings of players beside the serving ones. */
export async function insertNextPlayers(
  database: Queryable,
  modelVersion: string,
  states: PlayerStatesBlock,
): Promise<void> {
  await database.query(insertPlayers, [modelVersion, ...packPlayers(states)]);
}
