/** Sentences as they come out, for those who review them. */
import { catalog } from './catalog/index.ts';
import { type Language, languages } from './languages.ts';
import type { Kind, Message } from './message.ts';
import { compiledText, type MessageCode } from './say.ts';

type Value = string | number;
type Values = Readonly<Record<string, Value>>;

/** What a value is in examples, by its name, so that a sentence reads as one that could be said. */
const BY_NAME: Values = {
  won: 163,
  played: 369,
  expected: 192.13,
  days: 30,
  value: 57,
  games_in_100: 7,
  games_in_a_row: 5,
  sets_with_run: 12,
  sets: 80,
  service_score: 1955,
  service_score_change: 212,
  uncertainty: 182,
  expected_wins: 17.5,
  actual_wins: 5,
  wins: 18,
  losses: 22,
  first: 1500,
  current: 1684,
  lowest: 1471,
  peak: 1702,
  change: -24,
  date: '1/5',
  from: '1/5/2025',
  to: '1/5/2026',
  score: '6-4 2-3',
  teammate: 'Bea',
  opponents: 'Carla, Dora',
  second: 'Bea',
  names: 'Ana García',
  winners: 'Ana, Bea',
  losers: 'Carla, Dora',
  confidence: '…',
  form: '…',
};
const BY_KIND: Readonly<Record<Exclude<Kind, readonly string[]>, Value>> = {
  whole: 42,
  decimal: 17.5,
  share: 0.4213,
  name: 'Ana García',
};
/** A second share of a sentence differs from the first. */
const OTHER_SHARE = 0.5714;
/** What plurals depend on. */
const COUNTS = [1, 42, 0] as const;

const PLURAL = 6;

type Element = ReturnType<ReturnType<typeof compiledText>['getAst']>[number];

function pluralsIn(elements: readonly Element[]): string[] {
  return elements.flatMap((element) => {
    if (!('options' in element)) return [];
    const inner = Object.values(element.options).flatMap(({ value }) => pluralsIn(value));
    return element.type === PLURAL ? [element.value, ...inner] : inner;
  });
}

/** Values that show every form of a sentence: each word of its lists, and the plurals. */
export function sampleValues(code: MessageCode): Values[] {
  const { values } = catalog[code] as Message;
  const counted = new Set(languages.flatMap((language) => pluralsIn(compiledText(code, language).getAst())));
  let rows: Values[] = [{}];
  for (const [name, kind] of Object.entries(values)) {
    const isSecondShare = kind === 'share' && Object.values(rows[0] ?? {}).includes(BY_KIND.share);
    const one = isSecondShare ? OTHER_SHARE : typeof kind === 'string' ? sampleOf(name, kind) : '';
    const samples: readonly Value[] = typeof kind !== 'string' ? kind : counted.has(name) ? COUNTS : [one];
    rows = rows.flatMap((row) => samples.map((sample) => ({ ...row, [name]: sample })));
  }
  return rows;
}

function sampleOf(name: string, kind: keyof typeof BY_KIND): Value {
  const [named, usual] = [BY_NAME[name], BY_KIND[kind]];
  return named !== undefined && typeof named === typeof usual ? named : usual;
}

/** What a message says, in each form that differs. */
export function exampleTexts(code: MessageCode, language: Language): string[] {
  const text = compiledText(code, language);
  return [...new Set(sampleValues(code).map((values) => text.format(values) as string))];
}
