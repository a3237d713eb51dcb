import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { outcomeNamed, splitResult } from '../src/cells/outcomes.ts';
import { splitPair } from '../src/cells/pairs.ts';
import { readWinner } from '../src/cells/winner.ts';
import { type Changes, faultsIn, HEADER, notesIn, opened, PLAYERS, rowText } from './club-file.ts';

/** A row of a club’s file as text, from its result on. */
async function readResult(result: string, players = PLAYERS): Promise<string> {
  const { rows } = await opened(`${HEADER}\n1/5/2026;21:30;${players};${result}\n`);
  const [row] = rows;
  assert.ok(row);
  return rowText(row)
    .replace(/^Ana Ruiz and Marta Gil /, 'A ')
    .replace(/^Eva Sol and Rui Paz /, 'B ')
    .replace(/ (Ana|Eva) .* (Gil|Paz)/, '');
}

describe('the result of a match, as clubs write it', () => {
  const results: [text: string, expected: string][] = [
    ['6/4 6/3;;', 'A beat 6-4 6-3'],
    ['6-4, 3-6, 10-8;Pareja 1;Finalizado', 'A beat 6-4 3-6 10-8'],
    ['4-6 6-7(5);;', 'B beat 6-4 7-6'],
    ['6-4 3-6 [8-10];Visitante;', 'B beat 4-6 6-3 10-8'],
    ['6-4 2-1 ret.;Local;', 'A beat 6-4 2-1 (retired)'],
    ['6-4 2-1;2;Retirada', 'B beat 4-6 1-2 (retired)'],
    ['6-4 2-1 Ab.;;', 'no_winner'],
    ['W.O.;Pareja 2;', 'B beat (walkover)'],
    ['6-0 6-0 W.O.;;', 'A beat (walkover)'],
    ['WO;;', 'no_winner'],
    ['12-12;;', 'A drew with 12-12'],
    ['12-12;Empate;', 'A drew with 12-12'],
    ['6-4 4-6;;', 'no_winner'],
    [';Ana Ruiz / Marta Gil;', 'A beat'],
    [';eva y rui;', 'B beat'],
    [';GIL;', 'A beat'],
    [';Pedro;', 'winner'],
    ['DEF;Local;', 'A beat (walkover)'],
    ['4-6 6-4 1-0 DEF;Local;', 'A beat 4-6 6-4 1-0 (retired)'],
    ['6-3 2-1 Def.;Local;', 'A beat 6-3 2-1 (retired)'],
    ['6-3 2-1;Local;Defaulted', 'A beat 6-3 2-1 (retired)'],
    [';Visitante;Default', 'B beat (walkover)'],
    ['6-3 2-1 ret. (tobillo);Local;', 'A beat 6-3 2-1 (retired)'],
    ['W.O. por lesión;Local;', 'A beat (walkover)'],
    ['Walk-over;Local;', 'A beat (walkover)'],
    ['6-3 2-1 zurückgezogen;Local;', 'outcome'],
    ['kampflos;Local;', 'outcome'],
    ['6-4 6-3 ret. W.O.;Local;', 'outcome'],
    ['6-4 6-3;;Cancelado', 'outcome'],
    ['6-4 6-3;;Raro', 'outcome'],
    ['6-4 6-3 ret.;Pareja 1;W.O.', 'outcome'],
    ['06-abr;Pareja 1;', 'score_as_date'],
    ['seis-cuatro;Pareja 1;', 'score'],
  ];
  for (const [text, expected] of results) {
    it(`${text} → ${expected}`, async () => assert.equal(await readResult(text), expected));
  }

  it('all faults of a row are reported at once', async () => {
    assert.equal(await readResult('x;Pedro;Raro', 'Ana Ruiz;'), 'pair player score outcome');
  });

  it('a score may have one column per set, or per set and side, with unplayed sets as 0-0 or a dash', async () => {
    const perSet = await opened(
      'Fecha;Hora;Pareja 1;Pareja 2;Set 1;Set 2;Set 3\n' +
        `1/5/2026;21:30;${PLAYERS};6-4;3-6;10-8\n1/5/2026;21:30;${PLAYERS};6-4;6-3;-\n1/5/2026;21:30;${PLAYERS};6-4;6-3;0-0\n`,
    );
    const scores = perSet.rows.map((row) => rowText(row).replace(/.*Paz /, ''));
    assert.deepEqual(scores, ['6-4 3-6 10-8', '6-4 6-3', '6-4 6-3']);
    const perSide = await opened(
      'Fecha;Hora;Pareja 1;Pareja 2;Set 1 P1;Set 1 Pareja 1;Set 1 Pareja 2;Set 2 Pareja 1;Set 2 Pareja 2\n' +
        `1/5/2026;21:30;${PLAYERS};x;6;4;7(7);6(5)\n1/5/2026;21:30;${PLAYERS};x;6;;6;3\n`,
    );
    const [good, bad] = perSide.rows.map(rowText);
    assert.match(good ?? '', / 6-4 7-6$/);
    assert.equal(bad, 'score');
  });

  it('keeps the word for a walkover beside empty sets', async () => {
    const source = await opened(
      `Fecha;Hora;Pareja 1;Pareja 2;Set 1;Set 2;Resultado;Ganador\n1/5/2026;21:30;${PLAYERS};;;W.O.;Pareja 2\n`,
    );
    const [row] = source.rows;
    assert.match(row ? rowText(row) : '', /^Eva Sol and Rui Paz beat Ana Ruiz and Marta Gil \(walkover\)$/);
  });

  it('leaves the score of a walkover out, and says so', async () => {
    const source = await opened(`${HEADER}\n1/5/2026;21:30;${PLAYERS};6-0 6-0 W.O.;;\n`);
    assert.deepEqual(source.rows[0]?.notes, [{ code: 'note.walkover_score', values: { score: '6-0 6-0' } }]);
  });

  it('is read or refused for any content of the cells', async () => {
    const texts = [
      '6-4',
      '25/04/2026',
      '21h30',
      'W.O.',
      'Pareja 1',
      ' / ',
      ',',
      '-',
      '(',
      '[',
      '10',
      'Ana',
      'ç',
      '\u200b',
      '99',
      '',
    ];
    const cell = fc.array(fc.constantFrom(...texts), { maxLength: 4 }).map((parts) => parts.join(''));
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(cell, { minLength: 7, maxLength: 7 }), { minLength: 1, maxLength: 20 }),
        async (rows) => {
          const content = `${HEADER}\n${rows.map((cells) => cells.map((text) => `"${text}"`).join(';')).join('\n')}\n`;
          const source = await opened(content, { scores: 'games' });
          const read = source.rows;
          assert.equal(read.length, rows.filter((cells) => cells.some((text) => text.trim() !== '')).length);
        },
      ),
      { numRuns: 50 },
    );
  });

  it('with words in five languages', () => {
    assert.deepEqual(
      ['W.O.', 'w/o', 'Walkover', 'No presentado', 'Forfait'].map((text) => outcomeNamed(text)),
      Array(5).fill('walkover'),
    );
    assert.deepEqual(
      ['ret.', 'Ab.', 'rit.', 'Abandon', 'Desistência', 'desist.', 'des.'].map((text) => outcomeNamed(text)),
      Array(7).fill('retired'),
    );
    assert.deepEqual(
      ['Jugado', 'Concluído', 'Finita', 'Terminé', 'Played'].map((text) => outcomeNamed(text)),
      Array(5).fill('played'),
    );
    assert.deepEqual(
      ['Aplazado', 'Annullata', 'Adiado', 'Reporté'].map((text) => outcomeNamed(text)),
      Array(4).fill('not_played'),
    );
    assert.deepEqual(splitResult('6-3 2-1 des.'), { score: '6-3 2-1', outcome: 'retired', unknown: '' });
    assert.deepEqual(splitResult('(ret.) 6-4 2-1'), { score: '6-4 2-1', outcome: 'retired', unknown: '' });
  });
});

