import type { Api } from '@bandeja/client';

/** Why an entry of a batch was refused: each broken rule with its place, otherwise the sentence. */
export function whyOf({ error }: { readonly error: Api.EntryError | null }): string | null {
  if (error === null) return null;
  const rules = error.errors.map(({ pointer = '', detail }) => `${pointer} ${detail}`);
  return rules.length > 0 ? rules.join('; ') : error.detail;
}
