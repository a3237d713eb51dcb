import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Problem } from '@bandeja/contract/errors/problem';
import { codeReader } from '../../src/links/short-codes.ts';
import { onEachEngine, startTestService, useTestService } from '../support/service.ts';
import { LinkedNight } from './linked-night.ts';

const PATH = '/v1/night/short-code';
const FORM = /^[23456789ABCDEFGHJKMNPQRSTUVWXYZ]{6}$/;

onEachEngine((engine) => {
  const service = useTestService({ engine });

  const linkOf = async (night: LinkedNight) => {
    const { status, body, text } = await night.makeLink({ role: 'view', short_code: true });
    assert.equal(status, 201, text);
    return { ...body, code: body.short_code?.code ?? assert.fail() };
  };

  describe('a short code', () => {
    it('leads to the token of its link, in any case and as often as asked, in a sandbox too', async () => {
      for (const mode of ['live', 'test'] as const) {
        const night = await LinkedNight.of(await service().freshPartner({ mode }));
        const { code, token, short_code } = await linkOf(night);
        assert.match(code, FORM);
        assert.ok(short_code?.url.endsWith(`/n/${code}`), short_code?.url);
        for (const text of [code, code.toLowerCase(), code]) {
          const { status, body } = await service().nobody.request('POST', PATH, { body: { code: text } });
          assert.deepEqual([status, body], [200, { token }]);
        }
        const rows = await service().database.query({ name: 'test_codes', text: 'select * from link_short_codes' }, []);
        const stored = rows.map((row) => Buffer.concat(Object.values(row).filter((one) => one instanceof Uint8Array)));
        assert.ok(stored.length > 0 && stored.every((bytes) => !bytes.includes(code) && !bytes.includes(token)));
        assert.equal((await night.makeLink({ role: 'view' })).body.short_code, null);
      }
    });

    it('is only for links that show the night', async () => {
      const night = await LinkedNight.of(await service().freshPartner());
      const { body } = await night.partner.refusal('invalid_body', 'POST', night.links, {
        body: { role: 'score', short_code: true },
      });
      assert.deepEqual(
        body.errors?.map(({ pointer, code }) => [pointer, code]),
        [['/short_code', 'conflicting']],
      );
    });

    it('ends with its link, and after 15 minutes; and a text that cannot be a code is unknown, too', async (t) => {
      const own = await startTestService({ engine });
      t.after(() => own.stop());
      const night = await LinkedNight.of(await own.freshPartner());
      const [one, other] = [await linkOf(night), await linkOf(night)];
      const refused = (code: string) => own.nobody.refusal('short_code_not_found', 'POST', PATH, { body: { code } });
      await night.partner.request('DELETE', `/v1/links/${one.id}`);
      for (const code of [one.code, 'AAAAAA', 'AAAAA0', 'AAAAAAA', '']) await refused(code);
      own.advance(15 * 60_000 - 10_000);
      assert.equal((await own.nobody.request('POST', PATH, { body: { code: other.code } })).status, 200);
      own.advance(10_000);
      await refused(other.code);
    });

    it('cannot be guessed: after 60 unknown ones in a minute, every caller waits', async () => {
      const { code, token } = await linkOf(await LinkedNight.of(await service().freshPartner()));
      let now = 0;
      const read = codeReader(
        service().context,
        async () => true,
        () => now,
      );
      const outcomeOf = (one: string) =>
        read(one).catch((error: unknown) => (error instanceof Problem ? error.code : error));
      const codes = Array.from(
        { length: 60 },
        (_, index) => `A${String(index).padStart(5, '2').replaceAll(/[01]/g, 'Z')}`,
      );
      const tried = await Promise.all(codes.map(outcomeOf));
      assert.deepEqual(new Set(tried), new Set(['short_code_not_found']));
      assert.equal(await outcomeOf(code), 'rate_limited');
      now += 1_000;
      // A code that is found costs nothing.
      for (let time = 0; time < 3; time += 1) assert.equal(await outcomeOf(code), token);
    });
  });
});
