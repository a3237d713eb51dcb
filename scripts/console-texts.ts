/** The texts of the web console for its build: parsed, and divided into a file for each page and language. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { languagesIn, type TextsByCode, textsOf } from '@bandeja/messages/catalogue';
import { pageOf } from '@bandeja/messages/pages';
import { parseText } from '@bandeja/messages/parse';
import type { Plugin } from 'vite';

const IMPORT = /(?:^|\n)(?:import|export)\s(?!type\b)[^;'"]*?'(\.[^']+\.tsx?)'|\bimport\('(\.[^']+)'\)/g;
/** `texts('console.plan.setup')`, `formatOf('fault', 'warning')` */
const TABLES = /\b(?:texts|formatOf)\(\s*((?:'[\w.]+',?\s*)+)\)/g;

/** The tables of a module and of those that it imports. @param lazily whether also those that it imports when they are needed */
function tablesFrom(file: string, lazily: boolean, seen = new Set<string>()): string[] {
  if (seen.has(file)) return [];
  seen.add(file);
  const source = readFileSync(file, 'utf8');
  const own = [...source.matchAll(TABLES)].flatMap(([, list]) => list?.match(/[\w.]+/g) ?? []);
  const imported = [...source.matchAll(IMPORT)].flatMap(([, now, later]) => now ?? (lazily ? later : undefined) ?? []);
  return [...own, ...imported.flatMap((path) => tablesFrom(join(dirname(file), path), lazily, seen))];
}

const MODULE = 'virtual:texts';
const LOCALES = fileURLToPath(new URL('../packages/messages/locales', import.meta.url));
/** The module that chooses the language. */
export const LANGUAGE = fileURLToPath(new URL('../packages/console/src/language.ts', import.meta.url));

/** The texts of one built page. */
export class ConsoleTexts {
  readonly languages: readonly string[];
  readonly #prefix: string;
  readonly #texts: ReadonlyMap<string, TextsByCode>;
  /** By the name of the file: `first`, or a page that is loaded later. */
  readonly #tables: ReadonlyMap<string, readonly string[]>;
  readonly #first: ReadonlySet<string>;

  /** @param entry the module that the page begins with @param locales a folder of languages, instead of that of the repository */
  constructor(page: string, entry: string, locales?: string) {
    this.languages = languagesIn(locales);
    this.#texts = new Map(this.languages.map((language) => [language, textsOf(language, locales)]));
    this.#first = new Set(tablesFrom(entry, false));
    const later = new Set(tablesFrom(entry, true)).difference(this.#first);
    this.#tables = new Map([['first', [...this.#first]], ...Map.groupBy(later, pageOf)]);
    const version = createHash('sha256').update(JSON.stringify([...this.#texts, ...this.#tables]));
    this.#prefix = `assets/texts-${page}-${version.digest('base64url').slice(0, 8)}`;
  }

  #fileName(name: string, language: string): string {
    return `${this.#prefix}-${name}-${language}.js`;
  }

  /** The files that the page loads in a language, with these parts of it. @param parts modules that it loads later */
  filesOf(language: string, parts: readonly string[] = []): string[] {
    const later = new Set(parts.flatMap((part) => tablesFrom(part, false))).difference(this.#first);
    return ['first', ...new Set([...later].map(pageOf))].map((name) => this.#fileName(name, language));
  }

  plugin(): Plugin {
    const fileName = (name: string, language: string): string => this.#fileName(name, language);
    const [languages, tables, textsIn] = [this.languages, this.#tables, this.#textsIn.bind(this)];
    return {
      name: 'console-texts',
      resolveId: (id) => (id === MODULE ? `\0${MODULE}` : null),
      load: (id) => (id === `\0${MODULE}` ? this.#module() : null),
      // Vite would wrap an import in a function that preloads other files.
      renderChunk: (code) => code.replace('BUILT_IMPORT(', 'import('),
      // The texts then load beside the code of the page, not after it.
      transformIndexHtml: {
        order: 'post',
        handler(html, { bundle = {} }) {
          const isChooser = (file: (typeof bundle)[string]): boolean =>
            file.type === 'chunk' && file.moduleIds.includes(LANGUAGE);
          const src = `/console/${Object.values(bundle).find(isChooser)?.fileName}`;
          const preload = `  <link rel="modulepreload" crossorigin href="${src}">\n`;
          const attrs = { type: 'module', async: true, crossorigin: true, src };
          return { html: html.replace(preload, ''), tags: [{ tag: 'script', attrs, injectTo: 'head' }] };
        },
      },
      generateBundle() {
        for (const language of languages) {
          for (const name of tables.keys()) {
            const source = `export const tables = ${JSON.stringify(textsIn(name, language))};\n`;
            this.emitFile({ type: 'asset', fileName: fileName(name, language), source });
          }
        }
      },
    };
  }

  #module(): string {
    return `${languagesModule(this.#texts)}
export const load = (name, language) => BUILT_IMPORT(\`/console/${this.#prefix}-\${name}-\${language}.js\`);`;
  }

  #textsIn(name: string, language: string): object {
    return tablesOf(this.#texts.get(language) ?? {}, this.#tables.get(name) ?? []);
  }
}

const languagesModule = (texts: ReadonlyMap<string, TextsByCode>): string => {
  const names = [...texts].map(([language, of]) => [
    language,
    { name: of['language.name'] ?? language, formats: of['language.formats'] ?? language },
  ]);
  return `export const languages = ${JSON.stringify(Object.fromEntries(names))};`;
};

const tableOf = (code: string): string => code.slice(0, code.lastIndexOf('.'));

function tablesOf(texts: TextsByCode, tables: readonly string[]): object {
  const parsed = tables.map((table) => {
    const rows = Object.entries(texts).filter(([code]) => tableOf(code) === table);
    return [table, Object.fromEntries(rows.map(([code, text]) => [code.slice(table.length + 1), parseText(text)]))];
  });
  return Object.fromEntries(parsed);
}

/** For a server of the sources: a module for each language has all its texts, and pages load again when they change. */
export function textsInDevelopment(): Plugin {
  const languages = languagesIn();
  return {
    name: 'console-texts',
    resolveId: (id) => (id.startsWith(MODULE) ? `\0${id}` : null),
    load(id) {
      if (!id.startsWith(`\0${MODULE}`)) return null;
      for (const language of languages) this.addWatchFile(join(LOCALES, `${language}.json`));
      const language = id.slice(MODULE.length + 2);
      if (language !== '') {
        const texts = textsOf(language);
        return `export const tables = ${JSON.stringify(tablesOf(texts, [...new Set(Object.keys(texts).map(tableOf))]))};`;
      }
      const imports = languages.map((one) => `${JSON.stringify(one)}: () => import('${MODULE}/${one}')`);
      return `${languagesModule(new Map(languages.map((one) => [one, textsOf(one)])))}
const files = { ${imports.join(', ')} };
export const load = (_name, language) => files[language]();`;
    },
  };
}
