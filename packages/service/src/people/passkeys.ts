import { randomBytes, randomUUID } from 'node:crypto';
import { isIP } from 'node:net';
import { Problem } from '@bandeja/contract/errors/problem';
import { formatInstant } from '@bandeja/contract/instant';
import {
  CHALLENGE_MS,
  CreatedCredential,
  type NewPasskey,
  type NewPasskeySignIn,
  PASSKEY_ALGORITHMS,
  PASSKEYS_MAX,
  type PasskeyCreationOptions,
  type PasskeyRequestOptions,
  UsedCredential,
} from '@bandeja/contract/passkeys';
import type { Passkey } from '@bandeja/contract/people';
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import type { Context, PersonContext } from '../context.ts';
import { readPartner } from '../partners/store.ts';
import { invalidBody, isValid } from '../validation/faults-of.ts';
import { notFound } from '../validation/not-found.ts';
import {
  type FoundPasskey,
  findPasskey,
  insertPasskey,
  listCredentialIds,
  lockPasskeys,
  removePasskeyRow,
  spendChallenge,
  storeChallenge,
  usePasskey,
} from './passkeys-store.ts';
import { type BegunSignIn, beginSignIn } from './sign-ins.ts';
import { readPersonRow } from './store.ts';

const HOST_CHARACTERS_MAX = 253;
const CREDENTIAL_ID_BYTES_MAX = 1023;

/**
 * The options of a new passkey for the host of the page.
 * @throws {Problem} `passkeys_unavailable`, `invalid_credentials` if the person was just removed
 */
export async function getCreationOptions(context: PersonContext, page: URL): Promise<PasskeyCreationOptions> {
  const host = hostOf(page);
  const { database, actor } = context;
  const { personId, partnerId } = actor;
  const [person, partner, own] = await Promise.all([
    readPersonRow(database, personId, partnerId),
    readPartner(database, partnerId),
    listCredentialIds(database, personId, host),
  ]);
  if (person?.display_name == null || partner === undefined) throw new Problem('invalid_credentials');
  return {
    rp: { id: host, name: 'Bandeja' },
    user: {
      id: Buffer.from(personId).toString('base64url'),
      name: `${person.display_name} · ${partner.name}`,
      displayName: person.display_name,
    },
    challenge: await makeChallenge(context, personId, host),
    pubKeyCredParams: PASSKEY_ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
    timeout: CHALLENGE_MS,
    excludeCredentials: own.map((id) => ({ type: 'public-key', id: Buffer.from(id).toString('base64url') })),
    authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
    attestation: 'none',
  };
}

/** @throws {Problem} `passkeys_unavailable`, `invalid_body`, `too_many_passkeys`, `invalid_credentials` if the person was just removed */
export async function addPasskey(
  { database, actor, now }: PersonContext,
  page: URL,
  { name = null, credential }: NewPasskey,
): Promise<Passkey> {
  if (!isValid(CreatedCredential, credential)) throw unusable();
  const host = hostOf(page);
  const { personId } = actor;
  const created = credential as unknown as RegistrationResponseJSON;
  const challenge = challengeOf(created.response.clientDataJSON);
  const at = now();
  if (!(await spendChallenge(database, { challenge, personId, host }, at))) throw unusable();
  const verified = await verifyCreated(created, page);
  if (verified === null || verified.id.length > CREDENTIAL_ID_BYTES_MAX) throw unusable();
  const row = {
    id: randomUUID(),
    person_id: personId,
    host,
    credential_id: verified.id,
    public_key: verified.publicKey,
    counter: verified.counter,
    name,
    created_at: at,
    last_used_at: null,
  };
  await database.transaction(async (transaction) => {
    const held = await lockPasskeys(transaction, personId);
    if (held === null) throw new Problem('invalid_credentials');
    if (held >= PASSKEYS_MAX) throw new Problem('too_many_passkeys');
    if (!(await insertPasskey(transaction, row))) throw unusable();
  });
  return { id: row.id, name, host, created_at: formatInstant(at), last_used_at: null };
}

/**
 * Removes a passkey of the caller; with `manage:people`, that of any person of the partner. Sign-ins made with it go on.
 * @throws {Problem} `passkey_not_found`
 */
export async function removePasskey({ actor, database }: PersonContext, id: string): Promise<void> {
  const personId = actor.scopes.includes('manage:people') ? null : actor.personId;
  if (!(await removePasskeyRow(database, id, actor.partnerId, personId))) throw notFound('passkey_not_found', id);
}

