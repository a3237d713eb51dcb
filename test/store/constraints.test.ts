/** What the schema itself refuses of matches, ledger and audit trail, whoever writes it and however. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { ConstraintViolation, type Database, statement } from '../../src/store/database.ts';
import { foundPartner, foundPlayers } from '../domain/ratings/stored-ledger.ts';
import { openMigratedDatabase } from '../support/database.ts';
import { onEachEngine } from '../support/engines.ts';

/** A row as SQL expressions by column. */
type Row = Readonly<Record<string, string>>;

interface Case {
  /** What is wrong, said of the row. */
  readonly name: string;
  readonly change: Row;
}

const NOBODY = "'7b0f5f0e-5f0c-4b7e-9d57-0f5d1a2b3c4d'";
const four = (value: string): string => `array[${Array(4).fill(value).join(', ')}]`;

/** The tables, each with a row that is right. `:partner`, `:key`, `:match` and `:a`–`:d` stand for ids that exist. */
const rows: Readonly<Record<string, Row>> = {
  matches: {
    id: 'gen_random_uuid()',
    partner_id: ':partner',
    external_ref: "'m1'",
    status: "'completed'",
    revision: '1',
    played_at: "'2026-05-01T19:10:00Z'",
    winning_team: "'A'",
    trust_tier: "'imported'",
    outcome: "'played'",
    competition_type: 'null',
    scoring: 'null',
    duration_minutes: 'null',
    venue_label: 'null',
    session_external_ref: 'null',
    player_ids: 'array[:a, :b, :c, :d]::uuid[]',
    teams: "array['A', 'A', 'B', 'B']",
    court_positions: "array['left', null, null, 'right']",
    set_scores: `'[{"set_number": 1}]'`,
    created_at: 'now()',
    completed_at: 'now()',
    voided_at: 'null',
    void_reason: 'null',
  },
  player_matches: { player_id: ':a', status: "'completed'", played_at: 'now()', match_id: ':match' },
  match_ratings: {
    match_id: ':match',
    played_at: 'now()',
    model_version: "'pair-1'",
    player_ids: 'array[:a, :b, :c, :d]::uuid[]',
    units_won: '12',
    units_lost: '7',
    units_standard: '20',
    weight: '0.63',
    length: '1',
    mean_before: four('null::float8'),
    variance_before: four('null::float8'),
    shown_before: four('null::float8'),
    last_played_at_before: four('null::timestamptz'),
    matches_played_before: four('0'),
    mean_after: four('0.1'),
    variance_after: four('0.9'),
    shown_after: four('-1.2'),
  },
  audit_chains: { partner_id: ':chainless', seq: '0', hash: "decode(repeat('00', 32), 'hex')" },
  audit_entries: {
    partner_id: ':partner',
    seq: '1',
    match_id: ':match',
    at: 'now()',
    action: "'submitted'",
    key_id: ':key',
    revision: '1',
    changes: "'[]'",
    previous_hash: "decode(repeat('00', 32), 'hex')",
    hash: "decode(repeat('ff', 32), 'hex')",
  },
};

const bad = (name: string, change: Row): Case => ({ name, change });
const length = (column: string, most: number, more: Row = {}): readonly Case[] => [
  bad(`an empty ${column}`, { ...more, [column]: "''" }),
  bad(`a ${column} of ${most + 1}`, { ...more, [column]: `repeat('x', ${most + 1})` }),
];
const voided: Row = { status: "'voided'", voided_at: 'now()', void_reason: "'Twice.'" };
const short: Row = { hash: "'\\xff'" };

