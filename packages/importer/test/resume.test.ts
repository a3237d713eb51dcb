import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Column } from '../src/columns/names.ts';
import { Import } from '../src/import.ts';
import { ImportFault } from '../src/message.ts';
import { sourceOf } from './club-file.ts';

const MATCH = '{"Cuando": "2026-05-01T10:00:00Z", "winner": "A", "set_scores": "6-4 6-3"';
const PLAYERS = '"team_a_1": "Ana", "team_a_2": "Eva", "team_b_1": "Leo", "team_b_2": "Rui"}';
const DATED = 'Fecha;Jugador 1;Jugador 2;Jugador 3;Jugador 4';
const ROW = '2026-05-01T10:00:00Z;Ana;Eva;Leo;Rui';

const FILES: readonly (readonly [title: string, name: string, text: string, ...Readonly<[Column, string]>[]])[] = [
  ['a list of matches', 'club.json', `[${MATCH}, ${PLAYERS}]`, ['played_at', 'Cuando']],
  ['games that are the score', 'club.csv', `${DATED};X;Y\n${ROW};6;4\n`, ['games_a', 'X'], ['games_b', 'Y']],
  ['a team beside its players', 'club.csv', `${DATED};Local;Resultado\n${ROW};Norte;6-4 6-3\n`, ['team_a', 'Local']],
  [
    'two columns of one header',
    'club.csv',
    `${DATED};Nota\n${ROW};6-4 6-3\n`,
    ['court', 'Nota'],
    ['set_scores', 'Nota'],
  ],
];

describe('an open import whose columns were mapped', () => {
  for (const [title, name, text, ...pairs] of FILES) {
    it(`goes on with the same mapping, and with none: ${title}`, async () => {
      const mapping = new Map(pairs);
      const file = sourceOf(name, text);
      const begun = await Import.open(file, { mapping });
      const reading = { answers: begun.answers, mapping: Object.fromEntries(mapping), sheet: null, encoding: null };
      const stored = { id: 'x', reading: { ...reading, encoding: begun.file.encoding } };
      for (const given of [{ mapping }, {}]) {
        const { rows } = await Import.resume(file, stored, given);
        assert.deepEqual(rows, begun.rows);
      }
      const other = new Map([...mapping, [pairs[0]?.[0] ?? 'court', 'Fecha'] as const]);
      await assert.rejects(
        Import.resume(file, stored, { mapping: other }),
        (error) => error instanceof ImportFault && error.fault.code === 'file.open_otherwise',
      );
    });
  }
});
