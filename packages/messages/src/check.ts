/** What is wrong with the files of the catalogue, in sentences for translators. */
import { languagesIn, readLanguage, readNotes, type TextsByCode } from './catalogue.ts';
import type { Text } from './format.ts';
import { DEFAULT_LANGUAGE, type Language } from './languages.ts';
import { type Plural, parseText, pluralsIn, valuesIn } from './parse.ts';

/** @param folder of the files of languages */
export function faultsOf(folder?: string): string[] {
  const english = readLanguage(DEFAULT_LANGUAGE, folder);
  const codes = Object.keys(english);
  const strange = Object.keys(readNotes(folder)).filter(
    (name) => !codes.some((code) => code === name || code.startsWith(`${name}.`)),
  );
  return [
    ...strange.map((name) => `en.notes.json: ${name} is not in en.json`),
    ...languagesIn(folder).flatMap((language) => faultsOfLanguage(language, readLanguage(language, folder), english)),
  ];
}

function faultsOfLanguage(language: Language, texts: TextsByCode, english: TextsByCode): string[] {
  const file = `${language}.json`;
  const [codes, expected] = [Object.keys(texts), Object.keys(english)];
  const missing = expected.filter((code) => !(code in texts)).map((code) => `${file}: ${code} is missing`);
  const strange = codes.filter((code) => !(code in english)).map((code) => `${file}: ${code} is not in en.json`);
  const misplaced = codes.find((code, index) => code !== expected[index]);
  const order = misplaced === undefined ? [] : [`${file}: ${misplaced} is not at the place that it has in en.json`];
  const faults = expected.flatMap((code) => {
    const [text, source] = [texts[code], english[code]];
    if (text === undefined || source === undefined) return [];
    return faultsOfText(text, source, texts['language.formats'] ?? language).map(
      (fault) => `${file}: ${code} ${fault}`,
    );
  });
  return [...missing, ...strange, ...(missing.length + strange.length === 0 ? order : []), ...faults];
}

const listed = (text: Text): string =>
  [...valuesIn(text)].map(([name, kind]) => `${name}: ${typeof kind === 'string' ? kind : kind.join('|')}`).join(', ');

function faultsOfText(text: string, source: string, locale: string): string[] {
  if (text.trim() !== text || text === '') return ['is empty or has spaces around it'];
  try {
    const [parsed, english] = [parseText(text), parseText(source)];
    const [own, wanted] = [listed(parsed), listed(english)];
    const detail = valuesIn(parsed).has('detail') ? ['shows {detail}, a sentence of the service in English'] : [];
    const values = own === wanted ? [] : [`has the values (${own}); in en.json they are (${wanted})`];
    return [
      ...detail,
      ...values,
      ...pluralsIn(parsed).flatMap((plural) => faultsOfPlural(plural, pluralsIn(english), locale)),
    ];
  } catch (error) {
    return [`cannot be read: ${(error as Error).message}`];
  }
}

/** Counts are below this. The Spanish and Portuguese “many” begins at a million. */
const COUNT_MAX = 10_000;

/** Whether it has the same words for every count, such as “{n} min”. */
const isInvariable = ({ cases }: Plural): boolean => cases.every((one) => one === 'other' || one.startsWith('='));

function faultsOfPlural(plural: Plural, sources: readonly Plural[], locale: string): string[] {
  const { name, cases } = plural;
  if (isInvariable(plural) && sources.filter((one) => one.name === name).every(isInvariable)) return [];
  const rules = new Intl.PluralRules(locale);
  const needed = new Set<string>();
  for (let count = 0; count < COUNT_MAX; count++) if (!cases.includes(`=${count}`)) needed.add(rules.select(count));
  const unknown = cases.filter((one) => !/^=\d+$/.test(one) && one !== 'other' && !needed.has(one));
  return [
    ...[...needed].filter((one) => !cases.includes(one)).map((one) => `has no “${one}” for {${name}}`),
    ...unknown.map((one) => `has “${one}” for {${name}}, which no count of this language is`),
  ];
}
