/** Asks the person at the terminal what the file leaves open. */
import {
  type Answers,
  type DateOrder,
  type Import,
  isTime,
  isTimezone,
  type Question,
  textOf,
} from '@bandeja/importer';
import type { Format } from '@bandeja/messages';
import { wrongUse } from '../exit.ts';

/** Asks the person at the terminal; gives the line that was typed, trimmed. */
export type Ask = (question: string) => Promise<string>;

const TRIES = 3;
/** Answers that are hardly ever meant as the name of a session. */
const YES_OR_NO = /^(y|yes|s|si|sí|sim|o|oui|n|no|não|nao|non)$/i;

/** In the languages of the texts. */
const DAY = /^(day|día|dia)$/i;

/** Asks until no question is left that a person can answer here. @throws {CommandFailure} if an answer cannot be used */
export async function answerQuestions(importing: Import, ask: Ask, format: Format): Promise<void> {
  for (;;) {
    const question = importing.questions.find((one) => isUnanswered(one, importing.answers));
    if (question === undefined) return;
    importing.answer(await answerTo(question, ask, format));
  }
}

/** Questions about columns, references and encodings are answered with options, or in the file. */
function isUnanswered({ code, isOpen }: Question, answers: Answers): boolean {
  if (code === 'time') return answers.time === null;
  if (code === 'sessions') return answers.sessions === null;
  return isOpen && (code === 'dates' || code === 'timezone' || code === 'scores' || code === 'zero');
}

async function answerTo(question: Question, ask: Ask, format: Format): Promise<Partial<Answers>> {
  const what = textOf(format, question.text);
  const askFor = <T>(
    prompt: string,
    read: (text: string) => T | null,
    why: 'ask.not_an_answer' | 'ask.not_a_session' = 'ask.not_an_answer',
  ) => answered(ask, `${what} ${prompt} `, read, (text) => format(why, { text }), format('ask.still_open'));
  const oneOf = <T extends string>(choices: readonly T[]): Promise<T> =>
    askFor(
      format('ask.choose', { choices: choices.join(' / ') }),
      (text) => choices.find((choice) => choice.toLowerCase() === text.toLowerCase()) ?? null,
    );
  switch (question.code) {
    case 'dates':
      return { dates: await oneOf<DateOrder>(question.orders) };
    case 'scores':
      return { scores: await oneOf(question.counts) };
    case 'zero':
      return { zero: await oneOf<'A' | 'B'>(['A', 'B']) };
    case 'time':
      return { time: await askFor(format('ask.time'), (text) => (text === '' || isTime(text) ? text : null)) };
    case 'timezone': {
      const here = new Intl.DateTimeFormat().resolvedOptions().timeZone;
      return {
        timezone: await askFor(format('ask.timezone', { here }), (text) => {
          if (text === '') return here;
          return isTimezone(text) ? text : null;
        }),
      };
    }
    case 'sessions': {
      const read = (text: string) => (YES_OR_NO.test(text) ? null : text);
      const name = await askFor(format('ask.sessions'), read, 'ask.not_a_session');
      const isByDay = DAY.test(name);
      return { sessions: { name: isByDay || name === '' ? null : name, isByDay } };
    }
    default:
      throw new Error(`${question.code} is not asked at a terminal`);
  }
}

/** Asks until the answer can be used. */
async function answered<T>(
  ask: Ask,
  question: string,
  read: (text: string) => T | null,
  refusal: (text: string) => string,
  open: string,
): Promise<T> {
  let before = '';
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const text = await ask(`${before}${question}`);
    const answer = read(text);
    if (answer !== null) return answer;
    before = `${refusal(text)}\n`;
  }
  throw wrongUse(`${question.trim()} ${open}`);
}
