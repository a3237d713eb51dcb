import type { Api } from '@bandeja/client';

/** The match or the player that an event is about, by the name that its partner knows. */
export function subject({ data }: Api.Event): string | null {
  if ('match' in data) return data.match.external_ref;
  return 'profile_id' in data ? (data.username ?? data.profile_id) : null;
}

export function what({ data }: Api.Event): string | null {
  if ('match' in data) return `revision ${data.match.revision}`;
  if (!('sequence' in data) || data.service_score_after === null) return null;
  return `${data.service_score_before} → ${data.service_score_after}`;
}
