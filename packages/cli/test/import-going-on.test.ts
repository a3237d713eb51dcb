import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { type Answers, type Decisions, Import, loadFile, type SendOptions } from '@bandeja/importer';
import { onEachEngine, type TestService, useTestService } from '@bandeja/service/test/support/service';
import { inMemory } from '../src/import/local-file.ts';
import { CommandClub } from './a-club.ts';
import { aFile, type CliOptions } from './run-cli.ts';

const ANSWERS: Partial<Answers> = {
  ...{ dates: 'dmy', timezone: 'Europe/Madrid', sessions: { name: null, isByDay: true }, venue: 'Club Norte' },
};
const DECISIONS: Decisions = { 'Eva S.': { kind: 'same', name: 'Eva Sol', username: 'eva.sol' } };
const ROWS = 30;

/** Every date fits two orders, and a short name needs a decision. */
function clubFile(last = '6-4 6-3'): string {
  const rows = Array.from({ length: ROWS }, (_, index) => {
    const [eva, score] = index === ROWS - 1 ? ['Eva S.', last] : ['Eva Sol', '6-4 6-3'];
    return `0${1 + (index % 9)}/05/2026;${10 + Math.floor(index / 9)}:30;Ana Ruiz / Marta Gil;${eva} / Rui Paz;${score}`;
  });
  return `Fecha;Hora;Pareja 1;Pareja 2;Resultado\n${rows.join('\n')}\n`;
}

/** An import that the console has opened, and that waits after the first batch. */
async function begunInTheConsole(
  t: TestContext,
  service: TestService,
  { replaceVoided = false, last = '6-4 6-3', onWarning = 'ask' as SendOptions['onWarning'] } = {},
) {
  const content = clubFile(last);
  const club = await CommandClub.start(service);
  const file = await aFile(t, 'liga.csv', content);
  const importing = await Import.open(inMemory('liga.csv', content), { answers: ANSWERS });
  const kept = { kind: 'names', registers: true, decisions: DECISIONS } as const;
  const found = await importing.players(club.client, kept);
  const options = { replaceVoided, onWarning, isPublic: false, roster: null };
  const events = importing.send(club.client, found, options, kept);
  const { value: opened } = await events.next();
  assert.ok(opened?.kind === 'opened');
  const { id } = opened.import;
  await events.next();
  assert.equal((await club.client.imports.get(id)).rows.created, 25);
  const run = (args: readonly string[] = [], cli: CliOptions = {}) => club.run(['import', file, ...args], cli);
  return { club, id, run, events };
}

const BEGUN = 'begun on a day, with its choices.\n';
const withoutDate = (text: string): string =>
  text.replace(/begun on \d+ \w+ \d{4} at \d\d:\d\d, with/, 'begun on a day, with');

onEachEngine((engine) => {
  const service = useTestService({ engine, listen: true });

  describe(`bandeja import of a file with an open import, on ${engine}`, () => {
    it('an import that the console began is finished by the command without any option', async (t) => {
      const { club, id, run } = await begunInTheConsole(t, service());
      const trial = await run(['--dry-run', '--json']);
      const { created, duplicates, import_id: none, reading } = JSON.parse(trial.stdout);
      assert.deepEqual([trial.exitCode, created, duplicates, none], [0, 5, 25, null], trial.stderr);
      assert.match(reading[0], new RegExp(`^Read as the open import ${id} of this file, begun on `));
      const { exitCode, stdout, stderr } = await run();
      assert.equal(exitCode, 0, stderr);
      assert.ok(withoutDate(stderr).startsWith(`Going on with the import ${id}, ${BEGUN}`), stderr);
      assert.match(stdout, / {2}created +30\n/);
      const { state, rows } = await club.client.imports.get(id);
      assert.deepEqual([state, rows.created], ['closed', 30]);
      const matches = await Array.fromAsync(club.client.matches.list());
      const sessions = new Set(matches.map((match) => match.session_external_ref));
      assert.equal(sessions.size, 9);
      assert.ok(sessions.has('Club Norte, 2026-05-01'), [...sessions].join());
      const people = await Array.fromAsync(club.client.players.list());
      assert.equal(people.filter(({ username }) => username === 'eva.sol').length, 1);
      assert.ok(!people.some(({ username }) => username === 'eva.s'));
    });
  });
});

const service = useTestService({ listen: true });

