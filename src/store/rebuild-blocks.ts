/** What a rebuild writes beside the serving ledger, block by block. */
import { type Queryable, statement } from './database.ts';
import {
  type AfterBlock,
  arrayOf,
  type LedgerInputs,
  type PlayerStatesBlock,
  packPlayers,
  packStates,
  SLOTS,
  STATE_COLUMNS,
  type StatesBlock,
  stateNames,
  unnested,
} from './ledger-arrays.ts';
import { packDoubles, packInstants, packUuids } from './packed.ts';

const insertNext = statement(
  'ledger_block_insert_next',
  `insert into match_ratings_next (match_id, played_at, model_version, player_ids, units_won, units_lost, units_standard, weight, length,
     ${STATE_COLUMNS.map(([name]) => name).join(', ')})
   select b.match_id, b.played_at, $1, array[b.player_0, b.player_1, b.player_2, b.player_3], b.units_won::integer,
     b.units_lost::integer, b.units_standard, b.weight, b.length, ${STATE_COLUMNS.map(([name]) => arrayOf(name)).join(', ')}
   from unnest($2::uuid[], $3::timestamptz[], $4::uuid[], $5::uuid[], $6::uuid[], $7::uuid[], $8::double precision[],
     $9::double precision[], $10::double precision[], $11::double precision[], $12::double precision[], ${unnested(13)})
     as b(match_id, played_at, player_0, player_1, player_2, player_3, units_won, units_lost, units_standard, weight, length,
       ${stateNames})`,
);

/** Writes rated matches into the ledger that is being made beside the serving one. */
export async function insertNextLedger(
  database: Queryable,
  modelVersion: string,
  inputs: LedgerInputs,
  before: StatesBlock,
  after: AfterBlock,
): Promise<void> {
  const { count, player_ids: ids } = inputs;
  const all = { offset: 0, stride: 1, length: count };
  await database.query(insertNext, [
    modelVersion,
    packUuids(inputs.match_ids),
    packInstants(inputs.played_at, all),
    ...SLOTS.map((slot) => packUuids(inputs.match_ids.map((_, row) => ids[4 * row + slot] ?? ''))),
    packDoubles(inputs.units_won, all),
    packDoubles(inputs.units_lost, all),
    packDoubles(inputs.units_standard, all),
    packDoubles(inputs.weight, all),
    packDoubles(inputs.length, all),
    ...packStates(count, before, after),
  ]);
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
