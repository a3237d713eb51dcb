/** Requests in a sandbox: their language and their clock. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { SandboxState } from '@bandeja/contract/sandboxes';
import { assemble } from '../../src/assemble.ts';
import { aClub, faultsOf } from '../support/club.ts';
import { OPERATOR_TOKEN, onEachEngine, type TestPartner, useTestService } from '../support/service.ts';

const DAY_SECONDS = 86_400;
/** The time that a request may take until its response contains the time. */
const LATE_MS = 60_000;

interface Card {
  readonly windows: Readonly<Record<string, { readonly matches: number }>>;
}

onEachEngine((engine) => {
  describe('a test key', () => {
    const service = useTestService({ engine });

    it('is answered in its language', async () => {
      const club = await aClub(service(), { mode: 'test' });
      const { id } = await club.submit();
      for (const language of ['es', 'pt']) {
        const headers = { 'accept-language': language };
        const answer = await club.partner.request('GET', `/v1/matches/${id}/explanation`, { headers });
        assert.equal(answer.headers['content-language'], language);
      }
    });
  });

  describe('the clock of a sandbox', () => {
    const service = useTestService({ engine });

    async function setClock(partner: TestPartner, body: object): Promise<SandboxState> {
      const answer = await partner.request<SandboxState>('PATCH', '/v1/sandbox', { body });
      assert.equal(answer.status, 200, answer.text);
      return answer.body;
    }

    function assertIs({ now }: SandboxState, expected: string): void {
      const lateMs = Date.parse(now) - Date.parse(expected);
      assert.ok(lateMs >= 0 && lateMs < LATE_MS, `it is ${now} and not ${expected}`);
    }

    it('can be set ahead or back, runs on from there, and can be advanced', async () => {
      const partner = await service().freshPartner({ mode: 'test' });
      assertIs(await setClock(partner, { now: '2030-01-01T00:00:00Z' }), '2030-01-01T00:00:00Z');
      assertIs(await setClock(partner, { now: '2026-05-02T12:00:00+02:00' }), '2026-05-02T10:00:00Z');
      assertIs(await setClock(partner, { advance_seconds: 3 * DAY_SECONDS }), '2026-05-05T10:00:00Z');
      assertIs((await partner.request<SandboxState>('GET', '/v1/sandbox')).body, '2026-05-05T10:00:00Z');
    });

    it('decides which matches are in the future, and does not affect the live clock', async () => {
      const club = await aClub(service(), { mode: 'test' });
      const at = '2031-06-01T10:00:00Z';
      const refused = await club.partner.refusal('invalid_body', 'POST', '/v1/matches', {
        body: club.match({ played_at: at }),
      });
      assert.deepEqual(faultsOf(refused.body), ['/played_at played_at_in_future']);
      await setClock(club.partner, { now: '2031-06-01T10:00:01Z' });
      const { created_at } = await club.submit(club.match({ played_at: at }));
      assert.equal(created_at.slice(0, 10), '2031-06-01');
      const live = await aClub(service(), { mode: 'live' });
      await live.partner.refusal('invalid_body', 'POST', '/v1/matches', { body: live.match({ played_at: at }) });
    });

    it('decides which matches are in the windows of a card, and does not change ratings', async () => {
      const club = await aClub(service(), { mode: 'test' });
      await setClock(club.partner, { now: '2026-05-02T10:00:00Z' });
      await club.submit(club.match({ played_at: '2026-05-01T19:10:00Z' }));
      const [player = assert.fail()] = club.players;
      const seen = async () => {
        const { windows } = (await club.partner.request<Card>('GET', `/v1/players/${player.username}/card`)).body;
        return Object.values(windows).map((window) => window.matches);
      };
      const scoreOf = async () => (await club.profile(player)).rating.service_score;
      assert.deepEqual(await seen(), [1, 1, 1]);
      const score = await scoreOf();
      await setClock(club.partner, { advance_seconds: 20 * DAY_SECONDS });
      assert.deepEqual(await seen(), [0, 1, 1]);
      await setClock(club.partner, { advance_seconds: 365 * DAY_SECONDS });
      assert.deepEqual(await seen(), [0, 0, 0]);
      assert.equal(await scoreOf(), score);
    });

    it('can be set from 1970 to 2999, with exactly one of now and advance_seconds', async () => {
      const partner = await service().freshPartner({ mode: 'test' });
      for (const [body, faults] of [
        [{}, [' required']],
        [{ now: null }, [' required']],
        [{ now: '2026-05-02T10:00:00Z', advance_seconds: 1 }, ['/advance_seconds conflicting']],
        [{ now: '1969-12-31T23:59:59Z' }, ['/now out_of_range']],
        [{ now: '3000-01-01T00:00:00Z' }, ['/now out_of_range']],
        [{ now: 'tomorrow' }, ['/now bad_format']],
        [{ advance_seconds: 0 }, ['/advance_seconds out_of_range']],
        [{ advance_seconds: 1.5 }, ['/advance_seconds wrong_type']],
      ] as const) {
        const answer = await partner.refusal('invalid_body', 'PATCH', '/v1/sandbox', { body });
        assert.deepEqual(faultsOf(answer.body), faults, JSON.stringify(body));
      }
      await setClock(partner, { now: '2999-12-31T00:00:00Z' });
      const tooFar = { body: { advance_seconds: 2 * DAY_SECONDS } };
      assert.deepEqual(faultsOf((await partner.refusal('invalid_body', 'PATCH', '/v1/sandbox', tooFar)).body), [
        '/advance_seconds out_of_range',
      ]);
    });

    it('changes on every node at once, and so does a cleared sandbox', async () => {
      const partner = await service().freshPartner({ mode: 'test' });
      const other = assemble(service().context, {
        operatorToken: OPERATOR_TOKEN,
        rateLimits: null,
        log: 'silent',
      });
      const headers = { authorization: `Bearer ${partner.token}` };
      const onOther = async () => (await other.app.inject({ url: '/v1/sandbox', headers })).json() as SandboxState;
      try {
        await onOther();
        await partner.freshPlayers(1);
        for (const now of ['2026-05-02T10:00:00Z', '2027-05-02T10:00:00Z']) {
          await setClock(partner, { now });
          assertIs(await onOther(), now);
        }
        assert.equal((await onOther()).players, 1);
        const cleared = await other.app.inject({ method: 'DELETE', url: '/v1/sandbox', headers });
        assert.equal(cleared.statusCode, 204);
        const { body } = await partner.request<SandboxState>('GET', '/v1/sandbox');
        assert.deepEqual([body.players, body.clock_ahead_seconds], [0, 0]);
      } finally {
        await other.close();
      }
    });
  });
});
