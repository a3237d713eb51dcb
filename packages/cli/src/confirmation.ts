import type { Call } from './command.ts';
import { wrongUse } from './exit.ts';

/**
 * Confirms a change: asks on a terminal; elsewhere `--yes` is needed.
 * @param reason why it has to be confirmed, as a sentence
 * @param question asked on a terminal; a function may first read and show what would change
 * @throws {CommandFailure} without a confirmation
 */
export async function requireConfirmation(
  { options, context: { terminal } }: Call<{ readonly yes?: boolean }>,
  reason: string,
  question: string | (() => Promise<string>),
): Promise<void> {
  if (options.yes) return;
  const { confirm } = terminal;
  if (confirm === null) throw wrongUse(`${reason} Give --yes to confirm it without a terminal.`);
  if (!(await confirm(typeof question === 'string' ? question : await question())))
    throw wrongUse('Nothing was changed.');
}
