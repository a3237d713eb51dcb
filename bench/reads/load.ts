/**
 * A closed loop of requests over so many connections, as cheap as it can be: with `fetch` the client would take most of
 * the machine, and every share would look better than it is.
 */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

export interface Load {
  readonly requests: number;
  readonly seconds: number;
  /** Ms, ascending. */
  readonly times: readonly number[];
}

const HEAD_END = Buffer.from('\r\n\r\n');

/** A GET as bytes, to be sent again and again. */
export function requestOf(path: string, key: string): Buffer {
  return Buffer.from(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${key}\r\n\r\n`);
}

/**
 * Sends requests for so many seconds; each connection has one under way.
 * @throws for an answer other than 200.
 */
export async function run(
  url: string,
  requests: readonly Buffer[],
  connections: number,
  seconds: number,
): Promise<Load> {
  const times: number[] = [];
  const startedAt = performance.now();
  const endsAt = startedAt + seconds * 1000;
  let next = 0;
  const take = (): Buffer => {
    next += 1;
    return requests[next % requests.length] ?? Buffer.alloc(0);
  };
  await Promise.all(Array.from({ length: connections }, () => runOne(url, take, endsAt, times)));
  return {
    requests: times.length,
    seconds: (performance.now() - startedAt) / 1000,
    times: times.sort((a, b) => a - b),
  };
}

async function runOne(url: string, take: () => Buffer, endsAt: number, times: number[]): Promise<void> {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port), noDelay: true });
  await once(socket, 'connect');
  try {
    await new Promise<void>((resolve, reject) => {
      let sentAt = 0;
      const send = (): void => {
        sentAt = performance.now();
        socket.write(take());
      };
      socket.on('error', reject);
      socket.on('close', () => reject(new Error('the connection was closed')));
      onAnswers(socket, reject, () => {
        const now = performance.now();
        times.push(now - sentAt);
        if (now >= endsAt) resolve();
        else send();
      });
      send();
    });
  } finally {
    socket.removeAllListeners('close');
    socket.destroy();
  }
}

/** Calls back for each whole answer. Only what the service and its counterpart answer with is understood. */
function onAnswers(socket: Socket, reject: (error: Error) => void, onAnswer: () => void): void {
  let missing = 0;
  let kept: Buffer = Buffer.alloc(0);
  socket.on('data', (data: Buffer) => {
    if (missing > 0) {
      missing -= data.length;
      if (missing === 0) onAnswer();
      return;
    }
    kept = kept.length === 0 ? data : Buffer.concat([kept, data]);
    const headEnd = kept.indexOf(HEAD_END);
    if (headEnd === -1) return;
    const head = kept.toString('latin1', 0, headEnd);
    const length = Number(/content-length: (\d+)/i.exec(head)?.[1]);
    if (!head.startsWith('HTTP/1.1 200') || Number.isNaN(length)) {
      reject(new Error(`an answer that the bench cannot use:\n${kept.toString()}`));
      return;
    }
    missing = headEnd + HEAD_END.length + length - kept.length;
    kept = Buffer.alloc(0);
    if (missing === 0) onAnswer();
  });
}

/** The value that a share of the ascending times does not exceed. */
export function quantile(times: readonly number[], share: number): number {
  return times[Math.min(times.length - 1, Math.floor(share * times.length))] ?? Number.NaN;
}
