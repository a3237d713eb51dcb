/** Names of players, as every page shows them. */
import { fill, language, texts } from './language.ts';

const t = texts({
  erased: ['Erased player', 'Jugador borrado', 'Jogador apagado'],
  private: ['Private player', 'Jugador privado', 'Jogador privado'],
  numbered: ['Player {n}', 'Jugador {n}', 'Jogador {n}'],
  pair: ['{a} & {b}', '{a} y {b}', '{a} e {b}'],
});

export interface Named {
  readonly display_name: string;
  /** Missing where only players are listed that the caller may see. */
  readonly identity?: 'shown' | 'hidden' | 'erased';
}

/** The service names erased and hidden players in English. */
export function shownName({ display_name: name, identity = 'shown' }: Named): string {
  if (identity === 'erased') return t.erased;
  // A username is in lower case, a placeholder such as “Player 7” begins with a capital.
  if (identity === 'shown' || name === name.toLowerCase()) return name;
  const n = name.replace(/\D+/g, '');
  return n === '' ? t.private : fill(t.numbered, { n });
}

/** A roster that a program made may have only its short name in addresses. */
export const rosterName = ({ name, slug }: { readonly name: string | null; readonly slug: string }): string =>
  name ?? `${slug.charAt(0).toUpperCase()}${slug.slice(1).replaceAll(/[-_]/g, ' ')}`;

/** In Spanish, “y” is “e” before the sound of i: “Andoni e Íñigo”. */
const takesE = (name: string): boolean => language === 'es' && /^h?[ií](?![aeou])/i.test(name);

export const joinPair = (a: string, b: string): string => (takesE(b) ? `${a} e ${b}` : fill(t.pair, { a, b }));

export function pairNames(players: readonly Named[]): string {
  const [a = '', b = ''] = players.map(shownName);
  return joinPair(a, b);
}
