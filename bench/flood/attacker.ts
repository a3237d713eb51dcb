/** The attacker, in a thread of its own: what it does must not delay the measurement of the stranger. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { parentPort, Worker, workerData } from 'node:worker_threads';
import { inTurn } from '../connections.ts';
import type { Attack } from './attacks.ts';

/** Answers by status. */
export type Answered = Readonly<Record<string, number>>;

export interface RunningAttack {
  /** What was answered so far. */
  answered(): Promise<Answered>;
  stop(): Promise<void>;
}

/** Starts an attack, and returns once all of its connections are open. */
export async function startAttack(url: string, attack: Attack): Promise<RunningAttack> {
  const thread = new Worker(new URL(import.meta.url), { workerData: { url, attack } });
  await once(thread, 'message');
  return {
    async answered() {
      thread.postMessage('count');
      return (await once(thread, 'message'))[0] as Answered;
    },
    async stop() {
      await thread.terminate();
    },
  };
}

const HEAD_END = Buffer.from('\r\n\r\n');
const LAST_CHUNK = Buffer.from('0\r\n\r\n');
/** An attacker who is thrown out comes back. */
const RECONNECT_MS = 20;

class Attacker {
  readonly counts: Record<string, number> = {};
  readonly #url: URL;
  readonly #attack: Attack;
  readonly #next: () => Buffer;

  constructor(url: string, attack: Attack) {
    this.#url = new URL(url);
    this.#attack = attack;
    this.#next = inTurn(attack.requests.map((request) => Buffer.from(request)));
  }

  async open(): Promise<void> {
    const { requests, unread } = this.#attack;
    const socket = connect({ host: this.#url.hostname, port: Number(this.#url.port), noDelay: true });
    socket.on('error', () => {});
    socket.on('close', () => {
      this.#count('closed');
      setTimeout(() => void this.open(), RECONNECT_MS);
    });
    // A service that has ended refuses connections.
    await Promise.race([once(socket, 'connect'), once(socket, 'close')]).catch(() => {});
    if (requests.length === 0) return;
    if (unread !== undefined) {
      socket.pause();
      for (let sent = 0; sent < unread; sent += 1) socket.write(this.#next());
      return;
    }
    this.#keepAsking(socket);
  }

  #keepAsking(socket: Socket): void {
    let head: Buffer = Buffer.alloc(0);
    let tail: Buffer = Buffer.alloc(0);
    /** Bytes of the answer that are missing; null: the head is; undefined: it comes in chunks. */
    let missing: number | null | undefined = null;
    const finish = (): void => {
      head = Buffer.alloc(0);
      missing = null;
      socket.write(this.#next());
    };
    const takeBody = (data: Buffer): void => {
      if (missing === undefined) {
        tail = Buffer.concat([tail, data]).subarray(-LAST_CHUNK.length);
        if (tail.equals(LAST_CHUNK)) finish();
      } else {
        missing = (missing ?? 0) - data.length;
        if (missing <= 0) finish();
      }
    };
    socket.on('data', (data) => {
      if (missing !== null) return takeBody(data);
      head = head.length === 0 ? data : Buffer.concat([head, data]);
      const end = head.indexOf(HEAD_END);
      if (end === -1) return;
      const text = head.toString('latin1', 0, end);
      this.#count(text.slice(9, 12));
      const length = /content-length: (\d+)/i.exec(text)?.[1];
      missing = length === undefined ? undefined : Number(length);
      tail = Buffer.alloc(0);
      takeBody(head.subarray(end + HEAD_END.length));
    });
    socket.write(this.#next());
  }

  #count(status: string): void {
    this.counts[status] = (this.counts[status] ?? 0) + 1;
  }
}

if (parentPort !== null && workerData !== null) {
  const { url, attack } = workerData as { url: string; attack: Attack };
  const attacker = new Attacker(url, attack);
  const port = parentPort;
  port.on('message', () => port.postMessage(attacker.counts));
  // Some at a time, so that the queue of connections that wait to be accepted does not overflow.
  for (let opened = 0; opened < attack.connections; opened += 100) {
    const some = Math.min(100, attack.connections - opened);
    await Promise.all(Array.from({ length: some }, () => attacker.open()));
  }
  port.postMessage('open');
}
