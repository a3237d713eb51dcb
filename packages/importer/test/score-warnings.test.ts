/** Scorelines that the service accepts and that are rarely meant: the reader warns of them. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { scoreWarnings } from '../src/send/score-warnings.ts';
import { opened, textIn } from './club-file.ts';

/** A result and its winner, if that is given. */
const WARNED: readonly (readonly [row: string, ...warnings: string[]])[] = [
  ['6/4 3/6;', '6/4 3/6 is level in sets; is a set missing?'],
  ['6/0 6/7;', '6/0 6/7 is level in sets; is a set missing?'],
  ['6-4 3-6;Pareja 2', '6-4 3-6 is level in sets; is a set missing?'],
  ['6-4 6-3 6-1;', '6-4 6-3 6-1 goes on after two sets had decided the match'],
  ['6-4 6-3 10-8;', '6-4 6-3 10-8 goes on after two sets had decided the match'],
  ['6-0 6-0 6-0 6-0 6-0;', '6-0 6-0 6-0 6-0 6-0 has 5 sets'],
  ['8-4 6-2;', '8-4 6-2 has a set to 8 beside a set to 6'],
  ['9-7 6-2;', '9-7 6-2 has a set to 8 beside a set to 6'],
  ['6-4 3-6 8-4;', '6-4 3-6 8-4 has a set to 8 beside a set to 6'],
  ['6-2(5) 6-3;', '6-2 has no tie-break, but (5) follows it'],
  ['7-5 (0) 6-3;', '7-5 has no tie-break, but (0) follows it'],
];

const USUAL = [
  '6-4 3-6 10-8;',
  '6-4 3-6 ret.;Pareja 2',
  '14-10 8-16;',
  '6-4 3-6 8-6;',
  '9-7;',
  '4-9;',
  '8-6 8-3;',
  '4-2 1-4 4-0 4-1 2-4;',
  '6-4 6-3 1-0 ret.;Pareja 2',
  '7-6(5) 6-7(5-7) 6-1;',
  '6-4 4-6 1-0;',
];

async function warningsOf(row: string): Promise<readonly string[]> {
  const players = 'Ana Ruiz / Marta Gil;Eva Sol / Inés Paz';
  const { rows } = await opened(`Fecha;Hora;Pareja 1;Pareja 2;Resultado;Ganador\n1/6/2026;19:30;${players};${row}\n`);
  const [{ match, written, faults } = assert.fail()] = rows;
  assert.deepEqual(faults, []);
  return scoreWarnings(match, written?.score).map(textIn);
}

describe('A scoreline that is rarely meant', () => {
  for (const [row, ...warnings] of WARNED)
    it(`${row} has a warning with the reason`, async () => assert.deepEqual(await warningsOf(row), warnings));

  for (const row of USUAL) it(`${row} has none`, async () => assert.deepEqual(await warningsOf(row), []));
});
