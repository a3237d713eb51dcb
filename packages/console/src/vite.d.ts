declare module '*.css';

/** Made by `scripts/console-texts.ts`. */
declare module 'virtual:texts' {
  import type { Text } from '@bandeja/messages/format';

  export const languages: Readonly<Record<string, { readonly name: string; readonly formats: string }>>;

  interface Texts {
    readonly tables: Readonly<Record<string, Readonly<Record<string, Text>>>>;
  }
  /** The texts of a page; `first` is what the first page needs. */
  export const load: (name: string, language: string) => Promise<Texts>;
}
