import type { RowResult } from '@bandeja/importer/results';
import type { Ask } from '@bandeja/importer/settle';
import type { Source } from '@bandeja/importer/source';
import type { Translate } from '@bandeja/importer/translate';
import type { ProgressDisplay } from '../progress.ts';
import type { Terminal } from '../terminal.ts';
import { warnedText } from './summary-text.ts';

/** Yes in the languages of the files. */
export const YES = /^(y|yes|s|si|sí|sim|o|oui)$/i;

/** Shows rows with warnings, and asks whether to send them. The others are sent anyway. */
export async function confirmWarned(
  warned: readonly RowResult[],
  { rowName }: Pick<Source, 'rowName'>,
  display: ProgressDisplay,
  terminal: Terminal,
  ask: Ask,
  translate: Translate,
): Promise<boolean> {
  display.clear();
  terminal.err(warnedText(warned, rowName, translate));
  const question = warned.length === 1 ? 'Send this row anyway? [y/N] ' : 'Send these rows anyway? [y/N] ';
  return YES.test(await ask(question));
}