/** Rows that are wrong in one way, by the constraint that has to say so. */
const refused: Readonly<Record<string, Readonly<Record<string, readonly Case[]>>>> = {
  matches: {
    matches_partner: [bad('a partner who does not exist', { partner_id: NOBODY })],
    matches_external_ref_length: length('external_ref', 128),
    matches_external_ref_unique: [bad('a reference that its partner has used', { external_ref: "'taken'" })],
    matches_status_known: [bad('an unknown status', { status: "'done'" })],
    matches_revision_positive: [bad('revision 0', { revision: '0' })],
    matches_played_at_since_1970: [bad('a match of 1969', { played_at: "'1969-12-31T23:59:59.999Z'" })],
    matches_winning_team_known: [bad('team C', { winning_team: "'C'" })],
    matches_trust_tier_known: [bad('an unknown trust tier', { trust_tier: "'sworn'" })],
    matches_outcome_known: [bad('an unknown outcome', { outcome: "'won'" })],
    matches_competition_type_known: [bad('an unknown competition', { competition_type: "'cup'" })],
    matches_scoring_known: [bad('an unknown scoring', { scoring: "'sets'" })],
    matches_duration_in_range: ['0', '-1', '1440.0001', "'NaN'", "'Infinity'"].map((duration_minutes) =>
      bad(`a duration of ${duration_minutes}`, { duration_minutes }),
    ),
    matches_venue_label_length: length('venue_label', 120),
    matches_session_external_ref_length: length('session_external_ref', 128),
    matches_four_different_players: [
      bad('three players', { player_ids: 'array[:a, :b, :c]::uuid[]' }),
      bad('five players', { player_ids: `array[:a, :b, :c, :d, ${NOBODY}]::uuid[]` }),
      bad('a player twice in a team', { player_ids: 'array[:a, :a, :c, :d]::uuid[]' }),
      bad('a player in both teams', { player_ids: 'array[:a, :b, :c, :a]::uuid[]' }),
      bad('nobody in a place', { player_ids: 'array[:a, :b, :c, null]::uuid[]' }),
      bad('pairs of players', { player_ids: 'array[array[:a, :b], array[:c, :d]]::uuid[]' }),
    ],
    matches_two_players_a_team: [
      bad('three against one', { teams: "array['A', 'A', 'A', 'B']" }),
      bad('a third team', { teams: "array['A', 'A', 'B', 'C']" }),
      bad('a place without a team', { teams: "array['A', 'A', 'B', null]" }),
      bad('five places', { teams: "array['A', 'A', 'B', 'B', 'B']" }),
    ],
    matches_court_positions_known: [
      bad('an unknown position', { court_positions: "array['left', null, null, 'centre']" }),
      bad('three positions', { court_positions: "array['left', null, null]" }),
    ],
    matches_set_scores_is_short_array: [
      bad('an object for sets', { set_scores: "'{}'" }),
      bad('a JSON null for sets', { set_scores: "'null'" }),
      bad('16 sets', { set_scores: `('[' || repeat('{},', 15) || '{}]')::jsonb` }),
    ],
    matches_void_reason_length: length('void_reason', 500, voided),
    matches_completed_has_completed_at: [
      bad('completed at no time', { completed_at: 'null' }),
      bad('pending and completed at some time', { status: "'pending'" }),
    ],
    matches_voided_iff_voided_at: [
      bad('voided at no time', { ...voided, voided_at: 'null' }),
      bad('completed and voided at some time', { voided_at: 'now()' }),
    ],
    matches_voided_iff_void_reason: [
      bad('voided for no reason', { ...voided, void_reason: 'null' }),
      bad('completed and voided for a reason', { void_reason: "'Twice.'" }),
    ],
    matches_walkover_without_scoreline: [bad('a walkover with sets', { outcome: "'walkover'" })],
  },
  player_matches: {
    player_matches_player: [bad('a player who does not exist', { player_id: NOBODY })],
    player_matches_match: [bad('a match that does not exist', { match_id: NOBODY })],
    player_matches_status_known: [bad('an unknown status', { status: "'done'" })],
  },
  match_ratings: {
    match_ratings_match: [bad('a match that does not exist', { match_id: NOBODY })],
    match_ratings_four_players: [bad('three players', { player_ids: 'array[:a, :b, :c]::uuid[]' })],
    match_ratings_weight_positive: [bad('a weight of 0', { weight: '0' })],
    match_ratings_length_in_range: [
      bad('no length', { length: '0' }),
      bad('more than a whole length', { length: '1.01' }),
    ],
    match_ratings_four_states: [
      ...['mean_before', 'variance_before', 'shown_before', 'mean_after', 'variance_after', 'shown_after'].map(
        (column) => bad(`three states in ${column}`, { [column]: 'array[0.1, 0.1, 0.1]' }),
      ),
      ...['mean_after', 'variance_after', 'shown_after'].map((column) =>
        bad(`a state after it that is not known in ${column}`, { [column]: 'array[0.1, 0.1, 0.1, null]' }),
      ),
      bad('a count of matches that is not known', { matches_played_before: 'array[0, 0, 0, null]' }),
    ],
    match_ratings_units_together: [bad('units won without units lost', { units_lost: 'null' })],
  },
  audit_chains: {
    audit_chains_partner: [bad('a partner who does not exist', { partner_id: NOBODY })],
    audit_chains_seq_natural: [bad('a chain of −1 entries', { seq: '-1' })],
    audit_chains_hash_is_sha256: [bad('a hash of one byte', short)],
  },
  audit_entries: {
    audit_entries_chain: [bad('a partner without a chain', { partner_id: NOBODY })],
    audit_entries_seq_positive: [bad('seq 0', { seq: '0' })],
    audit_entries_match: [bad('a match that does not exist', { match_id: NOBODY })],
    audit_entries_action_known: [bad('an unknown action', { action: "'deleted'" })],
    audit_entries_key: [bad('a key that does not exist', { key_id: NOBODY })],
    audit_entries_revision_positive: [bad('revision 0', { revision: '0' })],
    audit_entries_changes_is_array: [bad('an object of changes', { changes: "'{}'" })],
    audit_entries_previous_hash_is_sha256: [bad('a previous hash of one byte', { previous_hash: "'\\xff'" })],
    audit_entries_hash_is_sha256: [bad('a hash of one byte', short)],
  },
};

