/** Sends signed messages to receivers. It uses Node's own HTTP client, which lets it check each address after the DNS look-up. */
import http from 'node:http';
import https from 'node:https';
import type { LookupFunction, Socket } from 'node:net';
import type { DeliveryError } from '@bandeja/contract/webhooks';
import { inSpan } from '../runtime/tracing/spans.ts';
import { isPrivateAddress } from './addresses.ts';
import {
  DnsFailure,
  type HostAddress,
  PrivateAddress,
  type Resolve,
  resolveLocal,
  resolvePublic,
} from './host-lookup.ts';
import { literalAddress } from './receiver-url.ts';
import { type SignedMessage, signatureHeaders } from './signing.ts';

/** The result of sending a message. */
export interface Outcome {
  readonly statusCode: number | null;
  /** Null: delivered. */
  readonly error: DeliveryError | null;
  /** The receiver's `Retry-After`, ms; null without one. */
  readonly retryAfterMs: number | null;
  readonly durationMs: number;
}

export interface SenderOptions {
  /** Whether http and private addresses are allowed. */
  readonly allowPrivate: boolean;
  /** Called with the result of each message. */
  readonly onSent?: (outcome: Outcome) => void;
  /** Only tests change the defaults. */
  readonly resolve?: Resolve;
  readonly connectTimeoutMs?: number;
  readonly timeoutMs?: number;
  /** An additional certificate authority to trust. */
  readonly ca?: string;
}

/** For DNS, TCP and TLS together. */
const CONNECT_TIMEOUT_MS = 5_000;
/** Until the receiver sends its status. Receivers should respond first and work afterwards. */
const TIMEOUT_MS = 15_000;
/** Bounds of the response body. Only the status matters, but reading the body keeps the connection for the next message. */
const ANSWER_BYTES_MAX = 16 * 1024;
const ANSWER_READ_MS = 2_000;
/** Idle connections kept per receiver, and for how long. Servers commonly close idle connections after 5 s, so this is shorter. */
const IDLE_SOCKETS = 8;
const IDLE_MS = 4_000;

export class Sender {
  readonly #options: Required<Omit<SenderOptions, 'ca' | 'onSent'>>;
  readonly #onSent: (outcome: Outcome) => void;
  readonly #http: http.Agent;
  readonly #https: https.Agent;

  constructor({ ca, onSent = () => {}, ...options }: SenderOptions) {
    this.#onSent = onSent;
    this.#options = {
      resolve: options.allowPrivate ? resolveLocal : resolvePublic,
      connectTimeoutMs: CONNECT_TIMEOUT_MS,
      timeoutMs: TIMEOUT_MS,
      ...options,
    };
    // Private agents: proxies of the environment do not apply, and every pooled connection was made to a checked address.
    const pooling = { keepAlive: true, maxFreeSockets: IDLE_SOCKETS, timeout: IDLE_MS, scheduling: 'lifo' } as const;
    this.#http = new http.Agent(pooling);
    this.#https = new https.Agent({ ...pooling, ...(ca === undefined ? {} : { ca }) });
  }

  /** Whether http and private addresses are allowed. */
  get allowsPrivate(): boolean {
    return this.#options.allowPrivate;
  }

  /** Sends a message once. Never throws. */
  async send(address: string, message: SignedMessage, secrets: readonly Uint8Array[]): Promise<Outcome> {
    const outcome = await inSpan({ name: 'webhook', kind: 'client', isRoot: true }, async (span) => {
      const startedAt = performance.now();
      const url = new URL(address);
      const traced = span?.headers() ?? {};
      const first = await this.#attempt(url, message, secrets, traced);
      // If the receiver closed the idle connection just when it was reused, that is not a failure.
      const answer = first.wasStale ? await this.#attempt(url, message, secrets, traced) : first;
      const { statusCode, error, retryAfterMs } = answer;
      span?.set({
        'server.address': url.hostname,
        ...(statusCode === null ? {} : { 'http.response.status_code': statusCode }),
        ...(error === null ? {} : { 'error.type': error }),
      });
      return { statusCode, error, retryAfterMs, durationMs: Math.round(performance.now() - startedAt) };
    });
    this.#onSent(outcome);
    return outcome;
  }

  /** Closes idle connections. */
  close(): void {
    this.#http.destroy();
    this.#https.destroy();
  }

  #attempt(
    url: URL,
    message: SignedMessage,
    secrets: readonly Uint8Array[],
    traced: Readonly<Record<string, string>>,
  ): Promise<Attempt> {
    const { allowPrivate, connectTimeoutMs, timeoutMs } = this.#options;
    const literal = literalAddress(url);
    if (!allowPrivate && literal !== null && isPrivateAddress(literal))
      return Promise.resolve(failed('private_address'));
    const isTls = url.protocol === 'https:';
    const body = Buffer.from(message.body);
    return new Promise((resolve) => {
      const request = (isTls ? https : http).request(url, {
        method: 'POST',
        agent: isTls ? this.#https : this.#http,
        lookup: this.#lookup,
        headers: {
          'content-type': 'application/json',
          'content-length': body.length,
          'user-agent': 'Bandeja-Webhooks/1',
          ...traced,
          ...signatureHeaders(message, secrets),
        },
      });
      const connecting = setTimeout(() => end(failed('timeout')), connectTimeoutMs);
      const waiting = setTimeout(() => end(failed('timeout')), timeoutMs);
      const end = (attempt: Attempt): void => {
        clearTimeout(connecting);
        clearTimeout(waiting);
        if (attempt.statusCode === null) request.destroy();
        resolve(attempt);
      };
      request.on('socket', (socket: Socket) => {
        if (!socket.connecting && request.reusedSocket) clearTimeout(connecting);
        else socket.once(isTls ? 'secureConnect' : 'connect', () => clearTimeout(connecting));
      });
      request.on('response', (answer) => {
        readBriefly(answer);
        end(attemptOf(answer, message.at));
      });
      // A receiver that answers 101 would otherwise be waited for until the timeout.
      request.on('upgrade', (answer, socket) => {
        socket.destroy();
        end(attemptOf(answer, message.at));
      });
      request.on('error', (error) => {
        const wasStale = request.reusedSocket && (error as NodeJS.ErrnoException).code === 'ECONNRESET';
        end({ ...failed(errorCodeOf(error)), wasStale });
      });
      request.end(body);
    });
  }

  /** Node connects only to the addresses that this returns. */
  readonly #lookup: LookupFunction = (hostname, options, callback) => {
    this.#resolveAllowed(hostname).then(
      (addresses) => {
        if (options.all === true) callback(null, [...addresses]);
        else callback(null, addresses[0].address, addresses[0].family);
      },
      (error: Error) => callback(error, '', 0),
    );
  };

  /** Refuses a name if any of its addresses is private: public receivers have none. */
  async #resolveAllowed(hostname: string): Promise<readonly [HostAddress, ...HostAddress[]]> {
    const { resolve, allowPrivate } = this.#options;
    const [first, ...others] = await resolve(hostname);
    if (first === undefined) throw new DnsFailure(`${hostname} has no address`);
    const addresses = [first, ...others] as const;
    if (!allowPrivate && addresses.some(({ address }) => isPrivateAddress(address))) {
      throw new PrivateAddress(`${hostname} has a private address`);
    }
    return addresses;
  }
}

