import assert from 'node:assert/strict';
import { resolve } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { OPERATOR_TOKEN, onEachEngine, type TestService, useTestService } from '@bandeja/service/test/support/service';
import { aFile, type CliRun, csvOf, runInside } from './run-cli.ts';

const NIGHT = resolve(import.meta.dirname, '../../../examples/club-night.json');
const SESSION = 'club-norte-2025-10-17';

/** Runs the command as someone: the operator, or a partner with a key. */
type Bandeja = (...args: string[]) => Promise<CliRun>;

/** A new partner with the command; the operator has issued its key with the same command. */
async function aPartner(
  service: TestService,
): Promise<{ id: string; keyId: string; operator: Bandeja; partner: Bandeja }> {
  const url = service.url ?? '';
  const operator: Bandeja = (...args) => runInside(args, { url, key: null, operatorToken: OPERATOR_TOKEN });
  const created = await succeed(operator('partners', 'create', '--name', 'Club Norte', '--plan', 'pro', '--json'));
  const id = String(created['id']);
  const scopes = 'write:matches,read:players,write:players';
  const { key, id: keyId } = await succeed(operator('keys', 'issue', id, '--scope', scopes, '--json'));
  const partner: Bandeja = (...args) => runInside(args, { url, key: String(key) });
  return { id, keyId: String(keyId), operator, partner };
}

/** The JSON that a command printed, which must have ended well. */
async function succeed(run: Promise<CliRun>): Promise<Record<string, unknown>> {
  const { exitCode, stdout, stderr } = await run;
  assert.equal(exitCode, 0, stderr);
  return stdout.trim() === '' ? {} : JSON.parse(stdout);
}

/** Usernames are one key space for all partners, so each test has its own prefix. */
let prefix = 0;
function namesOfItsOwn(csv: string): string {
  prefix++;
  return csv.replaceAll(/,p(\d)/g, `,t${prefix}.p$1`);
}

async function aResultsFile(t: TestContext, rows: number): Promise<string> {
  return await aFile(t, 'results.csv', namesOfItsOwn(csvOf(rows)));
}

