/** Words that files have where a player is missing. Pure. */
import { nameWords } from '@bandeja/contract/name-words';
import people from '../words/people.json' with { type: 'json' };
import { anyOf } from '../words/words.ts';
import { readMarks } from './marks.ts';

const [PLAYER, GUEST] = [anyOf(people, 'player'), anyOf(people, 'guest')];
const RELATION = anyOf(people, 'companion', 'relative');
const OF = `(?:${anyOf(people, 'of')}) .+`;
const PLACEHOLDER = new RegExp(
  [
    // “Invitado 2”, “Jugador invitado”, “Guest player”
    `(?:(?:${PLAYER}) )?(?:${anyOf(people, 'guest', 'companion', 'substitute', 'empty', 'nobody')}|x+)(?: (?:${PLAYER}))?(?: ?(?:\\d{1,2}|[a-d]))?`,
    // Without a number, it may be a name.
    `(?:${anyOf(people, 'player', 'team')}) ?(?:\\d{1,2}|[a-d]|x+|y|z)`,
    // “Invitado de Ana”, “Partner of Ana”
    `(?:${anyOf(people, 'guest', 'companion', 'relative', 'substitute')}|plus 1) ${OF}`,
    // “Sam invitado”, “Guest Sam”; “Amigo” may be a surname.
    `(?:${GUEST}) .+|.+ (?:${GUEST})`,
  ]
    .map((pattern) => `^(?:${pattern})$`)
    .join('|'),
);
/** “Sam (friend)”, “Bea (partner of Ana)” */
const IN_BRACKETS = /[([{]([^()[\]{}]+)[)\]}]/gu;
const BRACKETED = new RegExp(`^(?:${anyOf(people, 'companion')}|(?:${RELATION}) ${OF}|plus 1)$`);
/** “Ana’s friend” */
const GENITIVE = new RegExp(String.raw`\p{L}['’‘´${'`'}]s\s+(?:${GUEST}|${RELATION})\b`, 'iu');

/** Whether a text is not the name of a person: “Invitado”, “Sam (guest)”, “Partner of Ana”, “N.N.”, “Jugador 1”, “null”. */
export function isPlaceholder(text: string): boolean {
  // “d’Ana” is two words, and “+1” is a guest.
  const wordsOf = (part: string): string =>
    nameWords(part.replace(/(?<!\p{L})(d|dell|l)['’](?=\p{L})/giu, '$1 ').replace(/\+\s*1(?!\d)/, ' plus 1 ')).join(
      ' ',
    );
  const inBrackets = Array.from(text.matchAll(IN_BRACKETS), ([, content = '']) => wordsOf(content));
  return (
    PLACEHOLDER.test(wordsOf(text)) ||
    PLACEHOLDER.test(wordsOf(readMarks(text).plain)) ||
    inBrackets.some((content) => BRACKETED.test(content)) ||
    GENITIVE.test(text)
  );
}
