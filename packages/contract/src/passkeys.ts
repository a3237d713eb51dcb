/** Passkeys. Options and credentials are the JSON forms of WebAuthn Level 3, which keep its names. */
import { type Static, type TObject, type TProperties, Type } from 'typebox';
import { NewSignIn, Passkey } from './people.ts';
import { Fields, Maybe, named, OneOf, ShownText } from './shapes.ts';

/** The passkeys of a person. */
export const PASSKEYS_MAX = 10;
/** How long a browser may take, and how long a challenge works. */
export const CHALLENGE_MS = 300_000;
/** Ed25519, ES256 and RS256, in the order that the service prefers. */
export const PASSKEY_ALGORITHMS = [-8, -7, -257];

const always = <const Value extends string>(value: Value) => OneOf([value], { description: `Always \`${value}\`.` });
const host = Type.String({ description: 'The host name of the page.', examples: ['padel.club'] });
const challenge = Type.String({
  description: 'The challenge, base64url. It works once, within 5 minutes.',
  examples: ['kM8HbD2cQx0v5tYw3uZsR1nEoLpJfGaVXiK4yT9mB6A'],
});
const timeout = Type.Integer({ description: 'Milliseconds that the browser may take.', examples: [CHALLENGE_MS] });

export const PasskeyCreationOptions = named(
  'PasskeyCreationOptions',
  Fields(
    {
      rp: Fields(
        { id: host, name: Type.String({ description: 'The service.', examples: ['Bandeja'] }) },
        { description: 'The relying party.' },
      ),
      user: Fields(
        {
          id: Type.String({
            description: 'The person’s id, base64url.',
            examples: ['N2MxZDJmMGEtNmI1Zi00YzFlLThmNTctMmE0YjZjOGQwZTFm'],
          }),
          name: Type.String({ description: 'The person and the partner.', examples: ['Ana · Club Norte'] }),
          displayName: Type.String({ description: 'The person’s name.', examples: ['Ana'] }),
        },
        { description: 'The person.' },
      ),
      challenge,
      pubKeyCredParams: Type.Array(
        Fields({ type: always('public-key'), alg: Type.Integer({ description: 'A COSE algorithm.', examples: [-7] }) }),
        { description: 'The algorithms that the service verifies, the preferred one first.' },
      ),
      timeout,
      excludeCredentials: Type.Array(
        Fields({
          type: always('public-key'),
          id: Type.String({ description: 'The id of the credential, base64url.', examples: ['q83vEjRWeJA'] }),
        }),
        { description: 'The passkeys that the person has for this host.' },
      ),
      authenticatorSelection: Fields(
        {
          residentKey: always('required'),
          requireResidentKey: Type.Boolean({ description: 'Always true; for older browsers.', examples: [true] }),
          userVerification: always('required'),
        },
        { description: 'The person signs in without typing a name, and confirms with a PIN, face or fingerprint.' },
      ),
      attestation: always('none'),
    },
    { description: 'The options of a new passkey (PublicKeyCredentialCreationOptionsJSON).' },
  ),
);
export type PasskeyCreationOptions = Static<typeof PasskeyCreationOptions>;

export const PasskeyRequestOptions = named(
  'PasskeyRequestOptions',
  Fields(
    { challenge, timeout, rpId: host, userVerification: always('required') },
    {
      description:
        'The options of signing in (PublicKeyCredentialRequestOptionsJSON). Any passkey of the host will do.',
    },
  ),
);
export type PasskeyRequestOptions = Static<typeof PasskeyRequestOptions>;

const CREDENTIAL = {
  id: 'gwn1aw7lTx7EGf9X47Si1A',
  rawId: 'gwn1aw7lTx7EGf9X47Si1A',
  type: 'public-key',
  clientExtensionResults: {},
};
const credential = (dictionary: string) =>
  Type.Unsafe<Readonly<Record<string, unknown>>>({
    type: 'object',
    additionalProperties: true,
    description: `What \`credential.toJSON()\` returns in the browser (${dictionary}).`,
  });
