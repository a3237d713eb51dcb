/**
 * A minimal HTTP client for load. `fetch` would use more processor time than the service, and so hide differences between
 * services.
 */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

export interface Load {
  readonly requests: number;
  readonly seconds: number;
  /** Ms, ascending. */
  readonly times: readonly number[];
}

/** Returns the next request, as bytes. */
export type NextRequest = () => Buffer;

const HEAD_END = Buffer.from('\r\n\r\n');

/** A bench fails if a response takes longer. */
const ANSWER_MS_MAX = 60_000;

/** A GET request as bytes, which can be sent many times. */
export function getRequest(path: string, key: string): Buffer {
  return Buffer.from(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${key}\r\n\r\n`);
}

/**
 * A POST request as bytes.
 * @param body an object to send as JSON, or JSON text
 */
export function postRequest(path: string, key: string, body: object | string): Buffer {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return Buffer.from(
    `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json\r\n` +
      `Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`,
  );
}

/** Cycles through the items. */
export function inTurn<T>(items: readonly T[]): () => T {
  let next = -1;
  return () => {
    next = (next + 1) % items.length;
    const item = items[next];
    if (item === undefined) throw new Error('cannot cycle through an empty list');
    return item;
  };
}

/** A keep-alive connection with at most one request in flight. */
export class Connection {
  readonly #socket: Socket;
  #received: Buffer = Buffer.alloc(0);
  #missing = 0;
  #resolve: () => void = () => {};
  #reject: (error: Error) => void = () => {};

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.on('data', (data: Buffer) => this.#read(data));
    socket.on('error', (error) => this.#reject(error));
    socket.on('close', () => this.#reject(new Error('the service closed the connection')));
    socket.setTimeout(ANSWER_MS_MAX, () => this.#reject(new Error(`no response within ${ANSWER_MS_MAX} ms`)));
  }

  static async open(url: string): Promise<Connection> {
    const { hostname, port } = new URL(url);
    const socket = connect({ host: hostname, port: Number(port), noDelay: true });
    await once(socket, 'connect');
    return new Connection(socket);
  }

  /** Resolves after the complete response. @throws if it is not a success or the connection is lost. */
  send(request: Buffer): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
      this.#socket.write(request);
    });
  }

  close(): void {
    this.#socket.destroy();
  }

  /** Supports only responses like those of the service: a head with a Content-Length, then the body. */
  #read(data: Buffer): void {
    if (this.#missing > 0) {
      this.#missing -= data.length;
      if (this.#missing === 0) this.#resolve();
      return;
    }
    this.#received = this.#received.length === 0 ? data : Buffer.concat([this.#received, data]);
    const headEnd = this.#received.indexOf(HEAD_END);
    if (headEnd === -1) return;
    const head = this.#received.toString('latin1', 0, headEnd);
    const length = Number(/content-length: (\d+)/i.exec(head)?.[1]);
    if (!head.startsWith('HTTP/1.1 20') || Number.isNaN(length)) {
      this.#reject(new Error(`unexpected response:\n${this.#received.toString()}`));
      return;
    }
    this.#missing = headEnd + HEAD_END.length + length - this.#received.length;
    this.#received = Buffer.alloc(0);
    if (this.#missing === 0) this.#resolve();
  }
}

async function withConnections<T>(
  url: string,
  count: number,
  use: (connections: readonly Connection[]) => Promise<T>,
): Promise<T> {
  const connections = await Promise.all(Array.from({ length: count }, () => Connection.open(url)));
  try {
    return await use(connections);
  } finally {
    for (const connection of connections) connection.close();
  }
}

function loadOf(times: number[], startedAt: number): Load {
  const seconds = (performance.now() - startedAt) / 1000;
  return { requests: times.length, seconds, times: times.sort((a, b) => a - b) };
}

/** Sends requests while `isGoing` returns true. Each connection has one request in flight. */
function runWhile(url: string, next: NextRequest, connections: number, isGoing: () => boolean): Promise<Load> {
  return withConnections(url, connections, async (open) => {
    const times: number[] = [];
    const startedAt = performance.now();
    const keepSending = async (connection: Connection): Promise<void> => {
      while (isGoing()) {
        const sentAt = performance.now();
        await connection.send(next());
        times.push(performance.now() - sentAt);
      }
    };
    await Promise.all(open.map(keepSending));
    return loadOf(times, startedAt);
  });
}

export function runFor(url: string, next: NextRequest, connections: number, seconds: number): Promise<Load> {
  const endsAt = performance.now() + seconds * 1000;
  return runWhile(url, next, connections, () => performance.now() < endsAt);
}

/** Sends exactly `count` requests. */
export function runCount(url: string, next: NextRequest, connections: number, count: number): Promise<Load> {
  let left = count;
  return runWhile(url, next, connections, () => {
    left -= 1;
    return left >= 0;
  });
}

/** Requests at a steady rate, independent of the response times. */
export interface SteadyLoad {
  /** Stops and waits for the responses. A time starts at the moment when the request was due. */
  stop(): Promise<Load>;
}

/** A request that waits for a free connection counts the wait as its time. */
const STEADY_CONNECTIONS = 64;

export function startSteadyLoad(url: string, next: NextRequest, perSecond: number): SteadyLoad {
  let isStopped = false;
  const loaded = withConnections(url, STEADY_CONNECTIONS, async (open) => {
    const times: number[] = [];
    const startedAt = performance.now();
    let taken = 0;
    const keepSending = async (connection: Connection): Promise<void> => {
      while (!isStopped) {
        const dueAt = startedAt + (taken * 1000) / perSecond;
        taken += 1;
        const wait = dueAt - performance.now();
        if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
        await connection.send(next());
        times.push(performance.now() - dueAt);
      }
    };
    await Promise.all(open.map(keepSending));
    return loadOf(times, startedAt);
  });
  // The error is reported by stop(); until then it must not end the process.
  loaded.catch(() => {});
  return {
    stop() {
      isStopped = true;
      return loaded;
    },
  };
}