describe('two players in one cell', () => {
  const cells: [text: string, pair: readonly [string, string] | null][] = [
    ['Ana Ruiz / Marta Gil', ['Ana Ruiz', 'Marta Gil']],
    ['Ana Ruiz/Marta Gil', ['Ana Ruiz', 'Marta Gil']],
    ['Ana - Marta', ['Ana', 'Marta']],
    ['Ana y Marta', ['Ana', 'Marta']],
    ['Ana e Marta', ['Ana', 'Marta']],
    ['Anne et Marie', ['Anne', 'Marie']],
    ['Ana & Marta', ['Ana', 'Marta']],
    ['Ana + Marta', ['Ana', 'Marta']],
    ['Ana\nMarta', ['Ana', 'Marta']],
    ['Ruiz, Ana / Gil, Marta', ['Ruiz, Ana', 'Gil, Marta']],
    ['Ruiz-Díaz, Ana - Gil, Marta', ['Ruiz-Díaz, Ana', 'Gil, Marta']],
    ['Ana   Ruiz ,Marta Gil', ['Ana Ruiz', 'Marta Gil']],
    ['GIL, Marta', null],
    ['Ana Ruiz-Gil', null],
    ['Jean-Luc Picard', null],
    ['Ana Ruiz', null],
    ['Ana / Marta / Eva', null],
    ['Ana /', null],
    ['', null],
  ];
  for (const [text, pair] of cells) it(JSON.stringify(text), () => assert.deepEqual(splitPair(text), pair));
});

