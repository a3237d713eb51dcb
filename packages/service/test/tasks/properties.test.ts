/**
 * Merges and undos as properties: ratings afterwards are those of a history in which it always was so, or never; a preview comes true;
 * interrupted anywhere and continued, nothing is done twice.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ImportUndoPreview } from '@bandeja/contract/imports';
import type { TaskView } from '@bandeja/contract/tasks';
import { DatabaseUnavailable, statement } from '@bandeja/postgres/database';
import fc from 'fast-check';
import type { Context } from '../../src/context.ts';
import { type MatchRow, matches } from '../../src/history/match-row.ts';
import { isRated, ratedMatch } from '../../src/history/rated-match.ts';
import { AnImport, aRow } from '../imports/an-import.ts';
import { FROM, INTO, MergedClub } from '../merges/merged-club.ts';
import { interrupted } from '../support/interrupted.ts';
import { bitsOfLedger, ledgerOf, storedLedger } from '../support/ledgers.ts';
import { setsOf } from '../support/matches.ts';
import { freshName, onEachEngine, useTestService } from '../support/service.ts';
import { endPauses, testSettler } from '../support/settling.ts';
import { doPartnerTasks } from '../support/tasks.ts';

const RUNS = 5;
const SCORES = ['6-4 6-3', '4-6 6-3 6-2', '7-6 7-5', '3-6 4-6', '2-6 1-6'];

/** A match of these four places, and what happens to it afterwards. */
const played = fc.record({
  places: fc.shuffledSubarray([0, 1, 2, 3, FROM, INTO, 6, 7], { minLength: 4, maxLength: 4 }),
  minute: fc.integer({ min: 0, max: 40_000 }),
  score: fc.constantFrom(...SCORES),
  fate: fc.constantFrom('stays', 'stays', 'stays', 'voided', 'amended', 'pending'),
  isImported: fc.boolean(),
});
type Played = typeof played extends fc.Arbitrary<infer T> ? T : never;
const history = fc.array(played, { minLength: 4, maxLength: 14 });
/** The numbers of the statements and commits at which the runner loses the database. */
const crashes = fc.array(fc.integer({ min: 1, max: 60 }), { maxLength: 4 });
/** Changes that reach more matches than this are settled later. */
const closureMax = fc.constantFrom(undefined, 0, 3);

const ofPartner = statement('test_matches_of_partner', `select ${matches.select()} from matches where partner_id = $1`);