/** The options of signing in at the host of the page. @throws {Problem} `passkeys_unavailable` */
export async function getRequestOptions(context: Context, page: URL): Promise<PasskeyRequestOptions> {
  const rpId = hostOf(page);
  const challenge = await makeChallenge(context, null, rpId);
  return { challenge, timeout: CHALLENGE_MS, rpId, userVerification: 'required' };
}

/**
 * Signs a person in with a passkey.
 * @param earlierCookie the sign-in that the browser had; it ends
 * @throws {Problem} `invalid_body`, `passkeys_unavailable`, `partner_suspended`; `invalid_credentials`, the same for every reason
 */
export async function signInWithPasskey(
  context: Context,
  page: URL,
  { device = null, credential }: NewPasskeySignIn,
  earlierCookie: string | undefined,
): Promise<BegunSignIn> {
  if (!isValid(UsedCredential, credential)) throw unusable();
  const host = hostOf(page);
  const { database, now } = context;
  const used = credential as unknown as AuthenticationResponseJSON;
  const challenge = challengeOf(used.response.clientDataJSON);
  const isFresh = await spendChallenge(database, { challenge, personId: null, host }, now());
  const passkey = await findPasskey(database, Buffer.from(used.id, 'base64url'), host);
  const counter = isFresh && passkey !== undefined ? await verifyUsed(used, page, passkey) : null;
  if (counter === null || passkey === undefined) throw new Problem('invalid_credentials');
  if (passkey.suspended) throw new Problem('partner_suspended');
  const person = { partnerId: passkey.partner_id, personId: passkey.person_id };
  return beginSignIn(context, person, device, earlierCookie, (transaction, at) =>
    usePasskey(transaction, passkey.id, counter, at),
  );
}

/** @throws {Problem} `passkeys_unavailable` where browsers have no passkeys: they need `localhost`, or a name and HTTPS */
function hostOf({ protocol, hostname, origin }: URL): string {
  const isName = isIP(hostname) === 0 && !hostname.startsWith('[') && hostname.length <= HOST_CHARACTERS_MAX;
  if (hostname === 'localhost' || (protocol === 'https:' && isName)) return hostname;
  throw new Problem('passkeys_unavailable', `The page is at ${origin}. Passkeys need a host name and HTTPS.`);
}

async function makeChallenge({ database, now }: Context, personId: string | null, host: string): Promise<string> {
  const challenge = randomBytes(32);
  const at = now();
  await storeChallenge(database, { challenge, personId, host }, at + CHALLENGE_MS, at);
  return challenge.toString('base64url');
}

/** The challenge that the browser signed; empty, which is none, if it cannot be read. */
function challengeOf(clientDataJSON: string): Uint8Array {
  try {
    return Buffer.from(JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString()).challenge, 'base64url');
  } catch {
    return Buffer.alloc(0);
  }
}

const unusable = (): Problem =>
  invalidBody([
    {
      pointer: '/credential',
      code: 'bad_format',
      detail: 'Must be the credential of the browser for a challenge of the last 5 minutes. Ask for new options.',
    },
  ]);

/** @returns null if anything about the new credential is wrong */
async function verifyCreated(response: RegistrationResponseJSON, page: URL) {
  // Loaded here: the library takes up to a second and 29 MB, and many services never need it.
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server');
  try {
    const { registrationInfo } = await verifyRegistrationResponse({
      response,
      expectedChallenge: () => true,
      expectedOrigin: page.origin,
      expectedRPID: page.hostname,
      supportedAlgorithmIDs: PASSKEY_ALGORITHMS,
    });
    if (registrationInfo === undefined) return null;
    const { id, publicKey, counter } = registrationInfo.credential;
    return { id: Buffer.from(id, 'base64url'), publicKey, counter };
  } catch {
    return null;
  }
}

/** @returns the authenticator's counter; null if anything about the use is wrong */
async function verifyUsed(
  response: AuthenticationResponseJSON,
  page: URL,
  { person_id, public_key, counter }: FoundPasskey,
): Promise<number | null> {
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response,
      expectedChallenge: () => true,
      expectedOrigin: page.origin,
      expectedRPID: page.hostname,
      credential: { id: response.id, publicKey: new Uint8Array(public_key), counter },
    });
    const owner = Buffer.from(response.response.userHandle ?? '', 'base64url').toString();
    return verified && owner === person_id ? authenticationInfo.newCounter : null;
  } catch {
    return null;
  }
}
