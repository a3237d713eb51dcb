import assert from 'node:assert/strict';
import type { PasskeyCreationOptions, PasskeyRequestOptions } from '@bandeja/contract/passkeys';
import type { Passkey } from '@bandeja/contract/people';
import { Authenticator } from './authenticator.ts';
import type { TestClient } from './client.ts';

export async function creationOptions(client: TestClient): Promise<PasskeyCreationOptions> {
  const { status, text, body } = await client.request<PasskeyCreationOptions>('POST', '/v1/passkeys/options');
  assert.equal(status, 200, text);
  return body;
}

export async function addedPasskey(
  client: TestClient,
): Promise<{ readonly authenticator: Authenticator; readonly passkey: Passkey }> {
  const authenticator = new Authenticator();
  const credential = authenticator.create(await creationOptions(client));
  const { status, text, body } = await client.request<Passkey>('POST', '/v1/passkeys', {
    body: { name: 'Phone of Ana', credential },
  });
  assert.equal(status, 201, text);
  return { authenticator, passkey: body };
}

export async function requestOptions(nobody: TestClient): Promise<PasskeyRequestOptions> {
  return (await nobody.request<PasskeyRequestOptions>('POST', '/v1/sign-in/passkey/options')).body;
}
