/**
 * Alters the trail, and everything that it and the ratings speak of, as an owner of the database could: every column of every row is
 * changed, removed, and exchanged with others, and every row is deleted and inserted again. By default it tries a part of them that covers
 * every column; `TEST_ALTERATIONS=all` tries all, which takes two minutes.
 */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { statement } from '@bandeja/postgres/database';
import { verifyAudit } from '../../src/audit/verify.ts';
import { verifyRatings } from '../../src/verification/verify.ts';
import { chosenEngines } from '../support/engines.ts';
import { useTestService } from '../support/service.ts';
import { type Alteration, alterationsOf, byHand, keepRows } from './alterations.ts';
import { playEveryCase } from './every-case.ts';

/** An alteration that neither verification finds, as docs/operations/drills.md says. */
interface Exception {
  readonly name: RegExp;
  /** The numbers of the rows that are excepted; default: all. */
  readonly rows?: string;
}

/** Rows that a foreign key forbids and no response shows, such as a history of a player who does not exist. */
const orphan = (column: string): Exception => ({ name: new RegExp(`inserted again with another ${column}$`) });

const OF_ERASED = `from kept_audit_entries k join players p on p.id = k.player_id where p.erased_at is not null`;

const EXCEPTIONS: Readonly<Record<string, readonly Exception[]>> = {
  // Their words are gone with the player, so no hash can be computed.
  audit_entries: [{ name: /^(at|key_id|hash|player_id) of /, rows: `select k.n ${OF_ERASED}` }],
  audit_chains: [],
  // Follows from the deadline, which is verified.
  matches: [{ name: /^confirmation_state of / }],
  // A reason is a person's words. It is not in the trail, so that it can be erased.
  match_answers: [{ name: /^reason of / }, orphan('match_id')],
  player_matches: [orphan('player_id')],
  starting_level_changes: [],
  player_starting_levels: [orphan('player_id')],
  erasures: [],
  // The score that was shown first depends on when a match arrived.
  match_ratings: [{ name: /^first_shown of / }],
  // The locks of the ledger, the number of the last write, and the starting level of an erased player.
  player_ratings: [
    { name: /^(region|version) of / },
    {
      name: /^stated_points of /,
      rows: `select k.n from kept_player_ratings k join players p on p.id = k.player_id where p.erased_at is not null`,
    },
    orphan('player_id'),
  ],
};
const TABLES = Object.keys(EXCEPTIONS);
/** The verification of the trail finds their alterations alone, without the ratings. */
const AUDITED = ['audit_entries', 'audit_chains', 'matches', 'match_answers', 'starting_level_changes', 'erasures'];
/** A prime, so that the kinds of alterations of a column take turns. */
const ONE_IN = process.env['TEST_ALTERATIONS'] === 'all' ? 1 : 13;

/** One in {@link ONE_IN} alterations of each column, and of whole rows. */
function partOf(alterations: readonly Alteration[]): Alteration[] {
  const columns = Map.groupBy(alterations, ({ column }) => column);
  return [...columns.values()].flatMap((all) => all.filter((_, place) => place % ONE_IN === 0));
}

describe('an alteration by hand', { skip: !chosenEngines().includes('postgres') }, () => {
  const service = useTestService({ engine: 'postgres', isOwn: true });
  let all: readonly Alteration[] = [];

  before(async () => {
    await playEveryCase(service());
    assert.equal(await isFaulty(true), false);
    await keepRows(service().database, TABLES);
    all = await alterationsOf(service().database, TABLES);
  });

  /** Whether a verification finds a fault. */
  async function isFaulty(needsRatings: boolean): Promise<boolean> {
    const { context } = service();
    if ((await verifyAudit(context)).faults.length > 0) return true;
    return needsRatings && (await verifyRatings(context)).differences > 0;
  }

  /** @returns whether it was noticed; undefined if a constraint refuses it, or if it changes nothing */
  async function isNoticed({ table, sql, hasChanged, restore }: Alteration): Promise<boolean | undefined> {
    const { database } = service();
    try {
      await database.script(byHand(sql));
    } catch (error) {
      assert.match(String(error), /the constraint \S+ rejected the row/);
      return undefined;
    }
    try {
      const [row] = await database.query<{ is: boolean }>(statement(`test_altered_${table}`, hasChanged), []);
      return row?.is === true ? await isFaulty(!AUDITED.includes(table)) : undefined;
    } finally {
      await database.script(byHand(restore));
    }
  }

  async function exceptionsOf(table: string): Promise<(alteration: Alteration) => boolean> {
    const { database } = service();
    const exceptions = (EXCEPTIONS[table] ?? []).map(async ({ name, rows }, place) => {
      const found =
        rows && (await database.query<{ n: number }>(statement(`test_excepted_${table}_${place}`, rows), []));
      return { name, rows: found ? found.map(({ n }) => Number(n)) : null };
    });
    const known = await Promise.all(exceptions);
    return (one) =>
      known.some(({ name, rows }) => name.test(one.name) && (rows === null || one.rows.every((n) => rows.includes(n))));
  }

  for (const table of TABLES) {
    it(`of ${table} is noticed, whatever it is`, async (t) => {
      const isExcepted = await exceptionsOf(table);
      const tried = partOf(all.filter((one) => one.table === table));
      const unnoticed: string[] = [];
      let noticed = 0;
      for (const one of tried) {
        const result = await isNoticed(one);
        if (result === true) noticed += 1;
        if (result === false && !isExcepted(one)) unnoticed.push(one.name);
      }
      t.diagnostic(`${noticed} alterations of ${table} noticed`);
      assert.deepEqual(unnoticed, []);
      assert.ok(noticed > 0);
    });
  }
});
