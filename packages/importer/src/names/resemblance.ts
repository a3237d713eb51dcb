/** Whether a name may be that of a player, by the rules that find unclear names. Pure. */
import { madeUsername } from './made-usernames.ts';
import { nameKey, withoutDoubt } from './name-forms.ts';
import { NearNames } from './near-names.ts';
import { spelledOut } from './nicknames.ts';
import { SimilarNames } from './similar-names.ts';

/** Whether one name may be another form of the other, or a typing error. */
export function resemble(one: string, other: string): boolean {
  const [key, otherKey] = [withoutDoubt(nameKey(one)), withoutDoubt(nameKey(other))];
  return key === otherKey || mayMean(key, otherKey) || mayMean(otherKey, key);
}

function mayMean(key: string, known: string): boolean {
  const near = new NearNames([known]);
  const similar = new SimilarNames([known], new Set([known]));
  return similar.of(key).length > 0 || [key, ...spelledOut(key)].some((form) => near.of(form).length > 0);
}

/** Letters of a word that may be an abbreviation in a username. */
const WORD_MIN = 3;

/** Whether someone may have made the username from the name: `marta.gil`, `norte.gil` and `mgil` from Marta Gil. */
export function isUsernameOf(username: string, name: string): boolean {
  const words = madeUsername(withoutDoubt(nameKey(name)), 0).split('.');
  const letters = username.replaceAll(/[^a-z]/g, '');
  if (words.some((word) => word.length >= WORD_MIN && letters.includes(word))) return true;
  return resemble(username.replaceAll(/[^a-z]+/g, ' ').trim(), name);
}

/** Whether the username is the one that an import makes of the name, or the next one: `marta.gil.2`. */
export const isMadeOf = (username: string, key: string): boolean =>
  username.replace(/\.\d$/, '') === madeUsername(withoutDoubt(key), 0);
