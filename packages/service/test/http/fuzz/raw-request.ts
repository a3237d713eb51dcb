/** Requests as bytes over a bare socket: clients refuse to send many of them. */
import { once } from 'node:events';
import net from 'node:net';
import { gunzipSync } from 'node:zlib';

export interface RawRequest {
  readonly method: string;
  /** The target of the request line, in latin1. */
  readonly target: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** Sent with its length, unless the headers have `Transfer-Encoding`: then in one chunk. */
  readonly body: Buffer | null;
}

export interface RawResponse {
  /** 0 if the service closed the connection without a response. */
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

/** The longest that a request may take. A test message to a receiver takes up to 15 seconds. */
const PATIENCE_MS = 25_000;

/** Sends one request on its own connection. */
export async function sendRaw(port: number, request: RawRequest): Promise<RawResponse> {
  const socket = net.connect(port, '127.0.0.1');
  const received: Buffer[] = [];
  socket.on('data', (bytes: Buffer) => received.push(bytes)).on('error', () => {});
  socket.setTimeout(PATIENCE_MS, () => socket.destroy());
  socket.write(bytesOf(request));
  await once(socket, 'close');
  return responseOf(Buffer.concat(received).toString('latin1'));
}

/** The first response in what a connection received; informational ones (1xx) are left out. */
function responseOf(received: string): RawResponse {
  const text = received.replace(/^(?:HTTP\/1\.1 1\d\d [^\r\n]*\r\n\r\n)+/, '');
  const end = text.indexOf('\r\n\r\n');
  const [line = '', ...headerLines] = text.slice(0, Math.max(end, 0)).split('\r\n');
  const headers: Record<string, string> = {};
  for (const header of headerLines) {
    const mark = header.indexOf(':');
    headers[header.slice(0, mark).toLowerCase()] = header.slice(mark + 1).trim();
  }
  const body = text.slice(end + 4).slice(0, Number(headers['content-length'] ?? Number.POSITIVE_INFINITY));
  const bytes = Buffer.from(body, 'latin1');
  const plain = headers['content-encoding'] === 'gzip' && bytes.length > 0 ? gunzipSync(bytes) : bytes;
  return { status: Number(line.split(' ')[1] ?? 0), headers, text: plain.toString('utf8') };
}

function bytesOf({ method, target, headers, body }: RawRequest): Buffer {
  const isChunked = headers.some(([name]) => name.toLowerCase() === 'transfer-encoding');
  const length = body === null || isChunked ? [] : [['Content-Length', String(body.length)] as const];
  const lines = [...headers, ...length, ['Connection', 'close'] as const];
  const head = `${method} ${target} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`;
  const content = body ?? Buffer.alloc(0);
  if (!isChunked) return Buffer.concat([Buffer.from(head, 'latin1'), content]);
  const chunk = content.length === 0 ? '' : `${content.length.toString(16)}\r\n`;
  const end = content.length === 0 ? '0\r\n\r\n' : '\r\n0\r\n\r\n';
  return Buffer.concat([Buffer.from(head + chunk, 'latin1'), content, Buffer.from(end)]);
}

/** A request in short, to send it again by hand. */
export function shown({ method, target, headers, body }: RawRequest): string {
  const cut = (text: string): string => (text.length > 300 ? `${text.slice(0, 300)}… (${text.length})` : text);
  const lines = headers.filter(([name]) => name !== 'Host').map(([name, value]) => cut(`${name}: ${value}`));
  return [`${method} ${cut(target)}`, ...lines, ...(body === null ? [] : [cut(body.toString('utf8'))])].join('\n    ');
}
