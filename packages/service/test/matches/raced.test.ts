/** The same matches from many sides at once, over real connections: which of them is stored is the database's to say. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import http from 'node:http';
import { text } from 'node:stream/consumers';
import { describe, it } from 'node:test';
import type { AuditEntry } from '@bandeja/contract/audit';
import type { BatchResults, OwnMatchView } from '@bandeja/contract/matches';
import { chainFaults } from '../support/audit-chain.ts';
import { aClub } from '../support/club.ts';
import { allByCursor } from '../support/paging.ts';
import { onEachEngine, useTestService } from '../support/service.ts';

const CONNECTIONS = 8;
const REFERENCES = 6;

/** The numbers below `count`, rotated, so that connections collide at different references. */
const fromPlace = (place: number, count: number): number[] =>
  Array.from({ length: count }, (_, index) => (place + index) % count);

interface Answer {
  readonly status: number;
  readonly body: { readonly id?: string; readonly existing_match_id?: string };
}

/** Sends submissions over its own connections, one per concurrent call. Several times as fast as `fetch`. */
function submitter(url: string, token: string | null): { submit(body: object): Promise<Answer>; close(): void } {
  const agent = new http.Agent({ keepAlive: true });
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  return {
    async submit(body) {
      const request = http.request(`${url}/v1/matches`, { method: 'POST', agent, headers });
      request.end(JSON.stringify(body));
      const [response] = (await once(request, 'response')) as [http.IncomingMessage];
      return { status: response.statusCode ?? 0, body: JSON.parse(await text(response)) };
    },
    close: () => agent.destroy(),
  };
}

onEachEngine((engine) => {
  describe(`concurrent submissions of the same matches, on ${engine}`, () => {
    const service = useTestService({ engine, listen: true });
    const references = REFERENCES;

    it(`${CONNECTIONS} connections with the same ${references} references store each once, and all get its id`, async () => {
      const club = await aClub(service());
      const bodies = Array.from({ length: references }, (_, index) =>
        club.match({
          external_ref: `m${index}`,
          played_at: new Date(Date.UTC(2026, 4, 1) + index * 60_000).toISOString(),
        }),
      );
      const created = new Map<string, string>();
      const returnedIds = new Map<string, Set<unknown>>(bodies.map((body) => [body.external_ref, new Set()]));
      const statuses = new Map<number, number>();
      const { submit, close } = submitter(service().url ?? '', club.partner.token);
      const connection = async (place: number): Promise<void> => {
        for (const index of fromPlace(place * 2, references)) {
          const body = bodies[index] ?? assert.fail();
          const { status, body: answer } = await submit(body);
          statuses.set(status, (statuses.get(status) ?? 0) + 1);
          if (status === 201) created.set(body.external_ref, answer.id ?? '');
          returnedIds.get(body.external_ref)?.add(answer.id ?? answer.existing_match_id);
        }
      };
      await Promise.all(Array.from({ length: CONNECTIONS }, (_, place) => connection(place)));
      close();
      assert.deepEqual(Object.fromEntries(statuses), { 201: references, 409: (CONNECTIONS - 1) * references });
      assert.equal(created.size, references);
      for (const [reference, ids] of returnedIds) assert.deepEqual([...ids], [created.get(reference)]);
      const stored = await allByCursor<OwnMatchView>(club.partner, '/v1/matches', { limit: 100 });
      assert.deepEqual(stored.map((match) => match.id).sort(), [...created.values()].sort());
      const chain = await allByCursor<AuditEntry>(club.partner, '/v1/audit', { limit: 1000 });
      assert.equal(chain.length, references);
      assert.deepEqual(chainFaults(chain), []);
      for (const player of club.players) assert.equal((await club.profile(player)).rating.matches_played, references);
    });

    it('batches and single submissions of the same references store each once', async () => {
      const club = await aClub(service());
      const bodies = fromPlace(0, 8).map((index) => club.match({ external_ref: `m${index}` }));
      const batch = async (): Promise<number> => {
        const { body } = await club.partner.request<BatchResults>('POST', '/v1/matches/batch', {
          body: { matches: bodies },
        });
        assert.equal(body.summary.created + body.summary.duplicates, bodies.length);
        return body.summary.created;
      };
      const single = async (body: object): Promise<number> => {
        const { status } = await club.partner.request('POST', '/v1/matches', { body });
        assert.ok(status === 201 || status === 409);
        return status === 201 ? 1 : 0;
      };
      const stored = await Promise.all([...bodies.map(single), batch(), batch(), ...bodies.map(single), batch()]);
      assert.equal(
        stored.reduce((sum, one) => sum + one),
        bodies.length,
      );
      assert.equal((await club.profile(club.players[0] ?? assert.fail())).rating.matches_played, bodies.length);
    });

    it('a confirmation and a void of one match at once leave it voided, each step once in the chain', async () => {
      const club = await aClub(service());
      const { id } = await club.submit(club.match({ trust_tier: 'player_confirmed' }));
      const steps = fromPlace(0, 8).map((index) =>
        index % 2 === 0
          ? club.partner.request('POST', `/v1/matches/${id}/confirm`)
          : club.partner.request('POST', `/v1/matches/${id}/void`, { body: { reason: `Reason ${index}.` } }),
      );
      const answers = await Promise.all(steps);
      for (const { status } of answers) assert.ok(status === 200 || status === 409);
      const match = await club.read(id);
      assert.equal(match.status, 'voided');
      const chain = await allByCursor<AuditEntry>(club.partner, '/v1/audit', { limit: 1000 });
      const actions = chain.map((entry) => entry.action);
      assert.ok(['submitted,voided', 'submitted,confirmed,voided'].includes(actions.join()), actions.join());
      assert.equal(match.revision, chain.length);
      assert.deepEqual(chainFaults(chain), []);
      for (const player of club.players) assert.deepEqual((await club.profile(player)).rating, player.rating);
    });
  });
});
