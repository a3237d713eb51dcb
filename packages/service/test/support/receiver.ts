/** HTTP receivers of webhooks that behave as a test wants. */
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A message that a receiver got. */
export interface Received {
  readonly id: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  /** When it was here, ms since 1970. */
  readonly at: number;
  readonly event: { readonly id: string; readonly type: string; readonly created_at: string; readonly data: EventData };
}

export interface EventData {
  readonly match?: { readonly id: string; readonly revision: number; readonly status: string };
  readonly profile_id?: string;
  readonly sequence?: number;
}

/** Answers, or does not. */
export type Behaviour = (message: Received, response: ServerResponse) => void | Promise<void>;

export const accept: Behaviour = (_, response) => void response.writeHead(204).end();
export const answerWith =
  (status: number, headers: Readonly<Record<string, string>> = {}): Behaviour =>
  (_, response) =>
    void response.writeHead(status, headers).end();

export class Receiver {
  readonly received: Received[] = [];
  behaviour: Behaviour = accept;
  readonly #server = createServer((request, response) => void this.#take(request, response));

  static async start(behaviour: Behaviour = accept): Promise<Receiver> {
    const receiver = new Receiver();
    receiver.behaviour = behaviour;
    await receiver.listen(0);
    return receiver;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}/hook`;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** The ids in the order in which they came. */
  get ids(): string[] {
    return this.received.map(({ id }) => id);
  }

  /** How many different events came. */
  get count(): number {
    return new Set(this.ids).size;
  }

  async listen(port: number): Promise<void> {
    await new Promise<void>((resolve) => void this.#server.listen(port, '127.0.0.1', resolve));
  }

  /** Closes what is connected; it still listens. */
  dropConnections(): void {
    this.#server.closeAllConnections();
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    try {
      for await (const chunk of request) chunks.push(chunk);
    } catch {
      return;
    }
    const body = Buffer.concat(chunks).toString();
    const message: Received = {
      id: String(request.headers['webhook-id']),
      headers: request.headers,
      body,
      at: Date.now(),
      event: JSON.parse(body),
    };
    this.received.push(message);
    await this.behaviour(message, response);
  }
}