const encoded = (...names: string[]): TProperties =>
  Object.fromEntries(names.map((name) => [name, Type.String({ pattern: '^[A-Za-z0-9_-]+$' })]));
/** The members that the service reads. Browsers send more. */
const credentialOf = (response: TObject) =>
  Type.Object({ ...encoded('id', 'rawId'), type: Type.String({ pattern: '^public-key$' }), response });

export const CreatedCredential = credentialOf(Type.Object(encoded('clientDataJSON', 'attestationObject')));
export const UsedCredential = credentialOf(
  Type.Object({ ...encoded('clientDataJSON', 'authenticatorData', 'signature'), userHandle: Maybe(Type.String()) }),
);

export const NewPasskey = named(
  'NewPasskey',
  Fields(
    {
      name: Maybe(ShownText(1, 80, { description: 'The passkey’s name.', examples: ['Phone of Ana'] })),
      credential: credential('RegistrationResponseJSON'),
    },
    {
      description: 'A passkey to add.',
      examples: [
        {
          name: 'Phone of Ana',
          credential: {
            ...CREDENTIAL,
            response: {
              clientDataJSON:
                'eyJ0eXBlIjoid2ViYXV0aG4uY3JlYXRlIiwiY2hhbGxlbmdlIjoia004SGJEMmNReDB2NXRZdzN1WnNSMW5Fb0xwSmZHYVZYaUs0eVQ5bUI2QSIsIm9yaWdpbiI6Imh0dHBzOi8vcGFkZWwuY2x1YiIsImNyb3NzT3JpZ2luIjpmYWxzZX0',
              attestationObject:
                'o2NmbXRkbm9uZWdhdHRTdG10oGhhdXRoRGF0YVkAlLz0kPQprhd05cRM8B9muugRZbVVTkV6RxC3dUhT_0EsRQAAAAAAAAAAAAAAAAAAAAAAAAAAABCDCfVrDuVPHsQZ_1fjtKLUpQECAyYgASFYIAJRs0oUobxB22H0JlzMMXCYfLT4ic18sj3mp96NFx8qIlggfPWMXfIIffRjpvs-I2_0huUH2HPRZtUgW91SEhnFxBc',
            },
          },
        },
      ],
    },
  ),
);
export type NewPasskey = Static<typeof NewPasskey>;

export const NewPasskeySignIn = named(
  'NewPasskeySignIn',
  Fields(
    { device: NewSignIn.properties.device, credential: credential('AuthenticationResponseJSON') },
    {
      description: 'The browser to sign in, and the use of a passkey.',
      examples: [
        {
          device: 'Phone of Ana',
          credential: {
            ...CREDENTIAL,
            response: {
              clientDataJSON:
                'eyJ0eXBlIjoid2ViYXV0aG4uZ2V0IiwiY2hhbGxlbmdlIjoia004SGJEMmNReDB2NXRZdzN1WnNSMW5Fb0xwSmZHYVZYaUs0eVQ5bUI2QSIsIm9yaWdpbiI6Imh0dHBzOi8vcGFkZWwuY2x1YiIsImNyb3NzT3JpZ2luIjpmYWxzZX0',
              authenticatorData: 'vPSQ9CmuF3TlxEzwH2a66BFltVVORXpHELd1SFP_QSwFAAAAAA',
              signature:
                'MEUCIQDrkp83z7ZJyrCqzhBNemfvWOFsfsl6_-sAxM3EUHXTeQIgEXiVGt2CkR8AVFgn5h1EU9WKUHMdvrGFluqYfoSqiDc',
              userHandle: 'N2MxZDJmMGEtNmI1Zi00YzFlLThmNTctMmE0YjZjOGQwZTFm',
            },
          },
        },
      ],
    },
  ),
);
export type NewPasskeySignIn = Static<typeof NewPasskeySignIn>;

export const PasskeyPath = Fields({ id: Passkey.properties.id });
