import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { Problem } from '@bandeja/contract/errors/problem';
import { getPlayer } from '../../src/players/players.ts';
import { sharePlayer } from '../../src/players/share.ts';
import { registerPlayer } from '../../src/registrations/register.ts';
import { updatePlayer } from '../../src/registrations/update.ts';
import { addMember } from '../../src/rosters/members.ts';
import { redeemShare } from '../../src/rosters/redeem-share.ts';
import { putRoster } from '../../src/rosters/rosters.ts';
import { freshName, onEachEngine, type TestPartner, useTestService } from '../support/service.ts';

/** How often each race is run; the losing order of events must be met by chance. */
const ROUNDS = 15;

const turnPrivate = (creator: TestPartner, username: string) =>
  updatePlayer(creator.context, username, {
    display_name: null,
    profile_is_public: false,
  });

async function isSeen(partner: TestPartner, username: string): Promise<boolean> {
  return getPlayer(partner.context, username).then(
    () => true,
    () => false,
  );
}

/** Far longer than a refusal takes, far shorter than what holds the row is held. */
const PATIENCE_MS = 5_000;

onEachEngine((engine) => {
  const service = useTestService({ engine });

  async function setUp() {
    const [creator, stranger] = [await service().freshPartner(), await service().freshPartner()];
    const [{ username, id } = assert.fail()] = await creator.freshPlayers(1);
    for (const slug of ['one', 'two']) await putRoster(stranger.context, slug, { name: null });
    return { creator, stranger, username, id };
  }

  describe('a public player who becomes private during requests of other partners', () => {
    it('is on no roster of a stranger afterwards, however an addition was interleaved', async () => {
      for (let round = 0; round < ROUNDS; round += 1) {
        const { creator, stranger, username } = await setUp();
        await addMember(stranger.context, 'one', username);
        await Promise.allSettled([
          addMember(stranger.context, 'two', username),
          turnPrivate(creator, username),
          addMember(stranger.context, 'two', username),
        ]);
        assert.equal(await isSeen(stranger, username), false);
      }
    });

    it('is on no roster of a stranger afterwards, however a registration was interleaved', async () => {
      for (let round = 0; round < ROUNDS; round += 1) {
        const { creator, stranger, username, id } = await setUp();
        const wish = {
          username,
          display_name: null,
          country_code: null,
          profile_is_public: true,
          roster_slug: freshName('new'),
        };
        await Promise.allSettled([
          registerPlayer(stranger.context, wish),
          turnPrivate(creator, username),
          registerPlayer(stranger.context, wish),
        ]);
        // If the name was free by then, the stranger has registered a player.
        const own = await getPlayer(stranger.context, username).catch(() => null);
        assert.notEqual(own?.id, id);
      }
    });

    it('stays on the roster of a partner that redeems a share for it at the same time', async () => {
      for (let round = 0; round < ROUNDS; round += 1) {
        const { creator, stranger, username } = await setUp();
        await addMember(stranger.context, 'one', username);
        const { share_code } = await sharePlayer(creator.context, username, { expires_in_hours: 1 });
        await Promise.all([
          turnPrivate(creator, username),
          redeemShare(stranger.context, 'one', { share_code: share_code }),
        ]);
        assert.equal(await isSeen(stranger, username), true);
      }
    });
  });

  // The embedded database has one connection, so every request waits for the others there.
  describe('a private player that its creator is changing', { skip: engine !== 'postgres' }, () => {
    it('is absent for a stranger without waiting for the change', async () => {
      const { creator, stranger, username } = await setUp();
      const { database } = service();
      await turnPrivate(creator, username);
      const wish = { username, display_name: null, country_code: null, profile_is_public: null, roster_slug: 'one' };
      const [held, over] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      const holding = database.transaction(async (transaction) => {
        const change = { name: 'test_change_player', text: 'update players set display_name = $2 where username = $1' };
        await transaction.query(change, [username, 'Changed']);
        held.resolve();
        await over.promise;
      });
      await held.promise;
      const tooLate = pause(PATIENCE_MS, 'waited', { ref: false });
      const outcomeOf = (answer: Promise<unknown>) =>
        Promise.race([answer.catch((error: unknown) => (error instanceof Problem ? error.code : error)), tooLate]);
      const outcomes = [
        await outcomeOf(addMember(stranger.context, 'one', username)),
        await outcomeOf(registerPlayer(stranger.context, wish).then(({ isNew }) => isNew)),
      ];
      over.resolve();
      await holding;
      assert.deepEqual(outcomes, ['player_not_found', true]);
    });
  });
});
