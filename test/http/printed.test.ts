import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { FastifyReply } from 'fastify';
import { Prints } from '../../src/http/printed.ts';

describe('what an answer was printed as', () => {
  it('is held in memory of its own, in UTF-8', () => {
    const reply = {} as FastifyReply;
    new Prints().print(reply, {}, 'json', () => '{"name":"Inês – ½"}');
    const { bytes } = reply.printed ?? assert.fail();
    assert.equal(bytes.toString(), '{"name":"Inês – ½"}');
    assert.equal(bytes.buffer.byteLength, bytes.length);
  });

  it('is printed once for each object and form', () => {
    const prints = new Prints();
    const view = {};
    const printed: string[] = [];
    for (const form of ['json', 'light', 'json', 'dark', 'light']) {
      prints.print({} as FastifyReply, view, form, () => {
        printed.push(form);
        return form;
      });
    }
    assert.deepEqual(printed, ['json', 'light', 'dark']);
  });
});
