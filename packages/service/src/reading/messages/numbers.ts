/** How numbers are written in sentences, by locale. */
import { shownCount } from '@bandeja/contract/rounding';

/** Writes numbers. What `Intl.NumberFormat` and the styles below have in common. */
export interface NumberWriter {
  readonly format: (value: number) => string;
}

/** No result is called certain. */
const CHANCE_MIN = 0.001;
const CHANCE_MAX = 0.999;

type Style = (locale: string) => NumberWriter;

/** With the typographic minus, U+2212. */
const withMinus = (written: string): string => written.replace('-', '−');

function intl(locale: string, options: Intl.NumberFormatOptions): NumberWriter {
  const format = new Intl.NumberFormat(locale, options);
  return { format: (value) => withMinus(format.format(value)) };
}

/**
 * The styles that a text may name: `{expected, number, about}`. Without one a number is written in full, in groups of three where
 * the language does so.
 */
export const numberStyles = {
  /** Scores, which are never grouped: 1955. */
  score: (locale) => intl(locale, { useGrouping: false }),
  /** Changes of a score: +24, −7, 0. */
  signed: (locale) => intl(locale, { signDisplay: 'exceptZero', useGrouping: false }),
  /** The size of a change where a word beside it tells the direction: 24. */
  unsigned: (locale) => intl(locale, { signDisplay: 'never', useGrouping: false }),
  /** Expected counts: whole from 10 on, below with one decimal. */
  about: (locale) => {
    const tenth = intl(locale, { maximumFractionDigits: 1 });
    return { format: (value) => tenth.format(shownCount(value)) };
  },
  /** Expected counts beside what came, to a tenth. */
  tenth: (locale) => intl(locale, { maximumFractionDigits: 1 }),
  /** Shares of games: 57 %. */
  share: (locale) => intl(locale, { style: 'percent' }),
  /** The same to a tenth, where two of them would look alike: 54.6 %. */
  share_tenth: (locale) => intl(locale, { style: 'percent', minimumFractionDigits: 1, maximumFractionDigits: 1 }),
  /** Probabilities: 42 %; near the ends with a decimal, and never less than 0.1 % or more than 99.9 %. */
  chance: (locale) => {
    const whole = intl(locale, { style: 'percent' });
    const tenth = intl(locale, { style: 'percent', maximumFractionDigits: 1 });
    return {
      format: (value) => {
        const chance = Math.min(Math.max(value, CHANCE_MIN), CHANCE_MAX);
        return (chance < 0.01 || chance > 0.99 ? tenth : whole).format(chance);
      },
    };
  },
} as const satisfies Record<string, Style>;

export type NumberStyle = keyof typeof numberStyles;

const written = new Map<string, NumberWriter>();

/** @param style of {@link numberStyles}; left out, the number is written in full */
export function numberWriter(locale: string, style?: NumberStyle): NumberWriter {
  const key = `${locale} ${style ?? ''}`;
  const known = written.get(key);
  if (known !== undefined) return known;
  const writer = style === undefined ? intl(locale, {}) : numberStyles[style](locale);
  written.set(key, writer);
  return writer;
}