describe('a winner by name', () => {
  const players = ['Ana Ruiz', 'Marta Gil', 'Ana Sol', 'Rui Paz'];
  it('is the team all of whose names fit', () => {
    assert.deepEqual(readWinner('ana y marta', { players }), { value: 'A' });
    assert.deepEqual(readWinner('Rui', { players }), { value: 'B' });
    assert.deepEqual(readWinner('Ana Sol', { players }), { value: 'B' });
  });

  it('is not guessed where a name fits both teams, or none', () => {
    assert.match(JSON.stringify(readWinner('Ana', { players })), /players_of_both_teams/);
    assert.match(JSON.stringify(readWinner('Eva', { players })), /unknown_winner/);
    assert.match(JSON.stringify(readWinner('Ana y Eva', { players })), /unknown_winner/);
  });
});

describe('A column of winners', () => {
  const HEAD = 'Date,Time,T1P1,T1P2,T2P1,T2P2';
  const FOUR = 'Ana Uno,Bea Dos,Cai Tres,Dan Cuatro';

  /** The winner of each row, or the groups of its faults; and how the file was read. */
  async function winners(header: string, rows: readonly string[]) {
    const lines = rows.map((row, index) => `2025-05-${index + 10},10:00,${FOUR},${row}`);
    const source = await opened([`${HEAD},${header}`, ...lines].join('\n'));
    const found = source.rows.map((row) => (row.faults.length === 0 ? row.match.winning_team : rowText(row)));
    return { found, notes: notesIn(source) };
  }

  for (const [zero, one] of [
    ['0', '1'],
    ['0.0', '1.0'],
    ['Team 0', 'Team 1'],
  ]) {
    it(`counts teams from 0 if it has a 0: ${zero}`, async () => {
      const { found, notes } = await winners('Winner', [`${one}`, `${zero}`, `${one}`]);
      assert.deepEqual(found, ['B', 'A', 'B']);
      assert.ok(notes.includes(`In “Winner”, 0 is team A and 1 is team B: line 3 has ${zero}.`), notes.join('\n'));
    });
  }

  it('with 0, 1 and 2 counts from 1, and the 0 is rejected', async () => {
    assert.deepEqual((await winners('Winner', ['1', '0', '2'])).found, ['A', 'winner', 'B']);
  });

  it('means by 0 what the scores say', async () => {
    assert.deepEqual((await winners('Won,Score', ['1,4-6 3-6', '0,6-4 6-3', '1,'])).found, ['B', 'A', 'B']);
    assert.deepEqual((await winners('Winner,Score', ['1,6-4 6-3', '0,4-6 3-6', '1,'])).found, ['A', 'B', 'A']);
  });

  it('is asked about if 0 may be either team', async () => {
    for (const [header, rows] of [
      ['Won', ['1', '0']],
      ['Winner,Score', ['1,6-4 6-3', '0,6-4 6-3']],
    ] as const)
      await assert.rejects(winners(header, rows), /question\.zero/);
  });

  it('does not take a negative number for a team', async () => {
    assert.deepEqual((await winners('Winner', ['1', '-1'])).found, ['A', 'winner']);
  });

  for (const [header, names] of [
    ['team_1,team_2', 'Red Foxes,Night Owls'],
    ['Equipo local,Equipo visitante', 'Red Foxes,NIGHT  owls'],
    ['Club visitante,Club local', 'Night Owls,Red Foxes'],
    ['team_a_name,team_b_name', '2,Night Owls'],
  ]) {
    it(`may have the names of teams from other columns: ${header}`, async () => {
      const { found } = await winners(`${header},Winner`, [`${names},Night Owls`]);
      assert.deepEqual(found, ['B']);
    });
  }

  it('is rejected with the column that has its name, if the name may be of either team', async () => {
    const fault = async (header: string, row: string) => {
      const source = await opened(`${HEAD},${header}\n2025-05-10,10:00,${FOUR},${row}`);
      const [match] = source.rows;
      return match === undefined ? '' : faultsIn(match);
    };
    assert.equal(
      await fault('Ours,Theirs,Winner', 'Red Foxes,Night Owls,Night Owls'),
      'Winner: “Night Owls” is in the column “Theirs”, which is not used: use it as the name of a team',
    );
    assert.equal(await fault('Team 1,Team 2,Winner', 'Owls,Owls,Owls'), 'Winner: “Owls” is the name of both teams');
    assert.equal(await fault('Team 1,Team 2,Winner', '2,1,1'), 'Winner: “1” may be a side or the name of a team');
  });
});

