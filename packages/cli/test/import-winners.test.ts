/** Files with a column of the winners and one of the losers. */
import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { useTestService } from '@bandeja/service/test/support/service';
import { FakeService } from './fake-service.ts';
import { aFile, runInside } from './run-cli.ts';

const real = useTestService({ listen: true });

/** Imports a file and lists the stored matches: who won, who lost, and the score with the winners first. */
async function importLines(t: TestContext, lines: readonly string[], more: readonly string[] = []) {
  const club = await FakeService.start(t, real());
  const file = await aFile(t, 'junio.csv', lines.join('\n'));
  const options = ['--names', '--register', '--timezone', 'Europe/Madrid', '--dates', 'dmy', ...more];
  const { exitCode, stderr } = await runInside(['import', file, ...options], { url: club.url });
  const stored = (await club.matches()).map(({ winning_team: winner, participants, set_scores: sets, outcome }) => {
    const team = (isWinner: boolean) =>
      participants.flatMap((one) => ((one.team === winner) === isWinner ? [one.username] : [])).toSorted();
    const games = sets.map(({ team_a_games: a, team_b_games: b }) => (winner === 'A' ? `${a}-${b}` : `${b}-${a}`));
    return [team(true).join('+'), team(false).join('+'), ...games, ...(outcome === 'played' ? [] : [outcome])].join(
      ' ',
    );
  });
  return { exitCode, stderr, stored };
}

const WON = 'ana.ruiz+marta.gil eva.sol+ines.paz';

describe('A file with winners and losers', () => {
  for (const [winners, losers] of [
    ['Ganadores', 'Perdedores'],
    ['Pareja ganadora', 'Pareja perdedora'],
    ['Winners', 'Losers'],
    ['Winning team', 'Losing team'],
    ['Vencedores', 'Vencidos'],
    ['Dupla vencedora', 'Dupla perdedora'],
    ['Vainqueurs', 'Perdants'],
    ['Vincitori', 'Perdenti'],
  ]) {
    it(`the first pair won every match: ${winners}, ${losers}`, async (t) => {
      for (const columns of [
        [winners, 'Ana Ruiz / Marta Gil', losers, 'Eva Sol / Inés Paz'],
        [losers, 'Eva Sol / Inés Paz', winners, 'Ana Ruiz / Marta Gil'],
      ]) {
        const [one, first, other, second] = columns;
        const { exitCode, stderr, stored } = await importLines(t, [
          `Fecha;Hora;${one};${other};Resultado`,
          `01/06/2026;19:30;${first};${second};6-4 6-3`,
          `02/06/2026;19:30;${first};${second};W.O.`,
          `03/06/2026;19:30;${first};${second};2-6 1-0 ret.`,
        ]);
        assert.equal(exitCode, 0, stderr);
        assert.deepEqual(stored, [`${WON} 6-4 6-3`, `${WON} walkover`, `${WON} 2-6 1-0 retired`]);
        assert.ok(stderr.includes(`“${winners}” won every match; scores have their games first.`), stderr);
      }
    });
  }

  it('the winners may be mapped as team B', async (t) => {
    const { exitCode, stderr, stored } = await importLines(
      t,
      [
        'Fecha;Hora;Perdedores;Ganadores;Resultado',
        '03/06/2026;19:30;Eva Sol / Inés Paz;Ana Ruiz / Marta Gil;2-6 1-0 ret.',
      ],
      ['--map', 'team_a=Perdedores', '--map', 'team_b=Ganadores'],
    );
    assert.equal(exitCode, 0, stderr);
    assert.deepEqual(stored, [`${WON} 2-6 1-0 retired`]);
  });

  it('a column each for the players, and no score, are enough', async (t) => {
    const { stored } = await importLines(t, [
      'Fecha;Hora;Ganador 1;Ganador 2;Perdedor 1;Perdedor 2',
      '01/06/2026;19:30;Ana Ruiz;Marta Gil;Eva Sol;Inés Paz',
    ]);
    assert.deepEqual(stored, [WON]);
  });

  const ROWS = [
    'Fecha;Hora;Ganadores;Perdedores;Resultado',
    '01/06/2026;19:30;Ana Ruiz / Marta Gil;Eva Sol / Inés Paz;4-6 3-6',
    '02/06/2026;19:30;Ana Ruiz / Marta Gil;Eva Sol / Inés Paz;6-4 3-6',
    '03/06/2026;19:30;Ana Ruiz / Marta Gil;Eva Sol / Inés Paz;6-4 3-6 7-5',
  ];

  for (const options of [[], ['--map', 'team_a=Ganadores', '--map', 'team_b=Perdedores']]) {
    it(`a row whose score says otherwise is rejected: ${options.join(' ')}`, async (t) => {
      const { exitCode, stderr, stored } = await importLines(t, ROWS, options);
      assert.equal(exitCode, 1);
      assert.deepEqual(stored, [`${WON} 6-4 3-6 7-5`]);
      assert.ok(
        stderr.includes('line 2: 4-6 3-6 was won by Eva Sol and Inés Paz, who are in the column Perdedores\n'),
        stderr,
      );
    });
  }

  it('winners beside two pairs are the winner of each match', async (t) => {
    const { stored } = await importLines(t, [
      'Fecha;Hora;Pareja 1;Pareja 2;Ganadores;Perdedores',
      '01/06/2026;19:30;Eva Sol / Inés Paz;Ana Ruiz / Marta Gil;Ana Ruiz / Marta Gil;Eva Sol / Inés Paz',
    ]);
    assert.deepEqual(stored, [WON]);
  });
});
