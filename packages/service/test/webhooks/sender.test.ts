/** How the sender handles faulty receivers. */
import assert from 'node:assert/strict';
import type { AddressInfo } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { createServer as createTlsServer, type Server as TlsServer } from 'node:tls';
import type { HostAddress } from '../../src/webhooks/host-lookup.ts';
import { Sender, type SenderOptions } from '../../src/webhooks/sender.ts';
import { CERTIFICATE, CERTIFICATE_KEY } from '../support/certificate.ts';
import { answerWith, type Behaviour, Receiver } from '../support/receiver.ts';

const message = { id: 'evt_1', at: 1_700_000_000_000, body: '{"type":"x"}' };
const secrets = [new Uint8Array(32)];
const local: HostAddress = { address: '127.0.0.1', family: 4 };

describe('a sender', () => {
  const receivers: Receiver[] = [];
  const senders: Sender[] = [];
  after(async () => {
    for (const sender of senders) sender.close();
    for (const receiver of receivers) await receiver.stop();
  });

  async function sendTo(behaviour: Behaviour, options: Partial<SenderOptions> = {}) {
    const receiver = await Receiver.start(behaviour);
    receivers.push(receiver);
    const outcome = await senderWith(options).send(receiver.url, message, secrets);
    return { receiver, outcome };
  }
  function senderWith(options: Partial<SenderOptions> = {}): Sender {
    const sender = new Sender({ allowPrivate: true, timeoutMs: 30_000, connectTimeoutMs: 30_000, ...options });
    senders.push(sender);
    return sender;
  }

  const answers: readonly (readonly [status: number, error: string | null])[] = [
    [200, null],
    [204, null],
    [301, 'redirect'],
    [307, 'redirect'],
    [404, 'status'],
    [410, 'gone'],
    [500, 'status'],
  ];
  for (const [status, error] of answers) {
    it(`treats ${status} as ${error ?? 'delivered'}`, async () => {
      const { outcome } = await sendTo(answerWith(status, { location: 'http://127.0.0.1:9/' }));
      assert.deepEqual([outcome.statusCode, outcome.error], [status, error]);
    });
  }

  it('sends the second that has begun as the time, never one to come', async () => {
    const { receiver } = await sendTo(answerWith(204));
    await senderWith().send(receiver.url, { ...message, at: message.at + 999 }, secrets);
    const times = receiver.received.map(({ headers }) => headers['webhook-timestamp']);
    assert.deepEqual(times, ['1700000000', '1700000000']);
  });

  it('gives up a receiver that does not answer in time, or drips its headers', async () => {
    const soon = { timeoutMs: 500 };
    const silent = await sendTo(() => {}, soon);
    assert.deepEqual([silent.outcome.statusCode, silent.outcome.error], [null, 'timeout']);
    const dripping = await sendTo(async (_, response) => {
      for (const letter of 'HTTP/1.1 200 OK\r\nX-Slow: yes and no and ye') {
        response.socket?.write(letter);
        await sleep(50);
      }
    }, soon);
    assert.equal(dripping.outcome.error, 'timeout');
  });

  it('does not wait for a long or slow response once it has the status', async () => {
    const { outcome } = await sendTo((_, response) => {
      response.writeHead(200);
      for (let block = 0; block < 100; block += 1) response.write('x'.repeat(65_536));
    });
    assert.equal(outcome.error, null);
    const slow = await sendTo((_, response) => void response.writeHead(200).write('…'));
    assert.equal(slow.outcome.error, null);
  });

  it('treats 101 as a failure at once', async () => {
    const { outcome } = await sendTo((_, { socket }) => {
      socket?.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n');
    });
    assert.deepEqual([outcome.statusCode, outcome.error], [101, 'status']);
  });

  it('returns the delay that the receiver requests', async () => {
    const { outcome } = await sendTo(answerWith(503, { 'retry-after': '120' }));
    assert.equal(outcome.retryAfterMs, 120_000);
    const date = new Date(message.at + 60_000).toUTCString();
    const dated = await sendTo(answerWith(429, { 'retry-after': date }));
    assert.ok((dated.outcome.retryAfterMs ?? 0) > 50_000);
  });

  it('reports a refused connection, and a response that is not HTTP', async () => {
    const receiver = await Receiver.start();
    const { url } = receiver;
    await receiver.stop();
    assert.equal((await senderWith().send(url, message, secrets)).error, 'refused');
    const garbage = await sendTo((_, response) => void response.socket?.end('SSH-2.0-OpenSSH_9.9\r\n'));
    assert.equal(garbage.outcome.error, 'protocol');
  });

  for (const status of ['000', '001', '099']) {
    it(`treats the status ${status} as invalid HTTP, since the delivery log cannot store it`, async () => {
      const { outcome } = await sendTo((_, { socket }) => void socket?.end(`HTTP/1.1 ${status} X\r\n\r\n`));
      assert.deepEqual([outcome.statusCode, outcome.error], [null, 'protocol']);
    });
  }

  it('reuses a connection for the next message, and opens a new one if the receiver has closed it', async () => {
    const { receiver } = await sendTo(
      (_, response) => void response.writeHead(204, { connection: 'keep-alive' }).end(),
    );
    const sender = senderWith();
    for (let count = 0; count < 3; count += 1) {
      assert.equal((await sender.send(receiver.url, message, secrets)).error, null);
    }
    receiver.dropConnections();
    assert.equal((await sender.send(receiver.url, message, secrets)).error, null);
  });

  describe('with private addresses refused', () => {
    it('connects to none, whether it is in the URL or a name resolves to it', async () => {
      const receiver = await Receiver.start();
      receivers.push(receiver);
      const sender = senderWith({ allowPrivate: false, resolve: async () => [local] });
      for (const host of ['127.0.0.1', 'localhost', 'rebound.example', '[::1]', '[::ffff:127.0.0.1]', '0x7f.1']) {
        const { error, statusCode } = await sender.send(`http://${host}:${receiver.port}/`, message, secrets);
        assert.deepEqual([error, statusCode], ['private_address', null], host);
      }
      assert.equal(receiver.received.length, 0);
    });

    it('checks the DNS answer that it connects to, even if each answer differs', async () => {
      const receiver = await Receiver.start();
      receivers.push(receiver);
      let asked = 0;
      const resolve = async (): Promise<HostAddress[]> => {
        asked += 1;
        return asked === 1 ? [{ address: '192.0.2.1', family: 4 }] : [local];
      };
      const sender = senderWith({ allowPrivate: false, resolve });
      const errors = [];
      for (let count = 0; count < 3; count += 1) {
        errors.push((await sender.send(`http://rebound.example:${receiver.port}/`, message, secrets)).error);
      }
      assert.deepEqual([asked, receiver.received.length], [3, 0]);
      assert.deepEqual(errors, ['private_address', 'private_address', 'private_address']);
    });

    it('rejects a name with a public and a private address', async () => {
      const resolve = async (): Promise<HostAddress[]> => [{ address: '8.8.8.8', family: 4 }, local];
      const { error } = await senderWith({ allowPrivate: false, resolve }).send(
        'http://both.example/',
        message,
        secrets,
      );
      assert.equal(error, 'private_address');
    });

    it('reports that a name has no address', async () => {
      const { error } = await senderWith({ resolve: async () => [] }).send('http://none.example/', message, secrets);
      assert.equal(error, 'dns');
    });
  });

  describe('over TLS', () => {
    let server: TlsServer;
    before(async () => {
      server = createTlsServer({ cert: CERTIFICATE, key: CERTIFICATE_KEY }, (socket) => {
        socket.on('error', () => {});
        socket.once('data', () => socket.end('HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n'));
      });
      server.on('tlsClientError', () => {});
      await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
    });
    after(() => server.close());
    const url = (host: string) => `https://${host}:${(server.address() as AddressInfo).port}/`;
    const resolve = async (): Promise<HostAddress[]> => [local];

    it('delivers to a receiver whose certificate is valid', async () => {
      const { error } = await senderWith({ resolve, ca: CERTIFICATE }).send(url('receiver.test'), message, secrets);
      assert.equal(error, null);
    });

    it('rejects a certificate for another name, and one from an unknown issuer', async () => {
      const other = await senderWith({ resolve, ca: CERTIFICATE }).send(url('other.test'), message, secrets);
      assert.equal(other.error, 'tls');
      assert.equal((await senderWith({ resolve }).send(url('receiver.test'), message, secrets)).error, 'tls');
    });
  });
});
