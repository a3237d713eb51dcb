import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { Problem } from '../../../src/domain/errors/index.ts';
import { getPlayer, registerPlayer, sharePlayer, updatePlayer } from '../../../src/domain/players/index.ts';
import { addMember, putRoster, redeemShare } from '../../../src/domain/rosters/index.ts';
import { freshName, onEachEngine, type TestPartner, type TestService, useTestService } from '../../support/service.ts';

/** How often each race is run; the losing order of events must be met by chance. */
const ROUNDS = 15;

const turnPrivate = (service: TestService, creator: TestPartner, username: string) =>
  updatePlayer(service.context, creator.caller, username, {
    display_name: null,
    country_code: undefined,
    profile_is_public: false,
  });

async function isSeen(service: TestService, partner: TestPartner, username: string): Promise<boolean> {
  return getPlayer(service.context, partner.caller, username).then(
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
    const [player] = await creator.freshPlayers(1);
    for (const slug of ['one', 'two']) await putRoster(service().context, stranger.caller, slug, { name: null });
    return { creator, stranger, username: player?.username ?? assert.fail() };
  }

  describe('a public player who turns private while others reach for it', () => {
    it('is on no stranger’s roster afterwards, however an addition was interleaved', async () => {
      for (let round = 0; round < ROUNDS; round += 1) {
        const { creator, stranger, username } = await setUp();
        const { context } = service();
        await addMember(context, stranger.caller, 'one', username);
        await Promise.allSettled([
          addMember(context, stranger.caller, 'two', username),
          turnPrivate(service(), creator, username),
          addMember(context, stranger.caller, 'two', username),
        ]);
        assert.equal(await isSeen(service(), stranger, username), false);
      }
    });

    it('is on no stranger’s roster afterwards, however a registration was interleaved', async () => {
      for (let round = 0; round < ROUNDS; round += 1) {
        const { creator, stranger, username } = await setUp();
        const wish = { username, displayName: null, countryCode: null, isPublic: null, rosterSlug: freshName('new') };
        await Promise.allSettled([
          registerPlayer(service().context, stranger.caller, wish),
          turnPrivate(service(), creator, username),
          registerPlayer(service().context, stranger.caller, wish),
        ]);
        assert.equal(await isSeen(service(), stranger, username), false);
      }
    });

    it('stays with whoever redeems a share meanwhile, who had it on the same roster before', async () => {
      for (let round = 0; round < ROUNDS; round += 1) {
        const { creator, stranger, username } = await setUp();
        const { context } = service();
        await addMember(context, stranger.caller, 'one', username);
        const { share_code } = await sharePlayer(context, creator.caller, username, 1);
        await Promise.all([
          turnPrivate(service(), creator, username),
          redeemShare(context, stranger.caller, 'one', { share_code: share_code }),
        ]);
        assert.equal(await isSeen(service(), stranger, username), true);
      }
    });
  });

  // The embedded database has one connection, so there everybody waits for everybody.
  describe('a private player whom its creator is just changing', { skip: engine !== 'postgres' }, () => {
    it('is refused to a stranger at once, like one that never existed', async () => {
      const { creator, stranger, username } = await setUp();
      const { context, database } = service();
      await turnPrivate(service(), creator, username);
      const wish = { username, displayName: null, countryCode: null, isPublic: null, rosterSlug: 'one' };
      const [held, over] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      const holding = database.transaction(async (transaction) => {
        const change = { name: 'test_change_player', text: 'update players set display_name = $2 where username = $1' };
        await transaction.query(change, [username, 'Changed']);
        held.resolve();
        await over.promise;
      });
      await held.promise;
      const tooLate = pause(PATIENCE_MS, 'waited', { ref: false });
      const codeOf = (refused: Promise<unknown>) =>
        Promise.race([refused.catch((error: unknown) => (error instanceof Problem ? error.code : error)), tooLate]);
      const codes = [
        await codeOf(addMember(context, stranger.caller, 'one', username)),
        await codeOf(registerPlayer(context, stranger.caller, wish)),
      ];
      over.resolve();
      await holding;
      assert.deepEqual(codes, ['player_not_found', 'username_taken']);
    });
  });
});