describe('An outcome in its own column', () => {
  /** A row of a score that team A won, with a column more: its outcome, or the groups and details of its faults. */
  async function outcomeOf(header: string, cell: string, score = '6-0 6-0') {
    const head = `Fecha;Hora;Pareja 1;Pareja 2;Resultado;Ganador;${header}`;
    const source = await opened(`${head}\n1/5/2026;21:30;${PLAYERS};${score};A;${cell}\n`);
    const [row] = source.rows;
    assert.ok(row);
    if (row.faults.length > 0) return `${rowText(row)} ${faultsIn(row)}`;
    return `${row.match.outcome ?? 'played'}${'set_scores' in row.match ? ' with its score' : ''}`;
  }

  it('makes the outcome of a row if its cell is set', async () => {
    for (const header of ['is_forfeit', 'W.O.', 'WO', 'No presentado', 'Won by walkover', 'Forfait', 'noShow'])
      for (const cell of ['x', 'TRUE', 'yes', '1', 'Sí', 'WO'])
        assert.equal(await outcomeOf(header, cell), 'walkover', `${header} ${cell}`);
    for (const header of ['Retirado', 'Ret.', 'is_retired', 'Abandono', 'Desistência', 'Ritiro'])
      assert.equal(await outcomeOf(header, 'x', '6-0 1-0'), 'retired with its score', header);
  });

  it('leaves a row alone if its cell is not set', async () => {
    for (const cell of ['', 'FALSE', 'no', '0', '0.0', '-', 'não'])
      assert.equal(await outcomeOf('is_forfeit', cell), 'played with its score', cell);
  });

  it('rejects a match that was not played', async () => {
    const fault = (text: string) => `outcome “${text}” is not a match that was played`;
    assert.equal(await outcomeOf('Aplazado', 'x'), fault('Aplazado: x'));
    assert.equal(await outcomeOf('Jugado', 'no'), fault('Jugado: no'));
    assert.equal(await outcomeOf('Jugado', 'sí'), 'played with its score');
  });

  for (const [header, cell] of [
    ['is_forfeit', 'Marta Gil'],
    ['Retired player', 'Ana Ruiz'],
    ['WO/RET', 'x'],
    ['Notas', 'W.O.'],
    ['Notas', 'ganan por w/o'],
    ['Notas', 'ret.'],
    ['Observaciones', 'aplazado'],
    ['Observaciones', 'Abandono de Eva en el segundo'],
    ['', 'incomparecencia'],
  ]) {
    it(`is a question if the column is not used: ${header}: ${cell}`, async () => {
      const text = `unused_outcome “${header || '#7'}: ${cell}”`;
      assert.equal(await outcomeOf(header ?? '', cell ?? ''), text);
    });
  }

  it('is not a question if the row has the same outcome, or the words are about other things', async () => {
    assert.equal(await outcomeOf('Notas', 'incomparecencia', 'W.O.'), 'walkover');
    for (const [header, cell] of [
      ['Pago', 'pendiente'],
      ['NP', '1'],
      ['Fase', 'Final'],
      ['Notas', 'buen partido, sin incidentes'],
      ['Grupo', 'AB'],
      ['Retired player', 'no'],
    ] as const)
      assert.equal(await outcomeOf(header, cell), 'played with its score', header);
  });
});