onEachEngine((engine) => {
  const service = useTestService({ engine, listen: true, isOwn: true });

  describe(`bandeja and the service on ${engine}`, () => {
    it('a club night is imported, found by a second import, and shown', async () => {
      const { partner } = await aPartner(service());
      const first = await succeed(partner('import', NIGHT, '--register', '--json'));
      assert.deepEqual([first['created'], first['rejected'], first['players_registered']], [14, 0, 8]);
      const second = await succeed(partner('import', NIGHT, '--register', '--json'));
      assert.deepEqual([second['created'], second['duplicates'], second['players_registered']], [0, 14, 0]);
      const recap = await succeed(partner('sessions', 'recap', SESSION, '--json'));
      assert.equal((recap['leaderboard'] as unknown[]).length, 8);
      const shown = await partner('sessions', 'recap', SESSION);
      assert.match(shown.stdout, /Inês Carvalho \* +5 +2 {2}39-31 /);
      const player = await succeed(partner('players', 'get', 'ines.carvalho', '--json'));
      assert.deepEqual([player['country_code'], player['profile_is_public']], ['PT', false]);
    });

    it('a row without a reference and with a corrected score is recognized as the stored match', async (t) => {
      const { partner } = await aPartner(service());
      const csv = namesOfItsOwn(csvOf(3)).replaceAll(/^[^,\n]*,/gm, '');
      const counted = async (text: string) => {
        const summary = JSON.parse(
          (await partner('import', await aFile(t, 'sheet.csv', text), '--register', '--json')).stdout,
        );
        return [summary.created, summary.duplicates, summary.conflicts];
      };
      assert.deepEqual(await counted(csv), [3, 0, 0]);
      const mended = csv.replace('6-4 6-3', '6-4 6-2');
      const run = await partner('import', await aFile(t, 'sheet.csv', mended), '--register');
      assert.equal(run.exitCode, 1);
      assert.match(run.stderr, /1 row: other than stored: the score \(line 2\)/);
      const [, id = ''] = /bandeja matches amend (\S+) --score "6-4 6-2"/.exec(run.stderr) ?? assert.fail(run.stderr);
      await succeed(partner('matches', 'amend', id, '--score', '6-4 6-2', '--yes', '--json'));
      // The sheet and the match say the same again, whichever of its two scores the sheet has.
      assert.deepEqual(await counted(mended), [0, 3, 0]);
      assert.deepEqual(await counted(csv), [0, 3, 0]);
      // A voided match counts for nothing, so the row may be stored again.
      await succeed(partner('matches', 'void', id, '--reason', 'Sent twice.', '--yes', '--json'));
      assert.deepEqual(await counted(mended), [1, 2, 0]);
    });

    it('a second match of the same teams at the same time is stored if the file has both', async (t) => {
      const { partner } = await aPartner(service());
      const [header = '', row = ''] = namesOfItsOwn(csvOf(1))
        .replaceAll(/^[^,\n]*,/gm, '')
        .split('\n');
      const text = [header, row, row.replace('6-4 6-3', '6-1 6-3')].join('\n');
      const run = async () => succeed(partner('import', await aFile(t, 'sheet.csv', text), '--register', '--json'));
      assert.equal((await run())['created'], 2);
      assert.deepEqual([(await run())['created'], (await run())['duplicates']], [0, 2]);
    });

    it('every row is accounted for, including faulty ones', async (t) => {
      const { partner } = await aPartner(service());
      const rows = namesOfItsOwn(csvOf(60)).trimEnd().split('\n');
      rows[5] = rows[5]?.replace('6-4 6-3', '4-6 3-6') ?? '';
      rows[6] = rows[6]?.replace('6-4', 'six-four') ?? '';
      rows[7] = rows[7]?.replace(/(t\d+\.p\d+),t\d+\.p\d+/, '$1,$1') ?? '';
      rows[8] = rows[8]?.replace(/^m7,2026/, 'm7,2226') ?? '';
      const file = await aFile(t, 'results.csv', rows.join('\n'));
      const run = await partner('import', file, '--register');
      assert.equal(run.exitCode, 1, run.stderr);
      assert.match(run.stdout, /rows read +60\n +created +56\n +duplicates +0\n +conflicts +0\n +rejected +4\n/);
      assert.match(run.stderr, /line 6: m4: .*score.*line 7: m5: .*line 8: m6: .*twice.*line 9: m7: /s);
    });

    it('names that cannot be displayed get the service’s error', async (t) => {
      const { partner } = await aPartner(service());
      const rule = /Must be a text with at least one visible character, and without U\+202A/;
      const venue = await aFile(
        t,
        'venue.csv',
        namesOfItsOwn(csvOf(1))
          .trimEnd()
          .split('\n')
          .map((row, index) => `${row},${index === 0 ? 'venue_label' : '\u200b'}`)
          .join('\n'),
      );
      const rows = await partner('import', venue, '--register');
      assert.equal(rows.exitCode, 1);
      assert.match(rows.stderr, /venue_label: Must be a text with at least one visible character/);
      const night = await aFile(
        t,
        'night.json',
        JSON.stringify({
          players: [{ username: `t${prefix}.p1`, display_name: 'Ana\u202e' }],
          matches: [
            {
              external_ref: 'm1',
              played_at: '2026-05-01T19:10:00Z',
              winning_team: 'A',
              trust_tier: 'imported',
              participants: [1, 2, 3, 4].map((n) => ({ username: `t${prefix}.p${n}`, team: n < 3 ? 'A' : 'B' })),
            },
          ],
        }),
      );
      const players = await partner('import', night, '--register');
      assert.equal(players.exitCode, 1);
      assert.match(players.stderr, /could not be registered: /);
      assert.match(players.stderr, rule);
    });

    it('a dry run reports what an import would do', async (t) => {
      const { partner } = await aPartner(service());
      const file = await aResultsFile(t, 40);
      const trial = await succeed(partner('import', file, '--register', '--dry-run', '--json'));
      assert.deepEqual([trial['created'], trial['players_registered'], trial['dry_run']], [40, 90, true]);
      const real = await succeed(partner('import', file, '--register', '--roster', 'thursday', '--json'));
      assert.deepEqual([real['created'], real['players_registered']], [40, 90]);
      const roster = await succeed(partner('rosters', 'get', 'thursday', '--json'));
      assert.equal(roster['members'], 90);
      const again = await succeed(partner('import', file, '--dry-run', '--json'));
      assert.equal(again['duplicates'], 40);
    });

    it('another partner’s private players take no usernames: the file registers its own', async (t) => {
      const [one, other] = [await aPartner(service()), await aPartner(service())];
      const file = await aResultsFile(t, 2);
      await succeed(one.partner('import', file, '--register', '--json'));
      const stored = await succeed(other.partner('import', file, '--register', '--roster', 'night', '--json'));
      assert.equal(stored['created'], 2);
      const roster = await succeed(other.partner('rosters', 'get', 'night', '--json'));
      assert.equal(roster['members'], stored['players_registered']);
    });

    it('the audit chain is valid after an import, a confirmation and a void', async (t) => {
      const { partner } = await aPartner(service());
      await succeed(partner('import', await aResultsFile(t, 30), '--register', '--json'));
      const { data } = await succeed(partner('matches', 'list', '--limit', '1', '--json'));
      const [{ id }] = data as [{ id: string }];
      assert.equal((await succeed(partner('matches', 'confirm', id, '--json')))['status'], 'completed');
      const voided = await succeed(partner('matches', 'void', id, '--reason', 'entered twice', '--yes', '--json'));
      assert.deepEqual([voided['status'], voided['void_reason']], ['voided', 'entered twice']);
      assert.match((await partner('matches', 'audit', id)).stdout, / submitted +1 .*\n.* voided +2 /);
      const verification = await succeed(partner('audit', 'verify', '--json'));
      assert.deepEqual([verification['verified'], verification['entries']], [true, 31]);
      const { seq, hash } = verification['head'] as { seq: number; hash: string };
      const sql = (reason: string) => `update matches set void_reason = '${reason}' where id = '${id}'`;
      await service().database.script(sql('another reason'));
      const altered = await partner('audit', 'verify');
      assert.match(altered.stdout, new RegExp(`1 match differs from it:\\n {2}match ${id}: void_reason\\n$`));
      assert.equal(altered.exitCode, 1);
      await service().database.script(sql('entered twice'));
      assert.equal((await partner('audit', 'verify', '--known', `${seq}:${hash}`)).exitCode, 0);
      assert.equal((await partner('audit', 'verify', '--known', `99:${hash}`)).exitCode, 1);
    });

    it('the operator can rotate and revoke keys and suspend a partner', async () => {
      const { id, keyId, operator, partner } = await aPartner(service());
      const rotated = await succeed(operator('keys', 'rotate', keyId, '--overlap', '60', '--json'));
      assert.equal((await partner('matches', 'list')).exitCode, 0);
      await succeed(operator('partners', 'update', id, '--suspend', '--json'));
      const suspended = await partner('matches', 'list');
      assert.deepEqual([suspended.exitCode, /\(403 partner_suspended\)/.test(suspended.stderr)], [3, true]);
      await succeed(operator('partners', 'update', id, '--resume', '--plan', 'starter', '--json'));
      const starter = await partner('players', 'register', 'anyone');
      assert.match(starter.stderr, /\(403 plan_forbidden\)\nThis needs the plan pro or enterprise/);
      assert.equal((await operator('keys', 'revoke', String(rotated['id']))).exitCode, 0);
      assert.equal((await operator('keys', 'revoke', keyId)).exitCode, 0);
      const revoked = await partner('matches', 'list');
      assert.deepEqual([revoked.exitCode, /\(401 invalid_credentials\)/.test(revoked.stderr)], [3, true]);
      assert.match(
        (await operator('keys', 'list', id)).stdout,
        /^No valid keys\. --all also lists revoked and expired ones\.\n$/,
      );
    });

    it('players and rosters can be created, changed and removed', async () => {
      const { partner } = await aPartner(service());
      const name = `keeps.${engine}`;
      await succeed(
        partner('players', 'register', name, '--display-name', 'Íñigo', '--country', 'es', '--public', '--json'),
      );
      assert.match((await partner('players', 'search', 'keeps.')).stdout, new RegExp(`${name} +Íñigo +ES +1500`));
      const updated = await succeed(partner('players', 'update', name, '--no-country', '--private', '--json'));
      assert.deepEqual([updated['country_code'], updated['profile_is_public']], [null, false]);
      assert.equal((await partner('rosters', 'put', 'friday', '--name', 'Friday night')).exitCode, 0);
      assert.equal((await partner('rosters', 'add', 'friday', name)).exitCode, 0);
      assert.match((await partner('rosters', 'members', 'friday')).stdout, new RegExp(`${name} +Íñigo +private`));
      assert.equal((await partner('rosters', 'remove', 'friday', name)).exitCode, 0);
      assert.match((await partner('rosters', 'list')).stdout, /friday +Friday night +0/);
      assert.equal((await partner('rosters', 'delete', 'friday', '--yes')).exitCode, 0);
      const gone = await partner('rosters', 'get', 'friday');
      assert.deepEqual(
        [
          gone.exitCode,
          /\(404 roster_not_found\)\nbandeja rosters list shows your rosters\.\nRequest id: /.test(gone.stderr),
        ],
        [1, true],
      );
    });
  });
});
