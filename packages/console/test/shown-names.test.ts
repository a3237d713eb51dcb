import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';

interface Named {
  readonly display_name: string;
  readonly number?: number;
}

/** What is tested of the console, whose types need those of a browser. */
interface Names {
  shownName(player: Named): string;
  pairNames(players: readonly Named[]): string;
}

const SOURCE: string = '../src/names.ts';

describe('the names of players in Spanish', () => {
  let names: Names;

  before(async () => {
    // The language is that of the browser.
    Object.assign(globalThis, {
      localStorage: { getItem: () => 'es' },
      document: { documentElement: {} },
    });
    names = (await import(SOURCE)) as Names;
  });

  it('erased players, private players and the numbered players of a link are named in the language of the page', () => {
    const shown = ['Erased player', 'Private player', 'Player 7', 'Player 8', 'Ana Gil'].map((name) =>
      names.shownName({ display_name: name, number: 7 }),
    );
    assert.deepEqual(shown, ['Jugador borrado', 'Jugador privado', 'Jugador 7', 'Player 8', 'Ana Gil']);
  });

  it('a pair is joined by a word of the language', () => {
    assert.equal(
      names.pairNames([{ display_name: 'Ana' }, { display_name: 'Erased player' }]),
      'Ana y Jugador borrado',
    );
  });
});
