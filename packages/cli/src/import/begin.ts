import {
  Import,
  ImportFault,
  keptReading,
  type LoadedFile,
  loadFile,
  openImportOf,
  type SourceFile,
} from '@bandeja/importer';
import type { Format } from '@bandeja/messages';
import { printable } from '../terminal.ts';
import { type Ask, answerQuestions } from './answer.ts';
import { goingOnText, resumed } from './going-on.ts';
import { failedBefore } from './print-summary.ts';
import { connect, type Run, rethrow, type Start } from './run.ts';
import { rethrowFault } from './texts.ts';

/**
 * Reads the file, with the choices of its open import if there is one, and asks the open questions.
 * @throws {CommandFailure} for a file that cannot be read, or with an open question
 */
export async function begin(file: SourceFile, start: Start): Promise<Run> {
  const { options, context, ask, format } = start;
  const loaded = await loadFile(file).catch((error: unknown) => rethrowFault(error, format));
  const own = await Import.open(loaded, options).catch((error: unknown) => {
    if (error instanceof ImportFault) return error;
    throw error;
  });
  const { service, earlier } = await findEarlier(loaded, own, start);
  if (earlier === null) {
    if (own instanceof ImportFault) return rethrowFault(own, format);
    await settleQuestions(own, ask, format);
    return { ...start, importing: own, service, earlier, decisions: {}, notes: [] };
  }
  if (own instanceof ImportFault && (options.sheet !== undefined || options.encoding !== undefined))
    return rethrowFault(own, format);
  const known = own instanceof ImportFault ? null : own;
  const before = await resumed(earlier, loaded, known, options, format).catch((error: unknown) =>
    rethrowFault(error, format),
  );
  const { importing } = before;
  const text = goingOnText(earlier, options, format, context.environment.timeZone);
  if (!options.json) context.terminal.err(`${printable(text)}\n`);
  const { answers, players } = keptReading(earlier);
  const { time, sessions } = importing.answers;
  // Rows that were sent were read without them.
  if (answers) importing.answer({ time: time ?? '', sessions: sessions ?? { name: null, isByDay: false } });
  await settleQuestions(importing, ask, format);
  const decisions = players?.decisions ?? {};
  return { ...start, importing, options: before.options, service, earlier, decisions, notes: [text] };
}

/** The service, and the open import of the file. @throws {CommandFailure} if it cannot be found out */
async function findEarlier(file: LoadedFile, own: Import | ImportFault, start: Start) {
  const { format } = start;
  try {
    const service = connect(start);
    return { service, earlier: await openImportOf(service.client, file).catch(rethrow) };
  } catch (error) {
    // A fault of the file can be corrected without the service. A question may be answered by the open import.
    if (own instanceof ImportFault) return rethrowFault(own, format);
    return failedBefore(start, own, error);
  }
}

/** @throws {CommandFailure} for a question that is left open */
async function settleQuestions(importing: Import, ask: Ask | null, format: Format): Promise<void> {
  try {
    if (ask !== null) await answerQuestions(importing, ask, format);
    // Rows without a time are rejected then.
    else if (importing.answers.time === null) importing.answer({ time: '' });
    // Read here, so that a file in doubt is refused before anything is sent.
    importing.rows.at(0);
  } catch (error) {
    rethrowFault(error, format, importing);
  }
}
