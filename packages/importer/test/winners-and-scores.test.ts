/** Files with a column of the winners and one of the losers, and files that have the score of a match in more than one place. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Changes, faultsIn, notesIn, opened, rowText } from './club-file.ts';

const [ANA, EVA] = ['Ana Ruiz / Marta Gil', 'Eva Sol / Inés Paz'];
const BOTH = `${ANA};${EVA}`;

/** Reads rows without their dates, a day each; team Ana and team Eva are A and B. */
async function read(header: string, rows: readonly string[], changes: Changes = {}) {
  const lines = rows.map((row, index) => `0${index + 1}/06/2026;19:30;${row}`);
  const source = await opened([`Fecha;Hora;${header}`, ...lines].join('\n'), changes);
  const found = source.rows.map((row) =>
    row.faults.length > 0
      ? faultsIn(row)
      : rowText(row).replace('Ana Ruiz and Marta Gil', 'A').replace('Eva Sol and Inés Paz', 'B'),
  );
  return { found, notes: notesIn(source) };
}

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
    it(`the first pair won every match: ${winners}, ${losers}`, async () => {
      for (const [header, pairs] of [
        [`${winners};${losers}`, BOTH],
        [`${losers};${winners}`, `${EVA};${ANA}`],
      ]) {
        const rows = ['6-4 6-3', 'W.O.', '2-6 1-0 ret.'].map((score) => `${pairs};${score}`);
        const { found, notes } = await read(`${header};Resultado`, rows);
        assert.deepEqual(found, ['A beat B 6-4 6-3', 'A beat B (walkover)', 'A beat B 2-6 1-0 (retired)']);
        assert.ok(notes.includes(`“${winners}” won every match; scores have their games first.`), notes.join('\n'));
      }
    });
  }

  it('the winners may be mapped as team B', async () => {
    const mapping = new Map([
      ['team_a', 'Perdedores'],
      ['team_b', 'Ganadores'],
    ] as const);
    const { found } = await read('Perdedores;Ganadores;Resultado', [`${EVA};${ANA};2-6 1-0 ret.`], { mapping });
    assert.deepEqual(found, ['A beat B 2-6 1-0 (retired)']);
  });

  it('a column each for the players, and no score, are enough', async () => {
    const { found } = await read('Ganador 1;Ganador 2;Perdedor 1;Perdedor 2', ['Ana Ruiz;Marta Gil;Eva Sol;Inés Paz']);
    assert.deepEqual(found, ['A beat B']);
  });

  it('winners beside two pairs are the winner of each match', async () => {
    const { found } = await read('Pareja 1;Pareja 2;Ganadores;Perdedores', [`${EVA};${ANA};${BOTH}`]);
    assert.deepEqual(found, ['A beat B']);
  });
});

describe('A file with games in all sets beside a score', () => {
  for (const header of ['Juegos 1;Juegos 2;Resultado', 'Games local;Games visitante;Marcador']) {
    it(`the score counts, and rows with other totals are rejected: ${header}`, async () => {
      const rows = ['9;7;6-1 1-6 2-6', '12;8;0-6 6-1 6-1', '7;12;4-6 3-6', ';;6-2 6-2', '5;2;'];
      const { found } = await read(
        `Pareja 1;Pareja 2;${header}`,
        rows.map((row) => `${BOTH};${row}`),
      );
      const [one, other, score] = header.split(';');
      assert.deepEqual(found, [
        `${score}, ${one}, ${other}: 6-1 1-6 2-6 has 9-13 games, not 9-7`,
        'A beat B 0-6 6-1 6-1',
        'B beat A 6-4 6-3',
        'A beat B 6-2 6-2',
        `neither a winner nor a score; ${score}, ${one}, ${other}: the row has 5-2 games, and no score`,
      ]);
    });
  }

  it('a match tie-break counts by its points, as one game, or not at all', async () => {
    const totals = ['19;18', '10;10', '9;10', '2;1', '9;9'];
    const rows = totals.map((games) => `${BOTH};${games};6-4 3-6 10-8`);
    const { found } = await read('Pareja 1;Pareja 2;Juegos 1;Juegos 2;Resultado', rows);
    assert.deepEqual(
      found.map((text) => text === 'A beat B 6-4 3-6 10-8'),
      [true, true, true, true, false],
    );
  });

  it('games are the score if the file has no other', async () => {
    const { found } = await read('Pareja 1;Pareja 2;Juegos 1;Juegos 2', [`${BOTH};9;7`, `${BOTH};3;6`]);
    assert.deepEqual(found, ['A beat B 9-7', 'B beat A 6-3']);
  });
});

describe('A file with columns of the sets beside a score', () => {
  it('rows are read if both agree, and rejected if they differ', async () => {
    const rows = ['6-4 6-3;4-6;3-6', '4-6 3-6;4-6;3-6', '6-4, 6-3;;', ';6-1;6-2', '2-0;6-4;6-4', '0-2;6-4;6-4'];
    const { found } = await read(
      'Pareja 1;Pareja 2;Resultado;Set 1;Set 2',
      rows.map((row) => `${BOTH};${row}`),
    );
    assert.deepEqual(found, [
      'Resultado, Set 1, Set 2: “6-4 6-3” and “4-6 3-6” differ',
      'B beat A 6-4 6-3',
      'A beat B 6-4 6-3',
      'A beat B 6-1 6-2',
      'A beat B 6-4 6-4',
      'Resultado, Set 1, Set 2: “0-2” and “6-4 6-4” differ',
    ]);
  });

  it('a set that is in one column and in two must agree, too', async () => {
    const { found } = await read('Pareja 1;Pareja 2;Set 1;Set 1 local;Set 1 visitante', [
      `${BOTH};6-4;4;6`,
      `${BOTH};6-4;6;4`,
    ]);
    assert.deepEqual(found, ['Set 1, Set 1 local, Set 1 visitante: “6-4” and “4-6” differ', 'A beat B 6-4']);
  });
});
