/** The texts of the console in the language of this browser. They are loaded with the page that shows them. */

import { languages, load } from 'virtual:texts';
import { formatterOf, type Text, type ValuesByName } from '@bandeja/messages/format';
import { chooseLanguage, type Language } from '@bandeja/messages/languages';
import type { Format, KeyOf, Table, Texts } from '@bandeja/messages/message';
import { pageOf } from '@bandeja/messages/pages';

export type { Language };

const STORED = 'bandeja.language';

/** Null if the browser stores nothing for this address. */
function storage(): Storage | null {
  try {
    return localStorage;
  } catch {
    return null;
  }
}

/** The languages of the console by their own names. */
export const languageNames: readonly (readonly [language: string, name: string])[] = Object.entries(languages).map(
  ([language, { name }]) => [language, name],
);

/** Fixed until the page is loaded again. */
export const language = chooseLanguage(
  [storage()?.getItem(STORED) ?? '', ...navigator.languages],
  Object.keys(languages),
);
/** The tag of its numbers and dates. */
export const locale = languages[language]?.formats ?? language;
document.documentElement.lang = language;

/** Whether `Intl` takes it. Chromium on Linux without a language names one that it does not take: `en-US@posix`. */
function isTag(name: string): boolean {
  try {
    return Intl.getCanonicalLocales(name).length > 0;
  } catch {
    return false;
  }
}

// The library of the chart formats by it, and could not be loaded.
if (!isTag(navigator.language)) Object.defineProperty(navigator, 'language', { value: locale });

export function changeLanguage(to: string): void {
  storage()?.setItem(STORED, to);
  location.reload();
}

const format = formatterOf(locale);
/** The texts that are loaded, by table and key. */
const loaded: Record<string, Readonly<Record<string, Text>>> = {};
/** The tables of the modules that are loaded. */
const opened = new Set<string>();

async function loadFile(name: string): Promise<void> {
  Object.assign(loaded, (await load(name, language)).tables);
}

// The modules of the page need these texts. They are loaded while the rest of the page is.
const first = loadFile('first');

/** Loads the texts of the modules that have been loaded. Texts are shown only after that. */
export async function loadTexts(): Promise<void> {
  await first;
  const missing = [...opened].filter((table) => loaded[table] === undefined).map(pageOf);
  await Promise.all([...new Set(missing)].map(loadFile));
}

/** A part of the console that is loaded when it is needed, with its texts. */
export async function withTexts<Module>(module: Promise<Module>): Promise<Module> {
  const imported = await module;
  await loadTexts();
  return imported;
}

export interface TextsOf<T extends Table> extends Texts<T> {
  has(key: string): key is KeyOf<T>;
}

function textOf(table: string, key: string): Text | undefined {
  const known = loaded[table];
  if (known === undefined) throw new Error(`the texts of ${table} are not loaded`);
  return known[key];
}

/** A key that only a newer service sends is shown unchanged. */
const formatText = (table: string, key: string, values: ValuesByName | undefined): string =>
  format(textOf(table, key) ?? key, values);

/** Formats texts of a table by their keys. */
export function texts<const T extends Table>(table: T): TextsOf<T>;
export function texts(table: string): unknown {
  opened.add(table);
  const format = (key: string, values?: ValuesByName): string => formatText(table, key, values);
  return Object.assign(format, { has: (key: string) => textOf(table, key) !== undefined });
}

/** Formats texts of these tables by their whole codes. */
export function formatOf(...tables: readonly Table[]): Format {
  for (const table of tables) opened.add(table);
  return (code, ...values: readonly [values?: ValuesByName]) => {
    const at = code.lastIndexOf('.');
    return formatText(code.slice(0, at), code.slice(at + 1), values[0]);
  };
}
