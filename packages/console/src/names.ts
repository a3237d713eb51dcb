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
  /** The number in a plan. */
  readonly number?: number | null;
  /** Whether the name is one, where the service says so. */
  readonly identity?: 'shown' | 'hidden' | 'erased';
}

/** The service names erased and hidden players in English, and the hidden players of a link by number. */
export function shownName({ display_name: name, number, identity }: Named): string {
  if (identity === 'shown') return name;
  if (identity === 'hidden') return fill(t.numbered, { n: name.replace(/\D+/g, '') });
  if (name === 'Erased player') return t.erased;
  if (name === 'Private player') return t.private;
  return number != null && name === `Player ${number}` ? fill(t.numbered, { n: number }) : name;
}

/** In Spanish, “y” is “e” before the sound of i: “Andoni e Íñigo”. */
const takesE = (name: string): boolean => language === 'es' && /^h?[ií](?![aeou])/i.test(name);

export const joinPair = (a: string, b: string): string => (takesE(b) ? `${a} e ${b}` : fill(t.pair, { a, b }));

export function pairNames(players: readonly Named[]): string {
  const [a = '', b = ''] = players.map(shownName);
  return joinPair(a, b);
}
