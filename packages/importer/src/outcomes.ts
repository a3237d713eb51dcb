/** Words for how a match ended, in English, Spanish, Portuguese, Italian and French; `not_played` is not a match. */
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

/** The outcome that a text names, or null. */
export function outcomeNamed(text: string): WrittenOutcome | null {
  return outcomes.get(folded(text).replaceAll(/[^\p{L}]/gu, '')) ?? null;
}

const WORDS = String.raw`\p{L}[\p{L}\s./’']*`;
const RESULT = new RegExp(String.raw`^(?:\(?(${WORDS})\)?[\s:,;-]*)?([\d\[(].*?)?(?:[\s,;-]*\(?(${WORDS})\)?)?$`, 'u');

/** The parts of a result such as `6-4 2-1 ret.` or `W.O.`. */
export interface WrittenResult {
  /** The text without the word for the outcome. */
  readonly score: string;
  readonly outcome: WrittenOutcome | null;
}

/** A longer text is not a result, and would take long to compare. */
const RESULT_MAX = 200;

/** Takes the word for an outcome off a result, at its start or its end. */
export function splitResult(text: string): WrittenResult {
  if (text.length > RESULT_MAX) return { score: text, outcome: null };
  const [, before, score = '', after] = RESULT.exec(text.replaceAll(/\s+/g, ' ').trim()) ?? [];
  const [first, second] = [before, after].map((word) => (word === undefined ? null : outcomeNamed(word)));
  const outcome = first ?? second ?? null;
  const isUnderstood = (before === undefined || first !== null) && (after === undefined || second !== null);
  return outcome !== null && isUnderstood ? { score, outcome } : { score: text, outcome: null };
}
