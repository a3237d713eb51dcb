/** Rows of one file that may be one match, or cannot both be right. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Api } from '@bandeja/client';
import { NearRows } from '../src/send/near-rows.ts';
import { type Changes, opened, textIn } from './club-file.ts';

const FIRST = '01/06/2026;19:30;Ana Ruiz / Marta Gil;Eva Sol / Ruy Pass Lopez;6-4 6-3;';

/** The warnings about rows after {@link FIRST}. */
async function warningsAfter(first: string, others: readonly string[], changes: Changes = {}) {
  const { rows } = await opened(['Fecha;Hora;Pareja 1;Pareja 2;Resultado;Ronda', first, ...others].join('\n'), changes);
  const near = new NearRows('line');
  return rows.flatMap((row) => {
    assert.deepEqual(row.faults, []);
    const participants = row.players.map((username, place) => ({ username, team: place < 2 ? 'A' : 'B' }));
    const match = { external_ref: '', ...row.match, participants } as Api.ImportMatch;
    return near.compare({ row, match, faults: [], warnings: [], persons: row.players }).map(textIn);
  });
}

describe('Two rows that may be one match', () => {
  for (const [what, row] of [
    ['another player', '01/06/2026;19:30;Ana Ruiz / Marta Gil;Eva Sol / Rui Paz;6-4 6-3;'],
    ['another player and time', '01/06/2026;19:50;Ana Ruiz / Marta Gil;Eva Sol / Rui Paz;6-4 6-3;'],
    ['another player and the teams swapped', '01/06/2026;19:10;Rui Paz / Eva Sol;Marta Gil / Ana Ruiz;4-6 3-6;'],
  ] as const) {
    it(`the second has a warning: ${what}`, async () =>
      assert.deepEqual(await warningsAfter(FIRST, [row]), [
        'line 2 has the same score, with Ruy Pass Lopez instead of Rui Paz',
      ]));
  }

  it('no row has a warning if the score, the teams or the hour differ', async () => {
    const others = [
      '01/06/2026;19:45;Ana Ruiz / Marta Gil;Eva Sol / Rui Paz;6-4 6-2;',
      '01/06/2026;19:40;Ana Ruiz / Eva Sol;Marta Gil / Gala Mir;6-4 6-3;',
      '01/06/2026;20:30;Ana Ruiz / Marta Gil;Eva Sol / Rui Paz;6-4 6-3;',
    ];
    assert.deepEqual(await warningsAfter(FIRST, others), []);
  });
});

describe('A player in two rows at the same time', () => {
  const OTHER = '01/06/2026;19:30;Nora Vega / Iris Luna;Ana Ruiz / Gala Mir;6-2 6-2;';
  const WARNING = 'Ana Ruiz is also in line 2';

  it('the second row has a warning', async () => assert.deepEqual(await warningsAfter(FIRST, [OTHER]), [WARNING]));

  it('has no warning if the rows are of different rounds: then the time is that of the evening', async () => {
    assert.deepEqual(await warningsAfter(`${FIRST}1`, [`${OTHER}2`]), []);
    assert.deepEqual(await warningsAfter(`${FIRST}1`, [`${OTHER}1`]), [WARNING]);
  });

  it('has no warning if the rows have only dates', async () =>
    assert.deepEqual(
      await warningsAfter(FIRST.replace('19:30', ''), [OTHER.replace('19:30', '')], { time: '20:00' }),
      [],
    ));
});