onEachEngine((engine) => {
  const service = useTestService({ engine, isOwn: true });

  const playedAt = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString();

  /** Submits the matches, some of them through an import, and then changes them. */
  async function aClubWith(all: readonly Played[]) {
    const club = await MergedClub.of(service());
    const sent = await AnImport.open(club.partner);
    for (const [index, { places, minute, score, isImported, fate }] of all.entries()) {
      const four = places.map((place) => club.players[place] ?? assert.fail());
      const [set_scores, played_at] = [setsOf(score), playedAt(minute)];
      const facts = { set_scores, winning_team: winnerOf(score), external_ref: freshName('match'), played_at };
      const trust_tier = fate === 'pending' ? 'player_confirmed' : 'partner_attested';
      const id = isImported
        ? (await sent.sendOne(aRow(index + 1, four, { ...facts, trust_tier: 'imported' }))).match_id
        : (await club.submit(club.match({ ...facts, trust_tier }, places))).id;
      const path = `/v1/matches/${id}`;
      if (fate === 'voided') await club.partner.request('POST', `${path}/void`, { body: { reason: 'Twice.' } });
      if (fate === 'amended') await club.partner.request('PATCH', path, { body: { duration_minutes: 60 } });
    }
    return { club, sent };
  }

  const winnerOf = (score: string) =>
    setsOf(score).filter((set) => set.team_a_games > set.team_b_games).length >= 2 ? 'A' : 'B';

  const rowsOf = async (club: MergedClub): Promise<MatchRow[]> =>
    (await club.partner.context.database.query(ofPartner, [club.partner.id])).map(matches.decode<MatchRow>);

  /** Does the queued tasks, with a runner that loses the database at these moments. */
  async function doTasks(context: Context, moments: readonly number[], max: number | undefined): Promise<void> {
    const limited: Context = max === undefined ? context : { ...context, closureMax: max };
    // A task waits for the settlement of its earlier changes.
    let isDone = false;
    const settling = (async () => {
      const settler = testSettler(context.database, 100);
      while (!isDone) {
        if ((await settler.step()) !== 'more') await sleep(5);
        await endPauses(context.database);
      }
      await settler.finish();
    })();
    try {
      for (const moment of moments) {
        let count = 0;
        const database = interrupted(context.database, () => {
          count += 1;
          if (count === moment) throw new DatabaseUnavailable('unreachable', 'away');
        });
        await doPartnerTasks({ ...limited, database }).catch(() => {});
        await context.database.script("update leases set holder = null, until = null where name = 'tasks:1'");
      }
      await doPartnerTasks(limited);
    } finally {
      isDone = true;
      await settling;
    }
  }

  /** Asserts that the ratings of the club are those of these matches, rated from nothing. */
  async function assertRated(club: MergedClub, rows: readonly MatchRow[]): Promise<void> {
    const { database } = club.partner.context;
    const settler = testSettler(database, 100);
    while ((await settler.step()) === 'more');
    await settler.finish();
    const stored = await storedLedger(
      database,
      club.players.map(({ id }) => id),
    );
    assert.deepEqual(bitsOfLedger(stored), bitsOfLedger(ledgerOf(rows.filter(isRated).map(ratedMatch))));
  }

  const countOf = async (club: MergedClub, action: string): Promise<number> => {
    let found = 0;
    for (const { id } of await rowsOf(club))
      found += (await club.audit(id)).filter((entry) => entry.action === action).length;
    return found;
  };

  describe(`merges and undos, on ${engine}`, () => {
    it('a merge and its undo leave the ratings of a history in which it always was so, and never', () =>
      fc.assert(
        fc.asyncProperty(history, crashes, crashes, closureMax, async (all, first, second, max) => {
          const apart = all.filter(({ places }) => !(places.includes(FROM) && places.includes(INTO)));
          const { club } = await aClubWith(apart);
          const before = await rowsOf(club);
          const preview = await club.preview();
          const amendments = await countOf(club, 'amended');
          const { id } = await club.start({ preview: preview.preview });
          await doTasks(club.partner.context, first, max);
          const { task, amended } = await club.readMerge(id);
          assert.deepEqual([task.state, task.result], ['done', { amended: preview.matches.to_amend, left: 0 }]);
          assert.equal(amended, preview.matches.to_amend);
          assert.equal(await countOf(club, 'amended'), amendments + amended, 'a match was amended twice');
          const merged = before.map((row) => ({
            ...row,
            player_ids:
              row.status === 'voided'
                ? row.player_ids
                : row.player_ids.map((player) => (player === club.from.id ? club.into.id : player)),
          }));
          await assertRated(club, merged);
          await club.partner.request<TaskView>('POST', `/v1/merges/${id}/undo`);
          await doTasks(club.partner.context, second, max);
          const { undo } = await club.readMerge(id);
          assert.deepEqual([undo?.state, undo?.result], ['done', { amended, changed: 0, voided: 0 }]);
          await assertRated(club, before);
          const players = ({ id: match, player_ids }: MatchRow) => [match, player_ids];
          assert.deepEqual((await rowsOf(club)).map(players).sort(), before.map(players).sort());
        }),
        { numRuns: RUNS },
      ));

    it('the undo of an import leaves the ratings of a history without its matches, except for changed ones', () =>
      fc.assert(
        fc.asyncProperty(history, crashes, closureMax, fc.boolean(), async (all, moments, max, include_changed) => {
          const { club, sent } = await aClubWith(all);
          const before = await rowsOf(club);
          const path = `/v1/imports/${sent.id}/undo`;
          const options = { body: { include_changed }, query: { dry_run: true } };
          const { body: preview } = await club.partner.request<ImportUndoPreview>('POST', path, options);
          const voids = await countOf(club, 'voided');
          const { body: started } = await club.partner.request<TaskView>('POST', path, { body: { include_changed } });
          await doTasks(club.partner.context, moments, max);
          const { body: task } = await club.partner.request<TaskView>('GET', `/v1/tasks/${started.id}`);
          const { to_void: voided, changed, voided: already_voided } = preview;
          assert.deepEqual([task.state, task.result], ['done', { voided, changed, already_voided }]);
          assert.equal(await countOf(club, 'voided'), voids + voided, 'a match was voided twice');
          const imported = new Set((await sent.rows()).map(({ match_id }) => match_id));
          const left = before.filter(({ id, revision }) => !imported.has(id) || (revision > 1 && !include_changed));
          await assertRated(club, left);
        }),
        { numRuns: RUNS },
      ));

    it('a merge beside the undo of an import leaves the ratings and states of one after the other', () =>
      fc.assert(
        fc.asyncProperty(
          history,
          crashes,
          closureMax,
          fc.boolean(),
          fc.boolean(),
          async (all, moments, max, include_changed, isMergeFirst) => {
            const apart = all.filter(({ places }) => !(places.includes(FROM) && places.includes(INTO)));
            const { club, sent } = await aClubWith(apart);
            const before = await rowsOf(club);
            const imported = new Set((await sent.rows()).map(({ match_id }) => match_id));
            const merge = () => club.start();
            const undo = () =>
              club.partner.request('POST', `/v1/imports/${sent.id}/undo`, { body: { include_changed } });
            for (const begin of isMergeFirst ? [merge, undo] : [undo, merge]) {
              await begin();
              // Tasks of one millisecond have no order.
              await sleep(2);
            }
            await doTasks(club.partner.context, moments, max);
            const [from, into] = [club.from.id, club.into.id];
            const merged = (row: MatchRow): MatchRow =>
              row.status === 'voided' || !row.player_ids.includes(from)
                ? row
                : {
                    ...row,
                    revision: row.revision + 1,
                    player_ids: row.player_ids.map((id) => (id === from ? into : id)),
                  };
            const undone = (row: MatchRow): MatchRow =>
              row.status !== 'voided' && imported.has(row.id) && (row.revision === 1 || include_changed)
                ? { ...row, revision: row.revision + 1, status: 'voided' }
                : row;
            const expected = isMergeFirst ? before.map(merged).map(undone) : before.map(undone).map(merged);
            const facts = ({ id, status, revision, player_ids }: MatchRow) => ({ id, status, revision, player_ids });
            assert.deepEqual(
              (await rowsOf(club)).map(facts).sort((a, b) => (a.id < b.id ? -1 : 1)),
              expected.map(facts).sort((a, b) => (a.id < b.id ? -1 : 1)),
            );
            await assertRated(club, expected);
          },
        ),
        { numRuns: RUNS },
      ));
  });
});
