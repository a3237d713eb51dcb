import { NAME_ABBREVIATIONS } from '@bandeja/contract/name-words';
import nicknames from '../words/nicknames.json' with { type: 'json' };

/** Nickname → full given names, each of one or several words, in the form of keys. */
const fullNames = new Map<string, string[]>();
for (const [name, texts] of Object.entries(nicknames)) {
  for (const nickname of texts.split(', ')) fullNames.set(nickname, [...(fullNames.get(nickname) ?? []), name]);
}

/** The names that a name may mean, if its first word is a nickname or one of its words an abbreviation. Not the name itself. */
export function spelledOut(key: string): readonly string[] {
  const words = key.split(' ').map((word) => NAME_ABBREVIATIONS[word] ?? word);
  const [first = '', ...others] = words;
  const forms = [first, ...(fullNames.get(first) ?? [])].map((given) => [given, ...others].join(' '));
  return forms.filter((form) => form !== key);
}
