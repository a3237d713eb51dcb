/** Outcomes that a row has in a column without another meaning: one that is named after an outcome, or a note. */
import type { UnusedCell } from '../columns/names.ts';
import { type Misreading, misread } from '../message.ts';
import outcomes from '../words/outcomes.json' with { type: 'json' };
import { folded, wordsOf } from '../words/words.ts';
import { outcomeNamed, type WrittenOutcome } from './outcomes.ts';

/** Words of a header such as “is_forfeit” or “Won by walkover”. */
const FILLERS = wordsOf(outcomes, 'flag');
const SET = wordsOf(outcomes, 'yes');
const UNSET = wordsOf(outcomes, 'no');
/** Headers and notes with these words are about other things, too: a number, a payment. */
const AMBIGUOUS = wordsOf(outcomes, 'ambiguous');

const wordsIn = (text: string): readonly string[] =>
  folded(text.replaceAll(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ')).match(/\p{L}+/gu) ?? [];

/** The outcome after which a column is named, such as “is_forfeit”; null for none. */
export function outcomeOfHeader(name: string): WrittenOutcome | null {
  const text = wordsIn(name)
    .filter((word) => !FILLERS.has(word))
    .join('');
  return AMBIGUOUS.has(text) ? null : outcomeNamed(text);
}

/** Whether a flag is set; null if its text is neither yes nor no. */
function isSet(text: string, outcome: WrittenOutcome): boolean | null {
  const flag = folded(text);
  if (SET.has(flag) || outcomeNamed(text) === outcome) return true;
  return UNSET.has(flag) ? false : null;
}

/** An outcome that a note names among its words, such as “W.O.” or “Se retira: abandono”; null for none. */
function outcomeNoted(text: string): WrittenOutcome | null {
  if (/\bw\s?[./]\s?o\b/i.test(text)) return 'walkover';
  if (/\bret\.(?!\p{L})/iu.test(text)) return 'retired';
  const words = wordsIn(text);
  // A short word is an outcome only if it is alone.
  const found = [words.join(''), ...words.filter((word) => word.length >= 5)].flatMap((word) =>
    AMBIGUOUS.has(word) ? [] : (outcomeNamed(word) ?? []),
  );
  return found.find((outcome) => outcome !== 'played') ?? null;
}

/**
 * The outcomes in the unused cells of a row: flags of columns that are named after outcomes, and notes, which a person has to settle unless
 * the row has the same outcome.
 */
export function outcomesIn(unused: readonly UnusedCell[]) {
  const flags: WrittenOutcome[] = [];
  const notes: { readonly outcome: WrittenOutcome; readonly fault: Misreading }[] = [];
  for (const { name, text } of unused) {
    const named = outcomeOfHeader(name);
    const flag = named === null ? null : isSet(text, named);
    if (flag === true && (named === 'walkover' || named === 'retired')) flags.push(named);
    if ((named === 'played' && flag === false) || (named === 'not_played' && flag === true))
      notes.push({ outcome: 'not_played', ...misread('fault.not_played', { text: `${name}: ${text}` }) });
    if (flag !== null) continue;
    const outcome = (UNSET.has(folded(text)) ? null : outcomeInHeader(name)) ?? outcomeNoted(text);
    if (outcome !== null) notes.push({ outcome, ...misread('fault.unused_outcome', { column: name, text }) });
  }
  return { flags, notes };
}

/** The outcome of a word in a header, beside others: “Retired player”, “WO/RET”. */
function outcomeInHeader(name: string): WrittenOutcome | null {
  const words = wordsIn(name).filter((word) => word.length >= 5 || word === 'wo' || word === 'ret');
  const found = words.map((word) => outcomeNamed(word));
  return found.find((outcome) => outcome === 'walkover' || outcome === 'retired') ?? null;
}
