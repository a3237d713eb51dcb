import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import type { Api } from '@bandeja/client';
import { useTestService } from '@bandeja/service/test/support/service';
import { FakeService } from './fake-service.ts';
import { aFile, type CliRun, runInside } from './run-cli.ts';

const real = useTestService({ listen: true });

const ROW = '03/04/2026;21:30;ana;eva;rui;tom;6-4 6-3;x';
const FILE = `Fecha;Hora;Jugador 1;Jugador 2;Jugador 3;Jugador 4;Resultado;Notas\n${ROW}\n`;

/** Runs the import of the file at a terminal whose person gives these answers. */
async function atTerminal(
  t: TestContext,
  answers: readonly string[],
  ...options: readonly string[]
): Promise<CliRun & { readonly stored: readonly Api.Match[] }> {
  const service = await FakeService.start(t, real());
  const file = await aFile(t, 'resultados.csv', FILE);
  const run = await runInside(['import', file, '--register', ...options], { url: service.url, answers });
  return { ...run, stored: await service.matches() };
}

describe('bandeja import at a terminal', () => {
  it('asks what the file leaves open, shows what it reads, and sends it after the answer yes', async (t) => {
    const run = await atTerminal(t, ['dmy', 'Europe/Madrid', 'day', 'y']);
    assert.equal(run.exitCode, 0, run.stderr);
    assert.match(
      run.stderr,
      /Every date fits day first and month first, as 03\/04\/2026 in line 2\. Which is it, dmy \/ mdy\?/,
    );
    assert.match(run.stderr, /1 row has a time without a time zone.*In which time zone was it played/);
    assert.match(run.stderr, / {2}team_b_2 {4}Jugador 4\n {2}set_scores {2}Resultado\n {2}not used {4}Notas\n/);
    assert.match(run.stderr, /line 2: Fri, 3 April 2026, 21:30 \+02:00: ana and eva beat rui and tom 6-4 6-3\n/);
    assert.match(run.stderr, /Send 1 row to http:\/\/127\.0\.0\.1:\d+\? \[y\/N\]/);
    assert.match(run.stderr, /The file has no sessions/);
    assert.match(run.stderr, /\n {2}session: “2026-04-03”; venue: none\n/);
    assert.equal(run.stored[0]?.played_at, '2026-04-03T19:30:00.000Z');
    assert.equal(run.stored[0]?.session_external_ref, '2026-04-03');
    assert.match(run.stderr, /The recap: bandeja sessions recap 2026-04-03 --svg poster\.svg\n$/);
  });

  it('sends nothing when the answer is no, and asks again for any other input', async (t) => {
    const run = await atTerminal(t, ['perhaps', 'MDY', 'Madrid', 'Europe/Madrid', '', '']);
    assert.equal(run.exitCode, 2);
    assert.match(run.stderr, /“perhaps”: This is not one of the answers\.\nEvery date fits/);
    assert.match(run.stderr, /line 2: Wed, 4 March 2026, 21:30 \+01:00/);
    assert.match(run.stderr, /Nothing was sent\.\n$/);
    assert.deepEqual(run.stored, []);
  });

  it('asks only about the rows that can be sent, and shows why the others are rejected', async (t) => {
    const service = await FakeService.start(t, real());
    const faulty = ['10/04/2026;21:30;ana;eva;rui;tom;6-x;', '17/04/2026;21:30;ana;eva;rui;;6-4 6-3;'];
    const file = await aFile(t, 'resultados.csv', `${FILE}${faulty.join('\n')}\n`);
    const options = ['--register', '--timezone', 'Europe/Madrid', '--dates', 'dmy', '--session', 'abril'];
    const no = await runInside(['import', file, ...options], { url: service.url, answers: ['n'] });
    assert.match(
      no.stderr,
      /Rejected, 2 rows:\n {2}1 row: a score that cannot be read \(line 3\)\n(?:.*\n)+Send 1 row to \S+\? The 2 above are rejected\. \[y\/N\] \nNothing was sent/,
    );
    const all = await aFile(t, 'faulty.csv', `${FILE.split('\n')[0]}\n${faulty.join('\n')}\n`);
    const none = await runInside(['import', all, ...options], { url: service.url, answers: [] });
    assert.deepEqual([none.exitCode, none.stderr.includes('Send ')], [1, false], none.stderr);
  });

  it('does not take yes or no for the name of a session', async (t) => {
    const run = await atTerminal(t, ['dmy', 'Europe/Madrid', 'y', 'Sí', 'Friday social', 'y']);
    assert.match(run.stderr, /“y”: This is not a yes-or-no question/);
    assert.deepEqual([run.exitCode, run.stored[0]?.session_external_ref], [0, 'Friday social']);
  });

  it('gives up after three answers that are none', async (t) => {
    const run = await atTerminal(t, ['a', 'b', 'c', 'dmy']);
    assert.deepEqual([run.exitCode, run.stored.length], [2, 0]);
    assert.match(run.stderr, /This question is still open\./);
  });

  it('asks nothing with --yes, which needs the options then', async (t) => {
    const lacking = await atTerminal(t, [], '--yes');
    assert.equal(lacking.exitCode, 2);
    assert.match(lacking.stderr, /Say which: --dates dmy, --dates mdy\./);
    const run = await atTerminal(t, [], '--yes', '--dates', 'dmy', '--timezone', 'Europe/Madrid');
    assert.deepEqual([run.exitCode, run.stored.length], [0, 1]);
    assert.match(run.stderr, /^Columns: date “Fecha”, time “Hora”, team_a_1 “Jugador 1”/);
  });

  it('asks nothing before a dry run, which stores nothing', async (t) => {
    const run = await atTerminal(t, [], '--dry-run', '--dates', 'dmy', '--timezone', 'Europe/Madrid');
    assert.deepEqual([run.exitCode, run.stored.length], [0, 0]);
    assert.match(run.stderr, /The first matches:\n/);
  });

  it('gives matches the kind of competition that they do not say', async (t) => {
    const options = ['--yes', '--dates', 'DMY', '--timezone', 'Europe/Madrid'];
    const run = await atTerminal(t, [], ...options, '--competition', 'League');
    assert.equal(run.stored[0]?.competition_type, 'league');
    const wrong = await atTerminal(t, [], ...options, '--competition', 'liga');
    assert.match(wrong.stderr, /Allowed choices are social, training, league, tournament/);
    assert.equal(wrong.exitCode, 2);
  });

  it('takes the offered zone, and rejects rows without a time, for empty answers', async (t) => {
    const service = await FakeService.start(t, real());
    const file = await aFile(t, 'x.csv', FILE.replace('03/04', '23/04') + ROW.replace('21:30', ''));
    const run = await runInside(['import', file, '--register'], { url: service.url, answers: ['', '', '', 'sí'] });
    assert.equal(run.exitCode, 1, run.stderr);
    assert.match(run.stderr, /1 row has a date and no time, the first in line 3: 03\/04\/2026\./);
    assert.match(run.stderr, /Enter: [\w/]+\)/);
    assert.match(run.stderr, /1 row: a date without a time: use --time 20:00 \(line 3\)/);
    assert.equal((await service.matches()).length, 1);
  });
});
