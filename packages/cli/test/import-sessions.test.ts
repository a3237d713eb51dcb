import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { useTestService } from '@bandeja/service/test/support/service';
import { FakeService } from './fake-service.ts';
import { aFile, type CliRun, runInside } from './run-cli.ts';

const real = useTestService({ listen: true });

const PLAYERS = ';ana;eva;rui;tom;6-4 6-3';
const HEADER = 'Fecha;Hora;Jugador 1;Jugador 2;Jugador 3;Jugador 4;Resultado';
const ROWS = [`23/04/2026;21:30${PLAYERS}`, `24/04/2026;00:15${PLAYERS}`, `30/04/2026;20:00${PLAYERS}`];

/** Imports the rows, with more columns if some are given. */
async function imported(
  t: TestContext,
  more: { readonly header?: string; readonly cells?: string },
  ...options: readonly string[]
): Promise<CliRun & { readonly sessions: readonly unknown[]; readonly venues: readonly unknown[] }> {
  const service = await FakeService.start(t, real());
  const lines = [`${HEADER}${more.header ?? ''}`, ...ROWS.map((row) => `${row}${more.cells ?? ''}`)];
  const file = await aFile(t, 'resultados.csv', lines.join('\n'));
  const command = ['import', file, '--register', '--timezone', 'Europe/Madrid', ...options];
  const run = await runInside(command, { url: service.url });
  const matches = await service.matches();
  const sessions = matches.map((match) => match.session_external_ref);
  return { ...run, sessions, venues: matches.map((match) => match.venue_label) };
}

describe('The session of an imported match', () => {
  it('--session-by-day makes each day a session, and matches after midnight belong to the night before', async (t) => {
    const run = await imported(t, {}, '--session-by-day');
    assert.deepEqual(run.sessions, ['2026-04-23', '2026-04-23', '2026-04-30']);
    assert.match(run.stderr, /\nThe recap: bandeja sessions recap 2026-04-30 --svg poster\.svg\n$/);
    const named = await imported(t, { header: ';Club', cells: ';Club Norte' }, '--session-by-day');
    assert.equal(named.sessions[0], 'Club Norte, 2026-04-23');
    const league = await imported(t, { header: ';Liga', cells: ';Liga A' }, '--session-by-day');
    assert.equal(league.sessions[0], 'Liga A, 2026-04-23');
  });

  it('the recap at the end is that of a night with a stored match', async (t) => {
    const service = await FakeService.start(t, real());
    const rows = [HEADER, ROWS[0], `30/04/2026;20:00${PLAYERS}`.replace('6-4 6-3', '66-4 6-3')];
    const file = await aFile(t, 'resultados.csv', rows.join('\n'));
    const command = ['import', file, '--register', '--timezone', 'Europe/Madrid', '--session-by-day'];
    const run = await runInside(command, { url: service.url });
    assert.match(run.stderr, /\nThe recap: bandeja sessions recap 2026-04-23 --svg poster\.svg\n$/);
    const list = await aFile(t, 'list.json', JSON.stringify({ session_external_ref: 'Copa', matches: [{}] }));
    assert.equal(
      JSON.parse((await runInside(['import', list, '--json'], { url: service.url })).stdout).last_session,
      null,
    );
  });

  it('--venue is the venue of matches that have none, and names the nights', async (t) => {
    const venuesOf = async (more: object, ...options: string[]): Promise<unknown> => {
      const run = await imported(t, more, '--venue', 'Club Norte', ...options);
      return [run.venues[0], run.sessions[0]];
    };
    assert.deepEqual(await venuesOf({}, '--session-by-day'), ['Club Norte', 'Club Norte, 2026-04-23']);
    assert.deepEqual(await venuesOf({ header: ';Pista', cells: ';3' }), ['Club Norte, Pista 3', null]);
    assert.deepEqual(await venuesOf({ header: ';Club', cells: ';Club Sur' }), ['Club Sur', null]);
  });

  it('--session sets one session for the file, except for rows with their own', async (t) => {
    const run = await imported(t, {}, '--session', 'Liga de abril');
    assert.deepEqual(new Set(run.sessions), new Set(['Liga de abril']));
    assert.match(run.stderr, /bandeja sessions recap "Liga de abril" --svg poster\.svg\n$/);
    const own = await imported(t, { header: ';Torneo', cells: ';Copa' }, '--session', 'Liga de abril');
    assert.deepEqual(new Set(own.sessions), new Set(['Copa']));
  });

  for (const [header, cell, session] of [
    ['Liga;Jornada', 'Liga A;3', 'Liga A, Jornada 3'],
    ['Torneio;Rodada', 'Copa;Rodada 2', 'Copa, Rodada 2'],
    ['Torneo;Nº jornada', 'Copa;4', 'Copa, Nº jornada 4'],
    ['Torneo;Giornata', 'Coppa;1', 'Coppa, Giornata 1'],
    ['Tournoi;Journée', 'Coupe;5', 'Coupe, Journée 5'],
    ['Torneo;Ronda', 'Copa;Semifinal', 'Copa'],
  ] as const) {
    it(`is “${session}” for ${header} ${cell}`, async (t) => {
      const run = await imported(t, { header: `;${header}`, cells: `;${cell}` });
      assert.deepEqual(new Set(run.sessions), new Set([session]));
    });
  }

  it('without a tournament column the session is the round of its year, which is reported, and --session adds the tournament', async (t) => {
    const run = await imported(t, { header: ';Jornada', cells: ';3' });
    assert.deepEqual(new Set(run.sessions), new Set(['Jornada 3, 2026']));
    assert.match(run.stderr, /Sessions are named by “Jornada” and the year alone.*--session "Liga 2026"/);
    const named = await imported(t, { header: ';Jornada', cells: ';3' }, '--session', 'Liga 2026');
    assert.deepEqual(new Set(named.sessions), new Set(['Liga 2026, Jornada 3']));
  });

  it('a session of more than 31 days is named in the summary, with its days', async (t) => {
    const service = await FakeService.start(t, real());
    const days = ['23/04/2025', '24/05/2025', '25/05/2025', '26/05/2025'];
    const rows = days.map((day) => `${day};21:30${PLAYERS};Liga`);
    const summaryOf = async (count: number): Promise<string> => {
      const file = await aFile(t, 'liga.csv', [`${HEADER};Torneo`, ...rows.slice(0, count)].join('\n'));
      return (await runInside(['import', file, '--register', '--timezone', 'Europe/Madrid'], { url: service.url }))
        .stderr;
    };
    assert.doesNotMatch(await summaryOf(2), /give each its own name/);
    const long = await summaryOf(4);
    assert.match(
      long,
      /1 row: “Liga” has matches from 2025-04-23 to 2025-05-25: if these are several, give each its own name \(line 4\)/,
    );
  });

  it('a match without session information has no session, and the command explains the effect', async (t) => {
    const run = await imported(t, {});
    assert.deepEqual(new Set(run.sessions), new Set([null]));
    assert.match(run.stderr, /there will be no recap\. Use --session-by-day .* or --session NAME\./);
    assert.doesNotMatch(run.stderr, /The recap:/);
  });
});
