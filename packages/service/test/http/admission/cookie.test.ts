import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { readCookie, removeCookie, setCookie } from '../../../src/http/admission/cookie.ts';

const request = (headers: object): FastifyRequest => ({ headers, server: { publicUrl: null } }) as FastifyRequest;

/** The cookie that `write` sets. */
function written(write: (reply: FastifyReply) => void): unknown {
  const sent: unknown[] = [];
  write({ header: (...header: unknown[]) => sent.push(header) } as unknown as FastifyReply);
  return sent;
}

describe('the cookie of a sign-in', () => {
  const https = { 'x-forwarded-proto': 'https', host: 'padel.club:8443' };
  const names = [
    [{ host: 'hall.local' }, 'bandeja-80', 'bandeja-operator-80'],
    [{ host: 'hall.local:8081' }, 'bandeja-8081', 'bandeja-operator-8081'],
    [{ host: '[::1]' }, 'bandeja-80', 'bandeja-operator-80'],
    [{}, 'bandeja-80', 'bandeja-operator-80'],
    [https, '__Host-bandeja', '__Host-bandeja-operator'],
  ] as const;
  for (const [headers, ofPerson, ofOperator] of names) {
    it(`is ${ofPerson} with ${JSON.stringify(headers)}, and that of an operator ${ofOperator}`, () => {
      const cookie = `${ofPerson}=bds_1; ${ofOperator}=bdo_1; bandeja=bds_2; bandeja-9=bds_3`;
      assert.equal(readCookie(request({ ...headers, cookie }), 'person'), 'bds_1');
      assert.equal(readCookie(request({ ...headers, cookie }), 'operator'), 'bdo_1');
      assert.equal(readCookie(request({ ...headers, cookie: `${ofPerson}=` }), 'person'), undefined);
      assert.equal(readCookie(request(headers), 'person'), undefined);
    });
  }

  it('lasts 30 days from each use, is of no use to scripts and other sites, and over HTTPS is sent over HTTPS only', () => {
    const [plain, secure] = [request({ host: 'hall.local:8081' }), request(https)];
    const attributes = 'Path=/; HttpOnly';
    assert.deepEqual(
      written((reply) => setCookie(plain, reply, 'person', 'bds_1')),
      [['set-cookie', `bandeja-8081=bds_1; Max-Age=2592000; ${attributes}; SameSite=Strict`]],
    );
    assert.deepEqual(
      written((reply) => setCookie(secure, reply, 'operator', 'bdo_1')),
      [['set-cookie', `__Host-bandeja-operator=bdo_1; Max-Age=2592000; ${attributes}; Secure; SameSite=Strict`]],
    );
    assert.deepEqual(
      written((reply) => removeCookie(plain, reply, 'person')),
      [['set-cookie', `bandeja-8081=; Max-Age=0; ${attributes}; SameSite=Strict`]],
    );
  });
});
