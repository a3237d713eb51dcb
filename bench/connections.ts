/**
 * A minimal HTTP client for load. `fetch` would use more processor time than the service, and so hide differences between
 * services.
 */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

export interface Load {
  readonly requests: number;
  readonly seconds: number;
  /** Ms, ascending. */
  readonly times: readonly number[];
}

/** Returns the next request, as bytes. */
export type NextRequest = () => Buffer;

export interface Answer {
  readonly status: number;
  readonly body: Buffer;
}

/** Called with each response. */
export type OnAnswer = (answer: Answer) => void;

/** A bench of the service's speed needs successes, since errors are answered faster. */
const assertSuccess: OnAnswer = ({ status, body }) => {
  if (status < 200 || status > 299) throw new Error(`unexpected response ${status}:\n${body.toString()}`);
};

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
  readonly #received: Buffer[] = [];
  #missing = 0;
  #status = 0;
  #resolve: OnAnswer = () => {};
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

  /** Resolves with the complete response. @throws if the connection is lost. */
  ask(request: Buffer): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
      this.#socket.write(request);
    });
  }

  /** Resolves after the complete response. @throws if it is not a success or the connection is lost. */
  async send(request: Buffer): Promise<void> {
    assertSuccess(await this.ask(request));
  }

  close(): void {
    this.#socket.destroy();
  }

  /** Supports only responses like those of the service: a head with a Content-Length, then the body. */
  #read(data: Buffer): void {
    this.#received.push(data);
    if (this.#missing > 0) {
      this.#missing -= data.length;
    } else {
      const received = this.#received.length === 1 ? data : Buffer.concat(this.#received);
      const headEnd = received.indexOf(HEAD_END);
      this.#received.splice(0, this.#received.length, received);
      if (headEnd === -1) return;
      const head = received.toString('latin1', 0, headEnd);
      const length = Number(/content-length: (\d+)/i.exec(head)?.[1]);
      if (Number.isNaN(length)) {
        this.#reject(new Error(`unexpected response:\n${received.toString()}`));
        return;
      }
      this.#status = Number(head.slice(9, 12));
      this.#received.splice(0, 1, received.subarray(headEnd + HEAD_END.length));
      this.#missing = headEnd + HEAD_END.length + length - received.length;
    }
    if (this.#missing === 0) this.#resolve({ status: this.#status, body: Buffer.concat(this.#received.splice(0)) });
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
function runWhile(
  url: string,
  next: NextRequest,
  connections: number,
  isGoing: () => boolean,
  onAnswer = assertSuccess,
): Promise<Load> {
  return withConnections(url, connections, async (open) => {
    const times: number[] = [];
    const startedAt = performance.now();
    const keepSending = async (connection: Connection): Promise<void> => {
      while (isGoing()) {
        const sentAt = performance.now();
        onAnswer(await connection.ask(next()));
        times.push(performance.now() - sentAt);
      }
    };
    await Promise.all(open.map(keepSending));
    return loadOf(times, startedAt);
  });
}

export function runFor(
  url: string,
  next: NextRequest,
  connections: number,
  seconds: number,
  onAnswer?: OnAnswer,
): Promise<Load> {
  const endsAt = performance.now() + seconds * 1000;
  return runWhile(url, next, connections, () => performance.now() < endsAt, onAnswer);
}

/** Sends exactly `count` requests. */
export function runCount(
  url: string,
  next: NextRequest,
  connections: number,
  count: number,
  onAnswer?: OnAnswer,
): Promise<Load> {
  let left = count;
  const isGoing = (): boolean => {
    left -= 1;
    return left >= 0;
  };
  return runWhile(url, next, connections, isGoing, onAnswer);
}

/** Requests at a steady rate, independent of the response times. */
export interface SteadyLoad {
  /** Stops and waits for the responses. A time starts at the moment when the request was due. */
  stop(): Promise<Load>;
}

/** A request that waits for a free connection counts the wait as its time. */
const STEADY_CONNECTIONS = 64;

/** The service closes connections that are idle for longer than some seconds. */
const IDLE_SECONDS_MAX = 2;

export function startSteadyLoad(
  url: string,
  next: NextRequest,
  perSecond: number,
  onAnswer = assertSuccess,
): SteadyLoad {
  const stopped = new AbortController();
  const connections = Math.min(STEADY_CONNECTIONS, Math.ceil(perSecond * IDLE_SECONDS_MAX));
  const loaded = withConnections(url, connections, async (open) => {
    const times: number[] = [];
    const startedAt = performance.now();
    let taken = 0;
    const keepSending = async (connection: Connection): Promise<void> => {
      while (!stopped.signal.aborted) {
        const dueAt = startedAt + (taken * 1000) / perSecond;
        taken += 1;
        const wait = dueAt - performance.now();
        if (wait > 0) await sleep(wait, undefined, { signal: stopped.signal }).catch(() => {});
        if (stopped.signal.aborted) return;
        onAnswer(await connection.ask(next()));
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
      stopped.abort();
      return loaded;
    },
  };
}
