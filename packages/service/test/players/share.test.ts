import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { onEachEngine, useTestService } from '../support/service.ts';

const HOUR_MS = 3_600_000;

onEachEngine((engine) => {
  const service = useTestService({ engine });

  async function setUp() {
    const partner = await service().freshPartner();
    const [player] = await partner.freshPlayers(1, { profile_is_public: false });
    return { partner, path: `/v1/players/${player?.username}/shares` };
  }

  describe('sharing a player answers 201', () => {
    it('with a code that lasts three days, also without a body', async () => {
      const { partner, path } = await setUp();
      for (const options of [{}, { body: {} }, { body: { expires_in_hours: null } }]) {
        const { status, body } = await partner.request<{ share_code: string; expires_at: string }>(
          'POST',
          path,
          options,
        );
        assert.equal(status, 201);
        assert.match(body.share_code, /^bdj_share_[0-9A-Za-z]{32}$/);
        const hours = (Date.parse(body.expires_at) - service().context.now()) / HOUR_MS;
        assert.ok(hours > 71.9 && hours <= 72);
      }
    });

    it('with another code each time, kept as a hash only', async () => {
      const { partner, path } = await setUp();
      const first = await partner.request('POST', path, { body: { expires_in_hours: 720 } });
      const second = await partner.request('POST', path, { body: { expires_in_hours: 1 } });
      assert.notEqual(first.body['share_code'], second.body['share_code']);
      const rows = await service().database.query<{ row: string }>({
        name: 'test_shares_as_text',
        text: 'select player_shares::text as row from player_shares',
      });
      assert.ok(rows.every(({ row }) => !row.includes(String(first.body['share_code']))));
    });
  });
});
