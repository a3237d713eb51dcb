/** People of a partner who are signed in, made by way of the API. */
import assert from 'node:assert/strict';
import type { KeyMode, Role } from '@bandeja/contract/account-enums';
import type { InvitedPerson, OwnSignIn } from '@bandeja/contract/people';
import type { Queryable } from '@bandeja/postgres/database';
import { secretHash } from '../../src/runtime/secret.ts';
import { freshName, type TestClient, type TestService } from './service.ts';

export interface SignedInPerson {
  readonly signIn: OwnSignIn;
  /** `name=value`, as a browser sends it. */
  readonly cookie: string;
  readonly client: TestClient;
}

/** Adds a person to a partner, as an operator. */
export async function addedPerson(
  { operator }: Pick<TestService, 'operator'>,
  partnerId: string,
  role: Role = 'manager',
): Promise<InvitedPerson> {
  const body = { display_name: freshName('Ana'), role };
  const answer = await operator.request<InvitedPerson>('POST', `/admin/v1/partners/${partnerId}/people`, { body });
  assert.equal(answer.status, 201, answer.text);
  return answer.body;
}

/** Signs in with an invitation. */
export async function signedInWith(nobody: TestClient, token: string, mode: KeyMode = 'live'): Promise<SignedInPerson> {
  const answer = await nobody.withToken(token).request<OwnSignIn>('POST', '/v1/sign-in', { body: {} });
  assert.equal(answer.status, 201, answer.text);
  const [cookie = ''] = (answer.headers['set-cookie'] ?? '').split(';');
  return { signIn: answer.body, cookie, client: nobody.withHeaders({ cookie, 'bandeja-mode': mode }) };
}

/** A person of a partner, signed in. */
export async function freshPerson(
  service: Pick<TestService, 'operator' | 'nobody'>,
  partnerId: string,
  role: Role = 'manager',
  mode: KeyMode = 'live',
): Promise<SignedInPerson> {
  const { invitation } = await addedPerson(service, partnerId, role);
  return signedInWith(service.nobody, invitation.token, mode);
}

/** Asserts that a table has the hash of a secret in `token_hash`, and nowhere the secret. */
export async function assertHashAlone(database: Queryable, table: string, secret: string): Promise<void> {
  const rows = await database.query<Record<string, unknown>>({ name: `test_${table}`, text: `select * from ${table}` });
  const hash = Buffer.from(secretHash(secret));
  assert.ok(rows.some((row) => hash.equals(row['token_hash'] as Uint8Array)));
  for (const value of rows.flatMap((row) => Object.values(row)))
    assert.ok(!(value instanceof Uint8Array ? Buffer.from(value) : String(value)).includes(secret));
}