const constraintNames = statement(
  'test_constraint_names',
  `select conname::text as name from pg_constraint
   where conrelid::regclass::text = any($1::text[]) and contype in ('c', 'f', 'u') order by conname collate "C"`,
);
const requiredColumns = statement(
  'test_required_columns',
  `select table_name::text as "table", column_name::text as "column" from information_schema.columns
   where table_schema = 'public' and table_name = any($1::text[]) and is_nullable = 'NO'`,
);

onEachEngine((engine) => {
  let database: Database;
  let ids: Readonly<Record<string, string>>;

  const insertion = (table: string, row: Row): string => {
    const values = Object.values(row)
      .join(', ')
      .replaceAll(/:([a-z]+)\b(?!:)/g, (text, name: string) => (name in ids ? `'${ids[name]}'` : text));
    return `insert into ${table} (${Object.keys(row).join(', ')}) values (${values});`;
  };
  /** Runs SQL and takes it back; resolves to the constraint that refused it, or null. */
  async function violationOf(sql: string): Promise<string | null> {
    const undone = new Error('nothing of this test stays');
    try {
      await database.transaction(async (transaction) => {
        await transaction.script(sql);
        throw undone;
      });
    } catch (error) {
      if (error === undone) return null;
      if (error instanceof ConstraintViolation) return error.constraint;
      throw error;
    }
    return null;
  }

  before(async () => {
    database = await openMigratedDatabase(engine);
    const { partnerId, keyId } = await foundPartner(database, 'norte');
    const [a = '', b = '', c = '', d = ''] = await foundPlayers(database, { partnerId, keyId }, [
      'a1',
      'b1',
      'c1',
      'd1',
    ]);
    const { partnerId: chainless } = await foundPartner(database, 'sur');
    const match = '019de4f2-a340-8f34-a99b-71224f08972d';
    ids = { partner: partnerId, key: keyId, a, b, c, d, match, chainless };
    await database.script(`delete from audit_chains where partner_id = '${chainless}'`);
    await database.script(insertion('matches', { ...rows['matches'], id: ':match', external_ref: "'taken'" }));
  });
  after(() => database.close());

  describe('the schema', () => {
    it('has no constraint on these tables that no test tries', async () => {
      const found = await database.query<{ name: string }>(constraintNames, [Object.keys(refused)]);
      const tried = Object.values(refused).flatMap((constraints) => Object.keys(constraints));
      assert.deepEqual(
        found.map(({ name }) => name),
        tried.sort(),
      );
    });

    it('takes the rows that the tests make wrong', async () => {
      for (const [table, row] of Object.entries(rows)) assert.equal(await violationOf(insertion(table, row)), null);
      assert.equal(await violationOf(insertion('matches', { ...rows['matches'], ...voided })), null);
    });

    it('refuses null wherever there has to be something, and says where', async () => {
      for (const { table, column } of await database.query<{ table: string; column: string }>(requiredColumns, [
        Object.keys(rows),
      ])) {
        const name = await violationOf(insertion(table, { ...rows[table], [column]: 'null' }));
        assert.equal(name, `${table}_${column}_not_null`);
      }
    });
  });

  for (const [table, constraints] of Object.entries(refused)) {
    describe(`${table} refuses`, () => {
      for (const [constraint, cases] of Object.entries(constraints)) {
        for (const { name, change } of cases) {
          it(`${name}, by ${constraint}`, async () => {
            assert.equal(await violationOf(insertion(table, { ...rows[table], ...change })), constraint);
          });
        }
      }
    });
  }

  describe('the audit trail only grows', () => {
    const steps = {
      'an entry is not changed': "update audit_entries set action = 'voided'",
      'an entry is not changed, not even to what it is': 'update audit_entries set seq = seq',
      'an entry is not deleted': 'delete from audit_entries',
      'entries are not truncated': 'truncate audit_entries',
      'entries are not truncated along with others': 'truncate matches, audit_entries, player_matches, match_ratings',
    };
    for (const [name, sql] of Object.entries(steps)) {
      it(name, async () => {
        const entry = insertion('audit_entries', rows['audit_entries'] ?? {});
        assert.equal(await violationOf(`${entry} ${sql};`), 'audit_entries_append_only');
      });
    }
  });
});
