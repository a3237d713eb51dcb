/** Example sentences for the reviewers of the messages. */
import { catalog } from './catalog/catalog.ts';
import { compiledText, type MessageCode } from './format.ts';
import { type Language, languages } from './languages.ts';
import type { Kind, Message } from './message.ts';

type Value = string | number;
type Values = Readonly<Record<string, Value>>;

/** Example values by name. They make each sentence plausible. */
const BY_NAME: Values = {
  won: 163,
  played: 369,
  expected: 192.13,
  days: 30,
  value: 57,
  games_in_100: 7,
  games_in_a_row: 5,
  opening_games: 3,
  games_from_set: 1,
  games_apart_max: 2,
  games_apart_min: 4,
  games_ahead: 3,
  sets_with_run: 12,
  sets: 80,
  service_score: 1955,
  stated_level: 3.5,
  service_score_change: 212,
  uncertainty: 182,
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
/** A sentence with two shares shows two different ones. */
const OTHER_SHARE = 0.5714;
/** Counts that cover every plural form. */
const COUNTS = [1, 18, 42] as const;
const COUNTS_WITH_ZERO = [...COUNTS, 0] as const;

/** Values for one sentence, where the general ones would describe something impossible. */
const BY_CODE: Readonly<Record<string, Readonly<Record<string, readonly Value[]>>>> = {
  'headline.first_matches': { matches: [1, 7], matches_needed: [3] },
  'headline.as_expected': { matches: [42] },
  'night.first_session': { matches: [1, 3] },
  'explanation.margin_near': { expected_share: [0.5462], share: [0.5454] },
  'insight.runs_conceded': { expected: [6.4] },
  'poster.totals': { matches: [1, 12], players: [4] },
  'poster.pair_record': { played: [3, 42] },
  'poster.winners': { players: [1, 2] },
  'poster.upset_chance': { winner_probability: [0.2417] },
};

/** The expected share of matches won. */
const EXPECTED_SHARE = 0.417;

/** Sets the values that depend on other values of the same sentence. */
function withDependentValues(row: Values): Values {
  const total = row['matches'] ?? row['played'];
  return {
    ...row,
    ...('expected_wins' in row && { expected_wins: Math.round(Number(total) * EXPECTED_SHARE * 10) / 10 }),
    ...(row['draw_was'] === 'less' && { win_probability: OTHER_SHARE }),
    ...(row['draw_was'] === 'as_expected' && { win_probability: 0.5049 }),
    ...('players' in row && 'names' in row && { names: row['players'] === 1 ? 'Ana' : 'Ana, Bea' }),
  };
}

/** Whether the numbers of a sentence agree with each other and with its words. */
function isPossible(row: Values): boolean {
  const [total = Number.POSITIVE_INFINITY, draws = 0] = [row['matches'] ?? row['played'], row['draws']].map(
    (value) => value as number | undefined,
  );
  const won = Number(row['won'] ?? row['actual_wins'] ?? 0);
  if (won + draws > total) return false;
  const beyond = won + draws / 2 - Number(row['expected_wins'] ?? won);
  if (row['compared'] === 'ahead' || 'actual_wins' in row) return beyond > 0;
  if (row['compared'] === 'behind') return beyond < 0;
  if (row['compared'] === 'at_rating') return Math.abs(beyond) < 2;
  const change = Number(row['service_score_change']);
  return !('moved' in row && 'service_score_change' in row) || SIGN_OF[String(row['moved'])] === Math.sign(change);
}

const SIGN_OF: Readonly<Record<string, number>> = { up: 1, down: -1, not: 0 };

/** The type of a plural in the parsed message: `TYPE.plural` of `@formatjs/icu-messageformat-parser`. */
const PLURAL = 6;

type Element = ReturnType<ReturnType<typeof compiledText>['getAst']>[number];

interface Plural {
  readonly name: string;
  /** Whether zero has its own words. */
  readonly hasZero: boolean;
}

function pluralsIn(elements: readonly Element[]): Plural[] {
  return elements.flatMap((element) => {
    if (!('options' in element)) return [];
    const inner = Object.values(element.options).flatMap(({ value }) => pluralsIn(value));
    return element.type === PLURAL ? [{ name: element.value, hasZero: '=0' in element.options }, ...inner] : inner;
  });
}

/** Values that produce every form of a sentence: each word of its lists and each plural. */
export function sampleValues(code: MessageCode): Values[] {
  const { values } = catalog[code] as Message;
  const plurals = languages.flatMap((language) => pluralsIn(compiledText(code, language).getAst()));
  const countsOf = (name: string): readonly Value[] | undefined => {
    const found = plurals.filter((plural) => plural.name === name);
    if (found.length === 0) return undefined;
    return found.some(({ hasZero }) => hasZero) ? COUNTS_WITH_ZERO : COUNTS;
  };
  let rows: Values[] = [{}];
  for (const [name, kind] of Object.entries(values)) {
    const isSecondShare = kind === 'share' && Object.values(rows[0] ?? {}).includes(BY_KIND.share);
    const one = isSecondShare ? OTHER_SHARE : typeof kind === 'string' ? sampleOf(name, kind) : '';
    const samples: readonly Value[] =
      BY_CODE[code]?.[name] ?? (typeof kind !== 'string' ? kind : (countsOf(name) ?? [one]));
    rows = rows.flatMap((row) => samples.map((sample) => ({ ...row, [name]: sample })));
  }
  return rows.map(withDependentValues).filter(isPossible);
}

function sampleOf(name: string, kind: keyof typeof BY_KIND): Value {
  const [named, usual] = [BY_NAME[name], BY_KIND[kind]];
  return named !== undefined && typeof named === typeof usual ? named : usual;
}

/** The different texts that a message produces for its sample values. */
export function exampleTexts(code: MessageCode, language: Language): string[] {
  const text = compiledText(code, language);
  return [...new Set(sampleValues(code).map((values) => text.format(values) as string))];
}
