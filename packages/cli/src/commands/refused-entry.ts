import { type JsonObject, objectOf, objectsOf, textOf } from '../json-value.ts';

/** Why an entry of a batch was refused: each broken rule with its place, else the sentence. */
export function whyOf({ error }: JsonObject): string | null {
  const { detail, errors } = objectOf(error);
  const rules = objectsOf(errors).map((rule) => `${textOf(rule['pointer']) ?? ''} ${textOf(rule['detail']) ?? ''}`);
  return rules.length > 0 ? rules.join('; ') : textOf(detail);
}
