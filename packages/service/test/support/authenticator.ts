/** An authenticator in software with one passkey (WebAuthn Level 3): ES256, attestation `none`. */
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import type { PasskeyCreationOptions, PasskeyRequestOptions } from '@bandeja/contract/passkeys';

/** How a browser or an authenticator departs from the options. */
export interface Departure {
  readonly challenge?: string;
  readonly origin?: string;
  readonly host?: string;
  readonly isVerified?: boolean;
  readonly counter?: number;
  readonly userHandle?: string;
}

const PRESENT = 0x01;
const VERIFIED = 0x04;
const ATTESTED = 0x40;

const sha256 = (data: string | Buffer): Buffer => createHash('sha256').update(data).digest();
const uint = (bytes: 2 | 4, value: number): Buffer => {
  const buffer = Buffer.alloc(bytes);
  buffer.writeUIntBE(value, 0, bytes);
  return buffer;
};
/** A text of fewer than 24 bytes in CBOR. */
const cborText = (text: string): Buffer => Buffer.concat([Buffer.from([0x60 + text.length]), Buffer.from(text)]);
const cborBytes = (bytes: Buffer): Buffer => Buffer.concat([Buffer.from([0x59]), uint(2, bytes.length), bytes]);

export class Authenticator {
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  readonly #id = randomBytes(16);
  #userHandle = '';
  /** Raised by each use; 0 stays, as for passkeys that are copied to other devices. */
  counter = 0;

  create(options: PasskeyCreationOptions, departure: Departure = {}) {
    this.#userHandle = options.user.id;
    const { x, y } = this.#keys.publicKey.export({ format: 'jwk' });
    const coordinate = (value = '') => Buffer.concat([Buffer.from([0x58, 32]), Buffer.from(value, 'base64url')]);
    // { 1: 2 (EC2), 3: -7 (ES256), -1: 1 (P-256), -2: x, -3: y }
    const head = Buffer.from([0xa5, 1, 2, 3, 0x26, 0x20, 1, 0x21]);
    const key = Buffer.concat([head, coordinate(x), Buffer.from([0x22]), coordinate(y)]);
    const attested = Buffer.concat([Buffer.alloc(16), uint(2, this.#id.length), this.#id, key]);
    const data = Buffer.concat([this.#data(options.rp.id, ATTESTED, departure), attested]);
    const attestationObject = Buffer.concat([
      Buffer.from([0xa3]),
      ...[cborText('fmt'), cborText('none')],
      ...[cborText('attStmt'), Buffer.from([0xa0])],
      ...[cborText('authData'), cborBytes(data)],
    ]).toString('base64url');
    const { clientDataJSON } = this.#clientData('webauthn.create', options, departure);
    return this.#credential({ clientDataJSON, attestationObject, transports: ['internal'] });
  }

  get(options: PasskeyRequestOptions, departure: Departure = {}) {
    if (this.counter > 0) this.counter += 1;
    const data = this.#data(options.rpId, 0, departure);
    const { clientDataJSON, hash } = this.#clientData('webauthn.get', options, departure);
    return this.#credential({
      clientDataJSON,
      authenticatorData: data.toString('base64url'),
      signature: sign('sha256', Buffer.concat([data, hash]), this.#keys.privateKey).toString('base64url'),
      userHandle: departure.userHandle ?? this.#userHandle,
    });
  }

  #data(host: string, flags: number, departure: Departure): Buffer {
    const all = flags | PRESENT | (departure.isVerified === false ? 0 : VERIFIED);
    return Buffer.concat([
      sha256(departure.host ?? host),
      Buffer.from([all]),
      uint(4, departure.counter ?? this.counter),
    ]);
  }

  #clientData(type: string, options: { readonly challenge: string }, departure: Departure) {
    const { challenge = options.challenge, origin = 'http://localhost' } = departure;
    const json = JSON.stringify({ type, challenge, origin, crossOrigin: false });
    return { clientDataJSON: Buffer.from(json).toString('base64url'), hash: sha256(json) };
  }

  #credential<Response extends object>(response: Response) {
    const id = this.#id.toString('base64url');
    return { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response };
  }
}
