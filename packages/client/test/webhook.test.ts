import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { verifyWebhook, type WebhookFault } from '../src/index.ts';

const SECRET = `whsec_${Buffer.from('a secret of 24 bytes ok!').toString('base64')}`;
const OTHER = `whsec_${Buffer.from('another secret, 24 bytes').toString('base64')}`;
const NOW = Date.UTC(2026, 4, 1, 12);
const BODY = '{"type":"match.completed","data":{"name":"Inês"}}';

/** Headers of a webhook, signed by the package of the standard. */
function signed({ secrets = [SECRET], at = NOW, body = BODY, id = 'msg_1' } = {}): Record<string, string> {
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at / 1000)),
    'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(id, new Date(at), body)).join(' '),
  };
}

describe('The signature of a webhook', () => {
  it('a signature is valid for every form of headers and body', async () => {
    const headers = signed();
    const shouted = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toUpperCase(), [value]]));
    for (const form of [headers, new Headers(headers), shouted]) {
      for (const body of [BODY, Buffer.from(BODY)]) {
        assert.deepEqual(await verifyWebhook(SECRET, form, body, { now: NOW }), JSON.parse(BODY));
      }
    }
  });

  it('during a rotation each side accepts both secrets', async () => {
    const both = signed({ secrets: [OTHER, SECRET] });
    await verifyWebhook(SECRET, both, BODY, { now: NOW });
    await verifyWebhook([OTHER, SECRET], signed(), BODY, { now: NOW });
  });

  it('the standardwebhooks package accepts the same signature', () => {
    const now = Date.now();
    assert.doesNotThrow(() => new Webhook(SECRET).verify(BODY, signed({ at: now })));
  });

  const wrong: [name: string, headers: Record<string, string>, body: string, code: WebhookFault][] = [
    ['of another secret', signed({ secrets: [OTHER] }), BODY, 'signature_wrong'],
    ['of another body', signed(), BODY.replace('Inês', 'Ines'), 'signature_wrong'],
    ['of another message', { ...signed(), 'webhook-id': 'msg_2' }, BODY, 'signature_wrong'],
    ['of another scheme', { ...signed(), 'webhook-signature': 'v1a,AAAA' }, BODY, 'signature_wrong'],
    ['that is not base64', { ...signed(), 'webhook-signature': 'v1,***' }, BODY, 'signature_wrong'],
    ['that is missing', { ...signed(), 'webhook-signature': '' }, BODY, 'header_missing'],
    ['that is too old', signed({ at: NOW - 301_000 }), BODY, 'timestamp_out_of_tolerance'],
    ['from the future', signed({ at: NOW + 302_000 }), BODY, 'timestamp_out_of_tolerance'],
    ['without a time', { ...signed(), 'webhook-timestamp': 'soon' }, BODY, 'timestamp_out_of_tolerance'],
    ['of a body that is not JSON', signed({ body: 'hello' }), 'hello', 'body_not_json'],
  ];
  for (const [name, headers, body, code] of wrong) {
    it(`${name} is rejected`, async () => {
      await assert.rejects(verifyWebhook(SECRET, headers, body, { now: NOW }), { name: 'WebhookError', code });
    });
  }

  it('the receiver sets the maximum age of a signature', async () => {
    const headers = signed({ at: NOW - 3_000_000 });
    await verifyWebhook(SECRET, headers, BODY, { now: NOW, toleranceSeconds: 3600 });
  });

  it('an invalid secret throws, because it is the receiver’s mistake', async () => {
    await assert.rejects(verifyWebhook('whsec_', signed(), BODY, { now: NOW }), TypeError);
  });

  it('a missing secret throws an error that names it', async () => {
    const unset = undefined as unknown as string;
    for (const secrets of [unset, []]) {
      await assert.rejects(verifyWebhook(secrets, {}, BODY, { now: NOW }), {
        name: 'TypeError',
        message: /secret .* is missing/,
      });
    }
  });

  it('a parsed body throws an error that explains what to pass', async () => {
    const parsed = JSON.parse(BODY) as string;
    await assert.rejects(verifyWebhook(SECRET, signed(), parsed, { now: NOW }), {
      name: 'TypeError',
      message: /as received/,
    });
  });
});
