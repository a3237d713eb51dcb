/**
 * Requests over so many connections, as cheap as they can be: with `fetch` the client would take most of the machine, and
 * every share would look better than it is.
 */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

export interface Load {
  readonly requests: number;
  readonly seconds: number;
  /** Ms, ascending. */
  readonly times: readonly number[];
}

/** The next request, as bytes. */
export type Take = () => Buffer;

const HEAD_END = Buffer.from('\r\n\r\n');

/** A GET as bytes, to be sent again and again. */
export function requestOf(path: string, key: string): Buffer {
  return Buffer.from(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${key}\r\n\r\n`);
}

/** A POST of JSON as bytes. */
export function postOf(path: string, key: string, body: object): Buffer {
  const text = JSON.stringify(body);
  return Buffer.from(
    `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json\r\n` +
      `Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`,
  );
}

/** These requests one after the other, and then again. */
export function inTurn(requests: readonly Buffer[]): Take {
  let next = 0;
  return () => {
    next += 1;
    return requests[next % requests.length] ?? Buffer.alloc(0);
  };
}

/** One connection, with one request under way at the most. */
class Line {
  readonly #socket: Socket;
  #kept: Buffer = Buffer.alloc(0);
  #missing = 0;
  #onAnswer: () => void = () => {};
  #fail: (error: Error) => void = () => {};

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.on('data', (data: Buffer) => this.#read(data));
    socket.on('error', (error) => this.#fail(error));
    socket.on('close', () => this.#fail(new Error('the connection was closed')));
  }

  static async open(url: string): Promise<Line> {
    const { hostname, port } = new URL(url);
    const socket = connect({ host: hostname, port: Number(port), noDelay: true });
    await once(socket, 'connect');
    return new Line(socket);
  }

  /** @param fail told of an answer that is no success, and of a lost connection */
  send(request: Buffer, onAnswer: () => void, fail: (error: Error) => void): void {
    this.#onAnswer = onAnswer;
    this.#fail = fail;
    this.#socket.write(request);
  }

  close(): void {
    this.#fail = () => {};
    this.#socket.destroy();
  }

  /** Only what the service and its counterparts answer with is understood. */
  #read(data: Buffer): void {
    if (this.#missing > 0) {
      this.#missing -= data.length;
      if (this.#missing === 0) this.#onAnswer();
      return;
    }
    this.#kept = this.#kept.length === 0 ? data : Buffer.concat([this.#kept, data]);
    const headEnd = this.#kept.indexOf(HEAD_END);
    if (headEnd === -1) return;
    const head = this.#kept.toString('latin1', 0, headEnd);
    const length = Number(/content-length: (\d+)/i.exec(head)?.[1]);
    if (!head.startsWith('HTTP/1.1 20') || Number.isNaN(length)) {
      this.#fail(new Error(`an answer that the bench cannot use:\n${this.#kept.toString()}`));
      return;
    }
    this.#missing = headEnd + HEAD_END.length + length - this.#kept.length;
    this.#kept = Buffer.alloc(0);
    if (this.#missing === 0) this.#onAnswer();
  }
}

async function withLines<T>(url: string, connections: number, use: (lines: readonly Line[]) => Promise<T>): Promise<T> {
  const lines = await Promise.all(Array.from({ length: connections }, () => Line.open(url)));
  try {
    return await use(lines);
  } finally {
    for (const line of lines) line.close();
  }
}

/**
 * Sends what `next` gives until it gives null; each connection sends the next when it has its answer.
 * @throws for an answer that is no success.
 */
export function drain<R extends { readonly bytes: Buffer }>(
  url: string,
  next: () => R | null,
  connections: number,
  onAnswer: (request: R, ms: number) => void,
): Promise<void> {
  return withLines(url, connections, async (lines) => {
    const drainBy = (line: Line): Promise<void> =>
      new Promise((resolve, reject) => {
        const sendNext = (): void => {
          const request = next();
          if (request === null) {
            resolve();
            return;
          }
          const sentAt = performance.now();
          const onEnd = (): void => {
            onAnswer(request, performance.now() - sentAt);
            sendNext();
          };
          line.send(request.bytes, onEnd, reject);
        };
        sendNext();
      });
    await Promise.all(lines.map(drainBy));
  });
}

/** Sends requests for so many seconds, as {@link drain} does. */
export async function run(url: string, take: Take, connections: number, seconds: number): Promise<Load> {
  const times: number[] = [];
  const startedAt = performance.now();
  const endsAt = startedAt + seconds * 1000;
  const next = (): { bytes: Buffer } | null => (performance.now() < endsAt ? { bytes: take() } : null);
  await drain(url, next, connections, (_, ms) => times.push(ms));
  return loadOf(times, startedAt);
}

/** Sends so many requests a second, whatever the answers take. A time is counted from when its request was due. */
export function runPaced(
  url: string,
  take: Take,
  connections: number,
  perSecond: number,
  seconds: number,
): Promise<Load> {
  return withLines(url, connections, async (lines) => {
    const times: number[] = [];
    const free = [...lines];
    const startedAt = performance.now();
    const total = Math.floor(perSecond * seconds);
    let sent = 0;
    await new Promise<void>((resolve, reject) => {
      const sendDue = (): void => {
        while (sent < total && free.length > 0 && startedAt + (sent * 1000) / perSecond <= performance.now()) {
          const dueAt = startedAt + (sent * 1000) / perSecond;
          const line = free.pop();
          if (line === undefined) return;
          sent += 1;
          const onAnswer = (): void => {
            times.push(performance.now() - dueAt);
            free.push(line);
            if (times.length === total) {
              clearInterval(clock);
              resolve();
            } else {
              sendDue();
            }
          };
          line.send(take(), onAnswer, reject);
        }
      };
      const clock = setInterval(sendDue, 1);
    });
    return loadOf(times, startedAt);
  });
}

function loadOf(times: number[], startedAt: number): Load {
  const seconds = (performance.now() - startedAt) / 1000;
  return { requests: times.length, seconds, times: times.sort((a, b) => a - b) };
}

export const rateOf = (load: Load): number => load.requests / load.seconds;

/** The value that a share of the ascending times does not exceed. */
export function quantile(times: readonly number[], share: number): number {
  return times[Math.min(times.length - 1, Math.floor(share * times.length))] ?? Number.NaN;
}
