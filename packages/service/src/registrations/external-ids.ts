/** Whether registrations may have the external ids that they send. */

import type { Fault, Problem } from '@bandeja/contract/errors/problem';
import { EXTERNAL_IDS_MAX } from '@bandeja/contract/external-ids';
import type { Registration } from '@bandeja/contract/players';
import { pointerTo } from '@bandeja/contract/pointer';
import type { Queryable } from '@bandeja/postgres/database';
import { externalIdTaken, type Holder } from '../players/external-ids.ts';
import { type KnownId, readKnownIds, type SentId } from '../players/external-ids-store.ts';
import type { RegisteringPlayer } from '../players/store.ts';
import { invalidBody } from '../validation/faults-of.ts';

interface Registering extends RegisteringPlayer {
  readonly registration: Registration;
}

/** Whether the player will be public if it is new. */
export const isToBePublic = ({ profile_is_public, roster_slug }: Registration): boolean =>
  profile_is_public ?? (roster_slug ?? null) === null;

/**
 * Finds the registrations with an id that another player of the partner has, or that an earlier registration gives to another player.
 * Without ids, it sends nothing. Lock the ids of their partners first, unless the result is only shown.
 */
export async function refuseExternalIds<R extends Registering>(
  database: Queryable,
  registering: readonly R[],
): Promise<ReadonlyMap<R, Problem>> {
  const refused = new Map<R, Problem>();
  const sent = registering.flatMap((one) => {
    const { partnerId, username, registration } = one;
    return (registration.external_ids ?? []).map((id, place) => ({ one, place, partnerId, username, ...id }));
  });
  if (sent.length === 0) return refused;
  const known = await readKnownIds(database, sent);
  const claims = new Map<string, Holder>();
  for (const [one, ids] of Map.groupBy(
    sent.map((id, index) => ({ ...id, known: known[index] as KnownId })),
    (id) => id.one,
  )) {
    const [first] = ids.map((id) => id.known);
    const existing = first !== undefined && isExisting(first, one.registration) ? first : null;
    const player = { id: existing?.player_id ?? one.newId, username: one.username };
    const taken = ids.flatMap(({ known: { holder_id, holder_username }, ...id }) => {
      const holder = holder_id === null ? claims.get(keyOf(id)) : { id: holder_id, username: holder_username ?? '' };
      return holder === undefined || holder.id === player.id ? [] : [{ ...id, holder }];
    });
    const fresh = existing === null ? ids : ids.filter((id) => !id.known.has_kind);
    if (taken[0] !== undefined) {
      const faults = taken.map(({ place, kind, value, holder }): Fault => {
        const detail = `The player “${holder.username}” has the ${kind} “${value}”.`;
        return { pointer: pointerTo('external_ids', String(place)), code: 'conflicting', detail };
      });
      refused.set(one, externalIdTaken(taken[0], taken[0].holder, faults));
    } else if (fresh.length + (existing?.kinds ?? 0) > EXTERNAL_IDS_MAX) {
      const detail = `The player would have more than ${EXTERNAL_IDS_MAX} external ids of yours.`;
      refused.set(one, invalidBody([{ pointer: pointerTo('external_ids'), code: 'out_of_range', detail }]));
    } else for (const id of fresh) claims.set(keyOf(id), player);
  }
  return refused;
}

/** The same rule as that of `insertPlayers`: a private player is registered beside another partner's public one. */
const isExisting = ({ player_id, is_own, is_public }: KnownId, registration: Registration): boolean =>
  player_id !== null && (is_own || (is_public && isToBePublic(registration)));

const keyOf = ({ partnerId, kind, value }: Omit<SentId, 'username'>): string =>
  JSON.stringify([partnerId, kind, value]);
