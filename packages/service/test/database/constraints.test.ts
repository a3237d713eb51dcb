/** Invalid matches, ledger rows, settlements and audit entries that the schema rejects from any writer. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { ConstraintViolation, type Database, statement } from '@bandeja/postgres/database';
import { openMigratedDatabase } from '../support/database.ts';
import { onEachEngine } from '../support/engines.ts';
import { World } from '../support/world.ts';
import { constraintsOf, derivedRows } from './derived-rows.ts';
import { type Row, rightRows } from './right-rows.ts';
import { erased, voided, wrongRows } from './wrong-rows.ts';

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
    const world = await World.open(database, { partners: ['norte'], players: 4 });
    const { partnerId, keyId } = world.partner();
    const [a = '', b = '', c = '', d = ''] = world.players;
    const chainless = '0190a0b0-1111-7222-8333-444455556666';
    await database.script(
      `insert into partners (id, name, plan, created_at) values ('${chainless}', 'sur', 'pro', now())`,
    );
    const rateless = '0190a0b0-1111-7222-8333-444455556667';
    const match = '019de4f2-a340-8f34-a99b-71224f08972d';
    const gone = '0190a0b0-1111-7222-8333-444455556668';
    const endpoint = '0190a0b0-1111-7222-8333-444455556669';
    const plan = '0190a0b0-1111-7222-8333-44445555666a';
    const link = '0190a0b0-1111-7222-8333-44445555666b';
    const person = '0190a0b0-1111-7222-8333-44445555666c';
    const imported = '0190a0b0-1111-7222-8333-44445555666d';
    ids = {
      partner: partnerId,
      key: keyId,
      a,
      b,
      c,
      d,
      match,
      chainless,
      rateless,
      gone,
      endpoint,
      plan,
      link,
      person,
      import: imported,
      merge: imported,
    };
    await database.script(insertion('players', { ...rightRows['players'], id: ':rateless', username: "'rateless'" }));
    await database.script(
      insertion('rosters', { ...rightRows['rosters'], slug: "'members'" }) +
        insertion('player_shares', { ...rightRows['player_shares'], code_hash: "decode(repeat('00', 32), 'hex')" }),
    );
    await database.script(insertion('matches', { ...rightRows['matches'], id: ':match', external_ref: "'taken'" }));
    await database.script(
      insertion('operators', {
        ...rightRows['operators'],
        name: "'berta'",
        token_hash: "decode(repeat('dd', 32), 'hex')",
      }),
    );
    const taken = { token_hash: "decode(repeat('dd', 32), 'hex')" };
    await database.script(
      insertion('people', { ...rightRows['people'], id: ':person' }) +
        insertion('people', { ...rightRows['people'], id: ':a' }) +
        insertion('invitations', { ...rightRows['invitations'], ...taken, person_id: ':a' }) +
        insertion('sign_ins', { ...rightRows['sign_ins'], ...taken }) +
        insertion('passkeys', { ...rightRows['passkeys'], credential_id: taken.token_hash }) +
        insertion('operator_sign_ins', { ...rightRows['operator_sign_ins'], ...taken }) +
        insertion('usage_days', { ...rightRows['usage_days'], day: "'2026-04-01'", key_id: 'null' }),
    );
    await database.script(insertion('webhook_endpoints', { ...rightRows['webhook_endpoints'], id: ':endpoint' }));
    await database.script(
      insertion('session_plans', { ...rightRows['session_plans'], id: ':plan', session_external_ref: "'night-1'" }),
    );
    await database.script(
      insertion('session_links', {
        ...rightRows['session_links'],
        id: ':link',
        token_hash: "decode(repeat('dd', 32), 'hex')",
      }),
    );
    await database.script(
      insertion('merges', { ...rightRows['merges'], id: ':merge' }) +
        insertion('imports', { ...rightRows['imports'], id: ':import', content_hash: taken.token_hash }),
    );
    const linked = { ...rightRows['match_links'], player_id: ':b', token_hash: "decode(repeat('dd', 32), 'hex')" };
    await database.script(insertion('match_links', linked));
    await database.script(insertion('audit_entries', { ...rightRows['audit_entries'], seq: '9' }));
    // The one row that there is of its table, so that a right one can be put there.
    await database.script(
      'delete from ledger_state; delete from erasure_salt; delete from event_clock; delete from scale;',
    );
    await database.script(
      insertion('players', { ...rightRows['players'], ...erased, id: ':gone' }) +
        insertion('erasures', { ...rightRows['erasures'], player_id: ':gone', seq: '7' }),
    );
  });
  after(() => database.close());

  describe('the schema', () => {
    it('rejects rows against each constraint that has no cases by hand, and every constraint has cases', async () => {
      const constraints = await constraintsOf(database);
      const byHand = Object.values(wrongRows).flatMap((tried) => Object.keys(tried));
      assert.deepEqual(
        byHand.filter((one) => !constraints.some(({ name }) => name === one)),
        [],
      );
      for (const constraint of constraints.filter(({ name }) => !byHand.includes(name))) {
        const { name, table } = constraint;
        const wrong = derivedRows(constraint);
        assert.ok(wrong.length > 0, `no test tries ${name}`);
        for (const change of wrong) {
          const found = await violationOf(insertion(table, { ...rightRows[table], ...change }));
          assert.equal(found, name, `${table} with ${JSON.stringify(change)}`);
        }
      }
    });

    it('accepts the valid rows that the other tests change', async () => {
      for (const [table, row] of Object.entries(rightRows))
        assert.equal(await violationOf(insertion(table, row)), null);
      assert.equal(await violationOf(insertion('matches', { ...rightRows['matches'], ...voided })), null);
    });

    it('rejects null in each required column, and names the column', async () => {
      for (const { table, column } of await database.query<{ table: string; column: string }>(requiredColumns, [
        Object.keys(rightRows),
      ])) {
        const name = await violationOf(insertion(table, { ...rightRows[table], [column]: 'null' }));
        assert.equal(name, `${table}_${column}_not_null`);
      }
    });
  });

  for (const [table, constraints] of Object.entries(wrongRows)) {
    describe(`${table} rejects`, () => {
      for (const [constraint, cases] of Object.entries(constraints)) {
        for (const { name, change } of cases) {
          it(`${name}, by ${constraint}`, async () => {
            assert.equal(await violationOf(insertion(table, { ...rightRows[table], ...change })), constraint);
          });
        }
      }
    });
  }

  it('a court of a plan has one result that is not voided, and any number of voided ones', async () => {
    const result = (reference: string, change: Row = {}) =>
      insertion('matches', { ...rightRows['matches'], external_ref: `'${reference}'`, plan_id: ':plan', ...change });
    assert.equal(await violationOf(result('v1', voided) + result('v2', voided) + result('new')), null);
    for (const other of [{ plan_round: '2' }, { plan_court: '2' }, { plan_id: 'gen_random_uuid()' }])
      assert.equal(await violationOf(result('first') + result('second', other)), null);
    for (const pending of [{}, { status: "'pending'", completed_at: 'null' }])
      assert.equal(await violationOf(result('first') + result('second', pending)), 'matches_plan_court_unique');
  });

  it('a partner has one open import of a file, and any number of closed ones and of those without a hash', async () => {
    const opened = (change: Row = {}) => insertion('imports', { ...rightRows['imports'], ...change });
    const closed = opened({ closed_at: 'now()', reading: 'null' });
    const nameless = opened({ content_hash: 'null' });
    assert.equal(await violationOf(closed + closed + nameless + nameless + opened()), null);
    assert.equal(await violationOf(opened() + opened()), 'imports_open_once');
  });

  it('a match was created by one line, and any number of lines have it as a duplicate', async () => {
    const line = (line: number, state: string) =>
      insertion('import_rows', { ...rightRows['import_rows'], line: `${line}`, state: `'${state}'` });
    assert.equal(await violationOf(line(1, 'created') + line(2, 'duplicate') + line(3, 'duplicate')), null);
    assert.equal(await violationOf(line(1, 'created') + line(2, 'created')), 'import_rows_created_once');
  });

  describe('a match goes from one status to another', () => {
    const entering: Readonly<Record<string, Row>> = {
      pending: { status: "'pending'", completed_at: 'null' },
      completed: {},
      voided,
    };
    const leaving: Readonly<Record<string, string>> = {
      pending: "status = 'pending', completed_at = null, voided_at = null, void_reason = null",
      completed: "status = 'completed', completed_at = now(), voided_at = null, void_reason = null",
      voided: "status = 'voided', voided_at = now(), void_reason = 'Twice.'",
    };
    for (const from of Object.keys(entering)) {
      for (const to of Object.keys(leaving)) {
        const isKnown = from === to || from === 'pending' || (from === 'completed' && to === 'voided');
        it(`from ${from} to ${to}${isKnown ? '' : ' never, by matches_transition_known'}`, async () => {
          const match = insertion('matches', { ...rightRows['matches'], ...entering[from] });
          const step = `update matches set ${leaving[to]} where external_ref = 'm1';`;
          assert.equal(await violationOf(match + step), isKnown ? null : 'matches_transition_known');
        });
      }
    }
  });

  describe('an erasure is final', () => {
    const attempts: Readonly<Record<string, readonly [sql: string, constraint: string]>> = {
      'its player does not get a name again': [
        "update players set username = 'ana', display_name = 'Ana', creator_partner_id = ':partner', erased_at = null where id = ':gone'",
        'players_stay_erased',
      ],
      'its player does not change': [
        "update players set version = version + 1 where id = ':gone'",
        'players_stay_erased',
      ],
      'its record is not changed': ['update erasures set at = now()', 'erasures_append_only'],
      'its record is not deleted': ['delete from erasures', 'erasures_append_only'],
      'records are not truncated': ['truncate erasures', 'erasures_append_only'],
    };
    for (const [name, [sql, constraint]] of Object.entries(attempts)) {
      it(name, async () => {
        const filled = sql.replaceAll(/:(partner|gone)/g, (_, id: string) => ids[id] ?? '');
        assert.equal(await violationOf(`${filled};`), constraint);
      });
    }
  });

  describe('the audit trail only grows', () => {
    const entries: Readonly<Record<string, string>> = {
      'an entry is not changed': "update audit_entries set action = 'voided'",
      'an entry is not changed, not even to what it is': 'update audit_entries set seq = seq',
      'an entry is not deleted': 'delete from audit_entries',
      'entries are not truncated': 'truncate audit_entries, starting_level_changes',
      'entries are not truncated along with others':
        'truncate matches, audit_entries, player_matches, match_ratings, match_answers, match_links, starting_level_changes',
    };
    for (const [name, sql] of Object.entries(entries)) {
      it(name, async () => {
        const entry = insertion('audit_entries', rightRows['audit_entries'] ?? {});
        assert.equal(await violationOf(`${entry} ${sql};`), 'audit_entries_append_only');
      });
    }
    for (const sql of [
      "update operator_audit set operator = 'berta'",
      'delete from operator_audit',
      'truncate operator_audit',
    ]) {
      it(`the log of operators refuses “${sql}”`, async () => {
        const entry = insertion('operator_audit', rightRows['operator_audit'] ?? {});
        assert.equal(await violationOf(`${entry} ${sql};`), 'operator_audit_append_only');
      });
    }
    const chains: Readonly<Record<string, string>> = {
      'the end of a chain does not move back': 'update audit_chains set seq = seq - 1',
      'the end of a chain does not change where it stands':
        "update audit_chains set hash = decode(repeat('ee', 32), 'hex')",
      'a chain does not go over to another partner': `update audit_chains set seq = seq + 1, partner_id = ':chainless'`,
      'a chain is not deleted': 'delete from audit_chains',
      'chains are not truncated': 'truncate audit_chains, audit_entries, starting_level_changes',
    };
    for (const [name, sql] of Object.entries(chains)) {
      it(name, async () => {
        const ahead = 'update audit_chains set seq = seq + 2;';
        const found = await violationOf(ahead + sql.replace(':chainless', ids['chainless'] ?? ''));
        assert.ok(found === 'audit_chains_only_grow' || found === 'audit_entries_append_only', String(found));
      });
    }
  });
});
