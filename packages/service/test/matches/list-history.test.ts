/** The history verb sends the same statements for every player, so that they reveal nothing about the player. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Problem } from '@bandeja/contract/errors/problem';
import type { Database, Statement } from '@bandeja/postgres/database';
import { listPlayerHistory } from '../../src/matches/read.ts';
import { aClub } from '../support/club.ts';
import { freshName, onEachEngine, type TestPartner, useTestService } from '../support/service.ts';

onEachEngine((engine) => {
  const service = useTestService({ engine });

  describe('the history of a player is read in one statement, so from one snapshot', () => {
    async function statementsFor({ context }: TestPartner, username: string, offset: number) {
      const sent: string[] = [];
      const database: Database = Object.create(context.database, {
        query: {
          value: (statement: Statement, values: []) => {
            sent.push(statement.name);
            return context.database.query(statement, values);
          },
        },
        transaction: { value: () => assert.fail('a transaction was begun') },
      });
      const window = { since: null, until: null };
      const page = { limit: 1, offset, after: null };
      const answer = await listPlayerHistory({ ...context, database: database }, username, window, page).then(
        ({ data, next }) => ({ shown: data.length, seen: next?.seen }),
        (error: unknown) => (error instanceof Problem ? error.code : assert.fail(String(error))),
      );
      return { sent, answer };
    }

    for (const offset of [0, 1]) {
      it(`with an offset of ${offset}, for any player`, async () => {
        const club = await aClub(service(), { players: 5 });
        const hidden = await aClub(service(), { isPublic: false });
        await hidden.submit();
        for (let count = 0; count < 3; count += 1) await club.submit(club.match({ outcome: 'walkover' }));
        const of = (username: string | undefined) => statementsFor(club.partner, username ?? '', offset);
        const sent = ['history_list'];
        assert.deepEqual(await of(club.players[0]?.username), { sent, answer: { shown: 1, seen: offset + 1 } });
        assert.deepEqual(await of(club.players[4]?.username), { sent, answer: { shown: 0, seen: undefined } });
        assert.deepEqual(await of(hidden.players[0]?.username), { sent, answer: 'player_not_found' });
        assert.deepEqual(await of(freshName('nobody')), { sent, answer: 'player_not_found' });
      });
    }
  });
});
