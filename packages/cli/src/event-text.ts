import { type JsonObject, objectOf, textOf } from './json-value.ts';

/** The match or the player that an event is about, by the name that its partner knows. */
export function subject({ data }: JsonObject): string | null {
  const { match, username, profile_id: id } = objectOf(data);
  return match === undefined ? textOf(username ?? id) : textOf(objectOf(match)['external_ref']);
}

export function what({ data }: JsonObject): string | null {
  const { match, service_score_before: before, service_score_after: after } = objectOf(data);
  if (match !== undefined) return `revision ${objectOf(match)['revision']}`;
  return before === undefined ? null : `${before} → ${after}`;
}
