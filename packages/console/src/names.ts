/** Names of players, as every page shows them. */
import { language, texts } from './language.ts';

const t = texts('console.shared.names');

export interface Named {
  readonly display_name: string;
  /** Missing where only players are listed that the caller may see. */
  readonly identity?: 'shown' | 'hidden' | 'erased';
  /** In matches of the club, hidden players keep their usernames. */
  readonly username?: string | null;
  /** In a night. */
  readonly number?: number | null;
}

/** The service names erased and hidden players in English. */
export function shownName({ display_name: name, identity = 'shown', username, number }: Named): string {
  if (identity === 'erased') return t('erased');
  if (identity === 'shown') return name;
  return username ?? (number == null ? t('private') : t('numbered', { n: number }));
}

/** A roster that a program made may have only its short name in addresses. */
export const rosterName = ({ name, slug }: { readonly name: string | null; readonly slug: string }): string =>
  name ?? `${slug.charAt(0).toUpperCase()}${slug.slice(1).replaceAll(/[-_]/g, ' ')}`;

/** In Spanish, “y” is “e” before the sound of i: “Andoni e Íñigo”. */
const takesE = (name: string): boolean => language === 'es' && /^h?[ií](?![aeou])/i.test(name);

export const joinPair = (a: string, b: string): string => (takesE(b) ? `${a} e ${b}` : t('pair', { a, b }));

export function pairNames(players: readonly Named[]): string {
  const [a = '', b = ''] = players.map(shownName);
  return joinPair(a, b);
}