interface Attempt extends Omit<Outcome, 'durationMs'> {
  readonly wasStale: boolean;
}

const failed = (error: DeliveryError): Attempt => ({ statusCode: null, error, retryAfterMs: null, wasStale: false });

function attemptOf({ statusCode = 0, headers }: http.IncomingMessage, sentAt: number): Attempt {
  // Node accepts any three digits as a status, but the delivery log does not.
  if (statusCode < 100) return failed('protocol');
  const retryAfterMs = retryAfter(headers['retry-after'], sentAt);
  return { statusCode, error: errorOfStatus(statusCode), retryAfterMs, wasStale: false };
}

function errorOfStatus(status: number): DeliveryError | null {
  if (status >= 200 && status < 300) return null;
  if (status >= 300 && status < 400) return 'redirect';
  return status === 410 ? 'gone' : 'status';
}

/** Seconds, or a date (RFC 9110, 10.2.3). */
function retryAfter(text: string | undefined, sentAt: number): number | null {
  if (text === undefined) return null;
  const ms = /^\d{1,9}$/.test(text) ? Number(text) * 1000 : Date.parse(text) - sentAt;
  return Number.isFinite(ms) && ms > 0 ? ms : null;
}

/** Reads and discards the response. Closes the connection if the response is long or slow. */
function readBriefly(answer: http.IncomingMessage): void {
  let bytes = 0;
  const tooSlow = setTimeout(() => answer.destroy(), ANSWER_READ_MS);
  answer.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > ANSWER_BYTES_MAX) answer.destroy();
  });
  answer.on('close', () => clearTimeout(tooSlow));
  answer.on('error', () => {});
}

const ERROR_CODES: Readonly<Record<string, DeliveryError>> = {
  ECONNREFUSED: 'refused',
  ECONNRESET: 'reset',
  EPIPE: 'reset',
  ETIMEDOUT: 'timeout',
  EHOSTUNREACH: 'unreachable',
  ENETUNREACH: 'unreachable',
  EHOSTDOWN: 'unreachable',
  ENETDOWN: 'unreachable',
  EADDRNOTAVAIL: 'unreachable',
};

/** Error codes of OpenSSL and of certificate checks. */
const TLS_CODE =
  /^(?:ERR_TLS|ERR_SSL|EPROTO|CERT_|CRL_|UNABLE_TO_|DEPTH_ZERO|SELF_SIGNED|HOSTNAME_MISMATCH|INVALID_CA)/;

function errorCodeOf(error: NodeJS.ErrnoException): DeliveryError {
  if (error instanceof PrivateAddress) return 'private_address';
  if (error instanceof DnsFailure) return 'dns';
  const { code = '' } = error;
  if (code.startsWith('HPE_')) return 'protocol';
  if (TLS_CODE.test(code)) return 'tls';
  return ERROR_CODES[code] ?? 'failed';
}
