/** Sentences as they come out, for those who review them. */
import { catalog } from './catalog/index.ts';
import type { Language } from './languages.ts';
import type { Kind, Message } from './message.ts';
import { compiledText, type MessageCode } from './say.ts';

const SAMPLES: Readonly<Record<Exclude<Kind, readonly string[]>, readonly (number | string)[]>> = {
  whole: [0, 1, 42],
  decimal: [17.5],
  share: [0.4213, 0.5714],
  name: ['Ana García'],
};

type Values = Readonly<Record<string, string | number>>;

/** Values that show every form of a sentence: each word of its lists, and the plurals. */
export function sampleValues(code: MessageCode): Values[] {
  const { values } = catalog[code] as Message;
  let rows: Values[] = [{}];
  // Two shares of a sentence are told apart.
  let shares = 0;
  for (const [name, kind] of Object.entries(values)) {
    const samples = typeof kind === 'string' ? SAMPLES[kind] : kind;
    const shown = kind === 'share' ? [samples[shares++ % samples.length] ?? 0] : samples;
    rows = rows.flatMap((row) => shown.map((sample) => ({ ...row, [name]: sample })));
  }
  return rows;
}

/** What a message says, in each form that differs. */
export function exampleTexts(code: MessageCode, language: Language): string[] {
  const text = compiledText(code, language);
  return [...new Set(sampleValues(code).map((values) => text.format(values) as string))];
}
