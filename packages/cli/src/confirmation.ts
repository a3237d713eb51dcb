import type { Call } from './command.ts';
import { wrongUse } from './exit.ts';

/**
 * Confirms a change that cannot be taken back: asks on a terminal; elsewhere `--yes` is needed.
 * @param what why it has to be confirmed, as a sentence
 * @param question asked on a terminal; a function may first read and show what would change
 * @throws {CommandFailure} without a confirmation
 */
export async function requireConfirmation(
  { options, context: { terminal } }: Call<{ readonly yes?: boolean }>,
  what: string,
  question: string | (() => Promise<string>),
): Promise<void> {
  if (options.yes) return;
  const { confirm } = terminal;
  if (confirm === null) throw wrongUse(`${what} Give --yes to confirm it without a terminal.`);
  if (!(await confirm(typeof question === 'string' ? question : await question())))
    throw wrongUse('Nothing was changed.');
}