describe('The points of an americano', () => {
  const HEAD = 'Fecha;Hora;Jugador 1;Jugador 2;Jugador 3;Jugador 4';

  /** The unit, winner and score of each row. */
  async function scores(header: string, rows: readonly string[], changes: Changes = {}) {
    const lines = rows.map((row, index) => `1/5/2026;${index + 10}:00;Ana Ruiz;Marta Gil;Eva Sol;Rui Paz;${row}`);
    const source = await opened([`${HEAD};${header}`, ...lines].join('\n'), changes);
    return source.rows.map((row) => {
      if (row.faults.length > 0) return rowText(row);
      return `${row.match.scoring ?? 'inferred'} ${row.match.winning_team} ${row.written?.score}`;
    });
  }
  const NIGHT = ['10;6', '9;7', '7;9', '8;8'];
  const POINTS = ['points A 10-6', 'points A 9-7', 'points B 7-9', 'points null 8-8'];

  it('are one unit, by the header, the session or the total', async () => {
    assert.deepEqual(await scores('Puntos pareja 1;Puntos pareja 2', NIGHT), POINTS);
    assert.deepEqual(await scores('Marcador 1;Marcador 2', NIGHT), POINTS);
    const rows = ['12;9;Americano', '9;7;Americano de mayo'];
    const found = await scores('Marcador 1;Marcador 2;Torneo', rows);
    assert.deepEqual(found, ['points A 12-9', 'points A 9-7']);
  });

  it('are asked about if the signs are not clear', async () => {
    for (const [header, rows] of [
      ['Resultado', ['9-7', '7-9', '9-7']],
      ['Resultado', ['12-4', '9-5']],
      ['Puntos 1;Puntos 2', ['6;4', '7;5']],
    ] as const) {
      await assert.rejects(scores(header, rows), /question\.scores .*points_games/);
      assert.ok((await scores(header, rows, { scores: 'points' })).every((text) => text.startsWith('points')));
    }
    assert.deepEqual(await scores('Resultado', ['12-10', '9-7'], { scores: 'games' }), [
      'games A 12-10',
      'games A 9-7',
    ]);
  });

  it('are not seen in sets of games', async () => {
    assert.deepEqual(await scores('Resultado', ['6-4', '7-5', '9-7']), [
      'inferred A 6-4',
      'inferred A 7-5',
      'inferred A 9-7',
    ]);
  });

  it('are distinguished from sets row by row', async () => {
    const rows = ['6-4 6-3', '10-6', '9-7', '7-9', '4-6 6-2 10-8'];
    assert.deepEqual(await scores('Resultado', rows, { scores: 'points' }), [
      'inferred A 6-4 6-3',
      'points A 10-6',
      'points A 9-7',
      'points B 7-9',
      'inferred A 4-6 6-2 10-8',
    ]);
    const night = ['6-4 6-3', '10-6', '9-7', '8-8'].map((row) => `1/5/2026;19:00;Ana;Bea;Cai;Dan;${row}`);
    const notes = notesIn(await opened([`${HEAD};Resultado`, ...night].join('\n')));
    assert.ok(
      notes.includes(
        'Some scores are sets, as 6-4 6-3 in line 2, and some are points of an americano, as 8-8 in line 5. Each row is read as what it is.',
      ),
      notes.join('\n'),
    );
  });
});
