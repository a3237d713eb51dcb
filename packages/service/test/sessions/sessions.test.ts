import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { OwnMatchView } from '@bandeja/contract/matches';
import type { SessionRecap, SessionSummary } from '@bandeja/contract/sessions';
import fc from 'fast-check';
import { aClub } from '../support/club.ts';
import { allByCursor, allByOffset } from '../support/paging.ts';
import { onEachEngine, type PageBody, useTestService } from '../support/service.ts';

onEachEngine((engine) => {
  const service = useTestService({ engine });
  const sessionsOf = async (club: Awaited<ReturnType<typeof aClub>>, query = {}) =>
    (await club.partner.request<PageBody<SessionSummary>>('GET', '/v1/sessions', { query })).body;

  describe('GET /v1/sessions', () => {
    it('sums up the completed and pending matches of each session, the last to end first', async () => {
      const club = await aClub(service(), { players: 5 });
      const of = (session_external_ref: string, played_at: string, more = {}) =>
        club.submit(club.match({ session_external_ref, played_at, ...more }));
      await of('friday', '2026-05-01T19:00:00Z', { venue_label: 'Club Norte' });
      await of('friday', '2026-05-01T21:00:00Z', { trust_tier: 'player_confirmed', venue_label: 'Club Sur' });
      await of('friday', '2026-05-01T20:00:00Z', { venue_label: 'Club Norte' });
      await of('sunday', '2026-05-03T10:00:00Z');
      await club.submit(club.match({ played_at: '2026-05-04T10:00:00Z' }));
      const { data, pagination } = await sessionsOf(club);
      assert.deepEqual(data, [
        {
          session_external_ref: 'sunday',
          name: null,
          started_at: '2026-05-03T10:00:00.000Z',
          ended_at: '2026-05-03T10:00:00.000Z',
          matches: 1,
          players: 4,
          venue_label: null,
        },
        {
          session_external_ref: 'friday',
          name: null,
          started_at: '2026-05-01T19:00:00.000Z',
          ended_at: '2026-05-01T21:00:00.000Z',
          matches: 3,
          players: 4,
          venue_label: 'Club Norte',
        },
      ]);
      assert.deepEqual(pagination, { limit: 25, offset: 0, has_more: false, next_cursor: null });
    });

    it('leaves out voided matches with their players, and sessions that have no others', async () => {
      const club = await aClub(service(), { players: 5 });
      const voided = async (match: Promise<OwnMatchView>) => {
        const path = `/v1/matches/${(await match).id}/void`;
        await club.partner.request('POST', path, { body: { reason: 'Twice.' } });
      };
      const of = (session_external_ref: string, played_at: string, places?: readonly number[]) =>
        club.submit(club.match({ session_external_ref, played_at }, places));
      await voided(of('gone', '2026-05-05T19:00:00Z'));
      await of('night', '2026-05-01T19:00:00Z');
      await voided(of('night', '2026-05-06T21:00:00Z', [0, 1, 2, 4]));
      const { data } = await sessionsOf(club);
      assert.deepEqual(
        data.map((one) => [one.session_external_ref, one.ended_at, one.matches, one.players]),
        [['night', '2026-05-01T19:00:00.000Z', 1, 4]],
      );
    });

    it('shows the venue of the recap, even if pending matches and walkovers name another more often', async () => {
      const club = await aClub(service());
      const of = (more: object) => club.submit(club.match({ session_external_ref: 'night', ...more }));
      await of({ venue_label: 'Club Norte' });
      await of({ venue_label: 'Club Norte' });
      for (let count = 0; count < 3; count += 1) {
        await of({ venue_label: 'Club Sur', trust_tier: 'player_confirmed' });
        await of({ venue_label: 'Club Este', outcome: 'walkover' });
      }
      const recap = await club.partner.request<SessionRecap>('GET', '/v1/matches/sessions/night');
      assert.equal(recap.body.venue_label, 'Club Norte');
      const [night] = (await sessionsOf(club)).data;
      assert.deepEqual([night?.venue_label, night?.matches], ['Club Norte', 8]);
    });

    it('shows the venue of the later match if two are equally frequent, like the recap', async () => {
      const club = await aClub(service());
      const later = { played_at: '2026-05-01T21:00:00Z', venue_label: 'Club Sur' };
      for (const session_external_ref of ['later first', 'later last']) {
        const matches = [later, { played_at: '2026-05-01T20:00:00Z', venue_label: 'Club Norte' }];
        for (const more of session_external_ref === 'later first' ? matches : matches.toReversed()) {
          await club.submit(club.match({ session_external_ref, ...more }));
        }
      }
      const venues = ['Club Este', 'Club Oeste'];
      const of = (venue_label: string) => club.submit(club.match({ session_external_ref: 'at once', venue_label }));
      const [este, oeste] = [await of('Club Este'), await of('Club Oeste')];
      const wanted = {
        'later first': 'Club Sur',
        'later last': 'Club Sur',
        'at once': venues[Number(este.id < oeste.id)],
      };
      const listed = (await sessionsOf(club)).data.map((one) => [one.session_external_ref, one.venue_label]);
      assert.deepEqual(Object.fromEntries(listed), wanted);
      for (const [ref, venue] of Object.entries(wanted)) {
        const recap = await club.partner.request<SessionRecap>(
          'GET',
          `/v1/matches/sessions/${encodeURIComponent(ref)}`,
        );
        assert.equal(recap.body.venue_label, venue, ref);
      }
    });

    it('shows no venue if no completed match names one', async () => {
      const club = await aClub(service());
      const of = (more: object) => club.submit(club.match({ session_external_ref: 'night', ...more }));
      await of({ venue_label: 'Club Sur', trust_tier: 'player_confirmed' });
      assert.equal((await sessionsOf(club)).data[0]?.venue_label, null);
      await of({ venue_label: 'Club Este', outcome: 'walkover' });
      assert.equal((await sessionsOf(club)).data[0]?.venue_label, null);
    });

    it('shows a partner its own sessions only', async () => {
      const [norte, sur] = [await aClub(service()), await aClub(service())];
      await norte.submit(norte.match({ session_external_ref: 'night-42' }));
      assert.deepEqual((await sessionsOf(sur)).data, []);
    });

    it('filters by the end of sessions, with since inclusive and until exclusive', async () => {
      const club = await aClub(service());
      for (const [ref, day] of [
        ['first', 1],
        ['long', 1],
        ['second', 2],
        ['long', 3],
      ] as const) {
        await club.submit(club.match({ session_external_ref: ref, played_at: `2026-05-0${day}T19:00:00Z` }));
      }
      const refs = async (query: object) => (await sessionsOf(club, query)).data.map((one) => one.session_external_ref);
      assert.deepEqual(await refs({ since: '2026-05-02T19:00:00Z' }), ['long', 'second']);
      assert.deepEqual(await refs({ until: '2026-05-02T19:00:00Z' }), ['first']);
      assert.deepEqual(await refs({ since: '2026-05-01T19:00:01Z', until: '2026-05-03T19:00:00Z' }), ['second']);
      for (const year of ['0000', '0001', '0099', '0100', '1969']) {
        const instant = `${year}-01-01T00:00:00Z`;
        assert.deepEqual(await refs({ since: instant }), ['long', 'second', 'first'], instant);
        assert.deepEqual(await refs({ until: instant }), [], instant);
      }
    });

    it('pages by offset and by cursor in the order of a plain sort, even if sessions overlap', async () => {
      const aNight = fc.record({
        ref: fc.constantFrom('a', 'b', 'B', 'é', 'c', 'd'),
        hour: fc.integer({ min: 0, max: 5 }),
      });
      await fc.assert(
        fc.asyncProperty(fc.array(aNight, { maxLength: 14 }), fc.integer({ min: 1, max: 4 }), async (nights, limit) => {
          const club = await aClub(service());
          for (const { ref, hour } of nights) {
            await club.submit(club.match({ session_external_ref: ref, played_at: `2026-05-01T1${hour}:00:00Z` }));
          }
          const ends = new Map<string, number>();
          for (const { ref, hour } of nights) ends.set(ref, Math.max(hour, ends.get(ref) ?? 0));
          const wanted = [...ends]
            .sort(([a, x], [b, y]) => y - x || Buffer.compare(Buffer.from(a), Buffer.from(b)))
            .map(([ref]) => ref);
          const refsOf = (all: readonly SessionSummary[]) => all.map((one) => one.session_external_ref);
          assert.deepEqual(refsOf(await allByCursor(club.partner, '/v1/sessions', { limit })), wanted);
          assert.deepEqual(refsOf(await allByOffset(club.partner, '/v1/sessions', { limit })), wanted);
        }),
        { numRuns: 15 },
      );
    });
  });
});
