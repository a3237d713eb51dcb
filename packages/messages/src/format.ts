/** Formats texts that were parsed. Nothing here knows the syntax of ICU MessageFormat. */

/** A parsed text (`parse.ts`). */
export type Text = string | readonly Part[];

export type Part =
  | string
  /** A value that is shown unchanged. */
  | { readonly text: string }
  | { readonly number: string }
  /** Words that agree with a number: `=0`, or a category of `Intl.PluralRules`. */
  | { readonly plural: string; readonly cases: Cases }
  /** Words that a value chooses. */
  | { readonly select: string; readonly cases: Cases };

export type Cases = Readonly<Record<string, Text>>;
export type ValuesByName = Readonly<Record<string, string | number>>;

/** Formats texts in one language. @param locale the tag of its numbers and plurals */
export function formatterOf(locale: string): (text: Text, values?: ValuesByName) => string {
  const [numbers, plurals] = [new Intl.NumberFormat(locale), new Intl.PluralRules(locale)];

  function show(part: Part, values: ValuesByName): string {
    if (typeof part === 'string') return part;
    if ('text' in part) return String(values[part.text]);
    if ('number' in part) return numbers.format(Number(values[part.number]));
    if ('select' in part) return format(caseOf(part.cases, String(values[part.select])), values);
    const count = Number(values[part.plural]);
    return format(caseOf(part.cases, `=${count}`, plurals.select(count)), values);
  }

  const format = (text: Text, values: ValuesByName = {}): string =>
    typeof text === 'string' ? text : text.map((part) => show(part, values)).join('');

  return format;
}

/** The first of these cases that there is. */
function caseOf(cases: Cases, ...names: readonly string[]): Text {
  const name = names.find((one) => Object.hasOwn(cases, one)) ?? 'other';
  return cases[name] ?? '';
}
