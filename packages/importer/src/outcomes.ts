/** Words for how a match ended, in English, Spanish, Portuguese, Italian and French; `not_played` is not a match. */
import { looksLikeDate } from './dates.ts';
import { folded } from './header-words.ts';

export type WrittenOutcome = 'played' | 'retired' | 'walkover' | 'not_played';

/** Only the letters count: “W.O.”, “w/o” and “WO” are one word. */
const vocabulary: Readonly<Record<WrittenOutcome, string>> = {
  walkover:
    'wo walkover forfeit forfeited nopresentado nopresentados nopresentada incomparecencia forfait assenza assente nonpresentati noshow ausencia ausente np',
  retired:
    'ret retd retired retirement retirado retirada retirados retiro ab aband abandono abandon abandoned abandonado rit ritiro ritirato ritirata ritirati desistencia desistiu lesion lesao infortunio blessure injury',
  played:
    'played finished completed complete final ok jugado jugada finalizado finalizada terminado terminada disputado disputada jogado jogada concluido concluida encerrado encerrada giocato giocata finito finita concluso conclusa terminato terminata joue jouee termine terminee',
  not_played:
    'cancelled canceled postponed pending scheduled notplayed cancelado cancelada suspendido suspendida aplazado aplazada pendiente programado programada anulado anulada nojugado adiado adiada agendado agendada pendente naojogado annullato annullata rinviato rinviata sospeso sospesa programmato dagiocare annule annulee reporte reportee ajourne prevu nonjoue bye descanso',
};

const outcomes = new Map<string, WrittenOutcome>(
  Object.entries(vocabulary).flatMap(([outcome, words]) =>
    words.split(' ').map((word) => [word, outcome as WrittenOutcome] as const),
  ),
);

/** Default: a walkover, or behind a score a retirement. */
const DEFAULTS = new Set('def default defaulted'.split(' '));
/** Reasons, which are a retirement if they are alone. */
const REASONS = new Set('lesion lesao infortunio blessure injury'.split(' '));
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
  const read = (word: string): WrittenOutcome | null =>
    DEFAULTS.has(word) ? (hasScore ? 'retired' : 'walkover') : (outcomes.get(word) ?? null);
  const whole = read(words.join(''));
  if (whole !== null) return whole;
  for (let count = Math.min(WORDS_MAX, words.length - 1); count > 0; count--) {
    const outcome = read(words.slice(0, count).join(''));
    if (outcome === null || outcome === 'played') continue;
    const others = words.slice(count).flatMap((word) => (REASONS.has(word) ? [] : (read(word) ?? [])));
    return others.every((other) => other === outcome) ? outcome : null;
  }
  return null;
}

/** The parts of a result such as `6-4 2-1 ret.` or `W.O.`. */
export interface WrittenResult {
  /** The text without the word for the outcome. */
  readonly score: string;
  readonly outcome: WrittenOutcome | null;
  /** Words that name another thing than an outcome; empty for none. */
  readonly unknown: string;
}

/** A longer text is not a result. */
const RESULT_MAX = 200;
const PUNCTUATION = /^[\s:,;()-]+|[\s:,;()-]+$/g;
/** A word that is not a part of a score, as the hyphen in “six-four” is. */
const UNKNOWN_WORDS = /^\p{L}[\p{L}./’']+(?:[\s(),:;]+[\p{L}./’']+)*$/u;

/** Takes the words for an outcome off a result, at its start or its end. */
export function splitResult(text: string): WrittenResult {
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
