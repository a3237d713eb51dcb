import type { Api, Bandeja } from '@bandeja/client';
import { eventTypes } from '@bandeja/contract/event-types';
import type { Option } from 'commander';
import { partnerClient } from './api/client.ts';
import type { Call } from './command.ts';
import { listOption } from './options.ts';

/** While the service is unreachable, a line is printed this often. */
const AWAY_NOTE_MS = 60_000;

/** An option with event types, such as `--event match.completed,match.voided`. */
export const eventTypesOption = (name: string, description: string): Option =>
  listOption(`${name} <type>`, description, eventTypes);

/** The id of the newest event; undefined if there is none. */
export async function latestEventId({ events }: Bandeja): Promise<string | undefined> {
  const { data } = await events.list({ latest: true });
  return data[0]?.id;
}

/** A client that keeps trying, and reports so from time to time. */
export function followingClient(call: Call<object>): Bandeja {
  const { language } = call.context.environment;
  let notedAt = Number.NEGATIVE_INFINITY;
  return partnerClient(
    { ...call.connection, language },
    {
      isPatient: true,
      onRetry: ({ reason }) => {
        if (performance.now() - notedAt < AWAY_NOTE_MS) return;
        notedAt = performance.now();
        call.note(`The service does not answer (${reason}); trying again.`);
      },
    },
  );
}

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
