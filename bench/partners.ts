/** Creates partners, keys and players through the API. */
import { inTurn, postRequest, runCount } from './connections.ts';

export const OPERATOR_TOKEN = 'operator-token-of-the-benches';

const SCOPES = ['write:matches', 'write:players', 'read:players', 'read:intelligence', 'manage:webhooks'] as const;

/** The slug of each seeded partner's roster. */
export const ROSTER = 'ladder';

/** Sends one request and parses the response. @throws if the status is not a success. */
export async function call<Answer>(
  url: string,
  key: string,
  path: string,
  body?: object,
  method = body === undefined ? 'GET' : 'POST',
): Promise<Answer> {
  const answer = await fetch(`${url}${path}`, {
    method,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: body === undefined ? null : JSON.stringify(body),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${path} returned ${answer.status}: ${text}`);
  return JSON.parse(text) as Answer;
}

export interface Page<Item> {
  readonly data: readonly Item[];
  readonly pagination: { readonly next_cursor: string | null };
}

/** Issues a key to each of these partners. */
export function issueKeys(url: string, partnerIds: readonly string[]): Promise<string[]> {
  return Promise.all(
    partnerIds.map(async (id) => {
      const { key } = await call<{ key: string }>(url, OPERATOR_TOKEN, `/admin/v1/partners/${id}/keys`, {
        scopes: SCOPES,
      });
      return key;
    }),
  );
}

/** @returns a key of each new partner */
export async function makePartners(url: string, count: number, plan = 'pro'): Promise<string[]> {
  const made = await Promise.all(
    Array.from({ length: count }, (_, index) =>
      call<{ id: string }>(url, OPERATOR_TOKEN, '/admin/v1/partners', { name: `Bench ${index}`, plan }),
    ),
  );
  return issueKeys(
    url,
    made.map(({ id }) => id),
  );
}

/** Registers public players, evenly over the partners. @returns their usernames. */
export async function registerPlayers(url: string, keys: readonly string[], count: number): Promise<string[]> {
  const usernames = Array.from({ length: count }, (_, index) => `bench-${String(index).padStart(6, '0')}`);
  const [nextName, nextKey] = [inTurn(usernames), inTurn(keys)];
  const next = (): Buffer => postRequest('/v1/players', nextKey(), { username: nextName(), profile_is_public: true });
  await runCount(url, next, 16, count);
  return usernames;
}