describe('bandeja import of a file with an open import', () => {
  it('at a terminal, nothing is asked that is answered there, and only the rows that are left are sent', async (t) => {
    const { run } = await begunInTheConsole(t, service());
    const { exitCode, stdout, stderr } = await run([], { answers: ['y'] });
    assert.equal(exitCode, 0, stderr);
    assert.match(stderr, /Send 5 rows to /);
    assert.match(stdout, / {2}created +30\n/);
  });

  it('the console gets the remaining rows if the command finishes the import that both send', async (t) => {
    const { run, events } = await begunInTheConsole(t, service());
    const { exitCode, stderr } = await run();
    assert.equal(exitCode, 0, stderr);
    const [last, ...more] = await Array.fromAsync(events);
    assert.ok(last?.kind === 'rows' && more.length === 0);
    assert.deepEqual(
      last.rows.map(({ own, result }) => [own.row.line, result.state]),
      [27, 28, 29, 30, 31].map((line) => [line, 'created']),
    );
  });

  it('the console stops if the import was closed before its last rows, or is undone', async (t) => {
    const closed = await begunInTheConsole(t, service());
    await closed.club.client.imports.close(closed.id);
    await assert.rejects(Array.fromAsync(closed.events), { code: 'import_closed' });
    const undone = await begunInTheConsole(t, service());
    await undone.run();
    await undone.club.client.imports.undo(undone.id, { reason: 'Wrong season' });
    await assert.rejects(Array.fromAsync(undone.events), { code: 'import_closed' });
  });

  it('in a script, it stays open for rows with warnings until --yes confirms them', async (t) => {
    const { club, id, run } = await begunInTheConsole(t, service(), { last: '6-4 6-5' });
    const script = await run();
    assert.equal(script.exitCode, 1, script.stderr);
    assert.match(
      script.stderr,
      new RegExp(`\\n1 row has a warning that nobody could confirm, so the import ${id} stays open`),
    );
    assert.equal((await club.client.imports.get(id)).state, 'open');
    const { exitCode, stdout, stderr } = await run(['--yes']);
    assert.equal(exitCode, 0, stderr);
    assert.match(stdout, / {2}created +30\n/);
    assert.equal((await club.client.imports.get(id)).state, 'closed');
  });

  it('the options that say the same go on with it', async (t) => {
    const { id, run } = await begunInTheConsole(t, service());
    const same = ['--timezone', 'Europe/Madrid', '--session-by-day', '--names', '--register', '--map', 'date=Fecha'];
    const { exitCode, stdout, stderr } = await run([...same, '--json']);
    assert.equal(exitCode, 0, stderr);
    assert.equal(JSON.parse(stdout).import_id, id);
  });

  for (const [args, option, begun] of [
    [['--timezone', 'Europe/Lisbon'], '--timezone Europe/Lisbon', 'with --timezone Europe/Madrid'],
    [['--session', 'Liga'], '--session Liga', 'with --session-by-day'],
    [['--venue', 'Club Sur'], '--venue "Club Sur"', 'with --venue "Club Norte"'],
    [['--ids', 'licence'], '--ids licence', 'with --names'],
    [['--map', 'court=Hora'], '--map court=Hora', 'without it'],
    [['--ref-prefix', 'x'], '--ref-prefix x', 'without it'],
    [['--replace-voided'], '--replace-voided', 'without it'],
    [['--strict'], '--strict', 'without it'],
    [['--register', '--public', '--dry-run'], '--public', 'without it'],
    [['--register', '--roster', 'lunes'], '--roster lunes', 'without it'],
  ] as const) {
    it(`${args.join(' ')} is refused before any question, with the ways out`, async (t) => {
      const { club, id, run } = await begunInTheConsole(t, service(), {
        onWarning: option === '--strict' ? 'store' : 'ask',
      });
      const { exitCode, stdout, stderr } = await run(args, { answers: [] });
      const refusal = `${option} contradicts the open import ${id} of this file, which was begun ${begun}.`;
      const ways = `To go on with that import, leave the option out. To begin again, close it: bandeja import close ${id}`;
      assert.equal(stderr, `bandeja: ${refusal} Nothing was sent. ${ways}\n`);
      assert.deepEqual([exitCode, stdout], [2, '']);
      assert.equal((await club.client.imports.get(id)).rows.created, 25);
    });
  }

  it('the choices of the service are kept: rows of voided matches are stored again', async (t) => {
    const { club, id, run } = await begunInTheConsole(t, service(), { replaceVoided: true });
    const { exitCode, stderr } = await run();
    assert.equal(exitCode, 0, stderr);
    assert.equal((await club.client.imports.get(id)).options.on_voided, 'replace');
  });

  it('options that another program chose are refused with the import, and the way out', async (t) => {
    const club = await CommandClub.start(service());
    const [text, options] = [clubFile(), { references: 'derived', competition_type: 'league' }] as const;
    const file = await aFile(t, 'liga.csv', text);
    const { sha256 } = await loadFile(inMemory('liga.csv', text));
    const { id } = await club.client.imports.open({ label: 'liga.csv', content_hash: sha256, options });
    const shared = ['import', file, '--names', '--register', '--dates', 'dmy', '--timezone', 'Europe/Madrid'];
    const refused = await club.run([...shared, '--competition', 'social']);
    assert.equal(refused.exitCode, 2, refused.stderr);
    assert.match(refused.stderr, new RegExp(`other options \\(${id}\\)\\..*bandeja import close ${id}`));
    assert.match(refused.stderr, /^Going on with the import [^ ,]+, begun on \d+ \w+ \d{4} at \d\d:\d\d\.\n/);
    assert.match((await club.run([...shared, '--session', 'Liga'])).stdout, / {2}created +29\n/);
    assert.equal((await club.client.matches.list()).data[0]?.competition_type, 'league');
  });
});
