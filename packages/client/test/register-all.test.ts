import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Api, Bandeja } from '../src/index.ts';
import { json, stubFetch } from './stub.ts';

const players = Array.from({ length: 230 }, (_, index) => ({ username: `member.${index}` }));
const sentPlayers = (body: unknown): readonly unknown[] => (body as Api.PlayerBatch).players;

describe('Registering any number of players', () => {
  it('registerAll sends 100 players per request with the common fields, and yields a result for each', async () => {
    const { fetch, sent } = stubFetch(({ body }) => {
      // An entry with faults has no username.
      const results = sentPlayers(body).map((_, index) => ({ index, username: null, status: 'rejected' }));
      return json(200, { results, summary: {} });
    });
    const client = new Bandeja({ baseUrl: 'http://x', key: 'k', fetch });
    const results = await Array.fromAsync(client.players.registerAll(players, { common: { roster_slug: 'thursday' } }));
    assert.deepEqual(
      results.map(({ index, username }) => ({ index, username })),
      players.map(({ username }, index) => ({ index, username })),
    );
    assert.deepEqual(
      sent.map(({ body }) => [(body as Api.PlayerBatch).roster_slug, sentPlayers(body).length]),
      [
        ['thursday', 100],
        ['thursday', 100],
        ['thursday', 30],
      ],
    );
  });

  it('a response with too few results is not accepted', async () => {
    const { fetch } = stubFetch(() => json(200, {}));
    const client = new Bandeja({ baseUrl: 'http://x', key: 'k', fetch });
    await assert.rejects(Array.fromAsync(client.players.registerAll(players)), {
      code: 'not_bandeja',
      message: 'The service answered 0 results for 100 players. (POST /v1/players/batch: not_bandeja)',
    });
  });
});
