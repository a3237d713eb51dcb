/** The number formats of sentences, by locale. */
import { shownCount } from '@bandeja/contract/rounding';

/** The part of `Intl.NumberFormat` that the styles below share. */
export interface NumberFormatter {
  readonly format: (value: number) => string;
}

/** No result is shown as certain. */
const CHANCE_MIN = 0.001;
const CHANCE_MAX = 0.999;

type Style = (locale: string) => NumberFormatter;

/** Uses the typographic minus, U+2212. */
const withMinus = (formatted: string): string => formatted.replace('-', '−');

function intl(locale: string, options: Intl.NumberFormatOptions): NumberFormatter {
  const format = new Intl.NumberFormat(locale, options);
  return { format: (value) => withMinus(format.format(value)) };
}

/**
 * The styles that a text may name: `{expected, number, about}`. Without a style, a number is written in full, with the
 * thousands separators of the language.
 */
export const numberStyles = {
  /** Scores, without a thousands separator: 1955. */
  score: (locale) => intl(locale, { useGrouping: false }),
  /** Changes of a score: +24, −7, 0. */
  signed: (locale) => intl(locale, { signDisplay: 'exceptZero', useGrouping: false }),
  /** The size of a change whose direction is in the words: 24. */
  unsigned: (locale) => intl(locale, { signDisplay: 'never', useGrouping: false }),
  /** Expected counts: whole from 10 up, below 10 with one decimal. */
  about: (locale) => {
    const tenth = intl(locale, { maximumFractionDigits: 1 });
    return { format: (value) => tenth.format(shownCount(value)) };
  },
  /** Expected counts that are compared with an actual count, to a tenth. */
  tenth: (locale) => intl(locale, { maximumFractionDigits: 1 }),
  /** Shares of games: 57%. */
  share: (locale) => intl(locale, { style: 'percent' }),
  /** Shares to a tenth, where two of them would look the same in whole percent: 54.6%. */
  share_tenth: (locale) => intl(locale, { style: 'percent', minimumFractionDigits: 1, maximumFractionDigits: 1 }),
  /** Probabilities: 42%. Below 1% and above 99% with one decimal, from 0.1% to 99.9%. */
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

const cache = new Map<string, NumberFormatter>();

/** @param style of {@link numberStyles}; without it, the number is written in full */
export function numberFormatter(locale: string, style?: NumberStyle): NumberFormatter {
  const key = `${locale} ${style ?? ''}`;
  const cached = cache.get(key);
  if (cached !== undefined) return cached;
  const formatter = style === undefined ? intl(locale, {}) : numberStyles[style](locale);
  cache.set(key, formatter);
  return formatter;
}
