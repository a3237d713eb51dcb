/** Questions to the person at the terminal. */
import { fileFault } from './file-fault.ts';

/** Asks the person at the terminal; gives the line that was typed, trimmed. */
export type Ask = (question: string) => Promise<string>;

const TRIES = 3;

/** Asks until the answer can be used. @param why why an answer cannot be used */
export async function askFor<T>(
  ask: Ask,
  question: string,
  read: (text: string) => T | null,
  why = 'This is not one of the answers.',
): Promise<T> {
  let refusal = '';
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const text = await ask(`${refusal}${question}`);
    const answer = read(text);
    if (answer !== null) return answer;
    refusal = `“${text}”: ${why}\n`;
  }
  throw fileFault(
    `After ${TRIES} answers, this question is still open: ${question.trim()} The options of bandeja import --help answer it, too.`,
  );
}
