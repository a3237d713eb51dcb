import { Duplex } from 'node:stream';
import type { ToWorker } from './pglite-worker.ts';

const SYNC = 0x53;
const QUERY = 0x51;
const TERMINATE = 0x58;

/**
 * The socket of a `pg` client whose server is the worker thread. It posts the client's bytes to the worker, one exchange per
 * message, and pushes the worker's replies to the client.
 */
export class PgliteSocket extends Duplex {
  readonly #post: (message: ToWorker, transfer: ArrayBuffer[]) => void;
  #unsent: Buffer[] = [];

  constructor(post: (message: ToWorker, transfer: ArrayBuffer[]) => void) {
    super();
    this.#post = post;
  }

  /** Called by `pg`. The worker already runs. */
  connect(): this {
    queueMicrotask(() => this.emit('connect'));
    return this;
  }

  setNoDelay(): this {
    return this;
  }

  setKeepAlive(): this {
    return this;
  }

  ref(): this {
    return this;
  }

  unref(): this {
    return this;
  }

  /** Passes the database's reply to the client. */
  receive(answer: ArrayBuffer): void {
    this.push(Buffer.from(answer));
  }

  override _read(): void {}

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.#take([chunk]);
    done();
  }

  override _writev(chunks: { chunk: Buffer }[], done: () => void): void {
    this.#take(chunks.map(({ chunk }) => chunk));
    done();
  }

  override _final(done: () => void): void {
    this.push(null);
    done();
  }

  /** `pg` writes whole messages. An exchange is complete when its last message requires a reply. */
  #take(chunks: Buffer[]): void {
    this.#unsent.push(...chunks);
    const bytes = Buffer.concat(this.#unsent);
    const last = lastMessageType(bytes);
    if (last === TERMINATE) return;
    if (last !== SYNC && last !== QUERY && last !== 'startup') {
      this.#unsent = [bytes];
      return;
    }
    this.#unsent = [];
    const exchange = new Uint8Array(bytes).buffer;
    this.#post(exchange, [exchange]);
  }
}

/** A message is a type byte, a length that includes itself, and a body. Only the startup packet has no type byte. */
function lastMessageType(bytes: Buffer): number | 'startup' | undefined {
  if (bytes[0] === 0) return 'startup';
  let type: number | undefined;
  for (let at = 0; at + 5 <= bytes.length; at += 1 + bytes.readInt32BE(at + 1)) type = bytes[at];
  return type;
}
