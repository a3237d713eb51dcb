/** The files of the catalogue, for Node and for the build of the console. */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fallbacksOf, type Language } from './languages.ts';

/** Beside the code, in the repository and in the package of the command. */
const FOLDER = join(import.meta.dirname, '../locales');

export type TextsByCode = Readonly<Record<string, string>>;

const readJson = (path: string): TextsByCode => JSON.parse(readFileSync(path, 'utf8')) as TextsByCode;

/** The languages that have a file. */
export const languagesIn = (folder = FOLDER): Language[] =>
  readdirSync(folder)
    .filter((name) => /^[a-z]{2,3}(-\w+)*\.json$/.test(name))
    .map((name) => basename(name, '.json'))
    .toSorted();

export const readLanguage = (language: Language, folder = FOLDER): TextsByCode =>
  readJson(join(folder, `${language}.json`));

/** Explanations for translators, in English, by a code or its beginning. */
export const readNotes = (folder = FOLDER): TextsByCode => readJson(join(folder, 'en.notes.json'));

/** The languages by their own names, as a person chooses them. */
export const languageNames = (folder = FOLDER): Readonly<Record<Language, string>> =>
  Object.fromEntries(
    languagesIn(folder).map((language) => [language, readLanguage(language, folder)['language.name'] ?? language]),
  );

/** All texts of a language. Those that it lacks are in the next one of its fallbacks. */
export function textsOf(language: Language, folder = FOLDER): TextsByCode {
  const chain = fallbacksOf(language, languagesIn(folder)).toReversed();
  return Object.assign({}, ...chain.map((one) => readLanguage(one, folder)));
}
