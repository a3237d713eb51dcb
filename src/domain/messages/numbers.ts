/** How numbers are written in sentences, by locale. */

/** Writes numbers. What `Intl.NumberFormat` and the styles below have in common. */
export interface NumberWriter {
  readonly format: (value: number) => string;
}

type Style = (locale: string) => NumberWriter;

/** A minus that is as wide as a plus, as people write it. */
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
  /** Expected counts: whole from 10 on, below with one decimal. */
  about: (locale) =>
    intl(locale, { maximumFractionDigits: 0, maximumSignificantDigits: 2, roundingPriority: 'morePrecision' }),
  /** Expected counts beside what came, to a tenth. */
  tenth: (locale) => intl(locale, { maximumFractionDigits: 1 }),
  /** Shares of games: 57 %. */
  share: (locale) => intl(locale, { style: 'percent' }),
  /** The same to a tenth, where two of them would look alike: 54.6 %. */
  share_tenth: (locale) => intl(locale, { style: 'percent', minimumFractionDigits: 1, maximumFractionDigits: 1 }),
  /** Probabilities: 42 %, and near the ends 0.3 % and 99.6 %, since nothing is told to be certain. */
  chance: (locale) => {
    const whole = intl(locale, { style: 'percent' });
    const tenth = intl(locale, { style: 'percent', maximumFractionDigits: 1 });
    return { format: (value) => (value < 0.01 || value > 0.99 ? tenth : whole).format(value) };
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
