import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { BandejaError } from '@bandeja/client';

interface Named {
  readonly display_name: string;
  readonly identity?: 'shown' | 'hidden' | 'erased';
}

/** The tested functions of the console. Their own types need those of a browser. */
interface Names {
  shownName(player: Named): string;
  pairNames(players: readonly Named[]): string;
  joinPair(a: string, b: string): string;
}

interface Problems {
  explain(error: unknown): string;
}

const load = (name: string): Promise<unknown> => import(`../src/${name}.ts`);

describe('the console in Spanish', () => {
  let names: Names;
  let problems: Problems;

  before(async () => {
    // The language is that of the browser.
    Object.assign(globalThis, {
      localStorage: { getItem: () => 'es' },
      document: { documentElement: {} },
    });
    names = (await load('names')) as Names;
    problems = (await load('problems')) as Problems;
  });

  it('erased and hidden players are named in the language of the page, and others by their names', () => {
    const shown = [
      ['erased', 'Erased player'],
      ['hidden', 'Private player'],
      ['hidden', 'Player'],
      ['hidden', 'Player 7'],
      ['hidden', 'player.7'],
      ['shown', 'Player 7'],
      ['shown', 'Erased player'],
    ] as const;
    assert.deepEqual(
      shown.map(([identity, display_name]) => names.shownName({ display_name, identity })),
      ['Jugador borrado', 'Jugador privado', 'Jugador privado', 'Jugador 7', 'player.7', 'Player 7', 'Erased player'],
    );
  });

  it('a pair is joined by a word of the language', () => {
    assert.equal(
      names.pairNames([{ display_name: 'Ana' }, { display_name: 'Erased player', identity: 'erased' }]),
      'Ana y Jugador borrado',
    );
    assert.equal(names.joinPair('Andoni', 'Íñigo'), 'Andoni e Íñigo');
    assert.equal(names.joinPair('Ana', 'Hiedra'), 'Ana y Hiedra');
  });

  it('a refusal begins with a Spanish sentence and ends with the service’s own words', () => {
    const refused = (status: number, body: object) =>
      problems.explain(BandejaError.ofResponse({ method: 'PUT', path: '/v1' }, status, new Headers(), body));
    assert.equal(
      refused(409, { code: 'invalid_transition', detail: 'Open round 2 first.' }),
      'Ahora no es posible. (Open round 2 first.)',
    );
    const fault = { pointer: '/avoid_pairs/0', code: 'pair_conflict', detail: 'Players 1 and 2 are a fixed pair.' };
    assert.equal(
      refused(422, { code: 'invalid_body', detail: 'Not valid.', errors: [fault] }),
      'Las parejas se contradicen. Revisa las parejas fijas y las que se evitan. (Players 1 and 2 are a fixed pair.)',
    );
  });
});
