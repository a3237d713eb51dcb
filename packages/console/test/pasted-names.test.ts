/** Names that are pasted for a night, from the text to the players. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { pastedNames } from '@bandeja/importer';
import { inOrder, named, searchedWords } from '../src/pages/plan/named-players.ts';
import { arrivalsOf, isEdited, pairsOf, rowOf } from '../src/pages/plan/pasted-rows.ts';

/** A username for each display name, such as `ana.gil` for “Ana Gil”. */
const person = (display_name: string, username = display_name.toLowerCase().replaceAll(/\W+/g, '.')) => ({
  username,
  display_name,
});

const rowsOf = (text: string, candidates: readonly ReturnType<typeof person>[] = []) =>
  pastedNames(text, false).map((pasted, key) => rowOf(named(pasted, candidates), key));

describe('a pasted name', () => {
  for (const [name, candidates, choice, isExact] of [
    ['Ana Gil', [], '+', false],
    ['Ana Gil', ['Ana Gil'], 'ana.gil', true],
    ['ANA GIL', ['Ana Gil', 'Ana Gila'], 'ana.gil', true],
    ['Rafa', ['Rafa Gil'], 'rafa.gil', false],
    ['Gil', ['Rafa Gil'], '', false],
    ['Ana', ['Ana Gil', 'Ana Paz'], '', false],
  ] as const) {
    it(`“${name}” with ${candidates.join(' and ') || 'nobody'} found means ${choice || 'a question'}`, () => {
      const people = candidates.map((one) => person(one));
      const [row] = rowsOf(name, people);
      assert.deepEqual([row?.choice, row?.exact !== null], [choice, isExact]);
    });
  }

  it('may be a username', () => {
    assert.equal(rowsOf('Chus', [person('María Jesús Gil', 'chus')])[0]?.choice, 'chus');
  });

  it('of two namesakes is asked about', () => {
    const [row] = rowsOf('Ana Gil', [person('Ana Gil'), person('Ana Gil', 'ana.gil.2')]);
    assert.deepEqual([row?.exact, row?.choice], [null, '']);
  });

  it('is ticked if it looks like a name, or is that of a player', () => {
    const text = 'Pista 1 y 2\n10€ por cabeza\n+1 de Rafa\nReserva: Toni\nInvitado\n1. Lucía\n3. Pepe "el Zurdo"';
    const rows = rowsOf(text);
    const taken = rows.filter(({ isTaken }) => isTaken).map(({ name }) => name);
    assert.deepEqual(taken, ['Lucía', 'Pepe "el Zurdo"']);
    assert.equal(rowsOf('Invitado', [person('Invitado')])[0]?.isTaken, true);
  });

  it('is looked up again once it was edited, but not for a space', () => {
    const [row] = rowsOf('Ana');
    assert.ok(row);
    assert.deepEqual([isEdited({ ...row, text: 'Ana ' }), isEdited({ ...row, text: 'Ana Gil' })], [false, true]);
  });

  it('keeps its pair if both are players of the night, and the round in which the player comes', () => {
    const rows = rowsOf('Ana y Bea\nCai y Dan\nEva (desde la ronda 3)\nFlor (llega 21h)');
    const players = new Map(rows.filter(({ name }) => name !== 'Dan').map((row) => [row, person(row.name)]));
    assert.deepEqual(pairsOf(players), [[person('Ana'), person('Bea')]]);
    assert.deepEqual(arrivalsOf(players), { eva: 3 });
  });
});

describe('a search for players', () => {
  it('needs two letters, and lists names that begin with them first', () => {
    assert.deepEqual([' a ', ' an ', 'x'.repeat(90)].map(searchedWords), [undefined, 'an', 'x'.repeat(80)]);
    const found = [person('Aba Zorro'), person('Zora Xu'), person('Óscar Zorita'), person('Zoraida')];
    assert.deepEqual(
      inOrder(found, 'zor').map(({ display_name: name }) => name),
      ['Zora Xu', 'Zoraida', 'Aba Zorro', 'Óscar Zorita'],
    );
  });
});
