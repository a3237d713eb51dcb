/** Words for how a match ended; `not_played` is not a match. */
import outcomes from '../words/outcomes.json' with { type: 'json' };
import { folded, kindsOf } from '../words/words.ts';
import { looksLikeDate } from './dates.ts';

export type WrittenOutcome = 'played' | 'retired' | 'walkover' | 'not_played';

/** Only the letters count: “W.O.”, “w/o” and “WO” are one word, and so are “no show” and “noshow”. */
const meanings = new Map(
  [...kindsOf(outcomes, ['played', 'retired', 'walkover', 'not_played', 'reason', 'default'])].map(
    ([words, kind]) => [words.replaceAll(' ', ''), kind] as const,
  ),
);

const WORDS_MAX = 3;

/**
 * The outcome that a text names, also before its reason: “W.O. (injury)”; null for none.
 * @param hasScore whether a score is before the text
 */
export function outcomeNamed(text: string, hasScore = false): WrittenOutcome | null {
  const words =
    folded(text)
      .replaceAll(/[./’']/g, '')
      .match(/\p{L}+/gu) ?? [];
  const read = (word: string): WrittenOutcome | null => {
    const kind = meanings.get(word) ?? null;
    if (kind === 'default') return hasScore ? 'retired' : 'walkover';
    // A reason alone is a retirement.
    return kind === 'reason' ? 'retired' : kind;
  };
  const whole = read(words.join(''));
  if (whole !== null) return whole;
  for (let count = Math.min(WORDS_MAX, words.length - 1); count > 0; count--) {
    const outcome = read(words.slice(0, count).join(''));
    if (outcome === null || outcome === 'played') continue;
    const others = words.slice(count).flatMap((word) => (meanings.get(word) === 'reason' ? [] : (read(word) ?? [])));
    return others.every((other) => other === outcome) ? outcome : null;
  }
  return null;
}

/** A longer text is not a result. */
const RESULT_MAX = 200;
const PUNCTUATION = /^[\s:,;()-]+|[\s:,;()-]+$/g;
/** A word that is not a part of a score, as the hyphen in “six-four” is. */
const UNKNOWN_WORDS = /^\p{L}[\p{L}./’']+(?:[\s(),:;]+[\p{L}./’']+)*$/u;

/** Takes the words for an outcome off a result such as `6-4 2-1 ret.`, and words that name another thing. */
export function splitResult(text: string) {
  const [whole, from] = [text.trim(), text.trim().search(/[([]?\s?\d/)];
  const [score = ''] = from < 0 ? [] : (/^.*\d[)\]]?/s.exec(whole.slice(from)) ?? []);
  const before = (from < 0 ? whole : whole.slice(0, from)).replaceAll(PUNCTUATION, '');
  const after = from < 0 ? '' : whole.slice(from + score.length).replaceAll(PUNCTUATION, '');
  const [first, second] = [before && outcomeNamed(before, score !== ''), after && outcomeNamed(after, true)];
  const isRead = first !== null && second !== null && (first === '' || second === '' || first === second);
  if (isRead && text.length <= RESULT_MAX)
    return { score: first || second ? score.trim() : text, outcome: first || second || null, unknown: '' };
  const unknown = before === '' ? after : after === '' ? before : '';
  const isUnknown = UNKNOWN_WORDS.test(unknown) && text.length <= RESULT_MAX && !looksLikeDate(text);
  return { score: isUnknown ? '' : text, outcome: null, unknown: isUnknown ? unknown : '' };
}
