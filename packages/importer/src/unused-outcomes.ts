/** Outcomes that a row has in a column without another meaning: one that is named after an outcome, or a note. */
import type { UnusedCell } from './column-names.ts';
import type { RowFault } from './faults.ts';
import { folded } from './header-words.ts';
import { outcomeNamed, type WrittenOutcome } from './outcomes.ts';

/** Words of a header such as “is_forfeit” or “Won by walkover”. */
const FILLERS = new Set('is was by match game es fue por partido foi jogo partita won win flag'.split(' '));
const SET = new Set('x true t yes y 1 1.0 si s sim oui verdadero verdadeiro vero vrai v ✓ ✔ ☑ ✅'.split(' '));
const UNSET = new Set('false f no n 0 0.0 nao non falso faux none - – — ☐ ❌'.split(' '));
/** Headers and notes with these words are about other things, too: a number, a payment. */
const AMBIGUOUS =
  /^(?:np|ab|final|ok|pending|pendiente|pendente|scheduled|programad[oa]|programmato|agendad[oa]|prevu|reportee?)$/;

const wordsOf = (text: string): readonly string[] =>
  folded(text.replaceAll(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ')).match(/\p{L}+/gu) ?? [];

/** The outcome after which a column is named, such as “is_forfeit”; null for none. */
export function outcomeOfHeader(name: string): WrittenOutcome | null {
  const text = wordsOf(name)
    .filter((word) => !FILLERS.has(word))
    .join('');
  return AMBIGUOUS.test(text) ? null : outcomeNamed(text);
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
  const words = wordsOf(text);
  // A short word is an outcome only if it is alone.
  const found = [words.join(''), ...words.filter((word) => word.length >= 5)].flatMap((word) =>
    AMBIGUOUS.test(word) ? [] : (outcomeNamed(word) ?? []),
  );
  return found.find((outcome) => outcome !== 'played') ?? null;
}

/** The outcomes in the unused cells of a row. */
export interface UnusedOutcomes {
  /** Those of columns that are named after outcomes, and set. */
  readonly flags: readonly WrittenOutcome[];
  /** Those that a person has to settle, unless the row has the same outcome. */
  readonly notes: readonly { readonly outcome: WrittenOutcome; readonly fault: RowFault }[];
}

export function outcomesIn(unused: readonly UnusedCell[]): UnusedOutcomes {
  const flags: WrittenOutcome[] = [];
  const notes: UnusedOutcomes['notes'][number][] = [];
  for (const cell of unused) {
    const named = outcomeOfHeader(cell.name);
    const flag = named === null ? null : isSet(cell.text, named);
    const text = `${cell.name}: ${cell.text}`;
    if (flag === true && (named === 'walkover' || named === 'retired')) flags.push(named);
    if ((named === 'played' && flag === false) || (named === 'not_played' && flag === true)) {
      const detail = `“${text}” is not a match that was played`;
      notes.push({ outcome: 'not_played', fault: { group: 'outcome', detail } });
    }
    if (flag !== null) continue;
    const about = UNSET.has(folded(cell.text)) ? null : outcomeInHeader(cell.name);
    const outcome = about ?? outcomeNoted(cell.text);
    if (outcome !== null) notes.push({ outcome, fault: { group: 'unusedOutcome', detail: `“${text}”` } });
  }
  return { flags, notes };
}

/** The outcome of a word in a header, beside others: “Retired player”, “WO/RET”. */
function outcomeInHeader(name: string): WrittenOutcome | null {
  const words = wordsOf(name).filter((word) => word.length >= 5 || word === 'wo' || word === 'ret');
  return (
    words.map((word) => outcomeNamed(word)).find((outcome) => outcome === 'walkover' || outcome === 'retired') ?? null
  );
}

/** The faults of a row whose outcome is not the one of its notes. */
export function faultsOfNotes(
  { notes }: UnusedOutcomes,
  outcome: WrittenOutcome | 'unknown' | null,
): readonly RowFault[] {
  return notes.filter((note) => note.outcome !== outcome).map(({ fault }) => fault);
}
