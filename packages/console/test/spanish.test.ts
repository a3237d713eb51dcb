import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { BandejaError } from '@bandeja/client';

interface Named {
  readonly display_name: string;
  readonly number?: number;
}

/** The tested functions of the console. Their own types need those of a browser. */
interface Names {
  shownName(player: Named): string;
  pairNames(players: readonly Named[]): string;
  joinPair(a: string, b: string): string;
}

interface Problems {
  explain(error: unknown): { readonly sentence: string; readonly detail: string | null };
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
    assert.equal(names.joinPair('Andoni', 'Íñigo'), 'Andoni e Íñigo');
    assert.equal(names.joinPair('Ana', 'Hiedra'), 'Ana y Hiedra');
  });

  it('a refusal begins with a Spanish sentence and ends with the service’s own words', () => {
    const refused = (status: number, body: object) =>
      problems.explain(BandejaError.ofResponse({ method: 'PUT', path: '/v1' }, status, new Headers(), body)).sentence;
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
