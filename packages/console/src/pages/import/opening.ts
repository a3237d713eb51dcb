/** A file that is opened on the page, with what is known of it from before. */
import type { Api } from '@bandeja/client';
import {
  type Answers,
  type Decisions,
  Import,
  ImportFault,
  type KeptPlayers,
  keptReading,
  openImportOf,
} from '@bandeja/importer';
import { bandeja } from '../../api.ts';
import { clubZone } from '../../club.ts';
import { sourceOf } from './local-file.ts';

/** How a file is opened. */
export interface OpenedAs {
  readonly sheet: string | null;
  readonly encoding: string | null;
  readonly answers: Partial<Answers>;
}

export interface Opened {
  readonly importing: Import;
  /** The open import of the same file, whose answers are taken. */
  readonly earlier: Api.Import | null;
  /** The file with the same columns whose choices are taken; null for none. */
  readonly like: string | null;
  readonly players: PlayerChoices;
}

/** What a person chose about the players of a file. */
export interface PlayerChoices {
  /** Null: as the players of the first rows look. */
  readonly kind: KeptPlayers['kind'] | null;
  readonly registers: boolean;
  readonly decisions: Decisions;
}

const NO_CHOICES: PlayerChoices = { kind: null, registers: true, decisions: {} };

/** What the page answers until a person answers otherwise. A club that never chose its zone has UTC. */
const firstAnswers = (): Partial<Answers> => ({
  timezone: clubZone() === 'UTC' ? new Intl.DateTimeFormat().resolvedOptions().timeZone : clubZone(),
});
/** A list of matches says itself what their sessions are. */
const OF_TABLES: Partial<Answers> = { sessions: { name: null, isByDay: true } };

/** @throws {ImportFault} for a file that cannot be read */
export async function openFirst(file: File): Promise<Opened> {
  const source = sourceOf(file);
  const importing = await Import.open(source, { answers: firstAnswers() });
  const { file: facts, plan } = importing;
  if (plan !== null) importing.answer(OF_TABLES);
  const earlier = await openImportOf(bandeja(), facts);
  if (earlier !== null) {
    const players = { ...NO_CHOICES, ...keptReading(earlier).players };
    return { importing: await Import.resume(source, earlier), earlier, like: null, players };
  }
  const last = answerAsBefore(importing);
  return { importing, earlier: null, like: last?.name ?? null, players: last?.players ?? NO_CHOICES };
}

/** Opens the file in another way. @throws {ImportFault} for a file that cannot be read */
export const openAs = async (file: File, { sheet, encoding, answers }: OpenedAs): Promise<Import> =>
  await Import.open(sourceOf(file), { sheet, encoding, answers: { ...answers, meanings: null } });

/** Whether an open import keeps the answers of its file. Rows are then read with these, or not at all. */
export const keepsAnswers = (stored: Api.Import): boolean => keptReading(stored).answers !== undefined;

/** What was chosen for a file. */
interface Choices {
  readonly name: string;
  readonly headers: string;
  readonly answers: Answers;
  readonly players: PlayerChoices;
}

/** Of the last file of this visit. A corrected file has the same columns. */
let lastChoices: Choices | null = null;

export function keepChoices(importing: Import, players: PlayerChoices): void {
  const { file, answers } = importing;
  lastChoices = { name: file.name, headers: headersOf(importing), answers, players };
}

const headersOf = ({ columns }: Import): string => JSON.stringify(columns.map(({ name }) => name));

/** Answers as for the last file, if this one has its columns and contradicts none of the answers. */
function answerAsBefore(importing: Import): Choices | null {
  const { answers } = importing;
  if (lastChoices === null || importing.plan === null || lastChoices.headers !== headersOf(importing)) return null;
  importing.answer(lastChoices.answers);
  try {
    void importing.questions;
    return lastChoices;
  } catch (error) {
    if (!(error instanceof ImportFault)) throw error;
    importing.answer(answers);
    return null;
  }
}
