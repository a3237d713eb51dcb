import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { aClub } from '../support/club.ts';
import { participantRoutes, playerRoutes } from '../support/player-routes.ts';
import { absentName, onEachEngine, useTestService } from '../support/service.ts';

onEachEngine((engine) => {
  const service = useTestService({ engine });

  for (const [what, routes] of [
    ['an invisible player', playerRoutes],
    ['a participant who is invisible', participantRoutes],
  ] as const) {
    describe(`${what} is answered as an absent one, byte by byte`, () => {
      for (const { name, status, about } of routes) {
        it(`by ${name}`, async () => {
          const [hidden] = await (await service().freshPartner()).freshPlayers(1, {
            profile_is_public: false,
            roster_slug: 'night',
          });
          const club = await aClub(service());
          const { id: matchId } = await club.submit();
          await club.partner.request('PUT', '/v1/rosters/night');
          const others = club.players.slice(0, 3).map((player) => player.username);
          const answerTo = async (username: string) => {
            const { method, path, body } = about(username, { others, matchId });
            const answer = await club.partner.request(method, path, {
              ...(body === undefined ? {} : { body }),
              headers: { 'x-request-id': 'the-same' },
            });
            // What is left of the allowance differs from one request to the next.
            const { date: _date, ratelimit: _left, ...headers } = answer.headers;
            // The name is repeated as it was sent.
            return { status: answer.status, headers, text: answer.text.replaceAll(username, 'NAME') };
          };
          const answer = await answerTo(hidden?.username ?? assert.fail());
          assert.equal(answer.status, status, answer.text);
          if (status !== 404) assert.match(answer.text, /"participant_not_eligible"/);
          assert.deepEqual(answer, await answerTo(absentName(hidden?.username ?? '')));
        });
      }
    });
  }
});
