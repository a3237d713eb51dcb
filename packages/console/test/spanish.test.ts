import assert from 'node:assert/strict';
import { registerHooks } from 'node:module';
import { after, before, describe, it } from 'node:test';
import { BandejaError } from '@bandeja/client';
import { textsOf } from '@bandeja/messages/catalogue';
import type { Text } from '@bandeja/messages/format';
import { parseText } from '@bandeja/messages/parse';

interface Named {
  readonly display_name: string;
  readonly identity?: 'shown' | 'hidden' | 'erased';
  readonly username?: string | null;
  readonly number?: number | null;
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

/** The texts that the build puts in the place of `virtual:texts`. */
function builtTexts(): string {
  const tables: Record<string, Record<string, Text>> = {};
  for (const [code, text] of Object.entries(textsOf('es'))) {
    const at = code.lastIndexOf('.');
    const table = code.slice(0, at);
    tables[table] = { ...tables[table], [code.slice(at + 1)]: parseText(text) };
  }
  return `export const languages = { en: {}, es: { formats: 'es-ES' } };
export const load = async () => (${JSON.stringify({ tables })});`;
}

describe('the console in Spanish', () => {
  let names: Names;
  let problems: Problems;

  before(async () => {
    // The language is that of the browser.
    Object.assign(globalThis, {
      localStorage: { getItem: () => 'es' },
      document: { documentElement: {} },
    });
    // As Chromium names it on a Linux without a language.
    Object.defineProperty(navigator, 'language', { value: 'en-US@posix', configurable: true });
    const url = `data:text/javascript,${encodeURIComponent(builtTexts())}`;
    registerHooks({
      resolve: (specifier, context, next) =>
        specifier === 'virtual:texts' ? { url, shortCircuit: true } : next(specifier, context),
    });
    names = (await load('names')) as Names;
    problems = (await load('problems')) as Problems;
    await ((await load('language')) as { loadTexts(): Promise<void> }).loadTexts();
  });

  after(() => Reflect.deleteProperty(navigator, 'language'));

  it('a library that formats by the language of the browser gets one that Intl takes', () => {
    assert.equal(new Intl.NumberFormat(navigator.language).format(0.5), '0,5');
  });

  it('erased and hidden players are named in the language of the page, and others by their names', () => {
    const shown = [
      [{ display_name: 'Erased player', identity: 'erased', username: null }, 'Jugador borrado'],
      [{ display_name: 'Private player', identity: 'hidden', username: null }, 'Jugador privado'],
      [{ display_name: 'Player', identity: 'hidden', number: null }, 'Jugador privado'],
      [{ display_name: 'Player 7', identity: 'hidden', number: 7 }, 'Jugador 7'],
      [{ display_name: 'player.7', identity: 'hidden', username: 'player.7' }, 'player.7'],
      [{ display_name: 'Player 7', identity: 'shown', number: 8 }, 'Player 7'],
      [{ display_name: 'Erased player', identity: 'shown' }, 'Erased player'],
    ] as const;
    for (const [player, name] of shown) assert.equal(names.shownName(player), name);
  });

  it('a pair is joined by a word of the language', () => {
    assert.equal(
      names.pairNames([{ display_name: 'Ana' }, { display_name: 'Erased player', identity: 'erased' }]),
      'Ana y Jugador borrado',
    );
    assert.equal(names.joinPair('Andoni', 'Íñigo'), 'Andoni e Íñigo');
    assert.equal(names.joinPair('Ana', 'Hiedra'), 'Ana y Hiedra');
  });

  it('a refusal is a Spanish sentence; only one of an unknown code ends with the service’s own words', () => {
    const refused = (status: number, body: object) =>
      problems.explain(BandejaError.ofResponse({ method: 'PUT', path: '/v1' }, status, new Headers(), body));
    assert.equal(
      refused(409, { code: 'invalid_transition', detail: 'Open round 2 first.' }),
      'Ahora no es posible. Recarga la página: puede que alguien lo haya cambiado.',
    );
    const fault = { pointer: '/avoid_pairs/0', code: 'pair_conflict', detail: 'Players 1 and 2 are a fixed pair.' };
    assert.equal(
      refused(422, { code: 'invalid_body', detail: 'Not valid.', errors: [fault] }),
      'Las parejas se contradicen. Revisa las parejas fijas y las que se evitan.',
    );
    assert.equal(refused(409, { code: 'newer', detail: 'It rains.' }), 'El servicio lo rechaza. (It rains.)');
  });
});
