import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { useTestService } from '@bandeja/service/test/support/service';
import { FakeService } from './fake-service.ts';
import { aFile, runInside } from './run-cli.ts';

const real = useTestService({ listen: true });

const PLAYERS = ';ana;eva;rui;tom;6-4 6-3';
const HEADER = 'Fecha;Hora;Jugador 1;Jugador 2;Jugador 3;Jugador 4;Resultado';
const ROWS = [`23/04/2026;21:30${PLAYERS}`, `30/04/2026;20:00${PLAYERS}`];

async function imported(t: TestContext, ...options: readonly string[]) {
  const service = await FakeService.start(t, real());
  const file = await aFile(t, 'resultados.csv', [HEADER, ...ROWS].join('\n'));
  const command = ['import', file, '--register', '--timezone', 'Europe/Madrid', ...options];
  const run = await runInside(command, { url: service.url });
  const [match] = await service.matches();
  return { ...run, session: match?.session_external_ref, venue: match?.venue_label };
}

describe('The session of an imported match', () => {
  it('is the day with --session-by-day, after the venue of --venue', async (t) => {
    const run = await imported(t, '--session-by-day', '--venue', 'Club Norte');
    assert.deepEqual([run.session, run.venue], ['Club Norte, 2026-04-23', 'Club Norte']);
    assert.match(run.stderr, /\nThe recap: bandeja sessions recap "Club Norte, 2026-04-30" --svg poster\.svg\n$/);
  });

  it('is the name of --session', async (t) => {
    const run = await imported(t, '--session', 'Liga de abril');
    assert.equal(run.session, 'Liga de abril');
    assert.match(run.stderr, /bandeja sessions recap "Liga de abril" --svg poster\.svg\n$/);
  });

  it('is missing without both, and the command explains the effect', async (t) => {
    const run = await imported(t);
    assert.equal(run.session, null);
    assert.match(run.stderr, /there will be no recap\. Use --session-by-day .* or --session NAME\./);
    assert.doesNotMatch(run.stderr, /The recap:/);
  });

  it('has a recap at the end only if one of its matches is stored', async (t) => {
    const service = await FakeService.start(t, real());
    const rows = [HEADER, ROWS[0], `30/04/2026;20:00${PLAYERS}`.replace('6-4 6-3', '66-4 6-3')];
    const file = await aFile(t, 'resultados.csv', rows.join('\n'));
    const command = ['import', file, '--register', '--timezone', 'Europe/Madrid', '--session-by-day'];
    const run = await runInside(command, { url: service.url });
    assert.match(run.stderr, /\nThe recap: bandeja sessions recap 2026-04-23 --svg poster\.svg\n$/);
  });
});
