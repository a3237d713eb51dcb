/** The answers that are kept with an import. */
import type { Api } from '@bandeja/client';
import type { ValuesOf } from '@bandeja/messages/message';
import { NO_ANSWERS } from '../answers.ts';
import type { KeptPlayers } from '../names/find-players.ts';
import type { Reading } from '../reading.ts';
import { jsonBytes } from './fitting.ts';

/** The choices by which a client reads the file in the same way again. */
export interface StoredReading {
  readonly answers: Reading['answers'];
  /** Our column → the file's column. */
  readonly mapping: Readonly<Record<string, string>>;
  readonly sheet: string | null;
  readonly encoding: string | null;
  /** Without decisions if those are too many to be kept. */
  readonly players: KeptPlayers;
}

/** How an open import reads its file; empty if another program opened it. */
export const keptReading = ({ reading }: Pick<Api.Import, 'reading'>): Partial<StoredReading> =>
  reading !== null && 'answers' in reading ? (reading as Partial<StoredReading>) : {};

const READING_BYTES_MAX = 16 * 1024;

/** Decisions about many names may be too large to be kept: then they are made again. */
export function fittingReading(stored: StoredReading): StoredReading & Record<string, unknown> {
  const whole = { ...stored };
  const { kind, registers } = stored.players;
  return jsonBytes(whole) <= READING_BYTES_MAX ? whole : { ...whole, players: { kind, registers } };
}

type Answer = Exclude<ValuesOf<'file.open_otherwise'>['answer'], 'other'>;

/** Without an answer, the file decided, or its rows were rejected. So an answer that is given later changes no row that was stored. */
const MAY_BE_ADDED: ReadonlySet<Answer> = new Set<Answer>(['dates', 'timezone', 'time', 'zero']);

/** The first answer by which an open import reads its file otherwise; null if there is none, or the import keeps no answers. */
export function differingAnswer(opened: Pick<Api.Import, 'reading'>, own: Partial<StoredReading>): Answer | null {
  const kept = keptReading(opened);
  if (kept.answers === undefined) return null;
  const [theirs, ours] = [answersOf(kept), answersOf(own)];
  const isAdded = (name: Answer): boolean => MAY_BE_ADDED.has(name) && (theirs[name] ?? '') === '';
  const names = Object.keys(ours) as Answer[];
  return names.find((name) => !isAdded(name) && JSON.stringify(theirs[name]) !== JSON.stringify(ours[name])) ?? null;
}

/** In one form for one meaning: the database keeps no order of keys. */
function answersOf({ answers, mapping = {}, sheet = null, encoding = null }: Partial<StoredReading>) {
  const { meanings, dates, timezone, time, scores, zero, sessions, venue, competition, prefix, fromContent } = {
    ...NO_ANSWERS,
    ...answers,
  };
  const columns = [meanings, Object.entries(mapping).toSorted()];
  return {
    ...{ sheet, encoding, columns, dates, timezone, time: time ?? '', scores, zero },
    ...{ sessions: [sessions?.name ?? null, sessions?.isByDay ?? false], venue, competition },
    references: [prefix, fromContent],
  } satisfies Record<Answer, unknown>;
}
